"""A match of a few lines of rules, as a test sees it: played by the engine, and by the oracle.

Rules write down what happens as digits: `do say(3)` makes the counter `said` one digit longer, so that
`table.said == "123"` tells an order. Whatever concerns views, logs, refusals and saves is the engine's alone.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import interpreter
from interpreter import EngineError, FormNotRunning, IllegalMove, Match
from interpreter.emit.base import NotYet
from rulelang.diagnostics import Severity
from rulelang.game import Game
from rulelang.load import check_game, load
from tests.oracle import Oracle, OracleError

HEADER = "game Small for 1 to 6 players\n"
SAYING = "\ncounter said: number = 0\neffect say(number digit): set said to 10 * said + digit\n"

BROKEN = (EngineError, OracleError)
"""What either raises when the rules do what no rules may do."""

not_yet = pytest.mark.not_yet
"""The engine does not run some form of the rules yet; the oracle does."""


def differs(backend: str, reason: str) -> pytest.MarkDecorator:
    """The engine or the oracle is known to be wrong here; the mark goes with the fault."""
    return pytest.mark.differs(backend, reason)


NOT_YET = (NotYet, FormNotRunning)


def complete(*rules: str) -> str:
    """The parts as one text, with the heading that all tests share, and with `say` if they use it."""
    text = "\n".join(dedent(part).strip("\n") for part in rules) + "\n"
    if not text.startswith("game "):
        text = HEADER + text
    return text + SAYING if "do say(" in text else text


class Table:
    """What a test may ask of a match, whoever plays it."""

    @property
    def seat(self) -> int | None:
        """Who is asked; -1 is chance; None: the match is over."""
        raise NotImplementedError

    @property
    def options(self) -> list[str]:
        raise NotImplementedError

    def dump(self) -> dict[str, Any]:
        raise NotImplementedError

    @property
    def result(self) -> Any:
        raise NotImplementedError

    def take(self, option: str) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------------ the question

    @property
    def who(self) -> str:
        seat = self.seat
        return "over" if seat is None else "chance" if seat == -1 else f"p{seat}"

    @property
    def asks(self) -> str:
        """`p0: pass, go(Ace)`"""
        return f"{self.who}: {', '.join(self.options)}" if self.options else self.who

    @property
    def over(self) -> bool:
        return self.seat is None

    def choose(self, *options: str) -> "Table":
        for option in options:
            self.take(option)
        return self

    def everyone_passes(self) -> "Table":
        """Passes as long as somebody may."""
        while "pass" in self.options:
            self.take("pass")
        return self

    # ------------------------------------------------------------------ the state

    @property
    def said(self) -> str:
        said = self["said"]
        return str(said) if said else ""

    def __getitem__(self, store: str) -> Any:
        """A counter (as a number) or variable (as its id): `coins of p0`, `mark of grid[1,2]`."""
        return plain(self.dump()["stores"][store])

    def zone(self, name: str) -> list[str]:
        return list(self.dump()["zones"].get(name, []))

    def knows(self, name: str) -> list[list[int]]:
        """The seats that know the face, of each card in the zone."""
        return [sorted(seats) for seats in self.dump()["knows"].get(name, [])]

    def dice(self, name: str) -> list[Any]:
        return [plain(face) for face in self.dump()["dice"][name]]

    @property
    def phases(self) -> list[str]:
        return list(self.dump()["phases"])

    @property
    def turn(self) -> str | None:
        return self.dump()["turn"]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(self.result.winners)


def plain(value: Any) -> Any:
    if isinstance(value, str) and value.lstrip("-").isdigit():
        return int(value)
    return value


class EngineTable(Table):
    def __init__(self, match: Match) -> None:
        self.match = match

    @property
    def seat(self) -> int | None:
        return self.match.player

    @property
    def options(self) -> list[str]:
        return [option.id for option in self.match.decision.options] if self.match.decision else []

    def dump(self) -> dict[str, Any]:
        return self.match.dump()

    @property
    def result(self) -> Any:
        return self.match.result

    def take(self, option: str) -> None:
        assert option in self.options, f"{option!r} is not among {self.asks}"
        self.match.choose(option)

    def choose(self, *options: str) -> "EngineTable":
        super().choose(*options)
        return self

    def everyone_passes(self) -> "EngineTable":
        super().everyone_passes()
        return self

    # ------------------------------------------------------------------ the engine's alone

    def log(self, *whats: str, seat: int | None = None) -> list[str]:
        """The texts of the log, of some sorts of events only, for one seat or for all-seeing readers."""
        events = self.match.log if seat is None else self.match.log_for(seat)
        return [event.text for event in events if not whats or event.what in whats]

    def refusal(self, option: str) -> IllegalMove:
        """What answers a choice that is not on offer; the match must be as it was."""
        before, log = self.match.state_key(), self.match.log
        with pytest.raises(IllegalMove) as caught:
            self.match.choose(option)
        assert self.match.state_key() == before
        assert self.match.log == log
        return caught.value


class OracleTable(Table):
    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle

    @property
    def seat(self) -> int | None:
        return self.oracle.question.player if self.oracle.question else None

    @property
    def options(self) -> list[str]:
        return list(self.oracle.question.options) if self.oracle.question else []

    def dump(self) -> dict[str, Any]:
        return self.oracle.dump()

    @property
    def result(self) -> Any:
        return self.oracle.result

    def take(self, option: str) -> None:
        assert option in self.options, f"{option!r} is not among {self.asks}"
        self.oracle.choose(option)


_games: dict[tuple[str, str], Game] = {}


def game_in(path: Path, parameters: dict[str, object]) -> Game:
    """The game in that file. Where the same text has been read in another folder it is that game: the engine and the oracle
    play it one after the other, and what it is compiled to is shared."""
    key = path.read_text("utf-8"), repr(parameters)
    if any(path.parent.glob("*.csv")):  # which may be others
        return load(path, parameters=parameters)
    if key not in _games:
        if len(_games) > 200:
            _games.clear()
        _games[key] = load(path, parameters=parameters)
    return _games[key]


class Play:
    """Writes rules to a file, loads them and starts a match."""

    def __init__(self, folder: Path, backend: str) -> None:
        self.folder, self.backend = folder, backend
        self.made = self.names()

    def names(self) -> Iterator[str]:
        for number in range(1000):
            yield f"table{number}"

    def write(self, *rules: str) -> Path:
        # each in a folder of its own, so that nothing but the rules can differ
        path = self.folder / next(self.made) / "small.rules"
        path.parent.mkdir()
        for table in self.folder.glob("*.csv"):
            shutil.copy(table, path.parent)
        path.write_text(complete(*rules), "utf-8")
        return path

    def load(self, *rules: str, **parameters: object) -> Any:
        return game_in(self.write(*rules), parameters)

    def problems(self, *rules: str) -> set[str]:
        """The codes of the errors that the checker finds."""
        _, found = check_game(self.write(*rules))
        return {d.code.id for d in found if d.severity is Severity.ERROR}

    def __call__(self, *rules: str, players: int = 2, checks: bool = True, **parameters: object) -> Any:
        """A table with chance explicit, invariants tested after every step."""
        game = self.load(*rules, **parameters)
        if self.backend == "oracle":
            return OracleTable(Oracle(game, players, checks))
        return EngineTable(interpreter.start(game, players, chance="explicit", checks=checks))

    def sampled(self, *rules: str, players: int = 2, seed: int = 0, log: bool = True) -> EngineTable:
        """A table of the engine with chance from a seed."""
        return EngineTable(interpreter.start(self.load(*rules), players, seed=seed, log=log))
