"""Imagined worlds (`Match.sample_world`): all that a player has seen and heard can have come so in them, and nothing else of
the truth is in them."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import interpreter
from interpreter import Match
from interpreter.worlds.carrying import Budget, carried
from interpreter.worlds.knowledge import knowledge
from interpreter.worlds.origin import imagined_steps
from rulelang.check import check
from tests.engine.playing import Table, tables
from tests.language.test_check import program

FIREWORKS = """
game Fireworks for 2 to 5 players
enum Colour: red, yellow, green
kind Firework is card:
    colour: Colour
    height: 1 to 5
    variable told_colour: Colour or none = none
    variable told_height: 1 to 5 or none = none
cards Firework for each Colour c, each number n in 1 to 5
zone deck: stack of Firework
zone hand of each player: pile of Firework, faces shown to others
zone built: row of Firework
counter hints: 0 to 8 = 8
variable mover: player = start_player
value coloured(Colour c) of player p: yes or no = any Firework f in hand of p where colour of f is c
value as_high(number n) of player p: yes or no = any Firework f in hand of p where height of f = n
setup:
    move all Fireworks to deck
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
phase turn of mover, taking turns until deck is empty:
    mover chooses:
        option "colour" if hints > 0 with player q where q is not you, Colour c where coloured(c) of q:
            set hints to hints - 1
            for each Firework f in hand of q where colour of f is c: set told_colour of f to c
        option "height" if hints > 0 with player q where q is not you, number n in 1 to 5 where as_high(n) of q:
            set hints to hints - 1
            for each Firework f in hand of q where height of f = n: set told_height of f to n
        option "play" with Firework f in hand of you:
            move f to built
            draw 1 card from deck to hand of you
value built_so_far of player p: number = number of Fireworks in built
winner: most built_so_far, then shared
"""

TRICK = """
game Trick for 2 players
enum Suit: red, blue
kind Number is card:
    suit: Suit
    rank: 1 to 4
cards Number for each Suit s, each number n in 1 to 4
zone deck: stack of Number
zone hand of each player: hand of Number
zone trick: row of Number
variable led: Suit or none = none
setup:
    move all Numbers to deck
    shuffle deck
    for each player p: draw 3 cards from deck to hand of p
phase play of start_player:
    start_player does put_down
    set led to suit of top of trick
    left of start_player does put_down
    start_player chooses number n in 1 to 2
effect put_down:
    you choose Number c in hand of you where led is none or suit of c is led or no Number d in hand of you where suit of d is led
    move c to trick
value laid of player p: number = number of Numbers in trick
winner: most laid, then shared
"""

BIDS = """
game Bids for 2 players
counter points of each player: 0 or more = 0
variable bid of each player: number = 0, shown to owner
phase bidding:
    for each player p at once:
        p chooses number m in 1 to 3
        p gains m points
    for each player p:
        p secretly chooses number n in 1 to 4
        set bid of p to n
    start_player chooses number k in 1 to 2
    if bid of start_player > bid of left of start_player: start_player gains 1 point
    start_player chooses number j in 1 to 2
winner: most points, then shared
"""

PASSED_ROUND = """
game Passed for 2 players
kind Number is card
card "One" is Number
card "Two" is Number
card "Three" is Number
card "Four" is Number
zone deck: stack of Number
zone hand of each player: hand of Number
zone table_top: row of Number
setup:
    move all Numbers to deck
    shuffle deck
    for each player p: draw 1 card from deck to hand of p
    draw 1 card from deck to table_top
phase main:
    start_player chooses number n in 1 to 2
    move all Numbers in table_top to deck
    shuffle deck
    start_player chooses number m in 1 to 2
value held of player p: number = number of Numbers in hand of p
winner: most held, then shared
"""


def started(rules: str, players: int, seed: int = 0, **how: Any) -> Match:
    made, found = check(program(rules))
    assert made is not None, [one.message for one in found]
    return interpreter.start(made, players, seed=seed, **how)


def zone(m: Match, name: str, owner: int | None = None) -> list[str]:
    held: Any = m.dump()["zones"]
    return list(held.get(name if owner is None else f"{name} of p{owner}", ()))


def worlds(m: Match, seat: int, count: int) -> list[Match]:
    found = [m.sample_world(seat, Random(number)) for number in range(count)]
    if m.keeps_log:
        assert {world.information_state(seat) for world in found} == {m.information_state(seat)}
    return found


@pytest.mark.parametrize("log", [True, False])
def test_what_was_told_of_the_own_hand_is_so(log: bool) -> None:
    other_hands = 0
    for seed in range(6):
        m, rng = started(FIREWORKS, 3, seed, log=log), Random(seed)
        while m.decision is not None and len(m.choices()) < 6:
            for seat in range(3):
                for world in worlds(m, seat, 2):
                    seen: Any = world.view((seat + 1) % 3)
                    hand = next(z for z in seen["zones"] if z["name"] == "hand" and z["owner"] == seat)
                    for card in hand["cards"]:
                        colour, height = card["name"].split()
                        assert card["stores"].get("told_colour", colour) == colour
                        assert card["stores"].get("told_height", height) == height
                    other_hands += zone(world, "hand", seat) != zone(m, "hand", seat)
            m.choose_index(rng.randrange(m.count))
    assert other_hands > 100


def test_who_did_not_follow_suit_could_not() -> None:
    broken, several, followed = 0, 0, []
    for seed in range(12):
        m = started(TRICK, 2, seed)
        m.choose_index(0)
        m.choose_index(m.count - 1)
        first, second = zone(m, "trick")
        hands = [zone(world, "hand", 1) for world in worlds(m, 0, 12)]
        several += len({tuple(sorted(hand)) for hand in hands}) > 1
        if first.split()[0] != second.split()[0]:
            broken += 1
            assert not any(card.split()[0] == first.split()[0] for hand in hands for card in hand)
        else:
            followed += [card.split()[0] == first.split()[0] for hand in hands for card in hand]
    assert broken
    assert several > 9
    assert len(set(followed)) == 2


def test_what_others_chose_unseen_is_chosen_anew_until_it_has_come_out() -> None:
    m = started(BIDS, 2)
    m.choose("3")
    after = []
    for world in worlds(m, 1, 40):
        world.choose("2")
        after.append(world.dump()["stores"]["points of p0"])  # type: ignore[index]
    assert set(after) == {"1", "2", "3"}
    m.choose("2")
    # now all have heard of it
    assert {str(world.dump()["stores"]) for world in worlds(m, 1, 20)} == {str(m.dump()["stores"])}
    m.choose("3")
    m.choose("2")
    assert {bids(world) for world in worlds(m, 1, 60)} == {(x, "2") for x in "1234"}
    assert {bids(world) for world in worlds(m, 0, 60)} == {("3", x) for x in "1234"}
    m.choose("1")
    # a point has been gained: the bid was higher
    assert {bids(world) for world in worlds(m, 1, 60)} == {(x, "2") for x in "34"}
    assert {bids(world) for world in worlds(m, 0, 60)} == {("3", x) for x in "12"}


def bids(m: Match) -> tuple[str, ...]:
    seen: list[Any] = [m.view(seat)["stores"] for seat in range(2)]
    return tuple(next(x["value"] for x in seen[seat] if x["name"] == "bid" and x["owner"] == seat) for seat in range(2))


def test_a_card_that_was_seen_elsewhere_is_not_in_a_hand_of_before() -> None:
    m = started(PASSED_ROUND, 2)
    (seen,) = zone(m, "table_top")
    m.choose("1")
    assert zone(m, "table_top") == []
    held = Counter(zone(world, "hand", 1)[0] for world in worlds(m, 0, 60))
    assert set(held) == {"One", "Two", "Three", "Four"} - {seen, *zone(m, "hand", 0)}


def test_worlds_are_as_likely_as_their_deals() -> None:
    """Of six deals that leave the other player one of the two cards, each comes up a sixth of the time."""
    m = started(PASSED_ROUND, 2, seed=3)
    counts = Counter(tuple(zone(world, "hand", 1)) for world in (m.sample_world(0, Random(n)) for n in range(300)))
    assert len(counts) == 2
    assert all(abs(count - 150) < 45 for count in counts.values())


def test_a_log_of_a_world_tells_the_others_what_was_so_there() -> None:
    m = started(TRICK, 2)
    for world in worlds(m, 0, 10):
        for card in zone(world, "hand", 1):
            assert card in world.log_text(1)


@pytest.mark.parametrize("table", [one for one in tables() if one.variant is None], ids=str)
def test_a_world_can_be_played_again_from_the_beginning(table: Table) -> None:
    """Every step of it, with all that others were asked and did there; and from it other worlds are imagined."""
    m, rng = table.start(5, log=False), Random(5)
    for _ in range(60):
        if m.count:
            m.choose_index(rng.randrange(m.count))
    for seat in (0, m.players - 1):
        world = m.sample_world(seat, rng)
        if world._origin is None:  # nothing is hidden from him
            assert world.view(seat) == m.view(seat)
            continue
        origin = world._origin
        now = knowledge(m.program, origin.steps, seat)
        again = carried(m.program, origin.steps, now, seat, origin.world, Budget(len(origin.steps)), whole=True)
        assert again is not None
        assert [again.state[i] for i in shown_slots(m)] == [world._s[i] for i in shown_slots(m)]
        assert imagined_steps(m.program, origin) is not None
        other = world.sample_world((seat + 1) % m.players, rng)
        assert other.view((seat + 1) % m.players) == world.view((seat + 1) % m.players)


def shown_slots(m: Match) -> list[int]:
    """Where cards lie, and what counters and variables hold."""
    lay = m.program.lay
    first = lay.at["ZON"]
    return list(range(first, first + lay.n))
