"""A whole game, and the catalogue of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from attrs import field

from rulelang.frozen import frozen
from rulelang.game.acts import Body
from rulelang.game.blocks import Trigger
from rulelang.game.components import (
    Board,
    Card,
    Dice,
    Enum,
    Field,
    Kind,
    Refill,
    Setting,
    Store,
    Trait,
    Value,
    Zone,
)
from rulelang.game.course import Anytime, Effect, EventDecl, Invariant, Phase, Tally, Window, Winner
from rulelang.game.examples import Example
from rulelang.game.values import Expr
from rulelang.source import Source, Span


@frozen
class Statement:
    """A row of the catalogue: one statement of the rulebook."""

    id: str
    section: str
    paraphrase: str
    kind: str


@attrs.frozen(kw_only=True, repr=False)
class Game:
    """A whole checked game (or variant of one), with the values of its parameters.

    ``players``: least and greatest number of seats. ``settings``: parameter key -> chosen value (an int, bool, text
    or None; enum members by index, players by seat). ``digest``: hash of everything that play depends on.

    Two numbers are 0 in every game that is read; tools that try a game set others. ``first``: the seat of the start player.
    ``order``: in which order rules answer one event: 0 as meaning 1 has it, 1 the other way round, another number any other
    order; the game's own still come before those of cards.
    """

    name: str
    docs: tuple[str, ...]
    players: tuple[int, int]
    teams: Expr | None
    parameters: Mapping[str, Setting]
    settings: Mapping[str, object]
    enums: Mapping[str, Enum]
    kinds: Mapping[str, Kind]
    fields: Mapping[str, Field]
    cards: tuple[Card, ...]
    zones: Mapping[str, Zone]
    stores: Mapping[str, Store]  # counters and variables, of the game, of players, of kinds (`Kind.name`)
    dice: Mapping[str, Dice]
    boards: Mapping[str, Board]
    values: Mapping[str, Value]  # also the slots of kinds, with their default
    refills: tuple[Refill, ...]
    events: Mapping[str, EventDecl]
    effects: Mapping[str, Effect]  # also slots and own effects of kinds
    windows: Mapping[str, Window]
    anytimes: tuple[Anytime, ...]
    rules: tuple[Trigger, ...]
    setup: Body
    phases: Mapping[str, Phase]  # all, nested too, in order
    program: tuple[str, ...]  # keys of the outermost phases in order
    tallies: Mapping[str, Tally]
    winner: Winner | None
    invariants: tuple[Invariant, ...]
    examples: tuple[Example, ...]
    catalogue: tuple[Statement, ...]
    citations: Mapping[str, tuple[tuple[str, Span], ...]]  # id -> (what carries it, where), in order
    # the same of other variants that lie with the game, for statements that must be carried and are not in it
    variant_citations: Mapping[str, tuple[tuple[str, Span], ...]]
    sources: tuple[Source, ...]
    variant: str | None = None
    digest: str = ""
    trait_heads: Mapping[str, Trait] = field(factory=dict)
    first: int = 0
    order: int = 0

    def __repr__(self) -> str:
        return f"<{self.name}{' with ' + self.variant if self.variant is not None else ''}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(
            repr(self)
        )  # who prints such classes field by field, as Hypothesis does, would print the whole game

    @property
    def bearers(self) -> tuple[Card | Kind, ...]:
        """All that have text with a `this`: the cards, then the kinds of which there are spaces, both as declared."""
        used = {board.kind for board in self.boards.values()}
        return (*self.cards, *(kind for kind in self.kinds.values() if kind.key in used))
