"""From a game to a graph to a file."""

import re
import time

import networkx as nx

from rulelang import Game
from tools.graphs.dot import dot
from tools.graphs.effects import effect_graph
from tools.graphs.flow import flow_graph
from tools.graphs.mermaid import mermaid
from tools.graphs.phases import phase_graph
from tools.graphs.plain import as_json
from tools.graphs.render import render

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
    if page is not None:
        width, height = size_of(render(dot(graph), "svg", limit))
        if min(page[1] / width, page[0] / height) > min(page[0] / width, page[1] / height):
            page = page[1], page[0]
    return render(dot(graph, page), form, max(limit - (time.monotonic() - start), 0.1))


def size_of(svg: bytes) -> tuple[float, float]:
    """Width and height of a picture in inches."""
    found = re.search(rb'<svg width="([\d.]+)pt" height="([\d.]+)pt"', svg)
    assert found is not None
    return float(found.group(1)) / 72, float(found.group(2)) / 72
