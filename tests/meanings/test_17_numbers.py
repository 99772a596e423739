"""Meaning 17, numbers: bounds, rounding, nothing, none, lists, splits."""

import pytest

from tests.meanings.table import BROKEN, Play

PURSE = """
    counter coins of each player: 0 to 5 = 3
    counter depth: number = 0
"""


def said(play: Play, *rules: str, players: int = 2) -> str:
    return str(play(PURSE, *rules, players=players).said)


def tells(play: Play, *lines: str) -> str:
    """What is said by these statements in a phase."""
    return said(play, "phase main:\n" + "\n".join("    " + line for line in lines))


def test_gain_and_lose_stop_at_the_bounds(play: Play) -> None:
    assert tells(
        play,
        "start_player gains 9 coins",
        "do say(coins of start_player)",
        "start_player loses 9 coins",
        "do say(coins of start_player + 1)",
    ) == "51"


def test_gaining_a_negative_number_is_losing(play: Play) -> None:
    assert tells(play, "start_player gains (0 - 2) coins", "do say(coins of start_player)") == "1"


def test_pay_needs_the_full_amount(play: Play) -> None:
    assert tells(play, "start_player pays 4 coins", "do say(coins of start_player)") == "3"
    assert tells(play, "start_player pays 3 coins", "do say(coins of start_player + 1)") == "1"


@pytest.mark.parametrize("value", ["6", "0 - 1"])
def test_set_beyond_a_bound_is_an_error(play: Play, value: str) -> None:
    with pytest.raises(BROKEN):
        play(PURSE, f"""
            phase main:
                set coins of start_player to {value}
                start_player chooses number n in 1 to 2
        """)


@pytest.mark.parametrize(
    ("sum_", "expected"),
    [
        ("7 / 2 rounded down", 3),
        ("7 / 2 rounded up", 4),
        ("(0 - 7) / 2 rounded down + 9", 5),
        ("(0 - 7) / 2 rounded up + 9", 6),
        ("8 / 2 rounded up", 4),
        ("2 + 3 * 2", 8),
        ("(2 + 1) * 2", 6),
        ("9 - 3 - 2", 4),
        ("-(0 - 4)", 4),
        ("9 / 2 rounded down * 2", 8),
        ("3 if coins of start_player > 2 otherwise 7", 3),
    ],
)
def test_reckoning(play: Play, sum_: str, expected: int) -> None:
    assert tells(play, f"do say({sum_})") == str(expected)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("sum of n for each number n in 1 to 3", 6),
        ("highest of n for each number n in [4, 7, 2]", 7),
        ("lowest of n for each number n in [4, 7, 2]", 2),
        ("(sum of n for each number n in 1 to 3 where n > 9) + 1", 1),
        ("(highest of n for each number n in [4, 7] where n > 9) + 1", 1),
        ("(lowest of n for each number n in [4, 7] where n > 9) + 1", 1),
        ("number of numbers n in [4, 4, 4] where n > 3", 3),
        ("first number n in [4, 7, 2] where n > 4", 7),
        ("number of players p where coins of p > 2", 2),
    ],
)
def test_sums_and_extremes(play: Play, expression: str, expected: int) -> None:
    assert tells(play, f"do say({expression})") == str(expected)


def test_any_all_no_and_every(play: Play) -> None:
    assert tells(
        play,
        "if any number n in 1 to 3 where n > 2: do say(1)",
        "if no number n in 1 to 3 where n > 3: do say(2)",
        "if every number n in 1 to 3 has n > 0: do say(3)",
        "if every number n in [4 to 3] has n > 99: do say(4)",
        "let l be all numbers n in 1 to 9 where n > 4",
        "if number of numbers n in l = 5: do say(5)",
    ) == "12345"


# ---------------------------------------------------------------- none


NOBODY = """
    variable champion: player or none = none
    variable best: number or none = none
"""


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("champion is none", True),
        ("coins of champion > 0", False),
        ("coins of champion < 1", False),
        ("not coins of champion > 0", True),
        ("left of champion is none", True),
        ("best > 0", False),
        ("best < 0", False),
        ("champion is start_player", False),
        ("rich of champion", False),
        ("not rich of champion", True),
    ],
)
def test_what_is_asked_of_none(play: Play, condition: str, holds: bool) -> None:
    assert said(play, NOBODY, f"""
    value rich of player p: yes or no = coins of p > 0
    phase main:
        if {condition}: do say(1)
        otherwise: do say(2)
    """) == ("1" if holds else "2")


def test_none_gains_nothing_and_is_set_nothing(play: Play) -> None:
    table = play(PURSE, NOBODY, """
    phase main:
        champion gains 2 coins
        set coins of champion to 1
        champion does dance
        do say(9)
    effect dance: do say(1)
    """)
    assert (table["coins of p0"], table["coins of p1"], table.said) == (3, 3, "9")


# ---------------------------------------------------------------- lists


def test_lists_count_from_one_and_reading_past_the_end_gives_none(play: Play) -> None:
    assert tells(
        play,
        "let l be list of n for each number n in [7, 8, 9]",
        "do say(l[1])",
        "do say(l[3])",
        "if l[4] is none: do say(1)",
        "if l[0] is none: do say(2)",
    ) == "7912"


def test_a_list_never_holds_none(play: Play) -> None:
    assert said(play, NOBODY, """
    phase main:
        let l be [champion, start_player, champion]
        do say(number of players p in l)
        if l[1] is start_player: do say(2)
        for each player p in [champion, left of start_player]: do say(3)
    """) == "123"


def test_lists_together(play: Play) -> None:
    assert tells(
        play,
        "let l be [1, 2] + [3]",
        "for each number n in l: do say(n)",
        "if 3 is in l: do say(7)",
        "if 4 is not in l: do say(8)",
    ) == "12378"


def test_empty_and_not_empty(play: Play) -> None:
    assert tells(
        play,
        "let l be all numbers n in 1 to 3 where n > 5",
        "if l is empty: do say(1)",
        "let m be all numbers n in 1 to 3 where n > 2",
        "if m is not empty: do say(2)",
    ) == "12"


def test_a_long_list_of_numbers(play: Play) -> None:
    table = play("""
        counter total: number = 0
        phase main:
            let l be list of n * n for each number n in 1 to 90
            set total to sum of k for each number k in l
            for each number n in 1 to 90: set total to total + n
    """)
    assert table["total"] == 247_065 + 4095


# ---------------------------------------------------------------- splits


def test_each_division_once_with_groups_in_the_order_of_their_first_members(play: Play) -> None:
    table = play("""
        phase main: start_player does pair_up
        effect pair_up:
            you choose list pairing in (splits of [1, 2, 3, 4] into groups of 2)
            for each list pair in pairing:
                for each number n in pair: do say(n)
    """)
    assert table.asks == "p0: [[1, 2], [3, 4]], [[1, 3], [2, 4]], [[1, 4], [2, 3]]"
    assert table.choose("[[1, 4], [2, 3]]").said == "1423"


def test_a_list_that_is_written_leaves_none_out(play: Play) -> None:
    table = play("""
        variable friend: player or none = none
        phase main: start_player does pair_up
        effect pair_up:
            do say(size of [none, 3, none])
            if [1, none, 2] is [1, 2]: do say(5)
            if [friend, you] is [you]: do say(6)
            if (0 - 1) is in [2, none]: do say(7)
            you choose list pairing in (splits of [1, none, 2, 3, 4] into groups of 2)
    """)
    assert table.asks == "p0: [[1, 2], [3, 4]], [[1, 3], [2, 4]], [[1, 4], [2, 3]]"
    assert table.said == "156"


def test_counters_stay_numbers_and_bounds_may_be_parameters(play: Play) -> None:
    table = play("""
        parameter limit: 1 to 9 = 4
        counter hits of each player: 0 to limit = limit
        counter low: (2 - limit) to 0 = 0
        phase main:
            start_player gains 9 hits
            set low to 0 - 2
            do say(hits of start_player)
    """)
    assert (table.said, table["low"]) == ("4", -2)


def test_none_is_in_no_list(play: Play) -> None:
    table = play("""
        variable first_one: player or none = none
        variable other: player or none = none
        phase main:
            if other is in [start_player, first_one]: do say(1)
            if other is not in [start_player, first_one]: do say(2)
    """)
    assert table.said == "2"


def test_what_becomes_none_has_not_fallen(play: Play) -> None:
    assert said(play, """
        kind Card is card:
            rank: 1 to 9
        card "Ace" is Card: rank = 4
        zone heap: row of Card
        zone other: row of Card
        value first_rank: number = rank of first Card c in heap
        setup: move all Cards to other
        phase main:
            move all Cards to heap
            move all Cards to other
            do say(9)
        rule one, when first_rank rises: do say(1)
        rule two, when first_rank falls: do say(2)
        rule three, when first_rank changes: do say(3)
    """) == "339"


NOTHING_THERE = """
    enum Colour: red, green
    kind Card is card:
        rank: 1 to 9
        colour: Colour
    kind Square is space
    board grid of Square, 2 by 2
    dice cup: 2 of 1 to 6
    card "Ace" is Card: rank = 1, colour = red
    zone heap: row of Card
    zone other: row of Card
    variable flag: yes or no = no
    value marked: number = 1 if flag otherwise 3
    setup: move all Cards to other
"""


@pytest.mark.parametrize("time", ["when", "before", "instead of"])
@pytest.mark.parametrize(
    ("sort", "none", "thing"),
    [
        ("number", "rank of top of heap", "0 - 1"),
        ("Colour", "colour of top of heap", "colour of top of other"),
        ("player", "owner of top of heap", "start_player"),
        ("card", "top of heap", "top of other"),
        ("Card", "top of heap", "top of other"),
        ("Square", "grid[3, 3]", "grid[1, 1]"),
        ("die", "first die d in cup where face of d = 4", "first die d in cup"),
    ],
)
def test_what_a_rule_names_in_an_event_is_never_none(play: Play, time: str, sort: str, none: str, thing: str) -> None:
    assert said(play, NOTHING_THERE, f"""
        event tale({sort} it_speaks_of)
        effect tell({sort} it_speaks_of): do say(5)
        phase main:
            announce tale({none})
            start_player does tell({none})
            until announced tale({sort} x):
                marked becomes it + 1
            announce tale({none})
            do say(marked)
            announce tale({thing})
            do say(marked)
        rule one, {time} announced tale({sort} x): do say(1)
        rule two, {time} player p does tell({sort} x): do say(2)
    """) == ("414" if time == "instead of" else "413")


def test_a_set_beyond_the_bounds_is_told_before_chance_is_asked(play: Play) -> None:
    with pytest.raises(BROKEN):
        play("""
            counter coins: 0 to 5 = 0
            dice cup: 1 of 1 to 6
            phase main:
                set coins to 9
                roll cup
        """)
