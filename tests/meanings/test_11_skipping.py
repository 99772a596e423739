"""Meaning 11, skipping: `skip to X` and `end X` leave everything inside, raise the ends, and run no statement between."""

import pytest

from tests.meanings.table import Play


def test_a_later_phase_is_gone_on_with_and_nothing_between_runs(play: Play) -> None:
    table = play("""
        phase round:
            phase one:
                do say(1)
                skip to four
                do say(7)
            phase two: do say(8)
            phase three: do say(9)
            phase four: do say(4)
            phase five: do say(5)
    """)
    assert table.said == "145"


def test_an_earlier_phase_begins_again(play: Play) -> None:
    table = play("""
        phase round:
            phase one: do say(1)
            phase two:
                do say(2)
                if said < 100: skip to one
            phase three: do say(3)
    """)
    assert table.said == "12123"


def test_a_phase_may_begin_itself_again(play: Play) -> None:
    table = play("""
        phase round:
            phase one:
                do say(1)
                if said < 100: skip to one
                do say(2)
    """)
    assert table.said == "1112"


def test_each_phase_left_raises_its_end_innermost_first(play: Play) -> None:
    table = play("""
        phase round:
            phase outer:
                phase middle:
                    phase inner:
                        skip to last
                    do say(9)
            phase last: do say(4)
        rule r3, when outer ends: do say(3)
        rule r1, when inner ends: do say(1)
        rule r2, when middle ends: do say(2)
        rule r8, when round ends: do say(8)
        rule r5, when last begins: do say(5)
    """)
    assert table.said == "123548"


def test_a_phase_that_contains_both_is_not_left(play: Play) -> None:
    table = play("""
        phase round:
            phase one: skip to two
            phase two: do say(2)
        rule closing, when round ends: do say(9)
        rule again, when round begins: do say(1)
    """)
    assert table.said == "129"


def test_skipping_out_of_nested_effects(play: Play) -> None:
    table = play("""
        phase round:
            phase one:
                do outer
                do say(9)
            phase two: do say(2)
        effect outer:
            start_player does inner(3)
            do say(8)
        effect inner(number n):
            do say(n)
            repeat n times: skip to two
    """)
    assert table.said == "32"


def test_skipping_out_of_windows_and_questions_inside(play: Play) -> None:
    table = play("""
        phase round:
            phase one:
                open outer
                do say(9)
            phase two:
                start_player chooses number n in 1 to 2
                do say(n)
        window outer asks players clockwise from start_player:
            action nest: open inner
        window inner asks players clockwise from left of start_player:
            action jump:
                you choose number n in 5 to 6
                do say(n)
                skip to two
    """)
    table.choose("nest", "jump", "6")
    assert table.asks == "p0: 1, 2"
    assert table.choose("2").said == "62"
    assert table.over


def test_skipping_out_of_a_together_ends_it(play: Play) -> None:
    """Afterwards each statement is a step of its own again."""
    table = play("""
        counter coins: 0 or more = 0
        phase round:
            phase one:
                together:
                    do say(1)
                    skip to two
            phase two:
                set coins to 1
                do say(3)
        rule paid, when coins rises: do say(2)
    """)
    assert table.said == "123"


def test_what_happened_in_the_together_counts(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase round:
            phase one:
                together:
                    set coins to 4
                    skip to two
            phase two: do say(coins)
    """)
    assert table.said == "4"


def test_skipping_out_of_a_rule_drops_what_still_waits(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase round:
            phase one:
                set coins to 1
                do say(9)
            phase two: do say(2)
        rule jump, when coins rises: skip to two
        rule late, when coins rises: do say(8)
    """)
    assert table.said == "2"


def test_skipping_out_of_a_loop(play: Play) -> None:
    table = play("""
        phase round:
            phase one:
                for each number n in 1 to 5:
                    do say(n)
                    if n = 2: skip to two
            phase two: do say(7)
    """)
    assert table.said == "127"


def test_a_repeated_phase_goes_round_from_the_phase_skipped_to(play: Play) -> None:
    table = play("""
        phase round, repeated until said > 1000:
            phase one: do say(1)
            phase two:
                do say(2)
                skip to four
            phase three: do say(3)
            phase four: do say(4)
    """)
    assert table.said == "124124"


def test_skip_to_a_phase_inside_another(play: Play) -> None:
    table = play("""
        phase round:
            phase one: skip to deep
            phase two:
                do say(8)
                phase shallow: do say(9)
                phase deep: do say(1)
                do say(2)
            phase three: do say(3)
        rule begun, when two begins: do say(5)
    """)
    assert table.said == "5123"


def test_end_of_a_phase(play: Play) -> None:
    table = play("""
        phase round:
            phase outer:
                phase inner:
                    do say(1)
                    end outer
                    do say(8)
                do say(9)
            phase after_it: do say(4)
        rule r2, when inner ends: do say(2)
        rule r3, when outer ends: do say(3)
    """)
    assert table.said == "1234"


def test_end_of_a_repeated_phase_ends_the_repeating(play: Play) -> None:
    table = play("""
        phase round, repeated until said > 100:
            do say(1)
            if said > 0: end round
            do say(9)
        phase after_it: do say(2)
        rule closing, when round ends: do say(5)
    """)
    assert table.said == "152"


def test_end_of_a_window_from_an_effect_inside_it(play: Play) -> None:
    table = play("""
        phase main:
            open market
            do say(9)
        window market asks players clockwise from start_player:
            action leave:
                do say(1)
                do leave_now
                do say(8)
        effect leave_now:
            end market
            do say(7)
    """)
    assert table.choose("leave").over
    assert table.said == "19"


def test_the_ends_see_the_new_state_and_come_once(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        phase round:
            phase one:
                set coins to 5
                end one
        rule closing, when one ends: do say(coins)
    """)
    assert table.said == "5"


def test_a_question_in_a_rule_about_an_end_comes_before_the_next_phase(play: Play) -> None:
    table = play("""
        phase round:
            phase one: skip to three
            phase two: do say(9)
            phase three: do say(3)
        rule closing, when one ends:
            start_player chooses number n in 1 to 2
            do say(n)
    """)
    assert table.asks == "p0: 1, 2"
    assert table.choose("2").said == "23"


@pytest.mark.parametrize(("jump", "said"), [("skip to two", "53"), ("end one", "53"), ("do say(4)", "543")])
def test_what_lasts_until_a_phase_ends_ends_however_it_is_left(play: Play, jump: str, said: str) -> None:
    table = play(f"""
        value price: number = 3
        phase round:
            phase one:
                until one ends: price becomes it + 2
                do say(price)
                {jump}
            phase two: do say(price)
    """)
    assert table.said == said


def test_a_card_effect_notes_the_jump_and_the_action_jumps(play: Play) -> None:
    table = play("""
        kind Trick is card:
            effect play
        card "Hop" is Trick:
            effect play: set hop to yes
        variable hop: yes or no = no
        zone bag of each player: hand of Trick
        zone heap: pile of Trick
        setup: move all Tricks to bag of start_player
        phase round:
            phase one:
                open tricks
                do say(9)
            phase two: do say(2)
        window tricks asks start_player:
            action play_it(Trick t in bag of you):
                you do play of t
                move t to heap
                if hop: skip to two
    """)
    table.choose("play_it(Hop)")
    assert (table.said, table.zone("heap")) == ("2", ["Hop"])


def test_a_phase_left_by_a_rule_that_answers_its_beginning_ends(play: Play) -> None:
    table = play("""
        phase noon:
            do say(9)
        phase dusk:
            phase one: do say(8)
            phase two: do say(3)
        rule off, when noon begins: end noon
        rule on, when dusk begins: skip to two
        rule past, when noon ends: do say(1)
        rule dark, when dusk ends: do say(4)
    """)
    assert table.said == "134"
    assert table.phases == []


def test_nothing_comes_of_ending_what_does_not_run(play: Play) -> None:
    table = play("""
        setup:
            announce bell
        phase noon:
            phase one: do say(1)
            announce bell
            do say(3)
        phase dusk:
            announce bell
            do say(4)
        event bell
        rule off, when announced bell:
            end one
            if said = 0: end noon
        rule shut, when dusk ends: end dawn
        window dawn asks start_player:
            action go: end dawn
    """)
    assert table.said == "134"


def test_a_phase_ended_before_it_begins_does_not_begin(play: Play) -> None:
    table = play("""
        phase noon: do say(8)
        phase dusk: do say(2)
        rule off, before noon begins: end noon
        rule past, when noon ends: do say(9)
    """)
    assert table.said == "2"


def test_a_jump_out_of_the_setup_ends_it(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card, 2 copies
        zone deck: stack of Card
        zone heap: row of Card
        refill heap from deck to 1
        setup:
            move first Card c in deck to heap
            move all Cards to deck
            do say(8)
        phase noon: do say(9)
        phase dusk:
            phase one: do say(8)
            phase two: do say(number of Cards in heap)
        rule on, when Card c enters deck: skip to two
    """)
    assert table.said == "1"


def test_in_a_whole_what_does_not_run_cannot_be_ended(play: Play) -> None:
    table = play("""
        phase noon: do say(1)
        phase dusk:
            if start_player can do quit: do say(2)
            if start_player can do rest: do say(3)
        effect quit, all or nothing: end noon
        effect rest, all or nothing: end dusk
    """)
    assert table.said == "13"
