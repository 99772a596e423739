"""The log of a match as people want to hear it: without what only says where in the rules the engine is."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from interpreter import LogEvent
from rulelang.files import printable

# Events whose outcome shows in the others or on the table.
SILENT = frozenset({"begin", "end", "value", "done", "set", "do", "rule", "skipped", "asked"})


def told(events: Iterable[LogEvent]) -> Iterator[str]:
    """A line for each event that matters; the same several times in a row is one line.

    Names are told as they are spoken, and nothing in a line is a control code.
    """
    for text, same in groupby(_texts(events)):
        times = len(list(same))
        yield text if times == 1 else f"{text} ({times} times)"


def _texts(events: Iterable[LogEvent]) -> Iterator[str]:
    turn = None
    for event in events:
        if event.what == "begin" and event.you is not None and event.text.endswith(f": p{event.you}"):
            if event.you == turn:
                continue  # one's next throw is no news
            turn = event.you
        elif event.what in SILENT or not event.text:
            continue
        yield printable(event.text).replace("_", " ")
