"""What is read from tables, and what is said about those that are not in order."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.load import read_game
from rulelang.source import Source
from rulelang.tables import MAX_COLUMNS, MAX_FINDINGS, MAX_ROWS, cell_span, read_catalogue, read_table
from tests.language.game_cases import GameCase, outcome, read_cases, write


@pytest.mark.parametrize("case", read_cases("tables"), ids=lambda case: case.name)
def test_a_table_is_read(case: GameCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, case.files)
    monkeypatch.chdir(tmp_path)
    assert outcome(case) == case.expected


CELLS = st.text(st.sampled_from('ab ,"\n'), max_size=6)


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=5), st.booleans())
def test_every_cell_knows_its_place(rows: list[list[str]], quoted: bool) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL)
    writer.writerows([["x", "y", "z"], *rows])
    source = Source("t.csv", text.getvalue())
    table, diagnostics = read_table(source)
    assert table is not None, diagnostics
    kept = [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]
    assert [[cell.text for cell in row] for row in table.rows] == kept
    for number, row in enumerate(table.rows):
        for column, cell in enumerate(row):
            span = cell_span(table, number, column)
            written = source.text[span.start : span.end].strip()
            plain = written[1:-1].replace('""', '"') if written.startswith('"') else written
            assert plain.strip() == cell.text
            assert source.text[: span.start].count("\n") == span.line - 1
    assert [
        source.text[(span := cell_span(table, -1, i)).start : span.end].strip('"') for i in range(3)
    ] == list("xyz")


@given(st.text(st.sampled_from('ab ,"\n[]1'), max_size=40))
def test_whatever_is_in_a_table_there_is_an_answer(text: str) -> None:
    source = Source("t.csv", text)
    table, diagnostics = read_table(source)
    assert (table is None) == bool(diagnostics)
    assert all(0 <= found.span.start <= found.span.end <= len(text) for found in diagnostics)
    if table is not None:
        assert all(len(row) == len(table.columns) for row in table.rows)
        read_catalogue(table)


def test_columns_and_cells_by_name() -> None:
    table, _ = read_table(Source("t.csv", "name,spaces[mask]\nAxe,2\n"))
    assert table is not None
    assert (table.columns[1].name, table.columns[1].index) == ("spaces", "mask")
    assert table.column("spaces[mask]") == 1
    assert table.column("spaces") is None
    cell = table.cell(0, "spaces[mask]")
    assert cell is not None
    assert (cell.text, cell.span.line, cell.span.column) == ("2", 2, 5)


def test_bounds() -> None:
    long = Source("t.csv", "name\n" + "x\n" * MAX_ROWS)
    assert read_table(long)[0] is not None
    for text in (
        "name\n" + "x\n" * (MAX_ROWS + 1),
        ",".join(f"c{number}" for number in range(MAX_COLUMNS + 1)),
        "name\n" + "x" * 200_000,
    ):
        table, diagnostics = read_table(Source("t.csv", text))
        assert table is None
        assert len(diagnostics) == 1
    _, diagnostics = read_table(Source("t.csv", "name\n" + "x,y\nx,y,z\n" * 500))
    assert len(diagnostics) == MAX_FINDINGS


def test_a_catalogue(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "small.rules": 'game Small for 2 players\ncatalogue "c.csv"\n',
            "c.csv": "kind,id,section,paraphrase,notes\nrule,AB-1,Aim,Win.,L1\nflavour,AB-2,Aim,Fun.,\n",
        },
    )
    program = read_game(tmp_path / "small.rules").program
    assert program is not None
    assert program.catalogue is not None
    assert [(row.id, row.section, row.paraphrase, row.kind) for row in program.catalogue] == [
        ("AB-1", "Aim", "Win.", "rule"),
        ("AB-2", "Aim", "Fun.", "flavour"),
    ]
    assert program.catalogue_spans["AB-2"].line == 3
    assert not program.tables
