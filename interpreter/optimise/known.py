"""What is known at a place of a function."""

import ast
from collections.abc import Mapping, Sequence

from attrs import define, field, frozen

from interpreter import slots as k
from interpreter.optimise.nodes import COMPARED, REVERSED, STATE, constant

Span = tuple[int, int]
Slot = tuple[str, int]
MOST = 1 << 62
QUIET = frozenset({k.FUEL, k.ERROR, *range(k.RNG, k.RNG + 4)})
"""Slots of the machine that only functions of the machine read."""

UNKEPT = QUIET | {k.FP}
"""Slots of which nothing is kept in mind: nobody reads them right after they are set."""

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@frozen
class Either:
    """A local that is one thing if a condition holds, which hangs on locals alone, and else a number. ``body``: between which
    numbers the one thing lies; ``local``: which other local it is, if it is one that keeps its value."""

    test: ast.expr
    body: Span | None
    otherwise: int
    local: str = ""


@define
class Known:
    """What is known at a place of a function: between which numbers a local, or a slot with that number, lies, which
    constant or local a slot of the state equals, which local an expression of locals (or, until the state changes, one that
    reads it), of which condition a local tells, which conditions a call has seen to (``done``), in which zone (or another
    one of that declaration) a card lies, or of which zone a local is the end (``zones``), which card is the first (1) or
    last (2) of exactly which zone, if it has any (``ends``), and which two locals are the same (``equal``). A slot is told
    by a number, or by a number after the place of the frame; an expression by its text."""

    spans: dict[str | int, Span] = field(factory=dict)
    slots: dict[Slot, ast.expr] = field(factory=dict)
    made: dict[str, str] = field(factory=dict)
    either: dict[str, Either] = field(factory=dict)
    read: dict[str, str] = field(factory=dict)
    done: set[str] = field(factory=set)
    zones: dict[str, int] = field(factory=dict)
    ends: dict[str, tuple[int, int]] = field(factory=dict)
    equal: dict[str, str] = field(factory=dict)

    def copy(self) -> "Known":
        return Known(self.spans.copy(), self.slots.copy(), self.made.copy(), self.either.copy(), self.read.copy(),
                     self.done.copy(), self.zones.copy(), self.ends.copy(), self.equal.copy())

    def become(self, other: "Known") -> None:
        """Knows what the other knows, and nothing else."""
        self.spans, self.slots, self.made = other.spans, other.slots, other.made
        self.either, self.read, self.done, self.zones = other.either, other.read, other.done, other.zones
        self.ends, self.equal = other.ends, other.equal

    def changed(self) -> None:
        """Anything of the state may have changed."""
        self.slots.clear()
        self.moved()
        self.spans = {place: span for place, span in self.spans.items() if type(place) is str}
        self.reads_again()

    def moved(self) -> None:
        """Some card may have been put elsewhere, or mixed with others."""
        self.zones.clear()
        self.ends.clear()

    def reads_again(self, place: Span | None = None, reach: Mapping[str, Sequence[Span]] | None = None) -> None:
        """Some slot of the state, in that place if it is told, may have changed. *reach*: by text of what is read, where."""
        if place is None or reach is None:
            self.read.clear()
            self.done.clear()
            return
        gone = {text for text in (*self.read, *self.done) if text not in reach or any(
            place[0] <= one[1] and one[0] <= place[1] for one in reach[text])}
        self.read = {text: name for text, name in self.read.items() if text not in gone}
        self.done -= gone

    def narrow(self, test: ast.expr, holds: bool) -> None:
        """That condition holds, or does not."""
        match test:
            case ast.BoolOp(values=values):
                if (type(test.op) is ast.And) == holds:
                    for one in values:
                        self.narrow(one, holds)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                self.narrow(inner, not holds)
            case ast.Name(id=name) if not holds:
                self.within(name, 0, 0)
            case ast.Subscript() if not holds and (place := place_of(test)) is not None:
                self.within(place, 0, 0)
            case ast.Name() | ast.Subscript() if holds and (place := place_of(test)) is not None:
                self.compared(place, "!=", 0)
            case ast.Compare(left=left, ops=ops, comparators=others) if holds or len(ops) == 1:
                parts = [left, *others]
                for a, op, b in zip(parts, ops, others, strict=False):
                    if type(op) not in COMPARED:
                        continue  # whether it is in a list
                    word = COMPARED[type(op)] if holds else COMPARED[REVERSED[type(op)]]
                    v, w = constant(a), constant(b)
                    if w is not None and (place := place_of(a)) is not None:
                        self.compared(place, word, w)
                    elif v is not None and (place := place_of(b)) is not None:
                        self.compared(place, MIRRORED.get(word, word), v)

    def compared(self, name: str | int, op: str, value: int) -> None:
        match op:
            case "<":
                self.within(name, -MOST, value - 1)
            case "<=":
                self.within(name, -MOST, value)
            case ">":
                self.within(name, value + 1, MOST)
            case ">=":
                self.within(name, value, MOST)
            case "=":
                self.within(name, value, value)
            case _:
                low, high = self.spans.get(name, (-MOST, MOST))
                self.within(name, low + (low == value), high - (high == value))

    def within(self, name: str | int, low: int, high: int) -> None:
        before = self.spans.get(name, (-MOST, MOST))
        low, high = max(low, before[0]), min(high, before[1])
        if low > high:
            return  # this is never reached
        self.spans[name] = low, high
        either = self.either.get(name) if type(name) is str else None
        if either is None:
            return
        assert type(name) is str
        in_body = either.body is None or not (high < either.body[0] or either.body[1] < low)
        if not low <= either.otherwise <= high:
            del self.either[name]
            self.narrow(either.test, True)
            if either.local:
                self.equal[name] = either.local
            if either.body is not None:
                self.within(name, *either.body)
        elif not in_body:
            del self.either[name]
            self.narrow(either.test, False)

    def forget(self, name: str) -> None:
        """The local has, or may have, another value from now on."""
        self.spans.pop(name, None)
        self.either.pop(name, None)
        self.zones.pop(name, None)
        self.ends.pop(name, None)
        self.equal.pop(name, None)
        for slot in [x for x, y in self.slots.items() if type(y) is ast.Name and y.id == name or x[0] == name]:
            del self.slots[slot]

    def meet(self, other: "Known") -> None:
        """Keeps what both know."""
        for name, (low, high) in list(self.spans.items()):
            there = other.spans.get(name)
            if there is None:
                del self.spans[name]
            else:
                self.spans[name] = min(low, there[0]), max(high, there[1])
        for slot, value in list(self.slots.items()):
            there_too = other.slots.get(slot)
            if there_too is None or not same(value, there_too):
                del self.slots[slot]
        self.made = {text: name for text, name in self.made.items() if other.made.get(text) == name}
        self.read = {text: name for text, name in self.read.items() if other.read.get(text) == name}
        self.either = {name: one for name, one in self.either.items() if other.either.get(name) is one}
        self.done &= other.done
        self.zones = {name: zone for name, zone in self.zones.items() if other.zones.get(name) == zone}
        self.ends = {name: end for name, end in self.ends.items() if other.ends.get(name) == end}
        self.equal = {name: same_ for name, same_ in self.equal.items() if other.equal.get(name) == same_}


def place_of(x: ast.expr) -> str | int | None:
    """The local, or the number of the slot of the state, that is read, if it stays as it is until it is set."""
    match x:
        case ast.Name(id=name):
            return name
        case ast.Subscript(value=ast.Name(id=row), slice=ast.Constant(value=int() as v)) if row == STATE and v not in UNKEPT:
            return v
    return None


def same(a: ast.expr, b: ast.expr) -> bool:
    """Whether two constants or locals are the same."""
    if type(a) is ast.Name and type(b) is ast.Name:
        return a.id == b.id
    return type(a) is ast.Constant and type(b) is ast.Constant and a.value == b.value


def of_bits(op: ast.operator, a: Span | None, b: Span | None) -> Span | None:
    """Between which numbers lies what comes of the bits of two numbers; of none below nothing."""
    if b is None or b[0] < 0 or type(op) is not ast.BitAnd and (a is None or a[0] < 0):
        return None
    match op:
        case ast.BitAnd():
            return 0, b[1] if a is None or a[0] < 0 else min(a[1], b[1])
        case ast.BitXor() if a is not None:
            return 0, (1 << max(a[1], b[1]).bit_length()) - 1
        case ast.RShift() if a is not None and b[1] < 64:
            return a[0] >> b[1], a[1] >> b[0]
    return None
