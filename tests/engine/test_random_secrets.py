"""Rules made at random, played twice: the second time chance says something else where one player cannot see it. As long as all
that this player sees stays the same, so does what he is asked, and who is asked at all (meaning 10).

Rules may tell secrets of their own accord. The checker warns of that; where it does, they prove nothing.
"""

import re
from collections.abc import Iterator
from random import Random

import pytest
from attrs import frozen

import interpreter
from interpreter import EngineError, Match
from interpreter.decisions import CHANCE
from rulelang.check import check
from rulelang.game import Game
from rulelang.parse import parse
from rulelang.program import Program
from rulelang.source import Source
from rulelang.tree import Game as Head
from tests.engine.rules_maker import make, text_of

STEPS = 30
CHANGES = 12  # in one match: so many outcomes of chance are tried otherwise
TELL = ("W511", "W516")


@frozen
class Step:
    """What chance said, and then who was asked (None: it was over) and took what; what each player had seen by then."""

    chance: tuple[str, ...]
    player: int | None
    options: tuple[str, ...]
    taken: str
    seen: tuple[str, ...]


def silent(text: str) -> Game | None:
    """The game, if it is one, and no rule of it tells a secret as far as the checker knows."""
    source = Source("made.rules", text)
    file, _ = parse(source)
    if file is None or not isinstance(file.head, Head):
        return None
    game, found = check(Program(header=file.head, declarations=tuple(file.items), sources=(source,)))
    return None if any(one.code.id in TELL for one in found) else game


def seen(match: Match, seat: int) -> str:
    """All that a player has seen, but for the question."""
    view = {name: part for name, part in match.view(seat).items() if name not in ("question", "log")}
    return repr((view, [event.text for event in match.log_for(seat)]))


def options(match: Match) -> tuple[str, ...]:
    """What is on offer. How backs lie among each other in a shuffled zone has not been decided, so their order says nothing."""
    assert match.decision is not None
    return tuple(sorted(re.sub(r" #\d+", "", option.id) for option in match.decision.options))


def answer_chance(match: Match, wanted: Iterator[str], rng: Random) -> tuple[str, ...]:
    """Lets chance say what is *wanted*, as far as it can."""
    said: list[str] = []
    while match.player == CHANCE:
        assert match.decision is not None
        ids = [option.id for option in match.decision.options]
        want = next(wanted, "")
        said.append(want if want in ids else rng.choice(ids))
        match.choose(said[-1])
    return tuple(said)


def played(game: Game, players: int, rng: Random) -> list[Step]:
    match = interpreter.start(game, players, chance="explicit")
    steps: list[Step] = []
    while len(steps) < STEPS:
        said = answer_chance(match, iter(()), rng)
        knows = tuple(seen(match, seat) for seat in range(players))
        if match.decision is None:
            return [*steps, Step(said, None, (), "", knows)]
        taken = rng.choice(match.decision.options).id
        steps.append(Step(said, match.player, options(match), taken, knows))
        match.choose(taken)
    return steps


def told(game: Game, players: int, steps: list[Step], at: int, number: int, seat: int, rng: Random) -> str:
    """Plays it again, but chance says something else at one place; what *seat* learns of that by being asked."""
    match = interpreter.start(game, players, chance="explicit")
    for i, step in enumerate(steps):
        if i == at:
            answer_chance_until(match, step.chance[:number])
            assert match.decision is not None
            match.choose(rng.choice(match.decision.options).id)
            answer_chance(match, iter(step.chance[number + 1 :]), rng)
        else:
            answer_chance(match, iter(step.chance), rng)
        if i >= at:
            if seen(match, seat) != step.seen[seat]:
                return ""
            if match.player != step.player:
                return f"asked: {step.player}, then {match.player}"
            if match.decision is None:
                return ""
            if match.player == seat and options(match) != step.options:
                return f"offered: {step.options}, then {options(match)}"
            if step.taken not in [option.id for option in match.decision.options]:
                return ""
        if step.player is not None:
            match.choose(step.taken)
    return ""


def answer_chance_until(match: Match, said: tuple[str, ...]) -> None:
    for one in said:
        match.choose(one)


def secrets_told(text: str, seed: int) -> str:
    game = silent(text)
    if game is None or game.players[1] < 2:
        return ""
    players, rng = max(2, game.players[0]), Random(seed)
    try:
        steps = played(game, players, rng)
        spots = [(at, number) for at, step in enumerate(steps) for number in range(len(step.chance))]
        for at, number in rng.sample(spots, min(CHANGES, len(spots))):
            for seat in range(players):
                found = told(game, players, steps, at, number, seat, rng)
                if found:
                    return f"{seat} is told what chance said before decision {at}, as number {number}: {found}"
    except EngineError:
        pass
    return ""


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_nobody_is_told_what_he_cannot_see(first: int) -> None:
    for seed in range(first, first + 10):
        text = text_of(make(seed))
        assert not secrets_told(text, seed), f"seed {seed}\n{text}"


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(1000, 3000, 100))
def test_nobody_is_told_what_he_cannot_see_at_length(first: int) -> None:
    for seed in range(first, first + 100):
        text = text_of(make(seed))
        assert not secrets_told(text, seed), f"seed {seed}\n{text}"
