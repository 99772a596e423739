"""Tables: text with comma-separated cells in, rows of cells with their places out."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from rulelang.diagnostics import Code, Diagnostic
from rulelang.game import Statement
from rulelang.source import Source, Span, line_starts, span_at

MAX_ROWS = 5000
MAX_COLUMNS = 256
MAX_FINDINGS = 20  # of one table
CATALOGUE_COLUMNS = ("id", "section", "paraphrase", "kind")

_HEADING = re.compile(r"([a-z][a-z0-9_]*)(?: *\[ *([a-z][a-z0-9_]*|[0-9]+) *\])?")
_CLOSED = re.compile(r'"(?:[^"]|"")*"')
_ID = re.compile(r"[A-Z]+-[0-9]+")


@frozen
class Cell:
    """One cell: its text without quotation marks and blanks around it, and where it stands (with them)."""

    text: str
    span: Span = field(eq=False, repr=False)


@frozen
class Column:
    """``rank``, ``spaces[mask]``: the heading of a column; the index is None without brackets."""

    text: str  # as it is written
    name: str
    index: str | None
    span: Span = field(eq=False, repr=False)


@frozen
class Table:
    """A table: every row has one cell for every column, in the order of the columns."""

    path: str  # as messages show it
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def column(self, text: str) -> int | None:
        """The number (from 0) of the column with this heading, ``rank`` or ``spaces[mask]``."""
        return next((number for number, column in enumerate(self.columns) if column.text == text), None)

    def cell(self, row: int, column: str) -> Cell | None:
        """The cell of a row (numbered from 0, without the heading) under this heading."""
        number = self.column(column)
        return None if number is None else self.rows[row][number]


def cell_span(table: Table, row: int, column: int) -> Span:
    """Where the cell stands; rows and columns count from 0, the heading is row -1."""
    return table.columns[column].span if row < 0 else table.rows[row][column].span


def read_table(source: Source) -> tuple[Table | None, tuple[Diagnostic, ...]]:
    """The table in *source*; None and the reasons if it is no table.

    Cells are parted by commas; a cell with a comma, a quotation mark or a line break in it stands in
    quotation marks, those inside doubled. Lines without any text are passed over.
    """
    records, diagnostics = _records(source)
    if diagnostics:
        return None, tuple(diagnostics)
    if not records:
        message = "this table is empty; its first line must name the columns"
        return None, (Diagnostic(Code.BAD_TABLE, message, span_at(source, 0, 0)),)
    columns = tuple(_columns(records[0], diagnostics))
    if len(columns) > MAX_COLUMNS:
        message = f"this table has {len(columns)} columns, more than {MAX_COLUMNS}"
        return None, (Diagnostic(Code.BAD_TABLE, message, columns[MAX_COLUMNS].span),)
    ragged = list(_ragged(records))
    if any(found.span.line == records[0][0].span.line for found in ragged):
        diagnostics = ragged  # the heading is another line than it should be; its cells are not looked at
    else:
        diagnostics += ragged
    if diagnostics:
        return None, tuple(diagnostics[:MAX_FINDINGS])
    return Table(source.path, columns, tuple(records[1:])), ()


def _records(source: Source) -> tuple[list[tuple[Cell, ...]], list[Diagnostic]]:
    """All lines with text in them as cells; at most one diagnostic, of the place where reading stopped."""
    starts = line_starts(source.text)
    lines = [source.text[a:b] for a, b in zip(starts, [*starts[1:], len(source.text)], strict=True)]
    reader = csv.reader(lines, strict=True, skipinitialspace=True)
    records: list[tuple[Cell, ...]] = []
    while True:
        first = reader.line_num
        try:
            texts = next(reader)
        except StopIteration:
            return records, []
        except csv.Error as error:
            start = starts[min(first, len(starts) - 1)]
            span = span_at(source, start, start + len(lines[first].rstrip("\n")), starts)
            return records, [Diagnostic(Code.BAD_TABLE, _complaint(str(error)), span)]
        if not any(text.strip() for text in texts):
            continue
        if len(records) > MAX_ROWS:
            message = f"this table has more than {MAX_ROWS} rows"
            return records, [
                Diagnostic(Code.BAD_TABLE, message, span_at(source, starts[first], starts[first], starts))
            ]
        end = starts[reader.line_num] if reader.line_num < len(starts) else len(source.text)
        extents = _extents(source.text, starts[first], end)
        records.append(
            tuple(
                Cell(text.strip(), span_at(source, low, high, starts))
                for text, (low, high) in zip(texts, extents, strict=True)
            )
        )


def _extents(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the cells of the record in ``text[start:end]``, which `csv` has read without complaint, lie."""
    while True:
        while start < end and text[start] == " ":
            start += 1
        stop = start
        if start < end and text[start] == '"':
            stop = _CLOSED.match(text, start, end).end()  # type: ignore[union-attr]  # csv has seen it close
        while stop < end and text[stop] not in ",\n":
            stop += 1
        high = stop
        while high > start and text[high - 1] in " \t":
            high -= 1
        yield start, high
        if stop >= end or text[stop] == "\n":
            return
        start = stop + 1


def _complaint(error: str) -> str:
    if "unexpected end of data" in error:
        return "a cell begins with a quotation mark that is never closed"
    if "expected after" in error:
        return "after the closing quotation mark of a cell comes a comma; one inside a cell is written twice"
    if "field limit" in error:
        return "a cell of this line is too long"
    return f"this line is not a line of a table ({error})"


def _columns(heading: tuple[Cell, ...], diagnostics: list[Diagnostic]) -> Iterator[Column]:
    """The columns, and a diagnostic for each that nothing can be read from."""
    seen: dict[str, Cell] = {}
    for cell in heading:
        match = _HEADING.fullmatch(cell.text)
        if not cell.text:
            message = "a column without a heading"
            diagnostics.append(Diagnostic(Code.BAD_TABLE, message, cell.span, "give it the name of a field"))
        elif match is None:
            message = f"`{shortened(cell.text)}` cannot head a column"
            hint = "a heading is the name of a field, `rank` or `spaces[mask]` say"
            diagnostics.append(Diagnostic(Code.BAD_TABLE, message, cell.span, hint))
        else:
            name, index = match.groups()
            text = name if index is None else f"{name}[{index}]"
            if text in seen:
                message = f"two columns are headed `{text}`"
                diagnostics.append(Diagnostic(Code.BAD_TABLE, message, cell.span))
            seen[text] = cell
            yield Column(text, name, index, cell.span)


def _ragged(records: Sequence[tuple[Cell, ...]]) -> Iterator[Diagnostic]:
    """What is said about rows that have more or fewer cells than there are columns."""
    columns, rows = records[0], records[1:]
    lengths = {len(row) for row in rows}
    if len(rows) > 2 and len(lengths) == 1 and lengths != {len(columns)}:
        # All rows are of one mind: then it is the heading that is wrong.
        cells = "1 cell" if lengths == {1} else f"{lengths.pop()} cells"
        names = "1 column" if len(columns) == 1 else f"{len(columns)} columns"
        message = f"this line names {names}, but all {len(rows)} rows below it have {cells}"
        hint = "one name for each cell of a row, with commas between them"
        yield Diagnostic(Code.BAD_TABLE, message, columns[0].span.to(columns[-1].span), hint)
        return
    for row in rows:
        if len(row) > len(columns):
            there = "there is 1 column" if len(columns) == 1 else f"there are {len(columns)} columns"
            yield Diagnostic(
                Code.BAD_TABLE,
                f"this row has {len(row)} cells, but {there}",
                row[len(columns)].span.to(row[-1].span),
                "a cell with a comma in it stands in quotation marks",
            )
        elif len(row) < len(columns):
            yield Diagnostic(
                Code.BAD_TABLE,
                f"this row has only {len(row)} of {len(columns)} cells; `{columns[len(row)].text}` is missing",
                row[0].span.to(row[-1].span),
                "an empty cell still needs its comma",
            )


@frozen
class Catalogue:
    """The statements of a rulebook; None if the table is no catalogue at all."""

    statements: tuple[Statement, ...] | None
    spans: Mapping[str, Span]  # id of a statement -> the cell with it
    diagnostics: tuple[Diagnostic, ...] = ()


def read_catalogue(table: Table) -> Catalogue:
    """The statements of the rulebook that *table* lists.

    The columns ``id``, ``section``, ``paraphrase`` and ``kind`` are needed, others are for people.
    """
    missing = [name for name in CATALOGUE_COLUMNS if table.column(name) is None]
    if missing:
        message = f"a catalogue needs the column `{missing[0]}`"
        hint = "its columns are " + ", ".join(f"`{name}`" for name in CATALOGUE_COLUMNS)
        return Catalogue(None, {}, (Diagnostic(Code.BAD_CATALOGUE, message, table.columns[0].span, hint),))
    numbers = [number for name in CATALOGUE_COLUMNS if (number := table.column(name)) is not None]
    statements: list[Statement] = []
    spans: dict[str, Span] = {}
    diagnostics: list[Diagnostic] = []
    for row in table.rows:
        cell = row[numbers[0]]
        if _ID.fullmatch(cell.text) is None:
            message = (
                f"`{shortened(cell.text)}` is no id of a statement" if cell.text else "a statement without id"
            )
            diagnostics.append(
                Diagnostic(Code.BAD_CATALOGUE, message, cell.span, "an id looks like `AB-012`")
            )
        elif cell.text in spans:
            message = f"two statements have the id `{cell.text}`"
            diagnostics.append(Diagnostic(Code.BAD_CATALOGUE, message, cell.span))
        else:
            spans[cell.text] = cell.span
            statements.append(Statement(*(row[number].text for number in numbers)))
    return Catalogue(tuple(statements), spans, tuple(diagnostics[:MAX_FINDINGS]))


def shortened(text: str, limit: int = 40) -> str:
    """*text* for a message: on one line, cut if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 3] + "..."
