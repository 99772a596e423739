"""When a step is over, the rules that wait for what it did answer, one after the other (meaning 1)."""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

from interpreter import slots as k
from interpreter.emit.audiences import see_tops
from interpreter.emit.base import Gen, Name, Routine, list_at
from interpreter.emit.expr import NO, cond, expr, none_of, value
from interpreter.emit.kept import KEPT_FACE, of_this, stays_with_its_card
from interpreter.emit.loops import laid_out
from interpreter.emit.places import zone_owner_table
from interpreter.emit.questions import contains
from interpreter.emit.rules import call_rule
from interpreter.emit.selectors import kind_test
from interpreter.emit.spaces import as_bearer, carry_table, each_space, spaces_of
from interpreter.emit.steps import born, event_code, finish, g_span, note
from interpreter.emit.stmts import stmts
from interpreter.emit.stored import index_code
from interpreter.errors import EngineError
from interpreter.rooms import depth
from rulelang import game as g
from rulelang.uses.facts import CHANGES, Listener

CARDS = 100
"""Cards whose rules may answer one event, at most."""


def emit_answer(gen: Gen) -> None:
    """The routine that goes through the events kept: its frame notes where they begin, what was there before, where
    they end, and how far it has come."""
    if gen.search:
        return
    r = Routine(gen, "answer", True, g_span(gen), "rules")
    r.you = "s[f + 2]"
    start, before, end, listener, since = (f"s[{r.slot()}]" for _ in range(5))
    entry, loop, over = gen.shared.label("answer"), r.label(), r.label()
    r.start(entry)
    r.put(f"{start} = s[{k.EVB}]")
    r.put(f"{before} = s[{k.EVB}]")
    r.put(f"{end} = s[{k.EVN}]")
    r.put(f"s[{k.EVB}] = s[{k.EVN}]")
    r.put(f"{listener} = {start}")
    r.put(f"{since} = s[{k.CLOCK}]")
    r.put(f"if {before} == 0:")
    r.lines.append((2, f"s[{k.CHAIN}] = 0"))
    r.goto(loop)
    r.start(loop)
    r.put(f"if {listener} >= {end}:")
    with r.indent():
        r.goto(over)
    r.put(f"x = @EVENTS@ + {listener} * {gen.lay.event_size}")
    r.put(f"{listener} = {listener} + 1")
    codes = list(gen.facts.listeners.items())
    carried = any(not one.own for listeners in gen.facts.listeners.values() for one in listeners)
    base, turn_at = (r.slot(2 * room_for(gen) + 1), f"s[{r.slot()}]") if carried else ("", "")
    for (what, key), listeners in codes:
        r.put(f"if s[x] == {event_code(gen, what, key)}:")
        with r.indent():
            first = gen.shared.label(f"answer {what} {key} 0")
            own = in_order(gen, [one for one in listeners if one.own])
            cards = [one for one in listeners if not one.own]
            after_own = gen.shared.label(f"answer {what} {key} cards") if cards else loop
            for i, one in enumerate(own):
                this = gen.shared.label(f"answer {what} {key} {i}")
                following = (gen.shared.label(f"answer {what} {key} {i + 1}") if i + 1 < len(own) else after_own)
                saved = r.lines, r.depth
                r.start(this)
                r.put(f"x = @EVENTS@ + ({listener} - 1) * {gen.lay.event_size}")
                r.put("s[f + 2] = s[x + 1]")
                call_rule(r, one, following, [f"s[x + {2 + j}]" for j in range(gen.lay.event_told - 2 if what == "does" else 4)])
                r.lines, r.depth = saved
                r.dead = False
            if cards:
                saved = r.lines, r.depth
                r.start(after_own)

                def event_again() -> None:
                    r.put(f"x = @EVENTS@ + ({listener} - 1) * {gen.lay.event_size}")
                    r.put("s[f + 2] = s[x + 1]")

                card_rules(r, f"{what} {key}", cards, base, turn_at, event_again,
                           [f"s[x + {2 + j}]" for j in range(gen.lay.event_told - 2 if what == "does" else 4)], loop, since)
                r.lines, r.depth = saved
                r.dead = False
            r.goto(first if own else after_own)
    r.dead = False
    r.goto(loop)
    r.start(over)
    r.put(f"s[{k.EVN}] = {start}")
    r.put(f"s[{k.EVB}] = {before}")
    finish(r)
    r.sized(0)


def in_order(gen: Gen, listeners: list[Listener]) -> list[Listener]:
    """The game's own rules for one event, in the order in which they answer it: see `Game.order`."""
    order = gen.game.order
    if order == 1:
        return listeners[::-1]
    if order > 1:
        Random(order).shuffle(listeners)
    return listeners


def room_for(gen: Gen) -> int:
    """How many cards' rules may answer one event: as many as there are, within reason."""
    most = 1
    for listeners in (*gen.facts.listeners.values(), *gen.facts.before.values()):
        designs = [d for one in listeners for d in one.designs or ()]
        spaces = sum(len(spaces_of(gen, one.spaces)) for one in listeners)
        most = max(most, sum(gen.lay.designs.count(d) for d in designs) + spaces)
    return min(most, CARDS) + (k.LASTING_ROOM if gen.facts.lastings else 0)


def card_rules(r: Routine, name: str, listeners: list[Listener], base: str, at: str, prelude: Callable[[], None],
               data: list[str], over: int, since: str, held: str | None = None) -> None:
    """The rules of cards that answer: in turn order of their owners, then by arrival; each is asked again when its time
    comes. *base*: room for the list of (card, which rule); *at*: a slot that says how far it has come; *since*: when the
    event happened: what has arrived later does not answer."""
    gen, n = r.gen, r.gen.lay.n
    room = room_for(gen)
    following = gen.shared.label(f"{r.key}/{name} next card")
    prelude()
    r.put(f"s[{base}] = 0")
    for j, one in enumerate(listeners):
        if one.lasting is not None:
            continue
        if one.spaces:
            hear_spaces(r, one, j, base, data)
            continue
        designs = one.designs or ()
        table = gen.table("CL_" + re.sub(r"\W", "_", one.key),
                          lambda designs=designs: [int(gen.lay.designs[c] in designs) for c in range(n)] or [0])  # type: ignore[misc]
        if one.zones:
            c, nxt = r.tmp(), r.tmp()
            zones = [gen.lay.zones[z] for z in one.zones]
            places = " or ".join(f"{z.base} <= s[{gen.at('ZON')} + {c}] < {z.base + z.owners * z.size}" for z in zones)
            r.put(f"{nxt} = s[{gen.at('ANX') + n}]")
            r.put(f"while {nxt} < {n}:")
            with r.indent():
                r.put(f"{c} = {nxt}")
                r.put(f"{nxt} = s[{gen.at('ANX')} + {c}]")
                lies = f"{table}[s[{gen.at('FACE')} + {c}]] and ({places})"
                r.put(f"if {lies} and s[{gen.at('STAMP')} + {c}] <= {since}:")
                with r.indent():
                    listed = base, c, j
                    if one.test is None or says_only_where(one.test):
                        listen(r, *listed)
                    else:
                        # it must hold when it happens, and again when its turn comes
                        args = [*data, *["0"] * 8][:8]
                        r.put(f"if {applies(gen, one, False)}(s, w, {r.you}, {c}, {', '.join(args)}):")
                        with r.indent():
                            listen(r, *listed)
        else:
            # it is about this card itself
            card = data[1] if one.rule.event.what == "does" else data[0]
            face = f"s[{gen.at('FACE')} + {card}]"
            if stays_with_its_card(gen, one) and len(data) > KEPT_FACE:
                face = r.tmp()
                r.put(f"{face} = {data[KEPT_FACE]}")
                card = f"s[{gen.at('BODY')} + {face}]"
                r.put(f"if {face} >= 0 and {table}[{face}]:")
            else:
                r.put(f"if {card} >= 0 and {table}[{face}]:")
            r.lines.append((r.depth + 1, f"s[{base}] += 1"))
            r.lines.append((r.depth + 1, f"s[{base} + s[{base}] * 2 - 1] = {card}"))
            r.lines.append((r.depth + 1, f"s[{base} + s[{base}] * 2] = {j}"))
    for j, one in enumerate(listeners):
        if one.lasting is not None:
            e = r.tmp()
            first = gen.at("LASTINGS")
            r.put(f"for {e} in range({first}, {first + k.LASTING_ROOM * gen.lay.lasting_size}, {gen.lay.lasting_size}):")
            with r.indent():
                r.put(f"if s[{e}] == {one.lasting + 1} and s[{e} + 1] <= {since} and s[{base}] < {room}:")
                r.lines.append((r.depth + 1, f"s[{base}] += 1"))
                r.lines.append((r.depth + 1, f"s[{base} + s[{base}] * 2 - 1] = {e}"))
                r.lines.append((r.depth + 1, f"s[{base} + s[{base}] * 2] = {j}"))
    r.put(f"sort_cards(s, {base})")
    by_face = [j for j, one in enumerate(listeners) if stays_with_its_card(gen, one)]
    if by_face:
        # until its turn comes, the zone where it lies may be shuffled
        i = r.tmp()
        r.put(f"for {i} in range(s[{base}]):")
        with r.indent():
            r.put(f"if {' or '.join(f's[{base} + 2 + {i} * 2] == {j}' for j in by_face)}:")
            bearer = f"s[{base} + 1 + {i} * 2]"
            r.lines.append((r.depth + 1, f"{bearer} = s[{gen.at('FACE')} + {bearer}]"))
    r.put(f"{at} = 0")
    r.goto(following)
    r.start(following)
    r.put(f"if {at} >= s[{base}]:")
    with r.indent():
        r.goto(over)
    r.put(f"{at} = {at} + 1")
    prelude()
    for j, one in enumerate(listeners):
        r.put(f"if s[{base} + {at} * 2] == {j}:")
        with r.indent():
            this, told = f"s[{base} + {at} * 2 - 1]", data
            if j in by_face:
                this = f"s[{gen.at('BODY')} + {this}]"
                if of_this(one.rule.event) and len(data) > KEPT_FACE:
                    told = [f"s[{gen.at('BODY')} + {data[KEPT_FACE]}]", *data[1:]]
            call_rule(r, one, following, told, as_bearer(this) if one.spaces else this, held=held)
    r.dead = False
    r.goto(over)


def hear_spaces(r: Routine, one: Listener, number: int, base: str, data: list[str]) -> None:
    """Notes each space whose rule answers what *data* says, as things stand: there may be many, of which few do."""
    depth = r.depth
    x = each_space(r, one.spaces)
    args = [*data, *["0"] * 8][:8]
    r.put(f"if {applies(r.gen, one, False)}(s, w, {r.you}, {x}, {', '.join(args)}):")
    with r.indent():
        listen(r, base, as_bearer(x), number)
    r.depth = depth


def listen(r: Routine, base: str, bearer: str, number: int) -> None:
    """Notes in the list at *base* that the bearer's rule of that number waits for its turn."""
    r.put(f"if s[{base}] >= {room_for(r.gen)}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_EVENTS}"))
    r.lines.append((r.depth + 1, f"return {k.STUCK}"))
    r.put(f"s[{base}] += 1")
    r.put(f"s[{base} + s[{base}] * 2 - 1] = {bearer}")
    r.put(f"s[{base} + s[{base}] * 2] = {number}")


def says_only_where(test: g.Expr) -> bool:
    """Whether the condition of a block says nothing but in which zones `this` must lie."""
    if isinstance(test, g.Or):
        return all(says_only_where(part) for part in test.parts)
    if not (isinstance(test, g.IsIn) and isinstance(test.part, g.This)):
        return False
    places = test.place.parts if isinstance(test.place, g.Concat) else (test.place,)
    return all(isinstance(x, g.ZoneOf) and not x.index and isinstance(x.of, g.Everyone | None) for x in places)


def emit_rules(gen: Gen) -> None:
    """Each rule is a routine: it tests whether it applies, now, and does what it says."""
    for table in (gen.facts.listeners, gen.facts.before, gen.facts.instead):
        for listeners in table.values():
            for listener in listeners:
                emit_rule(gen, listener)


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
            call_rule(r, listener, replaced, data, "-1", f"s[f + 5] & {k.REPLACED} | {bit}", held)
        r.dead = False
    others = [one for one in instead if not one.own]
    if others:
        this, which, mark = bearer(r, others, args)
        for j, listener in enumerate(others):
            r.put(f"if {which} == {j}:")
            with r.indent():
                call_rule(r, listener, replaced, data, this, f"s[f + 5] & {k.REPLACED} | {mark}", held)
            r.dead = False
    if instead_only:
        return
    rules = gen.facts.before.get((what, key), [])
    for listener in in_order(gen, [one for one in rules if one.own]):
        following = r.label()
        call_rule(r, listener, following, data, "-1", f"s[f + 5] & {k.REPLACED}", held)
        r.dead = False
        r.goto(following)
        r.start(following)
    carried = [one for one in rules if not one.own]
    if carried:
        following = r.label()
        base, at = r.slot(2 * room_for(gen) + 1), f"s[{r.slot()}]"
        card_rules(r, f"before {what} {key} {following}", carried, base, at, lambda: None, data, following, f"s[{k.CLOCK}]",
                   held)
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


def applies(gen: Gen, listener: Listener, whole: bool = True) -> str:
    """`applies_N(s, w, you, this, a, b, c, d)`: 1 if the rule answers what happened; not *whole*: its `if` left aside."""
    name = ("applies_" if whole else "hears_") + re.sub(r"\W", "_", listener.key)
    if name in gen.asked:
        return name
    gen.asked.add(name)
    r = Routine(gen, name, False, listener.rule.span, listener.rule.name or "rule", listener.rule.cites)
    if listener.designs is not None:
        r.put("if this < 0:")
        r.lines.append((2, "return 0"))

    def leave_unless(text: str) -> None:
        r.put(f"if not ({text}):")
        r.lines.append((r.depth + 1, "return 0"))

    if listener.lasting is not None:
        lasting_names(r, listener.lasting, "this")
    conditions(r, listener, list("abcdhijk"), leave_unless, "e", whole)
    r.put("return 1")
    gen.define(name, "s, w, you, this, a, b, c, d, h, i, j, k", r)
    return name


def emit_rule(gen: Gen, listener: Listener) -> None:
    if gen.search:
        return
    rule = listener.rule
    name = rule.name or carrier(gen, listener)
    r = Routine(gen, listener.key, True, rule.span, name, rule.cites)
    r.you, r.this = "s[f + 2]", "s[f + 4]"
    data = [f"s[{r.slot()}]" for _ in range(8)]
    r.slot()  # see `HOLDS`
    r.start(gen.shared.label(listener.key + "/entry"))

    def leave_unless(text: str) -> None:
        r.put(f"if not ({text}):")
        with r.indent():
            finish(r)

    if listener.lasting is not None:
        lasting_names(r, listener.lasting, "s[f + 4]")
    conditions(r, listener, data, leave_unless, data[7])
    for var in r.env:
        born(r, var)
    if not listener.spaces:
        born(r, -1)
    if rule.time != "when" and rule.event.what in ("enters", "leaves"):
        # it comes between one card that moves and the next
        see_tops(r)
    note(r, "rule", f"{r.rule} applies", (), None, _node(rule))
    stmts(r, rule.body)
    finish(r)
    r.sized(gen.shared.what(listener.key))


def conditions(r: Routine, listener: Listener, data: list[str], leave_unless: Callable[[str], None], by: str,
               whole: bool = True) -> None:
    """Emits the tests whether a rule answers what *data* says, and binds its names. *by*: where an amount is kept; not
    *whole*: its `if` left aside."""
    gen, rule = r.gen, listener.rule
    if listener.zones:
        # it may have left its place since
        zones = [gen.lay.zones[z] for z in listener.zones]
        where = f"s[{gen.at('ZON')} + {r.this}]"
        leave_unless(" or ".join(f"{z.base} <= {where} < {z.base + z.owners * z.size}" for z in zones))
        if listener.test is not None:
            leave_unless(cond(r, listener.test))
    elif listener.spaces and listener.test is not None:
        leave_unless(cond(r, listener.test))
    if rule.event.key in gen.facts.apart:
        # what another block watches is none of its business
        leave_unless(f"{data[3]} == {r.this.removeprefix('s[').removesuffix(' + 3]')}")
    for test in matches(r, rule.event, data, by):
        leave_unless(test)
    if whole and rule.test is not None:
        leave_unless(cond(r, rule.test))


def matches(r: Routine, event: g.Event, data: Sequence[str], by: str) -> Iterator[str]:
    """The tests whether an event is the one meant, one after the other, each to be emitted before the next; binds its
    names. *data*: what happened; *by*: where an amount is kept."""
    if event.what in CHANGES:
        owner, old, new, index = data[:4]
        if event.index:
            decl = r.gen.game.stores[event.key]
            yield f"{index_code(r, decl.index, event.index).text} == {index}"
        if event.of is not None:
            yield from pattern(r, event.of, owner)
        if event.what == "rises":
            yield f"{new} > {old}" + (f" and {old} != {NO}" if may_be_none(r.gen, event.key) else "")
        elif event.what == "falls":
            yield f"{new} < {old}" + (f" and {new} != {NO}" if may_be_none(r.gen, event.key) else "")
        elif event.what == "becomes":
            assert event.value is not None
            if event.value.type.base == "list":
                yield f"same_list(s, {new}, {laid_out(r, event.value).base}, {depth(event.value.type)})"
            else:
                yield f"{new} == {value(r, event.value)}"
        if event.by is not None:
            r.put(f"{by} = {new} - {old}" if event.what == "rises" else f"{by} = {old} - {new}")
            r.env[event.by.id] = Name(by)
    elif event.what in ("enters", "leaves"):
        if event.index:
            place = r.gen.lay.zones[event.key]
            which = index_code(r, r.gen.game.zones[event.key].index, event.index).text
            yield f"({data[1]} - {place.base}) % {place.size} == {which}"
        yield from pattern(r, event.actor, data[0])
        if event.of is not None:
            yield from pattern(r, event.of, whose_zone(r.gen, event.key, data[1]))
    elif event.what == "does":
        yield from pattern(r, event.actor, data[0])
        yield from pattern(r, event.of, data[1])
        for p, text in zip(event.params, data[2:], strict=False):
            yield from pattern(r, p, text)
    elif event.what == "announced":
        for p, text in zip(event.params, data, strict=False):
            yield from pattern(r, p, text)
    elif event.what == "eliminated":
        yield from pattern(r, event.actor, data[0])


def whose_zone(gen: Gen, key: str, z: str) -> str:
    """The player, the card or the space that has the zone *z*, one of those called so."""
    owner = gen.game.zones[key].owner
    if owner in (None, "player"):
        return f"{zone_owner_table(gen)}[{z}]"
    place = gen.lay.zones[key]
    return f"({gen.lay.bearers_of(owner or '')[0]} + ({z} - {place.base}) // {place.size})"


def may_be_none(gen: Gen, key: str) -> bool:
    """Whether what is watched may be none: then it has neither risen nor fallen."""
    return key not in gen.game.stores or gen.game.stores[key].type.optional


def pattern(r: Routine, p: g.Selector | g.Fixed | None, text: str) -> Iterator[str]:
    """The tests whether what stands there is the one meant, which none never is; binds its name."""
    if p is None:
        return
    if isinstance(p, g.Fixed):
        meant = expr(r, p.value)
        there = f" and {text} != {none_of(p.value.type)}" if meant.null else ""
        yield f"{meant.text} == {text}{there}"
        return
    nested = depth(p.var.type)
    r.env[p.var.id] = list_at(text, 0, nested) if nested else Name(text, True)
    r.orderless += 1
    kinds = p.filter or tuple(n for n in p.var.type.names if p.var.type.base == "card")
    kinds = tuple(n for n in kinds if n in r.gen.game.kinds)
    if kinds:
        yield f"{text} >= 0 and {kind_test(r, text, kinds, p.var.type)}"
    elif p.var.type.base == "number":
        yield f"{text} != {NO}"
    elif not nested:
        yield f"{text} >= 0"
    if p.source is not None:
        yield contains(r, text, p.source)
    if p.where is not None:
        yield cond(r, p.where)
    r.orderless -= 1


def lasting_names(r: Routine, number: int, entry: str) -> None:
    """The names of an `until` block's surroundings, read where the block keeps them."""
    from interpreter.emit.lasting import remembered

    r.env |= remembered(r.gen, r.gen.facts.lastings[number], entry)
    r.this = f"s[{entry} + 3]"


def carrier(gen: Gen, listener: Listener) -> str:
    """For people: the card (or cards, or kind of spaces) whose rule it is."""
    if listener.spaces:
        return " / ".join(listener.spaces[:2])
    names = [gen.game.cards[i].name for i in (listener.designs or ())[:2]]
    return " / ".join(names) or "rule"


def _node(rule: g.Trigger) -> g.Node:
    return rule
