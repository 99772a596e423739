"""Addition 3, sizes: made of numerals, parameters and the number of players, fixed when a match is made."""

from tests.meanings.table import Play

RULES = """
    parameter width: 1 to 9 = 2
    kind Card is card
    card "Ace" is Card, (number of players) copies
    card "Two" is Card, (width + 1) copies
    kind Square is space
    board grid of Square, width by (number of players)
    dice bones: (number of players) of 1 to width
    zone deck: stack of Card
    zone slot[1 to width]: row of Card, at most (number of players)
    counter score of each player: 0 to (10 * width) = 0
    setup: move all Cards to deck
    phase main:
        do say(number of Cards in deck)
        do say(number of Squares in grid)
        do say(number of dice in bones)
        start_player gains 99 score
"""


def played(play: Play, players: int, width: int) -> object:
    return play(RULES, players=players, width=width)


def test_sizes_follow_the_number_of_players(play: Play) -> None:
    two, four = played(play, 2, 2), played(play, 4, 2)
    assert two.said == "5" + "4" + "2"
    assert four.said == "7" + "8" + "4"


def test_sizes_follow_the_parameters(play: Play) -> None:
    table = played(play, 2, 3)
    assert table.said == "6" + "6" + "2"
    assert table["score of p0"] == 30
    assert played(play, 2, 4)["score of p0"] == 40


def test_one_checked_game_is_played_by_any_number(engine: Play) -> None:
    import interpreter

    game = engine.load(RULES)
    said = [interpreter.start(game, players).dump()["stores"]["said"] for players in (2, 3, 2)]
    assert said == ["542", "663", "542"]


def test_capacity_is_a_size_too(play: Play) -> None:
    table = play("""
        kind Card is card
        card "Ace" is Card, 5 copies
        zone deck: stack of Card
        zone shelf: row of Card, at most (number of players)
        setup: move all Cards to deck
        phase main: move all Cards in deck to shelf
    """, players=3)
    assert len(table.zone("shelf")) == 3
