"""The interpreter: plays checked games. A match is a flat list of whole numbers; rules are small functions over it."""

from interpreter.decisions import CHANCE, Decision, Option, Range, Several
from interpreter.errors import (
    EngineError,
    FormNotRunning,
    IllegalMove,
    InvariantBroken,
    OutOfBounds,
    SaveError,
)
from interpreter.fast import playouts
from interpreter.log import LogEvent
from interpreter.match import Match
from interpreter.result import Result
from interpreter.save import replay, resume
from interpreter.starting import start

__all__ = ["CHANCE", "Decision", "EngineError", "FormNotRunning", "IllegalMove", "InvariantBroken", "LogEvent", "Match",
           "Option", "OutOfBounds", "Range", "Result", "SaveError", "Several", "playouts", "replay", "resume", "start"]
