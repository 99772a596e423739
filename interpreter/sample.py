"""Imagining: a world that a player cannot tell from the real one."""

from random import Random
from typing import TYPE_CHECKING

from interpreter import slots as k
from interpreter.machine import seeded

if TYPE_CHECKING:
    from interpreter.match import Match


def sample_world(m: "Match", player: int, rng: Random) -> "Match":
    """A copy in which every face that *player* does not know has changed places, at random, with another of the same
    back that he does not know; and in which chance goes another way.

    Raises: ValueError: there is no such seat.
    """
    p = m.program
    if not 0 <= player < p.players:
        raise ValueError(f"there is no seat {player}")
    out = m._bare_copy()
    out._asked = None if m._asked is None else m._asked
    s = out._s
    lay = p.lay
    at = lay.at
    face, body, know = at["FACE"], at["BODY"], at["KNOW"]
    groups: dict[int, list[int]] = {}
    for c in range(lay.n):
        if not s[know + c] >> player & 1:
            groups.setdefault(lay.back_of[s[face + c]], []).append(c)
    for bodies in groups.values():
        faces = [s[face + c] for c in bodies]
        rng.shuffle(faces)
        for c, x in zip(bodies, faces, strict=True):
            s[face + c] = x
            s[body + x] = c
    for i, word in enumerate(seeded(rng.getrandbits(63))):
        s[k.RNG + i] = word
    out._decision = None
    return out
