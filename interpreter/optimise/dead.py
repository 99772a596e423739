"""Locals that are set for nobody: what is set again before it is read."""

import ast
from collections.abc import Iterable, Sequence

from interpreter.optimise.fold import denied
from interpreter.optimise.nodes import calls, loads, walk


def without_dead(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The same without them. What calls something stays."""
    return alive(body, set(), set())[0]


def reads(x: ast.expr) -> Iterable[str]:
    return (y.id for y in walk(x) if type(y) is ast.Name and type(y.ctx) is ast.Load)


def alive(body: Sequence[ast.stmt], after: set[str], turn: set[str]) -> tuple[list[ast.stmt], set[str]]:
    """What is left of it, and which locals are read from its beginning on before they are set. *after*: those that are read
    behind it; *turn*: behind whatever leaves the loop around it, or goes on with its next round."""
    out: list[ast.stmt] = []
    live = set(after)
    for x in reversed(body):
        match x:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if name not in live and not calls(value):
                    continue
                live.discard(name)
                live.update(reads(value))
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                if name not in live and not calls(value):
                    continue
                live.add(name)
                live.update(reads(value))
            case ast.If(test=test):
                yes, one = alive(x.body, live, turn)
                no, two = alive(x.orelse, live, turn)
                if not yes and not no and not calls(test):
                    continue
                live = one | two | set(reads(test))
                if not yes and no:
                    x = ast.If(denied(test, True), no, [])
                else:
                    x = ast.If(test, yes or [ast.Pass()], no)
            case ast.For(target=target, iter=over):
                around = live | set(loads(x.body))
                inner, _ = alive(x.body, around, around)
                x = ast.For(target, over, inner or [ast.Pass()], [])
                live = around | set(reads(over))
            case ast.While(test=test):
                around = live | set(loads(x.body)) | set(reads(test))
                inner, _ = alive(x.body, around, around)
                x = ast.While(test, inner or [ast.Pass()], [])
                live = around
            case ast.Return(value=value):
                live = set() if value is None else set(reads(value))
            case ast.Break() | ast.Continue():
                live = set(turn)
            case ast.Pass():
                continue
            case _:
                live.update(loads([x]))
        out.append(x)
    return out[::-1], live
