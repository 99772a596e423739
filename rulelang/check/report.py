"""Collecting what is wrong, without saying it twice."""

from attrs import define, field

from rulelang.diagnostics import Code, Diagnostic, Severity
from rulelang.source import Span

MOST = 200  # errors of one check, and warnings; who has so many mends some first


class EnoughError(Exception):
    """There are so many errors that more would not help."""


@define
class Report:
    """The findings so far; a mistake that is found twice in one place is kept once."""

    findings: list[Diagnostic] = field(factory=list)
    seen: set[tuple[Code, str, int, int]] = field(factory=set)
    counts: dict[bool, int] = field(factory=lambda: {False: 0, True: 0})  # errors, warnings
    silent: int = 0  # above 0: findings are thrown away

    def add(
        self,
        code: Code,
        span: Span,
        message: str,
        hint: str | None = None,
        also: tuple[tuple[Span, str], ...] = (),
    ) -> None:
        """Note a finding.

        Raises:
            EnoughError: It was one too many.
        """
        where = (code, span.file, span.start, span.end)
        if self.silent or where in self.seen:
            return
        self.seen.add(where)
        found = Diagnostic(code, message, span, hint, also)
        warns = found.severity is Severity.WARNING
        self.counts[warns] += 1
        if self.counts[warns] <= MOST:
            self.findings.append(found)
        if self.counts[False] >= MOST:
            raise EnoughError

    @property
    def errors(self) -> bool:
        """Whether anything but warnings was found."""
        return self.counts[False] > 0
