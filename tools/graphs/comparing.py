"""Two graphs in one: what the second has more, less or otherwise than the first."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

import networkx as nx

# Where something stands may change without any change of the rules.
NOT_COMPARED = {"file", "line", "order", "asks", "places", "docs", "citations", "around"}


def compared(before: "nx.MultiDiGraph[str]", after: "nx.MultiDiGraph[str]") -> "nx.MultiDiGraph[str]":
    """The union of both: ``change`` of nodes and edges is added, removed, changed, or empty."""
    one, other = (name_of(graph) for graph in (before, after))
    union: Any = nx.MultiDiGraph(**{**after.graph, "compared": f"{one} and {other}"})
    for node in _merged(list(before), list(after)):
        union.add_node(node, **_both(before.nodes, after.nodes, node))
    keys_before, keys_after = (list(graph.edges(keys=True)) for graph in (before, after))
    order = {node: number for number, node in enumerate(union)}
    for edge in sorted({*keys_before, *keys_after}, key=lambda e: (order[e[0]], order[e[1]], e[2])):
        union.add_edge(*edge, **_both(before.edges, after.edges, edge))
    return union


def name_of(graph: "nx.MultiDiGraph[str]") -> str:
    """What a graph is of."""
    game: str = graph.graph["game"]
    return game + (f" with {graph.graph['variant']}" if graph.graph["variant"] else "")


def _both(before: Any, after: Any, key: Any) -> dict[str, Any]:
    if key not in after:
        return {**before[key], "change": "removed"}
    if key not in before:
        return {**after[key], "change": "added"}
    if _compared(before[key]) == _compared(after[key]):
        return {**after[key], "change": ""}
    changed = {**after[key], "change": "changed"}
    if "lines" in changed:
        changed["lines"] = _lines(before[key].get("lines", ()), changed["lines"])
    return changed


def _lines(before: Sequence[Sequence[Any]], after: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    """The lines of a node of both, those that only one has with a sign."""
    made: list[Any] = []
    one, other = ([tuple(line[:3]) for line in lines] for lines in (before, after))
    for what, start, end, low, high in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if what == "equal":
            made += after[low:high]
            continue
        made += [(f"\u2212 {line[0]}", *line[1:]) for line in before[start:end]]
        made += [(f"+ {line[0]}", *line[1:]) for line in after[low:high]]
    return tuple(made)


def _compared(data: Any) -> dict[str, Any]:
    found = {key: value for key, value in data.items() if key not in NOT_COMPARED}
    found["lines"] = tuple(line[:3] for line in data.get("lines", ()))
    return found


def _merged(before: list[str], after: list[str]) -> list[str]:
    """All nodes: those of the second in their order, what it lacks behind its neighbour in the first."""
    merged = [*after]
    for at, node in enumerate(before):
        if node not in merged:
            known = [one for one in before[:at] if one in merged]
            merged.insert(merged.index(known[-1]) + 1 if known else 0, node)
    return merged
