"""Reading a file that somebody names: a text of bounded length, or one sentence."""

import os
import stat
from pathlib import Path

from tools.failures import WrongCall

LARGEST = 20_000_000  # bytes


def text_in(path: Path, what: str) -> str:
    """The text of a file that is to hold a *what*, a match say.

    Raises: WrongCall, OSError.
    """
    # A pipe must not make us wait, nor a device fill the memory.
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise WrongCall(f"{path} holds no {what}: it is not a plain file")
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise WrongCall(f"{path} holds no {what}: it is larger than {LARGEST // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WrongCall(f"{path} holds no {what}: it is not a text in UTF-8") from None
