"""Where a state keeps its cards, and what is known of those that lie in one place."""

import ast
from collections import Counter
from collections.abc import Mapping

from attrs import frozen

from interpreter.optimise.known import Known, Span
from interpreter.optimise.nodes import STATE, constant, stores


@frozen
class Cards:
    """Zones are told by number. After the slots ``following`` and ``before`` stands, by card and then by zone, which card
    comes next and which came before, after ``lies`` in which zone a card lies; a number from ``number`` on stands for the
    end of a zone. ``unmixed``: zones in which no card is ever mixed with others; ``single``: those with one card at most;
    ``doubtful``: those that an address with a number in it may name though another one is meant. ``arrays``: by what is
    added to a card, which slots that may come to; ``ranges``: what is added to a zone lies in the same one of them as all
    slots that it may come to; ``drawn``: slots that are set when a card is settled;
    ``first``: the first slot that tells of zones and cards."""

    number: int = 0
    zones: int = 0
    following: int = -1
    before: int = -1
    mixed: int = -1
    lies: int = -1
    unmixed: frozenset[int] = frozenset()
    single: frozenset[int] = frozenset()
    doubtful: frozenset[int] = frozenset()
    arrays: Mapping[int, Span] = {}
    ranges: tuple[Span, ...] = ()
    drawn: tuple[Span, ...] = ()
    first: int = 0

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

    def end_of(self, x: ast.expr) -> tuple[int, int] | None:
        """Exactly the zone whose first (1) or last (2) card is read, if it has any."""
        if type(x) is ast.Subscript and type(x.value) is ast.Name and x.value.id == STATE:
            place = constant(x.slice)
            for row, side in ((self.following, 1), (self.before, 2)):
                if place is not None and 0 <= place - row - self.number < self.zones:
                    return place - row - self.number, side
        return None

    def goes_on(self, x: ast.While) -> str | None:
        """The local that goes from card to card up to the end of their zone, whatever is done with each."""
        body = [y for y in x.body if type(y) is ast.Assign]
        match x.test, body[:2]:
            case (ast.Compare(left=ast.Name(id=name), ops=[ast.Lt()], comparators=[ast.Constant(value=v)]), [
                    ast.Assign(targets=[ast.Name(id=card)], value=ast.Name(id=first)),
                    ast.Assign(targets=[ast.Name(id=then)], value=value)]) if (
                        v == self.number > 0 and first == name == then and self.next_to(value) in (card, name)):
                return name if Counter(stores(x.body))[name] == 1 else None
        return None

    def told(self, name: str, row: int | None, known: Known) -> int | None:
        """What stands after the slot *row* for a card that is the first or last one of a zone."""
        end = known.ends.get(name)
        span = known.spans.get(name)
        if end is None or row is None or span is None or span[1] >= self.number:
            return None
        zone, side = end
        if row == self.lies:
            return zone
        both = zone in self.single
        if row == self.following and (side == 2 or both) or row == self.before and (side == 1 or both):
            return self.number + zone
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
