"""Where the frames of blocks lie: most phases begin in one way only, so that their slots have numbers."""

import ast
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from attrs import define, field

from interpreter import slots as k
from interpreter.optimise.nodes import FRAME, STATE, constant, ends, is_slot, stores, walk

Place = tuple[str, int, int]
"""A place, as far as a text tells it: ("block", n, d) so far above the frame of a block, ("slot", n, 0) what a slot holds,
("at", 0, d) a number."""

UNSURE = -1


def frame_places(blocks: Mapping[int, ast.FunctionDef], others: Mapping[str, ast.FunctionDef], start: int, first: int,
                 tables: Mapping[str, Sequence[int]]) -> dict[int, int]:
    """By block, where its frame begins whenever it runs, of those of which that can be told.

    Args:
        blocks: those of play, by number, as emitted: each is told from the others only.
        others: the functions that are called.
        start: the block with which a match begins.
        first: where the frame lies then.
        tables: the constants of the text.
    """
    ways = Ways(unsteady(others), tables)
    for number, tree in blocks.items():
        ways.chosen = chosen(tree, tables)
        ways.block({FRAME: ("block", number, 0)}, ("block", number, 0), tree.body)
    for tree in others.values():
        for x in walk(tree):
            ways.note(x, {})
    return ways.places(start, first) if ways.told else {}


def unsteady(functions: Mapping[str, ast.FunctionDef]) -> set[str]:
    """The functions that change which frame is on top, by themselves or by others."""
    out = {name for name, tree in functions.items() if any(sets_top(x) for x in walk(tree))}
    while more := {name for name, tree in functions.items() if name not in out and any(
            type(x) is ast.Call and type(x.func) is ast.Name and x.func.id in out for x in walk(tree))}:
        out |= more
    return out


def chosen(tree: ast.FunctionDef, tables: Mapping[str, Sequence[int]]) -> dict[str, str]:
    """The locals that are set once, to what stands in a table: which one."""
    times = Counter(stores(tree.body))
    return {x.targets[0].id: x.value.value.id for x in walk(tree) if type(x) is ast.Assign and type(x.targets[0]) is ast.Name
            and times[x.targets[0].id] == 1 and type(x.value) is ast.Subscript and type(x.value.value) is ast.Name
            and x.value.value.id in tables}


def sets_top(x: ast.AST) -> bool:
    return type(x) is ast.Subscript and type(x.ctx) is ast.Store and is_slot(x, k.FP)


@define
class Ways:
    """How blocks lead to each other. ``after``: by block, where its frame lies on each way to it; ``held``: by slot, what it is
    set to; ``told``: all ways have been understood."""

    unsteady: Collection[str]
    tables: Mapping[str, Sequence[int]]
    after: dict[int, list[Place | None]] = field(factory=dict)
    held: dict[int, list[Place | None]] = field(factory=dict)
    told: bool = True
    chosen: dict[str, str] = field(factory=dict)  # by local of the block: of which table it is one

    def block(self, known: dict[str, Place | None], top: Place | None, body: Sequence[ast.stmt]) -> Place | None:
        """Looks at statements; *known*: what locals hold, which changes; *top*: where the frame on top lies, also behind them."""
        for x in body:
            match x:
                case ast.If():
                    if self.changes_top(x.test):
                        top = None
                    one, two = known.copy(), known.copy()
                    yes, no = self.block(one, top, x.body), self.block(two, top, x.orelse)
                    if ends(x.body):
                        one, yes = two, no
                    elif ends(x.orelse):
                        two, no = one, yes
                    known.update({name: place if two.get(name) == place else None for name, place in one.items()})
                    top = yes if yes == no else None
                case ast.For() | ast.While():
                    known.update(dict.fromkeys(stores([x])))
                    if any(self.changes_top(y) for y in walk(x)):
                        top = None
                    self.block(known.copy(), top, x.body)
                    known.update(dict.fromkeys(stores([x])))
                case ast.Return(value=ast.UnaryOp(op=ast.USub(), operand=ast.Constant())):
                    pass  # it stops
                case ast.Return(value=ast.expr() as value):
                    number = constant(value)
                    if type(value) is ast.Name and value.id in self.chosen:
                        for v in {v for v in self.tables[self.chosen[value.id]] if v >= 0}:
                            self.after.setdefault(v, []).append(top)
                    elif number is None:
                        # a frame that is over goes on with what was noted in the one below
                        self.told &= type(value) is ast.Subscript and type(value.slice) is ast.Name and (
                            known.get(value.slice.id, top) == ("below", 0, 0) == top)
                    elif number >= 0:
                        self.after.setdefault(number, []).append(top)
                case ast.Assign(targets=[ast.Subscript() as target], value=value) if is_slot(target, k.FP):
                    top = self.place(value, known)
                case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=row), slice=ast.Name(id=name))], value=value) if (
                        row == STATE and name == FRAME):
                    number = constant(value)
                    self.told &= number is not None
                    if number is not None:
                        self.after.setdefault(number, []).append(known.get(FRAME))
                case _:
                    if self.changes_top(x):
                        top = None
                    self.note(x, known)
                    if type(x) is ast.Assign and type(x.targets[0]) is ast.Name:
                        known[x.targets[0].id] = self.place(x.value, known)
                    else:
                        known.update(dict.fromkeys(stores([x])))
        return top

    def changes_top(self, x: ast.AST) -> bool:
        return any(type(y) is ast.Call and type(y.func) is ast.Name and y.func.id in self.unsteady or sets_top(y)
                   for y in walk(x))

    def note(self, x: ast.AST, known: Mapping[str, Place | None]) -> None:
        """A slot with a number is set."""
        match x:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=row), slice=ast.Constant(value=int() as at))],
                            value=value) if row == STATE:
                self.held.setdefault(at, []).append(self.place(value, known))
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=row), slice=ast.Constant(value=int() as at))) if row == STATE:
                self.held.setdefault(at, []).append(None)

    def place(self, x: ast.expr, known: Mapping[str, Place | None]) -> Place | None:
        match x:
            case ast.Name(id=name):
                return known.get(name)
            case ast.Constant(value=int() as v):
                return "at", 0, v
            case ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=ast.Constant(value=int() as v)):
                before = known.get(name)
                return (before[0], before[1], before[2] + v) if before is not None and before[0] == "block" else None
            case ast.Subscript(value=ast.Name(id=row), slice=ast.Constant(value=int() as v)) if row == STATE:
                return "slot", v, 0
            case ast.Subscript(value=ast.Name(id=row), slice=ast.BinOp(
                    left=ast.Name(id=name), right=ast.Constant(value=k.CALLER))) if row == STATE and name == FRAME:
                return "below", 0, 0
        return None

    def places(self, start: int, first: int) -> dict[int, int]:
        """Follows all ways from the first block on."""
        found = {start: first}
        while True:
            now = {start: first}
            for number, ways in self.after.items():
                seen = {self.at(way, found) for way in ways} - {None}
                if number == start:
                    seen.add(first)
                if seen:
                    now[number] = seen.pop() if len(seen) == 1 else UNSURE  # type: ignore[assignment]
            if now == found:
                return {number: place for number, place in found.items() if place != UNSURE}
            found = now

    def at(self, way: Place | None, found: Mapping[int, int]) -> int | None:
        """Where a frame lies; None: nobody comes there yet."""
        if way is None or way[0] == "below":
            return UNSURE
        kind, number, more = way
        if kind == "at":
            return more
        if kind == "block":
            base = found.get(number)
            return base if base is None or base == UNSURE else base + more
        seen = {self.at(one, found) if one is None or one[0] != "slot" else UNSURE for one in self.held.get(number, [])}
        seen -= {None, 0}  # nobody jumps to a phase that does not run
        return None if not seen else seen.pop() if len(seen) == 1 else UNSURE
