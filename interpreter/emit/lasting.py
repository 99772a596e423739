"""`until EVENT:` blocks: an entry in the state for each that runs, with what it remembers of where it was started."""

from attrs import evolve

from interpreter import slots as k
from interpreter.emit.after import after
from interpreter.emit.base import Gen, NotYet, Routine
from interpreter.emit.bindings import Bind, ListAt, Lists, Name, list_at
from interpreter.emit.loops import copy_list, flat
from interpreter.emit.steps import g_span, note
from interpreter.emit.watching import safe_key, watch_one
from interpreter.rooms import depth, shape_of_var, slots
from rulelang import game as g
from rulelang.uses.facts import CHANGES, Lasting


def start(r: Routine, st: g.Lasting) -> None:
    """The statement: from now until the event, what the block owns counts."""
    gen = r.gen
    if st.until is None:
        raise NotYet("`while` in a rule")
    lasting = next(x for x in gen.facts.lastings if x.block is st or x.block == st)
    if gen.search:
        return
    begins_to_watch(r, lasting)
    e = r.tmp()
    known = {var.id: r.env[var.id] for var in lasting.captured}
    r.put(f"{e} = new_lasting(s, {lasting.number + 1}, {r.you}, {r.this if r.this != 'this' else '-1'})")
    for var, place in remembered(gen, lasting, e).items():
        bound = known[var]
        if isinstance(place, Name):
            assert isinstance(bound, Name)
            r.put(f"{place.text} = {bound.text}")
        else:
            assert isinstance(place, (ListAt, Lists))
            copy_list(r, flat(r, bound).base, place)
    for key, (block, _) in gen.facts.apart.items():
        if block is lasting:
            r.put(f"s[{seen_apart(r, key, e)}] = 0")
    note(r, "begin", f"from now on: {r.rule}", (), None, st)
    after(r, gen.facts.touches(st))


def begins_to_watch(r: Routine, lasting: Lasting) -> None:
    """What only such blocks watch is compared with what it is when the first of them begins."""
    for key, blocks in r.gen.facts.passing.items():
        if lasting.number in blocks:
            r.put(f"if {running(r, blocks)} == 0:")
            r.lines.append((r.depth + 1, f"s[{r.gen.lay.seen_at[key]}] = 0"))


def seen_apart(r: Routine, key: str, entry: str) -> str:
    """Where it stands whether the block has looked at what it watches by itself; what it was stands before that."""
    lay = r.gen.lay
    n = lay.apart[key]
    return f"{lay.watches[key] + n} + ({entry} - {lay.at['LASTINGS']}) // {lay.lasting_size} * {n + 1}"


def watch_apart(r: Routine, key: str) -> None:
    """Compares, for each block that runs, what it watches by itself."""
    from interpreter.emit.expr import value
    from interpreter.emit.selectors import candidates

    lasting, event = r.gen.facts.apart[key]
    assert event.watched is not None
    expr, n = event.watched, r.gen.lay.apart[key]
    e = entry_loop(r, lasting)
    names(r, lasting, e)
    r.you = f"s[{e} + 2]"
    at = r.tmp()
    r.put(f"{at} = {seen_apart(r, key, e)}")
    r.put(f"seen = s[{at}]")
    r.put(f"s[{at}] = 1")

    def one(owner: str) -> None:
        r.put(f"x = {value(r, expr)}")
        r.you = "you"
        watch_one(r, key, f"{at} - {n}" if owner == "-1" else f"{at} - {n} + {owner}", owner, e)
        r.you = f"s[{e} + 2]"

    if not isinstance(event.of, g.Selector):
        one("-1")
        return

    def each(b: Bind) -> None:
        assert isinstance(b, Name)
        one(b.text)

    candidates(r, evolve(event.of, where=None, every_seat=True), each)


def running(r: Routine, blocks: tuple[int, ...]) -> str:
    """Whether one of these blocks runs, as a name that is 1 or 0."""
    first, size = r.gen.at("LASTINGS"), r.gen.lay.lasting_size
    runs, e = r.tmp(), r.tmp()
    r.put(f"{runs} = 0")
    r.put(f"for {e} in range({first}, {first + k.LASTING_ROOM * size}, {size}):")
    r.lines.append((r.depth + 1, "if " + " or ".join(f"s[{e}] == {number + 1}" for number in blocks) + ":"))
    r.lines.append((r.depth + 2, f"{runs} = 1"))
    return runs


def remembered(gen: Gen, lasting: Lasting, entry: str) -> dict[int, Bind]:
    """Where an entry keeps what the block speaks of: after the head of the entry, one after the other."""
    out: dict[int, Bind] = {}
    at = k.LASTING_HEAD
    for var in lasting.captured:
        nested = depth(var.type) + var.many
        room = slots(shape_of_var(gen.lay, var)) if nested else 1
        place = f"{entry} + {at}"
        out[var.id] = list_at(place, room, nested) if nested else Name(f"s[{place}]", True)
        at += room
    return out


def entry_loop(r: Routine, lasting: Lasting) -> str:
    """Begins a loop over the running entries of a block; yields the entry's name."""
    first, size = r.gen.at("LASTINGS"), r.gen.lay.lasting_size
    e = r.tmp()
    r.put(f"for {e} in range({first}, {first + k.LASTING_ROOM * size}, {size}):")
    r.depth += 1
    r.put(f"if s[{e}] == {lasting.number + 1}:")
    r.depth += 1
    return e


def ends_with(gen: Gen, what: str, key: str) -> list[Lasting]:
    """Blocks that end with such an event."""
    return [x for x in gen.facts.lastings if x.block.until is not None and x.block.until.what == what
            and x.block.until.key == key]


def look_again(r: Routine, what: str, key: str, you: str) -> bool:
    """Compares the values that hung on blocks which have just ended with such an event. Whether rules may answer that."""
    gen = r.gen
    if gen.search or not ends_with(gen, what, key):
        return False
    watches = gen.facts.watches(frozenset())
    for one in watches:
        call = f"watch_{safe_key(one)}(s, w, {you})"
        if gen.facts.together:
            r.put(f"if s[{k.TOGETHER}] == 0:")
            r.lines.append((r.depth + 1, call))
        else:
            r.put(call)
    return any(gen.facts.listeners.get(("changes", one)) for one in watches)


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
    r.env |= remembered(r.gen, lasting, e)
    r.this = f"s[{e} + 3]"


def bind(r: Routine, event: g.Event, data: tuple[str, ...]) -> None:
    from interpreter.emit.invariants import bind as bind_event

    bind_event(r, event, data)


def change_ends(r: Routine, key: str, owner: str, old: str, new: str, index: str) -> None:
    """Blocks that end with a change, where it is found."""
    for lasting in r.gen.facts.lastings:
        event = lasting.block.until
        assert event is not None
        if event.what not in CHANGES or event.key != key:
            continue
        depth, this, env = r.depth, r.this, dict(r.env)
        if key in r.gen.facts.apart:
            e = index  # it is about this block alone
        else:
            e = entry_loop(r, lasting)
            names(r, lasting, e)
        bind(r, event, (owner, old, new, index))
        r.put(f"s[{e}] = 0")
        r.depth, r.this, r.env = depth, this, env
