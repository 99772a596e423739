"""The oracle itself, on small rules: whole trees against numbers from outside, and each meaning once."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

import pytest

import rulelang
from rulelang.game import Game
from tests.oracle import CHANCE, Oracle, OracleError
from tests.oracle.examples import run_example

BUNDLED = [
    "tic_tac_toe",
    "connect_four",
    "breakthrough",
    "kuhn",
    "leduc",
    "liars_dice",
    "pig",
    "goofspiel",
    "crazy_eights",
    "badaboom",
]


# ------------------------------------------------------------------------------------ whole trees


class Tree:
    """Every history of a match, played again from the start; returns if all choose uniformly."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.players = game, players
        self.finished = self.chance = self.decisions = 0
        self.returns = [Fraction(0)] * players
        self.walk((), Fraction(1))

    def walk(self, history: tuple[str, ...], weight: Fraction) -> None:
        oracle = Oracle.replay(self.game, self.players, history)
        question = oracle.question
        if question is None:
            assert oracle.result is not None
            self.finished += 1
            for seat, payoff in enumerate(oracle.result.payoffs):
                self.returns[seat] += weight * payoff
            return
        if question.player == CHANCE:
            self.chance += 1
            assert question.probabilities is not None
            assert sum(question.probabilities) == 1
            shares = question.probabilities
        else:
            self.decisions += 1
            shares = (Fraction(1, len(question.options)),) * len(question.options)
        for option, share in zip(question.options, shares, strict=True):
            self.walk((*history, option), weight * share)


@pytest.mark.parametrize(
    ("name", "players", "parameters", "finished", "chance", "decisions", "returns"),
    [
        ("kuhn", 2, {}, 30, 4, 24, [0.125, -0.125]),
        ("kuhn", 3, {}, 312, 17, 288, [0.234375, -0.046875, -0.1875]),
        ("pig", 2, {"winscore": 6, "horizon": 4}, 281, 30, None, [0.10474537037, -0.10474537037]),
        ("goofspiel", 2, {"num_cards": 3, "points_order": "descending"}, 36, 0, 31, [0, 0]),
        pytest.param("goofspiel", 2, {"num_cards": 3, "points_order": "random"}, 216, None, 174, [0, 0], marks=pytest.mark.long),
        ("liars_dice", 2, {"sides": 2}, 60, 3, None, [0.125, -0.125]),
    ],
)
def test_whole_trees_have_the_sizes_and_returns_of_open_spiel(
    name: str,
    players: int,
    parameters: dict[str, object],
    finished: int,
    chance: int | None,
    decisions: int | None,
    returns: list[float],
) -> None:
    tree = Tree(rulelang.load(name, parameters=parameters), players)
    assert tree.finished == finished
    assert chance in (None, tree.chance)
    assert decisions in (None, tree.decisions)
    assert [float(x) for x in tree.returns] == pytest.approx(returns, abs=1e-9)


def test_tic_tac_toe_ends_as_often_as_it_should() -> None:
    game = rulelang.load("tic_tac_toe")
    rng = random.Random(5)
    payoffs = []
    for _ in range(200):
        oracle = Oracle(game, 2)
        depth = 0
        while oracle.question is not None:
            assert len(oracle.question.options) == 9 - depth
            oracle.choose(rng.choice(oracle.question.options))
            depth += 1
            if depth == 8 and oracle.question is not None:
                assert len(oracle.dump()["stores"]) == 10
        assert oracle.result is not None
        payoffs.append(oracle.result.payoffs[0])
    # 0.2968 expected, standard deviation about 0.94
    assert float(sum(payoffs) / len(payoffs)) == pytest.approx(0.2968, abs=0.25)


@pytest.mark.parametrize("name", BUNDLED)
def test_examples_of_the_bundled_games_come_out(name: str) -> None:
    game = rulelang.load(name)
    assert {example.key: run_example(game, example) for example in game.examples} == {
        example.key: [] for example in game.examples
    }


@pytest.mark.parametrize(("players", "seed"), [(3, 1), pytest.param(4, 2, marks=pytest.mark.long), (5, 3)])
def test_a_whole_match_of_badaboom_keeps_every_card(players: int, seed: int) -> None:
    oracle = Oracle(rulelang.load("badaboom"), players)
    total = sum(len(cards) for cards in cards_of(oracle))
    rng = random.Random(seed)
    for _ in range(400):
        if oracle.question is None:
            break
        oracle.choose(rng.choice(oracle.question.options))
        assert sum(len(cards) for cards in cards_of(oracle)) == total


def cards_of(oracle: Oracle) -> list[list[str]]:
    return [cards for name, cards in oracle.dump()["zones"].items() if not name.startswith("mixed ")]


# ------------------------------------------------------------------------------------ small rules

Play = Iterator[tuple[int, Sequence[str]]]


@pytest.fixture
def load(tmp_path: Path):
    def load_text(text: str) -> Game:
        path = tmp_path / "small.rules"
        path.write_text(text, "utf-8")
        return rulelang.load(str(path))

    return load_text


THREE = """game Small for 2 to 4 players
kind Card is card:
    rank: number
    back = "card"
card "One" is Card: rank = 1
card "Two" is Card: rank = 2
card "Three" is Card: rank = 3
zone deck: stack of Card
zone row: row of Card
zone hand of each player: hand of Card
counter trail: 0 or more = 0
counter coins of each player: 0 to 5 = 0
"""


def stores(oracle: Oracle) -> dict[str, object]:
    return oracle.dump()["stores"]


def test_the_top_of_a_shuffled_zone_is_settled_when_it_is_read(load) -> None:
    """Meaning 9."""
    game = load(
        THREE
        + """
setup:
    move all Cards to deck
    shuffle deck
phase a:
    if rank of top of deck = 3: set trail to 1
    draw 1 card from bottom of deck to hand of start_player
"""
    )
    oracle = Oracle(game, 2)
    assert oracle.question is not None
    assert oracle.question.options == ("One", "Two", "Three")
    oracle.choose("Three")
    assert stores(oracle)["trail"] == 1
    assert oracle.dump()["zones"]["deck"] == ["Three", "?", "?"]
    assert oracle.question.options == ("One", "Two")
    oracle.choose("Two")
    assert oracle.question is None
    assert oracle.dump()["zones"]["mixed deck"] == ["One"]
    assert oracle.dump()["knows"]["hand of p0"] == [[0]]


def test_a_card_looked_for_in_a_shuffled_zone_is_the_card_found(load) -> None:
    game = load(
        THREE
        + """
setup:
    move all Cards to deck
    shuffle deck
phase a:
    move first Card c in deck where rank of c = 2 to row
"""
    )
    for choices in (["Two"], ["One", "Two"], ["One", "Three"]):
        oracle = Oracle.replay(game, 2, choices)
        assert oracle.question is None
        assert oracle.dump()["zones"]["row"] == ["Two"]


def test_counting_settles_nothing(load) -> None:
    game = load(
        THREE
        + """
setup:
    move all Cards to deck
    shuffle deck
phase a:
    set trail to number of Cards c in deck where rank of c >= 2
"""
    )
    oracle = Oracle(game, 2)
    assert oracle.question is None
    assert stores(oracle)["trail"] == 2


def test_cards_set_up_together_do_not_see_each_other_arrive(load) -> None:
    """Meaning 1: inside `together` what is triggered waits; afterwards both lie there and see both."""
    cards = (
        THREE
        + """
kind Watcher is card:
    back = "watcher"
    while this is in row_of_watchers:
        when Watcher w enters row_of_watchers if w is not this: set trail to trail + 1
card "A" is Watcher
card "B" is Watcher
zone row_of_watchers: row of Watcher
zone waiting: row of Watcher
setup:
    move all Cards to deck
    move all Watchers to waiting
phase a:
"""
    )
    apart = cards + "    for each Watcher w in waiting: move w to row_of_watchers\n"
    assert stores(Oracle(load(apart), 2))["trail"] == 1
    joined = cards + "    together:\n        for each Watcher w in waiting: move w to row_of_watchers\n"
    assert stores(Oracle(load(joined), 2))["trail"] == 2


def test_rules_answer_in_turn_order_not_by_seat(load) -> None:
    """Meaning 1, fault 2."""
    text = (
        THREE
        + """
kind Bell is card:
    back = "bell"
    number_on: number
    while this is in bells:
        when announced ding: set trail to trail * 10 + number_on of this
card "B1" is Bell: number_on = 1
card "B2" is Bell: number_on = 2
card "B3" is Bell: number_on = 3
zone bells of each player: row of Bell
event ding
rule first_of_all, when announced ding: set trail to trail * 10 + 9
variable mover: player = start_player
setup:
    move all Cards to deck
    move all Bells b where number_on of b = 1 to bells of start_player
    move all Bells b where number_on of b = 2 to bells of left of start_player
    move all Bells b where number_on of b = 3 to bells of right of start_player
    set mover to left of start_player
phase turn of mover:
    announce ding
"""
    )
    assert stores(Oracle(load(text), 3))["trail"] == 9231
    assert (
        stores(Oracle(load(text.replace("set mover to left of", "set mover to right of")), 3))["trail"]
        == 9312
    )


def test_instead_of_answers_once(load) -> None:
    """Meaning 1 and additions 1.8: the same effect done again by an `instead` body is not replaced twice by
    it."""
    game = load(
        THREE
        + """
effect earn(number n): you gain n coins
rule double, instead of player p does earn(number n): p does earn(n * 2)
rule one_more, instead of player p does earn(number n): p does earn(n + 1)
setup: move all Cards to deck
phase a:
    start_player does earn(1)
"""
    )
    assert stores(Oracle(game, 2))["coins of p0"] == 3


def test_a_counter_rule_may_replace_a_fall(load) -> None:
    game = load(
        THREE
        + """
rule mercy, instead of coins of player p falls by n if n > 1: p loses 1 coin
setup: move all Cards to deck
phase a:
    start_player gains 5 coins
    start_player loses 3 coins
    left of start_player gains 9 coins
"""
    )
    assert stores(Oracle(game, 2))["coins of p0"] == 4
    assert stores(Oracle(game, 2))["coins of p1"] == 5


WHOLE = (
    THREE
    + """
zone table: row of Card
variable done: yes or no = no
setup:
    move all Cards to hand of start_player
effect two_that_make_five, all or nothing:
    you choose Card a in hand of you
    you choose Card b in hand of you where b is not a and rank of a + rank of b = 5
    move a to table
    move b to table
effect two_that_make_nine, all or nothing:
    you choose Card a in hand of you
    you choose Card b in hand of you where b is not a and rank of a + rank of b = 9
    move a to table
phase a of start_player:
"""
)


def test_all_or_nothing_offers_only_what_can_be_finished(load) -> None:
    """Meaning 6: One is a dead end, and the last choice takes itself."""
    oracle = Oracle(
        load(WHOLE + "    you does two_that_make_five\n".replace("you does", "start_player does")), 2
    )
    assert oracle.question is not None
    assert oracle.question.options == ("Two", "Three")
    oracle.choose("Two")
    assert oracle.question is None
    assert oracle.dump()["zones"]["table"] == ["Two", "Three"]


def test_what_cannot_be_done_is_not_begun_nor_offered(load) -> None:
    oracle = Oracle(load(WHOLE + "    start_player does two_that_make_nine\n    set trail to 1\n"), 2)
    assert oracle.question is None
    assert oracle.dump()["zones"]["table"] == []
    oracle = Oracle(load(WHOLE + "    if start_player can do two_that_make_nine: set trail to 1\n"), 2)
    assert stores(oracle)["trail"] == 0
    oracle = Oracle(load(WHOLE + "    if start_player can do two_that_make_five: set trail to 1\n"), 2)
    assert stores(oracle)["trail"] == 1
    # all can see that no two cards make nine; that these two do not make five only their player can see
    assert Oracle(load(WHOLE + "    start_player may do two_that_make_nine\n"), 2).question is None
    fewer = WHOLE.replace("move all Cards to", "move all Cards c where rank of c < 3 to")
    fewer = fewer.replace(
        "effect two_that_make_five",
        "    move all Cards c where rank of c = 3 to deck\neffect two_that_make_five",
        1,
    )
    oracle = Oracle(load(fewer + "    start_player may do two_that_make_five\n"), 2)
    assert oracle.question is not None
    assert oracle.question.options == ("pass",)


def test_the_unknown_counts_as_possible(load) -> None:
    """Meaning 6: as far as the player may know; the three may be drawn unless he knows that it lies
    elsewhere."""
    text = (
        THREE
        + """
effect find_three, all or nothing:
    draw 1 card got from deck to row
    let c be got[1]
    move all Cards x in row where rank of x = 3 to hand of you
    you choose Card three in hand of you where rank of three = 3
setup:
    move all Cards c where rank of c < 3 to deck
    SHUFFLE
    move all Cards c where rank of c = 3 to WHERE
phase a:
    if start_player can do find_three: set trail to trail + 1
    if left of start_player can do find_three: set trail to trail + 10
"""
    )
    hidden = text.replace("WHERE", "hand of left of left of start_player").replace("    SHUFFLE\n", "")
    # of three players the third holds the Three: for the first two it may as well be on the deck
    assert stores(Oracle(load(hidden), 3))["trail"] == 11
    shown = text.replace("WHERE", "row").replace("    SHUFFLE\n", "")
    assert stores(Oracle(load(shown), 3))["trail"] == 11  # it lies in the row already and is moved
    own = text.replace("WHERE", "aside of left of start_player").replace("    SHUFFLE\n", "")
    own = own.replace("zone row:", "zone aside of each player: hand of Card\nzone row:")
    assert stores(Oracle(load(own), 3))["trail"] == 1  # whoever has it knows that it is not on the deck


def test_choosing_a_back_makes_those_who_do_not_see_it_forget(load) -> None:
    """Meanings 4 and 10."""
    game = load(
        THREE
        + """
zone loot of each player: hand of Card
setup:
    move all Cards to hand of start_player
    show first Card c in hand of start_player where rank of c = 2 to left of start_player
phase a:
    left of start_player chooses Card c in hand of start_player
    move c to loot of left of start_player
"""
    )
    oracle = Oracle(game, 3)
    # one kind of back: the choice takes itself, which card it is is chance's
    assert oracle.question is not None
    assert oracle.question.player == CHANCE
    assert oracle.dump()["knows"]["hand of p0"] == [[0], [0], [0, 1]]
    oracle.choose("One")
    assert oracle.dump()["zones"]["loot of p1"] == ["One"]
    assert oracle.dump()["knows"]["loot of p1"] == [[0, 1]]
    assert oracle.dump()["knows"]["hand of p0"] == [[0], [0]]


def test_places_in_a_row_of_backs_are_told_apart(load) -> None:
    """Additions 1.2."""
    game = load(
        THREE
        + """
zone covered: row of Card, faces shown to nobody
setup:
    move all Cards to covered
    show first Card c in covered where rank of c = 2 to start_player
phase a:
    start_player chooses Card c in covered
    move c to hand of start_player
"""
    )
    oracle = Oracle(game, 2)
    assert oracle.question is not None
    assert oracle.question.options == ("?card", "Two", "?card #2")
    oracle.choose("?card #2")
    assert oracle.dump()["zones"]["hand of p0"] == ["Three"]


WINDOW = (
    THREE
    + """
window bids asks players clockwise from start_player RESTART:
    action bid:
        requires coins of you > 0
        you pay 1 coin
        set trail to trail + 1
setup:
    move all Cards to deck
    for each player p: p gains 2 coins
phase a:
    open bids
"""
)


def asked(oracle: Oracle, answers: str) -> list[int]:
    """Who is asked; each letter is one answer, p to pass, b to bid."""
    seats = []
    for letter in answers:
        assert oracle.question is not None
        seats.append(oracle.question.player)
        oracle.choose({"p": "pass", "b": "bid"}[letter])
    assert oracle.question is None
    return seats


def test_windows_ask_in_order_and_end_when_all_have_passed(load) -> None:
    """Meaning 15."""
    on = load(WINDOW.replace(" RESTART", ""))
    assert asked(Oracle(on, 3), "ppp") == [0, 1, 2]
    assert asked(Oracle(on, 3), "pbppp") == [0, 1, 2, 0, 1]
    again = load(WINDOW.replace(" RESTART", ", starting over after each action"))
    assert asked(Oracle(again, 3), "pbppp") == [0, 1, 0, 1, 2]
    # who has no coin left can be seen to have nothing to do
    assert asked(Oracle(again, 3), "bbpp") == [0, 0, 1, 2]


def test_a_window_does_not_tell_what_is_in_a_hand(load) -> None:
    """Meaning 10: asked with only a pass on offer, unless all can see that there is nothing to offer."""
    game = load(
        THREE
        + """
window w asks players clockwise from start_player:
    action play(Card c in hand of you where rank of c = 3):
        move c to row
setup:
    move all Cards c where rank of c < 3 to hand of start_player
    move all Cards c where rank of c = 3 to deck
phase a:
    open w
"""
    )
    oracle = Oracle(game, 2)
    assert oracle.question is not None
    assert (oracle.question.player, oracle.question.options) == (0, ("pass",))
    oracle.choose("pass")
    assert oracle.question is None  # the other hand is empty, as all can see


def test_choices_at_once_come_before_all_bodies(load) -> None:
    """Meaning 18."""
    game = load(
        THREE
        + """
variable sum_then of each player: number = 0
setup: move all Cards to deck
phase a:
    for each player p at once:
        p chooses number n in 1 to 2
        set sum_then of p to trail
        set trail to trail * 10 + n
"""
    )
    oracle = Oracle.replay(game, 2, ["2", "1"])
    assert oracle.question is None
    assert stores(oracle)["trail"] == 21
    assert stores(oracle)["sum_then of p1"] == 2


def test_a_loop_ordered_by_a_player_asks_for_the_next_one_each_time(load) -> None:
    """Meaning 16."""
    game = load(
        THREE
        + """
setup: move all Cards to row
phase a:
    for each Card c in row ordered by start_player: set trail to trail * 10 + rank of c
"""
    )
    oracle = Oracle.replay(game, 2, ["Two", "Three"])
    assert oracle.question is None
    assert stores(oracle)["trail"] == 231


def test_modifiers_set_first_and_then_change(load) -> None:
    """Meaning 7, and 8: they end with their card."""
    game = load(
        THREE
        + """
kind Rule is card:
    back = "rule"
card "Plus" is Rule:
    while this is in field: price becomes it + 2
card "Four" is Rule:
    while this is in field: price becomes 4
card "Five" is Rule:
    while this is in field: price becomes 5
zone field: row of Rule
zone off: row of Rule
value price: 0 to 6 = 1
setup:
    move all Cards to deck
    move all Rules to off
phase a:
    set trail to price
    move first Rule r in off where name of r is "Plus" to field
    set trail to trail * 10 + price
    move first Rule r in off where name of r is "Five" to field
    set trail to trail * 10 + price
    move first Rule r in off where name of r is "Four" to field
    set trail to trail * 10 + price
    move all Rules in field to off
    set trail to trail * 10 + price
"""
    )
    assert stores(Oracle(game, 2))["trail"] == 13661


def test_declared_layers_go_in_their_order(load) -> None:
    game = load(
        THREE
        + """
value price: number = 1, layers early, late
setup: move all Cards to deck
phase a:
    until a ends: price becomes it * 10, layer late
    until a ends: price becomes it + 1, layer early
    set trail to price
phase b:
    set trail to trail * 10 + price
"""
    )
    assert stores(Oracle(game, 2))["trail"] == 201


def test_lists_of_lists(load) -> None:
    game = load(
        THREE
        + """
counter a: 0 or more = 0
counter b: 0 or more = 0
counter c: 0 or more = 0
counter d: 0 or more = 0
setup: move all Cards to row
phase p:
    set a to size of (splits of [1 to 4] into groups of 2)
    set b to size of (subsets of 2 of [1 to 4])
    set c to product of rank of x for each Card x in row
    set d to number of Cards x in (all with highest rank of y for each Card y in row)
"""
    )
    found = stores(Oracle(game, 2))
    assert [found[key] for key in "abcd"] == [3, 6, 6, 1]


def test_reach_goes_step_by_step(load) -> None:
    game = load("""game Paths for 2 players
kind Square is space:
    variable open_here: yes or no = yes
board grid of Square, 3 by 3
counter found: 0 or more = 0
phase a:
    set open_here of grid[1, 2] to no
    set open_here of grid[2, 2] to no
    set found to number of Squares s in (
        reach of [grid[1, 1]] through Square y to (all Squares z in neighbours of y where open_here of z))
    if grid[0, 1] is none: set found to found + 100
""")
    assert stores(Oracle(game, 2))["found"] == 107


def test_the_gone_keep_their_seats(load) -> None:
    """Additions 1.4."""
    game = load(
        THREE
        + """
variable mover: player = start_player
setup: move all Cards to deck
phase turn of mover, repeated until trail >= 1000:
    for each player p: set trail to trail * 10 + seat_of of p
    if trail < 1000: eliminate left of mover
value seat_of of player p: number = 1 if p is start_player otherwise 2 if p is left_one otherwise 3
variable left_one: player or none = none
rule farewell, when player p is eliminated: p gains 5 coins
"""
    )
    oracle = Oracle(game, 3)
    assert stores(oracle)["coins of p1"] == 5
    assert stores(oracle)["trail"] == 13313


def test_refills(load) -> None:
    """Meaning 16 and additions 1.10."""
    game = load(
        THREE
        + """
zone used: pile of Card
refill deck from used when empty, shuffled
setup:
    move all Cards c where rank of c = 1 to deck
    move all Cards c where rank of c > 1 to used
phase a:
    draw 2 cards from deck to hand of start_player
"""
    )
    oracle = Oracle(game, 2)
    assert oracle.question is not None
    assert oracle.question.options == ("Two", "Three")  # drawn from the refilled deck
    oracle.choose("Three")
    assert oracle.dump()["zones"]["hand of p0"] == ["One", "Three"]
    needed = load(
        THREE
        + """
zone pond of each player: stack of Card
zone used of each player: pile of Card
refill pond of each player from used when needed, shuffled
setup: move all Cards to used of start_player
phase a:
    set trail to number of Cards in pond of start_player
    draw 1 card caught from pond of start_player to row
    set trail to trail * 10 + number of Cards in pond of start_player + number of Cards in caught
"""
    )
    oracle = Oracle(needed, 2)
    oracle.choose("Two")
    assert stores(oracle)["trail"] == 3
    display = load(
        THREE
        + """
refill row from deck to 2
setup: move all Cards to deck
phase a:
    move first Card c in row to hand of start_player
"""
    )
    oracle = Oracle(display, 2)
    assert oracle.dump()["zones"]["row"] == ["Two", "One"]
    assert oracle.dump()["zones"]["hand of p0"] == ["Three"]


def test_bounds(load) -> None:
    """Meaning 17."""
    game = load(
        THREE
        + """
zone small: row of Card, at most 2
setup: move all Cards to small
phase a:
    start_player gains 9 coins
    start_player pays 9 coins
    start_player pays 2 coins to left of start_player
    left of start_player loses 7 coins
"""
    )
    oracle = Oracle(game, 2)
    assert len(oracle.dump()["zones"]["small"]) == 2
    assert stores(oracle)["coins of p0"] == 3
    assert stores(oracle)["coins of p1"] == 0
    broken = load(THREE + "setup: move all Cards to deck\nphase a:\n    set coins of start_player to 6\n")
    with pytest.raises(OracleError):
        Oracle(broken, 2)


PHASES = (
    THREE
    + """
counter ends_of_b: 0 or more = 0
counter rounds: 0 or more = 0
rule b_over, when b ends: set ends_of_b to ends_of_b + 1
setup: move all Cards to deck
phase a, repeated until rounds = 2:
    set rounds to rounds + 1
    phase b:
        if rounds = 1: JUMP
        set trail to trail + 1
    phase c:
        set trail to trail + 10
    phase d:
        set trail to trail + 100
phase last:
    set trail to trail + 1000
"""
)


def test_jumps_leave_phases_and_raise_their_ends_once(load) -> None:
    """Meaning 11."""
    results = {}
    for jump in ("skip to d", "end b", "end a", "skip to last", "end game"):
        oracle = Oracle(load(PHASES.replace("JUMP", jump)), 2)
        results[jump] = stores(oracle)["trail"], stores(oracle)["ends_of_b"]
    assert results == {
        "skip to d": (1211, 2),
        "end b": (1221, 2),
        "end a": (1000, 1),
        "skip to last": (1000, 1),
        "end game": (0, 0),
    }


def test_attached_cards_go_to_the_box_and_counters_start_anew(load) -> None:
    """Meaning 8."""
    game = load(
        THREE
        + """
kind Base is card:
    back = "base"
    counter marks: 0 or more = 0
    zone upon: row of Card
card "Base" is Base
zone field: row of Base
zone off: row of Base
setup:
    move all Cards to deck
    move all Bases to field
phase a:
    for each Base b in field:
        move top of deck to upon of b
        b gains 3 marks
    start_player chooses number n in 1 to 2
    move all Bases in field to off
"""
    )
    oracle = Oracle(game, 2)
    dump = oracle.dump()
    assert dump["zones"]["upon of Base@field#1"] == ["Three"]
    assert dump["stores"]["marks of Base@field#1"] == 3
    oracle.choose("1")
    dump = oracle.dump()
    assert dump["zones"]["box"] == ["Three"]
    assert "marks of Base@off#1" not in dump["stores"]


def test_what_something_else_has_moved_is_left_alone(load) -> None:
    """Meaning 8."""
    game = load(
        THREE
        + """
effect seize(Card c):
    set trail to 1
    move c to hand of you
rule thief, when trail becomes 1:
    move all Cards in row to deck
setup: move all Cards to row
phase a:
    start_player does seize(top of row)
"""
    )
    oracle = Oracle(game, 2)
    assert oracle.dump()["zones"]["hand of p0"] == []
    assert len(oracle.dump()["zones"]["deck"]) == 3


def test_dice_may_be_lost(load) -> None:
    """Additions 1.6."""
    game = load("""game Cups for 2 players
dice cup of each player: 2 of 1 to 2
counter seen: 0 or more = 0
phase a:
    roll cup of start_player
    start_player loses 1 cup die
    set seen to number of dice in cup of start_player
""")
    oracle = Oracle.replay(game, 2, ["2", "1"])
    assert oracle.question is None
    assert stores(oracle)["seen"] == 1
    assert oracle.dump()["dice"] == {"cup of p0": [2], "cup of p1": ["none", "none"]}


def test_cancel_and_take_over(load) -> None:
    """Meaning 14."""
    text = (
        THREE
        + """
effect earn(player p): p gains 2 coins
variable answering: player or none = none
rule ask_them, before player p does earn(player q): open answers(p)
window answers(player p) asks players clockwise from left of p:
    action stop:
        requires answering is none
        set answering to you
        cancel earn
        set trail to trail + 1
    action seize:
        requires answering is none
        set answering to you
        you take over earn
setup: move all Cards to deck
phase a:
    start_player does earn
    set trail to trail + 10
"""
    )
    game = load(text)
    oracle = Oracle.replay(game, 2, ["p1", "stop"])
    assert oracle.question is None  # the window closes when the running action is finished
    assert stores(oracle)["trail"] == 11
    assert stores(oracle)["coins of p1"] == 0
    oracle = Oracle.replay(game, 2, ["p1", "seize", "p0"])
    while oracle.question is not None:
        oracle.choose("pass")
    assert stores(oracle)["coins of p0"] == 2
    assert stores(oracle)["coins of p1"] == 0


def test_invariants_are_tested_after_every_statement(load) -> None:
    text = (
        THREE
        + """
counter other: 0 or more = 0
invariant same: trail = other
setup: move all Cards to deck
phase a:
"""
    )
    with pytest.raises(OracleError, match="same"):
        Oracle(load(text + "    set trail to 1\n    set other to 1\n"), 2)
    joined = load(text + "    together:\n        set trail to 1\n        set other to 1\n")
    assert Oracle(joined, 2).question is None


def test_a_chain_without_end_is_an_error(load) -> None:
    """Meaning 3."""
    game = load(
        THREE
        + """
event ping
event pong
rule one, when announced ping: announce pong
rule two, when announced pong: announce ping
setup: move all Cards to deck
phase a: announce ping
"""
    )
    with pytest.raises(OracleError, match="chain"):
        Oracle(game, 2)


def test_winners(load) -> None:
    """Meaning 20, additions 1.5."""
    text = THREE + "setup: move all Cards to deck\nwinner: most coins, then fewest trail\nphase a:\n"
    text = text.replace(", then fewest trail", "")
    result = Oracle(load(text + "    left of start_player gains 2 coins\n"), 3).result
    assert result is not None
    assert (result.payoffs, result.winners, result.ranking) == ((0, 2, 0), (1,), ((1,), (0, 2)))
    result = Oracle(load(text + "    all players p where p is not start_player win\n"), 3).result
    assert result is not None
    assert result.payoffs == (-1, Fraction(1, 2), Fraction(1, 2))
    result = Oracle(load(text + "    nobody wins\n"), 3).result
    assert result is not None
    assert result.payoffs == (0, 0, 0)


def test_taking_turns_passes_over_the_gone(load) -> None:
    """Additions 1.4 and section 2."""
    game = load(
        THREE
        + """
variable mover: player = start_player
value number_of_mover: number = (
    1 if mover is start_player otherwise 2 if mover is left_of_all otherwise 3)
variable left_of_all: player or none = none
setup:
    move all Cards to deck
    set left_of_all to left of start_player
phase turn of mover, taking turns until trail > 1000:
    set trail to trail * 10 + number_of_mover
    if trail = 123: eliminate left_of_all
"""
    )
    assert stores(Oracle(game, 3))["trail"] == 1231


def test_options_at_once_are_carried_out_after_the_last_answer(load) -> None:
    game = load(
        THREE
        + """
setup: move all Cards to deck
phase a:
    for each player p at once:
        p chooses:
            option "add": set trail to trail + 1
            option "double": set trail to trail * 2
"""
    )
    assert stores(Oracle.replay(game, 3, ["add", "double", "add"]))["trail"] == 3
    assert stores(Oracle.replay(game, 3, ["double", "add", "double"]))["trail"] == 2


def test_nobody_learns_who_was_meant(load) -> None:
    """Additions 1.1: a loop at once whose `where` reads something hidden asks everybody it could be."""
    game = load(
        THREE
        + """
variable wolf of each player: yes or no = no, shown to owner
setup:
    move all Cards to deck
    set wolf of left of start_player to yes
phase a:
    for each player p where wolf of p at once:
        p chooses number n in 1 to 2
        set trail to n
"""
    )
    oracle = Oracle(game, 3)
    asked_options = []
    for choice in ("pass", "2", "pass"):
        assert oracle.question is not None
        asked_options.append((oracle.question.player, oracle.question.options))
        oracle.choose(choice)
    assert asked_options == [(0, ("pass",)), (1, ("1", "2")), (2, ("pass",))]
    assert stores(oracle)["trail"] == 2


def test_anytime_actions_join_questions_and_pauses(load) -> None:
    """Meaning 15: the question is put again."""
    game = load(
        THREE
        + """
setup:
    move all Cards to deck
    start_player gains 2 coins
anytime during a:
    action spend:
        you pay 1 coin
        set trail to trail + 1
phase a:
    start_player chooses Card c in deck
    move c to row
    pause for start_player
phase b:
    start_player chooses Card c in deck
"""
    )
    oracle = Oracle(game, 2)
    assert oracle.question is not None
    assert oracle.question.options == ("?card", "?card #2", "?card #3", "spend")
    oracle.choose("spend")
    assert oracle.question.options == ("?card", "?card #2", "?card #3", "spend")
    oracle.choose("?card")
    assert oracle.question.options == ("pass", "spend")
    oracle.choose("spend")
    # all can see that no coin is left: the pause is over
    assert oracle.question.options == ("?card", "?card #2")
    assert stores(oracle)["trail"] == 2


def test_dice_and_groups_of_dice_that_look_alike_are_one_option(load) -> None:
    """Meaning 4."""
    game = load("""game Rolls for 2 players
dice cup: 4 of 1 to 3
counter chosen: 0 or more = 0
phase a:
    roll cup
    start_player chooses exactly 2 dice d in cup
    set chosen to sum of face of e for each die e in d
    start_player chooses list pairing in (splits of cup into groups of 2)
""")
    oracle = Oracle.replay(game, 2, ["3", "1", "3", "2"])
    assert oracle.question is not None
    assert oracle.question.options == ("[3, 1]", "[3, 3]", "[3, 2]", "[1, 2]")
    oracle.choose("[3, 2]")
    assert stores(oracle)["chosen"] == 5
    assert oracle.question.options == ("[[3, 1], [3, 2]]", "[[3, 3], [1, 2]]")


def test_a_tally_counts_its_lines_into_a_counter(load) -> None:
    game = load(
        THREE
        + """
setup: move all Cards to hand of start_player
tally final of player p into coins:
    "cards": number of Cards in hand of p
    "best": 1 if (any Card c in hand of p where rank of c = 3) otherwise 0
phase a:
    tally final
"""
    )
    found = stores(Oracle(game, 2))
    assert (found["coins of p0"], found["coins of p1"]) == (4, 0)
