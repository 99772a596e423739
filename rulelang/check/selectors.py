"""The one phrase for every introduction, `NOUN name in PLACE where CONDITION`, and what is asked with it."""

from attrs import evolve

from rulelang import game, tree
from rulelang.check import expressions
from rulelang.check.symbols import UNKNOWN, Context, Scope, unknown
from rulelang.check.types import alike, is_unknown, list_of, optional, within
from rulelang.check.words import many, which_kind
from rulelang.diagnostics import Code
from rulelang.game import DIE, NUMBER, PLAYER, TRUTH, Type, Var


def noun_type(c: Context, noun: tree.Noun) -> Type:
    """The type of one thing that the noun names."""
    if isinstance(noun, tree.PlayerNoun | tree.SeatNoun):
        return PLAYER
    if isinstance(noun, tree.CardNoun):
        return Type("card")
    if isinstance(noun, tree.DieNoun):
        return DIE
    if isinstance(noun, tree.NumberNoun):
        return NUMBER
    if isinstance(noun, tree.ListNoun):
        return Type("list", item=None if noun.of is None else noun_type(c, noun.of))
    return named_type(c, noun.name)


def named_type(c: Context, name: tree.Name) -> Type:
    """The type of a thing of the kind, or a value of the enum, called *name*."""
    kind, enum = c.symbols.kind(name.text), c.symbols.enum(name.text)
    if kind is not None:
        kind.used = True
        return Type("space" if kind.base == "space" else "card", names=(kind.name,))
    if enum is not None:
        return Type("enum", names=(enum.name,))
    hint = which_kind(name.text, [*c.symbols.kinds, *c.symbols.enums])
    c.report.add(Code.UNKNOWN_NAME, name.span, f"there is no kind or enum `{name.text}`", hint)
    return UNKNOWN


def noun_word(c: Context, noun: tree.Noun) -> str:
    """What a thing without a name of its own is called."""
    if isinstance(noun, tree.KindNoun):
        found = c.symbols.kind(noun.name.text) or c.symbols.enum(noun.name.text)
        return (found.name if found else noun.name.text).lower()
    words = {tree.PlayerNoun: "player", tree.SeatNoun: "seat", tree.CardNoun: "card", tree.DieNoun: "die"}
    return words.get(type(noun), "number" if isinstance(noun, tree.NumberNoun) else "list")


def selector(
    c: Context,
    node: tree.Selector,
    scope: Scope,
    *,
    several: bool = False,
    given: bool = False,
    one: bool = False,
) -> tuple[game.Selector, Scope]:
    """The selector, and a scope in which its name is one candidate.

    ``several``: more than one is chosen. ``given``: a caller or an event gives it, so a place is not needed.
    ``one``: the noun stands for one, so the plural is wrong.
    """
    kind = noun_type(c, node.noun)
    if one and isinstance(node.noun, tree.KindNoun):
        _singular(c, node.noun.name)
    source: game.Expr | None = None
    if node.place is not None:
        source, kind = _place(c, node, kind, scope)
    elif not given and kind.base in ("number", "list", "die"):
        _no_place(c, node, kind)
    var = c.var(node.name.text if node.name else noun_word(c, node.noun), kind, several)
    inner = scope.child()
    if node.name is not None:
        c.bind(inner, node.name, var)
    clock = None
    if node.clock is not None:
        clock = clock_of(c, node.clock, scope)
        if kind.base != "player" and not is_unknown(kind):
            c.report.add(
                Code.NO_ORDER, node.clock.span, f"only players sit in a circle, these are {many(kind)}"
            )
    where = None if node.where is None else expressions.condition(c, node.where, inner)
    names = kind.names if isinstance(node.noun, tree.KindNoun) and kind.base in ("card", "space") else ()
    return (
        game.Selector(
            span=node.span,
            var=var,
            source=source,
            filter=names,
            clock=clock,
            every_seat=isinstance(node.noun, tree.SeatNoun),
            where=where,
        ),
        inner,
    )


def _singular(c: Context, name: tree.Name) -> None:
    found = c.symbols.kind(name.text) or c.symbols.enum(name.text)
    if found is not None and found.name != name.text:
        c.report.add(Code.PLURAL, name.span, f"one is meant here: `{found.name}`")


def _no_place(c: Context, node: tree.Selector, kind: Type) -> None:
    examples = {"number": "`number n in 1 to 6`", "die": "`die d in ...`", "list": "`list l in ...`"}
    c.report.add(
        Code.NO_PLACE, node.span, "this does not say among what", f"say where: {examples[kind.base]}"
    )


def _place(c: Context, node: tree.Selector, kind: Type, scope: Scope) -> tuple[game.Expr | None, Type]:
    """Where the candidates come from, and what they are."""
    assert node.place is not None
    source = expressions.listing(c, node.place, scope, list_of(kind))
    if is_unknown(source.type) or is_unknown(kind):
        return source, kind
    item = source.type.item
    if item is None or is_unknown(item):
        return source, kind
    if isinstance(node.noun, tree.ListNoun) and item.base == "list":
        return source, item
    if item.base == "enum" and kind.base == "enum" and item.names != kind.names:
        hint = None
        if within(c.symbols, kind, item):
            hint = f"`{item.names[0]} x in ... where x is {kind.names[0]}`"
        c.report.add(Code.WRONG_TYPE, node.noun.span, f"here are {many(item)}, no {many(kind)}", hint)
        return source, kind
    if not alike(c.symbols, item, kind):
        c.report.add(Code.WRONG_TYPE, node.noun.span, f"here are {many(item)}, no {many(kind)}")
        return source, kind
    if isinstance(node.noun, tree.CardNoun | tree.DieNoun):
        return source, evolve(item, optional=False)
    return source, kind


def clock_of(c: Context, node: tree.Clock, scope: Scope) -> game.Clock:
    """`clockwise from p`"""
    return game.Clock(-1 if node.counter else 1, expressions.player(c, node.start, scope))


def bind_chosen(c: Context, node: tree.Selector, var: Var, scope: Scope, *, listed: bool) -> None:
    """Let the statements that follow use what was chosen."""
    if node.name is not None:
        c.report.silent += 1
        c.bind(scope, node.name, var, listed=listed)
        c.report.silent -= 1


def how_many(c: Context, node: tree.HowMany | None, scope: Scope) -> game.HowMany | None:
    """`exactly 2`, `up to n`, `at least 1`, `any number of`"""
    if node is None:
        return None
    amount = None if node.amount is None else expressions.number(c, node.amount, scope)
    if node.sizing is tree.Sizing.EXACTLY:
        return game.HowMany(amount, amount)
    if node.sizing is tree.Sizing.UP_TO:
        return game.HowMany(None, amount)
    return game.HowMany(amount, None)


def parameters(c: Context, nodes: tuple[tree.Param, ...], scope: Scope) -> tuple[game.Parameter, ...]:
    """The parameters of an effect, action, window, event, value or option; they are bound in *scope*."""
    found = []
    for node in nodes:
        amount = how_many(c, node.how_many, scope)
        chosen, _ = selector(
            c, node.selector, scope, several=amount is not None, given=True, one=amount is None
        )
        bind_chosen(c, node.selector, chosen.var, scope, listed=amount is not None)
        found.append(game.Parameter(selector=chosen, how_many=amount))
    return tuple(found)


# -------------------------------------------------------------------------------------- quantifiers

_HOW = {
    tree.Quantifier.COUNT: "count",
    tree.Quantifier.ANY: "any",
    tree.Quantifier.NONE: "no",
    tree.Quantifier.ALL: "all",
    tree.Quantifier.FIRST: "first",
}


def quantified(c: Context, node: tree.Quantified, scope: Scope, wanted: Type | None) -> game.Expr:
    """`number of`, `any`, `no`, `all`, `first` of those that a selector names."""
    inside = node.selector
    if (
        node.quantifier is tree.Quantifier.COUNT
        and isinstance(inside.noun, tree.PlayerNoun | tree.SeatNoun)
        and inside.name is None  # of whom a name speaks, they are looked at: those in the game
        and inside.place is None
        and inside.where is None
        and inside.clock is None
    ):
        return game.Prop(span=node.span, type=NUMBER, name="number_of_players")
    chosen, _ = selector(c, inside, scope, one=node.quantifier is tree.Quantifier.FIRST)
    kind = {"count": NUMBER, "any": TRUTH, "no": TRUTH}.get(_HOW[node.quantifier])
    if kind is None:
        one = chosen.var.type
        if is_unknown(one):
            kind = one
        else:
            kind = list_of(one) if node.quantifier is tree.Quantifier.ALL else optional(one)
    return game.Quantified(span=node.span, type=kind, how=_HOW[node.quantifier], selector=chosen)


def every(c: Context, node: tree.Every, scope: Scope, wanted: Type | None) -> game.Expr:
    """`every player p has C`"""
    chosen, inner = selector(c, node.selector, scope, one=True)
    body = expressions.condition(c, node.has, inner)
    return game.Quantified(span=node.span, type=TRUTH, how="every", selector=chosen, body=body)


def extreme(c: Context, node: tree.Extreme, scope: Scope, wanted: Type | None) -> game.Expr:
    """`all with highest E for each ...`"""
    chosen, inner = selector(c, node.selector, scope, one=True)
    body = expressions.number(c, node.value, inner)
    how = f"{'first' if node.first else 'all'}_{'highest' if node.highest else 'lowest'}"
    one = chosen.var.type
    kind = one if is_unknown(one) else optional(one) if node.first else list_of(one)
    return game.Quantified(span=node.span, type=kind, how=how, selector=chosen, body=body)


_RECKONED = (tree.Gather.SUM, tree.Gather.PRODUCT, tree.Gather.HIGHEST, tree.Gather.LOWEST)


def gathered(c: Context, node: tree.Gathered, scope: Scope, wanted: Type | None) -> game.Expr:
    """`sum of E for each ...`, `list of E for each ...`"""
    chosen, inner = selector(c, node.selector, scope, one=True)
    if node.gather in _RECKONED:
        body, kind = expressions.number(c, node.value, inner), NUMBER
    else:
        item = wanted.item if wanted is not None and wanted.base == "list" else None
        body = expressions.expression(c, node.value, inner, item)
        kind = body.type if is_unknown(body.type) else list_of(body.type)
    return game.Quantified(span=node.span, type=kind, how=node.gather.value, selector=chosen, body=body)


def gathered_in(c: Context, node: tree.GatheredIn, scope: Scope, wanted: Type | None) -> game.Expr:
    """`sum in L`"""
    place = expressions.listing(c, node.place, scope)
    item = place.type.item
    if is_unknown(place.type):
        return unknown(node.span)
    if node.gather in _RECKONED:
        if item is not None and not is_unknown(item) and item.base != "number":
            word = node.gather.value
            c.report.add(
                Code.NO_NUMBER,
                node.place.span,
                f"`{word}` is of numbers, these are {many(item)}",
                f"`{word} of ... of x for each ... x in ...`",
            )
            return unknown(node.span)
        kind = NUMBER
    else:
        kind = place.type
    return game.GatheredIn(span=node.span, type=kind, how=node.gather.value, place=place)


def reach(c: Context, node: tree.Reach, scope: Scope, wanted: Type | None) -> game.Expr:
    """`reach of START through Space y to NEXT`"""
    start = expressions.expression(c, node.start, scope)
    through, inner = selector(c, node.through, scope, one=True)
    step = expressions.expression(c, node.step, inner)
    one = through.var.type
    for value in (start, step):
        item = value.type.item if value.type.base == "list" else value.type
        if (
            item is not None
            and not is_unknown(item)
            and not is_unknown(one)
            and not alike(c.symbols, item, one)
        ):
            c.report.add(Code.WRONG_TYPE, value.span, f"this goes through {many(one)}, here are {many(item)}")
    return game.Reach(span=node.span, type=list_of(one), start=start, through=through, to=step)


def subsets(c: Context, node: tree.Subsets, scope: Scope, wanted: Type | None) -> game.Expr:
    """`subsets of 3 of L`"""
    amount = None if node.size is None else expressions.number(c, node.size, scope)
    of = expressions.listing(c, node.of, scope)
    if is_unknown(of.type):
        return unknown(node.span)
    return game.Subsets(span=node.span, type=Type("list", item=of.type), of=of, amount=amount)


def splits(c: Context, node: tree.Splits, scope: Scope, wanted: Type | None) -> game.Expr:
    """`splits of L into groups of n`"""
    of = expressions.listing(c, node.of, scope)
    size = expressions.number(c, node.size, scope)
    if is_unknown(of.type):
        return unknown(node.span)
    groups = Type("list", item=Type("list", item=of.type))
    return game.Splits(span=node.span, type=groups, of=of, size=size)
