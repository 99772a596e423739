"""Numbers that grow without end stop the match, in plain Python and in machine code alike, and never wrap."""

from pathlib import Path

import pytest

import interpreter
import rulelang
from interpreter import EngineError

RULES = """
game Large for 2 players
variable kept: number = 10000
phase turn of start_player, repeated until kept = 0:
    start_player chooses:
        option "square": set kept to kept * kept
        option "double":
            let x be kept
            repeat 80 times: set x to x + x
            set kept to x
        option "product":
            set kept to product of kept for each number i in 1 to 30
        option "compare":
            if kept * kept * kept * kept * kept * kept * kept * kept > kept: set kept to 1
        option "negative":
            if -kept * kept * kept * kept * kept * kept * kept > 0: set kept to 2
        option "far": set kept to 1000 * (1000 * (kept * kept * kept - kept * kept * kept + kept))
winner: shared
"""

@pytest.fixture(params=[False, True], ids=["plain", "machine"])
def match(request: pytest.FixtureRequest, tmp_path: Path) -> interpreter.Match:
    if request.param:
        pytest.importorskip("llvmlite")
    path = tmp_path / "large.rules"
    path.write_text(RULES.lstrip(), "utf-8")
    return interpreter.start(rulelang.load(path), 2, seed=1, fast=request.param)


def kept(m: interpreter.Match) -> str:
    stores = m.dump()["stores"]
    assert isinstance(stores, dict)
    return str(stores["kept"])


@pytest.mark.parametrize("option", ["double", "product"])
def test_what_is_too_large_to_keep_stops_the_match(match: interpreter.Match, option: str) -> None:
    with pytest.raises(EngineError, match="a number grows beyond all bounds: phase turn"):
        match.choose(option)


def test_what_is_kept_is_exact_up_to_the_last(match: interpreter.Match) -> None:
    match.choose("square")
    match.choose("square")
    assert kept(match) == str(10**16)
    with pytest.raises(EngineError, match="a number grows beyond all bounds"):
        match.choose("square")


def test_what_is_only_compared_does_not_wrap(match: interpreter.Match) -> None:
    match.choose("negative")
    assert kept(match) == "10000"
    match.choose("far")
    assert kept(match) == str(10**10)
    match.choose("compare")
    assert kept(match) == "1"
