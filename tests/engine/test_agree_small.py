"""Small rules in which engine and oracle once parted: they agree in every match of them, with the log and without."""

import pytest

import interpreter
from tests.engine.rules_maker import checked
from tests.engine.side_by_side import disagreement

HEAD = """game Small for 2 to 3 players
enum Colour: red, blue
kind Beast is card:
    rank: 0 to 5 = 1
card "Ant" is Beast, 2 copies: rank = 2
card "Bee" is Beast: rank = 3
zone deck: stack of Beast
zone table: row of Beast
zone bin: row of Beast
zone hand of each player: hand of Beast
counter coins of each player: 0 to 20 = 2
counter trail: 0 or more = 0
counter rounds: 0 or more = 0
variable rival: player or none = none
setup:
    move all Beasts to deck
    shuffle deck
"""

RULES = {
    "what an until block watches is looked at while one runs": """
value pet of player p: Beast or none = first Beast c in bottom 1 of deck
phase main, repeated until rounds >= 2:
    set rounds to rounds + 1
    draw 1 card from deck to table
    if rounds = 2:
        until pet of player q changes:
            trail_now becomes 2
    draw 1 card from deck to table
value trail_now: number = trail
""",
    "and compared with what it was when the first began": """
value wealth of player p: number = coins of p
phase main, repeated until rounds >= 4:
    set rounds to rounds + 1
    start_player gains 1 coin
    together:
        start_player gains 1 coin
        until wealth of player q rises:
            when rounds changes: set trail to trail + 1
    start_player chooses number n in 1 to 2
    start_player gains n coins
""",
    "a list that is worked out is watched": """
value tops of player p: list of Beast = top 2 of hand of p
phase main, repeated until rounds >= 3:
    set rounds to rounds + 1
    start_player chooses Colour k
    draw 1 card from deck to hand of start_player
    if k is red: move all Beasts in hand of start_player to bin
rule a, when tops of player p changes: set trail to trail + 1
rule b, when tops of player p becomes []: set trail to trail + 10
""",
    "a card that a rule has shuffled in again is settled when it moves": """
phase main:
    for each player p: draw 2 cards from deck to hand of p
rule a, before Beast c enters hand of player p: shuffle deck
""",
    "nobody has no top cards": """
phase main, for each player p:
    for each Beast c in bottom 2 of hand of rival: p pays 1 coin to start_player
    for each Beast c in deck: draw 1 card from deck to hand of p
    for each Beast c in top 2 of hand of rival: p gains 1 coin
""",
    "a face is looked at though a modifier has named the card": """
kind Spell is card:
    effect play: set trail to trail + 1
card "Zap" is Spell
card "Zip" is Spell:
    effect play: set trail to trail + 2
zone stock: stack of Spell
value chosen: Spell or none = none
card "Cat" is Beast:
    while this is in table: chosen becomes first Spell s in stock
setup:
    move all Beasts to table
    move all Spells to stock
    shuffle stock
phase main:
    start_player does play of chosen
""",
    "a list is worked out to its end": """
phase main:
    if 2 is in (list of rank of c for each Beast c in deck): set trail to 1
""",
    "what a together block has raised is answered when a jump leaves it": """
phase main, repeated until rounds >= 2:
    set rounds to rounds + 1
    phase dusk:
        together:
            draw 2 cards from deck to hand of start_player
            start_player gains 1 coin
            end dusk
    set rounds to rounds
rule a, when Beast c leaves deck: draw 1 card from deck to bin
rule b, when coins of player p rises: set trail to trail + number of Beasts in deck + 1
""",
    "what a statement has raised waits for its end, whatever comes between": """
setup:
    move all Beasts to table
    move all Beasts to deck
phase main:
    start_player chooses Colour k
    draw 3 cards from deck to hand of start_player
rule a, before Beast c enters deck: set trail to trail + 1
rule b, before Beast c enters hand of player p: p gains 1 coin
rule c, when Beast c enters deck: set trail to trail * 2
rule d, when Beast c enters hand of player p:
    if rank of c = 2: move c to table
    set trail to trail + number of Beasts in hand of p
""",
    "a requirement in a together block ends it": """
phase main, repeated until rounds >= 3:
    set rounds to rounds + 1
    start_player may do strive
    start_player gains 1 coin
rule a, when coins of player p rises: set trail to trail + 1
effect strive:
    you gain 1 coin
    together:
        you gain 1 coin
        requires no
    you gain 1 coin
""",
    "a requirement in a phase or in setup leaves out the rest of it": """
setup:
    move all Beasts to deck
    set trail to 3
    requires trail = 2
    set trail to 4
phase main of start_player, repeated until rounds >= 3:
    set rounds to rounds + 1
    start_player chooses number n in 1 to 2
    requires n = 2
    set trail to trail + 1
    phase inner, for each player p:
        p chooses number m in 1 to 2
        requires m = 2
        p gains 1 coin
rule a, when main ends: set trail to trail + 10
""",
    "nobody is asked when all know the card whose number is given": """
zone pool: stack of Beast, top shown to everyone
trait wild of Beast:
    while this is in hand:
        when main begins: owner may do reckon(rank of this)
card "Elk" is Beast, with wild: rank = 4
card "Fox" is Beast, with wild: rank = 1
setup:
    move all Beasts to pool
    shuffle pool
    for each player p: draw 2 cards from pool to hand of p
phase main, repeated until rounds >= 2:
    set rounds to rounds + 1
effect reckon(number n in 0 to 3):
    you gain 1 coin
""",
    "an action at any time counts for nothing where all can see that its block does not last": """
kind Square is space:
    while trail * 4 <= 4:
        anytime during main:
            action visit:
                set trail to trail + 1
board grid of Square, 1 by 2
phase main, repeated until rounds >= 3:
    set rounds to rounds + 1
    start_player may do nothing_more
effect nothing_more: requires no
""",
    "all that is named at an end of a zone is settled, though one is looked for": """
value pet of player p: Beast or none = first Beast c in bottom 2 of deck
phase main:
    if rank of pet of start_player = 2: set trail to 1
""",
    "what an instead rule does is not replaced again, in the window that it opens either": """
phase main, repeated until rounds >= 3:
    set rounds to rounds + 1
    start_player gains 1 coin
window talk asks players clockwise from start_player:
    action boast:
        you gain 3 coins
        set rounds to 3
rule a, instead of coins of player p rises: open talk
rule b, when rounds changes: start_player gains 2 coins
""",
    "what stands in a slot counts for a may of each card by itself": """
kind Deed is card:
    effect play: announce tale
card "Song" is Deed
card "Feud" is Deed:
    effect play:
        requires trail > 2
        set trail to 0
event tale
zone deeds: stack of Deed, top shown to everyone
setup:
    move all Beasts to deck
    move all Deeds to deeds
    shuffle deeds
phase main, repeated until rounds >= 3:
    set rounds to rounds + 1
    start_player may do play of (first Deed d in deeds)
    shuffle deeds
""",
    "nobody orders, so nobody loses track": """
zone market: pile of Beast, faces shown to everyone
setup:
    move all Beasts to market
    for each player p: draw 1 card from market to hand of p
    start_player gains 1 coin
phase main, for each player p:
    draw 2 cards from market to hand of p
    for each Beast c in hand of p ordered by rival:
        set trail to trail + 1
""",
    "each until block watches by itself what hangs on more than one name, or on you": """
counter marks[Colour] of each player: 0 or more = 2
variable friend of each player: player or none = start_player
phase main of start_player, repeated until rounds >= 5:
    set rounds to rounds + 1
    start_player chooses player a
    start_player chooses Colour b
    until marks[b] of friend of a changes:
        when marks[b] of friend of a rises: set trail to trail + rounds
    start_player chooses player c
    until marks[b] of friend of player p falls:
        when marks[b] of friend of player p rises by n: set trail to trail + 10 + n
    until coins of friend of you changes:
        when rounds changes: set trail to trail + 100
    start_player chooses number d in 0 to 2
    set friend of a to c
    c gains d marks[b]
    c gains d coins
    start_player loses 1 marks[red]
""",
    "what lies in a zone of a card has the owner of that card": """
kind Charm is card:
    effect play: owner gains 1 coin
card "Gem" is Charm, 3 copies
kind Chest is card:
    zone beneath: row of Charm
card "Box" is Chest, 3 copies
zone stock: stack of Charm
zone chests of each player: row of Chest
zone store: pile of Chest
setup:
    move all Beasts to deck
    move all Charms to stock
    move all Chests to store
    for each player p: draw 1 card from store to chests of p
phase main, for each player p:
    for each Chest b in chests of p:
        draw 1 card c from stock to beneath of b
    set rounds to rounds + 1
    p does play of (first Charm c in beneath of first Chest b in chests of p)
    if owner of (first Charm c in beneath of first Chest b in chests of p) is p: p gains 2 coins
""",
    "invariants are tested after rules that answer the last end": """
phase main, repeated until rounds >= 3:
    set rounds to rounds + 1
    start_player chooses Colour k
rule a, when main ends: start_player gains 3 coins
invariant low: coins of start_player <= 9
""",
    "a broken invariant is told before chance is asked": """
phase main, repeated until rounds >= 20:
    set rounds to rounds + 1
    start_player gains 3 coins
    draw 1 card from deck to bin
    move all Beasts in bin to deck
    shuffle deck
    if rank of top of deck = 3: set trail to trail + 1
invariant low: coins of start_player <= 9
""",
}


@pytest.mark.parametrize("text", RULES.values(), ids=RULES.keys())
def test_they_agree(text: str) -> None:
    game, problems = checked(HEAD + text if "\nsetup:" not in text else HEAD[: HEAD.index("setup:")] + text)
    assert game is not None, problems
    for players in (2, 3):
        for seed in range(4):
            found = disagreement(game, players, seed, steps=40, log=seed % 2 == 1)
            assert found is None, str(found)


def test_players_who_are_named_are_counted_while_they_are_in_the_game() -> None:
    game, problems = checked("""game Small for 3 players
counter coins of each player: 0 or more = 0
counter trail: 0 or more = 0
phase main, for each player p:
    p gains (number of players q) coins
    eliminate p
    set trail to trail + number of players
""")
    assert game is not None, problems
    assert disagreement(game, 3, 1, 5) is None
    stores = interpreter.start(game, 3).dump()["stores"]
    assert [stores[f"coins of p{p}"] for p in range(3)] == ["3", "2", "1"]
    assert stores["trail"] == "9"
