"""Blocks made quick, for matches of which many are played: those with sampled chance and without a log."""

import ast
import re
from collections.abc import Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from interpreter import slots as k
from interpreter.cpython import FRAMES_MORE, Compiled
from interpreter.emit.text import FILTERS
from interpreter.kernels import KERNELS, SEARCH_KERNELS, kernel_names
from interpreter.uncollected import uncollected

if TYPE_CHECKING:
    from interpreter.program import Program


def quicken(p: "Program", made: Compiled) -> None:
    """Puts optimised blocks in the place of those with which matches with sampled chance and without a log are played.
    *made*: the text without a log. It takes seconds for a large game."""
    # few need them, and what makes them takes a while to import
    from interpreter.fixed import beyond, cards_of, fixed_slots
    from interpreter.optimise import SEARCHING, optimised

    text, searchers, grows = made.text, kernel_names(SEARCH_KERNELS + FILTERS), "grown" in made.names
    source = text.apart("grown(s, g)") if grows else text.apart()

    def again(names: dict[str, Any], blocks: Sequence[int], mode: int, searching: bool) -> None:
        module = optimised(parsed, text.tables, blocks, fixed_slots(p, mode), kernel_names(KERNELS),
                           searchers | {"common_knowledge"}, p.lay.frames, p.wide,
                           None if p.lay.ranged else p.listing, p.lay.room_at,
                           cards_of(p), searching, FRAMES_MORE if grows else None,
                           None if searching else text.start, beyond(p.lay))
        exec(compile(module, f"<rules {p.game.name} {p.players} quick{' search' * searching}>", "exec"), names)

    names: dict[str, Any] = dict(made.names)
    with uncollected():
        parsed = ast.parse(source)
        if text.search_blocks or re.search(rf"^def {SEARCHING}", source, re.MULTILINE):
            searching: dict[str, Any] = dict(made.names)
            again(searching, text.search_blocks, k.SEARCH, True)
            names |= {name: x for name, x in searching.items() if name.startswith(SEARCHING)}
            names["SEARCH"] = [searching.get(f"{SEARCHING}b{i}", old) for i, old in enumerate(names["SEARCH"])]
            # what begins searches begins these
            names |= {name: FunctionType(names[name].__code__, names) for name in searchers if name in names}
        again(names, text.blocks, k.PLAY, False)
    made.quick[:] = [names.get(f"b{i}", old) for i, old in enumerate(made.blocks)]
