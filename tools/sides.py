"""Two games to be compared, as the command line names them."""

import os
from collections.abc import Sequence

import click
from attrs import field, frozen

from rulelang import Game
from rulelang.bundled import bundled, bundled_file, find_game, find_variant, variants_in
from rulelang.diagnostics import nearest
from tools.failures import WrongCall
from tools.games import Command, load, variant_options

Settings = tuple[tuple[str, object], ...]


@frozen
class Side:
    """One of the two: a game, the variants that it is played with, and values of parameters."""

    game: str
    variants: tuple[str, ...] = ()
    settings: Settings = ()
    called: str = field(default="", eq=False)  # as the caller wrote it

    def load(self, variants: Sequence[str] = (), settings: Settings = ()) -> Game:
        """The checked game, with further variants and with values that go behind those that were asked for.

        Raises: like `tools.games.load`.
        """
        asked = {name for name, _ in self.settings}
        more = tuple((name, value) for name, value in settings if name not in asked)
        return load(self.game, (*self.variants, *(one for one in variants if one not in self.variants)),
                    (*self.settings, *more))  # fmt: skip


def sides_options(command: Command) -> Command:
    """FIRST, SECOND, --variant and --set: what `sides` needs."""
    command = variant_options(
        command, "Take the second with this variant", "Give a parameter of the second a value"
    )
    command = click.argument("second", required=False)(command)
    return click.argument("first")(command)


def sides(first: str, second: str | None, variants: tuple[str, ...], settings: Settings) -> tuple[Side, Side]:
    """What is compared with what.

    Raises: WrongCall if nothing is there to compare with.
    """
    one = side(first)
    if second is None:
        if not variants and not settings:
            raise WrongCall(
                "there is nothing to compare with: name a second game, or give --variant or --set"
            )
        called = " ".join([first, *variants, *(f"{name}={value}" for name, value in settings)])
        return one, Side(one.game, (*one.variants, *variants), settings, called)
    other = side(second)
    if not is_game(other.game):
        if not isinstance(find_variant(other.game, game_path(one.game), one.game), tuple):
            raise WrongCall(
                f"`{second}` is neither a game nor a variant of `{one.game}`{perhaps(second, one.game)}"
            )
        # A variant takes the place of those that the first is played with: it names those that it builds upon itself.
        other = Side(one.game, (other.game, *other.variants))
    return one, Side(other.game, (*other.variants, *variants), settings, second)


def side(written: str) -> Side:
    """`badaboom`, `badaboom+short_fuse`, or a path."""
    if os.path.exists(written) or bundled_file(written) is not None:
        return Side(written, called=written)
    game, *variants = written.split("+")
    return Side(game, tuple(variants), called=written)


def is_game(name: str) -> bool:
    """Whether a game is called so, or a file or folder."""
    return bundled_file(name) is not None or os.path.exists(name) or "/" in name or name.endswith(".rules")


def game_path(name: str) -> str:
    """The file of a game; the name itself if there is none."""
    found = find_game(name)
    return found[0] if isinstance(found, tuple) else name


def perhaps(written: str, game: str) -> str:
    """What was meant, as the end of a sentence: a name that is near, else the variants of the game."""
    names = [variant.name for variant in variants_in(game_path(game))]
    near = nearest(written, [*names, *(one.name for one in bundled())])
    if near is not None:
        return f"; did you mean `{near}`?"
    return f"; its variants are {', '.join(f'`{name}`' for name in names)}" if names else ""
