"""Choices that may have nothing to choose from, and choices that tell more than the chooser may know."""

from collections.abc import Iterable, Iterator, Set
from typing import Any

from rulelang import game
from rulelang.check.pieces import texts
from rulelang.check.symbols import Context
from rulelang.check.walk import nodes
from rulelang.diagnostics import Code


def look(c: Context, checked: game.Game) -> None:
    """Warn of both."""
    whole = {id(effect) for effect in _effects(checked) if effect.whole}
    pieces = (*texts(checked), *checked.phases.values())
    # in these somebody may look before he chooses
    shown = {z.key for piece in pieces for x in nodes(piece) if isinstance(x, game.Show) for z in nodes(x.what)
             if isinstance(z, game.ZoneOf)}
    for piece in pieces:
        if id(piece) not in whole:  # completely or not at all: then there is something to choose
            _empty(c, checked, piece)
        _telling(c, checked, piece, shown)


def _effects(checked: game.Game) -> Iterator[game.Effect]:
    yield from checked.effects.values()
    for card in checked.bearers:
        yield from card.effects.values()


# ------------------------------------------------------------------------------------ may be none


def _empty(c: Context, checked: game.Game, piece: Any) -> None:
    """What is chosen among cards or spaces and then stored where none may not be, and nothing asks before."""
    chosen = {
        node.selector.var: node
        for node in nodes(piece)
        if isinstance(node, game.Choose) and node.how_many is None and _may_be_empty(node.selector)
    }
    if not chosen:
        return
    asked = {
        local.var
        for node in nodes(piece)
        for test in _tests(node)
        for local in nodes(test)
        if isinstance(local, game.Local)
    }
    for node in nodes(piece):
        if not isinstance(node, game.Set) or not isinstance(node.value, game.Local):
            continue
        choice = chosen.get(node.value.var)
        if choice is None or node.value.var in asked or not isinstance(node.target, game.Stored):
            continue
        store = checked.stores.get(node.target.key)
        if store is None or store.type.optional:
            continue
        name, what = node.value.var.name, node.target.key.rpartition(".")[2]
        c.report.add(
            Code.MAY_BE_NONE,
            node.value.span,
            f"`{name}` is none if there was nothing to choose, and `{what}` must not be none",
            f"`if {name} is not none: set ...`",
            also=((choice.selector.span, "this may find nothing"),),
        )


def _tests(node: Any) -> Iterator[Any]:
    """Conditions on which something hangs."""
    if isinstance(node, game.If):
        yield from (test for test, _ in node.branches)
    elif isinstance(node, game.Requires | game.IfElse):
        yield node.test


def _may_be_empty(selector: game.Selector) -> bool:
    """Whether it is cards that lie somewhere, or spaces that are not simply all of a board."""
    if selector.var.type.base == "card":
        return True
    return selector.var.type.base == "space" and selector.where is not None


# --------------------------------------------------------------------------------- what is hidden


def _telling(c: Context, checked: game.Game, piece: Any, shown: Set[str]) -> None:
    for node in nodes(piece):
        if isinstance(node, game.Choose) and node.who is not None:
            _candidates(c, checked, node.selector, node.who, shown)
        elif isinstance(node, game.ChooseOption) and node.who is not None:
            for option in node.options:
                _reads(c, checked, option.test, node.who)
        elif isinstance(node, game.Effect | game.Action):
            you = game.You(span=node.span, type=game.PLAYER)
            for parameter in node.params:
                _candidates(c, checked, parameter.selector, you, shown)
            for one in node.body or ():
                if isinstance(one, game.Requires):
                    _reads(c, checked, one.test, you)


def _candidates(c: Context, checked: game.Game, chosen: game.Selector, chooser: game.Expr, shown: Set[str]) -> None:
    """The same of what can be chosen. *shown*: zones whose cards the rules show to somebody."""
    looked_at = isinstance(chosen.source, game.ZoneOf) and chosen.source.key in shown
    _reads(c, checked, chosen.where, chooser, None if looked_at else chosen)
    _reads(c, checked, chosen.source, chooser)


def _reads(
    c: Context, checked: game.Game, test: game.Expr | None, chooser: game.Expr, chosen: game.Selector | None = None
) -> None:
    """Warn if what is on offer to *chooser* hangs on what they may not see. *chosen*: what the test is about."""
    if test is None:
        return
    _stored(c, checked, test, chooser)
    among = [node.selector for node in nodes(test) if isinstance(node, game.Quantified)]
    hidden = {
        selector.var: selector.source
        for selector in (*among, *([] if chosen is None else [chosen]))
        if isinstance(selector.source, game.ZoneOf) and _unseen(checked, selector.source, chooser)
    }
    told = {var for node in nodes(test) for var in _faces(node)} if hidden else set()
    for var, zone in hidden.items():
        if var in told:
            name = zone.key.rpartition(".")[2]
            c.report.add(
                Code.TELLS_HIDDEN,
                zone.span,
                f"what is offered hangs on faces in `{name}` that the chooser may not see, so it tells of them",
                "ask only what all may know, such as how many cards lie there, or show them first",
            )


def _stored(c: Context, checked: game.Game, test: game.Expr, chooser: game.Expr) -> None:
    """Warn if it hangs on counters, variables or dice that are not shown to *chooser*."""
    for node in nodes(test):
        if isinstance(node, game.Stored) and node.key in checked.stores:
            shown = checked.stores[node.key].shown
        elif isinstance(node, game.DiceOf):
            shown = checked.dice[node.key].shown
        else:
            continue
        theirs = isinstance(shown, game.Prop) and shown.name == "owner" and node.of is not None and node.of != chooser
        if theirs or isinstance(shown, game.Nobody):
            name = node.key.rpartition(".")[2]
            c.report.add(
                Code.TELLS_HIDDEN,
                node.span,
                f"what is offered hangs on `{name}`, which the chooser may not see, so it tells of it",
                "ask only what all may know, or show it first",
            )


def _unseen(checked: game.Game, zone: game.ZoneOf, chooser: game.Expr) -> bool:
    """Whether the faces in a zone are surely not shown to the chooser by where they lie."""
    shown: Iterable[game.Expr] = [who for what, who in checked.zones[zone.key].shown if what == "faces"]
    for who in shown:
        if isinstance(who, game.Nobody):
            return True
        if isinstance(who, game.Prop) and who.name == "owner":
            return zone.of is not None and zone.of != chooser
    return False


def _faces(node: Any) -> Iterator[game.Var]:
    """The names of cards of which something is asked that only their faces tell."""
    if isinstance(node, game.Printed | game.Derived) and isinstance(node.of, game.Local):
        yield node.of.var
    elif isinstance(node, game.Printed) and isinstance(node.of, game.Quantified):
        yield node.of.selector.var
    elif isinstance(node, game.Is):
        sides = (node.left, node.right)
        if any(isinstance(side, game.CardName) for side in sides):
            yield from (side.var for side in sides if isinstance(side, game.Local))
