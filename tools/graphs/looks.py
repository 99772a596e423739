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
    style: str = ""
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
    "window": Look(fill="#fffdf3", band="#fff2c4", style="dashed", width=30),
    "anytime": Look(fill="#f6fbf4", band="#e0f0da", style="dotted", width=30),
    # zones
    "zone": Look(fill="#ffffff", band="#eeeeee", width=26),
    "box": Look(fill="#ffffff", band="#ffffff", style="dashed", width=26),
    "end": Look(shape="box"),
}
# The same kinds among many others, where only the shape has room.
SMALL: Mapping[str, Look] = {
    "setup": Look(shape="box", fill="#e9e9e9"),
    "phase": Look(shape="box", fill="#dce8f4"),
    "window": Look(shape="hexagon", fill="#fff2c4"),
    "action": Look(shape="box", fill="#fff2c4", style="rounded"),
    "effect": Look(shape="ellipse", fill="#ffffff"),
    "rule": Look(shape="house", fill="#fbe3dd"),
    "until": Look(shape="house", fill="#fbe3dd", style="dashed"),
    "event": Look(shape="box", fill="#fbe3dd", style="rounded,dashed"),
    "kind": Look(shape="note", fill="#efe7f6"),
    "trait": Look(shape="note", fill="#efe7f6"),
    "card": Look(shape="note", fill="#efe7f6"),
    "tally": Look(shape="folder", fill="#ffffff"),
    "refill": Look(shape="box", fill="#ffffff", style="diagonals"),
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
    "again": Line(width="1.2", arrow="vee"),
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


@frozen
class Way:
    """A way to lay a graph out: where it runs to, inches between nodes and between ranks, at which side of a node its
    first and its second loop stand (an empty side is the renderer's choice), the letters of a line of a label, and
    whether the label of a step is put beside it afterwards, which lengthens that step only, not all of them."""

    rankdir: str
    nodesep: float
    ranksep: float
    loops: tuple[str, str] = ("", "")
    letters: int = 26
    beside: bool = True

    @property
    def settings(self) -> dict[str, str]:
        """As attributes of DOT."""
        return {"rankdir": self.rankdir, "nodesep": f"{self.nodesep:g}", "ranksep": f"{self.ranksep:g}"}


# By what a graph is about: the ways to lay it out, the usual one first. A picture takes the one that reads best.
WAYS: Mapping[str, tuple[Way, ...]] = {
    "phases": (
        Way("TB", 0.25, 0.15), Way("TB", 0.25, 0.1), Way("TB", 0.3, 0.15), Way("TB", 0.4, 0.15), Way("TB", 0.25, 0.25),
        Way("TB", 0.35, 0.25), Way("TB", 0.4, 0.2), Way("TB", 0.5, 0.3), Way("TB", 0.7, 0.3),
        Way("TB", 0.25, 0.15, letters=18), Way("TB", 0.4, 0.25, letters=18), Way("TB", 0.25, 0.15, beside=False),
    ),
    "effects": (Way("LR", 0.05, 0.25), Way("LR", 0.07, 0.25)),
    "flow": (
        Way("LR", 0.2, 0.3, ("", "s")), Way("TB", 0.2, 0.3, ("", "w")), Way("TB", 0.2, 0.3, ("w", "e")),
        Way("TB", 0.2, 0.3, ("s", "n")), Way("LR", 0.2, 0.3, ("s", "n")), Way("LR", 0.3, 0.4, ("", "s")),
        Way("TB", 0.3, 0.4, ("", "w")), Way("TB", 0.3, 0.4, ("w", "e")), Way("TB", 0.3, 0.4, ("s", "n")),
        Way("LR", 0.3, 0.4, ("s", "n")), Way("TB", 0.4, 0.5, ("", "w")), Way("TB", 0.4, 0.5, ("s", "n")),
        Way("LR", 0.4, 0.5, ("", "s")), Way("TB", 0.5, 0.6, ("s", "n")), Way("LR", 0.5, 0.7, ("", "s")),
        Way("TB", 0.4, 0.8, ("s", "n")),
    ),
}  # fmt: skip
TITLES = {"phases": "the order of play", "effects": "what sets off what", "flow": "the ways of the cards"}
# What there is to say where a graph is empty.
NOTHING = {
    "phases": "there are no phases",
    "effects": "nothing sets off anything",
    "flow": "no cards are moved in this game",
}
# What drawings have, in words: signs in lines of text, kinds of edges, kinds of nodes.
SIGNS_IN_LINES: Mapping[str, str] = {
    "asks": "\u25ca somebody decides", "window": "\u25ca somebody decides", "now": "\u25ba cards there now",
}  # fmt: skip
STROKES: Mapping[str, str] = {
    "skips": "double arrow: a jump", "does": "solid: does", "asks": "diamond: asks", "triggers": "bold, open arrow: triggers",
    "moves": "bold: moves cards into", "writes": "dashed: writes", "modifies": "dashed, bar: modifies",
    "reads": "dotted: reads",
}  # fmt: skip
SHAPES: Mapping[str, Mapping[str, str]] = {
    "phases": {"window": "dashed: a window that asks", "anytime": "dotted: actions at any time"},
    "effects": {
        "setup": "grey box: set-up", "phase": "shaded box: phase", "window": "hexagon: window", "action": "rounded box: action",
        "effect": "ellipse: effect", "rule": "house: rule", "until": "dashed house: until an event",
        "event": "dashed, rounded box: event", "kind": "dog-ear: card or trait", "trait": "dog-ear: card or trait",
        "card": "dog-ear: card or trait", "tally": "folder: tally", "refill": "box with cut corners: refill",
        "value": "dashed ellipse: value", "counter": "block: counter", "variable": "plain box: variable",
        "dice": "box with tabs: dice", "zone": "drum: zone", "parameter": "underlined: parameter",
    },
    "flow": {"zone": "an arrow: what moves cards that way", "box": "dashed: before the first move"},
}  # fmt: skip
# Points of the name and the legend of a drawing. Where it is not known how much smaller than it is drawn a picture is
# printed, those of large ones are larger.
HEADS: Mapping[str, tuple[float, float]] = {"effects": (19, 12)}
HEAD = (14.0, 9.0)
FEW = 25  # nodes of a small drawing

COMPARED = "+ green: added   \u2212 red, dashed: removed   ~ blue: changed   grey: the same"
COUNTED = "\u00d7 n: how often it was taken   grey, dashed: never"
HERE = "\u25ba where the match stands"
CENTER = "bold frame: what was asked for"


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
    "same": Mark("", "#808080", "", 0.8),
    "here": Mark("\u25ba ", "#b35900", "", 3.0),
    "center": Mark("", INK, "", 2.6),
    "never": Mark("", "#808080", "dashed", 0.8),
}
