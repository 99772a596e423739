"""Runs blocks until somebody, or chance, must decide."""

from array import array
from collections.abc import MutableSequence, Sequence

from interpreter import slots as k
from interpreter.cpython import Block, Compiled, Quick
from interpreter.errors import EngineError
from interpreter.program import Program
from interpreter.stopping import error_of

STEPS = 100_000  # blocks between two decisions
ROUND = 500  # blocks before it is looked whether something has gone wrong
MASK = (1 << 64) - 1
STEP, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def seeded(seed: int) -> tuple[int, int, int, int]:
    """Four 32-bit words from any whole number, by splitmix64 (Steele, Lea, Flood 2014)."""
    x = seed + STEP & MASK
    z = (x ^ x >> 30) * FIRST & MASK
    z = (z ^ z >> 27) * SECOND & MASK
    a = z ^ z >> 31
    x = x + STEP & MASK
    z = (x ^ x >> 30) * FIRST & MASK
    z = (z ^ z >> 27) * SECOND & MASK
    b = z ^ z >> 31
    if not a and not b:
        a = 1
    return a & 0xFFFFFFFF, a >> 32, b & 0xFFFFFFFF, b >> 32


def reseed(s: MutableSequence[int], seed: int, generator: int = k.RNG) -> None:
    """Sets a generator of the state, of chance or another one, as it is for that seed."""
    s[generator], s[generator + 1], s[generator + 2], s[generator + 3] = seeded(seed)


def generator(seed: int) -> list[int]:
    """The generator of chance as it is for that seed, in the slots that it has in a state; before it nothing."""
    return [0, 0, 0, 0, 0, *seeded(seed)]


def machine_row(p: Program, s: Sequence[int]) -> "array[int]":
    """A state as machine code takes it: as long as all rows are."""
    return array("q", [*s, *bytes(p.lay.width - len(s))])


def run(p: Program, blocks: Sequence[Quick], s: list[int], b: int) -> tuple[int, list[int] | None]:
    """Runs from block *b* to the next stop: ASK, OVER or DONE; with it the options, if they are not in the row of options.

    Raises: EngineError, naming the rules that run, when a bound is reached.
    """
    w = p.w
    left = STEPS
    while b >= 0 and left > 0:
        for _ in range(ROUND):
            try:
                one = blocks[b](s, s[1], w)
            except IndexError:
                if not s[k.ERROR]:
                    raise
                raise stopped(p, s) from None  # beyond the bounds of a number no table goes
            if type(one) is list:
                return checked(p, s, k.ASK), one
            b = one
            if b < 0:
                break
        left -= ROUND
        if s[k.ERROR]:
            break
    return checked(p, s, b), None


def checked(p: Program, s: list[int], b: int) -> int:
    """The stop *b* at which a run has come to its end.

    Raises: EngineError, naming the rules that run: a bound was reached.
    """
    if s[k.ERROR] or b == k.STUCK:
        raise stopped(p, s)
    if b >= 0:
        raise endless(p, s)
    return b


def run_explicit(p: Program, blocks: Sequence[Block], s: list[int], b: int) -> int:
    """Like `run`, with explicit chance: it stops where chance asks what the tape does not answer."""
    w = p.w
    left = STEPS
    while b >= 0 and left > 0:
        b = blocks[b](s, s[1], w)
        left -= 1
        if s[k.ERROR]:
            if s[k.EXN] > s[k.TAPEN]:
                return k.ASK
            if left % ROUND == 0:
                break
    return checked(p, s, b)


def run_logged(p: Program, c: Compiled, s: list[int], b: int, out: list[int]) -> int:
    """Like `run`, with the records of the log moved to *out*."""
    blocks, w = c.blocks, p.w
    row = w[k.W_LOG]
    row[0] = 0
    half = p.lay.width // 2
    left = STEPS
    while b >= 0:
        b = blocks[b](s, s[1], w)
        if s[k.BROKEN]:
            break  # only a text that tests invariants says so: the step that broke one is the last that is told
        if row[0] > half:
            out += row[1 : row[0] + 1]
            row[0] = 0
        left -= 1
        if s[k.ERROR] and (left % ROUND == 0 or s[k.EXN] > s[k.TAPEN]):
            break  # or chance asks: this run will be thrown away
        if left < 0:
            raise endless(p, s)
    out += row[1 : row[0] + 1]
    row[0] = 0
    if s[k.EXN] > s[k.TAPEN]:
        return k.ASK
    if s[k.ERROR] or b == k.STUCK:
        raise stopped(p, s)
    return b


def stopped(p: Program, s: Sequence[int]) -> EngineError:
    """Why the rules cannot go on, and which."""
    return error_of(p, s[k.ERROR], ": " + running(p, s))


def endless(p: Program, s: Sequence[int]) -> EngineError:
    """The rules have gone on for long enough."""
    return EngineError("the rules go on without asking anybody: " + running(p, s), endless=True)


def running(p: Program, s: Sequence[int]) -> str:
    """The rules, effects and phases on the stack, innermost first, each once."""
    return ", ".join(on_the_stack(p, s)) or "the phases"


def on_the_stack(p: Program, s: Sequence[int]) -> list[str]:
    """The names of the rules, effects, windows and phases that run, innermost first, each once; at most 40."""
    names: list[str] = []
    f = s[k.FP]
    while f > 0 and len(names) < 40:
        what = s[f + k.WHAT]
        number = what if what > 0 else -what - 1
        if what != 0 and 0 < number <= len(p.shared.whats):
            name = p.shared.whats[number - 1]
            if name not in names:
                names.append(name)
        f = s[f + k.CALLER]
    return names
