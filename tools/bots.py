"""Players that need nobody: one that picks at random, one that looks one step ahead.

A bot gets a match and answers with the index of an option that is on offer. It is a function of the match and of a random
generator, keeps nothing between two questions, and knows no more than a person in its seat.
"""

from collections.abc import Callable, Mapping
from random import Random

from interpreter import EngineError, Match
from rulelang import Game

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
    totals = dict.fromkeys(sorted(tried), 0)
    for _ in range(max(TRIES // len(tried), 1)):
        try:
            world = match.sample_world(decision.player, rng)
            for index in totals:
                # Worlds that nobody can tell apart offer the same options, in the same order.
                totals[index] += outcome(world, decision.options[index].id, decision.player)
        except EngineError:
            # No world could be imagined within the engine's budget, or one of them ended in an error of the
            # rules. The true match may be fine all the same; whoever plays it will hear of it there.
            return uniform(match, rng)
    best = max(totals.values())
    return rng.choice([index for index, total in totals.items() if total == best])


def outcome(world: Match, option: str, seat: int) -> int:
    """How good the view of *seat* looks when *option* is taken in a copy of *world*."""
    after = world.copy()
    after.choose(option)
    ahead = score(after.game, after.view(seat), seat)
    if after.result is None:
        return ahead
    payoffs = after.result.payoffs
    others = [payoff for other, payoff in enumerate(payoffs) if other != seat]
    return round(OVER * (payoffs[seat] - max(others, default=0))) + ahead


def score(game: Game, view: Mapping[str, object], seat: int) -> int:
    """What `winner` ranks first, of *seat* less the best of the others; 0 if nothing is ranked or seen."""
    if game.winner is None or not game.winner.ranks:
        return 0
    rank = game.winner.ranks[0]
    sign = 1 if rank.how == "most" else -1
    found = {}
    for part in ("stores", "values"):
        entries = view.get(part)
        assert isinstance(entries, list)
        for entry in entries:
            value = entry["value"]
            if entry["name"] == rank.key and entry["owner"] is not None and value is not None:
                found[entry["owner"]] = sign * int(value) if value.removeprefix("-").isdigit() else 0
    if seat not in found:
        return 0
    return int(found[seat] - max((value for owner, value in found.items() if owner != seat), default=0))


BOTS: Mapping[str, Bot] = {"random": uniform, "greedy": greedy}


def generator(seed: int, decision: int) -> Random:
    """The generator for one question of a match: the same after a resume as without."""
    return Random(f"bot {seed} {decision}")
