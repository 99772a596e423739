"""The ways of the cards: zones, and what moves cards from one to another."""

from typing import Any

import networkx as nx

from rulelang import game as g
from rulelang.uses.bodies import Thing
from rulelang.uses.following import Movement
from rulelang.uses.model import Model, model
from rulelang.uses.origins import BOX
from tools.graphs.building import Builder
from tools.graphs.effects import label
from tools.texts import Texts, place


def flow_graph(game: g.Game) -> "nx.MultiDiGraph[str]":
    """Zones and the cards that move between them.

    Nodes, besides what all graphs have (see `tools.graphs`): ``zone NAME``, and ``box``, where cards are before they are
    first moved. ``arrangement`` of a zone is stack, pile, hand or row; ``owner`` is empty, player or a kind; ``cards`` the
    kinds that may lie there; ``faces``, ``backs``, ``top`` and ``count`` say who sees them.

    Edges are of the kind ``moves``, one for each zone, other zone and what moves cards there: ``by`` is the id of that in
    the effect graph, ``cards`` the kinds that it may move, ``seen`` who sees their
    faces where they arrive, ``label`` the name.
    """
    made = model(game)
    texts, builder = Texts(game), Builder(game, "flow")
    used = {source for movement in made.movements for source in movement.sources}
    used |= {movement.target for movement in made.movements}
    if BOX in used:
        plain = {"arrangement": "", "owner": "", "cards": (), **seen_by(texts, None)}
        builder.node(BOX, kind="box", name=BOX, label="the box", **plain)
    for zone in game.zones.values():
        more = {
            "arrangement": zone.order,
            "owner": zone.owner or "",
            "cards": zone.kinds,
            **seen_by(texts, zone),
        }
        builder.node(
            f"zone {zone.key}",
            kind="zone",
            name=zone.key,
            label=zone_label(zone),
            span=zone.span,
            cites=zone.cites,
            docs=zone.docs,
            lines=told_zone(zone, texts),
            **more,
        )
    ways: dict[tuple[str, str, str], list[Movement]] = {}
    for movement in made.movements:
        for source in movement.sources:
            ways.setdefault((source, movement.target, movement.thing), []).append(movement)
    for (source, target, thing), several in ways.items():
        moved = {kind for one in several for kind in kinds_between(made, one.what, source, target)}
        cards = tuple(kind for kind in game.kinds if kind in moved)
        for one in several:
            builder.edge(
                BOX if source == BOX else f"zone {source}",
                f"zone {target}",
                "moves",
                one.node.span,
                mover(made, made.bodies.things[thing], cards, source, target),
                key=f"moves by {thing}",
                by=thing,
                cards=cards,
                seen=seen_by(texts, game.zones[target])["faces"],
            )
    return builder.done()


def mover(made: Model, thing: Thing, cards: tuple[str, ...], source: str, target: str) -> str:
    """What moves cards, and which, if others could go that way too."""
    all_ = kinds_between(made, g.CARD, source, target)
    return label(made, thing) + ("" if len(cards) == len(all_) or not cards else f" ({', '.join(cards)})")


def told_zone(zone: g.Zone, texts: Texts) -> tuple[tuple[str, str, int, str], ...]:
    """What a zone is and who sees what of it, as lines."""
    seen = seen_by(texts, zone)
    at = place(zone.span)
    lines = [f"{zone.order} of {' or '.join(zone.kinds) or 'card'}", f"faces: {seen['faces']}"]
    lines += [
        f"{aspect}: {seen[aspect]}"
        for aspect in ("top",)
        if seen[aspect] not in ("", "nobody", seen["faces"])
    ]
    return tuple((line, "plain", 0, at) for line in lines)


def zone_label(zone: g.Zone) -> str:
    """`gang[...] of each player`."""
    name = zone.key.rpartition(".")[2]
    if zone.index:
        name += f"[{', '.join(index.enum or 'number' for index in zone.index)}]"
    if zone.owner == "player":
        name += " of each player"
    elif zone.owner is not None:
        name += f" of each {zone.owner}"
    return name


def seen_by(texts: Texts, zone: g.Zone | None) -> dict[str, Any]:
    """Who sees faces, backs, the top and the count of a zone."""
    found = dict.fromkeys(("faces", "backs", "top", "count"), "")
    for aspect, audience in zone.shown if zone is not None else ():
        match audience:
            case g.Everyone():
                found[aspect] = "everyone"
            case g.Nobody():
                found[aspect] = "nobody"
            case g.Prop(of=None):
                found[aspect] = audience.name
            case _:
                found[aspect] = texts.of(audience.span)
    return found


def kinds_between(made: Model, what: g.Type, source: str, target: str) -> tuple[str, ...]:
    """The kinds of cards that may go from one zone to another, if cards of that type are moved."""
    while what.base == "list" and what.item is not None:
        what = what.item
    kinds = made.game.kinds

    def fits(kind: str, names: tuple[str, ...]) -> bool:
        return not names or "card" in names or any(name in kinds[kind].lineage for name in names)

    places = [made.game.zones[place].kinds for place in (source, target) if place != BOX]
    found = [
        key
        for key, kind in kinds.items()
        if kind.base != "space"
        and any(card.kind == key for card in made.game.cards)
        and fits(key, what.names)
        and all(fits(key, place) for place in places)
    ]
    return tuple(found)
