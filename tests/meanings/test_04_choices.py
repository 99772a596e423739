"""Meaning 4, choices: their order, what looks alike, one option, no option, and backs."""

from tests.meanings.table import Play

CARDS = """
    kind Card is card:
        counter wear: 0 to 9 = 0
    card "Ace" is Card, 2 copies
    card "Two" is Card
    card "Ten" is Card
    zone deck: stack of Card
    zone bag of each player: hand of Card
    zone heap: pile of Card
    zone shelf: row of Card
"""


def test_numbers_enums_and_players_come_in_their_order(play: Play) -> None:
    table = play("""
        enum Colour: red, blue, green
        phase main:
            start_player chooses number n in 2 to 4
            start_player chooses Colour c
            start_player chooses player p
            left of start_player chooses player q
    """, players=3)
    assert table.asks == "p0: 2, 3, 4"
    assert table.choose("3").asks == "p0: red, blue, green"
    assert table.choose("blue").asks == "p0: p0, p1, p2"
    assert table.choose("p1").asks == "p1: p0, p1, p2"


def test_named_options_come_in_the_order_declared(play: Play) -> None:
    table = play("""
        phase main:
            start_player chooses:
                option "zebra": do say(1)
                option "apple": do say(2)
                option "never" if said > 0: do say(4)
                option "number" with number n in 1 to 2: do say(n + 5)
    """)
    assert table.asks == "p0: zebra, apple, number: 1, number: 2"
    assert table.choose("number: 2").said == "7"


def test_copies_of_a_card_in_one_place_are_one_option(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to bag of start_player
        phase main:
            start_player chooses Card c in bag of start_player
            move c to heap
    """)
    assert table.asks == "p0: Ace, Two, Ten"
    assert table.choose("Ace").zone("bag of p0") == ["Ace", "Ten", "Two"]


def test_copies_in_two_places_are_two_options(play: Play) -> None:
    table = play(CARDS, """
        setup:
            move all Cards to heap
            move first Card c in heap to bag of start_player
            move first Card c in heap to shelf
        phase main:
            start_player chooses Card c in (bag of start_player + shelf)
            move c to heap
    """)
    assert table.asks == "p0: Ace, Ace #2"
    table.choose("Ace #2")
    assert (table.zone("bag of p0"), table.zone("shelf")) == (["Ace"], [])


def test_copies_that_differ_in_their_counters_are_two_options(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to bag of start_player
        phase main:
            let worn be first Card c in bag of start_player
            worn gains 2 wear
            start_player chooses Card c in bag of start_player
            do say(wear of c + 1)
    """)
    assert table.asks == "p0: Ace, Ace #2, Two, Ten"
    assert table.choose("Ace #2").said == "1"


def test_dice_with_one_face_are_one_option(play: Play) -> None:
    table = play("""
        dice bones: 3 of 1 to 6
        dice knuckles: 1 of 1 to 6
        phase main:
            roll bones
            roll knuckles
            start_player chooses die d in (bones + knuckles)
    """)
    table.choose("4", "2", "4", "4")
    assert table.asks == "p0: 4, 2, 4 #2"


def test_lists_of_alike_cards_are_one_option(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to bag of start_player
        phase main:
            start_player chooses exactly 2 Cards some in bag of start_player
            move some to heap
    """)
    assert table.asks == "p0: [Ace, Ace], [Ace, Two], [Ace, Ten], [Two, Ten]"
    assert table.choose("[Ace, Ace]").zone("bag of p0") == ["Ten", "Two"]


def test_a_choice_with_an_amount_offers_lists_by_size(play: Play) -> None:
    table = play("""
        phase main:
            start_player chooses up to 2 numbers some in 1 to 3
            start_player chooses at least 2 numbers more_of_them in 1 to 3
            start_player chooses any number of numbers any_of_them in 1 to 2
    """)
    assert table.asks == "p0: [], [1], [2], [3], [1, 2], [1, 3], [2, 3]"
    assert table.choose("[1, 3]").asks == "p0: [1, 2], [1, 3], [2, 3], [1, 2, 3]"
    assert table.choose("[1, 2, 3]").asks == "p0: [], [1], [2], [1, 2]"


def test_a_choice_with_one_option_takes_itself(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to heap
        phase main:
            start_player chooses Card c in heap where name of c is "Two"
            move c to shelf
            start_player chooses:
                option "no" if shelf is empty: do say(1)
                option "yes": do say(2)
            start_player chooses exactly 1 number n in 7 to 7
            do say(first number k in n)
    """)
    assert table.over
    assert (table.zone("shelf"), table.said) == (["Two"], "27")


def test_alike_cards_alone_take_themselves(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to heap
        phase main:
            start_player chooses Card c in heap where name of c is "Ace"
            move c to shelf
    """)
    assert table.over
    assert table.zone("shelf") == ["Ace"]


def test_a_choice_that_took_itself_is_logged_alike(engine: Play) -> None:
    rules = """
        phase main:
            start_player chooses number n in 1 to LAST
            do say(n)
    """
    asked = engine(rules.replace("LAST", "2")).choose("1")
    forced = engine(rules.replace("LAST", "1"))
    assert forced.over
    assert forced.log() == asked.log()
    assert "p0 chooses 1" in forced.log()


def test_a_choice_without_options_is_skipped(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to heap
        phase main:
            start_player chooses Card c in shelf
            if c is none: do say(1)
            start_player chooses any number of Cards some in shelf
            if some is empty: do say(2)
            start_player chooses exactly 2 Cards two in shelf
            if two is empty: do say(3)
            start_player chooses:
                option "no" if said = 0: do say(9)
            do say(4)
    """)
    assert table.over
    assert table.said == "1234"


def test_too_few_for_exactly_are_all_taken(play: Play) -> None:
    table = play(CARDS, """
        setup:
            move all Cards to heap
            move first Card c in heap to shelf
            move top of heap to shelf
        phase main:
            start_player chooses exactly 3 Cards some in shelf
            do say(number of Cards in some)
    """)
    assert table.over
    assert table.said == "2"


# ---------------------------------------------------------------- backs

HIDDEN = """
    setup:
        move all Cards to heap
        move first Card c in heap where name of c is "Two" to bag of left of start_player
        move first Card c in heap where name of c is "Ten" to bag of left of start_player
        show all Cards in bag of left of start_player to everyone
    phase main:
        start_player chooses Card c in bag of left of start_player
        move c to shelf
"""


def test_cards_of_a_hidden_hand_are_chosen_by_their_backs(play: Play) -> None:
    """Though both faces were shown: chance says which back it is."""
    table = play(CARDS, HIDDEN)
    assert table.asks == "chance: Two, Ten"
    assert table.choose("Ten").zone("shelf") == ["Ten"]


def test_backs_that_differ_are_two_options(play: Play) -> None:
    table = play("""
        kind Red is card: back = "red"
        kind Blue is card: back = "blue"
        card "Ruby" is Red
        card "Rose" is Red
        card "Sea" is Blue
        zone bag of each player: hand of Red or Blue
        zone shelf: row of card
        setup:
            move all Reds to bag of left of start_player
            move all Blues to bag of left of start_player
        phase main:
            start_player chooses card c in bag of left of start_player
            move c to shelf
    """)
    assert table.asks == "p0: ?red, ?blue"
    assert table.choose("?red").asks == "chance: Ruby, Rose"
    assert table.choose("Rose").zone("shelf") == ["Rose"]


def test_the_owner_of_the_hand_chooses_faces(play: Play) -> None:
    table = play(CARDS, HIDDEN.replace("start_player chooses Card", "left of start_player chooses Card"))
    assert table.asks == "p1: Two, Ten"


def test_an_unseen_choice_makes_the_others_forget(play: Play) -> None:
    table = play(CARDS, HIDDEN.replace("""
        move c to shelf""", """
        move c to heap"""))
    assert table.knows("bag of p1") == [[0, 1], [0, 1]]
    table.choose("Ten")
    assert table.knows("bag of p1") == [[1]]


def test_ids_of_options_do_not_tell_the_order_of_a_hand(play: Play) -> None:
    rules = """
        setup:
            move all Cards to heap
            for each Card c in heap where name of c is ORDER: move c to bag of start_player
            move all Cards in heap to bag of start_player
        phase main:
            start_player chooses Card c in bag of start_player
    """
    first = play(CARDS, rules.replace("ORDER", '"Ten"'))
    second = play(CARDS, rules.replace("ORDER", '"Two"'))
    assert sorted(first.options) == sorted(second.options) == ["Ace", "Ten", "Two"]


def test_what_stands_twice_in_a_list_is_one_option(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards to shelf
        phase main:
            start_player chooses Card c in (shelf + shelf)
            start_player chooses number n in [2, 1, 2]
            start_player chooses up to 2 numbers m in [1, 1, 3]
            start_player chooses player p in [start_player, left of start_player, start_player]
    """)
    assert table.asks == "p0: Ace, Two, Ten"
    assert table.choose("Two").asks == "p0: 2, 1"
    assert table.choose("1").asks == "p0: [], [1], [3], [1, 1], [1, 3]"
    assert table.choose("[]").asks == "p0: p0, p1"


def test_several_things_are_named_after_a_choice_of_one(play: Play) -> None:
    table = play(CARDS, """
        setup: move all Cards c where c is "Two" or c is "Ten" to shelf
        phase main:
            start_player chooses:
                option "one" with Card c in shelf: do say(1)
                option "two" with Card c in shelf: do say(2)
            start_player chooses up to 1 Cards d in shelf
    """)
    assert table.choose("two: Ten").asks == "p0: [], [Two], [Ten]"


def test_lists_of_the_same_are_one_option(play: Play) -> None:
    table = play("""
        phase main:
            start_player chooses list pair in (subsets of 2 of [1, 3, 2, 3])
            start_player chooses list pairs in (splits of [1, 2, 1, 2] into groups of 2)
            for each list part in (subsets of 1 of [4, 4, 5]) ordered by start_player:
                do say(size of part)
    """)
    assert table.asks == "p0: [1, 3], [1, 2], [3, 2], [3, 3], [2, 3]"
    assert table.choose("[3, 3]").asks == "p0: [[1, 2], [1, 2]], [[1, 1], [2, 2]], [[1, 2], [2, 1]]"
    assert table.choose("[[1, 1], [2, 2]]").asks == "p0: [4], [5]"
    assert table.choose("[5]").said == "111"


def test_divisions_of_alike_cards_are_one_option(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card, 2 copies
        card "Two" is Card, 2 copies
        zone bag of each player: hand of Card
        setup: move all Cards to bag of start_player
        phase main: start_player chooses list pairs in (splits of bag of start_player into groups of 2)
    """)
    assert table.asks == "p0: [[Ace, Ace], [Two, Two]], [[Ace, Two], [Ace, Two]]"


def test_a_list_that_cannot_be_chosen_is_empty(play: Play) -> None:
    table = play("""
        variable friend: player or none = none
        counter size_of_it: number = 7
        phase main:
            friend chooses list pair in (subsets of [1, 2])
            set size_of_it to size of pair
    """)
    assert table["size_of_it"] == 0
