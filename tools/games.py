"""The arguments that name a game, and the game that they name."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

import rulelang
from rulelang import Code, Game, RulesError, Severity
from tools.failures import WrongCall

Command = Callable[..., Any]
Settings = dict[str, object]

LONGEST_NUMBER = 1000  # digits; what a parameter cannot be is for the checker to say
WORDS: Mapping[str, object] = {"yes": True, "no": False, "none": None}


class Setting(click.ParamType[tuple[str, object]]):
    """``name=value``: a number, yes, no, none, a word of the game (a member of an enum), or a list of them."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, object]:
        """The name and the value as Python has it."""
        if isinstance(value, tuple):
            return value
        name, equals, text = str(value).partition("=")
        name, text = name.strip(), text.strip()
        if not equals or not name or not text:
            self.fail(f"`{value}` does not read name=value", param, ctx)
        return name, setting_value(text)


def setting_value(text: str) -> object:
    """What a value written on the command line means."""
    if text in WORDS:
        return WORDS[text]
    if text.startswith("[") and text.endswith("]"):
        return [setting_value(one.strip()) for one in text[1:-1].split(",") if one.strip()]
    digits = text.removeprefix("-")
    # int() would also take blanks, underscores and the digits of other scripts.
    if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER:
        return int(text)
    return text


def game_options(command: Command) -> Command:
    """GAME, --variant and --set: what `load` needs."""
    command = variant_options(command, "Play by this variant", "Give a parameter of the game a value")
    return click.argument("game", metavar="GAME")(command)


def each_once(
    ctx: click.Context, param: click.Parameter, value: tuple[tuple[str, object], ...]
) -> tuple[tuple[str, object], ...]:
    """The settings, none of them said twice."""
    names = [name for name, _ in value]
    for name in names:
        if names.count(name) > 1:
            raise click.BadParameter(f"`{name}` is given more than one value", ctx, param)
    return value


def variant_options(command: Command, variant_help: str, set_help: str) -> Command:
    """--variant and --set, with what each does."""
    for add in (
        click.option(
            "--set", "settings", metavar="NAME=VALUE", multiple=True, type=Setting(),
            callback=each_once, help=f"{set_help}; may be repeated.",
        ),
        click.option(
            "--variant", "variants", metavar="NAME", multiple=True, help=f"{variant_help}; may be repeated.",
        ),
    ):  # fmt: skip
        command = add(command)
    return command


def load(game: str, variants: Sequence[str] = (), settings: Sequence[tuple[str, object]] = ()) -> Game:
    """The checked game.

    Raises: WrongCall for a game, variant or setting that cannot be had; RulesError for errors in the rules.
    """
    try:
        return rulelang.load(game, variant=chosen(variants), parameters=dict(settings))
    except RulesError as error:
        raise about_the_call(error, settings) or error from None


def about_the_call(error: RulesError, settings: Sequence[tuple[str, object]]) -> WrongCall | None:
    """What is wrong, if it is about what was asked for (no such game, ...), not about what a file says."""
    read = {source.path for source in error.sources}
    given = tuple(f"`{name}`" for name, _ in settings)
    said = []
    for found in error.diagnostics:
        if found.severity is Severity.WARNING:
            continue
        if not (
            found.code in (Code.UNKNOWN_GAME, Code.UNKNOWN_VARIANT)
            or found.span.file not in read
            or (found.code is Code.SETTING_REFUSED and any(name in found.message for name in given))
        ):
            return None
        said.append(found.message + (f"; {found.hint}" if found.hint else ""))
    return WrongCall("\n".join(said)) if said else None


def chosen(variants: Sequence[str]) -> str | tuple[str, ...] | None:
    """The variants as `rulelang.load` takes them."""
    if len(variants) <= 1:
        return variants[0] if variants else None
    return tuple(variants)


def bundled_name(title: str) -> str:
    """The name under which the bundled game with this title is loaded; the title itself if there is none."""
    return next((game.name for game in rulelang.bundled() if title in (game.name, game.title)), title)


def seats(game: Game, players: int | None) -> int:
    """The number of players to play with: the one asked for if the game allows it, else the least."""
    least, most = game.players
    if players is None:
        return least
    if not least <= players <= most:
        allowed = f"{least}" if least == most else f"{least} to {most}"
        raise click.BadParameter(
            f"{game.name} is for {allowed} players, not {players}", param_hint="--players"
        )
    return players
