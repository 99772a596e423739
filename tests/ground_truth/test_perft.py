"""How many histories there are at each depth, and how many of them are finished."""

from collections import Counter

import pytest

from interpreter import Match
from tests.engine.playing import news
from tests.ground_truth.names import PERFT, ours

STATES = 1000
"""At most so many different states at a depth are gone on from in the usual run of the tests."""


@pytest.mark.parametrize("most", [STATES, pytest.param(10**6, marks=[pytest.mark.long, pytest.mark.timeout(3600)])])
@pytest.mark.parametrize("theirs", PERFT)
def test_there_are_as_many_histories_at_each_depth(theirs: str, most: int) -> None:
    expected = list(zip(PERFT[theirs]["nodes_at_depth"], PERFT[theirs]["terminal_at_depth"], strict=True))
    counted = histories(ours(theirs).start(), len(expected), most)
    assert counted == expected[: len(counted)]
    assert len(counted) == len(expected) if most > STATES else len(counted) > 3


def histories(start: Match, depths: int, most: int) -> list[tuple[int, int]]:
    """By depth: the number of histories, and of finished ones. Those that lead to equal states go on together; the
    last depth is one with more than *most* states."""
    waiting: list[dict[object, tuple[Match, int]]] = [{} for _ in range(depths + 1)]
    waiting[0][start.state_key()] = start, 1
    passed = Counter[int]()  # by depth: histories with a choice of one option, which is not asked for
    counted: list[tuple[int, int]] = []
    for depth, here in enumerate(waiting[:depths]):
        counted.append(
            (
                passed[depth] + sum(number for _, number in here.values()),
                sum(number for m, number in here.values() if m.over),
            )
        )
        if len(here) > most:
            break
        for m, number in here.values():
            for i in range(m.count):
                child = m.copy()
                child.choose_index(i)
                there = depth + moves(m, child)
                for between in range(depth + 1, there):
                    passed[between] += number
                key = child.state_key()
                _, known = waiting[min(there, depths)].get(key, (child, 0))
                waiting[min(there, depths)][key] = child, known + number
        here.clear()
    return counted


def moves(before: Match, after: Match) -> int:
    """How many choices lead from one to the other, those of one option included."""
    return sum(event.what == "choose" for event in news(after, None, len(before._all_records())))
