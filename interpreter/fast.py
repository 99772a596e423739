"""Machine code for whole matches: the same emitted text through llvmlite (extra `fast`)."""

from array import array
from collections.abc import Iterable, Sequence
from itertools import islice
from struct import Struct

from attrs import define, field

from interpreter import slots as k
from interpreter.emit.text import Text
from interpreter.kernels import ATTEMPTS, MANY, PLAYOUT, kernel_text
from interpreter.machine import MASK, STEPS, endless, reseed, seeded, stopped
from interpreter.native import Dispatch, Late, Native, compiled
from interpreter.native.llvm import llvm_binding
from interpreter.program import Program, program
from interpreter.result import Result, concluded, finished, rank_count
from rulelang.game import Game

WRITERS = ("emit/text.py", "emit/fuel.py")  # what makes the text for machine code out of the lines of functions and blocks
LOST = 'def lost(s, f, w):\n    return -5\n'


def available() -> None:
    """Raises: FastUnavailable: llvmlite is not installed, or does not work here."""
    llvm_binding()


@define
class Fast:
    """One text of a program as machine code, with its own work rows."""

    program: Program
    text: Text
    native: Native
    w: "array[int]"
    _work: int = 0  # where its rows are
    _nothing: "array[int]" = field(factory=lambda: array("q"))
    _run: object = None
    _many: object = None
    _standing: object = None
    _attempts: object = None
    _rows: "tuple[array[int], array[int]] | None" = None
    _outcomes: "Outcomes | None" = None

    def run(self, s: "array[int]", b: int) -> int:
        """Runs from block *b* to the next stop; see `machine.run`."""
        code: int = self._run(s.buffer_info()[0], b, self._work, STEPS)  # type: ignore[operator]
        if s[k.EXN] > s[k.TAPEN]:
            return k.ASK  # chance asks: this run will be thrown away
        if s[k.ERROR] or code == k.STUCK:
            raise stopped(self.program, s)
        if code == k.SPENT:
            raise endless(self.program, s)
        return code

    def answer(self, s: "array[int]", options: Sequence[int]) -> int:
        """Runs a match whose chance is sampled, and that keeps no log, from its question to the next stop; *options*: the
        numbers of the option that is taken."""
        at = k.ANS
        for x in options:
            s[at] = x
            at += 1
        s[k.FUEL] = k.FUEL_BOUND
        return self.run(s, s[s[k.FP]])

    def options(self, length: int) -> list[int]:
        """The options of the last question: so many numbers."""
        at = k.W_OPTIONS * self.program.lay.width
        return self.w[at : at + length].tolist()

    def clear_candidates(self, count: int) -> None:
        """So many numbers at the end of the row of options are 0."""
        if len(self._nothing) != count:
            self._nothing = array("q", bytes(8 * count))
        end = (k.W_OPTIONS + 1) * self.program.lay.width
        self.w[end - count : end] = self._nothing

    def row(self, number: int, length: int | None = None) -> "array[int]":
        """Row *number* of the work rows (its first *length* numbers)."""
        width = self.program.lay.width
        at = number * width
        return self.w[at : at + (width if length is None else length)]

    def clear_log(self) -> None:
        self.w[k.W_LOG * self.program.lay.width] = 0

    def standing(self, s: "array[int]") -> Sequence[int]:
        """The numbers that the function `standing` writes down."""
        at = k.W_ASKED * self.program.lay.width
        row = self.w.buffer_info()[0] + 8 * at
        self._standing(s.buffer_info()[0], self.w.buffer_info()[0], row, 0)  # type: ignore[operator]
        return self.w[at : at + outcome_size(self.program) - 4]

    def attempts(self, world: "array[int]", options: Sequence[int], acts: int) -> "array[int] | None":
        """What options come to, see the kernel `attempts`; None: one of them is stuck."""
        s, ts = self._rows = self._rows or (self.native.new_row(), self.native.new_row())
        ts[: len(options)] = array("q", options)
        count = len(options) // attempt_size(self.program)
        done: int = self._attempts(  # type: ignore[operator]
            s.buffer_info()[0], world.buffer_info()[0], ts.buffer_info()[0], self.w.buffer_info()[0], count, acts)
        return ts[: len(options)] if done == count else None

    def many(self, s: "array[int]", start: "array[int]", row: "array[int]", b: int, decisions: int, count: int) -> int:
        """Whole matches from block *b* on, see the kernel `many`."""
        done: int = self._many(  # type: ignore[operator]
            s.buffer_info()[0], start.buffer_info()[0], row.buffer_info()[0], self.w.buffer_info()[0], b, decisions, count)
        return done


def beside(p: Program, text: Text) -> tuple[str, list[Dispatch]]:
    """What machine code needs beside the text: the loop, and blocks that are not there."""
    from interpreter.emit.text import kernel_numbers_of

    numbers = kernel_numbers_of(p.game, p.lay, p.facts, p.shared, p.wide) | {
        "STEPS": STEPS, "OUTCOME": outcome_size(p),
        "CHOOSER_LOW": CHOOSER_MARK & 0xFFFFFFFF, "CHOOSER_HIGH": CHOOSER_MARK >> 32,
        "ATTEMPT": attempt_size(p), "MAXFRAME": text.frame,
        "EVENTS": p.lay.events_at()}
    count = max(p.shared.labels.values(), default=0) + 1
    have, have_search = set(text.blocks), set(text.search_blocks)
    blocks = tuple(f"b{i}" if i in have else "lost" for i in range(count))
    search = tuple(f"S_b{i}" if i in have_search else "lost" for i in range(count))
    dispatch = [Dispatch("run", blocks, k.FP, spent=k.SPENT, lost=k.STUCK, stop=(k.ERROR, k.EXN, k.TAPEN)),
                Dispatch("step", search, k.FP, lost=k.FAIL, once=True)]
    return "\n" + LOST + kernel_text(PLAYOUT + MANY + ATTEMPTS, numbers), dispatch


def fast(p: Program, log: bool = False, checks: bool = False) -> Fast:
    """Machine code of a program's text, from the user's cache if it is there.

    Raises: FastUnavailable.
    """
    kept = p.fast_texts.get((log, checks))
    if isinstance(kept, Fast):
        return kept
    available()
    text = p.compiled(log, checks).text
    more, dispatch = beside(p, text)
    tables = text.tables | {"BETWEEN": between_acts(p)}
    late = Late(lambda: text.apart() + more, (text.source, text.outline(), more), WRITERS)
    native = compiled(late, tables, p.lay.width, {"run", "many", "standing", "attempts"}, depth=k.ROWS,
                      rows=frozenset({"s", "ts", "us"}), dispatch=tuple(dispatch))
    made = Fast(p, text, native, native.new_work())
    made._work = made.w.buffer_info()[0]
    made._run, made._many = native.raw("run"), native.raw("many")
    made._standing, made._attempts = native.raw("standing"), native.raw("attempts")
    p.fast_texts[(log, checks)] = made
    return made


CHOOSER_MARK = 0x5DEECE66D
BATCH = 256  # matches in one call: in between, Python may be interrupted


def chooser(seed: int) -> tuple[int, int, int, int]:
    """The generator of uniform choices that goes with a seed."""
    return seeded(seed ^ CHOOSER_MARK)


def outcome_size(p: Program) -> int:
    """Numbers that say what a match came to: how it stopped, three slots, then what `winner` ranks by."""
    return 4 + rank_count(p) * p.players


def attempt_size(p: Program) -> int:
    """Numbers of an option, and of what it comes to."""
    return max(p.wide, outcome_size(p))


def between_acts(p: Program) -> tuple[int, ...]:
    """Of each question, whether what was begun before it is done: see `Match.between_acts`."""
    return tuple(int(site.kind in ("window", "may")) for site in p.shared.sites)


def without_end(decisions: int) -> str:
    return f"stopped: {decisions} decisions without an end"


OUTCOMES = 10_000  # results that are kept for later calls


class Outcomes(dict[tuple[bytes], Result]):
    """Results by what matches came to: `outcome_size` numbers of 64 bits as bytes. Each is worked out once."""

    def __init__(self, p: Program, decisions: int) -> None:
        self.program, self.decisions = p, decisions

    def __missing__(self, numbers: tuple[bytes]) -> Result:
        p = self.program
        code, winners, reason, gone, *values = array("q", numbers[0])
        stopped = None if code == k.OVER else without_end(self.decisions)
        rows = [values[i : i + p.players] for i in range(0, len(values), p.players)]
        made = self[numbers] = concluded(p, rows, gone, winners, reason, stopped)
        return made


def outcomes_of(f: Fast, decisions: int) -> Outcomes:
    """The results so far of matches of at most so many decisions."""
    kept = f._outcomes
    if kept is None or kept.decisions != decisions or len(kept) > OUTCOMES:
        kept = f._outcomes = Outcomes(f.program, decisions)
    return kept


def playouts(game: Game, players: int, seeds: Iterable[int], *, fast: bool = False, decisions: int = 20_000) -> list[Result]:
    """Whole matches of uniform choices, one for each seed; their results, in order.

    Args:
        fast: machine code; the same results.
        decisions: after so many a match is stopped as unfinished.

    Raises: ValueError: a number of players that the game does not allow; EngineError; FastUnavailable.
    """
    low, high = game.players
    if not low <= players <= high:
        raise ValueError(f"{game.name} is for {low} to {high} players, not {players}")
    p = program(game, players)
    return (_fast_playouts if fast else _plain_playouts)(p, seeds, decisions)


def _fast_playouts(p: Program, seeds: Iterable[int], decisions: int) -> list[Result]:
    f = fast(p)
    before, b = p.outset()
    start = array("q", [*before, *bytes(p.lay.width - len(before))])
    s, row = start[:], f.native.new_row()
    size = outcome_size(p)
    split = Struct(f"{8 * size}s").iter_unpack
    most = min(BATCH, p.lay.width // size)
    outcomes = outcomes_of(f, decisions)
    out: list[Result] = []
    rest = iter(seeds)
    while batch := list(islice(rest, most)):
        n = len(batch)
        row[: n * size : size] = as_words(batch)
        if f.many(s, start, row, b, decisions, n) < n:
            raise stopped(p, s)
        out.extend(map(outcomes.__getitem__, split(row[: n * size].tobytes())))
    return out


def as_words(seeds: Sequence[int]) -> "array[int]":
    """The lower 64 bits of each, which are all that count of a seed."""
    try:
        return array("q", seeds)
    except OverflowError:
        return array("q", [(seed + (1 << 63) & MASK) - (1 << 63) for seed in seeds])


def _plain_playouts(p: Program, seeds: Iterable[int], decisions: int) -> list[Result]:
    c = p.compiled(False)
    blocks, w, wide = c.quick, p.w, p.wide
    below, uniform, outcome = c.names["below_choice"], c.names["take_uniform"], c.names["outcome"]
    out: list[Result] = []
    for seed in seeds:
        p.played()
        s, b = p.outset()
        reseed(s, seed)
        s[k.CHOOSER : k.CHOOSER + 4] = chooser(seed)
        while True:
            s[k.FUEL] = k.FUEL_BOUND
            left = STEPS
            given: list[int] | None = None
            while b >= 0:
                one = blocks[b](s, s[1], w)
                left -= 1
                if type(one) is list:
                    b, given = k.ASK, one
                else:
                    b = one if left >= 0 else k.SPENT
            if b != k.ASK:
                break
            s[k.DECIDED] += 1
            if s[k.DECIDED] > decisions or s[k.ERROR]:
                break
            if p.lay.ranged:
                uniform(s, w)
            else:
                i = below(s, s[k.QN]) * wide
                s[k.ANS : k.ANS + wide] = (given or w[k.W_OPTIONS])[i : i + wide]
            b = s[s[k.FP]]
        if b in (k.SPENT, k.STUCK) or s[k.ERROR]:
            raise stopped(p, s)
        out.append(finished(p, outcome, s, None if b == k.OVER else without_end(decisions)))
    return out
