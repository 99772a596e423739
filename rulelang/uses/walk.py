"""Walking a checked game: every node of a rule, in the order in which it is written."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any
from weakref import finalize

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
    """*node* and everything in it, outside in; no empty tuples."""
    return _whole(node) if isinstance(node, g.Game) else _walked(node)


def _whole(game: g.Game) -> Iterator[object]:
    """The same of a whole game, which is asked for dozens of times while its text is written. What is in it is kept for as
    long as there is the game itself."""
    number = id(game)
    if number not in _inside:
        _inside[number] = tuple(_walked(game))[1:]
        finalize(game, _inside.pop, number).atexit = False
    return chain((game,), _inside[number])


_inside: dict[int, tuple[object, ...]] = {}  # by the id of the game


def _walked(node: object) -> Iterator[object]:
    stack = [node]
    pop, push = stack.pop, stack.append
    while stack:
        x = pop()
        cls = x.__class__
        if cls is tuple:
            yield x
            stack.extend(x[::-1])  # type: ignore[index]
            continue
        names = _BACKWARDS.get(cls)
        if names is None:
            names = _BACKWARDS[cls] = _backwards(cls)
        if names is _LEAF:
            continue
        yield x
        if names is _MAPPING:
            stack.extend(reversed(list(parts(x))))
            continue
        for name in names:
            part = getattr(x, name)
            if part:  # what is true is worth a look: a node, or a tuple with something in it
                push(part)


_BACKWARDS: dict[type, tuple[str, ...]] = {}
_LEAF, _MAPPING = ("",), ("",) * 2


def _backwards(cls: type) -> tuple[str, ...]:
    """The names of the parts of a class of nodes, the last one first."""
    if issubclass(cls, (g.Type, str, int, type(None))):
        return _LEAF
    if not attrs.has(cls):
        return _MAPPING
    return tuple(a.name for a in reversed(attrs.fields(cls)) if a.name not in ("span", "type", "docs", "cites"))


def expressions(node: object) -> Iterator[g.Expr]:
    for x in walk(node):
        if isinstance(x, g.Expr):
            yield x
