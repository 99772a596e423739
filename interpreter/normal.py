"""Small rewritings of a checked game, so that what follows knows fewer forms."""

from collections.abc import Callable, Mapping
from typing import Any

import attrs
from attrs import define, evolve, field

from interpreter.emit.base import NotYet
from interpreter.walk import walk
from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.names import outer


def normal(game: g.Game) -> g.Game:
    """Events about an expression (`place of boat of player p falls`) become events about a derived value made for it,
    wherever they stand."""
    if not any(isinstance(x, g.Event) and plain(x) for x in walk(game)):
        return game
    lasting = [x for x in walk(game) if isinstance(x, g.Lasting) and x.until is not None]
    made = Watched(game, frozenset(id(x) for block in lasting for x in (block.until, *(rule.event for rule in block.rules))))
    changed = rewritten(game, made.event, {})
    assert isinstance(changed, g.Game)
    return evolve(changed, values={**changed.values, **made.values})


def plain(e: g.Event) -> bool:
    """Whether the event is about an expression that no value stands for yet."""
    return not e.key and e.watched is not None


@define
class Watched:
    """The values made for expressions, one for all that say the same."""

    game: g.Game
    lasting: frozenset[int]  # the events that `until` blocks speak of
    apart: int = 0
    values: dict[str, g.Value] = field(factory=dict)
    names: dict[str, str] = field(factory=dict)

    def event(self, node: object) -> object:
        """The same event about a value; anything else as it is."""
        if not isinstance(node, g.Event) or not plain(node):
            return node
        assert node.watched is not None
        expr, of = node.watched, node.of if isinstance(node.of, g.Selector) else None
        pattern = node.of
        whose = around(expr, of)
        if id(node) in self.lasting and expr.type.base != "list" and hangs_on_more(expr, of, node.of):
            # each block that runs compares what it comes to by itself
            self.apart += 1
            return evolve(node, key=f"watched apart {self.apart}")
        if whose is not None:
            # that of each thing of this sort; the event is about the one whose text it is, or which the name stands for
            if node.of is not None:
                raise NotYet("a change of what hangs on several names")
            var = g.Var(id=MADE - len(self.names), name="its", type=whose.type)
            of = g.Selector(span=node.span, var=var)
            pattern = g.Fixed(span=node.span, value=whose)
            local = g.Local(span=node.span, type=whose.type, var=var)
            changed = rewritten(expr, lambda x: local if x == whose else x, {})
            assert isinstance(changed, g.Expr)
            expr = changed
        text = repr((node.watched, of if whose is None else whose))
        if text not in self.names:
            if around(expr, of) is not None:
                raise NotYet("a change of what hangs on several names")
            key = f"watched {len(self.names) + 1}"
            self.names[text] = key
            self.values[key] = g.Value(span=node.span, key=key, of=of, type=expr.type, expr=expr)
        return evolve(node, key=self.names[text], of=pattern)


def hangs_on_more(expr: g.Expr, of: g.Selector | None, pattern: g.Pattern | None) -> bool:
    """Whether the expression speaks of more than one thing that only the text around it knows, or of `you`."""
    whose = around(expr, of)
    if any(isinstance(x, g.You) for x in walk(expr)):
        return True
    if whose is None:
        return False
    return pattern is not None or any(x != whose for x in outer(expr, of))


MADE = -1000
"""The names made for what stands around an event are numbered from here downwards."""


def around(expr: g.Expr, of: g.Selector | None) -> g.This | g.Local | None:
    """The first thing of which the expression speaks that only the text around it knows: `this`, or a name."""
    return next(outer(expr, of), None)


_NAMES: dict[type, tuple[str, ...]] = {}  # the parts of each class of nodes


def rewritten(node: Any, change: Callable[[object], object], known: dict[int, tuple[object, object]]) -> Any:
    """*node* with everything in it changed, inside out; what is the same stays the same object, and what several share
    stays shared."""
    if node is None or isinstance(node, str | int | Span | g.Type):
        return node
    kept = known.get(id(node))
    if kept is not None:
        return kept[1]
    out: Any = node
    if isinstance(node, tuple):
        parts = tuple(rewritten(part, change, known) for part in node)
        if any(a is not b for a, b in zip(parts, node, strict=True)):
            out = parts
    elif isinstance(node, Mapping):
        those = {key: rewritten(part, change, known) for key, part in node.items()}
        if any(those[key] is not part for key, part in node.items()):
            out = those
    elif attrs.has(type(node)):
        cls: Any = type(node)
        if cls not in _NAMES:
            _NAMES[cls] = tuple(a.name for a in attrs.fields(cls) if a.name != "span")
        differs = {}
        for name in _NAMES[cls]:
            before = getattr(node, name)
            after = rewritten(before, change, known)
            if after is not before:
                differs[name] = after
        if differs:
            out = evolve(node, **differs)
    out = change(out)
    known[id(node)] = node, out
    return out
