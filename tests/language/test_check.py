"""What the checker says about rules that parse: cases from files, and the games that come out."""

import re
from pathlib import Path

import pytest
from attrs import frozen

from rulelang import game, tree
from rulelang.check import check
from rulelang.diagnostics import Code, Diagnostic, Severity, render_all
from rulelang.parse import parse
from rulelang.program import Program
from rulelang.source import Source
from rulelang.tables import Table, read_catalogue, read_table

CASES = Path(__file__).resolve().parent.parent / "cases" / "check"
MARK = re.compile(r"# (?:error|warning): ([RW][0-9]{3}(?:, [RW][0-9]{3})*)$")
PRELUDE = (CASES / "prelude.rules").read_text("utf-8")
# of rules that are only sketched: what is not used yet
UNFINISHED = {Code.UNUSED, Code.NEVER_RAISED}


@frozen
class Case:
    """Rules, and the code expected on each line that has a mark; ``thorough``: what is unused counts too."""

    name: str
    text: str
    tables: dict[str, str]
    thorough: bool

    @property
    def expected(self) -> list[tuple[int, str]]:
        """Line and code of each finding."""
        return [
            (number, code)
            for number, line in enumerate(self.text.splitlines(), 1)
            if (match := MARK.search(line))
            for code in match[1].split(", ")
        ]


def cases(name: str) -> list[Case]:
    """The cases of a file: titles after `=== `, tables after `--- `; without a game line the prelude comes first."""
    found = []
    for part in ("\n" + (CASES / name).read_text("utf-8")).split("\n=== ")[1:]:
        title, _, rest = part.partition("\n")
        text, *tables = ("\n" + rest).split("\n--- ")
        text = text.strip("\n") + "\n"
        if not text.startswith("game "):
            text = PRELUDE + "\n" + text
        read = {head: body for head, _, body in (table.partition("\n") for table in tables)}
        found.append(Case(title.removesuffix(" (all)"), text, read, title.endswith(" (all)")))
    return found


def program(text: str, tables: dict[str, str] | None = None, **settings: object) -> Program:
    """The program that one text says."""
    source = Source("case.rules", text)
    file, problems = parse(source)
    assert file is not None, render_all(problems, source)
    assert isinstance(file.head, tree.Game)
    read: dict[str, Table] = {}
    sources = [source]
    catalogue = None
    for path, body in (tables or {}).items():
        sources.append(Source(path, body))
        table, wrong = read_table(sources[-1])
        assert table is not None, render_all(wrong, sources)
        if path == "catalogue.csv":
            catalogue = read_catalogue(table)
        else:
            read[path] = table
    return Program(
        header=file.head,
        declarations=tuple(item for item in file.items if not isinstance(item, tree.Catalogue)),
        tables=read,
        catalogue=None if catalogue is None else catalogue.statements,
        catalogue_spans={} if catalogue is None else catalogue.spans,
        sources=tuple(sources),
        settings=settings,
    )


def checked(text: str, **settings: object) -> game.Game:
    """The game; there must be no errors."""
    found, problems = check(program(text, **settings))
    assert found is not None, render_all(problems, Source("case.rules", text))
    return found


def findings(text: str, **settings: object) -> tuple[Diagnostic, ...]:
    return check(program(text, **settings))[1]


ALL = [case for path in sorted(CASES.glob("*.txt")) for case in cases(path.name)]


@pytest.mark.parametrize("case", ALL, ids=[case.name for case in ALL])
def test_every_marked_line_and_no_other_is_reported(case: Case) -> None:
    made, found = check(program(case.text, case.tables))
    relevant = [one for one in found if case.thorough or one.code not in UNFINISHED]
    texts = [Source("case.rules", case.text), *(Source(path, body) for path, body in case.tables.items())]
    shown = render_all(relevant, texts)
    here = [(one.span.line, one.code.id) for one in relevant if one.span.file == "case.rules"]
    assert sorted(here) == sorted(case.expected), shown
    elsewhere = [
        (path, number, code)
        for path, body in case.tables.items()
        for number, line in enumerate(body.splitlines(), 1)
        if (match := re.search(r"#([RW][0-9]{3})", line))
        for code in [match[1]]
    ]
    assert sorted(
        (one.span.file, one.span.line, one.code.id) for one in relevant if one.span.file != "case.rules"
    ) == sorted(elsewhere), shown
    failed = any(one.severity is Severity.ERROR for one in found)
    assert (made is None) == failed


@pytest.mark.parametrize("case", ALL, ids=[case.name for case in ALL])
def test_findings_are_short_and_speak_of_a_place(case: Case) -> None:
    for one in check(program(case.text, case.tables))[1]:
        assert not one.message.endswith("."), one.message
        assert one.hint is None or not one.hint.endswith("."), one.hint
        assert one.message.count("`") % 2 == 0
        assert one.span.start <= one.span.end
        assert "\n" not in one.message


def test_every_code_of_the_checker_has_a_case() -> None:
    shown = {code for case in ALL for _, code in case.expected}
    shown |= {code for case in ALL for body in case.tables.values() for code in re.findall(r"#([RW][0-9]{3})", body)}
    elsewhere = {"R315", "R316", "R399", "R901", "W504"}  # tested below
    families = ("R1", "R2", "R3", "W5")
    missing = {code.id for code in Code if code.id.startswith(families)} - shown - elsewhere
    assert not missing


def test_the_prelude_is_silent_but_for_what_is_unused() -> None:
    found = findings(PRELUDE)
    assert {one.code for one in found} <= UNFINISHED, render_all(found, Source("case.rules", PRELUDE))
