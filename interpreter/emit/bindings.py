"""What a name of the rules stands for in emitted text."""

from attrs import frozen

from rulelang import game as g


@frozen
class Code:
    """An expression of the emitted text; ``null``: it may be none (-1, for numbers NO_NUMBER)."""

    text: str
    null: bool = False


@frozen
class Name:
    """A single value: a Python local or a slot."""

    text: str
    null: bool = False


@frozen
class ListAt:
    """A list kept in the state: its length at ``base``, its members after it; ``room``: slots that it may take up."""

    base: str
    room: int = 0


@frozen
class Row:
    """A constant list: ``length`` numbers of the table from ``start``."""

    table: str
    start: str
    length: str


@frozen
class Deferred:
    """A list given as an argument: the expression, with the names of the place where it was written."""

    expr: g.Expr
    env: "dict[int, Bind]"
    you: str
    this: str


@frozen
class Lists:
    """A list of lists, kept in the state: how many there are, then each with its own length first. ``depth``: how often a
    list stands in a list: 2, or more."""

    base: str
    room: int = 0
    depth: int = 2


Bind = Name | ListAt | Row | Deferred | Lists


def at_slot(bound: Bind, slot: int) -> bool:
    """Whether the name has its fixed slot, and does not stand for a candidate."""
    if isinstance(bound, Name):
        return bound.text == f"s[{slot}]"
    return isinstance(bound, ListAt | Lists) and bound.base == str(slot)


def list_at(base: str, room: int, nested: int) -> "ListAt | Lists":
    """A list kept at *base*, or with *nested* above 1 one of lists."""
    return ListAt(base, room) if nested == 1 else Lists(base, room, nested)
