"""Doing an effect: the frame of its routine is filled with what is given, or a plain function is called (meaning 14)."""

from interpreter import slots as k
from interpreter.emit.base import Gen, NotYet, Routine
from interpreter.emit.bindings import Code, Name, list_at
from interpreter.emit.effects import (
    depth_of,
    effect_number,
    entry,
    fill_numbers,
    fills_of,
    is_list,
    most_params,
    offsets,
    room_of,
    rule_name,
)
from interpreter.emit.expr import atom, expr, value
from interpreter.emit.loops import fill
from interpreter.emit.requirements import test_head, without_head
from interpreter.emit.spaces import print_of
from interpreter.emit.steps import fail, finish, mark_of, plain_call, push
from interpreter.emit.stmts import stmts
from interpreter.emit.sure import rest_test
from interpreter.emit.values import safe
from rulelang import game as g


def entry_text(r: Routine, key: str, given: int, this: str, of: g.Expr | None = None) -> str:
    gen = r.gen
    effect = gen.game.effects[key]
    if effect.kind is None:
        return str(entry(gen, key, 0, given))
    fills = fills_of(gen, key)
    table = gen.table(f"E_{safe(key)}_{given}", lambda: [
        entry(gen, key, i, min(given, len(fills[i].params))) if i >= 0 else gen.shared.label("nothing")
        for i in fill_numbers(gen, key)])
    return f"{table}[{print_of(r, effect.kind, this, of)}]"


Given = tuple[g.Parameter, int, str | g.Expr]
"""What is given for a parameter, and its place in the frame: a value, or a list still to be laid out."""


def give(r: Routine, params: tuple[g.Parameter, ...], args: tuple[g.Expr, ...]) -> list[Given]:
    """The arguments worked out before the new frame is made."""
    out: list[Given] = []
    for at, p, e in zip(offsets(r.gen, params), params, args, strict=False):
        if is_list(p):
            out.append((p, at, e))
        else:
            out.append((p, at, atom(r, expr(r, e)) if e.type.base != "truth" else value(r, e)))
    return out


def put_args(r: Routine, given: list[Given], frame: str) -> None:
    for p, at, x in given:
        if isinstance(x, str):
            r.put(f"s[{frame} + {at}] = {x}")
        else:
            fill(r, x, list_at(f"{frame} + {at}", room_of(r.gen, p), depth_of(p)))


def do(r: Routine, st: g.Do) -> None:
    """`p does e(...) of c`."""
    gen = r.gen
    ref = st.effect
    if ref.key not in gen.game.effects:
        raise NotYet(f"`does {ref.key}` of an action")
    effect = gen.game.effects[ref.key]
    who = expr(r, st.who) if st.who is not None else None
    you = atom(r, who) if who is not None else r.you
    this = "-1"
    depth = r.depth
    nobody = who is not None and who.null
    if nobody:
        fail(r, f"{you} < 0")
        r.put(f"if {you} >= 0:")
        r.depth += 1
    if effect.kind is not None:
        this = atom(r, expr(r, ref.of)) if ref.of is not None else r.this
    if ref.key not in gen.facts.framed:
        if this != "-1" and ref.of is not None:
            r.put(f"if {this} >= 0:")
            r.depth += 1
            print_of(r, effect.kind, this, ref.of)  # which card it is has to be known
        args = [value(r, e) for e in ref.args]
        plain_call(r, f"{plain_function(gen, ref.key)}(s, w, {r.top}, {you}, {this}{''.join(', ' + a for a in args)})")
        r.depth = depth
        return
    over = r.label()
    params = fills_of(gen, ref.key)[0].params if effect.kind is None else most_params(gen, ref.key)
    given = give(r, params, ref.args)
    if effect.kind is not None:
        if gen.search:
            r.put(f"if {this} < 0:")
            r.lines.append((r.depth + 1, f"return {k.FAIL}"))
        r.put(f"if {this} >= 0:")
        r.depth += 1
    target = entry_text(r, ref.key, len(ref.args), this, ref.of)
    target = atom(r, Code(target)) if effect.kind is not None else target
    push(r, effect_number(gen, ref.key), you, this, over, marked(r, len(ref.args), st is r.tested))
    put_args(r, given, "g")
    r.leave(f"return {target}")
    r.depth = depth
    r.dead = False
    if effect.kind is not None or nobody:
        r.goto(over)
    r.start(over)
    if rest_test(r, st) == "1":
        gen.shared.sure.add(over)


def marked(r: Routine, given: int, tested: bool = False) -> str:
    """The mark of an effect's frame."""
    bits = min(given, 3) * k.GIVEN | (k.TESTED if tested else 0)
    return f"{mark_of(r)} | {bits}" if bits else mark_of(r)


def plain_function(gen: Gen, key: str) -> str:
    """The function of an effect that never waits."""
    name = f"{gen.prefix}e_{safe(key)}"
    if name in gen.asked:
        return name
    gen.asked.add(name)
    effect = gen.game.effects[key]
    fills = fills_of(gen, key)
    if effect.kind is None:
        plain_body(gen, name, key, fills[0], 0)
        return name
    args = "".join(f", a{i}" for i in range(len(most_params(gen, key))))
    r = Routine(gen, name, False, effect.span, key)
    table = gen.table("F_" + safe(key), lambda: fill_numbers(gen, key))
    r.put(f"k = {table}[{print_of(r, effect.kind, 'this')}]")
    for i, e in enumerate(fills):
        plain_body(gen, f"{name}_{i}", key, e, i)
        r.put(f"if k == {i}:")
        r.lines.append((2, f"return {name}_{i}(s, w, f, you, this{args})"))
    r.put("return 0")
    gen.functions[name] = ("s, w, f, you, this" + args, r.lines)
    return name


def plain_body(gen: Gen, name: str, key: str, effect: g.Effect, number: int) -> None:
    r = Routine(gen, name, False, effect.span, rule_name(gen, key, effect), effect.cites)
    r.size = 0
    params = []
    for i in range(len(most_params(gen, key))):
        params.append(f"a{i}")
        if i < len(effect.params):
            r.env[effect.params[i].var.id] = Name(f"a{i}", True)
    test_head(r, effect, lambda: finish(r))
    stmts(r, without_head(effect.body or ()))
    finish(r)
    gen.shared.sizes[name] = r.size
    gen.functions[name] = (", ".join(["s", "w", "f", "you", "this", *params]), r.lines)
