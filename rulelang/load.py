"""From the name of a game to the checked game: which files it has, and what they say together."""

import os
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

import attrs
from attrs import define, field, frozen

from rulelang import tree
from rulelang.bundled import bundled_file, find_game, find_variant
from rulelang.diagnostics import Code, Diagnostic, RulesError, Severity
from rulelang.files import Folder, Refusal, folder_of, is_inside, printable, read_inside, read_text, resolve
from rulelang.game import Game, Statement
from rulelang.program import Program
from rulelang.remembered import Trees
from rulelang.source import Source, Span, line_starts, span_at
from rulelang.tables import Table, read_catalogue, read_table
from rulelang.variants import apply_all
from rulelang.variants.blame import blamed

MAX_FILES = 64  # parts that a game includes, and tables that it reads
MAX_TEXT = 4_000_000  # characters of all files of a game together
MAX_CHAIN = 8  # variants of variants

_INCLUDE = re.compile(r'^include "([^"\n]*)"', re.MULTILINE)

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
    reader = _Reader(trees or Trees())
    wanted = [variant] if isinstance(variant, str | os.PathLike) else list(variant or ())
    if isinstance(variant, str) and "/" not in variant:
        wanted = list(variant.split(" + "))  # the name that a program gives to several at once
    program = reader.game(name_or_path, wanted, dict(parameters or {}))
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


def _start_of(label: str) -> Span:
    return Span(label, 0, 1, 1, 0, 1, 1)


@frozen
class _File:
    """A rules file that has been read: where it lies and what it says."""

    folder: Folder
    name: str  # in the folder
    real: str
    tree: tree.File

    @property
    def label(self) -> str:
        return self.folder.label_of(self.name)


@frozen
class _Home:
    """Where the paths in a file start: a game's folder, and the file's own subfolder of it."""

    folder: Folder
    within: str
    prefix: str = ""  # before the paths under which tables are kept; for a variant that lies elsewhere


@define
class _Reader:
    """The reading of one game: what has been read so far, and what was wrong."""

    trees: Trees
    sources: list[Source] = field(factory=list)
    table_sources: list[Source] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)
    broken: bool = (
        False  # a rules file is missing or does not parse: checking would only tell of the consequences
    )
    text_left: int = field(factory=lambda: MAX_TEXT)
    files: dict[str, _File | None] = field(factory=dict)  # games and variants, by real path
    included: dict[str, Span] = field(factory=dict)  # real path of a part -> where it is included first
    tables: dict[str, Table | None] = field(factory=dict)
    variants: list[tree.Variant] = field(factory=list)
    has_catalogue: bool = False
    catalogue: tuple[Statement, ...] | None = None
    catalogue_spans: Mapping[str, Span] = field(factory=dict)

    def report(self, problem: Diagnostic | Refusal, span: Span, breaks: bool = True) -> None:
        self.diagnostics.append(problem.at(span) if isinstance(problem, Refusal) else problem)
        self.broken = self.broken or breaks

    # -------------------------------------------------------------- the game and its variants

    def game(self, wanted: PathLike, variants: list[PathLike], settings: dict[str, object]) -> Program | None:
        found = find_game(wanted)
        if isinstance(found, Refusal):
            self.report(found, _start_of(printable(os.fspath(wanted))))
            return None
        first = self.top_file(*found)
        if first is None:
            return None
        if first.tree.head is None:
            if first.tree.items:
                message = f"`{first.name}` is a part of a game: it has no `game` line"
                hint = "name the file that includes it"
            else:
                message = f"`{first.name}` has no rules in it"
                hint = "the first line of a game is like `game Harbour for 2 to 4 players`"
            self.report(Refusal(Code.WRONG_FILE, message, hint), _start_of(first.label))
            return None
        chain = self.chain(first)
        if chain is None:
            return None
        base = chain[0]
        chains = [chain[1:]] if len(chain) > 1 else []
        for variant in variants:
            chains += self.variant_chain(variant, base)
        header = base.tree.head
        assert isinstance(header, tree.Game)
        declarations = tuple(self.items(base.tree.items, _Home(base.folder, ""), (base.real,)))
        for file in {file.real: file for chain in chains for file in chain}.values():
            self.expand(file, base)
        program = Program(
            header=header,
            declarations=declarations,
            tables={path: table for path, table in self.tables.items() if table is not None},
            catalogue=self.catalogue,
            catalogue_spans=self.catalogue_spans,
            sources=(*self.sources, *self.table_sources),
            folder=base.folder.label,
            settings=settings,
            elsewhere=lambda: self.elsewhere(base),
        )
        if chains:
            trees = [[_variant(self.now(file)) for file in chain] for chain in chains]
            self.variants = list({id(variant): variant for chain in trees for variant in chain}.values())
            program, diagnostics = apply_all(program, trees)
            self.diagnostics += diagnostics
        return None if self.broken else program

    def elsewhere(self, base: _File) -> Mapping[str, tuple[tuple[str, Span], ...]]:
        """What the variants that lie with the game and have not been read carry of its rulebook."""
        from rulelang.elsewhere import carried_by_variants  # most games carry all of theirs themselves

        return carried_by_variants(base.folder, base.name, self.files, self.trees)

    def top_file(self, path: str, label: str) -> _File | None:
        """A file that the caller names; it may be a link to anywhere."""
        folder, name = folder_of(path, label)
        real = os.path.realpath(path)
        if real not in self.files:
            text = read_text(path, label)
            self.files[real] = self.parsed(text, folder, name, real, _start_of(label))
        return self.files[real]

    def parsed(self, text: str | Refusal, folder: Folder, name: str, real: str, span: Span) -> _File | None:
        """The tree of a text that has just been read; *span*: who wanted it."""
        label = folder.label_of(name)
        if isinstance(text, str) and len(text) > self.text_left:
            message = (
                f"with `{label}` the files of this game are longer than {MAX_TEXT // 1_000_000} MB together"
            )
            text = Refusal(Code.TOO_LARGE, message)
        if isinstance(text, Refusal):
            self.report(text, span)
            return None
        self.text_left -= len(text)
        source = Source(label, text)
        self.sources.append(source)
        file, diagnostics = self.trees.parse(source)
        self.diagnostics += diagnostics
        if file is None:
            self.broken = True
            self.parts_of_broken(source, folder, name, real)
            return None
        return _File(folder, name, real, file)

    def parts_of_broken(self, source: Source, folder: Folder, name: str, real: str) -> None:
        """Looks for mistakes in what a file includes that is itself not understood."""
        starts = line_starts(source.text)
        home = _Home(folder, posixpath.dirname(name))
        for match in _INCLUDE.finditer(source.text):
            span = span_at(source, match.start(1) - 1, match.end(1) + 1, starts)
            include = tree.Include(path=tree.Text(match[1], span=span), span=span)
            for _ in self.include(include, home, (real,)):
                pass

    def chain(self, file: _File) -> list[_File] | None:
        """The game that *file* builds upon, the variants between, and *file* itself."""
        chain = [file]
        while isinstance(chain[0].tree.head, tree.Variant):
            base = self.base(chain[0], chain[0].tree.head)
            if base is None:
                return None
            span = chain[0].tree.head.base.span
            if base.tree.head is None:
                message = f"`{base.name}` is no game and no variant: it has no `game` line"
                self.report(Refusal(Code.WRONG_BASE, message), span)
                return None
            if any(base.real == other.real for other in chain):
                message = "this variant builds upon itself"
                self.report(Refusal(Code.WRONG_BASE, message), span)
                return None
            if len(chain) >= MAX_CHAIN:
                message = f"more than {MAX_CHAIN} variants build upon one another"
                self.report(Refusal(Code.TOO_LARGE, message), span)
                return None
            chain.insert(0, base)
        return chain

    def base(self, file: _File, head: tree.Variant) -> _File | None:
        """The file that a variant names as its base."""
        written, span = head.base.text, head.base.span
        known = bundled_file(written)
        if known is not None:
            return self.top_file(*known)
        up = written.startswith("../")
        path = resolve(written.removeprefix("../"), "")
        if isinstance(path, Refusal) or "/" in path or not path.endswith(".rules"):
            message = f"a variant cannot build upon `{printable(written)}`"
            hint = "its base is a `.rules` file in its folder or the folder around that, or a bundled game"
            self.report(Refusal(Code.WRONG_BASE, message, hint), span)
            return None
        folder = file.folder
        if up:
            label = posixpath.normpath(posixpath.join(folder.label, ".."))
            folder = Folder(os.path.join(folder.path, ".."), "" if label == "." else label)
        found = read_inside(folder, path)
        if isinstance(found, Refusal):
            self.report(found, span)
            return None
        text, real = found
        if real not in self.files:
            self.files[real] = self.parsed(text, folder, path, real, span)
        return self.files[real]

    def variant_chain(self, wanted: PathLike, base: _File) -> Iterator[list[_File]]:
        """The variants from above the game to the one that is wanted, or nothing."""
        path = os.path.join(base.folder.path, base.name)
        found = find_variant(wanted, path, base.label)
        if isinstance(found, Refusal):
            self.report(found, _start_of(base.label))
            return
        file = self.top_file(*found)
        if file is None:
            return
        if not isinstance(file.tree.head, tree.Variant):
            message = f"`{file.name}` is no variant: it has no `variant` line"
            self.report(Refusal(Code.WRONG_FILE, message), _start_of(file.label))
            return
        chain = self.chain(file)
        if chain is None:
            return
        if chain[0].real != base.real:
            message = f"`{file.tree.head.name.text}` is a variant of `{chain[0].name}`, not of `{base.name}`"
            self.report(Refusal(Code.WRONG_BASE, message), file.tree.head.base.span)
            return
        yield chain[1:]

    # -------------------------------------------------------------- what the files say together

    def items(self, items: Sequence[tree.Decl], home: _Home, stack: tuple[str, ...]) -> Iterator[tree.Decl]:
        """The declarations, those of included files in their place; *stack*: the files being read."""
        for item in items:
            match item:
                case tree.Include():
                    yield from self.include(item, home, stack)
                case tree.Catalogue():
                    self.read_catalogue(item, home)
                case _:
                    yield self.with_table(item, home)

    def include(self, item: tree.Include, home: _Home, stack: tuple[str, ...]) -> Iterator[tree.Decl]:
        span = item.path.span
        path = resolve(item.path.text, home.within)
        if not isinstance(path, Refusal) and len(self.included) >= MAX_FILES:
            path = Refusal(Code.TOO_LARGE, f"more than {MAX_FILES} files are included")
        found = path if isinstance(path, Refusal) else read_inside(home.folder, path)
        if isinstance(path, Refusal) or isinstance(found, Refusal):
            assert isinstance(found, Refusal)
            self.report(found, span)
            return
        text, real = found
        if real in stack:
            message = f"`{path}` includes itself" if stack[-1] == real else f"`{path}` includes this file"
            self.report(Refusal(Code.INCLUDED_TWICE, message), span)
            return
        if real in self.included:
            also = ((self.included[real], "the first time here"),)
            problem = Diagnostic(Code.INCLUDED_TWICE, f"`{path}` is included twice", span, None, also)
            self.report(problem, span)
            return
        self.included[real] = span
        part = self.parsed(text, home.folder, path, real, span)
        if part is None:
            return
        if part.tree.head is not None:
            what = "game" if isinstance(part.tree.head, tree.Game) else "variant"
            message = f"`{path}` is a {what} of its own, not a part that can be included"
            self.report(Refusal(Code.WRONG_FILE, message, f"take out its `{what}` line"), span)
            return
        inner = attrs.evolve(home, within=posixpath.dirname(path))
        yield from self.items(part.tree.items, inner, (*stack, real))

    def with_table(self, item: tree.Decl, home: _Home) -> tree.Decl:
        """The declaration; a table it names is read, and named by its path in the game's folder."""
        if not isinstance(item, tree.Cards | tree.Board) or item.table is None:
            return item
        path = self.read_table(item.table, home)
        return (
            item if path == item.table.text else attrs.evolve(item, table=attrs.evolve(item.table, text=path))
        )

    def read_table(self, written: tree.Text, home: _Home) -> str:
        """The name under which the table is kept from now on, if it could be read."""
        path = resolve(written.text, home.within)
        if isinstance(path, Refusal):
            self.report(path, written.span, False)
            return written.text
        key = posixpath.join(home.prefix, path)
        if key in self.tables:
            return key
        self.tables[key] = None
        if len(self.tables) > MAX_FILES:
            self.report(
                Refusal(Code.TOO_LARGE, f"more than {MAX_FILES} tables are read"), written.span, False
            )
            return key
        found = read_inside(home.folder, path)
        if isinstance(found, Refusal):
            self.report(found, written.span, False)
            return key
        if len(found[0]) > self.text_left:
            message = (
                f"with `{path}` the files of this game are longer than {MAX_TEXT // 1_000_000} MB together"
            )
            self.report(Refusal(Code.TOO_LARGE, message), written.span, False)
            return key
        self.text_left -= len(found[0])
        source = Source(home.folder.label_of(path), found[0])
        self.table_sources.append(source)
        self.tables[key], diagnostics = read_table(source)
        self.diagnostics += diagnostics
        return key

    def read_catalogue(self, item: tree.Catalogue, home: _Home, again: bool = False) -> None:
        if self.has_catalogue and not again:
            message = "a game has one catalogue, and this is the second"
            self.report(Refusal(Code.BAD_CATALOGUE, message), item.span, False)
            return
        key = self.read_table(item.path, home)
        table = self.tables.pop(key, None)
        self.has_catalogue, self.catalogue, self.catalogue_spans = True, None, {}
        if table is not None:
            found = read_catalogue(table)
            self.diagnostics += found.diagnostics
            self.catalogue, self.catalogue_spans = found.statements, found.spans

    # -------------------------------------------------------------- what variants bring along

    def expand(self, file: _File, base: _File) -> None:
        """Puts a variant's includes in their place and reads its tables."""
        head = _variant(file)
        home = self.home_of(file, base)
        changes: list[tree.Change] = []
        for change in head.changes:
            match change:
                case tree.Add(new=tree.Include() as include, place=None):
                    for item in self.include(include, home, (file.real,)):
                        changes.append(attrs.evolve(change, new=item))
                case (
                    tree.Add(new=tree.Catalogue() as catalogue)
                    | tree.Replace(new=tree.Catalogue() as catalogue)
                ):
                    self.read_catalogue(catalogue, home, isinstance(change, tree.Replace))
                    changes.append(change)
                case tree.Add(new=new) | tree.Replace(new=new) if not isinstance(new, tree.Action):
                    changes.append(attrs.evolve(change, new=self.with_table(new, home)))
                case _:
                    changes.append(change)
        changed = attrs.evolve(head, changes=tuple(changes))
        self.files[file.real] = attrs.evolve(file, tree=attrs.evolve(file.tree, head=changed))

    def home_of(self, file: _File, base: _File) -> _Home:
        """A variant in its game's folder reads from that; any other from its own."""
        root, real = base.folder.real, file.folder.real
        if not is_inside(real, root):
            return _Home(file.folder, "", file.folder.label or ".")
        within = os.path.relpath(real, root).replace(os.sep, "/")
        return _Home(base.folder, "" if within == "." else within)

    def now(self, file: _File) -> _File:
        """The file as it is after `expand`."""
        return self.files[file.real] or file


def _variant(file: _File) -> tree.Variant:
    assert isinstance(file.tree.head, tree.Variant)
    return file.tree.head
