"""Forms that the language has and the engine does not run yet: an error of its own says so.

Who teaches the engine a form takes it out here. A test holds both together: whatever the engine would refuse to begin
(`FormNotRunning`) is told here before.
"""

from rulelang import game
from rulelang.check.symbols import Context
from rulelang.check.walk import nodes
from rulelang.diagnostics import Code


def not_yet(c: Context, checked: game.Game) -> None:
    """Report every place where the game needs what does not run yet."""
    for node in nodes(checked):
        if isinstance(node, game.Event):
            _event(c, node)
        elif isinstance(node, game.Trigger) and node.time != "when" and node.event.what in _CHANGES:
            store = checked.stores.get(node.event.key)
            if store is not None and store.type.base == "list":
                words = "a rule before or instead of a change of a list cannot be played yet"
                c.report.add(Code.NOT_RUN_YET, node.event.span, words)


_CHANGES = ("changes", "rises", "falls", "becomes")


def _event(c: Context, event: game.Event) -> None:
    for pattern in event.params:
        if isinstance(pattern, game.Selector) and pattern.var.type.base == "list":
            c.report.add(Code.NOT_RUN_YET, pattern.span, "a rule that reads a list of an event cannot be played yet")
