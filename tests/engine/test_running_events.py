"""What has happened in a step lies at the end of a state: copies that are tried out do without, all others have it."""

from pathlib import Path
from random import Random

import pytest

import interpreter
import rulelang
from interpreter import Match
from interpreter import slots as k
from interpreter.fast import playouts
from interpreter.key import events_in_use
from interpreter.program import program
from rulelang.game import Game

RULES = """game Line for 2 players
counter total of each player: number = 0
counter said of each player: number = 0
event told(list of number past)
rule heard, when announced told(list of number past):
    you choose:
        option "less": you gain (1 + sum in past) said
        option "more": you gain (2 * sum in past) said
rule grown, when total of player q rises by n:
    you may do all_of_it
    you gain (10 * n) said
effect all_of_it, all or nothing:
    requires said of you > 20
    you choose:
        option "no": requires said of you < 0
        option "yes": you gain 100 said
phase play of start_player:
    repeat until said of you > 900:
        together:
            you gain 3 total
            announce told([1, 2])
            announce told([4])
winner: most said
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "line.rules"
    path.write_text(RULES)
    return rulelang.load(str(path))


def questions(game: Game, count: int, fast: bool = False) -> list[Match]:
    """The match at each of its first questions, with rules that still have to answer."""
    m = interpreter.start(game, 2, seed=1, log=False, fast=fast)
    rng, found = Random(1), []
    for _ in range(count):
        assert m.state[k.EVN] == 3
        found.append(m.copy())
        m.choose_index(rng.randrange(m.count))
    return found


def over(m: Match) -> tuple[int, ...]:
    """How it ends if the last option is always taken."""
    while m.count:
        m.choose_index(m.count - 1)
    return m.state_key()


def test_what_is_tried_out_has_none(game: Game) -> None:
    p = program(game, 2)
    questions(game, 12)
    tried = p.w[k.W_FIRST + 3]
    assert tried[k.MODE] == k.SEARCH and len(tried) <= p.lay.events_at() == p.lay.length - p.lay.events


def test_all_else_has_them(game: Game) -> None:
    for m in questions(game, 12):
        again = interpreter.resume(game, m.save())
        assert again.save() == m.save() and again.state_key() == m.state_key()
        assert over(again) == over(m.copy())


def test_what_still_has_to_be_answered_is_part_of_the_key(game: Game) -> None:
    p = program(game, 2)
    m = questions(game, 3)[-1]
    key, events = m.state_key(), p.lay.events_at()
    assert len(events_in_use(p, m.state)) == 3 * p.lay.event_size
    m._s[events + 3 * p.lay.event_size] += 1  # what has been
    assert m.state_key() == key
    m._s[events + 2 * p.lay.event_size] += 1
    assert m.state_key() != key


def test_beginnings_have_them(game: Game) -> None:
    program(game, 2).optimise()
    ends = [over(interpreter.start(game, 2, seed=seed, log=False)) for seed in range(5)]
    m = interpreter.start(game, 2, seed=3, log=False)
    for _ in range(4):
        assert m._spot is not None
        assert over(m.copy()) == ends[3]
        m.choose_index(m.count - 1)


def test_machine_code_plays_on_with_them(game: Game) -> None:
    pytest.importorskip("llvmlite")
    assert playouts(game, 2, range(20)) == playouts(game, 2, range(20), fast=True)
    for plain, fast in zip(questions(game, 12), questions(game, 12, fast=True), strict=True):
        assert plain.attempts(range(plain.count), 6, Random(3)) == fast.attempts(range(plain.count), 6, Random(3))
