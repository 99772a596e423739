"""Optimised text: slots are read once while they stay as they are, and set only where somebody may read them."""

import ast
from itertools import product
from typing import Any

import pytest

from interpreter.optimise.failing import without_doubt
from interpreter.optimise.overwritten import without_overwritten
from interpreter.optimise.simplify import Simplify


def tree_of(text: str) -> ast.FunctionDef:
    tree = ast.parse(text).body[-1]
    assert isinstance(tree, ast.FunctionDef)
    return tree


def unparsed(tree: ast.FunctionDef) -> str:
    return ast.unparse(ast.fix_missing_locations(tree))


def same(text: str, made: str, cells: tuple[int, ...]) -> bool:
    states = []
    for code in (text, made):
        names: dict[str, Any] = {}
        exec(code, names)
        s = [0] * 90
        s[50 : 50 + len(cells)] = cells
        states.append((names["b1"](s, 70, []), s))
    return states[0] == states[1]


OVERWRITTEN = """
def b1(s, f, w):
    s[60] = 0
    if s[50]:
        s[61] = 2
        return 3
    s[f + 2] = s[51]
    s[61] = 1
    if s[51]:
        s[62] = 5
        s[61] = 7
    else:
        s[62] = 6
        s[61] = 8
    s[60] = f
    return 4
"""


def test_what_is_set_again_before_it_is_read_is_not_set() -> None:
    tree = tree_of(OVERWRITTEN)
    tree.body = without_overwritten(tree.body, 70)
    made = unparsed(tree)
    assert made.count("s[61] = ") == 3 and made.count("s[60] = 0") == 1
    assert made.index("s[60] = 0") > made.index("if s[50]")  # only who leaves there sets it
    for cells in product((0, 1), (0, 1)):
        assert same(OVERWRITTEN, made, cells)


@pytest.mark.parametrize("between", ["s[63] = s[60]", "s[63] = s[s[51] + 60]", "other(s)", "return 4"])
def test_what_may_be_read_is_set(between: str) -> None:
    text = OVERWRITTEN.replace("    s[61] = 1\n", f"    {between}\n")
    tree = tree_of(text)
    tree.body = without_overwritten(tree.body, 70)
    assert unparsed(tree).index("s[60] = 0") < unparsed(tree).index("if s[50]")


READ = """
def b1(s, f, w):
    if s[50] < 3:
        s[51] = s[50] + s[f + 1]
        s[f + 2] = s[50]
        s[s[52] + 60] = s[f + 1]
        s[53] = s[50]
        s[50] = s[54]
        s[55] = s[54] + s[50]
    return s[50]
"""


def test_what_is_read_again_is_kept() -> None:
    rules = Simplify({}, {52: (0, 3)}, 70)
    made = unparsed(rules.function(tree_of(READ), answer={}))
    for slot, times in (("s[50]", 2), ("s[54]", 1), ("s[f + 1]", 1)):
        assert sum(type(x.ctx) is ast.Load and ast.unparse(x) == slot
                   for x in ast.walk(ast.parse(made)) if isinstance(x, ast.Subscript)) == times
    for cells in product((0, 3), (1,), (0, 2), (0,), (8,)):
        assert same(READ, made, cells)
    # without bounds, the place that is set may be any
    made = unparsed(Simplify({}, {}, 70).function(tree_of(READ.replace("s[s[52] + 60]", "s[s[52]]")), answer={}))
    assert "s[53] = s[50]" in made


def test_what_is_set_at_a_place_that_is_told_leaves_the_others() -> None:
    text = """
def b1(s, f, w):
    t = s[50] + 60
    u = s[t] + s[51]
    s[t] = u
    s[52] = s[50]
    s[t + 1] = s[50] + u
    return s[50]
"""
    for low, high, times in ((0, 5, 1), (-12, 5, 3)):
        rules = Simplify({}, {50: (low, high)}, 70)
        made = unparsed(rules.function(tree_of(text), answer={}))
        assert made.count("s[50]") == times
        for cell in range(low, high + 1):
            assert same(text, made, (cell, 7))


def test_chance_leaves_what_is_known() -> None:
    below = "def below(s, n):\n    a = s[5]\n    s[5] = a * 7 % 13\n    return a * n // 13\n"
    text = "def b1(s, f, w):\n    s[50] = 4\n    s[51] = below(s, 6)\n    s[52] = below(s, 5)\n    return s[50]\n"
    rules = Simplify({}, {}, 70)
    rules.learn(rules.function(tree_of(below)))
    made = unparsed(rules.function(tree_of(text)))
    assert "return 4" in made
    assert same(below + text, below + made, ())
    twice = text.replace("s[50] = 4", "x = s[5]").replace("return s[50]", "y = s[5]\n    return x * 100 + y")
    assert unparsed(rules.function(tree_of(twice))).count("s[5]") == 2
    rules = Simplify({}, {}, 70)
    rules.learn(rules.function(tree_of(below.replace("s[5]", "s[50]"))))
    assert "return 4" not in unparsed(rules.function(tree_of(text)))


DOUBTED = """
def b1(s, f, w):
    if s[50]:
        s[21] = s[51]
        if s[52]:
            return 5 if s[21] else 1
    elif s[51]:
        t = wrong(s)
        return 5 if s[21] else 2
    else:
        t = right(s)
        if s[52]:
            s[21] = 3
            return 5 if s[21] else 3
        return 5 if s[21] else 4
    return 5 if s[21] else 6
"""
OTHERS = "def wrong(s):\n    s[21] = s[52]\n    return 1\ndef right(s):\n    return 2\n"


def test_it_is_only_looked_whether_something_went_wrong_where_it_may_have() -> None:
    tree = tree_of(DOUBTED)
    tree.body, failed = without_doubt(tree.body, lambda name: name == "wrong")
    made = unparsed(tree)
    assert failed and made.count("5 if") == 4 and "return 4" in made
    for cells in product((0, 1), (0, 1), (0, 1)):
        assert same(OTHERS + DOUBTED, OTHERS + made, cells)
