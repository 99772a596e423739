"""Walking a checked game: every node of a rule, in the order in which it is written."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulelang import game as g

_NAMES: dict[type, tuple[str, ...]] = {}


def parts(node: object) -> Iterator[object]:
    """The direct parts of a node, of a tuple or of a mapping, types and spans left out."""
    if isinstance(node, tuple):
        yield from node
    elif isinstance(node, Mapping):
        yield from node.values()
    elif attrs.has(type(node)):
        cls: Any = type(node)
        names = _NAMES.get(cls)
        if names is None:
            names = _NAMES[cls] = tuple(
                a.name for a in attrs.fields(cls) if a.name not in ("span", "type", "docs", "cites"))
        for name in names:
            yield getattr(node, name)


def walk(node: object) -> Iterator[object]:
    """*node* and everything in it, outside in."""
    stack = [node]
    while stack:
        x = stack.pop()
        if isinstance(x, (g.Type, str, int)) or x is None:
            continue
        yield x
        stack.extend(reversed(list(parts(x))))


def expressions(node: object) -> Iterator[g.Expr]:
    for x in walk(node):
        if isinstance(x, g.Expr):
            yield x
