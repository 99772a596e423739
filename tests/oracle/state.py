"""All that changes during a match: dictionaries from things to what is true of them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tests.oracle.things import BOX, Card, Die, Env, InPhase, Lasts, OpenWindow, Place, Player, Waiting


@dataclass(eq=False)
class State:
    """Cards are bodies with numbers; ``face[n]`` says which printed copy body n is, ``body`` is its
    inverse."""

    face: list[int] = field(default_factory=list)
    body: list[int] = field(default_factory=list)
    zones: dict[Place, list[Card]] = field(
        default_factory=dict
    )  # from the bottom (oldest) to the top (newest)
    place: dict[Card, Place] = field(default_factory=dict)
    stamp: dict[Card, int] = field(default_factory=dict)  # when it arrived where it lies
    moves: dict[Card, int] = field(default_factory=dict)  # how often it has moved
    known: dict[Card, frozenset[int]] = field(default_factory=dict)  # seats that know its face
    mixed: set[Card] = field(default_factory=set)  # its place in a shuffled zone is not settled
    stores: dict[tuple[str, tuple[Any, ...], Any], Any] = field(default_factory=dict)
    dice: dict[Die, Any] = field(default_factory=dict)  # its face; none before the first roll
    in_play: dict[tuple[str, Player | None], int] = field(default_factory=dict)  # so many of these dice
    gone: dict[Player, str | None] = field(default_factory=dict)  # eliminated, until that phase ends
    phases: list[InPhase] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    windows: list[OpenWindow] = field(default_factory=list)
    lasting: list[Lasts] = field(default_factory=list)
    clock: int = 0  # of arrivals
    version: int = 0  # rises with every change

    def copy(self, env_copy: Callable[[Env], Env]) -> "State":
        """An independent copy; names bound in bodies that run are copied by ``env_copy``, each once."""
        waiting = [replace(w, env=env_copy(w.env)) for w in self.waiting]
        twin = dict(zip(map(id, self.waiting), waiting, strict=True))
        windows = [
            OpenWindow(w.key, twin.get(id(w.answers)) if w.answers else None, w.closed) for w in self.windows
        ]
        return State(
            face=list(self.face),
            body=list(self.body),
            zones={place: list(cards) for place, cards in self.zones.items()},
            place=dict(self.place),
            stamp=dict(self.stamp),
            moves=dict(self.moves),
            known=dict(self.known),
            mixed=set(self.mixed),
            stores=dict(self.stores),
            dice=dict(self.dice),
            in_play=dict(self.in_play),
            gone=dict(self.gone),
            phases=list(self.phases),
            waiting=waiting,
            windows=windows,
            lasting=list(self.lasting),
            clock=self.clock,
            version=self.version,
        )

    def exchange_faces(self, one: Card, other: Card) -> None:
        """What is printed on the one is now printed on the other (nobody knew either)."""
        a, b = one.number, other.number
        self.face[a], self.face[b] = self.face[b], self.face[a]
        self.body[self.face[a]], self.body[self.face[b]] = a, b
        self.version += 1

    def turn(self) -> Player | None:
        """Whose turn it is: the innermost phase `of` somebody (meaning 1)."""
        for phase in reversed(self.phases):
            if phase.player is not None:
                return phase.player
        return None

    def cards_in(self, place: Place) -> list[Card]:
        return self.zones[place]

    def in_box(self, card: Card) -> bool:
        return self.place[card] == BOX
