"""Meaning 13, who is meant: `you`, `this` and `owner`."""

import pytest

from tests.meanings.table import Play

WHO = """
    variable first_one: player or none = none
    variable second_one: player or none = none
"""


def test_p_does_makes_p_you_and_do_keeps_you(play: Play) -> None:
    table = play(WHO, """
        phase main: left of start_player does outer
        effect outer:
            set first_one to you
            do inner
            right of you does other
        effect inner: set second_one to you
        effect other:
            if you is start_player: do say(1)
    """)
    assert (table["first_one"], table["second_one"], table.said) == ("p1", "p1", "1")


def test_after_somebody_else_s_effect_you_is_as_before(play: Play) -> None:
    table = play(WHO, """
        phase main: left of start_player does outer
        effect outer:
            start_player does inner
            set first_one to you
        effect inner: set second_one to you
    """)
    assert (table["first_one"], table["second_one"]) == ("p1", "p0")


def test_in_a_window_you_is_the_one_asked(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 or more = 0
        phase main:
            left of start_player does begin
        effect begin: open market
        window market asks players clockwise from start_player:
            action earn:
                requires coins of you < 1
                you gain 1 coin
    """)
    assert table.asks == "p0: pass, earn"
    table.choose("earn")
    assert (table["coins of p0"], table.asks) == (1, "p1: pass, earn")


def test_in_an_action_you_is_the_one_acting(play: Play) -> None:
    table = play(WHO, """
        counter coins of each player: 0 or more = 0
        phase main: open market
        window market asks players clockwise from start_player:
            action earn:
                you gain 1 coin
                do note_it
        effect note_it: set first_one to you
    """)
    table.choose("pass", "earn")
    assert (table["first_one"], table["coins of p1"]) == ("p1", 1)


def test_in_a_rule_you_is_the_one_whose_act_caused_the_event(play: Play) -> None:
    table = play(WHO, """
        counter coins of each player: 0 or more = 0
        phase main: left of start_player does give
        effect give: start_player gains 1 coin
        rule paid, when coins of player p rises:
            set first_one to p
            set second_one to you
    """)
    assert (table["first_one"], table["second_one"]) == ("p0", "p1")


def test_it_is_none_if_nobody_caused_it(play: Play) -> None:
    table = play(WHO, """
        counter coins: 0 or more = 0
        phase main:
            set second_one to start_player
            set coins to 1
        rule paid, when coins rises:
            set second_one to you
            if you is none: do say(1)
    """)
    assert (table["second_one"], table.said) == ("none", "1")


def test_that_the_turn_goes_on_is_nobody_s_act(play: Play) -> None:
    table = play("""
        variable mover: player = start_player
        phase turn of mover, taking turns until said > 0: start_player chooses number n in 1 to 2
        rule next_one, when mover changes:
            do say(1)
            if you is none: do say(2)
    """, players=2)
    assert table.choose("1", "1").said == "12"


def test_a_rule_set_off_by_a_rule_has_the_same_you(play: Play) -> None:
    table = play(WHO, """
        counter coins: 0 or more = 0
        counter chips: 0 or more = 0
        phase main: left of start_player does give
        effect give: set coins to 1
        rule paid, when coins rises: set chips to 1
        rule more_of_it, when chips rises: set first_one to you
    """)
    assert table["first_one"] == "p1"


def test_a_derived_value_that_changes_through_an_act_of_somebody(play: Play) -> None:
    table = play(WHO, """
        counter coins of each player: 0 or more = 0
        value rich: yes or no = any player p where coins of p > 2
        phase main: left of start_player does give
        effect give: start_player gains 3 coins
        rule alarm, when rich becomes yes: set first_one to you
    """)
    assert table["first_one"] == "p1"


def test_the_you_of_a_step_in_a_together(play: Play) -> None:
    table = play(WHO, """
        counter coins of each player: 0 or more = 0
        phase main:
            together:
                start_player does earn
                left of start_player does earn
        effect earn: you gain 1 coin
        rule paid, when coins of player p rises:
            do say(1)
            if p is start_player: set first_one to you
            otherwise: set second_one to you
    """)
    assert table.said == "11"


def test_this_is_the_card_whose_text_it_is(play: Play) -> None:
    table = play("""
        kind Trick is card:
            rank: 1 to 9
            effect play:
                do say(rank of this)
                do tell of this
            effect tell: do say(rank of this + 1)
            value worth(number n): number = rank of this + n
        card "Low" is Trick: rank = 1
        card "High" is Trick: rank = 5
        zone bag of each player: hand of Trick
        setup: move all Tricks to bag of start_player
        phase main:
            for each Trick t in bag of start_player: start_player does play of t
            let one be first Trick x in bag of start_player
            do say(worth(2) of one)
    """)
    assert table.said == "12563"


def test_owner_is_whose_zone_this_lies_in(play: Play) -> None:
    table = play(WHO, """
        kind Trick is card:
            effect play:
                set first_one to owner of this
        card "Low" is Trick
        zone bag of each player: hand of Trick
        zone heap: pile of Trick
        setup: move all Tricks to bag of left of start_player
        phase main:
            let t be first Trick x in bag of left of start_player
            start_player does play of t
            if first_one is left of start_player: do say(1)
            move t to heap
            start_player does play of t
            if first_one is none: do say(2)
    """)
    assert table.said == "12"


def test_in_a_card_s_rule_owner_is_as_it_lies_now(play: Play) -> None:
    table = play(WHO, """
        kind Trick is card
        card "Low" is Trick:
            while this is in camp:
                when coins rises:
                    set first_one to owner
                    set second_one to you
        zone camp of each player: row of Trick
        counter coins: 0 or more = 0
        setup: move all Tricks to camp of left of start_player
        phase main: start_player does earn
        effect earn: set coins to 1
    """)
    assert (table["first_one"], table["second_one"]) == ("p1", "p0")


@pytest.mark.parametrize("text", ["set coins of you to 1", "set coins of owner to 1"])
def test_where_nobody_is_meant_it_is_an_error(engine: Play, text: str) -> None:
    assert engine.problems(f"""
        counter coins of each player: 0 or more = 0
        phase main:
            {text}
    """) & {"R107"}
