"""Optimised text: how far numbers can grow that no rule bounds."""

import ast

import pytest

from interpreter import slots as k
from interpreter.optimise.growth import OFTEN, START
from interpreter.optimise.simplify import Simplify

TEXT = f"""
def b1(s, f, w):
    t = s[50] + s[60]
    if t > {k.LARGEST}:
        s[21] = 6
        t = {k.LARGEST}
    s[50] = t
    g = f + 6
    s[g + 2] = s[51]
    for u in range(s[61]):
        s[62] = u
    return 4
def b2(s, f, w):
    s[50] = 0
    return 5
"""
FIXED = {50: (0, k.LARGEST), 60: (0, 6), 62: (0, 9)}


def bounds(text: str) -> dict[int, tuple[int, int]]:
    rules = Simplify({}, FIXED, 70)
    for x in ast.parse(text).body:
        assert isinstance(x, ast.FunctionDef)
        rules.function(x)
    return rules.growth.bounds(FIXED)


def test_what_is_made_larger_by_a_little_is_bounded() -> None:
    assert bounds(TEXT) == {50: (0, START + 6 * OFTEN)}


@pytest.mark.parametrize(("old", "new"), [
    ("s[60]", "s[59]"),  # by anything
    ("s[50] + s[60]", "s[50] + s[50]"),
    ("s[50] + s[60]", "s[51] + s[60]"),
    ("s[50] = 0", "s[50] = s[51]"),
    ("s[50] = 0", "s[51 + s[62]] = 0\n    s[44 + s[62]] = s[51]"),
    ("s[50] = 0", "s[s[51]] = s[52]"),
    ("s[50] = 0", "s[50] += 1"),
    ("    s[50] = t", "    if s[61]:\n        t = s[61]\n    s[50] = t"),
    ("    s[50] = t", "    for x in range(s[61]):\n        s[50] = t\n        t = t * 2"),
    ("    s[50] = t", "    for x in range(s[61]):\n        s[50] = t\n        t += 5"),
    ("    s[50] = t", "    for t in range(s[61]):\n        s[50] = t"),
    ("s[g + 2]", "s[g * 2]"),
])
def test_what_may_be_set_to_anything_is_not(old: str, new: str) -> None:
    assert bounds(TEXT.replace(old, new, 1)) == {}
