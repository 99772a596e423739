"""Rules that answer instead of an event, each once, or before it."""

import re

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.cardrules import card_rules, room_for
from interpreter.emit.matching import applies
from interpreter.emit.rules import call_rule, in_order
from interpreter.emit.spaces import as_bearer, carry_table, spaces_of
from interpreter.errors import EngineError
from rulelang.uses.facts import Listener

BITS = 41
"""Rules that replace events, each copy of a card's counted, that a frame can tell apart."""


def instead_bits(gen: Gen, listener: Listener) -> tuple[int, list[int]]:
    """Which bit of a frame's mark says that this rule has replaced the event already: that of the first copy, and by
    face (or space) how many bits further that of each copy is."""
    at = 8
    copies = True
    while True:
        start = at
        found: tuple[int, list[int]] = (0, [])
        for listeners in gen.facts.instead.values():
            for one in listeners:
                bearers = [c for c in range(gen.lay.n) if gen.lay.designs[c] in (one.designs or ())]
                bearers += spaces_of(gen, one.spaces)
                things = gen.lay.spaces if one.spaces else gen.lay.n
                further = [bearers.index(c) if copies and c in bearers else 0 for c in range(things)]
                if one.key == listener.key:
                    found = at, further or [0]
                at += max(len(bearers), 1) if copies else 1
        if at - 8 <= BITS:
            return found
        if not copies:
            raise EngineError("there are more than forty rules with `instead of`")
        copies, at = False, start


def intercept(r: Routine, what: str, key: str, data: list[str], replaced: int, instead_only: bool = False) -> None:
    """Rules that answer instead of an event (at most one does, and each once), then those that answer before it. What
    *data* names must outlive a wait. *replaced*: where to go on when the event does not happen; *instead_only*: those
    that answer before come later."""
    gen = r.gen
    args = [*data, *["0"] * 8][:8]
    instead = gen.facts.instead.get((what, key), [])
    # what the statement has raised so far waits for its end
    held = f"s[{r.slot()}]" if what in PIECEMEAL else None
    if held is not None:
        r.put(f"{held} = s[{k.EVB}]")
        r.put(f"s[{k.EVB}] = s[{k.EVN}]")
        if instead:
            replaced, end = r.label(), replaced
            lines, depth, dead = r.lines, r.depth, r.dead
            r.start(replaced)
            r.put(f"s[{k.EVB}] = {held}")
            r.goto(end)
            r.lines, r.depth, r.dead = lines, depth, dead
    for listener in in_order(gen, [one for one in instead if one.own]):
        bit = 1 << instead_bits(gen, listener)[0]
        test = f"{applies(gen, listener)}(s, w, {r.you}, -1, {', '.join(args)})"
        r.put(f"if s[f + 5] & {bit} == 0 and {test}:")
        with r.indent():
            call_rule(r, listener, replaced, data, "-1", str(bit), held)
        r.dead = False
    others = [one for one in instead if not one.own]
    if others:
        this, which, mark = bearer(r, others, args)
        for j, listener in enumerate(others):
            r.put(f"if {which} == {j}:")
            with r.indent():
                call_rule(r, listener, replaced, data, this, mark, held)
            r.dead = False
    if instead_only:
        return
    rules = gen.facts.before.get((what, key), [])
    for listener in in_order(gen, [one for one in rules if one.own]):
        following = r.label()
        call_rule(r, listener, following, data, held=held)
        r.dead = False
        r.goto(following)
        r.start(following)
    carried = [one for one in rules if not one.own]
    if carried:
        following = r.label()
        base, at, since = r.slot(2 * room_for(gen) + 1), f"s[{r.slot()}]", f"s[{r.slot()}]"
        r.put(f"{since} = s[{k.CLOCK}]")
        card_rules(r, f"before {what} {key} {following}", carried, base, at, lambda: None, data, following, since, held)
        r.dead = False
        r.start(following)
    if held is not None:
        r.put(f"s[{k.EVB}] = {held}")


PIECEMEAL = ("enters", "leaves", "changes", "rolled", "eliminated")
"""Events of which one statement may raise several, one after the other."""


def bearer(r: Routine, listeners: list[Listener], args: list[str]) -> tuple[str, str, str]:
    """The first card (or space, or `until` block), in turn order and then by arrival, whose rule answers what happened; which of
    the rules it is, -1 if none does; and the bit that says that it has answered."""
    gen, n = r.gen, r.gen.lay.n
    this, which, mark, best, since, order, t, c = (r.tmp() for _ in range(8))
    r.put(f"{which} = -1")
    r.put(f"{mark} = 0")
    r.put(f"{this} = -1")
    r.put(f"{best} = {gen.lay.players}")
    r.put(f"{since} = 0")
    r.put(f"{t} = turn(s)")
    for j, listener in enumerate(listeners):
        first, further = instead_bits(gen, listener)
        depth = r.depth
        if listener.lasting is not None:
            at = gen.at("LASTINGS")
            r.put(f"for {c} in range({at}, {at + k.LASTING_ROOM * gen.lay.lasting_size}, {gen.lay.lasting_size}):")
            r.depth += 1
            r.put(f"if s[{c}] == {listener.lasting + 1}:")
            bit, following = f"{1 << first}", ""
        elif listener.spaces:
            r.put(f"for {c} in range({gen.lay.spaces}):")
            r.depth += 1
            r.put(f"if {carry_table(gen, listener.spaces)}[{c}]:")
            name = re.sub(r"\W", "_", listener.key)
            bits = gen.table("IB_" + name, lambda further=further: further)  # type: ignore[misc]
            bit = f"(1 << {first} + {bits}[{c}])"
        else:
            designs = listener.designs or ()
            name = re.sub(r"\W", "_", listener.key)
            table = gen.table("CL_" + name, lambda designs=designs: [  # type: ignore[misc]
                int(gen.lay.designs[x] in designs) for x in range(n)] or [0])
            bits = gen.table("IB_" + name, lambda further=further: further)  # type: ignore[misc]
            zones = [gen.lay.zones[z] for z in listener.zones]
            places = " or ".join(f"{z.base} <= s[{gen.at('ZON')} + {c}] < {z.base + z.owners * z.size}" for z in zones)
            if zones:
                following = r.tmp()
                r.put(f"{following} = s[{gen.at('ANX') + n}]")
                r.put(f"while {following} < {n}:")
                r.depth += 1
                r.put(f"{c} = {following}")
                r.put(f"{following} = s[{gen.at('ANX')} + {c}]")
                r.put(f"if {table}[s[{gen.at('FACE')} + {c}]] and ({places}):")
            else:
                # it is about this card itself
                r.put(f"{c} = {args[1] if listener.rule.event.what == 'does' else args[0]}")
                r.put(f"if {c} >= 0 and {table}[s[{gen.at('FACE')} + {c}]]:")
            bit = f"(1 << {first} + {bits}[s[{gen.at('FACE')} + {c}]])"
        r.depth += 1
        mine = f"({as_bearer(c)})" if listener.spaces else c
        r.put(f"{order} = seat_order(s, {mine}, {t})")
        sooner = f"{order} < {best} or {order} == {best} and arrival(s, {mine}) < {since}"
        r.put(f"if s[f + 5] & {bit} == 0 and ({sooner}):")
        r.depth += 1
        r.put(f"if {applies(gen, listener)}(s, w, {r.you}, {c}, {', '.join(args)}):")
        r.depth += 1
        for name, text in ((this, c), (which, str(j)), (mark, bit), (best, order), (since, f"arrival(s, {mine})")):
            r.put(f"{name} = {text}")
        r.depth = depth
    return this, which, mark
