"""Meaning 14, targets before the act: targets, `before` rules, the test again, the body; cancel and take over."""

import pytest

from tests.meanings.table import Play

# ---------------------------------------------------------------- targets first, then before, then the body


def test_targets_are_chosen_before_the_before_rules_answer(play: Play) -> None:
    table = play("""
        phase main: start_player does hit
        effect hit(number n in 2 to 3): do say(n)
        rule ahead, before player p does hit(number n): do say(n + 4)
        rule afterwards, when player p does hit(number n): do say(n + 6)
    """)
    assert (table.asks, table.said) == ("p0: 2, 3", "")
    assert table.choose("3").said == "739"


def test_the_targets_are_shown_to_all(engine: Play) -> None:
    table = engine("""
        phase main: start_player does hit
        effect hit(player victim):
            start_player chooses number n in 1 to 2
            do say(n)
    """)
    table.choose("p1")
    assert any("p1" in text for text in table.log(seat=1))


def test_several_targets_are_chosen_one_after_the_other(play: Play) -> None:
    table = play("""
        phase main: left of start_player does hit
        effect hit(number n in 1 to 2, number m in 5 to 6 where m > n + 4):
            do say(n)
            do say(m)
    """)
    assert table.asks == "p1: 1, 2"
    table.choose("1")
    assert table.over  # only the 6 is left, and takes itself
    assert table.said == "16"


def test_a_later_target_may_read_an_earlier_one(play: Play) -> None:
    table = play("""
        phase main: start_player does hit
        effect hit(player victim where victim is not you, player helper where helper is not victim):
            if helper is you: do say(1)
            otherwise: do say(2)
    """, players=3)
    assert table.choose("p2").asks == "p0: p0, p1"
    assert table.choose("p1").said == "2"


def test_given_targets_are_not_chosen(play: Play) -> None:
    table = play("""
        phase main: start_player does hit(3)
        effect hit(number n in 2 to 3, number m in 1 to 2):
            do say(n)
            do say(m)
    """)
    assert table.asks == "p0: 1, 2"
    assert table.choose("1").said == "31"


def test_without_a_target_nothing_comes_of_it(play: Play) -> None:
    table = play("""
        phase main:
            start_player does hit
            do say(9)
        effect hit(player victim where victim is not victim or said > 0): do say(1)
        rule ahead, before player p does hit: do say(8)
    """)
    assert table.said == "9"


def test_before_rules_answer_in_the_order_of_the_file(play: Play) -> None:
    table = play("""
        phase main: start_player does hit
        effect hit: do say(3)
        rule one, before player p does hit: do say(1)
        rule two, before player p does hit: do say(2)
    """)
    assert table.said == "123"


# ---------------------------------------------------------------- the test again


def test_a_target_that_no_longer_fits_ends_it(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 3
        phase main:
            start_player does rob(left of start_player)
            do say(9)
        effect rob(player victim where coins of victim > 2): do say(1)
        rule ahead, before player p does rob(player v): v loses 1 coin
    """)
    assert table.said == "9"


def test_a_requirement_that_no_longer_holds_ends_it(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 3
        phase main:
            start_player does rob
            do say(9)
        effect rob:
            requires coins of you > 2
            do say(1)
        rule ahead, before player p does rob: p loses 1 coin
    """)
    assert table.said == "9"


def test_a_payment_no_longer_possible_ends_it(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 3
        phase main:
            start_player does rob
            do say(9)
        effect rob:
            you pay 3 coins
            do say(1)
        rule ahead, before player p does rob: p loses 1 coin
    """)
    assert (table.said, table["coins of p0"]) == ("9", 2)


def test_a_whole_that_can_no_longer_be_carried_out_does_nothing(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 3
        phase main:
            start_player does rob
            do say(9)
        effect rob, all or nothing:
            do say(1)
            you lose 3 coins
        rule ahead, before player p does rob: p loses 1 coin
    """)
    assert (table.said, table["coins of p0"]) == ("9", 2)


def test_the_when_rules_do_not_answer_what_came_to_nothing(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 3
        phase main: start_player does rob
        effect rob:
            requires coins of you > 3
            do say(1)
        rule afterwards, when player p does rob: do say(8)
    """)
    assert table.said == ""


# ---------------------------------------------------------------- cancel

DUEL = """
    kind Spell is card:
        power: 1 to 9
        variable answers: Spell or none = none
        effect cast
    card "Bolt" is Spell:
        power = 1
        effect cast(number n in 2 to 3):
            do say(n)
    card "Stop" is Spell, 3 copies:
        power = 2
        effect cast:
            cancel cast of answers of this
    card "Steal" is Spell, 2 copies:
        power = 3
        effect cast: you take over cast of answers of this
    zone bag of each player: hand of Spell
    zone stage: row of Spell
    zone heap: pile of Spell
    window replies(Spell s) asks players clockwise from left of start_player:
        action reply(Spell r in bag of you where power of r > 1):
            move r to stage
            set answers of r to s
            you do cast of r
            move r to heap
    rule answering, before player p does cast of Spell s: open replies(s)
"""
DEALT = """
    setup:
        move all Spells s where power of s = 1 to bag of start_player
        move all Spells s where power of s > 1 to heap
        for each number n in 2 to 3:
            move first Spell s in heap where power of s = n to bag of left of start_player
            move first Spell s in heap where power of s = n to bag of right of start_player
    phase main:
        let b be first Spell s in bag of start_player
        move b to stage
        start_player does cast of b
        move b to heap
        set said to 10 * said + 9
"""


def test_nobody_answers(play: Play) -> None:
    table = play(DUEL, DEALT, players=3)
    assert table.asks == "p0: 2, 3"
    table.choose("3")
    assert table.asks == "p1: pass, reply(Stop), reply(Steal)"
    assert table.everyone_passes().said == "39"


def test_cancel_drops_the_waiting_effect(play: Play) -> None:
    table = play(DUEL, DEALT, players=3)
    table.choose("3", "reply(Stop)").everyone_passes()
    assert table.over
    assert table.said == "9"
    assert table.zone("stage") == []


def test_after_a_cancel_the_windows_of_the_effect_close(play: Play) -> None:
    """p2 is not asked for the Bolt any more once it is cancelled; only for the Stop."""
    table = play(DUEL, DEALT, players=3)
    table.choose("3", "reply(Stop)")
    asked = []
    while not table.over:
        asked.append(table.who)
        table.choose("pass")
    # one round of replies to the Stop, by those who still have cards
    assert asked == ["p1", "p2"]


def test_a_cancelled_cancel_does_nothing(play: Play) -> None:
    table = play(DUEL, DEALT, players=3)
    table.choose("3", "reply(Stop)")
    while table.who != "p2":
        table.choose("pass")
    table.choose("reply(Stop)").everyone_passes()
    assert table.said == "39"
    assert table.zone("heap").count("Stop") == 3


def test_the_running_action_is_finished_after_a_cancel(play: Play) -> None:
    table = play("""
        phase main:
            start_player does dance
            do say(9)
        effect dance: do say(7)
        rule ahead, before player p does dance: open objections
        window objections asks players clockwise from start_player:
            action object:
                do say(1)
                cancel dance
                do say(2)
            action murmur: do say(3)
    """)
    assert table.choose("object").said == "129"
    assert table.over


def test_a_window_inside_the_window_closes_too(play: Play) -> None:
    table = play("""
        phase main:
            start_player does dance
            do say(9)
        effect dance: do say(7)
        rule ahead, before player p does dance: open objections
        window objections asks players clockwise from start_player:
            action think: open thoughts
        window thoughts asks players clockwise from start_player:
            action object:
                cancel dance
                do say(1)
            action murmur: do say(3)
    """)
    table.choose("think", "object")
    table.everyone_passes()
    assert table.said == "19"


def test_targets_that_the_caller_gave_stay(play: Play) -> None:
    table = play("""
        phase main: start_player does hit(3)
        effect hit(number n in 2 to 4, number m in 5 to 6):
            do say(n)
            do say(m)
        rule ahead, before player p does hit:
            left of start_player takes over hit
    """)
    table.choose("5")
    assert table.asks == "p1: 5, 6"
    assert table.choose("6").said == "36"


def test_of_an_effect_with_one_name_the_innermost_waiting_one_is_meant(play: Play) -> None:
    table = play("""
        phase main:
            start_player does dance(1)
            do say(9)
        effect dance(number n): do say(n)
        rule ahead, before player p does dance(number n):
            if n = 1: p does dance(2)
            if n = 2: cancel dance
    """)
    assert table.said == "19"


def test_cancel_of_what_does_not_wait_does_nothing(play: Play) -> None:
    table = play("""
        phase main:
            start_player does dance
            cancel dance
            do say(9)
        effect dance:
            do say(1)
            cancel dance
            do say(2)
        rule ahead, before player p does dance: do say(5)
    """)
    assert table.said == "5129"


def test_a_cancelled_effect_is_answered_by_no_when_rule(play: Play) -> None:
    table = play("""
        phase main: start_player does dance
        effect dance: do say(1)
        rule ahead, before player p does dance: cancel dance
        rule later, before player p does dance: do say(6)
        rule afterwards, when player p does dance: do say(8)
    """)
    assert "1" not in table.said
    assert "8" not in table.said


# ---------------------------------------------------------------- take over


def test_take_over_makes_the_taker_you_and_lets_him_choose_anew(play: Play) -> None:
    table = play(DUEL, DEALT, players=3)
    table.choose("3", "reply(Steal)")
    while table.options != ["2", "3"]:
        table.choose("pass")
    assert table.who == "p1"
    table.choose("2").everyone_passes()
    assert table.said == "29"


def test_the_one_taken_over_again_belongs_to_the_last(play: Play) -> None:
    table = play("""
        variable dancer: player or none = none
        phase main: start_player does dance
        effect dance: set dancer to you
        rule ahead, before player p does dance: open objections
        window objections asks players clockwise from left of start_player:
            action snatch:
                requires said < 2
                do say(1)
                you take over dance
    """, players=3)
    table.choose("snatch")
    assert table.asks == "p2: pass, snatch"
    table.choose("snatch")
    assert table.over
    assert table["dancer"] == "p2"


def test_taken_over_without_a_target_it_comes_to_nothing(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 0
        phase main:
            start_player gains 1 coin
            start_player does rob
            do say(9)
        effect rob(player victim where coins of victim < coins of you): do say(1)
        rule ahead, before player p does rob:
            left of start_player takes over rob
    """)
    assert table.said == "9"


@pytest.mark.parametrize(("coins", "said"), [(0, "81"), (2, "71")])
def test_nobody_can_take_over_without_a_target(play: Play, coins: int, said: str) -> None:
    table = play(f"""
        counter coins of each player: 0 to 9 = 0
        phase main:
            start_player gains 1 coin
            left of start_player gains {coins} coins
            start_player does rob
        effect rob(player victim where victim is not you and coins of victim < 2 * coins of you + 1): do say(1)
        effect seize, all or nothing: you take over rob
        rule ahead, before player p does rob:
            if left of start_player can do seize: do say(7)
            otherwise: do say(8)
    """)
    assert table.said == said


def test_after_a_take_over_it_is_tested_for_the_taker(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 0
        phase main:
            start_player gains 5 coins
            start_player does shop_for
            do say(9)
        effect shop_for:
            requires coins of you > 3
            do say(1)
        rule ahead, before player p does shop_for:
            left of start_player takes over shop_for
    """)
    assert table.said == "9"


def test_a_rule_after_it_speaks_of_the_taker(play: Play) -> None:
    table = play("""
        variable dancer: player or none = none
        phase main: start_player does dance
        effect dance: do say(1)
        rule ahead, before player p does dance: left of start_player takes over dance
        rule afterwards, when player p does dance: set dancer to p
    """)
    assert table["dancer"] == "p1"


# ---------------------------------------------------------------- last in, first out


def test_nested_answers_are_carried_out_last_in_first_out(play: Play) -> None:
    table = play("""
        phase main: start_player does dance(1)
        effect dance(number n): do say(n)
        rule ahead, before player p does dance(number n): open replies(n)
        window replies(number n) asks players clockwise from start_player:
            action top_it:
                requires n < 4
                you do dance(n + 1)
    """)
    table.choose("top_it")
    table.choose("top_it")
    assert table.said == ""
    table.everyone_passes()
    assert table.said == "321"


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6])
def test_an_even_number_of_cancels_is_none(play: Play, depth: int) -> None:
    """Each act cancels the one below: whether the first happens depends on how many there are."""
    table = play(f"""
        phase main:
            start_player does act(1)
            do say(9)
        effect act(number n):
            if n = 1: do say(1)
            otherwise: cancel act
        rule ahead, before player p does act(number n) if n < {depth}: p does act(n + 1)
    """)
    assert table.said == ("19" if depth % 2 else "9")


GUARDS = """
    kind Guard is card:
        rank: 1 to 9
        while this is in gate:
            before player p does enter_town: do say(rank of this)
    card "Ann" is Guard: rank = 1
    card "Bob" is Guard: rank = 2
    card "Cid" is Guard: rank = 3
    zone gate of each player: row of Guard
    zone inn: row of Guard
    effect enter_town: do say(7)
"""


def test_before_rules_of_cards_answer_in_turn_order_then_by_arrival(play: Play) -> None:
    table = play(GUARDS, """
        setup:
            move first Guard g where rank of g = 3 to gate of left of start_player
            move first Guard g where rank of g = 2 to gate of start_player
            move first Guard g where rank of g = 1 to gate of start_player
        phase main: start_player does enter_town
    """)
    assert table.said == "2137"


def test_a_card_may_cancel_before(play: Play) -> None:
    table = play(GUARDS, """
        setup:
            move all Guards to inn
        card "Dog" is Guard:
            rank = 4
            while this is in gate:
                before player p does enter_town if p is not owner: cancel enter_town
        phase main:
            move first Guard g in inn where rank of g = 4 to gate of left of start_player
            start_player does enter_town
            left of start_player does enter_town
    """)
    assert table.said == "447"
