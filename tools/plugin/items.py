"""A rules file as tests of pytest: an item for each example, and one that attacks the rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import rulelang
from interpreter import EngineError, FormNotRunning
from interpreter.examples import run_example
from rulelang import Game, RulesError
from rulelang.bundled import head_of
from rulelang.game import Example
from tools.attack.plays import attack
from tools.attack.shrinking import shrunk
from tools.attack.telling import lines
from tools.examples import Ran, told
from tools.plugin import PLAYS

ATTACK = "no promise is broken"
"""The name of the item that attacks the rules."""

DECISIONS = 300
"""Choices of an attack after which no further play is begun."""


def rules_file(path: Path, parent: pytest.Collector) -> "RulesFile | None":
    """The file as a collector; None: it is a part that other files include."""
    if head_of(str(path)) is None:
        return None
    made: RulesFile = RulesFile.from_parent(parent, path=path)
    return made


class Wrong(Exception):
    """What is to be told of a test that failed."""


class RulesFile(pytest.File):
    """A file with a game or a variant."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its examples, then the attack.

        Raises: CollectError: the rules have errors.
        """
        try:
            game = rulelang.load(self.path)
        except RulesError as error:
            raise self.CollectError(str(error)) from None
        for example in game.examples:
            yield ExampleItem.from_parent(self, name=example.key, game=game, example=example)
        plays = self.config.getoption("rules_plays")
        if plays is None:
            plays = number(self.config.getini("rules_plays"))
        if plays > 0:
            yield AttackItem.from_parent(self, name=ATTACK, game=game, plays=plays)


def number(text: str) -> int:
    """The number of plays as the ini file has it.

    Raises: UsageError.
    """
    if not text.isascii() or not text.isdigit():
        raise pytest.UsageError(
            f"rules_plays is a number of plays, as in `rules_plays = {PLAYS}`, not `{text}`"
        )
    return int(text)


class RulesItem(pytest.Item):
    """A test of a game. What fails is told in the words of the rules."""

    def __init__(self, *, game: Game, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.game = game

    def repr_failure(  # type: ignore[override]
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> object:
        """Without a traceback, unless rulelang itself is at fault."""
        if isinstance(excinfo.value, Wrong):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class ExampleItem(RulesItem):
    """An example of the rules."""

    def __init__(self, *, example: Example, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.example = example

    def runtest(self) -> None:
        """Raises: Wrong: it does not come out as it says."""
        ran = Ran(self.example, run_example(self.game, self.example))
        if not ran.result.passed:
            raise Wrong("\n".join(told(self.game, ran)))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands; lines are counted from 0."""
        return self.path, self.example.span.line - 1, f"example {self.name}"


class AttackItem(RulesItem):
    """Random plays that look for a broken promise."""

    def __init__(self, *, plays: int, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.plays = plays

    def runtest(self) -> None:
        """Raises: Wrong: a promise is broken."""
        try:
            for made in attack(self.game, self.plays, 0, decisions=DECISIONS):
                if made.found is not None:
                    raise Wrong("\n".join(lines(self.game, shrunk(self.game, made.found))))
        except (EngineError, FormNotRunning) as error:
            raise Wrong(f"{self.game.name} cannot be played: {error}") from None

    def reportinfo(self) -> tuple[Path, int, str]:
        """The head of the file."""
        return self.path, 0, ATTACK
