"""`state_key`: equal for equal states with equal questions, however they came there; else not."""

from random import Random

import pytest

import interpreter
from interpreter import Match
from rulelang.load import load
from tests.engine.playing import OWN, Table
from tests.meanings.table import Play
from tools.attack.looks import question


@pytest.fixture
def engine(tmp_path):
    return Play(tmp_path, "engine")


def test_tic_tac_toe_has_as_many_positions_as_it_should() -> None:
    start = interpreter.start(load("tic_tac_toe"), 2, log=False)
    depths: list[dict[object, Match]] = [{start.state_key(): start}]
    while any(not m.over for m in depths[-1].values()):
        following: dict[object, Match] = {}
        for m in depths[-1].values():
            for i in range(m.count):
                child = m.copy()
                child.choose_index(i)
                following[child.state_key()] = child
        depths.append(following)
    # the last square fills itself, so that positions with one square left are those that are won (78 full boards)
    assert [len(depth) for depth in depths] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 168 + 78]


def test_the_way_makes_no_difference(engine: Play) -> None:
    rules = """
        counter coins: 0 or more = 0
        dice bone: 1 of 1 to 3
        phase main, repeated until coins = 4:
            let had be coins
            start_player chooses:
                option "one": set coins to had + 1
                option "two" if coins < 3: set coins to had + 2
                option "again" with number n in 7 to 8: set coins to had
                option "roll":
                    roll bone
                    set coins to face of bone
        phase last_one: start_player chooses number n in 1 to 2
    """

    def key(*choices: str) -> tuple[int, ...]:
        return engine(rules).choose(*choices).match.state_key()

    assert key("one", "two") == key("two", "one") == key("one", "again: 7", "one", "again: 8", "one")
    assert key("one", "two") != key("one", "one")
    assert key("one", "two", "one") == key("two", "two")
    # while chance is asked, too
    assert key("one", "one", "roll") == key("two", "roll") != key("one", "roll")
    # what lies on the table counts, used or not
    assert key("roll", "2") != key("two")
    assert key("roll", "2") == key("one", "roll", "3", "roll", "2")


def test_a_name_that_is_still_needed_makes_a_difference(engine: Play) -> None:
    rules = """
        counter coins: 0 or more = 0
        phase main:
            start_player chooses number n in 1 to 3
            start_player chooses number m in 1 to 2
            set coins to n
        phase last_one: start_player chooses number n in 1 to 2
    """

    def key(*choices: str) -> tuple[int, ...]:
        return engine(rules).choose(*choices).match.state_key()

    assert key("1") != key("2")
    assert key("1", "1") == key("1", "2") != key("2", "1")


def test_who_is_asked_makes_a_difference(engine: Play) -> None:
    rules = """
        variable first_one: player = start_player
        phase main:
            start_player chooses player p
            p chooses number n in 1 to 2
    """
    assert engine(rules).choose("p0").match.state_key() != engine(rules).choose("p1").match.state_key()


@pytest.mark.parametrize("table", OWN, ids=str)
def test_equal_keys_have_equal_states_and_questions(table: Table) -> None:
    known: dict[object, tuple[object, object]] = {}
    for seed in range(8):
        m = table.start(seed % 2, log=False)
        rng = Random(seed)
        for _ in range(60):
            here = (question(m), m.dump())
            assert known.setdefault(m.state_key(), here) == here
            if m.over:
                break
            m.choose_index(rng.randrange(m.count))
