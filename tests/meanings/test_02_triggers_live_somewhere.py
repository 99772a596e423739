"""Meaning 2, triggers live somewhere: a card's rules and modifiers work only where they say that the card lies."""

from typing import Any

import pytest

from tests.meanings.table import Play

ZONES = """
    zone deck: stack of Bell
    zone discard: pile of Bell
    zone tower: row of Bell
    zone hand of each player: hand of Bell
    counter coins: 0 or more = 0
"""


@pytest.mark.parametrize("place", ["deck", "discard", "hand of start_player", "tower"])
def test_a_card_s_rule_answers_only_from_the_zone_that_it_names(play: Play, place: str) -> None:
    table = play(ZONES, f"""
    kind Bell is card
    card "Low" is Bell:
        while this is in tower:
            when coins rises: do say(1)
    setup: move all Bells to {place}
    phase main:
        set coins to 1
        do say(9)
    """)
    assert table.said == ("19" if place == "tower" else "9")


@pytest.mark.parametrize("place", ["deck", "discard", "hand of start_player", "tower"])
def test_a_card_s_modifier_works_only_from_the_zone_that_it_names(play: Play, place: str) -> None:
    table = play(ZONES, f"""
    kind Bell is card
    card "Low" is Bell:
        while this is in tower: price becomes 3
    value price: number = 8
    setup: move all Bells to {place}
    phase main: do say(price)
    """)
    assert table.said == ("3" if place == "tower" else "8")


def test_a_card_still_in_the_box_does_nothing(play: Play) -> None:
    table = play(ZONES, """
    kind Bell is card
    card "Low" is Bell, 2 copies:
        while this is in tower: price becomes it + 1
    value price: number = 1
    setup: move first Bell b to tower
    phase main: do say(price)
    """)
    assert table.said == "2"


def test_a_trait_s_rule_answers_only_from_its_zone(play: Play) -> None:
    table = play(ZONES, """
    kind Bell is card
    trait loud of Bell:
        while this is in tower:
            when coins rises: do say(1)
    card "Low" is Bell, 2 copies, with loud
    card "High" is Bell
    setup:
        move first Bell b where name of b is "Low" to tower
        move all Bells b where name of b is "High" to tower
        move all Bells b where b is not in tower to discard
    phase main: set coins to 1
    """)
    assert table.said == "1"


def test_a_rule_about_entering_a_zone_needs_no_other_place(play: Play) -> None:
    table = play(ZONES, """
    kind Bell is card
    card "Low" is Bell:
        when this enters tower: do say(1)
    card "High" is Bell
    setup: move all Bells to deck
    phase main:
        move all Bells in deck to discard
        do say(9)
        move all Bells in discard to tower
        do say(8)
    """)
    assert table.said == "918"


def test_two_zones_may_be_named(play: Play) -> None:
    table = play(ZONES, """
    kind Bell is card
    card "Low" is Bell:
        while this is in tower or this is in discard:
            when coins rises: do say(coins)
    setup: move all Bells to deck
    phase main:
        set coins to 1
        move all Bells to tower
        set coins to 2
        move all Bells to discard
        set coins to 3
        move all Bells to hand of start_player
        set coins to 4
    """)
    assert table.said == "23"


@pytest.mark.parametrize(
    "member",
    [
        "when coins rises: do say(1)",
        "while coins > 3: price becomes 2",
        "before player p does dance: do say(1)",
        "when this leaves tower: do say(1)",
    ],
)
def test_a_rule_that_names_no_place_is_an_error(engine: Play, member: str) -> None:
    rules = """
    kind Bell is card
    card "Low" is Bell:
        MEMBER
    value price: number = 8
    effect dance: do say(price)
    setup: move all Bells to tower
    phase main:
        set coins to 1
        start_player does dance
    """
    assert "R302" in engine.problems(ZONES, rules.replace("MEMBER", member))
    good = 'while this is in tower: price becomes 2'
    assert not engine.problems(ZONES, rules.replace("MEMBER", good))


def test_a_rule_about_this_entering_a_zone_answers_wherever_it_comes_from(play: Play) -> None:
    table = play("""
        kind Card is card:
            back = "card"
        card "Ace" is Card:
            instead of this enters deck: do say(1)
        card "Two" is Card:
            before this enters deck: do say(2)
        zone deck: stack of Card
        zone heap: row of Card
        setup:
            move all Cards to deck
            move all Cards to heap
            move all Cards to deck
        phase main: do say(9)
    """)
    assert table.said == "12129"
    assert table.zone("heap") == ["Ace"]


SHUFFLED = """
    kind Card is card: back = "card"
    zone deck: stack of Card
    zone heap: pile of Card
    zone line: row of Card
    event bell
    setup: move all Cards to line
    phase main:
        move all Cards to deck
        announce bell
    card "Dog" is Card, 2 copies
"""


def through(table: Any, pick: int) -> Any:
    """Played to the end, chance taking the first option or the last."""
    while not table.over:
        table.choose(table.options[pick])
    return table


@pytest.mark.parametrize("pick", [0, -1])
def test_each_card_that_has_entered_answers_whatever_is_shuffled_meanwhile(play: Play, pick: int) -> None:
    table = through(play(SHUFFLED, """
        card "Cat" is Card, 3 copies:
            when this enters deck:
                shuffle deck
                do say(1)
    """), pick)
    assert table.said == "111"


@pytest.mark.parametrize("pick", [0, -1])
@pytest.mark.parametrize("rule", ["when this enters deck", "while this is in deck: when this enters deck",
                                  "while this is in deck: when announced bell"])
def test_a_rule_that_waits_stays_with_its_card_when_its_zone_is_shuffled(play: Play, rule: str, pick: int) -> None:
    *outer, event = rule.split(": ")
    text = SHUFFLED
    for name, does in (("Cat", "shuffle deck"), ("Elk", "move this to heap")):
        for depth, line in enumerate([f'card "{name}" is Card', *outer, event, does]):
            text += "    " * (depth + 1) + line + ("" if line == does else ":") + "\n"
    table = through(play(text), pick)
    assert table.zone("heap") == ["Elk"]


@pytest.mark.parametrize("pick", [0, -1])
def test_each_card_of_a_refill_that_is_shuffled_answers_for_itself(play: Play, pick: int) -> None:
    table = through(play("""
        kind Card is card: back = "card"
        zone deck: stack of Card
        zone heap: pile of Card
        zone line: row of Card
        refill deck from heap when empty, shuffled
        setup: move all Cards to heap
        phase main: do say(3)
        card "Dog" is Card, 2 copies
        card "Cat" is Card, 2 copies:
            when this enters deck:
                shuffle deck
                do say(1)
        card "Elk" is Card:
            when this enters deck:
                move this to line
                do say(2)
    """), pick)
    assert "".join(sorted(table.said)) == "1123"
    assert table.zone("line") == ["Elk"]
