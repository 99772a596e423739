"""Warnings that the author means: a remark beside what they are about says so, with a reason."""

import re
from collections.abc import Iterable, Sequence

from attrs import define

from rulelang.diagnostics import Code, Diagnostic, Severity
from rulelang.source import Source, Span, line_starts, span_at

# `# allow W511: played cards stay out`, behind a line or on a line of its own above it
ALLOW = re.compile(r'^(?:[^"#\n]|"[^"\n]*")*(#(?!#) *allow\b([^\n]*))')
SAID = re.compile(r"^((?: *,? *[A-Z]\d{3})+) *: *(\S.*)$")
ABOVE = re.compile(r"^\s*(#|@\S+\s*(@\S+\s*)*$)")  # remarks, ## lines and citations stand between


@define
class Remark:
    """One such remark: ``codes`` none if it does not say which, or no reason."""

    codes: frozenset[str]
    span: Span
    used: bool = False


def silenced(
    findings: Sequence[Diagnostic], sources: Iterable[Source], whole: bool
) -> tuple[Diagnostic, ...]:
    """The findings without those that are allowed. *whole*: all warnings were looked for, so that a remark which
    allows nothing is told too."""
    remarks = {source.path: _remarks(source) for source in sources}
    lines = {source.path: source.text.split("\n") for source in sources}
    kept: list[Diagnostic] = []
    for found in findings:
        if found.severity is not Severity.WARNING or not _allowed(found, remarks, lines):
            kept.append(found)
    if whole:
        kept += [_idle(remark) for some in remarks.values() for remark in some.values() if not remark.used]
    return tuple(kept)


def _remarks(source: Source) -> dict[int, Remark]:
    """The remarks of a file, by line from 1."""
    found: dict[int, Remark] = {}
    if "allow" not in source.text:
        return found
    starts = line_starts(source.text)
    for number, line in enumerate(source.text.split("\n"), 1):
        match = ALLOW.match(line)
        if match is None:
            continue
        said = SAID.match(match.group(2))
        codes = frozenset(re.findall(r"[A-Z]\d{3}", said.group(1))) if said else frozenset[str]()
        at = starts[number - 1]
        found[number] = Remark(codes, span_at(source, at + match.start(1), at + match.end(1), starts))
    return found


def _allowed(found: Diagnostic, remarks: dict[str, dict[int, Remark]], lines: dict[str, list[str]]) -> bool:
    some, text = remarks.get(found.span.file), lines.get(found.span.file)
    if not some or text is None:
        return False
    at = found.span.line
    while at >= 1:
        remark = some.get(at)
        if remark is not None and found.code.id in remark.codes:
            remark.used = True
            return True
        at -= 1
        if at < 1 or at > len(text) or not ABOVE.match(text[at - 1]):
            return False
    return False


def _idle(remark: Remark) -> Diagnostic:
    if not remark.codes:
        return Diagnostic(
            Code.IDLE_ALLOW,
            "this allows nothing: it does not say which warning, and why",
            remark.span,
            "write `# allow W511: ...` with the code and the reason",
        )
    return Diagnostic(Code.IDLE_ALLOW, "there is no such warning here to allow", remark.span, "take it out")
