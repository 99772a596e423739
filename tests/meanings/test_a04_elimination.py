"""Addition 4, elimination: the gone keep their seats but are passed over; until a phase, or for good."""

import pytest

from tests.meanings.table import Play

GONE = """
    counter coins of each player: 0 to 9 = 0
    setup:
        set coins of start_player to 1
        set coins of left of start_player to 2
        set coins of right of start_player to 3
"""


def test_loops_and_selectors_pass_over_the_gone(play: Play) -> None:
    table = play(GONE, """
    phase main:
        eliminate left of start_player
        for each player p: do say(coins of p)
        do say(number of players p where coins of p > 0)
        if no player p where coins of p = 2: do say(7)
    """, players=3)
    assert table.said == "1327"


def test_number_of_players_does_not_change(play: Play) -> None:
    table = play(GONE, """
    phase main:
        eliminate left of start_player
        do say(number of players)
    """, players=3)
    assert table.said == "3"


def test_left_and_right_of_pass_over_the_gone(play: Play) -> None:
    table = play(GONE, """
    phase main:
        eliminate left of start_player
        do say(coins of left of start_player)
        do say(coins of right of start_player)
        do say(coins of left of left of start_player)
    """, players=3)
    assert table.said == "331"


def test_every_seat_means_all(play: Play) -> None:
    table = play(GONE, """
    phase main:
        eliminate left of start_player
        for each seat p: do say(coins of p)
    """, players=3)
    assert table.said == "123"


def test_windows_pass_over_the_gone(play: Play) -> None:
    table = play(GONE, """
    phase main:
        eliminate left of start_player
        open market
    window market asks players clockwise from start_player:
        action go: do say(coins of you)
    """, players=3)
    asked = []
    while not table.over:
        asked.append(table.who)
        table.choose("pass")
    assert asked == ["p0", "p2"]


def test_at_once_passes_over_the_gone(play: Play) -> None:
    table = play(GONE, """
    phase main:
        eliminate left of start_player
        for each player p at once:
            p chooses number n in 1 to 2
            do say(n)
    """, players=3)
    table.choose("1")
    assert table.who == "p2"
    assert table.choose("2").said == "12"


def test_their_cards_stay_until_a_rule_moves_them(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card
        zone bag of each player: hand of Card
        setup: move all Cards to bag of left of start_player
        phase main:
            eliminate left of start_player
            do say(number of Cards in bag of everyone + 3)
    """, players=3)
    assert table.zone("bag of p1") == ["Ace"]


def test_an_event_tells_of_it_once(play: Play) -> None:
    table = play(GONE, """
    phase main:
        eliminate left of start_player
        eliminate left of start_player
        do say(9)
    rule farewell, when player p is eliminated: do say(coins of p)
    """, players=3)
    assert table.said == "239"


def test_the_gone_are_not_eliminated_again(play: Play) -> None:
    table = play(GONE, """
    variable victim: player = start_player
    phase main:
        set victim to left of start_player
        eliminate victim
        eliminate victim
        do say(9)
    rule farewell, when player p is eliminated: do say(coins of p)
    """, players=3)
    assert table.said == "29"


def test_while_a_window_is_open(play: Play) -> None:
    table = play(GONE, """
    phase main:
        open market
        do say(9)
    window market asks players clockwise from start_player:
        action shoot: eliminate left of you
        action rest: do say(coins of you)
    """, players=3)
    table.choose("shoot")
    assert table.who == "p2"
    table.choose("rest")
    assert table.who == "p0"
    table.choose("pass", "pass")
    assert table.over
    assert table.said == "39"


def test_somebody_eliminates_himself_in_a_window(play: Play) -> None:
    table = play(GONE, """
    phase main:
        open market
        do say(9)
    window market asks players clockwise from start_player:
        action leave_us: eliminate you
    """, players=3)
    table.choose("leave_us")
    assert table.who == "p1"
    table.choose("leave_us", "leave_us")
    assert table.over
    assert table.said == "9"


def test_a_loop_under_way_passes_over_who_goes_meanwhile(play: Play) -> None:
    table = play(GONE, """
    phase main:
        for each player p:
            do say(coins of p)
            if coins of p = 1: eliminate left of p
    """, players=3)
    assert table.said == "13"


def test_a_phase_for_each_player_passes_over_the_gone(play: Play) -> None:
    table = play(GONE, """
    phase act, for each player p:
        do say(coins of p)
        if coins of p = 1: eliminate left of p
    """, players=3)
    assert table.said == "13"


@pytest.mark.parametrize("gone", ["start_player", "left of start_player"])
def test_taking_turns_goes_on_with_the_next_in_the_game(play: Play, gone: str) -> None:
    table = play(GONE, f"""
    variable mover: player = start_player
    phase turn of mover, taking turns until said > 1000:
        do say(coins of mover)
        if said = 1: eliminate {gone}
    """, players=3)
    assert table.said == ("1232" if gone == "start_player" else "1313")


def test_until_a_phase_ends(play: Play) -> None:
    table = play(GONE, """
    phase whole_day, repeated until said > 100000:
        phase round:
            eliminate left of start_player from round
            for each player p: do say(coins of p)
        for each player p: do say(coins of p)
    """, players=3)
    assert table.said == "13" + "123" + "13" + "123"


def test_the_gone_are_ranked_behind(play: Play) -> None:
    table = play(GONE, """
    phase main: eliminate right of start_player
    winner: most coins
    """, players=3)
    assert table.over
    assert table.winners[0] in (1, 2)


def test_everybody_gone(play: Play) -> None:
    table = play(GONE, """
    phase main:
        for each player p: eliminate p
        open market
        do say(9)
    window market asks players clockwise from start_player:
        action go: do say(1)
    """, players=3)
    assert table.over
    assert table.said == "9"


@pytest.mark.parametrize(
    ("asks", "asked"),
    [("start_player", "over"), ("players clockwise from start_player", "p1: pass, go"),
     ("players ordered by start_player", "p1: pass, go")],
)
def test_a_window_that_asks_one_who_is_gone(play: Play, asks: str, asked: str) -> None:
    text = f"""
        window market asks {asks}:
            action go: do say(1)
    """
    before = play("""
        phase main:
            eliminate start_player
            open market
    """, text, players=2)
    assert before.asks == asked
    meanwhile = play("""
        phase main: open market
        anytime:
            action give_up: eliminate you
    """, text, players=2)
    if "p0" in meanwhile.options:
        meanwhile.choose("p0")
    assert meanwhile.asks == "p0: pass, go, give_up"
    assert meanwhile.choose("give_up").asks == (asked if asked == "over" else "p1: pass, go, give_up")


def test_there_is_no_pause_for_the_gone(play: Play) -> None:
    table = play("""
        phase main:
            pause for start_player
            pause for start_player
            do say(9)
        anytime:
            action give_up: eliminate you
    """, players=2)
    assert table.asks == "p0: pass, give_up"
    assert table.choose("give_up").said == "9"


def test_one_who_was_out_until_a_phase_is_back_also_if_a_rule_jumps_at_its_end(play: Play) -> None:
    table = play("""
        phase main:
            phase first_half:
                eliminate start_player from first_half
                do say(1)
            do say(2)
        phase late:
            if any player p where p is start_player: do say(3)
        rule hurry, when first_half ends: skip to late
    """, players=2)
    assert table.said == "13"
