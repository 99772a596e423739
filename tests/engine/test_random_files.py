"""Small rules files made at random: the engine agrees with the oracle after every step, and its ways to play with each
other. A file that fails is made smaller and told."""

from functools import partial
from importlib.util import find_spec
from random import Random

import pytest

import interpreter
from interpreter import EngineError, FormNotRunning, Match
from interpreter.native.build import compiled
from interpreter.program import program
from rulelang.game import Game
from tests.engine.playing import played_by
from tests.engine.rules_maker import checked, make, smallest, text_of
from tests.engine.side_by_side import disagreement

COMPILED = find_spec("llvmlite") is not None


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for small rules; what has no end is found sooner."""
    monkeypatch.setattr("tests.oracle.run.WITHOUT_QUESTION", 2000)
    monkeypatch.setattr("tests.oracle.search.BUDGET", 400)


def found_in(game: Game, players: int, steps: int, plays: int) -> str:
    """How engine and oracle part in so many matches, if they do."""
    for seed in range(1, plays + 1):
        found = disagreement(game, players, seed, steps, log=False)
        if found is not None:
            return str(found)
    return ""


def told_small(seed: int, players: int, steps: int, plays: int) -> str:
    """The smallest file in which they still part, and how."""

    def parts(text: str) -> str:
        game, _ = checked(text)
        if game is None or not game.players[0] <= players <= game.players[1]:
            return ""
        try:
            return found_in(game, players, steps, plays)
        except FormNotRunning:
            return ""

    text = text_of(smallest(make(seed), lambda text: bool(parts(text)), rounds=300))
    return f"seed {seed}, {players} players:\n{text}\n{parts(text)}"


def compare(seeds: range, steps: int, plays: int) -> int:
    """Plays the files of the seeds, with the fewest players and the most; how many could be played."""
    played = 0
    for seed in seeds:
        game, _ = checked(text_of(make(seed)))
        if game is None:
            continue
        for players in sorted(set(game.players)):
            try:
                if found_in(game, players, steps, plays):
                    pytest.fail(told_small(seed, players, steps, plays))
            except FormNotRunning:
                break
        else:
            played += 1
    return played


def test_engine_and_oracle_agree() -> None:
    # most files can be played: else this would test little
    assert compare(range(14), steps=25, plays=1) >= 9


@pytest.mark.long
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("first", range(1000, 3000, 100))
def test_they_agree_in_thousands_of_files(first: int) -> None:
    assert compare(range(first, first + 100), steps=60, plays=2) >= 70


# --------------------------------------------------------------------------------- the ways of the engine


def ways(game: Game, players: int, seed: int) -> list[Match]:
    """One match in every way: the first is plain Python that keeps the log, the third is optimised."""
    out = [interpreter.start(game, players, seed=seed)]
    p = program(game, players)
    p.optimise()
    out += [interpreter.start(game, players, seed=seed, log=False) for _ in range(2)]
    played_by(out[1], p.compiled(False).blocks)
    if COMPILED:
        # these are short: LLVM's optimiser would take most of the time
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("interpreter.fast.compiled", partial(compiled, level=0))
            out.append(interpreter.start(game, players, seed=seed, log=False, fast=True))
    return out


def go_on(match: Match, i: int) -> str:
    """Takes an option; what stopped the match, if something did. Which rules ran just then may differ, and which bound they
    came to if they have no end: not every way looks after every step whether one has been reached, or spends the same."""
    try:
        match.choose_index(i)
    except EngineError as error:
        return "no end" if error.endless else str(error).partition(":")[0]
    return ""


def play_in_all_ways(game: Game, players: int, seed: int, steps: int) -> None:
    try:
        matches = ways(game, players, seed)
    except EngineError:
        return  # rules that do in the setup what no rules may do
    rng = Random(seed)
    for _ in range(steps):
        first, *others = matches
        for other in others:
            assert (other.player, other.count) == (first.player, first.count)
            assert other.state_key() == first.state_key()
        if not first.count:
            assert all(other.result == first.result for other in others)
            return
        i = rng.randrange(first.count)
        stopped = [go_on(match, i) for match in matches]
        assert len(set(stopped)) == 1, stopped
        if stopped[0]:
            return


def play_files_in_all_ways(seeds: range, steps: int) -> int:
    """How many could be played."""
    played = 0
    for seed in seeds:
        game, _ = checked(text_of(make(seed)))
        if game is not None:
            try:
                play_in_all_ways(game, game.players[1], seed, steps)
            except FormNotRunning:
                continue
            played += 1
    return played


def test_plain_python_with_and_without_log_and_machine_code_agree() -> None:
    assert play_files_in_all_ways(range(103, 107), steps=60) >= 2


@pytest.mark.long
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("first", range(1000, 1200, 20))
def test_the_ways_agree_in_hundreds_of_files(first: int) -> None:
    assert play_files_in_all_ways(range(first, first + 20), steps=300) >= 14
