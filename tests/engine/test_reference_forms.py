"""The forms of the reference, in small games: each parses, checks, and is played alike by oracle and engine.

`tests/engine/forms.py` has forms whose outcome is known beforehand; here whatever a form is used with counts. The words
of the language are all used by some case, by the sampler, or in what no match plays: variants and examples.
"""

import re
from pathlib import Path

import pytest

from rulelang.load import load
from rulelang.words import RESERVED
from tests.engine.side_by_side import disagreement
from tests.meanings.table import complete

CASES = Path(__file__).parent.parent / "cases"
TEXT = (CASES / "reference" / "forms.txt").read_text("utf-8")
GAMES = dict(part.split("\n", 1) for part in TEXT.split("=== ")[1:])

NOT_PLAYED = {
    *("catalogue", "include", "variant", "excludes", "add", "after", "remove", "rename", "replace"),
    *("example", "given", "then", "holds", "passes"),
}
"""Words of files, variants and examples."""

SAID_OTHERWISE = {"change", "fall", "rise", "has", "numbers", "pays", "takes", "times", "time"}
"""The other form of a word of which one form is used."""


@pytest.mark.parametrize("name", GAMES)
def test_it_is_played_alike(name: str, tmp_path: Path) -> None:
    path = tmp_path / "small.rules"
    path.write_text(complete(GAMES[name]), "utf-8")
    game = load(path)
    assert disagreement(game, 2, 1, 30) is None


def test_every_word_is_used() -> None:
    sampler = [path.read_text("utf-8") for path in sorted((CASES / "corners").glob("*.rules"))]
    said = re.sub(r'"[^"\n]*"|#[^\n]*', "", "\n".join([TEXT, *sampler]))
    used = set(re.findall(r"[a-z_]+", said))
    assert set(RESERVED) - used <= NOT_PLAYED | SAID_OTHERWISE
