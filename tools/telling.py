"""The log of a match as people want to hear it: without what only says where in the rules the engine is."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from interpreter import LogEvent
from rulelang.files import printable

AMOUNTS = frozenset({"gain", "lose", "pay"})
# Events whose outcome shows in the others or on the table.
SILENT = frozenset({"begin", "end", "value", "done", "set", "do", "rule", "skipped", "asked"})
_NOTHING = re.compile(r" (?:gains|loses|pays) 0 ")
_ONE = re.compile(
    r" (?:gains|loses|pays) 1 [^,\[]*?[^,\[s](s)(?=,|\[| to |$)"
)  # of what is called in the plural
_WAY = re.compile(r" (?:moves from|is drawn from) .*")


def told(events: Iterable[LogEvent]) -> Iterator[str]:
    """A line for each event that matters; dice that are rolled together are one line, and so is what goes the same
    way, one thing after another, and the same several times in a row. Of what is gained one is one coin, and none is no news.

    Names are told as they are spoken, and nothing in a line is a control code.
    """
    for way, same in groupby(_texts(events), key=_way):
        things = [text.removesuffix(way) if way else text for text in same]
        names = ((name, len(list(alike))) for name, alike in groupby(things))
        if not way:
            yield from (text if times == 1 else f"{text} ({times} times)" for text, times in names)
            continue
        several = ", ".join(name if times == 1 else f"{times} x {name}" for name, times in names)
        if len(things) > 1:
            way = way.replace(" moves ", " move ", 1).replace(" is ", " are ", 1)
        yield several + way


def _way(text: str) -> str:
    """From where to where something goes, if that is what the line tells."""
    match = _WAY.search(text)
    return match[0] if match is not None else ""


def _texts(events: Iterable[LogEvent]) -> Iterator[str]:
    turn, list_of, rolled = None, "", []
    for event, following in _pairs(events):
        said = printable(event.text).replace("_", " ")
        if event.what == "item":
            # Members of a list that is announced come one by one.
            name, _, member = said.partition(": ")
            list_of = f"{list_of}, {member}" if list_of else f"{name}: {member}"
            if following is None or following.what != "item":
                yield list_of
                list_of = ""
            continue
        if event.what == "roll":
            rolled.append(said)
            if following is None or following.what != "roll":
                yield ", ".join(rolled)
                rolled = []
            continue
        if event.what == "announce" and following is not None and following.what == "item":
            continue
        if event.what == "begin" and event.you is not None and event.text.endswith(f": p{event.you}"):
            if event.you == turn:
                continue  # one's next throw is no news
            turn = event.you
        elif event.what in SILENT or not event.text:
            continue
        if event.what in AMOUNTS:
            if _NOTHING.search(said):
                continue
            if one := _ONE.search(said):
                said = said[: one.start(1)] + said[one.end(1) :]
        yield said


def _pairs(events: Iterable[LogEvent]) -> Iterator[tuple[LogEvent, LogEvent | None]]:
    """Each event with the one after it."""
    before = None
    for event in events:
        if before is not None:
            yield before, event
        before = event
    if before is not None:
        yield before, None
