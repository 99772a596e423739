"""Copies of a state that are tried out, as new rows: a part of a list is copied faster than put into another one."""

import ast
from collections.abc import Sequence

from interpreter.optimise.nodes import LOAD, STORE, number, walk


def copies_of(tree: ast.FunctionDef, more: int) -> None:
    """Changes the function: where a row of `w` is taken and filled from another row, it is a new list, *more* numbers longer than
    has to be copied."""
    for x in walk(tree):
        if isinstance(x, (ast.FunctionDef, ast.If, ast.For, ast.While)):
            x.body = new_rows(x.body, more)
            if isinstance(x, ast.If):
                x.orelse = new_rows(x.orelse, more)


def new_rows(body: Sequence[ast.stmt], more: int) -> list[ast.stmt]:
    out: list[ast.stmt] = []
    for x in body:
        match out, x:
            case ([*_, ast.Assign(targets=[ast.Name(id=row)], value=ast.Subscript(value=ast.Name(id="w"), slice=place))],
                  ast.Expr(value=ast.Call(func=ast.Name(id="copy"), args=[ast.Name(id=to), source, upto]))) if row == to:
                part = ast.Slice(None, ast.BinOp(upto, ast.Add(), number(more)))
                out[-1] = ast.Assign([ast.Name(row, STORE), ast.Subscript(ast.Name("w", LOAD), place, STORE)],
                                     ast.Subscript(source, part, LOAD))
            case _:
                out.append(x)
    return out
