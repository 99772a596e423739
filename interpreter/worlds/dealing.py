"""Other faces for the cards that a player does not know."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from attrs import define

from interpreter.worlds.knowledge import Knowledge

if TYPE_CHECKING:
    from interpreter.program import Program


@define
class Unknown:
    """``settled``: cards that the player does not know, whose places are settled; ``others``: by back, all cards that he does
    not know; ``truth``: the face that each shows."""

    settled: list[int]
    others: dict[int, list[int]]
    truth: dict[int, int]


def unknown(p: "Program", state: Sequence[int], seat: int) -> Unknown:
    lay = p.lay
    n, face, know, mixed = lay.n, lay.at["FACE"], lay.at["KNOW"], lay.at["MIXED"]
    out = Unknown([], {}, {})
    for c in range(n):
        loose = state[mixed + c]
        if not loose and state[know + c] >> seat & 1:
            continue
        f = state[face + c]
        out.truth[c] = f
        out.others.setdefault(lay.back_of[f], []).append(c)
        if not loose:
            out.settled.append(c)
    out.settled = [c for c in out.settled if len(out.others[lay.back_of[out.truth[c]]]) > 1]
    return out


def exchange(shows: dict[int, int], one: int, other: int, now: Knowledge) -> bool:
    """Exchanges the faces of two cards, if both may show them."""
    x, y = shows[one], shows[other]
    if not (now.may_show(one, y) and now.may_show(other, x)):
        return False
    shows[one], shows[other] = y, x
    return True


def dealt(p: "Program", hidden: Unknown, now: Knowledge, rng: Random) -> dict[int, int]:
    """All faces that the player does not know, dealt anew; exact where nothing limits what a card may be, else nearly so."""
    shows = dict(hidden.truth)
    for cards in hidden.others.values():
        wrong = list(cards)
        rng.shuffle(wrong)
        faces = [shows[c] for c in cards]
        for c, f in zip(wrong, faces, strict=True):
            shows[c] = f
        for c in cards:
            for _ in range(0 if now.may_show(c, shows[c]) else 40):
                other = rng.choice(cards)
                x, y = shows[c], shows[other]
                if now.may_show(c, y) and (now.may_show(other, x) or not now.may_show(other, y)):
                    shows[c], shows[other] = y, x
                    break
        if not all(now.may_show(c, shows[c]) for c in cards):
            for c in cards:
                shows[c] = hidden.truth[c]
            for _ in range(3):
                for c in cards:
                    exchange(shows, c, rng.choice(cards), now)
    return shows


def exchange_one(p: "Program", hidden: Unknown, shows: dict[int, int], now: Knowledge, c: int, rng: Random) -> None:
    """Exchanges the face of that card with another's, if both may show them."""
    other = rng.choice(hidden.others[p.lay.back_of[hidden.truth[c]]])
    if p.lay.designs[shows[c]] != p.lay.designs[shows[other]]:
        exchange(shows, c, other, now)
