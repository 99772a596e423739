"""`rulelang test`: the examples of a game, run; then its rules, attacked."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from rulelang import Game
from rulelang.load import read_game
from tools.attack import orders
from tools.attack.plays import Attacked, attack
from tools.attack.promises import ALL, CHAINS, ENDS
from tools.attack.scene import example
from tools.attack.shrinking import shrunk
from tools.attack.telling import as_data as found_as_data
from tools.attack.telling import lines, written
from tools.examples import Ran, as_data, run_all, told
from tools.failures import FAILED, WrongCall
from tools.games import chosen, game_options, load
from tools.junit import Case, junit
from tools.mutants.bar import tried
from tools.mutants.running import Mutated
from tools.mutants.telling import as_data as mutants_as_data
from tools.mutants.telling import case, short_of
from tools.mutants.telling import lines as changed
from tools.numbers import Amount, Whole
from tools.wording import counted
from tools.writing import write_whole

PLAYS = 20
DECISIONS = 500
"""Choices after which no further play is begun, where nobody has said how many plays there shall be."""

ENOUGH = 1_000_000


@click.command()
@game_options
@click.option("--only", metavar="TEXT", default="",
              help="Only the examples whose title holds this text, and no attack unless it is asked for.")  # fmt: skip
@click.option("--examples", "plays", type=Whole(0, ENOUGH), metavar="N",
              help=f"Attack the rules with N plays; 0: not at all. Else {PLAYS}, or fewer if they are long.")  # fmt: skip
@click.option("--seconds", type=Amount(0, min_open=True), metavar="S",
              help="Begin no further play after S seconds.")  # fmt: skip
@click.option("--seed", type=Whole(0, 2**63 - 1), default=0, show_default=True,
              help="The first play's; the others follow.")  # fmt: skip
@click.option(
    "--coverage",
    is_flag=True,
    help="Tell which rules, citations and edges of the effect graph no play has come to.",
)
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write a play that breaks a promise to FILE, for `rulelang replay`.")  # fmt: skip
@click.option("--mutate", is_flag=True,
              help="Instead of the attack, change the rules, one place at a time; tell what nothing notices.")  # fmt: skip
@click.option("--least", type=Amount(0, 100), metavar="PERCENT",
              help="With --mutate: fail if fewer of the changes that make a difference are noticed.")  # fmt: skip
@click.option("--jobs", type=Whole(1, 64), default=1, metavar="N", help="With --mutate: N processes.")
@click.option("--junit", "junit_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write the outcome to FILE as JUnit does.")  # fmt: skip
@click.option("--verbose", "-v", is_flag=True, help="Name those that pass as well.")
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@click.pass_context
def command(
    ctx: click.Context, game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...],
    only: str, plays: int | None, seconds: float | None, seed: int, coverage: bool, keep: Path | None, mutate: bool,
    least: float | None, jobs: int, junit_file: Path | None, verbose: bool, as_json: bool,
) -> None:  # fmt: skip
    """Run the examples of GAME, then attack its rules.

    An example sets up a scene, lets somebody act, and says what must come out. Of one that fails are shown
    the sentences of the rulebook that it stands for, what was expected, and what was found.

    The attack is random play that looks for a broken promise: an invariant of the game, or what every game
    promises, as that cards are conserved, that what is offered can be taken, or that hidden cards stay hidden. The
    first that is found is shown as the shortest play that can be found to break it.

    --mutate asks the other way round: do the examples and invariants notice when a rule is wrong? --examples is then how
    many plays each change gets that no example notices, and --seconds the time for all of them.
    """
    if least is not None and not mutate:
        raise WrongCall("--least says how many of the changes must be noticed that --mutate makes")
    for option, file in (("--keep", keep), ("--junit", junit_file)):
        if file is not None and file.suffix in (".rules", ".csv"):
            raise click.BadParameter(
                f"{file} ends as rules and tables do; choose another name", param_hint=option
            )
    loaded = load(game, variants, settings)
    outcomes = examples(loaded, only, verbose, as_json)
    if only and not outcomes:
        raise WrongCall(f"{loaded.name} has no example with `{only}` in its title")
    failed = sum(not ran.result.passed for ran in outcomes)
    if not as_json:
        passed = counted(len(outcomes) - failed, "example")
        click.echo(
            f"{loaded.name}: {passed} passed, {failed} failed"
            if outcomes
            else f"{loaded.name} has no examples"
        )
    attacked = None if mutate else attacks(loaded, plays, seconds, seed, bool(only), coverage)
    mutated, scene = None, None
    if (mutate and not failed) or (attacked is not None and attacked.found is not None):
        program = read_game(game, chosen(variants), dict(settings)).program
        assert program is not None
        if mutate:
            mutated = tried(loaded, program, plays, seconds, seed, jobs)
        elif attacked is not None and attacked.found is not None:
            scene = example(loaded, program, attacked.found)
    if mutated is not None and not as_json:
        click.echo("\n".join(changed(loaded, mutated, verbose)))
    if attacked is not None and not as_json:
        tell(loaded, attacked, scene, verbose)
        if coverage:
            click.echo("\n".join(reached(loaded, attacked)))
    if attacked is not None and attacked.found is not None and keep is not None:
        write_whole(keep, written(loaded, attacked.found))
        if not as_json:
            click.echo(f"The play is in {keep}: rulelang replay {keep}")
    if junit_file is not None:
        write_whole(junit_file, junit(loaded.name, cases(loaded, outcomes, attacked, mutated, least)))
    if as_json:
        data = {
            "game": loaded.name,
            "variant": loaded.variant,
            "passed": len(outcomes) - failed,
            "failed": failed,
            "examples": [as_data(ran) for ran in outcomes],
            "attack": None if attacked is None else {
                "seed": seed,
                "plays": attacked.plays,
                "decisions": attacked.decisions,
                "unfinished": attacked.cut,
                "coverage": covered(loaded, attacked) if coverage else None,
                "broken": None if attacked.found is None else found_as_data(loaded, attacked.found, scene),
            },
            **({} if mutated is None else {"mutants": mutants_as_data(mutated)}),
        }  # fmt: skip
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    unnoticed = mutated is not None and short_of(mutated, least)
    if failed or unnoticed or (attacked is not None and attacked.found is not None):
        ctx.exit(FAILED)


def examples(game: Game, only: str, verbose: bool, quiet: bool) -> list[Ran]:
    """The examples, run; each that fails is told of at once."""
    outcomes = []
    for ran in run_all(game, only):
        outcomes.append(ran)
        if not quiet and not ran.result.passed:
            click.echo("\n".join(told(game, ran)) + "\n")
        elif not quiet and verbose:
            click.echo(f"passed  {ran.example.key}")
    return outcomes


def attacks(
    game: Game, plays: int | None, seconds: float | None, seed: int, some: bool, edges: bool
) -> Attacked | None:
    """The rules, attacked, with a bar on the screen if there is one; what was found is made small. None: there was no
    attack. *some*: only some of the examples were asked for; *edges*: what was reached of the effect graph is counted."""
    asked = plays is not None or seconds is not None
    if plays == 0 or (some and not asked):
        return None
    number = plays if plays is not None else PLAYS if seconds is None else ENOUGH
    made = Attacked()
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("attack", total=number if plays is not None or not asked else None)
        for told_of in attack(game, number, seed, seconds, None if asked else DECISIONS, edges=edges):
            made = told_of
            progress.advance(bar)
        if made.found is not None:
            progress.update(bar, description="making the play smaller", total=None)
            made.found = shrunk(game, made.found)
    return made


def tell(game: Game, attacked: Attacked, scene: str | None, verbose: bool) -> None:
    """What the attack came to."""
    made = f"{counted(attacked.plays, 'play')} ({counted(attacked.decisions, 'decision')})"
    if attacked.found is not None:
        click.echo("\n" + "\n".join(lines(game, attacked.found, scene)) + "\n")
        click.echo(f"{game.name}: a promise is broken, found in {made}")
        return
    if verbose:
        for name in promised(game):
            click.echo(f"kept    {name}")
    click.echo(f"{game.name}: no promise is broken in {made}")


def covered(game: Game, attacked: Attacked) -> dict[str, object]:
    """What the plays came to, and what they never did."""
    rules, cites, all_rules, all_cites = attacked.coverage.missing(game)
    assert attacked.coverage.edges is not None
    silent, of = attacked.coverage.edges.missing()
    return {
        "rules": {"reached": all_rules - len(rules), "of": all_rules, "never": rules},
        "citations": {"reached": all_cites - len(cites), "of": all_cites, "never": cites},
        "edges": {"reached": of - len(silent), "of": of, "never": silent},
    }


def reached(game: Game, attacked: Attacked) -> Iterator[str]:
    """The same for people."""
    rules, cites, all_rules, all_cites = attacked.coverage.missing(game)
    yield f"reached {all_rules - len(rules)} of {all_rules} rules, never: {', '.join(rules) or 'none'}"
    if all_cites:
        never = ", ".join(f"@{cite}" for cite in cites) or "none"
        yield f"reached {all_cites - len(cites)} of {all_cites} citations, never: {never}"
    assert attacked.coverage.edges is not None
    silent, of = attacked.coverage.edges.missing()
    yield f"reached {of - len(silent)} of {of} edges of the effect graph" + (", never:" if silent else "")
    yield from (f"  {edge}" for edge in silent)


def promised(game: Game) -> list[str]:
    """The names of all promises, those of the game last."""
    return [
        ENDS,
        CHAINS,
        *ALL,
        orders.NAME,
        *(f"invariant {one.key}" for one in game.invariants),
    ]


def cases(
    game: Game, outcomes: list[Ran], attacked: Attacked | None, mutated: Mutated | None, least: float | None
) -> list[Case]:
    """Examples and promises, or what notices changes of the rules, as tests of a JUnit file."""
    out = [
        Case(ran.example.key, "examples", ran.example.span.file, ran.example.span.line,
             "" if ran.result.passed else "\n".join(told(game, ran)))
        for ran in outcomes
    ]  # fmt: skip
    if mutated is not None:
        out.append(case(mutated, least or 0))
    if attacked is None:
        return out
    found = attacked.found
    for name in promised(game):
        place = next((one.span for one in game.invariants if f"invariant {one.key}" == name), None)
        failure = "\n".join(lines(game, found)) if found is not None and found.promise == name else ""
        out.append(Case(name, "promises", place.file if place else "", place.line if place else 0, failure))
    return out
