"""Plays that look for a broken promise: what a play is, how it is made and made again, and what it may find."""

from collections.abc import Iterable, Iterator
from random import Random
from time import monotonic
from typing import Literal

from attrs import Factory, define, evolve, frozen

import interpreter
from interpreter import EngineError, InvariantBroken, Match, OutOfBounds
from rulelang import Game
from rulelang.source import Span
from tools.attack import beginnings, orders, promises
from tools.attack.coverage import Coverage
from tools.attack.features import Marks
from tools.attack.steering import FRESH, Beginning, Steering, likely

Chance = Literal["sampled", "explicit"]

LONGEST = 2_000
"""Decisions after which a play is left as it is, unfinished."""

PROBES = 2
"""Moments of a play at which the costly promises are tried, beside its end."""

SCENES = 0.3
"""How many of the plays that begin anew begin with the scene of an example."""


@frozen
class Play:
    """A match as numbers: whoever is asked takes the option of that number, counted round where there are fewer.

    ``scene``: the example with whose scene it begins, in the place of the setup; ``order``: in which order rules answer
    that answer at once (`Game.order`).
    """

    players: int
    seed: int
    chance: Chance
    choices: tuple[int, ...] = ()
    scene: str = ""
    order: int = 0

    def begun(self, game: Game) -> Match:
        """The match before the first choice. Raises: EngineError."""
        game = orders.ordered(game, self.order)
        if self.scene:
            return beginnings.scene(game, self.scene)
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

    @property
    def promise(self) -> str:
        """What it is called for people: another order of rules that answer at once must not make a difference."""
        return orders.NAME if self.play.order else self.breach.promise


@define
class Attacked:
    """What an attack came to."""

    plays: int = 0
    decisions: int = 0
    cut: int = 0  # plays that were left unfinished
    found: Found | None = None
    coverage: Coverage = Factory(Coverage)
    last: Play | None = None  # the one that was made last
    fresh: int = 0  # plays that were begun anew


def of_error(error: EngineError) -> Breach:
    """What the rules did wrong, from what the engine says of it."""
    if isinstance(error, InvariantBroken):
        return Breach(
            f"invariant {error.invariant}", "it does not hold", error.claim, error.citations, error.place,
            error.rule, error.step, error.values,
        )  # fmt: skip
    if isinstance(error, OutOfBounds):
        return Breach(promises.BOUNDS, str(error), citations=error.citations, rule=error.rule)
    return Breach(promises.CHAINS if error.endless else promises.ENDS, str(error))


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
    return likely(m, rng) if m.player == interpreter.CHANCE else rng.randrange(m.count)


def tried_out(start: Beginning, rng: Random, told: Attacked, steering: Steering | None) -> Found | None:
    """Goes on with a play from where it stands, as it is steered, or with uniform choices; what it finds."""
    play, m, taken, patience = start.begun, start.match, list(start.choices), start.patience
    probes = {len(taken) + rng.randrange(12), *(len(taken) + rng.randrange(120) for _ in range(PROBES - 1))}
    now_and_then = promises.ANYWHERE if play.scene else promises.NOW_AND_THEN
    try:
        while True:
            broken = checked(m, promises.EACH_STEP)
            if broken is None and (m.over or len(taken) in probes):
                broken = checked(m, now_and_then)
            if broken is None and m.over:
                broken = None if play.scene else checked(m, promises.AT_THE_END)
                wrong = ended_well(m)
                if broken is None and wrong is not None:
                    broken = Breach(promises.ENDS, wrong)
            if broken is not None:
                return Found(evolve(play, choices=tuple(taken)), broken)
            if steering is not None and steering.looked_at(m, start, taken):
                patience = start.patience
            if m.over or len(taken) >= LONGEST or patience == 0:
                told.cut += not m.over
                told.coverage.add(m)
                told.last = evolve(play, choices=tuple(taken))
                return None
            taken.append(pick(m, rng) if steering is None else steering.choice(m, rng))
            patience -= 1
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
    return found(Breach(promises.ENDS, wrong)) if wrong is not None else None


def attack_once(game: Game, play: Play) -> Found | None:
    """One play of uniform choices from that beginning; what it finds."""
    try:
        start = Beginning(play, (), play.begun(game), LONGEST, Marks())
    except EngineError as error:
        return Found(play, of_error(error))
    return tried_out(start, Random(f"attack {play.seed}"), Attacked(), None)


def attack(
    game: Game, plays: int, seed: int, seconds: float | None = None, decisions: int | None = None, *, steered: bool = True,
    edges: bool = False,
) -> Iterator[Attacked]:  # fmt: skip
    """Plays one after another, with each number of players in turn, until a promise is broken; told of after each.

    One play in four that begins with the setup takes its chance from the seed; in the others the outcomes of chance are
    choices like any, so that what is found can be made smaller. No further play is begun after so many *seconds*, or
    *decisions*. Not *steered*: each begins with the setup, and all choices are uniform.
    With *edges*, the coverage knows those of the effect graph too; the plays are the same.
    """
    told = Attacked()
    if edges:
        from tools.attack.edges import Edges  # only who asks for it pays for the graphs

        told.coverage.edges = Edges.of(game)
        game = told.coverage.edges.marked
    steering = Steering() if steered else None
    until = None if seconds is None else monotonic() + seconds
    for number in range(plays):
        if (until is not None and monotonic() > until) or (
            decisions is not None and told.decisions >= decisions
        ):
            return
        rng = Random(f"attack {seed + number}")
        start = None if steering is None else steering.again(rng)
        if start is None:
            play = fresh(game, told.fresh, seed, rng if steered else None)
            told.fresh += 1
            try:
                start = Beginning(play, (), play.begun(game), FRESH if steered else LONGEST, Marks())
            except EngineError as error:
                told.found = Found(play, of_error(error)) if not play.scene else None
        if start is not None:
            told.found = tried_out(start, rng, told, steering)
        told.plays += 1
        yield told
        if told.found is not None:
            return


def fresh(game: Game, number: int, seed: int, rng: Random | None) -> Play:
    """How the play of that number, of those that are begun anew, begins; without *rng*, always with the setup and in the
    order that the rules have."""
    low, high = game.players
    players = low + number % (high - low + 1)
    if rng is not None and number and game.examples and rng.random() < SCENES:
        example = rng.choice(game.examples)
        return Play(len(example.players) or low, 0, "explicit", scene=example.key)
    chance: Chance = "sampled" if number % 4 == 3 else "explicit"
    order = 1 + rng.randrange(orders.ORDERS) if rng is not None and number % 4 == 2 else 0
    if order and not orders.left_open(game, players):
        order = 0
    return Play(players, seed + number, chance, order=order)
