"""Graphs as DOT: what each node and edge looks like. Nothing from a rules file is DOT or HTML of its own there."""

import html
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import graphviz
import networkx as nx
from attrs import frozen

from tools.graphs.texts import wrapped

FONT = "Helvetica"
INK, FAINT, BLUE = "#1a1a1a", "#5a5a5a", "#1f4e79"
SMALL = "8.5"


@frozen
class Look:
    """How a kind of node is drawn: what stands at the head is on ``band``, the rest on ``fill``."""

    fill: str = "#ffffff"
    band: str = "#ffffff"
    border: str = INK
    style: str = "rounded"
    width: int = 50  # letters of a line


@frozen
class Line:
    """How a kind of edge is drawn; all differ in black and white too."""

    style: str = "solid"
    color: str = INK
    arrow: str = "normal"
    width: str = "1.0"
    more: tuple[tuple[str, str], ...] = ()


PHASES = {
    "start": Look(),
    "end": Look(),
    "setup": Look(band="#e9e9e9"),
    "phase": Look(band="#dce8f4"),
    "steps": Look(border=FAINT),
    "window": Look(fill="#fffdf3", band="#fff2c4", style="dashed,rounded", width=30),
    "anytime": Look(fill="#f6fbf4", band="#e0f0da", style="dotted,rounded", width=30),
}
LINES = {
    "next": Line(width="1.6", more=(("weight", "30"),)),
    "enters": Line(width="1.6", more=(("weight", "30"),)),
    "again": Line(width="1.2", arrow="vee", more=(("tailport", "w"), ("headport", "w"))),
    "opens": Line(style="dashed", arrow="odiamond", more=(("weight", "2"), ("minlen", "0"))),
    "offers": Line(style="dotted", arrow="odot", more=(("weight", "1"), ("minlen", "0"))),
    "skips": Line(style="bold", color="#9c2f10", arrow="veevee", more=(("constraint", "false"),)),
    "ends": Line(style="bold", color="#9c2f10", arrow="normal", more=(("weight", "1"),)),
}


def dot(graph: "nx.MultiDiGraph[str]", page: tuple[float, float] | None = None) -> str:
    """The text of a graph in DOT; *page* in inches, without the margins.

    Nodes are called n0, n1, ... in their order; edges stand in theirs.
    """
    text: str = _drawn(graph, page).source
    return text


def ids(graph: "nx.MultiDiGraph[str]") -> dict[str, str]:
    """What the nodes of a graph are called in DOT and Mermaid: a name could be anything."""
    return {node: f"n{number}" for number, node in enumerate(graph.nodes)}


def _drawn(graph: "nx.MultiDiGraph[str]", page: tuple[float, float] | None) -> graphviz.Digraph:
    drawn = graphviz.Digraph(
        "rules",
        graph_attr={
            "fontname": FONT, "fontsize": "11", "rankdir": "TB", "nodesep": "0.25", "ranksep": "0.15",
            "splines": "spline", "compound": "true", "outputorder": "edgesfirst", "margin": "0.15",
            "bgcolor": "white", "newrank": "true",
        },
        node_attr={"fontname": FONT, "fontsize": "10", "shape": "plain", "color": INK, "fontcolor": INK},
        edge_attr={"fontname": FONT, "fontsize": SMALL, "arrowsize": "0.6", "color": INK, "fontcolor": INK},
    )  # fmt: skip
    if page is not None:
        drawn.attr(size=f"{page[0]},{page[1]}")
    drawn.attr(label=f"<{title(graph)}>", labelloc="t")
    names = ids(graph)
    inside: dict[str | None, list[str]] = {}
    for node, data in graph.nodes(data=True):
        parent = data.get("parent")
        inside.setdefault(parent if parent in graph else None, []).append(node)
    _nodes(drawn, graph, names, inside, None)
    reached: set[str] = set()
    # what is told first is laid out further to the left: the ways back
    order = sorted(graph.edges(data=True), key=lambda edge: edge[2]["kind"] != "again")
    for source, target, data in order:
        beside = data["kind"] in ("opens", "offers")
        loose = {"constraint": "false"} if beside and target in reached else {}
        reached |= {target} if beside else set()
        _edge(drawn, names[source], names[target], data, loose)
    return drawn


LEGENDS = {
    "phases": "&#9674; somebody decides &#160; dashed: a window that asks &#160; dotted: actions at any time &#160; "
    "double arrow: a jump",
}


def title(graph: "nx.MultiDiGraph[str]") -> str:
    """What stands above a drawing."""
    about = graph.graph["about"]
    name = graph.graph["game"] + (f", {graph.graph['variant']}" if graph.graph["variant"] else "")
    words = {"phases": "the order of play", "effects": "what sets off what", "flow": "the ways of the cards"}
    lines = [f'<font point-size="14"><b>{markup(name)}: {words[about]}</b></font>']
    lines.append(f'<font point-size="8.5" color="{FAINT}">{LEGENDS.get(about, "")}</font>')
    return "<br/>".join(lines) + "<br/>"


def _nodes(
    drawn: graphviz.Digraph, graph: "nx.MultiDiGraph[str]", names: Mapping[str, str],
    inside: Mapping[str | None, list[str]], parent: str | None,
) -> None:  # fmt: skip
    for node in inside.get(parent, ()):
        data = graph.nodes[node]
        if node in inside:
            with drawn.subgraph(name=f"cluster_{names[node]}") as cluster:
                cluster.attr(
                    style="rounded", color="#7d93a8", penwidth="1.2", bgcolor="#f7fafd", margin="7", label=""
                )
                _node(cluster, names[node], data)
                _nodes(cluster, graph, names, inside, node)
        else:
            _node(drawn, names[node], data)


def _node(drawn: graphviz.Digraph, name: str, data: Mapping[str, Any]) -> None:
    kind = data["kind"]
    tip = graphviz.escape(
        clean(f"{kind} {data['name']}" + (f", {data['file']}:{data['line']}" if data["file"] else ""))
    )
    if kind == "start":
        drawn.node(name, "", shape="circle", width="0.16", style="filled", fillcolor=INK, tooltip=tip)
    elif kind == "end":
        label = "<<b>" + markup(data["label"]) + "</b>>"
        drawn.node(
            name, label, shape="box", peripheries="2", style="rounded", margin="0.12,0.06", tooltip=tip
        )
    else:
        drawn.node(name, f"<{table(data)}>", tooltip=tip)


def table(data: Mapping[str, Any]) -> str:
    """A box with a head and lines, as DOT's own kind of HTML."""
    look = PHASES[data["kind"]]
    rows = []
    label, loop = data["label"], data.get("loop") or ""
    if label:
        head = "<b>" + "<br/>".join(markup(line) for line in wrapped(label, look.width)) + "</b>"
        if loop:
            head += f'<br/><font point-size="9">{broken(loop, look.width)}</font>'
        rows.append(f'<tr><td bgcolor="{look.band}" cellpadding="2">{head}</td></tr>')
    if data["lines"]:
        text = "".join(_line(text, sort, depth, look.width) for text, sort, depth, _ in data["lines"])
        rows.append(
            f'<tr><td align="left" balign="left" cellpadding="2"><font point-size="9">{text}</font></td></tr>'
        )
    fill = look.fill if data["lines"] else look.band
    return (
        f'<table border="1" cellborder="0" cellspacing="0" cellpadding="1" color="{look.border}" '
        f'bgcolor="{fill}" style="{look.style}">{"".join(rows)}</table>'
    )


def _line(text: str, sort: str, depth: int, width: int) -> str:
    indent = "&#160;" * 3 * min(depth, 6)
    lines = wrapped(text, max(width + 8 - 3 * depth, 16))
    first = {"asks": "&#9674; ", "window": "&#9674; ", "action": "&#8226; "}.get(sort, "")
    told = (markup(line) for line in lines)
    joined = f'<br align="left"/>{indent}&#160;&#160;'.join(told)
    if sort in ("jump", "over"):
        joined = f"<b>{joined}</b>"
    return f'{indent}{first}{joined}<br align="left"/>'


PLAIN_WAYS = (
    "again",
    "the next one",
    "the next player",
    "after the last one",
)  # the head of the phase says so


def _edge(
    drawn: graphviz.Digraph, source: str, target: str, data: Mapping[str, Any], more: Mapping[str, str]
) -> None:
    look = LINES[data["kind"]]
    attributes = {
        "style": look.style,
        "color": look.color,
        "arrowhead": look.arrow,
        "penwidth": look.width,
        **dict(look.more),
        **more,
    }
    if data["kind"] == "again" and data.get("around"):  # past the boxes inside, where there is room
        attributes |= {"tailport": "e", "headport": "e"}
    if data["label"] not in ("", *PLAIN_WAYS):
        beside = data["kind"] in (
            "next",
            "again",
        )  # as a label of its own it would make every step twice as long
        attributes["xlabel" if beside else "label"] = (
            f'<<font color="{look.color}">{broken(data["label"], 26, "&#160;")}</font>>'
        )
    where = ", ".join(data["places"][:5])
    attributes["tooltip"] = attributes["labeltooltip"] = graphviz.escape(clean(f"{data['kind']} {where}"))
    attributes["class"] = data["kind"]
    drawn.edge(source, target, **attributes)


def broken(text: str, width: int, around: str = "") -> str:
    """Text in lines."""
    return "<br/>".join(f"{around}{markup(line)}{around}" for line in wrapped(text, width))


def clean(text: str) -> str:
    """Text without letters that a drawing or XML cannot have, or that would turn its direction."""
    return "".join(char if _shown(char) else "\ufffd" for char in text)


def _shown(char: str) -> bool:
    return char == " " or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def markup(text: str) -> str:
    """Text inside a label with markup: nothing in it is markup, and it is never empty."""
    safe = html.escape(clean(text), quote=True)
    return safe.replace("\\", "&#92;") or "&#160;"


def edges(graph: "nx.MultiDiGraph[str]") -> Iterator[tuple[str, str, str]]:
    """The edges of a graph as (source, target, kind), with the names that nodes have in DOT."""
    names = ids(graph)
    for source, target, kind in graph.edges(keys=True):
        yield names[source], names[target], kind
