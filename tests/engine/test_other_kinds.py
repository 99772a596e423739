"""A thing may turn out to be of another kind than what takes it is for: a name that keeps it, a window, a value, a zone, an
effect. Oracle, plain Python and machine code do the same with it then."""

from random import Random

import pytest

import interpreter
from tests.engine.rules_maker import checked
from tests.engine.side_by_side import disagreement
from tests.engine.test_random_files import play_in_all_ways

HEAD = """game Small for 2 players
kind Fish is card:
    rank: number
    variable scars: number
kind Tool is card:
    back = "tool"
    rank: number
    variable worn: number
card "Carp" is Fish: rank = 3
card "Pike" is Fish: rank = 5
card "Saw" is Tool: rank = 2
card "Axe" is Tool: rank = 4
zone hand of each player: hand of Fish or Tool, faces shown to everyone
zone pond: row of Fish
zone out: pile of Fish or Tool
counter trail: number
counter coins of each player: number = 2
variable catch: Fish or none = none
variable tool: Tool or none = none
setup:
    move all Fish to hand of start_player
    move all Tools to hand of start_player
"""

RULES = {
    "what a name keeps": """
phase main:
    start_player chooses card c in hand of start_player
    set tool to c
    set worn of tool to 77
    set trail to worn of tool
    set catch to c
    set scars of catch to 78
    set trail to trail * 100 + scars of catch
""",
    "what is asked of the name": """
phase main:
    start_player chooses card c in hand of start_player
    set catch to c
    if start_player can do fry(catch): set trail to 1
    start_player does fry(catch)
effect fry(Fish f), all or nothing:
    move f to out
""",
    "what several names keep": """
variable tools: list of Tool
phase main:
    set tools to all cards in hand of start_player
    for each Tool t in tools: set worn of t to 5
    start_player does sharpen(all cards in hand of start_player)
    set trail to trail + number of Tools in tools
effect sharpen(list of Tool several):
    for each Tool t in several: set trail to trail + 10
""",
    "what a window is opened for": """
window bench(Fish f) asks start_player:
    action fry_it:
        if you can do fry(f): set trail to 1
        do fry(f)
phase main:
    start_player chooses card c in hand of start_player
    open bench(c)
effect fry(Fish f), all or nothing:
    move f to out
""",
    "what a value is asked for": """
value size(Fish f) of player p: number = rank of f + scars of f
phase main:
    start_player chooses card c in hand of start_player
    set trail to size(c) of start_player
""",
    "spaces": """
kind Field is space
kind Marsh is Field:
    variable deep: number
board meadow of Field, 1 by 2
board moor of Marsh, 1 by 2
variable here: Marsh or none = none
phase main:
    start_player chooses Field x
    set here to x
    set deep of here to 9
    set trail to deep of here
""",
    "what an effect gives on to another, which is for cards in some place": """
phase main:
    start_player chooses Fish f in hand of start_player
    if start_player can do serve(f): set trail to 1
    start_player does serve(f)
effect serve(Fish f), all or nothing:
    do fry(f)
effect fry(Fish f in pond): move f to out
""",
    "what an effect gives on to another, which is for some of these cards": """
phase main:
    start_player chooses Fish f in hand of start_player
    if start_player can do serve(f): set trail to 1
    start_player does serve(f)
    start_player chooses card c in hand of start_player
    if start_player can do serve_any(c): set trail to trail + 10
    start_player does serve_any(c)
effect serve(Fish f), all or nothing:
    do fry(f)
effect fry(Fish f where rank of f > 3): move f to out
effect serve_any(card c), all or nothing:
    do fry_any(c)
effect fry_any(Fish f): move f to out
""",
    "what an effect gives on to another is nothing": """
variable guest: player
phase main:
    if start_player can do serve: set trail to 1
    if start_player can do serve_first: set trail to trail + 10
    if start_player can do serve_guest: set trail to trail + 100
    start_player chooses Fish f in hand of start_player
    set catch to f
    if start_player can do serve: set trail to trail + 1000
effect serve, all or nothing: do fry(catch)
effect fry(Fish f): set trail to trail + 1
effect serve_first, all or nothing: do fry(first Fish f in pond)
effect serve_guest, all or nothing: do greet(guest)
effect greet(player p): set trail to trail + 1
""",
    "where it is moved, and how many of a kind lie there": """
phase main:
    start_player chooses card c in hand of start_player
    if start_player can do throw(c): set trail to 1000
    start_player does throw(c)
    move c to pond
    set trail to trail + number of Fish in pond + 10 * number of cards in pond
    set catch to top of pond
    set scars of catch to 5
    move all cards in hand of start_player to pond
    set trail to trail + 100 * number of cards in pond
rule splash, before card c enters pond: start_player gains 1 coin
effect throw(card c), all or nothing: move c to pond
""",
    "where it is drawn to": """
zone heap: stack of Fish or Tool
zone bucket of each player: hand of Fish
phase main:
    move all cards in hand of start_player to heap
    start_player may do pull
    shuffle heap
    draw 3 cards got from heap to bucket of start_player
    set trail to trail + number of Fish in got
    move all cards in heap to pond
effect pull, all or nothing: draw 1 card from heap to bucket of you
""",
    "what is refilled": """
zone heap: stack of Fish or Tool
zone rest: stack of Fish or Tool
zone stall: row of Fish
refill pond from heap to 2
refill stall from rest when empty, shuffled
phase main, repeated until trail >= 3:
    set trail to trail + 1
    start_player chooses card c in hand of start_player
    move c to heap
    start_player chooses card d in hand of start_player
    move d to rest
    move all cards in stall to hand of start_player
""",
    "what a shuffle has made another": """
kind Catch is card:
    worth: number
kind Eel is Catch
kind Boot is Catch
card "Long" is Eel: worth = 10
card "Short" is Eel: worth = 20
card "Left" is Boot: worth = 30
card "Right" is Boot: worth = 40
zone heap: stack of Catch
zone lake: row of Catch
zone mine of each player: hand of Catch
variable eel: Eel or none = none
setup:
    move all Fish to out
    move all Tools to out
    move all Eels to lake
    move all Boots to heap
phase main:
    start_player chooses Eel e in lake
    set eel to e
    move e to heap
    shuffle heap
    start_player chooses number n in 1 to 2
    if n = 1: draw 2 cards from heap to lake
    otherwise: draw 2 cards from heap to mine of start_player
    for each player p:
        if p can do fry(eel): set trail to trail + 1
        if p can do serve(eel): set trail to trail + 10
    start_player does fry(eel)
    start_player does serve(eel)
    move all Catch in mine of start_player to lake
    for each player p:
        if p can do fry(eel): set trail to trail + 100
        if p can do serve(eel): set trail to trail + 1000
    start_player does fry(eel)
effect fry(Eel e), all or nothing:
    move e to lake
effect serve(Catch c), all or nothing:
    move c to lake
    do fry(c)
""",
}


@pytest.mark.parametrize("text", RULES.values(), ids=RULES.keys())
def test_they_agree(text: str) -> None:
    game, problems = checked(HEAD + text if "\nsetup:" not in text else HEAD[: HEAD.index("setup:")] + text)
    assert game is not None, problems
    for seed in range(4):
        found = disagreement(game, 2, seed, steps=20, log=seed % 2 == 1)
        assert found is None, str(found)
    play_in_all_ways(game, 2, 0, 20)


@pytest.mark.parametrize(
    "name", ["where it is moved, and how many of a kind lie there", "where it is drawn to", "what is refilled"])
def test_what_a_zone_is_not_for_does_not_come_there(name: str) -> None:
    game, _ = checked(HEAD + RULES[name])
    assert game is not None
    for seed in range(4):
        rng, match = Random(seed), interpreter.start(game, 2, seed=seed)
        while True:
            zones = match.dump()["zones"]
            found = {card for zone in ("pond", "stall", "bucket of p0") for card in zones.get(zone, ())}
            assert found <= {"Carp", "Pike"}
            if not match.count:
                break
            match.choose_index(rng.randrange(match.count))
