"""What is measured, and how: two things in turns, by processor time, so that a busy machine spoils little."""

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from itertools import chain, count, islice, repeat
from pathlib import Path
from random import Random, random
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time

from attrs import evolve, frozen

import interpreter
from interpreter import Match
from interpreter.program import program
from rulelang.game import Game
from rulelang.load import load
from tests.benchmarks.floor import kept_by_hand
from tests.benchmarks.hand import GAMES, play

ROOT = Path(__file__).resolve().parent.parent.parent
PLAYERS = {"badaboom": 4, "bad_company": 4}
Work = Callable[[int], object]
"""Does something so many times."""


@frozen
class Plan:
    """How long to measure."""

    seconds: float  # for each of the two things, in each round
    rounds: int
    starts: int  # of other processes

    @staticmethod
    def quick() -> "Plan":
        return Plan(seconds=0.04, rounds=3, starts=2)

    @staticmethod
    def full() -> "Plan":
        return Plan(seconds=0.4, rounds=7, starts=10)


@frozen
class Speed:
    """How often a second something can be done, and how much of what people count that makes."""

    times: float
    each: float = 1.0  # decisions in one

    @property
    def decisions(self) -> float:
        return self.times * self.each


@frozen
class Ratio:
    """How many times as fast ``what`` is as ``against``, round by round. ``least``: what was aimed at."""

    name: str
    what: str
    against: str
    rounds: tuple[float, ...]
    speed: Speed
    other: Speed
    least: float | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.rounds)

    @property
    def met(self) -> bool | None:
        return None if self.least is None else self.median >= self.least


@frozen
class Duration:
    """How long something takes, in seconds: of processor time, or (other processes) of all. ``most``: what
    was aimed at."""

    name: str
    what: str
    rounds: tuple[float, ...]
    most: float | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.rounds)

    @property
    def met(self) -> bool | None:
        return None if self.most is None else self.median <= self.most


Measure = Ratio | Duration


def timed(work: Work, times: int) -> float:
    """Processor seconds for one time."""
    gc.collect()
    before = process_time()
    work(times)
    return (process_time() - before) / times


def enough(work: Work, seconds: float) -> int:
    """How many times take about so long."""
    work(1)  # what is made at first use is made
    times = 1
    while (one := timed(work, times)) * times < seconds / 4:
        times *= 4
    return max(1, round(seconds / one))


def ratio(
    plan: Plan,
    name: str,
    what: str,
    work: Work,
    against: str,
    other: Work,
    least: float | None = None,
    *,
    each: tuple[float, float] = (1, 1),
) -> Ratio:
    """Measures two things in turns. *each*: decisions in one time of either."""
    counts = enough(work, plan.seconds), enough(other, plan.seconds)
    rounds, mine, others = [], [], []
    for _ in range(plan.rounds):
        a, b = timed(work, counts[0]), timed(other, counts[1])
        mine.append(a)
        others.append(b)
        rounds.append(b / a)
    return Ratio(
        name,
        what,
        against,
        tuple(rounds),
        Speed(1 / statistics.median(mine), each[0]),
        Speed(1 / statistics.median(others), each[1]),
        least,
    )


def duration(plan: Plan, name: str, what: str, work: Work, most: float | None = None) -> Duration:
    times = enough(work, plan.seconds)
    return Duration(name, what, tuple(timed(work, times) for _ in range(plan.rounds)), most)


# ---------------------------------------------------------------------------------------------- playing


def by_hand(name: str) -> Work:
    """Matches of the game written by hand."""
    make = GAMES[name]

    def work(times: int) -> None:
        for _ in range(times):
            play(make)

    return work


def by_index(game: Game, players: int, fast: bool = False, matches: int = 1) -> Work:
    """Matches played from outside, by `choose_index`: each one that was never played before, or so many in one time, always
    the same."""
    new, any_choice = count(), Random(0).random

    def work(times: int) -> None:
        random = any_choice
        for seed in islice(new, times) if matches == 1 else chain.from_iterable(repeat(range(matches), times)):
            if matches > 1:
                random = Random(seed).random  # long matches are of very different lengths
            m = interpreter.start(game, players, seed=seed, log=False, fast=fast)
            choose = m.choose_index
            while options := m.count:
                choose(int(random() * options))
            assert m.result is not None

    return work


def keeping_as_much(game: Game) -> Work:
    """Matches of goofspiel written by hand over the engine's own numbers."""
    make, new = kept_by_hand(game), count()

    def work(times: int) -> None:
        for seed in islice(new, times):
            m = make(seed)
            choose = m.choose_index
            while options := m.count:
                choose(int(random() * options))

    return work


def by_itself(game: Game, players: int, fast: bool = False, matches: int = 1) -> Work:
    """Matches played by the engine alone. *matches* in one time, always the same."""

    def work(times: int) -> None:
        seeds = range(times) if matches == 1 else [seed for _ in range(times) for seed in range(matches)]
        interpreter.playouts(game, players, seeds, fast=fast)

    return work


def decisions(game: Game, players: int, matches: int) -> float:
    """Decisions in a match of uniform choices, on average."""
    total = 0
    for seed in range(matches):
        random = Random(seed).random
        m = interpreter.start(game, players, seed=seed, log=False)
        while m.count:
            m.choose_index(int(random() * m.count))
            total += 1
    return total / matches


def classic(plan: Plan, name: str, compiled: bool) -> Iterator[Measure]:
    game = load(name)
    hand = by_hand(name)
    program(game, 2).optimise()  # as it is after some dozens of matches
    mean = decisions(game, 2, 20 if plan.rounds < 5 else 100)
    each = mean, mean
    what = name.replace("_", " ").replace("tic tac toe", "tic-tac-toe")
    yield ratio(
        plan,
        f"{name} by index",
        f"{what}: plain Python, by `choose_index`",
        by_index(game, 2),
        "by hand",
        hand,
        0.5,
        each=each,
    )
    if name == "goofspiel":
        yield ratio(
            plan,
            f"{name} kept",
            f"{what}: plain Python, by `choose_index`",
            by_index(game, 2),
            "by hand, keeping as much",
            keeping_as_much(game),
            0.5,
            each=each,
        )
    yield ratio(
        plan,
        f"{name} alone",
        f"{what}: plain Python, by itself",
        by_itself(game, 2),
        "by hand",
        hand,
        each=each,
    )
    if compiled:
        yield ratio(
            plan,
            f"{name} compiled",
            f"{what}: machine code, by itself",
            by_itself(game, 2, True),
            "by hand",
            hand,
            6,
            each=each,
        )


def big(plan: Plan, name: str, least: float, compiled: bool) -> Iterator[Measure]:
    game, players = load(name), PLAYERS[name]
    # matches are long and of very different lengths: a time is some of them
    matches = 4 if plan.rounds < 5 else 12
    mean = decisions(game, players, matches) * matches
    each = mean, mean
    what = name.replace("_", " ").title()
    if compiled:
        yield ratio(
            plan,
            f"{name} compiled",
            f"{what}: machine code, by itself",
            by_itself(game, players, True, matches),
            "plain Python",
            by_itself(game, players, False, matches),
            least,
            each=each,
        )
        yield ratio(
            plan,
            f"{name} one call",
            f"{what}: machine code, by `choose_index`",
            by_index(game, players, True, matches),
            "plain Python",
            by_index(game, players, False, matches),
            3,
            each=each,
        )
    whole = duration(
        plan,
        f"{name} match",
        f"{what}: a match in plain Python, set-up included",
        by_index(game, players, False, matches),
        0.020,
    )
    yield evolve(whole, rounds=tuple(x / matches for x in whole.rounds))
    yield duration(plan, f"{name} set-up", f"{what}: set-up", starting(game, players))


def starting(game: Game, players: int) -> Work:
    def work(times: int) -> None:
        for seed in range(times):
            interpreter.start(game, players, seed=seed, log=False)

    return work


# -------------------------------------------------------------------------------------- a match at rest


def middle(name: str, *, log: bool = False, fast: bool = False, steps: int = 200) -> Match:
    """A match in the middle."""
    m = interpreter.start(load(name), PLAYERS[name], seed=7, log=log, fast=fast)
    rng = Random(7)
    for _ in range(steps):
        m.choose_index(rng.randrange(m.count))
    return m


def copies(plan: Plan, name: str, compiled: bool) -> Iterator[Measure]:
    what = name.replace("_", " ").title()
    for fast in (False, True) if compiled else (False,):
        m = middle(name, fast=fast)
        plain = list(m.state)

        def of_match(times: int, m: Match = m) -> None:
            for _ in range(times):
                m.copy()

        def of_list(times: int, plain: Sequence[int] = plain) -> None:
            for _ in range(times):
                plain[:]

        words = "machine code" if fast else "plain Python"
        # at most twice the time of a list is at least half its speed
        yield ratio(
            plan,
            f"{name} copy{' compiled' if fast else ''}",
            f"{what}: copy of a match ({words})",
            of_match,
            f"a list of {len(plain)}",
            of_list,
            0.5,
        )


def services(plan: Plan, name: str) -> Iterator[Measure]:
    m = middle(name, log=True)
    game, text = m.game, m.save()
    what = name.replace("_", " ").title()

    def save(times: int) -> None:
        for _ in range(times):
            m.save()

    def resume(times: int) -> None:
        for _ in range(times):
            interpreter.resume(game, text)

    def view(times: int) -> None:
        for _ in range(times):
            m.view(0)

    def information(times: int) -> None:
        for _ in range(times):
            m.information_state(0)

    def options(times: int) -> None:
        for _ in range(times):
            m._decision = None  # else it is kept
            assert m.decision is not None

    def world(times: int) -> None:
        rng = Random(1)
        for _ in range(times):
            m.sample_world(0, rng)

    for word, work in (
        ("save", save),
        ("resume", resume),
        ("view", view),
        ("legal options", options),
        ("information state", information),
        ("sample world", world),
    ):
        yield duration(plan, f"{name} {word}", f"{what}: {word}, after 200 decisions", work)


# ------------------------------------------------------------------------------------- other processes


def child(code: str, **environment: str) -> tuple[float, dict[str, float]]:
    """Runs Python anew: seconds it took, and what its last line says, as JSON."""
    before = perf_counter()
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    took = perf_counter() - before
    return took, json.loads(run.stdout.strip().rsplit("\n", 1)[-1])


COMPILE = """
import json, time
import interpreter
from interpreter import fast
from interpreter.program import program
from rulelang.load import load
p = program(load("badaboom"), 4)
p.compiled(False)
begun = time.process_time()
fast.available()
before = time.process_time()
fast.fast(p)
print(json.dumps({"seconds": time.process_time() - before, "importing": before - begun}))
"""


def compiling(plan: Plan) -> Iterator[Measure]:
    """Machine code of a big game, for the first time and from the cache."""
    first: list[float] = []
    later: list[dict[str, float]] = []
    for _ in range(max(1, plan.starts // 3)):
        with tempfile.TemporaryDirectory() as cache:
            first.append(child(COMPILE, XDG_CACHE_HOME=cache)[1]["seconds"])
            later += [child(COMPILE, XDG_CACHE_HOME=cache)[1] for _ in range(2)]
    yield Duration("badaboom compiling", "Badaboom: compiling the first time", tuple(first), 5.0)
    yield Duration("badaboom loading", "Badaboom: loading it after", tuple(x["seconds"] for x in later), 0.020)
    yield Duration("importing llvmlite", "importing llvmlite, once in a process", tuple(x["importing"] for x in later))


CHECK = "import sys; from tools.cli import main; sys.argv = ['rulelang', 'check', 'badaboom']; main()"
IMPORTS = """
import json, time
before = time.process_time()
import tools.cli
from tools.cli import main
import rulelang.load, rulelang.check
print(json.dumps({"seconds": time.process_time() - before}))
"""


def cold(plan: Plan) -> Iterator[Measure]:
    """`rulelang check badaboom` in a process of its own: processor time, Python's own start included."""
    checks = []
    for _ in range(plan.starts):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", CHECK], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        after = getrusage(RUSAGE_CHILDREN)
        checks.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    yield Duration("check", "`rulelang check badaboom` in a new process", tuple(checks))
    imports = [child(IMPORTS)[1]["seconds"] for _ in range(plan.starts)]
    yield Duration("check imports", "of that, importing", tuple(imports))


# ----------------------------------------------------------------------------------------------- growth

# What grows, and the games in which it does: bundled game, parameters, players.
GROWTH: tuple[tuple[str, tuple[tuple[str, str, dict[str, object], int], ...]], ...] = (
    ("players", tuple((str(n), "badaboom", {}, n) for n in (3, 4, 5))),
    ("players", tuple((str(n), "bad_company", {}, n) for n in (2, 4, 6))),
    ("cards", tuple((str(n), "goofspiel", {"num_cards": n}, 2) for n in (4, 8, 13))),
    ("points to win", tuple((str(n), "pig", {"winscore": n}, 2) for n in (25, 100, 400))),
)


def growth(plan: Plan) -> Iterator[Measure]:
    """What a decision costs in plain Python, with more players, more cards, longer matches."""
    for what, cases in GROWTH:
        for number, name, parameters, players in cases:
            game = load(name, parameters=parameters)
            matches = 2 if name in PLAYERS else 40
            each = decisions(game, players, matches) * matches
            measured = duration(plan, f"growth {name} {number}", "", by_index(game, players, False, matches))
            title = name.replace("_", " ").capitalize()
            yield evolve(
                measured,
                what=f"{title}: a decision with {number} {what} ({each / matches:,.0f} decisions a match)",
                rounds=tuple(x / each for x in measured.rounds),
            )


# -------------------------------------------------------------------------------------------------- all


def everything(plan: Plan, only: str = "") -> Iterator[Measure]:
    """All measures, one by one. *only*: those whose group has this in its name."""
    compiled = find_spec("llvmlite") is not None
    groups: dict[str, Callable[[], Iterator[Measure]]] = {
        name: lambda name=name: classic(plan, name, compiled)
        for name in GAMES  # type: ignore[misc]
    }
    groups["badaboom"] = lambda: big(plan, "badaboom", 25, compiled)
    groups["bad_company"] = lambda: big(plan, "bad_company", 20, compiled)
    groups["copies"] = lambda: copies(plan, "badaboom", compiled)
    groups["services"] = lambda: services(plan, "badaboom")
    if compiled:
        groups["compiling"] = lambda: compiling(plan)
    groups["cold"] = lambda: cold(plan)
    groups["growth"] = lambda: growth(plan)
    for name, group in groups.items():
        if only in name:
            yield from group()
