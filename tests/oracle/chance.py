"""Chance (meaning 9), and what a search imagines in its place (meaning 6)."""

from collections.abc import Callable, Generator
from fractions import Fraction
from typing import Any, TypeVar

from tests.oracle.knowledge import Knowledge
from tests.oracle.things import CHANCE, Card, Place, Question, Unseen, Unsettled

T = TypeVar("T")
Steps = Generator[Question, int, T]  # asks questions, gets the number of an option, comes to a T


class Chance(Knowledge):
    def work_out(self, value: Callable[[], T]) -> Steps[T]:
        """``value()``, settling by chance (or imagining) whatever it turns out to look at."""
        while True:
            before = self.orderless
            try:
                return value()
            except Unsettled as place:
                self.orderless = before
                yield from self.settle(place.card)
            except Unseen as hidden:
                self.orderless = before
                yield from self.imagine(hidden.card)

    def chance(self, outcomes: list[tuple[str, Any]]) -> Steps[Any]:
        """One of the outcomes, each equally likely; those with one id are one option with their weights
        added. One option alone is no question."""
        weights: dict[str, int] = {}
        first: dict[str, Any] = {}
        for name, value in outcomes:
            weights[name] = weights.get(name, 0) + 1
            first.setdefault(name, value)
        names = tuple(weights)
        if len(names) == 1:
            return first[names[0]]
        shares = tuple(Fraction(weights[name], len(outcomes)) for name in names)
        answer = yield Question(CHANCE, names, shares, tuple(first.values()))
        return first[names[answer]]

    def settle(self, card: Card) -> Steps[None]:
        """Which of the faces still unsettled in its zone lies there. A search tells only backs apart."""
        state = self.state
        if card not in state.mixed:
            return
        mixed = [c for c in state.zones[state.place[card]] if c in state.mixed]
        if self.imagining is None:
            outcomes = [(self.name(c), state.face[c.number]) for c in mixed]
        else:
            outcomes = [(str(self.back(c)), state.face[c.number]) for c in mixed]
        face = yield from self.chance(outcomes)
        state.exchange_faces(card, Card(state.body[face]))
        state.mixed.discard(card)
        state.version += 1
        self.learn(card, self.audience(state.place[card], "faces"))

    def imagine(self, card: Card) -> Steps[None]:
        """In a search: the unknown card has any face with its back that the one who imagines does not
        know."""
        outcomes = [(self.prints[face].name, face) for face in self.possible_faces(card)]
        face = yield from self.chance(outcomes)
        self.state.exchange_faces(card, Card(self.state.body[face]))
        self.looked.add(card)

    def mix(self, place: Place) -> Steps[None]:
        """Shuffle: nobody knows a face there but those to whom faces are shown; where rules of cards depend
        on what lies there the order is settled at once, from the top."""
        state = self.state
        cards = state.zones[place]
        for card in cards:
            if self.imagining is None:
                state.known[card] = frozenset()
            self.looked.discard(card)
        state.mixed |= set(cards)
        state.version += 1
        if place.key in self.eager_zones() or self.audience(place, "faces"):
            for card in cards[::-1]:
                yield from self.settle(card)

    def eager_zones(self) -> set[str]:
        """Zones of which cards' blocks and rules speak."""
        if not hasattr(self, "_eager"):
            zones = set()
            for number in set(self.reactive) | {
                n for entries in self.modifiers_of.values() for n, _, _ in entries
            }:
                for lasting in self.prints[number].lastings:
                    zones |= set(lasting.zones)
                for rule in self.prints[number].rules:
                    zones.add(rule.event.key)
            for design in self.prints:
                for lasting in design.lastings:
                    zones |= set(lasting.zones)
            self._eager = zones & self.game.zones.keys()
        return self._eager
