"""`rulelang check`: what is wrong with the rules of a game."""

import json

import click

import rulelang
from rulelang import Diagnostic, Game, RulesError, Severity
from rulelang.source import Span
from tools.failures import FAILED
from tools.games import about_the_call, chosen, game_options
from tools.wording import counted


@click.command()
@game_options
@click.option("--strict", is_flag=True, help="Let warnings fail too.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def command(
    ctx: click.Context, game: str, variants: tuple[str, ...], settings: tuple[tuple[str, object], ...],
    strict: bool, as_json: bool,
) -> None:  # fmt: skip
    """Check the rules of GAME.

    Prints what is wrong, where, and mostly how to mend it. Errors make the exit status 1; with --strict
    warnings do so too.
    """
    examined = rulelang.examine(game, chosen(variants), dict(settings))
    found, diagnostics = examined.game, examined.diagnostics
    wrong_call = about_the_call(RulesError(diagnostics, examined.sources), settings)
    if wrong_call is not None:
        raise wrong_call
    if as_json:
        click.echo(json.dumps(as_data(found, diagnostics), indent=2, ensure_ascii=False))
    else:
        if diagnostics:
            click.echo(rulelang.render_all(diagnostics, examined.sources) + "\n")
        click.echo(summary(found, diagnostics))
    if errors(diagnostics) or (strict and diagnostics):
        ctx.exit(FAILED)


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
