"""Lists of lists and lists that must be laid out first: without repeats, subsets, divisions, what is within reach."""

from interpreter.emit.base import Bind, Code, ListAt, Lists, Name, Routine, list_at
from interpreter.emit.expr import atom, cond, expr
from interpreter.emit.fuel import SPLIT, STATEMENT, spend
from interpreter.emit.loops import Use, bound_list, collect, each, fill, flat, laid_out, room_left
from interpreter.rooms import shape_of
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
