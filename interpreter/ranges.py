"""Options that differ in their last number only: kept as one row, a range, whatever can be counted through.

The last slot of a row says how many more numbers belong to it, and which slot counts them: 0 for an option that is no
range. Only games with choices among many numbers have that slot (`Layout.ranged`).
"""

from collections.abc import Iterator, Sequence

from interpreter.layout import Layout
from interpreter.walk import walk
from rulelang import game as g

FEW = 60
"""So many numbers, if they are known before play, are options of their own."""
SLOTS = 6  # bits for the slot that counts


def wide(lay: Layout, sel: g.Selector, many: bool) -> bool:
    """Whether a choice may be among many numbers that follow one another."""
    return (not many and sel.var.type.base == "number" and isinstance(sel.source, g.RangeList)
            and not bounded(lay, sel.source))


def bounded(lay: Layout, e: g.RangeList) -> bool:
    from interpreter.rooms import told

    known = told(lay, e, frozenset())
    return known is not None and known[0] <= FEW


def has_ranges(game: g.Game, lay: Layout) -> bool:
    """Whether some question of the game may have such options."""
    for x in walk(game):
        match x:
            case g.Choose() if x.who is not None and wide(lay, x.selector, x.how_many is not None):
                return True
            case g.Action() | g.Option() | g.Effect() if x.params:
                last = x.params[-1]
                if wide(lay, last.selector, last.how_many is not None):
                    return True
    return False


def total(rows: Sequence[int], n: int, size: int) -> int:
    """How many options *n* rows of that size stand for."""
    return n + sum(rows[i * size + size - 1] >> SLOTS for i in range(n))


def option(rows: Sequence[int], n: int, size: int, number: int) -> list[int]:
    """The option with that number, as a row of its own."""
    for i in range(n):
        row = list(rows[i * size : (i + 1) * size])
        more = row[-1] >> SLOTS
        if number <= more:
            return single(row, number)
        number -= more + 1
    raise IndexError(number)


def single(row: list[int], number: int) -> list[int]:
    """One of the options of a row."""
    slot = row[-1] & (1 << SLOTS) - 1
    if slot:
        row[slot] += number
    row[-1] = 0
    return row


def options(rows: Sequence[int], n: int, size: int) -> Iterator[tuple[list[int], int]]:
    """All of them; with each how many belong to its row if it is the first of it, else 0."""
    for i in range(n):
        row = list(rows[i * size : (i + 1) * size])
        more = row[-1] >> SLOTS
        for number in range(more + 1):
            yield single(row[:], number), 0 if number else more + 1
