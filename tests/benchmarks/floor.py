"""The least that playing by blocks can take: a match of goofspiel over the engine's own numbers, written by hand.

It keeps where each card lies, in which order, and who knows it, in the slots in which the engine keeps them, draws from the
engine's generator, and lists both hands for whoever chooses. It does nothing else that blocks do: no bounds, no frames, no
sets of players, nothing that another number of players or another parameter could ask for. `python -m tests.benchmarks.floor`
says how long a match takes so, beside the engine and the class written by hand.
"""

import re
from collections.abc import Callable
from random import random

import interpreter
from interpreter.layout import Layout
from interpreter.program import program
from rulelang.game import Game
from rulelang.load import load
from tests.benchmarks.measure import Plan, by_hand, by_index, ratio

Choose = Callable[[int], int]

TEXT = """
def match(s, choose):
    rank = RANK
    while 1:
        o = []
        c = s[@NXT+HAND0@]
        while c < @N@:
            o.append(c)
            c = s[c + @NXT@]
        a = o[choose(len(o))]
        o = []
        c = s[@NXT+HAND1@]
        while c < @N@:
            o.append(c)
            c = s[c + @NXT@]
        b = o[choose(len(o))]
        p = s[a + @PRV@]
        n = s[a + @NXT@]
        s[p + @NXT@] = n
        s[n + @PRV@] = p
        s[@LEN+HAND0@] -= 1
        s[a + @KNOW@] = 3
        p = s[b + @PRV@]
        n = s[b + @NXT@]
        s[p + @NXT@] = n
        s[n + @PRV@] = p
        s[@LEN+HAND1@] -= 1
        s[b + @KNOW@] = 3
        c = s[@PRV+PRIZES@]
        x = rank[s[a + @FACE@]]
        y = rank[s[b + @FACE@]]
        if x > y:
            s[@SCORE0@] += rank[s[c + @FACE@]]
        elif x < y:
            s[@SCORE1@] += rank[s[c + @FACE@]]
        p = s[c + @PRV@]
        s[p + @NXT@] = @PRIZES@
        s[@PRV+PRIZES@] = p
        s[@LEN+PRIZES@] -= 1
        # all three leave, one after the other
        t = s[@PRV+OUT@]
        s[t + @NXT@] = c
        s[c + @PRV@] = t
        s[c + @NXT@] = a
        s[a + @PRV@] = c
        s[a + @NXT@] = b
        s[b + @PRV@] = a
        s[b + @NXT@] = @OUT@
        s[@PRV+OUT@] = b
        s[@LEN+OUT@] += 3
        s[c + @ZON@] = s[a + @ZON@] = s[b + @ZON@] = @OUT-N@
        if p >= @N@:
            return
        # the next prize is settled
        m = s[@NMIX+PRIZES@]
        i = below(s, m) if m > 1 else 0
        s[@NMIX+PRIZES@] = m - 1
        c = p
        for _ in range(m - 1 - i):
            c = s[c + @PRV@]
        s[p + @MIXED@] = 0
        if c != p:
            x = s[p + @FACE@]
            y = s[c + @FACE@]
            s[p + @FACE@] = y
            s[c + @FACE@] = x
            s[y + @BODY@] = p
            s[x + @BODY@] = c
        s[p + @KNOW@] = 3
"""
"""Cards are told by number, and the ends of zones by the numbers behind them."""


def text_of(lay: Layout) -> str:
    """The text with the numbers of the slots."""
    n, at = lay.n, lay.at
    hand, score = lay.zones["hand"].base, lay.stores["score"].base
    names = {"N": n, **{name: at[name] for name in ("NXT", "PRV", "ZON", "FACE", "BODY", "KNOW", "MIXED")},
             "HAND0": n + hand, "HAND1": n + hand + 1, "PRIZES": n + lay.zones["prizes"].base, "OUT": n + lay.zones["out"].base,
             "LEN": at["LEN"] - n, "NMIX": at["NMIX"] - n, "SCORE0": score, "SCORE1": score + 1}
    return re.sub(r"@([A-Z0-9+-]+)@", lambda x: str(eval(x[1], {}, names)), TEXT)


def by_rows(game: Game) -> tuple[list[int], Callable[[list[int], Choose], None]]:
    """A state in which a match of goofspiel asks for the first bid, and what plays on from there to the end: it is given
    a state, which it changes, and what chooses among so many."""
    p = program(game, 2)
    compiled = p.compiled(False)
    names: dict[str, object] = {"RANK": compiled.text.tables["P_Card_rank"], "below": compiled.names["below"]}
    exec(text_of(p.lay), names)
    start = interpreter.start(game, 2, log=False).copy().state
    return list(start), names["match"]  # type: ignore[return-value]


def main() -> None:
    game, plan = load("goofspiel"), Plan.full()
    start, match = by_rows(game)

    def by_blocks_by_hand(times: int) -> None:
        for _ in range(times):
            match(start[:], lambda n: int(random() * n))

    program(game, 2).optimise()
    for what, work in (("the engine, by choose_index", by_index(game, 2)), ("the same numbers, by hand", by_blocks_by_hand)):
        one = ratio(plan, "goofspiel", what, work, "a class by hand", by_hand("goofspiel"))
        print(f"{what}: {one.median:.2f} of a class by hand, {1e6 / one.speed.times:.0f} µs a match")


if __name__ == "__main__":
    main()
