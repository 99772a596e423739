"""A program: all that the files of one game say, in one piece, before it is checked."""

from collections.abc import Callable, Collection, Mapping

from attrs import field, frozen

from rulelang import tree
from rulelang.game import Statement
from rulelang.source import Source, Span
from rulelang.tables import Table


@frozen(kw_only=True)
class Program:
    """A game with its includes in place and its variants applied; what the checker reads.

    Nothing in here is judged yet but the files themselves: names may be unknown, cells may be senseless. A
    table is found under the path text of the declaration that reads it: ``tables[declaration.table.text]``;
    one that could not be read is missing (a diagnostic says so already).
    """

    header: (
        tree.Game
    )  # a variant's `for N players` is in its seats, the citations of variants are in its cites
    declarations: tuple[tree.Decl, ...]  # in file order; no Catalogue and no Include among them
    tables: Mapping[str, Table] = field(factory=dict)
    catalogue: tuple[Statement, ...] | None = None  # None: the game names none (or it could not be read)
    catalogue_spans: Mapping[str, Span] = field(factory=dict)  # id of a statement -> its cell in the table
    sources: tuple[Source, ...] = ()  # rules first, in the order read; then tables, in the order read
    folder: str = ""  # of the game; as it is shown in messages
    variant: str | None = None  # name of the variant, several joined by " + "; None: the game as it is
    variant_docs: tuple[str, ...] = ()
    settings: Mapping[str, object] = field(factory=dict)  # parameter -> value that the caller wants, as given
    # reads what the other variants that lie with the game carry: by id of the statement, like Game.citations
    elsewhere: Callable[[], Mapping[str, tuple[tuple[str, Span], ...]]] = field(default=dict, eq=False)
    # what the game cites that a variant has been made of; of a game by itself nothing
    cited_before: Callable[[], Collection[str]] = field(default=frozenset, eq=False)

    @property
    def name(self) -> str:
        """The game's name, that of its header."""
        return self.header.name.text
