"""Who sees what not everybody sees; what a card has, a counter or a zone, belongs to the player who has the card."""

import pytest

import interpreter
from tests.engine.rules_maker import checked
from tests.engine.side_by_side import disagreement
from tests.engine.test_random_files import play_in_all_ways

RULES = """game Small for 2 players
kind Fish is card:
    counter fat: 0 to 3 = 1, shown to owner
card "Carp" is Fish
kind Worm is card
card "Grub" is Worm
zone hand of each player: {order} of Fish
zone belly of each Fish: pile of Worm, faces shown to owner, count shown to owner
setup:
    move "Carp" to hand of left of start_player
    for each Fish f in hand of everyone: move all Worms to belly of f
phase main:
    for each Fish f in hand of everyone: f gains 1 fat
    start_player chooses number n in 0 to 1
"""


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("order", ["row", "hand"])
def test_its_owner_sees_it_and_others_do_not(order: str, fast: bool) -> None:
    if fast:
        pytest.importorskip("llvmlite")
    game, problems = checked(RULES.format(order=order))
    assert game is not None, problems
    assert disagreement(game, 2, 1, steps=20, log=False) is None
    match = interpreter.start(game, 2, seed=1, fast=fast)
    seen = []
    for seat in (0, 1):
        card = match.view(seat)["zones"][1]["cards"][0]
        belly = card["zones"][0]
        seen.append((card["stores"], belly["count"], belly["cards"]))
    assert seen[0] == ({}, None, None)
    assert seen[1][:2] == ({"fat": "2"}, 1)
    assert [worm["name"] for worm in seen[1][2]] == ["Grub"]
    whose = "Carp" if order == "row" else "a Fish"  # not all see which card lies in a hand
    texts = [[event.text for event in match.log_for(seat)] for seat in (0, 1)]
    assert f"?worm moves from box to belly of {whose}" in texts[0]
    assert f"Grub moves from box to belly of {whose}" in texts[1]
    assert "Carp gains 1 fat, has 2" in texts[1]
    assert not any("fat" in text for text in texts[0])


def test_it_is_played_alike_in_all_ways() -> None:
    game, problems = checked(RULES.format(order="hand"))
    assert game is not None, problems
    play_in_all_ways(game, 2, 1, 20)


def test_what_is_shown_to_one_player_only_he_reads_in_the_log() -> None:
    game, problems = checked("""game Small for 2 players
variable depth: number = 0, shown to start_player
phase main:
    set depth to 3
    start_player chooses number n in 0 to 1
""")
    assert game is not None, problems
    match = interpreter.start(game, 2, seed=1)
    told = [[event.text for event in match.log_for(seat) if "depth" in event.text] for seat in (0, 1)]
    assert told == [["depth is now 3"], []]


@pytest.mark.parametrize("fast", [False, True])
def test_a_chosen_die_is_told_by_what_it_shows_to_those_who_see_that(fast: bool) -> None:
    if fast:
        pytest.importorskip("llvmlite")
    game, problems = checked("""game Small for 2 players
dice cup of each player: 2 of 1 to 6, shown to owner
enum Colour: red, blue
dice sky: 1 of red, blue
counter coins of each player: number = 0
phase main:
    start_player chooses die c in sky
    start_player chooses die d in cup of start_player
    roll sky
    roll cup of start_player
    start_player chooses die e in sky
    start_player chooses die f in cup of start_player
    roll f
""")
    assert game is not None, problems
    match = interpreter.start(game, 2, seed=3, fast=fast)
    while match.decision is not None:
        match.choose_index(0)
    mine, others = [[event.text for event in match.log_for(seat) if "chooses" in event.text] for seat in (0, 1)]
    assert mine[:2] == ["p0 chooses sky", "p0 chooses cup 1"]
    assert others[:2] == mine[:2]
    assert mine[2] == others[2] in ("p0 chooses red", "p0 chooses blue")
    assert mine[3] in [f"p0 chooses {n}" for n in range(1, 7)]
    assert others[3] in ("p0 chooses cup 1", "p0 chooses cup 2")
    assert disagreement(game, 2, 1, steps=20, log=True) is None


def test_a_list_of_cards_is_told_card_by_card() -> None:
    game, problems = checked("""game Small for 2 players
kind Fish is card
card "Carp" is Fish
card "Pike" is Fish
zone hand of each player: hand of Fish
zone table: row of Fish
variable catch: list of Fish
setup:
    move all Fish to hand of start_player
phase main:
    set catch to hand of start_player
    start_player chooses list pair in (subsets of 2 of catch)
    move "Carp" to table
    set catch to []
""")
    assert game is not None, problems
    match = interpreter.start(game, 2, seed=1)
    while match.decision is not None:
        match.choose_index(0)
    told = [[event.text for event in match.log_for(seat)][3:] for seat in (0, 1)]
    assert told[0][:3] == ["catch is now 2 cards", "catch: Carp", "catch: Pike"]
    assert told[1][:3] == ["catch is now 2 cards", "catch: ?fish", "catch: ?fish"]
    assert "catch is now 0 cards" in told[0]
