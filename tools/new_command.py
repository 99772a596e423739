"""`rulelang new`: a commented starting point for a game or a variant."""

import contextlib
import os
from pathlib import Path

import click

import rulelang
from rulelang import Severity
from tools.failures import Failed, WrongCall
from tools.games import load
from tools.starting import file_of, game_text, title_of, variant_place, variant_text
from tools.writing import write_new


@click.group()
def command() -> None:
    """Write a commented starting point for a game or a variant of one.

    It checks, plays and tests as it is. What is there already is never overwritten.
    """


@command.command()
@click.argument("name")
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), default=Path(),
              help="Where the game's own folder is made; else where you stand.")  # fmt: skip
def game(name: str, folder: Path) -> None:
    """Write a small game called NAME in a folder of its own."""
    file = file_of(name)
    path = folder / file / f"{file}.rules"
    write_checked(path, game_text(name, path), title_of(name))
    click.echo(f"{path}: the game {title_of(name)}\nTry it: rulelang play {path}")


@command.command()
@click.argument("name")
@click.option("--of", "base", metavar="GAME", required=True,
              help="The game, or the file of the variant, that it changes.")  # fmt: skip
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path),
              help="Where the file is written: beside the game, or in a folder there.")  # fmt: skip
def variant(name: str, base: str, folder: Path | None) -> None:
    """Write a variant called NAME that changes nothing yet.

    It lies in the folder `variants` of the game; of a bundled game, where you stand.
    """
    path, called = variant_place(name, base, folder)
    loaded = load(base)
    write_checked(path, variant_text(name, loaded, called, path), title_of(name))
    click.echo(f"{path}: {title_of(name)}, a variant of {loaded.name}\nTry it: rulelang play {path}")


def write_checked(path: Path, text: str, title: str) -> None:
    """Write a new file of rules; if what it says cannot be with this name, it is taken away again.

    Raises: WrongCall if the file is there, Failed if the name does not do; OSError.
    """
    made = [parent for parent in (path.parent, *path.parent.parents) if not parent.exists()]
    try:
        write_new(path, text)
    except FileExistsError:
        raise WrongCall(f"{path} is there already; it stays as it is") from None
    found = [one for one in rulelang.examine(path).diagnostics if one.severity is Severity.ERROR]
    if found:
        path.unlink()
        for parent in made:
            with contextlib.suppress(OSError):
                os.rmdir(parent)
        raise Failed(f"`{title}` will not do as a name here: {found[0].message}")
