"""Walks through the cards of a place that change nothing: each card is read where the walk stands, and not kept apart."""

import ast
from collections import Counter

from interpreter.optimise.nodes import STATE, STORE, loads, renamed, stores, walk


def in_place(tree: ast.FunctionDef) -> None:
    """Rewrites ``while b < n: a = b; b = s[a + x]; ...`` as ``while b < n: ...; b = s[b + x]``, with b for a, in a function
    that is altered: what is done for a card sets nothing but locals and lists, and nobody reads a after the walk."""
    read = Counter(loads(tree.body))
    for x in reversed(walk(tree)):  # what is inside comes first
        if type(x) is ast.While:
            body = advanced_last(x, read)
            if body is not None:
                x.body = body


def advanced_last(x: ast.While, read: Counter[str]) -> list[ast.stmt] | None:
    match x:
        case ast.While(test=ast.Compare(left=ast.Name(id=at), comparators=[ast.Constant()]), body=[
                ast.Assign(targets=[ast.Name(id=card)], value=ast.Name(id=same)),
                ast.Assign(targets=[ast.Name(id=following)], value=ast.Subscript(
                    value=ast.Name(id=row), slice=ast.BinOp(left=ast.Name(id=base), right=ast.Constant())) as link),
                *rest]) if at == same == following and base == card and row == STATE and rest:
            pass
        case _:
            return None
    inside = Counter(loads(rest))
    if inside[at] or {at, card} & set(stores(rest)) or read[card] != inside[card] + 1 or not all(map(is_calm, rest)):
        return None
    here: dict[str, ast.expr] = {card: ast.Name(at, ast.Load())}
    return [*(renamed(y, here) for y in rest), ast.Assign([ast.Name(at, STORE)], renamed(link, here))]


def is_calm(x: ast.stmt) -> bool:
    """Whether it sets nothing but locals, calls nothing but to put something into a list, and does not leave the round."""
    return not any(
        type(y) in (ast.Return, ast.Break, ast.Continue)
        or type(y) is ast.Subscript and type(y.ctx) is ast.Store
        or type(y) is ast.Call and not is_put(y.func)
        for y in walk(x))


def is_put(x: ast.expr) -> bool:
    return type(x) is ast.Attribute and type(x.value) is ast.Name and x.attr == "append"
