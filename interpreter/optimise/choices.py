"""Two statements that come to a choice between two values."""

import ast
from collections import Counter

from interpreter.optimise.fold import denied
from interpreter.optimise.nodes import LOAD, calls, mentions, number, renamed


def joined(out: list[ast.stmt], x: ast.stmt, written: Counter[str]) -> bool:
    """Makes the last of these statements and this one one statement, or the one before the last, if they are such a choice."""
    if not out or type(x) is not ast.If:
        return False
    if either(out[-1], x, written):
        return True
    match out[-2:]:
        case [ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant()) as first,
              ast.Assign(targets=[ast.Name(id=other)], value=value) as between] if (
                  name != other and not calls(value) and not mentions(value, {name}) and either(first, x, written)):
            out[-2:] = [between, first]
            return True
    return False


def either(before: ast.stmt, x: ast.stmt, written: Counter[str]) -> bool:
    """`a = 0`, and then perhaps `a = 1`, is one statement: makes the first that one. *written*: how often locals are set."""
    match before, x:
        case (ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant() as no),
              ast.If(test=test, body=[ast.Assign(targets=[ast.Name(id=other)], value=yes)], orelse=[])
              ) if name == other and not calls(yes) and not mentions(test, {name}) and not mentions(yes, {name}):
            before.value = ast.IfExp(test, yes, no)
            written[name] -= 1
            return True
        case (ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=source) as first),
              ast.If(test=test, body=[ast.Assign(targets=[ast.Name(id=other)], value=ast.Constant() as yes)], orelse=[])
              ) if name == other != source and not calls(test):
            # `a = b`, and then perhaps `a = 1`
            before.value = ast.IfExp(denied(renamed(test, {name: first})), ast.Name(source, LOAD), yes)
            written[name] -= 1
            return True
        case (ast.Assign(targets=[ast.Name(id=name)],
                         value=ast.IfExp(test=first, body=ast.Constant(value=1), orelse=ast.Constant(value=0))),
              ast.If(test=ast.Name(id=asked) | ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=asked)) as test,
                     orelse=[], body=[ast.Assign(targets=[ast.Name(id=other)],
                                      value=ast.IfExp(test=second, body=ast.Constant(value=1), orelse=ast.Constant(value=0)))])
              ) if name == asked == other and not mentions(second, {name}):
            # `a = this`, and then, if not a, `a = that`
            op: ast.boolop = ast.And() if type(test) is ast.Name else ast.Or()
            parts = [y for z in (first, second)
                     for y in (z.values if type(z) is ast.BoolOp and type(z.op) is type(op) else [z])]
            before.value = ast.IfExp(ast.BoolOp(op, parts), number(1), number(0))
            written[name] -= 1
            return True
    return False
