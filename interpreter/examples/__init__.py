"""Running the examples of a rules file (meaning 21)."""

from attrs import frozen

from interpreter import slots as k
from interpreter.broken import words
from interpreter.emit.base import NotYet
from interpreter.errors import EngineError
from interpreter.examples.given import make_true
from interpreter.examples.stage import Stage, Wrong
from interpreter.examples.then import what_differs
from interpreter.examples.when import bring_about
from rulelang import game as g
from rulelang.source import Span

__all__ = ["ExampleResult", "Failure", "Stage", "Wrong", "play_line", "run_example"]


@frozen
class Failure:
    """A line that did not come out: ``expected`` and ``found`` in words."""

    span: Span
    expected: str
    found: str


@frozen
class ExampleResult:
    passed: bool
    failures: tuple[Failure, ...]


def run_example(game: g.Game, example: g.Example) -> ExampleResult:
    """Plays one example: setup with chance fixed, the givens, the whens; all `then` lines are tested."""
    players = len(example.players) or game.players[0]
    failures: list[Failure] = []
    try:
        stage = Stage(game, players, example)
    except (EngineError, NotYet) as error:
        return ExampleResult(False, (Failure(example.span, "the match can be set up", str(error)),))
    for line in example.lines:
        try:
            play_line(stage, line, failures)
        except (Wrong, EngineError) as error:
            failures.append(Failure(line.span, words(game, line.span), str(error)))
            break
        except NotYet as error:
            failures.append(Failure(line.span, words(game, line.span), f"the engine does not run this yet: {error}"))
            break
    return ExampleResult(not failures, tuple(failures))


def play_line(stage: Stage, line: g.Given | g.When | g.Then, failures: list[Failure]) -> None:
    """Carries out one line; a `then` that does not hold is added to *failures*.

    Raises: Wrong; EngineError; NotYet.
    """
    match line:
        case g.Given():
            make_true(stage, line.test)
            stage.calm()
        case g.When():
            if not stage.acted:
                stage.acted = True
                for i, refill in enumerate(stage.game.refills):
                    # what the givens took away is made good
                    if refill.time != "needed":
                        stage.m._compiled.names[f"refill_{i}"](stage.s, stage.p.w, -1)
                stage.calm()
                stage.s[k.BROKEN] = 0
                stage.since = len(stage.m.records())
            bring_about(stage, line)
        case g.Then():
            stage.resolve_chance()
            found = what_differs(stage, line)
            if found is not None:
                failures.append(Failure(line.span, words(stage.game, line.span), found))
