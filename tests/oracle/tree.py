"""Looking through a checked game without knowing its forms."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulelang import game as g

PLAIN = g.Type | g.Source | g.Span  # nothing that is done or worked out stands inside these


def parts_of(node: Any) -> Iterator[Any]:
    """What stands directly inside, lists and tables passed through."""
    if isinstance(node, Mapping):
        node = tuple(node.values())
    elif not isinstance(node, tuple):
        node = tuple(getattr(node, field.name) for field in attrs.fields(type(node)))
    for part in node:
        if isinstance(part, tuple | Mapping):
            yield from parts_of(part)
        elif attrs.has(type(part)) and not isinstance(part, PLAIN):
            yield part


def walk(node: Any) -> Iterator[Any]:
    """It and everything inside."""
    yield node
    for part in parts_of(node):
        yield from walk(part)
