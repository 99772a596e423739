"""The reading of one game: its files with what they include and the tables that they name."""

import os
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence

import attrs
from attrs import define, field, frozen

from rulelang import tree
from rulelang.diagnostics import Code, Diagnostic
from rulelang.files import Folder, Refusal, folder_of, read_inside, read_text, resolve
from rulelang.game import Statement
from rulelang.remembered import Trees
from rulelang.source import Source, Span, line_starts, span_at
from rulelang.tables import Table, read_catalogue, read_table

MAX_FILES = 64  # parts that a game includes, and tables that it reads
MAX_TEXT = 4_000_000  # characters of all files of a game together

_INCLUDE = re.compile(r'^include "([^"\n]*)"', re.MULTILINE)


def start_of(label: str) -> Span:
    return Span(label, 0, 1, 1, 0, 1, 1)


@frozen
class File:
    """A rules file that has been read: where it lies and what it says."""

    folder: Folder
    name: str  # in the folder
    real: str
    tree: tree.File

    @property
    def label(self) -> str:
        return self.folder.label_of(self.name)


@frozen
class Home:
    """Where the paths in a file start: a game's folder, and the file's own subfolder of it."""

    folder: Folder
    within: str
    prefix: str = ""  # before the paths under which tables are kept; for a variant that lies elsewhere


@define
class Reader:
    """The reading of one game: what has been read so far, and what was wrong."""

    trees: Trees
    sources: list[Source] = field(factory=list)
    table_sources: list[Source] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)
    broken: bool = (
        False  # a rules file is missing or does not parse: checking would only tell of the consequences
    )
    text_left: int = field(factory=lambda: MAX_TEXT)
    files: dict[str, File | None] = field(factory=dict)  # games and variants, by real path
    included: dict[str, Span] = field(factory=dict)  # real path of a part -> where it is included first
    tables: dict[str, Table | None] = field(factory=dict)
    variants: list[tree.Variant] = field(factory=list)
    has_catalogue: bool = False
    catalogue: tuple[Statement, ...] | None = None
    catalogue_spans: Mapping[str, Span] = field(factory=dict)

    def report(self, problem: Diagnostic | Refusal, span: Span, breaks: bool = True) -> None:
        self.diagnostics.append(problem.at(span) if isinstance(problem, Refusal) else problem)
        self.broken = self.broken or breaks

    def top_file(self, path: str, label: str) -> File | None:
        """A file that the caller names; it may be a link to anywhere."""
        folder, name = folder_of(path, label)
        real = os.path.realpath(path)
        if real not in self.files:
            text = read_text(path, label)
            self.files[real] = self.parsed(text, folder, name, real, start_of(label))
        return self.files[real]

    def parsed(self, text: str | Refusal, folder: Folder, name: str, real: str, span: Span) -> File | None:
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
        return File(folder, name, real, file)

    def parts_of_broken(self, source: Source, folder: Folder, name: str, real: str) -> None:
        """Looks for mistakes in what a file includes that is itself not understood."""
        starts = line_starts(source.text)
        home = Home(folder, posixpath.dirname(name))
        for match in _INCLUDE.finditer(source.text):
            span = span_at(source, match.start(1) - 1, match.end(1) + 1, starts)
            include = tree.Include(path=tree.Text(match[1], span=span), span=span)
            for _ in self.include(include, home, (real,)):
                pass

    # -------------------------------------------------------------- what the files say together

    def items(self, items: Sequence[tree.Decl], home: Home, stack: tuple[str, ...]) -> Iterator[tree.Decl]:
        """The declarations, those of included files in their place; *stack*: the files being read."""
        for item in items:
            match item:
                case tree.Include():
                    yield from self.include(item, home, stack)
                case tree.Catalogue():
                    self.read_catalogue(item, home)
                case _:
                    yield self.with_table(item, home)

    def include(self, item: tree.Include, home: Home, stack: tuple[str, ...]) -> Iterator[tree.Decl]:
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

    def with_table(self, item: tree.Decl, home: Home) -> tree.Decl:
        """The declaration; a table it names is read, and named by its path in the game's folder."""
        if not isinstance(item, tree.Cards | tree.Board) or item.table is None:
            return item
        path = self.read_table(item.table, home)
        return (
            item if path == item.table.text else attrs.evolve(item, table=attrs.evolve(item.table, text=path))
        )

    def read_table(self, written: tree.Text, home: Home) -> str:
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

    def read_catalogue(self, item: tree.Catalogue, home: Home, again: bool = False) -> None:
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
