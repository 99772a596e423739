"""A bot for Bad Company alone, which knows that a heist half done is worth finishing: to see what planning changes.

Otherwise it is the greedy one: it tries each option in a few worlds that it can imagine.
"""

from random import Random

from interpreter import Match
from interpreter.view import in_zone
from tools.bots import TRIES, acted

FULL = 6.0  # what a heist with all its markers is worth before it is completed
COIN, UPGRADE = 0.4, 1.0


def planner(match: Match, rng: Random) -> int:
    """The option after which the bot's own prospects are best."""
    if match.count == 1:
        return 0
    seat = match.player
    assert seat is not None
    tried = sorted(rng.sample(range(match.count), min(match.count, TRIES)))
    totals = [0.0] * len(tried)
    for _ in range(max(TRIES // len(tried), 1)):
        world = match.sample_world(seat, rng, exact=False)
        for place, index in enumerate(tried):
            totals[place] += prospects(acted(world, index, seat, rng), seat)
    best = max(totals)
    return tried[rng.choice([place for place, total in enumerate(totals) if total == best])]


def prospects(match: Match, seat: int) -> float:
    """Points if it ended now, and what heists, coins and upgrades promise; a marker counts on heists and tasks only as
    far as it brings them nearer to their end."""
    p, s = match.program, match.state
    lay = p.lay
    points, coins = match.standing()
    total = points[seat] + COIN * coins[seat]
    marks, spaces = lay.stores["Heist.marks"], SPACES
    zone = lay.zones["active"].base + seat
    for c in in_zone(p, s, zone):
        first = marks.base + (c - marks.first) * marks.size
        need = spaces[lay.design(s[lay.at["FACE"] + c]).name]
        done = sum(s[first : first + marks.size])
        total += FULL * (done / need) ** 2 - done / 2
    gang = lay.zones["gang"].base + seat * lay.zones["gang"].size
    total += UPGRADE * sum(s[lay.at["LEN"] + gang + i] for i in range(lay.zones["gang"].size))
    return total


def spaces_of_heists() -> dict[str, int]:
    """By name of the heist, how many markers fill it."""
    from tests.figures.bad_company import GAME

    found = {}
    for card in GAME.cards:
        if card.kind == "Heist":
            parts = card.fields["Heist.spaces"]
            assert isinstance(parts, tuple)
            found[card.name] = sum(number.value for _, number in parts)  # type: ignore[attr-defined]
    return found


SPACES = spaces_of_heists()
