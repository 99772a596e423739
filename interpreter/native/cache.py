"""Compiled objects kept between runs, in the user's own cache folder.

Loading an object runs it, so nothing is read that somebody else could have put there: the folder must be
the user's own and closed to others, each file a plain file of the user's own, closed to others, holding a
digest of its key and its contents. Whatever is doubtful counts as not there. Nothing in here raises for the
state of the disk.
"""

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

KEPT = 64  # files; the least recently used go first
LARGEST = 1 << 28  # bytes read of one file
ENDING = ".object"
BEGUN = ".begun-"  # start of the name of a file that is being written
READING = os.O_RDONLY
for _flag in (
    "O_NOFOLLOW",
    "O_NONBLOCK",
    "O_CLOEXEC",
    "O_BINARY",
):  # a pipe planted there must not make us wait
    READING |= getattr(os, _flag, 0)


def folder() -> Path | None:
    """Where this user's objects are kept; `None` when the user has no home. It need not exist yet."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # the XDG specification says to ignore others
            base = os.path.expanduser("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    return Path(base) / "rulelang" if os.path.isabs(base) else None


def key(parts: Iterable[str | bytes]) -> str:
    """64 hexadecimal digits that differ whenever any part does, in number, order or contents."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def fetch(place: Path, name: str) -> bytes | None:
    """What `keep` stored under the key *name* in the folder *place*, if every doubt can be excluded."""
    path = place / (name + ENDING)
    try:
        if not _is_private(os.lstat(place), stat.S_ISDIR, 0o700):
            return None
        if os.path.islink(path):  # for systems without O_NOFOLLOW
            return None
        with open(os.open(path, READING), "rb") as file:
            status = os.fstat(file.fileno())
            if not _is_private(status, stat.S_ISREG, 0o600) or status.st_nlink != 1:
                return None
            if status.st_size > LARGEST:
                return None
            held = file.read(LARGEST)
        digest, _, contents = held.partition(b"\n")
        if digest != _digest(name, contents):
            return None
        with suppress(OSError):
            os.utime(path)  # used just now
        return contents
    except OSError:
        return None


def keep(place: Path, name: str, contents: bytes) -> bool:
    """Store *contents* under the key *name*, whole or not at all, and drop the oldest files beyond `KEPT`.

    Returns:
        Whether it was stored.
    """
    begun = None
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            place.mkdir(mode=0o700)
        status = os.lstat(place)
        if _is_private(status, stat.S_ISDIR, None) and not _is_private(status, stat.S_ISDIR, 0o700):
            # Open to others until now: what lies there may be theirs.
            os.chmod(place, 0o700)
            _drop(place, 0)
        if not _is_private(os.lstat(place), stat.S_ISDIR, 0o700):
            return False
        number, begun = tempfile.mkstemp(prefix=BEGUN, dir=place)  # mode 0600
        with open(number, "wb") as file:
            file.write(_digest(name, contents) + b"\n" + contents)
        os.replace(begun, place / (name + ENDING))
        begun = None
        _drop(place, KEPT)
        return True
    except OSError:
        return False
    finally:
        if begun is not None:
            with suppress(OSError):
                os.unlink(begun)


def _digest(name: str, contents: bytes) -> bytes:
    # With the key, so that a file renamed to another key is no longer whole.
    return key([name, contents]).encode()


def _is_private(status: os.stat_result, is_kind: Callable[[int], bool], mode: int | None) -> bool:
    """Right kind of thing, the user's own, and of this mode. On Windows the profile folder is closed."""
    if not is_kind(status.st_mode):
        return False
    if sys.platform == "win32":
        return True
    return status.st_uid == os.geteuid() and (mode is None or stat.S_IMODE(status.st_mode) == mode)


def _drop(place: Path, limit: int) -> None:
    """Remove our oldest files beyond *limit*, unfinished ones included."""
    ages = []
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.name.endswith(ENDING) or entry.name.startswith(BEGUN):
                with suppress(OSError):
                    ages.append((entry.stat(follow_symlinks=False).st_mtime_ns, entry.name))
    for _, name in sorted(ages)[: max(0, len(ages) - limit)]:
        with suppress(OSError):
            os.unlink(place / name)
