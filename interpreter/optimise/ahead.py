"""Slots that are read several times before they change: read once, into a local."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from interpreter.optimise.known import Slot
from interpreter.optimise.nodes import STATE, walk
from interpreter.optimise.spare import heads_of

SlotOf = Callable[[ast.expr], Slot | None]


def read_again(x: ast.stmt, rest: Sequence[ast.stmt], slot_of: SlotOf, is_quiet: Callable[[ast.AST], bool]) -> Iterator[Slot]:
    """The slots that the expressions of a statement read, and that are read again in them or in what follows, before they may
    have changed. *slot_of*: which slot an index means; *is_quiet*: whether a call leaves all slots as they are."""
    heads = heads_of(x)
    found = Counter(slot for head in heads for slot in read(head, slot_of))
    if any(type(y) is ast.Call and not is_quiet(y) for head in heads for y in walk(head)):
        return
    ways = [x.body, x.orelse, rest] if type(x) is ast.If else [] if type(x) in (ast.For, ast.While) else [rest]
    for slot, times in found.items():
        if times > 1 or any(later(slot, way, slot_of, is_quiet) for way in ways) and (
                type(x) is ast.If or not sets(x, slot, slot_of)):
            yield slot


def read(x: ast.AST, slot_of: SlotOf) -> Iterator[Slot]:
    for y in walk(x):
        if type(y) is ast.Subscript and type(y.ctx) is ast.Load and type(y.value) is ast.Name and y.value.id == STATE:
            slot = slot_of(y.slice)
            if slot is not None:
                yield slot


def sets(x: ast.AST, slot: Slot, slot_of: SlotOf) -> bool:
    """Whether it may set that slot."""
    return any(type(y) is ast.Subscript and type(y.ctx) is ast.Store and type(y.value) is ast.Name and y.value.id == STATE
               and slot_of(y.slice) in (None, slot) for y in walk(x))


def later(slot: Slot, following: Sequence[ast.stmt], slot_of: SlotOf, is_quiet: Callable[[ast.AST], bool]) -> bool:
    for x in following:
        if slot in read(x, slot_of):
            return True
        if sets(x, slot, slot_of) or any(type(y) is ast.Call and not is_quiet(y) for y in walk(x)):
            return False
    return False
