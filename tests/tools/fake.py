"""A match small enough to be read at a glance, with the surface of a real one, for tests of the talk.

Two players count up to ten together. Whoever is to move first says how far (`one`, `two`), then may `hide` or
`show` it; the other one then moves. Whoever says ten or more wins.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from interpreter import EngineError, IllegalMove, SaveError
from rulelang.game import Statement


@frozen
class Option:
    id: str
    label: str
    help: str = ""
    citations: tuple[str, ...] = ()


@frozen
class Decision:
    player: int
    prompt: str
    options: Sequence[Option]
    probabilities: None = None
    several: tuple[()] = ()
    ranges: tuple[()] = ()


@frozen
class Event:
    what: str
    text: str
    you: int | None = None
    rule: str = "counting"
    seen_by: int | None = None  # None: everybody


@frozen
class Result:
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None = (3, 4)
    reason: str = "end game"


@frozen
class Game:
    name: str = "Counting"
    cards: tuple[()] = ()
    stores: Mapping[str, Any] = field(factory=dict)
    boards: Mapping[str, Any] = field(factory=dict)
    zones: Mapping[str, Any] = field(factory=dict)
    catalogue: tuple[Statement, ...] = (Statement("CO-1", "Play", "One or two is added", "rule"),)


STEPS = {"one": 1, "two": 2}


@define
class Match:
    """``choices`` is all the state there is."""

    choices: list[str] = field(factory=list)
    game: Game = Game()
    broken_at: int = 10**6  # from this total on, every choice ends in an error of the rules

    @property
    def total(self) -> int:
        return sum(STEPS.get(choice, 0) for choice in self.choices)

    @property
    def seat(self) -> int:
        return len(self.choices) // 2 % 2

    @property
    def decision(self) -> Decision | None:
        if self.total >= 10:
            return None
        if len(self.choices) % 2:
            return Decision(self.seat, "show it?", (Option("hide", "hide it"), Option("show", "show it")))
        more = Option("two", "two steps", "adds two", ("CO-1", "CO-9"))
        return Decision(self.seat, "how far?", (Option("one", "one step", "adds one"), more))

    @property
    def result(self) -> Result | None:
        return Result((self.seat,)) if self.total >= 10 else None

    def choose_index(self, index: int) -> None:
        if self.total >= self.broken_at:
            raise EngineError("the rule `counting` never ends")
        decision = self.decision
        assert decision is not None
        self.choices.append(decision.options[index].id)

    def undo(self) -> None:
        if len(self.choices) % 2 == 0:
            raise IllegalMove("the other player has seen it")
        self.choices.pop()

    @property
    def log(self) -> tuple[Event, ...]:
        return tuple(
            Event("choose", f"p{number // 2 % 2} chose {choice}", seen_by=number // 2 % 2)
            for number, choice in enumerate(self.choices)
        )

    def log_for(self, seat: int) -> tuple[Event, ...]:
        return tuple(
            event if event.seen_by == seat else Event("choose", f"p{event.seen_by} chose ?")
            for event in self.log
        )

    def view(self, seat: int) -> dict[str, Any]:
        return {
            "game": self.game.name, "variant": None, "players": 2, "seat": seat, "phases": ["counting"],
            "turn": self.seat, "zones": [], "dice": [], "boards": [], "values": [], "log": [],
            "stores": [{"name": "total", "owner": None, "index": [], "value": self.total}],
            "question": None, "result": None,
        }  # fmt: skip

    def why_not(self, text: str, seat: int) -> str:
        return f"p{seat} may not `{text}`: only one or two may be added"

    def save(self) -> str:
        return json.dumps(self.choices)

    def transcript(self) -> dict[str, Any]:
        return {"players": 2, "seed": 0, "choices": list(self.choices)}


def resume(text: str) -> Match:
    """What `save` wrote, again."""
    try:
        return Match(json.loads(text))
    except ValueError as error:
        raise SaveError(str(error)) from error
