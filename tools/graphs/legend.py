"""What stands above a drawing: its title, and what the signs in it mean."""

import textwrap
from collections.abc import Iterator

import networkx as nx

from tools.graphs.looks import (
    CENTER,
    COMPARED,
    COUNTED,
    FAINT,
    FEW,
    HEAD,
    HEADS,
    HERE,
    NOTHING,
    SHAPES,
    SIGNS_IN_LINES,
    STROKES,
    TITLES,
)
from tools.graphs.markup import markup

APART = "   "  # between what two signs mean
LETTER = 0.48  # width of most letters, in sizes
NARROW, WIDE = (
    60,
    110,
)  # letters of a line where the width of the drawing is not known: with few nodes, with many
SMALLEST = 0.75  # the title of a drawing that is printed still smaller is printed smaller, too
LEAST = 300.0  # points: a narrower drawing may have a wider legend


def title(graph: "nx.MultiDiGraph[str]", width: float | None = None, scale: float | None = None) -> str:
    """What stands above a drawing of that *width*; *scale*: how much smaller it is printed than it is drawn."""
    name = graph.graph["game"] + (f", {graph.graph['variant']}" if graph.graph["variant"] else "")
    name = graph.graph.get("compared", name)
    large, small, letters = _sizes(graph, width, scale)
    lines = "".join(
        f'<font point-size="{small:.4g}" color="{FAINT}">{markup(line)}</font><br/>'
        for line in legend(graph, letters)
    )
    text = markup(f"{name}: {TITLES[graph.graph['about']]}")
    return f'<font point-size="{large:.4g}"><b>{text}</b></font><br/><font point-size="3">&#160;</font><br/>{lines}'


def height(graph: "nx.MultiDiGraph[str]", width: float, scale: float) -> float:
    """How much room that takes."""
    large, small, letters = _sizes(graph, width, scale)
    return 1.2 * (large + 3 + small * len(legend(graph, letters))) + 8


def _sizes(
    graph: "nx.MultiDiGraph[str]", width: float | None, scale: float | None
) -> tuple[float, float, int]:
    """Of the letters of the title, of those of the legend; and how many of these a line may have."""
    few = len(graph) < FEW
    large, small = HEAD if few or scale is not None else HEADS.get(graph.graph["about"], HEAD)
    if scale is not None:
        large, small = large / max(scale, SMALLEST), small / max(scale, SMALLEST)
    if width is None:
        return large, small, NARROW if few else WIDE
    return large, small, int(max(width, LEAST) / (LETTER * small))


def legend(graph: "nx.MultiDiGraph[str]", letters: int) -> list[str]:
    """What the signs mean that the drawing has, in lines of so many letters."""
    lines = []
    for group in _meanings(graph):
        parts = [part.replace(" ", "\u00a0") for part in dict.fromkeys(group)]  # a part stays on one line
        wrapped = textwrap.wrap(
            " ".join(parts), max(letters - 2 * len(parts), 30), break_long_words=False, break_on_hyphens=False
        )
        lines += [line.replace(" ", APART).replace("\u00a0", " ") for line in wrapped]
    return lines


def _meanings(graph: "nx.MultiDiGraph[str]") -> Iterator[list[str]]:
    about = graph.graph["about"]
    nodes = [data for _, data in graph.nodes(data=True)]
    edges = [data for _, _, data in graph.edges(data=True)]
    if not nodes:
        yield [NOTHING[about]]
        return
    kinds = {data["kind"] for data in nodes}
    sorts = {line[1] for data in nodes for line in data["lines"]}
    strokes = {data["kind"] for data in edges}
    in_lines = [words for sort, words in SIGNS_IN_LINES.items() if sort in sorts]
    of_lines = [] if about == "flow" else [words for kind, words in STROKES.items() if kind in strokes]
    of_nodes = [words for kind, words in SHAPES[about].items() if kind in kinds]
    yield from ([of_lines, of_nodes] if about == "effects" else [[*in_lines, *of_nodes, *of_lines]])
    if "compared" in graph.graph:
        yield [COMPARED]
    if any("taken" in data for data in edges):
        yield [COUNTED]
    marked = [HERE] if any(data.get("here") for data in nodes) else []
    marked += [CENTER] if any(data.get("center") for data in nodes) else []
    if marked:
        yield marked
