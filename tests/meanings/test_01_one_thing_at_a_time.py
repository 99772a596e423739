"""Meaning 1, one thing at a time: steps, what they trigger, `together`, and who answers an event in which order."""

import pytest

from tests.meanings.table import BROKEN, Play

# ---------------------------------------------------------------- a statement, with all it triggers


def test_what_a_statement_triggers_comes_before_the_next_statement(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase main:
            set coins to 1
            do say(3)
        rule paid, when coins rises:
            do say(1)
            do say(2)
    """)
    assert table.said == "123"


def test_a_rule_set_off_by_a_rule_is_finished_before_the_rule_goes_on(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        counter chips: 0 or more = 0
        phase main:
            set coins to 1
            do say(4)
        rule coin, when coins rises:
            do say(1)
            set chips to 1
            do say(3)
        rule chip, when chips rises: do say(2)
    """)
    assert table.said == "1234"


def test_a_choice_inside_a_rule_is_answered_before_the_next_statement(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase main:
            set coins to 1
            do say(9)
        rule paid, when coins rises:
            start_player chooses number n in 1 to 2
            do say(n)
    """)
    assert table.asks == "p0: 1, 2"
    assert table.said == ""
    assert table.choose("2").said == "29"


def test_each_event_of_one_statement_is_answered_by_all_rules_before_the_next_event(play: Play) -> None:
    table = play("""
        kind Coin is card
        card "Penny" is Coin, 2 copies
        zone purse: row of Coin
        zone desk: row of Coin
        setup: move all Coins to purse
        phase main:
            move all Coins in purse to desk
            do say(9)
        rule one, when Coin c enters desk: do say(1)
        rule two, when Coin c enters desk: do say(2)
    """)
    assert table.said == "12129"


def test_the_last_statement_of_a_rule_is_answered_before_the_next_rule(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        counter chips: 0 or more = 0
        phase main: set coins to 1
        rule one, when coins rises:
            do say(1)
            set chips to 1
        rule two, when coins rises: do say(3)
        rule deep, when chips rises: do say(2)
    """)
    assert table.said == "123"


# ---------------------------------------------------------------- who answers, in which order


def test_the_game_s_own_rules_answer_in_the_order_of_the_file(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        rule zebra, when coins rises: do say(1)
        phase main: set coins to 1
        rule apple, when coins changes: do say(2)
        rule mango, when coins becomes 1: do say(3)
    """)
    assert table.said == "123"


BELLS = """
    kind Bell is card:
        pitch: 1 to 9
        while this is in tower:
            when coins rises: do say(pitch of this)
    card "Low" is Bell: pitch = 1
    card "Mid" is Bell: pitch = 2
    card "High" is Bell: pitch = 3
    zone tower of each player: row of Bell
    zone attic: pile of Bell
    counter coins: 0 or more = 0
    variable mover: player = start_player
"""


@pytest.mark.parametrize(("mover", "order"), [("start_player", "123"), ("left of start_player", "231"),
                                              ("right of start_player", "312")])
def test_cards_answer_in_turn_order_from_the_player_whose_turn_it_is(play: Play, mover: str, order: str) -> None:
    table = play(BELLS, f"""
    setup:
        move first Bell b where pitch of b = 3 to tower of right of start_player
        move first Bell b where pitch of b = 2 to tower of left of start_player
        move first Bell b where pitch of b = 1 to tower of start_player
        set mover to {mover}
    phase turn of mover:
        set coins to 1
    """, players=3)
    assert table.said == order


def test_of_one_player_s_cards_those_that_arrived_earlier_answer_first(play: Play) -> None:
    table = play(BELLS, """
    setup:
        move first Bell b where pitch of b = 3 to tower of start_player
        move first Bell b where pitch of b = 1 to tower of start_player
        move first Bell b where pitch of b = 2 to tower of start_player
    phase main:
        set coins to 1
    """)
    assert table.said == "312"


def test_the_game_s_own_rules_answer_before_cards(play: Play) -> None:
    table = play(BELLS, """
    setup: move all Bells to tower of start_player
    phase main:
        set coins to 1
    rule own, when coins rises: do say(9)
    """)
    assert table.said == "9123"


def test_whose_turn_it_is_was_settled_when_the_phase_began(play: Play) -> None:
    table = play(BELLS, """
    setup:
        move first Bell b where pitch of b = 1 to tower of start_player
        move first Bell b where pitch of b = 2 to tower of left of start_player
    phase turn of mover:
        set mover to left of start_player
        set coins to 1
    """)
    assert table.said == "12"


def test_the_innermost_phase_of_somebody_says_whose_turn_it_is(play: Play) -> None:
    table = play(BELLS, """
    setup:
        move first Bell b where pitch of b = 1 to tower of start_player
        move first Bell b where pitch of b = 2 to tower of left of start_player
    phase turn of mover:
        phase answering of left of start_player:
            phase inner:
                set coins to 1
    """)
    assert table.said == "21"


# ---------------------------------------------------------------- asked again when its time comes


def test_a_waiting_rule_that_no_longer_applies_does_not_answer(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        variable open_for_all: yes or no = yes
        phase main: set coins to 1
        rule one, when coins rises:
            do say(1)
            set open_for_all to no
        rule two, when coins rises if open_for_all: do say(2)
        rule three, when coins rises: do say(3)
    """)
    assert table.said == "13"


def test_a_rule_that_has_come_to_apply_meanwhile_answers_in_its_turn(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        variable ready: yes or no = no
        phase main: set coins to 1
        rule early, when coins rises if ready: do say(7)
        rule one, when coins rises: set ready to yes
        rule two, when coins rises if ready: do say(2)
    """)
    assert table.said == "2"


def test_a_card_that_left_its_zone_before_its_time_does_not_answer(play: Play) -> None:
    table = play(BELLS, """
    setup: move all Bells to tower of start_player
    phase main:
        set coins to 1
    rule own, when coins rises:
        move first Bell b where pitch of b = 2 to attic
    """)
    assert table.said == "13"


def test_a_card_that_arrives_after_the_event_does_not_answer_it(play: Play) -> None:
    table = play(BELLS, """
    setup: move first Bell b where pitch of b = 2 to tower of start_player
    phase main:
        set coins to 1
    rule own, when coins rises:
        move first Bell b where pitch of b = 1 to tower of start_player
    """)
    assert table.said == "2"


# ---------------------------------------------------------------- together


def test_what_happens_together_is_answered_at_the_end(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase main:
            together:
                set coins to 1
                do say(1)
            do say(3)
        rule paid, when coins rises: do say(2)
    """)
    assert table.said == "123"


def test_events_of_a_together_are_answered_in_the_order_in_which_they_happened(play: Play) -> None:
    table = play("""
        kind Coin is card
        card "Penny" is Coin
        card "Dime" is Coin
        zone purse: row of Coin
        zone desk: row of Coin
        setup: move all Coins to purse
        phase main:
            together:
                move first Coin c in purse where name of c is "Dime" to desk
                move first Coin c in purse to desk
        rule penny, when Coin c enters desk if name of c is "Penny": do say(1)
        rule dime, when Coin c enters desk if name of c is "Dime": do say(2)
    """)
    assert table.said == "21"


def test_what_is_undone_inside_a_together_has_not_changed(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        value rich: yes or no = coins > 2
        phase main:
            together:
                set coins to 5
                set coins to 0
            do say(9)
        rule more_now, when coins rises: do say(1)
        rule less_now, when coins falls: do say(2)
        rule other, when coins changes: do say(3)
        rule yes_now, when rich becomes yes: do say(4)
        rule poor, when rich becomes no: do say(5)
    """)
    assert table.said == "9"


def test_a_together_is_compared_with_the_time_before_it(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 4
        phase main:
            together:
                set coins to 7
                set coins to 0
                set coins to 6
        rule more_now, when coins rises by n: do say(n)
        rule less_now, when coins falls by n: do say(9)
    """)
    assert table.said == "2"


def test_without_together_each_step_is_compared_by_itself(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 4
        phase main:
            set coins to 7
            set coins to 0
            set coins to 6
        rule more_now, when coins rises by n: do say(n)
        rule less_now, when coins falls by n: do say(n)
    """)
    assert table.said == "376"


def test_only_the_outermost_together_ends_the_step(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase main:
            together:
                do inner
                do say(1)
                set coins to 0
        effect inner:
            together:
                set coins to 3
        rule more_now, when coins rises: do say(7)
    """)
    assert table.said == "1"


def test_a_question_inside_a_together_answers_nothing_yet(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase main:
            together:
                set coins to 1
                start_player chooses number n in 3 to 4
                do say(n)
        rule more_now, when coins rises: do say(7)
    """)
    assert (table.asks, table.said) == ("p0: 3, 4", "")
    assert table.choose("4").said == "47"


def test_before_rules_answer_ahead_even_inside_together(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase main:
            together:
                set coins to 1
                start_player does dance
                do say(3)
        effect dance: do say(2)
        rule ahead, before player p does dance: do say(1)
        rule afterwards, when player p does dance: do say(5)
        rule more_now, when coins rises: do say(4)
    """)
    assert table.said[:3] == "123"
    assert sorted(table.said[3:]) == ["4", "5"]


def test_cards_set_up_together_meet_when_all_lie_there(play: Play) -> None:
    table = play("""
        kind Cat is card
        card "Tom" is Cat, 3 copies
        zone basket: row of Cat
        zone yard: row of Cat
        setup: move all Cats to basket
        phase main:
            together:
                for each Cat c in basket: move c to yard
        rule meets, when Cat c enters yard: do say(number of Cats in yard)
    """)
    assert table.said == "333"


# ---------------------------------------------------------------- before, when, instead of


def test_before_is_ahead_of_the_effect_and_when_is_after_it(play: Play) -> None:
    table = play("""
        phase main: start_player does dance
        rule afterwards, when player p does dance: do say(3)
        rule ahead, before player p does dance: do say(1)
        effect dance: do say(2)
    """)
    assert table.said == "123"


def test_before_a_counter_falls_it_still_has_its_old_value(play: Play) -> None:
    table = play("""
        counter hits: 0 to 9 = 5
        phase main: set hits to 2
        rule ahead, before hits falls: do say(hits)
        rule afterwards, when hits falls: do say(hits)
    """)
    assert table.said == "52"


def test_before_a_card_leaves_it_still_lies_there(play: Play) -> None:
    table = play("""
        kind Cat is card
        card "Tom" is Cat
        zone basket: row of Cat
        zone yard: row of Cat
        setup: move all Cats to basket
        phase main: move all Cats in basket to yard
        rule ahead, before Cat c leaves basket: do say(1 + number of Cats in basket)
        rule afterwards, when Cat c leaves basket: do say(1 + number of Cats in basket)
    """)
    assert table.said == "21"


def test_instead_of_replaces_the_event(play: Play) -> None:
    table = play("""
        counter hits of each player: 0 to 9 = 5
        phase main: start_player loses 3 hits
        rule mercy, instead of hits of player p falls by n if n > 2:
            do say(1)
        rule hurt, when hits of player p falls: do say(2)
    """)
    assert (table["hits of p0"], table.said) == (5, "1")


def test_a_replacement_that_does_it_again_is_not_replaced_again_by_the_same_rule(play: Play) -> None:
    table = play("""
        counter hits of each player: 0 to 9 = 9
        phase main: start_player loses 3 hits
        rule mercy, instead of hits of player p falls by n:
            do say(n)
            p loses 2 hits
        rule hurt, when hits of player p falls by n: do say(9)
    """)
    assert (table["hits of p0"], table.said) == (7, "39")


def test_two_replacements_answer_once_each(play: Play) -> None:
    table = play("""
        counter hits of each player: 0 to 9 = 9
        phase main: start_player loses 4 hits
        rule one, instead of hits of player p falls by n:
            do say(1)
            p loses (n - 1) hits
        rule two, instead of hits of player p falls by n:
            do say(2)
            p loses (n - 1) hits
    """)
    assert (table["hits of p0"], table.said) == (7, "12")


def test_the_next_event_of_the_kind_is_replaced_anew(play: Play) -> None:
    table = play("""
        counter hits of each player: 0 to 9 = 9
        phase main:
            start_player loses 3 hits
            start_player loses 3 hits
        rule mercy, instead of hits of player p falls by n if n > 1: p loses 1 hit
    """)
    assert table["hits of p0"] == 7


def test_instead_of_an_effect_its_body_does_not_run(play: Play) -> None:
    table = play("""
        phase main: start_player does dance
        effect dance: do say(7)
        rule no_dancing, instead of player p does dance: do say(1)
        rule ahead, before player p does dance: do say(8)
        rule afterwards, when player p does dance: do say(9)
    """)
    assert table.said.startswith("1")
    assert "7" not in table.said
    assert "9" not in table.said


# ---------------------------------------------------------------- refills and invariants


def test_a_step_ends_with_refills_and_then_its_rules_answer(play: Play) -> None:
    table = play("""
        kind Coin is card
        card "Penny" is Coin, 4 copies
        zone deck: stack of Coin
        zone display: row of Coin
        zone purse: row of Coin
        refill display from deck to 2
        setup: move all Coins to deck
        phase main:
            move first Coin c in display to purse
            do say(number of Coins in display)
        rule taken, when Coin c leaves display: do say(number of Coins in display)
    """)
    assert table.said == "22"


def test_refills_and_invariants_begin_when_the_setup_is_over(play: Play) -> None:
    table = play("""
        kind Coin is card
        card "Penny" is Coin, 5 copies
        zone deck: stack of Coin
        zone display: row of Coin
        refill display from deck to 2
        invariant filled: number of Coins in display = 2
        setup:
            move all Coins to deck
            do say(1 + number of Coins in display)
        phase main: do say(number of Coins in display)
    """)
    assert table.said == "12"


def test_an_invariant_that_does_not_hold_when_the_setup_is_over_is_broken(play: Play) -> None:
    with pytest.raises(BROKEN, match="rich"):
        play("""
            counter coins: 0 or more = 0
            invariant rich: coins > 0
            setup: set coins to 0
            phase main:
                start_player chooses number n in 1 to 2
                set coins to n
        """)


def test_an_invariant_is_tested_after_a_step_and_what_it_triggered(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        counter chips: 0 or more = 0
        invariant alike: coins = chips
        phase main:
            set coins to 3
            do say(1)
        rule follow, when coins changes: set chips to coins
    """)
    assert table.said == "1"


def test_an_invariant_is_not_tested_inside_together(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        counter chips: 0 or more = 0
        invariant alike: coins = chips
        phase main:
            together:
                set coins to 3
                set chips to 3
            do say(1)
    """)
    assert table.said == "1"


def test_an_invariant_is_tested_after_every_step(play: Play) -> None:
    with pytest.raises(BROKEN, match="alike"):
        play("""
            counter coins: 0 or more = 0
            counter chips: 0 or more = 0
            invariant alike: coins = chips
            phase main:
                set coins to 3
                set chips to 3
                start_player chooses number n in 1 to 2
                do say(n)
        """)


def test_a_rule_knows_whose_zone_it_was_until_its_end(play: Play) -> None:
    """Also after it has waited."""
    table = play("""
        kind Card is card
        card "Ace" is Card
        zone hand of each player: hand of Card
        zone heap: row of Card
        counter hits: 0 or more = 0
        setup: move all Cards to heap
        phase main: move all Cards to hand of left of start_player
        rule came, when Card c enters hand of player p:
            p chooses number n in 3 to 4
            set hits to n
            do say(number of Cards in hand of p)
        rule answer_it, when hits rises: do say(hits)
    """)
    assert table.choose("4").said == "41"


def test_a_tally_counts_on_when_rules_answer_it(play: Play) -> None:
    table = play("""
        counter points of each player: number = 0
        phase main: tally final
        tally final of player p into points:
            "one": 1
            "two": 2
        rule told, before points of player p rises by n:
            p chooses number m in 1 to 2
            do say(n)
    """)
    table.choose("1", "1", "1", "1")
    assert table.said == "1212"
    assert table["points of p1"] == 3


# ---------------------------------------------------------------- whose turn it is


def test_that_the_turn_changes_is_a_step(play: Play) -> None:
    """Players come clockwise from the one whose turn it is."""
    table = play("""
        value next_one: player = first player p
        phase main:
            phase mine of left of start_player: do say(1)
            do say(2)
            phase yours of right of start_player:
                do say(3)
                skip to late
        phase late: do say(4)
        rule another, when next_one changes:
            do say(7)
            if you is not none: do say(8)
        rule start, when mine begins: do say(5)
        rule stop, when mine ends: do say(6)
    """, players=3)
    assert table.said == "5716727374"


def test_who_comes_back_with_the_end_of_a_phase_changes_what_is_counted(play: Play) -> None:
    table = play("""
        value present: number = sum of 1 for each player p
        phase main:
            phase inner:
                eliminate start_player from inner
                do say(1)
            do say(2)
        rule back, when present rises by n: do say(7)
        rule away, when present falls by n: do say(8)
    """, players=3)
    assert table.said == "8172"
