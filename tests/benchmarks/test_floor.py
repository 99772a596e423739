"""What is written by hand over the engine's numbers comes to the same numbers."""

from random import Random

import interpreter
from interpreter.slots import RNG
from rulelang.load import load
from tests.benchmarks.floor import by_rows


def test_a_match_by_hand_leaves_the_same_state() -> None:
    game = load("goofspiel")
    start, play = by_rows(game)
    for seed in range(20):
        match = interpreter.start(game, 2, seed=seed, log=False).copy()
        s = match.state[:]
        assert len(s) == len(start)
        rng = Random(seed)
        while match.count:
            match.choose_index(rng.randrange(match.count))
        rng = Random(seed)
        play(s, lambda n, rng=rng: rng.randrange(n) if n > 1 else 0)  # type: ignore[misc]
        at, lay = match.program.lay.at, match.program.lay
        assert s[RNG : RNG + 4] == match.state[RNG : RNG + 4]
        for name, size in (("NXT", lay.n), ("PRV", lay.n), ("ZON", lay.n), ("FACE", lay.n), ("BODY", lay.n), ("KNOW", lay.n),
                           ("MIXED", lay.n), ("LEN", len(lay.zone_of)), ("NMIX", len(lay.zone_of))):
            assert s[at[name] : at[name] + size] == match.state[at[name] : at[name] + size], (name, seed)
        score = lay.stores["score"].base
        assert s[score : score + 2] == match.state[score : score + 2]
