"""The engine agrees with the plain evaluator after every step of random games of every bundled file."""

import pytest

import rulelang
from tests.engine.playing import loaded, players_of
from tests.engine.side_by_side import disagreement


def tables() -> list[tuple[str, str | None, int]]:
    out: list[tuple[str, str | None, int]] = []
    for bundled in rulelang.bundled():
        for variant in (None, *(v.name for v in bundled.variants)):
            low, high = players_of(bundled.name, variant)
            out += [(bundled.name, variant, n) for n in sorted({low, min(low + 2, high), min(high, 6)})]
    return out


TABLES = tables()
MOST = {table[:2]: table[2] for table in TABLES}
SOME = [table for table in TABLES if table[1] is None or table[2] == MOST[table[:2]]]
"""Variants with the most players only; the long test has the others."""


def names(of: list[tuple[str, str | None, int]]) -> list[str]:
    return ["-".join(str(x) for x in table if x is not None) for table in of]


@pytest.mark.parametrize(("name", "variant", "players"), SOME, ids=names(SOME))
def test_they_agree(name: str, variant: str | None, players: int) -> None:
    found = disagreement(loaded(name, variant), players, seed=1, steps=25)
    assert found is None, str(found)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize(("name", "variant", "players"), TABLES, ids=names(TABLES))
def test_they_agree_to_the_end(name: str, variant: str | None, players: int, seed: int) -> None:
    found = disagreement(loaded(name, variant), players, seed=seed, steps=3000)
    assert found is None, str(found)
