"""A play that breaks a promise, told to people: how it begins, what chance and everybody chooses, what is broken."""

import json
from collections.abc import Iterator
from contextlib import suppress

import interpreter
from interpreter import EngineError, Match
from rulelang import Game
from rulelang.files import printable
from tools.attack import orders
from tools.attack.plays import Breach, Found
from tools.telling import told
from tools.wording import counted, seat_name, shortened

WIDTH = 200


def lines(game: Game, found: Found, example: str | None = None) -> Iterator[str]:
    """The breach, then the play that comes to it, then the example that shows it."""
    yield from breach(game, found.breach, found.promise)
    if found.promise != found.breach.promise:
        rules = answering(game, found)
        said = f"{rules[0]} answers first" if len(rules) == 1 else ", then ".join(rules)
        yield f"    order     {said or 'not as it is written'}"
    yield from play(game, found)
    if example is not None:
        yield ""
        yield "As an example, to be put into the rules:"
        yield ""
        yield from example.splitlines()


def breach(game: Game, broken: Breach, promise: str = "") -> Iterator[str]:
    """What is broken, what the rulebook says, what was read, what broke it. *promise*: what it is called, if not as the
    breach says."""
    place = f"  ({broken.place.file}:{broken.place.line})" if broken.place is not None else ""
    yield f"BROKEN  {promise or broken.promise}{place}"
    if promise and promise != broken.promise:
        yield f"    breaks    {broken.promise}"
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
    if made.scene:
        yield f"      from the scene of the example {printable(made.scene)!r}, after its last `when`"
    try:
        m = made.begun(game)
    except EngineError as error:
        yield f"      it breaks while the match is set up: {printable(str(error))}"
        return
    heard = len(m.log) if made.scene else 0
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


def answering(game: Game, found: Found) -> list[str]:
    """The rules that answered after the last choice, in the order in which they did, each once."""
    made = found.play
    heard, m = 0, None
    with suppress(EngineError):
        m = made.begun(game)
        for index in made.choices:
            heard = len(m.log)
            m.choose_index(index)
    return [] if m is None else [*dict.fromkeys(e.rule for e in m.log[heard:] if e.what == "rule")]


def transcript(game: Game, found: Found) -> dict[str, object]:
    """The play as `rulelang replay` reads it. Where it begins with a scene, or rules answer in another order, it says so."""
    made = found.play
    record = begun_again(game, found).transcript()
    if made.scene:
        choices = record["choices"]
        assert isinstance(choices, list)
        record |= {"scene": made.scene, "choices": choices[len(choices) - len(made.choices) :]}
    return record | {"order": made.order} if made.order else record


def begun_again(game: Game, found: Found) -> Match:
    """The play, where it stops; without the tests, which would end it before its last choice is written down."""
    made = found.play
    if made.scene:
        m = made.begun(game)
    else:
        ordered = orders.ordered(game, made.order)
        m = interpreter.start(ordered, made.players, seed=made.seed, chance=made.chance)
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
        "promise": found.promise,
        "breaks": broken.promise,
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
        "scene": made.scene or None,
        "order": made.order,
        "choices": len(made.choices),
        "play": [line.strip() for line in play(game, found)],
        "transcript": record,
        "example": example,
    }


def written(game: Game, found: Found) -> str:
    """The text of a file for `rulelang replay`."""
    return json.dumps(transcript(game, found), indent=2, ensure_ascii=False) + "\n"
