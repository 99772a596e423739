"""Where a play may begin besides the setup: in the scene of an example, where it stands after its last `when`."""

from interpreter import EngineError, Match
from interpreter.emit.base import NotYet
from interpreter.examples import Stage, Wrong, play_line
from rulelang import Game
from rulelang import game as g


def scene(game: Game, key: str) -> Match:
    """The match as the `given` and `when` lines of the example leave it; chance is a choice like any.

    Raises: EngineError: the scene cannot be set.
    """
    example = next((one for one in game.examples if one.key == key), None)
    if example is None:
        raise EngineError(f"there is no example {key!r}")
    try:
        stage = Stage(game, len(example.players) or game.players[0], example)
        for line in example.lines:
            if not isinstance(line, g.Then):
                play_line(stage, line, [])
    except (Wrong, NotYet) as error:
        raise EngineError(str(error)) from None
    return stage.m
