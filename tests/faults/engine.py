"""Faults that are planted in the engine: each is a mistake that somebody could make there."""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve, frozen

import interpreter
from interpreter import Match, slots
from interpreter import program as programs
from interpreter.cpython import Compiled
from interpreter.program import Program
from rulelang import game as g

CHIPS = """\
game Chips for 3 players
kind Chip is card: back = "chip"
card "Red" is Chip, 4 copies
card "Blue" is Chip, 4 copies
zone bag: stack of Chip
zone gone: row of Chip
zone hand of each player: hand of Chip
counter thrown: 0 or more = 0
counter rounds: 0 or more = 0
variable mover: player = start_player
variable served: player or none = none
refill bag from gone when empty, shuffled
setup:
    move all Chips to bag
    shuffle bag
phase turn of mover, repeated until rounds > 20:
    set rounds to rounds + 1
    set served to none
    for each player p clockwise from mover:
        if served is none: set served to p
        if number of Chips in hand of p < 2: draw 1 card from bag to hand of p
    mover chooses:
        option "throw" with Chip c in hand of mover: move c to gone
        option "look": draw 1 card from bag to hand of mover
        option "stop": do rest
    set served to none
    set mover to left of mover
effect rest: set rounds to rounds + 1
rule counting, when Chip c enters gone: set thrown to thrown + 1
rule counting_again, when Chip c leaves gone: set thrown to thrown - 1
winner: most wealth
value wealth of player p: number = number of Chips in hand of p
invariant counted: thrown = number of Chips in gone
invariant mover_first: served is none or served is mover or rounds = 0
invariant never_empty: bag is not empty or gone is empty
"""

Patch = pytest.MonkeyPatch


@frozen
class EngineFault:
    """What is planted, and what the attack finds: the ``promise`` that is broken then, after at most
    so many ``plays``; a play of at most ``length`` choices shows it."""

    says: str
    plant: Callable[[Patch], None]
    promise: str
    plays: int
    length: int


def named(patch: Patch, name: str, wrong: Callable[[Callable[..., int], Program], Callable[..., int]]) -> None:
    """Puts another function, made of it and of the program, in the place of one that texts call."""
    honest = Program._compile

    def compiled(p: Program, log: bool, checks: bool) -> Compiled:
        made = honest(p, log, checks)
        if name in made.names:
            made.names[name] = wrong(made.names[name], p)
        return made

    patch.setattr(Program, "_compile", compiled)


def leak_in_the_log(patch: Patch) -> None:
    patch.setattr(Match, "log_for", lambda m, seat: m.log)


def leak_in_the_view(patch: Patch) -> None:
    honest = Match.view
    patch.setattr(Match, "view", lambda m, seat: honest(m, (seat + 1) % m.players))


def leak_in_a_refusal(patch: Patch) -> None:
    patch.setattr(Match, "why_not", lambda m, text, seat: f"no: {m.dump()['zones']}")


def generator_lost_on_resume(patch: Patch) -> None:
    honest = interpreter.resume

    def resume(game: g.Game, text: str) -> Match:
        m = honest(game, text)
        m._s[slots.RNG : slots.RNG + 4] = [1, 2, 3, 4]
        return m

    patch.setattr(interpreter, "resume", resume)


def rules_fire_twice(patch: Patch) -> None:
    honest = programs.gather

    def gather(game: g.Game) -> Any:
        facts = honest(game)
        for heard in facts.listeners.values():
            heard += heard
        return facts

    patch.setattr(programs, "gather", gather)


def order_of_seats(patch: Patch) -> None:
    honest = programs.normal

    def by_seat(node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(map(by_seat, node))
        if isinstance(node, g.ForEach) and node.selector.clock is not None:
            first = g.SeatName(span=node.span, type=g.PLAYER, seat=0, name="")
            return evolve(node, selector=evolve(node.selector, clock=g.Clock(1, first)))
        return node

    def normal(game: g.Game) -> g.Game:
        game = honest(game)
        return evolve(
            game, phases={key: evolve(phase, body=by_seat(phase.body)) for key, phase in game.phases.items()}
        )

    patch.setattr(programs, "normal", normal)


def shallow_copy(patch: Patch) -> None:
    honest = Match._bare_copy

    def copy(m: Match) -> Match:
        other = honest(m)
        other._s = m._s
        return other

    patch.setattr(Match, "_bare_copy", copy)


def undo_across_a_draw(patch: Patch) -> None:
    def undo(m: Match) -> None:
        if m._undo is None:
            raise interpreter.IllegalMove("there is nothing to take back")
        rest, before, _ = m._undo
        m._become(before.copy())
        m._undo = rest  # type: ignore[assignment]

    patch.setattr(Match, "undo", undo)


def stale_options(patch: Patch) -> None:
    honest = Match._go

    def go(m: Match, b: int) -> None:
        kept = m._decision
        honest(m, b)
        m._decision = kept if kept is not None and len(kept.options) == m.count else None

    patch.setattr(Match, "_go", go)


def no_refill(patch: Patch) -> None:
    named(patch, "refill_0", lambda honest, p: lambda s, w, x: 0)


def no_test_of_invariants(patch: Patch) -> None:
    named(patch, "invariants", lambda honest, p: lambda *rest: 0)
    rules_fire_twice(patch)


def known_after_a_shuffle(patch: Patch) -> None:
    def wrong(honest: Callable[..., int], p: Program) -> Callable[..., int]:
        at, n = p.lay.at["KNOW"], p.lay.n

        def mix(s: list[int], w: list[list[int]], z: int) -> int:
            kept = s[at : at + n]
            out = honest(s, w, z)
            s[at : at + n] = kept
            return out

        return mix

    named(patch, "mix", wrong)


def card_counted_twice(patch: Patch) -> None:
    def wrong(honest: Callable[..., int], p: Program) -> Callable[..., int]:
        at = p.lay.at["LEN"]

        def move(s: list[int], w: list[list[int]], c: int, z: int, under: int) -> int:
            out = honest(s, w, c, z, under)
            s[at + z] += under == 0 and s[at + z] == 3
            return out

        return move

    named(patch, "move", wrong)


def choice_left_out_of_the_record(patch: Patch) -> None:
    honest = Match.transcript

    def transcript(m: Match) -> dict[str, object]:
        told = honest(m)
        choices = told["choices"]
        assert isinstance(choices, list)
        return {**told, "choices": choices[:-1]}

    patch.setattr(Match, "transcript", transcript)


HIDDEN = "what is hidden cannot be told"

FAULTS = (
    EngineFault("the log tells everybody everything", leak_in_the_log, HIDDEN, 8, 10),
    EngineFault("a view is that of the neighbour", leak_in_the_view, HIDDEN, 8, 10),
    EngineFault("a refusal tells where cards lie", leak_in_a_refusal, HIDDEN, 8, 10),
    EngineFault("a resumed match has another generator", generator_lost_on_resume,
                "a save goes on as the match does", 8, 10),
    EngineFault("each rule answers twice", rules_fire_twice, "invariant counted", 8, 10),
    EngineFault("loops go by seats and not by turns", order_of_seats, "invariant mover_first", 8, 10),
    EngineFault("a copy shares the state", shallow_copy, "what is offered can be taken", 8, 10),
    EngineFault("what was drawn can be taken back", undo_across_a_draw, "a choice taken back leaves no trace", 8, 10),
    EngineFault("options of the last question are offered again", stale_options, "a save goes on as the match does", 8, 10),
    EngineFault("nothing is filled again", no_refill, "invariant never_empty", 8, 10),
    EngineFault("invariants are not tested", no_test_of_invariants, "no invariant is broken unnoticed", 8, 10),
    EngineFault("what was known stays known after a shuffle", known_after_a_shuffle, "cards are conserved", 8, 10),
    EngineFault("a card is counted twice", card_counted_twice, "cards are conserved", 8, 10),
    EngineFault("the last choice is missing in the record", choice_left_out_of_the_record,
                "the same choices make the same match", 8, 10),
)  # fmt: skip
