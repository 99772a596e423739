"""Meaning 16, cards lie in one place: order of zones, drawing, refills, loops."""


import pytest

from tests.meanings.table import Play

CARDS = """
    kind Card is card:
        rank: 1 to 9
    card "One" is Card: rank = 1
    card "Two" is Card: rank = 2
    card "Tri" is Card: rank = 3
    card "For" is Card: rank = 4
    zone deck: stack of Card
    zone line: row of Card
    zone heap: pile of Card
    zone bag of each player: hand of Card
"""


def test_every_card_lies_in_the_box_before_it_is_first_moved(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards c where rank of c > 2 to heap
        phase main: start_player chooses number n in 1 to 2
    """)
    assert table.zone("box") == ["One", "Two"]
    assert table.zone("heap") == ["For", "Tri"]


def test_a_selector_without_a_place_means_all_in_the_order_declared(play: Play) -> None:
    table = play(CARDS, """
        setup:
            move all Cards c where rank of c = 3 to line
            move all Cards c where rank of c = 1 to heap
        phase main:
            for each Card c: do say(rank of c)
    """)
    assert table.said == "1234"


def test_cards_come_onto_the_top_in_the_order_of_the_list_and_are_drawn_from_it(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to deck
        phase main:
            do say(rank of top of deck)
            do say(rank of bottom of deck)
            draw 2 cards from deck to line
            for each Card c in line: do say(rank of c)
            move all Cards in line to deck
            for each Card c in deck: do say(rank of c)
    """)
    assert table.said == "41" + "43" + "3421"


def test_bottom_is_said(play: Play) -> None:
    table = play(CARDS, """
        setup:
            move all Cards c where rank of c < 4 to deck
            move all Cards c where rank of c = 4 to bottom of deck
        phase main:
            draw 1 card from bottom of deck to line
            draw 1 card from bottom of deck to line
            for each Card c in line: do say(rank of c)
            for each Card c in deck: do say(rank of c)
    """)
    assert table.said == "41" + "32"


def test_several_put_under_a_stack(play: Play) -> None:
    """Each in turn goes under all the others: the last of the list is the bottom."""
    table = play(CARDS, """
        setup:
            move all Cards c where rank of c > 2 to deck
            move all Cards c where rank of c < 3 to bottom of deck
        phase main:
            for each Card c in deck: do say(rank of c)
    """)
    assert table.said == "4312"


def test_the_top_of_a_row_is_its_newest_card(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to line
        phase main:
            do say(rank of top of line)
            do say(rank of bottom of line)
            draw 1 card from line to heap
            for each Card c in line: do say(rank of c)
    """)
    assert table.said == "41" + "123"


def test_top_n_is_a_list_from_the_top(play: Play) -> None:
    table = play(CARDS, """
        setup:
            move all Cards to deck
        phase main:
            for each Card c in (top 2 of deck): do say(rank of c)
            for each Card c in (bottom 2 of deck): do say(rank of c)
            do say(number of Cards in (top 9 of deck))
    """)
    assert table.said[:2] == "43"
    assert sorted(table.said[2:4]) == ["1", "2"]
    assert table.said[4] == "4"


def test_x_of_everyone_is_all_players_x_together(play: Play) -> None:
    table = play(CARDS, """
        setup:
            move all Cards c where rank of c < 3 to bag of left of start_player
            move all Cards c where rank of c > 2 to bag of start_player
        phase main:
            do say(number of Cards in bag of everyone)
            do say(sum of rank of c for each Card c in bag of everyone where rank of c < 4)
            move all Cards in bag of everyone to heap
            do say(number of Cards in heap)
    """)
    assert table.said == "464"


# ---------------------------------------------------------------- loops


def test_players_clockwise_from_the_one_whose_turn_it_is(play: Play) -> None:
    table = play("""
        counter seat_number of each player: 0 to 9 = 0
        setup:
            set seat_number of start_player to 1
            set seat_number of left of start_player to 2
            set seat_number of right of start_player to 3
            for each player p: do say(seat_number of p)
        phase turn of left of start_player:
            for each player p: do say(seat_number of p)
            for each player p counterclockwise from start_player: do say(seat_number of p)
        phase evening:
            for each player p: do say(seat_number of p)
    """, players=3)
    assert table.said == "123" + "231" + "132" + "123"


def test_a_loop_goes_over_things_fixed_at_the_start(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to line
        phase main:
            for each Card c in line:
                do say(rank of c)
                move top of line to heap
                move first Card x in heap to line
    """)
    assert table.said == "1234"


def test_the_number_in_repeat_is_worked_out_once(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 2
        phase main:
            repeat coins times:
                set coins to coins + 3
                do say(coins)
    """)
    assert table.said == "58"


def test_until_is_tested_after_each_time(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 5
        phase main:
            repeat until coins > 3:
                do say(coins)
            repeat until coins > 7:
                set coins to coins + 1
                do say(coins)
    """)
    assert table.said == "5678"


def test_a_repeated_phase_is_played_once_at_least(play: Play) -> None:
    table = play("""
        phase main, repeated until said < 9: do say(1)
        phase after_it: do say(2)
    """)
    assert table.said == "12"


def test_ordered_by_asks_for_the_next_one_each_time(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to line
        phase main:
            for each Card c in line ordered by start_player: do say(rank of c)
    """)
    assert table.asks == "p0: One, Two, Tri, For"
    table.choose("Tri")
    assert (table.said, table.asks) == ("3", "p0: One, Two, For")
    table.choose("For", "One")
    assert table.over
    assert table.said == "3412"


# ---------------------------------------------------------------- refills

REFILL = CARDS + """
    setup:
        move all Cards c where rank of c < 3 to deck
        move all Cards c where rank of c > 2 to heap
"""


def test_a_draw_is_card_by_card_and_a_refill_is_tested_before_each(play: Play) -> None:
    table = play(REFILL, """
    refill deck from heap when empty
    phase main:
        draw 3 cards from deck to line
        for each Card c in line: do say(rank of c)
    """)
    assert table.said == "214"


def test_a_refill_inside_together(play: Play) -> None:
    table = play(REFILL, """
    refill deck from heap when empty
    phase main:
        together:
            draw 2 cards from deck to line
            do say(number of Cards in deck + 1)
            draw 1 card from deck to line
            do say(number of Cards in line)
    """)
    assert table.said == "13"


def test_a_refill_after_a_step_that_empties(play: Play) -> None:
    table = play(REFILL, """
    refill deck from heap when empty
    phase main:
        move all Cards in deck to line
        do say(number of Cards in deck)
        do say(number of Cards in heap + 1)
    """)
    assert table.said == "21"


def test_no_refill_in_the_setup(play: Play) -> None:
    table = play(CARDS, """
        refill deck from heap when empty
        setup:
            move all Cards to heap
            do say(number of Cards in deck + 1)
            draw 1 card from deck to line
            do say(number of Cards in line + 1)
        phase main: do say(number of Cards in deck)
    """)
    assert table.said == "114"


def test_a_refill_shuffles_if_it_says_so(play: Play) -> None:
    table = play(REFILL, """
    refill deck from heap when empty, shuffled
    phase main: draw 3 cards from deck to line
    """)
    assert table.who == "chance"
    assert sorted(table.options) == ["For", "Tri"]


def test_a_display_is_refilled_to_a_number(play: Play) -> None:
    table = play(CARDS, """
        zone display: row of Card
        refill display from deck to 2
        setup: move all Cards to deck
        phase main:
            do say(number of Cards in display)
            move first Card c in display to heap
            do say(number of Cards in display)
            move all Cards in display to heap
            do say(number of Cards in display)
    """)
    assert table.said == "221"
    assert table.zone("display") == ["One"]


def test_an_empty_deck_and_an_empty_discard(play: Play) -> None:
    table = play(REFILL, """
    refill deck from heap when empty, shuffled
    phase main:
        move all Cards in heap to line
        draw 5 cards from deck to line
        draw 1 card from deck to line
        do say(number of Cards in line)
    """)
    assert table.over
    assert table.said == "4"


def test_a_rule_sees_what_a_refill_moves(play: Play) -> None:
    table = play(CARDS, """
        zone display: row of Card
        refill display from deck to 2
        setup: move all Cards to deck
        phase main: move first Card c in display to heap
        rule arrival, when Card c enters display: do say(rank of c)
    """)
    assert table.said == "432"


def test_moves_of_a_list_raise_an_event_for_each_however_many(play: Play) -> None:
    table = play("""
        kind Coin is card
        card "Penny" is Coin, 90 copies
        zone purse: pile of Coin
        zone desk: pile of Coin
        counter seen: 0 or more = 0
        setup: move all Coins to purse
        phase main: move all Coins in purse to desk
        rule arrival, when Coin c enters desk: set seen to seen + 1
    """)
    assert table["seen"] == 90


def test_indexed_zones(play: Play) -> None:
    table = play(CARDS, """
        zone slot[1 to 3]: row of Card, at most 1
        zone pit[Colour] of each player: pile of Card
        enum Colour: red, blue
        setup: move all Cards to deck
        phase main:
            for each number n in 1 to 3: move top of deck to slot[n]
            for each number n in 1 to 3: do say(rank of first Card c in slot[n])
            move top of deck to pit[blue] of left of start_player
            do say(number of Cards in pit[blue] of left of start_player)
            do say(number of Cards in pit[red] of left of start_player + 5)
            do say(number of Cards in slot[4] + 7)
    """)
    assert table.said == "432157"
    assert table.zone("slot[2]") == ["Tri"]
    assert table.zone("pit[blue] of p1") == ["One"]


def test_things_alike_are_one_when_somebody_orders_them(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card, 2 copies
        card "Two" is Card
        zone heap: row of Card
        zone bag of each player: hand of Card
        setup:
            move all Cards to heap
        phase main:
            for each Card c in heap ordered by start_player: move c to bag of left of start_player
            for each Card c in bag of left of start_player ordered by start_player: move c to heap
            for each number n in [2, 3, 2] ordered by start_player: do say(n)
    """)
    assert table.asks == "p0: Ace, Two"
    table.choose("Ace", "Two")
    assert table.asks == "chance: Ace, Two"
    table.choose("Two")
    assert table.zone("heap") == ["Two", "Ace", "Ace"]
    assert table.asks == "p0: 2, 3"
    assert table.choose("2", "3").said == "232"


def test_a_refill_stops_where_there_is_no_room_and_tells_of_its_shuffle(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card, 3 copies
        zone deck: stack of Card, at most 2
        zone heap: row of Card
        zone shelf: row of Card, at most 1
        refill deck from heap when empty, shuffled
        refill shelf from deck to 3
        rule told, when deck is shuffled: do say(3)
        setup: move all Cards to heap
        phase main: do say(number of Cards in heap + 1)
    """)
    assert table.zone("shelf") == ["Ace"]
    assert table.said == "32"


def test_nobody_orders_the_things_of_a_phase(play: Play) -> None:
    table = play("""
        variable rival: player or none = none
        phase main, for each number n in 1 to 3 ordered by rival: do say(n)
    """)
    assert table.said == "123"


@pytest.mark.parametrize("time", ["before", "instead of"])
def test_a_shown_top_is_seen_before_a_rule_comes_between(play: Play, time: str) -> None:
    table = play(f"""
        kind Card is card: back = "card"
        card "One" is Card
        card "Two" is Card
        zone deck: stack of Card, top shown to everyone
        zone heap: pile of Card
        setup: move all Cards to heap
        phase main: move all Cards to deck
        rule slow, {time} Card c enters deck if deck is not empty:
            start_player chooses number n in 1 to 2
    """)
    assert (table.asks, table.zone("deck"), table.knows("deck")) == ("p0: 1, 2", ["One"], [[0, 1]])
