"""Slots that are read several times before they change: read once, into a local."""

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from interpreter.optimise.known import Slot, Span
from interpreter.optimise.nodes import FRAME, STATE, mentions, renamed, walk
from interpreter.optimise.spare import heads_of


@frozen
class Ahead:
    """Looks at the statements that follow. ``slot_of``: which slot an index means; ``reach``: between which slots one lies that
    is worked out; ``is_quiet``: whether a call leaves all slots as they are."""

    slot_of: Callable[[ast.expr], Slot | None]
    reach: Callable[[ast.expr], Span | None]
    is_quiet: Callable[[ast.AST], bool]

    def read_again(self, x: ast.stmt, rest: Sequence[ast.stmt]) -> Iterator[Slot]:
        """The slots that the expressions of a statement read, and that are read again in them or in what follows, before they
        may have changed."""
        heads = heads_of(x)
        found = Counter(slot for head in heads for slot in self.read(head))
        if any(map(self.loud, heads)):
            return
        ways = [x.body, x.orelse, rest] if type(x) is ast.If else [] if type(x) in (ast.For, ast.While) else [rest]
        made = told(x, {})
        for slot, times in found.items():
            if times > 1 or any(self.later(slot, way, made) for way in ways) and (
                    type(x) is ast.If or not self.sets(x, slot, made)):
                yield slot

    def read(self, x: ast.AST) -> Iterator[Slot]:
        for y in walk(x):
            if type(y) is ast.Subscript and type(y.ctx) is ast.Load and type(y.value) is ast.Name and y.value.id == STATE:
                slot = self.slot_of(y.slice)
                if slot is not None:
                    yield slot

    def loud(self, x: ast.AST) -> bool:
        return any(type(y) is ast.Call and not self.is_quiet(y) for y in walk(x))

    def sets(self, x: ast.AST, slot: Slot, made: Mapping[str, ast.expr]) -> bool:
        """Whether it may set that slot. *made*: what locals were set to before it."""
        return any(type(y) is ast.Subscript and type(y.ctx) is ast.Store and type(y.value) is ast.Name and y.value.id == STATE
                   and self.meets(y.slice, slot, made) for y in walk(x))

    def meets(self, at: ast.expr, slot: Slot, made: Mapping[str, ast.expr]) -> bool:
        there = self.slot_of(at)
        if there is not None:
            return there == slot
        place = None if slot[0] == FRAME else self.reach(renamed(at, made))
        return place is None or place[0] <= slot[1] <= place[1]

    def later(self, slot: Slot, following: Sequence[ast.stmt], made: Mapping[str, ast.expr]) -> bool:
        """Whether these statements read it before it may have changed."""
        for x in following:
            if slot in self.read(x):
                return True
            if self.sets(x, slot, made) or self.loud(x):
                return False
            made = told(x, made)
        return False


def told(x: ast.stmt, made: Mapping[str, ast.expr]) -> Mapping[str, ast.expr]:
    """What locals are set to after that statement."""
    names = {y.id for y in walk(x) if type(y) is ast.Name and type(y.ctx) is ast.Store}
    if not names:
        return made
    out = {name: value for name, value in made.items()
           if name not in names and not mentions(value, names)}
    match x:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if not mentions(value, {name}):
            out[name] = value
    return out
