"""Where a match stands in a graph."""

from typing import Any

import networkx as nx

from interpreter import Match
from interpreter.machine import on_the_stack
from interpreter.view import active_phases


def standing(graph: "nx.MultiDiGraph[str]", match: Match) -> "nx.MultiDiGraph[str]":
    """The graph with ``here`` on the nodes in which play is now: phases, windows, and what else is being done.

    Zones get a line with how many cards lie there.
    """
    found: Any = graph.copy()
    here = set() if match.over else running(match)
    if match.over:
        here.add("end")
    for node in found:
        if node in here:
            found.nodes[node]["here"] = True
    if graph.graph["about"] == "flow":
        for node, lying in cards_in_zones(match).items():
            if node in found:
                lines = found.nodes[node]["lines"]
                found.nodes[node]["lines"] = (*lines, (f"now: {lying}", "now", 0, ""))
    return found


def running(match: Match) -> set[str]:
    """The ids of the phases that run, of the windows that are open, and of the effects, actions and rules at work."""
    game = match.program.game
    phases = active_phases(match.program, match.state)
    inner = [key for key in phases if not any(game.phases[other].parent == key for other in phases)]
    found = {f"phase {key}" for key in inner}
    at_work = ("window ", "effect ", "rule ", "action ")
    return found | {name for name in on_the_stack(match.program, match.state) if name.startswith(at_work)}


def cards_in_zones(match: Match) -> dict[str, str]:
    """How many cards lie in each zone; of zones of each player, by seat."""
    lay, state = match.program.lay, match.state
    counts: dict[str, list[int]] = {}
    for zone, key in enumerate(lay.zone_of):
        name = key if key == "box" else f"zone {key}"
        place = lay.zones.get(key)
        row = counts.setdefault(name, [0] * (place.owners if place is not None else 1))
        at = 0 if place is None else (zone - place.base) // place.size
        row[at] += state[lay.at["LEN"] + zone]
    return {
        name: " + ".join(map(str, row)) if 1 < len(row) <= 8 else str(sum(row))
        for name, row in counts.items()
    }
