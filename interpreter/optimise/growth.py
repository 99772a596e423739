"""How far numbers can grow in a match, where the rules set no bound.

A slot that is only ever set to what lies between bounds, or made larger or smaller by a little, comes to no more than that as
often as it may be set in a match, as all of them end.
"""

import ast
from collections.abc import Mapping

from attrs import define, field

from interpreter import slots as k
from interpreter.optimise.known import Known, Span
from interpreter.optimise.nodes import STATE, constant

OFTEN = 1 << 50
"""Times that a slot may be set in a match: more than in some years. There are at most 20,000 decisions, for each as many steps as
the budget has, or as many blocks as may run, of some hundred steps each."""

START = k.LARGEST // 4
"""How far from 0 a slot may be when a match begins."""

ALL = (0, 1 << 62)


Local = tuple[str, str]
"""A local of a function, by the names of both."""


@define
class Growth:
    """What is set in a text: ``to``: to what slots are set besides a bit more than they were; ``open``: places where anything
    may be set; ``sums``: locals that are a slot and something more, and between which numbers that lies; ``other``: locals that
    are anything else as well; ``used``: slots that are set to a local."""

    to: dict[int, Span] = field(factory=dict)
    open: list[Span] = field(factory=list)
    sums: dict[Local, tuple[int, Span]] = field(factory=dict)
    other: set[Local] = field(factory=set)
    used: list[tuple[int, Local]] = field(factory=list)

    def local(self, function: str, name: str, value: ast.expr | None, known: Known, span: Span | None) -> None:
        """A local is set to that, or (None) to anything; *span*: between which numbers what is added in it lies."""
        local = function, name
        v = constant(value) if value is not None else None
        if v is not None and abs(v) == k.LARGEST:
            return  # where it has gone beyond all bounds; but it does not
        sum_ = self.sums.get((function, value.id)) if type(value) is ast.Name else None
        slot = added_to(value, known) if value is not None else None
        if slot is not None and span is not None:
            sum_ = slot, span
        before = self.sums.get(local)
        if sum_ is None or type(value) is ast.Name and (function, value.id) in self.other or (
                before is not None and before[0] != sum_[0]):
            self.other.add(local)
        else:
            self.sums[local] = sum_[0], wider(before and before[1], sum_[1])

    def slot(self, function: str, at: tuple[str, int] | None, place: Span | None, value: ast.expr, span: Span | None) -> None:
        """A slot is set to that, this one or (None) one between these places; *span*: the value lies between these numbers."""
        if at is None or at[0]:
            self.open.append(place or ALL)
        elif type(value) is ast.Name and (function, value.id) in self.sums:
            self.used.append((at[1], (function, value.id)))
        elif span is not None and span[0] >= -START and span[1] <= START:
            self.to[at[1]] = wider(self.to.get(at[1]), span)
        else:
            self.open.append((at[1], at[1]))

    def bounds(self, fixed: Mapping[int, Span]) -> dict[int, Span]:
        """Between which numbers slots lie that had no bound; *fixed*: between which all do."""
        by: dict[int, Span] = {}
        opened = set[int]()
        for slot, local in self.used:
            if local in self.other or self.sums[local][0] != slot:
                opened.add(slot)
            else:
                by[slot] = wider(by.get(slot), self.sums[local][1])
        out: dict[int, Span] = {}
        for slot, (low, high) in fixed.items():
            if max(-low, high) < k.LARGEST or slot in opened or any(a <= slot <= b for a, b in self.open):
                continue
            less, more = by.get(slot, (0, 0))
            lowest, highest = self.to.get(slot, (0, 0))
            down = min(lowest, -START) + OFTEN * min(less, 0)
            up = max(highest, START) + OFTEN * max(more, 0)
            if down > -k.LARGEST - less and up < k.LARGEST - more:
                out[slot] = max(low, down), min(high, up)
        return out


def added_to(value: ast.expr, known: Known) -> int | None:
    """The slot to which something is added in it."""
    match value:
        case ast.BinOp(left=ast.Subscript(value=ast.Name(id=row), slice=ast.Constant(value=int() as v)), op=ast.Add()) if (
                row == STATE):
            return v
        case ast.BinOp(left=ast.Name(id=name), op=ast.Add()):
            return next((v for (where, v), x in known.slots.items() if where == "" and type(x) is ast.Name and x.id == name), None)
    return None


def wider(a: Span | None, b: Span) -> Span:
    return b if a is None else (min(a[0], b[0]), max(a[1], b[1]))
