"""What the kinds of nodes and edges look like. All that differs in colour differs in shape or line too."""

from collections.abc import Mapping

from attrs import frozen

INK, FAINT = "#1a1a1a", "#5a5a5a"
BLUE, RED, GREEN, VIOLET = "#1f4e79", "#9c2f10", "#2f6b2f", "#5b2a86"


@frozen
class Look:
    """A kind of node: a ``box`` with a head on ``band`` and lines on ``fill``, or a plain ``shape``."""

    fill: str = "#ffffff"
    band: str = "#ffffff"
    border: str = INK
    style: str = "rounded"
    width: int = 50  # letters of a line
    shape: str = ""  # empty: a box with lines


@frozen
class Line:
    """A kind of edge."""

    style: str = "solid"
    color: str = INK
    arrow: str = "normal"
    width: str = "1.0"
    more: tuple[tuple[str, str], ...] = ()


NODES: Mapping[str, Look] = {
    # the order of play
    "start": Look(shape="circle"),
    "setup": Look(band="#e9e9e9", fill="#ffffff", shape=""),
    "phase": Look(band="#dce8f4"),
    "steps": Look(border=FAINT),
    "window": Look(fill="#fffdf3", band="#fff2c4", style="dashed,rounded", width=30),
    "anytime": Look(fill="#f6fbf4", band="#e0f0da", style="dotted,rounded", width=30),
    # zones
    "zone": Look(fill="#ffffff", band="#eeeeee", width=26),
    "box": Look(fill="#ffffff", band="#ffffff", style="dashed,rounded", width=26),
    "end": Look(shape="box"),
}
# The same kinds among many others, where only the shape has room.
SMALL: Mapping[str, Look] = {
    "setup": Look(shape="box", fill="#e9e9e9"),
    "phase": Look(shape="box", fill="#dce8f4"),
    "window": Look(shape="hexagon", fill="#fff2c4"),
    "action": Look(shape="cds", fill="#fff2c4"),
    "effect": Look(shape="ellipse", fill="#ffffff"),
    "rule": Look(shape="house", fill="#fbe3dd"),
    "until": Look(shape="house", fill="#fbe3dd", style="dashed"),
    "event": Look(shape="box", fill="#fbe3dd", style="rounded,dashed"),
    "kind": Look(shape="note", fill="#efe7f6"),
    "trait": Look(shape="note", fill="#efe7f6"),
    "card": Look(shape="note", fill="#efe7f6"),
    "tally": Look(shape="folder", fill="#ffffff"),
    "refill": Look(shape="larrow", fill="#ffffff"),
    "value": Look(shape="ellipse", fill="#e0f0da", style="dashed"),
    "counter": Look(shape="box3d", fill="#ffffff"),
    "variable": Look(shape="box", fill="#ffffff"),
    "dice": Look(shape="component", fill="#ffffff"),
    "zone": Look(shape="cylinder", fill="#eeeeee"),
    "parameter": Look(shape="underline", fill="#ffffff"),
    "end": Look(shape="box"),
}

LINES: Mapping[str, Line] = {
    # the order of play
    "next": Line(width="1.6", more=(("weight", "30"),)),
    "enters": Line(width="1.6", more=(("weight", "30"),)),
    "again": Line(width="1.2", arrow="vee", more=(("tailport", "w"), ("headport", "w"))),
    "opens": Line(style="dashed", arrow="odiamond", more=(("weight", "2"), ("minlen", "0"))),
    "offers": Line(style="dotted", arrow="odot", more=(("weight", "1"), ("minlen", "0"))),
    "skips": Line(width="1.8", color=RED, arrow="veevee", more=(("constraint", "false"),)),
    "ends": Line(width="1.8", color=RED, more=(("weight", "1"),)),
    # what sets off what
    "does": Line(),
    "asks": Line(color=BLUE, arrow="odiamond"),
    "triggers": Line(width="1.9", color=RED, arrow="vee"),
    "reads": Line(style="dotted", color="#6e6e6e", arrow="none", width="0.9"),
    "writes": Line(style="dashed"),
    "modifies": Line(style="dashed", color=VIOLET, arrow="tee"),
    "moves": Line(width="1.7", color=GREEN),
}

SETTINGS: Mapping[str, Mapping[str, str]] = {
    "phases": {"rankdir": "TB", "nodesep": "0.25", "ranksep": "0.15"},
    "effects": {"rankdir": "LR", "nodesep": "0.05", "ranksep": "0.25"},
    "flow": {"rankdir": "LR", "nodesep": "0.2", "ranksep": "0.3"},
}
# Another way to lay it out, where that makes the picture larger on its page.
OTHERWISE: Mapping[str, Mapping[str, str]] = {
    "flow": {"rankdir": "TB", "nodesep": "0.2", "ranksep": "0.3"},
}
TITLES = {"phases": "the order of play", "effects": "what sets off what", "flow": "the ways of the cards"}
LEGENDS: Mapping[str, tuple[str, ...]] = {
    "phases": (
        "\u25ca somebody decides", "dashed: a window that asks", "dotted: actions at any time", "double arrow: a jump",
    ),
    "effects": (
        "solid: does", "diamond: asks", "bold, open arrow: triggers", "bold: moves cards into", "dashed: writes",
        "dashed, bar: modifies", "dotted: reads",
    ),
    "flow": ("an arrow: what moves cards that way", "dashed: before the first move"),
}  # fmt: skip
# What the kinds of nodes among many are drawn as, in words.
SHAPES: Mapping[str, str] = {
    "phase": "shaded box: phase", "window": "hexagon: window", "action": "arrow: action", "effect": "ellipse: effect",
    "rule": "house: rule", "event": "dashed box: event", "card": "dog-ear: card or trait", "trait": "dog-ear: card or trait",
    "kind": "dog-ear: card or trait", "value": "dashed ellipse: value", "counter": "block: counter",
    "variable": "plain box: variable", "zone": "drum: zone", "refill": "arrow to the left: refill",
    "parameter": "underlined: parameter",
}  # fmt: skip
# Points of the name and the legend of a drawing: a large one is printed smaller than it is drawn.
HEADS: Mapping[str, tuple[str, str]] = {"effects": ("19", "12")}
HEAD = ("14", "9")
FEW, SHORT = (
    25,
    4,
)  # with fewer nodes a legend has lines of so many parts, or it would be wider than the drawing

COMPARED = "+ green: added \u00a0 \u2212 red, dashed: removed \u00a0 ~ blue: changed \u00a0 grey: the same"
COUNTED = "\u00d7 n: how often it was taken \u00a0 grey, dashed: never"


@frozen
class Mark:
    """How a node or an edge stands out: something before its name, a colour, a style, a width."""

    sign: str = ""
    color: str = ""
    style: str = ""
    width: float = 0.0


MARKS: Mapping[str, Mark] = {
    "added": Mark("+ ", "#1f7a1f", "", 2.4),
    "removed": Mark("\u2212 ", "#b3261e", "dashed", 1.6),
    "changed": Mark("~ ", "#1f4e9e", "", 2.4),
    "same": Mark("", "#9a9a9a", "", 0.8),
    "here": Mark("\u25ba ", "#b35900", "", 3.0),
    "center": Mark("", INK, "", 2.6),
    "never": Mark("", "#9a9a9a", "dashed", 0.8),
}
