"""From a game to a graph to a file."""

import re
import time
from collections.abc import Callable, Sequence

import networkx as nx

from rulelang import Game
from tools.graphs.dot import MARGIN, dot
from tools.graphs.effects import effect_graph
from tools.graphs.flow import flow_graph
from tools.graphs.labels import placed
from tools.graphs.layout import Layout, layout
from tools.graphs.legend import height, title
from tools.graphs.looks import WAYS
from tools.graphs.mermaid import mermaid
from tools.graphs.phases import phase_graph
from tools.graphs.plain import as_json
from tools.graphs.render import TooLong, layout_of, render, too_long

GRAPHS = {"phases": phase_graph, "effects": effect_graph, "flow": flow_graph}
# How much smaller a picture may be for each thing less that lies on another.
WORTH = 0.75
READABLE = 0.7  # how much smaller a picture may be than it is drawn

Page = tuple[float, float]


def graph_of(game: Game, about: str) -> "nx.MultiDiGraph[str]":
    """The graph of a game that is about phases, effects or flow."""
    return GRAPHS[about](game)


def drawn(graph: "nx.MultiDiGraph[str]", form: str, pages: Sequence[Page], limit: float) -> bytes:
    """A graph as a file of that form, on the first of the pages on which it can be read, or on the last; without any, as
    large as it is. A page is turned if the drawing is larger that way.

    Raises: WrongCall if it cannot be drawn here, or not in time.
    """
    match form:
        case "json":
            return as_json(graph).encode()
        case "mmd":
            return mermaid(graph).encode()
        case "dot":
            return dot(graph, pages[0] if pages else None).encode()
    start = time.monotonic()

    def left() -> float:
        return max(limit - (time.monotonic() - start), 0.1)

    try:
        return render(picture(graph, pages, left), form, left(), placed=True)
    except TooLong:
        raise too_long(limit) from None


def picture(graph: "nx.MultiDiGraph[str]", pages: Sequence[Page], left: Callable[[], float]) -> str:
    """A graph in DOT, with places for all that is in it: of some ways to lay it out that which reads best.

    *left*: how many seconds there are.
    """
    if not len(graph):
        return dot(graph)
    made = [
        (way, layout(layout_of(dot(graph, way=way, head="", numbered=True), left())))
        for way in WAYS[graph.graph["about"]]
    ]
    sheets: list[Page | None] = [None]
    for page in pages:
        sheets = [page, page[::-1]]
        if max(_scale(laid, sheet) for _, laid in made for sheet in sheets) >= READABLE:
            break
    on_sheets = [(_scale(laid, sheet), way, laid, sheet) for way, laid in made for sheet in sheets]
    best, most = None, 0.0
    for scale, way, laid, sheet in sorted(on_sheets, key=lambda one: -one[0]):  # of those alike the first
        if scale <= most:
            break  # nor are those that follow any better
        better, bad = placed(laid)
        if best is None or scale * WORTH**bad > most:
            best, most = (way, better, sheet), scale * WORTH**bad
    assert best is not None
    way, laid, sheet = best
    return dot(graph, sheet, way, laid, title(graph, laid.page.width, _scale(laid, sheet, graph)))


def _scale(laid: Layout, page: Page | None, graph: "nx.MultiDiGraph[str] | None" = None) -> float:
    """How much smaller a drawing is printed than it is drawn; with the title above it if the graph is given."""
    if page is None:
        return 1.0
    wide, high = ((side - 2 * MARGIN) * 72 for side in page)
    scale = min(wide / laid.page.width, high / laid.page.height, 1.0)
    for _ in range(4 if graph is not None else 0):  # the smaller the drawing, the larger its title
        above = height(graph, laid.page.width, scale)
        scale = min(wide / laid.page.width, high / (laid.page.height + above), 1.0)
    return scale


def size_of(svg: bytes) -> tuple[float, float]:
    """Width and height of a picture in inches."""
    found = re.search(rb'<svg width="([\d.]+)pt" height="([\d.]+)pt"', svg)
    assert found is not None
    return float(found.group(1)) / 72, float(found.group(2)) / 72
