"""`rulelang simulate`: bots play many matches; what came out of them."""

import json
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import median

import click
from attrs import Factory, define, frozen
from rich.console import Console
from rich.progress import track

import interpreter
from interpreter.fast import available
from interpreter.native import FastUnavailable
from rulelang import Game
from tools.bots import BOTS, Bot, generator
from tools.failures import Failed
from tools.games import Command, game_options, load, seats
from tools.numbers import Whole
from tools.seating import Bots, Seating, Standing, one_bot, standing_lines


@frozen
class Played:
    """One match: how it ended, how long it was, and the rules that came into play."""

    result: interpreter.Result
    decisions: int
    turns: int
    times: Mapping[str, int]  # how often each came into play

    @property
    def fired(self) -> frozenset[str]:
        """All that came into play."""
        return frozenset(self.times)


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
    standing: Standing = Factory(Standing)  # of bots that play against each other
    scores: list[int] = Factory(list)  # of all players
    winning: list[int] = Factory(list)  # of one winner a match

    def add(self, played: Played) -> None:
        """Count one more match."""
        self.matches += 1
        winners = played.result.winners
        for seat in winners:
            self.wins[seat] += 1
        self.shared += len(winners) > 1
        self.nobody += not winners
        self.decisions.append(played.decisions)
        self.turns.append(played.turns)
        self.reasons[played.result.reason] += 1
        self.fired |= played.fired
        scores = [score for score in played.result.scores if score is not None]
        self.scores += scores
        self.winning += [score for seat in winners[:1] if (score := played.result.scores[seat]) is not None]


def play_one(game: Game, players: int, seed: int, bot: Bot, fast: bool) -> Played:
    """One whole match of bots; with *fast* in machine code. Raises: see `again`."""
    steps = 0
    for match in again(game, players, seed, bot, fast):  # noqa: B007
        steps += 1
    assert match.result is not None
    told, turn = match.told_of(), turn_phases(game)
    turns = sum(times for (what, rule), times in told.items() if what == "begin" and rule in turn)
    return Played(match.result, steps - 1, turns, times_of(told))


def times_of(told: Mapping[tuple[str, str], int]) -> dict[str, int]:
    """How often each rule, effect, action, phase and text of a card came into play.

    Most are told of once when they begin; of others counts what they did most often.
    """
    found: dict[str, int] = {}
    for (what, rule), times in told.items():
        if what != "nothing":
            found[rule] = max(found.get(rule, 0), times)
    for what in ("do", "begin", "rule"):
        found |= {rule: times for (said, rule), times in told.items() if said == what}
    return found


def again(game: Game, players: int, seed: int, bot: Bot, fast: bool) -> Iterator[interpreter.Match]:
    """A whole match of bots, at each question and when it is over; with *fast* in machine code.

    It is played without a log first, whose making would cost a bot that imagines other worlds most of its time;
    what is yielded plays it again, with the log and with the invariants tested.

    Raises: Failed, with the seed, when the rules do not carry the match to its end.
    """
    decisions = 0
    try:
        match = interpreter.start(game, players=players, seed=seed, log=False, fast=fast)
        rng = generator(seed, 0)
        while match.count:
            match.choose_index(bot(match, rng))
            decisions += 1
        said = tuple(match.choices())
        match, decisions = interpreter.start(game, players=players, seed=seed, fast=fast, checks=True), 0
        yield match
        for choice in said:
            assert isinstance(choice, int)
            match.choose_index(choice)
            decisions += 1
            yield match
    except interpreter.EngineError as error:
        raise Failed(f"{players} players, seed {seed}, after {decisions} decisions: {error}") from error


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


def rules_that_can_fire(game: Game, players: int) -> list[str]:
    """Names under which the log tells of rules, effects, actions, phases and texts of cards, in the order of the
    files. What leaves no trace of its own in the log, as an effect that only does others, is not among them."""
    sources = interpreter.start(game, players=players).program.shared.sources
    files = {source.path: number for number, source in enumerate(game.sources)}
    first: dict[str, tuple[int, int]] = {}
    for source in sources:
        if source.what != "nothing":
            place = files.get(source.place.file, len(files)), source.place.start
            first[source.rule] = min(place, first.get(source.rule, place))
    return sorted(first, key=lambda rule: (first[rule], rule))


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
    silent = [name for name in rules_that_can_fire(game, tally.players) if name not in tally.fired]
    return {
        "players": tally.players,
        "matches": tally.matches,
        "wins": tally.wins,
        "shared": tally.shared,
        "nobody": tally.nobody,
        "decisions": spread(tally.decisions),
        "turns": spread(tally.turns),
        "scores": spread(tally.scores),
        "winning_scores": spread(tally.winning),
        "reasons": dict(sorted(tally.reasons.items(), key=lambda item: (-item[1], item[0]))),
        "never_fired": silent,
    } | ({"bots": tally.standing.report()} if tally.standing.matches else {})


def lines(data: dict[str, object]) -> Iterator[str]:
    """A report for people."""
    matches, wins = data["matches"], data["wins"]
    assert isinstance(matches, int)
    assert isinstance(wins, list)
    yield f"{data['players']} players, {matches} matches"
    for seat, count in enumerate(wins):
        yield f"  seat {seat} won {count:>6}  {100 * count / matches:5.1f} %"
    bots = data.get("bots", [])
    assert isinstance(bots, list)
    yield from standing_lines(bots)
    if data["shared"]:
        yield f"  {data['shared']} of the wins were shared by several"
    if data["nobody"]:
        yield f"  nobody won {data['nobody']}"
    for name in ("decisions", "turns", "scores", "winning_scores"):
        values = data[name]
        if isinstance(values, dict):
            shown = ", ".join(f"{key} {value:g}" for key, value in values.items())
            yield f"  {name.replace('_', ' ')}: {shown}"
    reasons, silent = data["reasons"], data["never_fired"]
    assert isinstance(reasons, dict)
    yield "  ended by: " + ", ".join(f"{reason} ({count})" for reason, count in reasons.items())
    assert isinstance(silent, list)
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


def playing_options(command: Command, bots: Bots | None = None) -> Command:
    """--seed, --bots and --fast: how matches are played that are then reported on. *bots*: who may play; any one bot."""
    for add in (
        click.option(
            "--fast",
            is_flag=True,
            help="Play in machine code, with the extra `fast`: the same report, sooner.",
        ),
        click.option(
            "--bots",
            type=bots or click.Choice(list(BOTS)),
            default="random",
            show_default=True,
            help="Who plays." if bots is None else bots.told,
        ),
        click.option("--seed", type=Whole(0, 2**63 - 1), help="The first match's; the others follow."),
    ):
        command = add(command)
    return command


@click.command()
@game_options
@click.option(
    "-n",
    "--matches",
    type=Whole(1, 10_000_000),
    default=100,
    show_default=True,
    help="Matches for each number of players.",
)
@click.option("--players", type=PlayerCount(), default="all", show_default=True,
              help="How many play; all: each number that the game allows.")  # fmt: skip
@partial(playing_options, bots=Bots())
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(
    game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...], matches: int,
    players: int | None, seed: int | None, bots: Seating, fast: bool, as_json: bool,
) -> None:  # fmt: skip
    """Let bots play many matches of GAME and report how they went.

    Reported are wins by seat, length, scores, reasons of ending, and the rules, effects, actions, phases and
    texts of cards that never came into play. The same seed gives the same report.
    """
    fast = fast and has_machine_code()
    loaded = load(game, variants, settings)
    counts = numbers_of_players(loaded, players, bots)
    first = secrets.randbelow(1_000_000_000) if seed is None else seed
    reports = []
    for count in counts:
        tally = Tally(count)
        for match_seed in counted(range(first, first + matches), f"{count} players"):
            names = bots.names_at(count, match_seed - first)
            played = play_one(loaded, count, match_seed, one_bot(names), fast)
            tally.add(played)
            if bots.several:
                tally.standing.add(names, played.result.winners)
        reports.append(report(loaded, tally))
    if as_json:
        whole = {
            "game": loaded.name,
            "variant": loaded.variant,
            "settings": dict(loaded.settings),
            "seed": first,
            "bots": str(bots),
            "reports": reports,
        }
        click.echo(json.dumps(whole, indent=2, ensure_ascii=False))
        return
    variant = f", variant {loaded.variant}" if loaded.variant else ""
    click.echo(f"{loaded.name}{variant}, bots: {bots}, seed {first}")
    for data in reports:
        click.echo("\n" + "\n".join(lines(data)))


def numbers_of_players(game: Game, players: int | None, bots: Seating) -> Sequence[int]:
    """With how many to play: *players*, or (None) all that the game allows and the bots can sit with."""
    least, most = game.players
    counts = range(least, most + 1) if players is None else [seats(game, players)]
    fitting = [count for count in counts if bots.fits(count)]
    if not fitting:
        sits = f"{least} to {most}" if players is None and least != most else str(counts[0])
        raise click.BadParameter(f"these are {len(bots.names)} bots, for {sits} players", param_hint="--bots")
    return fitting


def has_machine_code() -> bool:
    """Whether the extra is there; if not, says how to get it."""
    try:
        available()
    except FastUnavailable as missing:
        click.echo(f"{missing} Going on in plain Python.", err=True)
        return False
    return True


def counted(seeds: range, what: str) -> Iterator[int]:
    """The seeds, with a bar on the screen if there is one."""
    console = Console(stderr=True)
    yield from track(
        seeds, description=what, console=console, transient=True, disable=not sys.stderr.isatty()
    )
