"""Machine code plays what plain Python plays: the same matches in both, compared after every decision."""

from array import array
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest
from attrs import frozen

import interpreter
from interpreter import Match
from interpreter.program import program
from rulelang.game import Game
from rulelang.load import load
from tests.engine.playing import SHORT, Chance, loaded

pytestmark = pytest.mark.skipif(
    find_spec("llvmlite") is None,
    reason="there is no machine code without llvmlite, which the extra `fast` of rulelang installs",
)


@frozen
class Way:
    """How a match is kept."""

    chance: Chance
    log: bool

    def __str__(self) -> str:
        return f"{self.chance} chance, {'log' if self.log else 'no log'}"


WAYS = (Way("sampled", False), Way("sampled", True), Way("explicit", True), Way("explicit", False))
every_way = pytest.mark.parametrize("way", WAYS, ids=str)


def game(name: str, **parameters: object) -> Game:
    return loaded(name, None, tuple(parameters.items()))


def short(name: str) -> Game:
    """With the parameters of other tests: it is compiled for all of them once, and kept in the user's cache."""
    return game(name, **SHORT[name])


def both(of: Game, players: int, seed: int, way: Way) -> tuple[Match, Match]:
    """The same match in plain Python and in machine code."""
    plain, quick = (
        interpreter.start(of, players, seed=seed, chance=way.chance, log=way.log, fast=fast)
        for fast in (False, True)
    )
    return plain, quick


def assert_same_play(of: Game, players: int, seed: int, way: Way) -> None:
    """Plays one match in both ways at once, uniformly."""
    plain, quick = both(of, players, seed, way)
    rng = Random(seed)
    assert_same_state(plain, quick)
    while plain.count:
        i = rng.randrange(plain.count)
        plain.choose_index(i)
        quick.choose_index(i)
        assert_same_state(plain, quick)
    assert plain.result == quick.result
    assert plain.log == quick.log


def assert_same_state(plain: Match, quick: Match) -> None:
    """Every number of the state, and the question."""
    assert array("q", plain.state) == array("q", quick.state)
    assert (plain.player, plain.count) == (quick.player, quick.count)
    if plain.player != interpreter.CHANCE:
        # what is on offer, and the answers of chance so far
        assert plain.state_key() == quick.state_key()
    else:
        assert plain.decision == quick.decision


def seeds(way: Way, number: int) -> Iterator[int]:
    """Others for each way."""
    first = WAYS.index(way) * 100_000
    yield from range(first, first + number)


# ------------------------------------------------------------------------------------------- decisions


@every_way
def test_a_thousand_games_of_kuhn(way: Way) -> None:
    for seed in seeds(way, 250):
        assert_same_play(game("kuhn"), 2 + seed % 2, seed, way)


@every_way
def test_a_thousand_games_of_pig(way: Way) -> None:
    for seed in seeds(way, 250):
        assert_same_play(short("pig"), 2 + seed % 2, seed, way)


@every_way
def test_some_games_of_badaboom(way: Way) -> None:
    for seed in seeds(way, 1):
        assert_same_play(game("badaboom"), 4, seed, way)


@pytest.mark.long
@pytest.mark.timeout(3000)
@every_way
def test_a_thousand_games_of_badaboom(way: Way) -> None:
    for seed in seeds(way, 250):
        assert_same_play(game("badaboom"), 3 + seed % 3, seed + 1000, way)


@pytest.mark.long
@pytest.mark.timeout(3000)
@every_way
def test_a_hundred_games_of_bad_company(way: Way) -> None:
    for seed in seeds(way, 25):
        assert_same_play(game("bad_company"), 4, seed, way)


@pytest.mark.parametrize(
    ("of", "number"),
    [
        (game("tic_tac_toe"), 20),
        (game("goofspiel"), 10),
        (game("leduc"), 30),
        (game("liars_dice"), 30),
        (game("connect_four"), 5),
        (short("breakthrough"), 3),
        (short("crazy_eights"), 3),
    ],
    ids=lambda x: x.name if isinstance(x, Game) else str(x),
)
@every_way
def test_the_other_classics(of: Game, number: int, way: Way) -> None:
    for seed in seeds(way, number):
        assert_same_play(of, of.players[0], seed, way)


# ------------------------------------------------------------------------------------- whole matches


@pytest.mark.parametrize(
    ("of", "players", "number"),
    [
        (game("kuhn"), 2, 1000),
        (game("kuhn"), 3, 200),
        (short("pig"), 2, 1000),
        (game("tic_tac_toe"), 2, 300),
        (game("goofspiel"), 2, 100),
        (game("goofspiel", returns_type="total_points", num_cards=5), 3, 100),
        (game("connect_four"), 2, 50),
        (short("breakthrough"), 2, 10),
        (game("leduc"), 2, 300),
        (game("liars_dice", dice_each=2), 2, 300),
        (short("crazy_eights"), 2, 10),
        (game("badaboom"), 4, 20),
    ],
    ids=lambda x: x.name if isinstance(x, Game) else str(x),
)
def test_playouts_come_to_the_same(of: Game, players: int, number: int) -> None:
    assert interpreter.playouts(of, players, range(number), fast=True) == interpreter.playouts(
        of, players, range(number)
    )


def test_seeds_of_any_size_count_by_their_lower_64_bits() -> None:
    of = game("goofspiel")
    odd = [0, -1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), 10**30, -(10**30), True]
    fast = interpreter.playouts(of, 2, iter(odd), fast=True)
    assert fast == interpreter.playouts(of, 2, odd)
    assert fast == interpreter.playouts(of, 2, [seed % 2**64 for seed in odd], fast=True)
    assert fast[0] == fast[5]


def test_a_playout_is_the_match_of_its_seed() -> None:
    """The seed of a playout is that of a match; only who chooses is the engine's own affair."""
    of = game("badaboom")
    for fast in (False, True):
        stopped = interpreter.playouts(of, 4, [7, 8], fast=fast, decisions=0)
        assert all(one.reason.startswith("stopped: 0 decisions") for one in stopped)
        start = interpreter.start(of, 4, seed=7)
        coins = start.program.lay.stores["coins"].base
        assert stopped[0].scores == tuple(start.state[coins : coins + 4])


@pytest.mark.parametrize("fast", [False, True])
def test_a_playout_stops_where_it_is_told_to(fast: bool) -> None:
    of = game("pig")
    for decisions in (1, 2, 30):
        (result,) = interpreter.playouts(of, 2, [3], fast=fast, decisions=decisions)
        assert result.reason == f"stopped: {decisions} decisions without an end"
        assert result.winners == ()
    many = interpreter.playouts(of, 2, range(200), fast=fast, decisions=120)
    assert 0 < sum(one.reason.startswith("stopped") for one in many) < 200


def test_no_seeds_make_no_matches() -> None:
    assert interpreter.playouts(game("kuhn"), 2, [], fast=True) == []
    with pytest.raises(ValueError, match="for 3 to 5 players, not 2"):
        interpreter.playouts(game("badaboom"), 2, [], fast=True)


# ---------------------------------------------------------------------------------- all that matches do


def after(of: Game, players: int, seed: int, way: Way, steps: int) -> tuple[Match, Match]:
    plain, quick = both(of, players, seed, way)
    rng = Random(seed)
    for _ in range(steps):
        i = rng.randrange(plain.count)
        plain.choose_index(i)
        quick.choose_index(i)
    return plain, quick


@every_way
def test_copies_are_independent(way: Way) -> None:
    plain, quick = after(game("badaboom"), 4, 5, way, 40)
    copied = quick.copy()
    rng = Random(3)
    for _ in range(40):
        copied.choose_index(rng.randrange(copied.count))
    assert_same_state(plain, quick)
    assert plain.state_key() != copied.state_key()


@every_way
def test_saves_are_the_same_and_go_on_alike(way: Way) -> None:
    of = game("badaboom")
    plain, quick = after(of, 4, 6, way, 40)
    assert quick.save() == plain.save()
    again = interpreter.resume(of, quick.save())
    rng = Random(3)
    for _ in range(20):
        i = rng.randrange(plain.count)
        for m in (plain, quick, again):
            m.choose_index(i)
        assert_same_state(plain, quick)
        assert_same_state(plain, again)


@every_way
def test_players_know_the_same(way: Way) -> None:
    of = game("badaboom")
    for seed in range(4):
        plain, quick = after(of, 4, seed, way, 25 * seed)
        assert plain.decision == quick.decision
        assert plain.dump() == quick.dump()
        assert plain.transcript() == quick.transcript()
        for seat in range(4):
            assert plain.view(seat) == quick.view(seat)
            assert plain.log_for(seat) == quick.log_for(seat)
            assert plain.why_not("tinker", seat) == quick.why_not("tinker", seat)
            if way.log:
                assert plain.information_state(seat) == quick.information_state(seat)


def test_what_a_player_imagines_is_the_same() -> None:
    of = game("goofspiel", num_cards=5)
    for seed in range(10):
        plain, quick = after(of, 2, seed, Way("sampled", True), 3)
        a, b = (m.sample_world(0, Random(seed)) for m in (plain, quick))
        assert_same_state(a, b)
        b.choose_index(0)
        a.choose_index(0)
        assert_same_state(a, b)


def test_both_take_back_the_same_choices() -> None:
    refused = 0
    for seed in range(30):
        plain, quick = after(game("badaboom"), 4, seed, Way("sampled", True), seed * 3)
        said = []
        for m in (plain, quick):
            m.choose_index(m.count - 1)
            try:
                m.undo()
                said.append("")
            except interpreter.IllegalMove as error:
                said.append(str(error))
        assert said[0] == said[1]
        refused += said[0] != ""
        assert_same_state(plain, quick)
    assert 0 < refused < 30


def test_what_machine_code_is_kept_for_tells_its_text(tmp_path: Path) -> None:
    """The text is only written where none is kept for what it follows from: the text as joined, and an outline. Two texts
    that differ must differ in these."""
    texts = []
    for statement in ("you gain 1 coin", "you gain 2 coins", "you lose 1 coin"):
        path = tmp_path / "small.rules"
        path.write_text(f"""game Small for 2 players
counter coins of each player: 0 to 9 = 5
phase main:
    start_player chooses number n in 1 to 3
    start_player does alter
effect alter:
    you choose number m in 1 to 2
    {statement}
""")
        for players_log in (True, False):
            texts.append(program(load(str(path)), 2).compiled(players_log).text)
    assert len({t.apart() for t in texts}) == len({t.outline() for t in texts}) == len(texts)
    again = program(load(str(path)), 2).compiled(False).text
    assert (again.source, again.outline()) == (texts[-1].source, texts[-1].outline())
