"""What a match comes to: a function that writes down, for each player, what `winner` ranks by."""

from interpreter.emit.base import Gen, Routine
from interpreter.emit.expr import value
from interpreter.emit.steps import g_span
from rulelang import game as g


def outcome_function(gen: Gen) -> None:
    """`outcome(s, w, ts, at)`: for each rank the numbers of all players, from slot *at* of a row on."""
    winner, players = gen.game.winner, gen.lay.players
    r = Routine(gen, "outcome", False, g_span(gen), "winner")
    r.you = "-1"
    r.size = 0
    for i, rank in enumerate(winner.ranks if winner is not None else ()):
        for seat in range(players):
            if rank.key in gen.game.stores:
                text = f"s[{gen.lay.stores[rank.key].base + seat}]"
            else:
                of = g.SeatName(span=r.span, type=g.PLAYER, seat=seat, name="")
                v = gen.game.values[rank.key]
                text = value(r, g.Derived(span=v.span, type=v.type, key=rank.key, of=of))
            r.put(f"ts[at + {i * players + seat}] = {text}")
    if r.size:
        # lists are worked out above all frames
        r.lines.insert(0, (1, "f = s[1] + @MAXFRAME@"))
    r.put("return 0")
    gen.functions["outcome"] = ("s, w, ts, at", r.lines)
