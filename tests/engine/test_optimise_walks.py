"""Optimised text: walks that change nothing keep no card apart, and a list is asked once how long it is."""

import ast
from collections.abc import Callable

import pytest

from interpreter.optimise.lengths import asked_once
from interpreter.optimise.walking import in_place

WALK = """
def b1(s, f, w):
    o = []
    t = s[f]
    while t < 9:
        c = t
        t = s[c + 20]
        if s[c] != 3:
            o.append(c)
    return o
"""
WALKED = """
def b1(s, f, w):
    o = []
    t = s[f]
    while t < 9:
        if s[t] != 3:
            o.append(t)
        t = s[t + 20]
    return o
"""
ASKED = """
def b1(s, f, w):
    o = [0, 4]
    if s[1]:
        o.append(7)
    if o:
        s[3] = len(o) // 2
        if len(o) > 2:
            return o
        s[5] = o[0]
    return 3
"""
ASKED_ONCE = """
def b1(s, f, w):
    o = [0, 4]
    if s[1]:
        o.append(7)
    if o:
        o_long = len(o)
        s[3] = o_long // 2
        if o_long > 2:
            return o
        s[5] = o[0]
    return 3
"""


def rewritten(by: Callable[[ast.FunctionDef], None], text: str) -> str:
    tree = ast.parse(text).body[0]
    assert isinstance(tree, ast.FunctionDef)
    by(tree)
    return ast.unparse(ast.fix_missing_locations(tree))


def plain(text: str) -> str:
    return ast.unparse(ast.parse(text))


def test_a_walk_reads_each_card_where_it_stands() -> None:
    assert rewritten(in_place, WALK) == plain(WALKED)


def test_a_walk_inside_another_one_too() -> None:
    inner = ("u = s[c + 40]", "while u < 9:", "    d = u", "    u = s[d + 60]", "    o.append(c + d)")
    text = WALK.replace("o.append(c)", ("\n" + 12 * " ").join(inner))
    made = rewritten(in_place, text)
    assert "c = " not in made and "d = " not in made
    assert "o.append(t + u)\n                u = s[u + 60]\n        t = s[t + 20]" in made


@pytest.mark.parametrize(("old", "new"), [
    ("o.append(c)", "s[c] = 5"),  # what is set may be where the walk goes on
    ("o.append(c)", "move(s, c)"),
    ("o.append(c)", "t = s[c + 30]"),
    ("o.append(c)", "c = 4"),
    ("o.append(c)", "o.append(t)"),  # of the one that comes next
    ("o.append(c)", "break"),
    ("o.append(c)", "return c"),
    ("return o", "return c"),  # the last one is asked for afterwards
])
def test_another_walk_stays(old: str, new: str) -> None:
    text = WALK.replace(old, new)
    assert rewritten(in_place, text) == plain(text)


def test_a_list_is_asked_once() -> None:
    assert rewritten(asked_once, ASKED) == plain(ASKED_ONCE)


@pytest.mark.parametrize(("old", "new"), [
    ("        if len(o) > 2:", "        o.append(8)\n        if len(o) > 2:"),
    ("        if len(o) > 2:", "        o += (8,)\n        if len(o) > 2:"),
    ("        if len(o) > 2:", "        o = []\n        if len(o) > 2:"),
    ("        if len(o) > 2:", "        longer(o)\n        if len(o) > 2:"),
    ("        if len(o) > 2:", "        del o[1:]\n        if len(o) > 2:"),
    ("len(o) // 2", "6"),  # only once
    ("    if o:", "    if s[4]:"),  # it may be another list
])
def test_another_list_is_asked_again(old: str, new: str) -> None:
    text = ASKED.replace(old, new)
    assert rewritten(asked_once, text) == plain(text)
