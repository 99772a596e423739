"""From the rules of the grammar to the nodes of the tree: what each rule, or its alias, becomes.

A reduction gets the span of its text and the values of its parts, in order, without the words that the
grammar spells out; an optional part that is missing is None. Tokens come as nodes (`token_node`).
"""

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from rulelang import lex, tree
from rulelang.diagnostics import Code, Diagnostic
from rulelang.source import Span

Reduction = Callable[..., Any]


class Refused(Exception):
    """The grammar lets this through, the language does not."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic


@frozen
class _Notes:
    docs: tuple[str, ...]
    cites: tuple[tree.Cite, ...]


@frozen
class _Block:
    """Statements below a header, with the citations on the header's line."""

    body: tuple[Any, ...]
    cites: tuple[tree.Cite, ...]
    inline: bool = False


@frozen
class _Capacity:
    bound: tree.Expr
    span: Span


def token_node(kind: str, text: str, span: Span) -> Any:
    """What stands on the parser's stack for a token of the author's own; None for a word of the language."""
    if kind in (lex.NAME, lex.CAP):
        return tree.Name(text, span=span)
    if kind == lex.NUMBER:
        return tree.NumberValue(int(text), span=span)
    if kind == lex.STRING:
        return tree.Text(text[1:-1], span=span)
    if kind == lex.CITE:
        return tree.Cite(text[1:], span=span)
    if kind == lex.DOC:
        return text[3:] if text.startswith("## ") else text[2:]
    return None


# ------------------------------------------------------------------ helpers


def _noted(notes: _Notes, node: Any) -> Any:
    if not notes.docs and not notes.cites:
        return node
    if isinstance(node, tree.Replace | tree.Add):
        return evolve(node, new=_noted(notes, node.new))
    return evolve(node, docs=notes.docs + node.docs, cites=notes.cites + node.cites)


def _cited(node: Any, cites: tuple[tree.Cite, ...]) -> Any:
    return evolve(node, cites=node.cites + cites) if cites else node


def _name(text: tree.Text) -> tree.Name:
    return tree.Name(text.text, span=text.span)


def _as_expr(node: tree.Expr | tree.Name) -> tree.Expr:
    """A NAME where the grammar cannot say `ref`."""
    return tree.Ref(node, (), None, span=node.span) if isinstance(node, tree.Name) else node


def _constant(value: object) -> Reduction:
    return lambda span: value


def _notes(span: Span, *lines: Any) -> _Notes:
    return _Notes(
        tuple(line for line in lines if isinstance(line, str)),
        tuple(line for line in lines if not isinstance(line, str)),
    )


def _tuple(span: Span, *parts: Any) -> tuple[Any, ...]:
    return parts


def _keep(span: Span, node: Any) -> Any:
    return node


def _notes_then(span: Span, notes: _Notes, node: Any) -> Any:
    return _noted(notes, node)


def _then_cites(span: Span, node: Any, cites: tuple[tree.Cite, ...]) -> Any:
    return _cited(node, cites)


def _brackets(span: Span, inner: Any) -> Any:
    return evolve(inner, bracketed=True, span=span)


def _negated(make: Reduction, negated: bool) -> Reduction:
    return lambda span, *parts: make(*parts, negated, span=span)


def _gathered(make: Reduction, *first: object) -> Reduction:
    return lambda span, *parts: make(*first, *parts, span=span)


def _headed(make: Reduction) -> Reduction:
    """The last part is a block, or None where the form can do without."""

    def reduce(span: Span, *parts: Any) -> Any:
        *rest, block = parts
        return make(*rest, block.body, cites=block.cites, inline=block.inline, span=span)

    return reduce


def _chain(make: type[tree.Or] | type[tree.And]) -> Reduction:
    def reduce(span: Span, left: tree.Expr, right: tree.Expr) -> tree.Expr:
        parts = left.parts if isinstance(left, make) and not left.bracketed else (left,)
        return make((*parts, right), span=span)

    return reduce


# ------------------------------------------------------------------ files and declarations


def _start(span: Span, *parts: Any) -> tree.File:
    head = parts[0] if parts and isinstance(parts[0], tree.Game | tree.Variant) else None
    return tree.File(head, parts[1:] if head else parts, (), span=span)


def _game(span: Span, notes: _Notes, head: tree.Game, cites: tuple[tree.Cite, ...]) -> tree.Game:
    return evolve(head, docs=notes.docs, cites=notes.cites + cites)


def _variant(
    span: Span, notes: _Notes, head: tree.Variant, cites: tuple[tree.Cite, ...], *changes: tree.Change
) -> tree.Variant:
    return evolve(head, docs=notes.docs, cites=notes.cites + cites, changes=changes, span=span)


def _variant_head(
    span: Span,
    name: tree.Name,
    base: tree.Text,
    seats: tree.Seats | None,
    excludes: tuple[tree.Name, ...] | None,
) -> tree.Variant:
    return tree.Variant(name, base, seats, excludes or (), (), span=span)


def _seats(span: Span, low: tree.NumberValue, high: tree.NumberValue, teams: tree.Expr | None) -> tree.Seats:
    return tree.Seats(low.value, high.value, teams, span=span)


def _seats_exactly(span: Span, number: tree.NumberValue) -> tree.Seats:
    return tree.Seats(number.value, number.value, None, span=span)


def _zone(
    span: Span,
    name: tree.Name,
    index: tree.Index | None,
    owner: tree.Owner | None,
    arrangement: tree.Name,
    holds: tuple[tree.CardNoun | tree.KindNoun, ...],
    *clauses: tree.Visibility | _Capacity,
) -> tree.Zone:
    bounds = [clause for clause in clauses if isinstance(clause, _Capacity)]
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
    return tree.Dice(name, owner, _as_expr(count), faces, shown, span=span)


def _dice_faces(
    span: Span, name: tree.Name, owner: tree.Owner | None, count: Any, *faces_shown: Any
) -> tree.Dice:
    *faces, shown = faces_shown
    return tree.Dice(name, owner, _as_expr(count), tuple(faces), shown, span=span)


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


def _members(span: Span, cites: tuple[tree.Cite, ...], *members: tree.Member) -> _Block:
    return _Block(members, cites)


def _members_inline(span: Span, *fills_cites: Any) -> _Block:
    *fills, cites = fills_cites
    return _Block(tuple(fills), cites, inline=True)


def _card_is(
    span: Span, token: bool, name: tree.Text, kind: tree.Name, copies: Any, traits: Any
) -> tree.Card:
    return tree.Card(_name(name), token, kind, None, copies, traits or (), (), span=span)


def _card_like(
    span: Span, token: bool, name: tree.Text, like: tree.Text, copies: Any, traits: Any
) -> tree.Card:
    return tree.Card(_name(name), token, None, _name(like), copies, traits or (), (), span=span)


def _card(span: Span, head: tree.Card, members: _Block) -> tree.Card:
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
    span: Span, name: tree.Name, params: tuple[tree.Param, ...] | None, whole: bool | None, block: _Block
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


def _action(span: Span, name: tree.Name, params: Any, block: _Block) -> tree.Action:
    return tree.Action(name, params or (), block.body, cites=block.cites, inline=block.inline, span=span)


def _anytime(span: Span, phases: Any, cites: Any, *actions: tree.Action) -> tree.Anytime:
    return tree.Anytime(phases or (), actions, cites=cites, span=span)


def _rule(span: Span, name: tree.Name, trigger: tree.Trigger) -> tree.Rule:
    return tree.Rule(name, evolve(trigger, cites=()), cites=trigger.cites, span=span)


def _tally(
    span: Span, name: tree.Name, of: tree.Selector, into: tree.Name, cites: Any, *lines: Any
) -> tree.Tally:
    return tree.Tally(name, of, into, lines, cites=cites, span=span)


def _example(span: Span, name: tree.Text, cites: Any, *lines: tree.ExampleLine) -> tree.Example:
    return tree.Example(name, lines, cites=cites, span=span)


def _notes_line_cites(span: Span, notes: _Notes, node: Any, cites: tuple[tree.Cite, ...]) -> Any:
    return _noted(notes, _cited(node, cites))


def _given_players(span: Span, *names: tree.Name) -> tree.GivenPlayers:
    return tree.GivenPlayers(names, span=span)


def _event_with(make: type[tree.ThenAnnounced] | type[tree.Announce] | type[tree.Open]) -> Reduction:
    return lambda span, name, arguments: make(name, arguments or (), span=span)


def _add(span: Span, new: tree.Decl | tree.Action) -> tree.Add:
    return tree.Add(None, None, new, span=span)


# ------------------------------------------------------------------ statements


def _block(span: Span, cites: tuple[tree.Cite, ...], *body: tree.Stmt) -> _Block:
    return _Block(body, cites)


def _block_inline(span: Span, statement: tree.Stmt, cites: tuple[tree.Cite, ...]) -> _Block:
    return _Block((statement,), cites, inline=True)


def _block_loop(span: Span, loop: tree.ForEach | tree.Repeat) -> _Block:
    return _Block((evolve(loop, cites=()),), loop.cites, inline=True)


def _counted_index(span: Span, index: tree.Expr) -> tuple[tree.Expr | None, bool]:
    return index, False


def _counted_dice(span: Span) -> tuple[tree.Expr | None, bool]:
    return None, True


def _gain(make: type[tree.Gain] | type[tree.Lose]) -> Reduction:
    def reduce(span: Span, who: tree.Expr, amount: tree.Expr, name: tree.Name, counted: Any) -> Any:
        index, dice = counted or (None, False)
        return make(who, amount, name, index, dice, span=span)

    return reduce


def _choose(span: Span, who: tree.Expr, secretly: Any, how_many: Any, selector: tree.Selector) -> tree.Choose:
    return tree.Choose(who, bool(secretly), how_many, selector, span=span)


def _all_win(span: Span, selector: tree.Selector) -> tree.Wins:
    return tree.Wins(tree.Quantified(tree.Quantifier.ALL, selector, span=selector.span), span=span)


def _if(span: Span, condition: tree.Expr, block: _Block, *others: Any) -> tree.If:
    first = tree.Branch(condition, block.body, inline=block.inline, span=span.to(block.body[-1].span))
    rest = tuple(branch for branch in others if branch is not None)
    return tree.If((first, *rest), cites=block.cites, span=span)


def _otherwise(span: Span, block: _Block) -> tree.Branch:
    return tree.Branch(None, block.body, cites=block.cites, inline=block.inline, span=span)


def _repeat_until(span: Span, until: tree.Expr, block: _Block) -> tree.Repeat:
    return tree.Repeat(None, until, block.body, cites=block.cites, inline=block.inline, span=span)


def _repeat_times(span: Span, times: tree.Expr, block: _Block) -> tree.Repeat:
    return tree.Repeat(times, None, block.body, cites=block.cites, inline=block.inline, span=span)


def _choose_option(span: Span, who: tree.Expr, cites: Any, *options: tree.Option) -> tree.ChooseOption:
    return tree.ChooseOption(who, options, cites=cites, span=span)


def _option(span: Span, label: tree.Text, condition: Any, params: Any, block: _Block) -> tree.Option:
    return tree.Option(
        label, condition, params or (), block.body, cites=block.cites, inline=block.inline, span=span
    )


def _clock(span: Span, *parts: Any) -> tree.Clock:
    return tree.Clock(len(parts) == 2, parts[-1], span=span)


def _each_ref(span: Span, name: tree.Name, selector: tree.Selector) -> tree.EachRef:
    return tree.EachRef(name, (), (), selector, span=span)


def _each_ref_index(span: Span, name: tree.Name, index: Any, selector: tree.Selector) -> tree.EachRef:
    return tree.EachRef(name, index, (), selector, span=span)


def _each_ref_call(span: Span, name: tree.Name, arguments: Any, selector: tree.Selector) -> tree.EachRef:
    return tree.EachRef(name, (), arguments, selector, span=span)


def _how_many(sizing: tree.Sizing) -> Reduction:
    return lambda span, amount=None: tree.HowMany(sizing, amount, span=span)


def _effect_ref(span: Span, name: tree.Name, arguments: Any, of: tree.Expr | None) -> tree.EffectRef:
    return tree.EffectRef(name, arguments or (), of, span=span)


# ------------------------------------------------------------------ events and selectors


def _does(span: Span, who: tree.EventActor, effect: tree.Name, params: Any, of: Any) -> tree.Does:
    return tree.Does(who, effect, params or (), of, span=span)


def _announced(span: Span, event: tree.Name, params: Any) -> tree.Announced:
    return tree.Announced(event, params or (), span=span)


def _selector(span: Span, noun: tree.Noun, name: Any, place: Any, clock: Any) -> tree.Selector:
    return tree.Selector(noun, name, place, clock, None, span=span)


def _selector_where(span: Span, selector: tree.Selector, where: tree.Expr) -> tree.Selector:
    return evolve(selector, where=where, span=span)


def _list_noun(span: Span, of: tree.Noun | None) -> tree.ListNoun:
    return tree.ListNoun(of, span=span)


# ------------------------------------------------------------------ expressions


def _ref(span: Span, name: tree.Name, index: Any, of: tree.Expr | None) -> tree.Ref:
    return tree.Ref(name, index or (), of, span=span)


def _first_thing(span: Span, noun: tree.Noun, name: tree.Name, place: tree.Expr | None) -> tree.Quantified:
    selector = tree.Selector(noun, name, place, None, None, span=noun.span.to(span))
    return tree.Quantified(tree.Quantifier.FIRST, selector, span=span)


def _text_value(span: Span, text: tree.Text) -> tree.TextValue:
    return tree.TextValue(text.text, span=span)


def _list(span: Span, items: tuple[tree.Expr, ...] | None) -> tree.ListOf:
    return tree.ListOf(items or (), span=span)


def _arguments(span: Span, items: tuple[tree.Expr, ...] | None) -> tuple[tree.Expr, ...]:
    return items or ()


def _extreme(span: Span, head: tuple[bool, bool, tree.Expr], selector: tree.Selector) -> tree.Extreme:
    return tree.Extreme(*head, selector, span=span)


def _extreme_head(first: bool, highest: bool) -> Reduction:
    return lambda span, value: (first, highest, value)


def _one_of(span: Span, *parts: tree.TypeExpr) -> tree.OneOfType:
    return tree.OneOfType(parts, span=span)


def _compare(span: Span, left: tree.Expr, comparison: tree.Comparison, right: tree.Expr) -> tree.Compare:
    return tree.Compare(comparison, left, right, span=span)


def _divide(up: bool) -> Reduction:
    return lambda span, left, right: tree.Divide(left, right, up, span=span)


# ------------------------------------------------------------------ the table

# Rules whose parts are the fields of a node, in order.
_NODES: dict[str, type[tree.Node]] = {
    "game_head": tree.Game,
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
    "repeated": tree.Repeated,
    "taking_turns": tree.TakingTurns,
    "loop_each": tree.LoopEach,
    "tally_line": tree.TallyLine,
    "given": tree.Given,
    "step_do": tree.StepDo,
    "step_choose": tree.StepChoose,
    "step_pass": tree.StepPass,
    "step_begin": tree.StepBegin,
    "then": tree.Then,
    "set_parameter": tree.SetParameter,
    "remove": tree.Remove,
    "rename": tree.Rename,
    "replace": tree.Replace,
    "add_at": tree.Add,
    "let": tree.Let,
    "set": tree.Set,
    "pay": tree.Pay,
    "move": tree.Move,
    "draw": tree.Draw,
    "shuffle": tree.Shuffle,
    "roll": tree.Roll,
    "show": tree.Show,
    "do": tree.Do,
    "may": tree.May,
    "pause": tree.Pause,
    "requires": tree.Requires,
    "cancel": tree.Cancel,
    "take_over": tree.TakeOver,
    "skip": tree.Skip,
    "end": tree.End,
    "end_game": tree.EndGame,
    "wins": tree.Wins,
    "eliminate": tree.Eliminate,
    "count_up": tree.CountUp,
    "until": tree.Until,
    "while": tree.While,
    "modifier": tree.Modifier,
    "ordered_by": tree.OrderedBy,
    "at_once": tree.AtOnce,
    "begins": tree.Begins,
    "ends": tree.Ends,
    "changes": tree.Changes,
    "rises": tree.Rises,
    "falls": tree.Falls,
    "becomes": tree.Becomes,
    "enters": tree.Enters,
    "leaves": tree.Leaves,
    "eliminated": tree.Eliminated,
    "rolled": tree.Rolled,
    "is_shuffled": tree.Shuffled,
    "changed": tree.Changed,
    "param": tree.Param,
    "player_noun": tree.PlayerNoun,
    "seat_noun": tree.SeatNoun,
    "card_noun": tree.CardNoun,
    "die_noun": tree.DieNoun,
    "number_noun": tree.NumberNoun,
    "kind_noun": tree.KindNoun,
    "union_kind": tree.KindNoun,
    "union_card": tree.CardNoun,
    "span": tree.Range,
    "choice": tree.Conditional,
    "not": tree.Not,
    "plus": tree.Plus,
    "minus": tree.Minus,
    "times": tree.Times,
    "can_do": tree.CanDo,
    "can_choose": tree.CanChoose,
    "knows": tree.Knows,
    "holds": tree.Holds,
    "negative": tree.Negative,
    "quantified": tree.Quantified,
    "gathered": tree.Gathered,
    "gathered_in": tree.GatheredIn,
    "every": tree.Every,
    "reach": tree.Reach,
    "subsets_size": tree.Subsets,
    "splits": tree.Splits,
    "call": tree.Call,
    "top_of": tree.TopOf,
    "bottom_of": tree.BottomOf,
    "named": tree.Named,
    "nothing": tree.Nothing,
    "so_far": tree.SoFar,
    "chance": tree.Chance,
    "everyone": tree.Everyone,
    "nobody": tree.Nobody,
    "this": tree.This,
    "you": tree.You,
    "t_number": tree.NumberType,
    "t_text": tree.TextType,
    "t_player": tree.PlayerType,
    "t_card": tree.CardType,
    "t_die": tree.DieType,
    "t_named": tree.NamedType,
    "t_none": tree.NoneType,
    "t_yes_no": tree.YesNoType,
    "t_list": tree.ListType,
    "t_range": tree.RangeType,
    "t_at_least": tree.AtLeastType,
}


def _node(make: type[tree.Node]) -> Reduction:
    return lambda span, *parts: make(*parts, span=span)


REDUCTIONS: dict[str, Reduction] = {rule: _node(make) for rule, make in _NODES.items()} | {
    "start": _start,
    "game": _game,
    "seats": _seats,
    "seats_exactly": _seats_exactly,
    "notes": _notes,
    "cites": _tuple,
    "item": _notes_then,
    "decl_line": _then_cites,
    "enum_values": _tuple,
    "cards_table": _cards_table,
    "cards_each": _cards_each,
    "board_table": _board_table,
    "board_grid": _board_grid,
    "zone": _zone,
    "faces": _constant(tree.Aspect.FACES),
    "backs": _constant(tree.Aspect.BACKS),
    "top_face": _constant(tree.Aspect.TOP),
    "count_shown": _constant(tree.Aspect.COUNT),
    "capacity": lambda span, bound: _Capacity(bound, span),
    "dice_range": _dice_range,
    "dice_faces": _dice_faces,
    "value": _value,
    "layers": _keep,
    "refill": _refill,
    "refill_to": _refill_to,
    "refill_zone": _refill_zone,
    "refill_each": _refill_each,
    "when_empty": _constant(tree.RefillWhen.EMPTY),
    "when_needed": _constant(tree.RefillWhen.NEEDED),
    "shuffled": _constant(True),
    "event_decl": _event_decl,
    "winner": _winner,
    "most": _rank(tree.RankWord.MOST),
    "fewest": _rank(tree.RankWord.FEWEST),
    "shared": _rank(tree.RankWord.SHARED),
    "plain_kind": _plain_kind,
    "kind": _headed(tree.Kind),
    "trait": _headed(tree.Trait),
    "plain_card": _keep,
    "card": _card,
    "card_is": _card_is,
    "card_like": _card_like,
    "word_card": _constant(False),
    "word_token": _constant(True),
    "is_card": _constant(tree.Thing.CARD),
    "is_token": _constant(tree.Thing.TOKEN),
    "is_space": _constant(tree.Thing.SPACE),
    "is_kind": _keep,
    "members": _members,
    "members_inline": _members_inline,
    "member": _notes_then,
    "member_line": _then_cites,
    "fill": _fill,
    "fill_params": _fill_params,
    "fill_index": _fill_index,
    "effect": _effect,
    "effect_slot": _effect_slot,
    "whole": _constant(True),
    "window": _window,
    "restart": _constant(True),
    "window_item": _notes_then,
    "passing_line": _then_cites,
    "action": _action,
    "anytime": _anytime,
    "anytime_item": _notes_then,
    "rule": _rule,
    "trigger": _headed(tree.Trigger),
    "after_event": _constant(tree.TriggerWord.WHEN),
    "before_event": _constant(tree.TriggerWord.BEFORE),
    "instead_event": _constant(tree.TriggerWord.INSTEAD),
    "setup": _headed(tree.Setup),
    "phase": _headed(tree.Phase),
    "tally": _tally,
    "tally_item": _notes_line_cites,
    "example": _example,
    "example_item": _notes_line_cites,
    "given_players": _given_players,
    "then_announced": _event_with(tree.ThenAnnounced),
    "variant": _variant,
    "variant_head": _variant_head,
    "change_item": _notes_then,
    "change_line": _then_cites,
    "a_card": _constant(tree.Removable.CARD),
    "a_token": _constant(tree.Removable.TOKEN),
    "a_phase": _constant(tree.Removable.PHASE),
    "a_rule": _constant(tree.Removable.RULE),
    "an_effect": _constant(tree.Removable.EFFECT),
    "an_action": _constant(tree.Removable.ACTION),
    "a_window": _constant(tree.Removable.WINDOW),
    "a_zone": _constant(tree.Removable.ZONE),
    "a_kind": _constant(tree.Removable.KIND),
    "a_trait": _constant(tree.Removable.TRAIT),
    "a_value": _constant(tree.Removable.VALUE),
    "a_counter": _constant(tree.Removable.COUNTER),
    "a_variable": _constant(tree.Removable.VARIABLE),
    "some_dice": _constant(tree.Removable.DICE),
    "an_event": _constant(tree.Removable.EVENT),
    "a_tally": _constant(tree.Removable.TALLY),
    "a_refill": _constant(tree.Removable.REFILL),
    "an_invariant": _constant(tree.Removable.INVARIANT),
    "add": _add,
    "after_place": _constant(tree.PlaceWord.AFTER),
    "before_place": _constant(tree.PlaceWord.BEFORE),
    "in_place": _constant(tree.PlaceWord.IN),
    "block": _block,
    "block_inline": _block_inline,
    "block_loop": _block_loop,
    "stmt": _notes_then,
    "stmt_line": _then_cites,
    "gain": _gain(tree.Gain),
    "lose": _gain(tree.Lose),
    "counted_index": _counted_index,
    "counted_dice": _counted_dice,
    "announce": _event_with(tree.Announce),
    "choose": _choose,
    "secretly": _constant(True),
    "open": _event_with(tree.Open),
    "all_win": _all_win,
    "if": _if,
    "otherwise_if": _headed(tree.Branch),
    "otherwise": _otherwise,
    "for_each": _headed(tree.ForEach),
    "repeat_times": _repeat_times,
    "repeat_until": _repeat_until,
    "together": _headed(tree.Together),
    "choose_option": _choose_option,
    "option_item": _notes_then,
    "option": _option,
    "lasting": _headed(tree.Lasting),
    "lasting_block": _members,
    "lasting_inline": _block_inline,
    "lasting_item": _notes_then,
    "modifier_line": _then_cites,
    "clock": _clock,
    "clock_counter": _constant(True),
    "each_ref": _each_ref,
    "each_ref_index": _each_ref_index,
    "each_ref_call": _each_ref_call,
    "exactly": _how_many(tree.Sizing.EXACTLY),
    "up_to": _how_many(tree.Sizing.UP_TO),
    "at_least": _how_many(tree.Sizing.AT_LEAST),
    "any_number": _how_many(tree.Sizing.ANY_NUMBER),
    "amount": _keep,
    "how_deep": _keep,
    "brackets": _brackets,
    "effect_ref": _effect_ref,
    "does": _does,
    "announced": _announced,
    "params": _keep,
    "param_list": _tuple,
    "selector": _keep,
    "selector_c": _selector,
    "selector_o": _selector_where,
    "list_noun": _list_noun,
    "or": _chain(tree.Or),
    "and": _chain(tree.And),
    "compare": _compare,
    "eq": _constant(tree.Comparison.EQUAL),
    "lt": _constant(tree.Comparison.LESS),
    "le": _constant(tree.Comparison.AT_MOST),
    "gt": _constant(tree.Comparison.MORE),
    "ge": _constant(tree.Comparison.AT_LEAST),
    "is": _negated(tree.Is, False),
    "is_not": _negated(tree.Is, True),
    "is_empty": _negated(tree.IsEmpty, False),
    "is_not_empty": _negated(tree.IsEmpty, True),
    "is_in": _negated(tree.IsIn, False),
    "is_not_in": _negated(tree.IsIn, True),
    "divide_down": _divide(False),
    "divide_up": _divide(True),
    "extreme": _extreme,
    "all_highest": _extreme_head(False, True),
    "all_lowest": _extreme_head(False, False),
    "first_highest": _extreme_head(True, True),
    "first_lowest": _extreme_head(True, False),
    "count": _constant(tree.Quantifier.COUNT),
    "any": _constant(tree.Quantifier.ANY),
    "none_of": _constant(tree.Quantifier.NONE),
    "all_of": _constant(tree.Quantifier.ALL),
    "first_of": _constant(tree.Quantifier.FIRST),
    "total": _constant(tree.Gather.SUM),
    "product_of": _constant(tree.Gather.PRODUCT),
    "highest": _constant(tree.Gather.HIGHEST),
    "lowest": _constant(tree.Gather.LOWEST),
    "collect": _constant(tree.Gather.LIST),
    "different": _constant(tree.Gather.DIFFERENT),
    "subsets": _gathered(tree.Subsets, None),
    "ref": _ref,
    "first_thing": _first_thing,
    "number_value": _keep,
    "text_value": _text_value,
    "yes": lambda span: tree.YesNo(True, span=span),
    "no": lambda span: tree.YesNo(False, span=span),
    "list": _list,
    "arguments": _arguments,
    "exprs": _tuple,
    "names": _tuple,
    "caps": _tuple,
    "one_of": _one_of,
    "union": _tuple,
}
