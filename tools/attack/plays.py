"""Plays that look for a broken promise: what a play is, how it is made and made again, and what it may find."""

from collections.abc import Iterable, Iterator
from random import Random
from time import monotonic
from typing import Literal

from attrs import Factory, define, evolve, frozen

import interpreter
from interpreter import CHANCE, EngineError, InvariantBroken, Match
from rulelang import Game
from rulelang.source import Span
from tools.attack import promises
from tools.attack.coverage import Coverage

Chance = Literal["sampled", "explicit"]

LONGEST = 2_000
"""Decisions after which a play is left as it is, unfinished."""

PROBES = 2
"""Moments of a play at which the costly promises are tried, beside its end."""


@frozen
class Play:
    """A match as numbers: whoever is asked takes the option of that number, counted round where there are fewer."""

    players: int
    seed: int
    chance: Chance
    choices: tuple[int, ...] = ()

    def begun(self, game: Game) -> Match:
        """The match before the first choice. Raises: EngineError."""
        return interpreter.start(game, self.players, seed=self.seed, chance=self.chance, checks=True)


@frozen
class Breach:
    """A broken promise: its name, how it is broken, and where the rules say it.

    ``claim`` and ``place``: of an invariant; ``rule`` and ``step``: what broke it; ``values``: what was read.
    """

    promise: str
    found: str
    claim: str = ""
    citations: tuple[str, ...] = ()
    place: Span | None = None
    rule: str = ""
    step: str = ""
    values: tuple[tuple[str, str], ...] = ()


@frozen
class Found:
    """A play, cut off after the choice that broke a promise (or, with a promise of the engine, before it is tried)."""

    play: Play
    breach: Breach


@define
class Attacked:
    """What an attack came to."""

    plays: int = 0
    decisions: int = 0
    cut: int = 0  # plays that were left unfinished
    found: Found | None = None
    coverage: Coverage = Factory(Coverage)


def of_error(error: EngineError) -> Breach:
    """What the rules did wrong, from what the engine says of it."""
    if isinstance(error, InvariantBroken):
        return Breach(
            f"invariant {error.invariant}", "it does not hold", error.claim, error.citations, error.place,
            error.rule, error.step, error.values,
        )  # fmt: skip
    return Breach("the match can go on to its end", str(error))


def ended_well(m: Match) -> str | None:
    """What is wrong with the result of a match that is over."""
    result = m.result
    if result is None:
        return "the match is over and has no result"
    if result.reason.startswith("stopped"):
        return result.reason
    if sorted(seat for group in result.ranking for seat in group) != list(range(m.players)):
        return "the ranking does not name each player once"
    return None


def checked(m: Match, names: Iterable[str]) -> Breach | None:
    """The first of these promises that the match breaks."""
    for name in names:
        found = promises.tried(m, name)
        if found is not None:
            log = m.log
            last = log[-1] if log else None
            rule, step = (last.rule, f"{last.text} ({last.place})") if last is not None else ("", "")
            return Breach(name, found, citations=last.citations if last else (), rule=rule, step=step)
    return None


def pick(m: Match, rng: Random) -> int:
    """Any option; of chance, as likely as it is."""
    decision = m.decision if m.player == CHANCE else None
    if decision is None:
        return rng.randrange(m.count)
    weights = [option.probability or 0 for option in decision.options]
    return rng.choices(range(len(weights)), [float(weight) for weight in weights])[0]


def tried_out(game: Game, play: Play, rng: Random, told: Attacked) -> Found | None:
    """Makes one random play, led now and then to what no play has come to; what it finds."""
    taken: list[int] = []
    probes = {rng.randrange(12), *(rng.randrange(120) for _ in range(PROBES - 1))}
    try:
        m = play.begun(game)
        while True:
            broken = checked(m, promises.EACH_STEP)
            if broken is None and (m.over or len(taken) in probes):
                broken = checked(m, promises.NOW_AND_THEN)
            if broken is None and m.over:
                broken = checked(m, promises.AT_THE_END)
                wrong = ended_well(m)
                if broken is None and wrong is not None:
                    broken = Breach("the match can go on to its end", wrong)
            if broken is not None:
                return Found(evolve(play, choices=tuple(taken)), broken)
            if m.over or len(taken) == LONGEST:
                told.cut += not m.over
                told.coverage.add(m)
                return None
            led = told.coverage.leading(m, rng)
            taken.append(pick(m, rng) if led is None else led)
            told.decisions += 1
            m.choose_index(taken[-1])
    except EngineError as error:
        return Found(evolve(play, choices=tuple(taken)), of_error(error))


def made_again(game: Game, play: Play, promise: str) -> Found | None:
    """The play once more, as far as it breaks *promise*: with the choices that it took, by their true numbers. None: it does
    not, or it breaks another one first."""
    taken: list[int] = []

    def found(breach: Breach | None) -> Found | None:
        return (
            Found(evolve(play, choices=tuple(taken)), breach)
            if breach and breach.promise == promise
            else None
        )

    try:
        m = play.begun(game)
        for number in play.choices:
            if promise in promises.EACH_STEP and (here := checked(m, [promise])) is not None:
                return found(here)
            if m.over:
                break
            taken.append(number % m.count)
            m.choose_index(taken[-1])
    except EngineError as error:
        return found(of_error(error))
    if promise in promises.ALL:
        return found(checked(m, [promise]))
    wrong = ended_well(m) if m.over else None
    return found(Breach("the match can go on to its end", wrong)) if wrong is not None else None


def attack_once(game: Game, play: Play) -> Found | None:
    """One random play from that beginning; what it finds."""
    return tried_out(game, play, Random(f"attack {play.seed}"), Attacked())


def attack(
    game: Game, plays: int, seed: int, seconds: float | None = None, decisions: int | None = None
) -> Iterator[Attacked]:
    """Plays one after another, with each number of players in turn, until a promise is broken; told of after each.

    One play in four takes its chance from the seed; in the others the outcomes of chance are choices like any, so that
    what is found can be made smaller. No further play is begun after so many *seconds*, or *decisions*.
    """
    told = Attacked()
    low, high = game.players
    until = None if seconds is None else monotonic() + seconds
    for number in range(plays):
        if (until is not None and monotonic() > until) or (
            decisions is not None and told.decisions >= decisions
        ):
            return
        chance: Chance = "sampled" if number % 4 == 3 else "explicit"
        play = Play(low + number % (high - low + 1), seed + number, chance)
        told.found = tried_out(game, play, Random(f"attack {seed + number}"), told)
        told.plays += 1
        yield told
        if told.found is not None:
            return
