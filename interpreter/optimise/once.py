"""One walk through one function, statement by statement, with what is known where the walk has come to."""

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from interpreter import slots as k
from interpreter.optimise.ahead import Ahead
from interpreter.optimise.answers import Ending, Put, goes_on, place_in
from interpreter.optimise.asked import asked_first, worked_out_first
from interpreter.optimise.bodies import Body
from interpreter.optimise.budget import SMALL_COST, cost_of, is_guard
from interpreter.optimise.choices import joined
from interpreter.optimise.dead import without_dead
from interpreter.optimise.fold import Fold, denied
from interpreter.optimise.forms import conditions, is_marks, is_options, is_settling
from interpreter.optimise.known import MOST, UNKEPT, Either, Known, Slot, Span
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
    calls,
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
from interpreter.optimise.tables import tabled

if TYPE_CHECKING:
    from interpreter.optimise.simplify import Simplify

ANSWER = "answer_"  # the local for the value of a function that is copied in
COPIED = 160  # nodes of a function that is copied in where it is called
VALUED = 700  # nodes of a function that is copied in where somebody has just answered


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
                return self.set_local(x, name, known, rest)
            case ast.Assign(targets=[ast.Subscript() as target]):
                return self.set_slot(x, target, known)
            case ast.AugAssign():
                return self.changed(x, known)
            case ast.If():
                return self.branches(x, known, rest)
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
                return self.alone(call, known, rest)
            case ast.Expr() | ast.Pass():
                return []  # a docstring
            case ast.Break() | ast.Continue():
                return [x]
        raise TypeError(f"{type(x).__name__} in emitted text")

    def set_local(self, x: ast.Assign, name: str, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
        value = self.fold.value(x.value, known)
        if calls(value):
            if self.answered(name, value, rest):
                return []
            asked = worked_out_first(ast.Assign(x.targets, value), self.fits, self.new_local)
            if asked is not None:
                rest += asked[::-1]
                return []
        once = self.written[name] == 1 and name not in self.params
        if self.timeless(value, turning=True):
            value = tabled(value, known, self.rules.tables, self.rules.own_tables, self.defined)
            if once:
                self.defined[name] = value
        if once and (type(value) is ast.Constant
                     or type(value) is ast.Name and self.steady(value.id) and value.id not in ("w",)):
            self.fold.alias[name] = value
            return []
        if calls(value):
            self.impure(value, known)
        elif once and self.timeless(value, reads=True):
            by, text = (known.made, ast.dump(value)) if self.timeless(value) else (known.read, self.reads(value))
            before = by.get(text)
            if before is not None:
                self.fold.alias[name] = ast.Name(before, LOAD)
                return []
            by[text] = name
        self.rules.growth.local(self.tree.name, name, value, known,
                                self.fold.span(value.right, known) if type(value) is ast.BinOp else None)
        zone, end = self.zone_of(value, known), self.rules.cards.end_of(value)
        known.forget(name)
        if zone is not None:
            known.zones[name] = zone
        if end is not None:
            known.ends[name] = end
        span = self.fold.span(value, known)
        if span is not None:
            known.spans[name] = span
        if once:
            self.tells(name, value, known)
        if once and type(value) is ast.Subscript and type(value.value) is ast.Name and value.value.id == STATE:
            slot = self.fold.slot(value.slice)
            if slot is not None and slot not in MACHINE:
                known.slots[slot] = ast.Name(name, LOAD)
        return [ast.Assign([ast.Name(name, STORE)], value)]

    def zone_of(self, value: ast.expr, known: Known) -> int | None:
        """A zone of the declaration in which the card lies; None: that is not known, or it is no card."""
        if type(value) is ast.Name:
            return known.zones.get(value.id)
        zone = self.rules.cards.zone_of(value)
        return zone if zone is not None else known.zones.get(self.rules.cards.next_to(value) or "")

    def steady(self, name: str) -> bool:
        """Whether a local keeps its value once it has one: a parameter that nobody sets, or what is set once."""
        if name.startswith(LIST):
            return False  # it grows
        if name in self.params:
            return self.written[name] == 0
        return self.written[name] == 1 and name not in self.turning

    def tells(self, name: str, value: ast.expr, known: Known) -> None:
        """Notes of which condition a local tells that has this value."""
        match value:
            case ast.IfExp(test=test, body=body, orelse=ast.Constant(value=int() as otherwise)) if self.timeless(test):
                then = known.copy()
                then.narrow(test, True)
                span = self.fold.span(body, then)
                if span is not None and not span[0] <= otherwise <= span[1]:
                    same = body.id if type(body) is ast.Name and self.steady(body.id) and self.steady(name) else ""
                    known.either[name] = Either(test, span, otherwise, same)

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

    def set_slot(self, x: ast.Assign, target: ast.Subscript, known: Known) -> list[ast.stmt]:
        value = self.fold.value(x.value, known)
        row = self.fold.value(target.value, known)
        at = self.fold.value(target.slice, known)
        if any(map(calls, (value, row, at))):
            self.impure(value, known)
        if type(row) is ast.Name and row.id == STATE:
            slot = self.fold.slot(at)
            if slot is not None and slot in known.slots:
                before = self.fold.value(known.slots[slot], known)
                if type(before) is type(value) and type(value) in (ast.Name, ast.Constant) and ast.dump(
                        before) == ast.dump(value):
                    return []
            place = self.touched(slot, at, known)
            span = self.fold.span(value, known)
            self.rules.growth.slot(self.tree.name, slot, place, value, span)
            if slot is not None and slot[0] == "" and slot not in MACHINE and span is not None:
                known.spans[slot[1]] = span
            if slot is not None and (type(value) is ast.Constant or type(value) is ast.Name and self.steady(value.id)):
                known.slots[slot] = value
            elif slot is not None and slot not in MACHINE:
                # whoever reads it takes the local
                new = self.new_local()
                known.slots[slot] = ast.Name(new, LOAD)
                if span is not None:
                    known.spans[new] = span
                self.tells(new, value, known)
                return [ast.Assign([ast.Name(new, STORE)], value), ast.Assign([ast.Subscript(row, at, STORE)], ast.Name(new, LOAD))]
        elif is_options(row):
            if not is_marks(row):
                self.put.append((place_in(at, self.rules.wide), self.fold.span(value, known)))
        else:
            known.changed()  # perhaps the same row by another name
        if type(value) is ast.Subscript and not calls(value) and ast.dump(value) == ast.dump(ast.Subscript(row, at, LOAD)):
            return []  # it is that already
        return [ast.Assign([ast.Subscript(row, at, STORE)], value)]

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

    def changed(self, x: ast.AugAssign, known: Known) -> list[ast.stmt]:
        value = self.fold.value(x.value, known)
        if type(x.target) is ast.Name:
            name = x.target.id
            if calls(value):
                self.impure(value, known)
            self.rules.growth.local(self.tree.name, name, None, known, None)
            new = self.fold.binary(self.fold.value(ast.Name(name, LOAD), known), x.op, value)
            span = self.fold.span(new, known)
            known.forget(name)
            if span is not None:
                known.spans[name] = span
                if span[0] == span[1]:
                    return [ast.Assign([ast.Name(name, STORE)], number(span[0]))]
            if type(new) is not ast.BinOp:
                return [ast.Assign([ast.Name(name, STORE)], new)]  # what was added to is 0
            return [ast.AugAssign(ast.Name(name, STORE), x.op, value)]
        assert type(x.target) is ast.Subscript
        row, at = self.fold.value(x.target.value, known), self.fold.value(x.target.slice, known)
        if any(map(calls, (value, row, at))):
            self.impure(value, known)
        if type(row) is ast.Name and row.id == STATE:
            self.rules.growth.slot(self.tree.name, None, self.touched(self.fold.slot(at), at, known), value, None)
        elif not is_options(row):
            known.changed()
        return [ast.AugAssign(ast.Subscript(row, at, STORE), x.op, value)]

    def impure(self, value: ast.expr, known: Known) -> None:
        """Something is called in it that may change the state."""
        for x in walk(value):
            if type(x) is ast.Call and not self.rules.is_quiet(x):
                if x.func.id in SETTLING and self.rules.cards.drawn:  # type: ignore[attr-defined]
                    settled(known, self.rules.cards, self.rules.frames, self.reach)
                    continue
                known.changed()
                return

    def branches(self, x: ast.If, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
        test = self.fold.truth(x.test, known)
        v = constant(test)
        if v is not None:
            rest += (x.body if v else x.orelse)[::-1]
            return []
        if calls(test):
            before = asked_first(ast.If(test, x.body, x.orelse), self.fits, self.new_local)
            if before is not None:
                rest += before[::-1]
                return []
            self.impure(test, known)
        settled = self.reads(test) if is_settling(x) and self.timeless(test, reads=True, turning=True) else None
        if settled in known.done or settled is not None and self.done_before(settled, known):
            return []
        other, told = known.copy(), known.either.copy()
        known.narrow(test, True)
        other.narrow(test, False)
        if not calls(test):
            self.equals(test, known)
        yes = self.block(x.body, known)
        no = self.block(x.orelse, other)
        if ends(yes) and not ends(no):
            known.become(other)
        elif not ends(no):
            known.meet(other)
            known.either.update(told)  # it hangs on what never changes
        if settled is not None:
            known.done.add(settled)
            *others, mixed = conditions(test)
            if others and all(self.timeless(one) for one in others):
                self.seen_to.setdefault(self.reads(mixed), []).append((settled, others))
        if not yes and not no:
            return [ast.If(test, [ast.Pass()], [])] if calls(test) else []
        if not yes:
            return [ast.If(denied(test), no, [])]
        match yes, no:
            case ([ast.Assign(targets=[ast.Name(id=a)], value=one)], [ast.Assign(targets=[ast.Name(id=b)], value=two)]) if a == b:
                self.written[a] -= 1
                return [ast.Assign([ast.Name(a, STORE)], ast.IfExp(test, one, two))]
        if len(yes) == 1 and not no and type(yes[0]) is ast.If and not yes[0].orelse:
            inner = yes[0]
            return [ast.If(ast.BoolOp(ast.And(), [*conditions(test), *conditions(inner.test)]), inner.body, [])]
        return [ast.If(test, yes, no)]

    def done_before(self, settled: str, known: Known) -> bool:
        """Whether a card that is settled if it is mixed has been seen to before, where something else held that holds here too."""
        return any(text in known.done and all(constant(self.fold.truth(one, known)) == 1 for one in others)
                   for text, others in self.seen_to.get(settled, ()))

    def equals(self, test: ast.expr, known: Known) -> None:
        """Where that condition holds, what is read in it may be the same as a local."""
        for one in conditions(test):
            match one:
                case ast.Compare(left=ast.Subscript() as read, ops=[ast.Eq()], comparators=[ast.Name(id=name)]) if (
                        self.steady(name) and type(read.slice) is not ast.Constant
                        and self.timeless(read, reads=True, turning=True)):
                    known.read.setdefault(self.reads(read), name)

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

    def alone(self, call: ast.Call, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
        """A call whose answer nobody asks for."""
        assert type(call.func) is ast.Name
        name = call.func.id
        args = [self.fold.value(a, known) for a in call.args]
        if name in self.rules.pure and not any(map(calls, args)):
            return []
        body = self.rules.bodies.get(name)
        if body is not None:
            cost = body.census.nodes
            if self.may_grow(cost) or cost <= 12:
                self.grown += cost
                self.copy_in(body, args, rest)
                return []
        call = ast.Call(ast.Name(name, LOAD), args, [])
        self.impure(call, known)
        name, args = self.rules.specialised(name, args) or (name, args)
        return [ast.Expr(ast.Call(ast.Name(name, LOAD), args, []))]

    def may_grow(self, cost: int) -> bool:
        """Whether so many nodes more may be copied in."""
        return self.grown + cost <= self.most and cost <= (COPIED if self.answer is None else VALUED)

    def answered(self, name: str, value: ast.expr, rest: list[ast.stmt]) -> bool:
        """Copies in the function whose value the local is set to, if that can be done."""
        match value:
            case ast.Call(func=ast.Name(id=called), args=args):
                body = self.rules.valued.get(called)
                if body is None or not self.fits(value):
                    return False
                self.grown += body.census.nodes
                self.copy_in(body, args, rest, name)
                return True
            case ast.IfExp(test=test, body=ast.Call(func=ast.Name(id=called)) as call, orelse=ast.Constant() as other) if (
                    called in self.rules.valued and not calls(test)):
                self.written[name] += 1
                yes, no = (ast.Assign([ast.Name(name, STORE)], y) for y in (call, other))
                rest.append(ast.If(test, [yes], [no]))
                return True
            case ast.IfExp(test=test, body=ast.Constant() as other, orelse=ast.Call() as call):
                return self.answered(name, ast.IfExp(denied(test), call, other), rest)
        return False

    def fits(self, call: ast.Call) -> bool:
        """Whether the function whose value is asked for may still be copied in."""
        body = self.rules.valued.get(call.func.id) if type(call.func) is ast.Name else None
        return body is not None and self.may_grow(body.census.nodes)

    def copy_in(self, body: Body, args: Sequence[ast.expr], rest: list[ast.stmt], target: str = "") -> None:
        """Copies in a function; *target*: the local that is set to its value."""
        self.rules.copies += 1
        number_ = self.rules.copies
        names: dict[str, ast.expr] = {}
        first: list[ast.stmt] = []
        reads = body.census.loaded
        for y, times in body.census.stored.items():
            if y == ANSWER:
                names[y] = ast.Name(target, LOAD)
                self.written[target] += times - 1
                continue
            names[y] = ast.Name(f"{y}_{number_}", LOAD)
            self.written[f"{y}_{number_}"], self.read[f"{y}_{number_}"] = times, reads[y]
        for param, arg in zip(body.params, args, strict=True):
            if type(arg) is ast.Constant or type(arg) is ast.Name and (self.steady(arg.id) or arg.id in "sw"):
                names[param] = arg
            else:
                new = f"{param}_{number_}"
                names[param] = ast.Name(new, LOAD)
                self.written[new], self.read[new] = 1, reads[param]
                first.append(ast.Assign([ast.Name(new, STORE)], arg))
        rest += [*first, *(renamed(y, names) for y in body.body)][::-1]

    def is_cost(self, x: ast.stmt) -> bool:
        return (type(x) is ast.AugAssign and is_slot(x.target, k.FUEL) and type(x.op) is ast.Sub
                and constant(x.value) is not None)
