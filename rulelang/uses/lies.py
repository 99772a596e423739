"""What may lie in a zone."""

from rulelang import game as g


def takes_all(game: g.Game, key: str, t: g.Type) -> bool:
    """Whether whatever is of the type, a card or a list of them, may lie in the zone, if there is room."""
    kinds = game.zones[key].kinds
    one = t.item if t.base == "list" else t
    if not kinds or "card" in kinds:
        return True
    return one is not None and bool(one.names) and all(
        name in game.kinds and set(game.kinds[name].lineage) & set(kinds) for name in one.names
    )
