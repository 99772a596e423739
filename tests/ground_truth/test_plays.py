"""Recorded plays: at each step who is asked, what is on offer, who can tell what apart; and what it comes to."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from attrs import define, field, frozen

from interpreter import CHANCE, Match
from tests.ground_truth.names import GAMES, PLAYS, Ours, ours

Step = Mapping[str, Any]


@frozen
class Asked:
    """A step of theirs, and what is so in our match before it. ``known``: what tells histories apart, for each of
    their players of whom they recorded a hash."""

    step: Step
    player: int
    offered: tuple[str, ...]
    known: tuple[object, ...]


@define
class Play:
    """A play of theirs, played by ours as far as somebody is asked."""

    recorded: Mapping[str, Any]
    end: Match
    asked: list[Asked] = field(factory=list)


@cache
def plays(theirs: str) -> tuple[Play, ...]:
    our = ours(theirs)
    return tuple(played(our, recorded) for recorded in PLAYS[theirs]["traces"])


def played(our: Ours, recorded: Mapping[str, Any]) -> Play:
    m = our.start()
    play = Play(recorded, m)
    for step in recorded["steps"]:
        if takes_itself(step):
            continue
        assert m.player is not None and m.decision is not None
        offered = tuple(option.id for option in m.decision.options)
        known = tuple(our.known(m, our.seat(player)) for player, _ in enumerate(step.get("i", ())))
        play.asked.append(Asked(step, m.player, offered, known))
        m.choose(named(our, step, step["a"], offered))
    return play


def takes_itself(step: Step) -> bool:
    """Whether there is one option, which is never asked for."""
    number: int = step["n"] if "n" in step else len(step["l"])
    return number == 1


def named(our: Ours, step: Step, number: int, offered: tuple[str, ...]) -> str:
    """The option on offer that an action of theirs is."""
    seat = our.seat(step["p"])
    ids = (our.outcome if seat == CHANCE else our.option)(seat, number)
    found = [id for id in ids if id in offered]
    assert len(found) == 1, f"{number} is one of {ids}; on offer are {offered}"
    return found[0]


def has_hashes(theirs: str) -> bool:
    return any("i" in step for step in PLAYS[theirs]["traces"][0]["steps"])


every_game = pytest.mark.parametrize("theirs", PLAYS)


@every_game
def test_the_same_is_on_offer_at_each_step(theirs: str) -> None:
    our = ours(theirs)
    for play in plays(theirs):
        for asked in play.asked:
            step = asked.step
            assert asked.player == our.seat(step["p"])
            if "l" in step:
                theirs_named = [named(our, step, number, asked.offered) for number in step["l"]]
                assert sorted(theirs_named) == sorted(asked.offered)
            if step["p"] == CHANCE:
                assert len(asked.offered) == step["n"]


@every_game
def test_the_plays_come_to_the_same(theirs: str) -> None:
    our = ours(theirs)
    for play in plays(theirs):
        assert play.end.result is not None
        payoffs = play.end.result.payoffs
        returns = [payoffs[our.seat(player)] / our.unit for player in range(our.players)]
        assert returns == play.recorded["returns"]


@pytest.mark.parametrize("theirs", [theirs for theirs in PLAYS if ours(theirs).forced])
def test_the_same_have_decided(theirs: str) -> None:
    """Those too who had one option: the log tells of their choices."""
    our = ours(theirs)
    for play in plays(theirs):
        deciding = [our.seat(step["p"]) for step in play.recorded["steps"] if step["p"] != CHANCE]
        assert [event.you for event in play.end.log if event.what in ("choose", "pass", "act")] == deciding


@pytest.mark.parametrize("theirs", [theirs for theirs in PLAYS if has_hashes(theirs)])
def test_players_tell_the_same_apart(theirs: str) -> None:
    """What a player knows is equal exactly when the recorded hashes are."""
    by_hash: dict[tuple[int, str], set[object]] = defaultdict(set)
    by_known: dict[tuple[int, object], set[str]] = defaultdict(set)
    for play in plays(theirs):
        for asked in play.asked:
            for player, known in enumerate(asked.known):
                recorded = asked.step["i"][player]
                by_hash[player, recorded].add(known)
                by_known[player, known].add(recorded)
    assert by_hash
    assert {key: group for key, group in by_hash.items() if len(group) > 1} == {}
    assert {key: group for key, group in by_known.items() if len(group) > 1} == {}


def test_every_game_of_theirs_was_recorded() -> None:
    assert {theirs.partition("(")[0] for theirs in PLAYS} == set(GAMES)
    assert sum(len(game["traces"]) for game in PLAYS.values()) == 132
