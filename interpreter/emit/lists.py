"""Lists written out, ends of lists, lists of lists: without repeats, subsets, divisions, what is within reach."""

from collections.abc import Callable

from attrs import evolve

from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, Code, Deferred, ListAt, Lists, Name, list_at
from interpreter.emit.expr import atom, cond, expr, none_of
from interpreter.emit.fuel import SPLIT, STATEMENT, spend
from interpreter.emit.loops import (
    bound_list,
    collect,
    copy_list,
    each,
    fill,
    flat,
    laid_out,
    member_or_list,
    room_left,
)
from interpreter.emit.places import zone_code
from interpreter.emit.questions import extreme
from interpreter.emit.selectors import candidates
from interpreter.emit.walks import Use
from interpreter.rooms import shape_of, shape_of_candidates
from rulelang import game as g


def different(r: Routine, e: g.Quantified | g.GatheredIn, use: Use, stop: str | None) -> None:
    """Each value once, in the order of first appearance."""
    to = r.list_for(shape_of(r.gen.lay, e))
    if isinstance(to, Lists):
        different_lists(r, e, to)
        bound_list(r, to, use, stop, False)
        return
    base = to.base
    n = r.tmp()
    r.put(f"{n} = 0")

    def keep(b: Bind) -> None:
        assert isinstance(b, Name)
        a = atom(r, Code(b.text))
        found, j = r.tmp(), r.tmp()
        r.put(f"{found} = 0")
        r.put(f"for {j} in range({n}):")
        r.lines.append((r.depth + 1, f"if s[{base} + 1 + {j}] == {a}:"))
        r.lines.append((r.depth + 2, f"{found} = 1"))
        r.put(f"if {found} == 0:")
        with r.indent():
            room_left(r, n, to.room)
            r.put(f"{n} += 1")
            r.put(f"s[{base} + {n}] = {a}")

    if isinstance(e, g.GatheredIn):
        each(r, e.place, keep)
    else:
        each(r, g.Quantified(span=e.span, type=e.type, how="list" if e.body is not None else "all", selector=e.selector,
                             body=e.body), keep)
    r.put(f"s[{base}] = {n}")
    bound_list(r, to, use, stop, False)


def different_lists(r: Routine, e: g.Quantified | g.GatheredIn, to: Lists) -> None:
    """The same of lists."""
    def walk(add: Use) -> None:
        def keep(b: Bind) -> None:
            part = flat(r, b)
            found, j, at = r.tmp(), r.tmp(), r.tmp()
            r.put(f"{found} = 0")
            r.put(f"{at} = {to.base} + 1")
            r.put(f"for {j} in range(s[{to.base}]):")
            r.lines.append((r.depth + 1, f"if same_list(s, {at}, {part.base}, {to.depth - 1}):"))
            r.lines.append((r.depth + 2, f"{found} = 1"))
            r.lines.append((r.depth + 1, f"{at} += list_span(s, {at}, {to.depth - 1})"))
            r.put(f"if {found} == 0:")
            with r.indent():
                add(part)

        if isinstance(e, g.GatheredIn):
            each(r, e.place, keep)
        else:
            how = "list" if e.body is not None else "all"
            each(r, g.Quantified(span=e.span, type=e.type, how=how, selector=e.selector, body=e.body), keep)

    collect(r, to, walk)


def subsets_of(r: Routine, e: g.Subsets, use: Use) -> None:
    """By size, then in the order of the members."""
    whole = laid_out(r, e.of)
    base = whole.base
    m = r.tmp()
    if e.amount is not None:
        n = atom(r, expr(r, e.amount))
        r.put(f"{m} = (1 << {n}) - 1 if 0 <= {n} <= s[{base}] else -1")
        r.put(f"while {m} >= 0 and bits_count({m}) == {n}:")
    else:
        r.put(f"{m} = 0")
        r.put(f"while {m} >= 0:")
    with r.indent():
        spend(r, STATEMENT)
        row = r.slot(whole.room)
        take_bits(r, base, m, row)
        use(ListAt(row, whole.room))
        r.put(f"{m} = next_subset({m}, s[{base}])")


def take_bits(r: Routine, base: str, mask: str, row: str) -> None:
    i = r.tmp()
    r.put(f"s[{row}] = 0")
    r.put(f"for {i} in range(s[{base}]):")
    r.lines.append((r.depth + 1, f"if {mask} >> {i} & 1:"))
    r.lines.append((r.depth + 2, f"s[{row}] += 1"))
    r.lines.append((r.depth + 2, f"s[{row} + s[{row}]] = s[{base} + 1 + {i}]"))


def splits_of(r: Routine, e: g.Splits, use: Use) -> None:
    """Each division of a list into groups of n once."""
    base = laid_out(r, e.of).base
    size = atom(r, expr(r, e.size))
    row = r.list_for(shape_of(r.gen.lay, e)[1:])
    i = r.tmp()
    r.put(f"{i} = 0")
    r.put(f"while split(s, {base}, {size}, {i}, {row.base}):")
    with r.indent():
        spend(r, SPLIT)
        r.put(f"{i} += 1")
        use(row)


def reach(r: Routine, e: g.Reach, use: Use) -> None:
    """All that is got at step by step, in order of distance, the start first."""
    to = r.list_for((max(shape_of(r.gen.lay, e)[0], 1),))
    fill(r, e.start, to)
    base = to.base
    i, j, found, x = r.tmp(), r.tmp(), r.tmp(), r.tmp()
    r.put(f"{i} = 0")
    r.put(f"while {i} < s[{base}]:")
    with r.indent():
        r.put(f"{i} += 1")
        here = r.tmp()
        r.put(f"{here} = s[{base} + {i}]")
        before = r.env.get(e.through.var.id)
        r.env[e.through.var.id] = Name(here)

        def add(b: Bind) -> None:
            assert isinstance(b, Name)
            r.put(f"{x} = {b.text}")
            r.put(f"{found} = 0")
            r.put(f"for {j} in range(s[{base}]):")
            r.lines.append((r.depth + 1, f"if s[{base} + 1 + {j}] == {x}:"))
            r.lines.append((r.depth + 2, f"{found} = 1"))
            r.put(f"if {found} == 0:")
            with r.indent():
                room_left(r, f"s[{base}]", to.room)
                r.put(f"s[{base}] += 1")
                r.put(f"s[{base} + s[{base}]] = {x}")

        depth = r.depth
        if e.through.where is not None:
            r.put(f"if {cond(r, e.through.where)}:")
            r.depth += 1
        each(r, e.to, add)
        r.depth = depth
        if before is not None:
            r.env[e.through.var.id] = before
    bound_list(r, to, use, None, False)


def element_list(r: Routine, e: g.Element, use: Use) -> None:
    """`pairing[n]`: one list of a list of lists."""
    bound = r.env.get(e.of.var.id) if isinstance(e.of, g.Local) else None
    whole = bound if isinstance(bound, Lists) else laid_out(r, e.of)
    assert isinstance(whole, Lists)
    i, at = atom(r, expr(r, e.index)), r.tmp()
    r.put(f"if 1 <= {i} <= s[{whole.base}]:")
    with r.indent():
        r.put(f"{at} = nth_list(s, {whole.base}, {i}, {whole.depth})")
        bound_list(r, list_at(at, 0, whole.depth - 1), use, None, False)


def constant_list(r: Routine, e: g.Param, use: Use) -> None:
    """A parameter that is a list."""
    values = r.gen.game.settings[e.key]
    assert isinstance(values, (tuple, list))
    table = r.gen.table("L_" + e.key, lambda: [int(x) for x in values] or [0])
    i, x = r.tmp(), r.tmp()
    r.put(f"for {i} in range({len(values)}):")
    with r.indent():
        r.put(f"{x} = {table}[{i}]")
        use(Name(x))


def items(r: Routine, e: g.ListOf, use: Use) -> None:
    """A written list: its members are worked out one after the other."""
    members = [x for x in e.items if not isinstance(x, g.Nothing)]  # a list never holds none
    n = len(members)
    if n == 0:
        return
    if members[0].type.base == "list":
        for part in members:
            use(Deferred(part, dict(r.env), r.you, r.this))
        return
    if n == 1:
        member_or_list(r, members[0], use, None, False)
        return
    codes = [(atom(r, expr(r, x)), x) for x in members]
    i, x = r.tmp(), r.tmp()
    r.put(f"for {i} in range({n}):")
    with r.indent():
        text = codes[-1][0]
        for j in reversed(range(n - 1)):
            text = f"({codes[j][0]} if {i} == {j} else {text})"
        r.put(f"{x} = {text}")
        r.put(f"if {x} != {none_of(members[0].type)}:")
        with r.indent():
            use(Name(x))


def ends(r: Routine, e: g.End, use: Use) -> None:
    """`top n of L`, from the top down."""
    assert e.amount is not None
    if not isinstance(e.of, g.ZoneOf) or isinstance(e.of.of, g.Everyone):
        ends_of_list(r, e, use)
        return
    from interpreter.emit.seen import look_into

    gen = r.gen
    n = gen.lay.n
    code = zone_code(r, e.of)
    z = atom(r, code)
    most = atom(r, expr(r, e.amount))
    look_into(r, e.of.key, z)
    side = gen.at("PRV" if e.end == "top" else "NXT")

    def walk(inside: Callable[[str], None]) -> None:
        left, x, following = r.tmp(), r.tmp(), r.tmp()
        first = f"s[{side + n} + {z}]"
        r.put(f"{left} = {most}")
        r.put(f"{following} = {first} if {z} >= 0 else {n}" if code.null else f"{following} = {first}")
        r.put(f"while {following} < {n} and {left} > 0:")
        with r.indent():
            r.put(f"{x} = {following}")
            r.put(f"{following} = s[{side} + {x}]")
            r.put(f"{left} -= 1")
            inside(x)

    if e.of.key in gen.facts.shuffled and not r.idle:
        # all of them, though not all may be looked at
        walk(lambda x: r.put(f"settle(s, w, {x})"))
    walk(lambda x: use(Name(x)))


def ends_of_list(r: Routine, e: g.End, use: Use) -> None:
    """The same of a list that is no zone: its bottom is its first member, its top the last one."""
    assert e.amount is not None
    whole = laid_out(r, e.of)
    i, n = r.tmp(), r.tmp()
    r.put(f"{n} = {expr(r, e.amount).text}")
    r.put(f"{n} = s[{whole.base}] if {n} > s[{whole.base}] else {n}")
    r.put(f"for {i} in range({n}):")
    with r.indent():
        x = r.tmp()
        if isinstance(whole, ListAt):
            r.put(f"{x} = s[{whole.base} + " + (f"s[{whole.base}] - {i}]" if e.end == "top" else f"1 + {i}]"))
            use(Name(x))
        else:
            at = f"s[{whole.base}] - {i}" if e.end == "top" else f"1 + {i}"
            r.put(f"{x} = nth_list(s, {whole.base}, {at}, {whole.depth})")
            use(list_at(x, 0, whole.depth - 1))


def first_list(r: Routine, e: g.Quantified) -> ListAt | Lists:
    """The first of the lists that are meant, laid out; empty without any."""
    sel = e.selector
    to = r.list_for(shape_of_candidates(r.gen.lay, sel)[1:])
    done, best = r.tmp(), ""
    if e.how != "first":
        best = extreme(r, evolve(e, how=e.how[6:]))
    r.put(f"s[{to.base}] = 0")
    r.put(f"{done} = 0")

    def one(b: Bind) -> None:
        tests = [f"{done} == 0"]
        if best:
            assert e.body is not None
            tests.append(f"{expr(r, e.body).text} == {best}")
        r.put(f"if {' and '.join(tests)}:")
        with r.indent():
            copy_list(r, flat(r, b).base, to)
            r.put(f"{done} = 1")

    candidates(r, sel, one)
    return to
