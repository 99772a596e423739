"""Meaning 12, variants: the result is a plain game; what a variant names must be there; two may not change one thing."""

from pathlib import Path

import pytest

import interpreter
from interpreter import EngineError, Match
from rulelang.diagnostics import RulesError
from rulelang.load import load
from tests.meanings.table import EngineTable

BASE = """game Race for 2 to 4 players
parameter goal: 1 to 9 = 3
counter steps of each player: 0 or more = 0
counter said: number = 0
invariant nobody_flies: every player p has steps of p <= 9
phase lap:
    for each player p: p gains 1 step
phase rest: set said to 1
phase finish: set said to 10 * said + goal
rule cheer, when steps of player p becomes 2: set said to 7
example "one step each":
    given players Ann, Bo
    when lap begins
    then steps of Ann = 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "race.rules").write_text(BASE, "utf-8")
    return tmp_path


def variant(folder: Path, name: str, body: str, head: str = "") -> Path:
    lines = "\n".join("    " + line for line in body.strip("\n").splitlines())
    path = folder / f"{name.lower()}.rules"
    path.write_text(f'variant {name} of "race.rules"{head}:\n{lines}\n', "utf-8")
    return path


def play(folder: Path, *variants: Path) -> EngineTable:
    match = interpreter.start(load(folder / "race.rules", variant=list(variants)), 2, checks=True)
    return EngineTable(match)


def codes(folder: Path, *variants: Path) -> set[str]:
    with pytest.raises(RulesError) as caught:
        load(folder / "race.rules", variant=list(variants))
    return {d.code.id for d in caught.value.diagnostics if d.code.id.startswith("R")}


def test_without_a_variant_the_base_is_played(folder: Path) -> None:
    table = play(folder)
    assert (table["steps of p0"], table["said"]) == (1, 13)


def test_a_parameter_that_is_set(folder: Path) -> None:
    assert play(folder, variant(folder, "Long", "set goal to 5"))["said"] == 15


def test_a_phase_that_is_replaced(folder: Path) -> None:
    table = play(folder, variant(folder, "Fast", "replace phase lap:\n    for each player p: p gains 2 steps"))
    assert table["steps of p1"] == 2


def test_phases_and_rules_that_are_added(folder: Path) -> None:
    table = play(folder, variant(folder, "More", """
after lap add phase sprint:
    for each player p: p gains 3 steps
add rule echo, when steps of player p becomes 4: set said to 8
"""))
    assert table["steps of p0"] == 4


def test_what_is_removed_is_gone(folder: Path) -> None:
    assert play(folder, variant(folder, "Short", "remove phase rest"))["said"] == 3


def test_a_new_name_holds_everywhere(folder: Path) -> None:
    table = play(folder, variant(folder, "Renamed", "rename steps to paces"))
    assert table["paces of p0"] == 1


def test_a_name_that_the_base_lacks_is_an_error(folder: Path) -> None:
    assert codes(folder, variant(folder, "Wrong", "remove phase nap"))
    assert codes(folder, variant(folder, "Odd", "set speed to 3"))
    assert codes(folder, variant(folder, "Bad", "replace phase nap:\n    end game"))


def test_two_variants_that_change_one_thing_are_an_error(folder: Path) -> None:
    one = variant(folder, "One", "set goal to 5")
    two = variant(folder, "Two", "set goal to 6")
    assert codes(folder, one, two)


def test_two_variants_that_change_different_things_go_together(folder: Path) -> None:
    one = variant(folder, "One", "set goal to 5")
    two = variant(folder, "Two", "remove phase rest")
    assert play(folder, one, two)["said"] == play(folder, two, one)["said"] == 5


def test_variants_that_exclude_each_other_are_an_error(folder: Path) -> None:
    one = variant(folder, "One", "set goal to 5", ", excludes Two")
    two = variant(folder, "Two", "remove phase rest")
    assert codes(folder, one, two)


def test_invariants_stay_and_examples_do_not(folder: Path) -> None:
    path = variant(folder, "Fly", "replace phase lap:\n    for each player p: p gains 12 steps")
    game = load(folder / "race.rules", variant=path)
    assert [one.key for one in game.invariants] == ["nobody_flies"]
    assert game.examples == ()
    with pytest.raises(EngineError, match="nobody_flies"):
        interpreter.start(game, 2, checks=True)


def test_the_result_is_a_plain_game(folder: Path) -> None:
    """The base with the change written into it plays alike, state by state."""
    changed = play(folder, variant(folder, "Long", "set goal to 5\nremove rule cheer")).match
    (folder / "plain.rules").write_text(
        BASE.replace("= 3", "= 5").replace("rule cheer, when steps of player p becomes 2: set said to 7\n", ""), "utf-8"
    )
    plain: Match = interpreter.start(load(folder / "plain.rules"), 2, checks=True)
    assert changed.dump() == plain.dump()
    assert [e.text for e in changed.log] == [e.text for e in plain.log]


def test_a_variant_for_fewer_players(folder: Path) -> None:
    game = load(folder / "race.rules", variant=variant(folder, "Few", "set goal to 5", " for 2 players"))
    assert game.players == (2, 2)
    with pytest.raises(ValueError, match="2 players"):
        interpreter.start(game, 3)
