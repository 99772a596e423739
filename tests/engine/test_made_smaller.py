"""What rules made at random came down to where engine and oracle parted once: small, and of all kinds."""

import pytest

import interpreter
from tests.engine.rules_maker import checked
from tests.engine.side_by_side import disagreement
from tests.engine.test_random_files import play_in_all_ways

CARDS = """kind Beast is card:
    rank: 0 to 5 = 1
    variable ally: Beast or none = none
card "Ant" is Beast, 2 copies: rank = 0
card "Bee" is Beast: rank = 1
card "Cat" is Beast: rank = 2
zone deck: stack of Beast
zone hand of each player: hand of card
"""

RESTS = """counter rounds: 0 or more = 0
phase main, repeated until rounds >= 2:
    set rounds to rounds + 1
    start_player does rest
effect rest:
    start_player chooses number n in 0 to 2
rule before_rest, before player p does rest:
    open talk
"""

CASES = {
    "a rule of a card comes before what an `all or nothing` effect does, whose frame is larger in play than in searches": """
kind Beast is card
card "Ant" is Beast, 2 copies:
    before this enters shelf:
        start_player chooses number n in 0 to 1
zone deck: stack of Beast
zone hand of each player: hand of card
zone shelf of each player: pile of card
setup:
    move all Beasts to deck
    for each player p: draw 1 card from deck to hand of p
phase noon:
    start_player does give
effect give, all or nothing:
    move first Beast c in hand of you to shelf of you
""",
    "a jump leaves its phases at once: none of them runs while their ends are answered": """
counter rounds: 0 or more = 0
phase main, repeated until rounds >= 2:
    phase inner:
        start_player chooses number n in 0 to 1
        if n = 1:
            skip to last
phase last:
    start_player chooses number n in 0 to 1
rule one, when main ends:
    set rounds to rounds + 1
    start_player chooses player p
rule two, when inner ends:
    start_player chooses number m in 0 to 1
anytime during main:
    action wait:
        requires rounds < 5
        set rounds to rounds + 1
""",
    "a phase whose end is being answered does not end once more": """
counter rounds: 0 or more = 0
phase main, repeated until rounds >= 2:
    start_player chooses number n in 0 to 1
rule again, when main ends:
    start_player chooses player p
    set rounds to rounds + 1
    if rounds < 5:
        skip to main
""",
    "nor when the phases around it are left": """
counter rounds: 0 or more = 0
phase main:
    phase inner, repeated until rounds >= 4:
        start_player chooses number n in 0 to 1
phase last:
    start_player chooses number n in 0 to 1
rule again, when inner ends:
    set rounds to rounds + 1
    if rounds = 2:
        skip to last
    if rounds = 3:
        end main
rule told, when main ends: start_player chooses player p
""",
    "a jump from where the end of another one is answered": """
counter rounds: 0 or more = 0
phase main:
    phase inner:
        start_player chooses number n in 0 to 1
        if n = 1:
            skip to last
    start_player chooses number n in 2 to 3
phase last:
    start_player chooses number n in 0 to 1
rule one, when main ends if rounds < 3:
    set rounds to rounds + 1
    skip to inner
rule two, when inner ends if rounds < 3:
    set rounds to rounds + 1
    skip to last
""",
    "nobody who is out takes turns, though the variable still says so": """
variable mover: player = start_player
counter rounds: 0 or more = 0
counter kept: 0 or more = 0
phase main of mover, taking turns until rounds >= 4:
    set rounds to rounds + 1
    you choose number n in 0 to 1
    if n = 1 and number of players p > 1:
        eliminate you
phase dawn: start_player chooses player p
rule keep, instead of mover changes:
    set kept to kept + 1
""",
    "who cancels an effect in a window inside the one that its rules opened closes both": RESTS + """
window fight(player w) asks w:
    action stop:
        cancel rest
window talk asks players counterclockwise from start_player:
    action quarrel:
        open fight(you)
""",
    "but not one in which another effect is answered": RESTS + """
effect nap:
    start_player chooses number n in 3 to 4
window fight asks start_player:
    action stop:
        cancel rest
    action wake:
        cancel nap
window talk asks start_player:
    action quarrel:
        do nap
rule before_nap, before player p does nap:
    open fight
""",
    "what is given is worked out as it is, before it is asked whether somebody can do it": CARDS + """
setup:
    move all Beasts to deck
    shuffle deck
    if start_player can do swap(first Beast c in deck where rank of c = 0): move top of deck to hand of start_player
phase main:
    start_player chooses player p where p can do hoard(bottom of deck)
effect swap(Beast c in deck): move c to hand of you
effect hoard(Beast c in deck): move c to hand of you
""",
    "of whom not all can see whether they are meant, in what is carried out completely": CARDS + """
dice cup: 2 of 1 to 3
setup:
    move all Beasts to deck
    shuffle deck
phase main:
    start_player does reckon
    start_player may do reckon
effect reckon, all or nothing:
    for each player p where start_player can do paint(1) at once:
        p chooses number n in 1 to 2
    roll cup
effect paint(number n):
    requires any Beast c in deck where rank of c = n
    you choose Beast c in deck
""",
    "effects in a circle are nobody's where there is nobody": """
counter coins of each player: 0 to 5 = 3
variable friend of each player: player or none = none
phase noon:
    start_player may do paint(1)
    set friend of left of start_player to start_player
    start_player may do paint(1)
effect paint(number n where friend of you can do paint(2)): you gain 1 coin
anytime during noon:
    action use: you pay 1 coin
""",
    "what needs something that is none cannot be done, asked in a search too": CARDS + """
zone table: row of Beast
counter a: 0 to 9 = 0
setup: move all Beasts to deck
phase dawn:
    if start_player can do hoard(bottom of table): set a to a + 1
    start_player may do reckon(0)
    start_player may do tell(0)
    start_player does reckon(0)
    move top of deck to table
    start_player may do reckon(0)
effect reckon(number n in 0 to 1 where start_player can do hoard(bottom of table)), all or nothing: set a to a + 2
effect tell(number n in 0 to 1 where start_player can do hoard(bottom of table)): set a to a + 2
effect hoard(Beast c), all or nothing:
    let v be you
""",
    "a card of a shuffled zone is given to what is for those in some places of it": CARDS + """
setup:
    move all Beasts to deck
    shuffle deck
phase dawn:
    let v be first Beast c in deck where rank of c > 0
    start_player may do hit(v)
effect hit(Beast c in bottom 2 of deck): move c to hand of you
""",
    "a list of shuffled cards is kept": CARDS + """
variable gang: list of Beast
setup:
    move all Beasts to deck
    shuffle deck
phase dawn:
    set gang to deck
    start_player chooses Beast c in gang
    draw 2 cards from deck to hand of start_player
    start_player chooses Beast d in gang
    set gang to hand of start_player
""",
    "what is refilled when all is done together is not refilled before, in a search neither": CARDS + """
zone table: row of Beast
refill table from deck to 2
setup:
    move all Beasts to deck
phase main:
    together:
        start_player may do reckon
    start_player may do reckon
effect reckon, all or nothing:
    draw 2 cards from bottom of table to deck
    draw 2 cards from bottom of table to deck
""",
    "a value of a card that all see is no secret": CARDS + """
zone table: row of Beast
value price of Beast c: 0 to 6 = sum of n for each number n in 1 to 2 where rank of c = 0
setup:
    move all Beasts to deck
phase dawn:
    start_player may do hit
    move top of deck to table
    start_player may do hit
effect hit(Beast c in deck where price of bottom of table >= 2): move c to table
""",
    "to ask of what kind cards of a shuffled zone may be settles nothing": CARDS + """
kind Fly is Beast
card "Gnat" is Fly
counter coins of each player: number = 0
setup:
    move all Beasts to deck
    shuffle deck
phase main:
    open market
    start_player gains 2 coins
    open market
window market asks players counterclockwise from start_player:
    action buy(Fly c in deck): you pay 2 coins
""",
    "nothing is no card of that name, as all can see": CARDS + """
variable prize: Beast or none = none
setup:
    move all Beasts to hand of start_player
phase main:
    start_player may do swap(start_player)
    open market
    start_player chooses Beast c in hand of start_player
    set prize to c
    open market
    show c to everyone
    open market
window market asks start_player:
    action buy: requires prize is "Cat" "not that one"
effect swap(player p where none is "Ant"): move first Beast c in hand of p to deck
""",
    "a list inside another question is worked out to its end": CARDS + """
value champion: Beast or none = first Beast c in (all Beasts d in deck where rank of d > 0)
setup:
    move all Beasts to deck
    shuffle deck
phase main:
    move champion to hand of start_player
    move first Beast c in (all Beasts d in deck where rank of d < 2) to hand of start_player
""",
    "who nobody is can do nothing, but what is given is worked out": CARDS + """
variable friend: player or none = none
setup:
    move all Beasts to deck
    shuffle deck
phase main:
    if friend can do tame(first Beast c in deck where rank of c > 0): start_player chooses number n in 0 to 1
effect tame(Beast c): move c to hand of you
""",
    "whether a space changes a value may be hidden": CARDS + """
kind Square is space:
    while first Beast c in shelf of everyone is none:
        heir becomes owner
board grid of Square, 2 by 2
zone shelf of each player: row of Beast, count shown to nobody
value heir: player or none = start_player
setup: move all Beasts to deck
phase dusk:
    open fight
    move top of deck to shelf of start_player
    open fight
window fight asks players counterclockwise from start_player:
    action quarrel: requires heir is not start_player "not allowed"
""",
    "which card is meant all can see, and what it is": CARDS + """
variable gang: list of Beast
zone heap: stack of Beast, top shown to everyone
setup:
    move all Beasts to heap
    shuffle heap
phase main:
    open market
    set gang to heap
    open market
    draw 1 card from heap to hand of start_player
    open market
window market asks players clockwise from start_player:
    action buy: requires first Beast c in gang is "Cat" "not that one"
    action sell: requires first Beast c in heap is "Ant" "nor that one"
""",
    "nobody is asked with the others where all see that he is not meant": CARDS + """
counter coins of each player: 0 to 9 = 5
zone heap: stack of Beast, top shown to everyone
setup:
    move all Beasts to heap
    shuffle heap
phase main:
    for each player p where first Beast c in heap is "Bee" at once:
        p chooses number n in 0 to 1
        p loses 2 coins
""",
    "what is wanted of an unknown card is asked as far as it says nothing of its face": CARDS + """
counter a: 0 to 9 = 0
variable friend of each player: player or none = none
setup: move all Beasts to deck
phase main of start_player:
    for each Beast c in deck where you can do hoard(c): set a to 1
    set friend of you to left of you
    if you can do hoard(top of deck): set a to a + 2
effect give(player p): move all Beasts c in deck to deck
effect hoard(card c in deck where friend of start_player can do give(you)): requires yes "not now"
""",
    "what is changed is worked out first, then with what": CARDS + """
setup:
    move all Beasts to deck
    shuffle deck
phase main:
    set ally of (first Beast c in deck where rank of c < 3) to bottom of deck
""",
    "where it is moved to, then what is moved": CARDS + """
zone row_of[0 to 2]: row of card
setup:
    move all Beasts to deck
    shuffle deck
phase main:
    move all Beasts c in bottom 1 of deck to row_of[rank of top of deck]
    move bottom of deck to row_of[rank of top of deck]
""",
    "which counter is meant is worked out also where nobody has it": CARDS + """
counter marks[0 to 2] of each player: 0 to 3 = 1
setup:
    move all Beasts to deck
    shuffle deck
phase main:
    start_player chooses player p
rule lost, when main begins:
    you lose 1 marks[rank of top of deck]
""",
    "a block ends when somebody does what nothing else answers": """
counter coins of each player: number = 0
value festive: yes or no = no
phase main:
    until player p does ring:
        festive becomes yes
    start_player does ring
    if festive: start_player gains 1 coin
effect ring: you gain 2 coins
""",
    "and where cards have it": CARDS.replace("    variable ally", "    effect play: you gain 2 coins\n    variable ally") + """
counter coins of each player: number = 0
value festive: yes or no = no
setup: move all Beasts to deck
phase main:
    until player p does play of Beast c:
        festive becomes yes
    start_player does play of (first Beast c in deck)
    if festive: start_player gains 1 coin
""",
    "what has replaced something replaces it again where a rule does it that comes before": """
counter coins of each player: number = 0
phase main:
    start_player does ring
effect ring: you gain 1 coin
window market asks players clockwise from start_player:
    action buy: you do ring
rule twice, instead of player p does ring:
    start_player gains 5 coins
    open market
rule opening, before player p does ring:
    open market
""",
    "and where a rule does it that answers": """
counter coins of each player: number = 0
phase main:
    start_player does ring
effect ring: you gain 1 coin
rule twice, instead of player p does ring:
    p gains 5 coins
rule again, when coins of player p rises if coins of p < 12:
    p does ring
""",
    "the phase whose end is answered is not over where that ends the match": """
phase main:
    start_player chooses number n in 0 to 1
rule last, when main ends:
    nobody wins
""",
    "a count of players settles which card a name stands for that it reads": CARDS + """
counter coins: number = 0
value high of Beast c: number = number of players p where rank of c > 0
setup:
    move all Beasts to deck
    shuffle deck
phase main:
    for each Beast c in deck:
        set coins to coins + (number of players p where rank of c = 2)
        if any player p where rank of c = 1: set coins to coins + 10
        set coins to coins + 100 * high of c
    start_player chooses number n in 0 to 1
    set coins to coins * 2 + sum of high of c for each Beast c in deck
""",
    "a list of nobody is empty": CARDS + """
zone table: row of Beast
variable rival: player or none = none
value crowd of player p: list of Beast = deck + hand of start_player
setup: move all Beasts to deck
phase main:
    start_player chooses Beast c in crowd of rival
    if number of Beasts in crowd of rival = 0: move top of deck to table
    start_player chooses Beast d in crowd of left of start_player
    move d to table
""",
    "of backs chosen at once chance says which cards they are before anything is done": CARDS + """
zone bin: pile of Beast
counter coins of each player: number = 0
setup: move all Beasts to bin
phase main:
    for each player p at once:
        p chooses:
            option "one" with Beast c in bin:
                set ally of c to c
                p gains rank of c coins
            option "none": p gains 5 coins
""",
    "what a card says of itself counts where it has been shuffled in meanwhile": """
kind Beast is card
card "Ant" is Beast, 2 copies:
    when this enters bin:
        start_player gains 2 coins
zone deck: stack of Beast
zone bin: pile of Beast
counter coins of each player: number = 0
refill deck from bin when empty, shuffled
setup: move all Beasts to deck
phase main:
    draw 3 cards from deck to bin
    start_player chooses number n in 0 to 1
""",
    "which cards are of a kind where that is asked of all of them": CARDS + """
kind Charm is card: back = "beast"
card "Hat" is Charm
zone heap: pile of Charm
setup:
    move all Beasts to deck
    move all Charms to heap
    shuffle deck
phase main:
    open fight
window fight asks players clockwise from start_player:
    action strike:
        requires every Charm c has yes "not now"
""",
}


@pytest.mark.parametrize("rules", CASES.values(), ids=CASES.keys())
def test_they_agree(rules: str) -> None:
    game, problems = checked("game Made for 2 to 3 players\n" + rules.lstrip("\n"))
    assert game is not None, problems
    for players in (2, 3):
        for seed in range(4):
            found = disagreement(game, players, seed, steps=40, log=seed % 2 == 1)
            assert found is None, str(found)
    for seed in range(2):
        play_in_all_ways(game, 2, seed, 40)


def test_a_phase_that_has_ended_is_begun_again_as_often_as_said() -> None:
    game, _ = checked("game Made for 2 players" + CASES["a phase whose end is being answered does not end once more"])
    assert game is not None
    match = interpreter.start(game, 2, seed=1)
    asked = []
    while match.decision is not None:
        asked.append(match.decision.rule)
        match.choose_index(0)
    assert asked == ["main", "again"] * 5

