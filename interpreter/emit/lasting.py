"""`until EVENT:` blocks: an entry in the state for each that runs, with what it remembers of where it was started."""

from interpreter import slots as k
from interpreter.emit.base import Gen, Name, NotYet, Routine
from interpreter.emit.expr import atom, cond, expr
from interpreter.emit.steps import after, g_span, note
from rulelang import game as g
from rulelang.uses.facts import CHANGES, Lasting


def start(r: Routine, st: g.Lasting) -> None:
    """The statement: from now until the event, what the block owns counts."""
    gen = r.gen
    if st.until is None:
        raise NotYet("`while` in a rule")
    lasting = next(x for x in gen.facts.lastings if x.block is st or x.block == st)
    if len(lasting.captured) > k.LASTING_SIZE - 4:
        raise NotYet("an `until` block that speaks of so many things around it")
    if gen.search:
        return
    values = []
    for var in lasting.captured:
        bound = r.env.get(var.id)
        if not isinstance(bound, Name):
            raise NotYet("an `until` block that speaks of a list around it")
        values.append(bound.text)
    e = r.tmp()
    r.put(f"{e} = new_lasting(s, {lasting.number + 1}, {r.you}, {r.this if r.this != 'this' else '-1'})")
    for i, text in enumerate(values):
        r.put(f"s[{e} + {4 + i}] = {text}")
    note(r, "begin", f"from now on: {r.rule}", (), None, st)
    touched = frozenset({"store " + x for x in gen.game.stores} if st.modifiers else ())
    after(r, touched)


def entry_loop(r: Routine, lasting: Lasting) -> str:
    """Begins a loop over the running entries of a block; yields the entry's name."""
    first = r.gen.at("LASTINGS")
    e = r.tmp()
    r.put(f"for {e} in range({first}, {first + k.LASTING_ROOM * k.LASTING_SIZE}, {k.LASTING_SIZE}):")
    r.depth += 1
    r.put(f"if s[{e}] == {lasting.number + 1}:")
    r.depth += 1
    return e


def ends_with(gen: Gen, what: str, key: str) -> list[Lasting]:
    """Blocks that end with such an event."""
    return [x for x in gen.facts.lastings if x.block.until is not None and x.block.until.what == what
            and x.block.until.key == key]


def emit_ends(gen: Gen) -> None:
    """`over_WHAT_KEY(s, w, you, a, b, c, d)`: an event has happened with which blocks end."""
    done: set[tuple[str, str]] = set()
    for lasting in gen.facts.lastings:
        event = lasting.block.until
        assert event is not None
        if event.what in CHANGES or (event.what, event.key) in done:
            continue
        done.add((event.what, event.key))
        name = over_name(event.what, event.key)
        r = Routine(gen, name, False, g_span(gen), name)
        r.you = "you"
        for one in ends_with(gen, event.what, event.key):
            depth = r.depth
            e = entry_loop(r, one)
            names(r, one, e)
            assert one.block.until is not None
            bind(r, one.block.until, ("a", "b", "c", "d"))
            r.put(f"s[{e}] = 0")
            r.depth = depth
        r.put("return 0")
        gen.define(name, "s, w, you, a, b, c, d", r)


def over_name(what: str, key: str) -> str:
    return f"over_{what}_{key.replace('.', '_').replace(' ', '_')}"


def names(r: Routine, lasting: Lasting, e: str) -> None:
    for i, var in enumerate(lasting.captured):
        r.env[var.id] = Name(f"s[{e} + {4 + i}]", True)
    r.this = f"s[{e} + 3]"


def bind(r: Routine, event: g.Event, data: tuple[str, ...]) -> None:
    from interpreter.emit.invariants import bind as bind_event

    bind_event(r, event, data)


def change_ends(r: Routine, key: str, owner: str, old: str, new: str) -> None:
    """Blocks that end with a change, where it is found."""
    for lasting in r.gen.facts.lastings:
        event = lasting.block.until
        assert event is not None
        if event.what not in CHANGES or event.key != key:
            continue
        depth, this, env = r.depth, r.this, dict(r.env)
        e = entry_loop(r, lasting)
        names(r, lasting, e)
        if isinstance(event.of, g.Selector):
            r.env[event.of.var.id] = Name(owner, True)
            if event.of.where is not None:
                r.put(f"if {cond(r, event.of.where)}:")
                r.depth += 1
        elif isinstance(event.of, g.Fixed):
            r.put(f"if {expr(r, event.of.value).text} == {owner}:")
            r.depth += 1
        test = {"rises": f"{new} > {old}", "falls": f"{new} < {old}", "changes": "1"}.get(event.what)
        if test is None:
            assert event.value is not None
            test = f"{new} == {atom(r, expr(r, event.value))}"
        r.put(f"if {test}:")
        r.lines.append((r.depth + 1, f"s[{e}] = 0"))
        r.depth, r.this, r.env = depth, this, env
