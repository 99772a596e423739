"""Whether a world can have come to where the match stands, without the player having noticed anything else.

Steps that read none of the cards that are otherwise, and in which nothing else is otherwise, went as in truth. The others
are run again. Where one ends with something hidden otherwise than in truth, the next ones follow from there.
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from attrs import define

from interpreter import slots as k
from interpreter.errors import EngineError
from interpreter.key import key_of
from interpreter.result import finished
from interpreter.view import table
from interpreter.worlds.history import Step, rows_of, text_of
from interpreter.worlds.knowledge import Knowledge
from interpreter.worlds.running import (
    Faces,
    Forced,
    Outcome,
    World,
    begin,
    heard,
    reads,
    run_step,
    with_faces,
)

if TYPE_CHECKING:
    from interpreter.program import Program


@define
class Carried:
    """How the match stands in the world. ``again``: by their numbers, the steps that were run again, as they went; ``rows``:
    what was chosen before them."""

    state: list[int]
    options: list[int]
    again: dict[int, Outcome]
    rows: dict[int, list[int]]


@define
class Budget:
    """Steps that may still be run; ``failed``: at which one a world was found out (-1: at none)."""

    left: int
    failed: int = -1


def faces_at(world: World, now: Knowledge, number: int, *, come: bool = False) -> Faces:
    """Which face was instead of which at that question. Of cards that nobody has kept since then, some take the faces that the
    world has elsewhere. *come*: as the step to it leaves them, before cards of which the player has lost sight in it become
    others."""
    moved = {now.face[c]: f for c, f in world.shows.items()
             if now.since[c] >= 0 and (now.first(c) if come else now.since[c]) <= number and now.face[c] != f}
    back = {new: old for old, new in moved.items()}
    out = dict(moved)
    for new in back:
        if new not in moved:
            end = new
            while end in back:
                end = back[end]
            out[new] = end
    return out


def carried(p: "Program", steps: Sequence[Step], now: Knowledge, seat: int, world: World, budget: Budget, *,
            last_row: Sequence[int] | None = None, whole: bool = False) -> Carried | None:
    """The world as it stands at the last question; None if *seat* would have noticed, or the budget is spent.

    *last_row*: what has been chosen at that question since. *whole*: every step is run again.
    """
    others = {c: now.first(c) for c, f in world.shows.items() if now.face[c] != f and now.since[c] >= 0}
    chosen = {number + 1 for number in world.rows} | {number for number, _ in world.picks}
    again: dict[int, Outcome] = {}
    rows: dict[int, list[int]] = {}
    state: list[int] | None = None  # where the last step ended, if otherwise than in truth
    budget.failed = -1
    for number in range(0 if whole else min([*others.values(), *chosen, len(steps)]), len(steps)):
        step = steps[number]
        if state is None and not whole and number not in chosen:
            here = [c for c, first in others.items() if first <= number]
            if not here or reads(p, steps, number).isdisjoint(here):
                continue
        if budget.left <= 0:
            return None
        budget.left -= 1
        come = faces_at(world, now, number, come=True)
        outcome = one_step(p, steps, now, world, number, come, state, again, rows)
        if outcome is None or not fits(p, steps, number, outcome, seat, world, last_row):
            budget.failed = number
            return None
        again[number] = outcome
        if as_in_truth(p, step, outcome, come):
            state = None
        else:
            after = faces_at(world, now, number)
            changed = {come.get(f, f): after.get(f, f) for f in {*come, *after}}
            state = with_faces(p, outcome.state, changed) if changed else outcome.state
    last = len(steps) - 1
    end = steps[last]
    if state is None:
        state = with_faces(p, end.state, faces_at(world, now, last))
        if last in again:
            state[k.QN] = again[last].state[k.QN]  # what another player may choose among shows in nothing else
    elif table(p, state, seat) != table(p, end.state, seat):
        return None
    if end.code == k.OVER:
        outcome_of = text_of(p).names["outcome"]
        if finished(p, outcome_of, state, None) != finished(p, outcome_of, end.state, None):
            return None
    return Carried(state, again[last].options if last in again else end.options, again, rows)


def one_step(p: "Program", steps: Sequence[Step], now: Knowledge, world: World, number: int, come: Faces,
             state: list[int] | None, again: dict[int, Outcome], rows: dict[int, list[int]]) -> Outcome | None:
    """How that step goes in the world, from the *state* before it (None: that of the truth, with other faces); *come*: which
    faces it leaves instead of which."""
    rng = Random(world.dice * 1_000_003 + number)
    row: list[int] | None = None
    if number - 1 in world.rows:
        row = world.rows[number - 1]
        before = again.get(number - 1)
        options, n = ((before.options, before.state[k.QN]) if before is not None
                      else (steps[number - 1].options, steps[number - 1].state[k.QN]))
        offered = list(rows_of(p, options, n))
        if row is None:
            row = rng.choice(offered)
        elif row not in offered:
            return None
        rows[number - 1] = row
    if number == 0:
        begun = None
    elif state is not None:
        begun = state[:]
    else:
        begun = with_faces(p, steps[number - 1].state, faces_at(world, now, number - 1))
    s, b = begin(p, steps, number, begun, row)
    free = {i: x for (at, i), x in world.picks.items() if at == number}
    try:
        return run_step(p, s, b, Forced(p, steps[number].picks, come, free, rng, []))
    except EngineError:
        return None


def fits(p: "Program", steps: Sequence[Step], number: int, outcome: Outcome, seat: int, world: World,
         last_row: Sequence[int] | None = None) -> bool:
    """Whether the step can have gone so: *seat* notices nothing, and what was chosen after it was on offer."""
    step = steps[number]
    if not unnoticed(p, step, outcome, seat):
        return False
    following = steps[number + 1].row if number + 1 < len(steps) else last_row
    if following is None or number in world.rows or outcome.options == step.options:
        return True
    return list(following) in rows_of(p, outcome.options, outcome.state[k.QN])


def unnoticed(p: "Program", step: Step, outcome: Outcome, seat: int) -> bool:
    """Whether *seat* hears the same, and the same player is asked the same; *seat* with the same options."""
    if seat not in step.heard:
        step.heard[seat] = heard(p, step.records, seat)
    if outcome.code != step.code or heard(p, outcome.records, seat) != step.heard[seat]:
        return False
    if step.code != k.ASK:
        return True
    s, t = outcome.state, step.state
    if (s[k.QP], s[k.QSITE]) != (t[k.QP], t[k.QSITE]):
        return False
    return s[k.QP] != seat or outcome.options == step.options


def as_in_truth(p: "Program", step: Step, outcome: Outcome, faces: Faces) -> bool:
    """Whether the step ended as in truth, but for the faces that are otherwise."""
    lay = p.lay
    n, face, body, mixed = lay.n, lay.at["FACE"], lay.at["BODY"], lay.at["MIXED"]
    s, t = outcome.state, step.state
    if s[mixed : mixed + n] != t[mixed : mixed + n]:
        return False
    for c in range(n):
        f = t[face + c]
        if s[face + c] != faces.get(f, f) and not s[mixed + c]:
            return False
    kept_faces, kept_bodies = s[face : face + n], s[body : body + n]
    s[face : face + n], s[body : body + n] = t[face : face + n], t[body : body + n]
    same = key_of(p, s, outcome.code != k.ASK, False) == step.state_key(p)
    s[face : face + n], s[body : body + n] = kept_faces, kept_bodies
    return same
