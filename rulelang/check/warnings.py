"""Warnings: what is never used, what is never reached, what reads otherwise than it is meant."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import attrs

from rulelang import game, tree
from rulelang.check.citations import FREE
from rulelang.check.symbols import Context
from rulelang.diagnostics import Code
from rulelang.source import Span

JUMPS = (tree.Skip, tree.End, tree.EndGame)


def unused(c: Context) -> None:
    """What nothing but examples uses; to be called before examples are looked at."""
    symbols = c.symbols
    for thing in [
        *symbols.things.values(),
        *(one for kind in symbols.kinds.values() for one in kind.things.values()),
    ]:
        if not thing.used and thing.what not in ("field", "board"):
            _unused(c, thing.span, f"the {thing.what} `{thing.name}`")
    for routine in [
        *symbols.routines.values(),
        *(one for kind in symbols.kinds.values() for one in kind.routines.values()),
    ]:
        if not routine.used and routine.what != "action":
            _unused(c, routine.span, f"the effect `{routine.name}`")
    for name, window in symbols.windows.items():
        if not window.used:
            c.report.add(Code.UNUSED, window.span, f"nothing opens the window `{name}`")
    for name, event in symbols.events.items():
        if not event.used:
            c.report.add(Code.NEVER_RAISED, event.span, f"nothing announces `{name}`", f"`announce {name}`")
    for name, trait in symbols.traits.items():
        if name not in symbols.used_traits:
            _unused(c, trait.name.span, f"the trait `{name}`", "no card has it")
    for name, tally in symbols.tallies.items():
        if name not in c.counted:
            c.report.add(
                Code.UNUSED, tally.name.span, f"nothing counts up the tally `{name}`", f"`tally {name}`"
            )
    for kind in symbols.kinds.values():
        if not kind.used and not any(kind.name in other.lineage[1:] for other in symbols.kinds.values()):
            _unused(c, kind.span, f"the kind `{kind.name}`")


def _unused(c: Context, span: Span, what: str, hint: str | None = None) -> None:
    c.report.add(Code.UNUSED, span, f"nothing uses {what}", hint)


def no_copies(c: Context, cards: Sequence[game.Card]) -> None:
    """Cards of which there is no copy, unless others are like them."""
    for card in cards:
        info = c.symbols.cards.get(card.name)
        if isinstance(card.copies, game.Num) and card.copies.value == 0 and not (info and info.used):
            c.report.add(Code.UNUSED, card.span, f'there is no copy of "{card.name}"')


def not_cited(c: Context, cited: Collection[str]) -> None:
    """Statements of the catalogue that nothing cites; those of flavour need not be.

    What a variant has done away with is no mistake of its author: the game cites it.
    """
    lacking = [
        statement
        for statement in c.program.catalogue or ()
        if statement.kind not in FREE and statement.id not in cited
    ]
    before = c.program.cited_before() if lacking else ()
    for statement in lacking:
        if statement.id not in before:
            span = c.program.catalogue_spans.get(statement.id, c.program.header.span)
            hint = f"write `@{statement.id}` behind the rule that says so"
            c.report.add(Code.NOT_CITED, span, f"nothing cites `{statement.id}`", hint)


def in_the_text(c: Context) -> None:
    """What can be seen in the text of the declarations alone."""
    for node in _all(c.program.declarations):
        if isinstance(node, tree.Quantified):
            if node.quantifier in (tree.Quantifier.ANY, tree.Quantifier.NONE, tree.Quantifier.COUNT):
                _where(c, node.selector)
        elif isinstance(node, tree.Gathered):
            if node.gather not in (tree.Gather.LIST, tree.Gather.DIFFERENT):
                _where(c, node.selector)
        elif isinstance(node, tree.Every):
            _reaching(c, node.has, node.selector, "has")
        body = getattr(node, "body", None)
        if isinstance(body, tuple):
            _after_a_jump(c, body)


def _where(c: Context, selector: tree.Selector) -> None:
    if selector.where is not None:
        _reaching(c, selector.where, selector, "where")


def _reaching(c: Context, condition: tree.Expr, selector: tree.Selector, word: str) -> None:
    """Warn if a part of the condition does not speak of the thing chosen: perhaps it belongs outside."""
    if selector.name is None or condition.bracketed or not isinstance(condition, tree.And | tree.Or):
        return
    name = selector.name.text
    for part in condition.parts:
        if not any(isinstance(node, tree.Ref) and node.name.text == name for node in _all((part,))):
            joint = "and" if isinstance(condition, tree.And) else "or"
            c.report.add(
                Code.WHERE_TRAP,
                part.span,
                f"this belongs to the `{word}` but does not speak of `{name}`",
                f"brackets end the `{word}`: `(...) {joint} ...`; or put them round all that belongs to it",
            )


def _after_a_jump(c: Context, body: Sequence[tree.Stmt]) -> None:
    for one, following in zip(body, body[1:], strict=False):
        if isinstance(one, JUMPS):
            c.report.add(
                Code.AFTER_A_JUMP,
                following.span,
                "this is never done: the line before it goes elsewhere",
                also=((one.span, "here"),),
            )
            return


_FIELDS: dict[type, tuple[str, ...]] = {}


def _all(roots: Sequence[Any]) -> Iterator[Any]:
    """All nodes of the trees."""
    waiting: list[Any] = list(reversed(roots))
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(reversed(one))
            continue
        kind = type(one)
        names = _FIELDS.get(kind)
        if names is None:
            names = (
                tuple(
                    field.name for field in attrs.fields(kind) if field.name not in ("span", "docs", "cites")
                )
                if attrs.has(kind)
                else ()
            )
            _FIELDS[kind] = names
        if not names:
            continue
        yield one
        for name in reversed(names):
            part = getattr(one, name)
            if part is not None and part != ():
                waiting.append(part)
