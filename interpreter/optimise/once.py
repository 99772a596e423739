"""One walk through one function, statement by statement, with what is known where the walk has come to."""

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from interpreter import slots as k
from interpreter.optimise.ahead import Ahead
from interpreter.optimise.answers import Ending, Put, goes_on
from interpreter.optimise.branching import branches
from interpreter.optimise.budget import SMALL_COST, cost_of, is_guard
from interpreter.optimise.choices import joined
from interpreter.optimise.copying import alone
from interpreter.optimise.dead import without_dead
from interpreter.optimise.fold import Fold
from interpreter.optimise.forms import is_options
from interpreter.optimise.known import MOST, UNKEPT, Known, Slot, Span
from interpreter.optimise.loops import (
    circling,
    counted,
    over_list,
)
from interpreter.optimise.nodes import (
    FRAME,
    LIST,
    LOAD,
    STATE,
    STORE,
    census,
    constant,
    ends,
    is_slot,
    number,
    renamed,
    stores,
    walk,
)
from interpreter.optimise.setting import MACHINE, SETTLING, place_set, read_at, settled, touched
from interpreter.optimise.spare import spare
from interpreter.optimise.storing import changed, set_local, set_slot

if TYPE_CHECKING:
    from interpreter.optimise.simplify import Simplify


@define
class Once:
    """One walk through one function."""

    rules: "Simplify"
    tree: ast.FunctionDef
    body: Sequence[ast.stmt]
    most: int
    answer: dict[str | int, Span] | None  # not None: it is a block that goes on when somebody has answered
    last: bool  # the last walk through it
    members: Mapping[str, Span | None]  # between which numbers what is put into a list lies
    frame: int | None = None  # where the frame of the block lies, if that is always the same
    fold: Fold = field(init=False)
    written: Counter[str] = field(init=False)
    read: Counter[str] = field(init=False)
    params: set[str] = field(init=False)
    left: list[Ending] = field(factory=list)  # what is known where it ends
    put: list[Put] = field(factory=list)  # what is written into options
    found: dict[str, Span | None] = field(factory=dict)  # that, as it is found in this walk
    turns: int = 1  # how often what is looked at runs, in the loops around it
    grown: int = 0

    def run(self) -> list[ast.stmt]:
        self.fold = Fold(self.rules.tables, self.rules.fixed, self.rules.inline, self.rules.cards, special=self.rules.specialised,
                         frames=(self.rules.frames, (self.rules.lists or MOST) - 1), beyond=self.rules.beyond)
        self.params = {a.arg for a in self.tree.args.args}
        found = census(self.body)
        self.written, self.read, self.grown = found.stored, found.loaded, found.nodes
        known = Known(dict(self.answer or {}))
        if self.frame is not None:
            known.spans[FRAME] = self.frame, self.frame
        out = self.block(self.body, known)
        out = without_dead(out)
        spare(out, self.params)
        return out

    # ------------------------------------------------------------------------------ statements

    def block(self, body: Sequence[ast.stmt], known: Known) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        rest = list(body)[::-1]
        while rest:
            x = rest.pop()
            if self.is_cost(x):
                guard = rest[-1] if rest and is_guard(rest[-1]) else None
                if guard is None and cost_of(x) * self.turns <= SMALL_COST:
                    continue
            if self.last and self.answer is not None:
                out += self.read_before(x, rest[::-1], known)
            made = self.statement(x, known, rest)
            for y in made:
                if joined(out, y, self.written):
                    continue
                out.append(y)
            if ends(out):
                break
        return out

    def read_before(self, x: ast.stmt, rest: Sequence[ast.stmt], known: Known) -> list[ast.stmt]:
        """What it reads of the state becomes a local, if that is read again."""
        out: list[ast.stmt] = []
        ahead = Ahead(self.fold.slot, lambda at: place_set(None, at, known, self.fold, self.rules.frames), self.rules.is_quiet)
        for slot in ahead.read_again(x, rest):
            where, v = slot
            if slot not in known.slots and (where == FRAME or k.ANS <= v < self.rules.frames or (
                    self.frame is not None and self.fold.frames[0] <= v <= self.fold.frames[1])):
                value = ast.Subscript(ast.Name(STATE, LOAD), ast.BinOp(ast.Name(FRAME, LOAD), ast.Add(), number(v)) if where
                                      else number(v), LOAD)
                new = self.new_local()
                known.slots[slot] = ast.Name(new, LOAD)
                span = self.fold.span(value, known)
                if span is not None:
                    known.spans[new] = span
                out.append(ast.Assign([ast.Name(new, STORE)], value))
        return out

    def statement(self, x: ast.stmt, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
        """What comes of it; what is to be looked at first of all from now on is put at the end of *rest*."""
        match x:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=elts)):
                elts = [self.fold.value(y, known) for y in elts]
                self.put_into(name, elts, known)
                return [ast.Assign([ast.Name(name, STORE)], ast.List(elts, LOAD))]
            case ast.Assign(targets=[ast.Name(id=name)]):
                return set_local(self, x, name, known, rest)
            case ast.Assign(targets=[ast.Subscript() as target]):
                return set_slot(self, x, target, known)
            case ast.AugAssign():
                return changed(self, x, known)
            case ast.If():
                return branches(self, x, known, rest)
            case ast.For(iter=ast.Name(id=name)):
                return over_list(self, x, name, known, rest)
            case ast.For():
                return counted(self, x, known, rest)
            case ast.While():
                return circling(self, x, known, rest)
            case ast.Return(value=value):
                value = None if value is None else self.fold.value(value, known)
                self.left.append((goes_on(value, known), self.fold.told(known, self.rules.cards.first)))
                return [ast.Return(value)]
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)) as func, args=[value])):
                value = self.fold.value(value, known)
                self.put_into(name, [value], known)
                return [ast.Expr(ast.Call(renamed(func, {}), [value], []))]
            case ast.Delete():
                return [x]
            case ast.Expr(value=ast.Call() as call):
                return alone(self, call, known, rest)
            case ast.Expr() | ast.Pass():
                return []  # a docstring
            case ast.Break() | ast.Continue():
                return [x]
        raise TypeError(f"{type(x).__name__} in emitted text")

    def steady(self, name: str) -> bool:
        """Whether a local keeps its value once it has one: a parameter that nobody sets, or what is set once."""
        if name.startswith(LIST):
            return False  # it grows
        if name in self.params:
            return self.written[name] == 0
        return self.written[name] == 1 and name not in self.turning

    def timeless(self, value: ast.expr, reads: bool = False, turning: bool = False) -> bool:
        """Whether it is the same wherever it stands: it reads only constants, and locals that keep their value. *reads*: and
        the state; *turning*: and locals that keep it for a round of a loop."""
        for x in walk(value):
            if type(x) is ast.Call:
                return False
            if type(x) is ast.Subscript:
                if not (type(x.value) is ast.Name and (x.value.id in self.rules.tables or reads and x.value.id == STATE
                                                       and constant(x.slice) not in UNKEPT)):
                    return False
            elif type(x) is ast.Name and x.id not in self.rules.tables and x.id != STATE and not self.steady(x.id) and not (
                    turning and x.id in self.turning and self.written[x.id] == 1):
                return False
        return True

    turning: set[str] = field(factory=set)  # variables of loops that are not written out
    seen_to: dict[str, list[tuple[str, list[ast.expr]]]] = field(factory=dict)  # what is asked as part of more, with the rest
    reach: dict[str, list[Span]] = field(factory=dict)  # where a text reads the state
    defined: dict[str, ast.expr] = field(factory=dict)  # locals that keep their value, by what it is worked out from

    def new_local(self) -> str:
        self.rules.copies += 1
        name = f"q{self.rules.copies}_"
        self.written[name] = 1
        return name

    def touched(self, slot: Slot | None, at: ast.expr, known: Known) -> Span | None:
        """A slot of the state is set, between these places; None: that cannot be told."""
        first = at.left if type(at) is ast.BinOp else at
        above = self.defined.get(first.id) if type(first) is ast.Name else None
        if above is not None and self.fold.slot(above) is not None:
            at = above  # a place in the frame that is put on top
        return touched(slot, at, known, self.fold, self.rules.frames, self.reach)

    def reads(self, x: ast.expr) -> str:
        """Its text; where it reads the state is noted."""
        text = ast.dump(x)
        if text not in self.reach:
            found = read_at(x, self.rules.cards)
            if found is not None:
                self.reach[text] = found
        return text

    def impure(self, value: ast.expr, known: Known) -> None:
        """Something is called in it that may change the state."""
        for x in walk(value):
            if type(x) is ast.Call and not self.rules.is_quiet(x):
                if x.func.id in SETTLING and self.rules.cards.drawn:  # type: ignore[attr-defined]
                    settled(known, self.rules.cards, self.rules.frames, self.reach)
                    continue
                known.changed()
                return

    def leave_open(self, body: Sequence[ast.stmt], known: Known) -> None:
        """It may have run any number of times."""
        for name in set(stores(body)):
            known.forget(name)
        changed = self.changed_slots(body)
        if changed is None:
            known.changed()
            return
        if changed - MACHINE:
            known.reads_again()
        for slot in changed:
            known.slots.pop(slot, None)
            known.spans.pop(slot[1], None)

    def changed_slots(self, body: Sequence[ast.stmt]) -> set[Slot] | None:
        """The slots of the state that it may set; None: that cannot be told."""
        out: set[Slot] = set()
        for statement in body:
            for x in walk(statement):
                if type(x) is ast.Call and not self.rules.is_quiet(x):
                    return None
                if type(x) is ast.Subscript and type(x.ctx) is ast.Store:
                    if is_options(x.value):
                        continue
                    slot = self.fold.slot(x.slice) if type(x.value) is ast.Name and x.value.id == STATE else None
                    if slot is None:
                        return None
                    out.add(slot)
        return out

    def put_into(self, name: str, values: Sequence[ast.expr], known: Known) -> None:
        """These are put into the list."""
        for value in values:
            span, before = self.fold.span(value, known), self.found.get(name, (MOST, -MOST))
            self.found[name] = None if span is None or before is None else (min(before[0], span[0]), max(before[1], span[1]))

    def own(self, body: Sequence[ast.stmt]) -> list[str]:
        """The locals that are set and read nowhere but in that body."""
        found = census(body)
        return [name for name, times in found.stored.items()
                if self.written[name] == times and self.read[name] == found.loaded[name] and name not in self.params]

    def round_names(self, own: Sequence[str]) -> dict[str, ast.Name]:
        """Names for the locals of one more round of a loop, set and read as often as those they stand for."""
        self.rules.copies += 1
        names = {y: ast.Name(f"{y}_{self.rules.copies}", LOAD) for y in own}
        for old, new in names.items():
            self.written[new.id], self.read[new.id] = self.written[old], self.read[old]
        return names

    def is_cost(self, x: ast.stmt) -> bool:
        return (type(x) is ast.AugAssign and is_slot(x.target, k.FUEL) and type(x.op) is ast.Sub
                and constant(x.value) is not None)
