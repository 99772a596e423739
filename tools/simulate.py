"""`rulelang simulate`: bots play many matches; what came out of them."""

import json
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import median

import click
from attrs import Factory, define, frozen
from rich.console import Console
from rich.progress import track

import interpreter
from rulelang import Game
from tools.bots import BOTS, Bot, generator
from tools.failures import Failed
from tools.games import game_options, load, seats


@frozen
class Played:
    """One match: how it ended and how long it was; ``turns`` and ``fired`` are None without a log."""

    result: interpreter.Result
    decisions: int
    turns: int | None
    fired: frozenset[str] | None


@define
class Tally:
    """What many matches with one number of players came to."""

    players: int
    matches: int = 0
    wins: list[int] = Factory(lambda self: [0] * self.players, takes_self=True)
    shared: int = 0  # matches with several winners; each of them has a win
    nobody: int = 0
    decisions: list[int] = Factory(list)
    turns: list[int] = Factory(list)
    reasons: Counter[str] = Factory(Counter)
    fired: set[str] = Factory(set)

    def add(self, played: Played) -> None:
        """Count one more match."""
        self.matches += 1
        winners = played.result.winners
        for seat in winners:
            self.wins[seat] += 1
        self.shared += len(winners) > 1
        self.nobody += not winners
        self.decisions.append(played.decisions)
        if played.turns is not None:
            self.turns.append(played.turns)
        self.reasons[played.result.reason] += 1
        self.fired |= played.fired or frozenset()


def play_one(game: Game, players: int, seed: int, bot: Bot, fast: bool) -> Played:
    """One whole match of bots; with *fast* in machine code and without a log.

    Raises: Failed, with the seed, when the rules do not carry the match to its end.
    """
    decisions = 0
    try:
        match = interpreter.start(game, players=players, seed=seed, log=not fast, fast=fast, checks=not fast)
        rng = generator(seed, 0)
        while match.count:
            match.choose_index(bot(match, rng))
            decisions += 1
    except interpreter.EngineError as error:
        raise Failed(f"{players} players, seed {seed}, after {decisions} decisions: {error}") from error
    assert match.result is not None
    if fast:
        return Played(match.result, decisions, None, None)
    turn = turn_phases(game)
    begun = sum(event.what == "begin" and event.rule in turn for event in match.log)
    return Played(match.result, decisions, begun, frozenset(event.rule for event in match.log))


def turn_phases(game: Game) -> frozenset[str]:
    """The phases that are turns: somebody's, and not part of another such phase."""
    found = set()
    for key, phase in game.phases.items():
        above = phase.parent
        while above is not None and game.phases[above].of is None:
            above = game.phases[above].parent
        if phase.of is not None and above is None:
            found.add(key)
    return frozenset(found)


def rules_that_can_fire(game: Game) -> list[str]:
    """Names under which the log tells of rules, effects and actions, in the order of the files."""
    names = [rule.name for rule in game.rules if rule.name is not None]
    names += [key for key, effect in game.effects.items() if effect.kind is None]
    for window in game.windows.values():
        names += [action.key for action in window.actions]
    for anytime in game.anytimes:
        names += [action.key for action in anytime.actions]
    return list(dict.fromkeys(names))


def spread(values: Sequence[int]) -> dict[str, float] | None:
    """Least, median, mean and greatest; None of nothing."""
    if not values:
        return None
    return {
        "least": min(values),
        "median": float(median(values)),
        "mean": round(sum(values) / len(values), 2),
        "most": max(values),
    }


def report(game: Game, tally: Tally) -> dict[str, object]:
    """The tally as plain data."""
    silent = None
    if tally.turns:
        silent = [name for name in rules_that_can_fire(game) if name not in tally.fired]
    return {
        "players": tally.players,
        "matches": tally.matches,
        "wins": tally.wins,
        "shared": tally.shared,
        "nobody": tally.nobody,
        "decisions": spread(tally.decisions),
        "turns": spread(tally.turns),
        "reasons": dict(sorted(tally.reasons.items(), key=lambda item: (-item[1], item[0]))),
        "never_fired": silent,
    }


def lines(data: dict[str, object]) -> Iterator[str]:
    """A report for people."""
    matches, wins = data["matches"], data["wins"]
    assert isinstance(matches, int)
    assert isinstance(wins, list)
    yield f"{data['players']} players, {matches} matches"
    for seat, count in enumerate(wins):
        yield f"  seat {seat} won {count:>6}  {100 * count / matches:5.1f} %"
    if data["shared"]:
        yield f"  {data['shared']} of the wins were shared by several"
    if data["nobody"]:
        yield f"  nobody won {data['nobody']}"
    for name in ("decisions", "turns"):
        values = data[name]
        if isinstance(values, dict):
            shown = ", ".join(f"{key} {value:g}" for key, value in values.items())
            yield f"  {name}: {shown}"
    reasons, silent = data["reasons"], data["never_fired"]
    assert isinstance(reasons, dict)
    yield "  ended by: " + ", ".join(f"{reason} ({count})" for reason, count in reasons.items())
    if silent is None:
        yield "  rules that never fired: not counted with --fast"
    elif isinstance(silent, list):
        yield "  rules that never fired: " + (", ".join(silent) or "none")


class PlayerCount(click.ParamType[int | None]):
    """A number of players, or `all`."""

    name = "number|all"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """None stands for all numbers that the game allows."""
        if value == "all":
            return None
        if isinstance(value, str) and value.isascii() and value.isdigit():
            return int(value[:9])
        self.fail(f"`{value}` is neither a number nor `all`", param, ctx)


@click.command()
@game_options
@click.option(
    "-n",
    "--matches",
    type=click.IntRange(1, 10_000_000),
    default=100,
    show_default=True,
    help="Matches for each number of players.",
)
@click.option("--players", type=PlayerCount(), default="all", show_default=True,
              help="How many play; all: each number that the game allows.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="The first match's; the others follow.")
@click.option("--bots", type=click.Choice(list(BOTS)), default="random", show_default=True, help="Who plays.")
@click.option(
    "--fast", is_flag=True, help="Play in machine code (needs the extra `fast`); no rules are counted."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(
    game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...], matches: int,
    players: int | None, seed: int | None, bots: str, fast: bool, as_json: bool,
) -> None:  # fmt: skip
    """Let bots play many matches of GAME and report how they went.

    Reported are wins by seat, length, reasons of ending, and the rules, effects and actions that never came
    into play. The same seed gives the same report.
    """
    loaded = load(game, variants, settings)
    counts = range(loaded.players[0], loaded.players[1] + 1) if players is None else [seats(loaded, players)]
    first = secrets.randbelow(1_000_000_000) if seed is None else seed
    reports = []
    for count in counts:
        tally = Tally(count)
        for match_seed in counted(range(first, first + matches), f"{count} players"):
            tally.add(play_one(loaded, count, match_seed, BOTS[bots], fast))
        reports.append(report(loaded, tally))
    if as_json:
        whole = {
            "game": loaded.name,
            "variant": loaded.variant,
            "settings": dict(loaded.settings),
            "seed": first,
            "bots": bots,
            "reports": reports,
        }
        click.echo(json.dumps(whole, indent=2, ensure_ascii=False))
        return
    variant = f", variant {loaded.variant}" if loaded.variant else ""
    click.echo(f"{loaded.name}{variant}, bots: {bots}, seed {first}")
    for data in reports:
        click.echo("\n" + "\n".join(lines(data)))


def counted(seeds: range, what: str) -> Iterator[int]:
    """The seeds, with a bar on the screen if there is one."""
    console = Console(stderr=True)
    yield from track(
        seeds, description=what, console=console, transient=True, disable=not sys.stderr.isatty()
    )
