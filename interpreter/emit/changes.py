"""Counters and variables: set, gained, lost, paid; what rules may do before and instead."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.constants import NO_NUMBER
from interpreter.emit.after import after
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Code, ListAt, Lists
from interpreter.emit.expr import atom, expr, none_of, value
from interpreter.emit.intercept import intercept
from interpreter.emit.logic import few
from interpreter.emit.loops import copy_list, laid_out
from interpreter.emit.seen import kept_at, seen_by
from interpreter.emit.shared import Source
from interpreter.emit.steps import fail, note, type_tag
from interpreter.emit.stmts import assign, atom_of
from interpreter.emit.stored import bounds_of, kept_list, store_address
from rulelang import game as g


def set_(r: Routine, st: g.Set) -> None:
    from interpreter.emit.moving import still_there

    if isinstance(st.target, g.Local):
        bound = r.env[st.target.var.id]
        if isinstance(bound, (ListAt, Lists)):
            # what it becomes may speak of what it was
            copy_list(r, laid_out(r, st.value).base, bound)
        else:
            kept = value(r, st.value)
            if st.target.type.base == "number" and not few(st.value):
                kept = not_too_large(r, kept, True)
            assign(r, bound, kept)
        return
    assert isinstance(st.target, g.Stored)
    gen = r.gen
    decl = gen.game.stores[st.target.key]
    address = store_address(r, st.target)
    if decl.type.base == "list":
        set_list(r, st, st.target, address)
        return
    a = atom(r, address) if address.null else address.text
    code = expr(r, st.value)
    x = value_of(r, st.value, code)
    keeps = code.null and not decl.type.optional  # what cannot be none stays as it is
    null, owner, replaced = address.null, None, None
    if keeps:
        x = atom_of(r, x)
        fail(r, f"{x} == {none_of(decl.type)}")
        a = atom_of(r, f"{a} if {x} != {none_of(decl.type)} else -1")
        null = True
    if gen.facts.meets(st):
        a, x, owner, replaced = intercepted_change(r, st.target, a, x, False)
        null = null or replaced is not None
    depth = r.depth
    if st.target.of is not None:
        still_there(r, st.target.of, st)
    if null:
        fail(r, f"{a} < 0")
        r.put(f"if {a} >= 0:")
        r.depth += 1
    low, high = bounds_of(r, st.target, owner)
    if decl.counter and (low is not None or high is not None):
        x = atom_of(r, x)
        tests = ([f"{x} < {low}"] if low is not None else []) + ([f"{x} > {high}"] if high is not None else [])
        if not fail(r, " or ".join(tests)):
            r.put(f"if {' or '.join(tests)}:")
            r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_RANGE + k.KINDS_OF_ERRORS * limit(r, st)}"))
    if decl.type.base == "number" and (low is None or high is None) and not few(st.value):
        x = not_too_large(r, x, code.null)
    r.put(f"s[{a}] = {x}")
    log_store(r, st.target, x, st, owner)
    r.depth = depth
    if replaced is not None:
        r.goto(replaced)
        r.start(replaced)
    after(r, gen.facts.touches(st))


def set_list(r: Routine, st: g.Set, target: g.Stored, address: Code) -> None:
    """The same of a variable that keeps a list."""
    from interpreter.emit.choicelists import log_members

    a = atom(r, address)
    new = laid_out(r, st.value)
    replaced = None
    if r.gen.facts.meets(st):
        a, replaced = intercepted_list(r, target, a, new)
    depth = r.depth
    if address.null or replaced is not None:
        fail(r, f"{a} < 0")
        r.put(f"if {a} >= 0:")
        r.depth += 1
    copy_list(r, new.base, kept_list(r, target.key, a))
    if r.gen.log:
        decl = r.gen.game.stores[target.key]
        owner = atom(r, expr(r, target.of)) if target.of is not None else "-1"
        tag = type_tag(target.of.type) if target.of is not None else "none"
        seen = seen_by(r, target, owner)
        key = target.key.split(".")[-1]
        text = f"{key} of {{0}} is now {{1}}" if target.of is not None else f"{key} is now {{1}}"
        log_members(r, "set", text, ((tag, owner),), key, decl.type, new, seen, st)
    r.depth = depth
    if replaced is not None:
        r.goto(replaced)
        r.start(replaced)
    after(r, r.gen.facts.touches(st))


def intercepted_list(r: Routine, target: g.Stored, a: str, new: ListAt | Lists) -> tuple[str, int]:
    """As `intercepted_change`, of a variable that keeps a list."""
    gen = r.gen
    replaced = r.label()
    if gen.search:
        return a, replaced
    place, nested = gen.lay.stores[target.key], new.depth if isinstance(new, Lists) else 1
    kept, owner, index = (f"s[{r.slot()}]" for _ in range(3))
    r.put(f"{kept} = {a}")
    r.put(f"{owner} = {expr(r, target.of).text if target.of is not None else -1}")
    r.put(f"{index} = ({kept} - {place.base}) // {place.room} % {place.size}")
    with r.apart():
        changes, go = r.label(), r.label()
        r.put(f"if {kept} >= 0:")
        with r.indent():
            r.put(f"if same_list(s, {kept}, {new.base}, {nested}) == 0:")
            with r.indent():
                r.goto(changes)
        r.goto(go)
        r.start(changes)
        intercept(r, "changes", target.key, [owner, "0", new.base, index], replaced)
        r.goto(go)
        r.start(go)
    return kept, replaced


def value_of(r: Routine, e: g.Expr, code: Code) -> str:
    """The value of the expression as it can be kept and read twice."""
    if e.type.base == "truth" and not code.null and not code.text.isdigit():
        return f"(1 if {code.text} else 0)"
    return atom(r, code)


def intercepted_change(r: Routine, target: g.Stored, a: str, x: str, relative: bool) -> tuple[str, str, str | None, int]:
    """Lets rules answer before or instead of a change. Yields where the changed thing is kept, what it is set to (or what
    is added to it), whose it is, all of which outlive a wait, and where to go on if a rule has replaced the change."""
    gen = r.gen
    replaced = r.label()
    kept_a, kept_x, owner, old, new, index = (f"s[{r.slot()}]" for _ in range(6))
    whose = owner if target.of is not None else None
    if gen.search:
        return a, x, None, replaced
    r.put(f"{kept_a} = {a}")
    r.put(f"{kept_x} = {x}")
    r.put(f"{owner} = {expr(r, target.of).text}" if target.of is not None else f"{owner} = -1")
    place = gen.lay.stores[target.key]
    r.put(f"{index} = ({kept_a} - {place.base}) % {place.size}" if place.size > 1 else f"{index} = 0")
    with r.apart():
        changes, go = r.label(), r.label()
        r.put(f"if {kept_a} >= 0:")
        with r.indent():
            r.put(f"{old} = s[{kept_a}]")
            r.put(f"{new} = {old} + {kept_x}" if relative else f"{new} = {kept_x}")
            if relative:
                within(r, target, new, whose)
            r.put(f"if {new} != {old}:")
            with r.indent():
                r.goto(changes)
        r.goto(go)
        r.start(changes)
        intercept(r, "changes", target.key, [owner, old, new, index], replaced)
        r.goto(go)
        r.start(go)
    return kept_a, kept_x, whose, replaced


def within(r: Routine, target: g.Stored, x: str, owner: str | None) -> None:
    """Keeps *x* inside the bounds of a counter; in a search a step beyond them fails."""
    for bound, op in zip(bounds_of(r, target, owner), ("<", ">"), strict=True):
        if bound is None or fail(r, f"{x} {op} {bound}"):
            continue
        r.put(f"if {x} {op} {bound}:")
        r.lines.append((r.depth + 1, f"{x} = {bound}"))


def not_too_large(r: Routine, x: str, null: bool = False) -> str:
    """*x* as it can be kept. Of a number beyond what is kept that is the largest, and the match cannot go on; *null*: *x*
    may be none."""
    kept = r.tmp()
    r.put(f"{kept} = {x}")
    there = f"{kept} != {NO_NUMBER} and " if null else ""
    r.put(f"if {kept} > {k.LARGEST} or {there}{kept} < {-k.LARGEST}:")
    with r.indent():
        r.put(f"s[{k.ERROR}] = {k.E_NUMBER}")
        r.put(f"{kept} = {k.LARGEST}")
    return kept


def add(r: Routine, st: g.Stmt, target: g.Stored, a: Code, n: str, sign: int, verb: str,
        told: Callable[[str, str], None] | None = None) -> None:
    """Adds to a counter (or takes from it), within its bounds, after the rules that answer before that. *told* emits what
    the log says, if it says something else: of how much, and what it is now."""
    from interpreter.emit.moving import still_there

    gen = r.gen
    owner: str | None = None
    replaced: int | None = None
    at, null = a.text, a.null
    if gen.facts.intercepted("changes", target.key):
        kept = r.slot()
        if not gen.search:
            r.put(f"s[{kept}] = {n}")
            n = f"s[{kept}]"
        at, by, owner, replaced = intercepted_change(r, target, at, n if sign > 0 else f"-{n}", True)
        null = True
    depth = r.depth
    if target.of is not None:
        still_there(r, target.of, st)
    if null:
        fail(r, f"{at} < 0")
        r.put(f"if {at} >= 0:")
        r.depth += 1
    x = r.tmp()
    decl = gen.game.stores[target.key]
    bounded = decl.type.low is not None or decl.type.high is not None
    r.put(f"{x} = {kept_at(r, target, at) if bounded else f's[{at}]'} {'+' if sign > 0 else '-'} {n}")
    within(r, target, x, owner)
    x = not_too_large(r, x)
    r.put(f"s[{at}] = {x}")
    if told is not None:
        told(n, x)
    else:
        log_gain(r, target, n, verb, x, st, owner)
    r.depth = depth
    if replaced is not None:
        r.goto(replaced)
        r.start(replaced)


def limit(r: Routine, st: g.Set) -> int:
    """The number by which an error says that this statement went beyond the bounds of its counter."""
    span, target = st.span, st.target
    assert isinstance(target, g.Stored)
    cites = tuple(dict.fromkeys((*getattr(st, "cites", ()), *r.cites)))
    name = target.key.split(".")[-1]
    key = r.rule, span.start, span.end, span.file
    return r.gen.shared.limit(key, lambda: Source("set", r.rule, cites, span, (), name))


def log_store(r: Routine, target: g.Stored, x: str, st: g.Stmt, owner: str | None = None) -> None:
    if not r.gen.log:
        return
    decl = r.gen.game.stores[target.key]
    owner = owner or (atom(r, expr(r, target.of)) if target.of is not None else "-1")
    tag = type_tag(target.of.type) if target.of is not None else "none"
    seen = seen_by(r, target, owner)
    key, more = indexed(r, target)
    text = f"{key} of {{0}} is now {{1}}" if target.of is not None else f"{key} is now {{1}}"
    note(r, "set", text, ((tag, owner), (type_tag(decl.type), x), *more), seen, st)


def indexed(r: Routine, target: g.Stored) -> tuple[str, tuple[tuple[str, str], ...]]:
    """How the log calls a counter or variable: with its index, if it has one, as the third value."""
    key = target.key.split(".")[-1]
    if len(target.index) != 1:
        return key, ()
    return key + "[{2}]", ((type_tag(target.index[0].type), atom(r, expr(r, target.index[0]))),)


def gain(r: Routine, st: g.Gain) -> None:
    gen = r.gen
    if st.target.key in gen.lay.dice:
        from interpreter.emit.dice import gain_dice

        gain_dice(r, st)
        return
    address = store_address(r, st.target)
    a = Code(atom(r, address), address.null)
    amount = expr(r, st.amount)
    n = atom(r, amount)
    if amount.null:
        # none counts as nothing
        n = atom_of(r, f"{n} if {n} != {none_of(g.NUMBER)} else 0")
    add(r, st, st.target, a, n, st.sign, "gains" if st.sign > 0 else "loses")
    after(r, gen.facts.touches(st))


def log_gain(r: Routine, target: g.Stored, n: str, verb: str, x: str, st: g.Stmt, owner: str | None = None) -> None:
    if not r.gen.log:
        return
    owner = owner or (atom(r, expr(r, target.of)) if target.of is not None else "-1")
    tag = type_tag(target.of.type) if target.of is not None else "none"
    seen = seen_by(r, target, owner)
    key = target.key.split(".")[-1]
    if len(target.index) == 1:
        # the index is told instead of what is left
        at = atom(r, expr(r, target.index[0]))
        note(r, verb[:-1], f"{{0}} {verb} {{1}} {key}[{{2}}]",
             ((tag, owner), ("number", n), (type_tag(target.index[0].type), at)), seen, st)
        return
    note(r, verb[:-1], f"{{0}} {verb} {{1}} {key}, has {{2}}", ((tag, owner), ("number", n), ("number", x)), seen, st)


def pay(r: Routine, st: g.Pay) -> None:
    """The full amount or nothing."""
    gen = r.gen
    a = store_address(r, st.source)
    source = Code(atom(r, a), a.null)
    amount = expr(r, st.amount)
    n = atom(r, amount)
    low = bounds_of(r, st.source)[0] or "0"
    tests = ([f"{source.text} >= 0"] if a.null else []) + ([f"{n} != {none_of(g.NUMBER)}"] if amount.null else [])
    can = " and ".join([*tests, f"{kept_at(r, st.source, source.text)} - {n} >= {low}"])
    if gen.search:
        fail(r, f"not ({can})")
    met = gen.facts.meets(st)
    over = r.label()
    depth = r.depth
    if met:
        # what is paid must outlive a wait
        kept = f"s[{r.slot()}]"
        to = Code(f"s[{r.slot()}]", True)
        if not gen.search:
            r.put(f"if not ({can}):")
            with r.indent():
                r.goto(over)
            r.put(f"{kept} = {n}")
            n = kept
            if st.to is not None:
                r.put(f"{to.text} = {store_address(r, st.to).text}")
    else:
        r.put(f"if {can}:")
        r.depth += 1
    add(r, st, st.source, Code(source.text), n, -1, "pays")
    if st.to is not None:
        if not met or gen.search:
            b = store_address(r, st.to)
            to = Code(atom(r, b), b.null)
        add(r, st, st.to, to, n, 1, "gains")
    if met:
        r.goto(over)
        r.start(over)
    else:
        r.depth = depth
    after(r, gen.facts.touches(st))
