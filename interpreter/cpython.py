"""Emitted text in CPython: compiled, with what machine code has functions for, as blocks by number."""

import linecache
import re
from collections.abc import Callable
from typing import Any

from attrs import define

from interpreter import slots as k
from interpreter.emit.text import Text
from interpreter.errors import EngineError
from interpreter.kernels import PLAYOUT, kernel_text
from interpreter.layout import Layout

Block = Callable[[list[int], int, "list[list[int]]"], int]
Quick = Callable[[list[int], int, "list[list[int]]"], Any]
"""An optimised block. Where somebody must decide, it may return the options of the question, no more and no less, instead of
ASK; then nothing has gone wrong in it, and what it used of the budget of steps has been given back."""


@define
class Compiled:
    """One text in CPython: ``blocks`` by number, and its other functions by name. ``quick``: the blocks for matches with
    sampled chance, without a log; at first the same, see `interpreter.program.Program.played`."""

    text: Text
    blocks: list[Block]
    names: dict[str, Callable[..., int]]
    quick: list[Quick]


TOO_DEEP = "these rules are nested too deeply"


def run_text(text: str, name: str, names: dict[str, Any]) -> None:
    """Runs emitted text. It holds nothing of the rules file but numbers.

    Raises: EngineError: it is nested deeper than Python can read.
    """
    try:
        code = compile(text, name, "exec")
    except SyntaxError as error:
        if "too many" not in error.msg:
            raise
        raise EngineError(TOO_DEEP) from None
    except (RecursionError, MemoryError):
        raise EngineError(TOO_DEEP) from None
    exec(code, names)


def _copy(to: list[int], source: list[int], first: int = 0) -> None:
    """Copies a row, of which only the *first* numbers count: in a list, all of them cost less than a part."""
    to[:] = source


TRIED = re.compile(r"\bts = (w\[[^\]]*\])\n +copy\(ts, (\w+), (.*)\)$", re.MULTILINE)
DEEPER = re.compile(r"\bcopy\(ts, us, (.*)\)$", re.MULTILINE)
"""Where a state is copied, to be tried out: by who begins a search, and in it."""

FRAMES_MORE = 24
"""Numbers beyond the frame on top that are copied, too: room for most frames of a search."""


def made_of(text: Text, name: str, lay: Layout, count: int, numbers: dict[str, int]) -> Compiled:
    """The text as blocks, of which there are so many.

    Args:
        name: under which tracebacks and profilers show it.
        numbers: what stands for a number in the text of kernels.

    Raises: EngineError: see `run_text`.
    """
    # tracebacks and profilers find the text here
    linecache.cache[name] = (len(text.source), None, text.source.splitlines(True), name)
    names: dict[str, Callable[..., int]] = {"copy": _copy}  # type: ignore[dict-item]
    names.update(text.tables)  # type: ignore[arg-type]
    most, highest = text.searched, lay.frames + text.stack

    def grown(s: list[int], g: int) -> int:
        if len(s) < g + most:
            s += [0] * (g + most - len(s))
        return highest

    if grows(text, lay):
        names["grown"] = grown
    source = for_cpython(text, lay, text.source)
    run_text(source, name, names)
    know, seats = lay.at["KNOW"], lay.seats
    end, common = know + lay.n, seats | 1 << lay.players
    before, after = [0], [0]  # mostly nobody has learned anything since it was asked last

    def common_knowledge(s: list[int]) -> int:
        """The kernel of that name, in a tenth of the time."""
        nonlocal before, after
        known = s[know:end]
        if known != before:
            before, after = known, [common if x == seats else x for x in known]
        s[know:end] = after
        return 0

    names["common_knowledge"] = common_knowledge

    def missing(s: list[int], f: int, w: list[list[int]]) -> int:
        return k.STUCK

    def missing_search(s: list[int], f: int, w: list[list[int]]) -> int:
        return k.FAIL

    blocks: list[Block] = [names.get(f"b{i}", missing) for i in range(count)]
    search: list[Block] = [names.get(f"S_b{i}", missing_search) for i in range(count)]
    names["SEARCH"] = search  # type: ignore[assignment]
    exec(kernel_text(PLAYOUT, numbers | {"STEPS": 0, "FUEL_BOUND": 0}), names)
    return Compiled(text, blocks, names, list[Quick](blocks))


def grows(text: Text, lay: Layout) -> bool:
    """Whether a state that is tried out is as long as it has to be, and not as long as all states."""
    return not text.room and not lay.room


def for_cpython(text: Text, lay: Layout, source: str) -> str:
    """*source*, which belongs to *text*, with what machine code has functions for."""
    source = source.replace("b = step(ts, b, w)", "b = SEARCH[b](ts, ts[1], w)")
    if not grows(text, lay):
        return source.replace("@GROWN@", str(lay.frames + text.stack))
    # a copy costs as much as it is long: what is tried out grows when a frame is put on top
    # and nearly always there is room for the first of these at once
    source = TRIED.sub(rf"ts = \1 = \2[: \3 + {FRAMES_MORE}]", source).replace("@GROWN@", "grown(s, g)")
    return DEEPER.sub(rf"ts = w[d + 3] = us[: \1 + {FRAMES_MORE}]", source)
