"""Derived values: one plain function each, or their text where they are asked for; and how modifiers reach them."""

from collections.abc import Callable

from interpreter.constants import NO_NUMBER, bounds
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Bind, Code, Deferred, Name
from interpreter.emit.expr import atom, expr, none_of, value
from interpreter.emit.spaces import of_spaces, print_of
from interpreter.emit.stored import face, needs_no_order
from interpreter.walk import walk
from rulelang import game as g
from rulelang.uses.orderless import asks_for_faces

ORDERED, WALKED, ORDERLESS = range(3)
"""Of a value's function there are as many as there are ways to ask: of a card; of each card of some zones in turn, so that it
does not matter which of those of a shuffled one it is; and where no order matters."""


def value_name(gen: Gen, key: str, variant: int) -> str:
    return f"{gen.prefix}v_{'0' * variant}{safe(key)}"


def variant_of(r: Routine, e: g.Derived) -> int:
    """Which function of the value is asked."""
    if r.orderless:
        return ORDERLESS
    cards = [x for x in (e.of, *e.args) if x is not None and x.type.base == "card"]
    return WALKED if cards and all(needs_no_order(r, x) for x in cards) else ORDERED


def is_listy(v: g.Value) -> bool:
    return v.type.base == "list" or any(p.var.type.base == "list" for p in v.params)


def derived(r: Routine, e: g.Derived) -> Code:
    """A call of the value's function; a value of a list, or with a list given, is written out in place."""
    v = r.gen.game.values[e.key]
    if is_listy(v) and not r.gen.facts.modifiers.get(e.key):
        t = r.tmp()
        r.put(f"{t} = {none_of(v.type)}")
        inlined(r, e, lambda body: r.put(f"{t} = {value(r, body)}"))
        return Code(t, True)
    name = function_of(r.gen, e.key, variant_of(r, e))
    args: list[str] = []
    guard = ""
    if v.kind is not None or v.of is not None:
        assert e.of is not None, e.key
        code = expr(r, e.of)
        a = atom(r, code)
        if code.null:
            guard = f"{a} >= 0"
        args.append(a)
    args += [atom(r, expr(r, x)) for x in e.args]
    text = f"{name}(s, w{''.join(', ' + a for a in args)})"
    if e.of is not None and e.of.type.base == "card" and reads_face(r.gen, v):
        face(r, args[0], e.of)
    if guard:
        return Code(f"({text} if {guard} else {none_of(v.type)})", True)
    return Code(text, v.type.optional or v.type.base not in ("truth", "number", "player")
                or r.gen.nulls.get(name, True))


def reads_face(gen: Gen, v: g.Value) -> bool:
    """Whether the value of a card depends on what is printed on that card."""
    if v.kind is not None:
        return True
    return any(isinstance(x, (g.Printed, g.KindIs)) and isinstance(of := getattr(x, "of", None) or getattr(x, "part", None),
               g.Local) and v.of is not None and of.var.id == v.of.var.id for x in walk(v.expr))


def inlined(r: Routine, e: g.Derived, use: Callable[[g.Expr], None]) -> None:
    """Emits with the value's expression as if it stood here, its parameters bound to what is given."""
    v = r.gen.game.values[e.key]
    if v.kind is not None:
        slot_inlined(r, v, e, use)
        return
    assert v.expr is not None
    outer = r.env, r.you, r.this
    walked, r.walked = r.walked, r.walked | {
        x.var.id for x, given in zip((v.of, *v.params), (e.of, *e.args), strict=True)
        if x is not None and given is not None and needs_no_order(r, given)}
    env: dict[int, Bind] = dict(r.env)
    depth = r.depth
    if v.of is not None:
        assert e.of is not None
        code = expr(r, e.of)
        whose = atom(r, code)
        guarded = code.null and v.of.var.type.base != "number"
        env[v.of.var.id] = Name(whose, code.null and not guarded)
        if guarded:
            r.put(f"if {whose} >= 0:")  # there is no value of nobody and nothing
            r.depth += 1
    for param, arg in zip(v.params, e.args, strict=True):
        env[param.var.id] = argument(r, param, arg)
    r.env = env
    use(v.expr)
    r.env, r.you, r.this = outer
    r.depth = depth
    r.walked = walked


def slot_inlined(r: Routine, v: g.Value, e: g.Derived, use: Callable[[g.Expr], None]) -> None:
    """The same of a slot: what the card says, or its kind."""
    gen = r.gen
    this = atom(r, expr(r, e.of)) if e.of is not None else r.this
    fills = gen.facts.value_fills.get(v.key, [])
    which = r.tmp()
    r.put(f"{which} = {fills_table(gen, v)}[{print_of(r, v.kind, this, e.of)}] if {this} >= 0 else -1")
    outer = r.env
    for i, filled in enumerate([v, *(x for x, _ in fills)]):
        if filled.expr is None:
            continue
        env = dict(outer)
        for param, arg in zip(filled.params, e.args, strict=True):
            env[param.var.id] = argument(r, param, arg)
        # it is worked out where `this` is that card; what is done with its members, where they are asked for
        said = g.Var(id=-9, name=v.key, type=v.type)
        r.env = outer | {said.id: Deferred(filled.expr, env, "-1", this)}
        r.put(f"if {which} == {i}:")
        with r.indent():
            use(g.Local(span=filled.span, type=v.type, var=said))
    r.env = outer


def fills_table(gen: Gen, v: g.Value) -> str:
    """By face, or of spaces by space: which of the fills of a slot it has, counted from 1; 0: what its kind says."""
    fills = gen.facts.value_fills.get(v.key, [])
    if of_spaces(gen, v.kind):
        said = [gen.game.kinds[kind].values.get(v.key) for kind in gen.lay.space_kind]
        return gen.table("VS_" + safe(v.key), lambda: [
            next((i + 1 for i, (x, _) in enumerate(fills) if x is have), 0) for have in said] or [0])
    return gen.table("VS_" + safe(v.key), lambda: [
        next((i + 1 for i, (_, designs) in enumerate(fills) if gen.lay.designs[c] in designs), 0)
        for c in range(gen.lay.n)] or [0])


def argument(r: Routine, param: g.Parameter, arg: g.Expr) -> Bind:
    if param.var.type.base == "list" or param.var.many:
        if isinstance(arg, g.Local):
            return r.env[arg.var.id]
        return Deferred(arg, dict(r.env), r.you, r.this)
    code = expr(r, arg)
    return Name(atom(r, code), code.null)


def safe(key: str) -> str:
    return key.replace(".", "_").replace(" ", "_")


def function_of(gen: Gen, key: str, variant: int = ORDERED) -> str:
    """The name of the value's function, emitted at first use."""
    from interpreter.emit.modifiers import modified

    if gen.search or not gen.facts.shuffled or not asks_for_faces(gen.facts, key):
        variant = ORDERED
    name = value_name(gen, key, variant)
    if name in gen.asked:
        return name
    gen.asked.add(name)
    v = gen.game.values[key]
    params = []
    if v.kind is not None:
        params.append("this")
    elif v.of is not None:
        params.append("x_of")
    params += [f"a{i}" for i in range(len(v.params))]
    r = Routine(gen, name, False, v.span, f"value {key}", v.cites, orderless=int(variant == ORDERLESS), variant=variant)
    if variant == WALKED:
        r.walked = frozenset(x.var.id for x in (v.of, *v.params) if x is not None)
    r.you = "-1"
    if v.of is not None:
        r.env[v.of.var.id] = Name("x_of")
    for i, p in enumerate(v.params):
        r.env[p.var.id] = Name(f"a{i}", True)
    t = "x"
    if v.kind is None:
        assert v.expr is not None
        null = assigned(r, t, v.expr)
    else:
        null = slot(r, v, t)
    modifiers = gen.facts.modifiers.get(key, [])
    if modifiers:
        null = modified(r, v, t, modifiers, null) or null
    gen.nulls[name] = null
    if v.type.base == "number":
        low, high = bounds(v.type, gen.game, gen.lay.players)
        for bound, op in ((low, "<"), (high, ">")):
            if bound is not None:
                r.put(f"if {t} {op} {bound} and {t} != {NO_NUMBER}:")
                with r.indent():
                    r.put(f"{t} = {bound}")
    r.put(f"return {t}")
    gen.define(name, ", ".join(["s", "w", *params]), r)
    return name


def assigned(r: Routine, t: str, e: g.Expr) -> bool:
    """Gives *t* the value of the expression; whether it may be none."""
    code = expr(r, e)
    truth = e.type.base == "truth" and not code.null and not code.text.isdigit()
    r.put(f"{t} = " + (f"(1 if {code.text} else 0)" if truth else code.text))
    return code.null


def slot(r: Routine, v: g.Value, t: str) -> bool:
    """What the card itself says, else what its kind says; whether it may be none."""
    gen = r.gen
    fills = gen.facts.value_fills.get(v.key, [])
    null = False
    r.put(f"k = {fills_table(gen, v)}[{print_of(r, v.kind, 'this')}]")
    for i, (filled, _) in enumerate(fills):
        r.put(f"{'if' if i == 0 else 'elif'} k == {i + 1}:")
        with r.indent():
            saved = dict(r.env)
            for j, p in enumerate(filled.params):
                r.env[p.var.id] = Name(f"a{j}", True)
            assert filled.expr is not None
            null = assigned(r, t, filled.expr) or null
            r.env = saved
    if v.expr is not None and not fills:
        return assigned(r, t, v.expr)
    r.put("else:")
    with r.indent():
        if v.expr is not None:
            return assigned(r, t, v.expr) or null
        r.put(f"{t} = {none_of(v.type)}")
        # a card of the kind says something
        return null
