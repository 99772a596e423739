"""Statements: what a rule does, step by step."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.base import Bind, ListAt, Name, NotYet, Routine
from interpreter.emit.expr import atom, bounds_of, cond, expr, none_of, store_address, value, zone_code
from interpreter.emit.loops import fill, member_or_list
from interpreter.emit.selectors import candidates, fill_candidates
from interpreter.emit.steps import (
    after,
    bits_of,
    born,
    event_code,
    fail,
    finish,
    gone_note,
    note,
    still,
    type_tag,
)
from rulelang import game as g


def stmts(r: Routine, body: g.Body) -> None:
    for st in body:
        if r.dead:
            return
        used = r.used if r.used >= 0 else r.size
        _STMT[type(st)](r, st)
        if not isinstance(st, (g.Let, g.Choose, g.Draw)):
            # what the statement needed for itself is free again
            r.used = used


def assign(r: Routine, bound: Bind, text: str) -> None:
    assert isinstance(bound, Name)
    r.put(f"{bound.text} = {text}")


def let(r: Routine, st: g.Let) -> None:
    bound = r.env.get(st.var.id) or r.bind(st.var)
    if isinstance(bound, ListAt):
        fill(r, st.value, bound.base)
    else:
        assign(r, bound, value(r, st.value))
        born(r, st.var.id)


def set_(r: Routine, st: g.Set) -> None:
    if isinstance(st.target, g.Local):
        assign(r, r.env[st.target.var.id], value(r, st.value))
        return
    assert isinstance(st.target, g.Stored)
    gen = r.gen
    decl = gen.game.stores[st.target.key]
    address = store_address(r, st.target)
    a = atom(r, address) if address.null else address.text
    x = atom(r, expr(r, st.value)) if st.value.type.base != "truth" else value(r, st.value)
    if gen.facts.meets(st):
        a, x = intercepted_change(r, st, a, x, None)
    depth = r.depth
    if st.target.of is not None:
        still_there(r, st.target.of, st)
    if address.null:
        r.put(f"if {a} >= 0:")
        r.depth += 1
    low, high = bounds_of(r, st.target)
    if decl.counter and (low is not None or high is not None):
        x = atom_of(r, x)
        tests = ([f"{x} < {low}"] if low is not None else []) + ([f"{x} > {high}"] if high is not None else [])
        r.put(f"if {' or '.join(tests)}:")
        r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_RANGE}"))
    r.put(f"s[{a}] = {x}")
    log_store(r, st.target, x, st)
    r.depth = depth
    after(r, gen.facts.touches(st))
    close(r, st)


def intercepted_change(r: Routine, st: g.Set | g.Gain, a: str, x: str, amount: str | None) -> tuple[str, str]:
    """Lets rules answer before or instead of a change; what is needed afterwards is kept in the frame. *amount*: what is
    gained (or, below nothing, lost), if it is a gain."""
    gen = r.gen
    replaced = r.label()
    r.replaced[id(st)] = replaced
    target = st.target
    assert isinstance(target, g.Stored)
    kept_a, kept_x, owner, old, new = (f"s[{r.slot()}]" for _ in range(5))
    if gen.search:
        return a, x
    r.put(f"{kept_a} = {a}")
    r.put(f"{kept_x} = {x}")
    r.put(f"{owner} = {expr(r, target.of).text}" if target.of is not None else f"{owner} = -1")
    r.put(f"if {kept_a} >= 0:")
    with r.indent():
        r.put(f"{old} = s[{kept_a}]")
        r.put(f"{new} = {old} + {kept_x}" if amount is not None else f"{new} = {kept_x}")
        for bound, op in zip(bounds_of(r, target), ("<", ">"), strict=True):
            if bound is not None:
                r.put(f"if {new} {op} {bound}:")
                r.lines.append((r.depth + 1, f"{new} = {bound}"))
        changes = r.label()
        r.put(f"if {new} != {old}:")
        with r.indent():
            r.goto(changes)
    go = r.label()
    r.goto(go)
    r.start(changes)
    from interpreter.emit.events import intercept

    intercept(r, "changes", target.key, [owner, old, new], replaced)
    r.goto(go)
    r.start(go)
    return kept_a, kept_x


def close(r: Routine, st: g.Stmt) -> None:
    """Where play goes on when a rule has replaced what the statement does."""
    replaced = r.replaced.pop(id(st), None)
    if replaced is None:
        return
    r.goto(replaced)
    r.start(replaced)


def atom_of(r: Routine, text: str) -> str:
    t = r.tmp()
    r.put(f"{t} = {text}")
    return t


def log_store(r: Routine, target: g.Stored, x: str, st: g.Stmt) -> None:
    if not r.gen.log:
        return
    decl = r.gen.game.stores[target.key]
    owner = atom(r, expr(r, target.of)) if target.of is not None else "-1"
    tag = type_tag(target.of.type) if target.of is not None else "none"
    seen = audience_bits(r, decl.shown, owner) if decl.shown is not None else None
    key, more = indexed(r, target)
    text = f"{key} of {{0}} is now {{1}}" if target.of is not None else f"{key} is now {{1}}"
    note(r, "set", text, ((tag, owner), (type_tag(decl.type), x), *more), seen, st)


def indexed(r: Routine, target: g.Stored) -> tuple[str, tuple[tuple[str, str], ...]]:
    """How the log calls a counter or variable: with its index, if it has one, as the third value."""
    key = target.key.split(".")[-1]
    if len(target.index) != 1:
        return key, ()
    return key + "[{2}]", ((type_tag(target.index[0].type), atom(r, expr(r, target.index[0]))),)


def audience_bits(r: Routine, who: g.Expr, owner: str) -> str:
    """The bits of an audience clause of something that *owner* has."""
    if isinstance(who, g.Prop) and who.of is None:
        all_ = str(r.gen.lay.seats)
        if who.name == "owner":
            return f"(1 << {owner} if {owner} >= 0 else 0)"
        return f"({all_} & ~(1 << {owner}) if {owner} >= 0 else {all_})"
    return bits_of(r, who)


def gain(r: Routine, st: g.Gain) -> None:
    gen = r.gen
    if st.target.key in gen.lay.dice:
        raise NotYet("dice that are gained or lost")
    address = store_address(r, st.target)
    a = atom(r, address)
    n = atom(r, expr(r, st.amount))
    if gen.facts.meets(st):
        a, signed = intercepted_change(r, st, a, f"{'' if st.sign > 0 else '-'}{n}", n)
        n = atom_of(r, f"{signed} if {signed} >= 0 else -{signed}" if not gen.search else n)
    x = r.tmp()
    depth = r.depth
    if st.target.of is not None:
        still_there(r, st.target.of, st)
    tests = ([f"{a} >= 0"] if address.null else []) + ([f"{n} != {none_of(g.NUMBER)}"] if st.amount.type.optional else [])
    if tests:
        r.put(f"if {' and '.join(tests)}:")
        r.depth += 1
    r.put(f"{x} = s[{a}] {'+' if st.sign > 0 else '-'} {n}")
    low, high = bounds_of(r, st.target)
    for bound, op in ((low, "<"), (high, ">")):
        if bound is not None:
            if gen.search:
                fail(r, f"{x} {op} {bound}")
            else:
                r.put(f"if {x} {op} {bound}:")
                r.lines.append((r.depth + 1, f"{x} = {bound}"))
    r.put(f"if {x} > {1 << 40} or {x} < {-(1 << 40)}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_NUMBER}"))
    r.put(f"s[{a}] = {x}")
    verb = "gains" if st.sign > 0 else "loses"
    log_gain(r, st.target, n, verb, x, st)
    r.depth = depth
    after(r, gen.facts.touches(st))
    close(r, st)


def log_gain(r: Routine, target: g.Stored, n: str, verb: str, x: str, st: g.Stmt) -> None:
    if not r.gen.log:
        return
    decl = r.gen.game.stores[target.key]
    owner = atom(r, expr(r, target.of)) if target.of is not None else "-1"
    tag = type_tag(target.of.type) if target.of is not None else "none"
    seen = audience_bits(r, decl.shown, owner) if decl.shown is not None else None
    key = target.key.split(".")[-1]
    if len(target.index) == 1:
        # the index is told instead of what is left
        at = atom(r, expr(r, target.index[0]))
        note(r, verb[:-1], f"{{0}} {verb} {{1}} {key}[{{2}}]",
             ((tag, owner), ("number", n), (type_tag(target.index[0].type), at)), seen, st)
        return
    note(r, verb[:-1], f"{{0}} {verb} {{1}} {key}, has {{2}}", ((tag, owner), ("number", n), ("number", x)), seen, st)


def pay(r: Routine, st: g.Pay) -> None:
    gen = r.gen
    place = gen.lay.stores[st.source.key]
    a = atom(r, store_address(r, st.source))
    n = atom(r, expr(r, st.amount))
    low = place.low if place.low is not None else 0
    if gen.search:
        fail(r, f"{a} < 0 or s[{a}] - {n} < {low}")
    depth = r.depth
    r.put(f"if {a} >= 0 and s[{a}] - {n} >= {low}:")
    r.depth += 1
    r.put(f"s[{a}] = s[{a}] - {n}")
    log_gain(r, st.source, n, "pays", f"s[{a}]", st)
    if st.to is not None:
        to = gen.lay.stores[st.to.key]
        b = atom(r, store_address(r, st.to))
        r.put(f"if {b} >= 0:")
        with r.indent():
            r.put(f"s[{b}] = s[{b}] + {n}")
            if to.high is not None:
                r.put(f"if s[{b}] > {to.high}:")
                r.lines.append((r.depth + 1, f"s[{b}] = {to.high}"))
            log_gain(r, st.to, n, "gains", f"s[{b}]", st)
    r.depth = depth
    after(r, gen.facts.touches(st))


# --------------------------------------------------------------------------------------------- cards


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


def happened(r: Routine, what: str, key: str, args: tuple[str, ...]) -> None:
    """Tells the `until` blocks and the invariants about an event."""
    from interpreter.emit.invariants import tested
    from interpreter.emit.lasting import ends_with, over_name

    if not r.gen.search and ends_with(r.gen, what, key):
        full = [*args, "0", "0", "0", "0"][:4]
        r.put(f"{over_name(what, key)}(s, w, {r.you}, {', '.join(full)})")
    if r.gen.checks and not r.gen.search and tested(r.gen, what, key):
        full = [*args, "0", "0", "0", "0"][:4]
        r.put(f"seen_{what}_{key.replace('.', '_')}(s, w, {r.you}, {', '.join(full)})")


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
    z = atom(r, zone_code(r, st.zone))
    r.put(f"mix(s, w, {z})")
    note(r, "shuffle", "{0} is shuffled", (("zone", z),), None, st)
    raised(r, st, "shuffled", st.zone.key, (z,))
    after(r, r.gen.facts.touches(st), r.gen.facts.raises(st))


def roll(r: Routine, st: g.Roll) -> None:
    gen = r.gen
    faces = die_faces(r)

    def one(b: Bind) -> None:
        assert isinstance(b, Name)
        x = r.tmp()
        r.put(f"{x} = {faces[0]}[{faces[1]}[{b.text}] + pick(s, w, {faces[2]}[{b.text}], {k.CHANCE_DIE}, {b.text})]")
        r.put(f"s[{gen.at('DIE')} + {b.text}] = {x}")
        seen = seen_dice(r, b.text)
        note(r, "roll", "{0} shows {1}", (("die name", b.text), (face_tag(r), x)), seen, st)
        if seen is not None:
            note(r, "roll", "{0} is rolled", (("die name", b.text),), f"({gen.lay.seats} & ~{seen})", st)

    member_or_list(r, st.dice, one, None, False)
    for key in gen.game.dice:
        if mentions_dice(st.dice, key):
            raised(r, st, "rolled", key, ())
    after(r, gen.facts.touches(st), gen.facts.raises(st))


def seen_dice(r: Routine, die: str) -> str | None:
    """The bits of those who see a die; None: everybody sees all dice."""
    gen = r.gen
    if all(d.shown is None for d in gen.game.dice.values()):
        return None
    seen = r.tmp()
    r.put(f"{seen} = {gen.lay.seats}")
    for place in gen.lay.dice.values():
        shown = gen.game.dice[place.key].shown
        if shown is not None:
            r.put(f"if {place.base} <= {die} < {place.base + place.owners * place.amount}:")
            with r.indent():
                owner = atom_of(r, f"({die} - {place.base}) // {place.amount}")
                r.put(f"{seen} = {audience_bits(r, shown, owner)}")
    return seen


def face_tag(r: Routine) -> str:
    """How the log names faces: as numbers, unless every die shows members of one enum."""
    tags = {type_tag(d.type) for d in r.gen.game.dice.values()}
    return tags.pop() if len(tags) == 1 else "number"


def mentions_dice(e: g.Expr, key: str) -> bool:
    from interpreter.walk import walk

    dice = [x for x in walk(e) if isinstance(x, g.DiceOf)]
    return not dice or any(x.key == key for x in dice)


def die_faces(r: Routine) -> tuple[str, str, str]:
    """Tables: all faces, and for each die where its faces begin and how many they are."""
    lay = r.gen.lay
    faces: list[int] = []
    starts: list[int] = []
    counts: list[int] = []
    for d in lay.dice.values():
        starts += [len(faces)] * (d.owners * d.amount)
        counts += [len(d.faces)] * (d.owners * d.amount)
        faces += d.faces
    gen = r.gen
    return (gen.table("FACES", lambda: faces or [0]), gen.table("FACES_AT", lambda: starts or [0]),
            gen.table("FACES_N", lambda: counts or [1]))


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


def announce(r: Routine, st: g.Announce) -> None:
    gen = r.gen
    decl = gen.game.events[st.key]
    values: list[tuple[str, str]] = []
    codes: list[str] = []
    lists: list[tuple[str, str]] = []
    for param, arg in zip(decl.params, st.args, strict=True):
        item = arg.type.item
        if arg.type.base == "list" and item is not None and item.base in ("player", "enum"):
            codes.append(atom_of(r, bits_of(r, arg)))
            values.append((f"set {type_tag(item)}", codes[-1]))
        elif arg.type.base == "list":
            # its members follow in records of their own
            base = r.scratch(item)
            fill(r, arg, base)
            codes.append("-1")
            values.append(("number", f"s[{base}]"))
            lists.append((type_tag(item) if item is not None else "number", base))
        else:
            codes.append(atom(r, expr(r, arg)))
            values.append((type_tag(param.var.type), codes[-1]))
    places = ", ".join(f"{{{i}}}" for i in range(len(values[:3])))
    note(r, "announce", f"{st.key}({places})", tuple(values[:3]), None, st)
    for tag, base in lists:
        if gen.log and not gen.search:
            i = r.tmp()
            r.put(f"for {i} in range(s[{base}]):")
            with r.indent():
                note(r, "item", f"{st.key}: {{0}}", ((tag, f"s[{base} + 1 + {i}]"),), None, st)
    raised(r, st, "announced", st.key, tuple(codes))
    after(r, frozenset(), gen.facts.raises(st))


def raised(r: Routine, st: g.Stmt, what: str, key: str, args: tuple[str, ...]) -> None:
    """Keeps an event for the end of the step, if some rule waits for it."""
    if r.gen.search:
        return
    full = [*args, "0", "0", "0", "0"][:4]
    if (what, key) in r.gen.facts.listeners:
        r.put(f"event(s, {event_code(r.gen, what, key)}, {r.you}, {', '.join(full)})")
    happened(r, what, key, args)


# ------------------------------------------------------------------------------------------ control


def if_(r: Routine, st: g.If) -> None:
    waits = r.framed and any(r.gen.facts.waits(body) for body in [b for _, b in st.branches] + [st.otherwise])
    join = r.label()
    depth = r.depth
    opened = 0
    lines = r.lines
    for i, (test, body) in enumerate(st.branches):
        if i:
            lines.append((r.depth, "else:"))
            r.depth += 1
            opened += 1
        r.put(f"if {cond(r, test)}:")
        branch(r, body, join if waits else None)
    if st.otherwise:
        r.put("else:")
        branch(r, st.otherwise, join if waits else None)
    r.depth = depth
    if waits:
        r.goto(join)
        r.start(join)


def branch(r: Routine, body: g.Body, join: int | None) -> None:
    lines, depth, dead = r.lines, r.depth, r.dead
    r.depth += 1
    mark = len(lines)
    stmts(r, body)
    if join is not None and not r.dead:
        r.goto(join)
    if r.lines is lines and len(lines) == mark:
        r.put("pass")
    r.lines, r.depth, r.dead = lines, depth, dead


def for_each(r: Routine, st: g.ForEach) -> None:
    if st.order == "at once":
        at_once(r, st)
        return
    if st.order == "ordered by":
        from interpreter.emit.choose import ordered_by

        ordered_by(r, st)
        return
    var = st.selector.var
    if var.type.base == "list":
        if r.framed and r.gen.facts.waits(st.body):
            raise NotYet("a loop over lists that may wait")

        def one(b: Bind) -> None:
            r.env[var.id] = b
            stmts(r, st.body)

        candidates(r, st.selector, one)
        return
    base = r.scratch(var.type)
    fill_candidates(r, st.selector, base)
    loop_list(r, base, var, st.body, r.framed and r.gen.facts.waits(st.body),
              var.type.base == "player" and not st.selector.every_seat)


def loop_list(r: Routine, base: str, var: g.Var, body: g.Body, waits: bool, players: bool = False) -> None:
    """The body once for each member of a list that was fixed at the start; *players*: those gone meanwhile are passed
    over."""
    gone = players and r.gen.facts.eliminates
    head, over = r.label(), r.label()
    if not waits:
        i = r.tmp()
        before = r.env.get(var.id)
        r.put(f"for {i} in range(s[{base}]):")
        with r.indent():
            x = r.tmp()
            r.put(f"{x} = s[{base} + 1 + {i}]")
            r.env[var.id] = Name(x)
            depth = r.depth
            if gone:
                r.put(f"if s[{k.GONE}] >> {x} & 1 == 0:")
                r.depth += 1
            stmts(r, body)
            r.depth = depth
        if before is not None:
            r.env[var.id] = before
        return
    i = f"s[{r.slot()}]"
    bound = r.bind(var)
    r.put(f"{i} = 0")
    r.goto(head)
    r.start(head)
    r.put(f"if {i} >= s[{base}]:")
    with r.indent():
        r.goto(over)
    r.put(f"{i} = {i} + 1")
    if gone:
        r.put(f"if s[{k.GONE}] >> s[{base} + {i}] & 1:")
        with r.indent():
            r.goto(head)
    assign(r, bound, f"s[{base} + {i}]")
    born(r, var.id)
    stmts(r, body)
    r.goto(head)
    r.start(over)


def at_once(r: Routine, st: g.ForEach) -> None:
    """The choices at the head of the body are put to all secretly; then the bodies go on in order (meaning 18)."""
    from interpreter.emit.choose import choose

    lay = r.gen.lay
    var = st.selector.var
    head = [x for x in st.body if isinstance(x, (g.Choose, g.ChooseOption))]
    n = 0
    while n < len(st.body) and isinstance(st.body[n], g.Choose):
        n += 1
    if n == 0 or any(isinstance(x, g.ChooseOption) for x in head):
        raise NotYet("`at once` whose choices are options")
    if st.selector.where is not None and not r.gen.facts.is_public(st.selector.where):
        raise NotYet("`at once` for players that are told apart by something hidden")
    base = r.scratch(var.type)
    fill_candidates(r, st.selector, base)
    # where each player's answers are kept, one row a choice
    rows: list[tuple[g.Choose, str]] = []
    for x in st.body[:n]:
        assert isinstance(x, g.Choose)
        if x.how_many is not None:
            raise NotYet("`at once` with a number of things")
        rows.append((x, r.slot(lay.players)))
    i = f"s[{r.slot()}]"
    bound = r.bind(var)
    ask, over = r.label(), r.label()
    r.put(f"{i} = 0")
    r.goto(ask)
    r.start(ask)
    r.put(f"if {i} >= s[{base}]:")
    with r.indent():
        r.goto(over)
    r.put(f"{i} = {i} + 1")
    assign(r, bound, f"s[{base} + {i}]")
    for x, row in rows:
        for other, other_row in rows:
            if other is not x and other.selector.var.id in r.env:
                r.env[other.selector.var.id] = Name(f"s[{other_row} + {i} - 1]", True)
        choose(r, x, secret=True)
        r.put(f"s[{row} + {i} - 1] = {_text(r.env[x.selector.var.id])}")
    r.goto(ask)
    r.start(over)
    reveal(r, st, rows, base)
    go, end = r.label(), r.label()
    r.put(f"{i} = 0")
    r.goto(go)
    r.start(go)
    r.put(f"if {i} >= s[{base}]:")
    with r.indent():
        r.goto(end)
    r.put(f"{i} = {i} + 1")
    assign(r, bound, f"s[{base} + {i}]")
    for x, row in rows:
        r.put(f"{_text(r.env[x.selector.var.id])} = s[{row} + {i} - 1]")
    stmts(r, st.body[n:])
    r.goto(go)
    r.start(end)


def reveal(r: Routine, st: g.ForEach, rows: list[tuple[g.Choose, str]], base: str) -> None:
    """With the last answer they become public, unless they are secret."""
    if not r.gen.log:
        return
    j = r.tmp()
    for x, row in rows:
        if x.secretly:
            continue
        r.put(f"for {j} in range(s[{base}]):")
        with r.indent():
            tag = type_tag(x.selector.var.type)
            note(r, "revealed", "{0} chose {1}", (("player", f"s[{base} + 1 + {j}]"), (tag, f"s[{row} + {j}]")), None, x)


def _text(b: Bind) -> str:
    assert isinstance(b, Name)
    return b.text


def repeat(r: Routine, st: g.Repeat) -> None:
    waits = r.framed and r.gen.facts.waits(st.body)
    head, over = r.label(), r.label()
    if not waits:
        if st.times is not None:
            i = r.tmp()
            r.put(f"for {i} in range({expr(r, st.times).text}):")
            with r.indent():
                stmts(r, st.body)
            return
        assert st.until is not None
        r.put("while True:")
        with r.indent():
            stmts(r, st.body)
            r.put(f"s[{k.FUEL}] -= 1")
            r.put(f"if s[{k.FUEL}] < 0:")
            with r.indent():
                r.put(f"s[{k.ERROR}] = {k.E_FUEL}")
                r.put("break")
            r.put(f"if {cond(r, st.until)}:")
            with r.indent():
                r.put("break")
        return
    count = f"s[{r.slot()}]"
    if st.times is not None:
        r.put(f"{count} = {expr(r, st.times).text}")
        r.goto(head)
        r.start(head)
        r.put(f"if {count} <= 0:")
        with r.indent():
            r.goto(over)
        r.put(f"{count} = {count} - 1")
        stmts(r, st.body)
        r.goto(head)
    else:
        assert st.until is not None
        r.goto(head)
        r.start(head)
        stmts(r, st.body)
        if not r.dead:
            r.put(f"if {cond(r, st.until)}:")
            with r.indent():
                r.goto(over)
            r.goto(head)
    r.start(over)


def together(r: Routine, st: g.Together) -> None:
    r.put(f"s[{k.TOGETHER}] += 1")
    stmts(r, st.body)
    if r.dead:
        return
    r.put(f"s[{k.TOGETHER}] -= 1")
    after(r, everything(r), bool(r.gen.facts.listeners))


def everything(r: Routine) -> frozenset[str]:
    game = r.gen.game
    return frozenset({"store " + x for x in game.stores} | {"zone " + x for x in game.zones}
                     | {"dice " + x for x in game.dice})


def requires(r: Routine, st: g.Requires) -> None:
    if fail(r, f"not {cond(r, st.test)}"):
        return
    r.put(f"if not {cond(r, st.test)}:")
    with r.indent():
        reason = st.reason or "its requirement does not hold"
        note(r, "nothing", f"nothing comes of {r.rule}: {reason}", (), None, st)
        finish(r)


# ------------------------------------------------------------------------------------------- jumps


def skip(r: Routine, st: g.Skip) -> None:
    from interpreter.emit.phases import jump_to

    note(r, "skip", f"play goes on with {st.phase}", (), None, st)
    jump_to(r, st.phase)


def end_of(r: Routine, st: g.EndOf) -> None:
    from interpreter.emit.phases import end_phase
    from interpreter.emit.windows import end_window

    if st.window:
        end_window(r, st)
    else:
        end_phase(r, st)


def end_game(r: Routine, st: g.EndGame) -> None:
    note(r, "over", "the game ends", (), None, st)
    r.put(f"s[{k.REASON}] = {r.gen.shared.reason('end game')}")
    r.leave(f"return {k.OVER}")


def wins(r: Routine, st: g.Wins) -> None:
    bits = bits_of(r, st.who)
    r.put(f"s[{k.WINNERS}] = {bits}")
    if isinstance(st.who, g.Nobody):
        note(r, "wins", "nobody wins", (), None, st)
    else:
        note(r, "wins", "{0} wins", (("set player", f"s[{k.WINNERS}]"),), None, st)
    r.put(f"s[{k.REASON}] = {r.gen.shared.reason('wins')}")
    r.leave(f"return {k.OVER}")


def eliminate(r: Routine, st: g.Eliminate) -> None:
    if st.until is not None:
        raise NotYet("`eliminate p from PHASE`")
    p = atom(r, expr(r, st.who))
    r.put(f"if {p} >= 0 and s[{k.GONE}] >> {p} & 1 == 0:")
    with r.indent():
        r.put(f"s[{k.GONE}] = s[{k.GONE}] | 1 << {p}")
        note(r, "eliminated", "{0} is out of the game", (("player", p),), None, st)
        raised(r, st, "eliminated", "", (p,))
    after(r, frozenset({"gone"}), r.gen.facts.raises(st))


def phase_statement(r: Routine, st: g.PhaseStmt) -> None:
    from interpreter.emit.phases import enter_phase

    enter_phase(r, st.key)


def _late(module: str, name: str) -> Callable[[Routine, g.Stmt], None]:
    def call(r: Routine, st: g.Stmt) -> None:
        import importlib

        getattr(importlib.import_module(f"interpreter.emit.{module}"), name)(r, st)

    return call


_STMT: dict[type, Callable[..., None]] = {
    g.Let: let, g.Set: set_, g.Gain: gain, g.Pay: pay, g.Move: move, g.Draw: draw, g.Shuffle: shuffle, g.Roll: roll,
    g.Show: show, g.Announce: announce, g.If: if_, g.ForEach: for_each, g.Repeat: repeat, g.Together: together,
    g.Requires: requires, g.Skip: skip, g.EndOf: end_of, g.EndGame: end_game, g.Wins: wins, g.Eliminate: eliminate,
    g.PhaseStmt: phase_statement,
    g.Do: _late("effects", "do"), g.May: _late("windows", "may"), g.Choose: _late("choose", "choose"),
    g.ChooseOption: _late("choose", "choose_option"), g.Open: _late("windows", "open_window"),
    g.Cancel: _late("effects", "cancel"), g.TakeOver: _late("effects", "take_over"),
    g.Pause: _late("anytime", "pause"), g.CountUp: _late("tally", "count_up"), g.Lasting: _late("lasting", "start"),
}
