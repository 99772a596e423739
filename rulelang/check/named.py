"""The expression for a declared thing that is named: with its index, its arguments, members of its list."""

from rulelang import game, tree
from rulelang.check import calls, expressions
from rulelang.check.symbols import Context, Scope, Thing, unknown
from rulelang.check.types import is_unknown, optional
from rulelang.check.words import in_words
from rulelang.diagnostics import Code
from rulelang.game import Type
from rulelang.source import Span

_SPACE = Type("space")


def visit(c: Context, node: tree.Ref | tree.Call, scope: Scope) -> None:
    """Look into the brackets of a name that is wrong already."""
    for part in node.arguments if isinstance(node, tree.Call) else node.index:
        expressions.expression(c, part, scope)


def build(
    c: Context, thing: Thing, node: tree.Ref | tree.Call, scope: Scope, of: game.Expr | None
) -> game.Expr:
    """The expression for *thing*, with the index or arguments of *node*."""
    thing.used += 1
    span, name = node.span, thing.name
    args: tuple[game.Expr, ...] = ()
    if isinstance(node, tree.Call):
        if thing.what != "value":
            visit(c, node, scope)
            c.report.add(
                Code.WRONG_SORT,
                node.name.span,
                f"`{name}` is a {thing.what} and takes nothing in round brackets",
                f"an index stands in square brackets, `{name}[...]`" if thing.index else None,
            )
            return unknown(span)
        args = calls.arguments(c, thing.params, node.arguments, scope, node.name, complete=True)
    elif thing.params:
        for part in node.index:
            expressions.expression(c, part, scope)
        wanted = ", ".join(param.name for param in thing.params)
        c.report.add(
            Code.WRONG_ARGUMENTS, node.name.span, f"`{name}` needs something in brackets: `{name}({wanted})`"
        )
        return unknown(span)
    given = () if isinstance(node, tree.Call) else node.index
    index: tuple[game.Expr, ...] = ()
    rest: tuple[tree.Expr, ...] = given
    if thing.index and (given or thing.what != "board"):
        if len(given) != len(thing.index):
            for part in given:
                expressions.expression(c, part, scope)
            many = f"{len(thing.index)} things in square brackets" if len(thing.index) > 1 else "an index"
            shown = ", ".join("..." for _ in thing.index)
            c.report.add(
                Code.WRONG_INDEX,
                node.name.span if not given else given[-1].span,
                f"`{name}` needs {many}: `{name}[{shown}]`",
            )
            return unknown(span)
        index = tuple(
            expressions.typed(c, part, scope, kind) for part, kind in zip(given, thing.index, strict=True)
        )
        rest = ()
    value = _make(thing, span, index, args, of)
    if rest and isinstance(node, tree.Ref):
        return elements(c, value, node, scope)
    return value


def _make(
    thing: Thing, span: Span, index: tuple[game.Expr, ...], args: tuple[game.Expr, ...], of: game.Expr | None
) -> game.Expr:
    kind = thing.type
    if of is not None and of.type.optional and kind.base != "list":
        kind = optional(kind)
    if thing.what in ("counter", "variable"):
        return game.Stored(span=span, type=kind, key=thing.key, index=index, of=of)
    if thing.what == "field":
        assert of is not None
        return game.Printed(span=span, type=kind, key=thing.key, index=index, of=of)
    if thing.what == "value":
        return game.Derived(span=span, type=kind, key=thing.key, args=args, of=of)
    if thing.what == "zone":
        return game.ZoneOf(span=span, type=kind, key=thing.key, index=index, of=of)
    if thing.what == "dice":
        return game.DiceOf(span=span, type=kind, key=thing.key, of=of)
    if thing.what == "board":
        whole = kind if not index else optional(kind.item or _SPACE)
        return game.BoardOf(span=span, type=whole, key=thing.key, index=index, of=of)
    return game.Param(span=span, type=kind, key=thing.key)


def elements(c: Context, value: game.Expr, node: tree.Ref, scope: Scope) -> game.Expr:
    """`pairing[2]`: members of a list, by number."""
    for index in node.index:
        number = expressions.number(c, index, scope)
        if is_unknown(value.type):
            return unknown(node.span)
        if value.type.base != "list":
            c.report.add(
                Code.WRONG_INDEX,
                index.span,
                f"only lists have members by number, `{node.name.text}` is {in_words(value.type)}",
            )
            return unknown(node.span)
        item = value.type.item
        if item is None:
            return unknown(node.span)
        value = game.Element(span=node.span, type=optional(item), of=value, index=number)
    return value
