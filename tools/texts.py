"""The words of a rules file, as a diagram shows them."""

import re
import textwrap
from collections.abc import Sequence

from rulelang import game as g
from rulelang.files import printable
from rulelang.source import Span

CITES_AND_COMMENTS = re.compile(r'("[^"\n]*")|@[A-Za-z0-9_-]+|#[^\n]*')
BLANKS = re.compile(r"\s+")
OVER = 4  # letters
LONGEST = 400  # letters of one text: a rules file may have lines of any length


class Texts:
    """What stands in the sources of a game, without citations and comments, on one line."""

    def __init__(self, game: g.Game) -> None:
        self._texts = {source.path: source.text for source in game.sources}

    def of(self, span: Span) -> str:
        """The text of a stretch; empty if the game no longer has it."""
        return self._between(span.file, span.start, span.end)

    def head(self, node: g.Node, inner: Sequence[g.Node]) -> str:
        """The text of *node* up to the first of what it holds, without the colon."""
        inside = [each.span.start for each in inner if node.span.start < each.span.start <= node.span.end]
        return self._between(node.span.file, node.span.start, min(inside, default=node.span.end)).rstrip(": ")

    def _between(self, file: str, start: int, end: int) -> str:
        text = self._texts.get(file, "")[start : min(end, start + 20 * LONGEST)]
        bare = CITES_AND_COMMENTS.sub(lambda found: found.group(1) or "", text)
        line = printable(BLANKS.sub(" ", bare).strip())
        return line if len(line) <= LONGEST else line[: LONGEST - 4].rstrip() + " ..."


def place(span: Span) -> str:
    """`badaboom.rules:113`: the file without its folder, and the line."""
    return f"{span.file.replace(chr(92), '/').rsplit('/', 1)[-1]}:{span.line}"


def wrapped(text: str, width: int, most: int = 6) -> list[str]:
    """The text in lines of about *width* letters: a few more, if no line is left over then; what *most* lines do not hold
    is left out."""
    ways = [textwrap.wrap(text, width + more, break_on_hyphens=False) or [""] for more in (0, OVER)]
    lines = min(ways, key=len)
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1].rstrip(" .") + " ..."]
    return lines
