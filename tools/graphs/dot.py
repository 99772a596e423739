"""Graphs as DOT."""

from collections.abc import Mapping
from typing import Any

import graphviz
import networkx as nx
from attrs import define

from rulelang.uses.links import END
from tools.graphs.boxes import BODY_PORT, HEAD_PORT, table
from tools.graphs.layout import Layout
from tools.graphs.legend import title
from tools.graphs.looks import INK, LINES, MARKS, NODES, SMALL, WAYS, Mark, Way
from tools.graphs.markup import broken, literal, markup

FONT = "Helvetica"
MARGIN = 0.15  # inches around a drawing
# Inches between text and frame, where a shape leaves less room for text than it takes.
ROOM = {
    "cylinder": 0.1,
    "hexagon": 0.1,
    "house": 0.1,
    "box3d": 0.09,
    "component": 0.1,
    "note": 0.06,
    "folder": 0.06,
}
# The head of a phase says so already.
PLAIN_WAYS = ("again", "the next one", "the next player", "after the last one")
MOST = 3  # reasons on one label
WORD = 26  # letters: a word on a label that has no more is not divided


def dot(
    graph: "nx.MultiDiGraph[str]",
    page: tuple[float, float] | None = None,
    way: Way | None = None,
    placed: Layout | None = None,
    head: str | None = None,
    numbered: bool = False,
) -> str:
    """The text of a graph in DOT; *page* in inches, without the margins.

    *way*: how to lay it out, if not as usual; *placed*: where everything stands already; *head*: what stands above it;
    *numbered*: edges have their number, so that a
    layout can be read, and what steers it is there.
    Nodes are called n0, n1, ... in their order.
    """
    about = graph.graph["about"]
    way = way or WAYS[about][0]
    head = title(graph) if head is None else head
    drawn = graphviz.Digraph(
        "rules",
        graph_attr={
            "fontname": FONT, "fontsize": "11", "margin": f"{MARGIN}", "bgcolor": "white", "newrank": "true",
            "outputorder": "edgesfirst", "labelloc": "t", "label": f"<{head}>" if head else "", **way.settings,
        },
        node_attr={"fontname": FONT, "fontsize": "10", "shape": "plain", "color": INK, "fontcolor": INK},
        edge_attr={"fontname": FONT, "fontsize": "9", "arrowsize": "0.6", "color": INK, "fontcolor": INK},
    )  # fmt: skip
    if page is not None:
        drawn.attr(size=f"{page[0] - 2 * MARGIN:g},{page[1] - 2 * MARGIN:g}")
    if about == "effects":
        drawn.attr("node", fontsize="11", height="0.2", margin="0.04,0.005")
    inside: dict[str | None, list[str]] = {}
    for node, data in graph.nodes(data=True):
        parent = data.get("parent")
        inside.setdefault(parent if parent in graph else None, []).append(node)
    writer = _Writer(graph, way, ids(graph), inside, placed, numbered)
    writer.nodes(drawn, None)
    writer.edges(drawn)
    text: str = drawn.source
    return text


def ids(graph: "nx.MultiDiGraph[str]") -> dict[str, str]:
    """What the nodes of a graph are called in DOT and Mermaid: a name could be anything."""
    return {node: f"n{number}" for number, node in enumerate(graph.nodes)}


def mark_of(data: Mapping[str, Any]) -> Mark:
    """How a node or an edge stands out."""
    if data.get("here") or data.get("center"):
        return MARKS["here" if data.get("here") else "center"]
    if "change" in data:
        return MARKS[data["change"] or "same"]
    return MARKS["never"] if data.get("taken") == 0 else Mark()


@define
class _Writer:
    graph: "nx.MultiDiGraph[str]"
    way: Way
    names: Mapping[str, str]
    inside: Mapping[str | None, list[str]]
    placed: Layout | None
    numbered: bool

    @property
    def about(self) -> str:
        about: str = self.graph.graph["about"]
        return about

    # -------------------------------------------------------------------------------------------- nodes

    def nodes(self, drawn: graphviz.Digraph, parent: str | None) -> None:
        """All that stands in a node, or outside of all."""
        for node in self.inside.get(parent, ()):
            if node not in self.inside:
                self.node(drawn, node)
                continue
            name = f"cluster_{self.names[node]}"
            with drawn.subgraph(name=name) as cluster:
                where = {} if self.placed is None else self.placed.of_cluster(name)
                cluster.attr(
                    style="rounded",
                    color="#7d93a8",
                    penwidth="1.2",
                    bgcolor="#f7fafd",
                    margin="7",
                    label="",
                    **where,
                )
                self.node(cluster, node)
                self.nodes(cluster, node)

    def node(self, drawn: graphviz.Digraph, node: str) -> None:
        """One node."""
        data, name = self.graph.nodes[node], self.names[node]
        kind = data["kind"]
        look, mark = (SMALL if self.about == "effects" else NODES)[kind], mark_of(data)
        where = f", {data['file']}:{data['line']}" if data["file"] else ""
        more = {"tooltip": literal(f"{kind} {data['name']}{where}")}
        if self.placed is not None:
            more |= self.placed.of_node(name)
        if mark.color:
            more |= {"color": mark.color, "fontcolor": mark.color, "penwidth": f"{mark.width:g}"}
        if kind == "start":
            drawn.node(
                name, "", shape="circle", width="0.16", **{"style": "filled", "fillcolor": INK, **more}
            )
        elif kind == "end":
            label = f"<<b>{markup(mark.sign + data['label'])}</b>>"
            drawn.node(name, label, shape="box", peripheries="2", style="rounded", margin="0.1,0.05", **more)
        elif look.shape:
            if look.shape in ROOM:
                more["margin"] = f"{ROOM[look.shape]},0.005"
            style = ",".join(filter(None, ["filled", look.style, mark.style]))
            label = literal(mark.sign + data["label"])
            drawn.node(name, label, shape=look.shape, style=style, fillcolor=look.fill, **more)
        else:
            drawn.node(name, f"<{table(look, mark, data)}>", **more)

    # -------------------------------------------------------------------------------------------- edges

    def edges(self, drawn: graphviz.Digraph) -> None:
        """All edges. What is told first is laid out further to the left: the ways back."""
        order = {node: number for number, node in enumerate(self.graph)}
        followed = {
            target for _, target, data in self.graph.edges(data=True) if data["kind"] in ("next", "enters")
        }
        reached: set[str] = set()
        loops: dict[str, int] = {}
        ways = sorted(self.graph.edges(data=True), key=lambda edge: edge[2]["kind"] != "again")
        for number, (source, target, data) in enumerate(ways):
            kind = data["kind"]
            more = {}
            if kind in ("opens", "offers"):
                if target in reached:
                    more["constraint"] = "false"
                reached.add(target)
            if kind == "opens" and source.startswith("window "):
                more["minlen"] = "1"  # what is opened out of a window stands below it
            if kind == "skips" and target not in followed and order[source] < order[target]:
                more["constraint"] = "true"  # to where play comes by a jump only stands below, too
            if source == target and self.about == "flow":
                loops[source] = loops.get(source, 0) + 1
                side = self.way.loops[(loops[source] - 1) % 2]
                if side:
                    more |= {"tailport": side, "headport": side}
            if kind == "again":
                more |= self.back(source, target, data)
            if self.placed is not None:
                more |= self.placed.of_edge(number)
            elif self.numbered:
                more["number"] = str(number)
            self.edge(drawn, source, target, data, more)
        if self.numbered and self.about == "phases":
            self.ending(drawn)

    def ending(self, drawn: graphviz.Digraph) -> None:
        """Steer the end of the game below all phases, wherever play may come to it from."""
        for last in [node for node, kind in self.graph.nodes(data="kind") if kind in ("phase", "steps")][-1:]:
            if END in self.graph and not self.graph.has_edge(last, END):
                drawn.edge(self.names[last], self.names[END], style="invis")

    def back(self, source: str, target: str, data: Mapping[str, Any]) -> dict[str, str]:
        """At which sides of the boxes a way back to an earlier one begins and ends: it comes to the head, which tells
        of it."""
        others = any(
            one != other and data["kind"] == "again" and not data.get("around")
            for one, other, data in self.graph.edges(data=True)
        )
        # past the boxes inside, where there is room; a loop where no other comes past
        side = "e" if data.get("around") or (source == target and others) else "w"
        below = BODY_PORT if self.graph.nodes[source]["lines"] else HEAD_PORT
        return {"tailport": f"{below}:{side}", "headport": f"{HEAD_PORT}:{side}"}

    def edge(
        self,
        drawn: graphviz.Digraph,
        source: str,
        target: str,
        data: Mapping[str, Any],
        more: Mapping[str, str],
    ) -> None:
        """One edge."""
        look, mark = LINES[data["kind"]], mark_of(data)
        color = mark.color or look.color
        attributes = {
            "style": mark.style or look.style, "color": color, "arrowhead": look.arrow,
            "penwidth": f"{mark.width:g}" if mark.width else look.width, **dict(look.more), **more,
        }  # fmt: skip
        told = self.told(data, mark)
        if told:
            # a line that goes across would strike through the foot of its label
            foot = '<br/><font point-size="3">&#160;</font>' if self.way.rankdir == "LR" else ""
            word = max(len(word) for one in told for word in one.split())
            letters = max(self.way.letters, min(word, WORD))
            text = "<br/>".join(broken(one, letters, " ") for one in told)
            beside = data["kind"] == "next" and self.placed is None and self.way.beside
            if beside:
                attributes["minlen"] = str(1 + text.count("<br/>") + 1)
            attributes["xlabel" if beside else "label"] = f'<<font color="{color}">{text}{foot}</font>>'
        tip = f"{data['kind']} {', '.join(data['places'][:5])}"
        attributes["tooltip"] = attributes["labeltooltip"] = literal(tip)
        attributes["class"] = data["kind"]
        drawn.edge(self.names[source], self.names[target], **attributes)

    def told(self, data: Mapping[str, Any], mark: Mark) -> list[str]:
        """What stands at an edge: each reason begins a line."""
        quiet = data.get("quiet") or data["label"] in PLAIN_WAYS
        told = [] if quiet else [*data["labels"][:MOST], *(["..."] if len(data["labels"]) > MOST else [])]
        told = [f"{one};" if one is not told[-1] else one for one in told]
        if data.get("taken") is not None:
            told = [*told[:-1], f"{''.join(told[-1:])} \u00d7 {data['taken']}".strip()]
        return [mark.sign + "".join(told[:1]), *told[1:]] if mark.sign else told
