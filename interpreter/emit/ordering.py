"""Somebody says which of several things comes next."""

from interpreter import slots as k
from interpreter.emit.alike import each_choice, twice
from interpreter.emit.anytime import anytime_answers, anytime_forms, anytime_options, asked_once
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, ListAt, Lists
from interpreter.emit.loops import copy_list
from interpreter.emit.options import add_option, begin_options, option_tag, take_only
from interpreter.emit.selectors import laid_candidates
from interpreter.emit.shared import Site
from interpreter.emit.steps import chosen_tag, note
from interpreter.emit.stmts import assign, stmts
from interpreter.emit.told import only_possible
from rulelang import game as g


def ordered_by(r: Routine, st: g.ForEach) -> None:
    """Things fixed at the start; before each, `by` chooses which comes next among those left."""
    assert st.by is not None
    whole = laid_candidates(r, st.selector)
    bound = r.bind(st.selector.var)
    ask, over = r.label(), r.label()
    next_of(r, whole, bound, st.selector, st.by, ask, over, st)
    stmts(r, st.body)
    r.goto(ask)
    r.start(over)


def next_of(r: Routine, whole: ListAt | Lists, bound: Bind, sel: g.Selector, by: g.Expr, ask: int, over: int,
            st: g.ForEach | g.Phase | g.Window) -> None:
    """Asks *by* which of those left comes next, takes it out and binds it; goes on at *over* when none is left. To be
    come back to at *ask*."""
    from interpreter.emit.choicelists import (
        behind_one,
        each_that_differs,
        keep_members,
        log_list,
        looks_matter,
        next_tail,
        tail_at,
    )

    gen, var = r.gen, sel.var
    base = whole.base
    got = r.label()
    r.goto(ask)
    r.start(ask)
    r.put(f"if s[{base}] == 0:")
    with r.indent():
        r.goto(over)
    again = r.label()
    p = asked_once(r, by, again)
    docs = st.docs
    site = r.site(str(got), lambda: Site(
        "choose", docs[0] if docs else f"which {var.name.replace('_', ' ')} comes next", r.rule,
        (*st.cites, *r.cites), st.span, (("", (option_tag(var, False),), docs[1:], st.cites), *anytime_forms(gen)),
        False, var.name), own=var.id)
    begin_options(r)
    i, x = r.tmp(), r.tmp()
    left = g.Var(id=-10, name="left", type=g.Type("list", item=var.type))
    those = g.Selector(span=sel.span, var=var, source=g.Local(span=sel.span, type=left.type, var=left))
    r.env[left.id] = whole
    if isinstance(whole, Lists):
        with next_tail(r):
            keep = tail_at(r)
            sort = looks_matter(r, sel)
            nested = whole.depth - 1
            if sort is not None:
                each_that_differs(r, whole, nested, p, sort, i, keep, var, lambda x: add_option(r, 0, [x]))
            else:
                r.put(f"{x} = {base} + 1")
                r.put(f"for {i} in range(s[{base}]):")
                with r.indent():
                    keep_members(r, keep, i, x, f"list_span(s, {x}, {nested})")
                    r.put(f"{x} += list_span(s, {x}, {nested})")
                    add_option(r, 0, [i])
    else:
        # those that look alike are one option
        each_choice(r, those, None, p, lambda x: add_option(r, 0, [x], "0" if twice(r, those, None, p) else ""))
    r.put(f"s[{k.QP}] = {p}")
    r.put(f"s[{k.QN}] = n")
    r.put(f"s[{k.QSITE}] = {site}")
    if isinstance(st, g.ForEach) and not gen.search and not r.static:
        only_possible(r, st, got)
    r.put(f"if n > 1 and {p} >= 0:")
    with r.indent():
        anytime_options(r, 1, p)
        r.put(f"s[f] = {got}")
        r.put(f"return {k.ASK}")
    take_only(r)
    r.goto(got)
    r.start(got)
    anytime_answers(r, 1, again)
    x, i = r.tmp(), r.tmp()
    r.put(f"{x} = s[{k.ANS + 1}]")
    if isinstance(whole, Lists):
        assert isinstance(bound, (ListAt, Lists))
        at, size = r.tmp(), r.tmp()
        r.put(f"{at} = nth_list(s, {base}, {x} + 1, {whole.depth})")
        copy_list(r, at, bound)
        log_list(r, var, bound, None, "choose", st)
        r.put(f"{size} = list_span(s, {at}, {whole.depth - 1})")
        r.put(f"for {i} in range({at}, {base} + list_span(s, {base}, {whole.depth}) - {size}):")
        r.lines.append((r.depth + 1, f"s[{i}] = s[{i} + {size}]"))
        r.put(f"s[{base}] -= 1")
        return
    if var.type.base == "card":
        of_those = r.tmp()
        r.put(f"{of_those} = {x}")
        r.put(f"if s[{k.QP}] >= 0:")  # else nobody has chosen
        with r.indent():
            r.put(f"{of_those} = {behind_one(r, by, those, x, f's[{k.QP}]')}")
        x = of_those
    note(r, "choose", "{0} chooses {1}", (("player", f"s[{k.QP}]"), (chosen_tag(var.type), x)), None, st)
    r.put(f"leave_out(s, {base}, {x})")
    assign(r, bound, x)
