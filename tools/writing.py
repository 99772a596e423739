"""Writing a file so that there is always a whole one: the old text or the new."""

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a text in UTF-8; links are followed, the permissions of an existing file are kept.

    Raises: OSError, the file being as it was.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file as `write_whole` does.

    Raises: OSError, the file being as it was.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet; of several who try it at once, one does.

    Raises: FileExistsError; any other OSError, there being no file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    try:
        write_whole(path, text)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise


def _umask() -> int:
    """The bits that new files do not get; asking for them means setting them for a moment."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
