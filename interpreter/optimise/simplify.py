"""One function, made simpler: what is known is put in, short loops are written out, what nobody reads is left out.

What a function does to the state, and when it stops, stays the same. What it spends of the budget of steps does not: a
loop of a few rounds that are known beforehand costs nothing.
"""

import ast
from collections.abc import Mapping, Sequence

from attrs import define, field

from interpreter import slots as k
from interpreter.optimise.answers import Ending, Put
from interpreter.optimise.bodies import Body, one_value, only_tries, setting, without_returns
from interpreter.optimise.cards import Cards
from interpreter.optimise.copying import ANSWER, VALUED
from interpreter.optimise.forms import is_options
from interpreter.optimise.growth import Growth
from interpreter.optimise.known import QUIET, Span
from interpreter.optimise.nodes import (
    FRAME,
    LOAD,
    STATE,
    calls,
    constant,
    number,
    renamed,
    size,
    stores,
    walk,
)
from interpreter.optimise.once import Once
from interpreter.optimise.setting import moves

PAST = "_past"  # after the name of a function that was copied in: called from behind its guard, or when it has to go on
SPECIAL = 700  # nodes of a function that is written anew for constant arguments
SPECIALS = 12  # times that one function may be
GUARDED = 40  # nodes from which on a function is only called if there is anything to do
CALM = frozenset({"settle", "settle_past", "steady", "fresh", "pick", "below", "audience", "one_alike", "range", "len"})
"""What changes no order of cards, besides what is found."""


@define
class Simplify:
    """Simplifies functions of one text. The arguments are those of `Fold`; ``frames``: below this no slot is one of a frame;
    ``lists``: from this on, none again (0: that is not told); ``beyond``: a number from this on in an address means no slot
    below the frames (0: that is not told); ``wide``: numbers of an option; ``put``: what a function writes into options;
    ``left``: what is known where it ends; ``calm``: functions that change no order of cards; ``bodies``: what may be copied in;
    ``valued``: what may where its value is asked for; ``pure``: functions that change nothing; ``quiet``: nothing but the budget
    of steps, whether it is spent, and the generator."""

    tables: dict[str, tuple[int, ...]]
    fixed: Mapping[int, Span]
    frames: int = 0
    cards: Cards = Cards()
    wide: int = 0
    lists: int = 0
    beyond: int = 0
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
                 answer: dict[str | int, Span] | None = None, frame: int | None = None) -> ast.FunctionDef:
        """A new, simpler function. *most*: nodes beyond which nothing more is copied in; *answer*: of a block that goes on when
        somebody has answered, what is known of the slots of the answer; *frame*: of one whose frame always lies there."""
        body, members = tree.body, dict[str, Span | None]()
        for turn in range(rounds):
            one = Once(self, tree, body, most, answer, turn == rounds - 1, members, frame)
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
