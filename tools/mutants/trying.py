"""What becomes of a change of the rules: whether an example or an invariant notices it, and whether play does."""

from collections import Counter
from contextlib import suppress
from random import Random

from attrs import Factory, define, evolve, frozen

import interpreter
from interpreter import EngineError, FormNotRunning, InvariantBroken, Match
from interpreter.emit.base import NotYet
from interpreter.examples import Stage, Wrong, play_line, run_example
from interpreter.log import RECORD
from interpreter.program import Program as Compiled
from interpreter.program import forget
from interpreter.program import program as compiled
from rulelang import Game
from rulelang.check import check
from rulelang.game import Example
from rulelang.program import Program
from tools.attack.promises import ENDS
from tools.mutants.making import Change

PLAYS = 10
"""Random plays of the rules as they are, and of each change that no example notices."""

LONGEST = 150
"""Choices of one."""

LOOKED = 10
"""Choices between two looks at where everything lies."""

QUIET = frozenset({"begin", "end", "done", "do", "rule", "skipped", "asked", "set", "value"})
"""Sorts of events that tell where in the rules the engine is, or what the views tell."""

REFUSED, ALIKE, FOUND, LIVES = "refused", "alike", "found", "lives"
"""What becomes of a change: it is no valid game; no difference was seen; it was found out; nothing protects the rule."""


@frozen
class Verdict:
    """What became of a change; ``by``: the example, invariant or promise that found it; ``meaning``: the digest of the
    changed rules."""

    outcome: str
    by: str = ""
    meaning: str = ""


@frozen
class Course:
    """A play as it can be compared: what was asked at each step and where everything lay now and then; then what each player
    was told, and sees at the end."""

    steps: tuple[tuple[int | None, int, int], ...]
    told: tuple[int, ...]


@define
class Judge:
    """The rules as they are, with all that is needed to try changes of them.

    Raises: EngineError: they cannot be played themselves, or break an invariant there.
    """

    program: Program
    game: Game
    plays: int = PLAYS
    seed: int = 0
    models: dict[int, Compiled] = Factory(dict)
    touched: list[frozenset[tuple[str, int]]] = Factory(list)  # by example: the lines that act in it
    courses: list[Course] = Factory(list)
    tables: tuple[int, ...] = ()  # how many players there are in the plays

    def __attrs_post_init__(self) -> None:
        for example in self.game.examples:
            self.touched.append(lines_of(self.game, example))
        self.tables = numbers_of_players(self.game)
        for number in range(self.plays):
            self.courses.append(course(*self.begun(self.game, number)))
        used = {players_of(self.game, example) for example in self.game.examples} | {*self.tables}
        self.models = {players: compiled(self.game, players) for players in sorted(used)}
        for model in self.models.values():
            model.compiled(True, True)

    def begun(self, game: Game, number: int) -> tuple[Match, Random]:
        """A play before its first choice, and what it is led by. Raises: EngineError."""
        seed = self.seed + number
        players = self.tables[number % len(self.tables)]
        return interpreter.start(game, players, seed=seed, checks=True), Random(f"mutant {seed}")

    def tried(self, change: Change) -> Verdict:
        """What becomes of a change; the same each time."""
        game, _ = check(change.of(self.program))
        if game is None:
            return Verdict(REFUSED)
        if game.digest == self.game.digest:
            return Verdict(ALIKE)
        try:
            return evolve(self.played(game, change), meaning=game.digest)
        except (NotYet, FormNotRunning):
            return Verdict(REFUSED)
        finally:
            forget(game)

    def played(self, game: Game, change: Change) -> Verdict:
        """Examples first, those that are likely to notice before the others; then plays."""
        for number in self.order(change):
            example = game.examples[number]
            self.make(game, players_of(game, example))
            if not run_example(game, example).passed:
                return Verdict(FOUND, f"example {example.key}")
        alike = True
        for number, before in enumerate(self.courses):
            self.make(game, self.tables[number % len(self.tables)])
            try:
                alike = course(*self.begun(game, number)) == before and alike
            except InvariantBroken as broken:
                return Verdict(FOUND, f"invariant {broken.invariant}")
            except EngineError:
                return Verdict(FOUND, ENDS)
        return Verdict(ALIKE if alike else LIVES)

    def make(self, game: Game, players: int) -> None:
        """The text for so many players, as cheaply as can be."""
        with suppress(EngineError):  # it will be met again
            compiled(game, players, self.models[players])

    def order(self, change: Change) -> list[int]:
        """The examples: first those in which the line acts, then those that cite what it cites, then the others."""
        here = (change.span.file, change.span.line)
        cites = {*change.cites}
        examples = self.game.examples
        return sorted(
            range(len(examples)),
            key=lambda i: (here not in self.touched[i], not cites & {*examples[i].cites}, i),
        )


def players_of(game: Game, example: Example) -> int:
    """How many players an example has."""
    return len(example.players) or game.players[0]


def numbers_of_players(game: Game) -> tuple[int, ...]:
    """For how many players the plays are: as most examples are for, and the least number with which left is not right."""
    low, high = game.players
    used = Counter(players_of(game, example) for example in game.examples)
    usual = min(used, key=lambda players: (-used[players], players), default=low)
    return tuple(sorted({usual, min(max(3, low), high)}))


def lines_of(game: Game, example: Example) -> frozenset[tuple[str, int]]:
    """The lines of the rules that act in an example."""
    stage = Stage(game, players_of(game, example), example)
    with suppress(Wrong, EngineError):
        for line in example.lines:
            play_line(stage, line, [])
    sources = stage.p.shared.sources
    places = (sources[number].place for number in {*stage.m.records()[::RECORD]})
    return frozenset((place.file, place.line) for place in places)


def course(m: Match, rng: Random) -> Course:
    """Plays on by uniform choices. Raises: EngineError."""
    steps: list[tuple[int | None, int, int]] = []
    while not m.over and len(steps) < LONGEST:
        steps.append((m.player, m.count, hash(str(m.dump())) if len(steps) % LOOKED == 0 else 0))
        m.choose_index(rng.randrange(m.count))
    if m.result is not None and m.result.reason.startswith("stopped"):
        raise EngineError(m.result.reason)
    steps.append((m.player, m.count, hash(str(m.dump()))))
    return Course(tuple(steps), tuple(hash(told(m, seat)) for seat in range(m.players)))


def told(m: Match, seat: int) -> str:
    """What a player was told, and sees at the end."""
    view = {key: value for key, value in m.view(seat).items() if key != "log"}
    return str((view, [event.text for event in m.log_for(seat) if event.what not in QUIET]))
