"""Bundled games set up for tests, and random plays of them that Hypothesis can shrink.

Run as a program it prints what some plays come to, for comparing processes.
"""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Literal

from attrs import evolve, frozen
from hypothesis import Phase, settings
from hypothesis import strategies as st

import interpreter
from interpreter import LogEvent, Match, view
from interpreter.cpython import Quick
from interpreter.log import events
from rulelang.bundled import bundled
from rulelang.game import Game
from rulelang.load import examine, read_game
from rulelang.remembered import Trees
from tools.attack.looks import question

Chance = Literal["sampled", "explicit"]

CHANCES: tuple[Chance, ...] = ("sampled", "explicit")

SHORT: Mapping[str, Mapping[str, object]] = {
    "pig": {"winscore": 20, "horizon": 60},
    "goofspiel": {"num_cards": 5},
    "breakthrough": {"rows": 5, "columns": 4},
    "crazy_eights": {"most_plays": 15},
}
"""Parameters that make long games short enough to be played often."""

MORE: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "goofspiel": ({"num_cards": 4, "hidden_bids": True, "points_order": "descending"},),
    "liars_dice": ({"dice_each": 2, "sides": 3},),
}
"""Other parameters with which a game is another game, as far as secrets go."""


@frozen
class Table:
    """A bundled game with what must be said before a match of it can begin."""

    game: str
    players: int
    variant: str | None = None
    parameters: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        words = [self.game, self.variant or "", *(f"{name}={value}" for name, value in self.parameters)]
        return "-".join(word for word in words if word) + f"-{self.players}p"

    def load(self) -> Game:
        """The game; read once."""
        return loaded(self.game, self.variant, self.parameters)

    def start(self, seed: int = 0, *, chance: Chance = "sampled", log: bool = True) -> Match:
        return interpreter.start(self.load(), self.players, seed=seed, chance=chance, log=log)


@cache
def loaded(game: str, variant: str | None = None, parameters: tuple[tuple[str, object], ...] = ()) -> Game:
    """A bundled game, read once in each process: tests that share it share its compiled text."""
    found = examine(game, variant, dict(parameters), TREES)
    assert found.game is not None, found.diagnostics
    return found.game


TREES = Trees()
"""Variants share the files of their games: each is parsed once."""


@cache
def players_of(game: str, variant: str | None = None) -> tuple[int, int]:
    """The least and the greatest number of players; the rules are read for it, but not checked."""
    read = read_game(game, variant, trees=TREES).program
    assert read is not None
    return read.header.seats.low, read.header.seats.high


def numbers_of_players(game: str, variant: str | None = None) -> list[int]:
    """Those that a test tries: all, or the two least and the greatest."""
    low, high = players_of(game, variant)
    return list(range(low, high + 1)) if high - low < 4 else [low, low + 1, high]


def tables() -> Iterator[Table]:
    """Every bundled game with its numbers of players; its variants with the numbers in the middle."""
    for game in bundled():
        short = tuple(SHORT.get(game.name, {}).items())
        counts = numbers_of_players(game.name)
        yield from (Table(game.name, n, None, short) for n in counts)
        for other in MORE.get(game.name, ()):
            yield Table(game.name, counts[0], None, tuple(other.items()))
        for variant in game.variants:
            counts = numbers_of_players(game.name, variant.name)
            yield Table(game.name, counts[len(counts) // 2], variant.name, short)


TABLES: tuple[Table, ...]
OWN: tuple[Table, ...]
"""Without the variants, for what takes long and does not hang on the rules of one."""


def __getattr__(name: str) -> tuple[Table, ...]:
    """Reading all variants takes time, which a process pays that asks for them."""
    if name not in ("TABLES", "OWN"):
        raise AttributeError(name)
    made = tuple(tables())
    globals().update(TABLES=made, OWN=tuple(table for table in made if table.variant is None))
    found: tuple[Table, ...] = globals()[name]
    return found


def first_tables() -> Iterator[Table]:
    """Each bundled game once for each way to set its parameters, with the most players."""
    for game in bundled():
        short = tuple(SHORT.get(game.name, {}).items())
        yield Table(game.name, numbers_of_players(game.name)[-1], None, short)
        for other in MORE.get(game.name, ()):
            yield Table(game.name, players_of(game.name)[0], None, tuple(other.items()))


@frozen
class Plan:
    """A random play: whoever must decide takes any option, as *taste* says, up to *steps* decisions."""

    seed: int
    taste: int
    steps: int
    chance: Chance = "sampled"

    def reach(self, table: Table, *, log: bool = True) -> Match:
        """The match where the play stops."""
        m = table.start(self.seed, chance=self.chance, log=log)
        go_on(m, Random(self.taste), self.steps)
        return m


def go_on(m: Match, rng: Random, steps: int = 1_000_000) -> int:
    """Uniform choices by all, at most *steps*; how many it took."""
    for n in range(steps):
        if m.over:
            return n
        m.choose_index(rng.randrange(m.count))
    return steps


def played_by(m: Match, blocks: Sequence[Quick]) -> Match:
    """That match, on its own from here on, and played by these blocks."""
    assert m.state  # so it stands on its own
    m._way = evolve(m._way, quick=blocks)
    return m


NUMBERS = st.integers(0, 999)
"""Seeds: one is as good as another, so that there is little to shrink."""


def few(examples: int) -> settings:
    """Settings for so many examples (times the number in the environment variable EXAMPLES). A failure is
    made smaller, but not explained: tracing whole matches takes long."""
    times = int(os.environ.get("EXAMPLES") or 1)
    return settings(
        max_examples=max(2, examples // 2) * times, phases=[phase for phase in Phase if phase is not Phase.explain]
    )


def plans(steps: int = 120, chance: Chance | None = None) -> st.SearchStrategy[Plan]:
    return st.builds(
        Plan,
        seed=NUMBERS,
        taste=NUMBERS,
        steps=st.integers(0, steps),
        chance=st.just(chance) if chance else st.sampled_from(CHANCES),
    )


def names_of(game: Game) -> set[str]:
    """What a log may name as a rule: the names of all that a game declares."""
    actions = [action.key for window in game.windows.values() for action in window.actions]
    actions += [action.key for anytime in game.anytimes for action in anytime.actions]
    actions += [action.key for card in game.bearers for block in card.lastings for action in block.actions]
    return {
        "setup",
        "chance",
        *game.phases,
        *game.effects,
        *game.windows,
        *game.values,
        *game.kinds,
        *game.zones,
        *game.tallies,
        *actions,
        *(rule.name for rule in game.rules if rule.name),
        *(card.name for card in game.cards),
        *(trait for card in game.cards for trait in card.traits),
    }


def names_a_rule(text: str, known: set[str]) -> bool:
    """Whether it is such a name, or that of a part: `play of Duck`, `refill storage`."""
    _, _, of = text.partition(" of ")
    return text in known or of in known or text.removeprefix("refill ") in known


# ------------------------------------------------------------------ worlds that a player cannot tell apart


def with_two_faces_swapped(m: Match, seat: int, rng: Random) -> tuple[Match, tuple[int, int]] | None:
    """The match with two cards of one back, whose faces *seat* does not know, in each other's place; and
    these faces. None: there are no such cards. Only where *seat* is asked: the options of others were made of
    what they see."""
    assert m.player == seat
    lay, s = m.program.lay, m.state
    at = lay.at
    unknown = [c for c in range(lay.n) if not s[at["KNOW"] + c] >> seat & 1]
    pair = two_of(m, unknown, lambda c: lay.back_of[s[at["FACE"] + c]], rng)
    return None if pair is None else (swapped(m, *pair), (s[at["FACE"] + pair[0]], s[at["FACE"] + pair[1]]))


def settled_otherwise(m: Match, rng: Random) -> Match | None:
    """The match with two cards of a zone that is shuffled, and whose order chance has still to settle, in
    each other's place. None: there are no such cards."""
    lay, s = m.program.lay, m.state
    at = lay.at
    mixed = [c for c in range(lay.n) if s[at["MIXED"] + c]]
    pair = two_of(m, mixed, lambda c: s[at["ZON"] + c], rng)
    return None if pair is None else swapped(m, *pair)


def two_of(m: Match, cards: list[int], alike: Callable[[int], int], rng: Random) -> tuple[int, int] | None:
    """Two of these cards that are alike but in what is printed on them."""
    lay, s = m.program.lay, m.state
    face = lay.at["FACE"]
    rng.shuffle(cards)
    for x in cards:
        for y in cards:
            if alike(x) == alike(y) and lay.designs[s[face + x]] != lay.designs[s[face + y]]:
                return x, y
    return None


def swapped(m: Match, x: int, y: int) -> Match:
    other = m.copy()
    at, s = m.program.lay.at, other._s
    a, b = s[at["FACE"] + x], s[at["FACE"] + y]
    s[at["FACE"] + x], s[at["FACE"] + y] = b, a
    s[at["BODY"] + a], s[at["BODY"] + b] = y, x
    other._decision = other._undo = None
    return other


def news(m: Match, seat: int | None, since: int) -> tuple[LogEvent, ...]:
    """The log as *seat* (None: all-seeing) sees it, from the record of that number on."""
    return events(m.program, m.records()[since:], seat)


def shown(m: Match, seat: int) -> dict[str, object]:
    """What *seat* sees on the table, and the question if it is put to him."""
    return view.table(m.program, m.state, seat) | {
        "asked": m.player,
        "question": question(m) if m.player == seat else None,
    }


def where_seen(m: Match, seat: int, faces: Iterable[int]) -> list[tuple[bool, int]]:
    """Of each face: whether *seat* knows which card has it, and where that lies."""
    s, at = m.state, m.program.lay.at
    bodies = [s[at["BODY"] + face] for face in faces]
    return [(bool(s[at["KNOW"] + c] >> seat & 1), s[at["ZON"] + c]) for c in bodies]


def fingerprints(quiet_first: bool = False) -> dict[str, str]:
    """What a play of each table comes to: its log, views, ids and save, byte for byte. *quiet_first*: after
    matches of another sort have been played in this process."""
    out: dict[str, str] = {}
    for i, table in enumerate(first_tables()):
        if quiet_first:
            go_on(table.start(i + 100, log=False, chance="explicit"), Random(i), 20)
        plays: tuple[tuple[Chance, bool], ...] = (("sampled", True), ("explicit", False))
        for chance, log in plays:
            m = table.start(i, chance=chance, log=log)
            rng = Random(i + 1)
            hashed = hashlib.sha256()
            steps = 0
            while m.decision is not None:
                hashed.update(repr(question(m)).encode())
                m.choose_index(rng.randrange(m.count))
                steps += 1
                if steps in (10, 50):
                    hashed.update(m.save().encode())
            for text in (m.save(), repr(m.log), json.dumps(m.view(m.players - 1))):
                hashed.update(text.encode())
            out[f"{table} {chance}"] = hashed.hexdigest()
    return out


if __name__ == "__main__":
    json.dump(fingerprints(), sys.stdout)
