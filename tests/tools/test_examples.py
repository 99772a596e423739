"""`rulelang test`: examples that hold, and examples that do not."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tools.cli import cli

GAME = """\
game Small for 2 players
catalogue "catalogue.csv"
counter points of each player: 0 or more = 0
effect earn: you gain 1 point               @SM-1
phase turn of start_player: start_player does earn
winner: most points
"""
ONE = """
example "one for one":                      @SM-1
    given players Ann, Bo
    when Ann does earn
    then points of Ann = 1
"""
TWO = """
example "two for one":                      @SM-1
    given players Ann, Bo
    when Ann does earn
    then points of Ann = 2
    then points of Bo = 0
"""


KEPT = "Small: no promise is broken in 20 plays (0 decisions)\n"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["test", *map(str, arguments)])


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "catalogue.csv").write_text(
        "id,section,paraphrase,kind\nSM-1,Earning,Who earns gets one point,rule\n", "utf-8"
    )
    return tmp_path / "small.rules"


def test_all_hold(small: Path) -> None:
    small.write_text(GAME + ONE, "utf-8")
    result = run(small)
    assert (result.exit_code, result.output) == (0, "Small: 1 example passed, 0 failed\n" + KEPT)
    assert run(small, "--verbose").output.splitlines()[0] == "passed  one for one"


def test_one_fails(small: Path) -> None:
    small.write_text(GAME + ONE + TWO, "utf-8")
    result = run(small)
    assert result.exit_code == 1
    assert (
        result.output
        == f"""\
FAILED  two for one  ({small}:13)
    rulebook  @SM-1  Who earns gets one point
    expected  then points of Ann = 2  ({small}:16)
    found     1

Small: 1 example passed, 1 failed
{KEPT}"""
    )
    data = json.loads(run(small, "--json").stdout)
    assert (data["passed"], data["failed"]) == (1, 1)
    assert data["examples"][1]["failures"] == [
        {"file": str(small), "line": 16, "expected": "then points of Ann = 2", "found": "1"}
    ]
    assert run(small, "--only", "ONE for").exit_code == 0


def test_none_there(small: Path) -> None:
    small.write_text(GAME, "utf-8")
    result = run(small)
    assert (result.exit_code, result.output) == (0, "Small has no examples\n" + KEPT)
    assert run(small, "--only", "x").exit_code == 2


@pytest.mark.parametrize("game", ["kuhn", "tic_tac_toe", "badaboom"])
def test_bundled_games_keep_their_examples(game: str) -> None:
    result = run(game)
    assert result.exit_code == 0, result.output
