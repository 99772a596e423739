"""Where a match at the terminal is kept, so that nothing is lost when the talk breaks off."""

import os
import re
from pathlib import Path


def state_folder() -> Path:
    """The folder in which this user's programs keep their state."""
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "rulelang"


def free_name(game: str, seed: object) -> Path:
    """A path in the state folder that no file has yet, named for the match."""
    stem = re.sub(r"[^a-z0-9]+", "_", f"{game} {seed}".lower()).strip("_") or "match"
    folder = state_folder()
    path, number = folder / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}_{number}.json"
    return path
