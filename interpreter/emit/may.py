"""`may`: somebody does an effect with targets of their choice, or passes; the question tells nothing."""

from attrs import evolve

from interpreter import slots as k
from interpreter.emit.actions import you_in
from interpreter.emit.anytime import anytime_answers, anytime_forms, anytime_options, kept_for, might_anytime
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, Code, Name, list_at
from interpreter.emit.calls import entry_text, marked, plain_function
from interpreter.emit.cando import arguments, can_call, demands, hangs_on_hidden, head
from interpreter.emit.choicelists import by_back, take_params
from interpreter.emit.combined_options import with_params
from interpreter.emit.effects import (
    depth_of,
    effect_number,
    fill_numbers,
    fills_of,
    is_list,
    offsets,
    room_of,
)
from interpreter.emit.expr import atom, expr, none_of
from interpreter.emit.loops import copy_list, flat
from interpreter.emit.on_offer import heads_of, might
from interpreter.emit.options import add_option, begin_options, option_tag
from interpreter.emit.public import all_see, only_asked, possible, speaks_of_this
from interpreter.emit.requirements import lies_there
from interpreter.emit.shared import Site
from interpreter.emit.spaces import of_spaces, print_of
from interpreter.emit.steps import chosen_tag, note, plain_call, push
from interpreter.emit.told import only_possible
from interpreter.emit.values import safe
from rulelang import game as g


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
            with only_asked(r):
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
        (("pass", (), (), ()), *((name, tuple(option_tag(q.var, q.how_many is not None) for q in fill.params[len(args) :]),
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
    if r.gen.game.effects[ref.key].kind is not None:
        if of_whom:
            r.put(f"if {r.this} >= 0:")
            r.depth += 1
        else:
            # what is said of that card may hold, as not all can see which one it is, if any
            fill = evolve(fill, params=tuple(whoever(q) for q in fill.params))
            if any(speaks_of_this(q.selector.source) for q in left):
                r.put("x = 1")
                return
            left = fill.params[len(ref.args) :]
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
            if of_whom or not speaks_of_this(q.selector.source):
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


def whoever(q: g.Parameter) -> g.Parameter:
    """The parameter without what it says of whose effect it is."""
    return evolve(q, selector=evolve(q.selector, where=None)) if speaks_of_this(q.selector.where) else q


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
    tested = not (gen.search or any(q.how_many is not None for q in left) or by_back(r, you_in(st), left)
                  or hangs_on_hidden(gen, fill))
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
