"""What a match comes to: functions that write down, for each player, what `winner` ranks by."""

from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Bind, Name
from interpreter.emit.expr import expr, none_of, value
from interpreter.emit.selectors import candidates
from interpreter.emit.steps import g_span
from interpreter.emit.stmts import atom_of
from rulelang import game as g


def outcome_function(gen: Gen) -> None:
    """`outcome(s, w, ts, at)`: for each rank the numbers of all players, from slot *at* of a row on."""
    r = beginning(gen, "outcome")
    for i, rank in enumerate(gen.game.winner.ranks if gen.game.winner is not None else ()):
        ranked_by(r, rank, i * gen.lay.players)
    ended(r, "outcome")


def standing_function(gen: Gen) -> None:
    """`standing(s, w, ts, at)`: the same, with what the tallies would add by now."""
    r = beginning(gen, "standing")
    for i, rank in enumerate(gen.game.winner.ranks if gen.game.winner is not None else ()):
        first = i * gen.lay.players
        ranked_by(r, rank, first)
        for tally in gen.game.tallies.values():
            if tally.into == rank.key:
                counted(r, tally, first)
    ended(r, "standing")


def beginning(gen: Gen, name: str) -> Routine:
    r = Routine(gen, name, False, g_span(gen), "winner")
    r.you = "-1"
    return r


def ended(r: Routine, name: str) -> None:
    r.put("return 0")
    r.gen.define(name, "s, w, ts, at", r)


def ranked_by(r: Routine, rank: g.Rank, first: int) -> None:
    """The numbers of all players, from place *first* on."""
    gen = r.gen
    for seat in range(gen.lay.players):
        if rank.key in gen.game.stores:
            text = f"s[{gen.lay.stores[rank.key].base + seat}]"
        else:
            of = g.SeatName(span=r.span, type=g.PLAYER, seat=seat, name="")
            v = gen.game.values[rank.key]
            text = value(r, g.Derived(span=v.span, type=v.type, key=rank.key, of=of))
        r.put(f"ts[at + {first + seat}] = {text}")


def counted(r: Routine, tally: g.Tally, first: int) -> None:
    """What each line of the tally comes to, added to the player's number; these stand from place *first* on."""

    def one(b: Bind) -> None:
        assert isinstance(b, Name)
        you, r.you = r.you, b.text
        for _, e, _ in tally.lines:
            code = expr(r, e)
            x = atom_of(r, code.text)
            add = f"{x} if {x} != {none_of(g.NUMBER)} else 0" if code.null else x
            r.put(f"ts[at + {first} + {b.text}] = ts[at + {first} + {b.text}] + ({add})")
        r.you = you

    candidates(r, tally.of, one)
