"""Choices: candidates become options, alike ones once; the answer becomes what the name stands for."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.base import Bind, ListAt, Name, NotYet, Routine, Site
from interpreter.emit.expr import atom, cond, expr, none_of
from interpreter.emit.loops import candidates, fill_candidates
from interpreter.emit.steps import note, type_tag
from interpreter.emit.stmts import assign, branch
from rulelang import game as g


def limits(r: Routine, how_many: g.HowMany) -> tuple[str, str]:
    least = atom(r, expr(r, how_many.least)) if how_many.least is not None else "0"
    most = atom(r, expr(r, how_many.most)) if how_many.most is not None else "62"
    return least, most


def begin_options(r: Routine) -> None:
    r.put(f"o = w[s[{k.OPTROW}]]")
    r.put("n = 0")


def add_option(r: Routine, form: int, values: list[str]) -> None:
    wide = r.gen.wide
    r.put(f"if n >= {(r.gen.lay.width - 256) // wide - 1}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_OPTIONS}"))
    r.lines.append((r.depth + 1, "n = 0"))
    r.put(f"o[n * {wide}] = {form}")
    for i, v in enumerate(values):
        r.put(f"o[n * {wide} + {i + 1}] = {v}")
    r.put("n += 1")


def each_choice(r: Routine, selector: g.Selector, how_many: g.HowMany | None, p: str, use: Callable[[str], None],
                level: int = 0) -> None:
    """Each candidate (or each subset of them, as bits) that player *p* can tell apart, in order. *level*: how many
    parameters were chosen before this one; each has marks of its own."""
    t = selector.var.type
    if how_many is not None:
        subsets(r, selector, how_many, p, use)
        return
    if t.base == "card":
        marks = level * (len(r.gen.game.cards) + len(r.gen.lay.backs) + 2)
        r.put(f"m = w[{k.W_SEEN}]")
        r.put(f"m[{marks}] += 1")

        def take(b: Bind) -> None:
            assert isinstance(b, Name)
            r.put(f"if fresh(s, w, {b.text}, {p}, {marks}):")
            with r.indent():
                use(b.text)

        candidates(r, selector, take)
    elif t.base == "die":
        row = r.tmp()
        r.put(f"{row} = 0")
        die = r.gen.at("DIE")

        def take_die(b: Bind) -> None:
            assert isinstance(b, Name)
            bit = r.tmp()
            # alike: the same face of dice of one declaration
            r.put(f"{bit} = 1 << die_class({b.text}, s[{die} + {b.text}])")
            r.put(f"if {row} & {bit} == 0:")
            with r.indent():
                r.put(f"{row} |= {bit}")
                use(b.text)

        candidates(r, selector, take_die)
    elif t.base == "list":
        raise NotYet("a choice among lists")
    else:
        def take_any(b: Bind) -> None:
            assert isinstance(b, Name)
            use(b.text)

        candidates(r, selector, take_any)


def subsets(r: Routine, selector: g.Selector, how_many: g.HowMany, p: str, use: Callable[[str], None]) -> None:
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
    r.put(f"{low} = {least} if {least} <= {n} else {n}" if _exact(how_many) else f"{low} = {least}")
    r.put(f"{mask} = (1 << {low}) - 1 if {low} <= {n} else -1")
    # the candidates are kept at the end of the row of options, so that answers can be named
    tail = f"{r.gen.lay.width - 64} - 64 * ({r.form} % 4)"
    back, j = f"o{mask}", r.tmp()
    r.put(f"{back} = w[s[{k.OPTROW}]]")
    r.put(f"{back}[{tail}] = {n}")
    r.put(f"for {j} in range({n}):")
    r.lines.append((r.depth + 1, f"{back}[{tail} + 1 + {j}] = {row}[{j}]"))
    card = 1 if selector.var.type.base == "card" else 2 if selector.var.type.base == "die" else 0
    r.put(f"while {mask} >= 0 and bits_count({mask}) <= {most}:")
    with r.indent():
        if card:
            r.put(f"if subset_ok(s, w, {mask}, {n}, {p}, {card}):")
            with r.indent():
                use(mask)
        else:
            use(mask)
        r.put(f"{mask} = next_subset({mask}, {n})")


def _exact(how_many: g.HowMany) -> bool:
    return how_many.least is not None and how_many.most is not None


def surely_seen(r: Routine, who: g.Expr | None, selector: g.Selector) -> bool:
    """Whether the chooser surely sees the faces of the candidates where they lie."""
    source = selector.source
    if not isinstance(source, g.ZoneOf):
        return False
    zone = r.gen.game.zones[source.key]
    for aspect, audience in zone.shown:
        if aspect == "faces":
            if isinstance(audience, g.Everyone):
                return True
            if isinstance(audience, g.Prop) and audience.of is None and audience.name == "owner":
                return source.of is not None and source.of == who
    return False


# ----------------------------------------------------------------------------------- `p chooses X`


def choose(r: Routine, st: g.Choose, secret: bool = False, on_none: Callable[[], None] | None = None) -> None:
    """`p chooses ...`: binds the name; *on_none* emits what happens without a candidate."""
    if st.who is None:
        by_chance(r, st)
        return
    gen = r.gen
    sel = st.selector
    many = st.how_many is not None
    bound = r.env.get(sel.var.id) or r.bind(sel.var, many=many)
    got, over = r.label(), r.label()
    p = atom(r, expr(r, st.who))
    site = gen.shared.site(f"{r.key}/{got}", lambda: Site(
        "subset" if many else "choose", prompt_of(st), r.rule, (*st.cites, *r.cites), st.span,
        (("", (_tag(sel.var, many),), st.docs, st.cites),), st.secretly or secret, sel.var.name))
    r.put(f"if {p} >= 0:")
    r.depth += 1
    begin_options(r)
    each_choice(r, sel, st.how_many, p, lambda x: add_option(r, 0, [x]))
    r.put("if n > 0:")
    with r.indent():
        r.put(f"s[{k.QP}] = {p}")
        r.put(f"s[{k.QN}] = n")
        r.put(f"s[{k.QSITE}] = {site}")
        if not gen.search and not r.static:
            r.put(f"if n > 1 and s[f + 5] & {k.WHOLE}:")
            r.lines.append((r.depth + 1, f"n = only_possible(s, w, f, {got})"))
        r.put("if n > 1:")
        r.lines.append((r.depth + 1, f"s[f] = {got}"))
        r.lines.append((r.depth + 1, f"return {k.ASK}"))
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
        if isinstance(bound, ListAt):
            r.put(f"s[{bound.base}] = 0")
        else:
            assign(r, bound, none_of(sel.var.type))
        r.goto(over)
    r.start(got)
    p = f"s[{k.QP}]"
    if isinstance(bound, ListAt):
        fill_candidates(r, sel, bound.base)
        r.put(f"keep(s, {bound.base}, s[{k.ANS + 1}])")
        if sel.var.type.base == "card" and not surely_seen(r, st.who, sel):
            behind_many(r, sel, bound.base)
        log_choice_list(r, st, bound.base, secret, sel.var.type)
    else:
        x = r.tmp()
        r.put(f"{x} = s[{k.ANS + 1}]")
        if sel.var.type.base == "card" and not surely_seen(r, st.who, sel):
            row, n = f"o{x}", r.tmp()
            r.put(f"{row} = w[{k.W_CAND}]")
            r.put(f"{n} = 0")

            def take(b: Bind) -> None:
                assert isinstance(b, Name)
                r.put(f"{row}[{n}] = {b.text}")
                r.put(f"{n} += 1")

            candidates(r, sel, take)
            r.put(f"{x} = behind(s, w, {x}, {n}, {p})")
        assign(r, bound, x)
        seen = f"(1 << {p})" if st.secretly or secret else None
        what = "secret" if secret or st.secretly else "choose"
        note(r, what, "{0} chooses {1}", (("player", p), (type_tag(sel.var.type), x)), seen, st)
        if secret or st.secretly:
            note(r, "asked", "{0} has chosen", (("player", p),), f"({gen.lay.seats} & ~(1 << {p}))", st)
    r.goto(over)
    r.start(over)


def behind_many(r: Routine, sel: g.Selector, base: str) -> None:
    """Several backs: nothing to settle as long as the chooser sees them; else chance says which, one by one."""
    i = r.tmp()
    r.put(f"for {i} in range(s[{base}]):")
    r.lines.append((r.depth + 1, f"s[{base} + 1 + {i}] = behind_list(s, w, {base}, {i}, s[{k.QP}])"))


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
        note(r, what, "{0} chooses {1}", (("player", p), (type_tag(t), f"s[{base} + 1 + {i}]")), seen, st)


def _tag(var: g.Var, many: bool) -> g.Type | str:
    if many:
        return f"subset {type_tag(var.type)}"
    return var.type


def prompt_of(st: g.Choose) -> str:
    return st.docs[0] if st.docs else f"choose {st.selector.var.name.replace('_', ' ')}"


def take_only(r: Routine) -> None:
    """The only option takes itself."""
    for i in range(r.gen.wide):
        r.put(f"s[{k.ANS + i}] = o[{i}]")


# --------------------------------------------------------------------------------- chance chooses


def by_chance(r: Routine, st: g.Choose) -> None:
    gen = r.gen
    sel = st.selector
    many = st.how_many is not None
    bound = r.env.get(sel.var.id) or r.bind(sel.var, many=many)
    t = sel.var.type
    card = t.base == "card"
    x, n = r.tmp(), r.tmp()
    row = f"o{x}"
    r.put(f"{row} = w[{k.W_CAND}]")
    r.put(f"{n} = 0")

    def take(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{row}[{n}] = {b.text}")
        r.put(f"{n} += 1")

    candidates(r, sel, take)
    flag = "0" if card else str(1 + gen.shared.type_number(type_tag(t)))
    if not many:
        if gen.search:
            r.put(f"if {n} == 0:")
            r.lines.append((r.depth + 1, f"return {k.FAIL}"))
        assign(r, bound, none_of(t))
        r.put(f"if {n} > 0:")
        with r.indent():
            r.put(f"{x} = {row}[pick(s, w, {n}, 0, {flag})]")
            chosen(r, st, x, card)
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
        chosen(r, st, x, card)
        r.put(f"s[{bound.base}] += 1")
        r.put(f"s[{bound.base} + s[{bound.base}]] = {x}")


def chosen(r: Routine, st: g.Choose, x: str, card: bool) -> None:
    gen = r.gen
    if card and not gen.search:
        r.put(f"settle(s, w, {x})")
        r.put(f"forget(s, s[{gen.at('ZON')} + {x}], BACK[s[{gen.at('FACE')} + {x}]])")
    note(r, "chance", "chance chooses {0}", ((type_tag(st.selector.var.type), x),), "0" if st.secretly else None, st)


# ----------------------------------------------------------------------------------- `p chooses:`


def choose_option(r: Routine, st: g.ChooseOption) -> None:
    gen = r.gen
    got, over = r.label(), r.label()
    who = g.You(span=st.span, type=g.PLAYER) if st.who is None else st.who
    p = atom(r, expr(r, who))
    site = gen.shared.site(f"{r.key}/{got}", lambda: Site(
        "options", st.docs[0] if st.docs else "choose", r.rule, (*st.cites, *r.cites), st.span,
        tuple((o.text, tuple(_tag(q.var, q.how_many is not None) for q in o.params), o.docs, o.cites)
              for o in st.options)))
    r.put(f"if {p} >= 0:")
    r.depth += 1
    begin_options(r)
    for i, option in enumerate(st.options):
        depth = r.depth
        if option.test is not None:
            r.put(f"if {cond(r, option.test)}:")
            r.depth += 1
        with_params(r, option.params, p, i, [])
        r.depth = depth
    r.put("if n > 0:")
    with r.indent():
        r.put(f"s[{k.QP}] = {p}")
        r.put(f"s[{k.QN}] = n")
        r.put(f"s[{k.QSITE}] = {site}")
        if not gen.search and not r.static:
            r.put(f"if n > 1 and s[f + 5] & {k.WHOLE}:")
            r.lines.append((r.depth + 1, f"n = only_possible(s, w, f, {got})"))
        r.put("if n > 1:")
        r.lines.append((r.depth + 1, f"s[f] = {got}"))
        r.lines.append((r.depth + 1, f"return {k.ASK}"))
        take_only(r)
        r.goto(got)
    r.depth -= 1
    if gen.search:
        r.put(f"return {k.FAIL}")
        r.dead = True
    else:
        r.goto(over)
    r.start(got)
    depth, lines = r.depth, r.lines
    for i, option in enumerate(st.options):
        r.lines, r.depth, r.dead = lines, depth, False
        r.put(f"{'if' if i == 0 else 'elif'} s[{k.ANS}] == {i}:")
        r.depth += 1
        values = tuple((type_tag(q.var.type), f"s[{k.ANS + 1 + j}]") for j, q in enumerate(option.params[:2])
                       if q.how_many is None)
        holes = "".join(f" {{{j + 1}}}" for j in range(len(values)))
        safe = option.text.replace("{", "(").replace("}", ")")
        note(r, "choose", "{0} chooses: " + safe + holes, (("player", f"s[{k.QP}]"), *values), None, st, option.cites)
        for j, q in enumerate(option.params):
            bound = r.bind(q.var, many=q.how_many is not None)
            if isinstance(bound, ListAt):
                fill_candidates(r, q.selector, bound.base)
                r.put(f"keep(s, {bound.base}, s[{k.ANS + 1 + j}])")
            else:
                assign(r, bound, f"s[{k.ANS + 1 + j}]")
        r.depth -= 1
        branch(r, option.body, over)
    r.lines, r.depth, r.dead = lines, depth, False
    r.goto(over)
    r.start(over)


def with_params(r: Routine, params: tuple[g.Parameter, ...], p: str, form: int, values: list[str],
                test: Callable[[], str | None] | None = None) -> None:
    """Options for each choice of *params*; *test* emits a last condition, with all of them bound."""
    r.form = form
    if not params:
        depth = r.depth
        if test is not None:
            text = test()
            if text is not None:
                r.put(f"if {text}:")
                r.depth += 1
        add_option(r, form, values)
        r.depth = depth
        return
    q = params[0]
    before = r.env.get(q.var.id)

    def use(x: str) -> None:
        # later parameters may speak of this one
        inner = r.env.get(q.var.id)
        r.env[q.var.id] = Name(x)
        with_params(r, params[1:], p, form, [*values, x], test)
        if inner is not None:
            r.env[q.var.id] = inner

    each_choice(r, q.selector, q.how_many, p, use, len(values))
    if before is not None:
        r.env[q.var.id] = before


def ordered_by(r: Routine, st: g.ForEach) -> None:
    raise NotYet("`ordered by`")
