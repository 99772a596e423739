"""Collecting what is wrong, without saying it twice."""

from attrs import define, field

from rulelang.diagnostics import Code, Diagnostic, Severity
from rulelang.source import Span


MOST = 200  # findings of one check; who has so many mends some first


class EnoughError(Exception):
    """There are so many findings that more would not help."""


@define
class Report:
    """The findings so far; a mistake that is found twice in one place is kept once."""

    findings: list[Diagnostic] = field(factory=list)
    seen: set[tuple[Code, str, int, int]] = field(factory=set)
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
        self.findings.append(Diagnostic(code, message, span, hint, also))
        if len(self.findings) >= MOST:
            raise EnoughError

    @property
    def errors(self) -> bool:
        """Whether anything but warnings was found."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)
