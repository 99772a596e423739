"""`rulelang trace`: sentence by sentence, which rule carries what the rulebook says."""

import json
import shutil
from collections.abc import Iterator

import click
from attrs import frozen

from rulelang import Game
from rulelang.check.citations import FREE
from rulelang.game import Statement
from tools.failures import FAILED
from tools.games import game_options, load
from tools.wording import shortened


@frozen
class Traced:
    """A statement of the catalogue and what carries it."""

    statement: Statement
    carriers: tuple[str, ...]  # `what, at file:line`
    only_in_variants: bool  # that lie with the game and are not played

    @property
    def missing(self) -> bool:
        """Whether a rule should carry it and none does."""
        return not self.carriers and self.statement.kind not in FREE


def traced(game: Game) -> Iterator[Traced]:
    """All statements, in the order of the catalogue."""
    for statement in game.catalogue:
        own = game.citations.get(statement.id, ())
        places = own or game.variant_citations.get(statement.id, ())
        carriers = tuple(f"{what}, at {span.file}:{span.line}" for what, span in places)
        yield Traced(statement, carriers, bool(carriers) and not own)


@click.command()
@game_options
@click.option("--missing", is_flag=True, help="Only the statements that no rule carries.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.pass_context
def command(
    ctx: click.Context, game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...],
    missing: bool, as_json: bool,
) -> None:  # fmt: skip
    """Show which rule of GAME carries which statement of its rulebook.

    The statements stand in the game's catalogue; rules and examples cite them. What only a variant that lies with
    the game carries is told with its name. The exit status is 1 if one is carried by nothing, flavour excepted.
    """
    loaded = load(game, variants, settings)
    statements = list(traced(loaded))
    lost = [each for each in statements if each.missing]
    if as_json:
        click.echo(json.dumps(as_data(loaded, statements), indent=2, ensure_ascii=False))
    else:
        width = shutil.get_terminal_size((100, 24)).columns
        for each in lost if missing else statements:
            click.echo("\n".join(told(each, width)))
        click.echo(summary(loaded, statements))
    if lost:
        ctx.exit(FAILED)


def told(each: Traced, width: int) -> Iterator[str]:
    """A statement and its carriers, a line each."""
    statement = each.statement
    head = f"{'MISSING ' if each.missing else ''}@{statement.id}  [{statement.kind}]  "
    yield head + shortened(statement.paraphrase, width - len(head))
    for carrier in each.carriers:
        yield f"    {carrier}"


def summary(game: Game, statements: list[Traced]) -> str:
    """How many statements are carried."""
    if not statements:
        return f"{game.name} has no catalogue"
    carried = sum(bool(each.carriers) for each in statements)
    lost = sum(each.missing for each in statements)
    free = len(statements) - carried - lost
    elsewhere = sum(each.only_in_variants for each in statements)
    more = f" ({elsewhere} only in variants)" if elsewhere else ""
    return f"{game.name}: {carried} of {len(statements)} statements carried{more}, {lost} missing, {free} need none"


def as_data(game: Game, statements: list[Traced]) -> dict[str, object]:
    """The same as plain data."""
    return {
        "game": game.name,
        "variant": game.variant,
        "missing": [each.statement.id for each in statements if each.missing],
        "statements": [
            {
                "id": each.statement.id,
                "section": each.statement.section,
                "kind": each.statement.kind,
                "paraphrase": each.statement.paraphrase,
                "carriers": list(each.carriers),
                "only_in_variants": each.only_in_variants,
            }
            for each in statements
        ],
    }
