"""Addition 8, replacement: an event done again by an `instead of` body carries on which rules have answered it."""

from tests.meanings.table import Play

HITS = """
    counter hits of each player: 0 to 9 = 9
    phase main:
        start_player loses 5 hits
        do say(hits of start_player)
"""


def test_what_one_rule_changes_is_open_to_the_others(play: Play) -> None:
    table = play(HITS, """
    rule halve, instead of hits of player p falls by n if n > 1: p loses (n / 2 rounded down) hits
    rule soften, instead of hits of player p falls by n: p loses (n - 1) hits
    """)
    # 5 halved is 2, softened is 1
    assert table.said == "8"


def test_the_order_of_the_file_says_who_replaces_first(play: Play) -> None:
    table = play(HITS, """
    rule soften, instead of hits of player p falls by n: p loses (n - 1) hits
    rule halve, instead of hits of player p falls by n if n > 1: p loses (n / 2 rounded down) hits
    """)
    # 5 softened is 4, halved is 2
    assert table.said == "7"


def test_a_rule_that_does_not_apply_at_first_may_apply_to_the_replacement(play: Play) -> None:
    table = play(HITS, """
    rule small, instead of hits of player p falls by n if n < 3: do say(1)
    rule soften, instead of hits of player p falls by n if n > 3: p loses (n - 3) hits
    """)
    assert table.said == "19"


def test_by_way_of_an_effect_the_set_is_carried_on(play: Play) -> None:
    table = play(HITS, """
    rule soften, instead of hits of player p falls by n: p does take_it(n - 1)
    effect take_it(number n): you lose n hits
    """)
    assert table.said == "5"


def test_another_thing_that_happens_inside_is_replaced_anew(play: Play) -> None:
    """What befalls another counter or somebody else is another event."""
    table = play("""
        counter hits of each player: 0 to 9 = 9
        counter coins of each player: 0 to 9 = 9
        phase main:
            start_player loses 2 hits
        rule share, instead of hits of player p falls by n if p is start_player:
            left of p loses n hits
        rule alarm, when hits of player p falls by n: do say(n)
    """)
    assert (table["hits of p0"], table["hits of p1"], table.said) == (9, 7, "2")


def test_an_effect_replaced_by_itself(play: Play) -> None:
    table = play("""
        phase main: start_player does dance(3)
        effect dance(number n): do say(n)
        rule slower, instead of player p does dance(number n): p does dance(n - 1)
        rule again, instead of player p does dance(number n) if n = 2: p does dance(n + 5)
    """)
    assert table.said == "7"


SHIELDS = """
    kind Shield is card
    card "Oak" is Shield, 2 copies:
        while this is in camp:
            instead of hits of player p falls by n if p is owner:
                p loses (n - 1) hits
    zone camp of each player: row of Shield
    zone chest: pile of Shield
    counter hits of each player: 0 to 9 = 9
"""


def test_each_player_s_own_card_replaces(play: Play) -> None:
    table = play(SHIELDS, """
    setup:
        move first Shield s to camp of start_player
        move first Shield s where s is not in camp of start_player to camp of left of start_player
    phase main:
        start_player loses 3 hits
        left of start_player loses 3 hits
    """)
    assert (table["hits of p0"], table["hits of p1"]) == (7, 7)


def test_two_copies_of_a_card_replace_once_each(play: Play) -> None:
    table = play(SHIELDS, """
    setup: move all Shields to camp of start_player
    phase main: start_player loses 3 hits
    """)
    assert table["hits of p0"] == 8


def test_instead_of_being_eliminated(play: Play) -> None:
    table = play("""
        phase main:
            eliminate left of start_player
            for each player p: do say(1)
        rule mercy, instead of player p is eliminated if said = 0: do say(5)
    """)
    assert table.said == "511"
