"""The digest of a game: a hash of everything that play depends on."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import attrs

from rulelang import game

_LEFT_OUT = {"span", "docs", "cites", "examples", "catalogue", "citations", "variant_citations", "sources", "digest", "name_span",
             "trait_heads"}
_LEFT_OUT_OF_GAMES = {"first", "order"}  # who begins, and in which order rules answer: of attacks only
_FIELDS: dict[type, tuple[str, ...]] = {}


def digest(checked: game.Game) -> str:
    """The hash, as hexadecimal digits; the same for games that play alike, however they are laid out."""
    parts: list[str] = []
    _write(checked, parts)
    return sha256("".join(parts).encode()).hexdigest()


def _write(value: Any, parts: list[str]) -> None:
    if isinstance(value, str):
        parts.append(repr(value))
    elif value is None or isinstance(value, int):
        parts.append(str(value))
    elif isinstance(value, tuple | list):
        parts.append("(")
        for one in value:
            _write(one, parts)
            parts.append(",")
        parts.append(")")
    elif isinstance(value, Mapping):
        parts.append("{")
        for key, one in value.items():
            parts.append(f"{key!r}:")
            _write(one, parts)
            parts.append(",")
        parts.append("}")
    else:
        kind = type(value)
        names = _FIELDS.get(kind)
        if names is None:
            left_out = _LEFT_OUT | _LEFT_OUT_OF_GAMES if kind is game.Game else _LEFT_OUT
            names = tuple(one.name for one in attrs.fields(kind) if one.name not in left_out)
            _FIELDS[kind] = names
        parts.append(kind.__name__)
        parts.append("(")
        for name in names:
            one = getattr(value, name)
            if one is not None and one != ():
                parts.append(f"{name}=")
                _write(one, parts)
        parts.append(")")
