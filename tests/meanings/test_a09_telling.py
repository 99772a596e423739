"""Addition 9, telling: `show EXPR to WHO` of a value tells that fact, which stands in WHO's log."""

from random import Random

from tests.meanings.table import EngineTable, Play, differs

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


@differs("engine", "imagined worlds know nothing of what was told")
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
