"""Choices that all make at once, secretly, before the bodies go on in turn order (meaning 18)."""

from collections.abc import Sequence

from interpreter import slots as k
from interpreter.emit.answers import Kept, give_back, keep_choices, kept_list, places, reveal, still_secret
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, ListAt, Lists, Name
from interpreter.emit.choose import choose
from interpreter.emit.effects import is_list
from interpreter.emit.expr import expr
from interpreter.emit.fuel import STATEMENT, spend
from interpreter.emit.loops import collect, copy_list
from interpreter.emit.named_options import chosen_option, option_question, run_option
from interpreter.emit.public import only_asked, possible
from interpreter.emit.questions import contains
from interpreter.emit.secrets import may_be_searched
from interpreter.emit.selectors import candidates, fill_candidates
from interpreter.emit.shared import Site
from interpreter.emit.steady import stays
from interpreter.emit.steps import note
from interpreter.emit.stmts import assign, stmts
from interpreter.emit.walks import Use
from interpreter.rooms import shape_of_candidates
from rulelang import game as g

ALL = 1 << 30
"""In a search: all choices are made in it."""

HIDDEN = "asked"
"""What the log calls it that somebody has chosen, for those who do not see what."""


def at_once(r: Routine, st: g.ForEach) -> None:
    """The choices at the head of the body are put to all secretly; then the bodies go on in order."""
    var = st.selector.var
    n = 0
    while n < len(st.body) and isinstance(st.body[n], (g.Choose, g.ChooseOption)):
        n += 1
    meant = r.list_for(shape_of_candidates(r.gen.lay, st.selector))
    assert isinstance(meant, ListAt)
    fill_candidates(r, st.selector, meant)
    asked = perhaps_meant(r, st.selector, meant)
    kept = [places(r, x, meant.room - 1) for x in st.body[:n] if isinstance(x, (g.Choose, g.ChooseOption))]
    i = at = f"s[{r.slot()}]"
    if asked is not meant:
        at = f"s[{r.slot()}]"  # some are asked who are not meant, and keep no answer
    bound = r.bind(var)
    ask, over = r.label(), r.label()
    again = f"s[{r.slot()}]" if may_be_searched(r) else ""
    if at != i:
        r.put(f"{at} = 0")
    if again:
        r.put(f"{again} = {-ALL if r.gen.search else 0}")
    with r.each_of(asked.base, i, ask, over, length_of(r, st.selector)):
        if again and r.gen.search:
            r.put(f"if {again} < 0 and {i} >= -{again}:")
            with r.indent():
                r.goto(over)
        elif again:
            r.put(f"{again} = {i}")
        assign(r, bound, f"s[{asked.base} + {i}]")
        if asked is not meant:
            empty_question(r, st, bound, meant, ask)
        if at != i:
            r.put(f"{at} = {at} + 1")
        for one in kept:
            put_question(r, one, at)
    if again:
        asked_anew(r, again, i, at, ask)
    if r.gen.log and not r.gen.search:
        for one in kept:
            if not (isinstance(one.choice, g.Choose) and one.choice.secretly):
                reveal(r, one, meant)
    if not (r.gen.facts.waits(st.body[n:]) or any(isinstance(one.choice, g.ChooseOption) for one in kept)):
        straight_on(r, st, kept, meant, st.body[n:], again)
        return
    with r.each_of(meant.base, at, r.label(), r.label()):
        assign(r, bound, f"s[{meant.base} + {at}]")
        # what was chosen stands for all names, before options are carried out one after the other
        for one in kept:
            if isinstance(one.choice, g.Choose):
                give_back(r, one, at)
                still_secret(r, one.choice, again)
        for one in kept:
            if isinstance(one.choice, g.ChooseOption):
                do_option(r, one, at)
        stmts(r, st.body[n:])


def asked_anew(r: Routine, again: str, i: str, at: str, ask: int) -> None:
    """All have answered. In a search for one of them, which began at his question, those before him are asked anew, as he does
    not know what they have chosen. *again*: the place of the one asked; below 0: they are being asked anew."""
    if not r.gen.search:
        r.put(f"{again} = 0")
        return
    r.put(f"if {again} > 0:")
    with r.indent():
        r.put(f"{again} = -{again}")
        for place in dict.fromkeys((i, at)):
            r.put(f"{place} = 0")
        r.goto(ask)


def length_of(r: Routine, sel: g.Selector) -> str | None:
    """How many are meant, if these are always all players."""
    return str(r.gen.lay.players) if sel.source is None and sel.clock is None and stays(r, sel) else None


def seat_of(r: Routine, sel: g.Selector, at: str) -> str | None:
    """Who the *at*-th of them is (from 1 on), if these are always all players, and it is nobody's turn."""
    game = r.gen.game
    if length_of(r, sel) is None or sel.var.type.base != "player" or any(x.of is not None for x in game.phases.values()):
        return None
    return f"({game.first} + {at} - 1) % {r.gen.lay.players}"


def straight_on(r: Routine, st: g.ForEach, kept: Sequence[Kept], meant: ListAt, body: g.Body, again: str) -> None:
    """The bodies, one after the other, where nothing in them may have to wait."""
    at = r.tmp()
    length = length_of(r, st.selector)
    r.put(f"for {at} in range(1, {length or f's[{meant.base}]'} + 1):")
    with r.indent():
        spend(r, STATEMENT)
        before = dict(r.env)
        whose = seat_of(r, st.selector, at)
        of_names = {st.selector.var.id: (whose or f"s[{meant.base} + {at}]", False)}
        for one in kept:
            assert isinstance(one.choice, g.Choose)
            var = one.choice.selector.var
            asked = r.env[var.id]
            if isinstance(asked, Name):
                of_names[var.id] = f"s[{one.slots(at)}]", asked.null
            else:
                give_back(r, one, at)
            still_secret(r, one.choice, again)
        for number, (text, null) in of_names.items():
            name = r.tmp()
            r.put(f"{name} = {text}")
            r.env[number] = Name(name, null)
        stmts(r, body)
        r.env = before


def perhaps_meant(r: Routine, sel: g.Selector, meant: ListAt) -> ListAt:
    """Those of whom not all can see that they are not meant: they are asked too."""
    if sel.where is None or r.gen.facts.is_public(sel.where):
        return meant
    to = r.list_for((meant.room - 1,))
    assert isinstance(to, ListAt)
    bare = g.Selector(span=sel.span, var=sel.var, source=sel.source, filter=sel.filter, clock=sel.clock,
                      every_seat=sel.every_seat)
    where = sel.where

    def walk(add: Use) -> None:
        def one(b: Bind) -> None:
            assert isinstance(b, Name)
            among = contains(r, b.text, g.Local(span=sel.span, type=g.Type("list", item=sel.var.type), var=MEANT))
            if r.gen.search:
                r.put(f"if {among}:")  # there is nobody who could be told anything
            else:
                with only_asked(r):
                    r.put(f"if {among} or {possible(r, where, True)}:")
            with r.indent():
                add(b)

        r.env[MEANT.id] = meant
        candidates(r, bare, one)

    collect(r, to, walk)
    return to


MEANT = g.Var(id=-7, name="meant", type=g.PLAYER, many=True)


def empty_question(r: Routine, st: g.ForEach, bound: Bind, meant: ListAt, ask: int) -> None:
    """Somebody who is not meant is asked without anything to choose, so that nobody learns that."""
    assert isinstance(bound, Name)
    gen = r.gen
    got, real = r.label(), r.label()
    found = contains(r, bound.text, g.Local(span=st.span, type=g.Type("list", item=g.PLAYER), var=MEANT))
    r.put(f"if {found}:")
    with r.indent():
        r.goto(real)
    site = r.site(str(got), lambda: Site(
        "window", st.docs[0] if st.docs else "nothing to choose", r.rule, (*st.cites, *r.cites), st.span,
        (("pass", (), (), ()),), True))
    r.put(f"o = w[s[{k.OPTROW}]]")
    for i in range(gen.wide):
        r.put(f"o[{i}] = 0")
    r.put(f"s[{k.QP}] = {bound.text}")
    r.put(f"s[{k.QN}] = 1")
    r.put(f"s[{k.QSITE}] = {site}")
    r.put(f"s[f] = {got}")
    r.put(f"return {k.ASK}")
    r.dead = True
    r.start(got)
    note(r, HIDDEN, "{0} has chosen", (("player", bound.text),), f"({gen.lay.seats} & ~(1 << {bound.text}))", st)
    r.goto(ask)
    r.start(real)


def put_question(r: Routine, one: Kept, at: str) -> None:
    """Asks, and keeps the answer as that of the *at*-th."""
    st = one.choice
    if isinstance(st, g.Choose):
        choose(r, st, secret=True)
        bound = r.env[st.selector.var.id]
        if isinstance(bound, Name):
            r.put(f"s[{one.slots(at)}] = {bound.text}")
        else:
            assert isinstance(bound, (ListAt, Lists))
            copy_list(r, bound.base, kept_list(one.slots(at), bound))
        return
    got, over = r.label(), r.label()
    option_question(r, st, got, over, secret=True, none=lambda: r.put(f"s[{one.slots(at)}] = -1"))
    for i in range(r.gen.wide):
        r.put(f"s[{one.slots(at)} + {i}] = s[{k.ANS + i}]")
    for number, option in enumerate(st.options):
        if any(is_list(p) or p.var.type.base == "card" for p in option.params):
            r.put(f"if s[{k.ANS}] == {number}:")
            with r.indent():
                keep_choices(r, one, option.params, at)
    hide = f"(1 << s[{k.QP}])"
    chosen_option(r, st, "secret", "{0} chooses: ", f"s[{k.QP}]", f"{k.ANS}", hide)
    note(r, HIDDEN, "{0} has chosen", (("player", f"s[{k.QP}]"),), f"({r.gen.lay.seats} & ~{hide})", st)
    r.goto(over)
    r.start(over)


def do_option(r: Routine, one: Kept, at: str) -> None:
    """Carries out the option that the *at*-th took."""
    st = one.choice
    assert isinstance(st, g.ChooseOption)
    over = r.label()
    r.put(f"if s[{one.slots(at)}] < 0:")
    with r.indent():
        r.goto(over)
    for i in range(r.gen.wide):
        r.put(f"s[{k.ANS + i}] = s[{one.slots(at)} + {i}]")
    if st.who is not None:
        r.put(f"s[{k.QP}] = {expr(r, st.who).text}")

    def listed(p: g.Parameter) -> str:
        return f"{one.slots(at)} + {one.lists[p.var.id][0]}"

    run_option(r, st, over, listed)
