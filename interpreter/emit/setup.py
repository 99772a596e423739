"""How a match begins: first values, setup, then the phases in order; and what is so when setup is over."""

from interpreter import slots as k
from interpreter.emit.after import answer
from interpreter.emit.audiences import shows_top
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Name
from interpreter.emit.expr import value
from interpreter.emit.loops import fill
from interpreter.emit.phases import enter_phase
from interpreter.emit.steps import g_span
from interpreter.emit.stmts import stmts
from interpreter.emit.stored import kept_list
from interpreter.emit.watching import safe_key


def program_entry(gen: Gen) -> int:
    return gen.shared.label("program/entry")


def emit_program(gen: Gen) -> None:
    """The match: setup, then the phases in order, then the end."""
    r = Routine(gen, "program", True, g_span(gen), "setup")
    r.static = True
    r.you = "-1"
    r.start(program_entry(gen))
    starts(r)
    if not gen.search:
        r.put("calm(s, w)")

    def cut() -> None:
        # setup stops between its statements, so that what comes before the first chance need be done only once
        label = r.label()
        gen.shared.apart.add(label)
        r.goto(label)
        r.start(label)

    ready = r.stop = gen.shared.label("program/ready")
    stmts(r, gen.game.setup, cut)
    r.stop = None
    r.goto(ready)
    r.start(ready)
    if not gen.search:
        ready_function(gen)
    setup_over(r)
    for key in gen.game.program:
        enter_phase(r, key)
    last_phase_over(r)
    r.sized(gen.shared.what("program"))


def setup_over(r: Routine) -> None:
    """Refills and invariants begin, and rules answer that."""
    if r.gen.search:
        return
    r.put("ready(s, w)")
    answer(r)
    if r.gen.checks:
        r.put("invariants(s, w)")


def starts(r: Routine) -> None:
    """First values that have to be worked out."""
    gen = r.gen
    for key, place in gen.lay.stores.items():
        if place.start is None and gen.game.stores[key].default is not None:
            c, i = r.tmp(), r.tmp()
            r.put(f"for {c} in range({place.owners}):")
            r.lines.append((r.depth + 1, f"for {i} in range({place.size}):"))
            first = f"{first_value(gen, key)}(s, w, {c} + {place.first}, {i})"
            kept = "" if place.room > 1 else f"s[{place.base} + {c} * {place.size} + {i}] = "
            r.lines.append((r.depth + 2, kept + first))


def first_value(gen: Gen, key: str) -> str:
    """`first_KEY(s, w, this, i)`: the first value that has to be worked out, of whom or what has it and for an index. A
    list is put where it is kept."""
    name = f"{gen.prefix}first_{safe_key(key)}"
    if name in gen.asked:
        return name
    gen.asked.add(name)
    decl = gen.game.stores[key]
    assert decl.default is not None
    r = Routine(gen, name, False, decl.span, key, decl.cites)
    r.you = "-1"
    place = gen.lay.stores[key]
    if place.room > 1:
        r.put(f"at = {place.base} + ((this - {place.first}) * {place.size} + i) * {place.room}")
    if decl.owner_var is not None:
        r.env[decl.owner_var.id] = Name("this")
    for index in reversed(decl.index):
        if index.var is not None:
            r.env[index.var.id] = Name(f"i{index.var.id}")
            r.put(f"i{index.var.id} = i % {gen.lay.index_length(index)} + {gen.lay.index_low(index)}")
        r.put(f"i = i // {gen.lay.index_length(index)}")
    if place.room > 1:
        fill(r, decl.default, kept_list(r, key, "at"))
        r.put("return 0")
    else:
        r.put(f"return {value(r, decl.default)}")
    gen.define(name, "s, w, this, i", r)
    return name


def ready_function(gen: Gen) -> None:
    """`ready(s, w)`: setup is over: refills and invariants begin, which rules may answer. `calm(s, w)`: what is so now
    is noted, and nothing answers."""
    r = Routine(gen, "ready", False, g_span(gen), "setup")
    r.you = "-1"
    r.put(f"s[{k.LIVE}] = 1")
    for i, refill in enumerate(gen.game.refills):
        if refill.time != "needed":
            r.put(f"refill_{i}(s, w, -1)")
    if any(shows_top(gen, z) is not None for z in gen.game.zones.values()):
        r.put("tops(s, w)")
    for key in gen.facts.watched:
        r.put(f"watch_{safe_key(key)}(s, w, -1)")
    r.put("return 0")
    gen.functions["ready"] = ("s, w", r.lines)
    r = Routine(gen, "calm", False, g_span(gen), "setup")
    r.you = "-1"
    # what is shown is seen; what rules watch is noted, and nothing answers
    if any(shows_top(gen, z) is not None for z in gen.game.zones.values()):
        r.put("tops(s, w)")
    for key in gen.facts.watched:
        r.put(f"watch_{safe_key(key)}(s, w, -1)")
    r.put(f"s[{k.EVN}] = 0")
    r.put(f"s[{k.EVB}] = 0")
    r.put("return 0")
    gen.functions["calm"] = ("s, w", r.lines)


def last_phase_over(r: Routine) -> None:
    if r.dead:
        return
    r.put(f"s[{k.REASON}] = -1")
    r.leave(f"return {k.OVER}")
