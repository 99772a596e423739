"""One function, made simpler: what is known is put in, short loops are written out, what nobody reads is left out.

What a function does to the state, and when it stops, stays the same. What it spends of the budget of steps does not: a
loop of a few rounds that are known beforehand costs nothing.
"""

import ast
from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import define, field

from interpreter import slots as k
from interpreter.optimise.ahead import Ahead
from interpreter.optimise.answers import Ending, Put, goes_on, place_in
from interpreter.optimise.asked import asked_first, worked_out_first
from interpreter.optimise.bodies import Body, one_value, only_tries, setting, without_returns
from interpreter.optimise.budget import cost_of, is_guard, paid_before, without_guard
from interpreter.optimise.cards import Cards
from interpreter.optimise.choices import joined
from interpreter.optimise.dead import without_dead
from interpreter.optimise.fold import Fold, denied
from interpreter.optimise.forms import conditions, is_marks, is_options, is_settling, leaves, unbroken
from interpreter.optimise.growth import Growth
from interpreter.optimise.hoist import Hoist, read_once
from interpreter.optimise.known import MOST, QUIET, UNKEPT, Either, Known, Slot, Span
from interpreter.optimise.nodes import (
    FRAME,
    LIST,
    LOAD,
    STATE,
    STORE,
    calls,
    constant,
    ends,
    is_slot,
    loads,
    number,
    renamed,
    size,
    stores,
    walk,
)
from interpreter.optimise.setting import MACHINE, SETTLING, moves, place_set, read_at, settled, touched
from interpreter.optimise.spare import spare
from interpreter.optimise.tables import tabled

ANSWER = "answer_"  # the local for the value of a function that is copied in
PAST = "_past"  # after the name of a function that was copied in: called from behind its guard, or when it has to go on
ROUNDS = 16  # a loop of so many rounds may be written out
WRITTEN = 640  # nodes that it may then have
COPIED = 160  # nodes of a function that is copied in where it is called
VALUED = 700  # nodes of a function that is copied in where somebody has just answered
SPECIAL = 700  # nodes of a function that is written anew for constant arguments
SPECIALS = 12  # times that one function may be
GUARDED = 40  # nodes from which on a function is only called if there is anything to do
PAID = 1000  # rounds that may be paid for beforehand
SMALL_COST = 2000  # steps of the budget that need not be counted, in all turns of the loops around them


CALM = frozenset({"settle", "settle_past", "steady", "fresh", "pick", "below", "audience", "one_alike", "range", "len"})
"""What changes no order of cards, besides what is found."""


@define
class Simplify:
    """Simplifies functions of one text. The arguments are those of `Fold`; ``frames``: below this no slot is one of a frame;
    ``wide``: numbers of an option; ``put``: what a function writes into options; ``left``: what is known where it ends;
    ``calm``: functions that change no order of cards; ``bodies``: what may be copied in; ``valued``: what may where its value
    is asked for; ``pure``: functions that change nothing; ``quiet``: nothing but the budget of steps, whether it is spent, and
    the generator."""

    tables: dict[str, tuple[int, ...]]
    fixed: Mapping[int, Span]
    frames: int = 0
    cards: Cards = Cards()
    wide: int = 0
    put: dict[str, list[Put]] = field(factory=dict)
    left: dict[str, list[Ending]] = field(factory=dict)
    growth: Growth = field(factory=Growth)
    calm: set[str] = field(factory=lambda: set(CALM))
    own_tables: dict[tuple[int, ...], str] = field(factory=dict)  # made here, by what stands in them
    inline: dict[str, tuple[tuple[str, ...], ast.expr]] = field(factory=dict)
    bodies: dict[str, Body] = field(factory=dict)
    valued: dict[str, Body] = field(factory=dict)
    pure: set[str] = field(factory=set)
    quiet: set[str] = field(factory=set)
    guarded: set[str] = field(factory=set)
    copies: int = 0
    learned: dict[str, ast.FunctionDef] = field(factory=dict)
    special: dict[tuple[object, ...], str | None] = field(factory=dict)  # by function and arguments
    made: dict[str, ast.FunctionDef] = field(factory=dict)  # functions for constant arguments
    origin: dict[str, str] = field(factory=dict)  # of these

    def function(self, tree: ast.FunctionDef, most: int = 2500, rounds: int = 2,
                 answer: dict[str | int, Span] | None = None) -> ast.FunctionDef:
        """A new, simpler function. *most*: nodes beyond which nothing more is copied in; *answer*: of a block that goes on when
        somebody has answered, what is known of the slots of the answer."""
        body, members = tree.body, dict[str, Span | None]()
        for turn in range(rounds):
            one = Once(self, tree, body, most, answer, turn == rounds - 1, members)
            body, members = one.run(), one.found
        self.put[tree.name], self.left[tree.name] = one.put, one.left
        return ast.FunctionDef(tree.name, tree.args, body or [ast.Return(number(0))], [])

    def specialised(self, name: str, args: list[ast.expr]) -> tuple[str, list[ast.expr]] | None:
        """The function for those of the arguments that are constant, and the others; None: it would not be much shorter."""
        tree = self.learned.get(name)
        known = [constant(a) for a in args]
        if tree is None or all(v is None for v in known):
            return None
        params = [a.arg for a in tree.args.args]
        set_there = set(stores(tree.body))
        known = [None if p in set_there else v for p, v in zip(params, known, strict=True)]
        key = (name, *known)
        if key not in self.special:
            self.special[key] = None
            before = size(tree.body)
            if before <= SPECIAL and sum(1 for x in self.origin.values() if x == name) < SPECIALS:
                values: dict[str, ast.expr] = {p: number(v) for p, v in zip(params, known, strict=True) if v is not None}
                left = [a for a, v in zip(tree.args.args, known, strict=True) if v is None]
                new = f"{name}_for_{len(self.special)}"
                made = self.function(ast.FunctionDef(
                    new, ast.arguments([], left, None, [], [], None, []), [renamed(x, values) for x in tree.body], []))
                if 20 * size(made.body) <= 19 * before:
                    self.special[key], self.made[new], self.origin[new] = new, made, name
                    self.learn(made)
        found = self.special[key]
        return None if found is None else (found, [a for a, v in zip(args, known, strict=True) if v is None])

    def learn(self, tree: ast.FunctionDef) -> None:
        """A simplified function may stand where it is called, if it is short."""
        self.learned[tree.name] = tree
        if all(self.is_quiet(x) for x in walk(tree)):
            self.quiet.add(tree.name)
        if self.is_calm(tree.body):
            self.calm |= {tree.name, tree.name + PAST}
        params = tuple(a.arg for a in tree.args.args)
        set_here = set(stores(tree.body))
        value = one_value(tree.body)
        if value is not None and not calls(value):
            self.pure.add(tree.name)
        if value is not None and size([value]) <= 80:
            self.inline[tree.name] = params, value
            return
        if not set_here & set(params) and size(tree.body) <= VALUED:
            self.value_body(tree, params)
        plain = without_returns(tree.body)
        match plain:
            case [ast.If(test=test, orelse=[])] if not calls(test) and size(plain) > GUARDED and not set_here & set(params):
                # whether there is anything to do is asked where it is called
                call = ast.Call(ast.Name(tree.name + PAST, LOAD), [ast.Name(p, LOAD) for p in params], [])
                self.bodies[tree.name] = Body(params, (ast.If(test, [ast.Expr(call)], []),))
                self.guarded.add(tree.name)
                return
        if plain is not None and size(plain) <= VALUED and not set_here & set(params):
            self.bodies[tree.name] = Body(params, tuple(plain))

    def value_body(self, tree: ast.FunctionDef, params: tuple[str, ...]) -> None:
        """A function may stand where its value is asked for."""
        again = ast.Call(ast.Name(tree.name + PAST, LOAD), [ast.Name(p, LOAD) for p in params], [])
        several = only_tries(tree.body)
        body = setting(tree.body, ANSWER, again if several else None)
        if body is not None:
            self.valued[tree.name] = Body(params, tuple(body))
            self.guarded |= {tree.name} if several else set()

    def is_calm(self, body: Sequence[ast.stmt]) -> bool:
        """Whether no card is put elsewhere in it."""
        for statement in body:
            for x in walk(statement):
                if type(x) is ast.Call and not (type(x.func) is ast.Name and x.func.id in self.calm):
                    return False
                if (type(x) is ast.Subscript and type(x.ctx) is ast.Store and type(x.value) is ast.Name
                        and not is_options(x.value) and not self.is_apart(x)):
                    place = self.cards.reach(x.slice)
                    if place is None or moves(self.cards, place):
                        return False
        return True

    def is_apart(self, x: ast.Subscript) -> bool:
        """Whether it is a slot of the machine or of a frame, or of a list above them."""
        first = x.slice
        while type(first) is ast.BinOp and type(first.op) is ast.Add:
            v = constant(first.right)
            if v is not None and v >= self.frames > 0:
                return True
            first = first.left
        v = constant(first)
        return type(first) is ast.Name and first.id == FRAME or v is not None and (v < k.FIXED or v >= self.frames > 0)

    def walks(self, x: ast.While) -> bool:
        """Whether it walks through the cards of one place, which ends."""
        match x.test:
            case ast.Compare(left=ast.Name(id=at), ops=[ast.Lt()], comparators=[ast.Constant(value=v)]) if (
                    v == self.cards.number > 0):
                pass
            case _:
                return False
        for y in x.body:
            match y:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript(
                        value=ast.Name(id="s"), slice=ast.BinOp(left=a, op=ast.Add(), right=b))) if (
                            name == at and self.cards.following in (constant(a), constant(b))):
                    return self.is_calm(x.body)
        return False

    def is_quiet(self, x: ast.AST) -> bool:
        """Whether it changes nothing that anybody else reads."""
        match x:
            case ast.Subscript(ctx=ast.Store()):
                return type(x.value) is ast.Name and x.value.id == STATE and constant(x.slice) in QUIET
            case ast.Call(func=ast.Name(id=name)):
                return name.removesuffix(PAST) in self.quiet or name in ("range", "len")
        return True


@define
class Once:
    """One walk through one function."""

    rules: Simplify
    tree: ast.FunctionDef
    body: Sequence[ast.stmt]
    most: int
    answer: dict[str | int, Span] | None  # not None: it is a block that goes on when somebody has answered
    last: bool  # the last walk through it
    members: Mapping[str, Span | None]  # between which numbers what is put into a list lies
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
        self.fold = Fold(self.rules.tables, self.rules.fixed, self.rules.inline, self.rules.cards, special=self.rules.specialised)
        self.params = {a.arg for a in self.tree.args.args}
        self.written = Counter(stores(self.body))
        self.read = Counter(loads(self.body))
        self.grown = size(self.body)
        out = self.block(self.body, Known(dict(self.answer or {})))
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
            if slot not in known.slots and (where == FRAME or k.ANS <= v < self.rules.frames):
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
                return self.over_list(x, name, known, rest)
            case ast.For():
                return self.counted(x, known, rest)
            case ast.While():
                return self.circling(x, known, rest)
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
        elif once and self.timeless(value):
            text = ast.dump(value)
            before = known.made.get(text)
            if before is not None:
                self.fold.alias[name] = ast.Name(before, LOAD)
                return []
            known.made[text] = name
        elif once and self.timeless(value, reads=True):
            text = self.reads(value)
            before = known.read.get(text)
            if before is not None:
                self.fold.alias[name] = ast.Name(before, LOAD)
                return []
            known.read[text] = name
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
        if settled in known.done:
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

    def equals(self, test: ast.expr, known: Known) -> None:
        """Where that condition holds, what is read in it may be the same as a local."""
        for one in conditions(test):
            match one:
                case ast.Compare(left=ast.Subscript() as read, ops=[ast.Eq()], comparators=[ast.Name(id=name)]) if (
                        self.steady(name) and type(read.slice) is not ast.Constant
                        and self.timeless(read, reads=True, turning=True)):
                    known.read.setdefault(self.reads(read), name)

    def circling(self, x: ast.While, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
        if type(x.body[-1]) is ast.Break:
            once = without_guard(x.body[:-1])
            if not leaves(once):  # a single round
                rest.append(ast.If(x.test, once or [ast.Pass()], []))
                return []
        if is_guard(x.body[min(1, len(x.body) - 1)]) and self.rules.walks(x):
            x = ast.While(x.test, without_guard(x.body), [])
        if known.zones.get(self.rules.cards.goes_on(x) or "") in self.rules.cards.single:
            only = unbroken(without_guard(x.body))
            if only is not None:
                rest.append(ast.If(x.test, only or [ast.Pass()], []))
                return []
        first = self.taken_out(x.body, known)
        walks = self.rules.walks(x)
        card = x.test.left.id if walks else ""  # type: ignore[attr-defined]
        zone = known.zones.get(card)
        before = known.copy()
        self.leave_open(x.body, known)
        test = self.fold.truth(x.test, known)
        inner = known.copy()
        if walks:
            inner.spans[card] = self.rules.cards.ends
            if zone is not None:
                inner.zones[card] = zone
        inner.narrow(test, True)
        body = self.looped(x.body, inner, SMALL_COST + 1)
        first += self.same_in_all(body, before)
        self.leave_open(x.body, known)
        return [*first, ast.While(test, body or [ast.Pass()], [])]

    def looped(self, body: Sequence[ast.stmt], known: Known, times: int) -> list[ast.stmt]:
        """The body of a loop that runs so many times."""
        self.turns *= times
        made = self.block(body, known)
        self.turns //= times
        return made

    def same_in_all(self, body: list[ast.stmt], known: Known, target: str = "") -> list[ast.stmt]:
        """What is the same in all rounds of a loop with that body, taken out of it, if the loop changes nothing."""
        changed = self.changed_slots(body)
        if changed is None or changed - MACHINE:
            return []
        once = {name for name in stores(body) if self.written[name] == 1 and name not in self.params}
        out = Hoist(self.fold, self.rules.frames, once, self.new_local).before(body, known, target)
        read_once(body, self.new_local)
        return out

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

    def taken_out(self, body: Sequence[ast.stmt], known: Known) -> list[ast.stmt]:
        """Before a loop with that body: slots that it reads and never sets become locals."""
        changed = self.changed_slots(body)
        if changed is None:
            return []
        inside = set(stores(body)) | self.turning
        out: list[ast.stmt] = []
        for statement in body:
            for x in walk(statement):
                if not (type(x) is ast.Subscript and type(x.ctx) is ast.Load and type(x.value) is ast.Name and x.value.id == STATE):
                    continue
                slot = self.fold.slot(x.slice)
                if slot is not None:
                    if slot[0] == "" and slot not in changed | MACHINE and slot not in known.slots:
                        new = self.new_local()
                        known.slots[slot] = ast.Name(new, LOAD)
                        span = self.fold.span(x, known)
                        if span is not None:
                            known.spans[new] = span
                        out.append(ast.Assign([ast.Name(new, STORE)], renamed(x, {})))
                elif not any(type(y) is ast.Name and y.id in inside for y in walk(x)) and self.timeless(x, reads=True):
                    read = self.fold.value(x, known)
                    span = self.fold.span(read.slice, known) if type(read) is ast.Subscript else None
                    if span is not None and span[0] >= 0 and span[1] < self.rules.frames and not any(
                            at == FRAME or span[0] <= v <= span[1] for at, v in changed):
                        new = self.new_local()
                        known.read[self.reads(read)] = new
                        span = self.fold.span(read, known)
                        if span is not None:
                            known.spans[new] = span
                        out.append(ast.Assign([ast.Name(new, STORE)], read))
        return out

    def counted(self, x: ast.For, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
        assert type(x.target) is ast.Name and type(x.iter) is ast.Call
        name = x.target.id
        bounds = [self.fold.value(a, known) for a in x.iter.args]
        fixed = [constant(b) for b in bounds]
        rounds: range | None = None
        if None not in fixed and not x.orelse:
            rounds = range(*fixed)  # type: ignore[arg-type]
            if len(rounds) == 0:
                return []
            if len(rounds) <= ROUNDS:
                body = without_guard(x.body)
                small = len(rounds) * size(body)
                if (small <= WRITTEN or len(rounds) == 1) and self.written[name] == 1:
                    flag = self.flagged(name, body, rounds, known, rest)
                    if flag is not None:
                        return flag
                    single = unbroken(body) if len(rounds) == 1 else None
                    if single is not None or not leaves(body):
                        self.write_out(name, body if single is None else single, rounds, rest)
                        return []
        first: list[ast.stmt] = []
        if rounds and len(rounds) <= PAID:
            first, x = paid_before(x, len(rounds))
        first += self.taken_out(x.body, known)
        before = known.copy()
        self.leave_open([x], known)
        self.rules.growth.local(self.tree.name, name, None, known, None)
        self.turning.add(name)
        inner = known.copy()
        if rounds:
            inner.spans[name] = min(rounds), max(rounds)
        body = self.looped(x.body, inner, SMALL_COST + 1 if rounds is None else len(rounds))
        first += self.same_in_all(body, before, name)
        self.leave_open([x], known)
        return [*first, ast.For(ast.Name(name, STORE), ast.Call(ast.Name("range", LOAD), bounds, []), body or [ast.Pass()], [])]

    def put_into(self, name: str, values: Sequence[ast.expr], known: Known) -> None:
        """These are put into the list."""
        for value in values:
            span, before = self.fold.span(value, known), self.found.get(name, (MOST, -MOST))
            self.found[name] = None if span is None or before is None else (min(before[0], span[0]), max(before[1], span[1]))

    def over_list(self, x: ast.For, row: str, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
        """A loop over the members of a list, those too that come meanwhile."""
        assert type(x.target) is ast.Name
        first = self.taken_out(x.body, known)
        before = known.copy()
        self.leave_open([x], known)
        self.rules.growth.local(self.tree.name, x.target.id, None, known, None)
        self.turning.add(x.target.id)
        inner = known.copy()
        span = self.members.get(row)
        if span is not None:
            inner.spans[x.target.id] = span
        body = self.looped(x.body, inner, SMALL_COST + 1)
        self.leave_open([x], known)
        match body:
            case [ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=ast.Constant(value=1))]:
                # it counts them
                known.become(before)
                rest.append(ast.AugAssign(ast.Name(name, STORE), ast.Add(), ast.Call(
                    ast.Name("len", LOAD), [ast.Name(row, LOAD)], [])))
                rest += first[::-1]
                return []
        first += self.same_in_all(body, before, x.target.id)
        return [*first, ast.For(ast.Name(x.target.id, STORE), ast.Name(row, LOAD), body or [ast.Pass()], [])]

    def write_out(self, name: str, body: Sequence[ast.stmt], rounds: range, rest: list[ast.stmt]) -> None:
        """The rounds of a loop, one after the other; each has locals of its own."""
        new: list[ast.stmt] = []
        own = self.own(body)
        for i in rounds:
            names = self.round_names(own)
            new += [renamed(y, {**names, name: number(i)}) for y in body]
        # what is read of it after the loop
        if self.read[name] > sum(1 for y in loads(body) if y == name):
            self.written[name] = 2
            new.append(ast.Assign([ast.Name(name, STORE)], number(rounds[-1])))
        rest += new[::-1]

    def own(self, body: Sequence[ast.stmt]) -> list[str]:
        """The locals that are set and read nowhere but in that body."""
        read = Counter(loads(body))
        return [name for name, times in Counter(stores(body)).items()
                if self.written[name] == times and self.read[name] == read[name] and name not in self.params]

    def round_names(self, own: Sequence[str]) -> dict[str, ast.Name]:
        """Names for the locals of one more round of a loop, set and read as often as those they stand for."""
        self.rules.copies += 1
        names = {y: ast.Name(f"{y}_{self.rules.copies}", LOAD) for y in own}
        for old, new in names.items():
            self.written[new.id], self.read[new.id] = self.written[old], self.read[old]
        return names

    def flagged(self, name: str, body: Sequence[ast.stmt], rounds: range, known: Known,
                rest: list[ast.stmt]) -> list[ast.stmt] | None:
        """A loop that looks for something and then sets one local and stops is one condition."""
        if self.read[name] > sum(1 for y in loads(body) if y == name):
            return None
        conditions_: list[ast.expr] = []
        found: ast.stmt | None = None
        own = self.own(body)
        before, written = dict(self.fold.alias), self.written.copy()
        for i in rounds:
            names = self.round_names(own)
            made = self.block([renamed(y, {**names, name: number(i)}) for y in body], known.copy())
            spare(made, self.params, {y.id for y in names.values()})
            made = self.block(made, known.copy())
            if not made:
                continue
            if len(made) == 1 and type(made[0]) is ast.If and not made[0].orelse:
                test, then = made[0].test, made[0].body
            else:
                test, then = number(1), made
            match then:
                case [ast.Assign(targets=[ast.Name()], value=ast.Constant()) as set_it, ast.Break()]:
                    pass
                case _:
                    self.fold.alias, self.written = before, written
                    return None
            if calls(test) or found is not None and ast.dump(found) != ast.dump(set_it):
                self.fold.alias, self.written = before, written
                return None
            found = set_it
            conditions_.append(test)
            if constant(test):
                break
        if found is None:
            return []
        test = self.fold.truth(ast.BoolOp(ast.Or(), conditions_) if len(conditions_) > 1 else conditions_[0], known)
        rest.append(ast.If(test, [found], []))
        return []

    def alone(self, call: ast.Call, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
        """A call whose answer nobody asks for."""
        assert type(call.func) is ast.Name
        name = call.func.id
        args = [self.fold.value(a, known) for a in call.args]
        if name in self.rules.pure and not any(map(calls, args)):
            return []
        body = self.rules.bodies.get(name)
        if body is not None:
            cost = size(body.body)
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
                self.grown += size(body.body)
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
        return body is not None and self.may_grow(size(body.body))

    def copy_in(self, body: Body, args: Sequence[ast.expr], rest: list[ast.stmt], target: str = "") -> None:
        """Copies in a function; *target*: the local that is set to its value."""
        self.rules.copies += 1
        number_ = self.rules.copies
        names: dict[str, ast.expr] = {}
        first: list[ast.stmt] = []
        reads = Counter(loads(body.body))
        for y, times in Counter(stores(body.body)).items():
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
