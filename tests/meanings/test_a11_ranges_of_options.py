"""Addition 11, ranges of options: an option whose last parameter is a number is one line and one answer."""

from tests.meanings.table import Play, differs


@differs("engine", "it keeps each number as an option of its own")
def test_every_number_of_a_wide_range_may_be_chosen(play: Play) -> None:
    table = play("""
        counter pot: 0 or more = 0
        phase main:
            start_player chooses number n in 20 to 1500
            set pot to n
    """)
    assert "1234" in table.options
    assert table.choose("1234")["pot"] == 1234


@differs("engine", "it keeps each number as an option of its own")
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
