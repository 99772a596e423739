"""Four ways to play one match agree after every decision: the oracle, plain Python with the log and without (optimised),
and machine code."""

from collections.abc import Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from random import Random

import pytest

import interpreter
from interpreter import Match
from interpreter.native.build import compiled
from interpreter.program import program
from rulelang.game import Game
from tests.engine.playing import TABLES, Chance, Table
from tests.engine.side_by_side import apart
from tests.oracle import Oracle

COMPILED = find_spec("llvmlite") is not None
LARGE = ("badaboom", "bad_company")
# compiling a rulebook takes seconds, so that in the suite only one table of each is compiled
FIRST = {t.game: t for t in reversed(TABLES)}  # of each game the one with the fewest players
QUICK = [*(t for t in FIRST.values() if t.game not in LARGE), Table("badaboom", 4), Table("bad_company", 3)]
BOTH = ("kuhn", "goofspiel")  # compiled with a log as well


def ways(game: Game, players: int, seed: int, chance: Chance, both: bool) -> Iterator[tuple[str, Match]]:
    """The match as each way begins it; the first is plain and keeps the log. *both*: machine code with a log, too."""
    program(game, players).optimise()
    yield "plain, log", interpreter.start(game, players, seed=seed, chance=chance)
    yield "plain", interpreter.start(game, players, seed=seed, chance=chance, log=False)
    if COMPILED and both:
        yield "compiled, log", interpreter.start(game, players, seed=seed, chance=chance, fast=True)
    if COMPILED:
        yield "compiled", interpreter.start(game, players, seed=seed, chance=chance, log=False, fast=True)


def assert_alike(matches: Mapping[str, Match], first: Match, seed: int, step: int) -> None:
    """All ask the same player the same, in the same state."""
    key = first.state_key()
    for name, match in matches.items():
        assert (match.player, match.count) == (first.player, first.count), (name, seed, step)
        assert match is first or match.state_key() == key, (name, seed, step)


def agree(game: Game, players: int, seed: int, steps: int, both: bool = True) -> int:
    """Plays a match in all ways at once; how many choices it had."""
    rng = Random(seed)
    oracle = Oracle(game, players, False)  # none of the others tests invariants
    matches = dict(ways(game, players, seed, "explicit", both))
    first = matches["plain, log"]
    for step in range(steps):
        assert not apart(game, oracle, first), (seed, step)
        assert_alike(matches, first, seed, step)
        if not first.count:
            break
        i = rng.randrange(first.count)
        decision = first.decision
        assert decision is not None
        oracle.choose(decision.options[i].id)
        for match in matches.values():
            match.choose_index(i)
    else:
        return steps
    for name, match in matches.items():
        assert match.result == first.result, name
    if "compiled, log" in matches:
        assert matches["compiled, log"].records() == first.records()
    return step


def agree_by_seed(game: Game, players: int, seed: int, steps: int, both: bool = True) -> None:
    """The same with chance from the seed, which the oracle does not know."""
    rng = Random(seed)
    matches = dict(ways(game, players, seed, "sampled", both))
    first = matches["plain, log"]
    for step in range(steps):
        assert_alike(matches, first, seed, step)
        if not first.count:
            break
        i = rng.randrange(first.count)
        for match in matches.values():
            match.choose_index(i)


@pytest.mark.parametrize("table", QUICK, ids=str)
def test_they_agree(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    if table.game == "bad_company":  # LLVM takes long to optimise it; in the long test it does, and here that of the others
        monkeypatch.setattr("interpreter.fast.compiled", partial(compiled, level=0))
    large = table.game in LARGE
    both = table.game in BOTH
    agree(table.load(), table.players, 1, 30, both)
    for seed in range(1 if large else 3):
        agree_by_seed(table.load(), table.players, seed, 100, both)


OF_GAME = {name: [t for t in TABLES if t.game == name] for name in FIRST}
MATCHES = 1000
BLOCK = 50  # matches in one test, which takes minutes for a rulebook: the oracle needs seconds for a match


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(0, MATCHES, BLOCK))
@pytest.mark.parametrize("game", OF_GAME)
def test_they_agree_in_a_thousand_matches(game: str, first: int) -> None:
    """Whole matches, in turn with all numbers of players, parameters and variants of the game."""
    tables = OF_GAME[game]
    assert len(tables) <= MATCHES // BLOCK
    table = tables[first // BLOCK % len(tables)]
    for seed in range(first, first + BLOCK):
        agree(table.load(), table.players, seed, 3000, table.game in BOTH)
        agree_by_seed(table.load(), table.players, seed, 3000, table.game in BOTH)
