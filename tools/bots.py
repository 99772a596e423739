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

TRIES = 48  # imagined choices for one question of the greedy bot, all options together
OVER = 1_000_000  # more than any score: a match that is over counts by its payoff first


def uniform(match: Match, rng: Random) -> int:
    """Any option, each as likely."""
    return rng.randrange(match.count)


def greedy(match: Match, rng: Random) -> int:
    """The option after which the bot's own view shows the best score, in worlds that it can imagine.

    Each option is tried in several imagined worlds, at most `TRIES` choices in all; of equal ones, any. With
    more options than tries only some are looked at. The score is what `winner` ranks first, compared with the
    best of the others; the payoffs, compared alike, count more once a match is over.
    """
    decision = match.decision
    assert decision is not None
    if match.count == 1:
        return 0
    tried = rng.sample(range(match.count), min(match.count, TRIES))
    totals: dict[int, Fraction | int] = dict.fromkeys(sorted(tried), 0)
    for _ in range(max(TRIES // len(tried), 1)):
        try:
            world = match.sample_world(decision.player, rng)
            for index in totals:
                # Worlds that nobody can tell apart offer the same options, in the same order.
                totals[index] += outcome(world, index, decision.player)
        except EngineError:
            # No world could be imagined within the engine's budget, or one of them ended in an error of the
            # rules. The true match may be fine all the same; whoever plays it will hear of it there.
            return uniform(match, rng)
    best = max(totals.values())
    return rng.choice([index for index, total in totals.items() if total == best])


def outcome(world: Match, index: int, seat: int) -> Fraction | int:
    """How good it looks to *seat* when the option at *index* is taken in a copy of *world*."""
    after = world.copy()
    after.choose_index(index)
    ahead = lead(scores(after, seat), seat)
    return ahead if after.result is None else round(OVER * lead(after.result.payoffs, seat)) + ahead


def lead(numbers: Sequence[Fraction | int], seat: int) -> Fraction | int:
    """The number of *seat* less the best of the others; 0 if there are none."""
    if not numbers:
        return 0
    return numbers[seat] - max((n for other, n in enumerate(numbers) if other != seat), default=0)


def scores(match: Match, seat: int) -> list[int]:
    """What `winner` ranks first, a number a player, as *seat* sees it; nothing if it is not all seen."""
    game = match.game
    if game.winner is None or not game.winner.ranks:
        return []
    rank = game.winner.ranks[0]
    sign = 1 if rank.how == "most" else -1
    store = game.stores.get(rank.key)
    if store is not None and store.shown is None:
        # All players see it. Building a whole view for it would take a hundred times as long.
        return [
            sign * match.program.of_player(match.state, rank.key, other) for other in range(match.players)
        ]
    return seen_scores(match.view(seat), rank.key, sign)


def seen_scores(view: Mapping[str, Any], key: str, sign: int) -> list[int]:
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
