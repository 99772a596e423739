"""What becomes of the rules for whole files, what variants change, and examples."""

from typing import Any

from attrs import evolve

from rulelang import tree
from rulelang.reductions.parts import (
    Notes,
    Reduction,
    as_tuple,
    constant,
    event_with,
    node,
    notes_of,
    notes_then,
    then_cites,
    with_cites,
    with_notes,
)
from rulelang.source import Span


def _start(span: Span, *parts: Any) -> tree.File:
    head = parts[0] if parts and isinstance(parts[0], tree.Game | tree.Variant) else None
    return tree.File(head, parts[1:] if head else parts, (), span=span)


def _game(span: Span, notes: Notes, head: tree.Game, cites: tuple[tree.Cite, ...]) -> tree.Game:
    return evolve(head, docs=notes.docs, cites=notes.cites + cites)


def _variant(
    span: Span, notes: Notes, head: tree.Variant, cites: tuple[tree.Cite, ...], *changes: tree.Change
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


def _example(span: Span, name: tree.Text, cites: Any, *lines: tree.ExampleLine) -> tree.Example:
    return tree.Example(name, lines, cites=cites, span=span)


def _notes_line_cites(span: Span, notes: Notes, node: Any, cites: tuple[tree.Cite, ...]) -> Any:
    return with_notes(notes, with_cites(node, cites))


def _given_players(span: Span, *names: tree.Name) -> tree.GivenPlayers:
    return tree.GivenPlayers(names, span=span)


def _add(span: Span, new: tree.Decl | tree.Action) -> tree.Add:
    return tree.Add(None, None, new, span=span)


# Rules whose parts are the fields of a node, in order.
NODES: dict[str, type[tree.Node]] = {
    "game_head": tree.Game,
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
}

REDUCTIONS: dict[str, Reduction] = {rule: node(make) for rule, make in NODES.items()} | {
    "start": _start,
    "game": _game,
    "seats": _seats,
    "seats_exactly": _seats_exactly,
    "notes": notes_of,
    "cites": as_tuple,
    "item": notes_then,
    "decl_line": then_cites,
    "enum_values": as_tuple,
    "tally_item": _notes_line_cites,
    "example": _example,
    "example_item": _notes_line_cites,
    "given_players": _given_players,
    "then_announced": event_with(tree.ThenAnnounced),
    "variant": _variant,
    "variant_head": _variant_head,
    "change_item": notes_then,
    "change_line": then_cites,
    "a_card": constant(tree.Removable.CARD),
    "a_token": constant(tree.Removable.TOKEN),
    "a_phase": constant(tree.Removable.PHASE),
    "a_rule": constant(tree.Removable.RULE),
    "an_effect": constant(tree.Removable.EFFECT),
    "an_action": constant(tree.Removable.ACTION),
    "a_window": constant(tree.Removable.WINDOW),
    "a_zone": constant(tree.Removable.ZONE),
    "a_kind": constant(tree.Removable.KIND),
    "a_trait": constant(tree.Removable.TRAIT),
    "a_value": constant(tree.Removable.VALUE),
    "a_counter": constant(tree.Removable.COUNTER),
    "a_variable": constant(tree.Removable.VARIABLE),
    "some_dice": constant(tree.Removable.DICE),
    "an_event": constant(tree.Removable.EVENT),
    "a_tally": constant(tree.Removable.TALLY),
    "a_refill": constant(tree.Removable.REFILL),
    "an_invariant": constant(tree.Removable.INVARIANT),
    "add": _add,
    "after_place": constant(tree.PlaceWord.AFTER),
    "before_place": constant(tree.PlaceWord.BEFORE),
    "in_place": constant(tree.PlaceWord.IN),
}
