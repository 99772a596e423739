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


REVEAL = """\
game Reveal for 2 players
kind Gem is card:
    worth: 0 to 9
card "A" is Gem: worth = 1
card "B" is Gem: worth = 2
card "C" is Gem: worth = 3
zone box: pile of Gem
zone bag of each player: hand of Gem
counter coins of each player: 0 or more = 0
setup: move all Gems to box
effect reveal(at least 2 Gems done in bag of you): you gain (size of done) coins
effect sell(Gem g in bag of you where worth of g > 1): you gain 1 coin
phase main:
    start_player may do reveal
    left of start_player chooses number n in 1 to 2
winner: most coins, then shared
example "targets":
    given players Ann, Bo
    given bag of Ann holds ["A", "B"]
"""


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ('when Ann does reveal(["A", "B"])', None),
        ('when Ann does reveal(["A"])', "reveal cannot be done with that: 1 of at least 2"),
        (
            'when Ann does reveal(["A", "C"])',
            "reveal cannot be done with that: `C` does not lie in bag of you",
        ),
        ('when Ann does sell("B")', None),
        ('when Ann does sell("A")', "sell cannot be done with that: not worth of g > 1"),
        ('when main begins, when Ann does reveal(["A", "B"])', None),
        ('when main begins, when Ann does sell("B")', "p0 is asked (reveal?): pass, reveal([A, B])"),
        ('when main begins, when Ann passes, when Ann does sell("B")', "p1 is asked (choose n): 1, 2"),
    ],
)
def test_what_could_not_be_chosen_is_not_done(tmp_path: Path, lines: str, found: str | None) -> None:
    file = tmp_path / "reveal.rules"
    steps = lines.removeprefix("when ").split(", when ")
    file.write_text(REVEAL + "".join(f"    when {step}\n" for step in steps), "utf-8")
    result = run(file, "--examples", 0)
    assert (result.exit_code == 0) is (found is None), result.output
    assert found is None or f"    found     {found}" in result.output.splitlines(), result.output
