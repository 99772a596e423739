"""Derived values: one plain function each, with the modifiers of the cards that lie where they count."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.constants import NO_NUMBER, bounds
from interpreter.emit.base import Bind, Code, Deferred, Gen, ListAt, Lists, Name, Routine
from interpreter.emit.expr import atom, cond, expr, none_of, value
from interpreter.emit.loops import copy_list, fill, laid_out
from interpreter.emit.spaces import carry_table, each_space, of_spaces, print_of
from interpreter.emit.stored import face
from interpreter.rooms import usual
from interpreter.walk import walk
from rulelang import game as g
from rulelang.uses.facts import Modifier


def value_name(gen: Gen, key: str, orderless: bool) -> str:
    return f"{gen.prefix}v_{'0' if orderless else ''}{safe(key)}"


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
    name = function_of(r.gen, e.key, r.orderless > 0)
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
    env: dict[int, Bind] = dict(r.env)
    if v.of is not None:
        assert e.of is not None
        code = expr(r, e.of)
        env[v.of.var.id] = Name(atom(r, code), code.null)
    for param, arg in zip(v.params, e.args, strict=True):
        env[param.var.id] = argument(r, param, arg)
    r.env = env
    use(v.expr)
    r.env, r.you, r.this = outer


def modified_list(r: Routine, e: g.Derived) -> ListAt | Lists:
    """A list that cards or `until` blocks change: laid out as it is in the end."""
    v = r.gen.game.values[e.key]
    to = r.list_for(usual(r.gen.lay, v.type))
    r.put(f"s[{to.base}] = 0")
    inlined(r, e, lambda body: fill(r, body, to))
    outer = dict(r.env), r.this
    if e.of is not None:
        r.put(f"x_of = {atom(r, expr(r, e.of))}")
    for i, arg in enumerate(e.args):
        if arg.type.base != "list":
            r.put(f"a{i} = {atom(r, expr(r, arg))}")
    modified(r, v, to, r.gen.facts.modifiers[e.key], False)
    r.env, r.this = outer
    return to


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


def function_of(gen: Gen, key: str, orderless: bool = False) -> str:
    """The name of the value's function, emitted at first use. *orderless*: the order of shuffled zones does not matter
    where it is called."""
    orderless = orderless and not gen.search and bool(gen.facts.shuffled)
    name = value_name(gen, key, orderless)
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
    r = Routine(gen, name, False, v.span, f"value {key}", v.cites, orderless=int(orderless))
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


def modified(r: Routine, v: g.Value, t: str | ListAt | Lists, modifiers: list[Modifier], null: bool) -> bool:
    """First those that set, the latest arrival last, then those that change, by arrival; or layer by layer (meaning 7).
    *null*: whether it may be none before; yields whether it may be afterwards."""
    name = value_name(r.gen, v.key, r.orderless > 0)
    r.gen.nulls[name] = null
    if v.layers:
        groups = [[m for m in modifiers if m.modifier.layer == layer] for layer in v.layers]
        groups.append([m for m in modifiers if m.modifier.layer not in v.layers])
    else:
        groups = [[m for m in modifiers if m.modifier.sets], [m for m in modifiers if not m.modifier.sets]]
    for group in groups:
        cards = [m for m in group if m.lasting is None and not m.spaces]
        blocks = [m for m in group if m.lasting is not None]
        # spaces have been there before all cards and blocks
        spaces = [m for m in group if m.spaces]
        if spaces:
            depth = r.depth
            kinds = tuple(dict.fromkeys(kind for m in spaces for kind in m.spaces))
            x = each_space(r, kinds)
            for m in spaces:
                inside = r.depth
                if set(m.spaces) != set(kinds):
                    r.put(f"if {carry_table(r.gen, m.spaces)}[{x}]:")
                    r.depth += 1
                one(r, v, t, m, x)
                r.depth = inside
            r.depth = depth
        if cards and blocks:
            by_arrival(r, v, t, cards, blocks)
        elif cards:
            r.put("if s[38] and s[36]:")
            r.depth += 1
            c = thread(r)
            for m in cards:
                one(r, v, t, m, c)
            r.depth -= 2
        elif blocks:
            e = entries(r)
            for m in blocks:
                one(r, v, t, m, e)
            r.depth -= 1
    return r.gen.nulls[name]


def thread(r: Routine) -> str:
    """Begins a loop over the cards that lie where they count, by arrival; yields the card's name."""
    gen, n = r.gen, r.gen.lay.n
    c, following = r.tmp(), r.tmp()
    r.put(f"{following} = s[{gen.at('ANX') + n}]")
    r.put(f"while {following} < {n}:")
    r.depth += 1
    r.put(f"{c} = {following}")
    r.put(f"{following} = s[{gen.at('ANX')} + {c}]")
    return c


def entries(r: Routine) -> str:
    """Begins a loop over the running `until` blocks, by arrival; yields the entry's name."""
    first = r.gen.at("LASTINGS")
    e, i, last = r.tmp(), r.tmp(), r.tmp()
    r.put(f"{last} = -1")
    r.put(f"for {i} in range({k.LASTING_ROOM}):")
    r.depth += 1
    r.put(f"{e} = next_lasting(s, {last})")
    r.put(f"if {e} < 0:")
    r.lines.append((r.depth + 1, "break"))
    r.put(f"{last} = s[{e} + 1]")
    del first
    return e


def by_arrival(r: Routine, v: g.Value, t: str | ListAt | Lists, cards: list[Modifier], blocks: list[Modifier]) -> None:
    """Cards and blocks together: each time the earliest that has not come yet."""
    gen, n = r.gen, r.gen.lay.n
    last, c, e, i = r.tmp(), r.tmp(), r.tmp(), r.tmp()
    r.put(f"{last} = -1")
    r.put(f"for {i} in range({n + k.LASTING_ROOM}):")
    r.depth += 1
    r.put(f"{c} = next_active(s, {last})")
    r.put(f"{e} = next_lasting(s, {last})")
    r.put(f"if {c} < 0 and {e} < 0:")
    r.lines.append((r.depth + 1, "break"))
    r.put(f"if {e} < 0 or ({c} >= 0 and s[{gen.at('STAMP')} + {c}] < s[{e} + 1]):")
    with r.indent():
        r.put(f"{last} = s[{gen.at('STAMP')} + {c}]")
        for m in cards:
            one(r, v, t, m, c)
    r.put("else:")
    with r.indent():
        r.put(f"{last} = s[{e} + 1]")
        for m in blocks:
            one(r, v, t, m, e)
    r.depth -= 1


def one(r: Routine, v: g.Value, t: str | ListAt | Lists, m: Modifier, c: str) -> None:
    """One modifier: of the card or space *c*, or of the running block *c*."""
    gen = r.gen
    depth, this, env, you, it = r.depth, r.this, dict(r.env), r.you, r.it
    if m.lasting is not None:
        r.put(f"if s[{c}] == {m.lasting + 1}:")
        r.depth += 1
        r.this = f"s[{c} + 3]"
        r.you = f"s[{c} + 2]"
        from interpreter.emit.lasting import remembered

        r.env |= remembered(gen, gen.facts.lastings[m.lasting], c)
    elif m.spaces:
        r.this = c
    else:
        designs = m.designs
        table = gen.table(f"M_{safe(v.key)}_{m.number}",
                          lambda: [int(gen.lay.designs[x] in designs) for x in range(gen.lay.n)] or [0])
        decls = [gen.lay.zones[z] for z in m.zones]
        places = " or ".join(f"{z.base} <= s[{gen.at('ZON')} + {c}] < {z.base + z.owners * z.size}" for z in decls)
        r.put(f"if {table}[s[{gen.at('FACE')} + {c}]] and ({places}):")
        r.depth += 1
        r.this = c
    if isinstance(t, str):
        r.it = t
    else:
        r.it_list = t
    mark = len(r.lines)
    if m.test is not None:
        r.put(f"if {cond(r, m.test)}:")
        r.depth += 1
    target = m.modifier.target
    if m.modifier.each is not None:
        concerns_each(r, v, m.modifier)
    elif v.of is not None:
        assert target.of is not None
        r.put(f"if {expr(r, target.of).text} == x_of:")
        r.depth += 1
    elif v.kind is not None:
        assert target.of is not None
        r.put(f"if {expr(r, target.of).text} == {'x_of' if not isinstance(t, str) else 'this'}:")
        r.depth += 1
    for i, arg in enumerate(target.args):
        r.put(f"if {expr(r, arg).text} == a{i}:")
        r.depth += 1
    if not isinstance(t, str):
        copy_list(r, laid_out(r, m.modifier.value).base, t)
    elif assigned(r, t, m.modifier.value):
        gen.nulls[value_name(gen, v.key, r.orderless > 0)] = True
    assert len(r.lines) > mark
    r.depth, r.this, r.env, r.you, r.it = depth, this, env, you, it


def concerns_each(r: Routine, v: g.Value, m: g.Modifier) -> None:
    """`power of each Spell c in field becomes ...`: whether the one asked for is a candidate."""
    from interpreter.emit.selectors import candidates

    assert m.each is not None
    found = r.tmp()
    mine = "x_of" if v.of is not None or v.type.base == "list" else "this"
    r.put(f"{found} = 0")

    def test(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"if {b.text} == {mine}:")
        r.lines.append((r.depth + 1, f"{found} = 1"))

    candidates(r, m.each, test, any_order=True)
    r.put(f"if {found}:")
    r.depth += 1
    # in the new value the name means the one asked for
    r.env[m.each.var.id] = Name(mine)
