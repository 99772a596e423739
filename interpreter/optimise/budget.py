"""What text spends of its budget of steps, and where it looks whether that is spent."""

import ast
from collections.abc import Sequence

from interpreter import slots as k
from interpreter.optimise.nodes import constant, is_slot, number, renamed

SMALL_COST = 2000
"""Steps of the budget that need not be counted, in all turns of the loops around them."""


def cost_of(x: ast.stmt) -> int:
    assert type(x) is ast.AugAssign
    return constant(x.value) or 0


def paid_before(x: ast.For, rounds: int) -> tuple[list[ast.stmt], ast.For]:
    """A loop of so many rounds that pays for all of them at once, and what pays; it ends by itself."""
    cost, guard = x.body[0], x.body[1] if len(x.body) > 1 else x.body[0]
    if not (type(cost) is ast.AugAssign and is_slot(cost.target, k.FUEL) and type(cost.op) is ast.Sub
            and constant(cost.value) is not None and is_guard(guard)):
        return [], x
    assert type(guard) is ast.If
    spent = [y for y in guard.body if type(y) is not ast.Break]
    paid = ast.AugAssign(renamed(cost.target, {}), ast.Sub(), number(rounds * cost_of(cost)))
    return ([paid, ast.If(renamed(guard.test, {}), spent, [])],
            ast.For(x.target, x.iter, x.body[2:] or [ast.Pass()], []))


def is_guard(x: ast.stmt) -> bool:
    """Whether it stops where the budget of steps is spent."""
    return (type(x) is ast.If and type(x.test) is ast.Compare and is_slot(x.test.left, k.FUEL)
            and type(x.test.ops[0]) is ast.Lt)


def without_guard(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """A round of a loop that counts to a small number need not be counted."""
    out = list(body)
    if out and type(out[0]) is ast.AugAssign and is_slot(out[0].target, k.FUEL):
        del out[0]
        if out and is_guard(out[0]):
            del out[0]
    return out
