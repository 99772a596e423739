"""The engine is about as fast as it was. Ratios only, by processor time; the bounds are generous."""

import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import pytest

from tests.benchmarks.__main__ import HISTORY
from tests.benchmarks.hand import GAMES
from tests.benchmarks.measure import ROOT, Plan, Ratio, everything

SHARE = 0.4
"""Of what was measured last and kept. A busy machine does not halve a ratio of processor times; if it does,
we try again."""
TRIES = 3
GROUPS = (*GAMES, "badaboom", "bad_company", "copies")


def kept() -> Mapping[str, Any]:
    """The ratios of the last run in history.json."""
    ratios: Mapping[str, Any] = json.loads(HISTORY.read_text())[-1]["ratios"]
    return ratios


def too_slow(group: str) -> dict[str, str]:
    """The ratios of a group that are out of bounds."""
    out = {}
    for measure in everything(Plan.quick(), group):
        if isinstance(measure, Ratio):
            before = kept()[measure.name]["median"]
            if max(measure.rounds) < SHARE * before:
                out[measure.name] = (
                    f"{measure.median:.3g} times as fast as {measure.against}, was {before:.3g}"
                )
    return out


@pytest.mark.long
@pytest.mark.parametrize("group", GROUPS)
def test_ratios_are_about_what_they_were(group: str) -> None:
    for _ in range(TRIES):
        slow = too_slow(group)
        if not slow:
            return
    pytest.fail(f"slower than in {HISTORY.name}: {slow}")


def test_the_history_knows_all_ratios() -> None:
    names = {f"{name} {how}" for name in GAMES for how in ("by index", "alone", "compiled")}
    assert names <= set(kept())
    assert {"badaboom compiled", "bad_company one call", "badaboom copy"} <= set(kept())


def test_the_benchmarks_run() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", "--quick", "--json", "kuhn"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    report = json.loads(run.stdout)
    names = ["kuhn by index", "kuhn alone"] + ["kuhn compiled"] * (find_spec("llvmlite") is not None)
    assert list(report["ratios"]) == names
    for ratio in report["ratios"].values():
        assert 0 < ratio["least"] <= ratio["median"] <= ratio["most"]
        assert ratio["decisions a second"] > 0
