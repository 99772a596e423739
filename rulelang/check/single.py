"""Names of several things where one is meant: dice of which there is one, cards of which there are more."""

from rulelang import game
from rulelang.check.symbols import Context, Scope, unknown
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, Type


def one_die(value: game.Expr, c: Context, wanted: Type | None = None) -> game.Expr:
    """Dice of which there is one are that die, where one is needed."""
    if isinstance(value, game.DiceOf) and value.type.base == "list" and value.type.item is not None:
        thing = c.symbols.things.get(value.key)
        if thing is not None and thing.single and (wanted is None or wanted.base == "die"):
            one = game.Num(span=value.span, type=NUMBER, value=1)
            return game.Element(span=value.span, type=value.type.item, of=value, index=one)
    return value


def certain(c: Context, value: game.Expr, scope: Scope) -> game.Expr:
    """*value*, unless it is the name of a card of which there are several, where one is meant."""
    if not isinstance(value, game.CardName) or scope.place == "example":
        return value
    card = c.symbols.cards[value.name]
    if card.single:
        return value
    c.report.add(
        Code.EXAMPLES_ONLY,
        value.span,
        f'there are several "{value.name}", and nothing says which',
        f'`first {card.kind} x in ... where x is "{value.name}"`',
    )
    return unknown(value.span)
