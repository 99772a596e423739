"""What other players chose, and what dice came to, without a player's seeing it, and without its having come out since."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from attrs import define

from interpreter import slots as k
from interpreter.emit.at_once import HIDDEN
from interpreter.log import RECORD
from interpreter.view import unseen_dice
from interpreter.worlds.carrying import Budget, carried
from interpreter.worlds.history import Step, rows_of
from interpreter.worlds.knowledge import Knowledge
from interpreter.worlds.running import World

if TYPE_CHECKING:
    from interpreter.program import Program

Thing = int | tuple[int, int]
"""A choice, by the number of its question; or what chance said of a die, by the step and which time it was asked there."""

Answer = list[int] | int
"""An option, or what chance said."""

JOINT = 24
"""So often it is tried whether two or three together could have been otherwise of what alone could not."""

ALTERNATIVES = 6
"""Of so many other answers at most it is tried whether they could have been given."""


@define(eq=False)
class Secrets:
    """``choices``: numbers of questions; ``picks``: steps, and which time chance was asked in them."""

    choices: tuple[int, ...]
    picks: tuple[tuple[int, int], ...]


def secrets(p: "Program", steps: Sequence[Step], now: Knowledge, seat: int) -> Secrets:
    """At the last of the steps. What has come out stays so: of earlier steps only what was a secret then is tried."""
    first = len(steps)
    while first and seat not in steps[first - 1].secrets:
        first -= 1
    old = steps[first - 1].secrets[seat] if first else Secrets((), ())
    choices = [*old.choices, *(n for n in range(max(first - 1, 0), len(steps) - 1) if unseen_choice(p, steps, n, seat))]
    picks = [*old.picks, *((n, i) for n in range(first, len(steps)) for i in unseen_rolls(p, steps[n], seat))]
    things: list[Thing] = [*choices, *picks]
    free = [one for one in things if any(possible(p, steps, now, seat, [one], [x]) for x in otherwise(p, steps, one))]
    bound = [one for one in things if one not in free]
    rng = Random(len(steps))
    for _ in range(JOINT if len(bound) > 1 else 0):
        # what was told of several together leaves each of them open only with the others
        some = rng.sample(bound, rng.randint(2, min(3, len(bound))))
        if possible(p, steps, now, seat, some, [rng.choice(otherwise(p, steps, one)) for one in some]):
            free += [one for one in some if one not in free]
    found = Secrets(tuple(one for one in choices if one in free), tuple(one for one in picks if one in free))
    steps[-1].secrets[seat] = found
    return found


def unseen_choice(p: "Program", steps: Sequence[Step], number: int, seat: int) -> bool:
    """Whether another player answered that question so that *seat* heard only that they did."""
    asked, records = steps[number].player, steps[number + 1].records
    if asked == seat:
        return False
    return any(records[i + 2] >> seat & 1 and p.shared.sources[records[i]].what == HIDDEN and records[i + 3] == asked
               for i in range(0, len(records), RECORD))


def unseen_rolls(p: "Program", step: Step, seat: int) -> list[int]:
    """Which times chance was asked about a die that *seat* does not see."""
    hidden = {number for _, number in unseen_dice(p, step.state, seat)} if step.code == k.ASK and p.has_hidden_dice else ()
    return [i for i, pick in enumerate(step.picks) if pick.kind == k.CHANCE_DIE and pick.about in hidden]


def otherwise(p: "Program", steps: Sequence[Step], one: Thing) -> list[Answer]:
    """Some other answers than the one that was given."""
    if isinstance(one, int):
        step = steps[one]
        rows: list[Answer] = [row for row in rows_of(p, step.options, step.state[k.QN]) if row != steps[one + 1].row]
        return rows[:: max(1, -(-len(rows) // ALTERNATIVES))]
    pick = steps[one[0]].picks[one[1]]
    place = p.lay.die_place(pick.about)
    assert place is not None
    faces = place.faces
    return list(islice((x for x in range(pick.count) if faces[x] != faces[pick.answer]), ALTERNATIVES))


def possible(p: "Program", steps: Sequence[Step], now: Knowledge, seat: int, things: Sequence[Thing],
             answers: Sequence[Answer]) -> bool:
    """Whether these answers could have been given, and the player would have noticed nothing so far."""
    world = World(rows={one: x for one, x in zip(things, answers, strict=True) if isinstance(one, int) and isinstance(x, list)},
                  picks={one: x for one, x in zip(things, answers, strict=True) if not isinstance(one, int) and isinstance(x, int)})
    return carried(p, steps, now, seat, world, Budget(len(steps))) is not None
