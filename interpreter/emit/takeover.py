"""Answers to a waiting effect: cancelled, or taken over with new targets."""

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Name, list_at
from interpreter.emit.choose import choose
from interpreter.emit.effects import (
    depth_of,
    effect_number,
    fill_numbers,
    fills_of,
    is_list,
    must_be_given,
    offsets,
    room_of,
    rule_name,
)
from interpreter.emit.expr import atom, expr
from interpreter.emit.spaces import bearer_type, print_of
from interpreter.emit.steps import finish, mark_of, note, push
from interpreter.emit.values import safe
from rulelang import game as g


def retarget(gen: Gen, key: str, number: int, effect: g.Effect) -> None:
    """Who takes over a waiting effect chooses its targets anew (those that its caller left out), into its frame; without
    any it comes to nothing."""
    r = Routine(gen, f"retarget {key}#{number}", True, effect.span, rule_name(gen, key, effect), effect.cites)
    r.size = k.HEAD + 1
    r.you, r.this = "s[s[f + 6] + 2]", "s[s[f + 6] + 4]"
    for at, p in zip(offsets(gen, effect.params), effect.params, strict=True):
        place = f"s[f + 6] + {at}"
        r.env[p.var.id] = list_at(place, room_of(gen, p), depth_of(p)) if is_list(p) else Name(f"s[{place}]", True)
    for i, p in enumerate(effect.params):
        r.goto(retarget_entry(gen, key, number, i))
        r.start(retarget_entry(gen, key, number, i))
        if must_be_given(p):
            continue

        def nothing() -> None:
            note(r, "nothing", f"nothing comes of {r.rule}: there is nothing to choose", (), None, effect)
            r.put(f"s[s[f + 6] + 5] = s[s[f + 6] + 5] | {k.CANCELLED}")
            finish(r)

        choose(r, g.Choose(span=effect.span, who=g.You(span=effect.span, type=g.PLAYER), selector=p.selector,
                           how_many=p.how_many, cites=effect.cites), on_none=nothing)
    for i in range(len(effect.params), 4):
        r.goto(retarget_entry(gen, key, number, i))
        r.start(retarget_entry(gen, key, number, i))
    finish(r)
    r.sized(gen.shared.what(f"retarget {key}"))


def retarget_entry(gen: Gen, key: str, number: int, given: int) -> int:
    return gen.shared.label(f"retarget {key}#{number}/entry {given}")


def waiting_frame(r: Routine, ref: g.EffectRef) -> str:
    this = atom(r, expr(r, ref.of)) if ref.of is not None else "-1"
    t = r.tmp()
    r.put(f"{t} = waiting(s, f, {effect_number(r.gen, ref.key)}, {this})")
    if r.gen.search:
        r.put(f"if {t} < 0:")
        r.lines.append((r.depth + 1, f"return {k.FAIL}"))
    return t


def gen_kind(r: Routine, key: str) -> bool:
    """Whether the effect is one of cards."""
    return r.gen.game.effects[key].kind is not None


def cancel(r: Routine, st: g.Cancel) -> None:
    t = waiting_frame(r, st.effect)
    r.put(f"if {t} >= 0:")
    with r.indent():
        r.put(f"cancel_frame(s, f, {t})")
        if gen_kind(r, st.effect.key):
            what = bearer_type(r.gen, r.gen.game.effects[st.effect.key].kind)
            note(r, "cancel", "{0} cancels {1}", (("player", r.you), (what, f"s[{t} + 4]")), None, st)
        else:
            note(r, "cancel", f"{{0}} cancels {st.effect.key}", (("player", r.you),), None, st)
    if not r.gen.search and r.gen.log:
        r.put(f"if {t} < 0:")
        with r.indent():
            note(r, "nothing", f"nothing comes of {r.rule}: there is nothing to cancel", (), None, st)


def take_over(r: Routine, st: g.TakeOver) -> None:
    gen = r.gen
    who = atom(r, expr(r, st.who))
    over = r.label()
    t = waiting_frame(r, st.effect)
    key = st.effect.key
    r.put(f"if {t} >= 0 and {who} >= 0:")
    with r.indent():
        r.put(f"s[{t} + 2] = {who}")
        r.put(f"s[{t} + 5] = s[{t} + 5] | {k.TAKEN}")
        what = bearer_type(gen, gen.game.effects[key].kind)
        note(r, "taken_over", "{0} takes over {1}", (("player", who), (what, f"s[{t} + 4]")), None, st)
        fills = fills_of(gen, key)
        if gen.game.effects[key].kind is not None:
            numbers = [i if i >= 0 and fills[i].params else -1 for i in fill_numbers(gen, key)]
        else:
            numbers = [0 if fills[0].params else -1]
        table = gen.table(f"R_{safe(key)}", lambda: [
            retarget_entry(gen, key, i, given) if i >= 0 else -1 for i in numbers for given in range(4)])
        b = r.tmp()
        kind = gen.game.effects[key].kind
        which = f"{print_of(r, kind, f's[{t} + 4]')} * 4 + " if kind is not None else ""
        r.put(f"{b} = {table}[{which}(s[{t} + 5] >> 6 & 3)]")
        if gen.facts.answered_before(key):
            r.put(f"if {b} >= 0:")
            with r.indent():
                push(r, gen.shared.what(f"retarget {key}"), who, "-1", over, mark_of(r))
                r.put(f"s[g + 6] = {t}")
                r.put(f"return {b}")
    r.goto(over)
    r.start(over)
