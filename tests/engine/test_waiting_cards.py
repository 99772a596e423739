"""Rules of cards that wait while cards move: their own card leaves and comes back, is shuffled away, or is no longer where the
event left it. Oracle, plain Python and machine code do the same with it."""

import pytest

from tests.engine.rules_maker import checked
from tests.engine.side_by_side import disagreement
from tests.engine.test_random_files import play_in_all_ways

HEAD = """game Small for 2 players
kind Card is card:
    rank: number
    variable mark: number = 0
cards Card for each number r in 1 to 4
zone deck: stack of Card
zone hand of each player: hand of Card
zone field of each player: row of Card
zone heap: pile of Card
zone out: row of Card
counter coins of each player: number = 0
counter trail: number = 0
counter base: number = 0
setup:
    move all Cards to deck
    shuffle deck
"""

RULES = {
    "a rule waits while its card leaves and comes back, or comes to another": """
trait quick of Card:
    while this is in field:
        when coins of player p rises:
            set trail to trail * 10 + rank of this
            start_player chooses number n in 1 to 3
            if n = 1: move all Cards in (field of everyone) to out
            if n = 2:
                move all Cards in (field of everyone) to out
                move all Cards in out to field of left of start_player
            if n = 3:
                for each Card c in field of everyone:
                    if c is not this: move c to out
                for each Card c in out: move c to field of owner
card "A" is Card, with quick: rank = 7
card "B" is Card, with quick: rank = 8
card "C" is Card, with quick: rank = 9
phase main:
    for each Card c in deck where rank of c > 6: move c to field of start_player
    start_player gains 1 coin
    set trail to trail * 100
    if field of start_player is empty: move all Cards in out to field of start_player
    start_player gains 1 coin
""",
    "a rule waits for its turn before an effect, while its card leaves and comes back": """
trait quick of Card:
    while this is in field:
        before player p does toil:
            set trail to trail * 10 + rank of this
            set mark of this to mark of this + 1
            start_player chooses number n in 1 to 3
            if n = 1: move all Cards in (field of everyone) to out
            if n = 2:
                move all Cards in (field of everyone) to out
                move all Cards in out to field of left of start_player
            if n = 3:
                for each Card c in field of everyone:
                    if c is not this: move c to out
                for each Card c in out: move c to field of owner
            set trail to trail * 10 + mark of this
card "A" is Card, with quick: rank = 7
card "B" is Card, with quick: rank = 8
card "C" is Card, with quick: rank = 9
phase main:
    for each Card c in deck where rank of c > 6: move c to field of start_player
    start_player does toil
    set trail to trail * 100
    if field of start_player is empty: move all Cards in out to field of start_player
    start_player does toil
effect toil: start_player gains 1 coin
""",
    "a rule waits while what its card lies among is shuffled": """
zone pool: pile of Card
trait quick of Card:
    while this is in pool:
        when coins of player p rises:
            set trail to trail * 10 + rank of this
            start_player chooses number n in 1 to 4
            if n = 1: shuffle pool
            if n = 2:
                draw 1 card from pool to out
            if n = 3:
                set mark of this to mark of this + 1
                shuffle pool
                set trail to trail * 10 + rank of this
            if n = 4:
                do bless(this)
                shuffle pool
        when pool is shuffled: set mark of this to mark of this + 1
card "A" is Card, with quick: rank = 6
card "B" is Card, with quick: rank = 7
card "C" is Card: rank = 8
card "D" is Card: rank = 9
effect bless(Card c):
    until coins of start_player changes:
        when pool is shuffled: set trail to trail * 10 + rank of c
phase main:
    for each Card c in deck where rank of c > 5: move c to pool
    shuffle pool
    start_player gains 1 coin
    set trail to trail + sum of mark of c for each Card c in pool
    start_player gains 1 coin
    set trail to trail + sum of mark of c for each Card c in pool
""",
    "an until block speaks of a card over a shuffle": """
zone pool: stack of Card
effect bless(Card c):
    until trail changes:
        might of c becomes it + 10
        when pool is shuffled: set trail to trail + 0
    until coins of start_player changes:
        when pool is shuffled: set mark of c to mark of c + 1
        when Card d leaves pool: set trail to trail + rank of c
value might of Card c: number = rank of c
phase main:
    move all Cards in deck to out
    start_player chooses Card c in out
    start_player does bless(c)
    move all Cards in out to pool
    shuffle pool
    draw 1 card got from pool to hand of start_player
    set trail to trail + 100 * might of (first Card x in got)
    shuffle pool
    move all Cards in pool to out
    for each Card d in out: set trail to trail * 2 + might of d + mark of d
    start_player gains 1 coin
    move all Cards in out to pool
    move all Cards in pool to out
""",
    "a card leaves and comes back while rules of the game answer, and between two events of one step": """
rule own, when coins of player p rises:
    start_player chooses number n in 1 to 3
    if n = 1:
        move all Cards in (field of everyone) to out
        move all Cards in out to field of start_player
    if n = 2: for each Card c in field of everyone: move c to field of left of owner of c
trait quick of Card:
    while this is in field:
        when coins of player p rises: set trail to trail * 10 + rank of this
card "A" is Card, with quick: rank = 7
card "B" is Card, with quick: rank = 8
phase main:
    for each Card c in deck where rank of c > 6: move c to field of start_player
    together:
        start_player gains 1 coin
        left of start_player gains 1 coin
    set trail to trail * 100
    start_player gains 1 coin
""",
    "a block ends and begins anew while its rule waits": """
effect watch:
    until base becomes 9:
        when coins of player p rises: set trail to trail * 10 + 2
effect disturb:
    until base becomes 8:
        when coins of player p rises:
            start_player chooses number n in 1 to 2
            if n = 1:
                set base to 9
                set base to 0
                do watch
phase main:
    do disturb
    do watch
    start_player gains 1 coin
    set trail to trail * 100
    start_player gains 1 coin
""",
    "a later event of one step asks for what an earlier one has moved": """
phase main:
    draw 4 cards from deck to out
    for each player p at once:
        p chooses Card c in out
        if c is in out: move c to field of p
    set trail to trail * 10
    together:
        for each player p: move all Cards in field of p to hand of p
    set trail to trail * 10
    for each player p: move all Cards in hand of p to field of left of p
rule e, when Card c enters field of player p:
    set trail to trail * 10 + rank of c
    for each Card d in field of everyone:
        set trail to trail + rank of d
    for each Card d in field of left of p: move d to out
    set trail to trail + highest of rank of d for each Card d in (field of everyone + out)
rule f, when Card c leaves field of player p:
    set trail to trail * 3 + number of Cards in field of everyone
    for each Card d in hand of p: set mark of d to mark of d + 1
    if rank of c > 2: move all Cards in hand of p to out
""",
}


@pytest.mark.parametrize("text", RULES.values(), ids=RULES.keys())
def test_they_agree(text: str) -> None:
    game, problems = checked(HEAD + text)
    assert game is not None, problems
    for seed in range(12):
        found = disagreement(game, 2, seed, steps=60, log=seed % 2 == 1)
        assert found is None, str(found)
    play_in_all_ways(game, 2, 1, 60)
