"""Phases, windows and the set-up: the order of play."""

from typing import Literal

from rulelang import game, tree
from rulelang.check import expressions, lasting, selectors, statements
from rulelang.check.symbols import Context, Scope, notes
from rulelang.diagnostics import Code


def setup(c: Context, node: tree.Setup) -> game.Body:
    """What happens before the first phase."""
    return statements.body(c, node.body, Scope(place="setup", frame=c.frame()))


def phase(c: Context, node: tree.Phase, scope: Scope, parent: str | None) -> None:
    """Check a phase and those inside it, and keep them."""
    inner = scope.child(place="phase")
    loop: Literal["repeated", "each", "turns"] | None = None
    until: game.Expr | None = None
    chosen: game.Selector | None = None
    order: Literal["at once", "ordered by"] | None = None
    by: game.Expr | None = None
    if isinstance(node.loop, tree.LoopEach):
        loop = "each"
        chosen, inner = selectors.selector(c, node.loop.selector, inner, one=True)
        if isinstance(node.loop.order, tree.OrderedBy):
            order, by = "ordered by", expressions.player(c, node.loop.order.who, scope)
        elif isinstance(node.loop.order, tree.AtOnce):
            order = "at once"
            c.report.add(
                Code.MISPLACED,
                node.loop.order.span,
                "a phase cannot be played at once",
                "inside it: `for each player p at once: ...`",
            )
    of = None if node.of is None else expressions.player(c, node.of, inner)
    if of is not None:
        inner = inner.child(you="yes")
    if isinstance(node.loop, tree.Repeated):
        loop = "repeated"
        until = None if node.loop.until is None else expressions.condition(c, node.loop.until, inner)
    elif isinstance(node.loop, tree.TakingTurns):
        loop = "turns"
        until = None if node.loop.until is None else expressions.condition(c, node.loop.until, inner)
        if node.of is None:
            c.report.add(
                Code.OWNER_MISSING,
                node.loop.span,
                "a phase that takes turns is that of a player",
                f"`phase {node.name.text} of mover, taking turns`",
            )
        elif not isinstance(of, game.Stored) and of is not None and of.type.base == "player":
            c.report.add(
                Code.WRONG_SORT,
                node.of.span,
                "whose turn it is must be a variable, so that it can go on",
                "declare `variable mover: player = start_player`",
            )
    frame = scope.frame if scope.phases else c.frame()
    inside = inner.child(phases=True, phase=node.name.text, frame=frame)
    done = statements.body(c, node.body, inside)
    made = game.Phase(
        **{**notes(node), "span": node.name.span},
        key=node.name.text,
        of=of,
        loop=loop,
        until=until,
        selector=chosen,
        order=order,
        by=by,
        parent=parent,
        body=done,
    )
    c.phases.setdefault(node.name.text, made)


def window(c: Context, node: tree.Window) -> game.Window:
    """A window: whom it asks, and what it offers."""
    scope = Scope(place="window", frame=c.frame())
    params = selectors.parameters(c, node.params, scope)
    who: game.Expr | None = None
    clock: game.Clock | None = None
    by: game.Expr | None = None
    if isinstance(node.asks, tree.PlayersAsked):
        if isinstance(node.asks.order, tree.Clock):
            clock = selectors.clock_of(c, node.asks.order, scope)
        elif isinstance(node.asks.order, tree.OrderedBy):
            by = expressions.player(c, node.asks.order.who, scope)
        else:
            c.report.add(
                Code.MISPLACED,
                node.asks.order.span,
                "a window asks one player after the other",
                "`players clockwise from p`",
            )
    elif isinstance(node.asks, tree.Everyone):
        c.report.add(
            Code.WRONG_TYPE,
            node.asks.span,
            "a window asks one player after the other",
            "`players clockwise from p`",
        )
    else:
        who = expressions.player(c, node.asks, scope)
    inner = scope.child(you="yes")
    actions: list[game.Action] = []
    passing: list[game.Requires] = []
    for item in node.items:
        if isinstance(item, tree.Action):
            actions.append(lasting.action(c, item, inner))
        else:
            test = expressions.condition(c, item.condition, inner)
            reason = None if item.reason is None else item.reason.text
            passing.append(game.Requires(**notes(item), test=test, reason=reason))
    return game.Window(
        **{**notes(node), "span": node.name.span},
        key=node.name.text,
        params=params,
        who=who,
        clock=clock,
        by=by,
        restart=node.restart,
        actions=tuple(actions),
        passing=tuple(passing),
    )
