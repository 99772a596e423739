"""Expressions that hang on few numbers, as tables."""

import ast
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from interpreter.optimise.known import Known, Span
from interpreter.optimise.nodes import LOAD, number, renamed, size, walk

LOOKED_UP = 1024  # places that a table may have
WORKED_OUT = 9  # nodes of an expression from which on it is rather looked up in a table


def tabled(value: ast.expr, known: Known, tables: dict[str, tuple[int, ...]], own: dict[tuple[int, ...], str],
           defined: Mapping[str, ast.expr]) -> ast.expr:
    """What hangs on one local or two with few values each, and on nothing else that changes, is looked up in a table.

    Args:
        tables: those that there are, by name; a new one is added.
        own: names of those made here, by what stands in them.
        defined: locals that keep their value, by what it is worked out from.
    """
    if size([value]) < WORKED_OUT:
        return value
    full = written_out(value, defined)
    names = sorted({x.id for x in walk(full) if type(x) is ast.Name and x.id not in tables})
    if not 1 <= len(names) <= 2 or size([full]) > 10 * WORKED_OUT:
        return value
    spans: list[Span] = []
    for name in names:
        span = known.spans.get(name)
        if span is None or span[1] - span[0] >= LOOKED_UP:
            # whatever a table is asked for is in it, or none
            span = next(((-1, len(tables[y]) - 1) for y in asked_for(full, name) if y in tables), None)
        if span is None:
            return value
        spans.append(span)
    found = values_of(full, names, spans, tables)
    if found is None:
        return value
    if len(set(found)) == 1:
        return number(found[0])
    row, at = places(found, names, spans)
    table = own.setdefault(row, f"TABLE_{len(own)}")
    tables[table] = row
    return ast.Subscript(ast.Name(table, LOAD), at, LOAD)


def written_out(value: ast.expr, defined: Mapping[str, ast.expr]) -> ast.expr:
    """The value without locals that are worked out from others."""
    for _ in range(6):
        names = {x.id: defined[x.id] for x in walk(value) if type(x) is ast.Name and x.id in defined}
        if not names or size([value]) > 10 * WORKED_OUT:
            break
        value = renamed(value, names)
    return value


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
