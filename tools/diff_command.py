"""`rulelang diff`: what is different between two games, in their author's terms."""

import json
from pathlib import Path

import click

from rulelang import Game
from tools.changes import telling
from tools.changes.comparing import difference
from tools.failures import FAILED, WrongCall
from tools.sides import Settings, sides, sides_options


@click.command()
@sides_options
@click.option("--markdown", is_flag=True, help="Print a page in Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Print the changes as JSON.")
@click.option("--breaks", is_flag=True, help="Say which recorded matches would now play differently.")
@click.option("--other-rules", is_flag=True,
              help="With --breaks: also look at matches that were recorded with other rules than those of FIRST.")  # fmt: skip
@click.argument("saves", nargs=-1, type=click.Path(path_type=Path))
@click.pass_context
def command(
    ctx: click.Context, first: str, second: str | None, variants: tuple[str, ...], settings: Settings,
    markdown: bool, as_json: bool, breaks: bool, other_rules: bool, saves: tuple[Path, ...],
) -> None:  # fmt: skip
    """Say what SECOND has otherwise than FIRST.

    Each is a game, or a game and variants (`badaboom+short_fuse`); SECOND may also be the name of a variant of FIRST,
    or be left out if --variant or --set say what is different. Compared is what the rules mean: text that was moved
    or laid out otherwise is no change.

    With --breaks, SAVES are files of recorded matches; of each that would now play differently the first step is
    named at which it does, and the rule. Then the exit status is 1.
    """
    if markdown and as_json:
        raise WrongCall("--markdown and --json exclude each other")
    if breaks and second is not None and second.endswith(".json"):
        saves, second = (Path(second), *saves), None  # nothing but its name tells a match from a second game
    if saves and not breaks:
        raise WrongCall("files of matches are looked at with --breaks only")
    if breaks and not saves:
        raise WrongCall("--breaks needs the files of the matches")
    one, other = sides(first, second, variants, settings)
    before, after = one.load(), other.load()
    found = difference(before, after)
    names = named(before), named(after)
    verdicts = []
    if breaks:
        from tools.changes.breaking import SAME, verdict

        verdicts = [verdict(file, one, other, other_rules) for file in saves]
    broken = sum(one.what != SAME for one in verdicts) if breaks else 0
    if as_json:
        data: dict[str, object] = {"first": names[0], "second": names[1], **telling.as_data(found)}
        if breaks:
            from tools.changes.breaking import as_data

            data["breaks"] = [as_data(one) for one in verdicts]
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        title = f"{names[0]} and {names[1]}"
        click.echo("\n".join(telling.markdown(found, title) if markdown else telling.text(found)))
        if breaks:
            from tools.changes.breaking import told

            dash = "- " if markdown else ""
            click.echo("\n" + "\n".join(dash + told(one) for one in verdicts))
            looked = "1 match" if len(verdicts) == 1 else f"{len(verdicts)} matches"
            click.echo(f"\n{looked} looked at, {broken} would play differently")
    if broken:
        ctx.exit(FAILED)


def named(game: Game) -> str:
    """A game with its variant."""
    return game.name + (f" with {game.variant}" if game.variant else "")
