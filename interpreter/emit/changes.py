"""Counters and variables: set, gained, lost, paid; what rules may do before and instead."""

from interpreter import slots as k
from interpreter.emit.base import NotYet, Routine
from interpreter.emit.expr import atom, expr, none_of, value
from interpreter.emit.steps import after, bits_of, fail, note, type_tag
from interpreter.emit.stmts import assign, atom_of
from interpreter.emit.stored import bounds_of, store_address
from rulelang import game as g


def set_(r: Routine, st: g.Set) -> None:
    from interpreter.emit.moving import still_there

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
    from interpreter.emit.moving import still_there

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
