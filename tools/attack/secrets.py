"""What chance says in secret: two outcomes that a player cannot see are told to him in the same words."""

from collections.abc import Iterator
from random import Random
from typing import Any

from interpreter import CHANCE, EngineError, Match
from interpreter.view import in_zone

AHEAD = 12
"""Choices ahead among which a question to chance is looked for."""

WAYS = frozenset({"move", "draw"})
"""Sorts of events that tell of cards on their way."""

OPENING = frozenset({"show", "shuffle", "refill", "revealed"})
"""Sorts of events after which a player may have known a card that he does not know any more."""


def outcomes(m: Match, rng: Random) -> tuple[Match, Match] | None:
    """Two ways on from the next question to chance, each up to where somebody else is asked; None: it is not asked soon."""
    at = m.copy()
    try:
        for _ in range(AHEAD):
            if at.over or (at.player == CHANCE and at.count > 1):
                break
            at.choose_index(rng.randrange(at.count))
        if at.player != CHANCE or at.count < 2:
            return None
        one, other = (after(at, number) for number in rng.sample(range(at.count), 2))
    except EngineError:
        return None  # the rules break another promise there
    return one, other


def after(m: Match, number: int) -> Match:
    """The match after that outcome; what chance is asked besides comes out first."""
    m = m.copy()
    m.choose_index(number)
    while m.player == CHANCE:
        m.choose_index(0)
    return m


def cards_known(m: Match, seat: int) -> list[list[int]]:
    """By zone, the faces that a player knows, and -1 for each other card."""
    p, s = m.program, m.state
    at = p.lay.at
    return [
        [s[at["FACE"] + c] if s[at["KNOW"] + c] >> seat & 1 else -1 for c in in_zone(p, s, z)]
        for z in range(1, len(p.lay.zone_of))
    ]


def backs_seen(m: Match, seat: int) -> list[list[object]]:
    """By zone, the backs that a player sees: what came there under another one is told him in other words."""
    zones: Any = m.view(seat)["zones"]
    return [[card["back"] for card in zone["cards"]] for zone in zones]


def betrayed(m: Match, rng: Random) -> Iterator[str]:
    """How the log tells a player of a card what he cannot know."""
    found = outcomes(m, rng) if m.chance == "explicit" and m.keeps_log else None
    if found is None:
        return
    one, other = found
    heard = len(m.log)
    if any(event.what in OPENING for match in found for event in match.log[heard:]):
        return
    for seat in range(m.players):
        if cards_known(one, seat) == cards_known(other, seat) and backs_seen(one, seat) == backs_seen(
            other, seat
        ):
            said, otherwise = ([e.text for e in match.log_for(seat) if e.what in WAYS] for match in found)
            for a, b in zip(said, otherwise, strict=False):
                if a != b:
                    yield f"p{seat} hears what chance has said in secret: {a} / {b}"
