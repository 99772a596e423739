"""`rulelang test`: the examples of a game, run."""

import json

import click

from tools.examples import as_data, run_all, told
from tools.failures import FAILED, WrongCall
from tools.games import game_options, load
from tools.wording import counted


@click.command()
@game_options
@click.option("--only", metavar="TEXT", default="", help="Only the examples whose title holds this text.")
@click.option("--verbose", "-v", is_flag=True, help="Name those that pass as well.")
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@click.pass_context
def command(
    ctx: click.Context, game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...],
    only: str, verbose: bool, as_json: bool,
) -> None:  # fmt: skip
    """Run the examples of GAME.

    An example sets up a scene, lets somebody act, and says what must come out. Of one that fails are shown
    the sentences of the rulebook that it stands for, what was expected, and what was found.
    """
    loaded = load(game, variants, settings)
    outcomes, failed = [], 0
    for ran in run_all(loaded, only):
        outcomes.append(ran)
        failed += not ran.result.passed
        if not as_json and not ran.result.passed:
            click.echo("\n".join(told(loaded, ran)) + "\n")
        elif not as_json and verbose:
            click.echo(f"passed  {ran.example.key}")
    if only and not outcomes:
        raise WrongCall(f"{loaded.name} has no example with `{only}` in its title")
    if as_json:
        data = {
            "game": loaded.name,
            "variant": loaded.variant,
            "passed": len(outcomes) - failed,
            "failed": failed,
            "examples": [as_data(ran) for ran in outcomes],
        }
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    elif not outcomes:
        click.echo(f"{loaded.name} has no examples")
    else:
        passed = counted(len(outcomes) - failed, "example")
        click.echo(f"{loaded.name}: {passed} passed, {failed} failed")
    if failed:
        ctx.exit(FAILED)
