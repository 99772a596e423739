"""Leading plays to what is rare: which option to take, and from where to begin again.

As fuzzers do, states that came to something new are kept, and later plays go on from them, the sooner the rarer it is what
they came to; for a while only, if nothing else comes of it. Other plays begin with the setup, since much of a game shows
only in a long match. What came to more that is new, for the choices that it took, is done more often. All the while,
options are taken that were taken least often so far.
"""

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from attrs import Factory, define, frozen

from interpreter import CHANCE, Match
from tools.attack.features import Mark, Marks

if TYPE_CHECKING:
    from tools.attack.plays import Play

RARE = 0.7
"""How often an option is taken that was taken least often; else any."""

UNLIKELY = 0.03
"""How often chance gives any outcome, however unlikely."""

FRESH = 600
"""Choices after which a play from the beginning is left if they came to nothing new."""

BURSTS = (10, 50, 300)
"""The same for plays that go on from a state that was kept: one of these."""

SHORT = 10
"""How long a play is held to be before there was one of that sort."""

TRUST = 100
"""So many choices must a way of beginning have cost before it counts what came of them."""

KEPT = 300
"""States that are kept, at most."""


@frozen
class Kept:
    """A state that came to something new: the play as it was begun, the choices so far, the match, what was new."""

    begun: "Play"
    choices: tuple[int, ...]
    match: Match
    marks: tuple[Mark, ...]


@frozen
class Beginning:
    """Where a play begins or goes on, and how long it goes on without coming to anything new: ``patience``, in choices."""

    begun: "Play"
    choices: tuple[int, ...]
    match: Match
    patience: int
    marks: Marks


@define
class Steering:
    """What plays have come to so far: how often each mark was met, and each option taken."""

    seen: Counter[Mark] = Factory(Counter)
    tried: Counter[tuple[int, str]] = Factory(Counter)
    kept: list[Kept] = Factory(list)
    spent: Counter[int] = Factory(Counter)  # choices, by the patience of the plays that made them
    found: Counter[int] = Factory(Counter)  # new marks, likewise
    times: Counter[int] = Factory(Counter)  # such plays

    def again(self, rng: Random) -> Beginning | None:
        """A state to go on from; None: begin with the setup."""
        ways = [FRESH, *BURSTS] if self.kept else [FRESH]
        gain = [(self.found[way] + 1) / (self.spent[way] + TRUST) for way in ways]
        # a long play costs more: each way shall have its share of the choices, not of the plays
        cost = [(self.spent[way] + SHORT) / (self.times[way] + 1) for way in ways]
        way = rng.choices(ways, [worth / paid for worth, paid in zip(gain, cost, strict=True)])[0]
        self.times[way] += 1
        if way == FRESH:
            return None
        one = rng.choices(self.kept, [1 / self.commonness(one) ** 2 for one in self.kept])[0]
        match = one.match.copy()
        return Beginning(one.begun, one.choices, match, way, Marks(match.latest))

    def commonness(self, one: Kept) -> int:
        """How often the rarest of what a state came to was met so far, by plays that went on from it too."""
        return min(self.seen[mark] for mark in one.marks)

    def looked_at(self, m: Match, start: Beginning, choices: list[int]) -> bool:
        """Notes where a match stands that began there; whether it came to anything new, which is then kept."""
        met = start.marks.of(m)
        new = tuple(mark for mark in met if mark not in self.seen)
        self.seen.update(met)
        self.spent[start.patience] += 1
        self.found[start.patience] += len(new)
        if new and not m.over:
            if len(self.kept) == KEPT:
                self.kept.remove(max(self.kept, key=self.commonness))
            self.kept.append(Kept(start.begun, tuple(choices), m.copy(), new))
        return bool(new)

    def choice(self, m: Match, rng: Random) -> int:
        """The option to take."""
        if m.player == CHANCE:
            return rng.randrange(m.count) if rng.random() < UNLIKELY else likely(m, rng)
        decision = m.decision
        assert decision is not None
        question = m.sort_of(0)[0]
        names = [(question, option.id) for option in decision.options]
        index = rng.randrange(m.count)
        if m.count > 1 and rng.random() < RARE:
            least = min(self.tried[name] for name in names)
            index = rng.choice([i for i, name in enumerate(names) if self.tried[name] == least])
        self.tried[names[index]] += 1
        return index


def likely(m: Match, rng: Random) -> int:
    """An outcome of chance, as likely as it is."""
    decision = m.decision
    assert decision is not None
    weights = [option.probability or 0 for option in decision.options]
    return rng.choices(range(len(weights)), [float(weight) for weight in weights])[0]
