"""Loops that change nothing of the state: what is the same in all rounds is worked out before, what is read twice in a round
once."""

import ast
from collections import Counter
from collections.abc import Callable, Collection
from typing import cast

from interpreter.optimise.fold import Fold
from interpreter.optimise.known import Known
from interpreter.optimise.nodes import (
    LOAD,
    STATE,
    STORE,
    calls,
    constant,
    mentions,
    renamed,
    size,
    stores,
    walk,
)
from interpreter.optimise.spare import heads_of

SHORT = 4  # nodes below which an expression is not worth a local
LIFTED = 8  # nodes from which on a part of one is
SAFE = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)


class Hoist:
    """*frames*: the first slot of frames; *once*: locals that are set once in the function; *new*: makes a local."""

    def __init__(self, fold: Fold, frames: int, once: Collection[str], new: Callable[[], str]) -> None:
        self.fold, self.frames, self.once, self.new = fold, frames, once, new

    def before(self, body: list[ast.stmt], known: Known, target: str = "") -> list[ast.stmt]:
        """What can be worked out before a loop with that body, taken out of it. *known*: there; *target*: what the loop
        sets."""
        inside = {*stores(body), target}
        out: list[ast.stmt] = []

        def look(statements: list[ast.stmt]) -> None:
            for x in statements[:]:
                match x:
                    case ast.Assign(targets=[ast.Name(id=name)], value=value) if (
                            name in self.once and size([value]) >= SHORT and not calls(value)
                            and not mentions(value, inside)
                            and self.is_safe(value, known)):
                        statements.remove(x)
                        inside.discard(name)
                        span = self.fold.span(value, known)
                        if span is not None:
                            known.spans[name] = span
                        out.append(x)
                    case ast.If():
                        look(x.body)
                        look(x.orelse)
                        x.body = x.body or [ast.Pass()]

        look(body)
        lift = Lift(self, known, inside, out)
        body[:] = [cast(ast.stmt, lift.visit(x)) for x in body]
        return out

    def is_safe(self, x: ast.expr, known: Known) -> bool:
        """Whether it can be worked out at any time."""
        match x:
            case ast.Constant() | ast.Name():
                return True
            case ast.Subscript(value=ast.Name(id=row), slice=at):
                span = self.fold.span(at, known)
                most = self.frames if row == STATE else len(self.fold.tables.get(row, ()))
                return span is not None and span[0] >= 0 and span[1] < most and self.is_safe(at, known)
            case ast.BinOp(left=left, op=op, right=right):
                return type(op) in SAFE and self.is_safe(left, known) and self.is_safe(right, known)
            case ast.Compare(left=left, comparators=others):
                return all(self.is_safe(y, known) for y in (left, *others))
            case ast.UnaryOp(operand=operand):
                return self.is_safe(operand, known)
            case ast.BoolOp(op=op, values=values):
                known = known.copy()
                for y in values:
                    if not self.is_safe(y, known):
                        return False
                    known.narrow(y, type(op) is ast.And)
                return True
            case ast.IfExp(test=test, body=yes, orelse=no):
                then, otherwise = known.copy(), known.copy()
                then.narrow(test, True)
                otherwise.narrow(test, False)
                return self.is_safe(test, known) and self.is_safe(yes, then) and self.is_safe(no, otherwise)
        return False


class Lift(ast.NodeTransformer):
    """Puts locals where parts of expressions are the same in all rounds. *inside*: locals that a round sets; *out*: where
    the new locals are set."""

    def __init__(self, hoist: Hoist, known: Known, inside: Collection[str], out: list[ast.stmt]) -> None:
        self.hoist, self.known, self.inside, self.out = hoist, known, inside, out
        self.made: dict[str, str] = {}

    def visit(self, x: ast.AST) -> ast.AST:
        if not isinstance(x, (ast.Subscript, ast.BinOp, ast.IfExp)) or (
                isinstance(x, ast.Subscript) and type(x.ctx) is not ast.Load) or size([x]) < LIFTED:
            return self.generic_visit(x)
        if calls(x) or mentions(x, self.inside) or not self.hoist.is_safe(x, self.known):
            return self.generic_visit(x)
        text = ast.dump(x)
        if text not in self.made:
            self.made[text] = self.hoist.new()
            self.out.append(ast.Assign([ast.Name(self.made[text], STORE)], x))
        return ast.Name(self.made[text], LOAD)


def read_once(body: list[ast.stmt], new: Callable[[], str]) -> None:
    """Puts what is read of the state at one place, and read again there later in the round, into a local. *new*: makes one."""
    times = Counter(ast.dump(x) for statement in body for x in walk(statement) if is_place(x))
    twice = {text for text, n in times.items() if n > 1}
    i = 0
    while twice and i < len(body):
        for head in heads_of(body[i]):
            for x in walk(head):
                if not is_place(x):
                    continue
                assert isinstance(x, ast.Subscript)
                text = ast.dump(x)
                if text not in twice:
                    continue
                names = {y.id for y in walk(x.slice) if type(y) is ast.Name}
                rest = body[i:]
                if names & set(stores(rest)) or sum(ast.dump(y) == text for z in rest for y in walk(z) if is_place(y)) < 2:
                    continue
                name = new()
                put = Put(text, name)
                body[i:] = [ast.Assign([ast.Name(name, STORE)], renamed(x, {})), *(put.visit(z) for z in rest)]
                break
            else:
                continue
            break
        i += 1


def is_place(x: ast.AST) -> bool:
    """Whether a slot of the state is read that a local tells."""
    return (type(x) is ast.Subscript and type(x.ctx) is ast.Load and type(x.value) is ast.Name and x.value.id == STATE
            and type(x.slice) is ast.BinOp and type(x.slice.left) is ast.Name and constant(x.slice.right) is not None)


class Put(ast.NodeTransformer):
    """Puts a local where something is read."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name

    def visit_Subscript(self, x: ast.Subscript) -> ast.AST:
        return ast.Name(self.name, LOAD) if ast.dump(x) == self.text else self.generic_visit(x)
