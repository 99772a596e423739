"""Kernels that nothing in a text runs are left out of it; what is asked beside it brings its own."""

import re
from pathlib import Path

import pytest

import interpreter
import rulelang
from interpreter.examples import run_example
from interpreter.kernels import KERNELS, SEARCH_KERNELS
from interpreter.kernels.reached import CALLED, functions_of, reached
from interpreter.program import program
from tests.engine.playing import TABLES, Table

THREE = """
def below(n):
    return n

def deep(n):
    return below(n) - 1

def far(n):
    return deep(n) + far(n - 1)

def other(n):
    return n
"""


def test_what_is_called_is_there_and_what_that_calls() -> None:
    assert reached(THREE, "x = far(3)", ()) == ["below", "deep", "far"]
    assert reached(THREE, "", ("deep",)) == ["below", "deep"]
    assert reached(THREE, "x = far(3)", (), ("below",)) == ["deep", "far"]
    assert reached(THREE, "", ()) == []


def test_the_text_of_each_is_its_own() -> None:
    assert functions_of(THREE)["deep"] == "def deep(n):\n    return below(n) - 1\n\n"
    assert "".join(functions_of(KERNELS).values()) == KERNELS.lstrip("\n")


@pytest.mark.parametrize("table", {table.game: table for table in TABLES}.values(), ids=str)
def test_no_kernel_is_missing_and_none_too_many(table: Table) -> None:
    text = program(table.load(), table.players).compiled(False).text
    kernels = functions_of(KERNELS + SEARCH_KERNELS).keys()
    for source in (text.source, text.apart()):
        functions = functions_of(source)
        calls = {name: set(re.findall(r"\b(\w+)\(", body)) - {name} for name, body in functions.items()}
        called = set().union(*calls.values())
        assert called & kernels <= functions.keys() | {"search"}
        assert functions.keys() & kernels <= called | CALLED


RULES = """game Halves for 2 players
counter found of each player: 0 to 99 = 7
phase turn:
    start_player chooses:
        option "stop": end game
        option "more": start_player gains 1 found
winner: most found
example "what the rules never ask can be asked of them":
    given players Ann, Bo
    when turn begins
    when Ann chooses "more"
    then found of Ann = 8
    then found of Bo / 2 rounded up = 4
    then found of Bo / 2 rounded down = 3
    then found of Bo * found of Ann = {product}
"""


@pytest.mark.parametrize(("product", "passes"), [(56, True), (55, False)])
def test_an_example_may_ask_what_the_rules_do_not(product: int, passes: bool, tmp_path: Path) -> None:
    path = tmp_path / "halves.rules"
    path.write_text(RULES.format(product=product))
    game = rulelang.load(str(path))
    assert not {"divide_up", "product"} & interpreter.start(game, 2, seed=1)._compiled.names.keys()
    assert run_example(game, game.examples[0]).passed is passes
