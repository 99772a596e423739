"""In which order rules answer several things that one step has changed: never by seat number (meaning 1)."""

import pytest

import interpreter
from tests.engine.rules_maker import checked
from tests.engine.side_by_side import disagreement
from tests.engine.test_random_files import play_in_all_ways

HEAD = """game Small for 3 players
kind Card is card:
    rank: number
cards Card for each number r in 1 to 9
zone deck: stack of Card
zone field of each player: row of Card
counter base: 0 or more = 0
counter coins of each player: 0 or more = 0
counter stars of each player: 0 or more = 0
counter loads[1 to 2] of each player: 0 or more = 0
counter trail: number = 0
value worth of player p: number = coins of p + base
variable mover: player = start_player
setup:
    move all Cards to deck
"""

PLAY = """
phase main of mover, repeated until base = 3:
    set trail to 0
    set base to base + 1
    {}
    mover chooses:
        option "on": set mover to left of mover
        option "back": set mover to right of mover
"""

def game_of(act: str, rules: str) -> str:
    return HEAD + rules + PLAY.format(act)


ACTS = {
    # what changes, the rules, and what the trail is while p0 has the turn, then p1, then p2
    "a value of each player": (
        "set stars of mover to 0",
        "rule e, when worth of player p rises: set trail to trail * 10 + 1 + (1 if p is mover otherwise 2)",
        (233, 233, 233),
    ),
    "a counter of each player": (
        """together:
        for each player p counterclockwise from mover: p gains (1 if p is mover otherwise 2 if p is left of mover otherwise 3) coins
""",
        "rule e, when coins of player p rises by n: set trail to trail * 10 + n",
        (123, 123, 123),
    ),
    "a counter with an index": (
        """together:
        for each player p counterclockwise from mover:
            p gains (2 if p is mover otherwise 4) loads[2]
            p gains (1 if p is mover otherwise 3) loads[1]
""",
        """rule e, when loads[2] of player p rises by n: set trail to trail * 10 + n
rule f, when loads[1] of player p rises by n: set trail to trail * 10 + n
""",
        (123434, 123434, 123434),
    ),
    "what happens comes before what has changed by it": (
        """together:
        draw 1 card from deck to field of mover
        mover gains 1 coin
        draw 1 card from deck to field of mover
""",
        """rule e, when Card c enters field of player p: set trail to trail * 10 + 1
rule f, when coins of player p rises: set trail to trail * 10 + 2
""",
        (112, 112, 112),
    ),
    "changes in the order in which rules wait for them": (
        """together:
        for each player p counterclockwise from mover:
            p gains 1 coin
            p gains 1 star
""",
        """rule e, when stars of player p rises: set trail to trail * 10 + (1 if p is mover otherwise 2)
rule f, when coins of player p rises: set trail to trail * 10 + (3 if p is mover otherwise 4)
""",
        (122344, 122344, 122344),
    ),
}


@pytest.mark.parametrize("name", ACTS)
def test_whoever_has_the_turn_comes_first(name: str) -> None:
    act, rules, expected = ACTS[name]
    game, problems = checked(game_of(act, rules))
    assert game is not None, problems
    for seed in range(4):
        found = disagreement(game, 3, seed, steps=10, log=seed % 2 == 1)
        assert found is None, str(found)
    play_in_all_ways(game, 3, 1, 10)
    match = interpreter.start(game, 3, seed=1)
    trails = []
    while match.count:
        trails.append(match.dump()["stores"]["trail"])  # type: ignore[index]
        match.choose("on")
    assert [int(trail) for trail in trails] == list(expected)
