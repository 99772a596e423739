"""What only the whole can tell: cards that never leave the box, values that rest on themselves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulelang import game
from rulelang.check.symbols import Context
from rulelang.check.types import overlap
from rulelang.check.walk import nodes
from rulelang.check.words import listed
from rulelang.diagnostics import Code
from rulelang.game import Type


def boxed(
    c: Context, cards: Iterable[game.Card], setup: game.Body, effects: Mapping[str, game.Effect], play: Any
) -> None:
    """Kinds with cards that `setup` never moves; of tokens, that nothing ever moves."""
    at_once = _moved(_reached(setup, effects))
    whole: list[Type] | None = None
    first: dict[str, game.Card] = {}
    for card in cards:
        first.setdefault(card.kind, card)
    for name, card in first.items():
        info = c.symbols.kinds.get(name)
        if info is None or info.base == "space" or _touched(c, name, at_once):
            continue
        if info.base == "token":
            if whole is None:
                whole = _moved(nodes(play))
            if _touched(c, name, whole):
                continue
            message = f"nothing ever moves the tokens of kind `{name}` out of the box"
        else:
            message = f"`setup` never moves the cards of kind `{name}` out of the box"
        c.report.add(
            Code.STAYS_IN_BOX,
            info.span,
            message,
            f"in `setup`: `move all {name}s to ...`",
            also=((card.span, "one of them"),),
        )


def _reached(setup: game.Body, effects: Mapping[str, game.Effect]) -> Iterator[Any]:
    """All nodes of the set-up and of the effects that it does."""
    done: set[str] = set()
    waiting: list[Any] = [setup]
    while waiting:
        for node in nodes(waiting.pop()):
            yield node
            if isinstance(node, game.EffectRef) and node.key not in done:
                done.add(node.key)
                if node.key in effects:
                    waiting.append(effects[node.key].body)


def _moved(found: Iterable[Any]) -> list[Type]:
    kinds = []
    for node in found:
        if isinstance(node, game.Move):
            kind = node.what.type
            kinds.append(kind.item if kind.base == "list" and kind.item is not None else kind)
    return kinds


def _touched(c: Context, name: str, moved: Sequence[Type]) -> bool:
    wanted = Type("card", names=(name,))
    return any(overlap(c.symbols, wanted, kind) for kind in moved if kind.base == "card")


def circles(c: Context, values: Mapping[str, game.Value], bearers: Iterable[game.Card | game.Kind], play: Any) -> None:
    """Derived values that rest on themselves, by what they read or by what lets them become something."""
    reads: dict[str, set[str]] = {key: set() for key in values}
    for key, value in values.items():
        reads[key].update(_derived(value.expr, value.of))
    seen: set[int] = set()
    roots: list[Any] = [play]
    for card in bearers:
        for key, value in card.values.items():
            if id(value) not in seen:
                seen.add(id(value))
                reads.setdefault(key, set()).update(_derived(value.expr))
        for lasting in card.lastings:
            if id(lasting) not in seen:
                seen.add(id(lasting))
                roots.append(lasting)
    for node in nodes(*roots):
        if isinstance(node, game.Lasting):
            for modifier in node.modifiers:
                target = modifier.target
                reads.setdefault(target.key, set()).update(
                    _derived(modifier.value, modifier.each, target.args, target.of, node.test)
                )
    for circle in circles_in(reads):
        key = min(circle, key=lambda one: _place(values, one))
        value_ = values.get(key)
        if value_ is None:
            continue
        if len(circle) == 1:
            c.report.add(Code.CIRCULAR, value_.span, f"`{_name(key)}` rests on itself")
        else:
            others = listed(_name(one) for one in circle if one != key)
            c.report.add(Code.CIRCULAR, value_.span, f"`{_name(key)}` rests on itself, by way of {others}")


def _name(key: str) -> str:
    return key.rpartition(".")[2]


def _place(values: Mapping[str, game.Value], key: str) -> int:
    return values[key].span.start if key in values else 1 << 60


def _derived(*roots: Any) -> set[str]:
    return {node.key for node in nodes(*roots) if isinstance(node, game.Derived)}


def circles_in(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Nodes that reach each other or themselves, in groups: Tarjan's algorithm without recursion."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []
    for root in graph:
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        while work:
            node, edges = work[-1]
            step = next(edges, None)
            if step is None:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        one = stack.pop()
                        low[one] = 1 << 60
                        group.append(one)
                        if one == node:
                            break
                    if len(group) > 1 or node in graph[node]:
                        found.append(list(reversed(group)))
            elif step not in graph:
                continue
            elif step not in index:
                index[step] = low[step] = len(index)
                stack.append(step)
                work.append((step, iter(sorted(graph[step]))))
            else:
                low[node] = min(low[node], low[step])
    return found
