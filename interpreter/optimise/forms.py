"""Forms of statements that emitted text has."""

import ast
import re
from collections.abc import Sequence

from interpreter.optimise.bodies import followed
from interpreter.optimise.nodes import mentions

OPTIONS = re.compile(r"(o|marks)(_c?\d+)*")
"""The names of the row of options, and of marks for what is on offer already: those of emitted text, and those of blocks
copied into others."""


def leaves(body: Sequence[ast.stmt]) -> bool:
    """Whether something in it leaves the loop whose body it is, or goes on with the next round."""
    for x in body:
        if type(x) in (ast.Break, ast.Continue):
            return True
        if type(x) is ast.If and (leaves(x.body) or leaves(x.orelse)):
            return True
    return False


def is_options(row: ast.expr) -> bool:
    """Whether it is the row of options, or marks, which are no state."""
    return type(row) is ast.Name and OPTIONS.fullmatch(row.id) is not None


def is_marks(row: ast.expr) -> bool:
    return is_options(row) and row.id.startswith("marks")  # type: ignore[attr-defined]


def unbroken(body: Sequence[ast.stmt]) -> list[ast.stmt] | None:
    """The only round of a loop without whatever leaves it; None: that does not stand at the end of a branch."""
    out: list[ast.stmt] = []
    for i, x in enumerate(body):
        if type(x) in (ast.Break, ast.Continue):
            return out
        if type(x) is not ast.If or not leaves([x]):
            out.append(x)
            continue
        rest = followed(x, body[i + 1 :], unbroken)
        return None if rest is None else out + rest
    return out


def is_settling(x: ast.If) -> bool:
    """Whether it settles a card that is mixed with others: then it is not any more."""
    match x:
        case ast.If(body=[ast.Expr(value=ast.Call(func=ast.Name(id="settle" | "settle_past"), args=[_, _, ast.Name(id=card)]))],
                    orelse=[]):
            return mentions(x.test, {card})
    return False


def conditions(x: ast.expr) -> list[ast.expr]:
    return x.values if type(x) is ast.BoolOp and type(x.op) is ast.And else [x]
