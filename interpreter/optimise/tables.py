"""Expressions that hang on few numbers, as tables."""

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from interpreter.optimise.known import Span
from interpreter.optimise.nodes import LOAD, number, renamed

LOOKED_UP = 1024  # places that a table may have


def values_of(value: ast.expr, names: Sequence[str], spans: Sequence[Span],
              tables: Mapping[str, tuple[int, ...]]) -> list[int] | None:
    """What an expression of these locals, each between two numbers, comes to for all of them; None: that is too much, or it
    is not always worked out."""
    each = [range(low, high + 1) for low, high in spans]
    if math.prod(map(len, each)) > LOOKED_UP:
        return None
    code = compile(ast.fix_missing_locations(ast.Expression(renamed(value, {}))), "<table>", "eval")
    try:
        return [int(eval(code, {"__builtins__": {}}, {**tables, **dict(zip(names, numbers, strict=True))}))
                for numbers in product(*each)]
    except (ArithmeticError, IndexError, ValueError):
        return None


def places(found: list[int], names: Sequence[str], spans: Sequence[Span]) -> tuple[tuple[int, ...], ast.expr]:
    """A table with these values for one local or two, and the place in it."""
    at: ast.expr = ast.Name(names[-1], LOAD)
    low, high = spans[-1]
    start = low
    if len(names) > 1:
        width = high - low + 1
        at = ast.BinOp(ast.BinOp(ast.Name(names[0], LOAD), ast.Mult(), number(width)), ast.Add(), at)
        start = spans[0][0] * width + low
    elif low == -1:
        found, start = [*found[1:], found[0]], 0  # as Python counts from the end
    return tuple(found), ast.BinOp(at, ast.Add(), number(-start)) if start else at


def asked_for(x: ast.expr, name: str) -> Iterator[str]:
    """The rows of which a place told by that local is read, whenever the value is worked out."""
    match x:
        case ast.Subscript(value=ast.Name(id=row), slice=ast.Name(id=place)):
            if place == name:
                yield row
        case ast.IfExp(test=test):
            yield from asked_for(test, name)
        case ast.BoolOp(values=[first, *_]):
            yield from asked_for(first, name)
        case ast.Compare(left=left, comparators=[other, *_]):
            yield from asked_for(left, name)
            yield from asked_for(other, name)
        case ast.BinOp(left=left, right=right):
            yield from asked_for(left, name)
            yield from asked_for(right, name)
        case ast.UnaryOp(operand=operand) | ast.Subscript(slice=operand):
            yield from asked_for(operand, name)
