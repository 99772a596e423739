"""Faults that are planted in copies of the bundled rules, and what the attack makes of them."""

import shutil
import tomllib
from pathlib import Path
from time import process_time
from typing import Any

from attrs import frozen

import rulelang
from rulelang import Game
from tools.attack.plays import attack
from tools.attack.shrinking import shrunk

HERE = Path(__file__).resolve().parent
GAMES = HERE.parent.parent / "games"


@frozen
class Outcome:
    """What became of a fault: the ``promise`` that was broken ("": none), after how many ``plays``, the choices of the
    shortest play that shows it (-1: none); ``seconds`` of the processor."""

    promise: str
    plays: int
    length: int
    seconds: float


def faults() -> list[dict[str, Any]]:
    """The table of faults of the rules."""
    found: list[dict[str, Any]] = tomllib.loads((HERE / "rules.toml").read_text("utf-8"))["fault"]
    return found


def planted(fault: dict[str, Any], folder: Path) -> Game:
    """The rules with the fault, as a copy in *folder*; they check."""
    name = fault["file"].split("/")[0]
    shutil.copytree(GAMES / name, folder / name)
    edits = [[fault["file"], fault["find"], fault["put"]]]
    if "and" in fault:
        edits.append([fault["file"], *fault["and"]])
    if "other" in fault:
        edits.append(fault["other"])
    for file, find, put in edits:
        text = (folder / file).read_text("utf-8")
        assert text.count(find) == 1, f"{fault['says']}: {find!r} stands {text.count(find)} times in {file}"
        (folder / file).write_text(text.replace(find, put), "utf-8")
    return rulelang.load(folder / fault["file"] if name == "classics" else folder / name)


def outcome(game: Game, plays: int, seed: int = 0) -> Outcome:
    """What the attack finds in so many plays, and how small it becomes."""
    begun = process_time()
    told = [*attack(game, plays, seed)][-1]
    if told.found is None:
        return Outcome("", told.plays, -1, process_time() - begun)
    small = shrunk(game, told.found)
    return Outcome(told.found.breach.promise, told.plays, len(small.play.choices), process_time() - begun)
