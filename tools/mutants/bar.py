"""The changes of a game's rules, tried, with a bar on the screen if there is one."""

import sys

from rich.console import Console
from rich.progress import Progress

from interpreter import EngineError
from rulelang import Game
from rulelang.program import Program
from tools.failures import Failed
from tools.mutants.making import changes
from tools.mutants.running import Mutated, mutated
from tools.mutants.trying import PLAYS, Judge


def tried(
    game: Game, program: Program, plays: int | None, seconds: float | None, seed: int, jobs: int
) -> Mutated:
    """What becomes of the changes.

    Raises: Failed: the rules break a promise as they are.
    """
    try:
        judge = Judge(program, game, PLAYS if plays is None else plays, seed)
    except EngineError as error:
        raise Failed(f"{game.name} breaks a promise as it is, mend that first: {error}") from None
    all_of_them = tuple(changes(program))
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("changes of the rules", total=len(all_of_them))
        coming = mutated(judge, all_of_them, seed, seconds, jobs)
        while True:
            try:
                progress.update(bar, completed=next(coming))
            except StopIteration as ended:
                made: Mutated = ended.value
                return made
