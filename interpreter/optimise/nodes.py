"""Small questions about, and small pieces of, the syntax trees of emitted text."""

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar, cast

from attrs import frozen

N = TypeVar("N", bound=ast.AST)

STATE = "s"
"""The row that is the state, by this name in every function."""

FRAME = "f"
"""The local of a block that holds the place of its frame."""

LIST = "list_"
"""How the locals begin that are lists of Python, which grow."""

COMPARED = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "=", ast.NotEq: "!="}
REVERSED = {ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
            ast.In: ast.NotIn, ast.NotIn: ast.In}
LOAD, STORE = ast.Load(), ast.Store()


def number(value: int) -> ast.Constant:
    return ast.Constant(value)


def constant(x: ast.expr) -> int | None:
    """The value of a whole number; None for anything else."""
    return x.value if type(x) is ast.Constant and isinstance(x.value, int) else None


PARTS: dict[type[ast.AST], Callable[[Any], Iterable[ast.AST]]] = {
    ast.Assign: lambda x: [x.value, *x.targets], ast.AugAssign: attrgetter("target", "value"),
    ast.Return: lambda x: () if x.value is None else (x.value,), ast.Expr: lambda x: (x.value,),
    ast.If: lambda x: [x.test, *x.body, *x.orelse], ast.While: lambda x: [x.test, *x.body],
    ast.For: lambda x: [x.target, x.iter, *x.body], ast.Delete: attrgetter("targets"),
    ast.FunctionDef: attrgetter("body"), ast.Module: attrgetter("body"),
    ast.BinOp: attrgetter("left", "right"), ast.BoolOp: attrgetter("values"), ast.UnaryOp: lambda x: (x.operand,),
    ast.Compare: lambda x: [x.left, *x.comparators], ast.IfExp: attrgetter("test", "body", "orelse"),
    ast.Subscript: attrgetter("value", "slice"), ast.Call: lambda x: [x.func, *x.args], ast.List: attrgetter("elts"),
    ast.Tuple: attrgetter("elts"), ast.Attribute: lambda x: (x.value,),
    ast.Slice: lambda x: [y for y in (x.lower, x.upper, x.step) if y is not None],
}
"""The statements and expressions in a node, of all nodes that have any."""


def walk(x: ast.AST) -> list[ast.AST]:
    """It, and all statements and expressions in it, what is in it before what is in that."""
    out = [x]
    for y in out:  # grows meanwhile
        parts = PARTS.get(type(y))
        if parts is not None:
            out += parts(y)
    return out


@frozen
class Census:
    """Which locals are set and which are read in something, with how often each is, and how many nodes it has."""

    stored: Counter[str]
    loaded: Counter[str]
    nodes: int


def census(body: Iterable[ast.AST]) -> Census:
    stored, loaded = list[str](), list[str]()
    nodes = 0
    for statement in body:
        found = walk(statement)
        nodes += len(found)
        for x in found:
            kind = type(x)
            if kind is ast.Name:
                (stored if type(x.ctx) is ast.Store else loaded).append(x.id)  # type: ignore[attr-defined]
            elif kind is ast.AugAssign and type(x.target) is ast.Name:  # type: ignore[attr-defined]
                loaded.append(x.target.id)  # type: ignore[attr-defined]
    return Census(Counter(stored), Counter(loaded), nodes)


def calls(x: ast.AST) -> bool:
    """Whether anything is called in it."""
    kind = type(x)
    if kind is ast.Name or kind is ast.Constant:
        return False
    return any(type(y) is ast.Call for y in walk(x))


def size(body: Iterable[ast.AST]) -> int:
    """How many statements and expressions."""
    return sum(len(walk(x)) for x in body)


def stores(body: Iterable[ast.stmt]) -> Iterator[str]:
    """The locals that are set in it, as often as that is written."""
    for statement in body:
        for x in walk(statement):
            if type(x) is ast.Name and type(x.ctx) is ast.Store:
                yield x.id


def loads(body: Iterable[ast.stmt]) -> Iterator[str]:
    """The locals that are read in it, as often as that is written."""
    for statement in body:
        for x in walk(statement):
            if type(x) is ast.Name and type(x.ctx) is ast.Load:
                yield x.id
            elif type(x) is ast.AugAssign and type(x.target) is ast.Name:
                yield x.target.id


def uses(x: ast.AST, name: str) -> int:
    """How often that name stands in it."""
    return sum(1 for y in walk(x) if type(y) is ast.Name and y.id == name)


def mentions(x: ast.AST, names: Collection[str]) -> bool:
    """Whether one of these names stands in it."""
    return any(type(y) is ast.Name and y.id in names for y in walk(x))


def stem(at: ast.expr) -> ast.expr:
    """What a constant is added to in it; itself, if none is."""
    return at.left if type(at) is ast.BinOp and type(at.op) is ast.Add and constant(at.right) is not None else at


def ends(body: Sequence[ast.stmt]) -> bool:
    """Whether what follows it is never reached."""
    if not body:
        return False
    last = body[-1]
    if type(last) in (ast.Return, ast.Break, ast.Continue):
        return True
    return type(last) is ast.If and ends(last.body) and ends(last.orelse)


def returns(x: ast.AST) -> bool:
    """Whether anything in it returns."""
    return any(type(y) is ast.Return for y in walk(x))


def is_slot(x: ast.AST, slot: int) -> bool:
    """Whether it is that number of the state."""
    return (type(x) is ast.Subscript and type(x.value) is ast.Name and x.value.id == STATE
            and constant(x.slice) == slot)


def renamed(x: N, names: Mapping[str, ast.expr]) -> N:
    """A copy with other names, or expressions, for some that are read, and other names for some that are set."""
    return cast(N, copied(x, names))


def copied(x: ast.AST, names: Mapping[str, ast.expr]) -> ast.AST:
    kind = type(x)
    if kind is ast.Name:
        assert isinstance(x, ast.Name)
        new = names.get(x.id)
        if new is None:
            return ast.Name(x.id, x.ctx)
        if type(x.ctx) is ast.Store:
            assert type(new) is ast.Name
            return ast.Name(new.id, STORE)
        return copied(new, {})
    if kind is ast.Constant:
        assert isinstance(x, ast.Constant)
        return ast.Constant(x.value)
    new_node = kind()
    for name in x._fields:
        value = getattr(x, name)
        if isinstance(value, list):
            value = [copied(y, names) if isinstance(y, ast.AST) else y for y in value]
        elif isinstance(value, ast.AST) and value._fields:
            value = copied(value, names)
        setattr(new_node, name, value)
    return new_node
