"""What of a state tells it from others: the list without what nothing will read any more.

The list keeps what has been until something else is written there: the last answer, names of phases that are over or
begin anew, frames that were dropped.
"""

from collections.abc import Sequence

from interpreter import slots as k
from interpreter.program import Program

FORGOTTEN = -1


def key_of(p: Program, s: Sequence[int], over: bool, answered: bool) -> list[int]:
    """Equal for equal states with equal questions. *answered*: the question has its answer, and chance is asked on the
    way to the next one."""
    lay, at = p.lay, p.lay.at
    live = p.shared.live.get(s[k.QSITE]) if s[k.QP] >= 0 else None
    top = s[k.FP] + (k.HEAD if over else lay.frame_most if live is None else live.size)
    out = list(s[:top])
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
    facts = p.facts
    if not (s[k.ACTS] or facts.lastings or facts.fragile or facts.before or facts.instead):
        out[at["STAMP"] : at["STAMP"] + lay.n] = [FORGOTTEN] * lay.n
    return out
