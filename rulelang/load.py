"""From the name of a game to the checked game: which files it has, and what they say together."""

import os
from collections.abc import Mapping, Sequence

from attrs import frozen

from rulelang import tree
from rulelang.bundled import find_game
from rulelang.diagnostics import Code, Diagnostic, RulesError, Severity
from rulelang.files import Refusal, printable
from rulelang.game import Game
from rulelang.program import Program
from rulelang.reading import File, Home, Reader, start_of
from rulelang.remembered import Trees
from rulelang.source import Source, Span
from rulelang.variants import apply_all
from rulelang.variants.blame import blamed
from rulelang.variants.chains import chain_of, expand, head_of, now, variant_chain

PathLike = str | os.PathLike[str]
Variants = PathLike | Sequence[PathLike] | None


@frozen
class Reading:
    """What became of the files of a game; `sources` are the texts that the diagnostics point into."""

    program: Program | None  # None: there is no game to speak of, and errors say why
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]
    variants: tuple[tree.Variant, ...] = ()  # that were applied, each once


@frozen
class Examined:
    """A checked game, or why there is none; `sources` are the texts that the diagnostics point into."""

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[Source, ...]


def load(
    name_or_path: PathLike, *, variant: Variants = None, parameters: Mapping[str, object] | None = None
) -> Game:
    """The game of this name, or in this file or folder.

    Args:
        name_or_path: A bundled name; or the path of a game's file, of its folder, or of a variant's file.
        variant: The name or path of a variant, or several of them; ``"A + B"`` are two.
        parameters: Values for parameters of the game, by name.

    Raises:
        RulesError: The files have errors; ``.diagnostics`` holds all findings, ``str()`` shows them.
    """
    examined = examine(name_or_path, variant, parameters)
    if examined.game is None:
        raise RulesError(examined.diagnostics, examined.sources)
    return examined.game


def check_game(
    name_or_path: PathLike, variant: Variants = None, parameters: Mapping[str, object] | None = None
) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game, or None if there are errors; and all findings. Never raises for anything in the files."""
    examined = examine(name_or_path, variant, parameters)
    return examined.game, examined.diagnostics


def examine(
    name_or_path: PathLike,
    variant: Variants = None,
    parameters: Mapping[str, object] | None = None,
    trees: Trees | None = None,
) -> Examined:
    """Like `check_game`, with the texts that are needed to show the findings.

    *trees*: what was parsed before, for those who ask again when little has changed.
    """
    reading = read_game(name_or_path, variant, parameters, trees)
    if reading.program is None:
        return Examined(None, reading.diagnostics, reading.sources)
    from rulelang.check import check  # half of the time of starting up, and needless after a syntax error

    game, found = check(reading.program)
    if reading.variants:
        texts = {source.path: source for source in reading.sources}
        found = tuple(
            blamed(one, reading.variants, texts.get(one.span.file), reading.program)
            if one.severity is Severity.ERROR
            else one
            for one in found
        )
    diagnostics = in_order((*reading.diagnostics, *found), reading.sources)
    failed = any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)
    return Examined(None if failed else game, diagnostics, reading.sources)


def read_game(
    name_or_path: PathLike,
    variant: Variants = None,
    parameters: Mapping[str, object] | None = None,
    trees: Trees | None = None,
) -> Reading:
    """The program that the files of a game say, with its variants applied; not checked."""
    reader = Reader(trees or Trees())
    wanted = [variant] if isinstance(variant, str | os.PathLike) else list(variant or ())
    if isinstance(variant, str) and "/" not in variant:
        wanted = list(variant.split(" + "))  # the name that a program gives to several at once
    program = _game(reader, name_or_path, wanted, dict(parameters or {}))
    sources = (*reader.sources, *reader.table_sources)
    return Reading(program, in_order(reader.diagnostics, sources), sources, tuple(reader.variants))


def in_order(diagnostics: Sequence[Diagnostic], sources: Sequence[Source]) -> tuple[Diagnostic, ...]:
    """The findings without repetitions, file after file in the order read, from top to bottom."""
    position = {source.path: number for number, source in enumerate(sources)}
    return tuple(
        sorted(
            dict.fromkeys(diagnostics),
            key=lambda found: (position.get(found.span.file, len(position)), found.span.start),
        )
    )


def _game(
    reader: Reader, wanted: PathLike, variants: list[PathLike], settings: dict[str, object]
) -> Program | None:
    """The program of a game with its variants; None if the files say none."""
    found = find_game(wanted)
    if isinstance(found, Refusal):
        reader.report(found, start_of(printable(os.fspath(wanted))))
        return None
    first = reader.top_file(*found)
    if first is None:
        return None
    if first.tree.head is None:
        if first.tree.items:
            message = f"`{first.name}` is a part of a game: it has no `game` line"
            hint = "name the file that includes it"
        else:
            message = f"`{first.name}` has no rules in it"
            hint = "the first line of a game is like `game Harbour for 2 to 4 players`"
        reader.report(Refusal(Code.WRONG_FILE, message, hint), start_of(first.label))
        return None
    chain = chain_of(reader, first)
    if chain is None:
        return None
    base = chain[0]
    chains = [chain[1:]] if len(chain) > 1 else []
    for variant in variants:
        chains += variant_chain(reader, variant, base)
    header = base.tree.head
    assert isinstance(header, tree.Game)
    declarations = tuple(reader.items(base.tree.items, Home(base.folder, ""), (base.real,)))
    for file in {file.real: file for chain in chains for file in chain}.values():
        expand(reader, file, base)
    program = Program(
        header=header,
        declarations=declarations,
        tables={path: table for path, table in reader.tables.items() if table is not None},
        catalogue=reader.catalogue,
        catalogue_spans=reader.catalogue_spans,
        sources=(*reader.sources, *reader.table_sources),
        folder=base.folder.label,
        settings=settings,
        elsewhere=lambda: _elsewhere(reader, base),
    )
    if chains:
        trees = [[head_of(now(reader, file)) for file in chain] for chain in chains]
        reader.variants = list({id(variant): variant for chain in trees for variant in chain}.values())
        program, diagnostics = apply_all(program, trees)
        reader.diagnostics += diagnostics
    return None if reader.broken else program


def _elsewhere(reader: Reader, base: File) -> Mapping[str, tuple[tuple[str, Span], ...]]:
    """What the variants that lie with the game and have not been read carry of its rulebook."""
    from rulelang.elsewhere import carried_by_variants  # most games carry all of theirs themselves

    return carried_by_variants(base.folder, base.name, reader.files, reader.trees)
