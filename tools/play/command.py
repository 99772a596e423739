"""`rulelang play`: a match at the terminal."""

import contextlib
import importlib
import json
import secrets
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

import interpreter
from rulelang import Game, RulesError
from tools.bots import BOTS
from tools.failures import INTERRUPTED, Told
from tools.games import game_options, load, seats
from tools.numbers import Whole
from tools.play.prompt import Leave, Talk
from tools.play.saves import free_name, held, state_folder
from tools.reading import text_in
from tools.replay import recorded_game

WIDTH = 80


@click.command()
@game_options
@click.option(
    "--seat",
    "seat",
    type=Whole(0),
    default=None,
    metavar="N",
    help="Where you sit, counted from 0 (default 0).",
)
@click.option("--all", "everybody", is_flag=True, help="People in all seats share this screen.")
@click.option("--watch", is_flag=True, help="Nobody plays: watch the bots, with all cards open.")
@click.option(
    "--bots",
    type=click.Choice(list(BOTS)),
    default="random",
    show_default=True,
    help="Who plays the other seats.",
)
@click.option("--players", type=Whole(1), metavar="N", help="How many play (default: the fewest).")
@click.option("--seed", type=Whole(0, 2**63 - 1), help="Fixes all chance; without it, any.")
@click.option(
    "--resume",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Go on with the match kept in this file, with its variants and parameters.",
)
@click.option("--save", "save", type=click.Path(dir_okay=False, path_type=Path),
              help="Keep the match in this file while it is played.")  # fmt: skip
def command(
    game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...], seat: int | None,
    everybody: bool, watch: bool, bots: str, players: int | None, seed: int | None, resume: Path | None,
    save: Path | None,
) -> None:  # fmt: skip
    """Play GAME at the terminal.

    You are shown what your seat may know, and asked when it has to decide. At the prompt, `help` lists what
    can be typed. The match is kept in a file at each of your questions; quit, ^D and ^C say where it is.
    """
    if everybody + watch + (seat is not None) > 1:
        raise click.UsageError("--seat, --all and --watch exclude each other")
    kept = None if resume is None else text_of(resume, players, seed)
    loaded = load(game, variants, settings) if kept is None or variants or settings else recorded(game, kept)
    match = started(loaded, players, seed) if kept is None else interpreter.resume(loaded, kept)
    number = match.players
    if seat is not None and seat >= number:
        raise click.BadParameter(f"the seats of {number} players are 0 to {number - 1}", param_hint="--seat")
    people = frozenset(() if watch else range(number) if everybody else (seat or 0,))
    kept_in = place_to_keep(loaded, match.seed, resume, save)
    talk = Talk(
        match=match,
        people=people,
        bot=BOTS[bots],
        console=Console(width=min(WIDTH, Console().width), highlight=False),
        kept_in=kept_in,
        kept=kept if resume is not None and same(kept_in, resume) else None,
        seed=match.seed,
        made=len(match.choices()),
    )
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # input() then lets people edit what they type

    def leave() -> None:
        farewell(talk, again(game, variants, settings, talk, bots, number if everybody else None))

    try:
        talk.play()
    except (Leave, EOFError):
        leave()
    except KeyboardInterrupt:
        leave()
        sys.exit(INTERRUPTED)
    else:
        ours = talk.kept is not None and held(talk.kept_in) == talk.kept
        if ours and talk.kept_in.is_relative_to(state_folder()):
            talk.kept_in.unlink(missing_ok=True)


def started(game: Game, players: int | None, seed: int | None) -> interpreter.Match:
    """A new match."""
    chosen = secrets.randbelow(1_000_000_000) if seed is None else seed
    return interpreter.start(game, players=seats(game, players), seed=chosen)


def text_of(path: Path, players: int | None, seed: int | None) -> str:
    """The match that a file keeps; number of players and seed are in it."""
    if players is not None or seed is not None:
        raise click.UsageError("--players and --seed belong to a new match; the one in the file has its own")
    return text_in(path, "match")


def recorded(game: str, kept: str) -> Game:
    """The game with the variants and the parameters that a save remembers; as it is if that cannot be had: then
    resuming says what does not fit."""
    try:
        record = json.loads(kept)
        if isinstance(record, dict) and isinstance(record.get("parameters"), dict):
            if record["parameters"] or record.get("variant"):
                return recorded_game(game, record)
    except (ValueError, RecursionError, KeyError, AttributeError, Told, RulesError):
        pass
    return load(game)


def place_to_keep(game: Game, seed: object, resume: Path | None, save: Path | None) -> Path:
    """The file in which the match is kept from now on.

    A file that somebody named is only overwritten if it is the one that is resumed; one that we named
    ourselves goes on being used.
    """
    if save is not None:
        if save.exists() and (resume is None or not same(save, resume)):
            raise click.BadParameter(f"{save} is there already; choose another name", param_hint="--save")
        return save
    if resume is not None and resume.resolve().is_relative_to(state_folder().resolve()):
        return resume
    return free_name(game.name, seed)


def same(one: Path, other: Path) -> bool:
    """Whether both are one file."""
    return one.resolve() == other.resolve()


def again(
    game: str, variants: Sequence[str], settings: Sequence[tuple[str, object]], talk: Talk, bots: str,
    everybody: int | None,
) -> str:  # fmt: skip
    """The call that goes on with this match."""
    words = ["rulelang", "play", game]
    for variant in variants:
        words += ["--variant", variant]
    shown = {True: "yes", False: "no", None: "none"}
    for name, value in settings:
        text = shown[value] if isinstance(value, bool) or value is None else str(value)
        words += ["--set", f"{name}={text}"]
    if everybody is not None:
        words.append("--all")
    elif talk.people:
        words += ["--seat", str(min(talk.people))]
    else:
        words.append("--watch")
    words += ["--bots", bots, "--resume", str(talk.kept_in)]
    return shlex.join(words)


def farewell(talk: Talk, call: str) -> None:
    """Say where the match is."""
    if talk.kept is None:
        click.echo("\nNothing is kept: the match had not come to a question of yours.")
        return
    click.echo(f"\nThe match is kept in {talk.kept_in}\nGo on with: {call}")
