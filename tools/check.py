"""`rulelang check`: what is wrong with the rules of a game."""

import json
import os
from collections.abc import Iterator
from typing import NoReturn

import click
from attrs import frozen

import rulelang
from rulelang import Diagnostic, Game, RulesError, Severity, Source
from rulelang.bundled import find_game, variants_in
from rulelang.files import printable
from rulelang.load import Examined
from rulelang.remembered import Trees
from rulelang.source import Span
from tools.failures import FAILED, WrongCall
from tools.games import about_the_call, chosen, game_options
from tools.watching import changed, folders, look
from tools.wording import counted


@frozen
class Checked:
    """What was found in one game, or in a variant of it that *variant* names."""

    variant: str | None
    examined: Examined
    diagnostics: tuple[Diagnostic, ...]  # of a variant: what the game alone does not have


@click.command()
@game_options
@click.option("--with-variants", is_flag=True, help="Check all variants that lie with the game as well.")
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option(
    "--watch", is_flag=True, help="Check again whenever a file of the game is saved, until interrupted."
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def command(
    ctx: click.Context, game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...],
    with_variants: bool, strict: bool, watch: bool, as_json: bool,
) -> None:  # fmt: skip
    """Check the rules of GAME.

    Prints what is wrong, where, and mostly how to mend it. Errors make the exit status 1; with --strict
    warnings do so too.
    """
    if with_variants and variants:
        raise WrongCall(
            "--with-variants checks each variant by itself; it does not go together with --variant"
        )
    if watch and as_json:
        raise WrongCall("--watch and --json exclude each other")
    if watch:
        keep_watching(game, variants, settings, with_variants)
    found = list(checked(game, variants, settings, with_variants, Trees()))
    click.echo(json.dumps(all_data(found), indent=2, ensure_ascii=False) if as_json else told(found))
    if any(errors(one.diagnostics) or (strict and one.diagnostics) for one in found):
        ctx.exit(FAILED)


def checked(
    game: str,
    variants: tuple[str, ...],
    settings: tuple[tuple[str, object], ...],
    with_variants: bool,
    trees: Trees,
) -> Iterator[Checked]:
    """The findings of the game and, if they are wanted, of its variants.

    Raises: WrongCall if it is the call that is wrong.
    """
    examined = rulelang.examine(game, chosen(variants), dict(settings), trees)
    wrong_call = about_the_call(RulesError(examined.diagnostics, examined.sources), settings)
    if wrong_call is not None:
        raise wrong_call
    yield Checked(None, examined, examined.diagnostics)
    place = find_game(game)
    if with_variants and isinstance(place, tuple):
        for variant in variants_in(place[0]):
            more = rulelang.examine(game, variant.name, dict(settings), trees)
            new = tuple(one for one in more.diagnostics if one not in examined.diagnostics)
            yield Checked(variant.title, more, new)


def keep_watching(
    game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...], with_variants: bool
) -> NoReturn:
    """Check, and check again after each save; the game is told of before its variants are looked at."""
    before, trees = look(folders(game, ())), Trees()
    sources: list[Source] = []
    for one in checked(game, variants, settings, with_variants, trees):
        click.echo(told([one]))
        sources += one.examined.sources
    places = folders(game, sources)
    # What was saved while the first check ran is a change too; files of other folders are looked at from now on.
    before = {**look(places), **before}
    for names in changed(places, before):
        trees.forget()
        shown = ", ".join(os.path.basename(name) for name in names[:3]) + (", ..." if len(names) > 3 else "")
        click.echo(f"\n--- {printable(shown)} saved ---")
        try:
            for one in checked(game, variants, settings, with_variants, trees):
                click.echo(told([one]))
        except WrongCall as error:
            click.echo(f"Error: {error.format_message()}")
    raise AssertionError  # a watch has no end


def told(found: list[Checked]) -> str:
    """All findings as they are printed."""
    parts = []
    for one in found:
        if one.diagnostics:
            parts.append(rulelang.render_all(one.diagnostics, one.examined.sources) + "\n")
        if one.examined.game is None and one.variant is not None:
            parts.append(f"variant {one.variant}: {summary(None, one.diagnostics)}")
        else:
            parts.append(summary(one.examined.game, one.diagnostics))
    return "\n".join(parts)


def all_data(found: list[Checked]) -> dict[str, object]:
    """The findings of the game, with those of its variants under `variants` if they were checked too."""
    first = found[0]
    data = as_data(first.examined.game, first.diagnostics)
    if len(found) > 1:
        data["variants"] = [
            {**as_data(one.examined.game, one.diagnostics), "variant": one.variant} for one in found[1:]
        ]
    return data


def place(span: Span) -> dict[str, object]:
    """Where something stands."""
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def errors(diagnostics: tuple[Diagnostic, ...]) -> int:
    """How many findings are errors."""
    return sum(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


def summary(game: Game | None, diagnostics: tuple[Diagnostic, ...]) -> str:
    """The last line: how many findings, or that all is well."""
    wrong = errors(diagnostics)
    said = f"{counted(wrong, 'error')}, {counted(len(diagnostics) - wrong, 'warning')}"
    if game is None:
        return said
    name = game.name + (f", variant {game.variant}" if game.variant else "")
    return f"{name}: {said}" if diagnostics else f"{name} is in order"


def as_data(game: Game | None, diagnostics: tuple[Diagnostic, ...]) -> dict[str, object]:
    """The findings as plain data; lines and columns count from 1, ends are exclusive."""
    return {
        "game": None if game is None else game.name,
        "variant": None if game is None else game.variant,
        "errors": errors(diagnostics),
        "warnings": len(diagnostics) - errors(diagnostics),
        "diagnostics": [
            {
                "code": diagnostic.code.id,
                "severity": diagnostic.severity.value,
                "message": diagnostic.message,
                "hint": diagnostic.hint,
                **place(diagnostic.span),
                "also": [{**place(span), "label": label} for span, label in diagnostic.also],
            }
            for diagnostic in diagnostics
        ],
    }
