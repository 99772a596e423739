"""Optimised text: what is known of an answer, as it is one of the options on offer."""

import ast

import pytest

from interpreter import slots as k
from interpreter.optimise.answers import asked_in, bounds
from interpreter.optimise.cards import Cards
from interpreter.optimise.simplify import Simplify

ASKING = """
def b1(s, f, w):
    o = w[0]
    n = 0
    if s[50] == 1:
        o[n * 2] = 4
        o[n * 2 + 1] = 5
        n += 1
    for t in range(0, 20):
        if s[t + 60]:
            o[n * 2] = 6
            o[n * 2 + 1] = t - 3
            n += 1
    if n > 0:
        s[3] = n
        s[4] = 7
        if n > 1:
            s[f] = 2
            return -1
        s[27] = o[0]
        s[28] = o[1]
        return 2
    return 3
def b2(s, f, w):
    s[51] = s[27]
    return 3
def b3(s, f, w):
    keep(s, f)
    return -4
def keep(s, f):
    s[f + 7] = 2
    return 0
"""


def found(text: str, rows: frozenset[str] = frozenset()) -> dict[int, dict[str | int, tuple[int, int]]]:
    rules = Simplify({}, {52: (-1, 7), 53: (0, 9), 80: (0, 9)}, 100, Cards(first=80), wide=2)
    trees = [rules.function(x) for x in ast.parse(text).body if isinstance(x, ast.FunctionDef)]
    blocks = {int(x.name[1:]): x for x in trees if x.name[0] == "b"}
    assert set().union(*map(asked_in, blocks.values())) == {2}
    return bounds(blocks, [x for x in trees if x.name[0] != "b"], rules.put, rules.left, rows, 2)


def test_an_answer_lies_between_the_bounds_of_the_options() -> None:
    assert found(ASKING) == {2: {k.ANS: (4, 6), k.ANS + 1: (-3, 16)}}


@pytest.mark.parametrize(("old", "new"), [
    ("return 3\ndef b2", "return 2\ndef b2"),  # there without an answer
    ("s[27] = o[0]", "s[27] = 1"),
    ("keep(s, f)", "s[f] = 2"),
    ("keep(s, f)", "s[f] = 2 if s[9] else 5"),
    ("s[f + 7] = 2", "s[f] = 2"),
    ("n = 0", "n = s[3]"),  # some were put there before
    ("= 6", "= s[9]"),
])
def test_what_else_leads_to_the_block_tells_nothing(old: str, new: str) -> None:
    assert found(ASKING.replace(old, new, 1)).get(2, {}).get(k.ANS) is None


def test_options_that_others_write_tell_nothing() -> None:
    assert found(ASKING.replace("s[3] = n", "keep(s, f)"), frozenset({"keep"})) == {2: {}}


KEEPING = ASKING.replace("    n = 0\n", "    n = 0\n    if s[52] < 2 or s[53] != 4 or s[80] != 1:\n        return 3\n", 1)


def test_what_is_known_at_a_question_is_known_at_its_answer() -> None:
    assert found(KEEPING) == {2: {k.ANS: (4, 6), k.ANS + 1: (-3, 16), 52: (2, 7), 53: (4, 4)}}  # of cards nothing is kept


@pytest.mark.parametrize(("old", "new"), [
    ("    if n > 0", "    s[52] = s[9]\n    if n > 0"),
    ("    if n > 0", "    s[s[9]] = 1\n    if n > 0"),
    ("    if n > 0", "    keep(s, f)\n    if n > 0"),
    ("        s[27] = o[0]", "        s[52] = s[52] - 3\n        s[27] = o[0]"),
])
def test_what_may_have_changed_is_not_known(old: str, new: str) -> None:
    assert found(KEEPING.replace(old, new, 1)).get(2, {}).get(52) != (2, 7)
