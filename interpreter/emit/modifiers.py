"""Modifiers: how what lies in play and `until` blocks change a derived value, one after the other (meaning 7)."""

from interpreter import slots as k
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, ListAt, Lists, Name
from interpreter.emit.expr import atom, cond, expr
from interpreter.emit.lasting import remembered
from interpreter.emit.loops import copy_list, fill, laid_out
from interpreter.emit.selectors import candidates
from interpreter.emit.spaces import carry_table, each_space
from interpreter.emit.values import assigned, inlined, safe, value_name
from interpreter.rooms import usual
from rulelang import game as g
from rulelang.uses.facts import Modifier


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


def modified(r: Routine, v: g.Value, t: str | ListAt | Lists, modifiers: list[Modifier], null: bool) -> bool:
    """First those that set, the latest arrival last, then those that change, by arrival; or layer by layer (meaning 7).
    *null*: whether it may be none before; yields whether it may be afterwards."""
    name = value_name(r.gen, v.key, r.variant)
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
        gen.nulls[value_name(gen, v.key, r.variant)] = True
    assert len(r.lines) > mark
    r.depth, r.this, r.env, r.you, r.it = depth, this, env, you, it


def concerns_each(r: Routine, v: g.Value, m: g.Modifier) -> None:
    """`power of each Spell c in field becomes ...`: whether the one asked for is a candidate."""
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
