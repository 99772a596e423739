"""Statements that leave: skip, end, the end of the game, elimination."""

from interpreter import slots as k
from interpreter.emit.after import after
from interpreter.emit.audiences import bits_of
from interpreter.emit.base import Routine
from interpreter.emit.expr import atom, expr
from interpreter.emit.steps import fail, note
from interpreter.emit.stmts import atom_of
from interpreter.emit.telling import answered, raised
from rulelang import game as g


def skip(r: Routine, st: g.Skip) -> None:
    from interpreter.emit.phases import jump_to

    note(r, "skip", f"play goes on with {st.phase}", (), None, st)
    jump_to(r, st.phase)


def end_of(r: Routine, st: g.EndOf) -> None:
    from interpreter.emit.phases import end_phase
    from interpreter.emit.windows import end_window

    if st.window:
        end_window(r, st)
    else:
        end_phase(r, st)


def end_game(r: Routine, st: g.EndGame) -> None:
    note(r, "over", "the game ends", (), None, st)
    r.put(f"s[{k.REASON}] = {r.gen.shared.reason('end game')}")
    over(r)


def over(r: Routine) -> None:
    """The match is over; where it is asked whether something can be done, it can: nothing is left that could fail."""
    r.leave(f"return {k.DONE if r.gen.search else k.OVER}")


def wins(r: Routine, st: g.Wins) -> None:
    depth = r.depth
    if st.who.type.base == "player":
        who = expr(r, st.who)
        p = atom(r, who)
        if who.null:
            # nobody is meant: nothing comes of it
            fail(r, f"{p} < 0")
            r.put(f"if {p} >= 0:")
            r.depth += 1
        bits = f"1 << {p}"
    else:
        bits = bits_of(r, st.who)
    r.put(f"s[{k.WINNERS}] = {bits}")
    if isinstance(st.who, g.Nobody):
        note(r, "wins", "nobody wins", (), None, st)
    else:
        note(r, "wins", "{0} wins", (("set player", f"s[{k.WINNERS}]"),), None, st)
    r.put(f"s[{k.REASON}] = {r.gen.shared.reason('wins')}")
    over(r)
    if r.depth > depth:
        r.depth, r.dead = depth, False


def eliminate(r: Routine, st: g.Eliminate) -> None:
    who = atom(r, expr(r, st.who))
    who = atom_of(r, f"{who} if {who} >= 0 and s[{k.GONE}] >> {who} & 1 == 0 else -1")
    over = r.label()
    if r.gen.facts.intercepted("eliminated", ""):
        r.put(f"if {who} < 0:")
        with r.indent():
            r.goto(over)
    with answered(r, st, "eliminated", "", (who,)) as (p,):
        r.put(f"if {p} >= 0:")
        with r.indent():
            r.put(f"s[{k.GONE}] = s[{k.GONE}] | 1 << {p}")
            if st.until is not None:
                away = f"s[{r.gen.lay.away[st.until]}]"
                r.put(f"{away} = {away} | 1 << {p}")
            note(r, "eliminated", "{0} is out of the game", (("player", p),), None, st)
            raised(r, st, "eliminated", "", (p,))
    if r.gen.facts.intercepted("eliminated", ""):
        r.goto(over)
        r.start(over)
    after(r, frozenset({"gone"}), r.gen.facts.raises(st))


def phase_statement(r: Routine, st: g.PhaseStmt) -> None:
    from interpreter.emit.phases import enter_phase

    enter_phase(r, st.key)
