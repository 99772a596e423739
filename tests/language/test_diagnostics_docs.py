"""Each code has a section in the documentation, and some text among the cases that is wrong in its way."""

import re
from pathlib import Path

import pytest

from rulelang import Code, examine, render_all
from tests.language.game_cases import CASES, GameCase, read_cases, write

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "diagnostics.md").read_text("utf-8")
HEADING = re.compile(r"^### ([RW]\d{3}): (.*)$", re.MULTILINE)
RARE = read_cases("codes")

# How a case says which code it is about: as the command line does, or by a remark on the guilty line or row.
SHOWN = re.compile(
    r"(?:error|warning)\[([RW]\d{3})\]|(?:error|warning): ((?:[RW]\d{3}(?:, )?)+)|#([RW]\d{3})"
)


def sections() -> dict[str, tuple[str, str]]:
    """Title and text of the section of each code."""
    parts = HEADING.split(PAGE)[1:]
    return {
        code: (title, text) for code, title, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    }


def test_the_sections_are_those_of_the_codes() -> None:
    titles = [(code, title) for code, (title, _) in sections().items()]
    assert titles == [(code.id, code.title) for code in Code]


@pytest.mark.parametrize("code", list(Code), ids=lambda code: code.id)
def test_each_section_has_an_example_and_a_remedy(code: Code) -> None:
    text = sections()[code.id][1].partition("\n## ")[0]
    shown = "Wrong:\n" in text or f"[{code.id}]" in text or f'"{code.id}"' in text
    assert shown or code is Code.NOT_FOLLOWED  # only programs write such rules; it is told in words
    assert len([part for part in text.split("\n\n") if part.strip()]) >= 2


def codes_in_cases() -> set[str]:
    """All codes that some case is about."""
    found = {code for case in RARE for code in case.expected["problems"].split()}
    for path in CASES.rglob("*.txt"):
        for match in SHOWN.finditer(path.read_text("utf-8")):
            found.update(re.findall(r"[RW]\d{3}", match.group()))
    return found


def test_each_code_has_a_case() -> None:
    assert {code.id for code in Code} - codes_in_cases() == set()


def test_each_code_has_a_neighbour_that_it_leaves_alone() -> None:
    """Rules that are nearly wrong and about which nothing is said.

    What stands under "Right:" on the page is checked with the page. Where that would take several files, a case is
    named after what it is near to.
    """
    right = {code for code, (_, text) in sections().items() if "Right:\n" in text}
    near = {code for case in RARE for code in case.expected.get("near", "").split()}
    assert {code.id for code in Code} - right - near == set()
    assert near <= {code.id for code in Code}


@pytest.mark.parametrize("case", RARE, ids=lambda case: case.name)
def test_rare_cases_fail_as_told(case: GameCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, case.files)
    monkeypatch.chdir(tmp_path)
    game, *rest = case.load
    settings = {name: int(value) for name, _, value in (one.partition("=") for one in rest) if value}
    variants = [one for one in rest if "=" not in one]
    found = examine(Path(game), variants, settings)
    assert not case.expected.get("near") or not case.expected["problems"]
    assert {one.code.id for one in found.diagnostics} == set(case.expected["problems"].split()), render_all(
        found.diagnostics, found.sources
    )
