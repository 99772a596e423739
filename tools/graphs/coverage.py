"""Graphs with how often each edge was taken in simulated matches."""

from collections.abc import Iterable, Iterator
from typing import Any

import networkx as nx

import interpreter
from rulelang import Game
from rulelang.uses.model import Model, model
from tools.bots import Bot, generator
from tools.failures import Failed
from tools.graphs.counting import Counts, Reader
from tools.graphs.marking import marked


def counted(game: Game, matches: Iterable[tuple[int, int]], bot: Bot, fast: bool = False) -> Counts:
    """What happens in matches of bots, given as (players, seed).

    Raises: Failed, with the seed, when the rules do not carry a match to its end.
    """
    reader, counts, watched = Reader(model(game)), Counts(), marked(game)
    for players, seed in matches:
        rng = generator(seed, 0)
        try:
            match = interpreter.start(watched, players=players, seed=seed, fast=fast)
            while match.count:
                match.choose_index(bot(match, rng))
        except interpreter.EngineError as error:
            raise Failed(f"{players} players, seed {seed}: {error}") from error
        reader.read(match, counts)
    return counts


def covered(graph: "nx.MultiDiGraph[str]", game: Game, counts: Counts) -> "nx.MultiDiGraph[str]":
    """The graph with ``taken`` on each edge: how often, or None where that cannot be told."""
    made = model(game)
    found: Any = graph.copy()
    taken = {"phases": _phases, "effects": _effects, "flow": _flow}[graph.graph["about"]](graph, made, counts)
    for edge in graph.edges(keys=True):
        found.edges[edge]["taken"] = taken.get(edge)
    return found


def never(graph: "nx.MultiDiGraph[str]") -> Iterator[str]:
    """The edges that were never taken, by name, in the order of the graph."""
    for source, target, data in graph.edges(data=True):
        if data["taken"] == 0:
            label = f" ({data['label']})" if data["label"] else ""
            where = f", {data['places'][0]}" if data["places"] else ""
            yield f"{source} {data['kind']} {target}{label}{where}"


Taken = dict[tuple[str, str, str], int | None]


def _flow(graph: "nx.MultiDiGraph[str]", made: Model, counts: Counts) -> Taken:
    return {
        (source, target, key): counts.ways[
            source.removeprefix("zone "), target.removeprefix("zone "), data["by"]
        ]
        for source, target, key, data in graph.edges(keys=True, data=True)
    }


def _phases(graph: "nx.MultiDiGraph[str]", made: Model, counts: Counts) -> Taken:
    taken: Taken = {}
    beside: dict[str, list[str]] = {}  # by a phase: the nodes of what is open at any time
    for source, target, kind in graph.edges(keys=True):
        if kind == "offers":
            beside.setdefault(source, []).append(target)
    actions = {node: {line[0].split(" ")[0] for line in graph.nodes[node]["lines"]} for node in graph}
    for source, target, kind, data in graph.edges(keys=True, data=True):
        # what was open at any time acted while play stood in a phase
        acting = [source, *(phase for phase, nodes in beside.items() if source in nodes)]
        match kind:
            case "next" | "enters" | "again":
                taken[source, target, kind] = counts.steps[source, target]
            case "opens":
                taken[source, target, kind] = sum(
                    counts.opened[one, target]
                    for one in acting
                    if one == source or not graph.has_edge(one, target)
                )
            case "skips" | "ends":
                taken[source, target, kind] = sum(
                    counts.leaps[one, where]
                    for where in data["places"]
                    for one in acting
                    if one == source or not graph.has_edge(one, target, kind)
                )
            case "offers":
                taken[source, target, kind] = sum(
                    times
                    for (where, action), times in counts.acts.items()
                    if where == source and made.bodies.things[action].name in actions[target]
                )
    return taken


def _effects(graph: "nx.MultiDiGraph[str]", made: Model, counts: Counts) -> Taken:
    reader = Reader(made)
    taken: Taken = {}
    reached = dict(counts.things)  # how often a thing was done, at least
    for at, thing in reader.thing_of.items():
        reached[thing] = max(reached.get(thing, 0), counts.statements[at])
    heard = _heard(made)
    seen: set[Any] = set()
    for link in made.links:
        source, target, kind = edge = link.source, link.use.target, link.use.kind
        statement = reader.statement(link.use.span)
        times: int | None
        if (
            kind == "triggers"
            or target in made.bodies.fills.get(source.removeprefix("effect "), ())
            or kind == "asks"
            and target.startswith("action ")
        ):
            times = counts.links[edge]
        elif statement is not None and reader.thing_of.get(statement) == source:
            if (edge, statement) in seen:
                continue
            seen.add((edge, statement))
            times = counts.statements[statement] + (taken.get(edge) or 0)
        elif source.startswith(("value ", "tally ")) or source in heard:
            continue
        else:
            times = max(taken.get(edge) or 0, reached.get(source, 0) + counts.lasting[source])
        taken[edge] = times
    _passed_on(graph, made, taken)
    return taken


def _heard(made: Model) -> set[str]:
    """Cards and traits that only fill values: the log does not tell when one of them is asked."""
    taken, game = made.bodies, made.game
    fills = {thing for slot, things in taken.fills.items() if slot in game.values for thing in things}
    told = {thing for slot, things in taken.fills.items() if slot in game.effects for thing in things}
    told |= (
        {thing for thing, _, _ in taken.modifiers}
        | set(taken.rules.values())
        | {by for by, _, _ in taken.offers}
    )
    return fills - told


def _passed_on(graph: "nx.MultiDiGraph[str]", made: Model, taken: Taken) -> None:
    """What values read and tallies count, as often as they are asked for themselves."""
    passing = graph.subgraph([node for node in graph if node.startswith(("value ", "tally "))])
    for node in nx.topological_sort(nx.DiGraph(passing)):
        times = [taken.get(edge) for edge in graph.in_edges(node, keys=True) if edge[2] in ("reads", "does")]
        known = sum(one for one in times if one is not None)
        for edge in graph.out_edges(node, keys=True):
            filled = edge[1] in made.bodies.fills.get(node.removeprefix("value "), ())
            taken[edge] = None if filled or (not known and None in times) else known
