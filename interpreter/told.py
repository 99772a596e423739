"""What players were told by `show` of a value: an imagined world must agree with it (addition 9).

Nothing of it is kept while a match is played. When a world is to be imagined, the match is played again with a text that
notes what is told to whom, with the state in which it was so. In a world in which some faces have changed places, they
had changed them in that state too; and dice that have not been rolled since showed then what they show now.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from interpreter import slots as k

if TYPE_CHECKING:
    from interpreter.match import Match
    from interpreter.program import Compiled, Program


@frozen
class Told:
    """``seen``: bits of those who were told; ``value``: what, of the question ``fact`` about ``args`` in ``state``;
    ``dice``: those that have not been rolled since."""

    fact: int
    seen: int
    args: tuple[int, ...]
    state: list[int]
    value: int
    dice: tuple[int, ...] = ()


def told_in(m: "Match") -> list[Told]:
    """All that was told so far."""
    from interpreter.match import Match

    if m._told is not None and (m._imagined or m._told[0] is m._history):
        return m._told[1]
    if m._imagined:
        return []
    p = m.program
    compiled = p.compiled(True, False, tells=True)
    p.told.clear()
    p.rolls[:] = [0] * sum(d.owners * d.amount for d in p.lay.dice.values())
    again = Match(p, seed=m.seed, chance=m.chance, log=True)
    again._compiled = compiled
    again._go(again._block)
    for choice in m.choices():
        if isinstance(choice, str):
            again.choose(choice)
        else:
            again.choose_index(choice)
    found = [Told(fact, seen, args, state, answer(p, compiled, fact, args, state),
                  tuple(i for i, n in enumerate(rolls) if n == p.rolls[i]))
             for fact, seen, args, state, rolls in p.told]
    p.told.clear()
    m._told = m._history, found
    return found


def answer(p: "Program", compiled: "Compiled", fact: int, args: Sequence[int], state: Sequence[int]) -> int:
    """What the question comes to in a state."""
    s = list(state)
    s[k.MODE], s[k.FUEL] = k.PLAY, k.FUEL_BOUND
    return compiled.names[f"fact_{fact}"](s, p.w, *args)


def agreeing(m: "Match", world: "Match", player: int) -> list[Told] | None:
    """What was told, as it was in the *world*, a copy of *m* in which faces have changed places; None if the player was
    told something else."""
    p, n = m.program, m.program.lay.n
    face, body, first_die = p.lay.at["FACE"], p.lay.at["BODY"], p.lay.at["DIE"]
    becomes = {m._s[face + c]: world._s[face + c] for c in range(n)}
    compiled = p.compiled(True, False, tells=True)
    out = []
    for one in told_in(m):
        state = one.state[:]
        for c in range(n):
            x = becomes[one.state[face + c]]
            state[face + c] = x
            state[body + x] = c
        for die in one.dice:
            state[first_die + die] = world._s[first_die + die]
        if one.seen >> player & 1 and answer(p, compiled, one.fact, one.args, state) != one.value:
            return None
        out.append(evolve(one, state=state))
    return out
