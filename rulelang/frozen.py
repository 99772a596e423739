"""How the classes of trees and of checked games are made: as `attrs.frozen` makes them, at half the price.

attrs writes the text of `__init__`, `__eq__`, `__hash__` and `__repr__` of each class and compiles it when the module is
imported. There are hundreds of these classes, and every command waits for them; so the last three, which are
seldom asked for, are here once for all.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from attrs import frozen as frozen  # type checkers know what it does
else:

    def frozen(cls: type | None = None, *, kw_only: bool = False) -> Any:
        """The class, or what makes one, as `attrs.frozen` would."""

        def make(plain: type) -> type:
            made = attrs.frozen(plain, kw_only=kw_only, eq=False, repr=False)
            made.__eq__, made.__hash__, made.__repr__ = _equal, _hash, _repr
            return made

        return make if cls is None else make(cls)


_contents: dict[type, Callable[[Any], Any]] = {}


def _content(one: Any) -> Any:
    """The values that count when two objects are compared."""
    sort = type(one)
    if sort not in _contents:
        names = [part.name for part in attrs.fields(sort) if part.eq]
        _contents[sort] = attrgetter(*names) if names else lambda _: None
    return _contents[sort](one)


def _equal(one: Any, other: Any) -> Any:
    if type(one) is not type(other):
        return NotImplemented
    return _content(one) == _content(other)


def _hash(one: Any) -> int:
    return hash((type(one).__qualname__, _content(one)))


def _repr(one: Any) -> str:
    parts = (f"{part.name}={getattr(one, part.name)!r}" for part in attrs.fields(type(one)) if part.repr)
    return f"{type(one).__qualname__}({', '.join(parts)})"
