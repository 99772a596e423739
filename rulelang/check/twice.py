"""Declared twice: whether a name is still free."""

from collections.abc import Mapping
from typing import Any

from rulelang import tree
from rulelang.check.symbols import Context, KindInfo, Routine, Thing
from rulelang.diagnostics import Code
from rulelang.source import Span


def free(
    c: Context, name: tree.Name | tree.Text, table: Mapping[str, Any], what: str, quote: str = "`"
) -> bool:
    """Whether the name is still free in the table; says so if not."""
    old = table.get(name.text)
    if old is None:
        return True
    span = old.span if not isinstance(old, Span) else old
    if isinstance(old, tree.Phase | tree.Tally | tree.Trait):
        span = old.name.span
    c.report.add(
        Code.DECLARED_TWICE,
        name.span,
        f"{what} {quote}{name.text}{quote} is declared twice",
        also=((span, "the other one"),),
    )
    return False


def member_free(c: Context, info: KindInfo, name: tree.Name) -> bool:
    for one in info.lineage:
        other = c.symbols.kinds[one]
        old: Thing | Routine | None = other.things.get(name.text) or other.routines.get(name.text)
        if old is not None:
            c.report.add(
                Code.DECLARED_TWICE,
                name.span,
                f"every {one} has `{name.text}` already",
                also=((old.span, "declared here"),),
            )
            return False
    return True
