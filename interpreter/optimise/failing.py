"""Where nothing can have gone wrong in a block, it need not be looked whether something has.

Whoever runs several blocks one after the other looks himself.
"""

import ast
from collections.abc import Callable, Sequence

from interpreter import slots as k
from interpreter.optimise.nodes import ends, is_slot, walk


def without_doubt(body: Sequence[ast.stmt], fails: Callable[[str], bool], failed: bool = False) -> tuple[list[ast.stmt], bool]:
    """The same without looking where it is known, and whether something may have gone wrong at its end. *fails*: whether a
    function may; *failed*: whether something may have before."""
    out: list[ast.stmt] = []
    for x in body:
        match x:
            case ast.Return(value=ast.IfExp(test=test, orelse=value)) if is_slot(test, k.ERROR) and not failed:
                x = ast.Return(value)
            case ast.If(test=test):
                before = failed or may_fail(test, fails)
                yes, one = without_doubt(x.body, fails, before)
                no, two = without_doubt(x.orelse, fails, before)
                failed = one and not ends(yes) or two and not ends(no)
                x = ast.If(test, yes, no)
            case _:
                failed = failed or may_fail(x, fails)
        out.append(x)
    return out, failed


def may_fail(x: ast.AST, fails: Callable[[str], bool]) -> bool:
    return any(type(y) is ast.Subscript and type(y.ctx) is ast.Store and is_slot(y, k.ERROR)
               or type(y) is ast.Call and type(y.func) is ast.Name and fails(y.func.id) for y in walk(x))
