"""Imagining: a world that a player cannot tell from the true one."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from attrs import evolve

from interpreter import slots as k
from interpreter.errors import EngineError
from interpreter.log import Chunk
from interpreter.machine import machine_row, reseed
from interpreter.worlds.carrying import Budget, Carried, carried
from interpreter.worlds.dealing import Unknown, dealt, exchange_one, unknown
from interpreter.worlds.exchange import exchanged, while_chance_is_asked
from interpreter.worlds.excluding import exclude
from interpreter.worlds.history import Step, count_of
from interpreter.worlds.knowledge import Knowledge, knowledge
from interpreter.worlds.origin import Origin, steps_of
from interpreter.worlds.running import World
from interpreter.worlds.secrets import secrets

if TYPE_CHECKING:
    from interpreter.match import Match

TRIES = 12
"""So many worlds are dealt freely. If the player would have noticed all of them, one is come to from the true one."""

STEPS = 3000
"""Steps that may be run again for one world."""


def sample_world(m: "Match", player: int, rng: Random, exact: bool = True) -> "Match":
    """A match that *player* cannot tell from this one. Cards that he does not know show other faces, dice that he does not
    see were rolled otherwise, others chose otherwise what they chose unseen, as far as nothing that he has seen or
    heard would have come otherwise; and chance goes another way from here on.

    *exact*: False: see `Match.sample_world`.

    Raises: ValueError: there is no such seat.
    """
    if not 0 <= player < m.players:
        raise ValueError(f"there is no seat {player}")
    p = m.program
    hidden = p.has_secrets or (exact and (p.has_hidden_dice or bool(unknown(p, m._s, player).settled)))
    steps = steps_of(m) if hidden else None
    if steps is None:
        return exchanged(m, player, rng)
    if m._asked is not None:
        if not steps:
            return while_chance_is_asked(m, player, rng, lambda: m._bare_copy())
        return while_chance_is_asked(m, player, rng, lambda: one_world(m, steps, player, rng))
    return one_world(m, steps, player, rng)


def one_world(m: "Match", steps: list[Step], player: int, rng: Random) -> "Match":
    p = m.program
    now = knowledge(p, steps, player)
    hidden = unknown(p, steps[-1].state, player)
    secret = secrets(p, steps, now, player)
    row = list(m._s[k.ANS : k.ANS + p.wide]) if m._asked is not None else None
    budget = Budget(STEPS)

    def tried(world: World) -> Carried | None:
        return carried(p, steps, now, player, world, budget, last_row=row)

    for _ in range(TRIES):
        world = World(dealt(p, hidden, now, rng), dict.fromkeys(secret.choices), dict.fromkeys(secret.picks),
                      rng.getrandbits(31))
        found = tried(world)
        if found is not None:
            return made(m, steps, player, world, found, rng)
        if budget.failed >= 0:
            exclude(p, steps, now, hidden, player, budget.failed, budget, row)
    return made(m, steps, player, *wandering(m, now, hidden, secret.choices, secret.picks, tried, rng), rng)


def wandering(m: "Match", now: Knowledge, hidden: Unknown, choices: tuple[int, ...], picks: tuple[tuple[int, int], ...],
              tried: Callable[[World], Carried | None], rng: Random) -> tuple[World, Carried]:
    """From the true world, one thing after another is made otherwise, where the player would notice nothing."""
    world = World(hidden.truth, {}, {}, rng.getrandbits(31))
    found = tried(world)
    if found is None:
        raise EngineError("the match cannot be played again as it was")
    things = [*hidden.settled, *choices, *picks]
    for _ in range(2 * len(things)):
        shows, rows, chances = dict(world.shows), dict(world.rows), dict(world.picks)
        for number in rng.sample(range(len(things)), rng.randint(1, min(3, len(things)))):
            if number < len(hidden.settled):
                exchange_one(m.program, hidden, shows, now, hidden.settled[number], rng)
            elif number < len(hidden.settled) + len(choices):
                rows[choices[number - len(hidden.settled)]] = None
            else:
                chances[picks[number - len(hidden.settled) - len(choices)]] = None
        other = World(shows, rows, chances, rng.getrandbits(31))
        made_so = tried(other)
        if made_so is not None:
            world, found = fixed(other, made_so), made_so
    return world, found


def fixed(world: World, found: Carried) -> World:
    """The same world, with all that was left to chance as it came."""
    return evolve(world, rows={n: found.rows[n] for n in world.rows},
                  picks={(n, i): found.again[n].picks[i].answer for n, i in world.picks})


def made(m: "Match", steps: list[Step], player: int, world: World, found: Carried, rng: Random) -> "Match":
    """A match that stands so."""
    p, s = m.program, found.state
    for slot in (k.DECIDED, k.FUEL, k.MODE, k.EXN, k.TAPEN):
        s[slot] = m._s[slot]
    reseed(s, rng.getrandbits(63))
    out = m._bare_copy()
    out._imagined = True
    out._trace, out._origin = None, Origin(steps, player, fixed(world, found), s[:], found.options)
    out._decision = None
    if m._asked is not None:
        s[k.ANS : k.ANS + p.wide] = list(m._s[k.ANS : k.ANS + p.wide])
    elif not m.over:
        out._options, out.count = found.options, count_of(p, found.options, s[k.QN])
    out._s = machine_row(p, s) if m._fast is not None else s  # type: ignore[assignment]
    if m.keeps_log and found.again:
        out._records = log_of(steps, found)
    return out


def log_of(steps: list[Step], found: Carried) -> Chunk | None:
    newest: Chunk | None = None
    for number, step in enumerate(steps):
        records = found.again[number].records if number in found.again else step.records
        if records:
            newest = Chunk(newest, records)
    return newest
