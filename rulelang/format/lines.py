"""The lines of a file put together: indents, citations, comments between and beside them, empty lines."""

from attrs import define

from rulelang import tree
from rulelang.format.breaking import INDENT, NOTE_COLUMN, WIDTH, Doc, layout


@define
class Line:
    """One line of the layout, perhaps gone on in brackets, with the place that it had in the source."""

    first: int
    last: int
    column: int
    indent: int
    doc: Doc
    docs: tuple[str, ...] = ()
    cites: tuple[tree.Cite, ...] = ()
    bound: bool = False  # citations cannot stand above it


def texts_of(line: Line, comment: str | None) -> list[str]:
    """The lines of one `Line`, notes included."""
    indent = line.indent * INDENT
    blanks = " " * indent
    out = [f"{blanks}## {doc}".rstrip() for doc in line.docs]
    body = layout(line.doc, indent)
    cites = " ".join(f"@{cite.id}" for cite in line.cites)
    if cites:
        last = body[-1]
        noted = f"{last}{_gap_before_note(last)}{cites}"
        if len(noted) <= WIDTH or line.bound:
            body[-1] = noted
        else:
            row = blanks
            for cite in line.cites:
                if len(row) > indent and len(row) + len(cite.id) + 2 > WIDTH:
                    out.append(row.rstrip())
                    row = blanks
                row += f"@{cite.id} "
            out.append(row.rstrip())
    if comment is not None:
        last = body[-1]
        gap = _gap_before_note(last)
        body[-1] = f"{last}{gap if len(last) + len(gap) + len(comment) <= WIDTH else '  '}{comment}"
    return out + body


def _gap_before_note(text: str) -> str:
    return " " * (NOTE_COLUMN - len(text) if len(text) < NOTE_COLUMN else 2)


def assembled(lines: list[Line], file: tree.File) -> str:
    """All lines with comments between them and empty lines where there were some."""
    above: dict[int, list[tree.Comment]] = {}  # by the number of the line that follows
    beside: dict[int, tree.Comment] = {}
    number = 0  # of the first line that begins below the comment
    for comment in file.comments:
        while number < len(lines) and lines[number].first <= comment.span.line:
            number += 1
        before = number - 1
        if (
            not comment.own_line
            and before >= 0
            and comment.span.line <= lines[before].last
            and before not in beside
        ):
            beside[before] = comment
        else:
            above.setdefault(number, []).append(comment)
    out: list[str] = []
    gaps = sorted(file.empty_lines)
    seen = 0  # the last line of the source that is written
    for number in range(len(lines) + 1):
        line = lines[number] if number < len(lines) else None
        for comment in above.get(number, ()):
            if out and _gap(gaps, seen, comment.span.line):
                out.append("")
            out.append(" " * (INDENT * _comment_indent(comment, lines, number)) + comment.text)
            seen = max(seen, comment.span.line)
        if line is None:
            break
        deeper = number > 0 and line.indent > lines[number - 1].indent and number not in above
        if out and not deeper and _gap(gaps, seen, line.first):
            out.append("")
        out += texts_of(line, beside[number].text if number in beside else None)
        seen = max(seen, line.first)
    return "\n".join(out) + "\n" if out else ""


def _gap(gaps: list[int], after: int, before: int) -> bool:
    return any(after < gap < before for gap in gaps)


def _comment_indent(comment: tree.Comment, lines: list[Line], number: int) -> int:
    """As the line below, or as a line above of whose block it stands at the end."""
    following = lines[number] if number < len(lines) else None
    floor = following.indent if following is not None else 0
    if following is not None and following.column == comment.span.column:
        return floor
    for line in reversed(lines[:number]):
        if line.indent < floor:
            break
        if line.column == comment.span.column:
            return line.indent
    return floor
