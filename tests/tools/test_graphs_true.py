"""The graphs are true: whatever happens in matches is an edge. Seen in the engine's log, and in the oracle as it runs."""

import contextlib
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import interpreter
import rulelang
from rulelang import game as g
from rulelang.uses.model import Model, model
from rulelang.uses.walk import walk
from tests.engine.playing import loaded
from tests.engine.rules_maker import checked, make, text_of
from tests.oracle.run import Run
from tools.bots import uniform
from tools.graphs import effect_graph, flow_graph, phase_graph
from tools.graphs.counting import Counts, Reader
from tools.graphs.coverage import counted, covered
from tools.graphs.marking import MARK, marked

GAMES = [
    (game.name, variant)
    for game in rulelang.bundled()
    for variant in (None, *(variant.name for variant in game.variants))
]
BUSY = {"badaboom", "bad_company"}


def seats(game: g.Game) -> Iterator[int]:
    """The least number of players, and of small games the greatest too, but not more than four."""
    yield from sorted(
        {game.players[0], min(game.players[1], 4 if len(game.cards) < 40 else 0) or game.players[0]}
    )


def explained(game: g.Game, counts: Counts) -> None:
    """All that happened is in the graphs."""
    phases, effects, flow = phase_graph(game), effect_graph(game), flow_graph(game)
    beside = {target for _, target, kind in phases.edges(keys=True) if kind == "offers"}
    ways = {
        (source.removeprefix("zone "), target.removeprefix("zone "), data["by"])
        for source, target, data in flow.edges(data=True)
    }
    assert {step for step in counts.steps if step not in phases.edges()} == set()
    assert {link for link in counts.links if link not in effects.edges} == set()
    assert set(counts.ways) <= ways
    for during, window in counts.opened:
        sources = {during, *(beside if not phases.has_edge(during, window) else ())}
        assert any(phases.has_edge(source, window, "opens") for source in sources), (during, window)
    for during, where in counts.leaps:
        leaps = [
            source
            for source, _, data in phases.edges(data=True)
            if data["kind"] in ("skips", "ends") and where in data["places"]
        ]
        assert during in leaps or beside.intersection(leaps), (during, where)


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_what_happens_is_an_edge(name: str, variant: str | None) -> None:
    game = loaded(name, variant)
    seeds = range(1) if name in BUSY else range(4)
    explained(game, counted(game, [(players, seed) for players in seats(game) for seed in seeds], uniform))


def test_what_happens_in_rules_made_at_random_is_an_edge() -> None:
    played = 0
    for seed in range(8):
        game, _ = checked(text_of(make(seed)))
        if game is None:
            continue
        reader, counts = Reader(model(game)), Counts()
        with contextlib.suppress(interpreter.EngineError, interpreter.FormNotRunning):
            match, rng = interpreter.start(marked(game), players=game.players[0], seed=1), Random(seed)
            for _ in range(60):
                if match.count:
                    match.choose_index(rng.randrange(match.count))
            reader.read(match, counts)
            played += bool(counts.statements)
        explained(game, counts)
    assert played >= 5


@pytest.mark.parametrize(("name", "variant"), [(name, variant) for name, variant in GAMES if variant is None])
def test_counting_changes_nothing(name: str, variant: str | None) -> None:
    game = loaded(name, variant)
    told = []
    for one in (game, marked(game)):
        match, rng = (
            interpreter.start(one, players=max(game.players[0], 2) if game.players[1] > 1 else 1, seed=5),
            Random(5),
        )
        for _ in range(120):
            if match.count:
                match.choose_index(rng.randrange(match.count))
        told.append([event for event in map(str, match.log) if MARK not in event])
    strip = [[text.partition(", ")[2] for text in log] for log in told]
    assert strip[0] == strip[1]


def test_edges_that_never_happened_are_told() -> None:
    game = loaded("kuhn")
    counts = counted(game, [(2, seed) for seed in range(8)], uniform)
    flow = covered(flow_graph(game), game, counts)
    assert [data["taken"] for *_, data in flow.edges(data=True)] == [3 * 8, 2 * 8]
    nothing = covered(phase_graph(game), game, Counts())
    assert all(data["taken"] == 0 for *_, data in nothing.edges(data=True))


# ------------------------------------------------------------------------------- what the oracle reads and writes


def texts(made: Model) -> dict[int, str]:
    """The thing to which each node of the rules belongs, by identity."""
    game, taken = made.game, made.bodies
    found: dict[int, str] = {}

    def of(thing: str, *parts: object) -> None:
        for node in walk(parts):
            found.setdefault(id(node), thing)

    for lasting in taken.facts.lastings:
        of(f"until {lasting.number + 1}", lasting.block)
    for card in game.bearers:
        for one in (*card.effects.items(), *card.values.items()):
            if one[1] is not game.effects.get(one[0]) and one[1] is not game.values.get(one[0]):
                of(taken.thing_of(one[1].span, card), one[1])
        for block in card.lastings:
            thing = taken.thing_of(block.span, card)
            for action in block.actions:
                of(taken.actions[id(action)], action)
            of(thing, block)
        for rule in card.rules:
            of(taken.thing_of(rule.span, card), rule)
    of("setup", game.setup)
    for key, phase in game.phases.items():
        of(f"phase {key}", phase)
    for key, window in game.windows.items():
        for action in window.actions:
            of(taken.actions[id(action)], action)
        of(f"window {key}", window)
    for anytime in game.anytimes:
        for action in anytime.actions:
            of(taken.actions[id(action)], action)
    for key, effect in game.effects.items():
        of(f"effect {key}", effect)
    for key, value in game.values.items():
        of(f"value {key}", value)
    for rule in game.rules:
        of(f"rule {rule.name}", rule)
    for key, tally in game.tallies.items():
        of(f"tally {key}", tally)
    return found


class Watched(Run):
    """An oracle that notes who reads and writes what."""

    def __init__(self, game: g.Game, seats: int, things: dict[int, str]) -> None:
        self.things = things
        self.seen: set[tuple[str, str, str]] = set()
        self.writing: list[str] = []
        super().__init__(game, seats, False)

    def note_read(self, e: g.Expr, target: str) -> None:
        thing = self.things.get(id(e))
        if thing is not None:
            self.seen.add((thing, "reads", target))

    def _Stored(self, e: g.Stored, env: Any) -> Any:
        self.note_read(e, f"dice {e.key}" if e.key in self.game.dice else f"store {e.key}")
        return super()._Stored(e, env)

    def _ZoneOf(self, e: g.ZoneOf, env: Any) -> Any:
        self.note_read(e, f"zone {e.key}")
        return super()._ZoneOf(e, env)

    def _DiceOf(self, e: g.DiceOf, env: Any) -> Any:
        self.note_read(e, f"dice {e.key}")
        return super()._DiceOf(e, env)

    def _Derived(self, e: g.Derived, env: Any) -> Any:
        self.note_read(e, f"value {e.key}")
        return super()._Derived(e, env)

    def modified(self, so_far: Any, modifier: g.Modifier, env: Any, kind: g.Type, inner: Any) -> Any:
        thing = self.things.get(id(modifier))
        if thing is not None:
            self.seen.add((thing, "modifies", f"value {modifier.target.key}"))
        return super().modified(so_far, modifier, env, kind, inner)

    def statement(self, s: g.Stmt, env: Any) -> Any:
        thing = self.things.get(id(s), "")
        self.writing.append(f"tally {s.key}" if isinstance(s, g.CountUp) else thing)
        try:
            yield from super().statement(s, env)
        finally:
            self.writing.pop()

    def change(self, key: str, *more: Any) -> Any:
        if self.writing and self.imagining is None:
            self.seen.add((self.writing[-1], "writes", f"store {key}"))
        yield from super().change(key, *more)


def play(run: Watched, steps: int, rng: Random) -> None:
    """So many decisions, chance's too."""
    playing = run.play()
    try:
        question = next(playing)
        for _ in range(steps):
            question = playing.send(rng.randrange(len(question.options)))
    except StopIteration:
        pass


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_what_is_read_and_written_is_an_edge(name: str, variant: str | None) -> None:
    game = loaded(name, variant)
    made = model(game)
    things = texts(made)
    edges = {(link.source, link.use.kind, link.use.target) for link in made.links}
    seen: set[tuple[str, str, str]] = set()
    for seed in range(1 if name in BUSY else 4):
        run = Watched(game, max(game.players[0], 2) if game.players[1] > 1 else 1, things)
        play(run, 150, Random(seed))
        seen |= run.seen
    assert len(seen) > (40 if name in BUSY else 3)
    assert seen - edges == set()
