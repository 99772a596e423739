"""What all nodes have: a place in the source, and perhaps remarks, citations, a block."""

from __future__ import annotations

from attrs import field

from rulelang.frozen import frozen
from rulelang.source import Span


@frozen(kw_only=True)
class Node:
    """Anything that has a place in the source; trees compare by content alone."""

    span: Span = field(eq=False, repr=False)


@frozen
class Cite(Node):
    """``@AB-12``: a statement of the game's catalogue; the id is kept without the ``@``."""

    id: str


@frozen(kw_only=True)
class Noted(Node):
    """Whatever may carry ``##`` lines and citations, above it or at the end of its line."""

    docs: tuple[str, ...] = ()  # one item a line, without the ## and the blank after it
    cites: tuple[Cite, ...] = ()  # those above first, then those at the end of the line


@frozen(kw_only=True)
class Headed(Noted):
    """A header with a block below it; on paper a block of one statement may stand on the header's line."""

    inline: bool = field(default=False, eq=False, repr=False)  # written on one line; of layout only


@frozen(kw_only=True)
class Expression(Node):
    """Anything with a value."""

    bracketed: bool = field(default=False, eq=False, repr=False)  # in round brackets; of layout only


@frozen
class Name(Node):
    """A name that the author gave or refers to, without quotation marks."""

    text: str


@frozen
class Text(Node):
    """``"..."`` that is no card's name: a path, a reason, a label."""

    text: str


@frozen
class Comment(Node):
    """``# ...``, kept for the formatter."""

    text: str  # with the #
    own_line: bool  # False: at the end of a line that says something
