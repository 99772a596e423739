"""What a player has known of the faces of cards, over the steps of a match: since when he does not know a card, and when he
last knew where a face was."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from interpreter import slots as k
from interpreter.worlds.history import Step

if TYPE_CHECKING:
    from interpreter.program import Program


@define(eq=False)
class Knowledge:
    """By card: the ``face`` it shows; ``since`` which question it is the same card that the player does not know (-1: he knows
    it, or its place is not settled); whether he has ``lost`` sight of it there, having known it; ``mixed`` since which
    question it may be any of those with which it lies (-1: its place is settled). By face: ``last`` the last question at
    which he knew which card shows it (-1: never).

    What has been found out when worlds were imagined: which designs a card can ``never`` be, after which steps that was
    ``tried`` of it.
    """

    face: list[int]
    since: list[int]
    lost: list[bool]
    mixed: list[int]
    last: list[int]
    designs: tuple[int, ...]
    never: dict[int, set[int]] = field(factory=dict)
    tried: set[tuple[int, int]] = field(factory=set)

    def first(self, c: int) -> int:
        """The first step that may go otherwise where the card is another one."""
        return self.since[c] + self.lost[c]

    def may_show(self, c: int, face: int) -> bool:
        """Whether a card can have shown that face for as long as the player has not known it: in that time he must not have
        known the face to be elsewhere."""
        if self.face[c] == face:
            return True
        return self.last[face] < max(self.since[c], self.mixed[c]) and self.designs[face] not in self.never.get(c, ())


def knowledge(p: "Program", steps: Sequence[Step], seat: int) -> Knowledge:
    """At the last of the steps."""
    first = len(steps)
    while first and seat not in steps[first - 1].knowledge:
        first -= 1
    n = p.lay.n
    if first:
        old = steps[first - 1].knowledge[seat]
        now = Knowledge(old.face[:], old.since[:], old.lost[:], old.mixed[:], old.last[:], old.designs,
                        {c: set(found) for c, found in old.never.items()}, set(old.tried))
    else:
        now = Knowledge([-1] * n, [-1] * n, [False] * n, [-1] * n, [-1] * n, p.lay.designs)
    for number in range(first, len(steps)):
        before = now.since[:]
        learn(p, now, steps, number, seat)
        for c in [c for c in now.never if now.since[c] != before[c]]:
            del now.never[c]
    steps[-1].knowledge[seat] = now
    return now


def learn(p: "Program", now: Knowledge, steps: Sequence[Step], number: int, seat: int) -> None:
    """What the question with that number adds."""
    lay = p.lay
    n, at = lay.n, lay.at
    s = steps[number].state
    before = steps[number - 1].state if number else p.start_state()
    faces, mixed = s[at["FACE"] : at["FACE"] + n], s[at["MIXED"] : at["MIXED"] + n]
    know, zones = s[at["KNOW"] : at["KNOW"] + n], s[at["ZON"] : at["ZON"] + n]
    settled = {pick.what for pick in steps[number].picks if pick.kind == k.CHANCE_SETTLE}
    confused: set[int] = set()  # zones in which one of which he has lost sight may be any card
    shuffled: set[int] = set()
    for c in range(n):
        f = faces[c]
        if mixed[c]:
            if now.mixed[c] < 0:
                shuffled.add(zones[c])
            now.since[c] = -1
        elif know[c] >> seat & 1:
            now.since[c], now.mixed[c], now.last[f] = -1, -1, number
        else:
            same = not before[at["MIXED"] + c] and before[at["FACE"] + c] == f and f not in settled
            if now.since[c] < 0 or not same:
                if same and now.last[f] >= number - 1:
                    confused |= {zones[c], before[at["ZON"] + c]}
                now.since[c], now.lost[c], now.mixed[c] = number, same, -1
        now.face[c] = f
    for c in range(n if confused or shuffled else 0):
        if mixed[c]:
            if zones[c] in shuffled:
                now.mixed[c] = number
        elif now.since[c] >= 0 and zones[c] in confused and now.since[c] < number:
            now.since[c], now.lost[c] = number, True
