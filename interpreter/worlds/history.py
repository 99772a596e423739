"""How a match came to its question, step by step: it is played again, and the state at each question is kept.

A *step* leads from one question of a player to the next; step 0 leads from the beginning to the first. What chance says on
the way is written down, so that a step can be run again in another world (`interpreter.worlds.running`). Nothing of this
is kept while a match is played. Copies of a match share it, and it grows with the match.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from interpreter import ranges
from interpreter import slots as k
from interpreter.errors import EngineError
from interpreter.key import key_of

if TYPE_CHECKING:
    from interpreter.cpython import Compiled
    from interpreter.match import Match
    from interpreter.program import Program
    from interpreter.worlds.knowledge import Knowledge
    from interpreter.worlds.secrets import Secrets


Node = tuple[object, int | str]
"""A choice, after those before it."""


@frozen
class Pick:
    """What chance said: ``answer`` of ``count``, see the kinds of chance in `interpreter.slots`; ``what`` it came to: the face
    that was settled, or the thing chosen; else -1."""

    count: int
    kind: int
    about: int
    answer: int
    what: int = -1


@define(eq=False)
class Step:
    """``node``: the newest choice before its question; ``row``: what was chosen at the question before; ``picks`` and
    ``records``: what chance said and what the log tells on the way; ``state``, ``code`` and ``options``: as it ended."""

    node: Node | None
    row: list[int]
    picks: tuple[Pick, ...]
    records: list[int]
    state: list[int]
    code: int
    options: list[int]
    reads: frozenset[int] | None = None
    heard: "dict[int, list[object]]" = field(factory=dict)
    key: list[int] | None = None
    knowledge: "dict[int, Knowledge]" = field(factory=dict)
    secrets: "dict[int, Secrets]" = field(factory=dict)

    @property
    def player(self) -> int:
        return self.state[k.QP]

    def state_key(self, p: "Program") -> list[int]:
        """What of its state tells it from others."""
        if self.key is None:
            self.key = key_of(p, self.state, self.code != k.ASK, False)
        return self.key


def text_of(p: "Program") -> "Compiled":
    """The text with which matches are played again: it tells a log."""
    return p.compiled(True, False)


def history(m: "Match") -> list[Step] | None:
    """The steps up to the last question of a player; None if its choices do not lead there."""
    steps = m._trace or []
    nodes: list[Node] = []
    at: Node | None = m._history
    last = steps[-1].node if steps else None
    while at is not None and at is not last:
        nodes.append(at)
        at = at[0]  # type: ignore[assignment]
    if at is not last:
        return None
    if nodes or not steps:
        try:
            steps = m._trace = played_on(m, steps, nodes[::-1])
        except (EngineError, StopIteration, ValueError):
            return None
    if m._asked is None and steps[-1].state_key(m.program) != key_of(m.program, m.state, m.over, False):
        return None
    return steps


def played_on(m: "Match", steps: list[Step], nodes: list[Node]) -> list[Step]:
    """The steps, and those that these choices lead to."""
    from interpreter.match import Match

    p = m.program
    picks: list[Pick] = []
    again = Match(p, seed=m.seed, chance=m.chance, log=True)
    found = steps[:]
    row: list[int] = []

    def go(node: Node | None, block: int) -> None:
        picks.clear()
        again._records = None
        again._go(block)
        if again._asked is None:
            records = again.records()
            found.append(Step(node, row, tuple(picks), records, again._s[:], again._code, again._options))

    with asking(p, Recorder(p, picks)):
        if steps:
            last = steps[-1]
            again._s, again._options, again._code = last.state[:], last.options, last.code
            again.count = count_of(p, last.options, last.state[k.QN])
        else:
            go(None, again._first)
        for node in nodes:
            choice = node[1]
            if again._asked is not None:
                i = choice if isinstance(choice, int) else again._asked.ids.index(choice)
                again._tape.append(again._asked.first[i])
                go(node, again._block)
            else:
                row = again._row_of(choice if isinstance(choice, int) else number_of(again, choice))
                for j, x in enumerate(row):
                    again._s[k.ANS + j] = x
                go(node, again._s[again._s[k.FP]])
    return found


def number_of(m: "Match", choice: str) -> int:
    """The option of that id."""
    assert m.decision is not None
    return next(i for i, one in enumerate(m.decision.options) if one.id == choice)


def count_of(p: "Program", options: list[int], n: int) -> int:
    """How many options a question has."""
    return ranges.total(options, n, p.wide) if p.lay.ranged else n


def rows_of(p: "Program", options: list[int], n: int) -> Iterator[list[int]]:
    """What each option of a question is made of."""
    wide = p.wide
    for i in range(count_of(p, options, n)):
        yield ranges.option(options, n, wide, i) if p.lay.ranged else options[i * wide : (i + 1) * wide]


@contextmanager
def asking(p: "Program", chance: object) -> Iterator[None]:
    """While this lasts, *chance* is asked instead of the generator or the tape."""
    names = text_of(p).names
    kept = names["pick"]
    names["pick"] = chance  # type: ignore[assignment]
    try:
        yield
    finally:
        names["pick"] = kept


class Recorder:
    """Chance as it is, and what it said."""

    def __init__(self, p: "Program", picks: list[Pick]) -> None:
        self.p, self.picks = p, picks
        self.truly = text_of(p).names["pick"]

    def __call__(self, s: list[int], w: list[list[int]], n: int, kind: int, about: int) -> int:
        x = self.truly(s, w, n, kind, about)
        if n > 1 and s[k.MODE] != k.SEARCH:
            self.picks.append(Pick(n, kind, about, x, what(self.p, s, w, kind, about, x)))
        return x


def what(p: "Program", s: list[int], w: list[list[int]], kind: int, about: int, answer: int) -> int:
    """What an answer of chance comes to."""
    if kind == k.CHANCE_SETTLE:
        return mixed_faces(p, s, about)[answer]
    return w[k.W_CAND][answer] if kind == k.CHANCE_THING else -1


def mixed_faces(p: "Program", s: list[int], z: int) -> list[int]:
    """The faces of the cards in a zone whose places are not settled, in the order in which chance counts them."""
    lay = p.lay
    n, nxt, mixed, face = lay.n, lay.at["NXT"], lay.at["MIXED"], lay.at["FACE"]
    out: list[int] = []
    c = s[nxt + n + z]
    while c < n:
        if s[mixed + c]:
            out.append(s[face + c])
        c = s[nxt + c]
    return out
