"""Addition 12, smaller ones: `you` in a phase, `set` of a `let`, `none` in a sum, indexes outside a board; and the forms."""

import pytest

from interpreter import EngineError
from tests.meanings.table import Play

CARDS = """
    kind Card is card:
        rank: 1 to 9
    card "One" is Card: rank = 1
    card "Two" is Card: rank = 2
    card "Tri" is Card: rank = 3
    zone deck: stack of Card
    zone line: row of Card
    setup: move all Cards to line
"""


def test_you_inside_a_phase_of_p_is_p(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 0
        phase turn of left of start_player:
            you gain 1 coin
            phase inner:
                you gain 2 coins
                you choose number n in 1 to 2
    """)
    assert table.who == "p1"
    assert (table["coins of p0"], table["coins of p1"]) == (0, 3)


def test_set_may_change_a_let_of_the_same_body(play: Play) -> None:
    table = play("""
        phase main:
            let n be 1
            for each number k in 2 to 4: set n to n + k
            do say(n - 7)
            do other
        effect other:
            let m be 5
            repeat 2 times: set m to m + 1
            do say(m)
    """)
    assert table.said == "37"


def test_none_in_a_sum_counts_nothing(play: Play) -> None:
    table = play("""
        variable bid of each player: number or none = none
        phase main:
            set bid of left of start_player to 4
            do say(sum of bid of p for each player p)
            do say(highest of bid of p for each player p)
            do say(lowest of bid of p for each player p)
            do say(number of players p where bid of p < 9)
    """, players=3)
    assert table.said == "4441"


@pytest.mark.parametrize(
    ("place", "inside"), [("grid[1, 1]", True), ("grid[2, 3]", True), ("grid[0, 1]", False), ("grid[3, 1]", False),
                          ("grid[1, 4]", False), ("grid[1, 0]", False), ("grid[0 - 1, 2]", False)]
)
def test_an_index_outside_a_board_is_none(play: Play, place: str, inside: bool) -> None:
    table = play(f"""
        kind Square is space:
            variable mark: player or none = none
        board grid of Square, 2 by 3
        phase main:
            if {place} is none: do say(1)
            otherwise: do say(2)
    """)
    assert table.said == ("2" if inside else "1")


# ---------------------------------------------------------------- forms


def test_all_and_first_with_highest_and_lowest(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 0
        setup:
            set coins of start_player to 2
            set coins of left of start_player to 7
            set coins of right of start_player to 7
        phase main:
            let rich be all with highest coins of p for each player p
            do say(number of players in rich)
            let poor be first with lowest coins of p for each player p
            do say(coins of poor)
            let one be first with highest coins of p for each player p
            if one is left of start_player: do say(3)
    """, players=3)
    assert table.said == "223"


def test_a_range_as_a_list(play: Play) -> None:
    table = play("""
        phase main:
            let l be [2 to 4]
            for each number n in (l + [9]): do say(n)
            if [3 to 2] is empty: do say(1)
    """)
    assert table.said == "23491"


def test_the_order_belongs_to_the_selector(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 0
        setup:
            set coins of start_player to 1
            set coins of left of start_player to 2
            set coins of right of start_player to 3
        phase main:
            for each player p clockwise from left of start_player where coins of p > 1: do say(coins of p)
            let q be first player p counterclockwise from start_player where coins of p > 1
            do say(coins of q)
            let r be first player p clockwise from left of start_player where coins of p < 9
            do say(coins of r)
    """, players=3)
    assert table.said == "2332"


def test_of_first_in_place_without_brackets(play: Play) -> None:
    table = play(CARDS, """
    phase main: do say(rank of first Card c in line)
    """)
    assert table.said == "1"


def test_reach(play: Play) -> None:
    table = play("""
        kind Square is space:
            variable wall: yes or no = no
        board grid of Square, 2 by 3
        phase main:
            set wall of grid[1, 2] to yes
            let found be reach of [grid[1, 1]] through Square s to (all Squares t in neighbours of s where not wall of t)
            do say(number of Squares in found)
            set wall of grid[2, 2] to yes
            let less be reach of [grid[1, 1]] through Square s to (all Squares t in neighbours of s where not wall of t)
            do say(number of Squares in less)
    """)
    assert table.said == "52"


def test_a_name_for_what_was_drawn(play: Play) -> None:
    table = play(CARDS, """
    phase main:
        move all Cards in line to deck
        draw 2 cards caught from deck to line
        for each Card c in caught: do say(rank of c)
        draw 5 cards more_of_them from deck to line
        do say(number of Cards in more_of_them)
    """)
    assert table.said == "321"


def test_rows_columns_and_neighbours(play: Play) -> None:
    table = play("""
        kind Square is space
        board grid of Square, 2 by 3
        phase main:
            let s be grid[2, 3]
            do say(row of s)
            do say(column of s)
            do say(number of Squares in neighbours of s)
            do say(number of Squares in neighbours of grid[1, 2])
    """)
    assert table.said == "2323"


def test_a_board_of_each_player(play: Play) -> None:
    table = play("""
        kind Square is space:
            variable mark: number = 0
        board garden of Square, 1 by 2, of each player
        phase main:
            let s be first Square x in garden of left of start_player
            set mark of s to 5
            if owner of s is left of start_player: do say(1)
            do say(sum of mark of x for each Square x in garden of left of start_player)
            do say(sum of mark of x for each Square x in garden of start_player + 1)
    """)
    assert table.said == "151"


def test_a_deck_without_a_table(play: Play) -> None:
    table = play("""
        enum Suit: hearts, spades
        kind Card is card:
            suit: Suit
            rank: 1 to 9
        cards Card for each Suit suit, each number rank in 2 to 4
        zone deck: stack of Card
        setup: move all Cards to deck
        phase main:
            do say(number of Cards in deck)
            do say(number of Cards c in deck where suit of c is spades)
            do say(sum of rank of c for each Card c in deck where suit of c is hearts)
    """)
    assert table.said == "639"


def test_product_and_different(play: Play) -> None:
    table = play("""
        phase main:
            do say(product of n for each number n in 1 to 3)
            do say(number of numbers in (different of n / 2 rounded down for each number n in 2 to 5))
    """)
    assert table.said == "62"


def test_a_choice_among_subsets(play: Play) -> None:
    table = play("""
        phase main:
            start_player chooses list l in (subsets of 2 of [1, 2, 3])
            do say(sum of n for each number n in l)
            start_player chooses list m in (subsets of [4, 5])
            for each number n in m: do say(n)
    """)
    assert table.asks == "p0: [1, 2], [1, 3], [2, 3]"
    assert table.choose("[2, 3]").asks == "p0: [], [4], [5], [4, 5]"
    assert table.choose("[4, 5]").said == "545"


def test_a_loop_over_subsets(play: Play) -> None:
    table = play("""
        phase main:
            for each list l in (subsets of 2 of [1, 2, 3]): do say(sum of n for each number n in l)
    """)
    assert table.said == "345"


def test_taking_turns(play: Play) -> None:
    table = play("""
        variable mover: player = start_player
        phase turn of mover, taking turns until said > 1000:
            you choose number n in 1 to 2
            do say(n)
    """, players=3)
    asked = []
    while not table.over:
        asked.append(table.who)
        table.choose("1")
    assert asked == ["p0", "p1", "p2", "p0"]


def test_an_effect_with_three_targets_is_answered_with_all(play: Play) -> None:
    table = play("""
        phase main: start_player does hit(2, 3, 4)
        effect hit(number a, number b, number c): do say(1)
        rule afterwards, when player p does hit(number a, number b, number c):
            do say(a)
            do say(b)
            do say(c)
    """)
    assert table.said == "1234"


def test_an_event_of_one_s_own_with_parameters(play: Play) -> None:
    table = play("""
        event rang(player who, number times_rung)
        phase main: announce rang(left of start_player, 3)
        rule hear, when announced rang(player p where p is not start_player, number n): do say(n)
        rule deaf, when announced rang(player p where p is start_player, number n): do say(9)
    """)
    assert table.said == "3"


LAID_OUT = """
    kind Square is space:
        variable wall: yes or no = no
    board grid of Square, 3 by 3
    kind Card is card
    card "Ace" is Card, 2 copies
    zone deck: stack of Card, faces shown to rich_ones
    counter coins of each player: 0 or more = 0
    setup: move all Cards to deck
    value near of Square s: list of Square = all Squares t in neighbours of s where not wall of t
    value island of Square s: number = number of Squares in (reach of [s] through Square x to (near of x))
    value largest: number = highest of island of s for each Square s in grid
    value kinds_of_island: number = number of numbers in (different of island of s for each Square s in grid)
    value pairs: number = sum of 1 for each list l in (subsets of 2 of [1 to kinds_of_island])
    value wealth of player p: number = (coins of p) * kinds_of_island
    value rich of player p: yes or no = coins of p > number of numbers in (different in [2, 2, 3])
    value rich_ones: list of player = all players p where rich of p
"""


def test_lists_that_must_be_laid_out_may_stand_in_values(play: Play) -> None:
    table = play(LAID_OUT, """
        phase main:
            do say(largest)
            do say(kinds_of_island)
            for each number n in 1 to 3: set wall of grid[2, n] to yes
            do say(largest)
            do say(kinds_of_island)
            do say(island of grid[1, 1])
            do say(island of grid[2, 1] * pairs)
            start_player gains 2 coins
            if not start_player knows top of deck: do say(8)
            start_player gains 1 coin
            if start_player knows top of deck: do say(9)
        rule split, when kinds_of_island becomes 2: do say(pairs)
        winner: most wealth, then shared
        invariant small: largest <= 9 and number of numbers in (different in [1, 2, 2, 3]) = 3
        invariant growing: never wealth of player p falls if island of grid[1, 1] = 99
    """)
    # 9 joined; the first wall reaches all, the others reach 8; in the end two times 3, and a wall reaches both
    assert table.said == "91" + "1" + "72" + "37" + "89"
    assert table.result.scores[0] == 6
    assert table.winners == (0,)


def test_lists_of_numbers_do_not_grow_beyond_their_room(engine: Play) -> None:
    with pytest.raises(EngineError, match="list"):
        engine("""
            phase main: do say(number of numbers in (reach of [1] through number n in 1 to 1000 to [n + 1]))
        """)


def test_names_of_a_phase_are_known_in_the_phases_inside(play: Play) -> None:
    table = play("""
        phase rounds, for each number n in [2, 4]:
            let twice be n * 2
            let those be [n, n + 1]
            start_player chooses exactly 2 numbers picked in [7, 8]
            phase inner of left of start_player, repeated until twice >= 7:
                you chooses:
                    option "one": set twice to twice + 1
                    option "two": set twice to twice + 2
                phase innermost, for each number m in those:
                    do say(m)
                    do say(number of numbers in picked)
    """)
    table.choose("one", "one", "two", "one")
    # 4, 5, 7 in the first round; 8 at once in the second
    assert table.over
    assert table.said == "2232" + "2232" + "2232" + "4252"


def test_names_of_a_phase_that_a_jump_has_begun_further_in_are_none(play: Play) -> None:
    table = play("""
        variable again: yes or no = no
        phase opening:
            let x be 3
            let those be [1, 2]
            phase inner:
                if x is none: do say(9)
                do say(number of numbers in those)
        phase later:
            if not again:
                set again to yes
                skip to inner
    """)
    assert table.said == "2" + "90"


def test_a_phase_for_each_begun_further_in_goes_on_as_if_begun_at_its_head(play: Play) -> None:
    table = play("""
        variable again: yes or no = no
        phase opening, for each number n in [3, 4]:
            do say(1)
            phase inner: do say(n)
        phase later:
            if not again:
                set again to yes
                skip to inner
    """)
    # the first repetition begins with the inner phase
    assert table.said == "1314" + "3" + "14"


def test_names_of_an_earlier_repetition_are_forgotten(play: Play) -> None:
    table = play("""
        variable again: yes or no = no
        phase outer, repeated until again:
            phase looking:
                if said > 0:
                    set again to yes
                    skip to inner
            let x be 3
            phase inner:
                if x is none: do say(9)
                otherwise: do say(x)
    """)
    assert table.said == "39"
