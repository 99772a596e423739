"""What is told of an invariant that is broken: which step did it, by which rule, and the values as they were then."""

import pytest

import interpreter
from interpreter import EngineError
from rulelang.check import check
from tests.language.test_check import program

RULES = """
game Sums for 2 players
counter left_part: 0 to 99 = 4
counter right_part: 0 to 99 = 4
counter rest: 0 to 99 = 0
phase turn of start_player, repeated until rest > 20:
    start_player chooses number n in 1 to 3
    do shift(n)
effect shift(number n):
    set left_part to left_part - n
    set right_part to right_part + n
    set rest to rest + 1
winner: most shown_sum, then shared
value shown_sum of player p: number = rest
invariant small: rest <= 0
invariant sum_is_kept: left_part + right_part = 8
invariant right_is_less: right_part < 5
"""


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("log", [True, False])
def test_the_step_that_broke_it_is_told_not_what_came_after(log: bool, fast: bool) -> None:
    """A run goes on to the next question in any case; what is told is how things stood at the breach."""
    if fast:
        pytest.importorskip("llvmlite")
    made, found = check(program(RULES))
    assert made is not None, found
    match = interpreter.start(made, 2, checks=True, log=log, fast=fast)
    with pytest.raises(EngineError) as caught:
        match.choose_index(1)
    error = caught.value
    assert isinstance(error, interpreter.InvariantBroken)
    assert error.invariant == "sum_is_kept"
    assert error.rule == ("shift" if log else "effect shift")
    assert dict(error.values) == {"left_part + right_part": "6", "left_part": "2", "right_part": "4"}
    if log:
        assert error.step.startswith("left_part is now 2")
        assert [event.text for event in match.log][-1].startswith("left_part is now 2")


ROLLING = RULES.replace("counter rest:", "dice cube: 1 of 1 to 6\ncounter rest:").replace(
    "    set rest", "    roll cube\n    set rest"
)


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("log", [True, False])
def test_chance_that_is_asked_afterwards_changes_nothing_of_that(log: bool, fast: bool) -> None:
    if fast:
        pytest.importorskip("llvmlite")
    made, found = check(program(ROLLING))
    assert made is not None, found
    match = interpreter.start(made, 2, chance="explicit", checks=True, log=log, fast=fast)
    with pytest.raises(interpreter.InvariantBroken) as caught:
        match.choose_index(1)
    error = caught.value
    assert dict(error.values) == {"left_part + right_part": "6", "left_part": "2", "right_part": "4"}
    assert error.step.startswith("left_part is now 2") is log


@pytest.mark.parametrize("fast", [False, True])
def test_what_somebody_does_is_seen_although_nothing_else_answers_it(fast: bool) -> None:
    if fast:
        pytest.importorskip("llvmlite")
    rules = """game Small for 2 players
counter coins of each player: number = 0
phase main:
    start_player chooses number n in 0 to 1
    start_player does ring
effect ring: you gain 1 coin
invariant quiet: never player p does ring
"""
    made, found = check(program(rules))
    assert made is not None, found
    match = interpreter.start(made, 2, checks=True, fast=fast)
    with pytest.raises(interpreter.InvariantBroken):
        match.choose_index(0)
