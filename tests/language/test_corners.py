"""The sampler in `tests/cases/corners` and the bundled games use every form of the grammar; and the sampler plays."""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from rulelang.automaton import tables
from rulelang.diagnostics import Severity
from rulelang.load import check_game, load
from rulelang.parse import parse
from rulelang.source import Source
from tests.engine.side_by_side import disagreement
from tools.format_command import formatted

ROOT = Path(__file__).resolve().parents[2]
CORNERS = ROOT / "tests" / "cases" / "corners"

FOR_MESSAGES = {("each_ref", "each_ref_index")}
"""What the grammar reads only so that the checker can refuse it in its own words."""


def files() -> Iterator[Path]:
    yield from sorted(CORNERS.glob("*.rules"))
    yield from sorted((ROOT / "games").rglob("*.rules"))


def test_every_form_of_the_grammar_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("rulelang.parse")
    rules = tuple(evolve(rule, passes=False) for rule in tables().rules)  # so that all are seen
    used: set[tuple[str, str]] = set()
    reduce = module._Parser._reduce

    def noting(self: object, rule: object, number: int) -> object:
        used.add((rule.origin, rule.name))  # type: ignore[attr-defined]
        return reduce(self, rule, number)

    monkeypatch.setattr(module._Parser, "_reduce", noting)
    monkeypatch.setattr(module, "tables", lambda: evolve(tables(), rules=rules))
    for path in files():
        assert parse(Source(str(path), path.read_text("utf-8")))[1] == (), path
    forms = {(rule.origin, rule.name) for rule in rules}
    assert forms - used == FOR_MESSAGES


@pytest.mark.parametrize("path", sorted(CORNERS.glob("*.rules")), ids=lambda path: path.stem)
def test_it_is_laid_out_as_the_formatter_would(path: Path) -> None:
    text = path.read_text("utf-8")
    assert formatted(str(path), text) == text


@pytest.mark.parametrize("name", ["corners", "corners_plus", "haggling"])
def test_it_is_right(name: str) -> None:
    game, found = check_game(CORNERS / f"{name}.rules")
    assert [one for one in found if one.severity is Severity.ERROR] == []
    assert game is not None


@pytest.mark.parametrize("name", ["corners", "corners_plus", "haggling"])
def test_engine_and_oracle_play_it_alike(name: str) -> None:
    game = load(CORNERS / f"{name}.rules")
    for seed in range(3):
        assert disagreement(game, 4, seed, 40) is None
