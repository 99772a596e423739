"""Strategies for Hypothesis: games, matches that can be reached, what a player sees of them, choices that are legal."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from os import PathLike, fspath
from random import Random
from typing import Any

from hypothesis import note
from hypothesis import strategies as st

import rulelang
from interpreter import EngineError, Match, Option, start
from interpreter.constants import NotConstant, constant
from rulelang import Game, RulesError
from rulelang.game import Setting
from tools.attack.plays import Chance, pick
from tools.telling import told
from tools.wording import seat_name

Wanted = str | PathLike[str] | Game
Games = Wanted | st.SearchStrategy[Game] | None

VALUES = 8
"""Games with another value of a parameter, at most, of each game."""

STEPS = 120
"""Choices after which a match is left as it is, unless it is said."""

SEEDS = 2**32 - 1

HARDEST = 1_000
"""A bound of a parameter that is further off than that is not tried: such a match would not end in time."""


def games(*wanted: Wanted, variants: bool = False, parameters: bool = False) -> st.SearchStrategy[Game]:
    """Any of these games (bundled names, paths or loaded games); without any, one of the bundled ones.

    Args:
        variants: also with one of the variants that lie with it.
        parameters: also with the least, the greatest or another value of one parameter.

    They are read when the strategy is made. Raises: RulesError.
    """
    found: list[Game] = []
    for one in wanted or [bundled.name for bundled in rulelang.bundled()]:
        if isinstance(one, Game):
            found.append(one)
            continue
        found.append(loaded(fspath(one)))
        if variants:
            found += [loaded(fspath(one), variant) for variant in names_of_variants(fspath(one))]
        if parameters:
            found += others(fspath(one), loaded(fspath(one)))
    made = st.integers(0, len(found) - 1).map(lambda number: found[number])  # games are long to print
    _read[id(made)] = made, found
    return made


_read: dict[int, tuple[st.SearchStrategy[Game], list[Game]]] = {}
"""What the strategies of `games` choose from, by identity."""


@cache
def loaded(name: str, variant: str | None = None) -> Game:
    """The game; read once."""
    return rulelang.load(name, variant=variant)


def names_of_variants(name: str) -> list[str]:
    """The variants that lie with a game."""
    from rulelang.bundled import find_game, variants_in

    found = find_game(name)
    return [one.name for one in variants_in(found[0])] if isinstance(found, tuple) else []


def others(name: str, game: Game) -> list[Game]:
    """The game with other values of its parameters, one parameter each time."""
    found: list[Game] = []
    for key, value in values(game):
        if len(found) == VALUES:
            break
        try:
            found.append(rulelang.load(name, parameters={key: value}))
        except RulesError:
            continue  # the rules refuse that value
    return found


def values(game: Game) -> Iterator[tuple[str, object]]:
    """Values for the parameters of a game, other than they are: the first of each, then the second of each, ..."""
    each = [[(key, one) for one in sorted_out(game, setting)] for key, setting in game.parameters.items()]
    for number in range(max(map(len, each), default=0)):
        yield from (those[number] for those in each if number < len(those))


def sorted_out(game: Game, setting: Setting) -> Sequence[object]:
    """Some values of a parameter that it does not have now."""
    now, kind = game.settings[setting.key], setting.type
    match kind.base:
        case "truth":
            return [not now]
        case "enum":
            members = game.enums[kind.names[0]].members
            return [name for number, name in enumerate(members) if now not in (number, name)]
        case "number" if isinstance(now, int):
            bounds: list[int] = []
            for bound in (kind.low, kind.high):
                try:
                    bounds.append(now + 1 if bound is None else constant(bound, game, game.players[0]))
                except NotConstant:
                    continue
            return [one for one in dict.fromkeys(bounds) if one != now and abs(one) <= HARDEST]
    return []


def matches(
    of: Games = None, *, players: int | None = None, steps: int = STEPS, chance: Chance | None = None,
    going_on: bool = False, checks: bool = True,
) -> st.SearchStrategy[Match]:  # fmt: skip
    """A match that can be reached by at most so many *steps*, chosen at random. The play is told when a test fails.

    Args:
        of: a game (a bundled name, a path, a loaded one) or a strategy for one; without it, any of the bundled ones.
        players: number of seats; without it, as few as the game allows.
        chance: "sampled" or "explicit"; without it, either.
        going_on: only matches that are not over.
        checks: the invariants are tested on the way, and after each choice of the test.

    Games are made ready when the strategy is made, but for those of a strategy that is not from `games`. Drawing raises
    EngineError if the rules break on the way.
    """
    which = of if isinstance(of, st.SearchStrategy) else _bundled() if of is None else games(of)
    for game in _read.get(id(which), (which, []))[1]:
        start(game, game.players[0] if players is None else players, checks=checks)
    return _reached(which, players, steps, chance, going_on, checks)


@cache
def _bundled() -> st.SearchStrategy[Game]:
    return games()


@st.composite
def _reached(
    draw: st.DrawFn, which: st.SearchStrategy[Game], players: int | None, steps: int, wanted: Chance | None, going_on: bool,
    checks: bool,
) -> Match:  # fmt: skip
    __tracebackhide__ = True  # pytest shows the test, not these lines
    game = draw(which)
    chance: Chance = draw(st.sampled_from(("sampled", "explicit"))) if wanted is None else wanted
    seed, length = draw(st.integers(0, SEEDS)), draw(st.integers(0, steps))
    match = start(
        game, game.players[0] if players is None else players, seed=seed, chance=chance, checks=checks
    )
    rng = Random(seed)
    for _ in range(length):
        if not match.count:
            break
        before = match.copy()
        try:
            match.choose_index(pick(match, rng))
        except EngineError as error:
            note(_Told(match))
            # The play is told, not where in the engine it was noticed.
            raise error.with_traceback(None) from None
        if going_on and not match.count:
            match = before
            break
    note(_Told(match))
    return match


class _Told:
    """A play, put into words only where they are wanted: Hypothesis asks for them when a test fails."""

    def __init__(self, match: Match) -> None:
        self.match = match.copy()

    def __repr__(self) -> str:
        m = self.match
        seed = f", seed {m.seed}" if m.chance == "sampled" else ""
        return "\n".join([
            f"{m.game.name}{' with ' + m.game.variant if m.game.variant else ''}, {m.players} players{seed}",
            *(f"    chosen  {choice}" for choice in m.choices()),
            *(f"    * {line}" for line in told(m.log)),
            f"    now     {'it is over' if m.over else f'{seat_name(m.player)} decides'}",
        ])  # fmt: skip


def views(of: Match | Games = None, **which: Any) -> st.SearchStrategy[Mapping[str, object]]:
    """What any player sees of a match (`Match.view`; ``seat`` says who): of a match that is given, or of one that can be
    reached; *which* then are the arguments of `matches`."""
    if isinstance(of, Match):
        return st.integers(0, of.players - 1).map(of.view)
    return matches(of, **which).flatmap(views)


def choices(of: Match | Games = None, **which: Any) -> st.SearchStrategy[Any]:
    """A legal choice: of a match that goes on, any `Option` of its question; else a pair of a match that can be reached and
    an `Option` of it; *which* then are the arguments of `matches`.

    Raises: ValueError: the match is over.
    """
    if isinstance(of, Match):
        if of.decision is None:
            raise ValueError("the match is over: there is nothing to choose")
        return st.sampled_from(of.decision.options)
    return matches(of, going_on=True, **which).flatmap(_with_choice)


def _with_choice(match: Match) -> st.SearchStrategy[tuple[Match, Option]]:
    return st.tuples(st.just(match), choices(match))
