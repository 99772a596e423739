"""Rules of cards that wait stay with their cards: until their turn comes, what they lie among may be shuffled."""

from interpreter.emit.base import Gen
from rulelang import game as g
from rulelang.uses.facts import Listener

KEPT_FACE = 3
"""Where an event of a card that moves says what is printed on it, see `face_then`; what is still to come does not say so."""


def face_then(gen: Gen, what: str, key: str, c: str) -> str:
    """What an event keeps of what is printed on the card *c* that moves: until rules answer, its zone may be shuffled."""
    told = any(stays_with_its_card(gen, one) for one in gen.facts.listeners[what, key])
    return f"s[{gen.at('FACE')} + {c}]" if told else "-1"


def stays_with_its_card(gen: Gen, one: Listener) -> bool:
    """Whether it is the rule of a card that may lie in a zone that is shuffled while the rule waits."""
    return one.designs is not None and any(zone in gen.facts.shuffled for zone in one.zones or (one.rule.event.key,))


def of_this(event: g.Event) -> bool:
    """Whether it says that the very card whose rule it is enters or leaves a zone."""
    return event.what in ("enters", "leaves") and isinstance(event.actor, g.Fixed) and isinstance(event.actor.value, g.This)
