"""Addition 10, refill when needed: before a draw that finds the zone empty, and not after steps; each from their own."""

from tests.meanings.table import Play

CARDS = """
    kind Card is card:
        rank: 1 to 9
    card "One" is Card: rank = 1
    card "Two" is Card: rank = 2
    card "Tri" is Card: rank = 3
    card "For" is Card: rank = 4
    zone deck of each player: stack of Card
    zone discard of each player: pile of Card
    zone line: row of Card
    refill deck of each player from discard when needed
    setup:
        move all Cards c where rank of c = 1 to deck of start_player
        move all Cards c where rank of c = 2 to discard of start_player
        move all Cards c where rank of c > 2 to discard of left of start_player
"""


def test_not_after_steps(play: Play) -> None:
    table = play(CARDS, """
    phase main:
        draw 1 card from deck of start_player to line
        do say(number of Cards in deck of start_player + 1)
        do say(number of Cards in discard of start_player + 1)
    """)
    assert table.said == "12"


def test_before_a_draw_that_finds_it_empty_each_from_their_own(play: Play) -> None:
    table = play(CARDS, """
    phase main:
        draw 2 cards from deck of start_player to line
        do say(number of Cards in discard of left of start_player)
        draw 1 card from deck of left of start_player to line
        for each Card c in line: do say(rank of c)
    """)
    assert table.said[:3] == "212"
    assert table.said[3] in "34"
    assert len(table.zone("deck of p1")) == 1


def test_a_draw_from_two_empty_zones_takes_what_there_is(play: Play) -> None:
    table = play(CARDS, """
    phase main:
        draw 5 cards from deck of start_player to line
        do say(number of Cards in line)
    """)
    assert table.said == "2"


def test_shuffled_when_it_says_so(play: Play) -> None:
    table = play(CARDS.replace("when needed", "when needed, shuffled"), """
    phase main: draw 1 card from deck of left of start_player to line
    """)
    assert sorted(table.options) == ["For", "Tri"]


def test_in_a_whole_a_draw_counts_on_it(play: Play) -> None:
    table = play(CARDS, """
    phase main:
        if start_player can do two: do say(1)
        if start_player can do three: do say(2)
    effect two, all or nothing: draw 2 cards from deck of you to line
    effect three, all or nothing: draw 3 cards from deck of you to line
    """)
    assert table.said == "1"


def test_not_in_the_setup(play: Play) -> None:
    table = play(CARDS, """
        draw 2 cards from deck of start_player to line
    phase main: do say(number of Cards in line)
    """)
    assert table.said == "1"
