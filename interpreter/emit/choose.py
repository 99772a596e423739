"""Choices: candidates become options, alike ones once; the answer becomes what the name stands for."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.anytime import anytime_answers, anytime_forms, anytime_options
from interpreter.emit.base import Bind, Groups, ListAt, Name, NotYet, Routine, Site
from interpreter.emit.expr import atom, cond, expr, none_of
from interpreter.emit.selectors import candidates, fill_candidates
from interpreter.emit.steps import born, chosen_tag, note, type_tag
from interpreter.emit.stmts import assign, branch, stmts
from interpreter.emit.sure import rest_test
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
    # what earlier questions left in the row must not get into the state
    for i in range(len(values) + 1, wide):
        r.put(f"o[n * {wide} + {i}] = 0")
    r.put("n += 1")


def each_choice(r: Routine, selector: g.Selector, how_many: g.HowMany | None, p: str, use: Callable[[str], None],
                level: int = 0, lenient: bool = False, seen: bool = False) -> None:
    """Each candidate (or each subset of them, as bits) that player *p* can tell apart, in order. *level*: how many
    parameters were chosen before this one; each has marks of its own. *lenient*: too few are better than none. *seen*:
    *p* sees the faces of all."""
    from interpreter.emit.choicelists import lists, subsets

    t = selector.var.type
    if how_many is not None:
        subsets(r, selector, how_many, p, use, lenient)
        return
    if t.base == "card" and seen and not r.gen.search and all_differ(r, t):
        candidates(r, selector, lambda b: use(b.text if isinstance(b, Name) else ""))
    elif t.base == "card":
        # a search may run between two candidates: its marks are others
        level += 4 if r.gen.search else 0
        marks = level * (len(r.gen.game.cards) + len(r.gen.lay.backs) + r.gen.lay.n + 2)
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
        lists(r, selector, use)
    else:
        def take_any(b: Bind) -> None:
            assert isinstance(b, Name)
            use(b.text)

        candidates(r, selector, take_any)


def only_possible(r: Routine, st: g.Choose | g.ChooseOption, got: int) -> None:
    """Thins out the options where what they belong to must be carried out completely; if nothing that follows can fail,
    all stay."""
    sure = rest_test(r, st)
    known = "" if sure is None else f" and not ({sure} and surely_above(s, f))"
    r.put(f"if n > 1 and s[f + 5] & {k.WHOLE}{known}:")
    r.lines.append((r.depth + 1, f"n = only_possible(s, w, f, {got})"))


def all_differ(r: Routine, t: g.Type) -> bool:
    """Whether no two cards of the type are of one design."""
    lay = r.gen.lay
    designs = [lay.designs[c] for c in range(lay.n)
               if not t.names or "card" in t.names or any(lay.is_kind(c, x) for x in t.names)]
    return len(designs) == len(set(designs))


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
    ask, got, over = r.label(), r.label(), r.label()
    if gen.facts.anytimes:
        r.goto(ask)
        r.start(ask)
    p = atom(r, expr(r, st.who))
    site = gen.shared.site(f"{r.key}/{got}", lambda: Site(
        "subset" if many else "choose", prompt_of(st), r.rule, (*st.cites, *r.cites), st.span,
        (("", (_tag(sel.var, many),), st.docs, st.cites), *anytime_forms(gen)), st.secretly or secret, sel.var.name))
    r.put(f"if {p} >= 0:")
    r.depth += 1
    begin_options(r)
    # targets must be as many as demanded; so must all things inside a search
    each_choice(r, sel, st.how_many, p, lambda x: add_option(r, 0, [x]), lenient=on_none is None and not gen.search,
                seen=surely_seen(r, st.who, sel))
    r.put("if n > 0:")
    with r.indent():
        r.put(f"s[{k.QP}] = {p}")
        r.put(f"s[{k.QN}] = n")
        r.put(f"s[{k.QSITE}] = {site}")
        if not gen.search and not r.static:
            only_possible(r, st, got)
        r.put("if n > 1:")
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
        if isinstance(bound, (ListAt, Groups)):
            r.put(f"s[{bound.base}] = 0")
        else:
            assign(r, bound, none_of(sel.var.type))
        r.goto(over)
    r.start(got)
    anytime_answers(r, 1, ask)
    p = f"s[{k.QP}]"
    if sel.var.type.base == "list" and not many:
        take_list(r, sel, bound, f"s[{k.ANS + 1}]")
        log_list(r, st, bound, secret)
    elif isinstance(bound, ListAt):
        fill_candidates(r, sel, bound.base)
        r.put(f"keep(s, {bound.base}, s[{k.ANS + 1}])")
        behind_many(r, st.who, sel, bound.base, p)
        log_choice_list(r, st, bound.base, secret, sel.var.type)
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


def _tag(var: g.Var, many: bool) -> g.Type | str:
    if many:
        return f"subset {type_tag(var.type)}"
    if var.type.base == "list" and var.type.item is not None:
        inner = var.type.item
        if inner.base == "list" and inner.item is not None:
            return f"groups {type_tag(inner.item)}"
        return f"list {type_tag(inner)}"
    return var.type


def prompt_of(st: g.Choose) -> str:
    return st.docs[0] if st.docs else f"choose {st.selector.var.name.replace('_', ' ')}"


def take_only(r: Routine) -> None:
    """The only option takes itself."""
    for i in range(r.gen.wide):
        r.put(f"s[{k.ANS + i}] = o[{i}]")


def choose_option(r: Routine, st: g.ChooseOption) -> None:
    from interpreter.emit.choicelists import behind_many, behind_one

    gen = r.gen
    if st.who is None:
        raise NotYet("`chance chooses` among options")
    ask, got, over = r.label(), r.label(), r.label()
    who = st.who
    if gen.facts.anytimes:
        r.goto(ask)
        r.start(ask)
    p = atom(r, expr(r, who))
    site = gen.shared.site(f"{r.key}/{got}", lambda: Site(
        "options", st.docs[0] if st.docs else "choose", r.rule, (*st.cites, *r.cites), st.span,
        (*((o.text, tuple(_tag(q.var, q.how_many is not None) for q in o.params), o.docs, o.cites)
           for o in st.options), *anytime_forms(gen)), own=len(st.options)))
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
            only_possible(r, st, got)
        r.put("if n > 1:")
        with r.indent():
            anytime_options(r, len(st.options), p)
            r.put(f"s[f] = {got}")
            r.put(f"return {k.ASK}")
        take_only(r)
        r.goto(got)
    r.depth -= 1
    if gen.search:
        r.put(f"return {k.FAIL}")
        r.dead = True
    else:
        r.goto(over)
    r.start(got)
    anytime_answers(r, len(st.options), ask)
    depth, lines = r.depth, r.lines
    for i, option in enumerate(st.options):
        r.lines, r.depth, r.dead = lines, depth, False
        r.put(f"{'if' if i == 0 else 'elif'} s[{k.ANS}] == {i}:")
        r.depth += 1
        values = tuple((chosen_tag(q.var.type), f"s[{k.ANS + 1 + j}]") for j, q in enumerate(option.params[:2])
                       if q.how_many is None)
        holes = "".join(f" {{{j + 1}}}" for j in range(len(values)))
        safe = option.text.replace("{", "(").replace("}", ")")
        note(r, "choose", "{0} chooses: " + safe + holes, (("player", f"s[{k.QP}]"), *values), None, st, option.cites)
        for j, q in enumerate(option.params):
            bound = r.bind(q.var, many=q.how_many is not None)
            if isinstance(bound, ListAt):
                fill_candidates(r, q.selector, bound.base)
                r.put(f"keep(s, {bound.base}, s[{k.ANS + 1 + j}])")
                behind_many(r, who, q.selector, bound.base, f"s[{k.QP}]")
            else:
                assign(r, bound, behind_one(r, who, q.selector, f"s[{k.ANS + 1 + j}]", f"s[{k.QP}]"))
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
        # later parameters and the last condition may speak of this one
        inner = r.env.get(q.var.id)
        r.env[q.var.id] = Name(x) if q.how_many is None else chosen_so_far(r, q.var.type, x)
        with_params(r, params[1:], p, form, [*values, x], test)
        if inner is not None:
            r.env[q.var.id] = inner

    each_choice(r, q.selector, q.how_many, p, use, len(values))
    if before is not None:
        r.env[q.var.id] = before


def chosen_so_far(r: Routine, t: g.Type, mask: str) -> ListAt:
    """The list that an option with an amount stands for, from the candidates kept at the end of the row."""
    from interpreter.emit.choicelists import tail_of

    base, row, i = r.scratch(t), f"o{r.tmp()}", r.tmp()
    r.put(f"{row} = w[s[{k.OPTROW}]]")
    r.put(f"s[{base}] = 0")
    r.put(f"for {i} in range({row}[{tail_of(r)}]):")
    r.lines.append((r.depth + 1, f"if {mask} >> {i} & 1:"))
    r.lines.append((r.depth + 2, f"s[{base}] += 1"))
    r.lines.append((r.depth + 2, f"s[{base} + s[{base}]] = {row}[{tail_of(r)} + 1 + {i}]"))
    return ListAt(base)


def ordered_by(r: Routine, st: g.ForEach) -> None:
    """Things fixed at the start; before each, `by` chooses which comes next among those left."""
    gen = r.gen
    assert st.by is not None
    var = st.selector.var
    base = r.scratch(var.type)
    left = r.slot(r.list_room(var.type))
    fill_candidates(r, st.selector, base)
    bound = r.bind(var)
    ask, got, over = r.label(), r.label(), r.label()
    r.goto(ask)
    r.start(ask)
    r.put(f"if s[{base}] == 0:")
    with r.indent():
        r.goto(over)
    p = atom(r, expr(r, st.by))
    site = gen.shared.site(f"{r.key}/{got}", lambda: Site(
        "choose", st.docs[0] if st.docs else f"which {var.name.replace('_', ' ')} comes next", r.rule,
        (*st.cites, *r.cites), st.span, (("", (var.type,), st.docs, st.cites), *anytime_forms(gen)), False, var.name))
    begin_options(r)
    i = r.tmp()
    r.put(f"for {i} in range(s[{base}]):")
    with r.indent():
        add_option(r, 0, [f"s[{base} + 1 + {i}]"])
    r.put(f"s[{k.QP}] = {p}")
    r.put(f"s[{k.QSITE}] = {site}")
    r.put(f"if n > 1 and {p} >= 0:")
    with r.indent():
        anytime_options(r, 1, p)
        r.put(f"s[{k.QN}] = n")
        r.put(f"s[f] = {got}")
        r.put(f"return {k.ASK}")
    take_only(r)
    r.goto(got)
    r.start(got)
    anytime_answers(r, 1, ask)
    x = r.tmp()
    r.put(f"{x} = s[{k.ANS + 1}]")
    note(r, "choose", "{0} chooses {1}", (("player", f"s[{k.QP}]"), (chosen_tag(var.type), x)), None, st)
    r.put(f"s[{left}] = 0")
    r.put(f"for {i} in range(s[{base}]):")
    r.lines.append((r.depth + 1, f"if s[{base} + 1 + {i}] != {x}:"))
    r.lines.append((r.depth + 2, f"s[{left}] += 1"))
    r.lines.append((r.depth + 2, f"s[{left} + s[{left}]] = s[{base} + 1 + {i}]"))
    r.put(f"for {i} in range(s[{left}] + 1):")
    r.lines.append((r.depth + 1, f"s[{base} + {i}] = s[{left} + {i}]"))
    assign(r, bound, x)
    stmts(r, st.body)
    r.goto(ask)
    r.start(over)
