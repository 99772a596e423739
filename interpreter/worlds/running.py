"""Steps run again in a world in which some cards are others than in truth, or somebody chose otherwise unseen."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from attrs import define, field, frozen

from interpreter import slots as k
from interpreter.log import RECORD
from interpreter.machine import run_logged
from interpreter.worlds.history import Pick, Step, asking, mixed_faces, text_of, what

if TYPE_CHECKING:
    from interpreter.program import Program

Faces = Mapping[int, int]
"""Which face is there instead of which; those that are not named stay."""


@define
class Outcome:
    """How a step ended: as `Step` has it."""

    state: list[int]
    code: int
    options: list[int]
    records: list[int]
    picks: list[Pick] = field(factory=list)


class Forced:
    """Chance says what it said in truth, of cards what the world has instead; of what is *free*, something else."""

    def __init__(self, p: "Program", picks: Sequence[Pick], faces: Faces, free: Mapping[int, int | None], rng: Random,
                 made: list[Pick]) -> None:
        self.p, self.picks, self.faces, self.free, self.rng, self.made = p, picks, faces, free, rng, made
        self.truly = text_of(p).names["pick"]
        self.asked = 0

    def __call__(self, s: list[int], w: list[list[int]], n: int, kind: int, about: int) -> int:
        if n < 2 or s[k.MODE] == k.SEARCH:
            return self.truly(s, w, n, kind, about)
        number, self.asked = self.asked, self.asked + 1
        x = self.answer(s, w, n, kind, about, number)
        self.made.append(Pick(n, kind, about, x, what(self.p, s, w, kind, about, x)))
        return x

    def answer(self, s: list[int], w: list[list[int]], n: int, kind: int, about: int, number: int) -> int:
        said = self.picks[number] if number < len(self.picks) else None
        if said is not None and (said.kind, said.about) == (kind, about):
            if number in self.free:
                given = self.free[number]
                return self.rng.randrange(n) if given is None else given
            if kind == k.CHANCE_SETTLE:
                there = mixed_faces(self.p, s, about)
                wanted = self.faces.get(said.what, said.what)
                if wanted in there:
                    return there.index(wanted)
            elif kind == k.CHANCE_THING and said.what in w[k.W_CAND][:n]:
                return w[k.W_CAND].index(said.what, 0, n)
            elif said.count == n:
                return said.answer
        return self.rng.randrange(n)


def with_faces(p: "Program", state: Sequence[int], faces: Faces) -> list[int]:
    """A copy of the state in which these faces are instead of those."""
    s = list(state)
    if faces:
        face, body = p.lay.at["FACE"], p.lay.at["BODY"]
        for old, new in faces.items():
            c = state[body + old]
            s[face + c] = new
            s[body + new] = c
    return s


def begin(p: "Program", steps: Sequence[Step], number: int, before: list[int] | None, row: Sequence[int] | None = None,
          ) -> tuple[list[int], int]:
    """The state and the block with which a step begins: *before* it (taken over), chosen was *row* (None: as in truth)."""
    if before is None:
        s = p.start_state()
        s[k.MODE] = steps[0].state[k.MODE]
        b = text_of(p).text.start
    else:
        s = before
        for j, x in enumerate(steps[number].row if row is None else row):
            s[k.ANS + j] = x
        b = s[s[k.FP]]
    s[k.EXN] = s[k.TAPEN] = 0
    s[k.FUEL] = k.FUEL_BOUND
    return s, b


def run_step(p: "Program", s: list[int], b: int, chance: Forced) -> Outcome:
    """Runs to the next question.

    Raises: EngineError: a bound is reached.
    """
    tail = 4 * p.lay.tail
    w = p.w
    if p.listing and tail:
        w[k.W_OPTIONS][-tail:] = [0] * tail
    records: list[int] = []
    with asking(p, chance):
        code = run_logged(p, text_of(p), s, b, records)
    options: list[int] = []
    if code == k.ASK:
        options = w[k.W_OPTIONS][: s[k.QN] * p.wide]
        if s[k.QSITE] in p.listing:
            options += w[k.W_OPTIONS][-tail:]
    return Outcome(s, code, options, records, chance.made)


def heard(p: "Program", records: Sequence[int], seat: int) -> list[object]:
    """What the log tells *seat* of a step; equal lists are equal texts."""
    lay, sources = p.lay, p.shared.sources
    out: list[object] = []
    for i in range(0, len(records), RECORD):
        if not records[i + 2] >> seat & 1:
            continue
        source = sources[records[i]]
        out.append(records[i])
        for j, tag in enumerate(source.types):
            x, know = records[i + 3 + 2 * j], records[i + 4 + 2 * j]
            if tag in ("card", "chosen card") and x >= 0:
                known = know >> seat & 1
                out.append((lay.designs[x], -1) if known else (-1, lay.back_of[x]))
            else:
                out.append(x if not tag.startswith("packed ") else (x, records[i + 5 + 2 * j]))
    return out


class Watched(list[int]):
    """A state that notes which of its slots are read."""

    def __init__(self, numbers: Sequence[int], seen: set[int]) -> None:
        super().__init__(numbers)
        self.seen = seen

    @overload
    def __getitem__(self, i: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, i: slice) -> "list[int]": ...
    def __getitem__(self, i: Any) -> Any:
        x = list.__getitem__(self, i)
        if isinstance(i, slice):
            return Watched(x, self.seen)
        self.seen.add(i)
        return x


def reads(p: "Program", steps: Sequence[Step], number: int) -> frozenset[int]:
    """The cards whose faces were read in that step, in any way."""
    step = steps[number]
    if step.reads is None:
        seen: set[int] = set()
        before = steps[number - 1].state[:] if number else None
        s, b = begin(p, steps, number, before)
        kept = p.w
        tried = range(k.W_FIRST, k.ROWS, k.EACH_DEPTH)  # states in which a search tries what can be done
        p.w = [Watched(row, seen) if i in tried else row for i, row in enumerate(kept)]
        try:
            run_step(p, Watched(s, seen), b, Forced(p, step.picks, {}, {}, Random(0), []))
        finally:
            p.w = kept
        lay = p.lay
        face, body, n = lay.at["FACE"], lay.at["BODY"], lay.n
        found = {i - face for i in seen if face <= i < face + n}
        # who looks for a face finds the card that shows it, before the step or after
        for i in seen:
            if body <= i < body + n:
                found |= {step.state[i], before[i] if before is not None else step.state[i]}
        step.reads = frozenset(found)
    return step.reads


@frozen
class World:
    """What a world has otherwise than the truth. By card: the face it ``shows``. By number of a question: what was
    chosen there (``rows``; None: anything). By step and number of what chance was asked in it: what it said (``picks``; None:
    anything). ``dice``: for what is anything."""

    shows: Mapping[int, int] = field(factory=dict)
    rows: Mapping[int, list[int] | None] = field(factory=dict)
    picks: Mapping[tuple[int, int], int | None] = field(factory=dict)
    dice: int = 0
