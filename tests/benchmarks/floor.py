"""Goofspiel as a class written by hand that keeps what the engine keeps: the measure of what blocks cost.

It keeps where each card lies, in which order, and who knows it, in the slots in which the engine keeps them, draws from the
engine's generator, which a seed sets going, and lists the hand of whoever chooses: views, worlds and saves could be made from
it. It does nothing else that blocks do: no bounds, no frames, no sets of players, nothing that another number of players or
another parameter could ask for. `python -m tests.benchmarks goofspiel` compares the engine with it, and with the class in
`hand.py`, which keeps two lists of numbers.
"""

import re
from collections.abc import Callable
from typing import Protocol

import interpreter
from interpreter import slots as k
from interpreter.layout import Layout
from interpreter.machine import seeded
from interpreter.program import Program, program
from rulelang.game import Game


class Kept(Protocol):
    """A match of two: whoever is to choose has so many options."""

    s: list[int]
    count: int

    def choose_index(self, i: int) -> None:
        """Takes one of them."""


TEXT = """
class Goofspiel:
    __slots__ = ("s", "options", "bid", "count")

    def __init__(self, seed):
        self.s = s = START[:]
        s[@RNG@:@RNG+4@] = seeded(seed)
        self.draw(s, s[@PRV+PRIZES@])

    def draw(self, s, p):
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
        self.bid = -1
        self.options = o = []
        c = s[@NXT+HAND0@]
        while c < @N@:
            o.append(c)
            c = s[c + @NXT@]
        self.count = len(o)

    def choose_index(self, i):
        s = self.s
        b = self.options[i]
        a = self.bid
        if a < 0:
            self.bid = b
            self.options = o = []
            c = s[@NXT+HAND1@]
            while c < @N@:
                o.append(c)
                c = s[c + @NXT@]
            return
        rank = RANK
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
            self.count = 0
            return
        self.draw(s, p)
        if self.count == 1:
            # the last cards take themselves
            self.choose_index(0)
            self.choose_index(0)
"""
"""Cards are told by number, and the ends of zones by the numbers behind them."""


def text_of(lay: Layout) -> str:
    """The text with the numbers of the slots."""
    n, at = lay.n, lay.at
    hand, score = lay.zones["hand"].base, lay.stores["score"].base
    names = {"N": n, **{name: at[name] for name in ("NXT", "PRV", "ZON", "FACE", "BODY", "KNOW", "MIXED")},
             "HAND0": n + hand, "HAND1": n + hand + 1, "PRIZES": n + lay.zones["prizes"].base, "OUT": n + lay.zones["out"].base,
             "RNG": k.RNG, "LEN": at["LEN"] - n, "NMIX": at["NMIX"] - n, "SCORE0": score, "SCORE1": score + 1}
    return re.sub(r"@([A-Z0-9+-]+)@", lambda x: str(eval(x[1], {}, names)), TEXT)


def shuffled(game: Game, p: Program) -> list[int]:
    """The state after all has been dealt, before the first prize is drawn: as the match begins, with that taken back."""
    lay, at = p.lay, p.lay.at
    s = list(interpreter.start(game, 2, log=False).copy().state)
    for name in ("FACE", "BODY"):
        s[at[name] : at[name] + lay.n] = p.outset()[0][at[name] : at[name] + lay.n]
    prizes = lay.zones["prizes"].base
    top = s[at["PRV"] + lay.n + prizes]
    s[at["NMIX"] + prizes] += 1
    s[at["MIXED"] + top] = 1
    s[at["KNOW"] + top] = 0
    return s


def kept_by_hand(game: Game) -> Callable[[int], Kept]:
    """The class, which is given a seed."""
    p = program(game, 2)
    compiled = p.compiled(False)
    names: dict[str, object] = {"RANK": compiled.text.tables["P_Card_rank"], "below": compiled.names["below"],
                                "seeded": seeded, "START": shuffled(game, p)}
    exec(text_of(p.lay), names)
    return names["Goofspiel"]  # type: ignore[return-value]
