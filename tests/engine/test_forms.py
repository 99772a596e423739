"""Every form of the language runs: by the oracle, in plain Python with and without the log, and as machine code."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import interpreter
from tests.engine.forms import FORMS, Form
from tests.meanings.table import EngineTable, OracleTable, Table, complete, game_in
from tests.oracle import Oracle

WAYS = ("oracle", "plain", "without log", "machine code")


def table(form: Form, way: str, folder: Path) -> Table:
    path = folder / "small.rules"
    path.write_text(complete(form.rules), "utf-8")
    game = game_in(path, {})
    if way == "oracle":
        return OracleTable(Oracle(game, form.players, True))
    how: dict[str, Any] = {"log": way != "without log", "fast": way == "machine code"}
    return EngineTable(interpreter.start(game, form.players, chance="explicit", **how))


def plays() -> Iterator[Any]:
    """Each form in each way. Compiling takes half a second: in the quick suite a few forms are enough."""
    for number, form in enumerate(FORMS):
        for way in WAYS:
            slow = way == "machine code" and number % 7
            yield pytest.param(form, way, id=f"{form.name}-{way}", marks=[pytest.mark.long] if slow else [])


@pytest.mark.parametrize(("form", "way"), [*plays()])
def test_its_outcome_is_the_one_known_beforehand(form: Form, way: str, tmp_path: Path) -> None:
    if way == "machine code":
        pytest.importorskip("llvmlite")
    match = table(form, way, tmp_path)
    for number, option in enumerate(form.choices):
        if number in form.asks:
            assert match.asks == form.asks[number]
        assert option in match.options, (match.asks, match.said)
        match.take(option)
    assert match.over, match.asks
    assert match.said == form.said
