"""Texts and places in them."""

from bisect import bisect_right

from attrs import field, frozen


@frozen
class Source:
    """One text and the label (mostly a path) under which messages show it."""

    path: str
    text: str = field(repr=False)


@frozen
class Span:
    """A stretch of one source: offsets count from 0, lines and columns from 1; the end is exclusive."""

    file: str
    start: int
    line: int
    column: int
    end: int
    end_line: int
    end_column: int

    def to(self, other: "Span") -> "Span":
        """The stretch from the start of this one to the end of *other*."""
        return Span(
            self.file, self.start, self.line, self.column, other.end, other.end_line, other.end_column
        )


def line_starts(text: str) -> list[int]:
    """Offsets at which the lines of *text* start; lines end at a line feed."""
    starts = [0]
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts


def span_at(source: Source, start: int, end: int, starts: list[int] | None = None) -> Span:
    """The span of ``source.text[start:end]``."""
    starts = line_starts(source.text) if starts is None else starts
    line, end_line = bisect_right(starts, start), bisect_right(starts, end)
    return Span(
        source.path, start, line, start - starts[line - 1] + 1, end, end_line, end - starts[end_line - 1] + 1
    )
