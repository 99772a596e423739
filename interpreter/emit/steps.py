"""What surrounds a statement: frames and calls, failing, the log, and what answers when a step is over."""

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve

from interpreter import slots as k
from interpreter.emit.base import Gen, NotYet, Routine, Source, list_at
from interpreter.emit.expr import atom, expr, value
from interpreter.emit.kept import face_then
from interpreter.emit.places import zone_code
from interpreter.layout import Layout, whose_value
from interpreter.rooms import depth, slots, usual
from interpreter.walk import walk
from rulelang import game as g
from rulelang.source import Span

# ------------------------------------------------------------------------------------------- frames


def push(r: Routine, what: int, you: str, this: str, resume: int, mark: str = "0") -> str:
    """A new frame above that of *r*, which goes on at *resume*; yields the name of the new frame's offset."""
    r.put(f"g = {r.top}")
    # a state that is tried out is no longer than what runs in it
    r.put("if g > @GROWN@:" if r.gen.search else "if g > @HIGHEST@:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_FRAMES}"))
    r.lines.append((r.depth + 1, f"return {k.STUCK}"))
    r.put(f"s[f] = {resume}")
    r.put("s[g + 1] = f")
    r.put(f"s[g + 2] = {you}")
    r.put(f"s[g + 3] = {what}")
    r.put(f"s[g + 4] = {this}")
    r.put(f"s[g + 5] = {mark}")
    r.put(f"s[{k.FP}] = g")
    return "g"


def finish(r: Routine) -> None:
    """Leaves the routine: back to whoever called it."""
    if r.dead:
        return
    if not r.framed:
        r.leave("return 0")
        return
    r.put("g = s[f + 1]")
    r.put(f"s[{k.FP}] = g")
    r.leave("return s[g]")


def born(r: Routine, var: int) -> None:
    """Notes when a name of a card was bound, if something else may move that card while the name is in use."""
    gen = r.gen
    if var not in gen.facts.fragile or not r.framed:
        return
    if var not in r.born:
        r.born[var] = f"s[{r.slot()}]"
    if not gen.search:  # where nothing else is carried out
        r.put(f"{r.born[var]} = s[{k.CLOCK}]")


def still(r: Routine, e: g.Expr, c: str) -> str | None:
    """The condition that nothing else has moved the card *c*, which *e* names, since it was bound; None: it cannot be."""
    gen = r.gen
    if gen.search:
        return None
    var = e.var.id if isinstance(e, g.Local) else -1 if isinstance(e, g.This) else None
    if var is None or var not in r.born:
        return None
    return f"({c} < 0 or s[{gen.at('STAMP')} + {c}] <= {r.born[var]} or s[{gen.at('BAR')} + {c}] <= f)"


def gone_note(r: Routine, c: str, st: g.Stmt) -> None:
    note(r, "nothing", f"{r.rule} does nothing more to {{0}}: something else has moved it", (("card", c),), None, st)


def mark_of(r: Routine) -> str:
    """Whether what is called belongs to an `all or nothing` effect because its caller does."""
    keep = k.WHOLE
    if r.gen.facts.instead:
        # and which rules have replaced what is done here already
        keep |= k.REPLACED
    if r.static and r.gen.facts.instead:
        return f"s[f + 5] & {k.REPLACED}"
    return f"s[f + 5] & {keep}" if r.framed and not r.static else "0"


def fail(r: Routine, test: str) -> bool:
    """In a search: the step cannot be done if *test*. Yields whether the text searches. (`sure` knows which statements
    may fail.)"""
    if not r.gen.search:
        return False
    r.put(f"if {test}:")
    r.lines.append((r.depth + 1, f"return {k.FAIL}"))
    return True


def plain_call(r: Routine, text: str) -> None:
    """Calls a plain function of a routine; in a search it may fail."""
    if r.gen.search:
        r.put(f"if {text} == {k.FAIL}:")
        r.lines.append((r.depth + 1, f"return {k.FAIL}"))
    else:
        r.put(text)


# ---------------------------------------------------------------------------------------------- log


def note(r: Routine, what: str, text: str, values: tuple[tuple[str, str], ...] = (), seen: str | None = None,
         node: g.Node | None = None, cites: tuple[str, ...] = ()) -> None:
    """A record of the log. *values*: (type, text that yields it), at most three; *seen*: bits of those who see it."""
    gen = r.gen
    if not gen.log or gen.search:
        return
    span = node.span if node is not None else r.span
    own = getattr(node, "cites", ()) if node is not None else ()
    types = tuple(t for t, _ in values)
    allcites = tuple(dict.fromkeys((*own, *cites, *r.cites)))
    key = (what, r.rule, span.start, span.end, text, types, str(getattr(span, "file", "")))
    number = gen.shared.source(key, lambda: Source(what, r.rule, allcites, span, types, text))
    everyone = str(gen.lay.seats)
    parts: list[str] = []
    for t, code in values:
        a = code
        if t == "chosen card":
            # by its back, for those who do not see it where it lies, even if they remember its like
            parts += [f"(s[{gen.at('FACE')} + {a}] if {a} >= 0 else -1)", f"seen_choice(s, w, {a})"]
        elif t == "card":
            # what is printed on it now: its face may change places with another while nobody knows it
            parts += [f"(s[{gen.at('FACE')} + {a}] if {a} >= 0 else -1)",
                      f"(s[{gen.at('KNOW')} + {a}] if {a} >= 0 else {everyone})"]
        else:
            parts += [a, everyone]
    parts += ["-1", everyone] * (3 - len(values))
    r.put(f"note(s, w, {number}, {r.you}, {seen or everyone}, {', '.join(parts)})")


def chosen_tag(t: g.Type) -> str:
    """How the log names something that is chosen."""
    return "chosen card" if t.base == "card" else type_tag(t)


def type_tag(t: g.Type) -> str:
    """How the log names a value of the type."""
    if t.base == "enum":
        return f"enum {t.names[0]}"
    return t.base


# ------------------------------------------------------------------------------------ after a step


def audience_reads(gen: Gen) -> dict[str, list[str]]:
    """Zones whose faces are shown to somebody who depends on the state: key read -> zones."""
    out: dict[str, list[str]] = {}
    for zone in gen.game.zones.values():
        for aspect, who in zone.shown:
            if aspect == "faces" and not isinstance(who, (g.Everyone, g.Nobody)) and not (
                    isinstance(who, g.Prop) and who.of is None):
                for key in gen.facts.reads(who):
                    out.setdefault(key, []).append(zone.key)
    return out


def shows_top(gen: Gen, zone: g.Zone) -> g.Expr | None:
    for aspect, who in zone.shown:
        if aspect == "top" and not isinstance(who, g.Nobody):
            return who
    return None


def audience_changes(r: Routine, touched: frozenset[str]) -> None:
    """Faces become known when the audience of their zone changes (inside `together` too)."""
    if r.gen.search:
        return
    done: set[str] = set()
    for key, zones in audience_reads(r.gen).items():
        if key in touched:
            for zone in zones:
                if zone not in done:
                    done.add(zone)
                    place = r.gen.lay.zones[zone]
                    count = place.owners * place.size
                    if count == 1:
                        r.put(f"reknow(s, w, {place.base})")
                    else:
                        r.put(f"for z in range({place.base}, {place.base + count}):")
                        r.lines.append((r.depth + 1, "reknow(s, w, z)"))


def refill_functions(gen: Gen) -> None:
    """`refill_N(s, w, only)`: tested after steps and before draws; *only*: of all zones meant, this instance (-1: all)."""
    from interpreter.emit.telling import happened

    for i, refill in enumerate(gen.game.refills):
        name = f"refill_{i}"
        r = Routine(gen, name, False, refill.span, f"refill {refill.target.key}", refill.cites)
        r.you = "-1"
        n = gen.lay.n
        capacity = gen.lay.zones[refill.target.key].capacity
        if refill.time == "upto":
            assert refill.upto is not None
            limit = expr(r, refill.upto).text
            with each_pair(r, refill) as (a, b):
                room = "" if capacity is None else f" and s[{gen.at('LEN')} + {a}] < {capacity}"
                r.put(f"while s[{gen.at('LEN')} + {a}] < {limit} and s[{gen.at('LEN')} + {b}] > 0{room}:")
                with r.indent():
                    r.put(f"c = s[{gen.at('PRV') + n} + {b}]")
                    r.put("settle(s, w, c)")
                    r.put(f"move(s, w, c, {a}, 0)")
                    note(r, "refill", "{1} is refilled with {0}", (("card", "c"), ("zone", a)), node=refill)
                    refill_events(r, refill, a, b)
            r.put("return 0")
            gen.define(name, "s, w, only", r)
            continue

        def one(a: str, b: str, refill: g.Refill = refill, r: Routine = r, n: int = n,
                capacity: int | None = capacity) -> None:
            wanted = f"(only < 0 or only == {a})"
            r.put(f"if s[{gen.at('LEN')} + {a}] == 0 and s[{gen.at('LEN')} + {b}] > 0 and {wanted}:")
            with r.indent():
                r.put(f"t1 = s[{gen.at('NXT') + n} + {b}]")
                r.put(f"while t1 < {n}:")
                with r.indent():
                    r.put("c = t1")
                    r.put(f"t1 = s[{gen.at('NXT')} + t1]")
                    if capacity is not None:
                        r.put(f"if s[{gen.at('LEN')} + {a}] >= {capacity}:")
                        r.lines.append((r.depth + 1, "break"))
                    if refill.shuffled:
                        r.put("fix(s, c)")  # its place is not asked for: all are shuffled again
                    r.put(f"move(s, w, c, {a}, 0)")
                    refill_events(r, refill, a, b)
                if refill.shuffled:
                    r.put(f"mix(s, w, {a})")
                    now_settled(r, refill)
                    if ("shuffled", refill.target.key) in gen.facts.listeners:
                        r.put(f"if s[{k.MODE}] != {k.SEARCH}:")
                        code = event_code(gen, "shuffled", refill.target.key)
                        r.lines.append((r.depth + 1, f"event(s, {code}, -1, {a}, 0, 0, 0)"))
                    happened(r, "shuffled", refill.target.key, (a,))
                note(r, "refill", "{0} is refilled from {1}", (("zone", a), ("zone", b)), node=refill)

        with each_pair(r, refill) as (a, b):
            one(a, b)
        r.put("return 0")
        gen.define(name, "s, w, only", r)


@contextmanager
def each_pair(r: Routine, refill: g.Refill) -> Iterator[tuple[str, str]]:
    """The zones that are refilled, each with the one that it is refilled from: what is emitted inside is for each. Of each
    player means each from their own."""
    gen = r.gen
    if gen.game.zones[refill.target.key].owner != "player":
        yield zone_code(r, refill.target).text, zone_code(r, refill.source).text
        return
    place, source = gen.lay.zones[refill.target.key], gen.lay.zones[refill.source.key]
    r.put(f"for p in range({gen.lay.players}):")
    with r.indent():
        yield f"({place.base} + p)", f"({source.base} + p)" if source.owners > 1 else str(source.base)


def refill_events(r: Routine, refill: g.Refill, to: str, source: str) -> None:
    """Tells rules and invariants that the card c has moved; nobody did it."""
    from interpreter.emit.telling import happened

    for what, key, here, there in (("leaves", refill.source.key, source, to), ("enters", refill.target.key, to, source)):
        if (what, key) in r.gen.facts.listeners:
            r.put(f"if s[{k.MODE}] != {k.SEARCH}:")
            face = "-1" if refill.shuffled else face_then(r.gen, what, key, "c")
            r.lines.append((r.depth + 1, f"event(s, {event_code(r.gen, what, key)}, -1, c, {here}, {there}, {face})"))
        happened(r, what, key, ("c", here, there))


def now_settled(r: Routine, refill: g.Refill) -> None:
    """After a refill that was shuffled: its events keep what is printed on the cards now that it is settled."""
    gen = r.gen
    if not any(face_then(gen, what, key, "c") != "-1" for what, key in (
            ("leaves", refill.source.key), ("enters", refill.target.key)) if (what, key) in gen.facts.listeners):
        return
    codes = [event_code(gen, what, key) for what, key in (("leaves", refill.source.key), ("enters", refill.target.key))
             if (what, key) in gen.facts.listeners]
    r.put(f"if s[{k.MODE}] != {k.SEARCH}:")
    r.lines.append((r.depth + 1, f"for t2 in range(s[{k.EVB}], s[{k.EVN}]):"))
    r.lines.append((r.depth + 2, f"x = @EVENTS@ + t2 * {gen.lay.event_size}"))
    r.lines.append((r.depth + 2, f"if s[x + 5] == -1 and ({' or '.join(f's[x] == {code}' for code in codes)}):"))
    r.lines.append((r.depth + 3, f"s[x + 5] = s[{gen.at('FACE')} + s[x + 2]]"))


def top_functions(gen: Gen) -> None:
    """`tops(s, w)`: settles and shows the tops that are shown."""
    r = Routine(gen, "tops", False, g_span(gen), "shown tops")
    r.you = "-1"
    n = gen.lay.n
    for zone in gen.game.zones.values():
        who = shows_top(gen, zone)
        if who is None:
            continue
        place = gen.lay.zones[zone.key]
        count = place.owners * place.size
        r.put(f"for z in range({place.base}, {place.base + count}):")
        with r.indent():
            r.put(f"c = s[{gen.at('PRV') + n} + z]")
            r.put(f"if c < {n}:")
            with r.indent():
                if zone.key in gen.facts.shuffled:
                    r.put(f"if s[{gen.at('MIXED')} + c]:")
                    r.lines.append((r.depth + 1, "settle(s, w, c)"))
                r.put(f"s[{gen.at('KNOW')} + c] = s[{gen.at('KNOW')} + c] | {bits_of(r, who)}")
    r.put("return 0")
    gen.define("tops", "s, w", r)


def see_tops(r: Routine) -> None:
    """Settles and shows the tops that are shown, inside `together` not yet."""
    gen = r.gen
    if any(shows_top(gen, zone) is not None for zone in gen.game.zones.values()):
        depth = r.depth
        if gen.facts.together:
            r.put(f"if s[{k.TOGETHER}] == 0:")
            r.depth += 1
        r.put("tops(s, w)")
        r.depth = depth


def g_span(gen: Gen) -> Span:
    """Some place of the game, for what the engine does by itself."""
    for phase in gen.game.phases.values():
        return phase.span
    for card in gen.game.cards:
        return card.span
    return next((x.span for x in walk(gen.game) if isinstance(x, g.Node)), NOWHERE)


NOWHERE = Span("", 0, 1, 1, 0, 1, 1)
"""The place of what belongs to a game without rules."""


def bits_of(r: Routine, who: g.Expr) -> str:
    """The players of an audience as bits."""
    gen = r.gen
    match who:
        case g.Everyone():
            return str(gen.lay.seats)
        case g.Nobody():
            return "0"
        case g.ListOf() | g.Quantified(how="all"):
            pass
        case _ if who.type.base != "list":
            code = expr(r, who)
            a = atom(r, code)
            return f"(1 << {a} if {a} >= 0 else 0)" if code.null else f"(1 << {a})"
    from interpreter.emit.base import Bind, Name
    from interpreter.emit.loops import each

    t = r.tmp()
    r.put(f"{t} = 0")

    def add(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{t} |= 1 << {b.text}")

    each(r, who, add, any_order=True)
    return t


def event_code(gen: Gen, what: str, key: str) -> int:
    """The number of an event that rules answer."""
    return gen.shared.label_event(f"{what} {key}")


def watch_functions(gen: Gen) -> None:
    """`watch_V(s, w, you)`: compares a watched value with what it was, and keeps the event."""
    from interpreter.emit.base import Name
    from interpreter.emit.invariants import event_tests
    from interpreter.emit.lasting import watch_apart
    from interpreter.emit.selectors import kind_test

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
        else:
            place = gen.lay.stores[key]
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
        event_tests(r, "changes", key)
        r.put("return 0")
        gen.define(f"watch_{safe_key(key)}", "s, w, you", r)


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
        from interpreter.emit.loops import laid_out

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
    from interpreter.emit.loops import copy_list

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


def after(r: Routine, touched: frozenset[str], events: bool = False) -> None:
    """When a step is over: refills, shown tops, changes that rules wait for, invariants; then the rules answer."""
    gen = r.gen
    audience_changes(r, touched)
    refills = gen.facts.refills_after(touched)
    inside = [line for i in refills for line in refill_call(gen, i)]
    if len(refills) > 1:
        inside *= 2  # what fills the one may have emptied the other
    touched = gen.facts.with_refills(touched)
    events = events or gen.facts.refills_raise(touched)
    if gen.search:
        if inside:
            r.put(f"if s[{k.LIVE}] and s[{k.TOGETHER}] == 0:")
            indented(r, r.depth + 1, inside)
        if events or any(gen.facts.listeners.get(("changes", x)) for x in gen.facts.watches(touched)):
            answer(r)
        return
    lines: list[str] = []
    if inside:
        # tested when setup is over
        lines += [f"if s[{k.LIVE}]:", *("    " + x for x in inside)]
    # where rules come before cards that move, such a step may be one of several moves
    moving = any(what in ("enters", "leaves") for table in (gen.facts.before, gen.facts.instead) for what, _ in table)
    if any(shows_top(gen, z) is not None and (moving or "zone " + z.key in touched) for z in gen.game.zones.values()):
        lines.append("tops(s, w)")
    watches = gen.facts.watches(touched)
    lines += [f"watch_{safe_key(key)}(s, w, {r.you})" for key in watches]
    if lines:
        depth = r.depth
        if gen.facts.together:
            r.put(f"if s[{k.TOGETHER}] == 0:")
            depth += 1
        indented(r, depth, lines)
    if (watches and any(gen.facts.listeners.get(("changes", w)) for w in watches)) or events:
        answer(r)
    else:
        test_invariants(r)


def test_invariants(r: Routine) -> None:
    """After all that a step set off; not while the rules that it set off are still at it."""
    if r.gen.checks and not r.gen.search:
        r.put(f"if s[{k.LIVE}] and s[{k.BROKEN}] == 0 and s[{k.TOGETHER}] == 0 and s[{k.EVB}] == 0:")
        r.lines.append((r.depth + 1, "invariants(s, w)"))


def refill_call(gen: Gen, i: int) -> list[str]:
    """Lines that refill a zone if it is due: mostly it is not, and one look says so."""
    refill = gen.game.refills[i]
    call = f"refill_{i}(s, w, -1)"
    if refill.time == "upto" or gen.game.zones[refill.target.key].owner is not None or refill.target.index:
        return [call]
    return [f"if s[{gen.at('LEN') + gen.lay.zones[refill.target.key].base}] == 0:", "    " + call]


def indented(r: Routine, depth: int, lines: list[str]) -> None:
    """Lines with spaces in front, for each four one deeper."""
    for line in lines:
        stripped = line.lstrip()
        r.lines.append((depth + (len(line) - len(stripped)) // 4, stripped))


def answer(r: Routine) -> None:
    """The rules that wait for what the step did answer now."""
    resume = r.label()
    if r.gen.search:
        return
    r.put(f"if s[{k.EVN}] > s[{k.EVB}] and s[{k.TOGETHER}] == 0:")
    with r.indent():
        push(r, 0, r.you, "-1", resume)
        r.put(f"return {r.gen.shared.label('answer')}")
    r.goto(resume)
    r.start(resume)
    test_invariants(r)
