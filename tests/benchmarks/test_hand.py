"""What is measured against plays by the rules: the recorded plays of tests/ground_truth."""

from collections.abc import Callable

import pytest

from tests.benchmarks.hand import CHANCE, GAMES, OVER
from tests.ground_truth.names import PLAYS

Number = Callable[[int, int], int]


def breakthrough(_: int, number: int) -> int:
    """Theirs is a square, one of six ways to go, and whether that takes a man."""
    square, way = divmod(number // 2, 6)
    return square * 64 + square + (8 if way < 3 else -8) + way % 3 - 1


def shifted(chance: int = 0, player: int = 0) -> Number:
    return lambda who, number: number + (chance if who == CHANCE else player)


# theirs -> ours, and what we call an action of theirs
SAME: dict[str, tuple[str, Number]] = {
    "tic_tac_toe": ("tic_tac_toe", shifted()),
    "connect_four": ("connect_four", shifted()),
    "breakthrough": ("breakthrough", breakthrough),
    "leduc_poker": ("leduc", shifted()),
    "liars_dice": ("liars_dice", shifted()),
    "pig": ("pig", shifted(chance=1)),
    "kuhn_poker": ("kuhn", shifted(chance=1)),
    "goofspiel": ("goofspiel", shifted(chance=1, player=1)),
    # the dealer is chance's first answer
    "crazy_eights(players=2)": ("crazy_eights", lambda who, n: n - 52 if who == CHANCE and n > 51 else n),
}


@pytest.mark.parametrize("theirs", SAME)
def test_games_written_by_hand_play_the_recorded_plays(theirs: str) -> None:
    name, number = SAME[theirs]
    for play in PLAYS[theirs]["traces"]:
        state = GAMES[name]()
        for step in play["steps"]:
            who = step["p"]
            assert state.player() == who
            offered = sorted(state.actions())
            if "l" in step:
                assert offered == sorted(number(who, n) for n in step["l"])
            else:
                assert len(offered) == step["n"]
            before = state.copy()
            state.apply(number(who, step["a"]))
            assert sorted(before.actions()) == offered
        # what is left takes itself: the last cards of goofspiel
        while state.player() != OVER:
            (only,) = state.actions()
            state.apply(only)
        if name != "crazy_eights":  # they charge a card's place
            assert state.payoffs() == play["returns"]


def test_every_game_written_by_hand_is_compared() -> None:
    assert {name for name, _ in SAME.values()} == GAMES.keys()
