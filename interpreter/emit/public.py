"""What all can see: whether a question may be left out because everybody knows that nothing can be offered (meaning 10)."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from interpreter.emit.base import Routine
from interpreter.emit.bindings import Name
from interpreter.emit.expr import atom, cond, expr
from interpreter.emit.logic import open_parts
from rulelang import game as g
from rulelang.uses.public import (
    faces_open,
    from_open_zone,
    hidden_parts,
    read_whatever_is_given,
    speaks_of_this,
)

__all__ = [
    "all_see", "commonly_can", "faces_open", "from_open_zone", "hidden_parts", "only_asked", "possible", "speaks_of_this",
]


@contextmanager
def only_asked(r: Routine) -> Iterator[None]:
    """While it is asked what could be, nothing is settled."""
    idle, r.idle = r.idle, True
    yield
    r.idle = idle


def possible(r: Routine, e: g.Expr, want: bool = True, known: frozenset[int] = frozenset()) -> str:
    """A condition: as far as all can see, *e* may be true (with *want* False: is surely true)."""
    match e:
        case g.And() | g.Or():
            word = " and " if isinstance(e, g.And) else " or "
            parts = [possible(r, p, want, known) for p in open_parts(r, e.parts, word.strip())]
            return "(" + word.join(parts) + ")"
        case g.Not():
            return f"(not {possible(r, e.part, not want, known)})"
    if isinstance(e, g.CanDo) and want and e.effect.key in r.gen.game.effects:
        return commonly_can(r, e)
    seen = all_see(r, e, known)
    if seen == "1":
        return cond(r, e)
    if seen == "0":
        return "1" if want else "0"
    mark = len(r.lines)
    test = cond(r, e)
    if len(r.lines) > mark:
        # what has to be done to know it, which may settle what lies where, is done only if all see it
        lines, t = r.lines[mark:], r.tmp()
        del r.lines[mark:]
        r.put(f"{t} = {int(want)}")
        r.put(f"if {seen}:")
        r.lines += [(depth + 1, line) for depth, line in lines]
        r.lines.append((r.depth + 1, f"{t} = 1 if {test} else 0"))
        return t
    return f"(not ({seen}) or {test})" if want else f"({seen} and {test})"


def all_see(r: Routine, e: g.Expr, known: frozenset[int] = frozenset()) -> str:
    """A condition: everybody sees all that *e* reads; 0: not everybody ever does."""
    cards: list[str] = []
    stored: list[str] = []
    for x in read_inside(r, hidden_parts(r.gen.facts, e, known)):
        of = x.of if isinstance(x, g.Printed) else None
        if isinstance(of, g.This):
            cards.append(r.this)
            continue
        if isinstance(x, g.Printed) and not x.key and of is not None and of.type.base == "card" and (
                isinstance(of, g.Stored) and not of.index or r.idle and not isinstance(of, (g.Local, g.Everyone))):
            if not hidden_parts(r.gen.facts, of, known):
                stored.append(atom(r, expr(r, of)))  # all see whether there is one, and which
                continue
        bound = r.env.get(of.var.id) if isinstance(of, g.Local) else None
        if not isinstance(bound, Name):
            return "0"
        cards.append(bound.text)
    know = r.gen.at("KNOW")
    seen = [f"s[{know} + {c}] == {r.gen.lay.seats}" for c in dict.fromkeys(cards)]
    seen += [f"({c} < 0 or s[{know} + {c}] == {r.gen.lay.seats})" for c in dict.fromkeys(stored)]
    return " and ".join(seen) or "1"


def read_inside(r: Routine, parts: Iterable[g.Expr]) -> Iterator[g.Expr]:
    """Of values that are the same whatever they are asked of, what they read themselves."""
    for x in parts:
        inside = read_whatever_is_given(r.gen.facts, x) if isinstance(x, g.Derived) and x.key in r.gen.game.values else None
        if inside is None:
            yield x
        else:
            yield from read_inside(r, inside)


def commonly_can(r: Routine, e: g.CanDo) -> str:
    """`p can do E`, as far as all together can see."""
    from interpreter.emit.cando import arguments, can_call

    this = "-1"
    effect = r.gen.game.effects[e.effect.key]
    if effect.kind is not None:
        this = atom(r, expr(r, e.effect.of)) if e.effect.of is not None else r.this
    p = atom(r, expr(r, e.who))
    return can_call(r, e.effect.key, p, this, arguments(r, e.effect), str(r.gen.lay.players))
