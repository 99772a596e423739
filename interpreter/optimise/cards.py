"""Where a state keeps its cards, and what is known of those that lie in one place."""

import ast

from attrs import frozen

from interpreter.optimise.known import Span
from interpreter.optimise.nodes import STATE, constant


@frozen
class Cards:
    """Zones are told by number. After the slots ``following`` and ``before`` stands, by card and then by zone, which card
    comes next and which came before; a number from ``number`` on stands for the end of a zone. ``unmixed``: zones in
    which no card is ever mixed with others; ``single``: those with one card at most; ``doubtful``: those that an address with
    a number in it may name though another one is meant."""

    number: int = 0
    zones: int = 0
    following: int = -1
    before: int = -1
    mixed: int = -1
    unmixed: frozenset[int] = frozenset()
    single: frozenset[int] = frozenset()
    doubtful: frozenset[int] = frozenset()

    @property
    def ends(self) -> Span:
        """What stands there lies between these numbers."""
        return 0, self.number + self.zones - 1

    def next_to(self, x: ast.expr) -> str | None:
        """The local for a card or an end, if that is read which lies next to it."""
        match x:
            case ast.Subscript(value=ast.Name(id=row), slice=ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=right)) if (
                    row == STATE and constant(right) in (self.following, self.before) and self.number):
                return name
        return None

    def zone_of(self, x: ast.expr) -> int | None:
        """A zone of the declaration whose first or last card is read."""
        if not (type(x) is ast.Subscript and type(x.value) is ast.Name and x.value.id == STATE):
            return None
        place, sure = constant(x.slice), True
        if place is None and type(x.slice) is ast.BinOp and type(x.slice.op) is ast.Add:
            sure = False
            v, u = constant(x.slice.right), constant(x.slice.left)
            place = v if v is not None else u
        if place is None:
            return None
        for row in (self.following, self.before):
            zone = place - row - self.number
            if 0 <= zone < self.zones and (sure or zone not in self.doubtful):
                return zone
        return None
