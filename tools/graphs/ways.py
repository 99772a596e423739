"""What comes after what in the order of play, apart from jumps."""

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.links import END
from rulelang.uses.walk import walk
from tools.graphs.sections import Section
from tools.texts import Texts

Last = tuple[str, tuple[str, ...]]  # a node, and when play goes on from it
NONE = "if there is none"  # or something else comes instead


@frozen
class Way:
    """From one node to another. ``around``: past phases inside that have others inside."""

    source: str
    target: str
    kind: str
    label: str = ""
    span: Span | None = None
    around: bool = False


@define
class Ways:
    """The order of some sections; ``first``: the nodes before the first phase."""

    game: g.Game
    texts: Texts
    first: Sequence[str]
    sections: Sequence[Section]
    inside: dict[str | None, list[str]] = field(
        factory=dict
    )  # by phase: what stands directly in it, in order
    eliminates: bool = False
    replaced: frozenset[str] = frozenset()  # phases instead of which a rule may do something else

    def __attrs_post_init__(self) -> None:
        for section in self.sections:
            parent = None if section.parent is None else f"phase {section.parent}"
            self.inside.setdefault(parent, []).append(section.id)
        play = (self.game.phases, self.game.effects, self.game.windows, self.game.rules, self.game.bearers)
        self.replaced = frozenset(
            node.event.key
            for node in walk(play)
            if isinstance(node, g.Trigger) and node.time == "instead" and node.event.what == "begins"
        )
        self.eliminates = any(isinstance(node, g.Eliminate) for node in walk(play))

    def all(self) -> Iterator[Way]:
        """Every way, in the order of the nodes that they leave."""
        outermost = [*self.first, *self.inside.get(None, ())]
        yield from self._row(outermost, END)
        for section in self.sections:
            if not section.id.startswith("phase "):
                continue
            phase, row = self.game.phases[section.phase], self.inside.get(section.id, [])
            if row:
                yield Way(section.id, row[0], "enters")
                yield from self._row([section.id, *row])
            if phase.loop is not None:
                words = {"each": "the next one", "turns": "the next player"}.get(phase.loop, "again")
                around = any(part in self.inside for part in row)
                for node, labels in self._lasts(section.id):
                    yield Way(node, section.id, "again", ", ".join((*labels, words)), phase.span, around)

    def _row(self, row: Sequence[str], end: str | None = None) -> Iterator[Way]:
        """What follows each of a row; the head of a phase may stand first, which is followed by `enters`."""
        targets = [*row[1:], *([end] if end is not None else [])]
        for at, target in enumerate(targets):
            head = row[0] in self.inside and self.inside[row[0]] == list(row[1:])
            for node, labels in self._before(row, at, head):
                if not (head and at == 0):
                    yield Way(node, target, "next", ", ".join(labels))

    def _before(self, row: Sequence[str], at: int, head: bool) -> Iterator[Last]:
        """The nodes from which play goes on past the one at a place of a row."""
        if head and at == 0:
            yield row[0], ()
            return
        yield from self.overs(row[at])
        if self._maybe_none(row[at]) and at > 0:
            for node, labels in self._before(row, at - 1, head):
                yield node, (*labels, NONE)

    def overs(self, id: str) -> Iterator[Last]:
        """The nodes with which a node is over by itself, and when."""
        phase = self.game.phases[id[6:]] if id.startswith("phase ") else None
        if phase is None:
            yield id, ()
            return
        if phase.loop in ("repeated", "turns") and phase.until is None:
            return
        more: tuple[str, ...] = ("after the last one",) if phase.loop == "each" else ()
        if phase.until is not None:
            more = (f"when {self.texts.of(phase.until.span)}",)
        for node, labels in self._lasts(id):
            yield node, (*labels, *more)

    def _lasts(self, id: str) -> Iterator[Last]:
        """The nodes with which one round of a phase is over."""
        row = self.inside.get(id)
        if row:
            yield from self._before([id, *row], len(row), True)
        else:
            yield id, ()

    def _maybe_none(self, id: str) -> bool:
        """Whether a phase may not be played at all, since there is nothing for which it would be."""
        phase = self.game.phases[id[6:]] if id.startswith("phase ") else None
        if phase is not None and phase.key in self.replaced:
            return True
        if phase is None or phase.selector is None:
            return False
        selector = phase.selector
        if selector.where is not None or selector.source is not None or self.eliminates:
            return True
        return selector.clock is not None and _may_be_nobody(selector.clock.start)

    def after(self, key: str) -> str:
        """The node that comes when a phase is left by `end`."""
        parent = self.game.phases[key].parent
        row = self.inside[None if parent is None else f"phase {parent}"]
        at = row.index(f"phase {key}")
        if at + 1 < len(row):
            return row[at + 1]
        if parent is None:
            return END
        return f"phase {parent}" if self.game.phases[parent].loop else self.after(parent)


def _may_be_nobody(start: g.Expr) -> bool:
    match start:
        case g.Prop(name="start_player", of=None) | g.You():
            return False
        case g.Stored(of=None):
            return start.type.optional
        case g.Prop(name="left" | "right") if start.of is not None:
            return _may_be_nobody(start.of)
    return True
