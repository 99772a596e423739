"""Players that need nobody: one that picks at random, one that looks one step ahead; those that search are in `search`.

A bot gets a match and answers with the index of an option that is on offer. It is a function of the match and
of a random generator, keeps nothing between two questions, and knows no more than a person in its seat.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from interpreter import EngineError, Match

Bot = Callable[[Match, Random], int]
Number = Fraction | int

TRIES = 16  # imagined choices for one question of the greedy bot, all options together
ALIKE = 3  # worlds in which every option came to the same, after which no more are imagined
ACT = 6  # further choices of one's own with which an act is brought to its end


def uniform(match: Match, rng: Random) -> int:
    """Any option, each as likely."""
    return rng.randrange(match.count)


def greedy(match: Match, rng: Random) -> int:
    """The option after which the bot stands best, in worlds that it can imagine.

    Each option is tried in several imagined worlds, at most `TRIES` times in all; of equal ones, any. With
    more options than tries only some are looked at. When the first worlds all come to the same, no more are
    imagined. What was begun is brought to its end by choosing at random; then is looked how things stand.
    """
    if match.count == 1:
        return 0
    seat = match.player
    assert seat is not None
    tried = sorted(rng.sample(range(match.count), min(match.count, TRIES)))
    first: list[tuple[Number, ...]] = []
    totals: list[tuple[Number, ...]] = []
    for number in range(1, max(TRIES // len(tried), 1) + 1):
        try:
            world = match.sample_world(seat, rng, exact=False)
            # Worlds that nobody can tell apart offer the same options, in the same order.
            found = outcomes(world, tried, seat, rng)
        except EngineError:
            # No world could be imagined within the engine's budget, or one of them ended in an error of the
            # rules. The true match may be fine all the same; whoever plays it will hear of it there.
            return uniform(match, rng)
        first = first or found
        totals = [added(one, other) for one, other in zip(totals, found, strict=True)] if totals else found
        if number == ALIKE and totals == [tuple(number * x for x in one) for one in first]:
            break
    best = max(totals)
    return tried[rng.choice([place for place, total in enumerate(totals) if total == best])]


def outcomes(world: Match, indexes: Sequence[int], seat: int, rng: Random) -> list[tuple[Number, ...]]:
    """How good it looks to *seat* when the options at *indexes* are taken in an imagined world; the more the better.

    First the payoff, if the match is over by that, then what `winner` ranks by, each compared with the best
    of the others.
    """
    winner = world.game.winner
    signs = [1 if rank.how == "most" else -1 for rank in winner.ranks] if winner is not None else []
    if not world.program.standing_shown:
        return [slowly(world, index, seat, rng) for index in indexes]
    found = []
    for attempt in world.attempts(indexes, ACT, rng):
        payoff = 0 if attempt.result is None else lead(attempt.result.payoffs, seat)
        rows = zip(signs, attempt.standing, strict=True)
        found.append((payoff, *(lead([sign * x for x in row], seat) for sign, row in rows)))
    return found


def slowly(world: Match, index: int, seat: int, rng: Random) -> tuple[Number, ...]:
    """The same for one option, when how the players stand hangs on what *seat* is not shown: then the payoff does so
    too, and does not count."""
    after = acted(world, index, seat, rng)
    view, winner = after.view(seat), world.game.winner
    ranks = winner.ranks if winner is not None else ()
    rows = [seen_numbers(view, rank.key, 1 if rank.how == "most" else -1) for rank in ranks]
    return 0, *(lead(row, seat) for row in rows)


def acted(world: Match, index: int, seat: int, rng: Random) -> Match:
    """A copy in which *seat* has taken the option at *index* and brought to its end, by choosing at random, what that
    began."""
    after = world.copy()
    after.choose_index(index)
    for _ in range(ACT):
        if after.player != seat or after.between_acts:
            break
        after.choose_index(rng.randrange(after.count))
    return after


def added(one: Sequence[Number], other: Sequence[Number]) -> tuple[Number, ...]:
    """The sums, place by place."""
    return tuple(x + y for x, y in zip(one, other, strict=True))


def lead(numbers: Sequence[Number], seat: int) -> Number:
    """The number of *seat* less the best of the others; 0 if there are none."""
    if not numbers:
        return 0
    return numbers[seat] - max((n for other, n in enumerate(numbers) if other != seat), default=0)


def seen_numbers(view: Mapping[str, Any], key: str, sign: int) -> list[int]:
    """The numbers called *key* in a view, a number a seat; nothing if one of them is hidden or none."""
    found = {}
    for entry in (*view["stores"], *view["values"]):
        text = entry["value"] or ""
        if entry["name"] == key and entry["owner"] is not None and text.removeprefix("-").isdigit():
            found[entry["owner"]] = sign * int(text)
    return [found[seat] for seat in sorted(found)] if len(found) == view["players"] else []


def searching(name: str) -> Bot:
    """A bot of `tools.search`, which is imported when it is first asked."""

    def bot(match: Match, rng: Random) -> int:
        from tools import search

        found: Bot = getattr(search, name)
        return found(match, rng)

    return bot


BOTS: Mapping[str, Bot] = {
    "random": uniform,
    "greedy": greedy,
    "montecarlo": searching("montecarlo"),
    "mcts": searching("mcts"),
}
"""By the names of the command line, the quickest first and the best last."""


def generator(seed: int, decision: int) -> Random:
    """The generator for one question of a match: the same after a resume as without."""
    return Random(f"bot {seed} {decision}")
