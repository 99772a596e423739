"""Searches of `can do`: what cannot fail is not carried out, and the answers are those of a search that does so."""

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest

import interpreter
import rulelang
from interpreter import slots as k
from interpreter.optimise.trying import copies_of
from interpreter.program import Program, program
from tests.engine.playing import go_on, played_by

Rows = list[list[int]]


def rows_with(p: Program, some: dict[int, list[int]]) -> Rows:
    return [some[i][:] if i in some else [0] * p.lay.width for i in range(k.ROWS)]


def test_the_first_answers_decide_if_they_carry_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where what is answered first decides, all that is kept to go back to would have said the same, and taken the same steps."""
    game = rulelang.load("badaboom")
    p = program(game, 4)
    made = p.compiled(False)
    search, found = made.names["search"], set[tuple[int, int]]()

    def both(w: Rows, first: int, steps: int, again: int) -> int:
        rows = rows_with(p, {k.W_FIRST: w[k.W_FIRST + 3 - 3 * again]})
        fuel = rows[k.W_FIRST][k.FUEL]
        whole = search(rows, first, steps, 1)
        answer = search(w, first, steps, again)
        assert answer in (-1, whole)
        assert w[k.W_FIRST][k.FUEL] == (fuel if answer < 0 else rows[k.W_FIRST][k.FUEL])
        found.add((answer, whole))
        return answer

    monkeypatch.setitem(made.names, "search", both)
    for seed in range(3):
        go_on(played_by(interpreter.start(game, 4, seed=seed, log=False), made.blocks), Random(seed), 200)
    assert found >= {(-1, 1), (0, 0), (1, 1)}


def test_what_cannot_fail_is_not_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulelang.load("badaboom")
    p = program(game, 4)
    made = p.compiled(False)
    names, search, moved = made.names, made.names["search"], made.names["move"]
    moves = [0]
    answers: list[tuple[int, int, int]] = []  # each with the moves of cards that it took

    def move(s: list[int], w: Rows, c: int, z: int, under: int) -> int:
        moves[0] += 1
        return moved(s, w, c, z, under)

    def answer(w: Rows, first: int) -> tuple[int, int]:
        before = moves[0]
        return search(rows_with(p, {k.W_FIRST: w[k.W_FIRST], k.W_FIRST + 3: w[k.W_FIRST + 3]}), first, 500, 0), moves[0] - before

    def both(w: Rows, first: int, steps: int, again: int) -> int:
        if not again and len(answers) < 200:
            short, few = answer(w, first)
            with monkeypatch.context() as whole:
                whole.setitem(names, "surely_done", lambda s, f: 0)
                long, many = answer(w, first)
            assert short == long
            answers.append((short, few, many))
        return search(w, first, steps, again)

    monkeypatch.setitem(names, "search", both)
    monkeypatch.setitem(names, "move", move)
    assert go_on(played_by(interpreter.start(game, 4, seed=1, log=False), made.blocks), Random(1), 150) == 150
    assert {one for one, _, _ in answers} == {-1, 0, 1}
    assert all(few <= many for _, few, many in answers)
    assert 3 * sum(few for _, few, _ in answers) < 2 * sum(many for _, _, many in answers)


RULES = """game Gamble for 2 players
kind Card is card:
    rank: number
cards Card for each number r in 1 to 6
zone deck: stack of Card
zone hand of each player: hand of Card
counter found: number = 0
setup:
    move all Cards c where rank of c > 3 to deck
    move all Cards c where rank of c < 4 to hand of start_player
phase main:
    if {who} can do gamble: set found to 1
    otherwise: set found to 2
    start_player may do rest
effect rest: shuffle deck
effect gamble:
    requires any Card c in hand of start_player where rank of c = {rank}
    shuffle deck
"""


@pytest.mark.parametrize(("who", "rank", "found"), [
    ("start_player", 3, 1), ("start_player", 5, 2), ("left of start_player", 3, 1), ("left of start_player", 5, 1),
    ("left of start_player", 7, 2)])
def test_what_is_known_needs_no_copy(who: str, rank: int, found: int, tmp_path: Path) -> None:
    path = tmp_path / "gamble.rules"
    path.write_text(RULES.format(who=who, rank=rank))
    game = rulelang.load(str(path))
    p = program(game, 2)
    for _ in range(2):
        p.compiled(False)
        row = p.w[k.W_FIRST + 3]
        match = interpreter.start(game, 2, log=False)
        assert match.state[p.lay.stores["found"].base] == found
        copied = p.w[k.W_FIRST + 3] is not row or any(row)
        assert copied == (who != "start_player")
        p.optimise()


TRYING = """
def can(s, w, x):
    for again in range(2):
        ts = w[1]
        copy(ts, s, x + 2)
        ts[0] = 7
    us = w[1]
    ts = w[2]
    copy(ts, us, 3)
    copy(s, ts, 1)
    return len(ts)
"""


def test_what_is_tried_is_a_new_row_as_long_as_it_must_be() -> None:
    tree = ast.parse(TRYING).body[0]
    assert isinstance(tree, ast.FunctionDef)
    copies_of(tree, 1)
    changed = ast.unparse(ast.fix_missing_locations(ast.Module([tree], [])))
    assert changed.count("copy(") == 1 and "ts = w[1] = s[:x + 2 + 1]" in changed
    names: dict[str, Any] = {"copy": lambda to, source, first: to.__setitem__(slice(None), source)}
    exec(changed, names)
    s, w = [1, 2, 3, 4, 5, 6], [[0], [0], [0]]
    assert names["can"](s, w, 1) == 4
    assert (s, w[1], w[2]) == ([7, 2, 3, 4], [7, 2, 3, 4], [7, 2, 3, 4])
    assert w[1] is not w[2]


def test_a_state_that_is_tried_grows_with_its_frames() -> None:
    """A frame of a search has room wherever it is put, though the state is copied only up to the frame on top."""
    p = program(rulelang.load("badaboom"), 4)
    text = p.compiled(False).text
    grown = p.compiled(False).names["grown"]
    s = [0] * 100
    assert grown(s, 90) == p.lay.frames + text.stack
    assert len(s) == 90 + text.searched and text.searched <= text.frame
