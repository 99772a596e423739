"""Expressions, nouns and selectors as text, with no more brackets than the grammar needs."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import frozen

from rulelang import tree
from rulelang.format.breaking import Break, Doc, Group

_CHOICE, _OR, _AND, _NOT, _COMPARISON, SUM, _PRODUCT, _FACTOR, _UNIT = range(9)


@frozen
class _Printed:
    """An expression as text: how tightly it binds, and whether a `where` or `has` may reach on."""

    doc: Doc
    level: int
    open: bool = False


def _is_ref(node: tree.Expr) -> bool:
    """Whether the grammar's `ref` stands for it, without brackets."""
    return isinstance(node, tree.Ref | tree.Call | tree.TopOf | tree.BottomOf) and not node.bracketed


def _is_first_thing(node: tree.Expr) -> bool:
    """``first Card c in z``, which needs no brackets after `of`."""
    return (
        isinstance(node, tree.Quantified)
        and not node.bracketed
        and node.quantifier is tree.Quantifier.FIRST
        and node.selector.name is not None
        and node.selector.clock is None
        and node.selector.where is None
    )


def _is_bound(node: tree.Expr) -> bool:
    if node.bracketed:
        return False
    if isinstance(node, tree.Negative):
        return isinstance(node.of, tree.NumberValue) and not node.of.bracketed
    return isinstance(node, tree.NumberValue) or _is_ref(node)


def _is_span(node: tree.Range) -> bool:
    """Whether it can be written without brackets after `in`."""
    plain = isinstance(node.low, tree.NumberValue) and not node.low.bracketed
    return plain and _is_bound(node.high) and not node.bracketed


def in_brackets_doc(printed: _Printed) -> Doc:
    return [Group("(", printed.doc, ")")]


def expr_doc(node: tree.Expr, level: int = _CHOICE, open: bool = True, depth: int = 0) -> Doc:
    """*node* where at least *level* is wanted and an open end is or is not welcome."""
    return _place(node, level, open, depth).doc


def _place(node: tree.Expr, level: int, open: bool, depth: int) -> _Printed:
    if node.bracketed:
        return _Printed(in_brackets_doc(bare_printed(node, 0)), _UNIT)
    printed = bare_printed(node, depth)
    if printed.level < level or (printed.open and not open):
        return _Printed(in_brackets_doc(bare_printed(node, 0)), _UNIT)
    return printed


def unit_doc(node: tree.Expr) -> Doc:
    return expr_doc(node, _UNIT, False)


def bound_doc(node: tree.Expr) -> Doc:
    return expr_doc(node) if _is_bound(node) else in_brackets_doc(bare_printed(node, 0))


def amount_doc(node: tree.Expr) -> Doc:
    if _is_ref(node) or (isinstance(node, tree.NumberValue) and not node.bracketed):
        return expr_doc(node)
    return in_brackets_doc(bare_printed(node, 0))


def _where_it_is(node: tree.Expr) -> Doc:
    """A place, as after `in`."""
    if isinstance(node, tree.Range) and _is_span(node):
        return [*bound_doc(node.low), " to ", *bound_doc(node.high)]
    if _is_ref(node) or (isinstance(node, tree.ListOf | tree.Range) and not node.bracketed):
        return expr_doc(node)
    return in_brackets_doc(bare_printed(node, 0))


def joined_doc(docs: Iterable[Doc], level: int = 0) -> Doc:
    out: Doc = []
    for number, doc in enumerate(docs):
        if number:
            out += [",", Break(level, True)]
        out += doc
    return out


def items_doc(nodes: Sequence[tree.Expr]) -> Doc:
    return joined_doc(expr_doc(node, depth=1) for node in nodes)


def arguments_doc(nodes: Sequence[tree.Expr]) -> Doc:
    return [Group("(", items_doc(nodes), ")")] if nodes else []


def _of(node: tree.Expr | None) -> Doc:
    if node is None:
        return []
    return [" of ", *(bare_printed(node, 0).doc if _is_first_thing(node) else unit_doc(node))]


def effect_ref_doc(node: tree.EffectRef) -> Doc:
    return [
        node.name.text,
        *arguments_doc(node.arguments),
        *(() if node.of is None else [" of ", *unit_doc(node.of)]),
    ]


def _chain(word: str, parts: Sequence[tree.Expr], level: int, depth: int) -> _Printed:
    out: Doc = []
    is_open = False
    for number, part in enumerate(parts):
        printed = _place(part, level + 1, number == len(parts) - 1, depth + 1)
        if number:
            out += [Break(depth), word + " "]
        out += printed.doc
        is_open = printed.open
    return _Printed(out, level, is_open)


def _binary(
    left: tree.Expr,
    word: str,
    right: tree.Expr,
    level: int,
    needs: tuple[int, int],
    depth: int,
    open: bool = True,
) -> _Printed:
    last = _place(right, needs[1], open, depth + 1)
    # A chain of one level breaks at all its signs alike.
    inner = (
        depth
        if isinstance(left, tree.Plus | tree.Minus) and level == SUM and not left.bracketed
        else depth + 1
    )
    breaks: Doc = [Break(depth), word + " "] if level in (SUM, _PRODUCT) else [f" {word} "]
    return _Printed([*expr_doc(left, needs[0], False, inner), *breaks, *last.doc], level, last.open)


def bare_printed(node: tree.Expr, depth: int) -> _Printed:
    """*node* without brackets around it."""
    match node:
        case tree.NumberValue():
            return _Printed([str(node.value)], _UNIT)
        case tree.TextValue():
            return _Printed([f'"{node.text}"'], _UNIT)
        case tree.YesNo():
            return _Printed(["yes" if node.value else "no"], _UNIT)
        case tree.Nothing():
            return _Printed(["none"], _UNIT)
        case tree.SoFar():
            return _Printed(["it"], _UNIT)
        case tree.Chance():
            return _Printed(["chance"], _UNIT)
        case tree.Everyone():
            return _Printed(["everyone"], _UNIT)
        case tree.Nobody():
            return _Printed(["nobody"], _UNIT)
        case tree.This():
            return _Printed(["this"], _UNIT)
        case tree.You():
            return _Printed(["you"], _UNIT)
        case tree.Named():
            return _Printed([node.name.text], _UNIT)
        case tree.Ref():
            index: Doc = [Group("[", items_doc(node.index), "]")] if node.index else []
            return _Printed([node.name.text, *index, *_of(node.of)], _UNIT)
        case tree.Call():
            end: Doc = [] if node.of is None else [" of ", *unit_doc(node.of)]
            return _Printed([node.name.text, Group("(", items_doc(node.arguments), ")"), *end], _UNIT)
        case tree.TopOf() | tree.BottomOf():
            word = "top" if isinstance(node, tree.TopOf) else "bottom"
            number: Doc = []
            if node.how_many is not None:
                plain = isinstance(node.how_many, tree.NumberValue) and not node.how_many.bracketed
                number = [
                    " ",
                    *(expr_doc(node.how_many) if plain else in_brackets_doc(bare_printed(node.how_many, 0))),
                ]
            return _Printed([word, *number, " of ", *unit_doc(node.of)], _UNIT)
        case tree.ListOf():
            return _Printed([Group("[", items_doc(node.items), "]")], _UNIT)
        case tree.Range():
            body = [*expr_doc(node.low), " to ", *expr_doc(node.high)]
            return _Printed([Group("[", body, "]")], _UNIT)
        case tree.Conditional():
            last = _place(node.otherwise, _CHOICE, True, depth)
            doc = [
                *expr_doc(node.value, _OR, False, depth + 1),
                Break(depth, True),
                "if ",
                *expr_doc(node.condition, _OR, False, depth + 1),
                Break(depth, True),
                "otherwise ",
                *last.doc,
            ]
            return _Printed(doc, _CHOICE, last.open)
        case tree.Or():
            return _chain("or", node.parts, _OR, depth)
        case tree.And():
            return _chain("and", node.parts, _AND, depth)
        case tree.Not():
            last = _place(node.of, _NOT, True, depth + 1)
            return _Printed(["not ", *last.doc], _NOT, last.open)
        case tree.Compare():
            return _binary(node.left, node.comparison.value, node.right, _COMPARISON, (SUM, SUM), depth)
        case tree.Is():
            word = "is not" if node.negated else "is"
            return _binary(node.left, word, node.right, _COMPARISON, (SUM, SUM), depth, not node.negated)
        case tree.IsEmpty():
            word = " is not empty" if node.negated else " is empty"
            return _Printed([*expr_doc(node.of, SUM, False, depth + 1), word], _COMPARISON)
        case tree.IsIn():
            word = " is not in " if node.negated else " is in "
            return _Printed(
                [*expr_doc(node.left, SUM, False, depth + 1), word, *_where_it_is(node.place)], _COMPARISON
            )
        case tree.Plus():
            return _binary(node.left, "+", node.right, SUM, (SUM, _PRODUCT), depth)
        case tree.Minus():
            return _binary(node.left, "-", node.right, SUM, (SUM, _PRODUCT), depth)
        case tree.Times():
            return _binary(node.left, "*", node.right, _PRODUCT, (_PRODUCT, _FACTOR), depth)
        case tree.Divide():
            printed = _binary(node.left, "/", node.right, _PRODUCT, (_PRODUCT, _FACTOR), depth, False)
            return _Printed([*printed.doc, " rounded up" if node.up else " rounded down"], _PRODUCT)
        case tree.Negative():
            return _Printed(["-", *expr_doc(node.of, _FACTOR, False, depth)], _FACTOR)
        case tree.Quantified():
            many = node.quantifier in (tree.Quantifier.COUNT, tree.Quantifier.ALL)
            return _open([node.quantifier.value, " "], node.selector, many, depth)
        case tree.Every():
            has = _place(node.has, _OR, True, depth + 1)
            return _Printed(
                ["every ", *selector_doc(node.selector, False, depth + 1), Break(depth), "has ", *has.doc],
                _FACTOR,
                True,
            )
        case tree.Extreme():
            words = f"{'first' if node.first else 'all'} with {'highest' if node.highest else 'lowest'} "
            each: Doc = [words, *expr_doc(node.value, SUM, False, depth + 1), Break(depth), "for each "]
            return _open(each, node.selector, False, depth)
        case tree.Gathered():
            each = [
                f"{node.gather.value} of ",
                *expr_doc(node.value, SUM, False, depth + 1),
                Break(depth),
                "for each ",
            ]
            return _open(each, node.selector, False, depth)
        case tree.GatheredIn():
            return _Printed([f"{node.gather.value} in ", *_where_it_is(node.place)], _FACTOR)
        case tree.Reach():
            doc = [
                "reach of ",
                *unit_doc(node.start),
                " through ",
                *selector_doc(node.through, False, depth + 1),
            ]
            return _Printed([*doc, " to ", *unit_doc(node.step)], _FACTOR)
        case tree.Subsets():
            size: Doc = [] if node.size is None else [*expr_doc(node.size), " of "]
            return _Printed(["subsets of ", *size, *unit_doc(node.of)], _FACTOR)
        case tree.Splits():
            return _Printed(
                ["splits of ", *unit_doc(node.of), " into groups of ", *unit_doc(node.size)], _FACTOR
            )
        case tree.CanDo():
            return _Printed([*unit_doc(node.who), " can do ", *effect_ref_doc(node.effect)], _COMPARISON)
        case tree.CanChoose():
            return _Printed([*unit_doc(node.who), " can choose ", *unit_doc(node.what)], _COMPARISON)
        case tree.Knows():
            return _Printed([*unit_doc(node.who), " knows ", *unit_doc(node.what)], _COMPARISON)
        case tree.Holds():
            return _Printed([*unit_doc(node.place), " holds ", *bare_printed(node.things, 0).doc], _COMPARISON)
        case _:
            assert_never(node)


def _open(words: Doc, selector: tree.Selector, many: bool, depth: int) -> _Printed:
    return _Printed([*words, *selector_doc(selector, many, depth)], _FACTOR, selector.where is not None)


def noun_text(noun: tree.Noun, many: bool = False) -> str:
    match noun:
        case tree.PlayerNoun():
            return "players" if many else "player"
        case tree.SeatNoun():
            return "seats" if many else "seat"
        case tree.CardNoun():
            return "cards" if many else "card"
        case tree.DieNoun():
            return "dice" if many else "die"
        case tree.NumberNoun():
            return "numbers" if many else "number"
        case tree.KindNoun():
            return noun.name.text
        case tree.ListNoun():
            return "list" if noun.of is None else f"list of {noun_text(noun.of, True)}"
        case _:
            assert_never(noun)


def clock_doc(clock: tree.Clock) -> Doc:
    return ["counterclockwise from " if clock.counter else "clockwise from ", *unit_doc(clock.start)]


def selector_doc(node: tree.Selector, many: bool = False, depth: int = 0) -> Doc:
    out: Doc = [noun_text(node.noun, many)]
    if node.name is not None:
        out.append(f" {node.name.text}")
    if node.place is not None:
        out += [" in ", *_where_it_is(node.place)]
    if node.clock is not None:
        out += [" ", *clock_doc(node.clock)]
    if node.where is not None:
        out += [Break(depth), "where ", *expr_doc(node.where, _OR, True, depth + 1)]
    return out


def is_one(amount: tree.Expr | None) -> bool:
    return isinstance(amount, tree.NumberValue) and amount.value == 1


def _how_many(node: tree.HowMany | None) -> Doc:
    if node is None:
        return []
    return [node.sizing.value, " ", *([*amount_doc(node.amount), " "] if node.amount is not None else [])]


def param_doc(node: tree.Param) -> Doc:
    many = node.how_many is not None and not is_one(node.how_many.amount)
    return [*_how_many(node.how_many), *selector_doc(node.selector, many, 1)]


def params_doc(params: Sequence[tree.Param]) -> Doc:
    return [Group("(", joined_doc(param_doc(param) for param in params), ")")] if params else []
