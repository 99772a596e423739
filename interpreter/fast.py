"""Machine code for whole matches: the same emitted text through llvmlite (extra `fast`)."""

from array import array
from collections.abc import Iterable, Sequence

from attrs import define, field

from interpreter import slots as k
from interpreter.emit.text import Text, emit
from interpreter.errors import EngineError
from interpreter.kernels import PLAYOUT, kernel_text
from interpreter.machine import STEPS, seeded, stuck
from interpreter.native import Dispatch, FastUnavailable, Native, compiled
from interpreter.program import Program, first_state, program
from interpreter.result import Result, result
from rulelang.game import Game

LOST = 'def lost(s, f, w):\n    return -5\n'


def available() -> None:
    """Raises: FastUnavailable: llvmlite is not installed."""
    try:
        import llvmlite  # type: ignore[import-untyped]  # noqa: F401
    except ImportError:
        raise FastUnavailable from None


@define
class Fast:
    """One text of a program as machine code, with its own work rows."""

    program: Program
    text: Text
    native: Native
    w: "array[int]"
    _run: object = None
    _playout: object = None
    size: int = field(default=0)

    def run(self, s: "array[int]", b: int) -> int:
        """Runs from block *b* to the next stop; see `machine.run`."""
        code: int = self._run(s.buffer_info()[0], b, self.w.buffer_info()[0], STEPS)  # type: ignore[operator]
        if code == k.SPENT:
            raise EngineError("the rules go on without asking anybody: " + stuck(self.program, s))
        if s[k.ERROR] or code == k.STUCK:
            raise EngineError(stuck(self.program, s))
        return code

    def row(self, number: int, length: int | None = None) -> "array[int]":
        """Row *number* of the work rows (its first *length* numbers)."""
        width = self.program.lay.width
        at = number * width
        return self.w[at : at + (width if length is None else length)]

    def clear_log(self) -> None:
        self.w[k.W_LOG * self.program.lay.width] = 0

    def playout(self, s: "array[int]", b: int, most: int) -> int:
        code: int = self._playout(s.buffer_info()[0], self.w.buffer_info()[0], b, most)  # type: ignore[operator]
        return code


def native_text(p: Program, text: Text) -> tuple[str, list[Dispatch]]:
    """The text with what machine code needs beside it: the loop, and blocks that are not there."""
    from interpreter.emit.text import kernel_numbers_of

    numbers = kernel_numbers_of(p.game, p.lay, p.facts, p.shared, p.wide) | {"STEPS": STEPS, "FUEL_BOUND": k.FUEL_BOUND}
    count = max(p.shared.labels.values(), default=0) + 1
    have, have_search = set(text.blocks), set(text.search_blocks)
    blocks = tuple(f"b{i}" if i in have else "lost" for i in range(count))
    search = tuple(f"S_b{i}" if i in have_search else "lost" for i in range(count))
    dispatch = [Dispatch("run", blocks, k.FP, spent=k.SPENT, lost=k.STUCK),
                Dispatch("step", search, k.FP, lost=k.FAIL, once=True)]
    return text.source + "\n" + LOST + kernel_text(PLAYOUT, numbers), dispatch


def fast(p: Program, log: bool = False, checks: bool = False) -> Fast:
    """Machine code of a program's text, from the user's cache if it is there.

    Raises: FastUnavailable.
    """
    available()
    kept = p.fast_texts.get((log, checks))
    if isinstance(kept, Fast):
        return kept
    p.compiled(log, checks)  # numbers of blocks, questions and records are given out there
    text = emit(p.game, p.lay, p.facts, p.shared, log, checks, join=False)
    source, dispatch = native_text(p, text)
    native = compiled(source, text.tables, p.lay.width, {"run", "playout"}, depth=len(p.w),
                      rows=frozenset({"s", "ts", "us"}), dispatch=tuple(dispatch))
    made = Fast(p, text, native, native.new_work())
    made._run, made._playout = native.raw("run"), native.raw("playout")
    p.fast_texts[(log, checks)] = made
    return made


def chooser(seed: int) -> tuple[int, int, int, int]:
    """The generator of uniform choices that goes with a seed."""
    return seeded(seed ^ 0x5DEECE66D)


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
    run = _fast_playout if fast else _plain_playout
    return [run(p, seed, decisions) for seed in seeds]


def _fast_playout(p: Program, seed: int, decisions: int) -> Result:
    f = fast(p)
    s = array("q", p.start_state())
    s[k.RNG : k.RNG + 4] = array("q", seeded(seed))
    s[k.CHOOSER : k.CHOOSER + 4] = array("q", chooser(seed))
    code = f.playout(s, f.text.start, decisions)
    return _finish(p, s, code, decisions)


def _plain_playout(p: Program, seed: int, decisions: int) -> Result:
    c = p.compiled(False)
    s = p.start_state()
    s[k.RNG : k.RNG + 4] = seeded(seed)
    s[k.CHOOSER : k.CHOOSER + 4] = chooser(seed)
    blocks, w, wide = c.blocks, p.w, p.wide
    below = c.names["below_choice"]
    b = c.text.start
    row = w[k.W_OPTIONS]
    while True:
        s[k.FUEL] = k.FUEL_BOUND
        left = STEPS
        while b >= 0:
            b = blocks[b](s, s[1], w)
            left -= 1
            if left < 0:
                b = k.SPENT
        if b != k.ASK:
            break
        s[k.DECIDED] += 1
        if s[k.DECIDED] > decisions or s[k.ERROR]:
            break
        i = below(s, s[k.QN]) * wide
        s[k.ANS : k.ANS + wide] = row[i : i + wide]
        b = s[s[k.FP]]
    return _finish(p, s, b, decisions)


def _finish(p: Program, s: "Sequence[int]", code: int, decisions: int) -> Result:
    if code == k.SPENT or code == k.STUCK or s[k.ERROR]:
        raise EngineError(stuck(p, s))
    stopped = None if code == k.OVER else f"stopped: {decisions} decisions without an end"
    return result(p, list(s), stopped)
