"""Reading the files of a game, and no others.

A game may read what lies in its own folder. A path in a rules file is data from somebody else: it may be
absolute, climb out, be a link to elsewhere, name a pipe that never answers or a file without end. Nothing
here raises for what a path or a file may be; what cannot be read comes back as a `Refusal`, in words for the
author.
"""

import errno
import os
import posixpath
import re
import stat

from attrs import frozen

from rulelang.diagnostics import Code, Diagnostic
from rulelang.source import Span

MAX_BYTES = 2_000_000

_DRIVE = re.compile(r"[A-Za-z]:")


@frozen
class Refusal:
    """Why a file is not read."""

    code: Code
    message: str  # what is wrong: one clause
    hint: str | None = None

    def at(self, span: Span) -> Diagnostic:
        """The refusal as a finding about what stands at *span*."""
        return Diagnostic(self.code, self.message, span, self.hint)


@frozen
class Folder:
    """A folder, with the name under which messages show it (empty: as the place where one stands)."""

    path: str
    label: str

    @property
    def real(self) -> str:
        """The folder's path without links; files must stay inside it."""
        return os.path.realpath(self.path)

    def label_of(self, path: str) -> str:
        """How messages show the file with this path inside the folder."""
        return printable(posixpath.join(self.label, path))


def folder_of(path: str, label: str) -> tuple[Folder, str]:
    """The folder of a file and the file's name in it."""
    return Folder(os.path.dirname(path) or ".", posixpath.dirname(label)), os.path.basename(path)


def resolve(written: str, within: str) -> str | Refusal:
    """The path inside a game's folder that *written* names in a file in the subfolder *within* (or ``""``).

    Judged by the text alone, so that nothing outside is even looked at.
    """
    shown = printable(written)
    if not written.strip():
        return Refusal(Code.FORBIDDEN_PATH, "the name of a file is missing")
    if not written.isprintable():
        return Refusal(Code.FORBIDDEN_PATH, f"the path `{shown}` has characters in it that no path may have")
    if "\\" in written:
        return Refusal(
            Code.FORBIDDEN_PATH, f"the path `{shown}` has a backslash in it", "folders are parted by `/`"
        )
    if written.startswith(("/", "~")) or _DRIVE.match(written):
        return Refusal(
            Code.FORBIDDEN_PATH,
            f"the path `{shown}` does not start from this file's folder",
            "a game reads only files in its own folder; write the path from there",
        )
    path = posixpath.normpath(posixpath.join(within, written))
    if path == ".." or path.startswith("../"):
        return Refusal(
            Code.FORBIDDEN_PATH,
            f"the path `{shown}` leads out of the game's folder",
            "a game reads only files in its own folder",
        )
    return path


def read_inside(folder: Folder, path: str) -> tuple[str, str] | Refusal:
    """The text of the file at *path* (from `resolve`) inside *folder*, and its path without links."""
    shown = printable(path)
    root = folder.real
    try:
        real = os.path.realpath(os.path.join(root, path), strict=True)
    except (OSError, ValueError) as error:
        return _refusal_of(error, shown)
    if not is_inside(real, root):
        return Refusal(Code.FORBIDDEN_PATH, f"`{shown}` is a link that leads out of the game's folder")
    text = read_text(real, shown)
    return text if isinstance(text, Refusal) else (text, real)


def is_inside(real: str, root: str) -> bool:
    """Whether a path without links lies in the folder *root* (or is it)."""
    return real == root or real.startswith(root.rstrip(os.sep) + os.sep)


def read_text(path: str, shown: str) -> str | Refusal:
    """The text of a plain UTF-8 file of at most `MAX_BYTES`; lines end with a line feed, however they did.

    Never waits: pipes and devices are refused before they are opened, and once more after.
    """
    try:
        refusal = _unfit(os.stat(path), shown)
        if refusal is not None:
            return refusal
        # Somebody may put a pipe in the file's place meanwhile; O_NONBLOCK opens it without waiting.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            refusal = _unfit(os.fstat(file.fileno()), shown)
            if refusal is not None:
                return refusal
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        return _refusal_of(error, shown)
    return _too_long(shown) if len(data) > MAX_BYTES else decode(data, shown)


def decode(data: bytes, shown: str) -> str | Refusal:
    """The text that the bytes stand for, without a byte order mark."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Refusal(Code.UNREADABLE_FILE, f"`{shown}` is written in UTF-16", "save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Refusal(
            Code.UNREADABLE_FILE,
            f"`{shown}` is not a UTF-8 text: line {line} has bytes that stand for nothing",
            "save it as UTF-8",
        )
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return Refusal(Code.UNREADABLE_FILE, f"`{shown}` is not a text: line {line} has a zero byte in it")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def printable(text: str) -> str:
    """*text* for a message: what would disturb a terminal, or cannot be printed at all, as ``?``."""
    return "".join(char if char.isprintable() else "?" for char in text)


def _unfit(status: os.stat_result, shown: str) -> Refusal | None:
    if stat.S_ISDIR(status.st_mode):
        return Refusal(Code.UNREADABLE_FILE, f"`{shown}` is a folder, not a file")
    if not stat.S_ISREG(status.st_mode):
        return Refusal(Code.UNREADABLE_FILE, f"`{shown}` is not a plain file")
    return _too_long(shown) if status.st_size > MAX_BYTES else None


def _too_long(shown: str) -> Refusal:
    return Refusal(Code.TOO_LARGE, f"`{shown}` is longer than {MAX_BYTES // 1_000_000} MB")


def _refusal_of(error: OSError | ValueError, shown: str) -> Refusal:
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOENT, errno.ENOTDIR):
        return Refusal(Code.UNREADABLE_FILE, f"there is no file `{shown}`")
    if number in (errno.EACCES, errno.EPERM):
        return Refusal(Code.UNREADABLE_FILE, f"`{shown}` may not be read: permission denied")
    if number == errno.ELOOP:
        return Refusal(Code.UNREADABLE_FILE, f"`{shown}` is a link that leads round in a circle")
    if number == errno.ENAMETOOLONG:
        return Refusal(Code.UNREADABLE_FILE, f"the path `{shown[:40]}...` is too long")
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Refusal(Code.UNREADABLE_FILE, f"`{shown}` cannot be read: {printable(reason)}")
