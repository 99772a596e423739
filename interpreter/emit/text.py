"""The whole text of a game: kernels, values, effects, blocks; and joining blocks that only hand on."""

import re
from collections.abc import Callable, Collection, Sequence

from attrs import define, field

from interpreter import slots as k
from interpreter.emit.anytime import emit_anytime
from interpreter.emit.audiences import audience_function, top_functions
from interpreter.emit.base import Gen, Goto, Line
from interpreter.emit.callbacks import attached_function, reset_functions, small_functions, zones_of_cards
from interpreter.emit.effects import emit_effects
from interpreter.emit.events import emit_answer
from interpreter.emit.facts import Facts
from interpreter.emit.framesizes import (
    frame_sizes,
    largest_searched,
    room_of_frames,
    room_of_invariants,
    scratch,
)
from interpreter.emit.fuel import bounded
from interpreter.emit.invariants import emit_invariants
from interpreter.emit.jumps import into_blocks
from interpreter.emit.lasting import emit_ends
from interpreter.emit.outcome import outcome_function, standing_function
from interpreter.emit.phases import emit_phases, turn_function
from interpreter.emit.refills import refill_functions
from interpreter.emit.rules import emit_rules
from interpreter.emit.setup import emit_program, program_entry
from interpreter.emit.shared import Shared
from interpreter.emit.spaces import space_owners
from interpreter.emit.watching import watch_functions
from interpreter.emit.windows import emit_windows
from interpreter.kernels import KERNELS, MOVE_WITH_ATTACHED, SEARCH_KERNELS, kernel_text
from interpreter.kernels.reached import functions_of, reached
from interpreter.layout import Layout
from interpreter.ranges import SLOTS
from interpreter.walk import walk
from rulelang import game as g

TOP = re.compile(r"@TOP:(\w+)@")
"""Where the frame on top in that row ends."""

INLINE_LINES = 24
INLINE_DEPTH = 5


@define
class Text:
    """What was emitted: ``source`` (functions `b12` of play, `S_b12` of searches), the constant ``tables``, the numbers
    of the blocks that exist in each; ``frame``: slots of the largest frame, ``searched``: of the largest in a search;
    ``stack``: slots that all frames but the top one may have; ``room``: slots for the lists of functions that have none;
    ``more``: further ones that a text which tests invariants may need. ``apart``: the same text with no block copied into
    another one, as machine code takes it (given what stands for the end of the room for frames in searches); ``outline``:
    whatever that follows from and ``source`` does not tell, which takes a tenth of the time to write; ``left_out``: the
    kernels that a text beside it needs and names at hand do not have."""

    source: str
    tables: dict[str, tuple[int, ...]]
    blocks: tuple[int, ...]
    search_blocks: tuple[int, ...]
    start: int
    frame: int
    searched: int
    stack: int
    room: int
    more: int
    apart: Callable[..., str] = field(eq=False, repr=False)
    outline: Callable[[], str] = field(eq=False, repr=False)
    left_out: Callable[[str, Collection[str]], str] = field(eq=False, repr=False)


def widest(game: g.Game) -> int:
    """Numbers that an option needs: its form, the card whose action it is, and its parameters; at least one that is chosen."""
    most = 2
    for x in walk(game):
        if isinstance(x, (g.Effect, g.Action, g.Option)):
            most = max(most, len(x.params) + (2 if isinstance(x, g.Action) else 1))
    return most


def emit(game: g.Game, lay: Layout, facts: Facts, shared: Shared, log: bool, checks: bool = False) -> Text:
    """The text of a game for its layout; *log*: with records of what happens; *checks*: with invariants tested.
    Short blocks are copied in where they are gone on with, which spares CPython a call and machine code nothing."""
    wide = widest(game) + lay.ranged
    for told in (shared.sizes, shared.numbers):
        told.clear()  # no text hangs on which others there are
    gen = Gen(game, lay, facts, shared, log, checks=checks, wide=wide)
    search = Gen(game, lay, facts, shared, False, search=True, wide=wide)
    search.tables, search.room = gen.tables, gen.room
    gen.searching = search
    tables_of_machine(gen)
    emit_program(gen)
    emit_phases(gen)
    into_blocks(gen)
    emit_effects(gen)
    emit_windows(gen)
    emit_rules(gen)
    emit_answer(gen)
    emit_anytime(gen)
    # searches run effects that must be carried out completely, and what these do
    emit_effects(search, facts.searched)
    watch_functions(gen)
    emit_ends(gen)
    emit_invariants(gen)
    refill_functions(gen)
    top_functions(gen)
    turn_function(gen)
    audience_function(gen)
    reset_functions(gen)
    kernels = KERNELS
    if zones_of_cards(gen):
        attached_function(gen)
        kernels = KERNELS.replace("def move(", "def shift(", 1) + MOVE_WITH_ATTACHED
    small_functions(gen)
    outcome_function(gen)
    standing_function(gen)
    gen.tables["SURE"] = tuple(int(i in shared.sure) for i in range(max(shared.labels.values(), default=0) + 1))
    numbers = kernel_numbers(gen)
    biggest = max(shared.sizes.values(), default=k.HEAD) + 2
    searched = largest_searched(search)
    gen.tables["FRAME"], middle = frame_sizes(shared, biggest)
    above = scratch(search)
    kernels = "\n".join((kernels, SEARCH_KERNELS, FILTERS))
    longest = lay.longest
    sizes = dict(shared.sizes)
    stack = lay.stack if lay.stack is not None else room_of_frames(gen, biggest)
    highest = lay.frames + stack
    events = lay.events_at(stack, biggest)

    def finished(text: str) -> str:
        """With the numbers that are known only now."""
        text = re.sub(r"@SIZE:([^@]*)@", lambda m: str(sizes.get(m[1], biggest)), text)
        text = TOP.sub(rf"\1[{k.FP}] + FRAME[\1[\1[{k.FP}] + {k.WHAT}] + {middle}]", text).replace("@ABOVE@", str(above))
        text = text.replace("@MAXFRAME@", str(biggest)).replace("@HIGHEST@", str(highest))
        return text.replace("@SEARCHED@", str(searched)).replace("@EVENTS@", str(events))

    def with_numbers(names: Sequence[str]) -> str:
        functions = functions_of(kernels)
        return kernel_text("".join(functions[name] for name in names), numbers)

    def written(join: bool) -> str:
        out: list[str] = []
        for one in (gen, search):
            for name, (params, lines) in one.functions.items():
                out.append(function(name, params, bounded(name, lines, longest), {}))
            for label, lines in one.blocks.items():
                body = lines if not join else joined(
                    one.blocks, lines, 0, {label, shared.label("program/ready"), *shared.apart}, INLINE_LINES * 4, one is search)
                out.append(function(f"{one.prefix}b{label}", "s, f, w", bounded("", body, longest), one.blocks))
        text = "\n".join(out)
        return finished(f"{with_numbers(reached(kernels, text))}\n{text}")

    def left_out(by: str, names: Collection[str]) -> str:
        return finished(with_numbers(reached(kernels, by, (), names)))

    def outline() -> str:
        # functions, kernels and the sizes of frames stand in the joined text, but not where a block ends in it
        out = [repr((sorted(sizes.items()), biggest, highest, longest))]
        for one in (gen, search):
            for label, lines in one.blocks.items():
                out.append(f"{one.prefix}{label} {[depth for depth, _ in lines]}")
                out += [line if isinstance(line, str) else f"-> {line.label}" for _, line in lines]
        return "\n".join(out)

    return Text(written(True), dict(gen.tables), tuple(sorted(gen.blocks)), tuple(sorted(search.blocks)), program_entry(gen),
                biggest, searched, stack, gen.room.taken, 0 if checks else room_of_invariants(gen),
                lambda grown=highest: written(False).replace("@GROWN@", str(grown)), outline, left_out)


FILTERS = '''
def can_go_on(s, w, f, b):
    """whether what runs in frame f can be carried out from block b on, as its `you` may imagine it; if that is nobody, all
    together judge"""
    for again in range(2):
        ts = w[W_FIRST + 3 - 3 * again]
        copy(ts, s, @TOP:s@ + @ABOVE@)
        ts[SENTINEL] = DONE
        ts[SENTINEL + 1] = s[f + 1]
        ts[f + 1] = SENTINEL
        ts[FP] = f
        ts[MODE] = 2
        ts[EYE] = s[f + 2]
        if s[f + 2] < 0:
            ts[EYE] = PLAYERS
            common_knowledge(ts)
        r = search(w, b, 500, again)
        ts = w[W_FIRST]
        s[FUEL] = ts[FUEL]
        if r >= 0:
            return r
    return 1

def surely_above(s, f):
    """whether, when frame f is over, nothing can fail in those that called it, as far as they belong together"""
    g = f
    while s[g + 1] > 0 and s[s[g + 1] + 5] & 1:
        g = s[g + 1]
        if s[g] < 0 or SURE[s[g]] == 0:
            return 0
    return 1

def only_possible(s, w, f, b):
    """keeps the options of the question after which the whole effect can still be carried out; all, if none can"""
    o = w[s[OPTROW]]
    n = s[QN]
    g = f
    while s[s[g + 1] + 5] & 1 and s[g + 1] > 0:
        g = s[g + 1]
    h = 0
    for i in range(n):
        r = -1
        for again in range(2):
            if r < 0:
                ts = w[W_FIRST + 3 - 3 * again]
                copy(ts, s, @TOP:s@ + @ABOVE@)
                ts[SENTINEL] = DONE
                ts[SENTINEL + 1] = s[g + 1]
                ts[g + 1] = SENTINEL
                ts[FP] = f
                ts[MODE] = 2
                ts[EYE] = s[QP]
                for j in range(WIDE):
                    ts[ANS + j] = o[i * WIDE + j]
                r = search(w, b, 500, again)
                ts = w[W_FIRST]
                s[FUEL] = ts[FUEL]
        if r:
            for j in range(WIDE):
                o[h * WIDE + j] = o[i * WIDE + j]
            h += 1
    if h > 0:
        s[QN] = h
        return h
    return n
'''


def function(name: str, params: str, lines: list[Line], blocks: dict[int, list[Line]]) -> str:
    out = [f"def {name}({params}):"]
    for depth, line in lines:
        text = f"return {line.label}" if isinstance(line, Goto) else line
        out.append("    " * depth + text)
    if not lines:
        out.append("    return 0")
    return "\n".join(out) + "\n"


def joined(blocks: dict[int, list[Line]], lines: list[Line], level: int, seen: set[int], room: int,
           counted: bool) -> list[Line]:
    """*lines* with blocks of the same frame copied in where they are gone on with, as far as they are short. *counted*: what
    runs is counted, as in searches."""
    out: list[Line] = []
    for depth, line in lines:
        if isinstance(line, Goto) and line.label in blocks and line.label not in seen and level < INLINE_DEPTH:
            target = blocks[line.label]
            if len(target) <= INLINE_LINES and len(out) + len(target) <= room and depth < 9:
                inner = joined(blocks, target, level + 1, seen | {line.label}, room // 2, counted)
                if max((d for d, _ in inner), default=0) + depth < 18:
                    if counted:
                        out.append((depth, f"s[{k.JOINED}] += 1"))
                    out += [(d + depth - 1, x) for d, x in inner]
                    continue
        out.append((depth, line))
    return out


# ---------------------------------------------------------------- tables and numbers of the machine


def tables_of_machine(gen: Gen) -> None:
    lay, game = gen.lay, gen.game
    gen.table("DESIGN", lambda: list(lay.designs) or [0])
    gen.table("BACK", lambda: list(lay.back_of) or [0])
    gen.table("ISTOKEN", lambda: [int(back.startswith("\0")) for back in lay.backs] or [0])
    gen.table("ZOWNER", lambda: list(lay.zone_owner))
    bearers = [-1] * len(lay.zone_of)
    for zone in zones_of_cards(gen):
        first = lay.bearers_of(game.zones[zone.key].owner or "")[0]
        for i in range(zone.owners * zone.size):
            bearers[zone.base + i] = first + i // zone.size
    gen.table("ZBEARER", lambda: bearers)
    space_owners(gen)
    places: list[int] = []
    decl: list[int] = []
    for key in lay.zone_of:
        if key == "box":
            places.append(0)
            decl.append(0)
            continue
        zone = lay.zones[key]
        places.append(int(zone.order in ("row", "stack") or zone.capacity == 1))
        decl.append(zone.number + 1)
    gen.table("PLACES", lambda: places)
    gen.table("ZDECL", lambda: decl)
    active = [0] * max(1, lay.n)
    eager: set[str] = set()
    for modifiers in gen.facts.modifiers.values():
        for m in modifiers:
            eager |= set(m.zones)
            for c in range(lay.n):
                if lay.designs[c] in m.designs:
                    for z in m.zones:
                        active[c] |= 1 << lay.zones[z].number + 1
    for one in gen.facts.anytimes:
        for c in range(lay.n):
            if one.designs is not None and lay.designs[c] in one.designs:
                eager |= set(one.zones)
                for z in one.zones:
                    active[c] |= 1 << lay.zones[z].number + 1
    for listeners in [*gen.facts.listeners.values(), *gen.facts.before.values(), *gen.facts.instead.values()]:
        for listener in listeners:
            if listener.designs is not None:
                eager |= set(listener.zones)
                if not listener.zones and listener.rule.event.what in ("enters", "leaves"):
                    eager.add(listener.rule.event.key)
                for c in range(lay.n):
                    if lay.designs[c] in listener.designs:
                        for z in listener.zones:
                            active[c] |= 1 << lay.zones[z].number + 1
    gen.table("ACTIVE", lambda: active)
    gen.table("EAGER", lambda: [int(key in eager) for key in lay.zone_of])
    del game


def kernel_numbers(gen: Gen) -> dict[str, int]:
    lay = gen.lay
    numbers = {name: number for name, number in vars(k).items() if name.isupper() and isinstance(number, int)}
    numbers |= lay.at
    numbers |= {"N": lay.n, "M32": 0xFFFFFFFF, "ALL": lay.seats, "WIDTH": lay.width, "WIDE": gen.wide,
                "TAIL": lay.tail, "RANGED": int(lay.ranged), "SPAN": SLOTS, "LASTING_SIZE": lay.lasting_size,
                "DESIGNS": len(gen.game.cards), "BACKS": len(lay.backs), "BARRED": int(bool(gen.facts.fragile)),
                "PLAYERS": lay.players, "SPACES": lay.spaces, "DATED": int(lay.dated),
                "EVENT_ROOM": lay.event_room, "EVENT_SIZE": lay.event_size, "ORDER": gen.game.order}
    return {name: number for name, number in numbers.items() if re.fullmatch(r"[A-Z][A-Z0-9_]*", name)}


def kernel_numbers_of(game: g.Game, lay: Layout, facts: Facts, shared: Shared, wide: int) -> dict[str, int]:
    """The numbers of the kernels' names, for a layout."""
    return kernel_numbers(Gen(game, lay, facts, shared, False, wide=wide))
