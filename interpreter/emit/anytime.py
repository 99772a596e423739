"""Actions at any time: they join every question to a player during their phases, and a `pause` (meaning 15)."""

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.lasting import names
from interpreter.emit.modifiers import entries
from interpreter.emit.places import owner_of
from interpreter.emit.shared import Site
from interpreter.emit.spaces import each_space, space_owners
from interpreter.emit.steps import born, chosen_tag, note, push
from rulelang import game as g
from rulelang.uses.facts import AnyAction

RUNNING = g.Type("none")
"""How an option has the `until` block whose action it is: nobody is told."""

Form = tuple[str, tuple[g.Type | str, ...], tuple[str, ...], tuple[str, ...]]


def anytime_forms(gen: Gen) -> tuple[Form, ...]:
    """How answers of these actions are named: they come after a question's own forms."""
    from interpreter.emit.options import option_tag

    out: list[Form] = []
    for one in gen.facts.anytimes:
        a = one.action
        types = tuple(option_tag(p.var, p.how_many is not None) for p in a.params)
        if not one.own:
            types = (RUNNING if one.lasting is not None else bearer(one), *types)
        out.append((a.key, types, a.docs, a.cites))
    return tuple(out)


def during(r: Routine, one: AnyAction) -> str | None:
    """The condition that one of its phases runs; None: always."""
    if not one.during:
        return None
    return "(" + " or ".join(f"s[{r.gen.lay.phase_slot[x]}]" for x in one.during) + ")"


def bearer(one: AnyAction) -> g.Type:
    """What carries the action."""
    return g.Type("space") if one.spaces else g.CARD


def carriers(r: Routine, one: AnyAction, number: int, p: str) -> str:
    """Begins a loop over the cards of player *p* that lie where their action counts, or over the spaces of their board or
    of everybody's; yields the card's or the space's name."""
    if one.spaces:
        x, owner = each_space(r, one.spaces), r.tmp()
        r.put(f"{owner} = {space_owners(r.gen)}[{x}]")
        r.put(f"if {owner} < 0 or {owner} == {p}:")
        r.depth += 1
        return x
    gen, n = r.gen, r.gen.lay.n
    designs = one.designs or ()
    table = gen.table(f"A_{number}", lambda: [int(gen.lay.designs[c] in designs) for c in range(n)] or [0])
    c, following = r.tmp(), r.tmp()
    r.put(f"{following} = s[{gen.at('ANX') + n}]")
    r.put(f"while {following} < {n}:")
    r.depth += 1
    r.put(f"{c} = {following}")
    r.put(f"{following} = s[{gen.at('ANX')} + {c}]")
    zones = [gen.lay.zones[z] for z in one.zones]
    places = " or ".join(f"{z.base} <= s[{gen.at('ZON')} + {c}] < {z.base + z.owners * z.size}" for z in zones)
    r.put(f"if {table}[s[{gen.at('FACE')} + {c}]] and ({places}) and {owner_of(gen, c)} == {p}:")
    r.depth += 1
    return c


def running_block(r: Routine, one: AnyAction) -> str:
    """Begins a loop over the running `until` blocks that offer the action, by arrival; yields the name of the entry, by
    which what the action speaks of is known."""
    assert one.lasting is not None
    e = entries(r)
    r.put(f"if s[{e}] == {one.lasting + 1}:")
    r.depth += 1
    names(r, r.gen.facts.lastings[one.lasting], e)
    return e


def asked_once(r: Routine, who: g.Expr, ask: int) -> str:
    """Who is asked: worked out once, also if actions at any time come between and the question is put again, which is
    done from block *ask* on."""
    from interpreter.emit.expr import atom, expr

    return kept_for(r, [atom(r, expr(r, who))], ask)[0]


def kept_for(r: Routine, values: list[str], ask: int) -> list[str]:
    """What a question is about, kept while it may be put again, from block *ask* on."""
    if not r.gen.facts.anytimes:
        return values
    kept = [x if x.lstrip("-").isdigit() else f"s[{r.slot()}]" for x in values]
    for place, x in zip(kept, values, strict=True):
        if place != x:
            r.put(f"{place} = {x}")
    r.goto(ask)
    r.start(ask)
    return kept


def anytime_options(r: Routine, first: int, p: str) -> None:
    """Adds the actions that are on offer to *p*; n is the number of options so far."""
    gen = r.gen
    if gen.search or not gen.facts.anytimes:
        return
    from interpreter.emit.combined_options import with_head
    from interpreter.emit.expr import cond

    me, this, depth = r.you, r.this, r.depth
    r.you = p
    for i, one in enumerate(gen.facts.anytimes):
        test = during(r, one)
        if test is not None:
            r.put(f"if {test}:")
            r.depth += 1
        values: list[str] = []
        env = dict(r.env)
        if one.lasting is not None:
            values = [running_block(r, one)]
        elif not one.own:
            c = carriers(r, one, i, p)
            r.this = c
            values = [c]
            if one.test is not None:
                r.put(f"if {cond(r, one.test)}:")
                r.depth += 1
        mark = len(r.lines)
        with_head(r, one.action.params, one.action.body, p, first + i, values)
        r.env = env
        if len(r.lines) == mark:
            r.put("pass")
        r.depth = depth
        r.this = this
    r.you = me
    r.put(f"s[{k.QN}] = n")


def anytime_answers(r: Routine, first: int, ask: int) -> None:
    """If such an action was chosen: does it, then puts the question again."""
    gen = r.gen
    if gen.search or not gen.facts.anytimes:
        return
    from interpreter.emit.actions import barred, you_in
    from interpreter.emit.choicelists import take_params
    from interpreter.emit.effects import offsets

    r.put(f"if s[{k.ANS}] >= {first}:")
    with r.indent():
        me, this = r.you, r.this
        r.you = f"s[{k.QP}]"
        for i, one in enumerate(gen.facts.anytimes):
            r.put(f"if s[{k.ANS}] == {first + i}:")
            with r.indent():
                a = one.action
                shift = 0 if one.own else 1
                c = f"s[{k.ANS + 1}]" if shift else "-1"
                values: list[tuple[str, str]] = [("player", f"s[{k.QP}]")]
                if shift and one.lasting is None:
                    values.append((bearer(one).base, c))
                values += [(chosen_tag(p.var.type), f"s[{k.ANS + 1 + shift + j}]")
                           for j, p in enumerate(a.params) if p.how_many is None]
                values = values[:3]
                holes = ", ".join(f"{{{j}}}" for j in range(1, len(values)))
                note(r, "act", f"{{0}} does {a.key}" + (f": {holes}" if holes else ""), tuple(values), None, a)
                env = dict(r.env)
                if one.lasting is None:
                    r.this = c
                else:
                    names(r, gen.facts.lastings[one.lasting], c)
                push(r, gen.shared.what(f"action {a.key}"), f"s[{k.QP}]", c, ask, barred(r))
                take_params(r, you_in(a), a.params, "g", offsets(gen, a.params), 1 + shift, f"s[{k.QP}]")
                r.env, r.this = env, this
                r.leave(f"return {gen.shared.label(f'anytime {i}/entry')}")
        r.you, r.this = me, this


def emit_anytime(gen: Gen) -> None:
    """The actions themselves."""
    from interpreter.emit.actions import act

    for i, one in enumerate(gen.facts.anytimes):
        a = one.action
        r = Routine(gen, f"anytime {i}", True, a.span, a.key, a.cites)
        r.you, r.this = "s[f + 2]", "s[f + 4]"
        if one.lasting is not None:
            names(r, gen.facts.lastings[one.lasting], r.this)
        for p in a.params:
            r.bind(p.var, many=p.how_many is not None)
        r.start(gen.shared.label(r.key + "/entry"))
        for p in a.params:
            if p.how_many is None:
                born(r, p.var.id)
        if one.designs is not None:
            born(r, -1)
        act(r, a, (), None)
        r.sized(gen.shared.what(f"action {a.key}"))


def might_anytime(r: Routine, p: str) -> None:
    """Sets x to 1 if, as far as all can see, such an action might be on offer to *p*."""
    from interpreter.emit.on_offer import heads_of, might
    from interpreter.emit.public import possible

    gen = r.gen
    me, this, depth = r.you, r.this, r.depth
    r.you = p
    for i, one in enumerate(gen.facts.anytimes):
        test = during(r, one)
        if test is not None:
            r.put(f"if {test}:")
            r.depth += 1
        env = dict(r.env)
        if one.lasting is not None:
            running_block(r, one)
        elif not one.own:
            r.this = carriers(r, one, i, p)
            if one.test is not None:
                r.put(f"if {possible(r, one.test)}:")
                r.depth += 1
        might(r, one.action.params, heads_of(one.action.body))
        r.depth = depth
        r.this, r.env = this, env
    r.you = me


def pause(r: Routine, st: g.Pause) -> None:
    """A question of its own: to go on, or one of these actions first."""
    from interpreter.emit.options import add_option, begin_options

    gen = r.gen
    ask, got, over = r.label(), r.label(), r.label()
    if gen.search or not gen.facts.anytimes:
        r.goto(over)
        r.start(over)
        return
    p = asked_once(r, st.who, ask)
    gone = f" or s[{k.GONE}] >> {p} & 1" if gen.facts.eliminates else ""
    r.put(f"if {p} < 0{gone}:")
    with r.indent():
        r.goto(over)
    site = r.site(str(got), lambda: Site(
        "window", st.docs[0] if st.docs else "go on, or act first", r.rule, (*st.cites, *r.cites), st.span,
        (("pass", (), (), ()), *anytime_forms(gen))))
    begin_options(r)
    add_option(r, 0, [])
    anytime_options(r, 1, p)
    r.put("if n == 1:")
    with r.indent():
        r.put("x = 0")
        might_anytime(r, p)
        r.put("if x == 0:")
        with r.indent():
            r.goto(over)
    r.put(f"s[{k.QP}] = {p}")
    r.put(f"s[{k.QN}] = n")
    r.put(f"s[{k.QSITE}] = {site}")
    r.put(f"s[f] = {got}")
    r.leave(f"return {k.ASK}")
    r.start(got)
    anytime_answers(r, 1, ask)
    r.goto(over)
    r.start(over)
