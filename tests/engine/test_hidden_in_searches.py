"""What somebody may not see makes no difference to what can be done, as far as he is asked or it is judged by what he knows
(meanings 6 and 10): two matches that differ in nothing else ask him the same."""

import pytest

import interpreter
from interpreter import Match
from interpreter.decisions import CHANCE
from tests.engine.rules_maker import checked
from tests.engine.side_by_side import disagreement
from tests.engine.test_random_files import play_in_all_ways

HEAD = """game Small for 2 players
kind Fish is card:
    rank: number
card "Carp" is Fish: rank = 3
zone chest: pile of Fish, count shown to nobody
zone pond: row of Fish
counter coin of each player: 0 to 9 = 1
counter purse of each player: 0 to 3 = 0, shown to owner
variable depth: number = 0, shown to nobody
dice cup of each player: 1 of 0 to 3, shown to owner
value wealth of player p: number = purse of p + coin of p
setup:
    move all Fish to {zone}
    for each player p: set purse of p to {n}
    set depth to {n}
    for each player p: roll cup of p
"""

BEGINS = "phase main:\n    for each player p where p is not start_player:\n"
ASKS = BEGINS + "        p may do {}\n"

JUDGED = {
    "a counter of somebody else's is to be paid from":
        ASKS.format("rob") + "effect rob, all or nothing:\n    start_player loses 2 purse\n    you gain 1 coin\n",
    "and where that is by somebody else's effect":
        ASKS.format("rob") + "effect rob, all or nothing:\n    start_player does give\n"
        "effect give:\n    you pay 2 purse\n",
    "and where it is no more than required":
        ASKS.format("rob") + "effect rob:\n    requires purse of start_player >= 2\n    you gain 1 coin\n",
    "and where a value reads it":
        ASKS.format("rob") + "effect rob:\n    requires wealth of start_player >= 3\n    you gain 1 coin\n",
    "nobody sees a variable":
        ASKS.format("dive") + "effect dive, all or nothing:\n    if depth < 2: you lose 5 coin\n",
    "what it becomes nobody sees either":
        ASKS.format("dive") + "effect dive, all or nothing:\n    set depth to depth + 1\n    if depth < 3: you lose 5 coin\n",
    "somebody else's die":
        ASKS.format("bluff") + "effect bluff, all or nothing:\n"
        "    if face of first die d in cup of start_player < 2: you lose 5 coin\n",
    "options are thinned out":
        BEGINS + "        p does guess\n"
        "effect guess, all or nothing:\n    you choose number n in 0 to 2\n    start_player loses n purse\n",
    "it is asked what he can do":
        BEGINS + "        if p can do rob: p chooses number n in 0 to 1\n"
        "effect rob, all or nothing:\n    start_player loses 2 purse\n",
    "how many cards there are":
        ASKS.format("fish") + "effect fish, all or nothing:\n    draw 1 card from chest to pond\n",
}


def the_question(text: str, n: int) -> Match:
    game, problems = checked(HEAD.format(zone="chest" if n == 3 else "pond", n=n) + text)
    assert game is not None, problems
    found = disagreement(game, 2, 1, steps=20, log=False)
    assert found is None, str(found)
    if n == 2:
        play_in_all_ways(game, 2, 1, 20)
    match = interpreter.start(game, 2, chance="explicit")
    while match.player == CHANCE:
        match.choose_index(n)  # the dice show it, too
    return match


def offered(match: Match) -> list[str]:
    """What the second player is asked."""
    decision = match.decision
    assert decision is None or decision.player == 1
    return [] if decision is None else [o.id for o in decision.options]


@pytest.mark.parametrize("text", JUDGED.values(), ids=JUDGED.keys())
def test_it_is_the_same_question_whatever_is_hidden(text: str) -> None:
    asked = [offered(the_question(text, n)) for n in range(4)]
    assert len(asked[0]) > 1
    assert asked == asked[:1] * 4


OWN = {
    "his own counter": "effect buy, all or nothing:\n    you lose 2 purse\n",
    "his own die": "effect buy, all or nothing:\n    if face of first die d in cup of you < 2: you lose 5 coin\n",
    "by a value": "effect buy, all or nothing:\n    if wealth of you < 3: you lose 5 coin\n",
}


@pytest.mark.parametrize("text", OWN.values(), ids=OWN.keys())
def test_what_he_sees_does_make_a_difference(text: str) -> None:
    rules = BEGINS + "        if p can do buy: p chooses number n in 0 to 1\n" + text
    assert [the_question(rules, n).count for n in range(4)] == [0, 0, 2, 2]


CHOSEN = {
    # what the first player chooses, and what the second one is then asked
    "at once, what others have chosen already":
        "phase main:\n    start_player does bid\n"
        "effect bid, all or nothing:\n    for each player p at once:\n        p chooses number n in 0 to 3\n"
        "        start_player loses n coin\n",
    "and where that are options":
        "phase main:\n    start_player does bid\n"
        "effect bid, all or nothing:\n    for each player p at once:\n        p chooses:\n"
        '            option "none": start_player loses 0 coin\n            option "one": start_player loses 1 coin\n'
        '            option "two": start_player loses 2 coin\n            option "three": start_player loses 3 coin\n',
}


@pytest.mark.parametrize("text", CHOSEN.values(), ids=CHOSEN.keys())
@pytest.mark.parametrize("coins", [1, 3, 4, 9])
def test_it_is_the_same_question_whatever_somebody_else_has_secretly_chosen(text: str, coins: int) -> None:
    rules = text.replace("    start_player does", f"    start_player gains {coins - 1} coin\n    start_player does")
    asked = []
    for n in range(2):
        match = the_question(rules, n)
        match.choose_index(min(n, match.count - 1))
        asked.append(offered(match))
    assert asked[0] == asked[1]
    assert len(asked[0]) == min(coins, 3) + 1  # of those that need more nothing can come, whatever others choose


OTHERS = "        for each player q where q is not p:\n"
SECRETLY = {
    # one has chosen a number that only he knows, and the other is asked
    "and options are thinned out":
        "phase main:\n    start_player does bid\n"
        "effect bid, all or nothing:\n    for each player p where p is you:\n        p secretly chooses number n in 0 to 2\n"
        + OTHERS + "            q chooses number m in 0 to 2\n            q loses (n + m) coin\n",
    "and a list hangs on it":
        "phase main:\n    start_player does bid\n"
        "effect bid, all or nothing:\n    for each player p where p is you:\n        p secretly chooses up to 2 players ps\n"
        + OTHERS + "            q chooses number m in 0 to 2\n            if q is in ps: q loses m coin\n"
        "            if number of players in ps = 0: q loses m coin\n",
    "and chance had done that before":
        "phase main:\n    start_player does bid\n"
        "effect bid, all or nothing:\n    for each player p where p is you:\n        chance secretly chooses number c in 0 to 1\n"
        "        p secretly chooses number n in 0 to 2\n"
        + OTHERS + "            q chooses number m in 0 to 2\n            q loses (c + m) coin\n",
    "at once with others, and not shown":
        "phase main:\n    start_player does bid\n"
        "effect bid, all or nothing:\n    for each player p at once:\n        p secretly chooses number n in 0 to 1\n"
        "        start_player loses n coin\n        p does raise_it\n"
        "effect raise_it:\n    you choose number m in 0 to 2\n    start_player loses m coin\n",
}


@pytest.mark.parametrize("text", SECRETLY.values(), ids=SECRETLY.keys())
def test_what_is_chosen_secretly_makes_no_difference_to_others(text: str) -> None:
    asked = []
    for n in range(2):
        match = the_question(text, n)
        while match.player == CHANCE:
            match.choose_index(n)
        if "at once" in text:
            match.choose_index(0)
        match.choose_index(n)
        assert match.decision is not None
        asked.append([o.id for o in match.decision.options])
    assert asked[0] == asked[1]
    assert len(asked[0]) == (2 if "at once" in text else 3)


@pytest.mark.parametrize("n", range(3))
def test_he_is_asked_although_nothing_fits_what_is_named_to_him(n: int) -> None:
    """All see that he is."""
    rules = ("phase main:\n    for each player p where p is start_player:\n        p secretly chooses number n in 0 to 2\n"
             + OTHERS + "            q may do rob(n)\neffect rob(number n in 1 to 9): you gain n coin\n")
    match = the_question(rules, n)
    match.choose_index(n)
    assert offered(match)[0] == "pass"


def test_what_he_has_chosen_himself_he_knows() -> None:
    rules = ("phase main:\n    for each player p where p is not start_player: p does bid\n"
             "effect bid, all or nothing:\n    you secretly choose number n in 0 to 1\n"
             "    you choose number m in 0 to 1\n    you lose (n + m) coin\n")
    match = the_question(rules, 0)
    match.choose("1")
    assert match.over  # one coin is all he has, so that no choice is left
