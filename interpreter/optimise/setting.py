"""What is not known any more when a slot of the state is set, and which slots may be meant."""

import ast
from collections.abc import Mapping, Sequence

from interpreter.optimise.cards import Cards
from interpreter.optimise.fold import Fold
from interpreter.optimise.known import MOST, UNKEPT, Known, Slot, Span
from interpreter.optimise.nodes import FRAME, STATE, constant, walk

MACHINE = frozenset(("", v) for v in UNKEPT)
"""Of these nothing is kept in mind."""


SETTLING = frozenset({"settle", "settle_past"})
"""What settles a card that is mixed with others."""


def touched(slot: Slot | None, at: ast.expr, known: Known, fold: Fold, frames: int,
            reach: Mapping[str, Sequence[Span]]) -> Span | None:
    """A slot of the state is set, that one or (None) at a place that is worked out; says between which it lies. *frames*: the
    first slot of frames; *reach*: by text of what is read, where."""
    place = place_set(slot, at, known, fold, frames)
    if slot not in MACHINE:
        known.reads_again(place, reach)
    if slot is not None:
        known.slots.pop(slot, None)
        known.spans.pop(slot[1], None)
        # one of which only the place in its frame is known may be one with a number
        if slot[0] == FRAME:
            for one in [y for y in known.slots if y[0] != FRAME and within(y[1], fold.frames)]:
                del known.slots[one]
            for number in [y for y in known.spans if type(y) is int and within(y, fold.frames)]:
                del known.spans[number]
        elif within(slot[1], fold.frames):
            for one in [y for y in known.slots if y[0] == FRAME]:
                del known.slots[one]
        return place
    if place is None:
        known.changed()
        return place
    forget_slots(place, known, frames)
    if (known.zones or known.ends) and moves(fold.cards, place):
        known.moved()
    return place


def within(slot: int, span: Span) -> bool:
    return span[0] <= slot <= span[1]


def settled(known: Known, cards: Cards, frames: int, reach: Mapping[str, Sequence[Span]]) -> None:
    """A card has been settled: it, and those mixed with it, lie where they lay."""
    for place in cards.drawn:
        known.reads_again(place, reach)
        forget_slots(place, known, frames)


def forget_slots(place: Span, known: Known, frames: int) -> None:
    """Slots in that place may hold something else."""
    for number in [y for y in known.spans if type(y) is int and place[0] <= y <= place[1]]:
        del known.spans[number]
    for one in [y for y in known.slots if (place[1] >= frames if y[0] == FRAME else place[0] <= y[1] <= place[1])]:
        del known.slots[one]


def place_set(slot: Slot | None, at: ast.expr, known: Known, fold: Fold, frames: int) -> Span | None:
    """Between which slots that one lies."""
    if slot is not None and slot[0] == "":
        return slot[1], slot[1]
    first = at
    while type(first) is ast.BinOp and type(first.op) is ast.Add:
        first = first.left
    if type(first) is ast.Name and first.id == FRAME:
        return (frames, MOST) if frames else None  # frames lie beyond all slots with numbers
    if fold.beyond and frames and type(at) is ast.BinOp and type(at.op) is ast.Add and (constant(at.right) or 0) >= fold.beyond:
        return frames, MOST
    span = fold.span(at, known)
    return span if span is not None and span[0] >= 0 else fold.cards.reach(at)


def moves(cards: Cards, place: Span) -> bool:
    """Whether it may be set there which card comes next, where one lies, or who is mixed."""
    return any(row <= place[1] and place[0] < row + cards.number + cards.zones
               for row in (cards.following, cards.before, cards.lies, cards.mixed))


def read_at(x: ast.expr, cards: Cards) -> list[Span] | None:
    """Between which slots lies what it reads of the state; None: that cannot be told."""
    out: list[Span] = []
    for y in walk(x):
        if type(y) is ast.Subscript and type(y.value) is ast.Name and y.value.id == STATE:
            v = constant(y.slice)
            place = cards.reach(y.slice) if v is None else (v, v)
            if place is None:
                return None
            out.append(place)
    return out
