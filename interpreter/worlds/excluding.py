"""What a card cannot be, as a step would not have gone as it went: found out when a world has failed at that step."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.worlds.carrying import Budget, faces_at, fits, one_step
from interpreter.worlds.dealing import Unknown
from interpreter.worlds.history import Step
from interpreter.worlds.knowledge import Knowledge
from interpreter.worlds.running import World, reads

if TYPE_CHECKING:
    from interpreter.program import Program


def exclude(p: "Program", steps: Sequence[Step], now: Knowledge, hidden: Unknown, seat: int, number: int, budget: Budget,
            last_row: Sequence[int] | None) -> None:
    """Tries for each card that was read in the step what it may be, all others as in truth.

    Where hardly anything but the truth is left, several cards count together; then nothing is excluded.
    """
    read = reads(p, steps, number)
    free = [c for cards in hidden.others.values() for c in cards if c not in read]
    for c in hidden.settled:
        if c not in read or now.first(c) > number or (number, c) in now.tried or budget.left <= 0:
            continue
        now.tried.add((number, c))
        back = p.lay.back_of[hidden.truth[c]]
        holders = {p.lay.designs[hidden.truth[o]]: o for o in free if p.lay.back_of[hidden.truth[o]] == back}
        holders.pop(p.lay.designs[hidden.truth[c]], None)
        found = set()
        for design, other in holders.items():
            world = World({**hidden.truth, c: hidden.truth[other], other: hidden.truth[c]})
            budget.left -= 1
            come = faces_at(world, now, number, come=True)
            outcome = one_step(p, steps, now, world, number, come, None, {}, {})
            if outcome is None or not fits(p, steps, number, outcome, seat, world, last_row):
                found.add(design)
        if len(found) + 1 < len(holders):
            now.never.setdefault(c, set()).update(found)
