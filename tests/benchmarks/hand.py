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


# --------------------------------------------------------------------------------------- connect four


def lines_at(rows: int, columns: int, length: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By cell: the other cells of each line of that length through it."""
    at: list[list[tuple[int, ...]]] = [[] for _ in range(rows * columns)]
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(length)]
                if all(0 <= y < rows and 0 <= x < columns for y, x in cells):
                    line = [y * columns + x for y, x in cells]
                    for cell in line:
                        at[cell].append(tuple(other for other in line if other != cell))
    return tuple(map(tuple, at))


FOURS_AT = lines_at(6, 7, 4)


class ConnectFour:
    __slots__ = ("board", "height", "left", "mover", "winner")

    def __init__(self) -> None:
        self.board = [-1] * 42
        self.height = [0] * 7
        self.left = 42
        self.mover = 0
        self.winner = -1

    def player(self) -> int:
        return self.mover if self.left and self.winner < 0 else OVER

    def actions(self) -> list[int]:
        return [column for column, height in enumerate(self.height) if height < 6]

    def apply(self, action: int) -> None:
        board, me = self.board, self.mover
        cell = self.height[action] * 7 + action
        self.height[action] += 1
        board[cell] = me
        self.left -= 1
        for a, b, c in FOURS_AT[cell]:
            if board[a] == me and board[b] == me and board[c] == me:
                self.winner = me
                break
        self.mover = 1 - me

    def copy(self) -> "ConnectFour":
        new = ConnectFour.__new__(ConnectFour)
        new.board, new.height = self.board[:], self.height[:]
        new.left, new.mover, new.winner = self.left, self.mover, self.winner
        return new

    def payoffs(self) -> list[float]:
        return zero_sum(self.winner)


# --------------------------------------------------------------------------------------- breakthrough

# by player and square: straight ahead (-1: nowhere), and the squares aslant
AHEAD = tuple(
    tuple(
        (
            square + step * 8,
            tuple(square + step * 8 + side for side in (-1, 1) if 0 <= square % 8 + side < 8),
        )
        if 0 <= square + step * 8 < 64
        else (-1, ())
        for square in range(64)
    )
    for step in (1, -1)
)


class Breakthrough:
    """An action is a square and where the man on it goes, 64 apart."""

    __slots__ = ("board", "men", "mover", "winner")

    def __init__(self) -> None:
        self.board = [0] * 16 + [-1] * 32 + [1] * 16
        self.men = [16, 16]
        self.mover = 0
        self.winner = -1

    def player(self) -> int:
        return self.mover if self.winner < 0 else OVER

    def actions(self) -> list[int]:
        board, me = self.board, self.mover
        ways = AHEAD[me]
        out = []
        for square, man in enumerate(board):
            if man == me:
                straight, aslant = ways[square]
                if board[straight] < 0:
                    out.append(square * 64 + straight)
                out += [square * 64 + to for to in aslant if board[to] != me]
        return out

    def apply(self, action: int) -> None:
        board, me = self.board, self.mover
        square, to = action >> 6, action & 63
        board[square] = -1
        if board[to] >= 0:
            self.men[1 - me] -= 1
        board[to] = me
        if to < 8 or to >= 56 or not self.men[1 - me]:
            self.winner = me
        self.mover = 1 - me

    def copy(self) -> "Breakthrough":
        new = Breakthrough.__new__(Breakthrough)
        new.board, new.men, new.mover, new.winner = self.board[:], self.men[:], self.mover, self.winner
        return new

    def payoffs(self) -> list[float]:
        return zero_sum(self.winner)


# ---------------------------------------------------------------------------------------------- leduc

FOLD, CALL, RAISE = 0, 1, 2


class Leduc:
    """Cards are numbers below six; two follow each other in each rank."""

    __slots__ = ("calls", "deck", "folded", "hands", "mover", "over", "put_in", "raises", "second", "shared")

    def __init__(self) -> None:
        self.deck = [0, 1, 2, 3, 4, 5]
        self.hands: list[int] = []
        self.shared = -1
        self.put_in = [1, 1]
        self.raises = self.calls = 0
        self.mover = CHANCE
        self.folded = -1
        self.second = self.over = False

    def player(self) -> int:
        return OVER if self.over else self.mover

    def actions(self) -> list[int]:
        me = self.mover
        if me < 0:
            return self.deck
        out = [CALL]
        if self.put_in[1 - me] > self.put_in[me]:
            out.insert(0, FOLD)
        if self.raises < 2:
            out.append(RAISE)
        return out

    def apply(self, action: int) -> None:
        me = self.mover
        if me < 0:
            self.deck.remove(action)
            if len(self.hands) < 2:
                self.hands.append(action)
                if len(self.hands) == 2:
                    self.mover = 0
            else:
                self.shared = action
                self.mover = 0
            return
        if action == FOLD:
            self.folded = me
            self.over = True
            return
        self.put_in[me] = self.put_in[1 - me]
        if action == RAISE:
            self.put_in[me] += 4 if self.second else 2
            self.raises += 1
            self.calls = 1
        else:
            self.calls += 1
            if self.calls == 2:
                if self.second:
                    self.over = True
                self.second = True
                self.raises = self.calls = 0
                self.mover = CHANCE
                return
        self.mover = 1 - me

    def copy(self) -> "Leduc":
        new = Leduc.__new__(Leduc)
        new.deck, new.hands, new.put_in = self.deck[:], self.hands[:], self.put_in[:]
        new.shared, new.raises, new.calls, new.mover = self.shared, self.raises, self.calls, self.mover
        new.folded, new.second, new.over = self.folded, self.second, self.over
        return new

    def payoffs(self) -> list[float]:
        if self.folded >= 0:
            winner = 1 - self.folded
        else:
            a, b = (card // 2 for card in self.hands)
            if a == b:
                return [0.0, 0.0]
            shared = self.shared // 2
            winner = 0 if a == shared or (b != shared and a > b) else 1
        won = float(self.put_in[1 - winner])
        return [won, -won] if winner == 0 else [-won, won]


# ---------------------------------------------------------------------------------------- liar's dice


class LiarsDice:
    """One die of six faces each. A bid is six times the number less one, and the face less one; 12 is "liar"."""

    __slots__ = ("bid", "dice", "mover", "winner")

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.bid = -1
        self.mover = CHANCE
        self.winner = -1

    def player(self) -> int:
        return OVER if self.winner >= 0 else self.mover

    def actions(self) -> Sequence[int]:
        if self.mover < 0:
            return range(6)
        return range(self.bid + 1, 13) if self.bid >= 0 else range(12)

    def apply(self, action: int) -> None:
        if self.mover < 0:
            self.dice.append(action)
            if len(self.dice) == 2:
                self.mover = 0
            return
        if action == 12:
            number, face = self.bid // 6 + 1, self.bid % 6
            found = sum(die in (face, 5) for die in self.dice)
            self.winner = 1 - self.mover if found >= number else self.mover
            return
        self.bid = action
        self.mover = 1 - self.mover

    def copy(self) -> "LiarsDice":
        new = LiarsDice.__new__(LiarsDice)
        new.dice, new.bid, new.mover, new.winner = self.dice[:], self.bid, self.mover, self.winner
        return new

    def payoffs(self) -> list[float]:
        return zero_sum(self.winner)


# --------------------------------------------------------------------------------------- crazy eights

DRAW, STAY, SUITS = 52, 53, 54
EIGHT = 6


class CrazyEights:
    """Two players. A card is four times its rank and its suit; then come drawing, passing, and the four suits."""

    __slots__ = ("deck", "drawn", "hands", "mover", "names", "over", "passed", "played", "suit", "todo", "top")
    most_drawn, most_played = 5, 100

    def __init__(self) -> None:
        self.deck = list(range(52))
        self.hands: list[list[int]] = [[], []]
        self.top = self.suit = self.mover = -1
        self.todo = 15  # cards to deal by chance
        self.drawn = self.passed = self.played = 0
        self.names = self.over = False

    def player(self) -> int:
        if self.over:
            return OVER
        return CHANCE if self.todo else self.mover

    def actions(self) -> list[int]:
        if self.todo:
            return self.deck if self.mover >= 0 else [0, 1]
        if self.names:
            return [SUITS, SUITS + 1, SUITS + 2, SUITS + 3]
        suit, rank = self.suit, self.top // 4
        out = [card for card in self.hands[self.mover] if card % 4 == suit or card // 4 in (rank, EIGHT)]
        if self.deck and self.drawn < self.most_drawn:
            out.append(DRAW)
        else:
            out.append(STAY)
        return out

    def apply(self, action: int) -> None:
        if self.todo:
            self.deal(action)
        elif self.names:
            self.suit = action - SUITS
            self.names = False
            self.hand_on()
        elif action == DRAW:
            self.passed = 0
            self.drawn += 1
            self.todo = 1
        elif action == STAY:
            self.passed = 0 if self.deck else self.passed + 1
            self.over = self.passed > 2
            self.hand_on()
        else:
            self.play(action)

    def deal(self, action: int) -> None:
        if self.mover < 0:
            self.mover = 1 - action  # beside the dealer
            return
        if self.top < 0 and self.todo == 1:
            if action // 4 != EIGHT:
                self.deck.remove(action)
                self.top, self.suit, self.todo = action, action % 4, 0
            return
        self.deck.remove(action)
        self.hands[self.mover].append(action)
        self.todo -= 1
        if self.top < 0:
            self.mover = 1 - self.mover

    def play(self, card: int) -> None:
        hand = self.hands[self.mover]
        hand.remove(card)
        self.top, self.suit, self.passed = card, card % 4, 0
        self.played += 1
        if not hand or self.played == self.most_played:
            self.over = True
        elif card // 4 == EIGHT:
            self.names = True
        else:
            self.hand_on()

    def hand_on(self) -> None:
        self.drawn = 0
        self.mover = 1 - self.mover

    def copy(self) -> "CrazyEights":
        new = CrazyEights.__new__(CrazyEights)
        new.deck, new.hands = self.deck[:], [hand[:] for hand in self.hands]
        new.top, new.suit, new.mover, new.todo = self.top, self.suit, self.mover, self.todo
        new.drawn, new.passed, new.played = self.drawn, self.passed, self.played
        new.names, new.over = self.names, self.over
        return new

    def payoffs(self) -> list[float]:
        return [
            -float(sum(50 if card // 4 == EIGHT else 10 if card // 4 > 8 else card // 4 + 2 for card in hand))
            for hand in self.hands
        ]


GAMES: dict[str, Callable[[], State]] = {
    "tic_tac_toe": TicTacToe,
    "connect_four": ConnectFour,
    "breakthrough": Breakthrough,
    "leduc": Leduc,
    "liars_dice": LiarsDice,
    "crazy_eights": CrazyEights,
    "pig": Pig,
    "kuhn": Kuhn,
    "goofspiel": Goofspiel,
}
"""By the name of the bundled game with the same rules."""
