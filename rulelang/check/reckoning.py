"""Reckoning with numbers, and lists put together."""

from typing import Literal

from attrs import evolve

from rulelang import game, tree
from rulelang.check import expressions
from rulelang.check.symbols import Context, Scope, unknown
from rulelang.check.types import (
    EMPTY_LIST,
    is_unknown,
    join,
    list_of,
)
from rulelang.check.words import in_words
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, Type


def _is_list(value: game.Expr) -> bool:
    return value.type.base == "list"


def _of_numbers(value: game.Expr) -> bool:
    item = value.type.item
    return item is None or is_unknown(item) or item.base == "number"


def plus(c: Context, node: tree.Plus, scope: Scope, wanted: Type | None) -> game.Expr:
    chain: list[tree.Expr] = [node.right]
    left: tree.Expr = node.left
    while isinstance(left, tree.Plus) and not left.bracketed:
        chain.append(left.right)
        left = left.left
    chain.append(left)
    chain.reverse()
    values = [expressions.expression(c, one, scope, wanted) for one in chain]
    if any(_is_list(value) for value in values):
        if any(value.type.base == "number" for value in values):
            wrong = [value for value in values if _is_list(value) and not _of_numbers(value)]
            if wrong:
                return _as_number(c, wrong[0])
        return _joined(c, node, values)
    total = _as_number(c, values[0])
    for value in values[1:]:
        total = _arith(node, "+", total, _as_number(c, value))
    return total


def _joined(c: Context, node: tree.Plus, values: list[game.Expr]) -> game.Expr:
    kind: Type | None = None
    for value in values:
        item = value.type.item if value.type.base == "list" else value.type
        if item is None or is_unknown(item):
            continue
        both = item if kind is None else join(c.symbols, kind, item)
        if both is None:
            c.report.add(
                Code.WRONG_TYPE,
                value.span,
                f"{in_words(item)} joins a list that has {in_words(kind or item)}",
            )
        else:
            kind = both
    return game.Concat(
        span=node.span, type=EMPTY_LIST if kind is None else list_of(kind), parts=tuple(values)
    )


def _as_number(c: Context, value: game.Expr) -> game.Expr:
    if value.type.base == "number" or is_unknown(value.type):
        return value
    hint = expressions.numbers_of(value.type)
    c.report.add(Code.NO_NUMBER, value.span, f"a number is needed here, this is {in_words(value.type)}", hint)
    return unknown(value.span)


def _arith(
    node: tree.Expr, op: Literal["+", "-", "*", "/down", "/up"], left: game.Expr, right: game.Expr
) -> game.Expr:
    kind = evolve(NUMBER, optional=left.type.optional or right.type.optional)
    return game.Arith(span=node.span, type=kind, op=op, left=left, right=right)


def minus(c: Context, node: tree.Minus, scope: Scope, wanted: Type | None) -> game.Expr:
    left = expressions.expression(c, node.left, scope, wanted)
    if _is_list(left):
        right = expressions.expression(c, node.right, scope, left.type)
        item = left.type.item
        other = right.type.item if _is_list(right) else right.type
        if item is not None and other is not None and join(c.symbols, item, other) is None:
            c.report.add(
                Code.NEVER_ALIKE, right.span, f"a list that has {in_words(item)} never has {in_words(other)}"
            )
        return game.Without(span=node.span, type=left.type, left=left, right=right)
    return _arith(node, "-", _as_number(c, left), expressions.number(c, node.right, scope))


def times(c: Context, node: tree.Times, scope: Scope, wanted: Type | None) -> game.Expr:
    return _arith(
        node, "*", expressions.number(c, node.left, scope), expressions.number(c, node.right, scope)
    )


def divide(c: Context, node: tree.Divide, scope: Scope, wanted: Type | None) -> game.Expr:
    left, right = expressions.number(c, node.left, scope), expressions.number(c, node.right, scope)
    if isinstance(right, game.Num) and right.value == 0:
        c.report.add(Code.OUT_OF_RANGE, node.right.span, "nothing can be divided by 0")
    return _arith(node, "/up" if node.up else "/down", left, right)


def negative(c: Context, node: tree.Negative, scope: Scope, wanted: Type | None) -> game.Expr:
    part = expressions.number(c, node.of, scope)
    if isinstance(part, game.Num):
        return game.Num(span=node.span, type=NUMBER, value=-part.value)
    return game.Negative(span=node.span, type=part.type, part=part)
