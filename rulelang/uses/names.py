"""Of what an expression speaks that only the text around it knows."""

from collections.abc import Iterator

from rulelang import game as g
from rulelang.uses.walk import walk


def outer(expr: g.Expr, inside: g.Selector | None = None) -> Iterator[g.This | g.Local]:
    """`this` and names that the expression does not introduce itself, nor *inside*; each as often as it is spoken of."""
    bound = {x.var.id for x in walk(expr) if isinstance(x, g.Selector)} | ({inside.var.id} if inside is not None else set())
    for x in walk(expr):
        if isinstance(x, g.This) or (isinstance(x, g.Local) and x.var.id not in bound):
            yield x


def left_open(expr: g.Expr) -> bool:
    """Whether it speaks of a thing by a name that something around it has introduced."""
    return any(isinstance(x, g.Local) for x in outer(expr))
