"""How many slots frames that lie on each other can have, told from the blocks of a text: a state needs no more room."""

from collections.abc import Iterator, Mapping, Sequence

from interpreter import slots as k
from interpreter.emit.base import Goto, Line

PUSHED = f"s[{k.FP}] = g"  # a frame is put on top, or the one below is
UNWOUND = f"s[{k.TOGETHER}] = 0"  # frames are left, where nothing in them must be put back
FRESH = f"s[g + {k.MARK}] = "  # only of a new one


def slots_below(blocks: Mapping[int, Sequence[Line]], owners: Mapping[int, str], sizes: Mapping[str, int],
                biggest: int) -> int | None:
    """The most slots of frames that lie below another one; None: rules may set each other off, so that there is no such
    number.

    Args:
        blocks: the lines of each block of play.
        owners: to which effect, rule, phase or the like a block belongs; each has one frame at a time.
        sizes: slots of the frame of an owner; *biggest*: of one that has no size of its own.
    """
    steps: dict[tuple[str, str], int] = {}
    for label, lines in blocks.items():
        for target, fresh in followers(lines):
            if target is None or target not in owners:
                return None
            pair = owners[label], owners[target]
            if fresh or pair[0] != pair[1]:
                steps[pair] = max(steps.get(pair, 0), sizes.get(pair[0], biggest) if fresh else 0)
    below = dict.fromkeys(owners.values(), 0)
    for _ in range(len(below) + 1):
        changed = False
        for (before, after), more in steps.items():
            if below[after] < below[before] + more:
                below[after] = below[before] + more
                changed = True
        if not changed:
            return max(below.values(), default=0)
    return None


def followers(lines: Sequence[Line]) -> Iterator[tuple[int | None, bool]]:
    """The blocks that may follow one with these lines (None: it cannot be told which); of each, whether it gets a frame of
    its own, above that of this one."""
    fresh = pushed = False
    dropped = 0  # how far in it stands that all above a phase is dropped
    for depth, line in lines:
        if depth < dropped:
            dropped = 0
        if isinstance(line, Goto):
            yield line.label, pushed
        elif line.startswith(FRESH):
            fresh = True
        elif line == PUSHED:
            pushed, fresh = fresh, False
        elif line.startswith("unwind(") or line == UNWOUND:
            dropped = depth
        elif line.startswith("return "):
            target = line[len("return ") :]
            if target.isdigit():
                if pushed or not dropped:
                    yield int(target), pushed
            elif pushed:
                yield None, True
            pushed = False
