"""A difference between two games as text, as Markdown and as plain data."""

from collections.abc import Iterator

from rulelang.source import Span
from tools.changes.comparing import ADDED, REMOVED, RENAMED, Change, Difference, Phrase, Row

NAMED = 8  # of things of which the same is to be said, named one by one
_PLURALS = {"dice": "dice"}


def text(found: Difference) -> Iterator[str]:
    """Lines for a terminal."""
    for change in found.changes:
        yield headline(change) + placed(change)
        yield from (f"    {phrase(one)}" for one in change.phrases)
        yield from (f"  {row.sign} {'    ' * row.depth}{row.text}" for row in change.rows)
    yield from closing(found)


def markdown(found: Difference, title: str) -> Iterator[str]:
    """The same as a page."""
    yield f"# {title}"
    sort = None
    for change in found.changes:
        if change.sort != sort:
            sort = change.sort
            yield ""
            yield f"## {plural(sort).capitalize()}"
            yield ""
        said = "; ".join(phrase(one) for one in change.phrases)
        yield f"- **{headline(change)}**" + (f": {said}" if said else "")
        if change.rows:
            yield ""
            yield "  ```diff"
            yield from (f"  {row.sign} {'    ' * row.depth}{row.text}" for row in change.rows)
            yield "  ```"
            yield ""
    closed = list(closing(found))
    if closed:
        yield ""
        yield from (f"- {line}" for line in closed)


def closing(found: Difference) -> Iterator[str]:
    """What is to be said of the whole."""
    for first, second in found.order:
        yield f"rules `{first}` and `{second}` answer the same event in the other order"
    if found.uncited:
        yield f"cited no more: {', '.join('@' + one for one in found.uncited)}"
    if found.cited:
        yield f"cited now: {', '.join('@' + one for one in found.cited)}"
    if not found:
        yield "no rule is different"
        if not found.same_play:
            yield (
                "but saves of the one do not fit the other: what is declared stands in another order, "
                "or has other names inside"
            )


def headline(change: Change) -> str:
    """`phase drawing changed`, `cards "A", "B" removed`."""
    names = [quoted(change.sort, name) for name in change.names]
    shown = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")
    sort = change.sort if len(names) == 1 else f"{len(names)} {plural(change.sort)}"
    if change.what == RENAMED and change.old_name is not None:
        return f"{sort} {quoted(change.sort, change.old_name)} renamed to {shown}"
    return f"{sort} {shown}".rstrip() + f" {change.what}"


def plural(sort: str) -> str:
    """Several things of this sort."""
    return "tallies" if sort == "tally" else _PLURALS.get(sort, f"{sort}s")


def quoted(sort: str, name: str) -> str:
    """A name as it stands in rules."""
    return f'"{name}"' if sort in ("card", "token", "example") else name


def placed(change: Change) -> str:
    """Where it stands, behind the headline."""
    span = change.after or change.before
    return "" if span is None or span.end == 0 or len(change.names) > 1 else f"  ({span.file}:{span.line})"


def phrase(one: Phrase) -> str:
    """`value: 10 -> 5`; of what is new only what it is."""
    if one.before is None and one.after is None:
        return one.about
    if one.before is None:
        return f"{one.about}: {one.after}"
    if one.after is None:
        return f"{one.about}: {one.before} -> (not said)"
    return f"{one.about}: {one.before} -> {one.after}"


def as_data(found: Difference) -> dict[str, object]:
    """The same as plain data."""
    return {
        "same_play": found.same_play,
        "changes": [
            {
                "what": change.what,
                "sort": change.sort,
                "names": list(change.names),
                "old_name": change.old_name if change.what == RENAMED else None,
                "before": None if change.what == ADDED else place(change.before),
                "after": None if change.what == REMOVED else place(change.after),
                "phrases": [
                    {"about": one.about, "before": one.before, "after": one.after} for one in change.phrases
                ],
                "lines": [row_data(row) for row in change.rows],
            }
            for change in found.changes
        ],
        "uncited": list(found.uncited),
        "cited": list(found.cited),
        "order": [list(pair) for pair in found.order],
    }


def row_data(row: Row) -> dict[str, object]:
    """A line of rules."""
    return {"sign": row.sign, "depth": row.depth, "text": row.text}


def place(span: Span | None) -> dict[str, object] | None:
    """File and line; None: there is no place for it."""
    return None if span is None or span.end == 0 else {"file": span.file, "line": span.line}
