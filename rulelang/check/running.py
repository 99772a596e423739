"""Forms that the language has and the engine does not run yet: an error of its own says so.

Who teaches the engine a form takes it out here. A test holds both together: whatever the engine would refuse to begin
(`FormNotRunning`) is told here before.
"""

from rulelang.check.symbols import Context
from rulelang.diagnostics import Code
from rulelang.source import Span


def rule_of_space(c: Context, span: Span) -> None:
    """What a kind of space says in `while`, `when` or `anytime`."""
    c.report.add(Code.NOT_RUN_YET, span, "rules of spaces cannot be played yet")
