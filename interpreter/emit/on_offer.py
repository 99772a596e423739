"""Whether something might be on offer as far as all can see: a question is left out only where nothing can be."""

from collections.abc import Callable

from attrs import evolve

from interpreter.emit.anytime import might_anytime
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind
from interpreter.emit.cando import demands, head
from interpreter.emit.expr import atom, expr
from interpreter.emit.public import hidden_parts, only_asked, possible
from interpreter.emit.selectors import candidates
from interpreter.walk import walk
from rulelang import game as g


def offer(r: Routine, window: g.Window, asked: str) -> None:
    """Sets x to 1 if, as far as all can see, some action might be on offer to the one asked."""
    r.put("x = 0")
    with only_asked(r):
        for action in window.actions:
            might(r, action.params, heads_of(action.body))
        might_anytime(r, asked)


def heads_of(body: g.Body) -> list[g.Expr | g.Pay]:
    """Requirements and payments at the head of a body."""
    return [st.test if isinstance(st, g.Requires) else st for st in head(body)]


def might(r: Routine, params: tuple[g.Parameter, ...], tests: list[g.Expr | g.Pay],
          known: frozenset[int] = frozenset()) -> None:
    """Sets x to 1 if, as far as all can see, some choice of *params* passes the tests and payments."""
    if not params:
        parts = []
        for t in tests:
            if not isinstance(t, g.Pay):
                parts.append(possible(r, t, True))
            elif r.gen.facts.is_public(t.source) and r.gen.facts.is_public(t.amount):
                parts += demands(r, [t])
        parts = [p for p in parts if p not in ("1", "(1)")]
        if parts:
            r.put(f"if {' and '.join(parts)}:")
            r.lines.append((r.depth + 1, "x = 1"))
        else:
            r.put("x = 1")
        return
    p = params[0]
    if p.selector.source is not None and hidden_parts(r.gen.facts, p.selector.source, known):
        r.put("x = 1")
        return
    if p.how_many is not None:
        # what is said of the list may hold of some list
        tests = [t for t in tests if not names(t, p.var)]
        rest = tuple(without(q, p.var) for q in params[1:])
        if any(names(q.selector.source, p.var) for q in rest):
            rest, tests = (), []
        if p.how_many.least is None:
            might(r, rest, tests, known)
            return
        least, n = atom(r, expr(r, p.how_many.least)), r.tmp()
        r.put(f"{n} = 0")
        may_fit(r, p, lambda: r.put(f"{n} += 1"), None)
        r.put(f"if {n} >= {least}:")
        with r.indent():
            might(r, rest, tests, known)
        return

    may_fit(r, p, lambda: might(r, params[1:], tests, known), "x")


def may_fit(r: Routine, p: g.Parameter, use: Callable[[], None], stop: str | None) -> None:
    """A loop over all that, as far as all can see, may be chosen as *p*."""
    bare = g.Selector(span=p.selector.span, var=p.selector.var, source=p.selector.source, filter=p.selector.filter,
                      clock=p.selector.clock, every_seat=p.selector.every_seat)

    def one(b: Bind) -> None:
        before = r.env.get(p.var.id)
        r.env[p.var.id] = b
        depth = r.depth
        if p.selector.where is not None:
            text = possible(r, p.selector.where, True)
            if text not in ("1", "(1)"):
                r.put(f"if {text}:")
                r.depth += 1
        use()
        r.depth = depth
        if stop is not None:
            r.put(f"if {stop}:")
            r.lines.append((r.depth + 1, "break"))
        if before is not None:
            r.env[p.var.id] = before

    common, r.common = r.common, True
    candidates(r, bare, one, stop, any_order=True)
    r.common = common


def without(p: g.Parameter, var: g.Var) -> g.Parameter:
    """The parameter without what it says of that name."""
    return evolve(p, selector=evolve(p.selector, where=None)) if names(p.selector.where, var) else p


def names(e: object, var: g.Var) -> bool:
    """Whether it speaks of what the name stands for."""
    return any(isinstance(x, g.Local) and x.var.id == var.id for x in walk(e))
