"""Optimised text that walks through cards: the same, in fewer steps."""

import ast
from random import Random
from typing import Any

import pytest
from attrs import evolve

import rulelang
from interpreter.fixed import cards_of
from interpreter.optimise import past
from interpreter.optimise.cards import Cards
from interpreter.optimise.simplify import Simplify
from interpreter.program import program

# 4 cards, zones 0 to 3: which comes next from slot 100 on, which came before from 108 on, who is mixed from 120 on, where
# they lie from 124 on, faces from 130 on. Zones 1 and 2 are of one declaration; in zone 3 cards are mixed.
CARDS = Cards(4, 4, 100, 108, 120, 124, unmixed=frozenset({0, 1, 2}), doubtful=frozenset({0}),
              arrays={100: (100, 107), 108: (108, 115), 120: (120, 123), 124: (124, 127), 130: (130, 133)},
              ranges=((104, 107), (112, 115)), drawn=((120, 123), (130, 133)))
FIXED = {**dict.fromkeys(range(100, 116), (0, 7)), **dict.fromkeys(range(120, 124), (0, 1)),
         **dict.fromkeys(range(130, 138), (0, 3))}
FACES = (7, 8, 8, 9)


def simplified(text: str, cards: Cards = CARDS) -> str:
    """The last function of a text, with those before copied in."""
    rules = Simplify({"P": FACES}, FIXED, 200, cards)
    tree = None
    for tree in ast.parse(text).body:
        assert isinstance(tree, ast.FunctionDef)
        tree = rules.function(tree)
        rules.learn(tree)
    assert tree is not None
    return ast.unparse(ast.fix_missing_locations(tree))


def state(seed: int) -> list[int]:
    """Cards somewhere, in some order, some of them mixed where they may be."""
    rng = Random(seed)
    s = [rng.randrange(9) for _ in range(200)]
    order = rng.sample(range(4), 4)
    lies = {c: rng.randrange(4) for c in range(4)}
    for z in range(4):
        chain = [4 + z, *(c for c in order if lies[c] == z), 4 + z]
        for a, b in zip(chain, chain[1:], strict=False):
            s[100 + a], s[108 + b] = b, a
    for c in range(4):
        s[124 + c] = lies[c]
        s[120 + c] = int(lies[c] == 3 and rng.random() < 0.6)
    s[130:138] = [*rng.sample(range(4), 4), *range(4)]  # behind the faces stand numbers like these
    return s


def assert_the_same(text: str, made: str) -> None:
    for seed in range(40):
        answers = []
        for code in (text, made):
            names: dict[str, Any] = {"P": FACES, "settle_past": lambda s, w, c: s.__setitem__(120 + c, 0)}
            exec(code, names)
            s = state(seed)
            answers.append((names["main"](s, []), s))
        assert answers[0] == answers[1], seed


WALK = """
def main(s, w):
    n = 0
    t = s[HERE]
    while t < 4:
        c = t
        t = s[c + 100]
        if s[c + 120]:
            settle_past(s, w, c)
        top = s[115]
        if top >= 4:
            top = -1
        wanted = P[s[top + 130]] if top >= 0 else -5
        if P[s[c + 130]] == 7 or P[s[c + 130]] == wanted:
            n += 1
    return n
"""


def test_where_nothing_is_mixed_nothing_is_settled_and_what_stays_the_same_is_asked_once() -> None:
    text = WALK.replace("HERE", "105")
    made = simplified(text)
    before, _, inside = made.partition("while")
    assert "settle" not in made and "s[115]" in before and "wanted" in before.split()
    assert inside.count("130]") == 1 and " else " not in inside
    assert_the_same(text, made)


def test_where_one_card_lies_at_most_nothing_is_walked() -> None:
    text = """
def main(s, w):
    n = 0
    first = 1
    t = s[s[1] + 105]
    while t < 4:
        c = t
        t = s[c + 100]
        x = P[s[c + 130]]
        if first or x > n:
            n = x
            first = 0
    return n
"""
    assert "while" in simplified(text)
    made = simplified(text, evolve(CARDS, single=frozenset({1, 2})))
    assert "while" not in made and "if first" not in made
    at = next(seed for seed in range(40) if state(seed)[108 + 5] < 4)  # somebody lies there
    seen = []
    for code in (text, made):
        names: dict[str, Any] = {"P": FACES}
        exec(code, names)
        s = state(at)
        s[1] = 0
        s[100 + s[105]] = 5  # and nobody else
        seen.append(names["main"](s, []))
    assert seen[0] == seen[1] > 0


def test_a_slot_stays_known_while_others_are_set() -> None:
    text = """
def main(s, w):
    a = s[50] % 4
    x = s[a + 130]
    b = s[104]
    s[a + 120] = 1
    s[a + 108] = s[b + 130]
    s[3] = s[104]
    s[4] = s[a + 130] + x
    s[s[51] % 4 + 130] = 2
    s[5] = s[a + 130]
    s[a + 100] = 3
    s[6] = s[104]
    return s[50]
"""
    made = simplified(text)
    assert "s[3] = b" in made and "s[4] = x + x" in made and "s[5] = s[a + 130]" in made and "s[6] = s[104]" in made
    assert_the_same(text, made)


@pytest.mark.parametrize("here", ["107", "s[1] % 2 + 104"])
def test_where_cards_are_mixed_they_are_settled(here: str) -> None:
    text = WALK.replace("HERE", here)
    assert "settle" in simplified(text)
    assert_the_same(text, simplified(text))


def test_a_part_that_stays_the_same_is_worked_out_before_the_loop() -> None:
    text = """
def main(s, w):
    n = 0
    for i in range(20):
        if s[i] == (P[s[s[115] + 130]] if s[115] < 4 else -9):
            n += i
    return n
"""
    made = simplified(text)
    assert made.partition("for")[2].count("P[") == 0
    assert_the_same(text, made)


def test_what_may_not_be_asked_at_any_time_stays_in_the_loop() -> None:
    text = """
def main(s, w):
    n = 0
    for i in range(20):
        if s[i] == 3:
            x = P[s[41]] + P[s[42]] + P[s[43]]
            n += x
    return n
"""
    made = simplified(text)
    assert "P[" in made.partition("for")[2]
    made = simplified(text.replace("s[4", "s[13"))
    assert "P[" in made.partition("for")[0]
    assert_the_same(text.replace("s[4", "s[13"), made)


def test_which_zones_a_number_in_an_address_may_name() -> None:
    p = program(rulelang.load("crazy_eights"), 2)
    cards = cards_of(p)
    at = {key: place.base for key, place in p.lay.zones.items()}
    assert at["deck"] not in cards.unmixed and {at["hand"], at["hand"] + 1, at["discards"]} <= cards.unmixed
    assert not cards.single and cards.doubtful == {0}
    assert cards_of(program(rulelang.load("goofspiel"), 2)).single


MOVE = """
def main(s, w):
    t = s[FROM]
    x = t if t < 4 else -1
    if x >= 0:
        if s[x + 120]:
            settle_past(s, w, x)
    if x >= 0:
        z = s[x + 124]
        p = s[x + 108]
        n = s[x + 100]
        s[p + 100] = n
        s[n + 108] = p
        e = s[112]
        s[e + 100] = x
        s[x + 108] = e
        s[x + 100] = 4
        s[112] = x
        s[x + 124] = 0
        return z
    return -1
"""


@pytest.mark.parametrize(("place", "known"), [(106, "s[106] = n"), (114, "s[p + 100] = 6"), (107, "return 3"), (115, "return 3")])
def test_the_first_and_the_last_card_of_a_zone_have_it_on_one_side(place: int, known: str) -> None:
    text = MOVE.replace("FROM", str(place))
    made = simplified(text)
    assert known in made and "s[x +" not in made and ("settle" in made) == (place in (107, 115))
    assert_the_same(text, made)


def test_cards_may_go_while_a_zone_for_one_is_looked_through() -> None:
    text = """
def main(s, w):
    n = 0
    t = s[105]
    while t < 4:
        c = t
        t = s[c + 100]
        p = s[c + 108]
        q = s[c + 100]
        s[p + 100] = q
        s[q + 108] = p
        s[s[112] + 100] = c
        s[c + 108] = s[112]
        s[c + 100] = 4
        s[112] = c
        n += 1 + c
    return n
"""
    made = simplified(text, evolve(CARDS, single=frozenset({1})))
    assert "while" not in made and "s[105] = 5" in made and "s[113] = 5" in made
    assert "while" in simplified(text)
    seen = []
    for code in (text, made):
        names: dict[str, Any] = {}
        exec(code, names)
        s = state(next(seed for seed in range(40) if state(seed)[105] < 4))
        s[100 + s[105]] = 5
        s[113] = s[105]
        seen.append((names["main"](s, []), s))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("body", "made"), [
    ("if s[c] == 0:\n        return 0\n    s[c] = 1\n    return 2", "def settle_past(s, c):\n    s[c] = 1\n    return 2"),
    ("if s[c] == 0:\n        s[c] = 1\n    return 2", "settle_past = settle")])
def test_behind_a_guard_it_is_not_asked_again(body: str, made: str) -> None:
    tree = ast.parse(f"def settle(s, c):\n    {body}").body[0]
    assert isinstance(tree, ast.FunctionDef)
    assert ast.unparse(ast.fix_missing_locations(ast.Module([past("settle", tree)], []))) == made
    assert ast.unparse(ast.fix_missing_locations(ast.Module([past("settle", None)], []))) == "settle_past = settle"


SETTLED_IF = """
def main(s, w):
    top = s[115]
    c = top if top < 4 else -1
    if c >= 0 and s[top + 120]:
        settle_past(s, w, top)
    BETWEEN
    n = s[50]
    if TEST:
        if s[top + 120]:
            settle_past(s, w, top)
        n += s[top + 130]
    return n
"""


@pytest.mark.parametrize(("between", "test", "times"), [
    ("s[51] = 3", "c >= 0", 1), ("s[51] = 3", "top < 4", 1), ("s[51] = 3", "s[50] > 3 and top < 4", 1),
    ("s[s[50] % 4 + 120] = 1", "c >= 0", 2), ("s[51] = 3", "s[50] > 3", 2)])
def test_a_card_is_settled_once_wherever_the_same_holds(between: str, test: str, times: int) -> None:
    text = SETTLED_IF.replace("BETWEEN", between).replace("TEST", test)
    made = simplified(text)
    assert made.count("settle_past") == times
    assert_the_same(text, made)
