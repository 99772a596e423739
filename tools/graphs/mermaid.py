"""Graphs as Mermaid, for pages that draw it themselves."""

from collections.abc import Iterator, Mapping
from typing import Any

import networkx as nx

from tools.graphs.dot import ids
from tools.graphs.markup import clean
from tools.texts import wrapped

# How the ends and lines of edges look; Mermaid knows few kinds, so the label tells the rest.
ARROWS = {
    "next": "-->", "enters": "-->", "again": "-->", "opens": "-.->", "offers": "-.-", "skips": "==>", "ends": "==>",
    "does": "-->", "triggers": "==>", "asks": "-->", "reads": "-.->", "writes": "-->", "modifies": "-->", "moves": "-->",
}  # fmt: skip
SHAPES = {
    "start": ("((", "))"), "end": ("(((", ")))"), "window": ("{{", "}}"), "anytime": ("([", "])"), "zone": ("[(", ")]"),
    "card": ("[/", "/]"), "trait": ("[/", "/]"), "rule": (">", "]"), "value": ("([", "])"), "counter": ("[[", "]]"),
    "variable": ("[[", "]]"),
}  # fmt: skip


def mermaid(graph: "nx.MultiDiGraph[str]") -> str:
    """The text of a graph as a Mermaid flowchart; nodes are called n0, n1, ... in their order."""
    names = ids(graph)
    inside: dict[str | None, list[str]] = {}
    for node, data in graph.nodes(data=True):
        parent = data.get("parent")
        inside.setdefault(parent if parent in graph else None, []).append(node)
    lines = [f"flowchart {'LR' if graph.graph['about'] == 'flow' else 'TB'}"]
    lines += _nodes(graph, names, inside, None, 1)
    for source, target, data in graph.edges(data=True):
        label = data["kind"] + (f": {data['label']}" if data["label"] else "")
        arrow = ARROWS.get(data["kind"], "-->")
        lines.append(f"    {names[source]} {arrow}|{quoted([label])}| {names[target]}")
    return "\n".join(lines) + "\n"


def _nodes(
    graph: "nx.MultiDiGraph[str]", names: Mapping[str, str], inside: Mapping[str | None, list[str]],
    parent: str | None, depth: int,
) -> Iterator[str]:  # fmt: skip
    indent = "    " * depth
    for node in inside.get(parent, ()):
        text = _node(names[node], graph.nodes[node])
        if node in inside:
            yield f'{indent}subgraph c{names[node]} [" "]'
            yield f"{indent}    {text}"
            yield from _nodes(graph, names, inside, node, depth + 1)
            yield f"{indent}end"
        else:
            yield indent + text


def _node(name: str, data: Mapping[str, Any]) -> str:
    left, right = SHAPES.get(data["kind"], ("[", "]"))
    head = data["label"] or ""
    lines = [head] if head else []
    lines += [data["loop"]] if data.get("loop") else []
    for text, _, level, _ in data["lines"]:
        lines += ["\u00a0" * 3 * min(level, 6) + part for part in wrapped(text, 60)]
    return f"{name}{left}{quoted(lines)}{right}"


def quoted(lines: list[str]) -> str:
    """Lines of text in quotation marks: Mermaid, and the HTML that it makes of it, read nothing in them."""
    return '"' + "<br/>".join(_plain(line) for line in lines) + '"'


def _plain(text: str) -> str:
    # letters and blanks stand for themselves; the rest by number, in Mermaid's own way of escaping
    safe = "".join(
        char if char.isalnum() or char in " \u00a0_.,:" else f"#{ord(char)};" for char in clean(text)
    )
    return safe or " "
