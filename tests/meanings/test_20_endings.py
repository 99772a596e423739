"""Meaning 20, endings: `winner` ranks, `p wins`, `nobody wins`, the bound of the engine; payoffs."""

from fractions import Fraction

import pytest

from tests.meanings.table import Play

SCORES = """
    counter points of each player: 0 or more = 0
    counter coins of each player: 0 or more = 0
    setup:
        set points of start_player to 5
        set points of left of start_player to 7
        set points of right of start_player to 7
        set coins of left of start_player to 3
        set coins of right of start_player to 1
"""


def ended(play: Play, *rules: str, players: int = 3) -> object:
    table = play(*rules, players=players)
    assert table.over
    return table.result


@pytest.mark.parametrize(
    ("winner", "ranking"),
    [
        ("most points", ((1, 2), (0,))),
        ("most points, then most coins", ((1,), (2,), (0,))),
        ("most points, then fewest coins", ((2,), (1,), (0,))),
        ("fewest points, then shared", ((0,), (1, 2))),
        ("most points, then shared", ((1, 2), (0,))),
    ],
)
def test_when_the_last_phase_is_over_winner_ranks(play: Play, winner: str, ranking: tuple[tuple[int, ...], ...]) -> None:
    result = ended(play, SCORES, f"""
    phase main: set coins of start_player to 0
    winner: {winner}
    """)
    assert result.ranking == ranking
    assert result.winners == ranking[0]
    assert result.reason == "last phase over"


def test_the_first_rank_is_the_payoff(play: Play) -> None:
    result = ended(play, SCORES, """
    phase main: set coins of start_player to 0
    winner: most points, then most coins
    """)
    assert tuple(result.payoffs) == (5, 7, 7)
    assert tuple(result.scores) == (5, 7, 7)


def test_end_game_stops_at_once(play: Play) -> None:
    table = play(SCORES, """
    phase main:
        do say(1)
        do stop_it
        do say(2)
    phase later: do say(3)
    effect stop_it:
        end game
        do say(4)
    winner: most points
    """, players=3)
    assert table.over
    assert table.said == "1"
    assert table.result.reason == "end game"
    assert table.result.winners == (1, 2)


@pytest.mark.parametrize(
    ("statement", "winners", "payoffs"),
    [
        ("start_player wins", (0,), (1, Fraction(-1, 2), Fraction(-1, 2))),
        ("all players p where points of p > 6 win", (1, 2), (-1, Fraction(1, 2), Fraction(1, 2))),
        ("nobody wins", (), (0, 0, 0)),
        ("everyone wins", (0, 1, 2), (0, 0, 0)),
    ],
)
def test_p_wins_ends_the_game(
    play: Play, statement: str, winners: tuple[int, ...], payoffs: tuple[Fraction, ...]
) -> None:
    table = play(SCORES, f"""
    phase main:
        {statement}
        do say(1)
    winner: fewest points
    """, players=3)
    assert table.over
    assert table.said == ""
    assert tuple(table.result.winners) == winners
    if statement != "everyone wins":
        assert tuple(table.result.payoffs) == payoffs
    assert len(set(table.result.payoffs)) == (1 if statement.startswith(("every", "nobody")) else 2)


def test_winning_inside_effects_windows_and_together(play: Play) -> None:
    table = play("""
        phase main:
            open market
            do say(9)
        window market asks start_player:
            action go:
                together:
                    do triumph
                    do say(7)
        effect triumph: you win
    """)
    table.choose("go")
    assert table.over
    assert table.said == ""
    assert table.winners == (0,)


def test_winning_in_a_rule(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 0
        phase main:
            left of start_player gains 3 coins
            do say(1)
        rule rich, when coins of player p rises if coins of p > 2: p wins
    """)
    assert table.over
    assert (table.winners, table.said) == ((1,), "")


def test_without_winner_nobody_is_first(play: Play) -> None:
    result = ended(play, "phase main: do say(1)", players=2)
    assert result.winners == ()
    assert tuple(result.payoffs) == (0, 0)


def test_a_game_may_end_in_the_setup(play: Play) -> None:
    table = play("""
        setup:
            do say(1)
            end game
        phase main: do say(2)
    """)
    assert table.over
    assert table.said == "1"


def test_a_match_that_the_bound_stops_is_ranked_as_it_stands(engine: Play) -> None:
    table = engine.sampled("""
        counter points of each player: 0 to 9 = 0
        phase main, repeated:
            left of start_player gains 1 point
            start_player chooses number n in 1 to 2
        winner: most points
    """, log=False)
    while not table.match.over:
        table.match.choose_index(0)
    result = table.match.result
    assert result is not None
    assert result.winners == ()
    assert result.ranking == ((1,), (0,))
    assert "stopped" in result.reason


def test_nothing_can_be_chosen_when_it_is_over(engine: Play) -> None:
    table = engine("phase main: start_player wins")
    assert "over" in table.refusal("pass").reason
    assert table.match.decision is None


def test_a_tally_counts_labelled_lines_into_a_counter(play: Play) -> None:
    table = play(SCORES, """
    tally final of player p into points:
        "coins": coins of p
        "for being rich": 3 if coins of p > 2 otherwise 0
    phase counting:
        tally final
        do say(points of left of start_player - 10)
    winner: most points, then shared
    """, players=3)
    assert table.said == "3"
    assert table.winners == (1,)
    assert tuple(table.result.scores) == (5, 13, 8)


def test_each_line_of_a_tally_stands_in_the_log(engine: Play) -> None:
    table = engine(SCORES, """
    tally final of player p into points:
        "coins": coins of p
        "always": 2
    phase counting: tally final
    """, players=3)
    log = table.log()
    assert any("coins" in text and "p1" in text and "3" in text for text in log)
    assert sum("always" in text for text in log) == 3


def test_nobody_meant_does_not_end_the_game(play: Play) -> None:
    table = play("""
        variable rival: player or none = none
        phase main:
            rival wins
            do say(1)
            right of rival wins
            do say(2)
    """)
    assert (table.said, table.result.reason) == ("12", "last phase over")
