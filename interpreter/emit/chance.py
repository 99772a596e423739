"""`chance chooses`: candidates, and a move of chance that takes one or some of them."""

from interpreter import slots as k
from interpreter.emit.base import Bind, ListAt, Name, Routine
from interpreter.emit.choose import limits
from interpreter.emit.expr import none_of
from interpreter.emit.selectors import candidates
from interpreter.emit.steps import chosen_tag, note, type_tag
from interpreter.emit.stmts import assign
from rulelang import game as g


def by_chance(r: Routine, st: g.Choose) -> None:
    gen = r.gen
    sel = st.selector
    many = st.how_many is not None
    bound = r.env.get(sel.var.id) or r.bind(sel.var, many=many)
    t = sel.var.type
    card = t.base == "card"
    x, n, whole, row, spare = (r.tmp() for _ in range(5))
    row, spare = f"o{row}", f"o{spare}"
    r.put(f"{row} = w[{k.W_CAND}]")
    r.put(f"{spare} = w[{k.W_EVENTS}]")
    r.put(f"{n} = 0")

    def take(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{row}[{n}] = {b.text}")
        r.put(f"{spare}[{n}] = {b.text}")
        r.put(f"{n} += 1")

    r.orderless += 1
    candidates(r, sel, take)
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
