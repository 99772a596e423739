"""What is written by hand over the engine's numbers comes to the same numbers."""

from random import Random

import interpreter
from interpreter import Match
from interpreter.slots import RNG
from rulelang.load import load
from tests.benchmarks.floor import kept_by_hand


def test_a_match_by_hand_leaves_the_same_state() -> None:
    game = load("goofspiel")
    make = kept_by_hand(game)
    for seed in range(20):
        match = interpreter.start(game, 2, seed=seed, log=False).copy()
        rng = Random(seed)
        by_hand = make(seed)
        assert_the_same(by_hand.s, match)
        while match.count:
            assert match.count == by_hand.count
            i = rng.randrange(match.count)
            match.choose_index(i)
            by_hand.choose_index(i)
        assert by_hand.count == 0
        assert_the_same(by_hand.s, match)


def assert_the_same(s: list[int], match: Match) -> None:
    at, lay = match.program.lay.at, match.program.lay
    assert s[RNG : RNG + 4] == match.state[RNG : RNG + 4]
    for name, size in (("NXT", lay.n), ("PRV", lay.n), ("ZON", lay.n), ("FACE", lay.n), ("BODY", lay.n), ("KNOW", lay.n),
                       ("MIXED", lay.n), ("LEN", len(lay.zone_of)), ("NMIX", len(lay.zone_of))):
        assert s[at[name] : at[name] + size] == match.state[at[name] : at[name] + size], name
    score = lay.stores["score"].base
    assert s[score : score + 2] == match.state[score : score + 2]
