"""Locals that can be spared: what they are set to stands where they are read."""

import ast
from collections.abc import Collection

from interpreter.optimise.nodes import calls, census, mentions, renamed, uses, walk


def spare(body: list[ast.stmt], params: Collection[str], names: Collection[str] | None = None) -> None:
    """Puts what a local is set to into the statement after it, if nothing else reads it. *names*: of these; the others are
    also used elsewhere."""
    found = census(body)
    read, written = found.loaded, found.stored
    turning = {y.target.id for x in body for y in walk(x) if type(y) is ast.For and type(y.target) is ast.Name}

    def go(statements: list[ast.stmt]) -> None:
        out: list[ast.stmt] = []
        for x in statements:
            if type(x) in (ast.If, ast.For, ast.While):
                go(x.body)  # type: ignore[attr-defined]
                go(x.orelse)  # type: ignore[attr-defined]
            while out and forwarded(out[-1], x):
                out.pop()
            out.append(x)
        statements[:] = out

    def forwarded(last: ast.stmt, x: ast.stmt) -> bool:
        if not (type(last) is ast.Assign and type(last.targets[0]) is ast.Name):
            return False
        name, value = last.targets[0].id, last.value
        if written[name] != 1 or read[name] != 1 or name in params or name in turning or (
                names is not None and name not in names):
            return False
        heads = heads_of(x)
        if sum(uses(head, name) for head in heads) != 1:
            return False
        if calls(value):
            if first_read(heads[0]) != name:
                return False
        elif any(map(calls, heads)):
            # what is called must not come before
            found = [y for head in heads for y in walk(head) if type(y) is ast.Call]
            if len(found) != 1 or any(map(calls, found[0].args)) or not any(
                    mentions(a, {name}) for a in found[0].args):
                return False
        put_in(x, name, value)
        return True

    go(body)


def heads_of(x: ast.stmt) -> list[ast.expr]:
    """The expressions that a statement works out before it does anything, in that order."""
    match x:
        case ast.Assign(targets=[target], value=value):
            return [value, *([target.value, target.slice] if type(target) is ast.Subscript else [])]
        case ast.AugAssign(target=target, value=value):
            return [target.value, target.slice, value] if type(target) is ast.Subscript else [value]
        case ast.Return(value=value) if value is not None:
            return [value]
        case ast.Expr(value=value):
            return [value]
        case ast.If(test=test):
            return [test]
    return []


def first_read(x: ast.expr) -> str | None:
    """The local that is read before anything else."""
    while True:
        match x:
            case ast.Name(id=name):
                return name
            case ast.BinOp(left=x) | ast.Compare(left=x) | ast.UnaryOp(operand=x) | ast.IfExp(test=x):
                pass
            case ast.BoolOp(values=[x, *_]):
                pass
            case _:
                return None


def put_in(x: ast.stmt, name: str, value: ast.expr) -> None:
    names = {name: value}
    match x:
        case ast.Assign(targets=[target]):
            x.value = renamed(x.value, names)
            if type(target) is ast.Subscript:
                target.slice, target.value = renamed(target.slice, names), renamed(target.value, names)
        case ast.AugAssign(target=target):
            x.value = renamed(x.value, names)
            if type(target) is ast.Subscript:
                target.slice, target.value = renamed(target.slice, names), renamed(target.value, names)
        case ast.Return(value=ast.expr() as value_):
            x.value = renamed(value_, names)
        case ast.Expr():
            x.value = renamed(x.value, names)
        case ast.If():
            x.test = renamed(x.test, names)
            match x.test:
                case ast.IfExp(test=test, body=ast.Constant(value=1), orelse=ast.Constant(value=0)):
                    x.test = test
