"""`p chooses:` one of several options that have names; it is carried out."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.alike import most_choices
from interpreter.emit.anytime import anytime_answers, anytime_forms, anytime_options, asked_once
from interpreter.emit.base import Routine
from interpreter.emit.bindings import ListAt, Lists
from interpreter.emit.choose import chance_takes
from interpreter.emit.combined_options import answered_list, with_params
from interpreter.emit.expr import atom, cond, expr
from interpreter.emit.loops import copy_list
from interpreter.emit.options import begin_options, option_tag, picked_option, several, take_only
from interpreter.emit.shared import Site
from interpreter.emit.steps import chosen_tag, note
from interpreter.emit.stmts import assign, branch
from interpreter.emit.sure import nothing_fails
from interpreter.emit.told import only_possible
from rulelang import game as g


def choose_option(r: Routine, st: g.ChooseOption) -> None:
    """`p chooses:` or `chance chooses:` one of the named options, and it is carried out."""
    got, over = r.label(), r.label()
    option_question(r, st, got, over)
    run_option(r, st, over)


def option_question(r: Routine, st: g.ChooseOption, got: int, over: int, secret: bool = False,
                    none: Callable[[], None] | None = None) -> None:
    """Asks which option; what follows is at *got*, with the answer in its slots. *secret*: at once with others, so that
    nothing comes between; *none*: emits what is done without any option, before going on at *over*."""
    gen = r.gen
    ask = r.label()
    who = st.who
    between = who is not None and not secret
    if who is None:
        p = str(k.NOBODY)
    else:
        p = asked_once(r, who, ask) if between else atom(r, expr(r, who))
    site = r.site(str(got), lambda: Site(
        "options", st.docs[0] if st.docs else "choose", r.rule, (*st.cites, *r.cites), st.span,
        (*((o.text, tuple(option_tag(q.var, q.how_many is not None) for q in o.params), o.docs, o.cites)
           for o in st.options), *anytime_forms(gen)), secret, own=len(st.options)))
    r.put(f"if {p} >= 0:" if who is not None else "while True:")
    r.depth += 1
    each = [most_choices(r, [(q.selector, q.how_many) for q in option.params]) for option in st.options]
    begin_options(r, None if None in each else sum(x or 0 for x in each))
    for i, option in enumerate(st.options):
        depth = r.depth
        if option.test is not None:
            r.put(f"if {cond(r, option.test)}:")
            r.depth += 1
        with_params(r, option.params, p, i, [], who=who)
        r.depth = depth
    r.put("if n > 0:")
    with r.indent():
        nothing_fails(r, st)
        r.put(f"s[{k.QP}] = {p}")
        if who is None:
            picked_option(r, site)
        else:
            r.put(f"s[{k.QN}] = n")
            r.put(f"s[{k.QSITE}] = {site}")
            if not gen.search and not r.static:
                only_possible(r, st, got)
            r.put(f"if {several(r)}:")
            with r.indent():
                if between:
                    anytime_options(r, len(st.options), p)
                r.put(f"s[f] = {got}")
                r.put(f"return {k.ASK}")
            take_only(r)
        r.goto(got)
    if who is None:
        r.put("break")
    r.depth -= 1
    if gen.search:
        r.put(f"return {k.FAIL}")
        r.dead = True
    else:
        if none is not None:
            none()
        r.goto(over)
    r.start(got)
    if between:
        anytime_answers(r, len(st.options), ask)


def run_option(r: Routine, st: g.ChooseOption, over: int, kept: Callable[[g.Parameter], str] | None = None) -> None:
    """Does what the option says that was taken, and goes on at *over*, with which it ends. *kept*: where the list for a
    parameter is kept, if it was taken before, and the candidates may be others by now."""
    from interpreter.emit.choicelists import behind_many, behind_one
    from interpreter.emit.effects import is_list

    who = st.who
    if kept is None:
        chosen_option(r, st, "choose" if who is not None else "chance",
                      "{0} chooses: " if who is not None else "chance chooses: ", f"s[{k.QP}]" if who is not None else "",
                      str(k.ANS), None)
    depth, lines = r.depth, r.lines
    for i, option in enumerate(st.options):
        r.lines, r.depth, r.dead = lines, depth, False
        r.put(f"{'if' if i == 0 else 'elif'} s[{k.ANS}] == {i}:")
        r.depth += 1
        for j, q in enumerate(option.params):
            bound = r.bind(q.var, many=q.how_many is not None)
            x = f"s[{k.ANS + 1 + j}]"
            if is_list(q):
                assert isinstance(bound, (ListAt, Lists))
                if kept is not None:
                    copy_list(r, kept(q), bound)
                else:
                    answered_list(r, q, bound.base, x)
                r.env[q.var.id] = bound
                if q.how_many is not None and who is not None and kept is None:
                    behind_many(r, who, q.selector, bound.base, f"s[{k.QP}]")
            elif kept is not None:
                assign(r, bound, x)
            else:
                assign(r, bound, behind_one(r, who, q.selector, x, f"s[{k.QP}]") if who is not None
                       else chance_takes(r, q.selector, x))
        if not option.params:
            r.put("pass")
        r.depth -= 1
        branch(r, option.body, over)
    r.lines, r.depth, r.dead = lines, depth, False
    r.goto(over)
    r.start(over)


def chosen_option(r: Routine, st: g.ChooseOption, what: str, words: str, who: str, at: str, seen: str | None) -> None:
    """Notes which option was taken, by *who* (empty: by chance); the answer stands in the slots from *at* on."""
    if not r.gen.log or r.gen.search:
        return
    for i, option in enumerate(st.options):
        r.put(f"if s[{at}] == {i}:")
        with r.indent():
            values = tuple((chosen_tag(q.var.type), f"s[{at} + {1 + j}]") for j, q in enumerate(option.params[:2])
                           if q.how_many is None and q.var.type.base != "list")
            first = 1 if who else 0
            holes = "".join(f" {{{j + first}}}" for j in range(len(values)))
            safe = option.text.replace("{", "(").replace("}", ")")
            asked = (("player", who),) if who else ()
            note(r, what, words + safe + holes, (*asked, *values), seen, st, option.cites)
