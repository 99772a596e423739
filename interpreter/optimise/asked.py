"""Statements that ask functions: what they ask first can stand before them, where the function is copied in."""

import ast
from collections.abc import Callable

from interpreter.optimise.nodes import LOAD, STORE, calls

Wanted = Callable[[ast.Call], bool]


def asked_first(x: ast.If, wanted: Wanted, new: Callable[[], str]) -> list[ast.stmt] | None:
    """The choice with the function that its condition asks before it, as the value of a local; None: there is none that is
    *wanted*. *new*: a new local."""
    parts = x.test.values if type(x.test) is ast.BoolOp else [x.test]
    at = next((i for i, part in enumerate(parts) if calls(part)), None)
    if at is None:
        return None
    first = first_in(parts[at], wanted)
    if first is None:
        return None
    if at:
        # what stands before it is asked before it
        if x.orelse or type(x.test) is not ast.BoolOp or type(x.test.op) is not ast.And:
            return None
        before, rest = joined(ast.And(), parts[:at]), joined(ast.And(), parts[at:])
        return [ast.If(before, [ast.If(rest, x.body, [])], [])]
    name = new()
    answer = replaced(parts[0], first, ast.Name(name, LOAD))
    test = joined(x.test.op, [answer, *parts[1:]]) if type(x.test) is ast.BoolOp else answer
    return [ast.Assign([ast.Name(name, STORE)], first), ast.If(test, x.body, x.orelse)]


def worked_out_first(x: ast.Assign, wanted: Wanted, new: Callable[[], str]) -> list[ast.stmt] | None:
    """The same for what a local is set to, if that is more than the value of the function."""
    first = first_in(x.value, wanted)
    if first is None or first is x.value:
        return None
    name = new()
    return [ast.Assign([ast.Name(name, STORE)], first), ast.Assign(x.targets, replaced(x.value, first, ast.Name(name, LOAD)))]


def joined(op: ast.boolop, parts: list[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.BoolOp(op, parts)


def first_in(x: ast.expr, wanted: Wanted) -> ast.expr | None:
    """What is worked out first in it, if that is the value of such a function; or that value, if something holds."""
    match x:
        case ast.Call():
            return x if wanted(x) else None
        case ast.IfExp(test=test, body=ast.Call() as call, orelse=ast.Constant()) if not calls(test):
            return x if wanted(call) else None
        case ast.Compare(left=first) | ast.BoolOp(values=[first, *_]) | ast.UnaryOp(operand=first) | ast.BinOp(left=first):
            return first_in(first, wanted)
        case ast.Subscript(value=ast.Name(), slice=first):
            return first_in(first, wanted)
    return None


def replaced(x: ast.expr, old: ast.expr, new: ast.expr) -> ast.expr:
    """The expression with something else where that stands which is worked out in it first."""
    if x is old:
        return new
    match x:
        case ast.Compare(left=first, ops=ops, comparators=others):
            return ast.Compare(replaced(first, old, new), ops, others)
        case ast.BoolOp(op=op, values=[first, *others]):
            return ast.BoolOp(op, [replaced(first, old, new), *others])
        case ast.UnaryOp(op=op, operand=first):
            return ast.UnaryOp(op, replaced(first, old, new))
        case ast.BinOp(left=first, op=op, right=other):
            return ast.BinOp(replaced(first, old, new), op, other)
        case ast.Subscript(value=row, slice=first):
            return ast.Subscript(row, replaced(first, old, new), LOAD)
    raise AssertionError
