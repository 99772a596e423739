"""Choices among lists, and of several things: options are sets of bits or numbers of lists."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.base import Bind, Groups, ListAt, Name, NotYet, Routine
from interpreter.emit.choose import limits
from interpreter.emit.expr import atom, expr
from interpreter.emit.fuel import SPLIT, STATEMENT, spend
from interpreter.emit.loops import bound_list, fill
from interpreter.emit.selectors import candidates
from interpreter.emit.steps import chosen_tag, note, type_tag
from rulelang import game as g


def tail_of(r: Routine) -> str:
    """Where, at the end of the row of options, what the options of a form are made of is kept, so that they can be
    named."""
    return f"{r.gen.lay.width - 64} - 64 * ({r.form} % 4)"


def lists(r: Routine, selector: g.Selector, use: Callable[[str], None]) -> None:
    """A choice among lists: an option is the number of the list in its order; divisions of dice that show the same
    faces are one."""
    source = selector.source
    i, at, row = r.tmp(), r.tmp(), r.tmp()
    back = f"o{row}"
    r.put(f"{back} = w[s[{k.OPTROW}]]")
    r.put(f"{at} = {tail_of(r)}")
    if isinstance(source, g.Splits):
        assert source.of.type.item is not None
        base = r.scratch(source.of.type.item)
        fill(r, source.of, base)
        size = atom(r, expr(r, source.size))
        room = r.list_room(source.of.type.item) + 1
        here, other = r.slot(room), r.slot(room)
        r.put(f"{i} = 0")
        r.put(f"while split(s, {base}, {size}, {i}, {here}):")
        with r.indent():
            spend(r, SPLIT)
            new, j = r.tmp(), r.tmp()
            r.put(f"{new} = 1")
            if source.of.type.item.base == "die":
                r.put(f"for {j} in range({i}):")
                r.lines.append((r.depth + 1, f"split(s, {base}, {size}, {j}, {other})"))
                r.lines.append((r.depth + 1, f"if same_split(s, {here}, {other}):"))
                r.lines.append((r.depth + 2, f"{new} = 0"))
            r.put(f"if {new}:")
            with r.indent():
                keep_members(r, back, at, here, f"s[{here}] * s[{here} + 1] + 2")
                use(i)
            r.put(f"{i} += 1")
        return
    assert source is not None
    r.put(f"{i} = 0")
    depth_before = dict(r.env)

    def take(b: Bind) -> None:
        base_ = flat(r, b)
        keep_members(r, back, at, base_, f"s[{base_}] + 1")
        use(i)
        r.put(f"{i} += 1")

    candidates(r, selector, take)
    r.env = depth_before


def keep_members(r: Routine, back: str, at: str, base: str, length: str) -> None:
    j = r.tmp()
    r.put(f"if {at} + {length} < {tail_of(r)} + 64:")
    r.lines.append((r.depth + 1, f"for {j} in range({length}):"))
    r.lines.append((r.depth + 2, f"{back}[{at} + {j}] = s[{base} + {j}]"))
    r.put(f"{at} += {length}")


def flat(r: Routine, b: Bind) -> str:
    """A list laid out in the state."""
    if isinstance(b, ListAt):
        return b.base
    row = r.slot(65)
    n = r.tmp()
    r.put(f"{n} = 0")

    def add(x: Bind) -> None:
        assert isinstance(x, Name)
        r.put(f"{n} += 1")
        r.put(f"s[{row} + {n}] = {x.text}")

    bound_list(r, b, add, None, False)
    r.put(f"s[{row}] = {n}")
    return row


def take_list(r: Routine, selector: g.Selector, bound: Bind, number: str) -> None:
    """Lays out the list with that number where the name stands for it."""
    source = selector.source
    if isinstance(source, g.Splits) and isinstance(bound, Groups):
        base = r.scratch(source.of.type.item)
        fill(r, source.of, base)
        r.put(f"split(s, {base}, {expr(r, source.size).text}, {number}, {bound.base})")
        return
    if not isinstance(bound, ListAt):
        raise NotYet("a choice among such lists")
    i = r.tmp()
    r.put(f"{i} = 0")
    before = r.env.get(selector.var.id)

    def take(b: Bind) -> None:
        j = r.tmp()
        base_ = flat(r, b)
        r.put(f"if {i} == {number}:")
        with r.indent():
            r.put(f"for {j} in range(s[{base_}] + 1):")
            r.lines.append((r.depth + 1, f"s[{bound.base} + {j}] = s[{base_} + {j}]"))
        r.put(f"{i} += 1")

    candidates(r, selector, take)
    if before is not None:
        r.env[selector.var.id] = before


def subsets(r: Routine, selector: g.Selector, how_many: g.HowMany, p: str, use: Callable[[str], None],
            lenient: bool) -> None:
    c, n, mask = r.tmp(), r.tmp(), r.tmp()
    row = f"o{c}"
    r.put(f"{row} = w[{k.W_CAND}]")
    r.put(f"{n} = 0")

    def take(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{row}[{n}] = {b.text}")
        r.put(f"{n} += 1")

    candidates(r, selector, take)
    r.put(f"if {n} > 60:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_OPTIONS}"))
    r.lines.append((r.depth + 1, f"{n} = 60"))
    least, most = limits(r, how_many)
    low = r.tmp()
    r.put(f"{low} = {n} if 0 < {n} < {least} else {least}" if lenient else f"{low} = {least}")
    r.put(f"{mask} = (1 << {low}) - 1 if {low} <= {n} else -1")
    # the candidates are kept at the end of the row of options, so that answers can be named
    tail = tail_of(r)
    back, j = f"o{mask}", r.tmp()
    r.put(f"{back} = w[s[{k.OPTROW}]]")
    r.put(f"{back}[{tail}] = {n}")
    r.put(f"for {j} in range({n}):")
    r.lines.append((r.depth + 1, f"{back}[{tail} + 1 + {j}] = {row}[{j}]"))
    card = 1 if selector.var.type.base == "card" else 2 if selector.var.type.base == "die" else 0
    if card:
        r.put(f"mark_alike(s, w, {n}, {p}, {card})")
    r.put(f"while {mask} >= 0 and bits_count({mask}) <= {most}:")
    with r.indent():
        spend(r, STATEMENT)
        if card:
            r.put(f"if subset_ok(w, {mask}, {n}):")
            with r.indent():
                use(mask)
        else:
            use(mask)
        r.put(f"{mask} = next_subset({mask}, {n})")


PACKED = 9


def log_list(r: Routine, st: g.Choose, bound: Bind, secret: bool) -> None:
    """What list was chosen: its members packed into one number, each plus one, six bits each; the first is lowest."""
    if not r.gen.log or r.gen.search:
        return
    p = f"s[{k.QP}]"
    item = st.selector.var.type.item
    if isinstance(bound, Groups) and item is not None and item.item is not None:
        inner, count, first = item.item, f"s[{bound.base}] * s[{bound.base} + 1]", f"{bound.base} + 2"
        size = f"s[{bound.base} + 1]"
    elif isinstance(bound, ListAt) and item is not None:
        inner, count, first, size = item, f"s[{bound.base}]", f"{bound.base} + 1", "0"
    else:
        return
    tag = type_tag(inner.item) if inner.base == "die" and inner.item is not None else type_tag(inner)
    t, j, x = r.tmp(), r.tmp(), r.tmp()
    r.put(f"{t} = 0")
    r.put(f"if {count} <= {PACKED}:")
    with r.indent():
        r.put(f"for {j} in range({count}):")
        with r.indent():
            r.put(f"{x} = s[{first} + {count} - 1 - {j}]")
            if inner.base == "die":
                r.put(f"{x} = s[{r.gen.at('DIE')} + {x}]")
            r.put(f"{t} = {t} * 64 + ({x} + 1 & 63)")
    seen = f"(1 << {p})" if st.secretly or secret else None
    what = "secret" if secret or st.secretly else "choose"
    note(r, what, "{0} chooses {1}", (("player", p), (f"packed {tag}", t), ("none", size)), seen, st)


def spare_row(r: Routine, sel: g.Selector) -> str:
    """Lays the candidates out in the spare row; how many they are."""
    n = r.tmp()
    row = f"o{n}"
    r.put(f"{row} = w[{k.W_EVENTS}]")
    r.put(f"{n} = 0")

    def take(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{row}[{n}] = {b.text}")
        r.put(f"{n} += 1")

    candidates(r, sel, take)
    return n


def behind_one(r: Routine, who: g.Expr | None, sel: g.Selector, x: str, p: str) -> str:
    """What was chosen, if *p* has chosen the back of a card *x*: chance says which card with that back it is."""
    from interpreter.emit.choose import surely_seen

    if sel.var.type.base != "card" or surely_seen(r, who, sel) or r.gen.search:
        return x
    n, t = spare_row(r, sel), r.tmp()
    r.put(f"{t} = behind(s, w, {x}, {n}, {p})")
    return t


def behind_many(r: Routine, who: g.Expr | None, sel: g.Selector, base: str, p: str) -> None:
    """The same of several backs, one by one."""
    from interpreter.emit.choose import surely_seen

    if sel.var.type.base != "card" or surely_seen(r, who, sel) or r.gen.search:
        return
    n, i = spare_row(r, sel), r.tmp()
    r.put(f"for {i} in range(s[{base}]):")
    r.lines.append((r.depth + 1, f"s[{base} + 1 + {i}] = behind_list(s, w, {base}, {i}, {n}, {p})"))


def log_choice_list(r: Routine, st: g.Choose, base: str, secret: bool, t: g.Type) -> None:
    if not r.gen.log or r.gen.search:
        return
    i = r.tmp()
    p = f"s[{k.QP}]"
    seen = f"(1 << {p})" if st.secretly or secret else None
    what = "secret" if secret or st.secretly else "choose"
    r.put(f"if s[{base}] == 0:")
    with r.indent():
        note(r, what, "{0} chooses none", (("player", p),), seen, st)
    r.put(f"for {i} in range(s[{base}]):")
    with r.indent():
        note(r, what, "{0} chooses {1}", (("player", p), (chosen_tag(t), f"s[{base} + 1 + {i}]")), seen, st)
