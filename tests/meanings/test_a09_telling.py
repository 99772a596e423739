"""Addition 9, telling: `show EXPR to WHO` of a value tells that fact, which stands in WHO's log."""

import re
from random import Random

from tests.meanings.table import EngineTable, Play

RULES = """
    kind Card is card:
        rank: 1 to 9
    card "Ace" is Card: rank = 1
    card "Two" is Card: rank = 2
    card "Six" is Card: rank = 6
    zone deck: stack of Card
    zone bag of each player: hand of Card
    setup:
        move all Cards to deck
        shuffle deck
        draw 1 card from deck to bag of left of start_player
    phase main:
        show (any Card c in bag of left of start_player where rank of c > 1) to WHO
        show number of Cards in deck to everyone
        start_player chooses number n in 1 to 2
"""


def test_who_is_told_has_it_in_his_log(engine: Play) -> None:
    text = RULES.replace("WHO", "start_player")
    table = engine(text).choose("Two")
    assert any("yes" in line for line in table.log("show", seat=0))
    assert not any("yes" in line for line in table.log(seat=1))


def test_the_others_learn_nothing(engine: Play) -> None:
    text = RULES.replace("WHO", "left of start_player")
    one, other = engine(text).choose("Ace"), engine(text).choose("Two")
    assert one.log(seat=0) == other.log(seat=0)
    assert one.match.information_state(0) == other.match.information_state(0)


def test_two_worlds_in_which_the_fact_differs_can_be_told_apart(engine: Play) -> None:
    text = RULES.replace("WHO", "start_player")
    one, other, third = (engine(text).choose(card) for card in ("Ace", "Two", "Six"))
    assert one.match.information_state(0) != other.match.information_state(0)
    assert third.match.information_state(0) == other.match.information_state(0)


def test_an_imagined_world_agrees_with_what_was_told(engine: Play) -> None:
    text = RULES.replace("WHO", "start_player")
    for seed in range(6):
        table = engine.sampled(text, seed=seed)
        small = table.zone("bag of p1") == ["Ace"]
        for number in range(8):
            world = EngineTable(table.match.sample_world(0, Random(number)))
            assert (world.zone("bag of p1") == ["Ace"]) is small
            assert world.log(seat=0) == table.log(seat=0)


def test_showing_changes_nothing(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 3
        phase main:
            show coins of start_player to left of start_player
            do say(coins of start_player)
    """)
    assert table.said == "3"


def test_who_was_not_told_imagines_freely(engine: Play) -> None:
    table = engine.sampled(RULES.replace("WHO", "left of start_player"))
    worlds = [EngineTable(table.match.sample_world(0, Random(number))) for number in range(40)]
    assert {world.zone("bag of p1")[0] for world in worlds} == {"Ace", "Two", "Six"}


def test_what_was_told_of_a_card_that_has_moved_on(engine: Play) -> None:
    """It was so then, of that card: where the card lies now, and what has come in its place, does not matter."""
    rules = """
        kind Card is card:
            rank: 1 to 9
        cards Card for each number n in 1 to 6: rank = n
        zone deck: stack of Card
        zone bag of each player: hand of Card
        zone away: pile of Card
        setup:
            move all Cards to deck
            shuffle deck
            draw 2 cards from deck to bag of left of start_player
        phase main:
            let threshold be 4
            show (number of Cards c in bag of left of start_player where rank of c >= threshold) to start_player
            show (list of small of c for each Card c in bag of left of start_player where rank of c < threshold) to start_player
            move all Cards in bag of left of start_player to away
            draw 1 card from deck to bag of left of start_player
            start_player chooses number n in 1 to 2
            do watch
            start_player chooses number m in 1 to 2
        value small of Card c: yes or no = rank of c < 4
        effect watch: show (any Card c in bag of left of start_player where rank of c = 6) to start_player
    """.replace("        cards Card for each number n in 1 to 6: rank = n\n", "".join(
        f'        card "{n}" is Card: rank = {n}\n' for n in range(1, 7)))
    for seed in range(4):
        for log in (True, False):
            table = engine.sampled(rules, seed=seed, log=log)
            for chosen in ("1", "2"):
                true = sorted(int(card) >= 4 for card in table.zone("away"))
                six = table.zone("bag of p1") == ["6"]
                found = set()
                for number in range(12):
                    world = EngineTable(table.match.sample_world(0, Random(number)))
                    again = EngineTable(world.match.sample_world(0, Random(number + 1)))
                    for one in (world, again):
                        assert sorted(int(card) >= 4 for card in one.zone("away")) == true
                        assert chosen == "1" or (one.zone("bag of p1") == ["6"]) is six
                    found.add(tuple(sorted(world.zone("away"))))
                assert len(found) > 1
                table.choose(chosen)


def test_what_was_told_of_dice(engine: Play) -> None:
    rules = """
        dice cups of each player: 2 of 1 to 6, shown to owner
        dice lone of each player: 1 of 1 to 6, shown to owner
        phase main:
            roll cups of everyone
            roll lone of everyone
            show (sum of face of d for each die d in (cups of left of start_player + lone of left of start_player))
                to start_player
            roll lone of everyone
            start_player chooses number n in 1 to 2
    """.replace("player))\n                to", "player)) to")
    for seed in range(4):
        table = engine.sampled(rules, seed=seed)
        worlds = [EngineTable(table.match.sample_world(0, Random(number))) for number in range(30)]
        sums = {sum(world.dice("cups of p1")) for world in worlds}
        (shown,) = table.log("show", seat=0)
        told = int(re.findall(r"\d+", shown)[0])
        assert all(1 <= told - one <= 6 for one in sums)  # the lone die has been rolled again since
        assert len({tuple(world.dice("cups of p1")) for world in worlds}) > 1
