"""Meaning 3, chains end: what feeds itself for ever stops the match, and the error names the rules of the loop."""

import pytest

from tests.meanings.table import BROKEN, Play


def test_two_rules_that_feed_each_other_are_named(engine: Play) -> None:
    with pytest.raises(BROKEN) as caught:
        engine("""
            variable light: yes or no = no
            phase main: set light to yes
            rule switching_off, when light becomes yes: set light to no
            rule switching_on, when light becomes no: set light to yes
            rule innocent, when light changes: do say(1)
        """)
    assert "switching_off" in str(caught.value)
    assert "switching_on" in str(caught.value)


def test_a_loop_with_a_growing_state_is_bounded_too(engine: Play) -> None:
    with pytest.raises(BROKEN, match="greedy"):
        engine("""
            counter coins: 0 or more = 0
            phase main: set coins to 1
            rule greedy, when coins rises: set coins to coins + 1
        """)


def test_a_loop_of_events_is_bounded(engine: Play) -> None:
    with pytest.raises(BROKEN) as caught:
        engine("""
            event ping
            event pong
            phase main: announce ping
            rule one, when announced ping: announce pong
            rule two, when announced pong: announce ping
        """)
    assert "one" in str(caught.value)
    assert "two" in str(caught.value)


def test_both_stop_the_loop(play: Play) -> None:
    with pytest.raises(BROKEN):
        play("""
            counter coins: 0 or more = 0
            phase main: set coins to 1
            rule greedy, when coins changes: set coins to coins + 1
        """)


def test_an_effect_that_does_itself_is_bounded(play: Play) -> None:
    with pytest.raises((*BROKEN, RecursionError)):
        play("""
            counter coins: 0 or more = 0
            phase main: do deeper
            effect deeper:
                set coins to coins + 1
                do deeper
        """)


def test_the_error_names_an_effect_that_does_itself(engine: Play) -> None:
    with pytest.raises(BROKEN, match="deeper"):
        engine("""
            counter coins: 0 or more = 0
            phase main: do deeper
            effect deeper:
                set coins to coins + 1
                do deeper
        """)


def test_a_turn_without_end_is_bounded(play: Play) -> None:
    with pytest.raises(BROKEN):
        play("""
            counter coins: 0 to 9 = 0
            phase main:
                repeat until coins = 5:
                    set coins to 1
        """)


def test_the_error_names_the_phase_without_end(engine: Play) -> None:
    with pytest.raises(BROKEN, match="endless"):
        engine("""
            counter coins: 0 to 9 = 0
            phase endless, repeated:
                set coins to 1
        """)


def test_a_phase_that_skips_to_itself_is_bounded(play: Play) -> None:
    with pytest.raises(BROKEN):
        play("""
            counter coins: 0 to 9 = 0
            phase round:
                phase one: set coins to 1
                phase two: skip to one
        """)


def test_before_rules_that_do_the_same_effect_are_bounded(play: Play) -> None:
    with pytest.raises((*BROKEN, RecursionError)):
        play("""
            phase main: start_player does dance
            effect dance: do say(1)
            rule again, before player p does dance: p does dance
        """)


def test_a_long_chain_that_ends_is_carried_out(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        counter steps: 0 or more = 0
        phase main: set coins to 12
        rule down_to_zero, when coins changes if coins > 0:
            set steps to steps + 1
            set coins to coins - 1
    """)
    assert (table["coins"], table["steps"]) == (0, 12)


def test_chains_one_after_the_other_are_not_one_chain(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        counter answers: 0 or more = 0
        phase main:
            repeat 400 times: set coins to coins + 1
        rule count_them, when coins rises: set answers to answers + 1
    """)
    assert table["answers"] == 400


def test_a_match_of_endless_decisions_is_stopped_as_unfinished(engine: Play) -> None:
    table = engine.sampled("""
        counter coins of each player: 0 to 9 = 0
        phase main, repeated:
            start_player chooses number n in 1 to 2
            start_player gains 1 coin
        winner: most coins
    """, log=False)
    match = table.match
    while not match.over:
        match.choose_index(0)
    assert match.result is not None
    assert match.result.reason.startswith("stopped")
    assert match.result.winners == ()
    assert match.result.ranking == ((0,), (1,))
