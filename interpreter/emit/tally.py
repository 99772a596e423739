"""Counting up: each line of a tally scores into a counter, and says so."""

from interpreter.emit.base import Name, Routine
from interpreter.emit.expr import atom, expr
from interpreter.emit.selectors import candidates
from interpreter.emit.steps import after, note
from rulelang import game as g


def count_up(r: Routine, st: g.CountUp) -> None:
    """`tally t`: for each player, line by line."""
    gen = r.gen
    tally = gen.game.tallies[st.key]
    place = gen.lay.stores[tally.into]

    def one(b: object) -> None:
        assert isinstance(b, Name)
        for label, e, cites in tally.lines:
            x = atom(r, expr(r, e))
            slot = f"s[{place.base} + {b.text}]"
            t = r.tmp()
            r.put(f"{t} = {slot} + {x}")
            for bound, op in ((place.low, "<"), (place.high, ">")):
                if bound is not None:
                    r.put(f"if {t} {op} {bound}:")
                    r.lines.append((r.depth + 1, f"{t} = {bound}"))
            r.put(f"{slot} = {t}")
            words = label.replace("{", "(").replace("}", ")")
            note(r, "score", f"{{0}}: {words} {{1}}, has {{2}}", (("player", b.text), ("number", x), ("number", t)), None,
                 st, (*cites, *tally.cites))

    candidates(r, tally.of, one)
    after(r, frozenset({"store " + tally.into}))
