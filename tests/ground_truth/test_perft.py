"""How many histories there are at each depth, and how many of them are finished."""

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
    waiting: list[dict[object, tuple[Match, int]]] = [{} for _ in range(depths)]
    waiting[0][start.state_key()] = start, 1
    passed = [0] * depths  # by depth: histories of which no state is kept
    finished = [0] * depths
    for depth, here in enumerate(waiting):
        if len(here) > most or depth == depths - 1:
            break
        while here:
            m, number = here.popitem()[1]
            passed[depth] += number
            for i in range(m.count):
                child = m.copy()
                child.choose_index(i)
                there = depth + moves(m, child)
                # a choice of one option is not asked for, and the end leads nowhere
                for between in range(depth + 1, min(there, depths)):
                    passed[between] += number
                if there >= depths:
                    continue
                if child.over or there == depths - 1:
                    passed[there] += number
                    finished[there] += number * child.over
                else:
                    key = child.state_key()
                    kept, known = waiting[there].get(key, (child, 0))
                    waiting[there][key] = kept, known + number
    counted = [passed[i] + sum(number for _, number in waiting[i].values()) for i in range(depth + 1)]
    return list(zip(counted, finished[: depth + 1], strict=True))


def moves(before: Match, after: Match) -> int:
    """How many choices lead from one to the other, those of one option included."""
    return sum(event.what == "choose" for event in news(after, None, len(before.records())))
