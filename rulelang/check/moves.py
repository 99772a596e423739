"""Statements about cards, dice and counters: where they go, who sees them."""

from rulelang import game, tree
from rulelang.check import expressions, single
from rulelang.check.symbols import Context, Scope, notes
from rulelang.check.types import is_unknown, list_of, overlap
from rulelang.check.words import in_words, many
from rulelang.diagnostics import Code
from rulelang.game import PLAYER, Type, Var


def zone(c: Context, node: tree.Expr, scope: Scope, *, together: bool = False) -> game.ZoneOf | None:
    """The zone that *node* names; ``together``: all players' may be meant."""
    value = expressions.expression(c, node, scope)
    if is_unknown(value.type):
        return None
    if not isinstance(value, game.ZoneOf):
        c.report.add(Code.WRONG_SORT, node.span, f"a zone is needed here, this is {in_words(value.type)}")
        return None
    if isinstance(value.of, game.Everyone) and not together:
        c.report.add(
            Code.WRONG_SORT, node.span, "one zone is needed here, these are all players'", "say whose it is"
        )
        return None
    return value


def _place(c: Context, node: tree.Expr, scope: Scope) -> tuple[game.ZoneOf | None, bool]:
    """Where something is moved to, and whether under what lies there."""
    if isinstance(node, tree.TopOf | tree.BottomOf):
        if node.how_many is not None:
            c.report.add(
                Code.MISPLACED, node.how_many.span, "cards are moved to the top or the bottom of a zone"
            )
        return zone(c, node.of, scope), isinstance(node, tree.BottomOf)
    return zone(c, node, scope), False


def move(c: Context, node: tree.Move, scope: Scope) -> game.Stmt | None:
    """`move X to Z`"""
    what = expressions.expression(c, node.what, scope, Type("card"))
    to, under = _place(c, node.to, scope)
    what = single.certain(c, what, scope)
    if is_unknown(what.type) or to is None:
        c.blind = True
        return None
    item = what.type.item if what.type.base == "list" else what.type
    if item is None or is_unknown(item):
        return game.Move(**notes(node), what=what, to=to, at_bottom=under)
    if item.base != "card":
        c.report.add(
            Code.WRONG_TYPE, node.what.span, f"only cards and tokens are moved, this is {in_words(what.type)}"
        )
        return None
    _may_lie(c, node.what, item, to)
    return game.Move(**notes(node), what=what, to=to, at_bottom=under)


def _may_lie(c: Context, node: tree.Expr, item: Type, to: game.ZoneOf) -> None:
    room = to.type.item
    if room is not None and not overlap(c.symbols, item, room):
        c.report.add(
            Code.WRONG_CARDS, node.span, f"only {many(room)} lie in `{to.key}`, these are {many(item)}"
        )


def draw(c: Context, node: tree.Draw, scope: Scope) -> game.Stmt | None:
    """`draw n cards from Z to Y`"""
    amount = expressions.number(c, node.amount, scope)
    source, under = _place(c, node.source, scope)
    to = zone(c, node.to, scope)
    kind = Type("card")
    if source is not None and source.type.item is not None:
        kind = source.type.item
        if to is not None:
            _may_lie(c, node.source, kind, to)
    var: Var | None = None
    if node.name is not None:
        var = c.var(node.name.text, kind, True)
        c.bind(scope, node.name, var, listed=True)
    if source is None or to is None:
        return None
    return game.Draw(
        **notes(node), amount=amount, source=source, end="bottom" if under else "top", to=to, var=var
    )


def shuffle(c: Context, node: tree.Shuffle, scope: Scope) -> game.Stmt | None:
    """`shuffle Z`"""
    what = zone(c, node.zone, scope)
    return None if what is None else game.Shuffle(**notes(node), zone=what)


def roll(c: Context, node: tree.Roll, scope: Scope) -> game.Stmt | None:
    """`roll D`"""
    dice = expressions.expression(c, node.dice, scope, Type("die"))
    item = dice.type.item if dice.type.base == "list" else dice.type
    if is_unknown(dice.type):
        return None
    if item is not None and item.base != "die" and not is_unknown(item):
        c.report.add(Code.WRONG_TYPE, node.dice.span, f"only dice are rolled, this is {in_words(dice.type)}")
        return None
    return game.Roll(**notes(node), dice=dice)


def show(c: Context, node: tree.Show, scope: Scope) -> game.Stmt | None:
    """`show X to WHO`"""
    what = expressions.expression(c, node.what, scope, Type("card"))
    what = single.certain(c, what, scope)
    to = audience(c, node.to, scope)
    return None if is_unknown(what.type) else game.Show(**notes(node), what=what, to=to)


def audience(c: Context, node: tree.Expr, scope: Scope, *, nobody: bool = False) -> game.Expr:
    """A player, players, `everyone`, perhaps `nobody`."""
    if isinstance(node, tree.Everyone):
        return game.Everyone(span=node.span, type=list_of(PLAYER))
    if isinstance(node, tree.Nobody) and nobody:
        return game.Nobody(span=node.span, type=list_of(PLAYER))
    value = expressions.expression(c, node, scope, PLAYER)
    one = value.type.item if value.type.base == "list" else value.type
    if one is not None and one.base != "player" and not is_unknown(one):
        c.report.add(Code.WRONG_TYPE, node.span, f"players are needed here, this is {in_words(value.type)}")
    return value


# -------------------------------------------------------------------------------------------- counters


# --------------------------------------------------------------------------------------------- at once
