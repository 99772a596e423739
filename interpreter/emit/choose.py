"""`p chooses`: the answer becomes what the name stands for."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.alike import each_choice, most_choices, surely_seen, twice
from interpreter.emit.anytime import anytime_answers, anytime_forms, anytime_options, asked_once
from interpreter.emit.base import Routine
from interpreter.emit.bindings import ListAt, Lists
from interpreter.emit.expr import none_of
from interpreter.emit.options import add_option, begin_options, option_tag, prompt_of, several, take_only
from interpreter.emit.secrets import chosen_by, holds_secret
from interpreter.emit.selectors import fill_candidates
from interpreter.emit.shared import Site
from interpreter.emit.steps import born, chosen_tag, note
from interpreter.emit.stmts import assign
from interpreter.emit.sure import any_will_do
from interpreter.emit.told import only_possible
from interpreter.ranges import wide
from rulelang import game as g


def choose(r: Routine, st: g.Choose, secret: bool = False, on_none: Callable[[], None] | None = None) -> None:
    """`p chooses ...`: binds the name; *on_none* emits what happens without a candidate."""
    from interpreter.emit.chance import by_chance
    from interpreter.emit.choicelists import behind_many, behind_one, log_choice_list, log_list, take_list

    if st.who is None:
        by_chance(r, st)
        return
    gen = r.gen
    sel = st.selector
    many = st.how_many is not None
    bound = r.env.get(sel.var.id) or r.bind(sel.var, many=many)
    holds_secret(r, st)
    ask, got, over = r.label(), r.label(), r.label()
    p = asked_once(r, st.who, ask)
    site = r.site(str(got), lambda: Site(
        "subset" if many else "choose", prompt_of(st), r.rule, (*st.cites, *r.cites), st.span,
        (("", (option_tag(sel.var, many),), st.docs[1:], st.cites), *anytime_forms(gen)), st.secretly or secret, sel.var.name),
        own=sel.var.id)
    r.put(f"if {p} >= 0:")
    r.depth += 1
    begin_options(r, most_choices(r, [(sel, st.how_many)]))
    # targets must be as many as demanded; so must all things inside a search
    again, counts = "0" if twice(r, sel, st.how_many, p) else "", wide(gen.lay, sel, many)
    enough = any_will_do(r, st)

    def take(x: str) -> None:
        if enough:
            r.put(f"if {enough}:")
            r.lines.append((r.depth + 1, f"return {k.DONE}"))
        add_option(r, 0, [x], again, counts)

    each_choice(r, sel, st.how_many, p, take, lenient=on_none is None and not gen.search, seen=surely_seen(r, st.who, sel))
    r.put("if n > 0:")
    with r.indent():
        r.put(f"s[{k.QP}] = {p}")
        r.put(f"s[{k.QN}] = n")
        r.put(f"s[{k.QSITE}] = {site}")
        if not gen.search and not r.static:
            only_possible(r, st, got)
        r.put(f"if {several(r)}:")
        with r.indent():
            anytime_options(r, 1, p)
            r.put(f"s[f] = {got}")
            r.put(f"return {k.ASK}")
        take_only(r)
        r.goto(got)
    r.depth -= 1
    # nothing to choose
    if gen.search:
        r.put(f"return {k.FAIL}")
        r.dead = True
    elif on_none is not None:
        on_none()
    else:
        if isinstance(bound, (ListAt, Lists)):
            r.put(f"s[{bound.base}] = 0")
        else:
            assign(r, bound, none_of(sel.var.type))
        r.goto(over)
    r.start(got)
    anytime_answers(r, 1, ask)
    p = f"s[{k.QP}]"
    chosen_by(r, st, p)
    if sel.var.type.base == "list" and not many:
        assert isinstance(bound, (ListAt, Lists))
        take_list(r, sel, bound, f"s[{k.ANS + 1}]")
        hidden = secret or st.secretly
        log_list(r, sel.var, bound, f"(1 << {p})" if hidden else None, "secret" if hidden else "choose", st)
    elif isinstance(bound, ListAt):
        fill_candidates(r, sel, bound)
        r.put(f"keep(s, {bound.base}, s[{k.ANS + 1}])")
        behind_many(r, st.who, sel, bound.base, p)
        hidden = secret or st.secretly
        log_choice_list(r, st, bound.base, f"(1 << {p})" if hidden else None, "secret" if hidden else "choose", sel.var.type)
    else:
        x = r.tmp()
        r.put(f"{x} = s[{k.ANS + 1}]")
        x = behind_one(r, st.who, sel, x, p)
        assign(r, bound, x)
        born(r, sel.var.id)
        seen = f"(1 << {p})" if st.secretly or secret else None
        what = "secret" if secret or st.secretly else "choose"
        note(r, what, "{0} chooses {1}", (("player", p), (chosen_tag(sel.var.type), x)), seen, st)
    if secret or st.secretly:
        note(r, "asked", "{0} has chosen", (("player", p),), f"({gen.lay.seats} & ~(1 << {p}))", st)
    r.goto(over)
    r.start(over)


def chance_takes(r: Routine, sel: g.Selector, x: str) -> str:
    """What chance has taken by an option: a card is the one that it is, and others lose track of its like."""
    from interpreter.emit.choicelists import spare_row

    if sel.var.type.base != "card" or r.gen.search:
        return x
    n = spare_row(r, sel)
    r.put(f"fix(s, {x})")
    r.put(f"forget_among(s, w, {n}, {x}, -1)")
    return x
