"""State machines for Hypothesis that play a game: a rule for each action and each kind of answer."""

import re
from collections.abc import Callable, Iterator, Mapping
from os import PathLike
from typing import Any, ClassVar

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import rulelang
from interpreter import CHANCE, EngineError, Match, start
from rulelang import Game
from rulelang.load import Variants
from tools.attack import promises
from tools.attack.plays import Breach, Found, Play, checked, ended_well, of_error
from tools.attack.telling import lines, play
from tools.testing.kinds import Sort, kinds, on_offer

Picking = st.DataObject


class Broken(AssertionError):
    """A promise of the game is broken; the text tells the play that breaks it."""

    def __init__(self, game: Game, found: Found) -> None:
        super().__init__("\n" + "\n".join(lines(game, found)))
        self.game, self.found = game, found


class RulesMachine(RuleBasedStateMachine):
    """A match in play. Made by `rules_machine`; to be subclassed, with `@invariant` and `@rule` of one's own.

    ``game``, ``players``: of all matches; ``match``: the one that is played. Its chance is explicit, its invariants are
    tested after each step, and so are the promises of every game that are cheap to test. What chance decides is drawn
    like any other value, so that it is made smaller too. When the match is over, nothing more is done.
    """

    game: ClassVar[Game]
    players: ClassVar[int]
    match: Match
    _names: ClassVar[Mapping[Sort, str]]

    def __init_subclass__(cls) -> None:
        """No deadlines, as for all machines; and a failing play is not explained: tracing whole matches takes minutes."""
        super().__init_subclass__()
        phases = [phase for phase in Phase if phase is not Phase.explain]
        cls.TestCase.settings = settings(cls.TestCase.settings, phases=phases)

    def __init__(self) -> None:
        super().__init__()
        self._taken: list[int] = []
        self._offer: Mapping[str, list[int]] = {}

    @initialize(picks=st.data())
    def begin(self, picks: Picking) -> None:
        """The match is set up."""
        try:
            self.match = start(self.game, self.players, chance="explicit", checks=True)
        except EngineError as error:
            raise self._broken(of_error(error)) from None
        self._settle(picks)

    @precondition(lambda self: self.match.over)
    @rule()
    def the_match_is_over(self) -> None:
        """Nobody has anything to choose."""

    def choose(self, index: int, picks: Picking) -> None:
        """Somebody takes the option of that number; then chance decides what is asked of it.

        Raises: Broken: the rules, or a promise of theirs, break.
        """
        self._take(index)
        self._settle(picks)

    def told(self) -> Iterator[str]:
        """The play so far, in words: who chose what, what chance gave, what came of it."""
        return play(self.game, Found(self._play(), Breach("", "")))

    def _play(self) -> Play:
        return Play(self.players, 0, "explicit", tuple(self._taken))

    def _take(self, index: int) -> None:
        self._taken.append(index)
        try:
            self.match.choose_index(index)
        except EngineError as error:
            raise self._broken(of_error(error)) from None

    def _settle(self, picks: Picking) -> None:
        while self.match.player == CHANCE:
            self._take(picks.draw(st.integers(0, self.match.count - 1)))
        broken = checked(self.match, promises.EACH_STEP)
        if broken is None and self.match.over:
            wrong = ended_well(self.match)
            broken = Breach(promises.ENDS, wrong) if wrong is not None else None
        if broken is not None:
            raise self._broken(broken)
        self._offer = on_offer(self.match, self._names)

    def _broken(self, breach: Breach) -> Broken:
        return Broken(self.game, Found(self._play(), breach))


def rules_machine(
    game: str | PathLike[str] | Game, *, players: int | None = None, variant: Variants = None,
    parameters: Mapping[str, object] | None = None,
) -> type[RulesMachine]:  # fmt: skip
    """A class of state machines that play *game*: a bundled name, a path, or a game that is loaded.

    It has a rule for each action, for each effect that somebody may do, for passing, and for each answer to a question;
    each is tried only where it is on offer. ``TestX = rules_machine(...).TestCase`` is a test for pytest and unittest.

    Args:
        players: number of seats; without it, as few as the game allows.
        variant, parameters: as for `rulelang.load`.

    Raises: RulesError; ValueError: a number of players that the game does not allow; EngineError.
    """
    loaded = game if isinstance(game, Game) else rulelang.load(game, variant=variant, parameters=parameters)
    seats = loaded.players[0] if players is None else players
    names = kinds(start(loaded, seats, chance="explicit").program.shared.sites)
    body: dict[str, Any] = {"game": loaded, "players": seats, "_names": names, "__module__": __name__}
    for kind in dict.fromkeys(names.values()):
        name = kind if kind not in dir(RulesMachine) else f"{kind}_"
        body[name] = choosing(kind, name)
    return type(f"{titled(loaded)}Machine", (RulesMachine,), body)


def choosing(kind: str, name: str) -> Callable[..., None]:
    """The rule of a machine that takes any option of a kind."""

    def take(self: RulesMachine, picks: Picking) -> None:
        offer = self._offer[kind]
        self.choose(offer[picks.draw(st.integers(0, len(offer) - 1)) if len(offer) > 1 else 0], picks)

    take.__name__ = take.__qualname__ = name
    take.__doc__ = f"Whoever is asked takes an option of the kind {kind}."
    made: Callable[..., None] = rule(picks=st.data())(precondition(lambda self: kind in self._offer)(take))
    return made


def titled(game: Game) -> str:
    """The name of a game, with that of its variant, as part of the name of a class."""
    return game.name + (re.sub(r"\W+", "", game.variant) if game.variant is not None else "")
