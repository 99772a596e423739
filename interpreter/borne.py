"""What cards and spaces have of their own, zones and stores, as whoever shows them goes through it again and again."""

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.layout import StorePlace, ZonePlace
from rulelang import game as g

if TYPE_CHECKING:
    from interpreter.program import Program


@frozen
class Borne:
    """Zones, each with the first of those that may have it and the one behind the last; and stores, by key."""

    zones: tuple[tuple[g.Zone, ZonePlace, int, int], ...]
    stores: tuple[tuple[str, g.Store, StorePlace], ...]


def borne_in(p: "Program", base: str) -> Borne:
    """What all have whose kind is of that base (``"space"``, else cards); looked up once."""
    spaces = base == "space"
    if spaces not in p.borne:
        p.borne[spaces] = _borne(p, spaces)
    return p.borne[spaces]


def _borne(p: "Program", spaces: bool) -> Borne:
    lay, game = p.lay, p.game

    def bears(kind: str) -> bool:
        return (game.kinds[kind].base == "space") == spaces

    zones = [(game.zones[key], place) for key, place in lay.zones.items()]
    stores = [(key, game.stores[key], place) for key, place in lay.stores.items()]
    return Borne(
        tuple((zone, place, *lay.bearers_of(zone.owner)) for zone, place in zones
              if zone.owner not in (None, "player") and bears(zone.owner)),
        tuple(store for store in stores if store[1].owner not in (None, "player") and bears(store[1].owner)),
    )
