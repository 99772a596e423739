"""Addition 6, dice are things: of the table, of each player, hidden or shown, more or fewer in play."""

from tests.meanings.table import Play

CUPS = """
    dice cup of each player: 3 of 1 to 6, shown to owner
"""


def test_each_player_has_dice(play: Play) -> None:
    table = play(CUPS, """
    phase main:
        roll cup of left of start_player
        do say(sum of face of d for each die d in cup of left of start_player)
    """)
    table.choose("2", "1", "2")
    assert table.said == "5"
    assert table.dice("cup of p1") == [2, 1, 2]


def test_a_roll_teaches_only_those_who_see_the_dice(engine: Play) -> None:
    rules = """
    phase main:
        roll cup of left of start_player
        start_player chooses number n in 1 to 2
    """
    one, other = engine(CUPS, rules), engine(CUPS, rules)
    one.choose("2", "1", "2")
    other.choose("6", "6", "6")
    assert one.log(seat=0) == other.log(seat=0)
    assert one.match.view(0) == other.match.view(0)
    assert one.match.view(1) != other.match.view(1)


def test_single_dice_are_rolled_again(play: Play) -> None:
    table = play("""
        dice bones: 3 of 1 to 6
        phase main:
            roll bones
            start_player chooses at least 1 dice again in bones
            roll again
    """)
    table.choose("1", "5", "5")
    assert table.who == "p0"
    assert table.options[:2] == ["[1]", "[5]"]
    table.choose("[1, 5]")
    table.choose("6", "2")
    assert sorted(table.dice("bones")) == [2, 5, 6]


def test_a_die_is_a_thing_that_can_be_named(play: Play) -> None:
    table = play("""
        dice bones: 2 of 1 to 6
        variable lucky: die or none = none
        phase main:
            roll bones
            set lucky to first die d in bones where face of d = 6
            if lucky is none: do say(1)
            otherwise: do say(face of lucky)
    """)
    assert table.choose("5", "6").said == "6"


def test_faces_may_be_members_of_an_enum_and_repeat(play: Play) -> None:
    table = play("""
        enum Weather: sun, rain
        dice sky: 1 of sun, sun, rain
        phase main:
            roll sky
            if face of first die d in sky is rain: do say(1)
    """)
    assert table.asks == "chance: sun, rain"
    assert table.choose("rain").said == "1"


def test_a_rule_about_a_roll(play: Play) -> None:
    table = play("""
        dice bones: 2 of 1 to 6
        phase main:
            roll bones
            do say(9)
        rule clatter, when bones is rolled: do say(face of first die d in bones)
    """)
    assert table.choose("4", "2").said == "49"


def test_a_die_lost_is_out_of_play(play: Play) -> None:
    table = play(CUPS, """
    phase main:
        start_player loses 1 cup die
        roll cup of start_player
        do say(number of dice in cup of start_player)
        start_player gains 5 cup dice
        do say(number of dice in cup of start_player)
    """)
    table.choose("1", "1")
    assert table.said == "23"


def test_before_the_first_roll_a_die_shows_nothing(play: Play) -> None:
    table = play("""
        dice cup: 2 of 2 to 3
        phase main:
            do say(highest of face of d for each die d in cup)
            do say(1 + sum of face of d for each die d in cup)
            start_player chooses up to 2 dice d in cup
    """)
    assert table.asks == "p0: [], [none], [none, none]"
    assert table.said in ("1", "01")


def test_dice_that_a_player_does_not_see_are_imagined(engine: Play) -> None:
    from random import Random

    table = engine("""
        dice cup of each player: 2 of 3 to 5, shown to owner
        dice open_die: 1 of 1 to 6
        setup:
            for each player p: roll cup of p
            roll open_die
        phase main: start_player chooses number n in 1 to 2
    """)
    table.choose(*["3"] * 4, "6")
    worlds = [table.match.sample_world(0, Random(number)).dump()["dice"] for number in range(60)]
    assert {tuple(world["cup of p1"]) for world in worlds} == {(a, b) for a in "345" for b in "345"}
    assert {(*world["cup of p0"], *world["open_die"]) for world in worlds} == {("3", "3", "6")}
    for number in range(10):
        world = table.match.sample_world(0, Random(number))
        assert world.view(0) == table.match.view(0)
        assert world.information_state(0) == table.match.information_state(0)
