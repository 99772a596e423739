"""Choices: candidates become options, alike ones once; the answer becomes what the name stands for."""

from collections.abc import Callable, Sequence

from interpreter import slots as k
from interpreter.emit.anytime import anytime_answers, anytime_forms, anytime_options, asked_once
from interpreter.emit.base import Bind, ListAt, Lists, Name, Routine, Site, list_at
from interpreter.emit.expr import atom, cond, expr, none_of
from interpreter.emit.loops import copy_list, may_repeat
from interpreter.emit.selectors import candidates, fill_candidates, laid_candidates
from interpreter.emit.steps import born, chosen_tag, note, type_tag
from interpreter.emit.stmts import assign, branch, stmts
from interpreter.emit.sure import any_will_do, nothing_fails
from interpreter.emit.told import only_possible
from interpreter.ranges import wide
from interpreter.rooms import shape_of_candidates
from rulelang import game as g


def limits(r: Routine, how_many: g.HowMany) -> tuple[str, str]:
    least = atom(r, expr(r, how_many.least)) if how_many.least is not None else "0"
    most = atom(r, expr(r, how_many.most)) if how_many.most is not None else "62"
    return least, most


def begin_options(r: Routine, most: int | None = None) -> None:
    """*most*: so many options can come, if that is known."""
    r.put(f"o = w[s[{k.OPTROW}]]")
    r.put("n = 0")
    r.tails = 0
    r.fits = most is not None and most < room_for_options(r) and not r.gen.facts.anytimes


def room_for_options(r: Routine) -> int:
    return (r.gen.lay.width - 4 * r.gen.lay.tail) // r.gen.wide - 1


def most_choices(r: Routine, params: Sequence[tuple[g.Selector, g.HowMany | None]]) -> int | None:
    """How many ways there are at most to choose these, one after the other; None: that is not known."""
    out = 1
    for sel, how_many in params:
        base = sel.var.type.base
        if how_many is not None or base not in ("card", "player", "space") or may_repeat(sel.source, r.gen.facts):
            return None
        out *= r.gen.lay.owners_of(sel.var.type)
    return out


def add_option(r: Routine, form: int, values: list[str], again: str = "", counts: bool = False) -> None:
    """One more option; *again*: unless there is one like it among those from this number on; *counts*: its last value is a
    number that may follow on that of the option before."""
    wide = r.gen.wide
    if not r.fits:
        r.put(f"if n >= {room_for_options(r)}:")
        r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_OPTIONS}"))
        r.lines.append((r.depth + 1, "n = 0"))
    r.put(f"o[n * {wide}] = {form}")
    for i, v in enumerate(values):
        r.put(f"o[n * {wide} + {i + 1}] = {v}")
    # what earlier questions left in the row must not get into the state
    for i in range(len(values) + 1, wide):
        r.put(f"o[n * {wide} + {i}] = 0")
    if counts and r.gen.lay.ranged and not r.gen.search:
        # where each has to be tried by itself, few are kept apart
        r.put(f"n += 1 - joined(s, w, n, {len(values)}, s[f + 5] & {k.WHOLE})")
    else:
        r.put(f"n += 1 if n == {again} else repeated(s, w, {again}, n)" if again else "n += 1")


def several(r: Routine) -> str:
    """The condition that there is more than one option."""
    return f"(n > 1 or o[{r.gen.wide - 1}] > 0)" if r.gen.lay.ranged else "n > 1"


def each_choice(r: Routine, selector: g.Selector, how_many: g.HowMany | None, p: str, use: Callable[[str], None],
                level: int = 0, lenient: bool = False, seen: bool = False) -> None:
    """Each candidate (or each subset of them, as bits) that player *p* can tell apart, in order. *level*: how many
    parameters were chosen before this one; each has marks of its own. *lenient*: too few are better than none. *seen*:
    *p* sees the faces of all."""
    from interpreter.emit.choicelists import lists, next_tail, subsets

    t = selector.var.type
    if how_many is not None:
        with next_tail(r):
            subsets(r, selector, how_many, p, use, lenient)
        return
    if t.base in ("card", "die") and p == str(k.NOBODY):
        # chance: alike or not, each is as likely
        candidates(r, selector, lambda b: use(b.text if isinstance(b, Name) else ""))
    elif t.base == "card" and seen and not r.gen.search and all_differ(r, t):
        candidates(r, selector, lambda b: use(b.text if isinstance(b, Name) else ""))
    elif t.base == "card" and seen and not r.gen.search and in_one_place(r, selector.source):
        faces_once(r, selector, use, level * marks_of(r))
    elif t.base == "card":
        # a search may run between two candidates: its marks are others
        level += 4 if r.gen.search else 0
        marks = level * marks_of(r)
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
        with next_tail(r):
            lists(r, selector, use, p if p != str(k.NOBODY) else None)
    else:
        def take_any(b: Bind) -> None:
            assert isinstance(b, Name)
            use(b.text)

        candidates(r, selector, take_any)


def marks_of(r: Routine) -> int:
    """How many numbers the marks of one parameter are."""
    return len(r.gen.game.cards) + len(r.gen.lay.backs) + r.gen.lay.n + 2


def faces_once(r: Routine, selector: g.Selector, use: Callable[[str], None], marks: int) -> None:
    """Each candidate whose face is the first of its design: all lie in one place, and the player sees them."""
    now, at = r.tmp(), r.tmp()
    places = r.gen.table(f"MARK_{marks}", lambda: [design + marks + 1 for design in r.gen.lay.designs] or [0])
    r.put(f"marks = w[{k.W_SEEN}]")
    r.put(f"marks[{marks}] += 1")
    r.put(f"{now} = marks[{marks}] * {r.gen.lay.n + 1}")  # as `fresh` writes them

    def take(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{at} = {places}[s[{r.gen.at('FACE')} + {b.text}]]")
        r.put(f"if marks[{at}] != {now}:")
        with r.indent():
            r.put(f"marks[{at}] = {now}")
            use(b.text)

    candidates(r, selector, take)


def in_one_place(r: Routine, source: g.Expr | None) -> bool:
    """Whether the candidates lie in one zone, and nothing but what is printed on them tells them apart."""
    if not isinstance(source, g.ZoneOf) or isinstance(source.of, g.Everyone):
        return False
    zone = r.gen.game.zones[source.key]
    kinds = r.gen.game.kinds
    return not zone.index and (source.of is None) == (zone.owner is None) and not any(
        x.owner not in (None, "player") and kinds[x.owner].base != "space" for x in r.gen.game.stores.values())


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
    p = asked_once(r, st.who, ask)
    site = r.site(str(got), lambda: Site(
        "subset" if many else "choose", prompt_of(st), r.rule, (*st.cites, *r.cites), st.span,
        (("", (_tag(sel.var, many),), st.docs[1:], st.cites), *anytime_forms(gen)), st.secretly or secret, sel.var.name),
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


def _tag(var: g.Var, many: bool) -> g.Type | str:
    if many:
        return f"subset {type_tag(var.type)}"
    if var.type.base == "list" and var.type.item is not None:
        inner = var.type.item
        if inner.base == "list" and inner.item is not None:
            return f"lists {type_tag(inner.item)}"
        return f"list {type_tag(inner)}"
    return var.type


def prompt_of(st: g.Choose) -> str:
    return st.docs[0] if st.docs else f"choose {st.selector.var.name.replace('_', ' ')}"


def take_only(r: Routine) -> None:
    """The only option takes itself."""
    for i in range(r.gen.wide):
        r.put(f"s[{k.ANS + i}] = o[{i}]")


def picked_option(r: Routine, site: int) -> None:
    """Chance takes one of the options, each as likely as any other."""
    x = r.tmp()
    r.put(f"{x} = pick(s, w, n, {k.CHANCE_OPTION}, {site})")
    for i in range(r.gen.wide):
        r.put(f"s[{k.ANS + i}] = o[{x} * {r.gen.wide} + {i}]")


def chance_takes(r: Routine, sel: g.Selector, x: str) -> str:
    """What chance has taken by an option: a card is the one that it is, and others lose track of its like."""
    from interpreter.emit.choicelists import spare_row

    if sel.var.type.base != "card" or r.gen.search:
        return x
    n = spare_row(r, sel)
    r.put(f"fix(s, {x})")
    r.put(f"forget_among(s, w, {n}, {x}, -1)")
    return x


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
        (*((o.text, tuple(_tag(q.var, q.how_many is not None) for q in o.params), o.docs, o.cites)
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
    parameter is kept, if the candidates may be others by now."""
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
                if q.how_many is not None and who is not None:
                    behind_many(r, who, q.selector, bound.base, f"s[{k.QP}]")
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


def twice(r: Routine, selector: g.Selector, how_many: g.HowMany | None, p: str) -> bool:
    """Whether one thing may come twice among the choices. (Of cards and dice those that look alike are one anyway; for
    chance nothing is.)"""
    if how_many is not None or p == str(k.NOBODY):
        return False
    return selector.var.type.base not in ("card", "die", "list") and may_repeat(selector.source, r.gen.facts)


def with_params(r: Routine, params: tuple[g.Parameter, ...], p: str, form: int, values: list[str],
                test: Callable[[], str | None] | None = None, again: str = "", counts: bool = False,
                who: g.Expr | None = None) -> None:
    """Options for each choice of *params*; *test* emits a last condition, with all of them bound; *again*: one may come
    twice among those from this number on; *counts*: the last of *values* is one of many numbers; *who*: whom *p* stands for,
    where the rules say it."""
    if not params:
        depth = r.depth
        if test is not None:
            text = test()
            if text is not None:
                r.put(f"if {text}:")
                r.depth += 1
        add_option(r, form, values, again, counts)
        r.depth = depth
        return
    q = params[0]
    before = r.env.get(q.var.id)
    if not again and twice(r, q.selector, q.how_many, p):
        # what was chosen before comes once, so that options with something else before are others
        again = r.tmp()
        r.put(f"{again} = n")

    def use(x: str) -> None:
        # later parameters and the last condition may speak of this one; of lists, the one that is looked at stands there
        inner = r.env.get(q.var.id)
        if q.how_many is not None:
            r.env[q.var.id] = chosen_so_far(r, q, x)
        elif q.var.type.base != "list":
            r.env[q.var.id] = Name(x)
        with_params(r, params[1:], p, form, [*values, x], test, again,
                    p != str(k.NOBODY) and wide(r.gen.lay, q.selector, q.how_many is not None), who)
        if inner is not None:
            r.env[q.var.id] = inner

    each_choice(r, q.selector, q.how_many, p, use, len(values), seen=who is not None and surely_seen(r, who, q.selector))
    if before is not None:
        r.env[q.var.id] = before


def with_head(r: Routine, params: tuple[g.Parameter, ...], body: g.Body, p: str, form: int, values: list[str]) -> None:
    """Options for each choice of *params* with which what stands at the head of a body can be done."""
    from interpreter.emit.cando import apart_from, demands, head

    first, then = apart_from(r, params, head(body))
    depth = r.depth
    if first:
        r.put(f"if {' and '.join(demands(r, first))}:")
        r.depth += 1
    mark = len(r.lines)
    with_params(r, params, p, form, values, lambda: " and ".join(demands(r, then)) or None)
    if first and len(r.lines) == mark:
        r.put("pass")
    r.depth = depth


def chosen_so_far(r: Routine, q: g.Parameter, mask: str) -> ListAt:
    """The list that an option with an amount stands for, from the candidates kept at the end of the row."""
    from interpreter.emit.choicelists import tail_of

    to = r.list_for(shape_of_candidates(r.gen.lay, q.selector))
    assert isinstance(to, ListAt)
    base, row, i = to.base, f"o{r.tmp()}", r.tmp()
    r.put(f"{row} = w[s[{k.OPTROW}]]")
    r.put(f"s[{base}] = 0")
    r.put(f"for {i} in range({row}[{tail_of(r)}]):")
    r.lines.append((r.depth + 1, f"if {mask} >> {i} & 1:"))
    r.lines.append((r.depth + 2, f"s[{base}] += 1"))
    r.lines.append((r.depth + 2, f"s[{base} + s[{base}]] = {row}[{tail_of(r)} + 1 + {i}]"))
    return to


def answered_list(r: Routine, q: g.Parameter, base: str, number: str) -> None:
    """Lays out at *base* the list that an answer gives a parameter."""
    from interpreter.emit.choicelists import take_list
    from interpreter.emit.effects import depth_of, room_of

    to = list_at(base, room_of(r.gen, q), depth_of(q))
    if q.how_many is None:
        take_list(r, q.selector, to, number)
    else:
        fill_candidates(r, q.selector, to)
        r.put(f"keep(s, {base}, {number})")
    r.env[q.var.id] = to


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
        (*st.cites, *r.cites), st.span, (("", (_tag(var, False),), docs[1:], st.cites), *anytime_forms(gen)), False, var.name),
        own=var.id)
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
