"""Boxes with a head and lines of text, as DOT's own kind of HTML."""

from collections.abc import Mapping
from typing import Any

from tools.graphs.looks import Look, Mark
from tools.graphs.markup import broken, markup
from tools.texts import wrapped

# Where lines may end at a box: at its head, at what stands below.
HEAD_PORT, BODY_PORT = "h", "b"
SIGNS = {"asks": "\u25ca ", "window": "\u25ca ", "action": "\u2022 ", "now": "\u25ba "}
BOLD = ("jump", "over")
INDENT = "   "
LEADING = '<font point-size="10.8"> </font>'


def table(look: Look, mark: Mark, data: Mapping[str, Any]) -> str:
    """The box of a node."""
    rows = []
    if data["label"]:
        head = f"<b>{broken(mark.sign + data['label'], look.width, ' ' if mark.sign else '')}</b>"
        if data.get("loop"):
            head += f'<br/><font point-size="9">{broken(data["loop"], look.width)}</font>'
        rows.append(f'<tr><td port="{HEAD_PORT}" bgcolor="{look.band}" cellpadding="2">{head}</td></tr>')
    if data["lines"]:
        # the renderer puts lines nearer to each other where letters differ
        apart = LEADING if any(sort in BOLD for _, sort, _, _ in data["lines"]) else ""
        text = "".join(_line(text, sort, depth, look.width, apart) for text, sort, depth, _ in data["lines"])
        text = text if data["label"] else mark.sign + text
        rows.append(
            f'<tr><td port="{BODY_PORT}" align="left" balign="left" cellpadding="3">'
            f'<font point-size="9">{text}</font></td></tr>'
        )
    fill = look.fill if data["lines"] else look.band
    style = f' style="{mark.style or look.style}"' if mark.style or look.style else ""
    return (
        f'<table border="{max(round(mark.width), 1)}" cellborder="0" cellspacing="0" cellpadding="1" '
        f'color="{mark.color or look.border}" bgcolor="{fill}"{style}>{"".join(rows)}</table>'
    )


def _line(text: str, sort: str, depth: int, width: int, apart: str) -> str:
    indent = INDENT * min(depth, 6)
    # blanks and words are one stretch of text: the renderer would put a second one too far to the right
    lines = [
        indent + ("  " if at else SIGNS.get(sort, "")) + markup(line)
        for at, line in enumerate(wrapped(text, max(width + 8 - 3 * depth, 16)))
    ]
    if sort in BOLD:
        lines = [f"<b>{line}</b>" for line in lines]
    return "".join(f'{line}{apart}<br align="left"/>' for line in lines)
