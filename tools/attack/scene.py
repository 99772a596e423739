"""A breach as an `example` for the rules file: a phase begins, chance and players choose, and what the game says of itself
does not hold.

An example sets its own scene, so a play from the first choice of a match is not yet one. Here a phase begins where an
example would begin it, and plays go on from there until the same promise breaks; the shortest becomes the text. The text
is read, checked and run before anybody is given it.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random

from attrs import evolve, frozen

from interpreter import CHANCE, EngineError, Match
from interpreter.broken import words
from interpreter.emit.base import NotYet
from interpreter.examples import Stage, play_line, run_example
from rulelang import Game
from rulelang import game as g
from rulelang.check import check
from rulelang.parse import parse
from rulelang.program import Program
from rulelang.source import Source, Span
from tools.attack import promises
from tools.attack.plays import Found, Play, made_again, pick
from tools.attack.shrinking import Search, size
from tools.starting import PEOPLE

STARTS = 12
"""Plays that are tried from the beginning of each phase."""

LONGEST = 60
"""Choices of such a play."""

WORK = 2_500
"""Choices that are made to make one smaller."""

SCENES = 4
"""Phases whose plays are made smaller; the least of them is told."""

STOPPING = {
    promises.BOUNDS: "counters stay within their bounds",
    promises.CHAINS: "it comes to an end",
    promises.ENDS: "it can go on",
}
"""Promises that are broken where the rules cannot go on, and what an example is called in which they cannot."""

HERE = Span("example", 0, 1, 1, 0, 1, 1)


@frozen
class Staged(Play):
    """A play that begins with a phase, as an example does."""

    phase: str = ""

    def begun(self, game: Game) -> Match:
        """The match where the phase has begun. Raises: EngineError."""
        named = g.Example(span=HERE, key="", players=people(self.players), lines=())
        stage = Stage(game, self.players, named)
        play_line(stage, g.When(span=HERE, what="begins", phase=self.phase), [])
        return stage.m


def people(players: int) -> tuple[str, ...]:
    """Names by seat."""
    return tuple(PEOPLE[seat] if seat < len(PEOPLE) else f"P{seat}" for seat in range(players))


def example(game: Game, program: Program, found: Found) -> str | None:
    """The text of an example that fails as the play does; None if none was found."""
    if not found.breach.promise.startswith("invariant ") and found.breach.promise not in STOPPING:
        return None  # an example cannot speak of any other promise
    if found.play.order:
        return None  # nor of another order
    if found.play.scene and fails(program, text := from_scene(game, found), words_of(found)):
        return text if game.variant is None else "add " + text
    smallest = []
    for staged in islice(scenes(game, found), SCENES):
        search = Search(game, staged, WORK)
        search.shrink()
        smallest.append(search.best)
    for best in sorted(smallest, key=lambda one: size(one.play)):
        text = written(game, best)
        if fails(program, text, words_of(found)):
            return text if game.variant is None else "add " + text
    return None


def words_of(found: Found) -> str:
    """What is told of the example when it fails."""
    name = found.breach.promise.removeprefix("invariant ")
    if name != found.breach.promise:
        return f"the invariant {name} does not hold"
    return found.breach.found.split(": ")[0]


def from_scene(game: Game, found: Found) -> str:
    """The example with whose scene the play begins, going on as the play does."""
    play = found.play
    example = next(one for one in game.examples if one.key == play.scene)
    names = example.players or people(play.players)
    lines = [f"given player{'s' if play.players > 1 else ''} {', '.join(names)}"]
    lines += [words(game, line.span) for line in example.lines if not isinstance(line, g.Then)]
    return text_of(game, found, [*lines, *chosen(game, found, names)])


def scenes(game: Game, found: Found) -> Iterator[Found]:
    """Plays from the beginning of a phase that break the same promise, at most one for each phase, the phases that stand
    in no other first."""
    play, promise = found.play, found.breach.promise
    for phase in sorted(game.phases, key=lambda key: game.phases[key].parent is not None):
        staged = Staged(play.players, 0, "explicit", phase=phase)
        # the end of the play itself may do, where it began with this phase
        ends = [
            evolve(staged, choices=play.choices[at:])
            for at in range(max(len(play.choices) - 12, 0), len(play.choices))
        ]
        for start in (*reversed(ends), *(from_here(game, staged, number) for number in range(STARTS))):
            with suppress(NotYet):
                again = made_again(game, start, promise)
                if again is not None:
                    yield again
                    break


def from_here(game: Game, staged: Staged, number: int) -> Staged:
    """A random play from there, up to where it ends, breaks a promise, or has become long."""
    rng = Random(f"scene {number}")
    taken: list[int] = []
    with suppress(EngineError, NotYet):
        m = staged.begun(game)
        while not m.over and len(taken) < LONGEST:
            taken.append(pick(m, rng))
            m.choose_index(taken[-1])
    return evolve(staged, choices=tuple(taken))


def written(game: Game, found: Found) -> str:
    """The example, line by line."""
    play = found.play
    assert isinstance(play, Staged)
    names = people(play.players)
    lines = [f"given player{'s' if play.players > 1 else ''} {', '.join(names)}", f"when {play.phase} begins"]
    return text_of(game, found, [*lines, *chosen(game, found, names)])


def chosen(game: Game, found: Found, names: tuple[str, ...]) -> list[str]:
    """What everybody and chance choose in the play, a line each."""
    play, lines = found.play, []
    with suppress(EngineError):
        m = play.begun(game)
        for index in play.choices:
            decision = m.decision
            assert decision is not None
            lines.append(f"when {act(game, decision.player, decision.options[index].id, names)}")
            m.choose_index(index)
    return lines


def text_of(game: Game, found: Found, lines: list[str]) -> str:
    """The example with these lines, and with what must hold."""
    broken = found.breach
    name = broken.promise.removeprefix("invariant ")
    title = f"{name.replace('_', ' ')} is broken"
    if broken.promise in STOPPING:
        title = STOPPING[broken.promise]
    head = f'example "{title}":' + "".join(f" @{cite}" for cite in broken.citations)
    lines = [head, *lines]
    invariant = next((one for one in game.invariants if one.key == name), None)
    if invariant is not None and invariant.never is None and invariant.since is None:
        lines.append(f"then {broken.claim}")
    return "\n    ".join(lines) + "\n"


def act(game: Game, player: int, option: str, names: tuple[str, ...]) -> str:
    """An option as a line of an example has it."""
    option = re.sub(r" #\d+$", "", option)
    if player == CHANCE:
        return f"chance chooses {value(game, option, names)}"
    who = names[player]
    if option == "pass":
        return f"{who} passes"
    word, bracket, inside = option.partition("(")
    if word in actions(game):
        things = values(game, inside.removesuffix(")"), names)
        return f"{who} does {word}" + (f"({things})" if bracket else "")
    return f"{who} chooses {value(game, option, names)}"


def actions(game: Game) -> set[str]:
    """What a line may say that somebody does."""
    found = {action.key for window in game.windows.values() for action in window.actions}
    found |= {action.key for anytime in game.anytimes for action in anytime.actions}
    return found | {
        action.key for card in game.bearers for block in card.lastings for action in block.actions
    }


def values(game: Game, text: str, names: tuple[str, ...]) -> str:
    """Several values, parted by commas; those in square brackets are one."""
    parts = re.findall(r"\[[^\]]*\]|[^,\[\]]+", text)
    return ", ".join(value(game, part.strip(), names) for part in parts if part.strip())


def value(game: Game, text: str, names: tuple[str, ...]) -> str:
    """A value as an example names it."""
    if text.startswith("[") and text.endswith("]"):
        return "[" + values(game, text[1:-1], names) + "]"
    seat = re.fullmatch(r"p(\d+)", text)
    if seat is not None and int(seat[1]) < len(names):
        return names[int(seat[1])]
    plain = text in ("yes", "no", "none") or re.fullmatch(r"-?\d+", text) is not None
    if plain or any(text in enum.members for enum in game.enums.values()):
        return text
    return f'"{text}"'


def fails(program: Program, text: str, told: str) -> bool:
    """Whether the text is an example that the checker takes, and of whose failure just this is told."""
    source = Source("example", text)
    file, problems = parse(source)
    if file is None or problems:
        return False
    game, _ = check(
        evolve(program, declarations=(*program.declarations, *file.items), sources=(*program.sources, source))
    )
    if game is None:
        return False
    result = run_example(game, game.examples[-1])
    return any(told in failure.found for failure in result.failures)
