"""With explicit chance a run ends where chance asks: what would come after goes on from answers that nobody gave."""

from pathlib import Path

import pytest

import interpreter
from interpreter import slots
from interpreter.machine import run_explicit, run_logged
from rulelang import Game, load

RULES = """
game Quiet for 2 players
counter score of each player: 0 or more = 0
counter rounds: 0 or more = 0
dice coin: 1 of 0 to 1
setup: roll coin
phase waiting, repeated until rounds >= 400:
    phase quietly:
        set rounds to rounds + 1
phase asking of start_player:
    start_player may do score_one
effect score_one: you gain 1 score
winner: most score
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    path = tmp_path / "quiet.rules"
    path.write_text(RULES.lstrip(), "utf-8")
    return load(path)


@pytest.mark.parametrize("log", [True, False])
def test_no_block_is_run_after_chance_has_asked(game: Game, log: bool) -> None:
    m = interpreter.start(game, 2, chance="explicit", log=log)
    assert m.player == interpreter.CHANCE
    ran = []
    blocks = [lambda s, f, w, one=one: ran.append(one) or one(s, f, w) for one in m._compiled.blocks]
    p, c, s = m.program, m._compiled, m._s[:]
    s[slots.FUEL] = slots.FUEL_BOUND
    if log:
        code = run_logged(p, type(c)(c.text, blocks, c.names, blocks), s, m._first, [])
    else:
        code = run_explicit(p, blocks, s, m._first)
    assert code == slots.ASK
    assert 0 < len(ran) < 5
    m.choose_index(1)
    assert (m.player, m.dump()["stores"]["rounds"]) == (0, "400")


def test_machine_code_stops_there_too(game: Game) -> None:
    pytest.importorskip("llvmlite")
    m = interpreter.start(game, 2, chance="explicit", log=False, fast=True)
    assert m.player == interpreter.CHANCE
    fast, s = m._fast, m._s[:]
    assert fast is not None
    s[slots.FUEL] = slots.FUEL_BOUND
    assert fast.run(s, m._first) == slots.ASK
    assert s[m.program.lay.stores["rounds"].base] == 0
    m.choose_index(1)
    assert (m.player, m.dump()["stores"]["rounds"]) == (0, "400")
