"""Changes that rules, blocks or invariants wait for: what they watch is compared with what it was."""

from collections.abc import Callable

from attrs import evolve

from interpreter import slots as k
from interpreter.emit.base import Gen, NotYet, Routine
from interpreter.emit.bindings import Name, list_at
from interpreter.emit.expr import value
from interpreter.emit.loops import copy_list, laid_out
from interpreter.emit.selectors import kind_test
from interpreter.emit.steps import event_code, g_span
from interpreter.layout import Layout, whose_value
from interpreter.rooms import depth, slots, usual
from rulelang import game as g


def watch_functions(gen: Gen) -> None:
    """`watch_V(s, w, you)`: compares a watched value with what it was, and keeps the event."""
    from interpreter.emit.invariants import event_tests
    from interpreter.emit.lasting import watch_apart

    for key in gen.facts.watched:
        r = Routine(gen, f"watch_{safe_key(key)}", False, g_span(gen), f"{key} changes")
        r.you = "you"
        first = gen.lay.watches[key]
        if key in gen.facts.apart:
            watch_apart(r, key)
            r.depth = 1
            r.put("return 0")
            gen.define(f"watch_{safe_key(key)}", "s, w, you", r)
            continue
        only_while_watched(r, key)
        if key in gen.game.values:
            v = gen.game.values[key]
            span = v.span
            if v.params:
                raise NotYet(f"a rule about changes of `{key}`, which has parameters")
            of = g.Var(id=-3, name="its", type=whose_value(gen.game, v)) if v.of is None else v.of.var
            e = g.Derived(span=span, type=v.type, key=key)
            room = watched_room(gen.lay, v)
            if v.of is None and v.kind is None:
                watch_value(r, key, e, str(first), "-1")
            else:
                e = evolve(e, of=g.Local(span=span, type=of.type, var=of))
                in_order = by_turn(r, key, of.type.base == "player")
                r.put(f"for p in range({gen.lay.owners_of(of.type)}):")
                with r.indent():
                    r.env[of.id] = Name("p")
                    outer = r.depth
                    if of.type.base in ("card", "space"):
                        kinds = tuple(n for n in of.type.names if n in gen.game.kinds)
                        if kinds:
                            r.put(f"if {kind_test(r, 'p', kinds, of.type)}:")
                            r.depth += 1
                    watch_value(r, key, e, f"{first} + p" if room == 1 else f"{first} + p * {room}", "p")
                    r.depth = outer
                in_order()
        else:
            place = gen.lay.stores[key]
            in_order = by_turn(r, key, gen.game.stores[key].owner == "player")
            r.put(f"for i in range({place.owners * place.size}):")
            with r.indent():
                owner = f"{place.first} + i // {place.size}" if place.size > 1 else f"{place.first} + i"
                owner = owner if gen.game.stores[key].owner else "-1"
                index = f"i % {place.size}" if place.size > 1 else "0"
                if place.room > 1:
                    watch_list(r, key, f"{place.base} + i * {place.room}", f"{first} + i * {place.room}", owner, index,
                               depth(gen.game.stores[key].type), False)
                else:
                    r.put(f"x = s[{place.base} + i]")
                    watch_one(r, key, f"{first} + i", owner, index)
            in_order()
        event_tests(r, "changes", key)
        r.put("return 0")
        gen.define(f"watch_{safe_key(key)}", "s, w, you", r)


def by_turn(r: Routine, key: str, of_players: bool) -> Callable[[], None]:
    """Rules answer changes of what players have from whoever's turn it is on, though they are looked for by seat: emits what
    comes before the loop, and gives what emits what comes after it."""
    if not of_players or not r.gen.facts.listeners.get(("changes", key)):
        return lambda: None
    r.put(f"kept = s[{k.EVN}]")

    def after() -> None:
        r.put(f"if s[{k.EVN}] > kept + 1:")
        r.lines.append((r.depth + 1, "by_turn(s, kept, turn(s))"))

    return after


def only_while_watched(r: Routine, key: str) -> None:
    """What nothing but `until` blocks watch is looked at while one of them runs; *seen* is then 0 the first time."""
    from interpreter.emit.lasting import running

    blocks, at = r.gen.facts.passing.get(key), r.gen.lay.seen_at.get(key)
    if blocks is not None:
        r.put(f"if {running(r, blocks)} == 0:")
        r.lines.append((2, "return 0"))
        r.put(f"seen = s[{at}]")
        r.put(f"s[{at}] = 1")


def watch_value(r: Routine, key: str, e: g.Derived, slot: str, owner: str) -> None:
    """Compares what is worked out with what it was at *slot*."""
    if e.type.base == "list":
        watch_list(r, key, laid_out(r, e).base, slot, owner, "0", depth(e.type), True)
        return
    r.put(f"x = {value(r, e)}")
    watch_one(r, key, slot, owner, "0")


def watched_room(lay: Layout, v: g.Value) -> int:
    """Slots that a watched value takes up, of each thing that has it."""
    return slots(usual(lay, v.type)) if v.type.base == "list" else 1


def not_at_first(r: Routine, key: str) -> None:
    """Emits the head of what is done about a change, but when what it was has not been looked at."""
    if key in r.gen.facts.passing or key in r.gen.facts.apart:
        r.put("if seen:")
        r.depth += 1


def watch_one(r: Routine, key: str, slot: str, owner: str, index: str) -> None:
    gen = r.gen
    r.put(f"if x != s[{slot}]:")
    with r.indent():
        from interpreter.emit.lasting import change_ends

        inside = r.depth
        not_at_first(r, key)
        change_ends(r, key, owner, f"s[{slot}]", "x", index)
        if gen.facts.listeners.get(("changes", key)):
            r.put(f"event(s, {event_code(gen, 'changes', key)}, you, {owner}, s[{slot}], x, {index})")
        from interpreter.emit.invariants import change_tests

        change_tests(r, key, owner, f"s[{slot}]", "x", index)
        r.depth = inside
        r.put(f"s[{slot}] = x")


def watch_list(r: Routine, key: str, now: str, before: str, owner: str, index: str, nested: int, made: bool) -> None:
    """The same of a list, *made* or kept in a variable: of what it was and is, the event does not tell."""
    from interpreter.emit.invariants import change_tests
    from interpreter.emit.lasting import change_ends

    gen = r.gen
    if made:
        to = list_at(before, watched_room(gen.lay, gen.game.values[key]), nested)
    else:
        to = list_at(before, gen.lay.stores[key].room, nested)
    r.put(f"if same_list(s, {now}, {before}, {nested}) == 0:")
    with r.indent():
        inside = r.depth
        not_at_first(r, key)
        change_ends(r, key, owner, "0", now, index)
        if gen.facts.listeners.get(("changes", key)):
            # what is made here is made anew the next time
            r.put(f"event(s, {event_code(gen, 'changes', key)}, you, {owner}, 0, {before if made else now}, {index})")
        change_tests(r, key, owner, "0", now, index)
        r.depth = inside
        copy_list(r, now, to)


def safe_key(key: str) -> str:
    return key.replace(".", "_").replace(" ", "_")
