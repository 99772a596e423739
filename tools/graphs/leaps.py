"""Windows that open, jumps, and ends of the game: wherever they stand in what is done."""

from collections.abc import Iterator

from attrs import define, field, frozen

from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.links import END
from rulelang.uses.model import Model
from rulelang.uses.walk import parts
from tools.graphs.sections import Section
from tools.graphs.ways import Ways
from tools.texts import Texts

DONE = ("effect ", "card ", "trait ", "kind ", "rule ", "until ", "event ", "refill ", "tally ")


@frozen
class Leap:
    """``kind``: opens, skips or ends; ``tests``: the conditions around it; ``via``: the things by way of which."""

    kind: str
    target: str
    span: Span
    tests: tuple[str, ...]
    via: tuple[str, ...]

    def label(self, by: str = "") -> str:
        """Whose doing it is, and on which condition."""
        via = [thing.partition(" ")[2] for thing in self.via if not thing.startswith("event ")]
        words = [*([by] if by else []), *(via[-1:] if len(via) > 2 else via)]
        text = ", ".join(words)
        if self.tests and self.kind != "opens":
            text += (", " if text else "") + "if " + " and ".join(self.tests)
        return text


@define
class Leaps:
    """All leaps of a game, by the things in whose text they stand."""

    made: Model
    texts: Texts
    ways: Ways
    own: dict[str, list[tuple[g.Node, tuple[g.Expr, ...]]]] = field(factory=dict)
    does: dict[str, list[tuple[str, Span]]] = field(factory=dict)  # what a thing does or sets off, and where

    def __attrs_post_init__(self) -> None:
        for body in self.made.bodies.bodies:
            for part in body.parts:
                self.own.setdefault(body.thing, []).extend(_leaping(part, ()))
        for link in self.made.links:
            use = link.use
            doing = use.kind in ("does", "triggers") or (
                use.kind == "asks" and use.target.startswith("effect ")
            )
            if doing and use.target.startswith(DONE):
                self.does.setdefault(link.source, []).append((use.target, use.span))

    def of_thing(self, thing: str) -> Iterator[Leap]:
        """Leaps in all that a thing does, the nearest way to each first."""
        yield from self._through(thing, [thing], ())

    def of_section(self, section: Section, others: list[g.Body]) -> Iterator[Leap]:
        """Leaps in what a phase does in one section; *others*: what it does in the others."""
        thing = f"phase {section.phase}"

        def here(span: Span) -> bool:
            if section.later:
                return any(_around(st.span, span) for st in section.body)
            return not any(_around(st.span, span) for body in others for st in body)

        for st, tests in self.own.get(thing, ()):
            if here(st.span):
                yield from self._leap(st, tests, ())
        first = [target for target, span in self.does.get(thing, ()) if here(span)]
        yield from self._through(thing, list(dict.fromkeys(first)), None)

    def _through(self, start: str, first: list[str], via: tuple[str, ...] | None) -> Iterator[Leap]:
        waiting = [(one, (one,) if via is None else via) for one in first]
        seen = {start, *first}
        while waiting:
            one, way = waiting.pop(0)
            for st, tests in self.own.get(one, ()):
                yield from self._leap(st, tests, way)
            for other, _ in self.does.get(one, ()):
                if other not in seen:
                    seen.add(other)
                    waiting.append((other, (*way, other)))

    def _leap(self, st: g.Node, tests: tuple[g.Expr, ...], via: tuple[str, ...]) -> Iterator[Leap]:
        said = tuple(self.texts.of(test.span) for test in tests)
        match st:
            case g.Open():
                yield Leap("opens", f"window {st.key}", st.span, said, via)
            case g.Skip():
                yield Leap("skips", f"phase {st.phase}", st.span, said, via)
            case g.EndOf(window=False):
                yield Leap("skips", self.ways.after(st.key), st.span, said, via)
            case g.EndGame() | g.Wins():
                yield Leap("ends", END, st.span, said, via)


def _around(outer: Span, inner: Span) -> bool:
    return outer.file == inner.file and outer.start <= inner.start and inner.end <= outer.end


def _leaping(node: object, tests: tuple[g.Expr, ...]) -> Iterator[tuple[g.Node, tuple[g.Expr, ...]]]:
    """Windows opened, jumps and ends in a part of a body, with the conditions around them."""
    match node:
        case g.Lasting() | g.Type() | str() | int() | None:
            return
        case g.Open() | g.Skip() | g.EndOf() | g.EndGame() | g.Wins():
            yield node, tests
            return
        case g.If():
            for test, body in node.branches:
                yield from _leaping(body, (*tests, test))
            yield from _leaping(node.otherwise, tests)
            return
    for part in parts(node):
        yield from _leaping(part, tests)
