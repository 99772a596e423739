"""Graphs as plain data."""

import json
from typing import Any

import networkx as nx


def as_data(graph: "nx.MultiDiGraph[str]") -> dict[str, Any]:
    """The graph as JSON has it: what it is about, nodes and edges with all their attributes, in their order."""
    return {
        **graph.graph,
        "nodes": [{"id": node, **data} for node, data in graph.nodes(data=True)],
        "edges": [
            {"source": source, "target": target, **data} for source, target, data in graph.edges(data=True)
        ],
    }


def as_json(graph: "nx.MultiDiGraph[str]") -> str:
    """The same as text."""
    return json.dumps(as_data(graph), indent=2, ensure_ascii=False) + "\n"
