"""Broken copies of the bundled files: findings, never an exception, in bounded time."""

import pytest

from tests.language.mutations import Tally, folders, judge, mutant, originals


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_broken_copies_are_checked_without_a_fault(start: int) -> None:
    broken(range(start, start + 20))


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("start", range(0, 20_000, 1000))
def test_many_broken_copies(start: int) -> None:
    broken(range(start, start + 1000))


def broken(numbers: range) -> None:
    among = originals()
    tally = Tally()
    with folders(among) as places:
        for number in numbers:
            one = mutant(number, among)
            judge(number, one, places[one.original.folder], tally)
    assert tally.mutants == len(numbers)
