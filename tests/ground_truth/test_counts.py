"""Whole trees of small games against numbers from outside, tests/ground_truth/counts.json: read off OpenSpiel
2.0.2.

A tree is counted by adding up the trees below each option, those of equal states once. Choices of one option
take themselves and are only found in the log; OpenSpiel counts them as nodes.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest
from attrs import frozen

from interpreter import CHANCE, Match
from tests.engine.playing import news
from tests.ground_truth.names import COUNTS, GAMES, Ours, ours

Returns = tuple[Fraction, ...]


# ------------------------------------------------------------------ counting


@frozen
class Tree:
    """What lies below a history, itself included. ``decisions``: by player and number of options."""

    nodes: int
    chance: int
    depth: int
    decisions: Counter[tuple[int, int]]
    ends: Counter[Returns]
    returns: Returns


def tree(m: Match, our: Ours, known: dict[object, Tree], waiting: int = 0) -> Tree:
    """The tree below; *known*: trees of states counted already; *waiting*: choices made that are not in the
    log yet, as chance has still to answer."""
    key = (m.state_key(), waiting)
    if key not in known:
        known[key] = grown(m, our, known, waiting)
    return known[key]


def grown(m: Match, our: Ours, known: dict[object, Tree], waiting: int) -> Tree:
    result = m.result
    if result is not None:
        worth = tuple(Fraction(x) / our.unit for x in result.payoffs)
        return Tree(1, 0, 0, Counter(), Counter([worth]), worth)
    player, count = m.player, m.count
    assert player is not None
    of_chance = player == CHANCE
    odds = m.decision.probabilities if of_chance and m.decision else None
    nodes, chance, depth = 1, int(of_chance), 0
    decisions = Counter([(player, count)] if not of_chance else [])
    ends: Counter[Returns] = Counter()
    returns = [Fraction(0)] * m.players
    since = len(m.records())
    for i in range(count):
        child = m.copy()
        child.choose_index(i)
        made = waiting + (not of_chance)
        forced = choices_of_one(child, since, made) if our.forced else []
        below = tree(child, our, known, 0 if len(child.records()) > since else made)
        nodes += below.nodes + len(forced)
        chance += below.chance
        depth = max(depth, below.depth + 1 + len(forced))
        decisions.update(below.decisions)
        decisions.update((you, 1) for you in forced)
        ends.update(below.ends)
        share = odds[i] if odds else Fraction(1, count)
        returns = [a + share * b for a, b in zip(returns, below.returns, strict=True)]
    return Tree(nodes, chance, depth, decisions, ends, tuple(returns))


def choices_of_one(m: Match, since: int, made: int) -> list[int]:
    """Who made the choices of one option that the log tells of after those that were asked for."""
    told = [
        event
        for event in news(m, None, since)
        if event.what in ("choose", "pass", "act", "roll", "chance", "draw")
    ]
    chosen = [event for event in told if event.what in ("choose", "pass", "act")]
    if not chosen:
        return []
    forced = chosen[made:]
    # nothing of chance comes after them: else they would be counted once for each of its outcomes
    assert told[len(told) - len(forced) :] == forced
    return [event.you for event in forced if event.you is not None]


def information_states(m: Match, found: dict[int, dict[str, tuple[int, object]]]) -> None:
    """Adds, by player, each information state in which he chooses, with the number of options and what they
    keep of it."""
    player = m.player
    if player is None:
        return
    if player != CHANCE:
        here = (m.count, kept_by_them(m))
        # who cannot tell two histories apart has the same choice in both
        assert found[player].setdefault(m.information_state(player), here) == here
    for i in range(m.count):
        child = m.copy()
        child.choose_index(i)
        information_states(child, found)


def kept_by_them(m: Match) -> object:
    """OpenSpiel forgets which of the cards that goofspiel's players bid openly was bid when: it keeps the
    hands, and who won each prize. (With hidden bids, and in other games, a player remembers all: None.)"""
    if m.game.name != "Goofspiel" or m.game.settings["hidden_bids"]:
        return None
    zones = m.dump()["zones"]
    assert isinstance(zones, dict)
    hands = tuple(tuple(zones[f"hand of p{seat}"]) for seat in range(m.players))
    told = [event.text for event in m.log if event.what in ("begin", "gain") or " from prizes " in event.text]
    return hands, tuple(told), tuple(zones["prizes"][:1])


# ------------------------------------------------------------------ comparing


LARGE = 10_000
"""Histories of different states up to which a tree is walked in the usual run of the tests."""


def trees(names: list[str], small: tuple[str, ...] = ()) -> list[Any]:
    """The cases of a test; the large ones, but for those in *small*, are for `make test-long`."""
    long = [pytest.mark.long, pytest.mark.timeout(3600)]
    return [
        pytest.param(theirs, marks=long if COUNTS[theirs]["nodes"] > LARGE and theirs not in small else [])
        for theirs in names
    ]


@pytest.mark.parametrize("theirs", trees(list(COUNTS), small=("tic_tac_toe",)))  # it has few states
def test_the_tree_has_as_many_histories_of_each_sort(theirs: str) -> None:
    expected = COUNTS[theirs]
    our = ours(theirs)
    counted = tree(our.start(log=our.forced), our, {})
    assert {
        "nodes": counted.nodes,
        "chance_nodes": counted.chance,
        "decision_nodes": counted.decisions.total(),
        "terminal_histories": counted.ends.total(),
        "max_depth": counted.depth,
        "terminal_histories_by_returns": sorted(
            [list(map(float, worth)), n] for worth, n in counted.ends.items()
        ),
    } == {"chance_nodes": 0} | {
        key: expected[key]
        for key in (
            "nodes",
            "chance_nodes",
            "decision_nodes",
            "terminal_histories",
            "max_depth",
            "terminal_histories_by_returns",
        )
        if key in expected
    }
    # theirs are written down to twelve places
    for exact, written in zip(counted.returns, expected["uniform_random_returns"], strict=True):
        assert abs(exact - Fraction(repr(written))) <= Fraction(1, 10**12)
    if expected["information"] == "PERFECT_INFORMATION" and "information_states" in expected:
        assert by_count(Counter(counted.decisions)) == expected["information_states_by_legal_count"]


@pytest.mark.parametrize(
    "theirs", trees([theirs for theirs in COUNTS if "information_states" in COUNTS[theirs]])
)
def test_players_tell_as_many_histories_apart(theirs: str) -> None:
    expected = COUNTS[theirs]
    our = ours(theirs)
    found: dict[int, dict[str, tuple[int, object]]] = defaultdict(dict)
    information_states(our.start(), found)
    counted = Counter(
        (player, n)
        for player, states in found.items()
        for n, _ in (
            states.values() if None in (kept for _, kept in states.values()) else set(states.values())
        )
    )
    # choices of one option are never asked
    asked = [
        {n: k for n, k in of.items() if n != "1"} for of in expected["information_states_by_legal_count"]
    ]
    assert by_count(counted) == asked


def test_with_open_bids_a_player_tells_all_histories_apart_but_for_the_bid_that_waits() -> None:
    found: dict[int, dict[str, tuple[int, object]]] = defaultdict(dict)
    information_states(ours("goofspiel(num_cards=4,points_order=descending)").start(), found)
    for seat in (0, 1):
        counted = Counter(n for n, _ in found[seat].values())
        assert counted == {4: 1, 3: 4 * 4, 2: (4 * 3) * (4 * 3)}


def by_count(counted: Counter[tuple[int, int]]) -> list[dict[str, int]]:
    """As counts.json writes it: for each player, how many with each number of options."""
    players = 1 + max(player for player, _ in counted)
    return [
        {str(n): k for (player, n), k in sorted(counted.items()) if player == of} for of in range(players)
    ]


def test_every_game_of_theirs_is_compared() -> None:
    counted = {theirs.partition("(")[0] for theirs in COUNTS}
    # of crazy eights there are plays only
    assert counted == GAMES.keys() - {"crazy_eights"}
    assert len(COUNTS) == 21
