"""Comparisons: numbers by size, everything else by `is`."""

from typing import Literal

from attrs import evolve

from rulelang import game, tree
from rulelang.check import expressions, references, single
from rulelang.check.symbols import Context, Scope, unknown
from rulelang.check.types import alike, contains, convert, is_unknown, overlap, within
from rulelang.check.words import in_words, many, which_kind
from rulelang.diagnostics import Code
from rulelang.game import TRUTH, Type

_SIGNS: dict[tree.Comparison, Literal["=", "<", "<=", ">", ">="]] = {
    tree.Comparison.EQUAL: "=",
    tree.Comparison.LESS: "<",
    tree.Comparison.AT_MOST: "<=",
    tree.Comparison.MORE: ">",
    tree.Comparison.AT_LEAST: ">=",
}


def needs_context(c: Context, node: tree.Expr, scope: Scope) -> bool:
    """Whether what *node* means hangs on the type that is wanted: a text, or a bare value of an enum."""
    if isinstance(node, tree.TextValue | tree.Nothing):
        return True
    if isinstance(node, tree.Ref) and node.of is None and not node.index:
        name = node.name.text
        return scope.find(name) is None and name in c.symbols.members
    if isinstance(node, tree.ListOf):
        return all(needs_context(c, one, scope) for one in node.items)
    return False


def pair(
    c: Context, left: tree.Expr, right: tree.Expr, scope: Scope, wanted: Type | None = None
) -> tuple[game.Expr, game.Expr]:
    """Two expressions of one type: whichever says its type helps the other."""
    if needs_context(c, left, scope) and not needs_context(c, right, scope):
        second = expressions.expression(c, right, scope, wanted)
        return expressions.expression(c, left, scope, _helpful(second.type, wanted)), second
    first = expressions.expression(c, left, scope, wanted)
    return first, expressions.expression(c, right, scope, _helpful(first.type, wanted))


def _helpful(kind: Type, wanted: Type | None) -> Type | None:
    return wanted if kind.base == "none" else kind


def compare(c: Context, node: tree.Compare, scope: Scope, wanted: Type | None) -> game.Expr:
    """`a < b`: of numbers."""
    sign = _SIGNS[node.comparison]
    left, right = pair(c, node.left, node.right, scope)
    wrong = next(
        (one for one in (left, right) if one.type.base != "number" and not is_unknown(one.type)), None
    )
    if wrong is not None:
        if isinstance(wrong, game.Nothing):
            message = "`none` is no number"
        else:
            message = f"only numbers compare with `{sign}`, this is {in_words(wrong.type)}"
        hint = "things compare with `is` and `is not`" if sign == "=" else None
        if wrong.type.base == "die":
            hint = "what a die shows is `face of ...`"
        elif wrong.type.base == "list":
            hint = "how many there are is `number of ... in ...`"
        c.report.add(Code.EQUALS_OF_THINGS, wrong.span, message, hint)
        return unknown(node.span)
    return game.Compare(span=node.span, type=TRUTH, op=sign, left=left, right=right)


def _negated(value: game.Expr, negated: bool, node: tree.Expr) -> game.Expr:
    return game.Not(span=node.span, type=TRUTH, part=value) if negated else value


def sameness(c: Context, node: tree.Is, scope: Scope, wanted: Type | None) -> game.Expr:
    """`a is b`: of everything but numbers; also of kinds and enums, `r is Symbol`."""
    if isinstance(node.right, tree.Named) and node.right.name.text not in scope.seats:
        value = _belongs(c, node, node.right, scope)
        return value if is_unknown(value.type) else _negated(value, node.negated, node)
    left, right = pair(c, node.left, node.right, scope)
    if is_unknown(left.type) or is_unknown(right.type):
        return unknown(node.span)
    if left.type.base == "number" and right.type.base == "number":
        hint = "`not ... = ...`" if node.negated else "`... = ...`"
        message = "numbers compare with `=`, and only things with `is`"
        c.report.add(Code.IS_OF_NUMBERS, node.span, message, f"{hint}; but whether there is one: `is none`")
        return unknown(node.span)
    left, right = single.one_die(left, c, right.type), single.one_die(right, c, left.type)
    if not alike(c.symbols, left.type, right.type):
        c.report.add(Code.NEVER_ALIKE, node.span, f"{in_words(left.type)} is never {in_words(right.type)}")
        return unknown(node.span)
    left, right = same_enum(c, left, right)
    return _negated(game.Is(span=node.span, type=TRUTH, left=left, right=right), node.negated, node)


def same_enum(c: Context, left: game.Expr, right: game.Expr) -> tuple[game.Expr, game.Expr]:
    """Both as values of the enum that contains the other's."""
    if left.type.base == right.type.base == "enum" and left.type.names != right.type.names:
        if contains(c.symbols, left.type.names[0], right.type.names[0]):
            right = convert(c, right, evolve(left.type, optional=right.type.optional))
        else:
            left = convert(c, left, evolve(right.type, optional=left.type.optional))
    return left, right


def _belongs(c: Context, node: tree.Is, name: tree.Named, scope: Scope) -> game.Expr:
    part = expressions.expression(c, node.left, scope)
    text = name.name.text
    kind, enum = c.symbols.kind(text), c.symbols.enum(text)
    if is_unknown(part.type):
        return unknown(node.span)
    if kind is not None:
        kind.used = True
        wanted = Type("space" if kind.base == "space" else "card", names=(kind.name,))
        if part.type.base != wanted.base or not overlap(c.symbols, part.type, wanted):
            c.report.add(Code.NEVER_ALIKE, node.span, f"{in_words(part.type)} is never {in_words(wanted)}")
            return unknown(node.span)
        return game.KindIs(span=node.span, type=TRUTH, part=part, kind=kind.name)
    if enum is not None:
        wanted = Type("enum", names=(enum.name,))
        if part.type.base != "enum" or not (
            within(c.symbols, part.type, wanted) or contains(c.symbols, part.type.names[0], enum.name)
        ):
            c.report.add(Code.NEVER_ALIKE, node.span, f"{in_words(part.type)} is never {in_words(wanted)}")
            return unknown(node.span)
        return game.MemberOf(span=node.span, type=TRUTH, part=part, enum=enum.name)
    if scope.place == "example":
        return expressions.expression(c, name, scope)
    hint = which_kind(text, [*c.symbols.kinds, *c.symbols.enums])
    c.report.add(Code.UNKNOWN_NAME, name.span, f"there is no kind or enum `{text}`", hint)
    return unknown(node.span)


def emptiness(c: Context, node: tree.IsEmpty, scope: Scope, wanted: Type | None) -> game.Expr:
    """`z is empty`: of zones and lists."""
    part = expressions.expression(c, node.of, scope)
    if part.type.base != "list" and not is_unknown(part.type):
        hint = "whether there is one: `is none`" if part.type.optional else None
        c.report.add(
            Code.NO_LIST,
            node.of.span,
            f"only a zone or a list can be empty, this is {in_words(part.type)}",
            hint,
        )
        return unknown(node.span)
    return _negated(game.IsEmpty(span=node.span, type=TRUTH, part=part), node.negated, node)


def membership(c: Context, node: tree.IsIn, scope: Scope, wanted: Type | None) -> game.Expr:
    """`c is in z`"""
    if needs_context(c, node.left, scope):
        place = _place(c, node, scope, None)
        part = expressions.expression(c, node.left, scope, place.type.item)
    else:
        part = expressions.expression(c, node.left, scope)
        place = _place(c, node, scope, part.type)
    if is_unknown(part.type) or is_unknown(place.type):
        return unknown(node.span)
    item = place.type.item
    part = single.one_die(part, c, item)
    if part.type.base == "list" and not (item is not None and item.base == "list"):
        c.report.add(
            Code.NO_LIST,
            node.left.span,
            "only one thing can be in a list or zone, this is a list",
            "`every ... in ... has ...`",
        )
        return unknown(node.span)
    if item is not None and not alike(c.symbols, part.type, item):
        c.report.add(Code.NEVER_ALIKE, node.span, f"{in_words(part.type)} is never among {many(item)}")
        return unknown(node.span)
    if item is not None and item.base == "enum" and part.type.base == "enum":
        part = convert(c, part, evolve(item, optional=part.type.optional))
    return _negated(game.IsIn(span=node.span, type=TRUTH, part=part, place=place), node.negated, node)


def _place(c: Context, node: tree.IsIn, scope: Scope, item: Type | None) -> game.Expr:
    if scope.place == "card" and isinstance(node.left, tree.This) and isinstance(node.place, tree.Ref):
        thing = c.symbols.things.get(node.place.name.text)
        if (
            thing is not None
            and thing.what == "zone"
            and thing.owner == game.PLAYER
            and node.place.of is None
        ):
            return references.anyones(c, thing, node.place, scope)
    wanted = None if item is None else Type("list", item=item)
    return expressions.listing(c, node.place, scope, wanted)
