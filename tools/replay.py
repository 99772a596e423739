"""`rulelang replay`: a recorded match, played again and told step by step."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType
from typing import Any

import click
from attrs import frozen

import interpreter
from interpreter.save import FORMAT
from rulelang import Game
from rulelang.files import printable
from tools.attack.plays import Play
from tools.failures import Failed, WrongCall
from tools.games import bundled_name, load, seats
from tools.numbers import Whole
from tools.reading import text_in
from tools.telling import told
from tools.wording import seat_name, shortened

KINDS = ("transcript", "save")  # of what rulelang writes, those that hold the choices of a match

# What a record says, and of which types each may be.
PARTS: Mapping[str, tuple[type, ...]] = {
    "game": (str,),
    "digest": (str,),
    "variant": (str, NoneType),
    "parameters": (dict,),
    "players": (int,),
    "seed": (int,),
    "chance": (str,),
    "choices": (list,),
}


@frozen
class Step:
    """One choice of the record, and what came of it."""

    number: int
    player: int
    prompt: str
    choice: str
    events: tuple[str, ...]


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", metavar="GAME", help="The game, if it is not the bundled one that the record names.")
@click.option("--to", "last", type=Whole(0), metavar="N", help="Stop after this step.")
@click.option("--other-rules", is_flag=True, help="Go on though the rules are not those of the record.")
@click.option("--json", "as_json", is_flag=True, help="Print the steps as JSON, one object a line.")
def command(file: Path, game: str | None, last: int | None, other_rules: bool, as_json: bool) -> None:
    """Play the match recorded in FILE again and show each step.

    A record (`Match.transcript()` as JSON, or a save) holds the seed and the choices; equal rules make it the same
    match again. If the rules have changed since, the exit status is 1; with --other-rules the first step that no
    longer fits is named.
    """
    record = read(file)
    try:
        loaded = recorded_game(game or bundled_name(record["game"]), record)
        seats(loaded, record["players"])
    except (WrongCall, click.BadParameter) as error:
        raise WrongCall(f"{file} cannot be played: {error.message}") from None
    if record["digest"] != loaded.digest and not other_rules:
        raise Failed(
            f"{file} was recorded with other rules of {loaded.name} than these "
            f"({record['digest'][:12]}, now {loaded.digest[:12]}); --other-rules goes on all the same"
        )
    if not record["choices"] and not as_json:
        click.echo("Nothing has been chosen in this match yet.")
    for step in steps(loaded, record, last):
        if as_json:
            data = {
                "step": step.number, "player": step.player, "prompt": step.prompt, "choice": step.choice,
                "events": list(step.events),
            }  # fmt: skip
            click.echo(json.dumps(data, ensure_ascii=False))
        else:
            click.echo(f"{step.number:>4}  {seat_name(step.player)}: {step.prompt}  ->  {step.choice}")
            for event in step.events:
                click.echo(f"      * {event}")


def read(file: Path) -> dict[str, Any]:
    """The record in a file."""
    text = text_in(file, "record of a match")
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise WrongCall(f"{file} is no record of a match: it is not JSON as rulelang writes it") from None
    if not isinstance(record, dict) or record.get("rulelang") not in KINDS:
        raise WrongCall(f"{file} is no record of a match of rulelang")
    made = record.get("format")
    if type(made) is not int or made != FORMAT:
        version = printable(shortened(str(made), 40))
        raise WrongCall(
            f"{file} is no record of a match: another version of rulelang wrote it (format {version})"
        )
    for key, types in PARTS.items():
        if type(record.get(key)) not in types:
            raise WrongCall(f"{file} is no record of a match: its {key} is missing or of the wrong type")
    if record["chance"] not in ("sampled", "explicit"):
        raise WrongCall(f"{file} is no record of a match: it does not say how chance was decided")
    if not all(isinstance(choice, str) for choice in record["choices"]):
        raise WrongCall(f"{file} is no record of a match: its choices must be texts")
    for key, kind, nothing in (("scene", str, ""), ("order", int, 0)):
        if type(record.get(key, nothing)) is not kind:
            raise WrongCall(f"{file} is no record of a match: its {key} is of the wrong type")
    return record


def recorded_game(name: str, record: Mapping[str, Any]) -> Game:
    """The game with the variants and the parameters of the record."""
    variant = record["variant"]
    return load(name, variant.split(" + ") if variant else (), tuple(record["parameters"].items()))


def steps(game: Game, record: Mapping[str, Any], last: int | None) -> Iterator[Step]:
    """Play the record, choice by choice.

    Raises: Failed at the first choice that is not on offer, and after one that breaks an invariant or cannot be gone
    on from.
    """
    scene = record.get("scene", "")
    if scene and all(example.key != scene for example in game.examples):
        raise Failed(
            f"the play begins with the scene of an example that is not there any more: {shortened(scene, 60)}"
        )
    begun = Play(
        seats(game, record["players"]), record["seed"], record["chance"], (), scene, record.get("order", 0)
    )
    match = begun.begun(game)
    heard = len(match.log) if scene else 0
    for number, choice in enumerate(record["choices"][:last], 1):
        decision = match.decision
        if decision is None:
            raise Failed(f"step {number}: the match is over, but the record goes on")
        chosen = next((option for option in decision.options if option.id == choice), None)
        if chosen is None:
            offered = ", ".join(option.id for option in decision.options[:8])
            raise Failed(
                f"step {number}: `{shortened(choice, 60)}` is not on offer to {seat_name(decision.player)}, but: {offered}"
            )
        broken = None
        try:
            match.choose(chosen.id)
        except interpreter.EngineError as error:
            broken = error
        log = match.log
        events = tuple(told(log[heard:]))
        heard = len(log)
        yield Step(number, decision.player, printable(decision.prompt), printable(chosen.label), events)
        if broken is not None:
            raise Failed(f"step {number}: {broken}")
