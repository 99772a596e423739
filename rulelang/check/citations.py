"""Which statements of the rulebook are cited, and by what."""

from collections.abc import Collection, Iterator
from typing import Any

import attrs

from rulelang import tree
from rulelang.check.symbols import Context
from rulelang.check.words import did_you_mean
from rulelang.diagnostics import Code
from rulelang.sorts import SORTS
from rulelang.source import Span

FREE = frozenset({"flavour"})  # kinds of statements that no rule need carry
_FIELDS: dict[type, tuple[str, ...]] = {}

_CARRIERS = {kind: word for kind, word in SORTS.items() if "name" in attrs.fields_dict(kind)}


def collect(c: Context) -> dict[str, tuple[tuple[str, Span], ...]]:
    """All citations by the id of the statement; unknown ids are reported."""
    found: dict[str, list[tuple[str, Span]]] = {}
    for cite in c.program.header.cites:
        found.setdefault(cite.id, []).append(("game", cite.span))
    for node in c.program.declarations:
        for carrier, cite in cites_of(node):
            found.setdefault(cite.id, []).append((carrier, cite.span))
    catalogue = c.program.catalogue
    if catalogue is not None:
        ids = {statement.id for statement in catalogue}
        for id_, places in found.items():
            for _, span in places if id_ not in ids else ():
                hint = did_you_mean(id_, ids) if len(ids) < 2000 else None
                c.report.add(Code.UNKNOWN_STATEMENT, span, f"the catalogue has no statement `{id_}`", hint)
    return {id_: tuple(places) for id_, places in found.items()}


def elsewhere(c: Context, cited: Collection[str]) -> dict[str, tuple[tuple[str, Span], ...]]:
    """What other variants carry of the statements that must be carried and are not among the *cited*."""
    lacking = [
        statement.id
        for statement in c.program.catalogue or ()
        if statement.kind not in FREE and statement.id not in cited
    ]
    carried = c.program.elsewhere() if lacking else {}
    return {id_: carried[id_] for id_ in lacking if id_ in carried}


def cites_of(declaration: Any) -> Iterator[tuple[str, tree.Cite]]:
    """All citations in a declaration, each with the name of what carries it."""
    return _cites(declaration, _carrier(declaration, ""))


def _carrier(node: Any, above: str) -> str:
    word = _CARRIERS.get(type(node))
    if word is not None:
        return f"{word} {node.name.text}"
    if isinstance(node, tree.Cards):
        return f"cards {node.kind.text}"
    if isinstance(node, tree.Setup):
        return "setup"
    if isinstance(node, tree.Winner):
        return "winner"
    if isinstance(node, tree.Refill):
        zone = node.zone
        return f"refill {zone.name.text}" if isinstance(zone, tree.Ref) else "refill"
    if isinstance(node, tree.Anytime):
        return above or "anytime"
    return above


def _cites(node: Any, carrier: str) -> Iterator[tuple[str, tree.Cite]]:
    """All citations in a declaration, with the name of what carries each; without recursion."""
    waiting: list[tuple[Any, str]] = [(node, carrier)]
    while waiting:
        one, name = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend((part, name) for part in reversed(one))
            continue
        kind = type(one)
        if isinstance(one, tree.Expression) or not attrs.has(kind):
            continue
        if isinstance(one, tree.Cite):
            yield name, one
            continue
        if isinstance(one, tree.Phase | tree.Action) and one is not node:
            name = _carrier(one, name)
        names = _FIELDS.get(kind)
        if names is None:
            names = tuple(
                field.name
                for field in attrs.fields(kind)
                if field.name not in ("span", "docs", "name", "value")
            )
            if issubclass(kind, tree.Noted):
                names = ("cites", *(name_ for name_ in names if name_ != "cites"))
            _FIELDS[kind] = names
        for field in reversed(names):
            part = getattr(one, field)
            if part is not None:
                waiting.append((part, name))
