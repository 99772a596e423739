"""Rules that would answer before, or instead of, what leaves them no time for that."""

from rulelang import game
from rulelang.check.symbols import Context
from rulelang.check.walk import nodes
from rulelang.diagnostics import Code

WORDS = {"before": "before", "instead": "instead of"}


def look(c: Context, checked: game.Game) -> None:
    """Report them: a jump leaves phases and windows at once, and refills happen by themselves between two steps."""
    for rule in nodes(checked):
        if not isinstance(rule, game.Trigger) or rule.time == "when":
            continue
        event, name = rule.event, rule.event.key.rpartition(".")[2]
        if event.what == "ends":
            c.report.add(
                Code.NOT_BEFORE,
                event.span,
                f"nothing can come {WORDS[rule.time]} an end: jumps leave at once",
                f"`when {name} ends`, or a last statement in `{name}`",
            )
        elif any(_makes(refill, event) for refill in checked.refills):
            c.report.add(
                Code.NOT_BEFORE,
                event.span,
                f"nothing can come {WORDS[rule.time]} this: `{name}` is in a refill, which happens by itself",
                "rules can answer it afterwards, with `when`",
            )


def _makes(refill: game.Refill, event: game.Event) -> bool:
    """Whether the refill brings about such an event."""
    match event.what:
        case "enters":
            return refill.target.key == event.key
        case "leaves":
            return refill.source.key == event.key
        case "shuffled":
            return refill.shuffled and refill.target.key == event.key
    return False
