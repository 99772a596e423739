"""Collecting what is wrong, without saying it twice."""

from collections.abc import Iterable

from attrs import define, evolve, field

from rulelang.diagnostics import Code, Diagnostic, Severity
from rulelang.source import Span

MOST = 200  # errors of one check, and warnings; who has so many mends some first


# What is often said of many uses and comes from one declaration that is missing or wrong.
ONE_CAUSE = {
    Code.UNKNOWN_NAME,
    Code.NAME_TAKEN,
    Code.AMBIGUOUS_NAME,
    Code.NOT_OF_THAT,
    Code.OWNER_MISSING,
    Code.UNKNOWN_CARD,
    Code.UNKNOWN_STATEMENT,
    Code.WRONG_SORT,
    Code.LEFT_OPEN,
    Code.OUT_OF_RANGE,
}
SHOWN = 3  # other places of one mistake that are pointed at


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


def once_each(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, those of one and the same cause in many places as one: there is one thing to mend."""
    groups: dict[object, list[Diagnostic]] = {}
    for number, found in enumerate(findings):
        alike = found.code is Code.DECLARED_TWICE or (found.code in ONE_CAUSE and not found.also)
        groups.setdefault(_cause(found) if alike else number, []).append(found)
    return [_joined(*group) for group in groups.values()]


def _cause(found: Diagnostic) -> object:
    message = found.message
    if found.code is Code.UNKNOWN_CARD and message.count('"') >= 2:
        message = message[message.index('"') : message.rindex('"')]  # whatever it was to be
    if found.code is Code.LEFT_OPEN and '" does not say ' in message:
        return found.code, found.span.file, message.rpartition('" does not say ')[2]
    if found.code is Code.UNKNOWN_NAME:
        message = message.removesuffix("`").removesuffix("s")  # `1 coin` and `coins` are one
    return found.code, message, found.also


def _joined(first: Diagnostic, *others: Diagnostic) -> Diagnostic:
    if not others:
        return first
    labels = ["here too" for _ in others[:SHOWN]]
    if len(others) > SHOWN:
        more = len(others) - SHOWN
        labels[-1] += f", and in {more} more {'place' if more == 1 else 'places'}"
    hint = next((found.hint for found in (first, *others) if found.hint is not None), None)
    also = tuple((found.span, label) for found, label in zip(others, labels, strict=False))
    return evolve(first, hint=hint, also=(*first.also, *also))
