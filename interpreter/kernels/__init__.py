"""The machine's own functions, as text: chance, moving, shuffling, knowing, searching.

Written in the whole-number subset that runs alike in CPython and as machine code. Names in capitals are numbers that
`kernel_text` puts in: offsets of the layout, slots, codes. ``s`` is the state, ``w`` the table of work rows.
"""

import re
from collections.abc import Mapping

from interpreter.kernels.cards import CARDS, MOVE_WITH_ATTACHED
from interpreter.kernels.chance import CHANCE
from interpreter.kernels.frames import FRAMES
from interpreter.kernels.knowing import KNOWING
from interpreter.kernels.lists import LISTS
from interpreter.kernels.numbers import NUMBERS
from interpreter.kernels.orders import ORDERS
from interpreter.kernels.playing import ATTEMPTS, MANY, PLAYOUT
from interpreter.kernels.reached import functions_of
from interpreter.kernels.searching import SEARCH_KERNELS
from interpreter.kernels.telling import TELLING

__all__ = [
    "ATTEMPTS", "KERNELS", "MANY", "MOVE_WITH_ATTACHED", "PLAYOUT", "SEARCH_KERNELS", "kernel_names", "kernel_text",
]

KERNELS = "\n" + "".join(
    part.removeprefix("\n") for part in (CHANCE, CARDS, KNOWING, TELLING, NUMBERS, LISTS, FRAMES, ORDERS)
)


def kernel_text(text: str, numbers: Mapping[str, int]) -> str:
    """*text* with the names in capitals that are keys of *numbers* replaced."""
    return re.sub(r"\b[A-Z][A-Z0-9_]*\b", lambda m: str(numbers[m[0]]) if m[0] in numbers else m[0], text)


def kernel_bodies() -> Mapping[str, str]:
    """The text of each function of `KERNELS`, by its name."""
    return functions_of(KERNELS + MOVE_WITH_ATTACHED.replace("def move(", "def moved("))


def kernel_names(text: str) -> frozenset[str]:
    """The functions of `KERNELS` and the like."""
    return frozenset(re.findall(r"def (\w+)", text))
