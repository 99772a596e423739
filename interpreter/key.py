"""What of a state tells it from others: the list without what nothing will read any more.

The list keeps what has been until something else is written there: the last answer, names of phases that are over or
begin anew, frames that were dropped.
"""

from collections.abc import Sequence

from interpreter import slots as k
from interpreter.emit.shared import Live
from interpreter.program import Program

FORGOTTEN = -1


def live_at(p: Program, s: Sequence[int]) -> Live | None:
    """What is in use at the question that waits; None: that has not been told."""
    return p.shared.live.get(s[k.QSITE]) if s[k.QP] >= 0 else None


def in_use(p: Program, s: Sequence[int], over: bool) -> int:
    """So many numbers of the state, from the first one on, may be read again; behind them is what has been, but for the
    events of the running step."""
    live = live_at(p, s)
    return s[k.FP] + (k.HEAD if over else p.lay.frame_most if live is None else live.size)


def events_in_use(p: Program, s: Sequence[int]) -> Sequence[int]:
    """What has happened in the step that runs, for the rules that still have to answer it."""
    at = p.lay.events_at()
    return s[at : at + s[k.EVN] * p.lay.event_size]


def key_of(p: Program, s: Sequence[int], over: bool, answered: bool) -> list[int]:
    """Equal for equal states with equal questions. *answered*: the question has its answer, and chance is asked on the
    way to the next one."""
    lay = p.lay
    live = live_at(p, s)
    out = list(s[: in_use(p, s, over)])
    out[: k.MODE] = [FORGOTTEN] * k.MODE
    if not over:
        out[k.QP], out[k.QSITE] = s[k.QP], s[k.QSITE]
    if not answered:
        out[k.ANS : k.ACTN] = [FORGOTTEN] * (k.ACTN - k.ANS)
    out[k.EXN] = out[k.TAPEN] = out[k.DECIDED] = out[k.FUEL] = FORGOTTEN
    for phase, names in p.name_slots:
        runs = not over and (s[lay.phase_slot[phase]] if phase else s[k.LIVE] == 0)
        for var, first, size in names:
            if not runs or (live is not None and live.phase == phase and var not in live.names):
                out[first : first + size] = [FORGOTTEN] * size
    return [*out, *events_in_use(p, s)]
