"""Rules that wait for a change of what hangs on several things of which only the text around knows."""

from collections.abc import Iterator

from rulelang import game
from rulelang.check.symbols import Context
from rulelang.check.walk import nodes
from rulelang.diagnostics import Code


def look(c: Context, checked: game.Game) -> None:
    """Report them. What is watched is kept for each thing of one sort; blocks with `until` keep a number of their own, but
    no list."""
    lasting = {
        id(event)
        for block in nodes(checked)
        if isinstance(block, game.Lasting) and block.until is not None
        for event in (block.until, *(rule.event for rule in block.rules))
    }
    for event in nodes(checked):
        if not isinstance(event, game.Event) or event.watched is None or event.key:
            continue
        if id(event) in lasting and event.watched.type.base != "list":
            continue
        inside = event.of if isinstance(event.of, game.Selector) else None
        names = list(dict.fromkeys(_around(event.watched, inside)))
        if inside is not None:
            names.insert(0, f"`{inside.var.name}`")
        if len(names) > 1:
            c.report.add(
                Code.SEVERAL_NAMES,
                event.span,
                f"this hangs on {' and on '.join(names)}; a rule can wait for a change of what hangs on one thing only",
                "give each of these things a counter or variable for it, and wait for a change of that",
            )


def _around(watched: game.Expr, inside: game.Selector | None) -> Iterator[str]:
    """What the expression speaks of that stands outside of it."""
    bound = {x.var.id for x in nodes(watched) if isinstance(x, game.Selector)}
    if inside is not None:
        bound.add(inside.var.id)
    for x in nodes(watched):
        if isinstance(x, game.This):
            yield "`this`"
        elif isinstance(x, game.Local) and x.var.id not in bound:
            yield f"`{x.var.name}`"
