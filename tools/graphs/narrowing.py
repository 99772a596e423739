"""A part of a graph: what is near to something, or only some kinds."""

from collections.abc import Sequence
from typing import Any

import networkx as nx

from rulelang.diagnostics import nearest
from tools.failures import WrongCall


def around(graph: "nx.MultiDiGraph[str]", name: str, depth: int) -> "nx.MultiDiGraph[str]":
    """The nodes with this name, and all that no more than *depth* edges lie between; ``here`` marks the first.

    Raises: WrongCall if nothing in the graph has the name.
    """
    found = named(graph, name)
    ways = graph.to_undirected(as_view=True)
    kept = {near for node in found for near in nx.ego_graph(ways, node, radius=depth)}
    part = graph.subgraph(kept).copy()
    for node in found:
        part.nodes[node]["center"] = True
    return _as_before(graph, part)


def named(graph: "nx.MultiDiGraph[str]", name: str) -> list[str]:
    """The nodes that a name may mean: by their id, their name, or what drawings call them."""
    for fits in (
        lambda node, data: name == node,
        lambda node, data: name in (data["name"], data["label"]),
        lambda node, data: data["name"].rpartition(".")[2] == name,
        lambda node, data: name.casefold() in (data["name"].casefold(), data["label"].casefold()),
    ):
        found = [node for node, data in graph.nodes(data=True) if fits(node, data)]
        if found:
            return found
    names = [data["name"] for _, data in graph.nodes(data=True)]
    near = nearest(name, [*names, *graph.nodes])
    raise WrongCall(
        f"nothing in this graph is called `{name}`" + (f"; did you mean `{near}`?" if near else "")
    )


def only(graph: "nx.MultiDiGraph[str]", kinds: Sequence[str]) -> "nx.MultiDiGraph[str]":
    """Nodes of these kinds and the edges between them; of kinds of edges, those and the nodes at their ends.

    Raises: WrongCall for a kind that the graph does not have.
    """
    of_nodes = {data["kind"] for _, data in graph.nodes(data=True)}
    of_edges = {data["kind"] for _, _, data in graph.edges(data=True)}
    for kind in kinds:
        if kind not in of_nodes | of_edges:
            known = ", ".join([*sorted(of_nodes), *sorted(of_edges - of_nodes)])
            raise WrongCall(f"this graph has nothing of the kind `{kind}`, but {known}")
    part = graph.copy()
    chosen_edges = of_edges.intersection(kinds)
    chosen_nodes = of_nodes.intersection(kinds)
    if chosen_edges:
        part.remove_edges_from(
            [
                (u, v, key)
                for u, v, key, data in graph.edges(keys=True, data=True)
                if data["kind"] not in chosen_edges
            ]
        )
    if chosen_nodes:
        part.remove_nodes_from(
            [node for node, data in graph.nodes(data=True) if data["kind"] not in chosen_nodes]
        )
    else:
        part.remove_nodes_from([node for node in graph if part.degree(node) == 0])
    return _as_before(graph, part)


def _as_before(graph: "nx.MultiDiGraph[str]", part: "nx.MultiDiGraph[str]") -> "nx.MultiDiGraph[str]":
    """The part, its nodes and edges in the order that they had."""
    done: Any = nx.MultiDiGraph(**graph.graph)
    done.add_nodes_from((node, part.nodes[node]) for node in graph if node in part)
    done.add_edges_from(
        (u, v, key, part.edges[u, v, key]) for u, v, key in graph.edges(keys=True) if part.has_edge(u, v, key)
    )
    return done
