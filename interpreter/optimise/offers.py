"""Options that are known beforehand: a list that is made once, whatever hangs on how many there are is known too."""

import ast
from collections import Counter
from collections.abc import Sequence

from attrs import define, field

from interpreter.optimise.nodes import LOAD, STORE, constant, number, renamed, size, uses, walk
from interpreter.optimise.rows import is_row

WAYS = 4  # lists of options that a question may have, to be told apart by tests
LONGEST = 120  # nodes of what is done with each


@define
class Offers:
    """The rewriting of blocks whose options are lists of Python already. ``made``: the lists, by what is in them; nobody
    changes a list of options."""

    made: dict[tuple[int, ...], str] = field(factory=dict)

    def known(self, tree: ast.FunctionDef) -> None:
        """Changes the block: lists that are known are put in."""
        named = Counter(x.id for x in walk(tree) if type(x) is ast.Name)
        tree.body = self.block(tree.body, named)

    def block(self, body: Sequence[ast.stmt], named: Counter[str]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for i, x in enumerate(body):
            match x:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=elts)) if is_row(name):
                    values = constants(elts)
                    rest = body[i + 1 :]
                    if values is not None and named[name] == 1 + sum(uses(y, name) for y in rest):
                        ways = self.told_apart(rest, name, values)
                        if ways is not None:
                            return out + (ways if uses(ways[0], name) else self.block(ways, named))
                case ast.If(test=test):
                    x = ast.If(test, self.block(x.body, named), self.block(x.orelse, named))
            out.append(x)
        return out

    def told_apart(self, body: Sequence[ast.stmt], name: str, values: list[int]) -> list[ast.stmt] | None:
        """What is done with the list *name* that has these values so far; None: more than can be understood."""
        tests = [x for x in body if adds(x, name)]
        if tests and size(body[body.index(tests[-1]) + 1 :]) > LONGEST:
            return None
        if 2 ** len(tests) > WAYS:
            return self.complete(body, name, values, len(tests))
        row = Row(name, dict(self.made))
        out = row.rest(body, values)
        if not row.possible:
            return None
        self.made = row.made
        return out

    def complete(self, body: Sequence[ast.stmt], name: str, values: list[int], tests: int) -> list[ast.stmt] | None:
        """The same for a list of so many options each of which hangs on a bound that is not reached, as mostly all are on offer:
        only that list is made beforehand."""
        conditions: list[ast.expr] = []
        more: list[ast.stmt] = []
        for x in body[:tests]:
            match x:
                case ast.If(test=ast.Compare(left=ast.Subscript() | ast.Name(), ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()],
                                             comparators=[ast.Constant()]) as test, body=[add]) if adds(x, name):
                    conditions.append(test)
                    more.append(add)
                case _:
                    return None
        row = Row(name, dict(self.made))
        yes = row.rest([*more, *body[tests:]], values)
        if not row.possible:
            return None
        self.made = row.made
        begun = ast.Assign([ast.Name(name, STORE)], ast.List([number(v) for v in values], LOAD))
        return [ast.If(ast.BoolOp(ast.And(), [renamed(x, {}) for x in conditions]), yes, [begun, *body])]


@define
class Row:
    """The list of a question, by its name in the block."""

    name: str
    made: dict[tuple[int, ...], str]
    possible: bool = True

    def rest(self, body: Sequence[ast.stmt], values: list[int]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for i, x in enumerate(body):
            match x:
                case ast.AugAssign(target=ast.Name(id=there), op=ast.Add(), value=ast.Tuple(elts=elts)) if there == self.name:
                    more = constants(elts)
                    self.possible &= more is not None
                    values = values + (more or [])
                case ast.If(test=test, body=[ast.AugAssign(value=ast.Tuple(elts=elts))]) if adds(x, self.name):
                    self.possible &= not self.reads(test)
                    others = body[i + 1 :]
                    return [*out, ast.If(renamed(test, {}), self.rest(others, values + (constants(elts) or [])),
                                         self.rest(others, values))]
                case ast.If(test=test):
                    holds = self.test(test, len(values))
                    if holds is not None:
                        return out + self.rest([*(x.body if holds else x.orelse), *body[i + 1 :]], values)
                    self.possible &= not any(map(self.sets, (*x.body, *x.orelse)))
                    out.append(ast.If(self.put_in(test, values), self.rest(x.body, values), self.rest(x.orelse, values)))
                case ast.Assign(targets=[target], value=value):
                    out.append(ast.Assign([renamed(target, {})], self.put_in(value, values)))
                    self.possible &= not self.reads(target)
                case ast.Return(value=ast.expr() as value):
                    return [*out, ast.Return(self.put_in(value, values))]
                case _:
                    self.possible &= not self.reads(x)
                    out.append(renamed(x, {}))
        return out

    def test(self, x: ast.expr, length: int) -> bool | None:
        """Whether a condition holds that hangs on how many options there are."""
        match x:
            case ast.Name(id=name) if name == self.name:
                return length > 0
            case ast.Compare(left=left, ops=[ast.Gt()], comparators=[ast.Constant(value=int() as v)]) if self.is_length(left):
                return length > v
        return None

    def is_length(self, x: ast.expr) -> bool:
        match x:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]):
                return name == self.name
        return False

    def put_in(self, x: ast.expr, values: list[int]) -> ast.expr:
        match x:
            case ast.Name(id=name) if name == self.name:
                return ast.Name(self.made.setdefault(tuple(values), f"OFFER_{len(self.made)}"), ast.Load())
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right) if self.is_length(left) and constant(right):
                return number(len(values) // (constant(right) or 1))
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as v)) if (
                    name == self.name and v < len(values)):
                return number(values[v])
            case ast.IfExp(test=test, body=yes, orelse=no) if not self.reads(test):
                return ast.IfExp(renamed(test, {}), self.put_in(yes, values), self.put_in(no, values))
        self.possible &= not self.reads(x)
        return renamed(x, {})

    def reads(self, x: ast.AST) -> bool:
        return uses(x, self.name) > 0

    def sets(self, x: ast.AST) -> bool:
        return any(type(y) is ast.Name and y.id == self.name and type(y.ctx) is ast.Store for y in walk(x))


def constants(elts: Sequence[ast.expr]) -> list[int] | None:
    values = [constant(x) for x in elts]
    return None if None in values else [v for v in values if v is not None]


def adds(x: ast.stmt, name: str) -> bool:
    """Whether one known option more is put into the list if something holds."""
    match x:
        case ast.If(body=[ast.AugAssign(target=ast.Name(id=there), value=ast.Tuple(elts=elts))], orelse=[]):
            return there == name and constants(elts) is not None
    return False
