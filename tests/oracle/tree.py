"""Looking through a checked game without knowing its forms."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import attrs

from rulelang import game as g

PLAIN = g.Type | g.Source | g.Span  # nothing that is done or worked out stands inside these


def parts_of(node: Any) -> Iterator[Any]:
    """What stands directly inside, lists and tables passed through."""
    if isinstance(node, Mapping):
        node = tuple(node.values())
    elif not isinstance(node, tuple):
        node = tuple(getattr(node, name) for name in names_of(type(node)))
    for part in node:
        if isinstance(part, tuple | Mapping):
            yield from parts_of(part)
        elif is_node(type(part)):
            yield part


@cache
def is_node(kind: type) -> bool:
    return attrs.has(kind) and not issubclass(kind, PLAIN)


@cache
def names_of(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(kind))


def walk(node: Any) -> Iterator[Any]:
    """It and everything inside."""
    yield node
    for part in parts_of(node):
        yield from walk(part)
