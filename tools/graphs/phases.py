"""The order of play as a graph: phases, what is asked in them, jumps, and ends of the game."""

from collections.abc import Sequence

import networkx as nx
from attrs import define

from rulelang import game as g
from rulelang.uses.links import END
from rulelang.uses.model import Model, model
from tools.graphs.building import Builder
from tools.graphs.leaps import Leap, Leaps
from tools.graphs.rows import Row, rows
from tools.graphs.sections import Section, sections
from tools.graphs.ways import Ways
from tools.texts import Texts, place

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
    made, texts = model(game), Texts(game)
    drawn = list(sections(game))
    first = [START, *(["setup"] if game.setup else [])]
    ways = Ways(game, texts, first, drawn)
    built = _Phases(made, texts, Builder(game, "phases"), drawn, ways, Leaps(made, texts, ways))
    built.nodes()
    built.edges()
    return built.out.done()


@define
class _Phases:
    made: Model
    texts: Texts
    out: Builder
    sections: Sequence[Section]
    ways: Ways
    leaps: Leaps

    @property
    def game(self) -> g.Game:
        return self.made.game

    # ---------------------------------------------------------------------------------------- nodes

    def nodes(self) -> None:
        """All nodes, in the order of the rulebook."""
        game, out = self.game, self.out
        out.node(START, kind="start", name="start", label="start")
        if game.setup:
            lines = self._told(game.setup)
            out.node(
                "setup", kind="setup", name="setup", label="set-up", span=game.setup[0].span, lines=lines
            )
        for section in self.sections:
            self._section(section)
        for window in game.windows.values():
            self._window(window)
        for number, (_, actions) in enumerate(self._groups().items(), 1):
            self._anytime(f"anytime {number}", actions)
        out.node(END, kind="end", name="end", label="the game is over")

    def _section(self, section: Section) -> None:
        phase = self.game.phases[section.phase]
        parent = None if section.parent is None else f"phase {section.parent}"
        lines = self._told(section.body)
        if section.later:
            span = section.body[0].span
            self.out.node(
                section.id, kind="steps", name=section.id, label="", parent=parent, span=span, lines=lines,
                nested=False, loop="",
            )  # fmt: skip
            return
        label = section.phase if phase.of is None else f"{section.phase} of {self.texts.of(phase.of.span)}"
        self.out.node(
            section.id, kind="phase", name=section.phase, label=label, parent=parent, span=phase.span,
            cites=phase.cites, docs=phase.docs, lines=lines, nested=section.nested, loop=self._loop(phase),
        )  # fmt: skip

    def _told(self, body: g.Body) -> tuple[tuple[str, str, int, str], ...]:
        return told(list(rows(self.texts, body, self.made.asking)))

    def _loop(self, phase: g.Phase) -> str:
        """What the head of a phase says of repeating."""
        until = "" if phase.until is None else f" until {self.texts.of(phase.until.span)}"
        match phase.loop:
            case "repeated":
                return "repeated" + until
            case "turns":
                return "taking turns" + until
            case "each" if phase.selector is not None:
                by = "" if phase.by is None else f" ordered by {self.texts.of(phase.by.span)}"
                return f"for each {self.texts.of(phase.selector.span)}{by}"
        return ""

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
            f"window {window.key}", kind="window", name=window.key, label=window.key, span=window.span,
            cites=window.cites, docs=window.docs, lines=told(lines),
        )  # fmt: skip

    def _anytime(self, id: str, actions: Sequence[g.Action]) -> None:
        offers = {offered: by for by, offered, _ in reversed(self.made.bodies.offers)}
        lines = []
        for action in actions:
            by = offers[self.made.bodies.actions[id_of(action)]]
            of = "" if by.startswith(("phase ", "setup")) else f" ({self.made.bodies.things[by].name})"
            lines.append(Row(action.key + of, "action", 0, action.span, action.cites))
        span = actions[0].span
        self.out.node(id, kind="anytime", name=id, label="at any time", span=span, lines=told(lines))

    def _groups(self) -> dict[tuple[str, ...], list[g.Action]]:
        """Actions at any time, by the phases during which they are open; none said: always."""
        groups: dict[tuple[str, ...], list[g.Action]] = {}
        for action in self.made.bodies.facts.anytimes:
            groups.setdefault(action.during, []).append(action.action)
        return groups

    # ---------------------------------------------------------------------------------------- edges

    def edges(self) -> None:
        """All edges."""
        for way in self.ways.all():
            self.out.edge(way.source, way.target, way.kind, way.span, way.label, around=way.around)
        if self.game.setup:
            self._leaps("setup", [(leap, "") for leap in self.leaps.of_thing("setup")])
        for section in self.sections:
            if section.nested or section.later:
                others = [
                    one.body for one in self.sections if one.phase == section.phase and one is not section
                ]
                found = self.leaps.of_section(section, others)
            else:
                found = self.leaps.of_thing(section.id)
            self._leaps(section.id, [(leap, "") for leap in found])
        for key, window in self.game.windows.items():
            inside = [(leap, "") for leap in self.leaps.of_thing(f"window {key}")]
            self._leaps(f"window {key}", [*self._of_actions(window.actions), *inside])
        for number, (during, actions) in enumerate(self._groups().items(), 1):
            id = f"anytime {number}"
            self._leaps(id, self._of_actions(actions))
            always = [*(["setup"] if self.game.setup else []), *(f"phase {key}" for key in self.game.phases)]
            for source in [f"phase {key}" for key in during] or always:
                self.out.edge(source, id, "offers", actions[0].span)

    def _of_actions(self, actions: Sequence[g.Action]) -> list[tuple[Leap, str]]:
        things = [(self.made.bodies.actions[id_of(action)], action.key) for action in actions]
        return [(leap, key) for thing, key in things for leap in self.leaps.of_thing(thing)]

    def _leaps(self, id: str, found: Sequence[tuple[Leap, str]]) -> None:
        for leap, by in found:
            self.out.edge(id, leap.target, leap.kind, leap.span, leap.label(by))


def id_of(node: object) -> int:
    """The identity of a node, as the tables of `Bodies` have it."""
    return id(node)


def told(lines: Sequence[Row]) -> tuple[tuple[str, str, int, str], ...]:
    """Lines as plain data: text, sort, depth, "file:line"."""
    return tuple((row.text, row.sort, row.depth, place(row.span)) for row in lines)
