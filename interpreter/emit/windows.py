"""Windows and `may`: asking players whether they want to act (meaning 15), without the question telling anything."""

from collections.abc import Callable, Sequence

from attrs import evolve

from interpreter import slots as k
from interpreter.emit.anytime import anytime_answers, anytime_forms, anytime_options, kept_for, might_anytime
from interpreter.emit.base import Bind, Code, Gen, ListAt, Name, Routine, Site, list_at
from interpreter.emit.cando import arguments, can_call, demands, head
from interpreter.emit.choicelists import by_back, take_params
from interpreter.emit.choose import (
    _tag,
    add_option,
    begin_options,
    next_of,
    with_head,
    with_params,
)
from interpreter.emit.effects import (
    Given,
    before_data,
    before_rules,
    depth_of,
    done_rules,
    effect_number,
    entry_text,
    fill_numbers,
    fills_of,
    is_list,
    lies_there,
    marked,
    offsets,
    put_args,
    room_of,
    tested_again,
    without_head,
)
from interpreter.emit.expr import atom, cond, expr, none_of, value
from interpreter.emit.lasting import look_again
from interpreter.emit.loops import Use, collect, copy_list, flat, seats
from interpreter.emit.public import all_see, hidden_parts, possible
from interpreter.emit.selectors import candidates
from interpreter.emit.spaces import of_spaces, print_of
from interpreter.emit.steps import answer, born, chosen_tag, event_code, finish, note, push
from interpreter.emit.stmts import assign, stmts
from interpreter.emit.telling import happened
from interpreter.emit.told import only_possible
from interpreter.emit.values import safe
from interpreter.walk import walk
from rulelang import game as g


def you_in(node: g.Action | g.May) -> g.You:
    """The one asked, as the rules call him."""
    return g.You(span=node.span, type=g.PLAYER)


def window_number(gen: Gen, key: str) -> int:
    """Windows are told from other frames by a number below nothing."""
    return -1 - gen.shared.what(f"window {key}")


def window_entry(gen: Gen, key: str) -> int:
    return gen.shared.label(f"window {key}/entry")


def replacing(r: Routine) -> str:
    """Which rules have replaced what is done here: they do not replace it again, in the windows that they open either."""
    return f"s[f + 5] & {k.REPLACED}" if r.gen.facts.instead else "0"


def barred(r: Routine) -> str:
    """The mark of an action."""
    return f"{k.BARRIER} | {replacing(r)}" if r.gen.facts.instead else str(k.BARRIER)


def open_window(r: Routine, st: g.Open) -> None:
    gen = r.gen
    over = r.label()
    if gen.search:
        # windows are passed over
        r.goto(over)
        r.start(over)
        return
    window = gen.game.windows[st.key]
    given: list[Given] = []
    for at, p, e in zip(offsets(gen, window.params), window.params, st.args, strict=True):
        given.append((p, at, e if is_list(p) else atom(r, Code(value(r, e)))))
    push(r, window_number(gen, st.key), r.you, r.this if r.this != "this" else "-1", over, replacing(r))
    put_args(r, given, "g")
    r.leave(f"return {window_entry(gen, st.key)}")
    r.start(over)
    if look_again(r, "ends", st.key, "-1") or ("ends", st.key) in gen.facts.listeners:
        answer(r)


def begins(r: Routine, window: g.Window) -> None:
    """Rules may open it instead, in their way, or do something before."""
    from interpreter.emit.events import intercept

    if not r.gen.facts.intercepted("begins", window.key):
        return
    stays, goes = r.label(), r.label()
    intercept(r, "begins", window.key, [], stays)
    r.goto(goes)
    r.start(stays)
    finish(r)
    r.start(goes)


def ends(r: Routine, key: str) -> None:
    """It ends: whoever opened it lets rules answer that."""
    if ("ends", key) in r.gen.facts.listeners:
        r.put(f"event(s, {event_code(r.gen, 'ends', key)}, -1, 0, 0, 0, 0)")
    happened(r, "ends", key, ())


def end_window(r: Routine, st: g.EndOf) -> None:
    t = r.tmp()
    r.put(f"{t} = find_frame(s, f, {window_number(r.gen, st.key)})")
    r.put(f"if {t} >= 0:")
    with r.indent():
        note(r, "end", f"{st.key} is closed", (), None, st)
        r.put(f"g = s[{t} + 1]")
        r.put(f"unwind(s, f, {t})")
        ends(r, st.key)
        r.put(f"s[{k.FP}] = g")
        r.put("return s[g]")


def next_player(r: Routine, p: str, step: int) -> str:
    from interpreter.emit.places import neighbour

    return neighbour(r, p, step)


def emit_windows(gen: Gen) -> None:
    for window in gen.game.windows.values():
        emit_window(gen, window)


def emit_window(gen: Gen, window: g.Window) -> None:
    if gen.search:
        return
    r = Routine(gen, f"window {window.key}", True, window.span, window.key, window.cites)
    for p in window.params:
        r.bind(p.var, many=p.how_many is not None)
    asked, passes = f"s[{r.slot()}]", f"s[{r.slot()}]"
    # values of the actions' parameters are kept here while the action begins
    r.you = asked
    ask, answered, done = r.label(), r.label(), r.label()
    following = r.label() if window.by is not None else ask
    leave = gen.shared.label(f"{r.key}/leave")
    players = str(gen.lay.players)
    if gen.facts.eliminates:
        players = f"({gen.lay.players} - bits_count(s[{k.GONE}]))"

    def first() -> None:
        if window.who is not None:
            assign(r, Name(asked), expr(r, window.who).text)
        elif window.by is None:
            assert window.clock is not None
            assign(r, Name(asked), expr(r, window.clock.start).text)
            if gen.facts.eliminates:
                r.put(f"if {asked} >= 0 and s[{k.GONE}] >> {asked} & 1:")
                r.lines.append((r.depth + 1, f"{asked} = beside(s, {asked}, {window.clock.step % gen.lay.players})"))

    r.start(window_entry(gen, window.key))
    saved = r.you
    r.you = "s[f + 2]"  # whoever opened it, while it is worked out who is asked first
    begins(r, window)
    note(r, "begin", f"{window.key} opens", (), None, window)
    if ("begins", window.key) in gen.facts.listeners:
        r.put(f"event(s, {event_code(gen, 'begins', window.key)}, {r.you}, 0, 0, 0, 0)")
    happened(r, "begins", window.key, ())
    if ("begins", window.key) in gen.facts.listeners:
        answer(r)
    first()
    r.put(f"{passes} = 0")
    r.goto(following)
    if window.by is not None:
        r.start(following)
        who_is_next(r, window, asked, passes, leave)
        r.goto(ask)
    r.you = saved

    r.start(ask)
    r.put(f"if s[f + 5] & {k.CLOSED} or {asked} < 0:")
    with r.indent():
        r.goto(leave)
    everybody = window.who is None
    if gen.facts.eliminates:
        # the gone are passed over, also when it is their own doing
        r.put(f"if s[{k.GONE}] >> {asked} & 1:")
        with r.indent():
            if window.who is not None:
                r.goto(leave)
            elif window.by is not None:
                r.goto(following)
            else:
                assign(r, Name(asked), next_player(r, asked, window.clock.step if window.clock else 1))
    if everybody and window.by is None:
        r.put(f"if {passes} >= {players}:")
        with r.indent():
            r.goto(leave)
    begin_options(r)
    passing(r, window)
    r.put("z = n")
    for i, action in enumerate(window.actions):
        with_head(r, action.params, action.body, asked, i + 1, [])
    anytime_options(r, len(window.actions) + 1, asked)
    # nothing is on offer: no question, if all can see that
    r.put("if n == z:")
    with r.indent():
        offer(r, window, asked)
        r.put("if x == 0:")
        with r.indent():
            passed_by(r, asked, passes, window, following, leave)
        if window.passing:
            begin_options(r)
            add_option(r, 0, [])
    site = r.site("ask", lambda: Site(
        "window", window.docs[0] if window.docs else window.key.replace("_", " "), window.key, window.cites, window.span,
        (("pass", (), (), ()), *((a.key, tuple(_tag(p.var, p.how_many is not None) for p in a.params), a.docs,
                                  (*a.cites, *window.cites)) for a in window.actions), *anytime_forms(gen))))
    r.put(f"s[{k.QP}] = {asked}")
    r.put(f"s[{k.QN}] = n")
    r.put(f"s[{k.QSITE}] = {site}")
    r.put(f"s[f] = {answered}")
    r.leave(f"return {k.ASK}")

    r.start(answered)
    if gen.facts.anytimes:
        # whoever has passed may have something to say to it
        r.put(f"if s[{k.ANS}] > {len(window.actions)}:")
        r.lines.append((r.depth + 1, f"{passes} = 0"))
    anytime_answers(r, len(window.actions) + 1, ask)
    r.put(f"if s[{k.ANS}] == 0:")
    with r.indent():
        note(r, "pass", "{0} passes", (("player", asked),), None, window)
        passed_by(r, asked, passes, window, following, leave)
    for i, action in enumerate(window.actions):
        r.put(f"if s[{k.ANS}] == {i + 1}:")
        with r.indent():
            values = tuple((chosen_tag(p.var.type), f"s[{k.ANS + 1 + j}]") for j, p in enumerate(action.params[:2])
                           if p.how_many is None)
            holes = ", ".join(f"{{{j + 1}}}" for j in range(len(values)))
            note(r, "act", f"{{0}} does {action.key}" + (f": {holes}" if holes else ""),
                 (("player", asked), *values), None, action, window.cites)
            push(r, gen.shared.what(f"action {action.key}"), asked, "-1", done, barred(r))
            env = dict(r.env)
            take_params(r, you_in(action), action.params, "g", offsets(gen, action.params), 1, asked)
            r.env = env
            r.leave(f"return {gen.shared.label(f'action {window.key} {action.key}/entry')}")
    r.dead = False
    r.goto(leave)

    r.start(done)
    if everybody:
        if window.restart:
            r.you = "s[f + 2]"
            first()
            r.you = saved
        elif window.clock is not None:
            assign(r, Name(asked), next_player(r, asked, window.clock.step))
        r.put(f"{passes} = 0")
    r.goto(following)

    r.start(leave)
    ends(r, window.key)
    note(r, "end", f"{window.key} is over", (), None, window)
    finish(r)
    r.sized(window_number(gen, window.key))
    for action in window.actions:
        emit_action(gen, window, action)


def passing(r: Routine, window: g.Window) -> None:
    if not window.passing:
        add_option(r, 0, [])
        return
    r.put(f"if {' and '.join(cond(r, st.test) for st in window.passing)}:")
    with r.indent():
        add_option(r, 0, [])


def passed_by(r: Routine, asked: str, passes: str, window: g.Window, following: int, leave: int) -> None:
    """Whoever was asked has passed, or all can see that there is nothing to offer."""
    if window.who is not None:
        r.goto(leave)
        return
    if window.by is not None:
        r.put(f"{passes} = {passes} | 1 << {asked}")
    else:
        r.put(f"{passes} = {passes} + 1")
        assign(r, Name(asked), next_player(r, asked, window.clock.step if window.clock else 1))
    r.goto(following)


def who_is_next(r: Routine, window: g.Window, asked: str, passes: str, leave: int) -> None:
    """Somebody says who is asked next, of those who have not passed since the last action: *passes* has their bits."""
    assert window.by is not None
    var = g.Var(id=-8, name="player", type=g.PLAYER)
    left = r.list_for((r.gen.lay.players,))
    assert isinstance(left, ListAt)
    r.put(f"if s[f + 5] & {k.CLOSED}:")
    with r.indent():
        r.goto(leave)

    def walk(add: Use) -> None:
        def one(b: Bind) -> None:
            assert isinstance(b, Name)
            r.put(f"if {passes} >> {b.text} & 1 == 0:")
            with r.indent():
                add(b)

        seats(r, one)

    collect(r, left, walk)
    next_of(r, left, Name(asked), g.Selector(span=window.span, var=var), window.by, r.label(), leave, window)


def offer(r: Routine, window: g.Window, asked: str) -> None:
    """Sets x to 1 if, as far as all can see, some action might be on offer to the one asked."""
    r.put("x = 0")
    for action in window.actions:
        might(r, action.params, heads_of(action.body))
    might_anytime(r, asked)


def heads_of(body: g.Body) -> list[g.Expr | g.Pay]:
    """Requirements and payments at the head of a body."""
    return [st.test if isinstance(st, g.Requires) else st for st in head(body)]


def might(r: Routine, params: tuple[g.Parameter, ...], tests: list[g.Expr | g.Pay],
          known: frozenset[int] = frozenset()) -> None:
    """Sets x to 1 if, as far as all can see, some choice of *params* passes the tests and payments."""
    if not params:
        parts = []
        for t in tests:
            if not isinstance(t, g.Pay):
                parts.append(possible(r, t, True))
            elif r.gen.facts.is_public(t.source) and r.gen.facts.is_public(t.amount):
                parts += demands(r, [t])
        parts = [p for p in parts if p not in ("1", "(1)")]
        if parts:
            r.put(f"if {' and '.join(parts)}:")
            r.lines.append((r.depth + 1, "x = 1"))
        else:
            r.put("x = 1")
        return
    p = params[0]
    if p.selector.source is not None and hidden_parts(r.gen.facts, p.selector.source, known):
        r.put("x = 1")
        return
    if p.how_many is not None:
        # what is said of the list may hold of some list
        tests = [t for t in tests if not names(t, p.var)]
        rest = tuple(without(q, p.var) for q in params[1:])
        if any(names(q.selector.source, p.var) for q in rest):
            rest, tests = (), []
        if p.how_many.least is None:
            might(r, rest, tests, known)
            return
        least, n = atom(r, expr(r, p.how_many.least)), r.tmp()
        r.put(f"{n} = 0")
        may_fit(r, p, lambda: r.put(f"{n} += 1"), None)
        r.put(f"if {n} >= {least}:")
        with r.indent():
            might(r, rest, tests, known)
        return

    may_fit(r, p, lambda: might(r, params[1:], tests, known), "x")


def may_fit(r: Routine, p: g.Parameter, use: Callable[[], None], stop: str | None) -> None:
    """A loop over all that, as far as all can see, may be chosen as *p*."""
    bare = g.Selector(span=p.selector.span, var=p.selector.var, source=p.selector.source, filter=p.selector.filter,
                      clock=p.selector.clock, every_seat=p.selector.every_seat)

    def one(b: Bind) -> None:
        before = r.env.get(p.var.id)
        r.env[p.var.id] = b
        depth = r.depth
        if p.selector.where is not None:
            text = possible(r, p.selector.where, True)
            if text not in ("1", "(1)"):
                r.put(f"if {text}:")
                r.depth += 1
        use()
        r.depth = depth
        if stop is not None:
            r.put(f"if {stop}:")
            r.lines.append((r.depth + 1, "break"))
        if before is not None:
            r.env[p.var.id] = before

    common, r.common = r.common, True
    candidates(r, bare, one, stop, any_order=True)
    r.common = common


def without(p: g.Parameter, var: g.Var) -> g.Parameter:
    """The parameter without what it says of that name."""
    return evolve(p, selector=evolve(p.selector, where=None)) if names(p.selector.where, var) else p


def names(e: object, var: g.Var) -> bool:
    """Whether it speaks of what the name stands for."""
    return any(isinstance(x, g.Local) and x.var.id == var.id for x in walk(e))


def emit_action(gen: Gen, window: g.Window, action: g.Action) -> None:
    r = Routine(gen, f"action {window.key} {action.key}", True, action.span, action.key,
                (*action.cites, *window.cites))
    r.you = "s[f + 2]"
    for p in action.params:
        r.bind(p.var, many=p.how_many is not None)
    # a window's own parameters are read in the window's frame, which called the action
    for at, p in zip(offsets(gen, window.params), window.params, strict=True):
        r.env[p.var.id] = (list_at(f"s[f + 1] + {at}", 0, depth_of(p)) if is_list(p)
                           else Name(f"s[s[f + 1] + {at}]", True))
    r.start(gen.shared.label(r.key + "/entry"))
    for p in action.params:
        if p.how_many is None:
            born(r, p.var.id)
    heads = head(action.body)
    r.this = "s[f + 4]"
    act(r, action, window.cites, demanded(gen, heads, without_head(action.body)))
    r.sized(gen.shared.what(f"action {action.key}"))


def act(r: Routine, action: g.Action, cites: tuple[str, ...], tested: g.Do | None) -> None:
    """Does the action, with the rules that answer before, instead of and after it. *tested*: what was on offer with it."""
    from interpreter.emit.events import intercept

    gen = r.gen
    over = r.label()
    if by_back(r, you_in(action), action.params):
        # what chance has brought may not be what was hoped for
        tested_again(r, action, lambda: r.goto(over))
    effect = g.Effect(span=action.span, key=action.key, params=action.params, body=action.body,
                      cites=(*action.cites, *cites))
    if ("does", action.key) in gen.facts.instead:
        with r.apart():
            intercept(r, "does", action.key, before_data(r, None, effect), over, instead_only=True)
    if gen.facts.answered_before(action.key):
        r.put(f"s[f + 5] = s[f + 5] | {k.TESTED}")
        before_rules(r, action.key, 0, effect, False, over)
    else:
        r.tested = tested
    stmts(r, without_head(action.body))
    if not r.dead:
        done_rules(r, action.key, effect)
    r.goto(over)
    r.start(over)
    finish(r)


def demanded(gen: Gen, heads: Sequence[g.Requires | g.Pay], body: g.Body) -> g.Do | None:
    """What an action does first, if it requires that just this can be done: the offer was the test."""
    match body:
        case (g.Do(who=None | g.You()) as first, *_):
            effect = gen.game.effects.get(first.effect.key)
            parts = [x for st in heads if isinstance(st, g.Requires)
                     for x in (st.test.parts if isinstance(st.test, g.And) else (st.test,))]
            if (effect is not None and effect.kind is None
                    and all(p.selector.where is None for p in effect.params)
                    and all(isinstance(x, (g.Local, g.You)) for x in first.effect.args)
                    and any(isinstance(x, g.CanDo) and isinstance(x.who, g.You) and x.effect == first.effect
                            for x in parts)):
                return first
    return None


# --------------------------------------------------------------------------------------------- may


def may(r: Routine, st: g.May) -> None:
    """`p may do E`: to pass, or to do it with one choice of its targets. What fills a slot has targets of its own: each is
    a form of the answer."""
    gen = r.gen
    ref = st.effect
    effect = gen.game.effects[ref.key]
    env = dict(r.env)  # an effect that may do itself has parameters of its own
    ask, got, over = r.label(), r.label(), r.label()
    p = atom(r, expr(r, st.who))
    r.put(f"if {p} < 0:")
    with r.indent():
        r.goto(over)
    this = "-1"
    if effect.kind is not None:
        this = atom(r, expr(r, ref.of)) if ref.of is not None else r.this
    fills = every = fills_of(gen, ref.key)
    if not any(e.params for e in fills):
        fills = fills[:1]  # what is on offer is told alike
    args = arguments(r, ref)
    # of a list, where it is laid out
    p, this, *args = kept_for(r, [p, this, *args], ask)
    me, r.you = r.you, p
    mine = r.this
    if effect.kind is not None:
        r.this = this  # what its targets say of `this`
    begin_options(r)
    add_option(r, 0, [])
    if effect.kind is not None and ref.of is not None and len(fills) < 2 and not gen.search:
        r.put(f"if {this} >= 0:")
        with r.indent():
            print_of(r, effect.kind, this, ref.of)  # which card it is has to be known
    which = which_fill(r, ref, this, fills)
    for i, fill in enumerate(fills):
        depth = r.depth
        if which:
            r.put(f"if {which} == {i}:")
            r.depth += 1
        elif effect.kind is not None:
            r.put(f"if {this} >= 0:")
            r.depth += 1
        mark = len(r.lines)
        for q, a in zip(fill.params, args, strict=False):
            r.env[q.var.id] = list_at(a, 0, depth_of(q)) if is_list(q) else Name(a, True)
        left = fill.params[len(args) :]

        def test(fill: g.Effect = fill, left: tuple[g.Parameter, ...] = left) -> str | None:
            if gen.search:
                return None
            if any(q.how_many is not None for q in left):
                return " and ".join(demands(r, head(fill.body or ()))) or None
            return can_call(r, ref.key, p, this, args + [given_text(r, r.env[q.var.id]) for q in left])

        with_params(r, left, p, i + 1, [], test)
        if len(r.lines) == mark:
            r.put("pass")
        r.depth = depth
    if not gen.search:
        r.put("if n == 1:")
        with r.indent():
            r.put("x = 0")
            has = which or which_fill(r, ref, this, every)
            for i, fill in enumerate(every):
                depth = r.depth
                if has and (ref.of is None or gen.facts.is_public(ref.of)):
                    r.put(f"if {has} == {i}{or_may_be(r, ref.key, this, i, every)}:")
                    r.depth += 1
                perhaps(r, st, fill, mine)
                r.depth = depth
            might_anytime(r, p)
            r.put("if x == 0:")
            with r.indent():
                r.goto(over)
    name = ref.key.split(".")[-1]
    site = r.site(str(got), lambda: Site(
        "may", st.docs[0] if st.docs else f"{name.replace('_', ' ')}?", r.rule, (*st.cites, *r.cites), st.span,
        (("pass", (), (), ()), *((name, tuple(_tag(q.var, q.how_many is not None) for q in fill.params[len(args) :]),
                                  effect.docs, (*effect.cites, *st.cites)) for fill in fills), *anytime_forms(gen))))
    r.put(f"s[{k.QP}] = {p}")
    r.put(f"s[{k.QN}] = n")
    r.put(f"s[{k.QSITE}] = {site}")
    if not gen.search and not r.static:
        only_possible(r, st, got)
    anytime_options(r, len(fills) + 1, p)
    r.put(f"s[f] = {got}")
    r.leave(f"return {k.ASK}")
    r.start(got)
    anytime_answers(r, len(fills) + 1, ask)
    r.you = f"s[{k.QP}]"
    r.put(f"if s[{k.ANS}] == 0:")
    with r.indent():
        note(r, "pass", "{0} passes", (("player", f"s[{k.QP}]"),), None, st)
        r.goto(over)
    # what is given is worked out as it was before: by who offers it, not by who was asked
    again, r.you, r.env, r.this = args, me, dict(env), mine
    if not gen.facts.anytimes:
        if effect.kind is not None:
            this = atom(r, expr(r, ref.of)) if ref.of is not None else r.this
        again = arguments(r, ref)
    r.you = f"s[{k.QP}]"
    p = atom(r, Code(f"s[{k.QP}] + 0"))
    if ref.key not in gen.facts.framed:
        from interpreter.emit.effects import plain_function
        from interpreter.emit.steps import plain_call

        note(r, "act", f"{{0}} does {name}", (("player", p),), None, st, effect.cites)
        plain_call(r, f"{plain_function(gen, ref.key)}(s, w, {r.top}, {p}, {this}{''.join(', ' + a for a in again)})")
        r.you, r.env = me, env
        r.goto(over)
        r.start(over)
        return
    r.you = p
    for i, fill in enumerate(fills):
        depth = r.depth
        if len(fills) > 1:
            r.put(f"if s[{k.ANS}] == {i + 1}:")
            r.depth += 1
        does_it(r, st, fill, again, p, this, over)
        r.depth = depth
        r.dead = False
    r.dead = len(fills) == 1
    r.you, r.env = me, env
    r.goto(over)
    r.start(over)


def which_fill(r: Routine, ref: g.EffectRef, this: str, fills: list[g.Effect]) -> str:
    """Which of them the card has; empty if there is one only."""
    if len(fills) < 2:
        return ""
    key = ref.key
    table = r.gen.table("F_" + safe(key), lambda: fill_numbers(r.gen, key))
    return atom(r, Code(f"({table}[{print_of(r, r.gen.game.effects[key].kind, this, ref.of)}] if {this} >= 0 else -1)"))


def or_may_be(r: Routine, key: str, this: str, i: int, fills: list[g.Effect]) -> str:
    """Or, for all that everybody can see, it may have that one."""
    gen = r.gen
    lay = gen.lay
    if of_spaces(gen, gen.game.effects[key].kind):
        return ""  # all see which space it is

    def by_back() -> list[int]:
        numbers, out = fill_numbers(gen, key), [0] * max(1, len(lay.backs))
        for c, number in enumerate(numbers):
            if 0 <= number < len(fills):
                out[lay.back_of[c]] |= 1 << number
        return out

    table = gen.table("FB_" + safe(key), by_back)
    return (f" or ({this} >= 0 and s[{gen.at('KNOW')} + {this}] != {lay.seats}"
            f" and {table}[BACK[s[{gen.at('FACE')} + {this}]]] >> {i} & 1)")


def given_text(r: Routine, b: Bind) -> str:
    """How a value, or a list that is laid out, is given to a function."""
    return b.text if isinstance(b, Name) else flat(r, b).base


def perhaps(r: Routine, st: g.May, fill: g.Effect, mine: str) -> None:
    """Sets x to 1 if, as far as all can see, it might be on offer. *mine*: whose text the statement is."""
    ref = st.effect
    left = fill.params[len(ref.args) :]
    common = g.CanDo(span=st.span, type=g.TRUTH, who=g.You(span=st.span, type=g.PLAYER), effect=g.EffectRef(
        span=st.span, key=ref.key,  # what is given, and `this`, are bound already
        args=tuple(g.Local(span=st.span, type=q.var.type, var=q.var) for q in fill.params)))
    tests = heads_of(fill.body or ())
    whole = fill.whole or r.gen.game.effects[ref.key].whole
    if whole and all(q.how_many is None for q in left):
        tests.append(common)
    depth = r.depth
    facts = r.gen.facts
    of_whom = ref.of is None or facts.is_public(ref.of)
    if r.gen.game.effects[ref.key].kind is not None and of_whom:
        r.put(f"if {r.this} >= 0:")
        r.depth += 1
    this, r.this = r.this, mine
    seen = [all_see(r, e) for e in ref.args]
    r.this = this
    for q, open_ in zip(fill.params, seen, strict=False):
        if open_ != "0" and not is_list(q):
            otherwise = "" if open_ == "1" else f"not ({open_}) or "
            if q.var.type.optional:
                bound = r.env[q.var.id]
                assert isinstance(bound, Name)
                r.put(f"if {otherwise}{bound.text} != {none_of(q.var.type)}:")
                r.depth += 1
            for fits in lies_there(r, q):
                r.put(f"if {otherwise}{fits}:")
                r.depth += 1
            if q.selector.where is not None:
                r.put(f"if {otherwise}{possible(r, q.selector.where)}:")
                r.depth += 1
    known = " and ".join(dict.fromkeys(x for x in seen if x != "1")) if of_whom and "0" not in seen else "0"
    mark = len(r.lines)
    if known and known != "0" and tests:
        r.put(f"if {known}:")
        with r.indent():
            might(r, left, tests)
        r.put("else:")
        with r.indent():
            might(r, left, [])
    else:
        # what is given may tell something that not all can see
        might(r, left, tests if not known else [])
    if len(r.lines) == mark:
        r.put("pass")
    r.depth = depth


def does_it(r: Routine, st: g.May, fill: g.Effect, given: list[str], p: str, this: str, over: int) -> None:
    """Does the effect with what was given and what the answer says."""
    gen, ref = r.gen, st.effect
    name = ref.key.split(".")[-1]
    left = fill.params[len(given) :]
    values = tuple((chosen_tag(q.var.type), f"s[{k.ANS + 1 + j}]") for j, q in enumerate(left[:2]) if not is_list(q))
    holes = ", ".join(f"{{{j + 1}}}" for j in range(len(values)))
    note(r, "act", f"{{0}} does {name}" + (f": {holes}" if holes else ""), (("player", p), *values), None, st,
         gen.game.effects[ref.key].cites)
    target = entry_text(r, ref.key, len(fill.params), this)
    target = atom(r, Code(target)) if gen.game.effects[ref.key].kind is not None else target
    tested = all(q.how_many is None for q in left) and not gen.search and not by_back(r, you_in(st), left)
    push(r, effect_number(gen, ref.key), p, this, over, marked(r, len(given), tested))
    places = offsets(gen, fill.params)
    for q, at, a in zip(fill.params, places, given, strict=False):
        if is_list(q):
            to = list_at(f"g + {at}", room_of(gen, q), depth_of(q))
            copy_list(r, a, to)
            r.env[q.var.id] = to
        else:
            r.put(f"s[g + {at}] = {a}")
            r.env[q.var.id] = Name(f"s[g + {at}]", True)
    mine = r.this
    if gen.game.effects[ref.key].kind is not None:
        r.this = this
    take_params(r, you_in(st), left, "g", places[len(given) :], 1, p)
    r.this = mine
    r.leave(f"return {target}")


def action_on_offer(r: Routine, e: g.CanDo) -> Code:
    """Of an action, `can do` means that it is on offer now. While rules run no question waits; examples ask the one that
    does instead."""
    return Code("0")
