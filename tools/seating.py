"""Which bot sits where: one in all seats, or one for each seat, who move on by one seat from match to match."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import click
from attrs import Factory, define, frozen

from interpreter import Match
from tools.bots import BOTS, Bot
from tools.intervals import rate


@frozen
class Seating:
    """Bots by name: one, for all seats; or as many as there are seats, for the first match in this order."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return ",".join(self.names)

    @property
    def several(self) -> bool:
        """Whether seats have bots of their own."""
        return len(self.names) > 1

    def fits(self, players: int) -> bool:
        """Whether so many can sit like that."""
        return not self.several or len(self.names) == players

    def names_at(self, players: int, match: int) -> tuple[str, ...]:
        """By seat, in the match of that number: whoever sat in the last seat goes on with the first."""
        if not self.several:
            return self.names * players
        step = match % players
        return self.names[players - step :] + self.names[: players - step]


def one_bot(names: Sequence[str]) -> Bot:
    """A bot for all seats that decides in each as the one by that name would."""
    if len(set(names)) == 1:
        return BOTS[names[0]]
    bots = [BOTS[name] for name in names]

    def bot(match: Match, rng: Random) -> int:
        assert match.player is not None
        return bots[match.player](match, rng)

    return bot


@define
class Standing:
    """What bots that play against each other have won: of a win of several players, each has his share."""

    matches: int = 0
    seats: Counter[str] = Factory(Counter)  # in all matches together
    wins: dict[str, float] = Factory(dict)

    def add(self, names: Sequence[str], winners: Sequence[int]) -> None:
        """Counts one more match: who sat in each seat, and which seats won."""
        self.matches += 1
        self.seats.update(names)
        for seat in winners:
            self.wins[names[seat]] = self.wins.get(names[seat], 0.0) + 1 / len(winners)

    def report(self) -> list[dict[str, object]]:
        """By bot, as plain data; shares of all matches, with the interval of 95 %."""
        players = self.seats.total() // max(1, self.matches)
        out: list[dict[str, object]] = []
        for name, seats in self.seats.items():
            wins = self.wins.get(name, 0.0)
            won = rate(wins, self.matches)
            here = seats // self.matches
            out.append(
                {
                    "bot": name,
                    "seats": here,
                    "won": round(wins, 2),
                    "share": round(won.value, 4),
                    "low": round(won.low, 4),
                    "high": round(won.high, 4),
                    "fair": round(here / players, 4),
                }
            )
        return out


def standing_lines(rows: Sequence[dict[str, object]]) -> Iterator[str]:
    """The same for people."""
    for row in rows:
        share, low, high, fair = (100 * float(str(row[name])) for name in ("share", "low", "high", "fair"))
        seats = "1 seat" if row["seats"] == 1 else f"{row['seats']} seats"
        yield f"  {row['bot']} in {seats} won {row['won']:g}, {share:.1f} % ({low:.1f} to {high:.1f}); by seats alone {fair:.1f} %"


class Bots(click.ParamType[Seating]):
    """The name of a bot, or a name for each seat with commas between."""

    told = (
        f"Who plays: {', '.join(list(BOTS)[:-1])} or {list(BOTS)[-1]} in all seats; or a bot for each seat, with commas"
        " between, all of whom move on a seat from match to match."
    )
    """For the help of commands."""

    name = "bot[,bot...]"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Seating:
        """The bots by seat."""
        if isinstance(value, Seating):
            return value
        names = tuple(name.strip() for name in str(value).split(","))
        for name in names:
            if name not in BOTS:
                self.fail(f"`{name}` is none of {', '.join(BOTS)}; for a bot in each seat, write their names with commas"
                          " between", param, ctx)  # fmt: skip
        return Seating(names)
