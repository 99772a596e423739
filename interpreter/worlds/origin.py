"""Whence an imagined world comes, so that from it other worlds can be imagined."""

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.worlds.carrying import Budget, carried
from interpreter.worlds.history import Step, history
from interpreter.worlds.knowledge import knowledge
from interpreter.worlds.running import World

if TYPE_CHECKING:
    from interpreter.match import Match
    from interpreter.program import Program


@frozen
class Origin:
    """The ``steps`` of the match, for whom (``seat``) which ``world`` was imagined, and the ``state`` and ``options`` with which it
    began."""

    steps: list[Step]
    seat: int
    world: World
    state: list[int]
    options: list[int]


def steps_of(m: "Match") -> list[Step] | None:
    """How the match came to its last question, see `history`; if it was imagined, as it came there in that world."""
    if m._trace is None and m._origin is not None:
        m._trace = imagined_steps(m.program, m._origin)
    return None if m._imagined and m._trace is None else history(m)


def imagined_steps(p: "Program", origin: Origin) -> list[Step] | None:
    """The steps as they went in that world."""
    steps = origin.steps
    now = knowledge(p, steps, origin.seat)
    found = carried(p, steps, now, origin.seat, origin.world, Budget(len(steps)), whole=True)
    if found is None:
        return None
    out = []
    for number, step in enumerate(steps):
        one = found.again[number]
        row = found.rows.get(number - 1, step.row)
        out.append(Step(step.node, row, tuple(one.picks), one.records, one.state, one.code, one.options))
    out[-1].state, out[-1].options = origin.state[:], origin.options
    return out
