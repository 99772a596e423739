"""`rulelang compare`: what a change of the rules does to the game, measured."""

import json
import secrets

import click

from rulelang import Game
from tools.bots import BOTS
from tools.failures import WrongCall
from tools.measuring import as_data, lines, measures
from tools.numbers import Whole
from tools.sides import Settings, sides, sides_options
from tools.simulate import PlayerCount, counted, has_machine_code, play_one, playing_options

LEAST = -1


class Players(PlayerCount):
    """A number of players, `all`, or `least`."""

    name = "number|all|least"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """None stands for all numbers that both games allow, LEAST for the smallest of them."""
        return LEAST if value == "least" or value == LEAST else super().convert(value, param, ctx)


@click.command()
@sides_options
@click.option("-n", "--matches", type=Whole(1, 10_000_000), default=200, show_default=True,
              help="Matches of each game, for each number of players.")  # fmt: skip
@click.option("--players", type=Players(), default="least", show_default=True,
              help="How many play: a number, all that both games allow, or the least.")  # fmt: skip
@playing_options
@click.option("--json", "as_json", is_flag=True, help="Print all measurements as JSON.")
def command(
    first: str, second: str | None, variants: tuple[str, ...], settings: Settings, matches: int,
    players: int | None, seed: int | None, bots: str, fast: bool, as_json: bool,
) -> None:  # fmt: skip
    """Let bots play FIRST and SECOND and measure what is different.

    Each is a game, or a game and variants (`badaboom+short_fuse`); SECOND may also be the name of a variant of FIRST,
    or be left out if --variant or --set say what is different. Both are played by the same bots in all seats, with the
    same seeds. Each number stands with its 95 % interval; what lies apart is told in a sentence.
    """
    fast = fast and has_machine_code()
    one, other = sides(first, second, variants, settings)
    games = one.load(), other.load()
    start = secrets.randbelow(1_000_000_000) if seed is None else seed
    names = named(games, (one.called, other.called))
    reports = []
    for count in counts(games, players):
        played = [
            [play_one(game, count, at, BOTS[bots], fast) for at in counted(range(start, start + matches), f"{name}, {count}")]
            for game, name in zip(games, names, strict=True)
        ]  # fmt: skip
        reports.append((count, measures(played[0], played[1], count)))
    if as_json:
        data = {
            "first": names[0],
            "second": names[1],
            "seed": start,
            "bots": bots,
            "matches": matches,
            "reports": [
                {"players": count, "measures": [as_data(each) for each in found]} for count, found in reports
            ],
        }
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    click.echo(f"{names[0]} and {names[1]}, bots: {bots}, seed {start}, intervals of 95 %")
    for count, found in reports:
        click.echo(f"\n{count} players, {matches} matches of each")
        click.echo("\n".join(lines(found, names)))


def named(games: tuple[Game, Game], called: tuple[str, str]) -> tuple[str, str]:
    """What to call the two: by their variants if that tells them apart, else as the caller did."""
    first, second = (game.variant or game.name for game in games)
    if first == second:
        first, second = called
    return (first, second) if first != second else (f"{first} (1)", f"{second} (2)")


def counts(games: tuple[Game, Game], players: int | None) -> list[int]:
    """The numbers of players: of those that both allow the least, the one wanted, or all (None).

    Raises: WrongCall if there is none, or the one that is wanted is not among them.
    """
    least = max(game.players[0] for game in games)
    most = min(game.players[1] for game in games)
    if least > most:
        raise WrongCall("there is no number of players for which both games are")
    if players is None:
        return list(range(least, most + 1))
    if players == LEAST:
        return [least]
    if not least <= players <= most:
        allowed = f"{least}" if least == most else f"{least} to {most}"
        raise WrongCall(f"both games are for {allowed} players, not {players}")
    return [players]
