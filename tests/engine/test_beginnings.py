"""Matches that follow what was played before are as if they had been played."""

from random import Random

import pytest

import interpreter
import rulelang
from interpreter import Match
from interpreter import beginnings as b
from interpreter import slots as k
from interpreter.key import events_in_use, in_use
from interpreter.program import Program, program
from rulelang.game import Game

GAMES = [("kuhn", 3), ("leduc", 2), ("liars_dice", 2), ("tic_tac_toe", 2), ("pig", 2), ("goofspiel", 3), ("crazy_eights", 2)]


def remembering(name: str, players: int) -> tuple[Game, Program]:
    game = rulelang.load(name)
    p = program(game, players)
    p.optimise()
    interpreter.start(game, players, log=False)  # the first shows how matches begin
    return game, p


def follows(m: Match) -> bool:
    return m._spot is not None


def told(m: Match) -> list[object]:
    """All that is to be seen of a match from outside."""
    return [m.player, m.count, m.over, m.choices(), m.result, m.decision and m.decision.options, m.state_key(), m.save(),
            m.state[: in_use(m.program, m.state, m.over)], events_in_use(m.program, m.state)]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_they_are_as_if_played(name: str, players: int) -> None:
    game, p = remembering(name, players)
    fresh = rulelang.load(name)
    program(fresh, players)._used = -(10**9)  # nothing of it is ever remembered
    rng = Random(7)
    followed = 0
    for round in range(60):
        seed = rng.randrange(20)
        m = interpreter.start(game, players, seed=seed, log=False)
        other = interpreter.start(fresh, players, seed=seed, log=False)
        assert not follows(other)
        look = rng.randrange(12)
        for step in range(40):
            followed += follows(m)
            assert (m.player, m.count, m.over, m.choices()) == (other.player, other.count, other.over, other.choices())
            if step == look:
                assert told(m.copy()) == told(other)
                if round % 2:
                    assert told(m) == told(other)
                    assert not follows(m)
            if not m.count:
                break
            i = rng.randrange(m.count)
            m.choose_index(i)
            other.choose_index(i)
        assert m.result == other.result
        assert told(m) == told(other)
    assert followed > 20
    assert program(fresh, players).beginnings is None


def test_copies_part_where_they_stand() -> None:
    game, _ = remembering("leduc", 2)
    rng = Random(1)
    for seed in range(300):
        m = interpreter.start(game, 2, seed=seed % 3, log=False)
        while m.count:
            one = m.copy()
            was = m.choices()
            i = rng.randrange(m.count)
            one.choose_index(i)
            assert m.choices() == was and one.choices() == [*was, i]
            again = m.copy()
            again.choose_index(i)
            assert told(again) == told(one)
            m = one


def test_an_imagined_world_is_one_wherever_it_begins() -> None:
    game, _ = remembering("leduc", 2)
    for seed in (1, 1, 1, 2, 1):
        m = interpreter.start(game, 2, seed=seed, log=False)
        kept = m.copy()
        for world in (m.reseeded(Random(3)), kept.copy().sample_world(0, Random(2)), m.sample_world(1, Random(1), exact=False)):
            with pytest.raises(ValueError, match="imagined"):
                world.save()
        assert interpreter.resume(game, kept.save()).choices() == []


def test_what_is_set_stays_set() -> None:
    game, _ = remembering("kuhn", 2)
    for name, value in (("_imagined", True), ("_stopped", "by hand"), ("_undo", (None, None, 0))):
        for _ in range(3):
            m = interpreter.start(game, 2, seed=1, log=False)
        assert follows(m)
        setattr(m, name, value)
        assert getattr(m, name) == value and m.state and getattr(m, name) == value and not follows(m)


def test_small_games_are_soon_followed_to_the_end() -> None:
    game, p = remembering("kuhn", 2)
    rng = Random(3)
    for seed in range(600):
        m = interpreter.start(game, 2, seed=seed, log=False)
        while m.count:
            m.choose_index(rng.randrange(m.count))
        if seed > 500:
            assert follows(m) and m.result is not None and follows(m)
    tree = p.beginnings
    assert tree is not None
    # 6 deals of two among three cards, 9 histories of each; beside them nothing
    assert len(tree._met) == 54


def test_it_is_given_up_where_nobody_goes_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(b, "TRIED", 100)
    game, p = remembering("crazy_eights", 2)
    for seed in range(102):
        m = interpreter.start(game, 2, seed=seed, log=False)
        m.choose_index(0)
        assert (p.beginnings is None) == (seed >= 100)
    assert not p.remembers
    assert not follows(interpreter.start(game, 2, seed=5, log=False))


def test_there_is_room_for_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    game, p = remembering("tic_tac_toe", 2)
    monkeypatch.setattr(b, "NUMBERS", 30 * 50)
    p.beginnings = None
    rng = Random(0)
    for _ in range(200):
        m = interpreter.start(game, 2, log=False)
        while m.count:
            m.choose_index(rng.randrange(m.count))
    tree = p.beginnings
    assert tree is not None and not tree.grows and 10 < len(tree._met) <= 30


def test_a_step_that_draws_otherwise_is_noticed() -> None:
    game, p = remembering("pig", 2)
    names = p.compiled(False).names
    interpreter.start(game, 2, seed=1, log=False)
    tree = p.beginnings
    assert tree is not None
    tree.below = lambda s, n: names["below"](s, n) * 0 + names["below"](s, n)

    def play() -> None:
        for seed in range(50):
            one = interpreter.start(game, 2, seed=seed, log=False)
            while one.count and len(one.choices()) < 20:
                one.choose_index(0)

    with pytest.raises(AssertionError, match="drew other numbers"):
        play()


def test_what_is_no_part_of_a_match_is_refused() -> None:
    game, _ = remembering("kuhn", 2)
    for _ in range(3):
        m = interpreter.start(game, 2, seed=1, log=False)
    assert follows(m)
    assert not hasattr(m, "anything")
    assert m._s[k.RNG : k.RNG + 4] != [0, 0, 0, 0]
    assert not hasattr(m, "anything")


def test_only_the_last_programs_remember() -> None:
    made = [remembering_variant(score) for score in range(20, 31)]
    assert [p.beginnings is not None for p in made] == [False] * 3 + [True] * 8


def remembering_variant(score: int) -> Program:
    game = rulelang.load("pig", parameters={"winscore": score})
    p = program(game, 2)
    p.remembers = True
    for seed in range(2):
        interpreter.start(game, 2, seed=seed, log=False)
    return p
