"""Going through syntax trees whatever their nodes are, and rebuilding them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from rulelang import tree


def _parts_of(sort: type[tree.Node]) -> tuple[str, ...]:
    """The fields of a node that may hold nodes, but not names that are none of the author's own."""
    left_out = {"span", "docs", "inline", "bracketed"}
    if issubclass(sort, tree.Zone):
        left_out |= {"arrangement"}
    if issubclass(sort, tree.Card):
        left_out |= {"name", "like"}  # in quotation marks: another world than that of the other names
    return tuple(part.name for part in attrs.fields(sort) if part.name not in left_out)


PARTS: Mapping[type, tuple[str, ...]] = {
    sort: _parts_of(sort)
    for sort in vars(tree).values()
    if isinstance(sort, type) and issubclass(sort, tree.Node)
}


def walk(root: object) -> Iterator[tree.Node]:
    """All nodes in *root*, each before its parts, in source order."""
    waiting = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend(reversed(item))
        elif isinstance(item, tree.Node):
            yield item
            waiting.extend(getattr(item, part) for part in reversed(PARTS[type(item)]))


def rebuilt(item: object, changed: Callable[[tuple[object, ...] | tree.Node], object]) -> object:
    """*item* with every tuple and node in it, parts first, put through *changed*; what stays is shared."""
    if isinstance(item, tuple):
        parts = []  # a plain loop: a generator would double the depth of the recursion
        for part in item:
            parts.append(rebuilt(part, changed))
        return changed(
            item if all(new is old for new, old in zip(parts, item, strict=True)) else tuple(parts)
        )
    if isinstance(item, tree.Node):
        changes: dict[str, Any] = {}
        for name in PARTS[type(item)]:
            before = getattr(item, name)
            after = rebuilt(before, changed)
            if after is not before:
                changes[name] = after
        return changed(attrs.evolve(item, **changes) if changes else item)
    return item
