"""Walking over the nodes of a checked game."""

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

_FIELDS: dict[type, tuple[str, ...]] = {}
_PLAIN = (str, int, type(None))
_LEFT_OUT = {"span", "docs", "cites", "type"}


def nodes(*roots: Any) -> Iterator[Any]:
    """All nodes below *roots*, those included, in the order of the text; types and places are passed over."""
    waiting: list[Any] = list(reversed(roots))
    while waiting:
        one = waiting.pop()
        if isinstance(one, _PLAIN):
            continue
        if isinstance(one, tuple | list):
            waiting.extend(reversed(one))
            continue
        if isinstance(one, Mapping):
            waiting.extend(reversed(list(one.values())))
            continue
        yield one
        kind = type(one)
        names = _FIELDS.get(kind)
        if names is None:
            names = tuple(field.name for field in attrs.fields(kind) if field.name not in _LEFT_OUT)
            _FIELDS[kind] = names
        for name in reversed(names):
            part = getattr(one, name)
            if part is not None and part != ():
                waiting.append(part)
