"""From a game to a graph to a file."""

import re
import time
from collections.abc import Callable, Mapping

import networkx as nx

from rulelang import Game
from tools.graphs.dot import dot
from tools.graphs.effects import effect_graph
from tools.graphs.flow import flow_graph
from tools.graphs.looks import OTHERWISE, SETTINGS
from tools.graphs.mermaid import mermaid
from tools.graphs.phases import phase_graph
from tools.graphs.plain import as_json
from tools.graphs.render import TooLong, render, too_long

GRAPHS = {"phases": phase_graph, "effects": effect_graph, "flow": flow_graph}


def graph_of(game: Game, about: str) -> "nx.MultiDiGraph[str]":
    """The graph of a game that is about phases, effects or flow."""
    return GRAPHS[about](game)


def drawn(graph: "nx.MultiDiGraph[str]", form: str, page: tuple[float, float] | None, limit: float) -> bytes:
    """A graph as a file of that form; a page is turned if the drawing is larger that way.

    Raises: WrongCall if it cannot be drawn here, or not in time.
    """
    match form:
        case "json":
            return as_json(graph).encode()
        case "mmd":
            return mermaid(graph).encode()
        case "dot":
            return dot(graph, page).encode()
    start = time.monotonic()

    def left() -> float:
        return max(limit - (time.monotonic() - start), 0.1)

    try:
        settings = None
        if page is not None:
            page, settings = _largest(graph, page, left)
        return render(dot(graph, page, settings), form, left())
    except TooLong:
        raise too_long(limit) from None


def _largest(
    graph: "nx.MultiDiGraph[str]", page: tuple[float, float], left: Callable[[], float]
) -> tuple[tuple[float, float], Mapping[str, str]]:
    """The page upright or turned, and the way to lay the graph out, with which the drawing is largest."""
    about = graph.graph["about"]
    found = []
    for way in (SETTINGS[about], *filter(None, [OTHERWISE.get(about)])):
        width, height = size_of(render(dot(graph, None, way), "svg", left()))
        for place in (page, (page[1], page[0])):
            found.append((min(place[0] / width, place[1] / height, 1.0), place, way))
    best = max(found, key=lambda one: one[0])  # of those alike the first
    return best[1], best[2]


def size_of(svg: bytes) -> tuple[float, float]:
    """Width and height of a picture in inches."""
    found = re.search(rb'<svg width="([\d.]+)pt" height="([\d.]+)pt"', svg)
    assert found is not None
    return float(found.group(1)) / 72, float(found.group(2)) / 72
