"""Where a state keeps its cards, and what is known of those that lie in one place."""

import ast
from collections.abc import Mapping

from attrs import frozen

from interpreter.optimise.known import Span
from interpreter.optimise.nodes import STATE, constant


@frozen
class Cards:
    """Zones are told by number. After the slots ``following`` and ``before`` stands, by card and then by zone, which card
    comes next and which came before; a number from ``number`` on stands for the end of a zone. ``unmixed``: zones in
    which no card is ever mixed with others; ``single``: those with one card at most; ``doubtful``: those that an address with
    a number in it may name though another one is meant. ``arrays``: by what is added to a card, which slots that may come
    to; ``ranges``: what is added to a zone lies in the same one of them as all slots that it may come to."""

    number: int = 0
    zones: int = 0
    following: int = -1
    before: int = -1
    mixed: int = -1
    unmixed: frozenset[int] = frozenset()
    single: frozenset[int] = frozenset()
    doubtful: frozenset[int] = frozenset()
    arrays: Mapping[int, Span] = {}
    ranges: tuple[Span, ...] = ()

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

    def reach(self, at: ast.expr) -> Span | None:
        """Which slots a place in the state that is told by a card or a zone may be."""
        if type(at) is not ast.BinOp or type(at.op) is not ast.Add:
            return None
        v, u = constant(at.right), constant(at.left)
        place = v if v is not None else u
        if place is None:
            return None
        return self.arrays.get(place) or next((x for x in self.ranges if x[0] <= place <= x[1]), None)

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
