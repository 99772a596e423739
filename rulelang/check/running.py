"""Forms that the language has and the engine does not run yet: an error of its own says so.

Who teaches the engine a form takes it out of `NOT_YET`; when that is empty, the error code goes too.
"""

from typing import Any

from rulelang import game
from rulelang.check.symbols import Context
from rulelang.check.walk import nodes
from rulelang.diagnostics import Code

# class of the node -> how the author calls it
NOT_YET: dict[type, str] = {}


def not_yet(c: Context, checked: game.Game) -> None:
    """Report every place where the game needs what does not run yet."""
    if not NOT_YET:
        return
    for node in nodes(checked):
        words: Any = NOT_YET.get(type(node))
        if words is not None:
            c.report.add(Code.NOT_RUN_YET, node.span, f"{words} cannot be played yet")
