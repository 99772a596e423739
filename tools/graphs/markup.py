"""Text inside a drawing: nothing from a rules file is DOT, HTML or a link of its own there."""

import html
import unicodedata

import graphviz

from tools.texts import wrapped


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
