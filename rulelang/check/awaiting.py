"""Rules that wait for a change of what hangs on several things of which only the text around knows."""

from rulelang import game
from rulelang.check.pieces import Found
from rulelang.check.symbols import Context
from rulelang.diagnostics import Code
from rulelang.uses.names import outer


def look(c: Context, found: Found) -> None:
    """Report them. What is watched is kept for each thing of one sort; blocks with `until` keep a number of their own, but
    no list."""
    blocks = [block for block in found.all(game.Lasting) if block.until is not None]
    lasting = {id(event) for block in blocks for event in (block.until, *(rule.event for rule in block.rules))}
    for event in (*(rule.event for rule in found.all(game.Trigger)), *(block.until for block in blocks)):
        if event.watched is None or event.key or (id(event) in lasting and event.watched.type.base != "list"):
            continue
        inside = event.of if isinstance(event.of, game.Selector) else None
        around = [f"`{x.var.name}`" if isinstance(x, game.Local) else "`this`" for x in outer(event.watched, inside)]
        names = [] if inside is None else [f"`{inside.var.name}`"]
        names += dict.fromkeys(around)
        if len(names) > 1:
            c.report.add(
                Code.SEVERAL_NAMES,
                event.span,
                f"this hangs on {' and on '.join(names)}; a rule can wait for a change of what hangs on one thing only",
                "give each of these things a counter or variable for it, and wait for a change of that",
            )

