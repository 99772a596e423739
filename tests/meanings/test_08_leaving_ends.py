"""Meaning 8, leaving ends: what belongs to a card's place goes back, and effects let go of what has been moved."""

from tests.meanings.table import Play

SHIPS = """
    kind Ship is card:
        counter hits: 0 to 9 = 2
        variable captain: player or none = none
        zone cargo: row of Crate
    kind Crate is card
    card "Hope" is Ship
    card "Wood" is Crate, 2 copies
    zone harbour of each player: row of Ship
    zone sea: row of Ship
    zone store: pile of Crate
    setup:
        move all Ships to sea
        move all Crates to store
"""


def test_counters_and_variables_go_back_to_their_start(play: Play) -> None:
    table = play(SHIPS, """
    phase main:
        let s be first Ship x in sea
        s gains 5 hits
        set captain of s to start_player
        do say(hits of s)
        move s to harbour of start_player
        do say(hits of s)
        if captain of s is none: do say(9)
    """)
    assert table.said == "729"


def test_from_one_player_s_zone_to_another_s_is_leaving(play: Play) -> None:
    table = play(SHIPS, """
    phase main:
        let s be first Ship x in sea
        move s to harbour of start_player
        s gains 1 hit
        move s to harbour of left of start_player
        do say(hits of s)
    """)
    assert table.said == "2"


def test_moving_inside_a_zone_is_not_leaving(play: Play) -> None:
    table = play(SHIPS, """
    phase main:
        let s be first Ship x in sea
        s gains 5 hits
        move s to sea
        do say(hits of s)
    """)
    assert table.said == "7"


def test_cards_attached_go_to_the_box(play: Play) -> None:
    table = play(SHIPS, """
    phase main:
        let s be first Ship x in sea
        move all Crates in store to cargo of s
        do say(number of Crates in cargo of s)
        move s to harbour of start_player
        do say(number of Crates in cargo of s + 5)
    """)
    assert table.said == "25"
    assert table.zone("box") == ["Wood", "Wood"]
    assert table.zone("store") == []


def test_a_before_rule_may_save_what_is_attached(play: Play) -> None:
    table = play(SHIPS, """
    phase main:
        let s be first Ship x in sea
        move all Crates in store to cargo of s
        move s to harbour of start_player
    rule unload, before Ship s leaves sea: move all Crates in cargo of s to store
    """)
    assert table.zone("store") == ["Wood", "Wood"]
    assert table.zone("box") == []


def test_a_rule_that_waits_for_a_counter_sees_it_go_back(play: Play) -> None:
    table = play(SHIPS, """
    phase main:
        let s be first Ship x in sea
        s gains 5 hits
        move s to harbour of start_player
    rule back, when hits of Ship s falls by n: do say(n)
    """)
    assert table.said == "5"


# ---------------------------------------------------------------- moved meanwhile

MOVED = SHIPS + """
    zone wreck: row of Ship
    phase main:
        let s be first Ship x in sea
        start_player does attack(s)
        do say(9)
    effect attack(Ship target):
        target gains 1 hit
        set captain of target to you
        move target to wreck
        do say(1)
"""


def test_an_effect_lets_go_of_what_something_else_has_moved(play: Play) -> None:
    table = play(MOVED, """
    rule flight, when hits of Ship s rises: move s to harbour of start_player
    """)
    assert table.zone("harbour of p0") == ["Hope"]
    assert table.zone("wreck") == []
    assert table.said == "19"


def test_the_log_says_that_it_does_nothing_more_to_it(engine: Play) -> None:
    table = engine(MOVED, """
    rule flight, when hits of Ship s rises: move s to harbour of start_player
    """)
    assert any("Hope" in text for text in table.log("nothing"))


def test_what_an_effect_moves_itself_it_may_go_on_with(play: Play) -> None:
    table = play(SHIPS, """
    zone wreck: row of Ship
    phase main:
        let s be first Ship x in sea
        start_player does attack(s)
    effect attack(Ship target):
        move target to harbour of you
        do pull(target)
        target gains 3 hits
        do say(hits of target)
    effect pull(Ship target): move target to wreck
    """)
    assert table.zone("wreck") == ["Hope"]
    assert table.said == "5"


def test_the_mover_takes_the_modifiers_of_its_card_along(play: Play) -> None:
    table = play("""
        kind Flag is card
        card "Red" is Flag:
            while this is in mast: pride becomes it + 1
        zone mast: row of Flag
        zone chest: row of Flag
        value pride: number = 1
        setup: move all Flags to mast
        phase main:
            do say(pride)
            move all Flags in mast to chest
            do say(pride)
    """)
    assert table.said == "21"


def test_what_a_rule_has_moved_can_be_found_and_moved_on(play: Play) -> None:
    table = play("""
        kind Card is card:
            when this enters deck: move this to hand of start_player
        card "Ace" is Card
        zone deck: stack of Card
        zone hand of each player: hand of Card
        zone heap: row of Card
        setup:
            move all Cards to deck
            move first Card c in hand of start_player to heap
        phase main: do say(1)
    """)
    assert table.zone("heap") == ["Ace"]


def test_what_is_attached_to_what_is_attached_goes_too(play: Play) -> None:
    table = play("""
        kind Card is card:
            zone under: row of Card
        card "Ace" is Card
        card "Two" is Card
        card "Tri" is Card
        zone heap: row of Card
        zone deck: stack of Card
        setup: move all Cards to heap
        phase main:
            start_player chooses Card a in heap
            start_player chooses Card b in heap where b is not a
            start_player chooses Card c in heap where c is not a and c is not b
            move b to under of a
            move c to under of b
            move a to deck
    """)
    table.choose("Two", "Ace")
    assert table.zone("deck") == ["Two"]
    assert table.zone("box") == ["Ace", "Tri"]
