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


LANDING = """
game Landing for 2 players
kind Square is space:
    variable mark: player or none = none
board grid of Square, 6 by 3
counter height[1 to 3]: 0 to 6 = 0
counter steps: 0 or more = 0
phase turn of start_player, repeated until steps = 40:
    set steps to steps + 1
    start_player chooses number n in 1 to 3 where n = 1 or steps = 1
    let landing be grid[6 - height[n], n]
    set mark of landing to start_player
    set height[n] to height[n] + 1
winner: shared
"""


def test_a_counter_beyond_its_bounds_stops_a_match_of_optimised_text(tmp_path: Path) -> None:
    path = tmp_path / "landing.rules"
    path.write_text(LANDING.lstrip(), "utf-8")
    game = rulelang.load(path)
    interpreter.program.program(game, 2).optimise()
    for option in range(3):  # nobody else is asked: all goes on until a table ends
        for _ in range(2):
            m = interpreter.start(game, 2, seed=option, log=False)
            with pytest.raises(EngineError, match="height is set beyond its bounds"):
                m.choose_index(option)
            assert not m.count
        m = interpreter.start(game, 2, seed=option, log=False)
        with pytest.raises(EngineError, match="height is set beyond its bounds"):
            m.choose(m.decision.options[option])  # type: ignore[union-attr]
