"""The classics as a Python programmer writes them by hand: the measure for speed.

Each is a small class with what a program that searches needs: whose turn it is, what may be done, doing it,
a copy, who has won. They play by the rules of the bundled games of the same names. Actions are numbers.
"""

from collections.abc import Callable, Sequence
from random import random
from typing import Protocol, Self

CHANCE, OVER = -1, -2


class State(Protocol):
    """A position of a game."""

    def player(self) -> int:
        """Whose turn it is: a seat, CHANCE or OVER."""

    def actions(self) -> Sequence[int]:
        """What that player, or chance, may do; outcomes of chance are equally likely."""

    def apply(self, action: int) -> None: ...

    def copy(self) -> Self: ...

    def payoffs(self) -> list[float]: ...


def play(make: Callable[[], State], random: Callable[[], float] = random) -> int:
    """One match of uniform choices; how many decisions it had."""
    state = make()
    player, actions, apply = state.player, state.actions, state.apply
    decisions = 0
    while (now := player()) != OVER:
        choices = actions()
        if now >= 0 and len(choices) > 1:
            decisions += 1
        apply(choices[int(random() * len(choices))])
    state.payoffs()
    return decisions


def zero_sum(winner: int) -> list[float]:
    return [0.0, 0.0] if winner < 0 else [1.0, -1.0] if winner == 0 else [-1.0, 1.0]


# ---------------------------------------------------------------------------------------- tic-tac-toe

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ROWS_AT = tuple(tuple(row for row in ROWS if square in row) for square in range(9))


class TicTacToe:
    __slots__ = ("board", "left", "mover", "winner")

    def __init__(self) -> None:
        self.board = [-1] * 9
        self.left = 9
        self.mover = 0
        self.winner = -1

    def player(self) -> int:
        return self.mover if self.left and self.winner < 0 else OVER

    def actions(self) -> list[int]:
        return [square for square, mark in enumerate(self.board) if mark < 0]

    def apply(self, action: int) -> None:
        board, me = self.board, self.mover
        board[action] = me
        self.left -= 1
        for a, b, c in ROWS_AT[action]:
            if board[a] == me and board[b] == me and board[c] == me:
                self.winner = me
                break
        self.mover = 1 - me

    def copy(self) -> "TicTacToe":
        new = TicTacToe.__new__(TicTacToe)
        new.board, new.left, new.mover, new.winner = self.board[:], self.left, self.mover, self.winner
        return new

    def payoffs(self) -> list[float]:
        return zero_sum(self.winner)


# ------------------------------------------------------------------------------------------------ pig

ROLL, STOP = 0, 1
EITHER, ONLY_STOP = (ROLL, STOP), (STOP,)


class Pig:
    __slots__ = ("goal", "horizon", "kept", "moves", "roller", "rolling", "scores", "winner")
    faces = (1, 2, 3, 4, 5, 6)

    def __init__(self, goal: int = 100, horizon: int = 1000) -> None:
        self.goal, self.horizon = goal, horizon
        self.scores = [0, 0]
        self.kept = self.moves = self.roller = 0
        self.rolling = False
        self.winner = -1

    def player(self) -> int:
        if self.rolling:
            return CHANCE
        return OVER if self.winner >= 0 or self.moves >= self.horizon else self.roller

    def actions(self) -> tuple[int, ...]:
        if self.rolling:
            return self.faces
        return EITHER if self.scores[self.roller] + self.kept < self.goal else ONLY_STOP

    def apply(self, action: int) -> None:
        if self.rolling:
            self.rolling = False
            if action > 1:
                self.kept += action
                return
        else:
            self.moves += 1
            if action == ROLL:
                self.rolling = True
                return
            me = self.roller
            self.scores[me] += self.kept
            if self.scores[me] >= self.goal:
                self.winner = me
        self.kept = 0
        self.roller = 1 - self.roller

    def copy(self) -> "Pig":
        new = Pig.__new__(Pig)
        new.goal, new.horizon, new.kept, new.moves = self.goal, self.horizon, self.kept, self.moves
        new.roller, new.rolling, new.winner = self.roller, self.rolling, self.winner
        new.scores = self.scores[:]
        return new

    def payoffs(self) -> list[float]:
        return zero_sum(self.winner)


# ----------------------------------------------------------------------------------------------- kuhn

PASS, BET = 0, 1
PASS_OR_BET = (PASS, BET)
# what was done, in order -> chips at stake, and who wins them (-1: the higher card)
ENDS = {
    (PASS, PASS): (1, -1),
    (PASS, BET, PASS): (1, 1),
    (PASS, BET, BET): (2, -1),
    (BET, PASS): (1, 0),
    (BET, BET): (2, -1),
}


class Kuhn:
    __slots__ = ("cards", "done")

    def __init__(self) -> None:
        self.cards: tuple[int, ...] = ()
        self.done: tuple[int, ...] = ()

    def player(self) -> int:
        if len(self.cards) < 2:
            return CHANCE
        return OVER if self.done in ENDS else len(self.done) & 1

    def actions(self) -> Sequence[int]:
        if len(self.cards) < 2:
            return [card for card in (1, 2, 3) if card not in self.cards]
        return PASS_OR_BET

    def apply(self, action: int) -> None:
        if len(self.cards) < 2:
            self.cards += (action,)
        else:
            self.done += (action,)

    def copy(self) -> "Kuhn":
        new = Kuhn.__new__(Kuhn)
        new.cards, new.done = self.cards, self.done
        return new

    def payoffs(self) -> list[float]:
        chips, winner = ENDS[self.done]
        if winner < 0:
            winner = int(self.cards[1] > self.cards[0])
        return [float(chips), float(-chips)] if winner == 0 else [float(-chips), float(chips)]


# ------------------------------------------------------------------------------------------ goofspiel


class Goofspiel:
    """Two players, thirteen cards, the prizes in random order."""

    __slots__ = ("bids", "hands", "prize", "prizes", "scores")

    def __init__(self, cards: int = 13) -> None:
        self.hands = [list(range(1, cards + 1)) for _ in range(2)]
        self.prizes = list(range(1, cards + 1))
        self.prize = 0
        self.bids: list[int] = []
        self.scores = [0, 0]

    def player(self) -> int:
        if not self.prize:
            return CHANCE if self.prizes else OVER
        return len(self.bids)

    def actions(self) -> list[int]:
        return self.hands[len(self.bids)] if self.prize else self.prizes

    def apply(self, action: int) -> None:
        if not self.prize:
            self.prizes.remove(action)
            self.prize = action
            return
        bids = self.bids
        if not bids:
            bids.append(action)
            return
        mine = bids.pop()
        self.hands[0].remove(mine)
        self.hands[1].remove(action)
        if mine != action:
            self.scores[mine < action] += self.prize
        self.prize = 0

    def copy(self) -> "Goofspiel":
        new = Goofspiel.__new__(Goofspiel)
        new.hands = [hand[:] for hand in self.hands]
        new.prizes, new.prize, new.bids, new.scores = self.prizes[:], self.prize, self.bids[:], self.scores[:]
        return new

    def payoffs(self) -> list[float]:
        a, b = self.scores
        return zero_sum(-1 if a == b else int(b > a))


GAMES: dict[str, Callable[[], State]] = {
    "tic_tac_toe": TicTacToe,
    "pig": Pig,
    "kuhn": Kuhn,
    "goofspiel": Goofspiel,
}
"""By the name of the bundled game with the same rules."""
