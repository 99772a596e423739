"""A question to which there is nothing but to pass is left out where everybody knows that, and only there: it tells nobody
what not all can see."""

import pytest

import interpreter
from tests.engine.rules_maker import checked
from tests.engine.side_by_side import disagreement
from tests.engine.test_random_files import play_in_all_ways

HEAD = """game Small for 2 players
kind Fish is card:
    rank: number
    effect play(player p where {where}): p gains 1 coin
card "Carp" is Fish: rank = 3
card "Pike" is Fish: rank = 5
zone hand of each player: hand of Fish
zone chest: pile of Fish, faces shown to nobody
zone pond: row of Fish
zone heap: stack of Fish
counter coins of each player: 0 or more = 1
setup:
    {setup}
phase main:
"""

CASES = {
    # name: (where, setup, rules, whether it is put)
    "which card it is, if any, not all can see: it may be somebody's": (
        "owner is p", "move all Fish to hand of start_player",
        "    start_player may do play of (first Fish f in chest where rank of f = 3)\n", True),
    "the same of what it must not be": (
        "owner is not p", "move all Fish to hand of start_player",
        "    start_player may do play of (first Fish f in chest where rank of f = 3)\n", True),
    "where all see that there is none": (
        "owner is p", "move all Fish to hand of start_player",
        "    start_player may do play of (first Fish f in pond where rank of f = 3)\n", False),
    "a name that all can read": (
        "yes", "move all Fish to pond",
        '    open stall\nwindow stall asks start_player:\n    action buy:\n'
        '        requires name of first Fish f in pond is "Saw"\n        you gain 1 coin\n', False),
    "a name that not all can read": (
        "yes", "move all Fish to hand of start_player",
        '    open stall\nwindow stall asks start_player:\n    action buy:\n'
        '        requires name of first Fish f in hand of start_player is "Saw"\n        you gain 1 coin\n', True),
    "a shuffled card that nobody has seen, where all see that it cannot be paid for": (
        "yes", "move all Fish to heap\n    shuffle heap",
        "    open stall\nwindow stall asks start_player:\n    action buy(Fish f in top 2 of heap where rank of f = 3):\n"
        "        you pay 2 coins\n", False),
    "and where it can, but it is not there": (
        "yes", "move all Fish to heap\n    shuffle heap",
        "    open stall\nwindow stall asks start_player:\n    action buy(Fish f in top 2 of heap where rank of f = 9):\n"
        "        you pay 1 coin\n", True),
}


@pytest.mark.parametrize(("where", "setup", "rules", "put"), CASES.values(), ids=CASES.keys())
def test_it_is_put_unless_everybody_knows(where: str, setup: str, rules: str, put: bool) -> None:
    game, problems = checked(HEAD.format(where=where, setup=setup) + rules)
    assert game is not None, problems
    match = interpreter.start(game, 2, seed=1)
    assert match.count == (1 if put else 0)
    found = disagreement(game, 2, 1, steps=20, log=False)
    assert found is None, str(found)
    play_in_all_ways(game, 2, 1, 20)
