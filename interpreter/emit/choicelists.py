"""Choices among lists, and of several things: options are sets of bits or numbers of lists."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from interpreter import slots as k
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, ListAt, Lists, Name, list_at
from interpreter.emit.expr import atom, cond, expr
from interpreter.emit.fuel import SPLIT, STATEMENT, TURN, spend
from interpreter.emit.loops import bound_list, copy_list, flat, laid_out, may_repeat
from interpreter.emit.options import limits
from interpreter.emit.selectors import candidates, in_rows, laid_candidates
from interpreter.emit.steps import chosen_tag, note, type_tag
from interpreter.rooms import depth, shape_of
from rulelang import game as g


def tail_of(r: Routine) -> str:
    """Where, at the end of the row of options, what the lists of a parameter are made of is kept, so that they can be
    named: there are four such places, taken in turn by the parameters of all forms."""
    tail = r.gen.lay.tail
    return f"{r.gen.lay.width - tail * (r.tail % 4 + 1)}"


@contextmanager
def next_tail(r: Routine) -> Iterator[None]:
    """The next parameter that is a list: inside, `tail_of` says where."""
    before = r.tail
    r.tail = r.tails
    r.tails += 1
    r.gen.shared.tails = max(r.gen.shared.tails, min(4, r.tails))
    yield
    r.tail = before


def tail_at(r: Routine) -> tuple[str, str]:
    """That row, and where the next list will be kept: nothing is, so far."""
    at = r.tmp()
    row = f"o{at}"
    r.put(f"{row} = w[s[{k.OPTROW}]]")
    r.put(f"{at} = {tail_of(r)}")
    r.put(f"{row}[{at}] = 0")
    return row, at


def lists(r: Routine, selector: g.Selector, use: Callable[[str], None], p: str | None) -> None:
    """A choice among lists: an option is the number of the list in its order; those that look alike to *p* are one (None:
    chance, for which they are not)."""
    source = selector.source
    assert source is not None
    keep = tail_at(r)
    i = r.tmp()
    before = r.env.get(selector.var.id)
    nested = depth(selector.var.type)
    sort = None if p is None else looks_matter(r, selector)
    if isinstance(source, g.Splits):
        base = laid_out(r, source.of).base
        size = atom(r, expr(r, source.size))
        shape = shape_of(r.gen.lay, source)[1:]
        here, other = r.list_for(shape), r.list_for(shape)
        r.put(f"{i} = 0")
        r.put(f"while split(s, {base}, {size}, {i}, {here.base}):")
        with r.indent():
            spend(r, SPLIT)
            new, j = r.tmp(), r.tmp()
            r.put(f"{new} = 1")
            if sort is not None:
                r.put(f"for {j} in range({i}):")
                with r.indent():
                    spend(r, SPLIT)
                    r.put(f"split(s, {base}, {size}, {j}, {other.base})")
                    r.put(f"if lists_alike(s, w, {here.base}, {other.base}, {nested}, {p}, {sort}):")
                    r.lines.append((r.depth + 1, f"{new} = 0"))
                    r.lines.append((r.depth + 1, "break"))
            r.env[selector.var.id] = here
            depth_ = r.depth
            if selector.where is not None:
                r.put(f"if {cond(r, selector.where)}:")
                r.depth += 1
            r.put(f"if {new}:")
            with r.indent():
                keep_members(r, keep, i, here.base, f"list_span(s, {here.base}, {nested})")
                use(i)
            r.depth = depth_
            r.put(f"{i} += 1")
    elif sort is not None:
        each_that_differs(r, laid_candidates(r, selector), nested, str(p), sort, i, keep, selector.var, use)
    else:
        r.put(f"{i} = 0")

        def take(b: Bind) -> None:
            part = flat(r, b)
            r.env[selector.var.id] = part
            keep_members(r, keep, i, part.base, f"list_span(s, {part.base}, {nested})")
            use(i)
            r.put(f"{i} += 1")

        candidates(r, selector, take)
    if before is not None:
        r.env[selector.var.id] = before


def each_that_differs(r: Routine, whole: ListAt | Lists, nested: int, p: str, sort: int, i: str, keep: tuple[str, str],
                      var: g.Var, use: Callable[[str], None]) -> None:
    """Of the lists laid out, *nested* deep each, those that look like no earlier one to *p*: each is kept for its name, and
    used by its number *i*."""
    x, y, j, new = (r.tmp() for _ in range(4))
    before = r.env.get(var.id)
    r.put(f"{x} = {whole.base} + 1")
    r.put(f"for {i} in range(s[{whole.base}]):")
    with r.indent():
        r.put(f"{new} = 1")
        r.put(f"{y} = {whole.base} + 1")
        r.put(f"for {j} in range({i}):")
        with r.indent():
            spend(r, TURN)
            r.put(f"if lists_alike(s, w, {x}, {y}, {nested}, {p}, {sort}):")
            r.lines.append((r.depth + 1, f"{new} = 0"))
            r.lines.append((r.depth + 1, "break"))
            r.put(f"{y} += list_span(s, {y}, {nested})")
        r.put(f"if {new}:")
        with r.indent():
            r.env[var.id] = list_at(x, 0, nested)
            keep_members(r, keep, i, x, f"list_span(s, {x}, {nested})")
            use(i)
        r.put(f"{x} += list_span(s, {x}, {nested})")
    if before is not None:
        r.env[var.id] = before


def looks_matter(r: Routine, selector: g.Selector) -> int | None:
    """Whether two of the lists may look alike: 1 if they are of cards, 2 if they are of dice, 0 if they are of other
    things; None: they differ."""
    from interpreter.emit.alike import all_differ

    t = selector.var.type
    while t.base == "list" and t.item is not None:
        t = t.item
    twice = may_repeat(selector.source, r.gen.facts)
    if t.base == "card" and (twice or not all_differ(r, t)):
        return 1
    return 2 if t.base == "die" else 0 if twice else None


def keep_members(r: Routine, keep: tuple[str, str], number: str, base: str, length: str) -> None:
    """Keeps a list for its name: its number (plus one), how many numbers it takes up, then these; 0 says that no more
    follow."""
    row, at = keep
    j, n = r.tmp(), r.tmp()
    r.put(f"{n} = {length}")
    r.put(f"if {at} + {n} + 2 < {tail_of(r)} + {r.gen.lay.tail}:")
    r.lines.append((r.depth + 1, f"{row}[{at}] = {number} + 1"))
    r.lines.append((r.depth + 1, f"{row}[{at} + 1] = {n}"))
    r.lines.append((r.depth + 1, f"for {j} in range({n}):"))
    r.lines.append((r.depth + 2, f"{row}[{at} + 2 + {j}] = s[{base} + {j}]"))
    r.lines.append((r.depth + 1, f"{at} += {n} + 2"))
    r.lines.append((r.depth + 1, f"{row}[{at}] = 0"))


def take_list(r: Routine, selector: g.Selector, to: ListAt | Lists, number: str) -> None:
    """Lays out the list with that number where the name stands for it."""
    source = selector.source
    if isinstance(source, g.Splits):
        base = laid_out(r, source.of).base
        r.put(f"split(s, {base}, {expr(r, source.size).text}, {number}, {to.base})")
        return
    i, done = r.tmp(), r.tmp()
    r.put(f"{i} = 0")
    r.put(f"{done} = {number}")
    before = r.env.get(selector.var.id)

    def take(b: Bind) -> None:
        part = flat(r, b)
        r.put(f"if {i} == {done}:")
        with r.indent():
            copy_list(r, part.base, to)
        r.put(f"{i} += 1")

    candidates(r, selector, take)
    if before is not None:
        r.env[selector.var.id] = before


def subsets(r: Routine, selector: g.Selector, how_many: g.HowMany, p: str, use: Callable[[str], None],
            lenient: bool) -> None:
    mask = r.tmp()
    n, row = in_rows(r, selector, k.W_CAND)
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
    sort = {"card": 1, "die": 2}.get(selector.var.type.base, 0)
    marked = (sort > 0 or may_repeat(selector.source, r.gen.facts)) and p != str(k.NOBODY)  # to chance they are as many
    if marked:
        r.put(f"mark_alike(s, w, {n}, {p}, {sort})")
    r.put(f"while {mask} >= 0 and bits_count({mask}) <= {most}:")
    with r.indent():
        spend(r, STATEMENT)
        if marked:
            r.put(f"if subset_ok(w, {mask}, {n}):")
            with r.indent():
                use(mask)
        else:
            use(mask)
        r.put(f"{mask} = next_subset({mask}, {n})")


PACKED = 9


def log_list(r: Routine, var: g.Var, bound: Bind, seen: str | None, what: str, st: g.Node, by: str | None = None) -> None:
    """What list was chosen. *by*: who chose it, if not the one who was asked; *st*: what the record belongs to."""
    if not r.gen.log or r.gen.search:
        return
    p = by or f"s[{k.QP}]"
    who = (("player", p),) if p != CHANCE else ()
    places = "{0} chooses {1}" if who else "chance chooses {0}"
    log_members(r, what, places, who, var.name, var.type, bound, seen, st)


def log_members(r: Routine, what: str, text: str, values: tuple[tuple[str, str], ...], name: str, kind: g.Type, bound: Bind,
                seen: str | None, st: g.Node) -> None:
    """A record that ends with a list: in one number, or, if it is of cards, which not all may know, how many they are; then
    each follows in a record of its own. *name*: what the log calls the list there."""
    inner = kind.item
    assert inner is not None
    if (inner.item or inner).base != "card":
        note(r, what, text, (*values, *packed(r, kind, bound)), seen, st)
        return
    n = r.tmp()

    def each_card(use: Callable[[str], None]) -> None:
        def one(b: Bind) -> None:
            assert isinstance(b, Name)
            use(b.text)

        bound_list(r, bound, (lambda b: bound_list(r, b, one, None, False)) if isinstance(bound, Lists) else one, None, False)

    r.put(f"{n} = 0")
    each_card(lambda _: r.put(f"{n} += 1"))
    note(r, what, f"{text} cards", (*values, ("number", n)), seen, st)
    each_card(lambda card: note(r, "item", f"{name}: {{0}}", (("card", card),), seen, st))


def packed(r: Routine, kind: g.Type, bound: Bind) -> tuple[tuple[str, str], ...]:
    """A list for the log: its members packed into one number, each plus one, six bits each; the first is lowest. Then how
    many make a list, if it is one of lists."""
    item = kind.item
    assert item is not None
    t, x, n = (r.tmp() for _ in range(3))
    size, inner = "0", item
    many = isinstance(bound, Lists)
    if isinstance(bound, Lists) and item.item is not None:
        inner, size = item.item, f"(s[{bound.base} + 1] if s[{bound.base}] > 0 else 0)"
    tag = type_tag(inner.item) if inner.base == "die" and inner.item is not None else type_tag(inner)
    r.put(f"{t} = 0")
    r.put(f"{n} = 0")

    def add(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{x} = {b.text}")
        if inner.base == "die":
            r.put(f"{x} = s[{r.gen.at('DIE')} + {x}]")
            r.put(f"{x} = {x} if {x} >= 0 else -1")
        r.put(f"if {n} < {PACKED} and 0 <= {x} + 1 < 64:")
        r.lines.append((r.depth + 1, f"{t} |= {x} + 1 << {n} * 6"))
        r.put("else:")
        r.lines.append((r.depth + 1, f"{n} = {PACKED}"))
        r.put(f"{n} += 1")

    bound_list(r, bound, (lambda b: bound_list(r, b, add, None, False)) if many else add, None, False)
    # so many, or such large ones, are not told
    r.put(f"{t} = {t} if {n} <= {PACKED} else 0")
    r.put(f"{t} = {t} if {n} > 0 else -1")
    return (f"packed {tag}", t), ("none", size)


CHANCE = "chance"
"""Instead of a player: that chance has chosen."""


def spare_row(r: Routine, sel: g.Selector) -> str:
    """Lays the candidates out in the spare row; how many they are."""
    return in_rows(r, sel, k.W_EVENTS)[0]


def behind_one(r: Routine, who: g.Expr | None, sel: g.Selector, x: str, p: str) -> str:
    """What was chosen, if *p* has chosen the back of a card *x*: chance says which card with that back it is."""
    from interpreter.emit.alike import surely_seen

    if sel.var.type.base != "card" or surely_seen(r, who, sel) or r.gen.search:
        return x
    n, t = spare_row(r, sel), r.tmp()
    r.put(f"{t} = behind(s, w, {x}, {n}, {p})")
    return t


def by_back(r: Routine, who: g.Expr | None, params: tuple[g.Parameter, ...]) -> bool:
    """Whether one of the parameters may be chosen by its back."""
    from interpreter.emit.alike import surely_seen

    return any(p.var.type.base == "card" and not surely_seen(r, who, p.selector) for p in params)


def take_params(r: Routine, who: g.Expr, params: tuple[g.Parameter, ...], frame: str, places: list[int], first: int,
                p: str) -> None:
    """Lays out in the frame what was chosen as the parameters; the answer has them from number *first* on. Of backs
    chance says which."""
    from interpreter.emit.combined_options import answered_list
    from interpreter.emit.effects import is_list

    for j, (at, q) in enumerate(zip(places, params, strict=True)):
        x = f"s[{k.ANS + first + j}]"
        if is_list(q):
            answered_list(r, q, f"{frame} + {at}", x)
            if q.how_many is not None:
                behind_many(r, who, q.selector, f"{frame} + {at}", p)
        else:
            r.put(f"s[{frame} + {at}] = {behind_one(r, who, q.selector, x, p)}")
            r.env[q.var.id] = Name(f"s[{frame} + {at}]", True)


def behind_many(r: Routine, who: g.Expr | None, sel: g.Selector, base: str, p: str) -> None:
    """The same of several backs, one by one."""
    from interpreter.emit.alike import surely_seen

    if sel.var.type.base != "card" or surely_seen(r, who, sel) or r.gen.search:
        return
    n, i = spare_row(r, sel), r.tmp()
    r.put(f"for {i} in range(s[{base}]):")
    r.lines.append((r.depth + 1, f"s[{base} + 1 + {i}] = behind_list(s, w, {base}, {i}, {n}, {p})"))


def log_choice_list(r: Routine, st: g.Choose, base: str, seen: str | None, what: str, t: g.Type,
                    by: str | None = None) -> None:
    """Which things were chosen, one by one."""
    if not r.gen.log or r.gen.search:
        return
    i = r.tmp()
    p = by or f"s[{k.QP}]"
    r.put(f"if s[{base}] == 0:")
    with r.indent():
        note(r, what, "{0} chooses none", (("player", p),), seen, st)
    r.put(f"for {i} in range(s[{base}]):")
    with r.indent():
        note(r, what, "{0} chooses {1}", (("player", p), (chosen_tag(t), f"s[{base} + 1 + {i}]")), seen, st)
