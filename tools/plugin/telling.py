"""What a failing test has played, in words: found by the machine that its traceback goes through."""

import linecache
from collections.abc import Iterator
from traceback import walk_tb
from types import CodeType, FrameType

from tools.attack.telling import WIDTH
from tools.testing.machines import Broken, RulesMachine
from tools.wording import shortened


def told(error: BaseException) -> str | None:
    """The play that came to *error*; None: no machine of `rules_machine` was at play. Of several errors, each."""
    if isinstance(error, BaseExceptionGroup):
        parts = [told(one) for one in error.exceptions]
        return None if None in parts else "\n\n".join(part for part in parts if part is not None)
    if isinstance(error, Broken):
        return str(error).strip()
    return next(("\n".join(of_machine(*found, error)) for found in machines(error)), None)


def machines(error: BaseException) -> Iterator[tuple[RulesMachine, FrameType, int]]:
    """The innermost functions of machines that the traceback goes through, with the line where each stood."""
    frames = [*walk_tb(error.__traceback__)]
    for frame, line in reversed(frames):
        code: CodeType = frame.f_code
        me = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
        if isinstance(me, RulesMachine) and "match" in vars(me):
            yield me, frame, line


def of_machine(machine: RulesMachine, frame: FrameType, line: int, error: BaseException) -> Iterator[str]:
    """What its author has found wrong, and the play."""
    code = frame.f_code
    yield f"BROKEN  {code.co_name}  ({code.co_filename}:{line})"
    written = linecache.getline(code.co_filename, line).strip()
    if written:
        yield f"    says      {shortened(written, WIDTH)}"
    # of an assertion that pytest explains, the first line says it; the others are about Python
    said = str(error).strip().split("\n")[0]
    yield f"    found     {type(error).__name__}" + (f": {shortened(said, WIDTH)}" if said else "")
    yield from machine.told()
