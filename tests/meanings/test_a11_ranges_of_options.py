"""Addition 11, ranges of options: an option whose last parameter is a number is one line and one answer."""

import interpreter
from tests.meanings.table import Play


def test_every_number_of_a_wide_range_may_be_chosen(play: Play) -> None:
    table = play("""
        counter pot: 0 or more = 0
        phase main:
            start_player chooses number n in 20 to 1500
            set pot to n
    """)
    assert "1234" in table.options
    assert table.choose("1234")["pot"] == 1234


def test_a_wide_action(play: Play) -> None:
    table = play("""
        counter pot: 0 or more = 0
        phase main: open betting
        window betting asks start_player:
            action raise_to(number n in 20 to 900):
                set pot to n
                end betting
            action fold: end betting
    """)
    assert "raise_to(777)" in table.options
    assert "raise_to(901)" not in table.options
    assert table.choose("raise_to(777)")["pot"] == 777


def test_a_range_limited_by_a_condition(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 100 = 3
        phase main: start_player may do bet
        effect bet(number n in 1 to 100 where n <= coins of you): you lose n coins
    """)
    assert table.asks == "p0: pass, bet(1), bet(2), bet(3)"


def test_it_is_one_line_in_the_state(engine: Play) -> None:
    table = engine("""
        counter pot: 0 or more = 0
        phase main:
            start_player chooses:
                option "pass": do say(1)
                option "raise to" with number n in 20 to 10000 where n < 500 or n > 500: set pot to n
    """)
    decision = table.match.decision
    assert decision is not None
    assert [(one.first, one.count) for one in decision.ranges] == [(1, 480), (481, 9500)]
    assert table.match.count == 9981
    table.match.choose_index(481)
    assert table["pot"] == 501


def test_it_is_refused_outside(engine: Play) -> None:
    table = engine("""
        counter pot: 0 or more = 0
        phase main:
            start_player chooses number n in 20 to 1500
            set pot to n
    """)
    table.refusal("1501")
    table.refusal("19")


def test_one_number_takes_itself(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 100 = 20
        phase main:
            start_player chooses number n in 20 to coins of start_player
            do say(n)
    """)
    assert (table.over, table.said) == (True, "20")


def test_what_must_be_carried_out_is_tried_number_by_number(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 100 = 3
        phase main: start_player may do bet
        effect bet, all or nothing:
            you choose number n in 1 to (coins of you + 2)
            you pay n coins
            do say(n)
    """)
    assert table.asks == "p0: pass, bet"
    assert table.choose("bet").asks == "p0: 1, 2, 3"


def test_uniform_choices_take_every_number_alike(engine: Play) -> None:
    rules = """
        counter pot of each player: 0 or more = 0
        phase main:
            start_player chooses:
                option "none": set pot of start_player to 0
                option "some" with number n in 1 to 200: set pot of start_player to n
        winner: most pot
    """
    game = engine.load(rules)
    found = [playout.scores[0] for playout in interpreter.playouts(game, 2, range(400))]
    assert sum(score in (None, 0) for score in found) < 20
    assert len(set(found)) > 120
    assert max(score or 0 for score in found) > 180
