"""Measures the planted faults anew: `python -m tests.faults` prints the table of `docs/figures.md`."""

import sys
import tempfile
from pathlib import Path

import pytest

import rulelang
from tests.faults.engine import CHIPS, FAULTS
from tests.faults.planting import Outcome, faults, outcome, planted

MOST = 240
"""Plays after which a fault counts as not found."""


def row(what: str, where: str, told: Outcome) -> str:
    """One line of the table."""
    return f"| {what} | {where} | {told.promise or 'not found'} | {told.plays} | {told.length} | {told.seconds:.1f} |"


def main() -> None:
    """Rules first, then the engine; only those whose place begins with the word that is given, if one is."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    print("| fault | in | broken promise | plays | choices | s |\n| --- | --- | --- | --- | --- | --- |")
    for fault in faults():
        if not fault["file"].startswith(wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            told = outcome(planted(fault, Path(folder)), MOST)
        print(row(fault["says"], f"`{fault['file']}`", told), flush=True)
    for one in FAULTS if "engine".startswith(wanted) else ():
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            one.plant(patch)
            path = Path(folder) / "chips.rules"
            path.write_text(CHIPS, "utf-8")
            print(row(one.says, "engine", outcome(rulelang.load(path), MOST)), flush=True)


if __name__ == "__main__":
    main()
