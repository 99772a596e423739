"""Counting up: each line of a tally scores into a counter, and says so."""

from interpreter.emit.after import after
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, Code, Name
from interpreter.emit.changes import add
from interpreter.emit.expr import atom, expr, none_of
from interpreter.emit.selectors import candidates, laid_candidates
from interpreter.emit.steps import note
from interpreter.emit.stmts import atom_of
from rulelang import game as g


def count_up(r: Routine, st: g.CountUp) -> None:
    """`tally t`: for each player, line by line."""
    gen = r.gen
    tally = gen.game.tallies[st.key]
    var = tally.of.var
    if not gen.facts.intercepted("changes", tally.into):
        def one(b: Bind) -> None:
            assert isinstance(b, Name)
            lines(r, st, tally, b.text)

        candidates(r, tally.of, one)
    else:
        # rules may answer before each change
        base = laid_candidates(r, tally.of).base
        i, bound = (f"s[{r.slot()}]" for _ in range(2))
        r.env[var.id] = Name(bound, True)
        with r.each_of(base, i, r.label(), r.label()):
            r.put(f"{bound} = s[{base} + {i}]")
            lines(r, st, tally, bound)
    after(r, frozenset({"store " + tally.into}))


def lines(r: Routine, st: g.CountUp, tally: g.Tally, player: str) -> None:
    of = g.Local(span=st.span, type=g.PLAYER, var=tally.of.var)
    target = g.Stored(span=st.span, type=g.NUMBER, key=tally.into, of=of)
    place = r.gen.lay.stores[tally.into]
    you = r.you
    for label, e, cites in tally.lines:
        r.you = player
        code = expr(r, e)
        x = atom(r, code)
        r.you = you
        if code.null:
            x = atom_of(r, f"{x} if {x} != {none_of(g.NUMBER)} else 0")
        words = label.replace("{", "(").replace("}", ")")

        def told(n: str, now: str, words: str = words, cites: tuple[str, ...] = cites) -> None:
            note(r, "score", f"{{0}}: {words} {{1}}, has {{2}}", (("player", player), ("number", n), ("number", now)), None,
                 st, (*cites, *tally.cites))

        add(r, st, target, Code(f"{place.base} + {player}"), x, 1, "gains", told)
