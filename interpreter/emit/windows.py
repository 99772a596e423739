"""Windows: asking players in turn whether they want to act (meaning 15), without the question telling anything."""

from interpreter import slots as k
from interpreter.emit.actions import barred, emit_action, you_in
from interpreter.emit.after import answer
from interpreter.emit.anytime import anytime_answers, anytime_forms, anytime_options
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Bind, Code, ListAt, Name
from interpreter.emit.calls import Given, put_args
from interpreter.emit.choicelists import take_params
from interpreter.emit.combined_options import with_head
from interpreter.emit.effects import is_list, offsets
from interpreter.emit.expr import atom, cond, expr, value
from interpreter.emit.intercept import intercept
from interpreter.emit.lasting import look_again
from interpreter.emit.loops import collect
from interpreter.emit.on_offer import offer
from interpreter.emit.options import add_option, begin_options, option_tag
from interpreter.emit.ordering import next_of
from interpreter.emit.places import neighbour
from interpreter.emit.shared import Site
from interpreter.emit.steps import chosen_tag, event_code, finish, note, push, replacing
from interpreter.emit.stmts import assign
from interpreter.emit.telling import happened
from interpreter.emit.walks import Use, seats
from rulelang import game as g


def window_number(gen: Gen, key: str) -> int:
    """Windows are told from other frames by a number below nothing."""
    return -1 - gen.shared.what(f"window {key}")


def window_entry(gen: Gen, key: str) -> int:
    return gen.shared.label(f"window {key}/entry")


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
        (("pass", (), (), ()), *((a.key, tuple(option_tag(p.var, p.how_many is not None) for p in a.params), a.docs,
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
