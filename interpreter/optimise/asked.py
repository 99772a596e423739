"""Conditions that ask functions: what they ask first can stand before them, where the function is copied in."""

import ast
from collections.abc import Callable

from interpreter.optimise.nodes import LOAD, STORE, calls


def asked_first(x: ast.If, wanted: Callable[[ast.Call], bool], new: Callable[[], str]) -> list[ast.stmt] | None:
    """The choice with the function that its condition asks before it, as the value of a local; None: there is none that is
    *wanted*. *new*: a new local."""
    parts = x.test.values if type(x.test) is ast.BoolOp else [x.test]
    at = next((i for i, part in enumerate(parts) if calls(part)), None)
    if at is None:
        return None
    part, denied = parts[at], False
    if type(part) is ast.UnaryOp and type(part.op) is ast.Not:
        part, denied = part.operand, True
    if type(part) is not ast.Call or not wanted(part):
        return None
    if at:
        # what stands before it is asked before it
        if x.orelse or type(x.test) is not ast.BoolOp or type(x.test.op) is not ast.And:
            return None
        first, rest = joined(ast.And(), parts[:at]), joined(ast.And(), parts[at:])
        return [ast.If(first, [ast.If(rest, x.body, [])], [])]
    name = new()
    answer: ast.expr = ast.Name(name, LOAD)
    if denied:
        answer = ast.UnaryOp(ast.Not(), answer)
    test = joined(x.test.op, [answer, *parts[1:]]) if type(x.test) is ast.BoolOp else answer
    return [ast.Assign([ast.Name(name, STORE)], part), ast.If(test, x.body, x.orelse)]


def joined(op: ast.boolop, parts: list[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.BoolOp(op, parts)
