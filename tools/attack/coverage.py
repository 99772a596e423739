"""Which rules and which citations the plays have come to, and how a play is led to those that are still missing."""

from random import Random

from attrs import Factory, define

import interpreter
from interpreter import CHANCE, EngineError, Match
from interpreter.log import RECORD
from rulelang import Game
from tools.simulate import rules_that_can_fire

LOOKED = 0.5
"""How often options are looked at for what they come to, as long as plays come to something new; less and less after."""

OPTIONS = 8
"""How many of them."""


@define
class Coverage:
    """What has been reached: names of rules as the log has them, ids of citations."""

    rules: set[str] = Factory(set)
    cites: set[str] = Factory(set)
    stale: int = 0  # plays in a row that came to nothing new

    def add(self, m: Match) -> None:
        """Counts what a match has come to."""
        sources = m.program.shared.sources
        self.stale = 0 if self.news(m) else self.stale + 1
        for number in sorted(set(m.records()[::RECORD])):
            if sources[number].what != "nothing":
                self.rules.add(sources[number].rule)
                self.cites.update(sources[number].cites)

    def news(self, m: Match) -> int:
        """How many rules and citations the match has come to that are new."""
        sources = m.program.shared.sources
        fired = [
            sources[number] for number in set(m.records()[::RECORD]) if sources[number].what != "nothing"
        ]
        rules = {source.rule for source in fired} - self.rules
        return len(rules) + len({cite for source in fired for cite in source.cites} - self.cites)

    def leading(self, m: Match, rng: Random) -> int | None:
        """An option that leads at once to something new; None: it was not looked, or none does."""
        if m.player == CHANCE or m.count < 2 or rng.random() * (1 + self.stale) > LOOKED:
            return None
        best, most = None, self.news(m)
        for index in rng.sample(range(m.count), min(m.count, OPTIONS)):
            after = m.copy()
            try:
                after.choose_index(index)
            except EngineError:
                return index  # what goes wrong is what is looked for
            found = self.news(after)
            if found > most:
                best, most = index, found
        return best

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
