"""`rulelang list`: the games that come with rulelang."""

import json
import shutil
from pathlib import Path

import click

import rulelang
from rulelang import BundledGame, Source, tree
from tools.wording import shortened


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def command(as_json: bool) -> None:
    """Show the bundled games, for how many players they are, and their variants."""
    games = rulelang.bundled()
    if as_json:
        click.echo(json.dumps([as_data(game) for game in games], indent=2, ensure_ascii=False))
        return
    terminal = shutil.get_terminal_size((100, 24)).columns
    width = max((len(game.name) for game in games), default=0)
    for game in games:
        head = f"{game.name:<{width}}  {players(seats(game)):>4} players  "
        about = " ".join(game.docs) or game.title
        click.echo(head + shortened(about, max(terminal - len(head), 20)))
        if game.variants:
            names = ", ".join(variant.name for variant in game.variants)
            click.echo(f"{'':<{width}}  variants: {names}")


def seats(game: BundledGame) -> tuple[int, int] | None:
    """The least and greatest number of players, as the game's first line says; None if that cannot be read.

    Only that line is parsed: reading all games whole would take seconds.
    """
    head = []
    for line in Path(game.path).read_text("utf-8").splitlines():
        head.append(line)
        if line.startswith("game "):
            break
    file, _ = rulelang.parse(Source(game.path, "\n".join(head) + "\n"))
    if file is None or not isinstance(file.head, tree.Game):
        return None
    return file.head.seats.low, file.head.seats.high


def players(range_of_seats: tuple[int, int] | None) -> str:
    """`2-5`, or `2`."""
    if range_of_seats is None:
        return "?"
    least, most = range_of_seats
    return f"{least}" if least == most else f"{least}-{most}"


def as_data(game: BundledGame) -> dict[str, object]:
    """A game as plain data."""
    return {
        "name": game.name,
        "title": game.title,
        "players": seats(game),
        "about": " ".join(game.docs),
        "variants": [
            {"name": variant.name, "title": variant.title, "about": " ".join(variant.docs)}
            for variant in game.variants
        ],
    }
