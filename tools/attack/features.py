"""What a step of a play comes to, as marks that can be counted: which rules ran, what is asked, how full places are."""

from collections.abc import Iterator

from attrs import define, field

from interpreter import Match
from interpreter.log import RECORD, Chunk
from interpreter.program import Program

Mark = tuple[object, ...]

SMALL = 8
"""Up to here each length and each value of a counter is a mark of its own, beyond that their size in bits."""


@define
class Marks:
    """Gives the marks of the steps of one match (or of a copy of it that goes on)."""

    known: Chunk | None = None  # the newest records that have been looked at

    def of(self, m: Match) -> list[Mark]:
        """The marks of what the last choice came to; of a match that has just begun, of the setup."""
        found = dict.fromkeys(logged(m, self.known))
        self.known = m.latest
        found.update(dict.fromkeys(standing(m)))
        return [*found]


def logged(m: Match, known: Chunk | None) -> Iterator[Mark]:
    """What was logged after *known*: each sort of event, by the rule and the place in the rules that it comes from."""
    sources = m.program.shared.sources
    chunk = m.latest
    while chunk is not None and chunk is not known:
        for number in dict.fromkeys(chunk.records[::RECORD]):
            source = sources[number]
            # no event of a rules file is called like those of a game that tells of each of its statements
            if source.what != "nothing" and not (source.what == "announce" and source.text.startswith("(")):
                yield source.what, source.rule, source.place.start
        chunk = chunk.older


def standing(m: Match) -> Iterator[Mark]:
    """What is asked, which places are empty or full and about how full the others are, about how great counters are."""
    if m.player is not None and m.player >= 0:
        yield "asked", m.sort_of(0)[0]
    s, p = m.state, m.program
    for key, slot, most in measured(p):
        value = s[slot]
        yield key, "full" if value == most else value if value < SMALL else SMALL + value.bit_length()


@define
class _Measured:
    slots: list[tuple[str, int, int | None]] = field(factory=list)


_measured: dict[int, tuple[Program, _Measured]] = {}


def measured(p: Program) -> list[tuple[str, int, int | None]]:
    """The zones and counters of a game: name (the same for all owners), slot of its length or value, the most it can be."""
    kept = _measured.get(id(p))
    if kept is None or kept[0] is not p:
        if len(_measured) > 64:
            _measured.clear()
        kept = _measured[id(p)] = p, _Measured([*_slots(p)])
    return kept[1].slots


def _slots(p: Program) -> Iterator[tuple[str, int, int | None]]:
    lay = p.lay
    for z, key in enumerate(lay.zone_of):
        if z:
            place = lay.zones.get(key)
            yield f"zone {key}", lay.at["LEN"] + z, None if place is None else place.capacity
    for store in lay.stores.values():
        if p.game.stores[store.key].counter:
            for slot in range(store.base, store.base + store.owners * store.size):
                yield f"store {store.key}", slot, store.high
