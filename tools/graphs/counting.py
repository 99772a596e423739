"""How often what the graphs show has happened in matches: read off the logs of a marked game.

A statement counts when it is reached, and with it all that it does, asks, writes, moves and reads. What somebody
chooses from, pays or requires counts with the effect, rule or action to which it belongs. A rule or refill counts for
what was reached last before it, among what may set it off. A value counts as often as what reads it, and what
modifies it whenever a card comes to where it does so.
"""

from bisect import bisect_right
from collections import Counter

from attrs import define, field

import interpreter
from interpreter.log import RECORD
from interpreter.program import Program
from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.bodies import statements
from rulelang.uses.facts import places
from rulelang.uses.model import Model
from tools.graphs.marking import MARK, UNMARKED
from tools.graphs.sections import sections
from tools.texts import place

Edge = tuple[str, str, str]  # source, target, kind; of ways: zone, zone, by what
Place = tuple[str, int, int]
KEPT = 30  # so many of the latest causes are looked through for what set off a rule


def place_of(span: Span) -> Place:
    """What tells one stretch of the sources from another."""
    return span.file, span.start, span.end


@define
class Counts:
    """What happened in matches."""

    statements: Counter[Place] = field(factory=Counter)
    things: Counter[str] = field(factory=Counter)  # begun, done, answered, announced, chosen
    lasting: Counter[str] = field(factory=Counter)  # things with text that lasts, whenever it began to
    links: Counter[Edge] = field(factory=Counter)  # edges of the effect graph that the log tells by itself
    acts: Counter[tuple[str, str]] = field(factory=Counter)  # actions, by where play stood
    ways: Counter[Edge] = field(factory=Counter)
    steps: Counter[tuple[str, str]] = field(factory=Counter)  # which node of the phase graph came after which
    leaps: Counter[tuple[str, str]] = field(
        factory=Counter
    )  # jumps and ends of the game: during what, "file:line"
    opened: Counter[tuple[str, str]] = field(factory=Counter)  # windows: during what, which


class Reader:
    """Reads logs of one marked game into counts."""

    def __init__(self, made: Model) -> None:
        self.made = made
        taken, game = made.bodies, made.game
        self.thing_at: dict[Place, str] = {}
        self.slot_at: dict[Place, str] = {}
        for id, thing in taken.things.items():
            self.thing_at.setdefault(place_of(thing.span), id)
        for listener in taken.listeners():
            self.thing_at[place_of(listener.rule.span)] = taken.rules[id_of(listener.rule)]
        for card in game.bearers:
            for slot, filled in card.effects.items():
                if filled is not game.effects[slot]:
                    self.thing_at[place_of(filled.span)] = taken.thing_of(filled.span, card)
                    self.slot_at[place_of(filled.span)] = slot
        self.thing_of: dict[Place, str] = {}
        spans: dict[str, set[Span]] = {}
        for body in taken.bodies:
            for st in statements(body.parts):
                self.thing_of.setdefault(place_of(st.span), body.thing)
                if not isinstance(st, UNMARKED):
                    spans.setdefault(st.span.file, set()).add(st.span)
        self._spans = {
            file: sorted(some, key=lambda one: (one.start, -one.end)) for file, some in spans.items()
        }
        self._starts = {file: [one.start for one in some] for file, some in self._spans.items()}
        self.triggers = {(link.source, link.use.target) for link in made.links if link.use.kind == "triggers"}
        self.lasting: dict[
            str, list[tuple[str, tuple[str, ...]]]
        ] = {}  # by card: things and the zones they last in
        self.always: list[str] = []  # kinds of spaces, which are there from the start
        for card in game.bearers:
            for block in card.lastings:
                where = block.zones or places(block.test)
                bearer = taken.thing_of(block.span, card)
                if isinstance(card, g.Kind):
                    self.always.append(bearer)
                self.lasting.setdefault(card.key, []).append((bearer, where))
        self.always = list(dict.fromkeys(self.always))
        self.refills = {place_of(refill.span): refill for refill in game.refills}
        self.offers = {(by, action) for by, action, _ in taken.offers}
        self.offered_by = {
            action: by for by, action in sorted(self.offers) if not by.startswith(("phase ", "window "))
        }
        self.steps_at = {  # statements between nested phases
            place_of(st.span): section.id
            for section in sections(game)
            if section.later
            for st in statements(section.body)
        }
        # what begins, ends or is announced sets off its rules before the log tells of it, or instead
        self.by_itself = {
            rule: source
            for source, rule in sorted(self.triggers)
            if source.startswith(("phase ", "window ", "event "))
        }

    def statement(self, span: Span) -> Place | None:
        """The innermost marked statement around a place."""
        some = self._spans.get(span.file, [])
        at = bisect_right(self._starts.get(span.file, []), span.start)
        for one in reversed(some[max(at - 100, 0) : at]):
            if one.end >= span.end:
                return place_of(one)
        return None

    def read(self, match: interpreter.Match, counts: Counts) -> None:
        """Count all that happened in a match."""
        reading = _Reading(self, match.program, counts)
        counts.lasting.update(self.always)
        records = match.records()
        for at in range(0, len(records), RECORD):
            reading.take(records[at : at + RECORD])
        if match.result is not None and match.result.reason == "last phase over":
            counts.steps[reading.where, "end"] += 1


def id_of(node: object) -> int:
    """The identity of a node, as the tables of `Bodies` have it."""
    return id(node)


@define
class _Reading:
    """One match: what came last."""

    reader: Reader
    program: Program
    counts: Counts
    where: str = "start"  # the node of the phase graph in which play stands
    target: str | None = None  # where a jump leads, until it is there
    windows: list[str] = field(factory=list)  # those that are open, and what asks besides
    causes: list[str] = field(factory=list)  # what may have set off a rule, the latest first

    def take(self, record: list[int]) -> None:
        """Count one record."""
        source = self.program.shared.sources[record[0]]
        at = place_of(source.place)
        thing = self.reader.thing_at.get(at, "")
        match source.what:
            case "announce" if source.text.startswith(MARK):
                self._reached(at)
            case "announce":
                self._caused(f"event {source.text.partition('(')[0]}")
            case "do":
                self._did(at, thing)
            case "act" if thing.startswith("action "):
                self._acted(thing)
            case "rule":
                self._answered(thing)
            case "begin" if thing.startswith(("phase ", "window ")):
                self._began(thing)
            case "end" if thing.startswith(("phase ", "window ")):
                if thing in self.windows:
                    del self.windows[len(self.windows) - 1 - self.windows[::-1].index(thing) :]
                self._caused(thing, 0)
            case "end" if at in self.reader.thing_of:
                self._leapt(place(source.place), "")
            case "skip":
                self._leapt(place(source.place), f"phase {source.text.rpartition(' ')[2]}")
            case "over" | "wins":
                self._leapt(place(source.place), None)
            case "move" | "draw" | "refill":
                self._moved(source.types, record[3::2], at)

    def during(self) -> str:
        """The innermost window, or where play stands."""
        return self.windows[-1] if self.windows else self.where

    def _caused(self, thing: str, times: int = 1) -> None:
        if times:
            self.counts.things[thing] += times
        if not self.causes or self.causes[0] != thing:
            self.causes = [thing, *(one for one in self.causes[:KEPT] if one != thing)]

    def _reached(self, at: Place) -> None:
        self.counts.statements[at] += 1
        thing = self.reader.thing_of.get(at, "")
        self._caused(thing, 0)
        node = "setup" if thing == "setup" else self.reader.steps_at.get(at)
        if node is not None and node != self.where:
            self._stands(node)

    def _stands(self, node: str) -> None:
        if self.target is None:
            self.counts.steps[self.where, node] += 1
        elif self.target in ("", node):
            self.target = None  # before that, the phases around the target begin
        self.where = node
        self.windows = []

    def _leapt(self, at: str, target: str | None) -> None:
        self.counts.leaps[self.during(), at] += 1
        self.target = target

    def _began(self, thing: str) -> None:
        if thing.startswith("window "):
            self.counts.opened[self.during(), thing] += 1
            self.windows.append(thing)
        else:
            self._stands(thing)
        self._caused(thing)

    def _acted(self, thing: str) -> None:
        asking = [self.during(), self.where, self.reader.offered_by.get(thing, "")]
        offering = [by for by in dict.fromkeys(asking) if (by, thing) in self.reader.offers]
        for by in offering or [""]:
            self.counts.links[by, thing, "asks"] += 1
        self.counts.acts[self.where, thing] += 1
        self._caused(thing)

    def _did(self, at: Place, thing: str) -> None:
        self.counts.things[thing] += 1
        slot = self.reader.slot_at.get(at)
        if slot is not None:
            self.counts.things[f"effect {slot}"] += 1
            self.counts.links[f"effect {slot}", thing, "does"] += 1

    def _answered(self, thing: str) -> None:
        causes = [*self.causes, self.reader.by_itself.get(thing, "")]
        by = next((one for one in causes if (one, thing) in self.reader.triggers), "")
        self.counts.links[by, thing, "triggers"] += 1
        self._caused(thing)

    def _moved(self, types: tuple[str, ...], values: list[int], at: Place) -> None:
        lay = self.program.lay
        refill = self.reader.refills.get(at)
        if refill is not None:
            self._answered(f"refill {refill.target.key}")
            self.counts.ways[refill.source.key, refill.target.key, f"refill {refill.target.key}"] += 1
            return
        told = list(zip(values, types, strict=False))
        zones = [lay.zone_of[value] for value, tag in told if tag == "zone"]
        if len(zones) == 2:
            self.counts.ways[zones[0], zones[1], self.reader.thing_of.get(at, "")] += 1
            for card in [value for value, tag in told if tag == "card" and value >= 0]:
                for thing, where in self.reader.lasting.get(lay.design(card).key, ()):
                    if zones[1] in where:
                        self.counts.lasting[thing] += 1
