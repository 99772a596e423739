"""A state before anything has happened."""

from typing import TYPE_CHECKING

from interpreter import slots as k
from interpreter.constants import no_face

if TYPE_CHECKING:
    from interpreter.program import Program


def first_state(p: "Program") -> list[int]:
    """A state before setup: all cards in the box, counters and variables at their start."""
    lay = p.lay
    s = [0] * lay.length
    n = lay.n
    at = lay.at
    for place in lay.stores.values():
        start = place.start if place.start is not None else -1
        if place.room == 1:
            for i in range(place.owners * place.size):
                s[place.base + i] = start
    for z in range(len(lay.zone_of)):
        s[at["NXT"] + n + z] = n + z
        s[at["PRV"] + n + z] = n + z
    before = n  # the box is zone 0
    for c in range(n):
        s[at["FACE"] + c] = c
        s[at["BODY"] + c] = c
        s[at["NXT"] + before] = c
        s[at["PRV"] + c] = before
        before = c
        if lay.carries:
            s[at["ANX"] + c] = -1
    s[at["NXT"] + before] = n
    s[at["PRV"] + n] = before
    s[at["LEN"]] = n
    if lay.carries:
        s[at["ANX"] + n] = n
        s[at["APV"] + n] = n
    s[k.ACTS] = int(lay.carries)
    for key, first in lay.in_play.items():
        for i in range(lay.dice[key].owners):
            s[first + i] = lay.dice[key].amount
    for d in lay.dice.values():
        for i in range(d.owners * d.amount):
            s[at["DIE"] + d.base + i] = no_face(p.game, d.key)
    for key, first in lay.watches.items():
        store = lay.stores.get(key)
        if store is not None:
            for i in range(store.slots):
                s[first + i] = s[store.base + i]
    s[k.WINNERS] = -1
    s[k.REASON] = -2
    s[k.QP] = -1
    s[k.FUEL] = k.FUEL_BOUND
    f = lay.frames
    s[k.FP] = f
    s[f + k.YOU] = -1
    s[f + k.WHAT] = p.shared.what("program")
    s[f + k.THIS] = -1
    return s
