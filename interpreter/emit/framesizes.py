"""How large frames are, in play and in searches, and how much room all of them need."""

from copy import copy

from attrs import evolve, fields

from interpreter import slots as k
from interpreter.emit.base import Gen
from interpreter.emit.depth import slots_below
from interpreter.emit.effects import most_params, room_of
from interpreter.emit.invariants import emit_invariants
from interpreter.emit.shared import Shared
from interpreter.emit.watching import watch_functions
from interpreter.layout import FRAME_ROOM


def largest_searched(search: Gen) -> int:
    """Slots that a frame in a search may need, those of effects without a frame that run above it included."""
    sizes = search.shared.sizes
    framed = max((sizes.get(key, 0) for key in search.owners.values()), default=0)
    # what is given to what fills a slot may be more than that needs itself
    given = max((sum(room_of(search, p) for p in most_params(search, key)) for key in search.game.effects), default=0)
    return k.HEAD + framed + given + scratch(search)


def scratch(search: Gen) -> int:
    """Slots above a frame in a search for the lists of effects without a frame that run there."""
    return sum(size for name, size in search.shared.sizes.items() if name in search.functions)


def frame_sizes(shared: Shared, biggest: int) -> tuple[tuple[int, ...], int]:
    """Slots of the frames with each number, those below 0 included; and which place is that of number 0."""
    middle = len(shared.whats) + 1
    found: dict[int, int] = {}
    for key, number in shared.numbers.items():
        found[number] = max(found.get(number, k.HEAD), shared.sizes[key])
    return tuple(found.get(number, biggest) for number in range(-middle, middle + 1)), middle


def room_of_frames(gen: Gen, biggest: int) -> int:
    """Slots for all frames but the one on top."""
    searching, sizes = gen.searching, gen.shared.sizes
    below = None
    if searching is None or not searching.blocks:
        below = slots_below(gen.blocks, gen.owners, sizes, biggest)
    if below is None:
        return FRAME_ROOM + gen.lay.frame_most
    # a phase that lies in others may be begun with, and what an example begins lies above the frame of a phase
    return below + sum(sizes.get(f"phase {key}", biggest) for key in gen.game.phases) + 2 * biggest


def room_of_invariants(gen: Gen) -> int:
    """Slots for the lists of what tests invariants: a later text may do that, and then the layout is settled."""
    if not gen.game.invariants:
        return 0
    shared = evolve(gen.shared, **{f.name: copy(getattr(gen.shared, f.name)) for f in fields(Shared)})
    trial = Gen(gen.game, gen.lay, gen.facts, shared, False, checks=True, wide=gen.wide)
    emit_invariants(trial)
    watch_functions(trial)
    return trial.room.taken
