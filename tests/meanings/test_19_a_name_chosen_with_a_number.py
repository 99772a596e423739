"""Meaning 19, a name chosen with a number: one candidate in its `where`, the list of the chosen afterwards."""

from tests.meanings.table import Play

CARDS = """
    kind Card is card:
        rank: 1 to 9
    card "One" is Card: rank = 1
    card "Two" is Card: rank = 2
    card "Six" is Card: rank = 6
    zone bag of each player: hand of Card
    zone heap: pile of Card
    setup: move all Cards to bag of start_player
"""


def test_in_its_where_it_is_one_candidate(play: Play) -> None:
    table = play(CARDS, """
    phase main:
        start_player chooses up to 2 Cards spare in bag of start_player where rank of spare < 3
        move spare to heap
        do say(number of Cards in spare)
    """)
    assert table.asks == "p0: [], [One], [Two], [One, Two]"
    table.choose("[One, Two]")
    assert (table.zone("heap"), table.said) == (["One", "Two"], "2")


def test_afterwards_it_is_the_list_of_the_chosen(play: Play) -> None:
    table = play(CARDS, """
    phase main:
        start_player chooses at least 1 Card spare in bag of start_player
        do say(sum of rank of c for each Card c in spare)
        for each Card c in spare: do say(rank of c)
        if spare is not empty: do say(7)
    """)
    assert table.choose("[Two, Six]").said == "8267"


def test_none_chosen_is_the_empty_list(play: Play) -> None:
    table = play(CARDS, """
    phase main:
        start_player chooses any number of Cards spare in bag of start_player
        if spare is empty: do say(1)
        move spare to heap
        do say(2)
    """)
    assert table.choose("[]").said == "12"
    assert table.zone("heap") == []


def test_as_a_parameter_of_an_action(play: Play) -> None:
    table = play(CARDS, """
    phase main: open market
    window market asks start_player:
        action sell(up to 2 Cards some in bag of you where rank of some > 1):
            requires some is not empty
            move some to heap
            do say(number of Cards in some)
    """)
    assert table.asks == "p0: pass, sell([Two]), sell([Six]), sell([Two, Six])"
    assert table.choose("sell([Two, Six])").said == "2"


def test_as_a_target_of_an_effect(play: Play) -> None:
    table = play(CARDS, """
    phase main: start_player does sell
    effect sell(exactly 2 Cards some in bag of you):
        move some to heap
        do say(number of Cards in some)
    """)
    assert table.asks == "p0: [One, Two], [One, Six], [Two, Six]"
    table.choose("[One, Six]")
    assert (table.said, table.zone("heap")) == ("2", ["One", "Six"])


def test_without_a_number_it_is_one_thing(play: Play) -> None:
    table = play(CARDS, """
    phase main:
        start_player chooses Card spare in bag of start_player where rank of spare < 3
        do say(rank of spare)
    """)
    assert table.asks == "p0: One, Two"
    assert table.choose("Two").said == "2"


def test_an_amount_may_be_worked_out(play: Play) -> None:
    table = play(CARDS, """
    counter coins: 0 to 9 = 2
    phase main:
        start_player chooses exactly (coins) Cards some in bag of start_player
        do say(number of Cards in some)
    """)
    assert len(table.options) == 3
    assert table.choose("[One, Two]").said == "2"
