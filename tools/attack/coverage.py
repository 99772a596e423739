"""Which rules, citations and edges of the effect graph the plays have come to."""

from typing import TYPE_CHECKING

from attrs import Factory, define

import interpreter
from interpreter import Match
from interpreter.log import RECORD
from rulelang import Game
from tools.simulate import rules_that_can_fire

if TYPE_CHECKING:
    from tools.attack.edges import Edges


@define
class Coverage:
    """What has been reached: names of rules as the log has them, ids of citations."""

    rules: set[str] = Factory(set)
    cites: set[str] = Factory(set)
    edges: "Edges | None" = None

    def add(self, m: Match) -> None:
        """Counts what a match has come to."""
        sources = m.program.shared.sources
        for number in sorted(set(m.records()[::RECORD])):
            if sources[number].what != "nothing":
                self.rules.add(sources[number].rule)
                self.cites.update(sources[number].cites)
        if self.edges is not None:
            self.edges.add(m)

    def missing(self, game: Game) -> tuple[list[str], list[str], int, int]:
        """Rules and citations that were never reached, in the order of the files; and how many of each there are."""
        rules: dict[str, None] = {}
        cites: dict[str, None] = {}
        for players in range(game.players[0], game.players[1] + 1):
            rules.update(dict.fromkeys(rules_that_can_fire(game, players)))
            sources = interpreter.start(game, players).program.shared.sources
            cites.update(
                (cite, None) for source in sources if source.what != "nothing" for cite in source.cites
            )
        return (
            [rule for rule in rules if rule not in self.rules],
            [cite for cite in game.citations if cite in cites and cite not in self.cites],
            len(rules),
            len(cites),
        )
