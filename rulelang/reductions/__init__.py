"""From the rules of the grammar to the nodes of the tree: what each rule, or its alias, becomes.

A reduction gets the span of its text and the values of its parts, in order, without the words that the
grammar spells out; an optional part that is missing is None. Tokens come as nodes (`token_node`).
"""

from rulelang.reductions import declarations, expressions, files, statements
from rulelang.reductions.parts import WRITTEN, Reduction, Refused, token_node

__all__ = ["REDUCTIONS", "WRITTEN", "Refused", "token_node"]

REDUCTIONS: dict[str, Reduction] = (
    files.REDUCTIONS | declarations.REDUCTIONS | statements.REDUCTIONS | expressions.REDUCTIONS
)
