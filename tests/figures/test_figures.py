"""A small budget of the matches behind `docs/figures.md`: none fails, and they are of the kind that stands there."""

import pytest

import rulelang
from tests.figures.bad_company import GAME, Figures
from tools.bots import BOTS, Bot
from tools.simulate import play_one, rules_that_can_fire

REASONS = {"heists", "player", "police"}
NEVER = {"use of Loot"}
"""What a loot card does that has nothing to do: only cards with points are such, and those are kept."""


def played(players: int, matches: int, bot: Bot, fast: bool = False) -> Figures:
    found = Figures(players)
    for seed in range(1, matches + 1):
        found.play(seed, bot, fast)
    return found


def test_matches_end_as_they_should() -> None:
    found = played(3, 6, BOTS["random"])
    line = found.line()
    assert line["matches"] == 6
    assert all(10 <= turns <= 45 for turns in found.turns)
    assert {why for reason in found.ends for why in reason.split(" and ")} <= REASONS
    assert 14 <= sum(found.turns) / 6 <= 30
    assert found.widest[0] <= 64
    assert sum(found.wins.values()) >= 6


def test_the_greedy_bot_does_better() -> None:
    random, greedy = (played(2, 2, BOTS[name]) for name in ("random", "greedy"))
    assert sum(greedy.scores) > sum(random.scores)
    assert sum(greedy.upgrades) > sum(random.upgrades)


@pytest.mark.long
def test_every_rule_comes_into_play() -> None:
    pytest.importorskip("llvmlite")
    fired: set[str] = set()
    completed: set[str] = set()
    ends: set[str] = set()
    for players in (2, 6):
        for name in ("random", "greedy"):
            found = played(players, 60, BOTS[name], fast=True)
            fired |= found.fired
            completed |= found.completed
            ends |= {why for reason in found.ends for why in reason.split(" and ")}
    assert {name for name in rules_that_can_fire(GAME, 6) if name not in fired} <= NEVER | {"refill loot_deck"}
    assert completed == Figures.all_traits()
    assert ends == REASONS


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4, 5])
def test_badaboom_goes_to_its_end(players: int) -> None:
    pytest.importorskip("llvmlite")
    game = rulelang.load("badaboom")
    for seed in range(20):
        one = play_one(game, players, seed, BOTS["greedy"], True)
        assert one.result.reason == "end game"
        assert max(score or 0 for score in one.result.scores) >= 10
