"""Saves: at any decision, in any process, the same future (the second promise of the engine)."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

import interpreter
from interpreter import IllegalMove, Match
from interpreter.program import program
from rulelang.load import load
from tests.engine.playing import NUMBERS, OWN, TABLES, Chance, Plan, Table, few, go_on, plans
from tools.attack.looks import everything, question

ROOT = Path(__file__).resolve().parent.parent.parent

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
any_chance = pytest.mark.parametrize("chance", ["sampled", "explicit"])


def resumed(table: Table, m: Match) -> Match:
    """The match from its save; the same in all that can be asked."""
    text = m.save()
    again = interpreter.resume(table.load(), text)
    assert everything(again) == everything(m)
    assert again.save() == text
    assert (again.seed, again.chance, again.keeps_log) == (m.seed, m.chance, m.keeps_log)
    assert [again.view(seat) for seat in range(m.players)] == [m.view(seat) for seat in range(m.players)]
    return again


@pytest.mark.parametrize("table", OWN, ids=str)
@few(3)
@given(plan=plans(100), future=NUMBERS)
def test_a_resumed_match_has_the_same_future(table: Table, plan: Plan, future: int) -> None:
    for log in (True, False):
        m = plan.reach(table, log=log)
        again = resumed(table, m)
        one, other = Random(future), Random(future)
        go_on(m, one, 40)
        go_on(again, other, 40)
        assert everything(again) == everything(m)
        assert one.getstate() == other.getstate()


@any_chance
@every_table
def test_it_can_be_saved_and_resumed_at_every_decision(table: Table, chance: Chance) -> None:
    m = table.start(5, chance=chance)
    rng = Random(5)
    for _ in range(20):
        again = interpreter.resume(table.load(), m.save())
        assert again.save() == m.save()
        assert question(again) == question(m)
        if m.over:
            break
        i = rng.randrange(m.count)
        m.choose_index(i)
        again.choose_index(i)
        assert again.save() == m.save()
        assert again.log == m.log


@any_chance
def test_a_save_of_a_match_that_is_over(chance: Chance) -> None:
    table = Table("kuhn", 3)
    m = table.start(2, chance=chance)
    go_on(m, Random(2))
    again = resumed(table, m)
    assert again.over
    assert again.result == m.result


@pytest.mark.parametrize("seed", [0, -1, 2**31, 2**64, -(2**63) - 1, 10**40])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    table = Table("kuhn", 2)
    m = table.start(seed)
    again = resumed(table, m)
    assert again.seed == seed
    assert everything(table.start(seed)) == everything(m)


def test_what_was_taken_back_is_not_in_the_save() -> None:
    badaboom = Table("badaboom", 4)
    rng = Random(4)
    undone = 0
    m = badaboom.start(4)
    while undone < 5 and not m.over:
        before = m.save()
        m.choose_index(rng.randrange(m.count))
        try:
            m.undo()
        except IllegalMove:
            continue
        undone += 1
        assert m.save() == before
        resumed(badaboom, m)
        m.choose_index(rng.randrange(m.count))
    assert undone == 5


def test_a_save_says_what_it_is() -> None:
    table = Table("badaboom", 4, "short_fuse", (("starting_hand", 3),))
    data = json.loads(table.start(9).save())
    assert data["rulelang"] == "save"
    assert data["format"] == 1
    assert (data["game"], data["variant"], data["players"], data["seed"]) == ("Badaboom", "ShortFuse", 4, 9)
    assert data["parameters"]["starting_hand"] == 3
    assert data["parameters"]["coins_to_win"] == 5
    assert data["digest"] == table.load().digest


def test_another_process_goes_on_from_a_save() -> None:
    table = Table("badaboom", 3)
    m = Plan(8, 9, 60, "explicit").reach(table)
    script = """
import sys
from random import Random
import interpreter
from interpreter.program import program
from rulelang.load import load
from tests.engine.playing import go_on
match = interpreter.resume(load("badaboom"), sys.stdin.read())
go_on(match, Random(1), 50)
print(match.save())
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        input=m.save(),
        text=True,
        capture_output=True,
        check=True,
        env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "77"},
    )
    go_on(m, Random(1), 50)
    assert done.stdout == m.save() + "\n"


FROM_UNTIL = """
game Steady for 2 players
counter score of each player: 0 or more = 0
phase going_on, repeated:
    phase wavering of start_player:
        start_player may do hesitate
effect hesitate: start_player gains 1 score
invariant patient: always every player p has score of p >= 0 from wavering begins until going_on ends
winner: most score
"""


def test_a_match_that_tests_its_invariants_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "steady.rules"
    path.write_text(FROM_UNTIL.lstrip(), encoding="utf-8")
    game = load(path)
    m = interpreter.start(game, 2, checks=True)
    m.choose_index(0)
    again = interpreter.resume(game, m.save())
    assert everything(again) == everything(m)


@pytest.mark.parametrize("name", ["badaboom", pytest.param("bad_company", marks=pytest.mark.long)])
def test_a_save_does_not_hang_on_what_was_started_first(name: str) -> None:
    """In the process that resumes it, no match that tests its invariants need ever have begun."""
    tested = interpreter.start(load(name), 3, chance="explicit", checks=True)
    go_on(tested, Random(3), 80)
    plain = interpreter.start(load(name), 3, chance="explicit")
    for choice in tested.choices():
        plain.choose(str(choice))
    assert tested.save() == plain.save()
    quiet = interpreter.start(load(name), 3, chance="explicit", log=False)
    for choice in tested.choices():
        quiet.choose(str(choice))
    assert quiet.state_key() == plain.state_key()


def test_it_does_not_hang_on_whether_the_text_was_optimised() -> None:
    game = load("connect_four")
    program(game, 2).optimise()
    match = interpreter.start(game, 2, seed=1, log=False)
    for i in range(9):
        match.choose_index(i % match.count)
    # what functions keep for a while is left in the state by the text as emitted alone
    again = interpreter.resume(load("connect_four"), match.save())
    assert again.state_key() == match.state_key()
    plain_one = interpreter.start(load("connect_four"), 2, seed=1, log=False)
    for i in range(9):
        plain_one.choose_index(i % plain_one.count)
    assert plain_one.state != match.state
    assert plain_one.save() == match.save()
