"""Where a match at the terminal is kept, so that nothing is lost when the talk breaks off."""

import errno
import itertools
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools.writing import write_new, write_whole


def state_folder() -> Path:
    """The folder in which this user's programs keep their state."""
    home = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(home):  # the XDG specification says to ignore others
        home = os.path.expanduser("~/.local/state")
    if not os.path.isabs(home):
        home = tempfile.gettempdir()  # somebody without a home
    return Path(home) / "rulelang"


def free_name(game: str, seed: object) -> Path:
    """A path in the state folder that no file has yet, named for the match."""
    stem = re.sub(r"[^a-z0-9]+", "_", f"{game} {seed}".lower()).strip("_") or "match"
    return next(path for path in names(state_folder() / f"{stem}.json") if not path.exists())


def names(path: Path) -> Iterator[Path]:
    """The path, and others like it: `kuhn_7.json`, `kuhn_7_2.json`, ..."""
    yield path
    for number in itertools.count(2):
        yield path.with_name(f"{path.stem}_{number}{path.suffix}")


def keep(path: Path, text: str, before: str | None) -> Path:
    """Write a match to its file; yields the path of the file that has it now.

    Args:
        path: Where it is kept.
        text: What is to stand there.
        before: What this match has left there; None: nothing. If something else stands there by now, it is another
            match, of another process say: that one is left alone, and this one goes on under the next free name.

    Raises: OSError.
    """
    if before is not None and held(path) in (before, None):
        write_whole(path, text)
        return path
    for free in names(path):
        try:
            write_new(free, text)
        except FileExistsError:
            if not path.parent.is_dir():  # what exists is not the file but one where its folder should be
                raise NotADirectoryError(
                    errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path.parent)
                ) from None
            continue
        return free
    raise AssertionError  # there are names without end


def held(path: Path) -> str | None:
    """What stands in the file; None: there is none."""
    if not os.path.lexists(path):
        return None
    return path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
