"""Optimised text: options that are known beforehand are lists made once."""

import ast
from itertools import product
from typing import Any

import pytest

import interpreter
import rulelang
from interpreter.optimise.offers import Offers

ASKING = """
def b1(s, f, w):
    if s[49]:
        o = []
        if s[50] == 1:
            o += (0, 3)
        o += (1, 0)
        s[f + 2] = s[50]
        if s[51] == 1:
            o += (2, s[52])
        if o:
            s[2] = s[50]
            s[21] = s[53]
            s[3] = len(o) // 2
            if len(o) > 2:
                s[f] = 7
                return 5 if s[21] else o
            s[27] = o[0]
            s[28] = o[1]
            return 12
    return 13
"""
KNOWN = ASKING.replace("s[52]", "9")


def rewritten(text: str) -> tuple[str, Offers]:
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    offers = Offers()
    offers.known(tree)
    return ast.unparse(ast.fix_missing_locations(tree)), offers


def run(text: str, names: dict[str, Any], first: tuple[int, ...]) -> tuple[int | list[int], list[int]]:
    exec(text, names)
    s = [0] * 60
    s[49:54] = first
    return names["b1"](s, 30, []), s


def test_each_way_has_its_list() -> None:
    made, offers = rewritten(KNOWN)
    assert "len(" not in made and "o =" not in made
    assert sorted(offers.made) == [(0, 3, 1, 0), (0, 3, 1, 0, 2, 9), (1, 0, 2, 9)]
    for first in product((0, 1), (0, 1), (0, 1), (4,), (0, 1)):
        names: dict[str, Any] = {name: list(values) for values, name in offers.made.items()}
        assert run(made, names, first) == run(KNOWN, {}, first)


@pytest.mark.parametrize(("old", "new"), [
    ("9)", "s[52])"),  # not known
    ("s[2] = s[50]", "s[2] = total(o)"),
    ("    return 13", "    o[0] = 7\n    return 13"),
    ("        if o:", "        for t in range(s[52]):\n            o += (4, t)\n        if o:"),
    ("        if o:", "        if s[52]:\n            o = []\n        if o:"),
    ("        if o:", "        if s[53]:\n            o += (7, 7)\n        if o:"),  # too many ways
])
def test_what_is_not_known_stays(old: str, new: str) -> None:
    text = KNOWN.replace(old, new)
    made, offers = rewritten(text)
    assert made == ast.unparse(ast.parse(text)) and not offers.made


def test_nobody_changes_a_list_of_options() -> None:
    game = rulelang.load("pig")
    interpreter.program.program(game, 2).optimise()
    one = interpreter.start(game, 2, seed=1, log=False)
    other = interpreter.start(game, 2, seed=2, log=False)
    one.choose_index(0)
    other.choose_index(0)
    assert one.count == 2 and one._options is other._options
    before = one._options[:]
    for match in (one.copy(), other):
        while match.count:
            match.choose_index(match.count - 1)
        assert match.result is not None
    assert one._options == before


BOUNDED = """
def b1(s, f, w):
    o = []
    if s[40] < 6:
        o += (0, 1)
    if s[41] < 6:
        o += (0, 2)
    if s[42] > 2:
        o += (0, 3)
    if o:
        s[3] = len(o) // 2
        if len(o) > 2:
            return o
        s[28] = o[1]
        return 12
    return 13
"""


def test_where_mostly_all_is_on_offer_that_list_is_made_beforehand() -> None:
    made, offers = rewritten(BOUNDED)
    assert list(offers.made) == [(0, 1, 0, 2, 0, 3)]
    names: dict[str, Any] = {name: list(values) for values, name in offers.made.items()}
    for cells in product((0, 6), (0, 6), (0, 6)):
        states = []
        for text in (BOUNDED, made):
            s = [0] * 60
            s[40:43] = cells
            exec(text, names)
            states.append((names["b1"](s, 30, []), s))
        assert states[0] == states[1]


@pytest.mark.parametrize(("old", "new"), [("s[41] < 6", "s[41] == 6"), ("    if s[42]", "    s[42] = 1\n    if s[42]"),
                                          ("s[41] < 6", "s[41] < s[42]")])
def test_what_is_often_not_on_offer_is_asked_for_one_by_one(old: str, new: str) -> None:
    assert not rewritten(BOUNDED.replace(old, new))[1].made
