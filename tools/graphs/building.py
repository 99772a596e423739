"""Putting a graph together, so that equal games give equal graphs."""

from typing import Any

import networkx as nx

from rulelang import Game
from rulelang.source import Span
from tools.texts import place


class Builder:
    """Collects nodes and edges; edges of one kind between the same two nodes are one, with all their places."""

    def __init__(self, game: Game, about: str) -> None:
        self.graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(
            about=about, game=game.name, variant=game.variant or "", title=" ".join(game.docs)
        )

    def node(
        self, id: str, *, kind: str, name: str, label: str, parent: str | None = None, span: Span | None = None,
        cites: tuple[str, ...] = (), docs: tuple[str, ...] = (), lines: tuple[tuple[str, str, int, str], ...] = (),
        **more: Any,
    ) -> None:  # fmt: skip
        """Add a node; the first of one id counts."""
        if id in self.graph:
            return
        self.graph.add_node(
            id, kind=kind, name=name, label=label, parent=parent, citations=tuple(cites), docs=tuple(docs),
            lines=lines, file="" if span is None else place(span).rpartition(":")[0],
            line=0 if span is None else span.line, asks=tuple((text, at) for text, sort, _, at in lines if sort == "asks"),
            order=len(self.graph), **more,
        )  # fmt: skip

    def edge(
        self, source: str, target: str, kind: str, span: Span | None = None, label: str = "", **more: Any
    ) -> None:
        """Add an edge, or another place and label to one that is there."""
        where = () if span is None else (place(span),)
        key = more.pop("key", kind)
        if self.graph.has_edge(source, target, key):
            known = self.graph.edges[source, target, key]
            known["places"] = tuple(dict.fromkeys(known["places"] + where))
            known["labels"] = tuple(dict.fromkeys(known["labels"] + ((label,) if label else ())))
        else:
            labels = (label,) if label else ()
            self.graph.add_edge(source, target, key, kind=kind, places=where, labels=labels, **more)

    def ids(self) -> list[str]:
        """All nodes so far."""
        return list(self.graph.nodes)

    def attributes(self, id: str) -> dict[str, Any]:
        """What is known of a node."""
        found: dict[str, Any] = self.graph.nodes[id]
        return found

    def into(self, id: str) -> list[tuple[str, str]]:
        """Sources and kinds of the edges that lead to a node."""
        return [(source, kind) for source, _, kind in self.graph.in_edges(id, keys=True)]

    def done(self) -> "nx.MultiDiGraph[str]":
        """The graph: nodes in the order in which they were added, edges by their ends and kinds."""
        order = {id: number for number, id in enumerate(self.graph.nodes)}
        done: nx.MultiDiGraph[str] = nx.MultiDiGraph(**self.graph.graph)
        done.add_nodes_from(self.graph.nodes(data=True))
        edges = sorted(self.graph.edges(keys=True, data=True), key=lambda e: (order[e[0]], order[e[1]], e[2]))
        for source, target, key, data in edges:
            places = data["places"]
            file, _, line = places[0].rpartition(":") if places else ("", "", "0")
            label = (
                ", ".join(data["labels"])
                if len(data["labels"]) < 4
                else ", ".join((*data["labels"][:3], "..."))
            )
            rest = {name: value for name, value in data.items() if name not in ("kind", "places", "labels")}
            done.add_edge(
                source, target, key, kind=data["kind"], label=label, labels=data["labels"], file=file, line=int(line),
                places=places, **rest,
            )  # fmt: skip
        return done
