"""What a checked game consists of, piece by piece, for warnings that look at the whole."""

from collections.abc import Iterator
from typing import Any

from attrs import define, field

from rulelang import game
from rulelang.check.walk import nodes


def texts(checked: game.Game) -> Iterator[Any]:
    """All that is done or read in play, each text once, however many cards share it; phases are left out."""
    yield checked.setup
    yield from checked.effects.values()
    yield from checked.windows.values()
    yield from checked.anytimes
    yield from checked.rules
    yield from checked.tallies.values()
    yield from checked.values.values()
    seen: set[int] = set()
    for card in checked.bearers:
        for one in (*card.effects.values(), *card.values.values(), *card.rules, *card.lastings):
            if id(one) not in seen:
                seen.add(id(one))
                yield one


@define
class Found:
    """Statements and rules of a game, by what they are about."""

    by_sort: dict[type, list[Any]] = field(factory=dict)
    jumps: list[tuple[str | None, Any]] = field(factory=list)  # and the phase in whose own text it stands

    def links(self) -> int:
        """How many ways there may be, at most, from what is done to a rule that answers it."""
        doing = sum(len(self.by_sort.get(sort, ())) for sort in DOING)
        return doing * len(self.by_sort.get(game.Trigger, ()))

    def all(self, *sorts: type) -> Iterator[Any]:
        """All nodes of these sorts."""
        for sort in sorts:
            yield from self.by_sort.get(sort, ())


JUMPS = (game.Skip, game.EndOf, game.EndGame, game.Wins, game.Eliminate)
DOING = (
    game.Move, game.Draw, game.Shuffle, game.Roll, game.Gain, game.Pay, game.Set, game.CountUp, game.Do, game.Announce,
    game.May, game.Eliminate,
)  # fmt: skip
WANTED = frozenset({*JUMPS, *DOING, game.Trigger, game.Lasting})


def found(checked: game.Game) -> Found:
    """What the warnings ask for, in one walk."""
    result = Found()
    pieces: list[tuple[str | None, Any]] = [(None, text) for text in texts(checked)]
    pieces += [(key, phase) for key, phase in checked.phases.items()]
    for phase, piece in pieces:
        for node in nodes(piece):
            sort = type(node)
            if sort in WANTED:
                result.by_sort.setdefault(sort, []).append(node)
                if sort in JUMPS:
                    result.jumps.append((phase, node))
    return result
