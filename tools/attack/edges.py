"""What of the effect graph of a game plays have come to: which effect, rule or card did, asked or set off what."""

from attrs import Factory, define

from interpreter import Match
from rulelang import Game
from rulelang.uses.model import model
from tools.graphs import effect_graph
from tools.graphs.counting import Counts, Reader
from tools.graphs.coverage import covered, never
from tools.graphs.marking import marked


@define
class Edges:
    """What of the effect graph of a game was reached. The matches must be of the game that is ``marked``: it plays alike,
    and tells of each statement."""

    game: Game
    reader: Reader
    counts: Counts = Factory(Counts)

    @classmethod
    def of(cls, game: Game) -> "Edges":
        """Of a game, before any play."""
        return cls(game, Reader(model(game)))

    def add(self, m: Match) -> None:
        """Counts what a match has come to."""
        self.reader.read(m, self.counts)

    @property
    def marked(self) -> Game:
        """The game that is to be played."""
        return marked(self.game)

    def missing(self) -> tuple[list[str], int]:
        """The edges that were never taken, by name, with the place in the rules, in the order of the graph; and how many
        there are of which that can be told."""
        graph = covered(effect_graph(self.game), self.game, self.counts)
        told = [taken for _, _, taken in graph.edges(data="taken") if taken is not None]
        return [*never(graph)], len(told)
