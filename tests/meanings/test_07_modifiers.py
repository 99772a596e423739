"""Meaning 7, modifiers: `it`, what sets before what changes, arrival, layers, and ranges."""

import pytest

from tests.meanings.table import Play

RUNES = """
    kind Rune is card
    card "Two" is Rune:
        while this is in altar: price becomes 2
    card "Five" is Rune:
        while this is in altar: price becomes 5
    card "More" is Rune:
        while this is in altar: price becomes it + 1
    card "Twice" is Rune:
        while this is in altar: price becomes it * 2
    zone box_of_runes: pile of Rune
    zone altar: row of Rune
    zone attic: row of Rune
    value price: number = 3
    setup: move all Runes to attic
"""


def price(play: Play, *runes: str) -> int:
    """What the price is when these have come to the altar in this order."""
    moves = "\n".join(f'        move first Rune r in attic where name of r is "{rune}" to altar' for rune in runes)
    moves = moves or "        do say(0)"
    return int(play(RUNES, f"    phase main:\n{moves}\n        do say(price)").said)


@pytest.mark.parametrize(
    ("runes", "expected"),
    [
        ([], 3),
        (["Two"], 2),
        (["More"], 4),
        (["Twice"], 6),
        (["Two", "Five"], 5),  # the latest arrival sets
        (["Five", "Two"], 2),
        (["More", "Two"], 3),  # what sets comes first, whenever it arrived
        (["Two", "More"], 3),
        (["More", "Twice"], 8),  # what changes comes by arrival
        (["Twice", "More"], 7),
        (["Twice", "Five", "More", "Two"], 5),
    ],
)
def test_first_those_that_set_then_those_that_change(play: Play, runes: list[str], expected: int) -> None:
    assert price(play, *runes) == expected


def test_a_modifier_ends_when_its_card_leaves_and_is_the_latest_when_it_returns(play: Play) -> None:
    table = play(RUNES, """
    phase main:
        move all Runes r in attic where name of r is "Five" to altar
        move all Runes r in attic where name of r is "Two" to altar
        do say(price)
        move first Rune r in altar to attic
        do say(price)
        move all Runes r in attic where name of r is "Five" to altar
        do say(price)
        move all Runes in altar to attic
        do say(price)
    """)
    assert table.said == "2253"


def test_widening_narrowing_and_turning_round(play: Play) -> None:
    table = play("""
        kind Rune is card
        card "Open" is Rune:
            while this is in altar: allowed becomes it or yes
        card "Shut" is Rune:
            while this is in altar: allowed becomes it and no
        card "Flip" is Rune, 2 copies:
            while this is in altar: allowed becomes not it
        zone altar: row of Rune
        zone attic: row of Rune
        value allowed: yes or no = no
        setup: move all Runes to attic
        phase main:
            do tell
            move all Runes r in attic where name of r is "Open" to altar
            do tell
            move all Runes r in attic where name of r is "Flip" to altar
            do tell
            move first Rune r in altar where name of r is "Flip" to attic
            do tell
            move all Runes r in attic where name of r is "Shut" to altar
            do tell
        effect tell:
            if allowed: do say(1)
            otherwise: do say(2)
    """)
    assert table.said == "21122"


def test_a_modifier_of_one_player_s_value(play: Play) -> None:
    table = play("""
        kind Rune is card
        card "Shield" is Rune, 2 copies:
            while this is in camp: guard of owner becomes it + 1
        card "Curse" is Rune:
            while this is in camp: guard of left of owner becomes 0
        zone camp of each player: row of Rune
        zone attic: row of Rune
        value guard of player p: number = 1
        setup: move all Runes to attic
        phase main:
            move first Rune r in attic to camp of start_player
            do say(guard of start_player)
            do say(guard of left of start_player)
            move first Rune r in attic to camp of start_player
            do say(guard of start_player)
            move all Runes in attic to camp of left of start_player
            do say(guard of start_player)
            do say(guard of left of start_player + 5)
    """)
    assert table.said == "21326"


def test_a_condition_of_its_own_beside_the_zone(play: Play) -> None:
    table = play("""
        kind Rune is card
        card "Night" is Rune:
            while this is in altar and dark: price becomes 9
        zone altar: row of Rune
        variable dark: yes or no = no
        value price: number = 1
        setup: move all Runes to altar
        phase main:
            do say(price)
            set dark to yes
            do say(price)
            set dark to no
            do say(price)
    """)
    assert table.said == "191"


def test_a_value_with_a_range_stays_inside_it(play: Play) -> None:
    table = play("""
        kind Rune is card
        card "Huge" is Rune:
            while this is in altar: price becomes it + 90
        card "Tiny" is Rune:
            while this is in altar: price becomes it - 190
        zone altar: row of Rune
        zone attic: row of Rune
        value price: 1 to 5 = 3
        setup: move all Runes to attic
        phase main:
            do say(price)
            move first Rune r in attic to altar
            do say(price)
            move first Rune r in attic to altar
            do say(price)
    """)
    assert table.said == "351"


def test_one_value_may_read_another_that_is_modified(play: Play) -> None:
    table = play(RUNES, """
    value total: number = price + 1
    phase main:
        do say(total)
        move all Runes r in attic where name of r is "Two" to altar
        do say(total)
    """)
    assert table.said == "43"


def test_a_modifier_may_read_the_state(play: Play) -> None:
    table = play("""
        kind Rune is card:
            variable power: 0 to 9 = 0
            while this is in altar: price becomes it + power of this
        card "Big" is Rune, 2 copies
        zone altar: row of Rune
        value price: number = 1
        setup: move all Runes to altar
        phase main:
            for each Rune r in altar: set power of r to 3
            do say(price)
            let one be first Rune r in altar
            set power of one to 1
            do say(price)
    """)
    assert table.said == "75"


def test_a_rule_sees_the_value_change_when_a_modifier_comes_and_goes(play: Play) -> None:
    table = play(RUNES, """
    phase main:
        move all Runes r in attic where name of r is "Two" to altar
        move all Runes r in attic where name of r is "Five" to altar
        move all Runes in altar to attic
    rule any_change, when price changes: do say(price)
    rule cheap, when price becomes 2: do say(9)
    rule dear, when price rises by n: do say(n)
    """)
    assert table.said == "29533"


def test_the_same_cards_in_the_same_places_give_the_same_values(play: Play) -> None:
    """By way of other places, and with detours: only the arrivals count."""
    straight = price(play, "Twice", "Five", "More")
    table = play(RUNES, """
    phase main:
        move all Runes r in attic where name of r is "More" to altar
        move all Runes r in attic where name of r is "Twice" to altar
        move all Runes r in altar where name of r is "More" to attic
        move all Runes r in attic where name of r is "Five" to altar
        move all Runes r in attic where name of r is "More" to altar
        do say(price)
    """)
    assert int(table.said) == straight == 11


def test_declared_layers_come_in_their_order(play: Play) -> None:
    table = play("""
        kind Rune is card
        card "Twice" is Rune:
            while this is in altar: price becomes it * 2, layer late
        card "More" is Rune:
            while this is in altar: price becomes it + 1, layer early
        card "Four" is Rune:
            while this is in altar: price becomes 4, layer late
        zone altar: row of Rune
        zone attic: row of Rune
        value price: number = 3, layers early, late
        setup: move all Runes to attic
        phase main:
            move all Runes r in attic where name of r is "Twice" to altar
            do say(price)
            move all Runes r in attic where name of r is "More" to altar
            do say(price)
            move all Runes r in attic where name of r is "Four" to altar
            do say(price)
    """)
    assert table.said == "684"


def test_until_an_event_a_modifier_lasts(play: Play) -> None:
    table = play("""
        value price: number = 3
        counter coins: 0 or more = 0
        phase main:
            until coins rises: price becomes it + 2
            do say(price)
            set coins to 1
            do say(price)
    """)
    assert table.said == "53"


def test_becomes_of_something_stored_is_an_error(engine: Play) -> None:
    assert "R301" in engine.problems("""
        kind Rune is card
        card "Two" is Rune:
            while this is in altar: coins becomes 2
        zone altar: row of Rune
        counter coins: 0 or more = 0
        setup: move all Runes to altar
        phase main: set coins to 1
    """)


def test_values_that_rest_on_themselves_are_an_error(engine: Play) -> None:
    assert "R109" in engine.problems("""
        kind Rune is card
        card "Two" is Rune:
            while this is in altar: price becomes it + tax
        zone altar: row of Rune
        value price: number = 1
        value tax: number = price / 2 rounded down
        setup: move all Runes to altar
        phase main: do say(price)
    """)


# ---------------------------------------------------------------- until


def test_an_until_block_remembers_the_names_of_its_place(play: Play) -> None:
    table = play("""
        value luck of player p: number = 1
        phase day:
            left of start_player does bless(2)
            start_player does bless(3)
            do say(luck of start_player)
            do say(luck of left of start_player)
        phase night:
            do say(luck of start_player)
            do say(luck of left of start_player)
        effect bless(number n):
            until day ends: luck of you becomes it + n
    """)
    assert table.said == "43" + "11"


def test_rules_in_an_until_block_answer_while_it_lasts(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 0
        event dawn
        phase day:
            start_player gains 1 coin
            start_player does insure
            start_player gains 1 coin
            left of start_player gains 1 coin
            announce dawn
            start_player gains 1 coin
        effect insure:
            let me be you
            until announced dawn:
                when coins of player p rises if p is me: do say(7)
    """)
    assert table.said == "7"


def test_the_event_that_ends_a_block_is_not_answered_by_its_rules(play: Play) -> None:
    table = play("""
        counter coins of each player: 0 to 9 = 5
        value price: number = 1
        phase day:
            until coins of player p falls:
                price becomes it + 1
                when coins of player q falls: do say(6)
            do say(price)
            start_player gains 1 coin
            do say(price)
            left of start_player loses 1 coin
            do say(price)
            left of start_player loses 1 coin
    """)
    assert table.said == "22" + "1"


def test_blocks_add_up_and_end_by_themselves(play: Play) -> None:
    table = play("""
        counter coins: 0 or more = 0
        value price: number = 1
        phase day:
            repeat 2 times:
                until coins rises: price becomes it + 2
            until day ends: price becomes it * 2
            do say(price - 2)
            set coins to 1
            do say(price)
    """)
    assert table.said == "82"


def test_a_rule_answers_what_an_until_block_in_an_effect_changes(play: Play) -> None:
    table = play("""
        value price: number = 1
        phase main:
            start_player does raise_it
            do say(9)
        effect raise_it:
            until main ends: price becomes it + 1
        rule told, when price rises: start_player chooses number n in 3 to 4
    """)
    assert table.asks == "p0: 3, 4"
    assert table.choose("3").said == "9"
