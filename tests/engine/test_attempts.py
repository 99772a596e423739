"""Trying options in copies comes to what taking them comes to, in plain Python and in machine code."""

from random import Random

import pytest

import interpreter
import rulelang
from tests.engine.playing import loaded

GAMES = [("badaboom", 4), ("bad_company", 3), ("kuhn", 2), ("tic_tac_toe", 2), ("pig", 2)]
# to compile the largest takes long
COMPILED = [pytest.param(*x, marks=pytest.mark.long) if x[0] == "bad_company" else x for x in GAMES]


def questions(game: str, players: int, fast: bool, every: int) -> list[interpreter.Match]:
    """Some questions of a match of uniform choices, and the last of all."""
    match = interpreter.start(loaded(game), players, seed=5, log=False, fast=fast)
    rng, found, last = Random(5), [], match.copy()
    for number in range(400):
        if number % every == 0:
            found.append(match.copy())
        last = match.copy()
        match.choose_index(rng.randrange(match.count))
        if not match.count:
            break
    return [*found, last]


def taken(match: interpreter.Match, index: int) -> tuple[object, object]:
    after = match.copy()
    after.choose_index(index)
    return after.result, after.standing()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_trying_is_taking(game: str, players: int) -> None:
    for match in questions(game, players, False, 25):
        before = match.state_key()
        found = match.attempts(range(match.count), 0, Random(1))
        assert [(one.result, one.standing) for one in found] == [taken(match, i) for i in range(match.count)]
        assert match.state_key() == before


@pytest.mark.parametrize(("game", "players"), COMPILED)
def test_machine_code_tries_alike(game: str, players: int) -> None:
    pytest.importorskip("llvmlite")
    pairs = zip(questions(game, players, False, 10), questions(game, players, True, 10), strict=True)
    for number, (plain, fast) in enumerate(pairs):
        assert plain.standing() == fast.standing()
        indexes = range(plain.count)
        assert plain.attempts(indexes, 6, Random(number)) == fast.attempts(indexes, 6, Random(number))


def test_what_was_begun_is_brought_to_its_end() -> None:
    """Recruiting pays first and asks then; its worth shows when the upgrade lies there."""
    match = interpreter.start(rulelang.load("bad_company"), 2, seed=1, log=False)
    rng = Random(3)
    while not any(option.id == "recruit" for option in match.decision.options):  # type: ignore[union-attr]
        match.choose_index(rng.randrange(match.count))
    assert match.decision is not None
    assert match.between_acts
    index = [option.id for option in match.decision.options].index("recruit")
    worth = {match.attempts([index], 6, Random(seed))[0].standing[0][match.decision.player] for seed in range(9)}
    assert len(worth) > 1
    half = match.copy()
    half.choose_index(index)
    assert not half.between_acts


def test_chance_cannot_be_tried() -> None:
    match = interpreter.start(rulelang.load("kuhn"), 2, chance="explicit")
    assert match.player == interpreter.CHANCE
    with pytest.raises(ValueError, match="chance"):
        match.attempts([0], 0, Random(1))
