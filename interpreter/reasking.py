"""What another player is asked in an imagined world: the question hangs on cards that have changed places there.

Options are worked out in the last block before a question. So that block is run once more in the world, from the state
in which it began, with the same faces in each other's places. Nothing of that is kept while a match is played: the match
is played again up to there.
"""

from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from interpreter import ranges
from interpreter import slots as k
from interpreter.errors import EngineError
from interpreter.view import table

if TYPE_CHECKING:
    from interpreter.match import Match
    from interpreter.program import Compiled, Program


@frozen
class Before:
    """The state in which the last block before a question began, the number of that block, and what chance says in the run
    that leads to it (with `chance="explicit"`)."""

    state: list[int]
    block: int
    tape: tuple[int, ...]


BLOCKS = 200
"""Where other cards lie, another block may be the one that asks: at most so many."""


def before_question(m: "Match") -> Before | None:
    """Where the last block before the question began; None if its choices do not lead there, as those of a world that was
    imagined and then played on do not."""
    if m._before is None or m._before[0] is not m._history:
        m._before = m._history, None if m._imagined else played_again(m)
    return m._before[1]


def played_again(m: "Match") -> Before | None:
    """The same, by playing the match again."""
    from interpreter.match import Match

    again = Match(m.program, seed=m.seed, chance=m.chance, log=m.keeps_log)
    state, block, tape = again._s[:], again._first, list[int]()
    try:
        again._go(again._first)
        for choice in m.choices():
            i = choice if isinstance(choice, int) else number_of(again, choice)
            if again._asked is not None:
                tape = [*again._tape, again._asked.first[i]]
            else:
                state, tape = again._s[:], []
                for j, x in enumerate(again._row_of(i)):
                    state[k.ANS + j] = x
                state[k.EXN] = 0
                block = state[state[k.FP]]
            again.choose_index(i)
    except (EngineError, StopIteration):
        return None
    end = m.program.lay.frames
    if again._asked is not None or again._s[:end] != list(m._s[:end]):
        return None
    return last_block(m.program, again._compiled, Before(state, block, tuple(tape)))


def number_of(m: "Match", choice: str) -> int:
    """The option of that id."""
    assert m.decision is not None
    return next(i for i, one in enumerate(m.decision.options) if one.id == choice)


def last_block(p: "Program", c: "Compiled", start: Before) -> Before | None:
    """Runs to the question, and tells where its last block began."""
    s, b = begun(p, start, start.state[:])
    while True:
        before = evolve(start, state=s[:], block=b)
        b = c.blocks[b](s, s[k.FP], p.w)
        p.w[k.W_LOG][0] = 0
        if b < 0 or s[k.ERROR]:
            return before if b == k.ASK and not s[k.ERROR] else None


def begun(p: "Program", start: Before, s: list[int]) -> tuple[list[int], int]:
    """The state *s* and the block, ready to be run."""
    s[k.FUEL] = k.FUEL_BOUND
    p.w[k.W_LOG][0] = 0
    if s[k.MODE] == k.EXPLICIT:
        s[k.TAPEN] = len(start.tape)
        for i, x in enumerate(start.tape):
            p.w[k.W_TAPE][2 * i] = x
    return s, start.block


def asked_anew(m: "Match", world: "Match", player: int, before: Before) -> bool:
    """Puts the question that waits in *m* to the same player in the *world*, a copy of *m* in which faces have changed
    places. Whether it can be put there so that *player* sees no difference."""
    p, lay = m.program, m.program.lay
    mine = evolve(before, state=in_world(m, world, before.state))
    s, b = begun(p, mine, mine.state[:])
    for _ in range(BLOCKS):
        b = m._compiled.blocks[b](s, s[k.FP], p.w)
        p.w[k.W_LOG][0] = 0
        if b < 0 or s[k.ERROR]:
            break
    if b != k.ASK or s[k.ERROR] or s[k.EXN] > len(before.tape):
        return False
    if (s[k.QP], s[k.QSITE]) != (m._s[k.QP], m._s[k.QSITE]) or table(p, s, player) != table(p, list(m._s), player):
        return False
    options = p.w[k.W_OPTIONS][: s[k.QN] * p.wide]
    if s[k.QSITE] in m._listing:
        options += p.w[k.W_OPTIONS][-4 * lay.tail :]
    s[k.DECIDED], s[k.FUEL] = m._s[k.DECIDED], m._s[k.FUEL]
    s[k.RNG : k.RNG + 4] = list(world._s[k.RNG : k.RNG + 4])
    world._s = array("q", s) if m._fast is not None else s  # type: ignore[assignment]
    world._options = options
    world.count = ranges.total(options, s[k.QN], p.wide) if lay.ranged else s[k.QN]
    world._before = world._history, mine
    return True


def in_world(m: "Match", world: "Match", state: list[int]) -> list[int]:
    """An earlier state of *m* as it was in the *world*: the same faces had changed places, and dice that have not been
    rolled since showed what they show."""
    lay = m.program.lay
    face, body, die = lay.at["FACE"], lay.at["BODY"], lay.at["DIE"]
    becomes: Mapping[int, int] = {m._s[face + c]: world._s[face + c] for c in range(lay.n)}
    s = state[:]
    for c in range(lay.n):
        x = becomes[state[face + c]]
        s[face + c] = x
        s[body + x] = c
    for i in range(die, die + sum(d.owners * d.amount for d in lay.dice.values())):
        if state[i] == m._s[i]:
            s[i] = world._s[i]
    return s
