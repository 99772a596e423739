"""Unknown cards exchange their faces, as the match stands: however they came there.

What a player sees, hears and is offered must not change by that: so it is tested that nothing hidden shows. Unlike
the worlds of `interpreter.worlds.sample`, such a one need not have come about: a rule may have read the cards on the way.
"""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from interpreter.errors import EngineError
from interpreter.machine import reseed
from interpreter.view import table, unseen_dice

if TYPE_CHECKING:
    from interpreter.match import Match


TRIES = 40


def exchanged(m: "Match", player: int, rng: Random) -> "Match":
    """A copy in which every face that *player* does not know has changed places, at random, with another of the same
    back that he does not know; in which dice that he does not see have been rolled anew; and in which chance goes
    another way. The question that waits stays as it is.

    Raises: ValueError: there is no such seat.
    """
    if not 0 <= player < m.players:
        raise ValueError(f"there is no seat {player}")
    if m._asked is not None:
        return while_chance_is_asked(m, player, rng, lambda: permuted(m, player, rng))
    if not m.over:
        return permuted(m, player, rng)
    # what a match came to is known to all, also where it hangs on cards that nobody has shown
    for _ in range(TRIES):
        world = permuted(m, player, rng)
        if world.result == m.result:
            return world
    return true_one(m)


def permuted(m: "Match", player: int, rng: Random) -> "Match":
    p = m.program
    out = m._bare_copy()
    out._imagined = True
    s = out._s
    lay = p.lay
    n, face, body = lay.n, lay.at["FACE"], lay.at["BODY"]
    know, mixed = s[lay.at["KNOW"] : lay.at["KNOW"] + n], s[lay.at["MIXED"] : lay.at["MIXED"] + n]
    unknown = [c for c in range(n) if not know[c] >> player & 1]
    backs = {lay.back_of[s[face + c]]: None for c in unknown if not mixed[c]}
    for back in backs:
        bodies = [c for c in unknown if lay.back_of[s[face + c]] == back]
        # Where the order is not settled, chance deals the faces of a zone anew to whoever draws or looks.
        loose = [c for c in bodies if mixed[c]]
        if len({s[lay.at["ZON"] + c] for c in loose}) <= 1:
            bodies = [c for c in bodies if not mixed[c]] + loose
            dealt = len(bodies) - len(loose)
        else:
            dealt = len(bodies)
        for i in range(dealt):
            one, other = bodies[i], bodies[rng.randrange(i, len(bodies))]
            x, y = s[face + one], s[face + other]
            s[face + one], s[face + other] = y, x
            s[body + y], s[body + x] = one, other
    if not m.over:
        for dice, number in unseen_dice(p, s, player):
            at = lay.at["DIE"] + number
            if s[at] >= 0:  # it has been rolled
                s[at] = dice.faces[rng.randrange(len(dice.faces))]
    reseed(s, rng.getrandbits(63))
    out._decision = None
    return out


def while_chance_is_asked(m: "Match", player: int, rng: Random, world_of: Callable[[], "Match"]) -> "Match":
    """The run that asks begins anew with each answer. So the world is one of where it began, and whatever chance said since
    then may be otherwise, as far as the player has not seen it."""
    truth = [again(m, m._tape[:n]) for n in range(len(m._tape) + 1)]
    seen = [table(m.program, x.state, player) for x in truth]
    for _ in range(TRIES):
        world = world_of()
        out = alike(world, [[]], player, seen[0])
        for n, answer in enumerate(m._tape):
            said = truth[n]._asked
            if out is None or out._asked is None or said is None:
                break
            answers = [rng.randrange(out._asked.total)]
            name = said.ids[said.first.index(answer)]
            if name in out._asked.ids:
                answers.append(out._asked.first[out._asked.ids.index(name)])
            out = alike(world, [[*out._tape, x] for x in answers], player, seen[n + 1])
        if out is not None:
            return out
    return true_one(m)


def true_one(m: "Match") -> "Match":
    """For want of another: a copy, in which chance may still take another way."""
    out = m._bare_copy()
    out._imagined = True
    return out


def again(m: "Match", tape: list[int]) -> "Match":
    """The run that asks chance, with these answers."""
    out = m._bare_copy()
    out._tape = tape[:]
    out._go(out._block)
    return out


def alike(world: "Match", tapes: list[list[int]], player: int, seen: dict[str, object]) -> "Match | None":
    """With the first of these answers after which chance is asked and the player sees that."""
    for tape in tapes:
        try:
            out = again(world, tape)
        except EngineError:
            continue
        if out._asked is not None and table(out.program, out.state, player) == seen:
            return out
    return None
