"""Bots that search: they see what wins, know no more than their seat, and beat the greedy one."""

from math import sqrt
from random import Random

import pytest

import interpreter
import rulelang
from tools.bots import BOTS, greedy
from tools.search import Node, mcts, montecarlo, searcher, worth


def middle(name: str, players: int, choices: int) -> interpreter.Match:
    match = interpreter.start(rulelang.load(name), players, seed=3)
    rng = Random(3)
    for _ in range(choices):
        match.choose_index(rng.randrange(match.count))
    return match


@pytest.mark.parametrize("bot", [montecarlo, mcts])
def test_it_takes_what_wins(bot: object) -> None:
    match = interpreter.start(rulelang.load("tic_tac_toe"), 2, seed=0)
    for choice in ("grid[1,1]", "grid[3,1]", "grid[1,2]", "grid[3,3]"):
        match.choose(choice)
    assert match.decision is not None
    assert callable(bot)
    for seed in range(3):
        assert match.decision.options[bot(match, Random(seed))].id == "grid[1,3]"


def test_who_remembers_answers_sees_what_the_opponent_would_do() -> None:
    """The other threatens a row; only blocking it does not lose."""
    match = interpreter.start(rulelang.load("tic_tac_toe"), 2, seed=0)
    for choice in ("grid[1,1]", "grid[2,2]", "grid[1,2]"):
        match.choose(choice)
    assert match.decision is not None
    for seed in range(3):
        assert match.decision.options[mcts(match, Random(seed))].id == "grid[1,3]"


@pytest.mark.parametrize(
    ("name", "players", "choices"), [("badaboom", 3, 40), ("kuhn", 3, 1), ("goofspiel", 2, 5)]
)
def test_thinking_leaves_the_match_as_it_was(name: str, players: int, choices: int) -> None:
    match = middle(name, players, choices)
    before = match.save()
    first = searcher(rounds=12)(match, Random(1))
    assert 0 <= first < match.count
    assert match.save() == before
    assert searcher(rounds=12)(match, Random(1)) == first


@pytest.mark.parametrize("name", ["pig", "kuhn"])
def test_it_plays_whole_matches_also_where_chance_is_asked(name: str) -> None:
    match = interpreter.start(rulelang.load(name), 2, seed=1, chance="explicit")
    rng = Random(1)
    for _ in range(25):
        if not match.count:
            break
        chance = match.player == interpreter.CHANCE
        match.choose_index(rng.randrange(match.count) if chance else searcher(rounds=8, far=6)(match, rng))
    assert match.result is not None or name == "pig"


def test_a_question_with_very_many_options_tries_each_that_it_looks_at() -> None:
    node = Node([2, 0])
    for option in (0, 2):
        assert node.pick(3, 0.7) == option
        node.tried[option], node.worth[option] = 1, float(option == 2)
    assert node.pick(3, 0.0) == 2
    assert node.pick(2, 0.0) == 0, "option 2 is not on offer in this world"


def test_all_stand_alike_where_nobody_is_shown_how_they_stand() -> None:
    match = interpreter.start(rulelang.load("tic_tac_toe"), 2, seed=0)
    assert worth(match) == [0.5, 0.5]
    for choice in ("grid[1,1]", "grid[3,1]", "grid[1,2]", "grid[3,3]", "grid[1,3]"):
        match.choose(choice)
    assert worth(match)[0] > 0.9 > 0.1 > worth(match)[1]


def test_they_can_be_asked_for_by_name() -> None:
    match = interpreter.start(rulelang.load("kuhn"), 2, seed=1)
    assert BOTS["mcts"](match, Random(5)) == mcts(match, Random(5))


def lowest(wins: float, matches: int) -> float:
    """The lower end of Wilson's interval of 95 % for a share (Wilson 1927)."""
    z, p = 1.96, wins / matches
    return (p + z * z / (2 * matches) - z * sqrt(p * (1 - p) / matches + z * z / (4 * matches**2))) / (
        1 + z * z / matches
    )


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", ["badaboom", "bad_company"])
def test_it_beats_the_greedy_one(name: str) -> None:
    """Alone against two greedy ones, with 64 imagined matches a question: more than its third of the wins."""
    pytest.importorskip("llvmlite")
    game, bot = rulelang.load(name), searcher(rounds=64)
    wins, matches = 0.0, 24
    for seed in range(matches):
        match = interpreter.start(game, 3, seed=seed, log=False, fast=True)
        rng = Random(seed)
        while match.player is not None:
            match.choose_index((bot if match.player == seed % 3 else greedy)(match, rng))
        assert match.result is not None
        wins += (seed % 3 in match.result.winners) / max(1, len(match.result.winners))
    assert lowest(wins, matches) > 1 / 3
