"""Trying options of a question in copies that nobody keeps: what bots that look ahead do all the time."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter import slots as k
from interpreter.emit.text import kernel_numbers_of
from interpreter.errors import EngineError
from interpreter.fast import attempt_size, between_acts, fast
from interpreter.kernels import ATTEMPTS, kernel_text
from interpreter.machine import STEPS, reseed
from interpreter.program import Program
from interpreter.result import Result, concluded

if TYPE_CHECKING:
    from interpreter.match import Match


@frozen
class Attempt:
    """What an option came to: ``result``, if the match was over by that; ``standing`` as `Match.standing` has it."""

    result: Result | None
    standing: tuple[tuple[int, ...], ...]


def attempts(m: "Match", indexes: Sequence[int], acts: int, rng: Random) -> list[Attempt]:
    """What the options at *indexes* come to, each in a copy of the match in which what was begun is brought to its end:
    at most *acts* questions that its player is asked in order to do so are answered uniformly.

    Raises: EngineError; ValueError: chance is asked.
    """
    if m._asked is not None:
        raise ValueError("chance is asked, not a player")
    p, size, wide = m.program, attempt_size(m.program), m.program.wide
    world = m._s[:]
    world[k.MODE] = k.PLAY
    reseed(world, rng.getrandbits(63), k.CHOOSER)
    out: list[Attempt] = []
    most = p.lay.width // size
    for first in range(0, len(indexes), most):
        row: list[int] = []
        for i in indexes[first : first + most]:
            row += m._row_of(i) + [0] * (size - wide)
        if m._fast is not None:
            found: Sequence[int] | None = fast(p).attempts(world, row, acts)  # type: ignore[arg-type]
        else:
            found = row if plain(p)(p.start_state(), world, row, p.w, len(row) // size, acts) * size == len(row) else None
        if found is None:
            raise EngineError("an option leads to where the rules cannot go on")
        out += [attempt(p, found[at : at + size]) for at in range(0, len(row), size)]
    return out


def attempt(p: Program, numbers: Sequence[int]) -> Attempt:
    code, winners, reason, gone, *values = numbers
    n = p.players
    ranks = len(p.game.winner.ranks) if p.game.winner is not None else 0
    rows = tuple(tuple(values[i * n : i * n + n]) for i in range(ranks))
    return Attempt(None if code == k.ASK else concluded(p, rows, gone, winners, reason), rows)


def plain(p: Program) -> Callable[..., int]:
    """The kernel `attempts` in CPython."""
    c = p.compiled(False)
    if "attempts" not in c.names:
        blocks = c.blocks

        def run(s: list[int], b: int, w: list[list[int]], steps: int) -> int:
            while b >= 0 and steps > 0:
                b = blocks[b](s, s[k.FP], w)
                steps -= 1
            return b if b < 0 else k.SPENT

        numbers = kernel_numbers_of(p.game, p.lay, p.facts, p.shared, p.wide)
        c.names["run"] = run
        c.names["BETWEEN"] = between_acts(p)  # type: ignore[assignment]
        exec(kernel_text(ATTEMPTS, numbers | {
            "STEPS": STEPS, "ATTEMPT": attempt_size(p), "MAXFRAME": p.lay.frame_most,
            "EVENTS": p.lay.events_at()}), c.names)
    return c.names["attempts"]
