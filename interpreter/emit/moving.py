"""Cards: moved, drawn, shuffled, shown."""

from interpreter import slots as k
from interpreter.emit.after import after
from interpreter.emit.audiences import bits_of
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, ListAt, Name
from interpreter.emit.expr import atom, expr, none_of
from interpreter.emit.fuel import STATEMENT, spend
from interpreter.emit.intercept import intercept
from interpreter.emit.kept import face_then
from interpreter.emit.lies import may_stay_out, moved, stays_out
from interpreter.emit.loops import bound_list, laid_out, member_or_list
from interpreter.emit.places import zone_code
from interpreter.emit.seen import look_into
from interpreter.emit.steady import all_of_zones, leave_alone
from interpreter.emit.steps import event_code, fail, gone_note, note, still, type_tag
from interpreter.emit.stmts import atom_of
from interpreter.emit.sure import nothing_fails
from interpreter.emit.whereabouts import come_from, secret_zones
from rulelang import game as g


def move(r: Routine, st: g.Move) -> None:
    gen = r.gen
    z = zone_code(r, st.to)
    zone = atom(r, z)
    if st.what.type.base == "list":
        if leave_alone(gen, st) and not gen.facts.meets(st):
            if gen.search and z.null:
                fail(r, f"{zone} < 0")

            def go(b: Bind) -> None:
                assert isinstance(b, Name)
                one_move(r, b.text, zone, z.null, st, st.at_bottom)

            member_or_list(r, st.what, go, None, False)
            after(r, gen.facts.touches(st), gen.facts.raises(st))
            return
        # fixed at the start: moving changes what is walked
        base = laid_out(r, st.what).base
        if gen.search and z.null:
            fail(r, f"{zone} < 0")
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
        if gen.search:
            fail(r, f"{c} < 0 or {zone} < 0")
        if gen.facts.meets(st):
            base = r.slot(2)
            r.put(f"s[{base}] = 1 if {c} >= 0 else 0")
            r.put(f"s[{base} + 1] = {c}")
            moves_one_by_one(r, st, base, zone, z.null)
            return
        depth = r.depth
        still_there(r, st.what, st, c)
        r.put(f"if {c} >= 0:")
        with r.indent():
            one_move(r, c, zone, z.null, st, st.at_bottom, last="")
        r.depth = depth
    after(r, gen.facts.touches(st), gen.facts.raises(st))


def moves_one_by_one(r: Routine, st: g.Move, base: str, zone: str, null: bool) -> None:
    """Moves that rules may come before or instead of: each card by itself, as it may have to wait."""
    i, c, to = (f"s[{r.slot()}]" for _ in range(3))
    head, over = r.label(), r.label()
    r.put(f"{to} = {zone}")
    with r.each_of(base, i, head, over):
        r.put(f"{c} = s[{base} + {i}]")
        answered_move(r, st, c, to, null, st.at_bottom, head)
    after(r, r.gen.facts.touches(st), r.gen.facts.raises(st))


def answered_move(r: Routine, st: g.Move | g.Draw, c: str, to: str, null: bool, under: bool, replaced: int,
                  what: str = "move") -> None:
    """Moves card *c*, kept where it outlives a wait, after the rules that answer before that; *replaced*: where to go on
    if it does not move."""
    gen = r.gen
    old, stamp = (f"s[{r.slot()}]" for _ in range(2))
    if gen.search:
        one_move(r, c, to, null, st, under, what)
        return
    with r.apart():
        r.put(f"{old} = s[{gen.at('ZON')} + {c}]")
        r.put(f"{stamp} = s[{gen.at('STAMP')} + {c}]")
        stays = f"{to} < 0 or {old} == {to}"
        go = r.label()
        r.put(f"if {' or '.join([stays, *stays_out(r, c, to, st.to.key, moved(st))])}:")
        with r.indent():
            r.goto(go)
        r.put(f"settle(s, w, {c})")
        for event, key in (*(("leaves", key) for key in gen.lay.zones), ("enters", st.to.key)):
            if not gen.facts.intercepted(event, key):
                continue
            inside, on = r.label(), r.label()
            place = gen.lay.zones[key]
            # a rule may have moved it meanwhile
            tests = [f"s[{gen.at('STAMP')} + {c}] == {stamp}"]
            if event == "leaves":
                tests.append(f"{place.base} <= {old} < {place.base + place.owners * place.size}")
            r.put(f"if {' and '.join(tests)}:")
            with r.indent():
                r.goto(inside)
            r.goto(on)
            r.start(inside)
            intercept(r, event, key, [c, old, to] if event == "leaves" else [c, to, old], replaced)
            r.goto(on)
            r.start(on)
        r.put(f"if s[{gen.at('STAMP')} + {c}] != {stamp}:")
        with r.indent():
            r.goto(replaced)
        r.goto(go)
        r.start(go)
    one_move(r, c, to, null, st, under, what)


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


def one_move(r: Routine, c: str, zone: str, null: bool, st: g.Move | g.Draw, under: bool, what: str = "move",
             last: str | None = None) -> None:
    """*last*: a condition that it is the last one of the statement; empty: it is the only one."""
    from interpreter.emit.telling import happened

    gen = r.gen
    depth = r.depth
    if null:
        r.put(f"if {zone} >= 0:")
        r.depth += 1
    for out in stays_out(r, c, zone, st.to.key, moved(st)):
        stays = f"{out} and s[{gen.at('ZON')} + {c}] != {zone}"
        if gen.search and not (isinstance(st, g.Move) and out.startswith("not ")):
            fail(r, stays)  # but where none of what is moved is such a card nothing has failed
        r.put(f"if not ({stays}):")
        r.depth += 1
    from interpreter.emit.lasting import ends_with

    leaves = [z for z in gen.game.zones if ("leaves", z) in gen.facts.listeners or leaves_tested(r, z)
              or ends_with(gen, "leaves", z)]
    enters = (("enters", st.to.key) in gen.facts.listeners or enters_tested(r, st.to.key)
              or bool(ends_with(gen, "enters", st.to.key)))
    old = r.tmp()
    if gen.log or leaves or enters:
        r.put(f"{old} = s[{gen.at('ZON')} + {c}]")
    if isinstance(st, g.Move) and isinstance(st.what, g.Local) and st.what.var.id in gen.facts.chosen and not gen.search and not (
            (come_from(gen.facts, st) or frozenset({"?"})) <= secret_zones(gen.facts)):
        r.put(f"unseen(s, w, {c}, {zone})")
    if last is not None:
        nothing_fails(r, st, if_=last)
    r.put(f"move(s, w, {c}, {zone}, {int(under)})")
    text = "{0} moves from {1} to {2}" if what == "move" else "{0} is drawn from {1} to {2}"
    if under:
        text = "{0} moves from {1} under {2}"
    note(r, what, text, (("card", c), ("zone", old), ("zone", zone)), None, st)
    if not gen.search and (leaves or enters):
        for key in leaves:
            place = gen.lay.zones[key]
            r.put(f"if {place.base} <= {old} < {place.base + place.owners * place.size} and {old} != {zone}:")
            with r.indent():
                if ("leaves", key) in gen.facts.listeners:
                    r.put(f"event(s, {event_code(gen, 'leaves', key)}, {r.you}, {c}, {old}, {zone}, "
                          f"{face_then(gen, 'leaves', key, c)})")
                happened(r, "leaves", key, (c, old, zone))
        if enters:
            r.put(f"if {old} != {zone}:")
            with r.indent():
                if ("enters", st.to.key) in gen.facts.listeners:
                    r.put(f"event(s, {event_code(gen, 'enters', st.to.key)}, {r.you}, {c}, {zone}, {old}, "
                      f"{face_then(gen, 'enters', st.to.key, c)})")
                happened(r, "enters", st.to.key, (c, zone, old))
    r.depth = depth


def enters_tested(r: Routine, key: str) -> bool:
    from interpreter.emit.invariants import tested

    return r.gen.checks and tested(r.gen, "enters", key)


def leaves_tested(r: Routine, key: str) -> bool:
    from interpreter.emit.invariants import tested

    return r.gen.checks and tested(r.gen, "leaves", key)


def draw(r: Routine, st: g.Draw) -> None:
    gen = r.gen
    source, target = zone_code(r, st.source), zone_code(r, st.to)
    a, b = atom(r, source), atom(r, target)
    drawn = None
    amount = expr(r, st.amount)
    most = atom(r, amount)
    if amount.null:
        most = atom_of(r, f"{most} if {most} != {none_of(g.NUMBER)} else 0")
    if source.null or target.null:
        nowhere = " or ".join(f"{z} < 0" for z, code in ((a, source), (b, target)) if code.null)
        if gen.search:
            fail(r, f"{most} > 0 and ({nowhere})")
        most = atom_of(r, f"0 if {nowhere} else {most}")
    if st.var is not None:
        bound = r.bind(st.var, many=True)
        assert isinstance(bound, ListAt)
        drawn = bound.base
        r.put(f"s[{drawn}] = 0")
    if gen.facts.meets(st):
        draws_one_by_one(r, st, a, b, most, drawn)
        return
    i, c = r.tmp(), r.tmp()
    r.put(f"for {i} in range({most}):")
    with r.indent():
        spend(r, STATEMENT)
        refill_before(r, st, a)
        look_into(r, st.source.key, a)
        next_card(r, st, a, c)
        with r.indent():
            note(r, "nothing", "there is nothing to draw in {0}", (("zone", a),), None, st)
            r.put("break")
        one_move(r, c, b, False, st, False, "draw", f"{i} + 1 >= {most}")
        if may_stay_out(gen, st):
            r.put(f"if s[{gen.at('ZON')} + {c}] != {b}:")
            r.lines.append((r.depth + 1, "break"))
        if drawn is not None:
            r.put(f"s[{drawn}] = s[{drawn}] + 1")
            r.put(f"s[{drawn} + s[{drawn}]] = {c}")
    after(r, gen.facts.touches(st), gen.facts.raises(st))


def refill_before(r: Routine, st: g.Draw, zone: str) -> None:
    """What a draw finds empty is refilled first."""
    for j, refill in enumerate(r.gen.game.refills):
        if refill.target.key == st.source.key and refill.time != "upto":
            r.put(f"if s[{k.LIVE}]:")
            r.lines.append((r.depth + 1, f"refill_{j}(s, w, {zone})"))


def next_card(r: Routine, st: g.Draw, zone: str, c: str) -> None:
    """The card to be drawn next; emits the head of what is to be done if there is none."""
    gen, n = r.gen, r.gen.lay.n
    side = gen.at("PRV" if st.end == "top" else "NXT")
    r.put(f"{c} = s[{side + n} + {zone}]")
    if gen.search:
        fail(r, f"{c} >= {n}")
    r.put(f"if {c} >= {n}:")


def draws_one_by_one(r: Routine, st: g.Draw, source: str, target: str, amount: str, drawn: str | None) -> None:
    """Draws that rules may come before or instead of: each card by itself, as it may have to wait."""
    gen = r.gen
    left, c, a, b = (f"s[{r.slot()}]" for _ in range(4))
    head, over = r.label(), r.label()
    for kept, text in ((left, amount), (a, source), (b, target)):
        r.put(f"{kept} = {text}")
    r.goto(head)
    r.start(head)
    r.put(f"if {left} <= 0:")
    with r.indent():
        r.goto(over)
    r.put(f"{left} = {left} - 1")
    refill_before(r, st, a)
    next_card(r, st, a, c)
    with r.indent():
        note(r, "nothing", "there is nothing to draw in {0}", (("zone", a),), None, st)
        r.goto(over)
    answered_move(r, st, c, b, False, False, head, "draw")
    if may_stay_out(gen, st):
        r.put(f"if s[{gen.at('ZON')} + {c}] != {b}:")
        with r.indent():
            r.goto(over)
    if drawn is not None:
        r.put(f"s[{drawn}] = s[{drawn}] + 1")
        r.put(f"s[{drawn} + s[{drawn}]] = {c}")
    r.goto(head)
    r.start(over)
    after(r, gen.facts.touches(st), gen.facts.raises(st))


def shuffle(r: Routine, st: g.Shuffle) -> None:
    from interpreter.emit.telling import answered, raised

    code = zone_code(r, st.zone)
    with answered(r, st, "shuffled", st.zone.key, (atom(r, code),)) as (z,):
        depth = r.depth
        if code.null:
            r.put(f"if {z} >= 0:")
            r.depth += 1
        r.put(f"mix(s, w, {z})")
        note(r, "shuffle", "{0} is shuffled", (("zone", z),), None, st)
        raised(r, st, "shuffled", st.zone.key, (z,))
        r.depth = depth
    after(r, r.gen.facts.touches(st), r.gen.facts.raises(st))


def show(r: Routine, st: g.Show) -> None:
    gen = r.gen
    bits = atom(r, _plain(bits_of(r, st.to)))
    know = gen.at("KNOW")
    base = st.what.type.item if st.what.type.base == "list" else st.what.type
    if base is not None and base.base == "card":
        open_ = isinstance(st.what, g.This) or gen.facts.unsettled(st.what)

        def one(b: Bind) -> None:
            assert isinstance(b, Name)
            if not gen.search:
                if open_:
                    r.put(f"settle(s, w, {b.text})")
                r.put(f"s[{know} + {b.text}] = s[{know} + {b.text}] | {bits}")
            note(r, "show", "{0} is shown", (("card", b.text),), None, st)

        if st.what.type.base == "list" and gen.facts.shuffled and not gen.search and (
                open_ or all_of_zones(gen, st.what) is None):
            # which cards are meant is settled before the first is shown
            bound_list(r, laid_out(r, st.what), one, None, False)
        else:
            member_or_list(r, st.what, one, None, False)
    elif base is not None and base.base != "list":
        def tell(b: Bind) -> None:
            assert isinstance(b, Name) and base is not None
            note(r, "show", "{0} is shown", ((type_tag(base), b.text),), bits, st)

        if not gen.search and (gen.log or gen.facts.shuffled):
            # who asks for what lies in a shuffled zone settles it, also where nothing is noted
            member_or_list(r, st.what, tell, None, False)
    after(r, frozenset())


def _plain(text: str):  # type: ignore[no-untyped-def]
    from interpreter.emit.bindings import Code

    return Code(text)
