"""What the number in ERROR says of why the rules cannot go on."""

from typing import TYPE_CHECKING

from interpreter import slots as k
from interpreter.errors import EngineError, OutOfBounds

if TYPE_CHECKING:
    from interpreter.program import Program


def error_of(p: "Program", error: int, where: str = "") -> EngineError:
    """What a number in ERROR says."""
    kind, number = error % k.KINDS_OF_ERRORS, error // k.KINDS_OF_ERRORS
    said = k.WORDS.get(kind, "the rules cannot go on")
    if kind != k.E_RANGE:
        return EngineError(said + where, endless=kind in k.ENDLESS)
    at = p.shared.limits[number]
    said = f"{at.text} is set beyond its bounds ({at.place.file}:{at.place.line})"
    return OutOfBounds(said + where, rule=at.rule, citations=at.cites, place=at.place)
