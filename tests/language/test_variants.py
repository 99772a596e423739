"""What variants make of a program."""

from itertools import permutations
from pathlib import Path

import pytest

from rulelang import tree
from rulelang.bundled import bundled
from rulelang.load import examine, read_game
from tests.language.game_cases import GameCase, outcome, read_cases, write


@pytest.mark.parametrize("case", read_cases("variants"), ids=lambda case: case.name)
def test_a_variant_does_what_it_says(case: GameCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, case.files)
    monkeypatch.chdir(tmp_path)
    assert outcome(case) == case.expected


BASE = """\
game Small for 2 to 4 players
parameter goal: 1 to 9 = 3
counter coins of each player: 0 or more = 0
phase early: skip to late
phase late:
    for each player p: p gains 1 coin
"""


def test_the_order_of_variants_makes_no_difference(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "small.rules": BASE,
            "variants/a.rules": 'variant A of "../small.rules":\n    rename coins to crowns\n',
            "variants/b.rules": 'variant B of "../small.rules":\n    add rule gift, when late begins:\n'
            "        for each player p: p gains 2 coins\n",
            "variants/c.rules": 'variant C of "../small.rules":\n    set goal to 5\n',
        },
    )
    readings = [read_game(tmp_path / "small.rules", order) for order in permutations("abc")]
    assert not any(reading.diagnostics for reading in readings)
    programs = [reading.program for reading in readings]
    assert all(program is not None and program.variant == "A + B + C" for program in programs)
    assert all(program.declarations == programs[0].declarations for program in programs if programs[0])
    again = read_game(tmp_path / "small.rules", "C + A + B").program
    assert again is not None
    assert again.declarations == programs[0].declarations if programs[0] else False
    gains = [rule for rule in programs[0].declarations if isinstance(rule, tree.Rule)] if programs[0] else []
    assert "crowns" in str(gains)


def test_a_variant_twice_is_a_variant_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"small.rules": BASE, "variants/a.rules": 'variant A of "../small.rules":\n    set goal to 5\n'},
    )
    reading = read_game(tmp_path / "variants" / "a.rules", ["a", "A"])
    assert not reading.diagnostics
    assert reading.program is not None
    assert reading.program.variant == "A"


def test_a_variant_keeps_its_docs_and_the_invariants_but_no_examples_of_its_base(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "small.rules": BASE + 'invariant sure: yes\nexample "base": \n    then yes\n',
            "a.rules": '## Quick.\nvariant A of "small.rules":\n    add example "own":\n        then no\n',
            "b.rules": 'variant B of "small.rules":\n    set goal to 4\n',
        },
    )
    alone = read_game(tmp_path / "small.rules", "a").program
    both = read_game(tmp_path / "small.rules", ["a", "b"]).program
    assert alone is not None
    assert both is not None
    assert alone.variant_docs == ("Quick.",)
    assert [item.name.text for item in alone.declarations if isinstance(item, tree.Example)] == ["own"]
    assert not [item for item in both.declarations if isinstance(item, tree.Example)]
    assert all(any(isinstance(item, tree.Invariant) for item in it.declarations) for it in (alone, both))


NOTES = "id,section,paraphrase,kind\nA-1,The end,The game ends.,rule\nA-2,The end,Somebody wins.,rule\n"


def test_what_a_variant_does_away_with_need_not_be_cited(tmp_path: Path) -> None:
    """Whether the game itself forgets a statement is another matter: that is told of the variant as well."""
    game = 'game Small for 2 players\ncatalogue "notes.csv"\nphase round: end game  @A-1\n'
    change = 'variant Free of "../small.rules":\n    replace phase round: end game\n'
    write(tmp_path, {"notes.csv": NOTES, "small.rules": game, "variants/free.rules": change})
    for variant in (None, "free"):
        found = examine(tmp_path / "small.rules", variant).diagnostics
        assert [(one.code.id, one.message) for one in found] == [("W504", "nothing cites `A-2`")]


@pytest.mark.parametrize(
    ("game", "variant"),
    [(game.name, variant) for game in bundled() for variant in (None, *(one.name for one in game.variants))],
)
def test_bundled_games_and_variants_have_no_warnings(game: str, variant: str | None) -> None:
    assert examine(game, variant).diagnostics == ()
