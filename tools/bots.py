"""Players that need nobody: one that picks at random, one that looks one step ahead.

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

TRIES = 24  # imagined choices for one question of the greedy bot, all options together
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
            world = match.sample_world(seat, rng)
            # Worlds that nobody can tell apart offer the same options, in the same order.
            found = [outcome(world, index, seat, rng) for index in tried]
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


def outcome(world: Match, index: int, seat: int, rng: Random) -> tuple[Number, ...]:
    """How good it looks to *seat* when the option at *index* is taken in a copy of *world*; the more the better.

    First the payoff, if the match is over by that, then what `winner` ranks by, each compared with the best
    of the others.
    """
    after = world.copy()
    after.choose_index(index)
    for _ in range(ACT):
        if after.player != seat or after.between_acts:
            break
        after.choose_index(rng.randrange(after.count))
    result = after.result
    payoff = 0 if result is None else lead(result.payoffs, seat)
    return payoff, *(lead(numbers, seat) for numbers in standing(after, seat))


def added(one: Sequence[Number], other: Sequence[Number]) -> tuple[Number, ...]:
    """The sums, place by place."""
    return tuple(x + y for x, y in zip(one, other, strict=True))


def lead(numbers: Sequence[Number], seat: int) -> Number:
    """The number of *seat* less the best of the others; 0 if there are none."""
    if not numbers:
        return 0
    return numbers[seat] - max((n for other, n in enumerate(numbers) if other != seat), default=0)


def standing(world: Match, seat: int) -> list[list[int]]:
    """How the players stand in an imagined world: for each rank of `winner` a number a player, the more the
    better; nothing for a rank that *seat* is not shown."""
    winner = world.game.winner
    if winner is None:
        return []
    signs = [1 if rank.how == "most" else -1 for rank in winner.ranks]
    if world.program.standing_shown:
        # Faces of cards have been imagined. Building a whole view would take a hundred times as long.
        rows = world.standing()
        return [[sign * x for x in row] for sign, row in zip(signs, rows, strict=True)]
    view = world.view(seat)
    return [seen_numbers(view, rank.key, sign) for sign, rank in zip(signs, winner.ranks, strict=True)]


def seen_numbers(view: Mapping[str, Any], key: str, sign: int) -> list[int]:
    """The numbers called *key* in a view, a number a seat; nothing if one of them is hidden or none."""
    found = {}
    for entry in (*view["stores"], *view["values"]):
        text = entry["value"] or ""
        if entry["name"] == key and entry["owner"] is not None and text.removeprefix("-").isdigit():
            found[entry["owner"]] = sign * int(text)
    return [found[seat] for seat in sorted(found)] if len(found) == view["players"] else []


BOTS: Mapping[str, Bot] = {"random": uniform, "greedy": greedy}


def generator(seed: int, decision: int) -> Random:
    """The generator for one question of a match: the same after a resume as without."""
    return Random(f"bot {seed} {decision}")
