"""Cases that are small folders of files, and what becomes of them.

=== what the case is about
--- file base.rules
game Small for 2 players
...
--- load base.rules variants/short.rules
--- problems
(the findings, as the command line shows them; or instead of them:)
--- becomes
(a rules file that says the same as the program, and `--- table t.csv` with what has become of a table)
"""

from pathlib import Path

import attrs
from attrs import frozen

from rulelang import tree
from rulelang.diagnostics import render_all
from rulelang.load import Reading, read_game
from rulelang.parse import parse
from rulelang.program import Program
from rulelang.source import Source

CASES = Path(__file__).resolve().parent.parent / "cases"


@frozen
class GameCase:
    """One case: the files, what is loaded, and the parts that tell what must come out."""

    name: str
    files: dict[str, str]
    load: tuple[str, ...]  # the game, then its variants
    expected: dict[str, str]


def read_cases(folder: str) -> list[GameCase]:
    return [
        _case(path.stem, text)
        for path in sorted((CASES / folder).glob("*.txt"))
        for text in ("\n" + path.read_text("utf-8")).split("\n=== ")[1:]
    ]


def _case(stem: str, text: str) -> GameCase:
    title, *parts = ("\n" + text).split("\n--- ")
    files: dict[str, str] = {}
    load: tuple[str, ...] = ()
    expected: dict[str, str] = {}
    for part in parts:
        head, _, body = part.partition("\n")
        word, *rest = head.split()
        if word == "file":
            files[rest[0]] = body + "\n"
        elif word == "load":
            load = tuple(rest)
        else:
            expected[head] = body.strip("\n")
    assert expected, title
    return GameCase(f"{stem}: {title.strip()}", files, load, expected)


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def outcome(case: GameCase) -> dict[str, str]:
    """What became of a case whose files lie where one stands, in the words of its expected parts."""
    reading = read_game(Path(case.load[0]), [Path(variant) for variant in case.load[1:]])
    if reading.diagnostics or reading.program is None:
        return {"problems": render_all(reading.diagnostics, reading.sources)}
    parts = {}
    for part, text in case.expected.items():
        word, _, rest = part.partition(" ")
        if word == "becomes":
            parts[part] = text if says(reading.program, text) else _outline(reading)
        elif word == "table":
            parts[part] = table_text(reading.program, rest)
    return parts


def says(program: Program, text: str) -> bool:
    """Whether the program is what a rules file with this text would be."""
    file, problems = parse(Source("expected", text + "\n"))
    assert file is not None, render_all(problems)
    assert isinstance(file.head, tree.Game)
    header = attrs.evolve(program.header, docs=file.head.docs)
    return header == file.head and program.declarations == file.items


def table_text(program: Program, path: str) -> str:
    table = program.tables[path]
    lines = [[column.text for column in table.columns], *([cell.text for cell in row] for row in table.rows)]
    return "\n".join(",".join(line) for line in lines)


def _outline(reading: Reading) -> str:
    assert reading.program is not None
    return "\n".join([str(reading.program.header), *map(str, reading.program.declarations)])
