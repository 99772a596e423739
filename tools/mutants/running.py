"""All changes of the rules of a game, one after another or several at a time, within a budget."""

import multiprocessing
from collections.abc import Generator, Iterator, Mapping, Sequence
from random import Random
from time import monotonic

from attrs import Factory, define, evolve, frozen

from tools.mutants.making import Change
from tools.mutants.trying import FOUND, LIVES, REFUSED, Judge, Verdict


@frozen
class Tried:
    """A change and what became of it."""

    change: Change
    verdict: Verdict


@define
class Mutated:
    """What came of the changes that were tried, in the order of the files; ``untried``: for want of time."""

    tried: list[Tried] = Factory(list)
    untried: int = 0

    def of(self, *outcomes: str) -> list[Tried]:
        """Those that came out so."""
        return [one for one in self.tried if one.verdict.outcome in outcomes]

    def by(self, word: str) -> int:
        """How many were found by an ``example``, an ``invariant``, or in plays by a promise (``the match``)."""
        return sum(one.verdict.by.startswith(word) for one in self.of(FOUND))

    @property
    def share(self) -> float:
        """Of the changes that make a difference: how many per cent are found. 100 if there are none."""
        found, lives = len(self.of(FOUND)), len(self.of(LIVES))
        return 100 * found / (found + lives) if found + lives else 100.0


_judge: Judge | None = None
_changes: Sequence[Change] = ()


def _tried(number: int) -> Verdict:
    assert _judge is not None
    return _judge.tried(_changes[number])


def verdicts(judge: Judge, changes: Sequence[Change], numbers: Sequence[int], jobs: int) -> Iterator[Verdict]:
    """What becomes of the changes with these numbers, in their order."""
    global _judge, _changes
    _judge, _changes = judge, changes
    try:
        if jobs == 1:
            yield from map(_tried, numbers)
            return
        with multiprocessing.get_context("fork").Pool(jobs) as pool:
            yield from pool.imap(_tried, numbers)
    finally:
        _judge, _changes = None, ()


def mutated(
    judge: Judge, changes: Sequence[Change], seed: int, seconds: float | None = None, jobs: int = 1
) -> Generator[int, None, Mutated]:
    """Tries the changes; how many have been tried, after each; in the end what came of all.

    After so many *seconds* none is begun any more: those that were tried until then are a fair sample, drawn with *seed*.
    """
    numbers = list(range(len(changes)))
    if seconds is not None:
        Random(f"mutants {seed}").shuffle(numbers)
    until = None if seconds is None else monotonic() + seconds
    done: dict[int, Verdict] = {}
    coming = verdicts(judge, changes, numbers, jobs)
    for number, verdict in zip(numbers, coming, strict=True):
        done[number] = verdict
        yield len(done)
        if until is not None and monotonic() > until:
            break
    return summed_up(changes, done)


def summed_up(changes: Sequence[Change], done: Mapping[int, Verdict]) -> Mutated:
    """What came of them together. Of changes that come to the same rules the first one counts."""
    out = Mutated(untried=len(changes) - len(done))
    meant: set[str] = set()
    for number in sorted(done):
        verdict = done[number]
        if verdict.meaning and verdict.meaning in meant:
            verdict = evolve(verdict, outcome=REFUSED, by="said already")
        meant.add(verdict.meaning)
        out.tried.append(Tried(changes[number], verdict))
    return out
