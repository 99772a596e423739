"""Parts of a checked game as plain values that are equal when they mean the same.

Where something stands, its remarks and its citations do not count, nor what a name inside a declaration is.
"""

from collections.abc import Mapping
from typing import Any

import attrs

from rulelang import game as g

LEFT_OUT = frozenset({"span", "docs", "cites", "name_span"})
# What stands on lines of its own; in the head of what it stands in it does not count.
LINES = (g.Stmt, g.Option, g.Modifier, g.Trigger, g.Action)

_FIELDS: dict[type, tuple[str, ...]] = {}


class Normal:
    """Makes normal forms of one game; *renamed* tells the old names of what another game calls otherwise.

    Names inside one declaration are numbered as they come; with *by_name* they count as they are written, which tells
    apart lines that are looked at one by one.
    """

    def __init__(self, renamed: Mapping[str, str] | None = None, by_name: bool = False) -> None:
        self._renamed = renamed or {}
        self._by_name = by_name
        self._numbers: dict[int, int] = {}

    def whole(self, value: Any) -> object:
        """All of it."""
        return self._form(value, False)

    def head(self, value: Any) -> object:
        """Without what stands on further lines of it."""
        return self._form(value, True)

    def _form(self, value: Any, head: bool) -> object:
        if isinstance(value, str):
            return self._renamed.get(value, value)
        if value is None or isinstance(value, int):
            return value if not isinstance(value, bool) else ("truth", value)
        if isinstance(value, tuple | list):
            return tuple(self._form(one, head) for one in value if not (head and isinstance(one, LINES)))
        if isinstance(value, Mapping):
            return tuple((self._form(key, head), self._form(one, head)) for key, one in value.items())
        if isinstance(value, g.Var):
            known = value.name if self._by_name else self._numbers.setdefault(value.id, len(self._numbers))
            return "var", known, value.many
        kind = type(value)
        names = _FIELDS.get(kind)
        if names is None:
            names = tuple(one.name for one in attrs.fields(kind) if one.name not in LEFT_OUT)
            _FIELDS[kind] = names
        return (kind.__name__, *(self._form(getattr(value, name), head) for name in names))
