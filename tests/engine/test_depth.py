"""A state has room for all frames that can lie on each other, and hardly more."""

from pathlib import Path
from random import Random

import pytest

import interpreter
from interpreter import slots as k
from interpreter.cpython import Quick
from interpreter.match import Match
from interpreter.program import program
from rulelang.load import load
from tests.engine.playing import go_on, played_by
from tests.meanings.table import complete

DEEP = 30


def chain(last: str) -> str:
    """Effects, each of which does the next one and asks before and after; *last*: what the innermost does besides."""
    effects = [
        f"""
effect deep{i}:
    you may do step_on
    {f"do deep{i + 1}" if i < DEEP else last}
    you may do step_on
"""
        for i in range(DEEP + 1)
    ]
    return f"""
counter steps: 0 or more = 0
phase main: start_player does deep0
effect step_on:
    set steps to steps + 1
{"".join(effects)}
"""


def begun(rules: str, folder: Path) -> Match:
    path = folder / "small.rules"
    path.write_text(complete(rules), "utf-8")
    return interpreter.start(load(path), 2, log=False)


def test_frames_as_deep_as_effects_do_each_other_have_room_in_a_short_state(tmp_path: Path) -> None:
    match = begun(chain("set steps to steps + 1"), tmp_path)
    lay = match.program.lay
    assert lay.stack is not None and lay.stack < 1000
    assert len(match.state) < lay.width
    while match.count:
        match.choose("step_on")
    steps = match.state[lay.stores["steps"].base]
    assert steps == 2 * (DEEP + 1) + 1


def test_effects_that_come_back_to_themselves_have_all_the_room_there_is(tmp_path: Path) -> None:
    match = begun(chain("if steps < 0: do deep0"), tmp_path)
    lay = match.program.lay
    assert lay.stack is not None and lay.stack >= 1000


@pytest.mark.parametrize("wanted", [2, 5])
def test_a_search_that_goes_deep_has_room(wanted: int, tmp_path: Path) -> None:
    match = begun(
        f"""
counter steps: 0 or more = 0
phase main:
    if start_player can do climb: set steps to 1
    otherwise: set steps to 2
effect climb, all or nothing:
    do up0
{
            "".join(
                f'''
effect up{i}:
    {f"do up{i + 1}" if i < DEEP else f"start_player chooses number n in 1 to 3 where n >= {wanted}"}
    you may do step_on
'''
                for i in range(DEEP + 1)
            )
        }
effect step_on:
    set steps to steps
""",
        tmp_path,
    )
    assert match.over
    assert match.state[match.program.lay.stores["steps"].base] == (1 if wanted <= 3 else 2)


@pytest.mark.parametrize(("name", "players", "sorts"), [("badaboom", 4, 14), ("bad_company", 3, 5)])
def test_frames_of_a_number_have_the_slots_that_the_text_says(name: str, players: int, sorts: int) -> None:
    """A search begins right above the frame on top, whose number tells where that ends."""
    p = program(load(name), players)
    made = p.compiled(False)
    sizes, most = made.text.tables["FRAME"], made.text.frame
    found: dict[int, set[int]] = {}

    def noted(block: Quick) -> Quick:
        def run(s: list[int], f: int, w: list[list[int]]) -> object:
            number, b = s[f + k.WHAT], block(s, f, w)
            if s[s[k.FP] + k.CALLER] == f:
                found.setdefault(number, set()).add(s[k.FP] - f)
            return b
        return run

    blocks = [noted(block) for block in made.quick]
    for seed in range(2):
        go_on(played_by(interpreter.start(p.game, players, seed=seed, log=False), blocks), Random(seed))
    told = {number: sizes[number + len(sizes) // 2] for number in found}
    # where a phase begins inside another one, the next frame lies as far above it as any may
    assert all(size <= told[number] or size == most for number, ones in found.items() for size in ones)
    assert sum(told[number] < most for number in found) >= sorts
    assert any(number < 0 for number in found)
