"""`chance chooses`: candidates, and a move of chance that takes one or some of them."""

from interpreter import slots as k
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, ListAt, Lists
from interpreter.emit.expr import none_of
from interpreter.emit.options import limits
from interpreter.emit.secrets import chosen_by, holds_secret
from interpreter.emit.selectors import in_rows
from interpreter.emit.shared import Site
from interpreter.emit.steps import chosen_tag, note, type_tag
from interpreter.emit.stmts import assign
from rulelang import game as g


def by_chance(r: Routine, st: g.Choose) -> None:
    gen = r.gen
    sel = st.selector
    many = st.how_many is not None
    bound = r.env.get(sel.var.id) or r.bind(sel.var, many=many)
    holds_secret(r, st)
    chosen_by(r, st, str(gen.lay.players + 1))  # that is nobody's
    t = sel.var.type
    if t.base == "list" and not many:
        list_by_chance(r, st, bound)
        return
    card = t.base == "card"
    x, whole = r.tmp(), r.tmp()
    r.orderless += 1
    n, row, _ = in_rows(r, sel, k.W_CAND, k.W_EVENTS)
    r.orderless -= 1
    r.put(f"{whole} = {n}")
    flag = "0" if card else str(1 + gen.shared.type_number(type_tag(t)))
    if not many:
        if gen.search:
            r.put(f"if {n} == 0:")
            r.lines.append((r.depth + 1, f"return {k.FAIL}"))
        assign(r, bound, none_of(t))
        r.put(f"if {n} > 0:")
        with r.indent():
            r.put(f"{x} = {row}[pick(s, w, {n}, 0, {flag})]")
            chosen(r, st, x, whole, card)
            assign(r, bound, x)
        return
    assert st.how_many is not None and isinstance(bound, ListAt)
    least, most = limits(r, st.how_many)
    amount = most if st.how_many.most is not None else least
    if gen.search and st.how_many.least is not None:
        r.put(f"if {n} < {least}:")
        r.lines.append((r.depth + 1, f"return {k.FAIL}"))
    i, j, at = r.tmp(), r.tmp(), r.tmp()
    r.put(f"s[{bound.base}] = 0")
    r.put(f"for {i} in range({amount}):")
    with r.indent():
        r.put(f"if {n} == 0:")
        r.lines.append((r.depth + 1, "break"))
        r.put(f"{at} = pick(s, w, {n}, 0, {flag})")
        r.put(f"{x} = {row}[{at}]")
        r.put(f"{n} -= 1")
        r.put(f"for {j} in range({at}, {n}):")
        r.lines.append((r.depth + 1, f"{row}[{j}] = {row}[{j} + 1]"))
        chosen(r, st, x, whole, card)
        r.put(f"s[{bound.base}] += 1")
        r.put(f"s[{bound.base} + s[{bound.base}]] = {x}")


def chosen(r: Routine, st: g.Choose, x: str, n: str, card: bool) -> None:
    gen = r.gen
    if card and not gen.search:
        r.put(f"fix(s, {x})")
        r.put(f"forget_among(s, w, {n}, {x}, -1)")
    note(r, "chance", "chance chooses {0}", ((chosen_tag(st.selector.var.type), x),), "0" if st.secretly else None, st)


def list_by_chance(r: Routine, st: g.Choose, bound: Bind) -> None:
    """One of several lists."""
    from interpreter.emit.choicelists import CHANCE, lists, log_list, next_tail, take_list
    from interpreter.emit.options import add_option, begin_options, option_tag, picked_option, prompt_of

    assert isinstance(bound, (ListAt, Lists))
    gen, sel = r.gen, st.selector
    site = gen.shared.site(f"{r.key}/chance {sel.var.id}", lambda: Site(
        "choose", prompt_of(st), r.rule, (*st.cites, *r.cites), st.span,
        (("", (option_tag(sel.var, False),), st.docs, st.cites),), st.secretly, sel.var.name))
    begin_options(r)
    with next_tail(r):
        lists(r, sel, lambda x: add_option(r, 0, [x]), None)
    if gen.search:
        r.put("if n == 0:")
        r.lines.append((r.depth + 1, f"return {k.FAIL}"))
    r.put(f"s[{bound.base}] = 0")
    r.put("if n > 0:")
    with r.indent():
        picked_option(r, site)
        take_list(r, sel, bound, f"s[{k.ANS + 1}]")
        log_list(r, sel.var, bound, "0" if st.secretly else None, "chance", st, CHANCE)
