"""What becomes of the rules for declarations."""

from typing import Any

from attrs import evolve, frozen

from rulelang import tree
from rulelang.diagnostics import Code, Diagnostic
from rulelang.reductions.parts import (
    Block,
    Capacity,
    Reduction,
    Refused,
    as_expr,
    constant,
    headed,
    keep,
    name_of,
    node,
    notes_then,
    then_cites,
)
from rulelang.source import Span


def _zone(
    span: Span,
    name: tree.Name,
    index: tree.Index | None,
    owner: tree.Owner | None,
    arrangement: tree.Name,
    holds: tuple[tree.CardNoun | tree.KindNoun, ...],
    *clauses: tree.Visibility | Capacity,
) -> tree.Zone:
    bounds = [clause for clause in clauses if isinstance(clause, Capacity)]
    if len(bounds) > 1:
        raise Refused(
            Diagnostic(
                Code.SAID_TWICE,
                "how much the zone holds is said twice",
                bounds[1].span,
                also=((bounds[0].span, "said here first"),),
            )
        )
    shown = tuple(clause for clause in clauses if isinstance(clause, tree.Visibility))
    return tree.Zone(
        name, index, owner, arrangement, holds, shown, bounds[0].bound if bounds else None, span=span
    )


def _cards_table(span: Span, kind: tree.Name, table: tree.Text) -> tree.Cards:
    return tree.Cards(kind, table, (), span=span)


def _cards_each(span: Span, kind: tree.Name, *each: tree.Selector) -> tree.Cards:
    return tree.Cards(kind, None, each, span=span)


def _board_table(span: Span, name: tree.Name, kind: tree.Name, table: tree.Text) -> tree.Board:
    return tree.Board(name, kind, table, None, None, None, span=span)


def _board_grid(span: Span, name: tree.Name, kind: tree.Name, *sizes: Any) -> tree.Board:
    return tree.Board(name, kind, None, *sizes, span=span)


def _dice_range(
    span: Span,
    name: tree.Name,
    owner: tree.Owner | None,
    count: tree.Expr | tree.Name,
    low: tree.NumberValue,
    high: tree.Expr,
    shown: tree.Expr | None,
) -> tree.Dice:
    faces = tree.Range(low, high, span=low.span.to(high.span))
    return tree.Dice(name, owner, as_expr(count), faces, shown, span=span)


def _dice_faces(
    span: Span, name: tree.Name, owner: tree.Owner | None, count: Any, *faces_shown: Any
) -> tree.Dice:
    *faces, shown = faces_shown
    return tree.Dice(name, owner, as_expr(count), tuple(faces), shown, span=span)


def _value(
    span: Span,
    name: tree.Name,
    params: tuple[tree.Param, ...] | None,
    of: tree.Selector | None,
    type: tree.TypeExpr,
    value: tree.Expr | None,
    layers: tuple[tree.Name, ...] | None,
) -> tree.Value:
    return tree.Value(name, params or (), of, type, value, layers or (), span=span)


@frozen
class _RefillZone:
    zone: tree.Expr
    of_each: tree.Noun | None


def _refill_zone(span: Span, zone: tree.Expr) -> _RefillZone:
    return _RefillZone(zone, None)


def _refill_each(
    span: Span, name: tree.Name, index: tuple[tree.Expr, ...] | None, noun: tree.Noun
) -> _RefillZone:
    end = name.span if not index else index[-1].span
    return _RefillZone(tree.Ref(name, index or (), None, span=name.span.to(end)), noun)


def _refill(
    span: Span, zone: _RefillZone, source: tree.Expr, when: tree.RefillWhen, shuffled: bool | None
) -> tree.Refill:
    return tree.Refill(zone.zone, zone.of_each, source, when, bool(shuffled), None, span=span)


def _refill_to(span: Span, zone: _RefillZone, source: tree.Expr, bound: tree.Expr) -> tree.Refill:
    return tree.Refill(zone.zone, zone.of_each, source, tree.RefillWhen.UP_TO, False, bound, span=span)


def _event_decl(span: Span, name: tree.Name, params: tuple[tree.Param, ...] | None) -> tree.EventDecl:
    return tree.EventDecl(name, params or (), span=span)


def _winner(span: Span, *ranks: tree.Rank) -> tree.Winner:
    return tree.Winner(ranks, span=span)


def _rank(word: tree.RankWord) -> Reduction:
    return lambda span, name=None: tree.Rank(word, name, span=span)


def _plain_kind(span: Span, name: tree.Name, base: tree.Thing | tree.Name) -> tree.Kind:
    return tree.Kind(name, base, (), span=span)


def _members(span: Span, cites: tuple[tree.Cite, ...], *members: tree.Member) -> Block:
    return Block(members, cites)


def _members_inline(span: Span, *fills_cites: Any) -> Block:
    *fills, cites = fills_cites
    return Block(tuple(fills), cites, inline=True)


def _card_is(
    span: Span, token: bool, name: tree.Text, kind: tree.Name, copies: Any, traits: Any
) -> tree.Card:
    return tree.Card(name_of(name), token, kind, None, copies, traits or (), (), span=span)


def _card_like(
    span: Span, token: bool, name: tree.Text, like: tree.Text, copies: Any, traits: Any
) -> tree.Card:
    return tree.Card(name_of(name), token, None, name_of(like), copies, traits or (), (), span=span)


def _card(span: Span, head: tree.Card, members: Block) -> tree.Card:
    return evolve(head, members=members.body, cites=members.cites, inline=members.inline, span=span)


def _fill(span: Span, name: tree.Name, value: tree.Expr) -> tree.Fill:
    return tree.Fill(name, (), None, value, span=span)


def _fill_params(span: Span, name: tree.Name, params: tuple[tree.Param, ...], value: tree.Expr) -> tree.Fill:
    return tree.Fill(name, params, None, value, span=span)


def _fill_index(
    span: Span, name: tree.Name, index: tree.Name | tree.NumberValue, value: tree.Expr
) -> tree.Fill:
    return tree.Fill(name, (), index, value, span=span)


def _effect(
    span: Span, name: tree.Name, params: tuple[tree.Param, ...] | None, whole: bool | None, block: Block
) -> tree.Effect:
    return tree.Effect(
        name, params or (), bool(whole), block.body, cites=block.cites, inline=block.inline, span=span
    )


def _effect_slot(span: Span, name: tree.Name, params: Any, whole: bool | None, cites: Any) -> tree.Effect:
    return tree.Effect(name, params or (), bool(whole), None, cites=cites, span=span)


def _window(
    span: Span, name: tree.Name, params: Any, asks: Any, restart: Any, cites: Any, *items: Any
) -> tree.Window:
    return tree.Window(name, params or (), asks, bool(restart), items, cites=cites, span=span)


def _action(span: Span, name: tree.Name, params: Any, block: Block) -> tree.Action:
    return tree.Action(name, params or (), block.body, cites=block.cites, inline=block.inline, span=span)


def _anytime(span: Span, phases: Any, cites: Any, *actions: tree.Action) -> tree.Anytime:
    return tree.Anytime(phases or (), actions, cites=cites, span=span)


def _rule(span: Span, name: tree.Name, trigger: tree.Trigger) -> tree.Rule:
    return tree.Rule(name, evolve(trigger, cites=()), cites=trigger.cites, span=span)


def _tally(
    span: Span, name: tree.Name, of: tree.Selector, into: tree.Name, cites: Any, *lines: Any
) -> tree.Tally:
    return tree.Tally(name, of, into, lines, cites=cites, span=span)


# Rules whose parts are the fields of a node, in order.
NODES: dict[str, type[tree.Node]] = {
    "catalogue": tree.Catalogue,
    "include": tree.Include,
    "parameter": tree.Parameter,
    "enum": tree.Enumeration,
    "visibility": tree.Visibility,
    "counter": tree.Counter,
    "variable": tree.Variable,
    "invariant": tree.Invariant,
    "never": tree.Never,
    "always": tree.Always,
    "from_until": tree.FromUntil,
    "index_enum": tree.IndexEnum,
    "index_range": tree.IndexRange,
    "owner": tree.Owner,
    "field": tree.Field,
    "everybody_asked": tree.PlayersAsked,
    "passing": tree.Passing,
    "tally_line": tree.TallyLine,
}

REDUCTIONS: dict[str, Reduction] = {rule: node(make) for rule, make in NODES.items()} | {
    "cards_table": _cards_table,
    "cards_each": _cards_each,
    "board_table": _board_table,
    "board_grid": _board_grid,
    "zone": _zone,
    "faces": constant(tree.Aspect.FACES),
    "backs": constant(tree.Aspect.BACKS),
    "top_face": constant(tree.Aspect.TOP),
    "count_shown": constant(tree.Aspect.COUNT),
    "capacity": lambda span, bound: Capacity(bound, span),
    "dice_range": _dice_range,
    "dice_faces": _dice_faces,
    "value": _value,
    "layers": keep,
    "refill": _refill,
    "refill_to": _refill_to,
    "refill_zone": _refill_zone,
    "refill_each": _refill_each,
    "when_empty": constant(tree.RefillWhen.EMPTY),
    "when_needed": constant(tree.RefillWhen.NEEDED),
    "shuffled": constant(True),
    "event_decl": _event_decl,
    "winner": _winner,
    "most": _rank(tree.RankWord.MOST),
    "fewest": _rank(tree.RankWord.FEWEST),
    "shared": _rank(tree.RankWord.SHARED),
    "plain_kind": _plain_kind,
    "kind": headed(tree.Kind),
    "trait": headed(tree.Trait),
    "plain_card": keep,
    "card": _card,
    "card_is": _card_is,
    "card_like": _card_like,
    "word_card": constant(False),
    "word_token": constant(True),
    "is_card": constant(tree.Thing.CARD),
    "is_token": constant(tree.Thing.TOKEN),
    "is_space": constant(tree.Thing.SPACE),
    "is_kind": keep,
    "members": _members,
    "members_inline": _members_inline,
    "member": notes_then,
    "member_line": then_cites,
    "fill": _fill,
    "fill_params": _fill_params,
    "fill_index": _fill_index,
    "effect": _effect,
    "effect_slot": _effect_slot,
    "whole": constant(True),
    "window": _window,
    "restart": constant(True),
    "window_item": notes_then,
    "passing_line": then_cites,
    "action": _action,
    "anytime": _anytime,
    "anytime_item": notes_then,
    "rule": _rule,
    "setup": headed(tree.Setup),
    "tally": _tally,
    "lasting_block": _members,
}
