"""The order of play as a graph: phases, what is asked in them, jumps, and ends of the game."""

from collections.abc import Iterator, Sequence
from typing import Any

import networkx as nx
from attrs import define, field, frozen

from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.links import END
from rulelang.uses.model import Model, model
from rulelang.uses.walk import parts, walk
from tools.graphs.building import Builder
from tools.graphs.rows import Row, rows
from tools.graphs.texts import Texts, place

START = "start"


def phase_graph(game: g.Game) -> "nx.MultiDiGraph[str]":
    """The phases of a game in their order.

    Nodes, besides what all graphs have (see `tools.graphs`):

    - ``start``, ``setup``, ``end`` (the game is over), ``phase NAME``, ``window NAME``;
    - ``steps NAME N``: what a phase with others inside does between or after them (what it does before them stands in
      its own node);
    - ``anytime N``: the actions that are open whenever somebody is asked during the same phases.

    ``kind`` is start, setup, end, phase, window, steps or anytime; ``parent`` the phase around it, or None;
    ``nested`` says whether phases stand inside; ``loop`` is what the head says of repeating, or empty; ``asks`` the
    places at which somebody decides, as (line of the text, "file:line"); ``lines`` the text inside.

    Edges, by ``kind``: ``next`` (the order), ``enters`` (a phase begins with this one inside), ``again`` (the next
    round), ``opens`` (a window), ``offers`` (actions at any time), ``skips`` (a jump), ``ends`` (the game ends).
    ``label`` says on which condition, or by which rule; ``around`` of `again`: whether the phase has others inside that
    have others inside.
    """
    made = model(game)
    builder = _Phases(made, Texts(game), Builder(game, "phases"))
    builder.build()
    return builder.out.done()


@frozen
class Leap:
    """A window that opens, a jump, or an end of the game, somewhere in what a thing does; ``via``: by which others."""

    kind: str
    target: str
    span: Span
    tests: tuple[str, ...]
    via: tuple[str, ...]


@define
class _Phases:
    made: Model
    texts: Texts
    out: Builder
    own: dict[str, list[tuple[g.Node, tuple[g.Expr, ...]]]] = field(
        factory=dict
    )  # leaps by thing, with their conditions
    does: dict[str, list[str]] = field(factory=dict)  # things by the thing that does or triggers them

    @property
    def game(self) -> g.Game:
        return self.made.game

    def build(self) -> None:
        """All nodes in the order of the rulebook, then all edges."""
        self._gather()
        game, out = self.game, self.out
        out.node(START, kind="start", name="start", label="start")
        if game.setup:
            self._text("setup", "setup", "set-up", None, game.setup)
        for key in game.program:
            self._phase(key)
        for window in game.windows.values():
            self._window(window)
        groups = self._anytimes()
        out.node(END, kind="end", name="end", label="the game is over")
        order = ["setup"] if game.setup else []
        order += [f"phase {key}" for key in game.program]
        self.chain([START, *order], END)
        for key in game.program:
            self._inside(key)
        for id in [
            node
            for node in out.ids()
            if node.split(" ")[0] in ("setup", "phase", "steps", "window", "anytime")
        ]:
            self._leaps(id)
        for id, during in groups.items():
            for key in during:
                out.edge(f"phase {key}", id, "offers", game.phases[key].span)

    # ---------------------------------------------------------------------------------------- nodes

    def _phase(self, key: str) -> None:
        phase = self.game.phases[key]
        nested = [st.key for st in phase.body if isinstance(st, g.PhaseStmt)]
        parent = None if phase.parent is None else f"phase {phase.parent}"
        body = phase.body
        if nested:
            first = next(parted(body), ())
            body = first if isinstance(first, tuple) else ()
        head = key if phase.of is None else f"{key} of {self.texts.of(phase.of.span)}"
        self._text(
            f"phase {key}",
            "phase",
            head,
            parent,
            body,
            phase,
            name=key,
            nested=bool(nested),
            loop=self.loop(phase),
        )
        if not nested:
            return
        number = 0
        for at, part in enumerate(parted(phase.body)):
            if isinstance(part, g.PhaseStmt):
                self._phase(part.key)
            elif at:
                number += 1
                self._text(f"steps {key} {number}", "steps", "", f"phase {key}", part)

    def loop(self, phase: g.Phase) -> str:
        """What the head of a phase says of repeating."""
        texts = self.texts
        until = "" if phase.until is None else f" until {texts.of(phase.until.span)}"
        match phase.loop:
            case "repeated":
                return "repeated" + until
            case "turns":
                return "taking turns" + until
            case "each" if phase.selector is not None:
                by = "" if phase.by is None else f" ordered by {texts.of(phase.by.span)}"
                return f"for each {texts.of(phase.selector.span)}{by}"
        return ""

    def _text(
        self,
        id: str,
        kind: str,
        label: str,
        parent: str | None,
        body: g.Body,
        decl: g.Decl | None = None,
        **more: Any,
    ) -> None:
        lines = list(rows(self.texts, body, self.made.asking))
        span = decl.span if decl is not None else body[0].span if body else None
        cites = decl.cites if decl is not None else ()
        docs = decl.docs if decl is not None else ()
        attributes = {"name": label or id, "nested": False, "loop": "", **more}
        self.out.node(
            id,
            kind=kind,
            label=label,
            parent=parent,
            span=span,
            cites=cites,
            docs=docs,
            lines=told(lines),
            **attributes,
        )

    def _window(self, window: g.Window) -> None:
        texts = self.texts
        if window.who is not None:
            asks = f"asks {texts.of(window.who.span)}"
        elif window.clock is not None:
            way = "clockwise" if window.clock.step > 0 else "counterclockwise"
            asks = f"asks players {way} from {texts.of(window.clock.start.span)}"
        else:
            asks = f"asks players ordered by {texts.of(window.by.span) if window.by else 'somebody'}"
        lines = [Row(asks, "asks", 0, window.span)]
        if window.restart:
            lines.append(Row("starting over after each action", "plain", 0, window.span))
        lines += [Row(one.key, "action", 1, one.span, one.cites) for one in window.actions]
        for one in window.passing:
            lines.append(Row("passing requires " + texts.of(one.test.span), "plain", 1, one.span, one.cites))
        self.out.node(
            f"window {window.key}", kind="window", name=window.key, label=window.key, parent=None, span=window.span,
            cites=window.cites, docs=window.docs, lines=told(lines), nested=False, loop="",
        )  # fmt: skip

    def _anytimes(self) -> dict[str, tuple[str, ...]]:
        """Actions at any time, those of the same phases in one node; the node and its phases."""
        found = {}
        offers = {offered: by for by, offered, _ in reversed(self.made.bodies.offers)}
        for number, (during, actions) in enumerate(self._groups().items(), 1):
            lines = []
            for action in actions:
                by = offers[self.made.bodies.actions[id_of(action)]]
                of = "" if by.startswith("phase ") else f" ({self.made.bodies.things[by].name})"
                lines.append(Row(action.key + of, "action", 0, action.span, action.cites))
            id = f"anytime {number}"
            found[id] = during
            self.out.node(
                id, kind="anytime", name=id, label="at any time", span=actions[0].span,
                lines=told(lines), nested=False, loop="",
            )  # fmt: skip
        return found

    # ---------------------------------------------------------------------------------------- order

    def chain(self, ids: Sequence[str], end: str) -> None:
        """One after the other, and what comes after the last."""
        for one, other in zip(ids, [*ids[1:], end], strict=False):
            self.out_of(one, other)

    def out_of(self, id: str, then: str) -> None:
        """What comes after a node when it is over: for one with phases inside, after the last of them."""
        over = self.over(id)
        if over is not None:
            self.out.edge(over[0], then, "next", label=", ".join(over[1]))
        phase = self.game.phases.get(id.removeprefix("phase "))
        if id.startswith("phase ") and phase is not None and phase.loop == "each" and self._maybe_none(phase):
            for before, kind in self.out.into(id):
                if kind in ("next", "enters"):
                    self.out.edge(before, then, "next", label="if there is none")

    def over(self, id: str) -> tuple[str, tuple[str, ...]] | None:
        """The node with which another is over, and when; None if it never is by itself."""
        if not id.startswith("phase "):
            return id, ()
        phase = self.game.phases[id[6:]]
        inside = self.parts(id)
        last = self.over(inside[-1]) if inside else (id, ())
        if last is None or (phase.loop in ("repeated", "turns") and phase.until is None):
            return None
        texts = self.texts
        if phase.until is not None:
            return last[0], (*last[1], f"when {texts.of(phase.until.span)}")
        return last[0], (*last[1], "after the last one") if phase.loop == "each" else last[1]

    def again(self, id: str) -> None:
        """The next round of a phase."""
        phase = self.game.phases[id[6:]]
        inside = self.parts(id)
        last = self.over(inside[-1]) if inside else (id, ())
        if phase.loop is not None and last is not None:
            words = {"each": "the next one", "turns": "the next player"}.get(phase.loop, "again")
            around = any(self.parts(part) for part in inside)
            self.out.edge(last[0], id, "again", phase.span, ", ".join((*last[1], words)), around=around)

    def _maybe_none(self, phase: g.Phase) -> bool:
        selector = phase.selector
        return selector is not None and (selector.where is not None or selector.source is not None)

    def parts(self, id: str) -> list[str]:
        """What stands directly inside a phase, in order."""
        return [node for node in self.out.ids() if self.out.attributes(node).get("parent") == id]

    def _inside(self, key: str) -> None:
        id = f"phase {key}"
        inside = self.parts(id)
        if inside:
            self.out.edge(id, inside[0], "enters")
            for one, other in zip(inside, inside[1:], strict=False):
                self.out_of(one, other)
            for node in inside:
                if node.startswith("phase "):
                    self._inside(node[6:])
        self.again(id)

    def _following(self, key: str) -> str:
        at = self.game.program.index(key)
        return f"phase {self.game.program[at + 1]}" if at + 1 < len(self.game.program) else END

    # ---------------------------------------------------------------------------------------- leaps

    def _gather(self) -> None:
        """Leaps of each thing itself, and which other things it does."""
        for body in self.made.bodies.bodies:
            for part in body.parts:
                for st, tests in _leaping(part, ()):
                    self.own.setdefault(body.thing, []).append((st, tests))
        for link in self.made.links:
            if link.use.kind in ("does", "triggers") or (
                link.use.kind == "asks" and link.use.target.startswith("effect")
            ):
                if link.use.target.split(" ")[0] in (
                    "effect",
                    "card",
                    "trait",
                    "kind",
                    "rule",
                    "until",
                    "event",
                    "refill",
                    "tally",
                ):
                    self.does.setdefault(link.source, []).append(link.use.target)

    def leaps(self, thing: str, only: Sequence[object] | None = None) -> Iterator[Leap]:
        """Leaps in all that a thing does, the nearest way to each first."""
        waiting: list[tuple[str, tuple[str, ...]]] = [(thing, ())]
        seen = {thing}
        while waiting:
            one, via = waiting.pop(0)
            for st, tests in self.own.get(one, ()):
                if one == thing and only is not None and id(st) not in {id(x) for x in only}:
                    continue
                yield from self._leap(st, tests, via)
            for other in self.does.get(one, ()):
                if other not in seen:
                    seen.add(other)
                    waiting.append((other, (*via, other)))

    def _leap(self, st: g.Node, tests: tuple[g.Expr, ...], via: tuple[str, ...]) -> Iterator[Leap]:
        said = tuple(self.texts.of(test.span) for test in tests)
        match st:
            case g.Open():
                yield Leap("opens", f"window {st.key}", st.span, said, via)
            case g.Skip():
                yield Leap("skips", f"phase {st.phase}", st.span, said, via)
            case g.EndOf() if not st.window:
                yield Leap("skips", self.after(st.key), st.span, said, via)
            case g.EndGame() | g.Wins():
                yield Leap("ends", END, st.span, said, via)

    def after(self, key: str) -> str:
        """What comes when a phase is left."""
        id = f"phase {key}"
        parent = self.game.phases[key].parent
        if parent is None:
            return self._following(key)
        inside = self.parts(f"phase {parent}")
        at = inside.index(id)
        if at + 1 < len(inside):
            return inside[at + 1]
        return f"phase {parent}" if self.game.phases[parent].loop else self.after(parent)

    def _leaps(self, id: str) -> None:
        """Edges for the windows, jumps and ends in what a node does."""
        kind, _, name = id.partition(" ")
        found: list[tuple[Leap, str]] = []
        match kind:
            case "steps":
                key, _, number = name.rpartition(" ")
                runs = [
                    part for part in list(parted(self.game.phases[key].body))[1:] if isinstance(part, tuple)
                ]
                found = [(leap, "") for leap in self.leaps_of_body(f"phase {key}", runs[int(number) - 1])]
            case "phase" if self.out.attributes(id)["nested"]:
                first = next(parted(self.game.phases[name].body), ())
                if isinstance(first, tuple):
                    found = [(leap, "") for leap in self.leaps_of_body(id, first)]
            case "window":
                for action in self.game.windows[name].actions:
                    thing = self.made.bodies.actions[id_of(action)]
                    found += [(leap, action.key) for leap in self.leaps(thing)]
            case "anytime":
                number_of = list(self._groups())
                for action in self._groups()[number_of[int(name) - 1]]:
                    found += [
                        (leap, action.key) for leap in self.leaps(self.made.bodies.actions[id_of(action)])
                    ]
            case _:
                found = [(leap, "") for leap in self.leaps(id)]
        for leap, by in found:
            self.out.edge(id, leap.target, leap.kind, leap.span, said(leap, by))

    def leaps_of_body(self, thing: str, body: g.Body) -> Iterator[Leap]:
        """Leaps in some of the statements of a phase."""
        inside = list(walk(body))
        nodes = {id(node) for node in inside}
        yield from (
            leap
            for st, tests in self.own.get(thing, ())
            if id(st) in nodes
            for leap in self._leap(st, tests, ())
        )
        for node in inside:
            if isinstance(node, g.Do | g.May):
                yield from self.leaps(f"effect {node.effect.key}")

    def _groups(self) -> dict[tuple[str, ...], list[g.Action]]:
        groups: dict[tuple[str, ...], list[g.Action]] = {}
        for action in self.made.bodies.facts.anytimes:
            groups.setdefault(action.during or tuple(self.game.phases), []).append(action.action)
        return groups


def id_of(node: object) -> int:
    """The identity of a node, as the tables of `Bodies` have it."""
    return id(node)


def told(lines: Sequence[Row]) -> tuple[tuple[str, str, int, str], ...]:
    """Lines as plain data: text, sort, depth, "file:line"."""
    return tuple((row.text, row.sort, row.depth, place(row.span)) for row in lines)


def said(leap: Leap, by: str) -> str:
    """The label of a leap: whose doing it is, and on which condition."""
    via = [thing.partition(" ")[2] for thing in leap.via if not thing.startswith("event ")]
    words = [by] if by else []
    words += via[-1:] if len(via) > 2 else via
    text = ", ".join(words)
    if leap.tests and leap.kind != "opens":
        text += (", " if text else "") + "if " + " and ".join(leap.tests)
    return text


def parted(body: g.Body) -> Iterator[Any]:
    """The nested phases of a body, and the runs of other statements between them."""
    run: list[g.Stmt] = []
    for st in body:
        if isinstance(st, g.PhaseStmt):
            if run:
                yield tuple(run)
            run = []
            yield st
        else:
            run.append(st)
    if run:
        yield tuple(run)


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
