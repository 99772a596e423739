"""Whether a state is whole: each card lies in one place, counters are within their bounds, dice show a face."""

from collections import Counter
from collections.abc import Iterator

from interpreter import Match
from interpreter.constants import no_face
from interpreter.layout import Layout
from interpreter.naming import zone_id
from interpreter.view import in_zone


def misplaced(m: Match) -> Iterator[str]:
    """What is wrong with the cards: nothing, if each lies in one place, and all that the state says of where agrees."""
    p, s = m.program, m.state
    lay, at = p.lay, p.lay.at
    n, zones = lay.n, len(lay.zone_of)
    face, body, nxt, prv = at["FACE"], at["BODY"], at["NXT"], at["PRV"]
    if sorted(s[face : face + n]) != list(range(n)):
        yield "two cards have the same face"
    if any(s[body + s[face + c]] != c for c in range(n)):
        yield "a face does not lead back to its card"
    if any(s[prv + s[nxt + x]] != x or s[nxt + s[prv + x]] != x for x in range(n + zones)):
        yield "the order of a zone is broken"
        return  # it may have no end
    where: dict[int, int] = {}
    for z in range(zones):
        bodies = in_zone(p, s, z)
        if len(bodies) != s[at["LEN"] + z]:
            yield f"{named(lay, z)} holds {len(bodies)} cards and counts {s[at['LEN'] + z]}"
        if sum(s[at["MIXED"] + c] for c in bodies) != s[at["NMIX"] + z]:
            yield f"{named(lay, z)} counts its shuffled cards wrongly"
        place = lay.zones.get(lay.zone_of[z]) if z else None
        if place is not None and place.capacity is not None and len(bodies) > place.capacity:
            yield f"{named(lay, z)} holds {len(bodies)} cards, more than its {place.capacity}"
        audience = p.audience(s, z) if z else 0
        for c in bodies:
            if c in where or s[at["ZON"] + c] != z:
                yield f"a card lies in {named(lay, z)} and elsewhere"
            where[c] = z
            if not s[at["MIXED"] + c] and s[at["KNOW"] + c] & audience != audience:
                yield f"somebody who sees {named(lay, z)} does not know a card in it"
            if s[at["MIXED"] + c] and s[at["KNOW"] + c] & ~audience:
                yield f"somebody knows a card that was shuffled in {named(lay, z)}"
        stamps = [s[at["STAMP"] + c] for c in bodies if lay.dated and not s[at["MIXED"] + c]]
        if z and len(set(stamps)) != len(stamps):
            yield f"two cards in {named(lay, z)} came at the same time"
    if len(where) != n:
        yield f"{n - len(where)} of {n} cards lie nowhere"


def named(lay: Layout, z: int) -> str:
    """The name of a zone; what lies in the box lies nowhere."""
    return zone_id(lay, z) if z else "nowhere"


def miscounted(m: Match) -> Iterator[str]:
    """Cards that `Match.dump` tells of once too often, or not."""
    lay = m.program.lay
    names: Counter[str] = Counter()
    told = m.dump()["zones"]
    assert isinstance(told, dict)
    for cards in told.values():
        names.update(card for card in cards if card != "?")
    there = Counter(lay.design(face).name for face in range(lay.n))
    for name in sorted(names.keys() | there.keys()):
        if names[name] != there[name]:
            yield f"{names[name]} x {name} are told of, and there are {there[name]}"


def out_of_bounds(m: Match) -> Iterator[str]:
    """Counters beyond their bounds, and dice that show what they do not have."""
    s, lay = m.state, m.program.lay
    for store in lay.stores.values():
        if not m.game.stores[store.key].counter:
            continue
        for value in s[store.base : store.base + store.owners * store.size]:
            if (store.low is not None and value < store.low) or (
                store.high is not None and value > store.high
            ):
                bounds = (
                    f"{'' if store.low is None else store.low}..{'' if store.high is None else store.high}"
                )
                yield f"{store.key} is {value}, out of its bounds {bounds}"
    for d in lay.dice.values():
        base = lay.at["DIE"] + d.base
        if any(
            face != no_face(m.game, d.key) and face not in d.faces
            for face in s[base : base + d.owners * d.amount]
        ):
            yield f"{d.key} shows a face that it does not have"
