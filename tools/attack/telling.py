"""A play that breaks a promise, told to people: how it begins, what chance and everybody chooses, what is broken."""

import json
from collections.abc import Iterator
from contextlib import suppress

import interpreter
from interpreter import EngineError, Match
from rulelang import Game
from rulelang.files import printable
from tools.attack.plays import Breach, Found
from tools.telling import told
from tools.wording import counted, seat_name, shortened

WIDTH = 200


def lines(game: Game, found: Found, example: str | None = None) -> Iterator[str]:
    """The breach, then the play that comes to it, then the example that shows it."""
    yield from breach(game, found.breach)
    yield from play(game, found)
    if example is not None:
        yield ""
        yield "As an example, to be put into the rules:"
        yield ""
        yield from example.splitlines()


def breach(game: Game, broken: Breach) -> Iterator[str]:
    """What is broken, what the rulebook says, what was read, what broke it."""
    place = f"  ({broken.place.file}:{broken.place.line})" if broken.place is not None else ""
    yield f"BROKEN  {broken.promise}{place}"
    catalogue = {statement.id: statement for statement in game.catalogue}
    for cite in broken.citations:
        statement = catalogue.get(cite)
        yield f"    rulebook  @{cite}" + (f"  {statement.paraphrase}" if statement is not None else "")
    if broken.claim:
        yield f"    says      {shortened(printable(broken.claim), WIDTH)}"
    yield f"    found     {shortened(printable(broken.found), WIDTH)}"
    for name, value in broken.values:
        yield f"    read      {shortened(printable(name), WIDTH)}: {printable(value)}"
    if broken.rule:
        yield f"    by        {broken.rule}" + (f": {printable(broken.step)}" if broken.step else "")


def play(game: Game, found: Found) -> Iterator[str]:
    """The play in words, choice by choice, with what came of each."""
    made = found.play
    seed = f", seed {made.seed}" if made.chance == "sampled" else ""
    number = len(made.choices)
    yield f"    play      {counted(made.players, 'player')}{seed}, {counted(number, 'choice')}"
    try:
        m = made.begun(game)
    except EngineError as error:
        yield f"      it breaks while the match is set up: {printable(str(error))}"
        return
    heard = 0
    for step, index in enumerate(made.choices, 1):
        decision = m.decision
        assert decision is not None
        option = decision.options[index]
        yield (
            f"      {step:>3}  {seat_name(decision.player)}: {printable(decision.prompt)}  ->  {printable(option.label)}"
        )
        heard = len(m.log)
        with suppress(EngineError):
            m.choose_index(index)
        for text in told(m.log[heard:]):
            yield f"           * {text}"


def transcript(game: Game, found: Found) -> dict[str, object]:
    """The play as `rulelang replay` reads it."""
    return begun_again(game, found).transcript()


def begun_again(game: Game, found: Found) -> Match:
    """The play, where it stops; without the tests, which would end it before its last choice is written down."""
    made = found.play
    m = interpreter.start(game, made.players, seed=made.seed, chance=made.chance)
    for index in made.choices:
        try:
            m.choose_index(index)
        except EngineError:
            break  # it is written down all the same, as the last one
    return m


def as_data(game: Game, found: Found, example: str | None) -> dict[str, object]:
    """The breach and the play as plain data."""
    broken, made = found.breach, found.play
    try:
        record: object = transcript(game, found)
    except (EngineError, ValueError):
        record = None
    return {
        "promise": broken.promise,
        "found": broken.found,
        "claim": broken.claim,
        "cites": list(broken.citations),
        "file": broken.place.file if broken.place is not None else None,
        "line": broken.place.line if broken.place is not None else None,
        "rule": broken.rule,
        "step": broken.step,
        "values": dict(broken.values),
        "players": made.players,
        "seed": made.seed,
        "chance": made.chance,
        "choices": len(made.choices),
        "play": [line.strip() for line in play(game, found)],
        "transcript": record,
        "example": example,
    }


def written(game: Game, found: Found) -> str:
    """The text of a file for `rulelang replay`."""
    return json.dumps(transcript(game, found), indent=2, ensure_ascii=False) + "\n"
