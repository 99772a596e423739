"""Meaning 18, at once: the choices at the head are made secretly; the bodies go on in turn order when all have answered."""

from tests.meanings.table import Play

BIDS = """
    counter bid of each player: 0 or more = 0
    phase main:
        for each player p at once:
            p chooses number n in 1 to 3
            set bid of p to n
            do say(n)
        do say(9)
"""


def test_nothing_changes_before_the_last_has_answered(play: Play) -> None:
    table = play(BIDS, players=3)
    assert table.asks == "p0: 1, 2, 3"
    table.choose("2")
    assert (table.asks, table["bid of p0"]) == ("p1: 1, 2, 3", 0)
    table.choose("1")
    assert (table.asks, table["bid of p1"], table.said) == ("p2: 1, 2, 3", 0, "")
    table.choose("3")
    assert table.said == "2139"


def test_answers_are_secret_until_the_last_one(engine: Play) -> None:
    one, other = engine(BIDS, players=3), engine(BIDS, players=3)
    one.choose("2")
    other.choose("3")
    assert one.log(seat=1) == other.log(seat=1)
    assert one.match.view(1) == other.match.view(1)
    assert one.log(seat=0) != other.log(seat=0)
    assert "p0 chooses 2" in one.log(seat=0)


def test_then_they_are_public(engine: Play) -> None:
    table = engine(BIDS, players=3)
    table.choose("2", "1", "3")
    for seat in range(3):
        log = table.log(seat=seat)
        assert "p0 chose 2" in log
        assert "bid of p1 is now 1" in log


def test_the_bodies_go_on_in_turn_order(play: Play) -> None:
    table = play("""
        phase turn of left of start_player:
            for each player p at once:
                p chooses number n in 1 to 3
                do say(n)
    """, players=3)
    assert table.who == "p1"
    table.choose("1")
    assert table.who == "p2"
    table.choose("2", "3")
    assert table.said == "123"


def test_what_was_chosen_does_not_limit_the_others(play: Play) -> None:
    """All choose from the table as it was: a card may be wanted twice, and the second body finds it gone."""
    table = play("""
        kind Card is card
        card "Ace" is Card
        card "Two" is Card
        zone pool: row of Card
        zone bag of each player: row of Card
        setup: move all Cards to pool
        phase main:
            for each player p at once:
                p chooses Card c in pool
                if c is in pool: move c to bag of p
    """)
    assert table.asks == "p0: Ace, Two"
    table.choose("Ace")
    assert table.asks == "p1: Ace, Two"
    table.choose("Ace")
    assert (table.zone("bag of p0"), table.zone("bag of p1")) == (["Ace"], [])


def test_several_choices_at_the_head(play: Play) -> None:
    table = play("""
        phase main:
            for each player p at once:
                p chooses number n in 1 to 2
                p chooses number m in 3 to 4
                do say(n)
                do say(m)
    """)
    assert table.asks == "p0: 1, 2"
    table.choose("2")
    assert table.asks == "p0: 3, 4"
    table.choose("3", "1", "4")
    assert table.said == "2314"


def test_a_choice_with_one_option_takes_itself(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 1
        phase main:
            left of start_player gains 2 coins
            for each player p at once:
                p chooses number n in 1 to 3 where n <= coins of p
                do say(n)
    """)
    assert table.asks == "p1: 1, 2, 3"
    assert table.choose("3").said == "13"


def test_choices_that_do_not_come_first_are_an_error(engine: Play) -> None:
    assert "R304" in engine.problems("""
        counter coins of each player: 0 to 9 = 1
        phase main:
            for each player p at once:
                p gains 1 coin
                p chooses number n in 1 to 3
    """)


def test_named_options_at_once(play: Play) -> None:
    table = play("""
        phase main:
            for each player p at once:
                p chooses:
                    option "rock": do say(1)
                    option "paper": do say(2)
    """)
    assert table.asks == "p0: rock, paper"
    table.choose("paper")
    assert (table.asks, table.said) == ("p1: rock, paper", "")
    assert table.choose("rock").said == "21"


def test_some_players_only(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 1
        phase main:
            left of start_player gains 1 coin
            for each player p where coins of p > 1 at once:
                p chooses number n in 1 to 3
                do say(n)
    """, players=3)
    assert table.asks == "p1: 1, 2, 3"
    assert table.choose("2").over
    assert table.said == "2"
