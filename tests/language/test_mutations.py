"""Broken copies of the bundled files: findings, never an exception, in bounded time."""

import pytest

from tests.language.mutations import Tally, errors_of, folders, judge, mutant, originals, slip


@pytest.mark.parametrize("start", range(0, 36, 12))
def test_broken_copies_are_checked_without_a_fault(start: int) -> None:
    broken(range(start, start + 12))


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("start", range(0, 20_000, 1000))
def test_many_broken_copies(start: int) -> None:
    broken(range(start, start + 1000))


def test_a_small_mistake_is_told_in_few_words() -> None:
    few_words(range(36), most=6)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_small_mistakes_are_told_in_few_words() -> None:
    few_words(range(3000), most=12)


def few_words(numbers: range, most: int) -> None:
    among = originals()
    errors = []
    with folders(among) as places:
        for number in numbers:
            one = slip(number, among)
            found = errors_of(one, places[one.original.folder])
            assert len(found) <= most, (number, one.changed.keys(), [str(each.message) for each in found])
            errors.append(len(found))
    assert 0.3 < sum(errors) / len(errors) < 1.2


def broken(numbers: range) -> None:
    among = originals()
    tally = Tally()
    with folders(among) as places:
        for number in numbers:
            one = mutant(number, among)
            judge(number, one, places[one.original.folder], tally)
    assert tally.mutants == len(numbers)
