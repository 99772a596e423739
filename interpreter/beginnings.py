"""Beginnings that were played before: what they came to is kept, so that it need not be played again.

A match with sampled chance and without a log follows from what was chosen and from what chance said. So these are kept as
ways from one state to the next, and a match that goes the same way as one before it only follows them; its state is copied
when somebody asks for it, or as it goes where few have gone. Each match that does so adds this one step, if it is a usual
one. That pays in games that soon are over or come to the same states in several ways; where matches leave at once, it is
given up.
"""

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from attrs import define, field

from interpreter import slots as k

if TYPE_CHECKING:
    from interpreter.program import Program
    from interpreter.result import Result

NUMBERS = 2_000_000
"""Numbers that the states have in all: 16 MB."""

USUAL = 1
"""How often a step is taken before it is kept: to keep one costs as much as to take it a few times."""

BESIDE = 30
"""What a spot takes beside its state, as so many numbers."""

TRIED = 300
"""Steps after which it is looked whether matches follow them."""

SHARE = 0.25
"""As much of a match must lie before a step then, on average: so far matches follow."""


class Spot:
    """Where matches stand after certain choices and outcomes of chance; or what chance is asked on the way there.

    ``chance``: how many outcomes there are, which are equally likely; 0: a place where a match stands.
    ``after``: by outcome, or by option, where it goes on; None: nobody has gone there yet.
    ``tried``: by option, how often it went on beyond what is kept.
    ``code``, ``count``, ``player``, ``options``: as in a match. ``state``: likewise, as far as it is in use (see `packed`),
    but for chance and the number of decisions so far. ``result``: made when it is asked for.
    """

    __slots__ = ("after", "chance", "code", "count", "options", "player", "result", "state", "tried")

    def __init__(self, chance: int, code: int = k.ASK, count: int = 0, options: Sequence[int] = (),
                 state: tuple[int, ...] = ()) -> None:
        self.after: list[Spot | None] = [None] * (chance or count)
        self.tried = bytearray(count)
        self.chance, self.code, self.count, self.options = chance, code, count, list(options)
        self.player = state[k.QP] if code == k.ASK and state else None
        self.state = state
        self.result: Result | None = None


@define(repr=False)
class Beginnings:
    """All that is kept of one program.

    ``start``: before the first choice; it has one way on. ``below``: how numbers are drawn. ``ended``, ``decided``: how many
    matches came to their end after they had left, and how many decisions these had.
    """

    program: "Program"
    start: Spot
    below: Callable[[list[int], int], int]
    left: int = field(factory=lambda: NUMBERS)
    added: int = 0
    depths: int = 0
    ended: int = 0
    decided: int = 0
    _met: dict[tuple[int, ...], Spot] = field(factory=dict)
    _again: dict[str, Any] = field(factory=dict)

    @property
    def grows(self) -> bool:
        return self.left > 0

    def add(self, before: Spot, i: int, b: int, words: Sequence[int], row: Sequence[int], code: int, options: Sequence[int],
            state: list[int], used: int, depth: int) -> bool:
        """Keeps a step; says whether that is of any use.

        Args:
            before: where the match stood.
            i: the option that it took.
            b: the block that answers.
            words: the generator, before the step.
            row: what the option is made of, for the slots of the answer.
            code, options, state: how the match stands after it; only the first *used* numbers may be read again.
            depth: how many choices the match had made before.
        """
        if code not in (k.ASK, k.OVER):
            return True
        at = before
        if list(words) != state[k.RNG : k.RNG + 4]:
            for n, outcome in self.draws(before.state, b, words, row, state):
                on = at.after[i]
                if on is None:
                    on = at.after[i] = Spot(n)
                    self.left -= n
                at, i = on, outcome
        kept = without_chance(packed(self.program, state, used))
        met = self._met.get(kept)
        if met is None or met.code != code or met.options != options:
            met = self._met[kept] = Spot(0, code, state[k.QN] if code == k.ASK else 0, options, kept)
            self.left -= len(kept) + BESIDE
        at.after[i] = met
        self.left -= 1
        self.added += 1
        self.depths += depth
        if self.added != TRIED:
            return True
        # where no match was played to its end nothing is known of their length
        return self.depths * self.ended >= SHARE * self.decided * self.added if self.ended else self.depths >= self.added

    def draws(self, state: Sequence[int], b: int, words: Sequence[int], row: Sequence[int],
              then: Sequence[int]) -> list[tuple[int, int]]:
        """What the generator was asked in a step (numbers below which), and what it said. *then*: the state after it."""
        again, drawn = self._again, []
        if not again:
            # the same functions in another room, in which drawing is noted
            names = self.program.compiled(False).names
            again |= names
            for name, one in names.items():
                if isinstance(one, FunctionType) and one.__globals__ is names:
                    again[name] = FunctionType(one.__code__, again, name, one.__defaults__, one.__closure__)

        def below(s: list[int], n: int) -> int:
            drawn.append((n, self.below(s, n)))
            return drawn[-1][1]

        again["below"] = below
        s = filled(self.program, state)
        s[k.RNG : k.RNG + 4] = words
        s[k.ANS : k.ANS + len(row)] = row
        while b >= 0:
            b = again[f"b{b}"](s, s[k.FP], self.program.w)
        assert s[k.RNG : k.RNG + 4] == then[k.RNG : k.RNG + 4], "a step drew other numbers when it was played again"
        return drawn


def drawn_on(on: Spot | None, drawn: list[int], below: Callable[[list[int], int], int]) -> Spot | None:
    """Where a match comes to when chance says what it is asked from there on; None: where nobody has come to yet. *drawn*: the
    generator, in the slots that it has in a state; *below* draws from it."""
    while on is not None and on.chance:
        on = on.after[below(drawn, on.chance)]
    return on


def packed(p: "Program", state: Sequence[int], used: int) -> list[int]:
    """What has to be kept of the state: of its first *used* numbers, and of the events at its end."""
    return [*state[:used], *state[p.lay.events_at() :]]


def filled(p: "Program", kept: Sequence[int]) -> list[int]:
    """The state at its full length; what is not kept will not be read."""
    events = len(kept) - p.lay.events
    return [*kept[:events], *[0] * (p.lay.length - len(kept)), *kept[events:]]


def without_chance(state: Sequence[int]) -> tuple[int, ...]:
    """The state without the generator, and without the number of decisions: in which all that stand there agree."""
    return (*state[: k.RNG], 0, 0, 0, 0, *state[k.RNG + 4 : k.DECIDED], 0, *state[k.DECIDED + 1 :])
