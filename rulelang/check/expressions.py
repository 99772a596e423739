"""Expressions: their meaning and their type."""

from collections.abc import Callable
from functools import cache
from typing import Literal

from attrs import evolve

from rulelang import game, tree
from rulelang.check import calls, comparisons, literals, reckoning, references, selectors, single
from rulelang.check.symbols import UNKNOWN, Context, Scope, unknown
from rulelang.check.types import (
    EMPTY_LIST,
    convert,
    is_unknown,
    join,
    list_of,
    need,
    optional,
    within,
)
from rulelang.check.words import did_you_mean, in_words, which_kind
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, PLAYER, TRUTH, Type

DEEPEST = 150  # expressions inside each other


def expression(c: Context, node: tree.Expr, scope: Scope, wanted: Type | None = None) -> game.Expr:
    """What *node* means; ``wanted`` helps to tell what a name or a text may be, and is not insisted on."""
    c.depth += 1
    try:
        if c.depth > DEEPEST:
            c.report.add(Code.NOT_FOLLOWED, node.span, "this is nested too deeply")
            return unknown(node.span)
        handler = _handlers().get(type(node))
        if handler is None:
            c.report.add(Code.MISPLACED, node.span, "this cannot stand here")
            return unknown(node.span)
        return handler(c, node, scope, wanted)
    finally:
        c.depth -= 1


def typed(
    c: Context, node: tree.Expr, scope: Scope, wanted: Type, what: str | None = None, tested: bool = False
) -> game.Expr:
    """The expression, which must be of the type *wanted*; ``tested`` as in `need`."""
    value = expression(c, node, scope, wanted)
    if wanted.base == "die":
        value = single.one_die(value, c)
    return need(c, single.certain(c, value, scope), wanted, what, tested)


def number(c: Context, node: tree.Expr, scope: Scope) -> game.Expr:
    """The expression, which must be a number to reckon with."""
    value = expression(c, node, scope, NUMBER)
    if value.type.base == "number" or is_unknown(value.type):
        return value
    message = f"a number is needed here, this is {in_words(value.type)}"
    c.report.add(Code.NO_NUMBER, node.span, message, numbers_of(value.type))
    return unknown(node.span)


def numbers_of(kind: Type) -> str | None:
    """A hint: which numbers such things have."""
    if kind.base == "die" or (kind.base == "list" and kind.item is not None and kind.item.base == "die"):
        return "what a die shows is `face of ...`"
    return "how many there are is `number of ... in ...`" if kind.base == "list" else None


def condition(c: Context, node: tree.Expr, scope: Scope) -> game.Expr:
    """The expression, which must be yes or no."""
    value = expression(c, node, scope, TRUTH)
    if value.type.base != "truth" and not is_unknown(value.type):
        hint = None
        if value.type.optional:
            hint = "whether there is one: `... is not none`"
        elif value.type.base == "list":
            hint = "whether there are any: `... is not empty`"
        c.report.add(
            Code.NO_CONDITION, node.span, f"a condition is yes or no, this is {in_words(value.type)}", hint
        )
        return unknown(node.span)
    return value


def listing(c: Context, node: tree.Expr, scope: Scope, wanted: Type | None = None) -> game.Expr:
    """The expression, which must be a list."""
    value = expression(c, node, scope, wanted)
    if isinstance(value, game.BoardOf) and not value.index:
        return value
    if value.type.base != "list" and not is_unknown(value.type):
        c.report.add(
            Code.NO_LIST, node.span, f"a list or a zone is needed here, this is {in_words(value.type)}"
        )
        return unknown(node.span)
    return value


def player(c: Context, node: tree.Expr, scope: Scope) -> game.Expr:
    """The expression, which must be one player."""
    if isinstance(node, tree.Everyone):
        c.report.add(
            Code.WRONG_TYPE, node.span, "one player is needed here", "for all: `for each player p: ...`"
        )
        return unknown(node.span)
    return typed(c, node, scope, PLAYER)


# ------------------------------------------------------------------------------------- the simple ones


def _number(c: Context, node: tree.NumberValue, scope: Scope, wanted: Type | None) -> game.Expr:
    return game.Num(span=node.span, type=NUMBER, value=node.value)


def _yes_no(c: Context, node: tree.YesNo, scope: Scope, wanted: Type | None) -> game.Expr:
    return game.Truth(span=node.span, type=TRUTH, value=node.value)


def _nothing(c: Context, node: tree.Nothing, scope: Scope, wanted: Type | None) -> game.Expr:
    return game.Nothing(span=node.span, type=game.NONE)


def _so_far(c: Context, node: tree.SoFar, scope: Scope, wanted: Type | None) -> game.Expr:
    if scope.so_far is None:
        c.report.add(Code.NOBODY_MEANT, node.span, "`it` is the value so far and stands only after `becomes`")
        return unknown(node.span)
    scope.read_so_far.append(True)
    return game.It(span=node.span, type=scope.so_far)


def _chance(c: Context, node: tree.Chance, scope: Scope, wanted: Type | None) -> game.Expr:
    c.report.add(Code.MISPLACED, node.span, "`chance` is no player; it can only choose")
    return unknown(node.span)


def _everyone(c: Context, node: tree.Everyone, scope: Scope, wanted: Type | None) -> game.Expr:
    c.report.add(
        Code.MISPLACED,
        node.span,
        "`everyone` stands only after `of`, `to` or before `wins`",
        "the players as a list are `all players`",
    )
    return unknown(node.span)


def _nobody(c: Context, node: tree.Nobody, scope: Scope, wanted: Type | None) -> game.Expr:
    c.report.add(
        Code.MISPLACED,
        node.span,
        "`nobody` stands only after `shown to` or before `wins`",
        "no player is `none`",
    )
    return unknown(node.span)


def _you(c: Context, node: tree.You, scope: Scope, wanted: Type | None) -> game.Expr:
    if scope.you == "no":
        c.report.add(Code.NOBODY_MEANT, node.span, "nobody is `you` here", "name the player")
        return unknown(node.span)
    return game.You(span=node.span, type=evolve(PLAYER, optional=scope.you == "maybe"))


def _this(c: Context, node: tree.This, scope: Scope, wanted: Type | None) -> game.Expr:
    if scope.this is None:
        c.report.add(
            Code.NOBODY_MEANT,
            node.span,
            "`this` is the card whose text it is; here is no card's text",
            "name the card: `first Card c in ...`, a parameter, or what was chosen",
        )
        return unknown(node.span)
    return game.This(span=node.span, type=scope.this)


def _named(c: Context, node: tree.Named, scope: Scope, wanted: Type | None) -> game.Expr:
    name = node.name.text
    if name in scope.seats:
        return game.SeatName(span=node.span, type=PLAYER, seat=scope.seats[name], name=name)
    if c.symbols.kind(name) or c.symbols.enum(name):
        c.report.add(
            Code.WRONG_SORT,
            node.span,
            f"`{name}` is a kind of things, not one of them",
            f"`any {name} in ...`, `all {name} ...`, `x is {name}`",
        )
    elif scope.place == "example":
        hint: str | None = (
            did_you_mean(name, scope.seats) or "the players of an example stand in `given players`"
        )
        c.report.add(Code.UNKNOWN_NAME, node.span, f"there is no player `{name}` in this example", hint)
    else:
        hint = which_kind(name, [*c.symbols.kinds, *c.symbols.enums])
        c.report.add(Code.UNKNOWN_NAME, node.span, f"there is no kind or enum `{name}`", hint)
    return unknown(node.span)


def _text(c: Context, node: tree.TextValue, scope: Scope, wanted: Type | None) -> game.Expr:
    return literals.quoted(c, node, scope, wanted)


def _reference(c: Context, node: tree.Ref | tree.Call, scope: Scope, wanted: Type | None) -> game.Expr:
    return references.reference(c, node, scope, wanted)


def _end(c: Context, node: tree.TopOf | tree.BottomOf, scope: Scope, wanted: Type | None) -> game.Expr:
    end: Literal["top", "bottom"] = "top" if isinstance(node, tree.TopOf) else "bottom"
    amount = None if node.how_many is None else number(c, node.how_many, scope)
    of = listing(c, node.of, scope)
    kind = of.type
    if is_unknown(kind):
        return unknown(node.span)
    if amount is None:
        kind = optional(kind.item or UNKNOWN)
    return game.End(span=node.span, type=kind, end=end, amount=amount, of=of)


def _list(c: Context, node: tree.ListOf, scope: Scope, wanted: Type | None) -> game.Expr:
    item = wanted.item if wanted is not None and wanted.base == "list" else None
    items: list[game.Expr] = []
    kind: Type | None = None
    for one in node.items:
        value = single.one_die(expression(c, one, scope, item), c)
        if kind is None and not is_unknown(value.type):
            kind = value.type
        elif kind is not None:
            both = join(c.symbols, kind, value.type)
            if both is None:
                c.report.add(
                    Code.WRONG_TYPE,
                    one.span,
                    f"this is {in_words(value.type)}, in a list that has {in_words(kind)}",
                )
            else:
                kind = both
        items.append(value)
    if kind is not None:
        if item is not None and kind.base == item.base == "enum" and within(c.symbols, kind, item):
            kind = item
        items = [convert(c, value, evolve(kind, optional=value.type.optional)) for value in items]
    return game.ListOf(span=node.span, type=EMPTY_LIST if kind is None else list_of(kind), items=tuple(items))


def _range(c: Context, node: tree.Range, scope: Scope, wanted: Type | None) -> game.Expr:
    low, high = number(c, node.low, scope), number(c, node.high, scope)
    return game.RangeList(span=node.span, type=list_of(NUMBER), low=low, high=high)


def _choice(c: Context, node: tree.Conditional, scope: Scope, wanted: Type | None) -> game.Expr:
    test = condition(c, node.condition, scope)
    yes, no = comparisons.pair(c, node.value, node.otherwise, scope, wanted)
    kind = join(c.symbols, yes.type, no.type)
    if kind is None:
        c.report.add(
            Code.WRONG_TYPE,
            node.otherwise.span,
            f"one side is {in_words(yes.type)}, the other {in_words(no.type)}",
        )
        return unknown(node.span)
    yes, no = (convert(c, one, evolve(kind, optional=one.type.optional)) for one in (yes, no))
    return game.IfElse(span=node.span, type=kind, test=test, yes=yes, no=no)


def _all_of(c: Context, node: tree.And | tree.Or, scope: Scope, wanted: Type | None) -> game.Expr:
    parts = tuple(condition(c, part, scope) for part in node.parts)
    make: Callable[..., game.Expr] = game.And if isinstance(node, tree.And) else game.Or
    return make(span=node.span, type=TRUTH, parts=parts)


def _not(c: Context, node: tree.Not, scope: Scope, wanted: Type | None) -> game.Expr:
    return game.Not(span=node.span, type=TRUTH, part=condition(c, node.of, scope))


# ------------------------------------------------------------------------------------------ reckoning


# -------------------------------------------------------------------------------------- who can, who knows


def _can_do(c: Context, node: tree.CanDo, scope: Scope, wanted: Type | None) -> game.Expr:
    who = player(c, node.who, scope)
    effect = calls.effect_ref(c, node.effect, scope, actions=True)
    if effect is None:
        return unknown(node.span)
    return game.CanDo(span=node.span, type=TRUTH, who=who, effect=effect)


def _can_choose(c: Context, node: tree.CanChoose, scope: Scope, wanted: Type | None) -> game.Expr:
    who = player(c, node.who, scope)
    if scope.place != "example":
        c.report.add(Code.EXAMPLES_ONLY, node.span, "`can choose` stands only in examples")
    what = references.answer(c, node.what, scope)
    return game.CanChoose(span=node.span, type=TRUTH, who=who, what=what)


def _knows(c: Context, node: tree.Knows, scope: Scope, wanted: Type | None) -> game.Expr:
    who = player(c, node.who, scope)
    card = typed(c, node.what, scope, Type("card"))
    return game.Knows(span=node.span, type=TRUTH, who=who, card=card)


def _holds(c: Context, node: tree.Holds, scope: Scope, wanted: Type | None) -> game.Expr:
    place = listing(c, node.place, scope)
    if scope.place != "example":
        c.report.add(
            Code.EXAMPLES_ONLY,
            node.span,
            "`holds` stands only in examples",
            "`every ... has ...` and `number of ... in ...` say it elsewhere",
        )
    things = expression(c, node.things, scope, place.type)
    item = place.type.item
    if isinstance(things, game.ListOf) and item is not None:
        cards = tuple(need(c, one, item) for one in things.items)
    else:
        cards = (things if is_unknown(place.type) else need(c, things, place.type),)
    return game.Holds(span=node.span, type=TRUTH, place=place, cards=cards)


@cache
def _handlers() -> dict[type, Callable[..., game.Expr]]:
    return {
        tree.NumberValue: _number,
        tree.TextValue: _text,
        tree.YesNo: _yes_no,
        tree.Nothing: _nothing,
        tree.SoFar: _so_far,
        tree.Chance: _chance,
        tree.Everyone: _everyone,
        tree.Nobody: _nobody,
        tree.This: _this,
        tree.You: _you,
        tree.Named: _named,
        tree.Ref: _reference,
        tree.Call: _reference,
        tree.TopOf: _end,
        tree.BottomOf: _end,
        tree.ListOf: _list,
        tree.Range: _range,
        tree.Conditional: _choice,
        tree.Or: _all_of,
        tree.And: _all_of,
        tree.Not: _not,
        tree.Compare: comparisons.compare,
        tree.Is: comparisons.sameness,
        tree.IsEmpty: comparisons.emptiness,
        tree.IsIn: comparisons.membership,
        tree.Plus: reckoning.plus,
        tree.Minus: reckoning.minus,
        tree.Times: reckoning.times,
        tree.Divide: reckoning.divide,
        tree.Negative: reckoning.negative,
        tree.Quantified: selectors.quantified,
        tree.Every: selectors.every,
        tree.Extreme: selectors.extreme,
        tree.Gathered: selectors.gathered,
        tree.GatheredIn: selectors.gathered_in,
        tree.Reach: selectors.reach,
        tree.Subsets: selectors.subsets,
        tree.Splits: selectors.splits,
        tree.CanDo: _can_do,
        tree.CanChoose: _can_choose,
        tree.Knows: _knows,
        tree.Holds: _holds,
    }
