"""Decks without a table: a card for each suit and rank."""

from rulelang import game, tree
from rulelang.check import cards, constants, selectors, texts
from rulelang.check.symbols import Context, KindInfo, Scope, Thing, notes
from rulelang.check.types import fits, is_unknown
from rulelang.check.words import article, did_you_mean, in_words
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, Type


def cards_for_each(c: Context, node: tree.Cards, made: texts.Made) -> None:
    """A deck without a table: a card for each suit and rank."""
    kind = c.symbols.kind(node.kind.text)
    if kind is None:
        hint = did_you_mean(node.kind.text, c.symbols.kinds)
        c.report.add(Code.UNKNOWN_NAME, node.kind.span, f"there is no kind `{node.kind.text}`", hint)
        return
    kind.used = True
    axes: list[tuple[Thing, list[game.Expr]]] = []
    for one in node.each:
        chosen, _ = selectors.selector(c, one, Scope(place="constant"))
        values = _axis(c, one, chosen)
        thing = _axis_field(c, one, chosen.var.type, kind, [axis[0] for axis in axes])
        if thing is None or not values:
            return
        axes.append((thing, values))
    rows: list[tuple[game.Expr, ...]] = [()]
    for _, values in axes:
        if len(rows) * len(values) > constants.MOST_INDEXES * 5:
            c.report.add(Code.TOO_MANY, node.span, f"more than {constants.MOST_INDEXES * 5} cards")
            return
        rows = [(*row, value) for row in rows for value in values]
    for row in rows:
        name = " ".join(texts.index_text(value) for value in row)
        spec = texts.Text(fields={thing.key: value for (thing, _), value in zip(axes, row, strict=True)})
        if name in c.symbols.cards:
            c.report.add(Code.DECLARED_TWICE, node.span, f'the card "{name}" is declared twice')
            return
        c.name_card(name, kind.name, node)
        if kind.name in made.texts:
            copies = game.Num(span=node.span, type=NUMBER, value=1)
            made.cards.append(cards.card(c, made, kind.name, spec, name, copies, notes(node)))


def _axis(c: Context, node: tree.Selector, chosen: game.Selector) -> list[game.Expr]:
    """The values of one selector of `cards K for each ...`."""
    kind = chosen.var.type
    if node.where is not None or node.clock is not None:
        c.report.add(
            Code.MISPLACED, node.span, "cards are made for all of an enum or of a range, without a condition"
        )
        return []
    if chosen.source is None and kind.base == "enum":
        return constants.index_values(c, game.Index(enum=kind.names[0]), chosen)
    if isinstance(chosen.source, game.RangeList) and constants.is_constant(chosen.source):
        return constants.index_values(c, game.Index(low=chosen.source.low, high=chosen.source.high), chosen)
    if isinstance(chosen.source, game.ListOf) and all(
        constants.is_constant(one) for one in chosen.source.items
    ):
        return list(chosen.source.items)
    if not is_unknown(kind):
        c.report.add(
            Code.NOT_CONSTANT,
            node.span,
            "which cards there are must be known before play",
            "an enum, or `number n in 1 to 13`",
        )
    return []


def _axis_field(
    c: Context, node: tree.Selector, kind: Type, info: KindInfo, taken: list[Thing]
) -> Thing | None:
    """The field that one selector of a deck gives: the one of its name, else the next of its type."""
    fields = [
        thing
        for name in reversed(info.lineage)
        for thing in c.symbols.kinds[name].things.values()
        if thing.what == "field" and not thing.index and not any(thing is one for one in taken)
    ]
    named = [thing for thing in fields if node.name is not None and thing.name == node.name.text]
    fitting = [thing for thing in named or fields if fits(c.symbols, kind, thing.type)]
    if fitting:
        return fitting[0]
    if not is_unknown(kind):
        c.report.add(
            Code.NOT_OF_THAT, node.span, f"{article(info.name)} has no field left that is {in_words(kind)}"
        )
    return None
