"""Addition 2, places: in a row, a stack and a zone for one card, each place is an option, and knowledge goes with it."""

import pytest

from tests.meanings.table import Play

CARDS = """
    kind Card is card:
        rank: 1 to 9
    card "Ace" is Card, 2 copies: rank = 1
    card "Two" is Card: rank = 2
    zone bag of each player: hand of Card
    zone heap: pile of Card
"""


@pytest.mark.parametrize(
    ("order", "asks"),
    [
        ("pile of Card", "p0: ?card"),
        ("hand of Card", "p0: ?card"),
        ("row of Card, faces shown to nobody", "p0: ?card, ?card #2, ?card #3"),
        ("stack of Card", "p0: ?card, ?card #2, ?card #3"),
    ],
)
def test_equal_backs_are_alike_only_without_order(play: Play, order: str, asks: str) -> None:
    table = play(CARDS, f"""
    zone spread: {order}
    setup: move all Cards to spread
    phase main:
        start_player chooses Card c in spread
        start_player chooses number n in 1 to 2
        move c to bag of start_player
    """)
    if asks == "p0: ?card":
        assert table.who == "chance"  # one option took itself; which card it is, is chance's
    else:
        assert table.asks == asks


def test_the_place_chosen_is_the_card_moved(play: Play) -> None:
    table = play(CARDS, """
    zone spread: row of Card, faces shown to nobody
    setup: move all Cards to spread
    phase main:
        start_player chooses Card c in spread
        move c to bag of start_player
    """)
    assert table.choose("?card #3").zone("bag of p0") == ["Two"]


def test_what_one_knows_goes_with_the_place(play: Play) -> None:
    table = play(CARDS, """
    zone spread: row of Card, faces shown to nobody
    setup: move all Cards to spread
    phase main:
        show top of spread to start_player
        start_player chooses Card c in spread
        left of start_player chooses Card d in spread
    """)
    assert table.asks == "p0: ?card, ?card #2, Two"
    table.choose("Two")
    assert table.asks == "p1: ?card, ?card #2, ?card #3"
    assert table.knows("spread") == [[], [], [0]]


def test_an_ordered_choice_makes_nobody_forget(play: Play) -> None:
    table = play(CARDS, """
    zone spread: row of Card, faces shown to nobody
    setup: move all Cards to spread
    phase main:
        show all Cards in spread to left of start_player
        start_player chooses Card c in spread
        move c to heap
        start_player chooses number n in 1 to 2
    """)
    table.choose("?card #2")
    assert table.knows("spread") == [[1], [1]]
    assert table.knows("heap") == [[1]]


def test_alike_faces_lying_open_in_a_row_are_one(play: Play) -> None:
    table = play(CARDS, """
    zone spread: row of Card
    setup: move all Cards to spread
    phase main: start_player chooses Card c in spread
    """)
    assert table.asks == "p0: Ace, Two"


def test_alike_faces_that_one_remembers_stay_places(play: Play) -> None:
    """To the others they are places: which of the two is taken matters to them."""
    table = play(CARDS, """
    zone spread: row of Card, faces shown to nobody
    setup: move all Cards to spread
    phase main:
        show all Cards in spread to start_player
        start_player chooses Card c in spread
    """)
    assert table.asks == "p0: Ace, Ace #2, Two"


def test_zones_for_one_card_are_places(play: Play) -> None:
    table = play(CARDS, """
    zone cup[1 to 3]: pile of Card, at most 1
    setup:
        for each number n in 1 to 3: move first Card c where c is not in (cup[1] + cup[2]) to cup[n]
    phase main:
        start_player chooses Card c in (cup[1] + cup[2])
        start_player chooses number n in 1 to 2
    """)
    assert table.asks == "p0: ?card, ?card #2"


def test_a_hand_seen_by_others_only(play: Play) -> None:
    table = play(CARDS, """
    zone fan of each player: row of Card, faces shown to others
    setup: move all Cards to fan of start_player
    phase main:
        start_player chooses Card c in fan of start_player
        left of start_player chooses Card d in fan of start_player
    """)
    assert table.asks == "p0: ?card, ?card #2, ?card #3"
    table.choose("?card")
    assert table.asks == "p1: Ace, Two"
    assert table.knows("fan of p0") == [[1], [1], [1]]
