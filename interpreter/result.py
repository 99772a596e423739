"""How a match ended: scores, ranking, payoffs (meaning 20)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import frozen

from interpreter import slots as k
from interpreter.constants import constant
from interpreter.program import Program


@frozen
class Result:
    """``scores``: what `winner` ranks first, a number a seat (None without `winner`); ``winners``: seats;
    ``ranking``: groups of seats, best first; ``reason``: why it ended; ``payoffs``: a number a seat."""

    scores: tuple[int | None, ...]
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: str
    payoffs: tuple[Fraction | int, ...]

    def as_json(self) -> dict[str, object]:
        return {"scores": list(self.scores), "winners": list(self.winners), "ranking": [list(x) for x in self.ranking],
                "reason": self.reason, "payoffs": [float(x) for x in self.payoffs]}


def result(p: Program, s: list[int], stopped: str | None = None) -> Result:
    """The result of a finished (or stopped) match."""
    ranks = p.game.winner.ranks if p.game.winner is not None else ()
    values = [[p.of_player(s, rank.key, i) for i in range(p.players)] for rank in ranks]
    return concluded(p, values, s[k.GONE], s[k.WINNERS], s[k.REASON], stopped)


def concluded(p: Program, values: Sequence[Sequence[int]], gone: int, bits: int, number: int,
              stopped: str | None = None) -> Result:
    """The result for these numbers of the players, one row for each rank of `winner`; *bits* of those who were said to
    have won (-1: nobody said), *number* of the reason why it ended."""
    scores, ranking = ranked(p, values, gone)
    reason = stopped or ("last phase over" if number < 0 else p.shared.reasons[number])
    if bits >= 0 and stopped is None:
        winners = with_partners(p, [i for i in range(p.players) if bits >> i & 1])
        others = tuple(i for i in range(p.players) if i not in winners)
        if not winners or not others:
            payoffs: tuple[Fraction | int, ...] = (0,) * p.players
        else:
            payoffs = tuple(whole(Fraction(1, len(winners))) if i in winners else whole(Fraction(-1, len(others)))
                            for i in range(p.players))
        order = tuple(x for x in (winners, others) if x)
        return Result(scores, winners, order, reason, payoffs)
    if p.game.winner is None:
        return Result(scores, (), (tuple(range(p.players)),), reason, (0,) * p.players)
    payoffs = tuple(0 if x is None else x for x in scores)
    return Result(scores, with_partners(p, ranking[0]) if stopped is None else (), ranking, reason, payoffs)


def with_partners(p: Program, seats: Iterable[int]) -> tuple[int, ...]:
    """The seats, and those of their teams: partners sit as far apart as can be."""
    if p.game.teams is None:
        return tuple(seats)
    teams = p.players // constant(p.game.teams, p.game, p.players)
    sides = {seat % teams for seat in seats}
    return tuple(seat for seat in range(p.players) if seat % teams in sides)


def whole(x: Fraction) -> Fraction | int:
    return int(x) if x.denominator == 1 else x


def ranked(p: Program, values: Sequence[Sequence[int]],
           gone: int) -> tuple[tuple[int | None, ...], tuple[tuple[int, ...], ...]]:
    """What `winner` ranks first, and the groups of seats, best first: those eliminated last."""
    if p.game.winner is None:
        return (None,) * p.players, (tuple(range(p.players)),)
    signs = [-1 if rank.how == "most" else 1 for rank in p.game.winner.ranks]
    groups: dict[tuple[int, ...], list[int]] = {}
    for i in range(p.players):
        key = (gone >> i & 1, *(sign * row[i] for sign, row in zip(signs, values, strict=True)))
        groups.setdefault(key, []).append(i)
    return tuple(values[0]), tuple(tuple(groups[x]) for x in sorted(groups))
