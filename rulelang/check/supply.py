"""Whether there are cards enough for what the set-up deals to as many players as there may be."""

from collections import Counter

from attrs import define, field

from rulelang import game
from rulelang.check.constants import known
from rulelang.check.symbols import Context
from rulelang.check.types import overlap
from rulelang.diagnostics import Code

LONGEST = 1000  # statements that are looked at; a set-up that is longer is not followed to its end


def look(c: Context, checked: game.Game) -> None:
    """Warn of the smallest number of players for whom the cards do not suffice."""
    least, most = checked.players
    for players in range(least, most + 1):
        dealing = _Dealing(c, checked, players)
        dealing.run(checked.setup, 1)
        if dealing.short is not None:
            draw, wanted, there = dealing.short
            name = draw.source.key.rpartition(".")[2]
            c.report.add(
                Code.TOO_FEW,
                draw.span,
                f"with {players} players {wanted} cards are drawn from `{name}`, and {there} lie there",
                "more copies, a smaller deal, or fewer players",
            )
            return


@define
class _Dealing:
    """What lies where while the set-up runs, as far as that is plain: what is not, is passed over."""

    c: Context
    checked: game.Game
    players: int
    there: dict[str, int] = field(factory=dict)  # zones of the table into which all cards of some kinds came
    drawn: Counter[str] = field(factory=Counter)
    unsure: set[str] = field(factory=set)
    short: tuple[game.Draw, int, int] | None = None
    left: int = LONGEST
    doing: list[str] = field(factory=list)

    def run(self, body: game.Body, times: int) -> None:
        for one in body:
            self.left -= 1
            if self.left < 0:
                return
            if isinstance(one, game.Move):
                self.move(one)
            elif isinstance(one, game.Draw):
                self.draw(one, times)
            elif isinstance(one, game.Together):
                self.run(one.body, times)
            elif isinstance(one, game.Repeat):
                number = None if one.times is None else known(self.c, one.times, self.players)
                self.run(one.body, times * (number if isinstance(number, int) else 0))
            elif isinstance(one, game.ForEach):
                selector = one.selector
                everybody = selector.var.type.base == "player" and selector.source is None
                plain = everybody and selector.where is None
                self.run(one.body, times * (self.players if plain else 0))
            elif isinstance(one, game.Do) and one.effect.key not in self.doing:
                effect = self.checked.effects.get(one.effect.key)
                if effect is not None and effect.kind is None and effect.body is not None:
                    self.doing.append(one.effect.key)
                    self.run(effect.body, times)
                    self.doing.pop()
            elif isinstance(one, game.If):
                for _, branch in one.branches:
                    self.run(branch, 0)
                self.run(one.otherwise, 0)

    def move(self, one: game.Move) -> None:
        """All cards of some kinds to a zone; any other move makes its zone unsure."""
        key, what = one.to.key, one.what
        everything = isinstance(what, game.Quantified) and what.how == "all" and what.body is None
        if isinstance(what, game.Quantified) and everything and one.to.of is None and not one.to.index:
            selector = what.selector
            if selector.source is None and selector.where is None:
                self.there[key] = self.there.get(key, 0) + self.copies(selector.var.type)
                return
        self.unsure.add(key)

    def copies(self, kind: game.Type) -> int:
        total = 0
        for card in self.checked.cards:
            if overlap(self.c.symbols, game.Type("card", names=(card.kind,)), kind):
                number = known(self.c, card.copies, self.players)
                total += number if isinstance(number, int) else 1 << 30
        return total

    def draw(self, one: game.Draw, times: int) -> None:
        self.unsure.add(one.to.key)
        key, number = one.source.key, known(self.c, one.amount, self.players)
        refilled = any(refill.target.key == key for refill in self.checked.refills)
        if not isinstance(number, int) or number < 0 or refilled or key not in self.there or key in self.unsure:
            return
        self.drawn[key] += number * times
        if self.drawn[key] > self.there[key] and self.short is None:
            self.short = (one, self.drawn[key], self.there[key])
