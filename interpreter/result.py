"""How a match ended: scores, ranking, payoffs (meaning 20)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

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


def rank_count(p: Program) -> int:
    """By how many numbers `winner` ranks."""
    return len(p.game.winner.ranks) if p.game.winner is not None else 0


def rank_row(p: Program, function: Callable[..., int], s: list[int]) -> list[int]:
    """What `winner` ranks by, for each rank a number a seat, as a *function* of the text (`outcome`, `standing`) says."""
    row = [0] * (rank_count(p) * p.players)
    kept, s[k.FUEL] = s[k.FUEL], k.FUEL_BOUND
    function(s, p.w, row, 0)
    s[k.FUEL] = kept
    return row


def rank_numbers(p: Program, function: Callable[..., int], s: list[int]) -> list[list[int]]:
    """The same, a row a rank."""
    return by_rank(p, rank_row(p, function, s))


def by_rank(p: Program, row: list[int]) -> list[list[int]]:
    return [row[i : i + p.players] for i in range(0, len(row), p.players)]


def finished(p: Program, outcome: Callable[..., int], s: list[int], stopped: str | None) -> Result:
    """The result of a finished (or stopped) match, by the text's own function *outcome*; each is worked out once."""
    row = rank_row(p, outcome, s)
    key = (tuple(row), s[k.GONE], s[k.WINNERS], s[k.REASON], stopped)
    made = p.results.get(key)
    if made is None:
        made = concluded(p, by_rank(p, row), s[k.GONE], s[k.WINNERS], s[k.REASON], stopped)
        if len(p.results) < 10_000:
            p.results[key] = made
    return made


def concluded(p: Program, values: Sequence[Sequence[int]], gone: int, bits: int, number: int,
              stopped: str | None = None) -> Result:
    """The result for these numbers of the players, one row for each rank of `winner`; *bits* of those who were said to
    have won (-1: nobody said), *number* of the reason why it ended."""
    reason = stopped or ("last phase over" if number < 0 else p.shared.reasons[number])
    scores = tuple(values[0]) if values else (None,) * p.players
    if bits >= 0 and stopped is None:
        winners, order, payoffs = said(p.players, with_partners(p, bits))
        return Result(scores, winners, order, reason, payoffs)
    ranking = ranked(p, values, gone)
    if not values:
        return Result(scores, (), ranking, reason, (0,) * p.players)
    first = with_partners(p, sum(1 << i for i in ranking[0]))
    winners = tuple(i for i in range(p.players) if first >> i & 1)
    assert p.game.winner is not None
    more = p.game.winner.ranks[0].how == "most"  # a payoff is the better the more it is
    payoffs = tuple(values[0]) if more else tuple(-x for x in values[0])
    return Result(scores, winners if stopped is None else (), ranking, reason, payoffs)


def with_partners(p: Program, bits: int) -> int:
    """These players and those of their teams, as bits: partners sit as far apart as can be."""
    if p.game.teams is None:
        return bits
    teams = p.players // constant(p.game.teams, p.game, p.players)
    sides = {i % teams for i in range(p.players) if bits >> i & 1}
    return sum(1 << i for i in range(p.players) if i % teams in sides)


@lru_cache(maxsize=1024)
def said(players: int, bits: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[Fraction | int, ...]]:
    """Winners, ranking and payoffs where the rules say who wins."""
    winners = tuple(i for i in range(players) if bits >> i & 1)
    others = tuple(i for i in range(players) if not bits >> i & 1)
    order = tuple(x for x in (winners, others) if x)
    if not winners:
        return winners, order, (0,) * players
    won, lost = whole(Fraction(1, len(winners))), whole(Fraction(-1, len(others) or 1))
    return winners, order, tuple(won if bits >> i & 1 else lost for i in range(players))


def whole(x: Fraction) -> Fraction | int:
    return int(x) if x.denominator == 1 else x


def ranked(p: Program, values: Sequence[Sequence[int]], gone: int) -> tuple[tuple[int, ...], ...]:
    """The groups of seats, best first: those eliminated last."""
    if p.game.winner is None:
        return (tuple(range(p.players)),)
    signs = [-1 if rank.how == "most" else 1 for rank in p.game.winner.ranks]
    groups: dict[tuple[int, ...], list[int]] = {}
    for i in range(p.players):
        key = (gone >> i & 1, *(sign * row[i] for sign, row in zip(signs, values, strict=True)))
        groups.setdefault(key, []).append(i)
    return tuple(tuple(groups[x]) for x in sorted(groups))
