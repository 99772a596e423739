"""Cards: moved, drawn, shuffled, shown."""

from interpreter import slots as k
from interpreter.emit.base import Bind, ListAt, Name, NotYet, Routine
from interpreter.emit.expr import atom, expr
from interpreter.emit.loops import fill, member_or_list
from interpreter.emit.places import zone_code
from interpreter.emit.steps import after, bits_of, event_code, fail, gone_note, note, still, type_tag
from rulelang import game as g


def move(r: Routine, st: g.Move) -> None:
    gen = r.gen
    z = zone_code(r, st.to)
    zone = atom(r, z)
    if isinstance(st.what, g.CardName):
        raise NotYet("a card named in a move")
    if st.what.type.base == "list":
        # fixed at the start: moving changes what is walked
        base = r.scratch(st.what.type.item)
        fill(r, st.what, base)
        if gen.facts.meets(st):
            moves_one_by_one(r, st, base, zone, z.null)
            return
        i, c = r.tmp(), r.tmp()
        r.put(f"for {i} in range(s[{base}]):")
        with r.indent():
            r.put(f"{c} = s[{base} + 1 + {i}]")
            one_move(r, c, zone, z.null, st, st.at_bottom)
    else:
        c = atom(r, expr(r, st.what))
        if gen.facts.meets(st):
            base = r.slot(2)
            r.put(f"s[{base}] = 1 if {c} >= 0 else 0")
            r.put(f"s[{base} + 1] = {c}")
            moves_one_by_one(r, st, base, zone, z.null)
            return
        if gen.search:
            fail(r, f"{c} < 0 or {zone} < 0")
        depth = r.depth
        still_there(r, st.what, st, c)
        r.put(f"if {c} >= 0:")
        with r.indent():
            one_move(r, c, zone, z.null, st, st.at_bottom)
        r.depth = depth
    after(r, gen.facts.touches(st), gen.facts.raises(st))


def moves_one_by_one(r: Routine, st: g.Move, base: str, zone: str, null: bool) -> None:
    """Moves that rules may come before or instead of: each card by itself, as it may have to wait."""
    gen = r.gen
    i, c, to, old = (f"s[{r.slot()}]" for _ in range(4))
    head, over = r.label(), r.label()
    r.put(f"{to} = {zone}")
    r.put(f"{i} = 0")
    r.goto(head)
    r.start(head)
    r.put(f"if {i} >= s[{base}]:")
    with r.indent():
        r.goto(over)
    r.put(f"{i} = {i} + 1")
    r.put(f"{c} = s[{base} + {i}]")
    r.put(f"{old} = s[{gen.at('ZON')} + {c}]")
    if not gen.search:
        from interpreter.emit.events import intercept

        for key, place in gen.lay.zones.items():
            if gen.facts.intercepted("leaves", key):
                inside, go = r.label(), r.label()
                r.put(f"if {place.base} <= {old} < {place.base + place.owners * place.size} and {old} != {to}:")
                with r.indent():
                    r.goto(inside)
                r.goto(go)
                r.start(inside)
                intercept(r, "leaves", key, [c, old, to], head)
                r.goto(go)
                r.start(go)
        if gen.facts.intercepted("enters", st.to.key):
            inside, go = r.label(), r.label()
            r.put(f"if {old} != {to}:")
            with r.indent():
                r.goto(inside)
            r.goto(go)
            r.start(inside)
            intercept(r, "enters", st.to.key, [c, to, old], head)
            r.goto(go)
            r.start(go)
        # a rule may have moved it meanwhile
        r.put(f"if s[{gen.at('ZON')} + {c}] == {old}:")
        with r.indent():
            one_move(r, c, to, null, st, st.at_bottom)
    else:
        one_move(r, c, to, null, st, st.at_bottom)
    r.goto(head)
    r.start(over)
    after(r, gen.facts.touches(st), gen.facts.raises(st))


def still_there(r: Routine, e: g.Expr, st: g.Stmt, c: str | None = None) -> None:
    """If something else has moved the card meanwhile, nothing more is done to it, and the log says so (meaning 8): what
    follows stands one level further in."""
    if not (isinstance(e, g.This) or (isinstance(e, g.Local) and e.var.id in r.born)):
        return
    card = c if c is not None else atom(r, expr(r, e))
    test = still(r, e, card)
    if test is None:
        return
    r.put(f"if not {test}:")
    with r.indent():
        gone_note(r, card, st)
        r.put("pass")
    r.put("else:")
    r.depth += 1


def one_move(r: Routine, c: str, zone: str, null: bool, st: g.Move | g.Draw, under: bool, what: str = "move") -> None:
    from interpreter.emit.telling import happened

    gen = r.gen
    depth = r.depth
    if null:
        r.put(f"if {zone} >= 0:")
        r.depth += 1
    capacity = gen.lay.zones[st.to.key].capacity
    if capacity is not None:
        full = f"s[{gen.at('LEN')} + {zone}] >= {capacity} and s[{gen.at('ZON')} + {c}] != {zone}"
        if gen.search:
            fail(r, full)
        r.put(f"if not ({full}):")
        r.depth += 1
    from interpreter.emit.lasting import ends_with

    leaves = [z for z in gen.game.zones if ("leaves", z) in gen.facts.listeners or leaves_tested(r, z)
              or ends_with(gen, "leaves", z)]
    enters = (("enters", st.to.key) in gen.facts.listeners or enters_tested(r, st.to.key)
              or bool(ends_with(gen, "enters", st.to.key)))
    old = r.tmp()
    if gen.log or leaves or enters:
        r.put(f"{old} = s[{gen.at('ZON')} + {c}]")
    if isinstance(st, g.Move) and isinstance(st.what, g.Local) and st.what.var.id in gen.facts.chosen and not gen.search:
        r.put(f"unseen(s, {c}, {zone})")
    r.put(f"move(s, w, {c}, {zone}, {int(under)})")
    text = "{0} moves from {1} to {2}" if what == "move" else "{0} is drawn from {1} to {2}"
    if under:
        text = "{0} moves from {1} under {2}"
    note(r, what, text, (("card", c), ("zone", old), ("zone", zone)), None, st)
    if not gen.search and (leaves or enters):
        for key in leaves:
            place = gen.lay.zones[key]
            r.put(f"if {place.base} <= {old} < {place.base + place.owners * place.size}:")
            with r.indent():
                if ("leaves", key) in gen.facts.listeners:
                    r.put(f"event(s, {event_code(gen, 'leaves', key)}, {r.you}, {c}, {old}, {zone}, 0)")
                happened(r, "leaves", key, (c, old, zone))
        if enters:
            if ("enters", st.to.key) in gen.facts.listeners:
                r.put(f"event(s, {event_code(gen, 'enters', st.to.key)}, {r.you}, {c}, {zone}, {old}, 0)")
            happened(r, "enters", st.to.key, (c, zone, old))
    r.depth = depth


def enters_tested(r: Routine, key: str) -> bool:
    from interpreter.emit.invariants import tested

    return r.gen.checks and tested(r.gen, "enters", key)


def leaves_tested(r: Routine, key: str) -> bool:
    from interpreter.emit.invariants import tested

    return r.gen.checks and tested(r.gen, "leaves", key)


def draw(r: Routine, st: g.Draw) -> None:
    gen, n = r.gen, r.gen.lay.n
    source, target = zone_code(r, st.source), zone_code(r, st.to)
    a, b = atom(r, source), atom(r, target)
    amount = atom(r, expr(r, st.amount))
    drawn = None
    if st.var is not None:
        bound = r.bind(st.var, many=True)
        assert isinstance(bound, ListAt)
        drawn = bound.base
        r.put(f"s[{drawn}] = 0")
    i, c = r.tmp(), r.tmp()
    side = gen.at("PRV" if st.end == "top" else "NXT")
    r.put(f"for {i} in range({amount}):")
    with r.indent():
        for j, refill in enumerate(gen.game.refills):
            if refill.target.key == st.source.key and refill.time != "upto":
                r.put(f"if s[{k.LIVE}]:")
                r.lines.append((r.depth + 1, f"refill_{j}(s, w, {a})"))
        r.put(f"{c} = s[{side + n} + {a}]")
        if gen.search:
            fail(r, f"{c} >= {n}")
        r.put(f"if {c} >= {n}:")
        with r.indent():
            note(r, "nothing", "there is nothing to draw in {0}", (("zone", a),), None, st)
            r.put("break")
        one_move(r, c, b, target.null, st, False, "draw")
        if drawn is not None:
            r.put(f"s[{drawn}] = s[{drawn}] + 1")
            r.put(f"s[{drawn} + s[{drawn}]] = {c}")
    after(r, gen.facts.touches(st), gen.facts.raises(st))


def shuffle(r: Routine, st: g.Shuffle) -> None:
    from interpreter.emit.telling import raised

    z = atom(r, zone_code(r, st.zone))
    r.put(f"mix(s, w, {z})")
    note(r, "shuffle", "{0} is shuffled", (("zone", z),), None, st)
    raised(r, st, "shuffled", st.zone.key, (z,))
    after(r, r.gen.facts.touches(st), r.gen.facts.raises(st))


def show(r: Routine, st: g.Show) -> None:
    gen = r.gen
    bits = atom(r, _plain(bits_of(r, st.to)))
    know = gen.at("KNOW")
    base = st.what.type.item if st.what.type.base == "list" else st.what.type
    if base is not None and base.base == "card":
        def one(b: Bind) -> None:
            assert isinstance(b, Name)
            if not gen.search:
                r.put(f"settle(s, w, {b.text})")
                r.put(f"s[{know} + {b.text}] = s[{know} + {b.text}] | {bits}")
            note(r, "show", "{0} is shown", (("card", b.text),), None, st)

        member_or_list(r, st.what, one, None, False)
    elif base is not None and base.base != "list":
        def tell(b: Bind) -> None:
            assert isinstance(b, Name) and base is not None
            note(r, "show", "{0} is shown", ((type_tag(base), b.text),), bits, st)

        if gen.log and not gen.search:
            member_or_list(r, st.what, tell, None, False)
    after(r, frozenset())


def _plain(text: str):  # type: ignore[no-untyped-def]
    from interpreter.emit.base import Code

    return Code(text)
