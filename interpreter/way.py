"""How a match is played: with which text, in Python or in machine code, with or without a log."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from interpreter.cpython import Compiled, Quick
from interpreter.program import Program

if TYPE_CHECKING:
    from interpreter.fast import Fast


@frozen
class Way:
    """How matches are played; copies of a match share it. ``bare``: there is nothing to do but run blocks; ``plain``: of
    Python; ``native``: of machine code; ``simple``: of Python, and options are of two numbers each. ``first``: the block with
    which it begins."""

    program: Program
    chance: Literal["sampled", "explicit"]
    keeps_log: bool
    checks: bool
    fast: "Fast | None"
    compiled: Compiled
    bare: bool
    plain: bool
    native: bool
    simple: bool
    first: int
    listing: frozenset[int]
    w: list[list[int]]
    wide: int
    quick: Sequence[Quick]


def way_of(p: Program, chance: Literal["sampled", "explicit"], log: bool, checks: bool, fast: "Fast | None") -> Way:
    compiled = p.compiled(log, checks)
    bare = not log and not checks and chance == "sampled"
    bare_numbers = bare and not p.lay.ranged
    plain = bare_numbers and fast is None
    native = bare_numbers and fast is not None
    return Way(p, chance, log, checks, fast, compiled, bare, plain, native, plain and p.wide == 2 and not p.listing,
               p.outset()[1] if bare else compiled.text.start, p.listing, p.w, p.wide, compiled.quick)
