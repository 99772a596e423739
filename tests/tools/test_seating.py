"""Bots that play against each other: where they sit, and what is said of their wins."""

import json
from random import Random

import pytest
from click.testing import CliRunner

import interpreter
import rulelang
from tools import bots
from tools.seating import Seating, Standing, one_bot, standing_lines
from tools.simulate import command


def test_all_move_on_by_a_seat_from_match_to_match() -> None:
    seating = Seating(("mcts", "greedy", "random"))
    assert [seating.names_at(3, match) for match in range(4)] == [
        ("mcts", "greedy", "random"),
        ("random", "mcts", "greedy"),
        ("greedy", "random", "mcts"),
        ("mcts", "greedy", "random"),
    ]
    assert Seating(("greedy",)).names_at(4, 7) == ("greedy",) * 4


def test_each_seat_is_asked_of_its_own_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int | None]] = []

    def noting(name: str) -> bots.Bot:
        def bot(match: interpreter.Match, rng: Random) -> int:
            asked.append((name, match.player))
            return 0

        return bot

    monkeypatch.setattr("tools.seating.BOTS", {"one": noting("one"), "two": noting("two")})
    match = interpreter.start(rulelang.load("tic_tac_toe"), 2, seed=0)
    both = one_bot(("two", "one"))
    while match.count:
        match.choose_index(both(match, Random(0)))
    assert {("two", 0), ("one", 1)} == set(asked)


def test_a_shared_win_counts_in_parts() -> None:
    standing = Standing()
    for _ in range(22):
        standing.add(("greedy", "random", "random"), [0])
    for _ in range(6):
        standing.add(("random", "greedy", "random"), [2])
    standing.add(("random", "random", "greedy"), [0, 2])
    standing.add(("greedy", "random", "random"), [0, 1])
    greedy, random = standing.report()
    # Wilson's interval of 23 in 30, by the formula
    assert greedy == {
        "bot": "greedy", "seats": 1, "won": 23, "share": 0.7667, "low": 0.5907, "high": 0.8821, "fair": 0.3333,
    }  # fmt: skip
    assert (random["seats"], random["won"], random["fair"]) == (2, 7, 0.6667)
    assert list(standing_lines([greedy])) == [
        "  greedy in 1 seat won 23, 76.7 % (59.1 to 88.2); by seats alone 33.3 %"
    ]


def said(*words: str) -> str:
    result = CliRunner().invoke(command, [*words, "--seed", "1"])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_report_has_what_each_won() -> None:
    data = json.loads(said("tic_tac_toe", "-n", "6", "--bots", "mcts, random", "--json"))
    assert data["bots"] == "mcts,random"
    rows = {row["bot"]: row for row in data["reports"][0]["bots"]}
    assert rows["mcts"]["won"] >= 5
    assert rows["mcts"]["won"] + rows["random"]["won"] <= 6
    assert rows["mcts"]["low"] < rows["mcts"]["share"] <= rows["mcts"]["high"]
    text = said("tic_tac_toe", "-n", "6", "--bots", "mcts,random")
    assert f"mcts in 1 seat won {rows['mcts']['won']:g}, " in text


def test_of_one_bot_in_all_seats_nothing_is_said() -> None:
    assert "by seats alone" not in said("tic_tac_toe", "-n", "2", "--bots", "greedy")
    assert "bots" not in json.loads(said("tic_tac_toe", "-n", "2", "--json"))["reports"][0]


def test_as_many_players_as_bots_unless_it_is_said() -> None:
    data = json.loads(said("kuhn", "-n", "2", "--bots", "random,random,greedy", "--json"))
    assert [report["players"] for report in data["reports"]] == [3]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("kuhn", "--bots", "mcst,random"), "`mcst` is none of random, greedy, montecarlo, mcts"),
        (("kuhn", "--bots", ""), "`` is none of random"),
        (("kuhn", "--bots", "random,random", "--players", "3"), "these are 2 bots, for 3 players"),
        (("kuhn", "--bots", "random,random,random,random"), "these are 4 bots, for 2 to 3 players"),
    ],
)
def test_wrong_calls(words: tuple[str, ...], told: str) -> None:
    result = CliRunner().invoke(command, list(words))
    assert result.exit_code == 2
    assert told in result.output
