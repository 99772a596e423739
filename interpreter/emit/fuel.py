"""Bounds for work that nobody waits for: loops inside loops, functions that call functions.

Between two stops a run has a store of fuel. The text takes some of it where a function of the rules begins, for each
turn of a loop that has loops or such functions in it, and where a loop without any begins. Without fuel such loops are
left, such functions say 0, and the run is stuck with an error. A loop whose length the rules can choose freely pays
for each turn (`spend`).
"""

import re
from collections.abc import Iterable

from interpreter import slots as k
from interpreter.emit.base import Line, Routine

TURN = 4  # one turn of a loop in which there are others
STATEMENT = 20  # one turn of a loop in which something is done
HARD = 100  # one turn of a loop that does not say when it ends
SPLIT = 500  # one more way to divide a list

_LOOP = re.compile(r"(?:for \w+ in|while) ")
_RANGE = re.compile(r"for \w+ in range\(([0-9]+), ([0-9]+)(?: \+ 1)?\):")
_CALL = re.compile(r"\b(?:S_)?(?:v|can|e)_\w+\(|\bcan_go_on\(|\bonly_possible\(")
_FUNCTION = re.compile(r"(?:S_)?(?:v|can|e)_")


def spend(r: Routine, cost: int) -> None:
    """At the beginning of a loop's turn: pays, and leaves the loop if there is no fuel."""
    for depth, text in _paid(r.depth, cost, "break"):
        r.lines.append((depth, text))


def _paid(depth: int, cost: int, otherwise: str) -> Iterable[tuple[int, str]]:
    yield depth, f"s[{k.FUEL}] -= {cost}"
    yield depth, f"if s[{k.FUEL}] < 0:"
    yield depth + 1, f"s[{k.ERROR}] = {k.E_FUEL}"
    yield depth + 1, otherwise


def bounded(name: str, lines: list[Line], longest: int) -> list[Line]:
    """The lines of a function or block with what they pay; *longest*: members of the longest list."""
    texts = [text if isinstance(text, str) else "" for _, text in lines]
    loops = [i for i, text in enumerate(texts) if _LOOP.match(text)]
    calls = any(_CALL.search(text) for text in texts)
    if not loops and not calls:
        return lines
    before: dict[int, list[Line]] = {}
    if _FUNCTION.match(name):
        before[0] = [*_paid(1, TURN, "return 0")]
    for i in loops:
        depth = lines[i][0]
        end = i + 1
        while end < len(lines) and lines[end][0] > depth:
            end += 1
        if texts[i + 1].startswith(f"s[{k.FUEL}] -="):
            continue
        if any(_LOOP.match(text) or _CALL.search(text) for text in texts[i + 1 : end]):
            before.setdefault(i + 1, []).extend(_paid(depth + 1, TURN, "break"))
        else:
            ends = _RANGE.match(texts[i])
            length = max(0, int(ends[2]) - int(ends[1])) if ends else longest
            before.setdefault(i, []).append((depth, f"s[{k.FUEL}] -= {1 + length // 4}"))
    out: list[Line] = []
    for i, line in enumerate(lines):
        out += before.get(i, ())
        out.append(line)
    return out
