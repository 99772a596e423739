"""A match from outside: the question it waits for, the answer, the result (meaning 20)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulelang import game as g
from tests.oracle.dump import dump
from tests.oracle.run import Run
from tests.oracle.things import Env, GameOver, OracleError, Player, Question


@dataclass(frozen=True)
class Result:
    """How a match ended. ``scores``: the first rank of each seat; ``ranking``: seats by rank, equal ones
    together."""

    scores: tuple[Any, ...]
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: str
    payoffs: tuple[Fraction | int, ...]


class Oracle:
    """Runs to the first question; chance is always a question."""

    def __init__(self, game: g.Game, players: int, invariants: bool = True) -> None:
        self.game, self.players = game, players
        self.run = Run(game, players, invariants)
        self.question: Question | None = None
        self.result: Result | None = None
        self.choices: list[str] = []
        self.steps = self.run.play()
        self.go_on(None)

    @classmethod
    def replay(cls, game: g.Game, players: int, choices: Iterable[str]) -> "Oracle":
        oracle = cls(game, players)
        for choice in choices:
            oracle.choose(choice)
        return oracle

    def go_on(self, answer: int | None) -> None:
        self.run.statements = 0
        try:
            self.question = next(self.steps) if answer is None else self.steps.send(answer)
        except StopIteration as end:
            self.question = None
            self.result = result(self.run, end.value)

    def choose(self, id: str) -> None:
        if self.question is None:
            raise OracleError("the match is over")
        if id not in self.question.options:
            raise OracleError(f"{id} is not on offer, but {', '.join(self.question.options)}")
        self.choices.append(id)
        self.go_on(self.question.options.index(id))

    def dump(self) -> dict[str, Any]:
        return dump(self.run)


def result(run: Run, over: GameOver) -> Result:
    """`winner` ranks, and its first rank is the payoff; somebody who wins has 1, shared, the others -1,
    shared."""
    seats = range(run.seats)
    ranks = run.game.winner.ranks if run.game.winner is not None else ()
    keys: dict[int, tuple[Any, ...]] = {}
    for seat in seats:
        worth = [rank_value(run, rank, Player(seat)) for rank in ranks]
        keys[seat] = tuple(n if rank.how == "most" else -n for rank, n in zip(ranks, worth, strict=True))
    behind = {seat: (bool(ranks) and Player(seat) not in run.state.gone, keys[seat]) for seat in seats}
    scores = tuple(rank_value(run, ranks[0], Player(seat)) if ranks else None for seat in seats)
    if over.winners is not None:
        won = tuple(seat for seat in seats if any(side(run, w.seat) == side(run, seat) for w in over.winners))
        lost = tuple(seat for seat in seats if seat not in won)
        payoffs = tuple(
            0 if not won else Fraction(1, len(won)) if seat in won else Fraction(-1, len(lost))
            for seat in seats
        )
        ranking = tuple(group for group in (won, lost) if group)
        return Result(scores, won, ranking, over.reason, payoffs)
    groups: dict[tuple[Any, ...], list[int]] = {}
    for seat in sorted(seats, key=lambda seat: behind[seat], reverse=True):
        groups.setdefault(behind[seat], []).append(seat)
    ranking = tuple(tuple(sorted(group)) for group in groups.values())
    won = ranking[0] if ranks else ()
    if run.game.teams is not None:
        won = tuple(seat for seat in seats if any(side(run, w) == side(run, seat) for w in won))
    return Result(scores, won, ranking, over.reason, tuple(keys[seat][0] if ranks else 0 for seat in seats))


def rank_value(run: Run, rank: g.Rank, player: Player) -> int:
    if rank.key in run.game.stores:
        value = run.read(rank.key, (), player)
    else:
        value = run.derived(rank.key, (), player, Env(you=player))
    return value or 0


def side(run: Run, seat: int) -> int:
    """The team of a seat: partners sit as far apart as can be. Without teams everybody is alone."""
    if run.game.teams is None:
        return seat
    return seat % (run.seats // run.ev(run.game.teams, Env()))
