"""Addition 5, results: ranking by a value, several who win together, teams."""

from fractions import Fraction

from tests.meanings.table import Play


def test_winner_may_name_a_value(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 1
        value worth of player p: number = 10 - coins of p
        phase main: start_player gains 3 coins
        winner: most worth
    """)
    assert table.winners == (1,)
    assert tuple(table.result.scores) == (6, 9)


def test_everyone_wins(play: Play) -> None:
    table = play("phase main: everyone wins", players=3)
    assert table.winners == (0, 1, 2)
    assert len(set(table.result.payoffs)) == 1


def test_some_win_together_with_equal_payoffs(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 1
        phase main:
            start_player gains 3 coins
            all players p where coins of p < 3 win
    """, players=4)
    assert table.winners == (1, 2, 3)
    assert tuple(table.result.payoffs) == (-1, Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))


def test_nobody_where_nobody_fits(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 1
        phase main: all players p where coins of p > 3 win
    """)
    assert table.over
    assert table.winners == ()
    assert tuple(table.result.payoffs) == (0, 0)


TEAMS = """
    game Pairs for 4 to 6 players in teams of 2
    counter coins of each player: 0 to 9 = 1
"""


def test_a_team_wins_together(play: Play) -> None:
    table = play(TEAMS, "phase main: start_player wins", players=4)
    assert table.winners == (0, 2)
    assert tuple(table.result.payoffs) == (Fraction(1, 2), Fraction(-1, 2), Fraction(1, 2), Fraction(-1, 2))


def test_the_team_of_the_first_wins_by_rank(play: Play) -> None:
    table = play(TEAMS, """
    phase main: left of start_player gains 3 coins
    winner: most coins
    """, players=4)
    assert table.winners == (1, 3)
    assert tuple(table.result.scores) == (1, 4, 1, 1)
