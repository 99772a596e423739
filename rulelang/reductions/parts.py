"""What reductions are made of: notes and blocks on their way to a node, and reductions of many rules."""

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from rulelang import lex, tree
from rulelang.diagnostics import Diagnostic
from rulelang.source import Span

Reduction = Callable[..., Any]


class Refused(Exception):
    """The grammar lets this through, the language does not."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic


@frozen
class Notes:
    docs: tuple[str, ...]
    cites: tuple[tree.Cite, ...]


@frozen
class Block:
    """Statements below a header, with the citations on the header's line."""

    body: tuple[Any, ...]
    cites: tuple[tree.Cite, ...]
    inline: bool = False


@frozen
class Capacity:
    bound: tree.Expr
    span: Span


WRITTEN = frozenset((lex.NAME, lex.CAP, lex.NUMBER, lex.STRING, lex.CITE, lex.DOC))
"""Kinds of tokens that are the author's own; the others are words of the language."""


def token_node(kind: str, text: str, span: Span) -> Any:
    """What stands on the parser's stack for a token of the author's own."""
    if kind in (lex.NAME, lex.CAP):
        return tree.Name(text, span=span)
    if kind == lex.NUMBER:
        return tree.NumberValue(int(text), span=span)
    if kind == lex.STRING:
        return tree.Text(text[1:-1], span=span)
    if kind == lex.CITE:
        return tree.Cite(text[1:], span=span)
    assert kind == lex.DOC
    return text[3:] if text.startswith("## ") else text[2:]


def with_notes(notes: Notes, node: Any) -> Any:
    if not notes.docs and not notes.cites:
        return node
    if isinstance(node, tree.Replace | tree.Add):
        return evolve(node, new=with_notes(notes, node.new))
    return evolve(node, docs=notes.docs + node.docs, cites=notes.cites + node.cites)


def with_cites(node: Any, cites: tuple[tree.Cite, ...]) -> Any:
    return evolve(node, cites=node.cites + cites) if cites else node


def name_of(text: tree.Text) -> tree.Name:
    return tree.Name(text.text, span=text.span)


def as_expr(node: tree.Expr | tree.Name) -> tree.Expr:
    """A NAME where the grammar cannot say `ref`."""
    return tree.Ref(node, (), None, span=node.span) if isinstance(node, tree.Name) else node


def constant(value: object) -> Reduction:
    return lambda span: value


def notes_of(span: Span, *lines: Any) -> Notes:
    return Notes(
        tuple(line for line in lines if isinstance(line, str)),
        tuple(line for line in lines if not isinstance(line, str)),
    )


def as_tuple(span: Span, *parts: Any) -> tuple[Any, ...]:
    return parts


def keep(span: Span, node: Any) -> Any:
    return node


def notes_then(span: Span, notes: Notes, node: Any) -> Any:
    return with_notes(notes, node)


def then_cites(span: Span, node: Any, cites: tuple[tree.Cite, ...]) -> Any:
    return with_cites(node, cites)


def brackets(span: Span, inner: Any) -> Any:
    return evolve(inner, bracketed=True, span=span)


def negated(make: Reduction, negated: bool) -> Reduction:
    return lambda span, *parts: make(*parts, negated, span=span)


def gathered(make: Reduction, *first: object) -> Reduction:
    return lambda span, *parts: make(*first, *parts, span=span)


def headed(make: Reduction) -> Reduction:
    """The last part is a block, or None where the form can do without."""

    def reduce(span: Span, *parts: Any) -> Any:
        *rest, block = parts
        return make(*rest, block.body, cites=block.cites, inline=block.inline, span=span)

    return reduce


def chain(make: type[tree.Or] | type[tree.And]) -> Reduction:
    def reduce(span: Span, left: tree.Expr, right: tree.Expr) -> tree.Expr:
        parts = left.parts if isinstance(left, make) and not left.bracketed else (left,)
        return make((*parts, right), span=span)

    return reduce


def event_with(make: type[tree.ThenAnnounced] | type[tree.Announce] | type[tree.Open]) -> Reduction:
    return lambda span, name, arguments: make(name, arguments or (), span=span)


def node(make: type[tree.Node]) -> Reduction:
    return lambda span, *parts: make(*parts, span=span)
