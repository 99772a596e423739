"""Small games, each of which uses some form of the language, with an outcome that is known beforehand.

A game says what happens as digits: `do say(3)` makes the counter `said` one digit longer. ``choices`` are taken in turn
(an id; `*` for the only option there is); ``asks`` says who is asked what at some of the questions.
"""

from attrs import field, frozen

CARDS = """
kind Card is card:
    rank: 1 to 9
card "Ace" is Card: rank = 1
card "Two" is Card: rank = 2
card "Six" is Card: rank = 6
zone pool: row of Card
zone hand of each player: hand of Card
zone shelf of each player: row of Card
"""
DEALT = CARDS + "setup: move all Cards to pool\n"


@frozen
class Form:
    """``said``: the digits at the end; ``asks``: by number of the question, who is asked and what is on offer."""

    name: str
    rules: str
    said: str
    choices: tuple[str, ...] = ()
    asks: dict[int, str] = field(factory=dict)
    players: int = 2


FORMS = (
    Form("a value that lays out a list", DEALT + """
value sorts: number = number of numbers n in (different of rank of c for each Card c in pool) where n > 1
value twice of player p: number = sorts + sum of n for each number n in (different of sorts for each Card c in pool)
phase main:
    do say(sorts)
    if sorts = 2: do say(twice of start_player)
""", "24"),
    Form("what a list names twice is offered once for each choice before it", DEALT + """
value ranks: list of number = [1, 2] + [2, 3]
value below of number n: list of number = all numbers m in ranks where m < n
phase main:
    start_player chooses:
        option "both" with number n in 2 to 3, number m in below of n:
            do say(n)
            do say(m)
        option "one" with number n in ranks: do say(n)
""", "32", ("both: 3, 2",), {0: "p0: both: 2, 1, both: 3, 1, both: 3, 2, one: 1, one: 2, one: 3"}),
    # ------------------------------------------------------------------ lists given and chosen
    Form("can do with a list", DEALT + """
phase main:
    if start_player can do grab(all Cards c in pool where rank of c > 1): do say(1)
    if start_player can do grab(all Cards c in pool where rank of c > 9): do say(2)
    if start_player can do hand_in(all Cards in pool): do say(3)
    if start_player can do hand_in([first Card in pool]): do say(4)
effect grab(list of Card l):
    requires number of Cards in l > 1
    for each Card c in l: move c to hand of you
effect hand_in(list of Card l), all or nothing:
    requires number of Cards in l < 3
    move l to hand of you
""", "14"),
    Form("may do with a list", DEALT + """
phase main:
    start_player may do grab(all Cards c in pool where rank of c > 1, 2)
    do say(number of Cards in hand of start_player)
effect grab(list of Card l, number n):
    do say(n)
    for each Card c in l: move c to hand of you
""", "22", ("grab",), {0: "p0: pass, grab"}),
    Form("may do with a list and a target", DEALT + """
phase main:
    start_player may do grab(all Cards c in pool where rank of c > 1)
    do say(number of Cards in hand of start_player)
effect grab(list of Card l, number n in 3 to 4):
    do say(n)
    for each Card c in l: move c to hand of you
""", "42", ("grab(4)",), {0: "p0: pass, grab(3), grab(4)"}),
    Form("may do a slot with targets", """
kind Spell is card:
    effect cast(number n in 1 to 2): do say(n)
card "Spark" is Spell
card "Flame" is Spell:
    effect cast(number n in 3 to 4): do say(n)
zone hand of each player: hand of Spell
setup: move all Spells to hand of start_player
phase main:
    for each Spell c in hand of start_player: start_player may do cast of c
""", "23", ("cast(2)", "cast(3)"), {0: "p0: pass, cast(1), cast(2)", 1: "p0: pass, cast(3), cast(4)"}),
    Form("lists compared", DEALT + """
phase main:
    let a be all Cards c in pool where rank of c > 1
    let b be list of c for each Card c in pool where rank of c > 1
    if a is b: do say(1)
    if a is all Cards in pool: do say(2)
    if a is not all Cards in pool: do say(3)
    if [1 to 3] is [1, 2, 3]: do say(4)
    if [1 to 3] is list of n for each number n in 1 to 3: do say(5)
    if [1 to 3] is [3, 2, 1]: do say(6)
    if all players is list of p for each player p: do say(7)
""", "13457"),
    Form("lists of lists compared", """
phase main:
    start_player does go
effect go:
    you choose list x in (subsets of 2 of [1, 2, 3])
    you choose list y in (subsets of 2 of [1, 2, 3])
    if x is y: do say(1)
    if x is not y: do say(2)
""", "2", ("[1, 2]", "[1, 3]")),
    Form("an element of a list of lists", """
phase main: start_player does go
effect go:
    you choose list pairing in (splits of [1, 2, 3, 4] into groups of 2)
    for each number n in pairing[2]: do say(n)
    do say(sum in pairing[1])
    let first_pair be pairing[1]
    do say(first_pair[2])
""", "2354", ("[[1, 4], [2, 3]]",)) ,
    Form("the second of the subsets", """
phase main:
    let some be subsets of 2 of [1, 2, 3]
    for each number n in some[2]: do say(n)
    let l be some[3]
    for each number n in l: do say(n)
    do say(size of some)
""", "13233"),
    Form("several from the top of a list", DEALT + """
phase main:
    for each Card c in top 2 of (all Cards c in pool where rank of c < 7): do say(rank of c)
    for each number n in bottom 2 of [1 to 5]: do say(n)
    for each number n in top 2 of [1 to 5]: do say(n)
""", "621254"),
    Form("a choice of several from lists", DEALT + """
phase main: start_player does go
effect go:
    you choose exactly 2 numbers picked in [1 to 3]
    for each number n in picked: do say(n)
""", "13", ("[1, 3]",)),
    Form("a loop over lists that waits", """
phase main:
    for each list l in (subsets of 2 of [1, 2, 3]):
        start_player chooses number n in l
        do say(n)
        do say(sum in l)
""", "133425", ("1", "3", "2")),
    Form("a loop over groups that waits", """
phase main: start_player does go
effect go:
    you choose list pairing in (splits of [1, 2, 3, 4] into groups of 2)
    for each list pair in pairing:
        you choose number n in pair
        do say(n)
""", "43", ("[[1, 4], [2, 3]]", "4", "3")),
    Form("a loop over lists in an order that somebody chooses", """
phase main:
    for each list l in (subsets of 2 of [1, 2, 3]) ordered by start_player:
        do say(sum in l)
""", "534", ("[2, 3]", "[1, 2]"), {0: "p0: [1, 2], [1, 3], [2, 3]", 1: "p0: [1, 2], [1, 3]"}),
    Form("targets that are lists", """
phase main: start_player does go
effect go(list l in (subsets of 2 of [1, 2, 3])):
    do say(sum in l)
""", "5", ("[2, 3]",)),
    Form("an option with a list", """
phase main:
    start_player chooses:
        option "one" with list l in (subsets of 2 of [1, 2, 3]): do say(sum in l)
        option "none": do say(9)
""", "5", ("one: [2, 3]",)),
    Form("a value slot of a list", """
kind Item is card:
    value parts: list of number = [1, 2]
card "Box" is Item
card "Bag" is Item:
    parts = [3]
zone pool: row of Item
setup: move all Items to pool
phase main:
    for each Item i in pool:
        for each number n in parts of i: do say(n)
""", "123"),
    # ------------------------------------------------------------------ time
    Form("a window whose order somebody chooses", """
phase main: open talk
window talk asks players ordered by start_player:
    action speak(number n in 1 to 2):
        do say(n)
        if said > 10: end talk
""", "21", ("p2", "speak(2)", "p0", "pass", "p2", "speak(1)"), players=3),
    Form("a window in an order, over when all have passed", """
phase main:
    open talk
    do say(9)
window talk asks players ordered by left of start_player:
    action speak(number n in 1 to 2): do say(n)
""", "19", ("p1", "speak(1)", "p0", "pass", "pass"), players=2),
    Form("a game without phases", """
setup:
    do say(1)
    start_player chooses number n in 1 to 2
    do say(n)
""", "12", ("2",)),
    Form("a phase for each in an order", """
phase main, for each number n in 1 to 3 ordered by left of start_player:
    do say(n)
""", "312", ("3", "1")),
    Form("at once with options", """
phase main:
    for each player p at once:
        p chooses:
            option "rock": do say(1)
            option "paper" with number n in 2 to 3: do say(n)
        do say(5)
    do say(4)
""", "35154", ("paper: 3", "rock"), {1: "p1: rock, paper: 2, paper: 3"}),
    Form("at once with several", """
phase main:
    for each player p at once:
        p chooses up to 2 numbers picked in 1 to 3
        for each number n in picked: do say(n)
    do say(4)
""", "1324", ("[1, 3]", "[2]")),
    Form("at once with lists", """
phase main:
    for each player p at once:
        p chooses list l in (subsets of 2 of [1, 2, 3])
        do say(sum in l)
""", "54", ("[2, 3]", "[1, 3]")),
    Form("chance chooses among options", """
phase main:
    chance chooses:
        option "one": do say(1)
        option "two" with number n in 2 to 3: do say(n)
        option "never" if said > 5: do say(9)
""", "3", ("two: 3",), {0: "chance: one, two: 2, two: 3"}),
    Form("chance chooses several", """
phase main:
    chance chooses exactly 2 numbers picked in 1 to 3
    for each number n in picked: do say(n)
""", "13", ("1", "3")),
    Form("chance chooses a list", """
phase main:
    chance chooses list l in (subsets of 2 of [1, 2, 3])
    for each number n in l: do say(n)
""", "13", ("[1, 3]",)),
    # ------------------------------------------------------------------ places
    Form("a refill up to a number of each player", DEALT + """
refill shelf of each player from pool to 1
phase main: do say(number of Cards in shelf of start_player)
""", "1"),
    Form("a board where one space is meant", """
kind Cell is space
board line of Cell, 1 by 1
variable mark: Cell or none = none
phase main:
    set mark to first Cell in line
    do say(column of mark)
    do say(column of top of line)
""", "11"),
    Form("a card named in a move", """
kind Card is card
card "Ace" is Card
card "Two" is Card
zone pool: row of Card
setup: move first Card in [first Card c where name of c is "Two"] to pool
phase main:
    move "Ace" to pool
    do say(number of Cards in pool)
    if "Ace" is in pool: do say(1)
""", "21"),
    Form("holds of expressions", DEALT + """
phase main: do say(1)
example "holds what is worked out":
    given players Ann, Bo
    when main begins
    then pool holds [first Card in pool, "Two", bottom of pool]
""", "1"),
    Form("a first value that depends on others", """
kind Card is card:
    rank: 1 to 9
    counter left: 0 to 9 = rank of this
card "Ace" is Card: rank = 4
counter stock[1 to 3]: 0 to 9 = 2
counter twice[number n] of each player p: 0 to 9 = 2
zone pool: row of Card
setup: move all Cards to pool
phase main: do say(left of top of pool)
""".replace("[number n]", "[1 to 2]"), "4"),
    Form("does an action", """
phase main: open talk
window talk asks start_player:
    action speak(number n in 1 to 2):
        do say(n)
rule echo, when player p does speak: do say(7)
""", "27", ("speak(2)", "pass")),
    Form("taking over an effect with a list", DEALT + """
phase main: start_player does grab
effect grab(up to 2 cards picked in pool):
    for each Card c in picked: do say(rank of c)
rule thief, before player p does grab:
    left of p takes over grab
""", "6", ("[Ace, Two]", "[Six]")),
    Form("an until block that speaks of a list", """
counter coins: 0 to 9 = 1
value worth: number = 1
phase main:
    let l be [2, 3]
    until coins changes:
        worth becomes it + sum in l
    do say(worth)
    set coins to 2
    do say(worth)
""", "61"),
    Form("an until block that speaks of much", """
counter coins: 0 to 9 = 1
value worth: number = 1
phase main:
    let a be 1
    let b be 1
    let c be 1
    let d be 1
    let e be 1
    let f be 1
    let g be 1
    let h be 1
    until coins changes:
        worth becomes it + a + b + c + d + e + f + g + h - 1
    do say(worth)
    set coins to 2
    do say(worth)
""", "81"),
    Form("long lists of numbers", """
phase main:
    let l be list of n for each number n in 1 to 90
    if sum in l = 4095: do say(1)
    for each number n in 1 to 90:
        if n = 90: do say(2)
""", "12"),
    # ------------------------------------------------------------------ lists of lists, and lists that are kept
    Form("the first of several lists", """
phase main:
    for each number n in (first list l in (subsets of 2 of [1, 2, 3]) where sum in l > 3): do say(n)
    let m be first with highest sum in l for each list l in (subsets of 2 of [1, 2, 3])
    do say(sum in m)
    let last be top of (subsets of 2 of [1, 2, 3])
    do say(sum in last)
    if any list l in (subsets of 2 of [1, 2, 3]) where sum in l > 4: do say(number of list l in [[1], [2, 3]])
""", "13552"),
    Form("a list in a list of lists", """
phase main:
    if [1, 3] is in (subsets of 2 of [1, 2, 3]): do say(1)
    if [3, 1] is in (subsets of 2 of [1, 2, 3]): do say(2)
    for each list l in (different of [n, 1] for each number n in [1, 1, 2]): do say(sum in l)
""", "123"),
    Form("a let that is set to a longer list", """
phase main:
    let l be [1, 2]
    set l to l + [4]
    for each number n in l: do say(n)
""", "124"),
    Form("a variable that keeps a list", """
variable past: list of number
phase main:
    set past to [1, 2]
    do say(sum in past)
    set past to past + [4]
    do say(sum in past)
    if past is [1, 2, 4]: do say(size of past)
rule remembers, when past changes: do say(9)
rule knows_it, when past becomes [1, 2]: do say(8)
""", "983973"),
    Form("lists that are kept of each player and with an index", """
enum Side: near, far
variable plan[Side] of each player: list of number = [5]
phase main:
    set plan[far] of left of start_player to [1, 2]
    for each player p:
        for each Side s: do say(sum in plan[s] of p)
rule thinks, when plan[far] of player p changes: do say(9)
""", "95553"),
    Form("lists that cards keep", DEALT.replace("setup: move", "setup:\n    move all Boxs to cellar\n    move") + """
kind Box is card:
    variable seen: list of Card = []
    variable sizes: list of number = [3]
card "Box" is Box, 2 copies
zone cellar: row of Box
zone attic: row of Box
phase main:
    let b be top of cellar
    set seen of b to top 2 of pool
    set sizes of b to [4, 5]
    for each Card c in seen of b: do say(rank of c)
    do say(sum in sizes of b)
    move b to attic
    do say(size of seen of b)
    do say(sum in sizes of b)
""", "62903"),
    Form("a variable that keeps a list of lists", """
variable ways: list of list of number = subsets of 2 of [1, 2, 3]
phase main:
    for each list l in ways: do say(sum in l)
    set ways to [[1], [2, 3]]
    for each list l in ways: do say(sum in l)
""", "34515"),
    Form("a list that cards change", """
value bonus: list of number = [1]
kind Boost is card
card "Boost" is Boost:
    while this is in boosts: bonus becomes it + [2, 3]
zone boosts: row of Boost
zone store: row of Boost
setup: move all Boosts to store
phase main:
    do say(sum in bonus)
    move all Boosts to boosts
    do say(sum in bonus)
""", "16"),
    Form("dice in lists look alike", """
dice pair: 3 of 1 to 2
phase main:
    roll pair
    start_player chooses list l in (subsets of 2 of pair)
    for each die d in l: do say(face of d)
""", "22", ("1", "2", "2", "[2, 2]"), {3: "p0: [1, 2], [2, 2]"}),
    Form("an action with two lists", """
phase main: open talk
window talk asks start_player:
    action pick(up to 1 number a in 1 to 2, up to 1 number b in 3 to 4):
        for each number n in (a + b): do say(n)
        end talk
""", "24", ("pick([2], [4])",)),
    # ------------------------------------------------------------------ what rules answer
    Form("rules about one of several counters", """
enum Side: near, far
counter marks[1 to 3]: 0 to 9 = 0
counter steps[Side] of each player: 0 to 9 = 0
phase main:
    set marks[2] to 1
    start_player gains 1 step[far]
    set steps[near] of left of start_player to 2
rule second, when marks[2] rises: do say(2)
rule other, when marks[1] rises: do say(1)
rule far_away, when steps[far] of player p rises: do say(4)
rule nearby, when steps[near] of player p rises by n: do say(n)
rule nobody_far, instead of steps[far] of left of start_player changes: do say(9)
""", "242"),
    Form("rules about values of cards", DEALT + """
counter extra: 0 to 9 = 0
value worth of Card c: number = rank of c + extra
phase main: set extra to 1
rule rising, when worth of Card c rises by n: do say(rank of c * n)
""", "126"),
    Form("rules about slots of cards", """
kind Item is card:
    value worth: number = 1 + extra
card "Box" is Item
card "Bag" is Item: worth = 4
counter extra: 0 to 9 = 0
zone pool: row of Item
setup: move all Items to pool
phase main: set extra to 1
rule rising, when worth of Item c rises: do say(worth of c)
""", "2"),
    Form("rules about windows", """
phase main:
    open talk
    do say(9)
    open silence
window talk asks start_player:
    action speak:
        do say(1)
        end talk
window silence asks start_player:
    action stay: do say(8)
rule eager, before talk begins: do say(2)
rule late, when talk ends: do say(3)
rule hears, when talk begins: do say(4)
rule loud, instead of silence begins: do say(5)
""", "241395", ("speak",)),
    Form("rules about actions", """
phase main: open talk
window talk asks start_player:
    action speak(number n in 1 to 3): do say(n)
    action stop: end talk
rule warns, before player p does speak(number n where n > 1): do say(8)
rule instead_of, instead of player p does speak(number n where n = 3): do say(7)
rule echo, when player p does speak: do say(9)
""", "198297", ("speak(1)", "speak(2)", "speak(3)", "stop")),
    # ------------------------------------------------------------------ ranges of options
    Form("a range as large as a raise", """
counter pot: 0 or more = 0
phase main:
    start_player chooses number n in 20 to 10000
    set pot to n
    if n = 1234: do say(1)
    open betting
window betting asks start_player:
    action raise_to(player q, number n in 20 to 900 where n is not in [500]):
        if n = 777 and q is you: do say(2)
        end betting
    action fold: end betting
""", "12", ("1234", "raise_to(p0, 777)")),
    # ------------------------------------------------------------------ lists that rules hear of
    Form("a rule that reads a list of an event", """
event told(list of number past, list of player whom)
phase main:
    announce told([1, 2], [left of start_player])
    together:
        announce told([4], [])
        announce told([5, 5], [start_player, left of start_player])
rule hears, when announced told(list of number heard, list of player them): do say(sum in heard)
rule counts, when announced told(list of number heard, list of player them) if them is not empty: do say(size of them)
rule foresees, before announced told(list of number heard where sum in heard > 9, list of player them): do say(9)
""", "319502"),
    Form("a rule before or instead of a change of a list", """
variable past: list of number = []
variable plan[1 to 2] of each player: list of number = []
phase main:
    set past to [1]
    set past to [2]
    set past to [3]
    do say(sum in past)
    set plan[2] of start_player to [4]
    do say(size of plan[2] of start_player)
rule holds_back, before past changes: do say(7)
rule forbids, instead of past becomes [3]: do say(8)
rule not_his, instead of plan[2] of start_player changes: do say(6)
rule not_hers, instead of plan[1] of start_player changes: do say(5)
""", "778260"),
    # ------------------------------------------------------------------ spaces that act
    Form("a race over spaces that act", """
kind Spot is space:
    rest: 0 to 9 = 0
    when place of player p becomes this: do say(column of this)
kind Toll is Spot:
    when place of player p becomes this: p pays 2 coins
kind Inn is Spot:
    rest = 3
    when place of player p becomes this: p gains (rest of this) coins
kind Trap is Spot:
    while coins of mover > 0:
        when place of player p becomes this: set place of p to path[1, 1]
board path of Spot, 1 by 1
board tolls of Toll, 1 by 2
board inns of Inn, 1 by 4
board traps of Trap, 1 by 6
variable place of each player: Spot = path[1, 1]
variable mover: player = start_player
counter coins of each player: 0 to 9 = 0
phase main:
    set place of mover to inns[1, 4]
    do say(coins of mover)
    set place of mover to traps[1, 6]
    set place of mover to tolls[1, 2]
    do say(coins of mover)
    mover loses 1 coin
    set place of mover to traps[1, 5]
    if place of mover is traps[1, 5]: do say(9)
""", "43612159"),
    Form("spaces before and instead of what happens, by turn order", """
kind Field is space:
    counter guards: 0 to 1 = 1
    before player p does rob(player q) if owner is q: do say(column of this)
    when spoils of player p rises if owner is p and column of this = 1: do say(6)
    while column of this = 2:
        instead of player p does rob(player q) if owner is q and guards of this = 1:
            this loses 1 guard
            do say(7)
board farm of Field, 1 by 2, of each player
counter spoils of each player: 0 to 9 = 0
phase main of left of start_player:
    start_player does rob(left of start_player)
    start_player does rob(left of start_player)
    left of start_player does rob(start_player)
effect rob(player q):
    do say(8)
    you gain 1 spoil
""", "712867"),
    Form("spaces of everybody and of each offer actions", """
kind Well is space:
    counter drawn: 0 to 2 = 0
    anytime during main:
        action draw_water:
            requires drawn of this < 1
            this gains 1 drawn
            do say(column of this)
kind Bed is space:
    while row of this = 2:
        anytime:
            action sleep(number n in 3 to 4): do say(n)
board wells of Well, 1 by 2
board beds of Bed, 2 by 1, of each player
phase main:
    pause for left of start_player
phase dusk:
    pause for start_player
""", "2414",
         ("draw_water(wells[1,2])", "sleep(beds[2,1] of p1, 4)", "draw_water(wells[1,1])", "pass",
          "sleep(beds[2,1] of p0, 4)", "pass"),
         {0: "p1: pass, draw_water(wells[1,1]), draw_water(wells[1,2]), sleep(beds[2,1] of p1, 3), "
             "sleep(beds[2,1] of p1, 4)",
          4: "p0: pass, sleep(beds[2,1] of p0, 3), sleep(beds[2,1] of p0, 4)"}),
    Form("modifiers of spaces come before those of cards", """
kind Card is card:
    while this is in pool: worth becomes it + 1
card "Ace" is Card
zone pool: row of Card
kind Lamp is space:
    counter lit: 0 to 1 = 0
    while lit of this = 1: worth becomes it * 2
    while lit of this = 1 and column of this = 1: worth becomes 3
    value glow: number = 1
    while lit of this = 1: glow of each Lamp n in neighbours of this becomes it + 1
board lamps of Lamp, 1 by 3
value worth: number = 1
setup: move all Cards to pool
rule told, when worth rises: do say(0)
phase main:
    do say(worth)
    lamps[1, 2] gains 1 lit
    do say(worth)
    lamps[1, 1] gains 1 lit
    do say(worth - 10)
    do say(sum of glow of l for each Lamp l)
    do say(glow of lamps[1, 2])
""", "2030362"),
    Form("zones and slots of spaces", """
kind Spot is space:
    zone standing: row of Pawn, at most 2
    value fee(number n): number = n
    effect visit: do say(fee(1) of this)
    when Pawn c enters standing of this: start_player does visit of this
kind Bridge is Spot:
    fee(number n) = n + 4
kind Ford is Spot:
    effect visit:
        do say(fee(2) of this)
        move all Pawns in standing of this to standing of fields[1, 1]
kind Pawn is token
token "pawn" is Pawn
board fields of Spot, 1 by 1
board bridges of Bridge, 1 by 1
board fords of Ford, 1 by 1
phase main:
    move first Pawn to standing of bridges[1, 1]
    if standing of bridges[1, 1] is not empty: do say(8)
    move first Pawn to standing of fords[1, 1]
    do say(number of Pawns in standing of fields[1, 1])
    for each Spot s where s is Bridge: start_player may do visit of s
rule left_it, when Pawn c leaves standing of Bridge b: do say(9)
""", "5892115", ("visit",), {0: "p0: pass, visit"}),
    Form("a neighbour who passes", """
phase main of start_player: left of you may do act
effect act(number n in 1 to 2): do say(n)
""", "", ("pass",), {0: "p1: pass, act(1), act(2)"}),
    Form("a list given to a may where actions come at any time", DEALT + """
anytime during main:
    action shout: do say(3)
phase main:
    start_player may do grab(all Cards c in pool where rank of c > 1)
effect grab(list of Card l):
    for each Card c in l: do say(rank of c)
""", "3326", ("shout", "shout", "grab"), {2: "p0: pass, grab, shout"}),
    Form("what cards, spaces and until blocks watch", """
kind Spot is space:
    zone standing: row of Pawn
    when size of standing of this rises: do say(column of this)
kind Pawn is token
token "pawn" is Pawn, 2 copies
board path of Spot, 1 by 3
value goal: Spot = path[1, 3]
variable place of each player: Spot = path[1, 1]
kind Card is card:
    zone gems: row of Pawn
    while this is in hand:
        when column of place of player p rises by n: do say(n)
        when size of gems of this changes: do say(7)
card "Ace" is Card
zone hand of each player: hand of Card
setup: move all Cards to hand of start_player
phase main:
    move first Pawn to standing of path[1, 2]
    set place of left of start_player to path[1, 3]
    move all Pawns to gems of top of hand of start_player
    until column of place of start_player rises:
        when size of standing of goal rises: do say(8)
    move first Pawn to standing of path[1, 3]
    set place of start_player to path[1, 2]
    move all Pawns to standing of path[1, 3]
""", "227738173"),
    Form("rules about zones with an index, and from a place", DEALT + """
zone bin[1 to 2] of each player: row of Card
zone rest: row of Card
phase main:
    move first Card c in pool to bin[1] of start_player
    move first Card c in pool to rest
    move all Cards in rest to bin[2] of left of start_player
    move all Cards in bin[2] of everyone to rest
rule second, when Card c enters bin[2] of player p: do say(2)
rule first_one, when Card c enters bin[1] of player p: do say(1)
rule out, when Card c leaves bin[2] of player p if p is not start_player and rank of c > 1: do say(3)
rule early, before Card c in rest enters bin[2] of player p: do say(4)
rule never_so, before Card c in pool enters rest if rank of c > 2: do say(5)
""", "1423"),
    Form("actions of until blocks", DEALT + """
event bell
effect begin(Card c, number n):
    until announced bell:
        anytime during main:
            action fetch(number m in 1 to 2):
                requires c is in pool
                move c to hand of you
                do say(n + m)
                if m = 2: announce bell
phase main:
    start_player does begin(first Card c in pool where rank of c = 2, 3)
    start_player does begin(first Card c in pool where rank of c = 6, 6)
    pause for left of start_player
    do say(number of Cards in hand of left of start_player)
    pause for start_player
""", "482", ("fetch(1)", "fetch(2)"),
         {0: "p1: pass, fetch(1), fetch(2), fetch(1) #2, fetch(2) #2", 1: "p1: pass, fetch(1), fetch(2)"}),
    Form("what was chosen is tested again if actions came between", DEALT + """
anytime during main:
    action snatch:
        requires pool is not empty
        move all Cards in pool to shelf of you
phase main: start_player does grab
effect grab(Card c in pool, number n in 1 to 2):
    move c to hand of you
    do say(n)
""", "", ("Two", "snatch", "1"), {1: "p0: 1, 2, snatch"}),
    Form("what a rule waits for must hold when it happens", """
kind Card is card:
    variable lit: yes or no = no
    while this is in pool and lit of this:
        when fuse rises: do say(2)
    while this is in pool:
        when fuse rises if not lit of this:
            do say(1)
            for each Card c: set lit of c to yes
        when Card c enters pool: do say(4)
    when this enters pool: do say(3)
card "Ace" is Card, 2 copies
zone deck: row of Card
zone pool: row of Card
counter fuse: 0 to 9 = 0
setup: move all Cards to deck
phase main:
    move top of deck to pool
    move top of deck to pool
    set fuse to fuse + 1
    set fuse to fuse + 1
""", "34434122"),
    Form("what hung on a block changes when the block ends", """
value worth of player p: number = 1
event bell
rule told, when worth of player p falls: do say(worth of p)
window asking asks start_player:
    action wish:
        until asking ends: worth of start_player becomes it + 2
        end asking
phase main:
    until main ends: worth of start_player becomes it + 1
    open asking
    do say(9)
phase later: do say(8)
rule closing, when main ends: do say(7)
rule opening, when later begins: do say(6)
""", "297168", ("wish",)),
    Form("an until block that watches what a name stands for", DEALT + """
phase main:
    start_player does follow(left of start_player)
    move top of pool to hand of start_player
    move top of pool to hand of left of start_player
effect follow(player q):
    until main ends:
        when size of hand of q rises by n: do say(n + 4)
        when size of hand of start_player rises by n: do say(n)
""", "15"),
)
