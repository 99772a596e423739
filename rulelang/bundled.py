"""Finding games and variants by name: those that come with the package, and those in a folder."""

import os
import posixpath
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from rulelang.diagnostics import Code, nearest
from rulelang.files import Folder, Refusal, folder_of, printable, read_text

MAX_LISTED = 500  # files of one folder that are looked at

_GAME = re.compile(r"game +([A-Z][A-Za-z0-9]*)\b")
_VARIANT = re.compile(r'variant +([A-Z][A-Za-z0-9]*) +of +"([^"\n]*)"')


@frozen
class Head:
    """How a file begins, as far as it can be told without parsing it."""

    title: str  # the name that the file gives to the game or variant
    base: str | None  # the path text of a variant's base; None: a game
    docs: tuple[str, ...]


@frozen
class BundledVariant:
    """A variant that lies with its game; `name` or `title` select it in ``load(game, variant=...)``."""

    name: str
    path: str
    title: str
    docs: tuple[str, ...]


@frozen
class BundledGame:
    """A game that comes with the package; ``load(name)`` loads it."""

    name: str
    path: str
    title: str
    docs: tuple[str, ...]
    variants: tuple[BundledVariant, ...]


def bundled() -> tuple[BundledGame, ...]:
    """The games that come with the package, by name, each with its variants."""
    return tuple(
        BundledGame(name, path, head.title, head.docs, variants_in(path))
        for name, (path, head) in _games().items()
    )


def games_folder() -> Path | None:
    """Where the bundled games lie; None: nowhere.

    A wheel has them as data inside this package, at ``rulelang/_games``; in a checkout they are the folder
    ``games`` beside it. The first is looked for first: beside an installed package anything may lie.
    """
    here = Path(__file__).resolve().parent
    if (here / "_games").is_dir():
        return here / "_games"
    beside = here.parent / "games"
    return beside if beside.is_dir() else None


@cache
def _games() -> dict[str, tuple[str, Head]]:
    folder = games_folder()
    found: dict[str, tuple[str, Head]] = {}
    for path in [] if folder is None else sorted(folder.glob("*/*.rules"))[:MAX_LISTED]:
        head = head_of(str(path))
        if head is not None and head.base is None:
            found.setdefault(path.stem, (str(path), head))
    return dict(sorted(found.items()))


def bundled_file(name: str) -> tuple[str, str] | None:
    """The path of a bundled game, and how messages show it: the same wherever the package is installed."""
    game = _games().get(name)
    if game is None:
        return None
    path = Path(game[0])
    return game[0], f"games/{path.parent.name}/{path.name}"


def head_of(path: str) -> Head | None:
    """The head of a game or variant; None: a part, or nothing that can be read."""
    text = read_text(path, path)
    if isinstance(text, Refusal):
        return None
    docs = []
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped.startswith("##"):
            docs.append(stripped[2:].removeprefix(" "))
        elif stripped and not stripped.startswith(("#", "@")):
            game, variant = _GAME.match(line), _VARIANT.match(line)
            if game is not None:
                return Head(game[1], None, tuple(docs))
            return None if variant is None else Head(variant[1], variant[2], tuple(docs))
    return None


# ------------------------------------------------------------------ a game, by name or path


def find_game(wanted: str | os.PathLike[str]) -> tuple[str, str] | Refusal:
    """The path of the file that is meant, and how messages show it.

    A bundled name goes before a file or folder of the same name where one stands: that one is ``./name``.
    """
    text = os.fspath(wanted)
    if not text or "\0" in text:
        return Refusal(Code.UNKNOWN_GAME, "the name of a game, or the path of its file, is missing")
    is_name = isinstance(wanted, str) and not text.endswith(".rules") and not set(text) & {"/", os.sep}
    known = bundled_file(text) if is_name else None
    if known is not None:
        return known
    try:
        if os.path.isdir(text):
            return _in_folder(text)
        if is_name and not os.path.exists(text):
            near = nearest(text, _games())
            names = ", ".join(f"`{name}`" for name in _games())
            hint = f"did you mean `{near}`?" if near else f"the bundled games are {names}" if names else None
            shown = printable(text if len(text) <= 80 else text[:77] + "...")
            return Refusal(Code.UNKNOWN_GAME, f"no game is called `{shown}`", hint)
    except (OSError, ValueError):
        pass  # reading the file will say what is wrong with it
    return text, _label(text)


def _label(path: str) -> str:
    return printable(posixpath.normpath(path.replace(os.sep, "/")))


def _in_folder(path: str) -> tuple[str, str] | Refusal:
    """The one game in a folder: the file named like it, else the only one with a `game` line."""
    name = os.path.basename(os.path.realpath(path))
    named = os.path.join(path, f"{name}.rules")
    if os.path.isfile(named):
        return named, _label(named)
    games = [file for file, head in _heads(path) if head.base is None]
    if len(games) == 1:
        return games[0], _label(games[0])
    shown = printable(path)
    if games:
        names = ", ".join(f"`{printable(os.path.basename(file))}`" for file in games[:8])
        return Refusal(Code.UNKNOWN_GAME, f"the folder `{shown}` holds several games", f"name one of {names}")
    return Refusal(
        Code.UNKNOWN_GAME,
        f"the folder `{shown}` holds no game",
        f"a game's file is called `{printable(name)}.rules`, or is the only one with a `game` line",
    )


def _heads(folder: str) -> Iterator[tuple[str, Head]]:
    """The games and variants that lie in a folder, by name."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".rules"))
    except OSError:
        return
    for name in names[:MAX_LISTED]:
        path = os.path.join(folder, name)
        head = head_of(path)
        if head is not None:
            yield path, head


# ------------------------------------------------------------------ its variants


def variants_in(game: str) -> tuple[BundledVariant, ...]:
    """The variants of the game in this file that lie in its folder or in the folder ``variants`` there."""
    folder = os.path.dirname(game) or "."
    bases: dict[str, str] = {}
    found: list[BundledVariant] = []
    for place in (os.path.join(folder, "variants"), folder):
        for path, head in _heads(place):
            if head.base is not None:
                bases[os.path.realpath(path)] = os.path.realpath(os.path.join(place, head.base))
                found.append(BundledVariant(Path(path).stem, path, head.title, head.docs))
    root = os.path.realpath(game)

    def leads_here(path: str) -> bool:
        passed = set()
        while path in bases and path not in passed:
            passed.add(path)
            path = bases[path]
        return path == root

    mine = (variant for variant in found if leads_here(os.path.realpath(variant.path)))
    return tuple(sorted(mine, key=lambda variant: (variant.name, variant.path)))


def find_variant(wanted: str | os.PathLike[str], game: str, shown: str) -> tuple[str, str] | Refusal:
    """The path of the variant that is meant, and how messages show it.

    Args:
        wanted: The name of its file without ``.rules``, the name that stands in it, or a path, from where one
            stands or from the game's folder.
        game: The path of the game's file.
        shown: How messages show that.
    """
    text = os.fspath(wanted)
    if not text or "\0" in text:
        return Refusal(Code.UNKNOWN_VARIANT, "the name of a variant, or the path of its file, is missing")
    folder, _ = folder_of(game, shown)
    if not isinstance(wanted, str) or text.endswith(".rules") or set(text) & {"/", os.sep}:
        inside = os.path.join(folder.path, text)
        if not os.path.lexists(text) and not os.path.isabs(text) and os.path.lexists(inside):
            return inside, folder.label_of(_label(text))
        return text, _label(text)
    variants = variants_in(game)
    for variant in variants:
        if text in (variant.name, variant.title):
            return variant.path, folder.label_of(_inside(variant.path, folder))
    # A file of this name that is no variant of this game: whoever reads it will say so.
    for place in ("variants", ""):
        path = os.path.join(folder.path, place, f"{text}.rules")
        if os.path.isfile(path):
            return path, folder.label_of(posixpath.join(place, f"{text}.rules"))
    near = nearest(text, [name for variant in variants for name in (variant.name, variant.title)])
    names = ", ".join(f"`{variant.name}`" for variant in variants)
    hint = (
        f"did you mean `{near}`?" if near else f"its variants are {names}" if names else "it has no variants"
    )
    return Refusal(Code.UNKNOWN_VARIANT, f"the game has no variant called `{printable(text)}`", hint)


def _inside(path: str, folder: Folder) -> str:
    return os.path.relpath(path, folder.path).replace(os.sep, "/")
