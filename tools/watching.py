"""Waiting for somebody to save a file of a game."""

import os
import time
from collections.abc import Iterable, Iterator

from rulelang import Source
from rulelang.bundled import find_game

EVERY = 0.05  # seconds between two looks at the files
MOST = 2000  # files that are looked at
ENDINGS = (".rules", ".csv")

Look = dict[str, tuple[int, int]]  # of each file when it was written and how long it is


def folders(game: str, sources: Iterable[Source]) -> tuple[str, ...]:
    """Where files lie that a game is made of, or could be made of after the next change."""
    found = find_game(game)
    paths = [found[0] if isinstance(found, tuple) else game, *(source.path for source in sources)]
    places = {os.path.dirname(os.path.realpath(path)) for path in paths if os.path.exists(path)}
    if not places and os.path.isdir(os.path.dirname(os.path.realpath(game))):
        places = {os.path.dirname(os.path.realpath(game))}
    return tuple(sorted(places))


def look(places: Iterable[str]) -> Look:
    """All files of games in these folders and in the folders inside them."""
    found: Look = {}
    for place in places:
        for folder, inside, names in os.walk(place):
            if folder != place:
                inside.clear()  # a game's own folders, no deeper
            inside.sort()
            for name in sorted(names):
                if name.endswith(ENDINGS) and len(found) < MOST:
                    path = os.path.join(folder, name)
                    try:
                        stat = os.stat(path)
                    except OSError:
                        continue  # editors write a new file and put it in the place of the old one
                    found[path] = stat.st_mtime_ns, stat.st_size
    return found


def changed(places: Iterable[str], before: Look) -> Iterator[tuple[str, ...]]:
    """The files that were written, added or taken away, whenever there are some; it never ends by itself."""
    places = tuple(places)
    while True:
        now = look(places)
        names = tuple(sorted(name for name in {*before, *now} if before.get(name) != now.get(name)))
        if names:
            before = now
            yield names
        else:
            time.sleep(EVERY)
