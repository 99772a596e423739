"""Trees that are kept while texts are read again and again, as beside an editor."""

from attrs import define, field

from rulelang import tree
from rulelang.diagnostics import Diagnostic
from rulelang.parse import parse
from rulelang.source import Source

Parsed = tuple[tree.File | None, tuple[Diagnostic, ...]]


@define
class Trees:
    """What texts parsed to: whoever reads a game with the same `Trees` as before parses only what has changed.

    A tree is never altered, so several readings may share it.
    """

    _kept: dict[Source, Parsed] = field(factory=dict)
    _used: set[Source] = field(factory=set)

    def parse(self, source: Source) -> Parsed:
        """Like `rulelang.parse.parse`."""
        self._used.add(source)
        if source not in self._kept:
            self._kept[source] = parse(source)
        return self._kept[source]

    def forget(self) -> None:
        """Let go of all texts that were not asked for since the last time."""
        self._kept = {source: parsed for source, parsed in self._kept.items() if source in self._used}
        self._used = set()
