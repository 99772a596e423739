"""What `show` tells of a value, as a question that can be put again to another state (addition 9)."""

from interpreter.emit.base import ListAt, Lists, Name, Routine, list_at
from interpreter.emit.expr import value
from interpreter.emit.facts import Facts
from interpreter.emit.loops import each
from interpreter.rooms import depth
from interpreter.walk import walk
from rulelang import game as g

FOLD, MODULUS = 31, 1_000_003  # a list as one number


def tells(facts: Facts, st: g.Show) -> bool:
    """Whether somebody learns something by it that not all can see. (Of cards and dice that are shown, those who see them know.)"""
    base = st.what.type.item if st.what.type.base == "list" else st.what.type
    return base is not None and base.base not in ("card", "die", "list") and not facts.is_public(st.what)


def witness(r: Routine, st: g.Show, bits: str) -> None:
    """`told(s, w, N, bits, you, this, names)`: who is told hears now what `fact_N` says. Only in the text with which a
    match is played again for the sake of imagined worlds."""
    gen = r.gen
    number = sum(name.startswith("fact_") for name in gen.functions)
    f = Routine(gen, f"fact_{number}", False, st.span, r.rule)
    given: dict[int, str] = {}
    for x in walk(st.what):
        if not isinstance(x, g.Local) or x.var.id in given:
            continue
        match r.env.get(x.var.id):
            case Name(text=text):
                f.env[x.var.id] = Name(f"v{len(given)}", True)
                given[x.var.id] = text
            case ListAt(base=base) | Lists(base=base):
                f.env[x.var.id] = list_at(f"v{len(given)}", 0, depth(x.type))
                given[x.var.id] = base
            case None:
                pass  # bound inside
            case _:
                return  # a list that stands nowhere
    if st.what.type.base == "list":
        f.put("h = 1")
        each(f, st.what, lambda b: f.put(f"h = (h * {FOLD} + {b.text if isinstance(b, Name) else 0}) % {MODULUS}"))
        f.put("return h")
    else:
        f.put(f"return {value(f, st.what)}")
    gen.define(f.key, ", ".join(["s", "w", "you", "this", *(f"v{i}" for i in range(len(given)))]), f)
    this = "-1" if r.framed and r.this == "this" else r.this
    r.put(f"told(s, w, {number}, {bits}, {', '.join([r.you, this, *given.values()])})")
