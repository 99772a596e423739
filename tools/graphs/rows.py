"""Statements as the lines of a box in a diagram."""

from collections.abc import Iterator

from attrs import frozen

from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.walk import walk
from tools.texts import Texts

LONG = 64  # letters: a block of one statement that is no longer stands on one line


@frozen
class Row:
    """``sort``: plain, asks (a player decides here), window, jump, over (the game may end), under a head ``deeper``."""

    text: str
    sort: str
    depth: int
    span: Span
    cites: tuple[str, ...] = ()


def rows(texts: Texts, body: g.Body, asking: frozenset[str] = frozenset(), depth: int = 0) -> Iterator[Row]:
    """The lines of a body, nested phases left out; *asking*: effects in which somebody decides."""
    for st in body:
        if isinstance(st, g.PhaseStmt):
            continue
        inner = blocks(st)
        whole = texts.of(st.span)
        if not inner or (len(whole) <= LONG and sum(len(block) for _, block in inner) <= 1):
            yield Row(whole, sort_of(st, asking), depth, st.span, st.cites)
            continue
        heads = [node for _, block in inner for node in block]
        first = True
        for head, block in inner:
            if head is None and first:
                text = texts.head(st, heads)
            elif head is None:
                text = "otherwise"
            elif isinstance(head, g.Option):
                if first:
                    yield Row(
                        texts.head(st, [option for option, _ in inner if option]),
                        "asks",
                        depth,
                        st.span,
                        st.cites,
                    )
                text = texts.head(head, block)
            else:
                text = ("if " if first else "otherwise if ") + texts.of(head.span)
            deeper = depth + (1 if isinstance(head, g.Option) else 0)
            lines = list(rows(texts, block, asking, deeper + 1))
            if len(lines) == 1 and len(text) + len(lines[0].text) < LONG and lines[0].sort != "jump":
                yield Row(
                    f"{text}: {lines[0].text}",
                    sort_of(st, asking) if head is None else lines[0].sort,
                    deeper,
                    st.span,
                    st.cites,
                )
            else:
                yield Row(f"{text}:", "plain", deeper, st.span, st.cites)
                yield from lines
            first = False


def blocks(st: g.Stmt) -> list[tuple[g.Node | None, g.Body]]:
    """The blocks under a statement, each with what stands at its head (a condition, an option)."""
    match st:
        case g.If():
            found: list[tuple[g.Node | None, g.Body]] = [(test, body) for test, body in st.branches]
            return [*found, (None, st.otherwise)] if st.otherwise else found
        case g.ForEach() | g.Repeat() | g.Together():
            return [(None, st.body)]
        case g.ChooseOption():
            return [(option, option.body) for option in st.options]
    return []


def sort_of(st: g.Stmt, asking: frozenset[str] = frozenset()) -> str:
    """What a statement is to whoever plays."""
    found = [_sort(node, asking) for node in walk(st) if isinstance(node, g.Stmt)]
    return max(found, key=("plain", "asks", "window", "jump", "over").index, default="plain")


def _sort(st: g.Stmt, asking: frozenset[str]) -> str:
    match st:
        case g.Choose() if st.who is not None:
            return "asks"
        case g.ChooseOption() if st.who is not None:
            return "asks"
        case g.May() | g.Pause():
            return "asks"
        case g.Do() if st.effect.key in asking:
            return "asks"
        case g.Open():
            return "window"
        case g.Skip() | g.EndOf():
            return "jump"
        case g.EndGame() | g.Wins():
            return "over"
    return "plain"
