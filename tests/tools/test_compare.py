"""`rulelang compare`, and the intervals that it shows."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

import tools.cli
from interpreter import Result as Ending
from tools.intervals import mean, rate, student
from tools.measuring import lines, measures
from tools.simulate import Played, times_of


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tools.cli.cli, list(arguments))


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    # From the tables of the literature (Newcombe 1998, and the closed form).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718),
     (29, 29, 0.8830, 1.0), (0, 0, 0.0, 1.0)],
)  # fmt: skip
def test_the_interval_of_a_rate(count: int, of: int, low: float, high: float) -> None:
    found = rate(count, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (9, 2.262), (29, 2.045), (999, 1.962)]
)
def test_the_quantiles_of_student(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.006)


def test_the_interval_of_a_mean() -> None:
    found = mean([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert found is not None
    assert found.value == 5.5
    assert found.high - found.value == pytest.approx(2.262 * 3.0277 / 10**0.5, abs=0.002)
    alike = mean([0] * 50)
    assert alike is not None
    assert 0 < alike.high < 0.06
    assert alike.low < 0
    counted = mean([0] * 50, 0)
    assert counted is not None
    assert counted.low == 0
    assert mean([]) is None
    alone = mean([7])
    assert alone is not None
    assert alone.high == float("inf")


def test_intervals_hold_the_true_number_as_often_as_they_say() -> None:
    rng = Random(5)
    within = [0, 0]
    for _ in range(600):
        dice = [rng.randint(1, 6) for _ in range(40)]
        found, sixes = mean(dice), rate(dice.count(6), len(dice))
        assert found is not None
        within[0] += found.low <= 3.5 <= found.high
        within[1] += sixes.low <= 1 / 6 <= sixes.high
    assert all(0.92 <= one / 600 <= 0.98 for one in within)


def played(scores: tuple[int, int], decisions: int, times: dict[str, int]) -> Played:
    winner = 0 if scores[0] > scores[1] else 1
    result = Ending(
        scores=scores,
        winners=(winner,),
        ranking=((winner,), (1 - winner,)),
        reason="last phase over",
        payoffs=(0, 0),
    )
    return Played(result, decisions, 0, times)


def test_each_difference_is_a_sentence() -> None:
    first = [played((3, number % 2), 10 + number % 3, {"a": 2, "b": 1}) for number in range(40)]
    second = [played((3, 4), 20 + number % 3, {"a": 2, "c": 5}) for number in range(40)]
    found = {one.name: one for one in measures(first, second, 2)}
    assert {name for name, one in found.items() if one.differs} == {
        "decisions", "score", "winning score", "margin", "seat 0 wins", "seat 1 wins", "b", "c",
    }  # fmt: skip
    text = "\n".join(lines(list(found.values()), ("Old", "New")))
    assert "New takes more decisions: 21.0 " in text
    assert "New ends closer: 1.00 " in text
    assert "With New it is more often so that seat 1 wins: 100.0 %" in text
    assert "more often, times a match:\n  c: 5.00" in text
    assert "less often, times a match:\n  b: 0.00" in text
    assert "  turns" not in text
    same = "\n".join(lines(measures(first, first, 2), ("Old", "New")))
    assert same.endswith("more matches may tell them apart.")


def test_how_often_a_rule_comes_into_play() -> None:
    told = {
        ("begin", "turn"): 3,
        ("end", "turn"): 2,
        ("gain", "turn"): 9,
        ("move", "explode"): 4,
        ("nothing", "x"): 1,
    }
    assert times_of(told) == {"turn": 3, "explode": 4}


def test_the_same_seed_gives_the_same_report(tmp_path: Path) -> None:
    arguments = ("compare", "pig", "--set", "winscore=20", "-n", "8", "--seed", "3", "--json")
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    assert run(*arguments).output == done.output
    data = json.loads(done.output)
    (report,) = data["reports"]
    assert report["players"] == 2
    measured = {one["name"]: one for one in report["measures"]}
    decisions = measured["decisions"]
    assert decisions["differs"]
    assert decisions["second"]["high"] < decisions["first"]["low"]
    text = run(*arguments[:-1]).output
    assert "pig winscore=20 takes fewer decisions: " in text


def test_a_game_is_no_different_from_itself() -> None:
    done = run("compare", "kuhn", "kuhn", "-n", "5", "--seed", "1", "--players", "all")
    assert done.exit_code == 0, done.output
    assert done.output.count("more matches may tell them apart") == 2
    assert "kuhn (1)" in done.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["kuhn"], "nothing to compare with"),
        (["bad_company", "solo"], "no number of players for which both games are"),
        (["kuhn", "kuhn", "--players", "5"], "both games are for 2 to 3 players, not 5"),
        (["kuhn", "kuhn", "--players", "some"], "neither a number nor `all`"),
        (["kuhn", "kuhn", "-n", "0"], "0 is not 1 to 10,000,000"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str) -> None:
    done = run("compare", *arguments)
    assert done.exit_code == 2, done.output
    assert said in done.output
