"""Bots choose what is on offer, know no more than their seat, and the greedy one is the better player."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import interpreter
import rulelang
from tools.bots import BOTS, greedy, lead, outcomes, seen_numbers, slowly, uniform


def played(game: str, bots: list[str], seed: int, players: int) -> interpreter.Match:
    match = interpreter.start(rulelang.load(game), players, seed=seed)
    rng = Random(seed)
    while match.player is not None:
        match.choose_index(BOTS[bots[match.player]](match, rng))
    return match


def test_greedy_beats_random() -> None:
    wins = [0, 0]
    for seed in range(20):
        bots = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        result = played("tic_tac_toe", bots, seed, 2).result
        assert result is not None
        for seat in result.winners:
            wins[bots[seat] == "greedy"] += 1
    assert wins[1] > wins[0]


def test_greedy_takes_what_is_there() -> None:
    """With two in a row, it completes the third."""
    match = interpreter.start(rulelang.load("tic_tac_toe"), 2, seed=0)
    for choice in ("grid[1,1]", "grid[3,1]", "grid[1,2]", "grid[3,3]"):
        match.choose(choice)
    assert match.decision is not None
    for seed in range(5):
        assert match.decision.options[greedy(match, Random(seed))].id == "grid[1,3]"


@pytest.mark.parametrize("bot", [uniform, greedy])
def test_thinking_leaves_the_match_as_it_was(bot: object) -> None:
    match = interpreter.start(rulelang.load("badaboom"), 3, seed=2)
    rng = Random(2)
    for _ in range(30):
        match.choose_index(uniform(match, rng))
    before = match.save()
    assert callable(bot)
    assert 0 <= bot(match, rng) < match.count
    assert match.save() == before


def test_equal_generators_give_equal_choices() -> None:
    one, other = (played("kuhn", ["greedy", "greedy"], 5, 2) for _ in range(2))
    assert one.transcript() == other.transcript()


def test_scores_are_those_that_everybody_sees() -> None:
    match = interpreter.start(rulelang.load("kuhn"), 2, seed=1)
    assert match.program.standing_shown
    assert match.standing() == ((-1, -1),)
    assert interpreter.start(rulelang.load("pig"), 2, seed=1).standing() == ()


def test_both_ways_of_trying_agree_where_all_is_shown() -> None:
    match = interpreter.start(rulelang.load("kuhn"), 2, seed=1)
    assert match.player is not None
    assert [one[1:] for one in outcomes(match, range(2), match.player, Random(1))] == [
        slowly(match, index, match.player, Random(1))[1:] for index in range(2)
    ]


def test_a_hidden_standing_is_not_read(tmp_path: Path) -> None:
    """The greedy bot of another seat must not find out which option brings more of what it cannot see."""
    path = tmp_path / "veiled.rules"
    path.write_text(
        "game Veiled for 2 players\n"
        "counter gems of each player: number = 0, shown to nobody\n"
        "phase turn of start_player:\n"
        "    start_player chooses number n in 1 to 3\n"
        "    start_player gains n gems\n"
        "winner: most gems\n",
        "utf-8",
    )
    match = interpreter.start(rulelang.load(path), 2, seed=1)
    assert not match.program.standing_shown
    assert match.player is not None
    assert set(outcomes(match, range(3), match.player, Random(1))) == {(0, 0)}


def test_lead() -> None:
    assert lead([3, 5, 1], 1) == 2
    assert lead([3, 5, 1], 0) == -2
    assert lead([Fraction(1, 2), Fraction(1, 2)], 0) == 0
    assert lead([4], 0) == 4
    assert lead([], 0) == 0


def test_hidden_scores_are_not_read() -> None:
    stores = [
        {"name": "points", "owner": 0, "index": [], "value": "4"},
        {"name": "points", "owner": 1, "index": [], "value": "-2"},
        {"name": "coins", "owner": 1, "index": [], "value": "9"},
    ]
    view = {"players": 2, "stores": stores, "values": []}
    assert seen_numbers(view, "points", 1) == [4, -2]
    assert seen_numbers(view, "points", -1) == [-4, 2]
    assert seen_numbers({"players": 2, "stores": stores[1:], "values": []}, "points", 1) == []
    stores[1]["value"] = None
    assert seen_numbers(view, "points", 1) == []
