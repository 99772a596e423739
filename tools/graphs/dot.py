"""Graphs as DOT. Nothing from a rules file is DOT, HTML or a link of its own there."""

import html
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import graphviz
import networkx as nx

from tools.graphs.looks import (
    COMPARED,
    COUNTED,
    FAINT,
    FEW,
    HEAD,
    HEADS,
    INK,
    LEGENDS,
    LINES,
    MARKS,
    NODES,
    SETTINGS,
    SHAPES,
    SHORT,
    SMALL,
    TITLES,
    Look,
    Mark,
)
from tools.texts import wrapped

FONT = "Helvetica"
MARGIN = 0.15  # inches around a drawing
POINTED = (
    "cds",
    "larrow",
    "cylinder",
    "hexagon",
    "house",
)  # shapes that leave less room for text than they take
ARROWS = ("cds", "larrow")  # whose shaft is less high than their point
# The head of a phase says so already.
PLAIN_WAYS = ("again", "the next one", "the next player", "after the last one")
SIGNS = {"asks": "\u25ca ", "window": "\u25ca ", "action": "\u2022 ", "now": "\u25ba "}


def dot(
    graph: "nx.MultiDiGraph[str]",
    page: tuple[float, float] | None = None,
    settings: Mapping[str, str] | None = None,
) -> str:
    """The text of a graph in DOT; *page* in inches, without the margins; *settings*: another way to lay it out.

    Nodes are called n0, n1, ... in their order.
    """
    about = graph.graph["about"]
    settings = SETTINGS[about] if settings is None else settings
    drawn = graphviz.Digraph(
        "rules",
        graph_attr={
            "fontname": FONT, "fontsize": "11", "margin": f"{MARGIN}", "bgcolor": "white", "newrank": "true",
            "outputorder": "edgesfirst", "labelloc": "t", "label": f"<{title(graph)}>", **settings,
        },
        node_attr={"fontname": FONT, "fontsize": "10", "shape": "plain", "color": INK, "fontcolor": INK},
        edge_attr={"fontname": FONT, "fontsize": "8.5", "arrowsize": "0.6", "color": INK, "fontcolor": INK},
    )  # fmt: skip
    if page is not None:
        drawn.attr(size=f"{page[0] - 2 * MARGIN:g},{page[1] - 2 * MARGIN:g}")
    if about == "effects":
        drawn.attr("node", fontsize="11", height="0.2", margin="0.04,0.005")
    names = ids(graph)
    inside: dict[str | None, list[str]] = {}
    for node, data in graph.nodes(data=True):
        parent = data.get("parent")
        inside.setdefault(parent if parent in graph else None, []).append(node)
    _nodes(drawn, graph, names, inside, None)
    reached: set[str] = set()
    loops: dict[str, int] = {}
    # what is told first is laid out further to the left: the ways back
    for source, target, data in sorted(graph.edges(data=True), key=lambda edge: edge[2]["kind"] != "again"):
        beside = data["kind"] in ("opens", "offers")
        loose = {"constraint": "false"} if beside and target in reached else {}
        if data["kind"] == "opens" and source.startswith("window "):
            loose |= {"minlen": "1"}  # what is opened out of a window stands below it
        reached |= {target} if beside else set()
        if source == target and about == "flow":
            loops[source] = loops.get(source, 0) + 1
            if loops[source] == 2:  # beside the first it would strike through its label
                side = "w" if settings["rankdir"] == "TB" else "s"
                loose |= {"tailport": side, "headport": side}
        _edge(drawn, names[source], names[target], data, loose, settings["rankdir"] == "LR")
    text: str = drawn.source
    return text


def ids(graph: "nx.MultiDiGraph[str]") -> dict[str, str]:
    """What the nodes of a graph are called in DOT and Mermaid: a name could be anything."""
    return {node: f"n{number}" for number, node in enumerate(graph.nodes)}


def title(graph: "nx.MultiDiGraph[str]") -> str:
    """What stands above a drawing."""
    about = graph.graph["about"]
    name = graph.graph["game"] + (f", {graph.graph['variant']}" if graph.graph["variant"] else "")
    name = graph.graph.get("compared", name)
    few = len(graph) < FEW
    large, small = HEAD if few else HEADS.get(about, HEAD)
    parts, step = LEGENDS[about], SHORT if few else len(LEGENDS[about])
    legends = [" \u00a0 ".join(parts[at : at + step]) for at in range(0, len(parts), step)]
    if about == "effects" and not few:
        kinds = {data["kind"] for _, data in graph.nodes(data=True)}
        shapes = dict.fromkeys(words for kind, words in SHAPES.items() if kind in kinds)
        legends.append(" \u00a0 ".join(shapes))
    legends += [COMPARED] if "compared" in graph.graph else []
    legends += [COUNTED] if any("taken" in data for _, _, data in graph.edges(data=True)) else []
    lines = "".join(
        f'<font point-size="{small}" color="{FAINT}">{markup(one)}</font><br/>' for one in legends
    )
    head = f'<font point-size="{large}"><b>{markup(f"{name}: {TITLES[about]}")}</b></font>'
    return f'{head}<br/><font point-size="3">&#160;</font><br/>{lines}'


def mark_of(data: Mapping[str, Any]) -> Mark:
    """How a node or an edge stands out."""
    if data.get("here") or data.get("center"):
        return MARKS["here" if data.get("here") else "center"]
    if "change" in data:
        return MARKS[data["change"] or "same"]
    return MARKS["never"] if data.get("taken") == 0 else Mark()


# ------------------------------------------------------------------------------------------------ nodes


def _nodes(
    drawn: graphviz.Digraph, graph: "nx.MultiDiGraph[str]", names: Mapping[str, str], inside: Mapping[str | None, list[str]],
    parent: str | None,
) -> None:  # fmt: skip
    for node in inside.get(parent, ()):
        data = graph.nodes[node]
        if node in inside:
            with drawn.subgraph(name=f"cluster_{names[node]}") as cluster:
                cluster.attr(
                    style="rounded", color="#7d93a8", penwidth="1.2", bgcolor="#f7fafd", margin="7", label=""
                )
                _node(cluster, graph.graph["about"], names[node], data)
                _nodes(cluster, graph, names, inside, node)
        else:
            _node(drawn, graph.graph["about"], names[node], data)


def _node(drawn: graphviz.Digraph, about: str, name: str, data: Mapping[str, Any]) -> None:
    kind = data["kind"]
    look, mark = (SMALL if about == "effects" else NODES)[kind], mark_of(data)
    where = f", {data['file']}:{data['line']}" if data["file"] else ""
    more = {"tooltip": literal(f"{kind} {data['name']}{where}")}
    if mark.color:
        more |= {"color": mark.color, "fontcolor": mark.color, "penwidth": f"{mark.width:g}"}
    if kind == "start":
        drawn.node(name, "", shape="circle", width="0.16", **{"style": "filled", "fillcolor": INK, **more})
    elif kind == "end":
        label = f"<<b>{markup(mark.sign + data['label'])}</b>>"
        drawn.node(name, label, shape="box", peripheries="2", style="rounded", margin="0.1,0.05", **more)
    elif look.shape:
        if look.shape in POINTED:
            more["margin"] = "0.1,0.005"
        if look.shape in ARROWS:
            more["height"] = "0.34"
        style = ",".join(
            ["filled", *([look.style] if look.style != "rounded" else []), *filter(None, [mark.style])]
        )
        drawn.node(
            name,
            literal(mark.sign + data["label"]),
            shape=look.shape,
            style=style,
            fillcolor=look.fill,
            **more,
        )
    else:
        drawn.node(name, f"<{table(look, mark, data)}>", **more)


def table(look: Look, mark: Mark, data: Mapping[str, Any]) -> str:
    """A box with a head and lines, as DOT's own kind of HTML."""
    rows = []
    if data["label"]:
        head = f"<b>{broken(mark.sign + data['label'], look.width)}</b>"
        if data.get("loop"):
            head += f'<br/><font point-size="9">{broken(data["loop"], look.width)}</font>'
        rows.append(f'<tr><td bgcolor="{look.band}" style="rounded" cellpadding="2">{head}</td></tr>')
    if data["lines"]:
        text = "".join(_line(text, sort, depth, look.width) for text, sort, depth, _ in data["lines"])
        text = text if data["label"] else mark.sign + text
        rows.append(
            f'<tr><td align="left" balign="left" cellpadding="2"><font point-size="9">{text}</font></td></tr>'
        )
    fill = look.fill if data["lines"] else look.band
    style = f"{mark.style},rounded" if mark.style else look.style
    return (
        f'<table border="{max(round(mark.width), 1)}" cellborder="0" cellspacing="0" cellpadding="1" '
        f'color="{mark.color or look.border}" bgcolor="{fill}" style="{style}">{"".join(rows)}</table>'
    )


def _line(text: str, sort: str, depth: int, width: int) -> str:
    indent = "\u00a0" * 3 * min(depth, 6)
    lines = wrapped(text, max(width + 8 - 3 * depth, 16))
    joined = f'<br align="left"/>{indent}\u00a0\u00a0'.join(markup(line) for line in lines)
    if sort in ("jump", "over"):
        joined = f"<b>{joined}</b>"
    return f'{indent}{SIGNS.get(sort, "")}{joined}<br align="left"/>'


# ------------------------------------------------------------------------------------------------ edges


def _edge(
    drawn: graphviz.Digraph,
    source: str,
    target: str,
    data: Mapping[str, Any],
    more: Mapping[str, str],
    across: bool,
) -> None:
    look, mark = LINES[data["kind"]], mark_of(data)
    color = mark.color or look.color
    attributes = {
        "style": mark.style or look.style, "color": color, "arrowhead": look.arrow,
        "penwidth": f"{mark.width:g}" if mark.width else look.width, **dict(look.more), **more,
    }  # fmt: skip
    if data["kind"] == "again" and data.get("around"):  # past the boxes inside, where there is room
        attributes |= {"tailport": "e", "headport": "e"}
    told = "" if data.get("quiet") or data["label"] in PLAIN_WAYS else data["label"]
    if data.get("taken") is not None:
        told = f"{told} \u00d7 {data['taken']}".strip()
    told = mark.sign + told if mark.sign else told
    if told:
        beside = data["kind"] in (
            "next",
            "again",
        )  # as a label of its own it would make every step twice as long
        # a line that goes across would strike through the foot of its label
        foot = '<br/><font point-size="3">&#160;</font>' if across else ""
        text = f'<<font color="{color}">{broken(told, 26, chr(160))}{foot}</font>>'
        attributes["xlabel" if beside else "label"] = text
    tip = f"{data['kind']} {', '.join(data['places'][:5])}"
    attributes["tooltip"] = attributes["labeltooltip"] = literal(tip)
    attributes["class"] = data["kind"]
    drawn.edge(source, target, **attributes)


def edges(graph: "nx.MultiDiGraph[str]") -> Iterator[tuple[str, str, str]]:
    """The edges of a graph as (source, target, kind), with the names that nodes have in DOT."""
    names = ids(graph)
    for source, target, data in graph.edges(data=True):
        yield names[source], names[target], data["kind"]


# ------------------------------------------------------------------------------------------------- text


def broken(text: str, width: int, around: str = "") -> str:
    """Text in lines."""
    return "<br/>".join(f"{around}{markup(line)}{around}" for line in wrapped(text, width))


def clean(text: str) -> str:
    """Text without letters that a drawing or XML cannot have, or that would turn its direction."""
    return "".join(char if _shown(char) else "\ufffd" for char in text)


def _shown(char: str) -> bool:
    return char == " " or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def literal(text: str) -> str:
    """Text as a plain label: no escape of DOT's counts in it, and it is no markup."""
    escaped: str = graphviz.escape(clean(text))
    # the renderer reads entities in plain labels too
    return graphviz.nohtml(escaped.replace("&", "&amp;")) or " "


def markup(text: str) -> str:
    """Text inside a label with markup: nothing in it is markup, and it is never empty."""
    return html.escape(clean(text), quote=True).replace("\\", "&#92;") or "\u00a0"
