"""Planted faults, in copies of the bundled rules and in the engine: `rulelang test` finds each and makes it small.

The tables say after how many plays at most, and how long the shortest play is then. Those that take little time are tried in
every run, the others with the long tests.
"""

from pathlib import Path
from typing import Any

import pytest

import rulelang
from tests.faults.engine import CHIPS, FAULTS, EngineFault
from tests.faults.planting import Outcome, faults, outcome, planted
from tools.attack.plays import attack

QUICK = 1.0
"""Seconds of a fault that is tried in every run."""


def rows() -> list[Any]:
    return [
        pytest.param(fault, id=fault["says"], marks=[pytest.mark.long] if fault["seconds"] > QUICK else [])
        for fault in faults()
    ]


def found(told: Outcome, promise: str, plays: int, length: int) -> None:
    assert told.promise == promise
    assert told.plays <= plays
    assert 0 <= told.length <= length


@pytest.mark.parametrize("fault", rows())
def test_a_fault_of_the_rules_is_found_and_made_small(fault: dict[str, Any], tmp_path: Path) -> None:
    told = outcome(planted(fault, tmp_path), fault["plays"])
    found(told, fault["promise"], fault["plays"], fault["length"])


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says)
def test_a_fault_of_the_engine_is_found_and_made_small(
    fault: EngineFault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault.plant(monkeypatch)
    (tmp_path / "chips.rules").write_text(CHIPS, "utf-8")
    told = outcome(rulelang.load(tmp_path / "chips.rules"), fault.plays)
    found(told, fault.promise, fault.plays, fault.length)


def test_without_a_fault_nothing_is_found(tmp_path: Path) -> None:
    (tmp_path / "chips.rules").write_text(CHIPS, "utf-8")
    game = rulelang.load(tmp_path / "chips.rules")
    assert [*attack(game, 24, 0)][-1].found is None


def test_there_are_enough_of_different_kinds() -> None:
    table = faults()
    assert len(table) >= 25
    assert len({fault["says"] for fault in table}) == len(table)
    assert len({(fault["file"], fault["promise"]) for fault in table}) >= 15
    assert len({fault.plant for fault in FAULTS}) == len(FAULTS) >= 10
