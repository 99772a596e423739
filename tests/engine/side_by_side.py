"""Engine and oracle side by side: after every choice the same question, the same state; at the end the same result.

Both are played at random with chance explicit. Where rules do what no rules may do (a bound, a broken invariant), both
must say so at the same step.
"""

import random
import re
from functools import cache
from typing import Any

from attrs import frozen

import interpreter
from interpreter import EngineError, Match
from rulelang.game import Game
from tests.oracle import Oracle, OracleError
from tests.oracle.compare import differences
from tests.oracle.match import Result

BOUNDS = ("nested too deeply", "more happens in one step than there is room for", "a list grows longer than there is room for",
          "a number grows beyond all bounds")


@frozen
class Disagreement:
    """Where the two part: after so many choices, the last of which are told."""

    seed: int
    step: int
    choices: tuple[str, ...]
    found: tuple[str, ...]

    def __str__(self) -> str:
        last = ", ".join(self.choices[-8:]) or "nothing"
        return "\n  ".join([f"seed {self.seed}, step {self.step}, after {last}:", *self.found])


@cache
def head_of(name: str) -> str:
    """`bag` of `bag of p0`, `gang` of `gang[9] of p1`."""
    return re.split(r"[ \[]", name)[0]


@cache
def without_copy(name: str) -> str:
    return re.sub(r"[@#].*$", "", name)


@cache
def without_number(name: str) -> str:
    return re.sub(r"#\d+$", "", name)


def of_cards(game: Game, zones: dict[str, Any]) -> dict[str, Any]:
    """Zones of cards by the names of these; of those with one name, sorted."""
    out: dict[str, Any] = {}
    several: dict[str, list[Any]] = {}
    called: dict[str, Any] = {}
    for key, zone in game.zones.items():
        called.setdefault(key.split(".")[-1], zone)
    for name, cards in zones.items():
        decl = called.get(head_of(name))
        if decl is None or decl.owner in (None, "player"):
            out[name] = cards
        else:
            several.setdefault(without_copy(name), []).append(cards)
    return out | {name: sorted(those) for name, those in several.items()}


def told(game: Game, dump: dict[str, Any]) -> dict[str, Any]:
    """A dump without what either may leave out: things that are none, empty lists, what spaces have from the start. What cards have
    is told by name and place only, as copies have no order; of alike cards in a shuffled zone it makes no difference
    which lies where."""
    zones = of_cards(game, {name: list(cards) for name, cards in dump["zones"].items() if cards})
    knows = of_cards(game, {name: [sorted(seats) for seats in cards] for name, cards in dump["knows"].items() if cards})
    for name in [name for name in zones if f"mixed {name}" in zones]:
        if len(set(zones[f"mixed {name}"])) == 1:
            (alike,) = set(zones.pop(f"mixed {name}"))
            zones[name] = [alike if card == "?" else card for card in zones[name]]
            decl = game.zones.get(head_of(name))
            if decl is not None and decl.order in ("pile", "hand"):
                pairs = sorted(zip(zones[name], knows[name], strict=True))
                zones[name], knows[name] = [card for card, _ in pairs], [seats for _, seats in pairs]
    stores: dict[str, list[str]] = {}
    boards = tuple(f"{name}[" for name in game.boards)
    for name, value in dump["stores"].items():
        of_space = boards and any(part.startswith(boards) for part in name.split(" of ")[1:])
        if str(value) not in (("none", "[]", "0", "no") if of_space else ("none", "[]")):
            stores.setdefault(without_number(name), []).append(str(value))
    return {
        "turn": dump["turn"],
        "phases": list(dump["phases"]),
        "zones": zones,
        "knows": knows,
        "stores": {name: sorted(values) for name, values in stores.items()},
        "dice": {name: [str(face) for face in faces] for name, faces in dump["dice"].items() if faces},
    }


def apart(game: Game, oracle: Oracle, match: Match) -> list[str]:
    """How the two differ now."""
    question, decision = oracle.question, match.decision
    found = []
    if question is None or decision is None:
        if question is not decision:
            ours = None if question is None else (question.player, question.options)
            theirs = None if decision is None else (decision.player, [o.id for o in decision.options], decision.rule)
            return [f"over: oracle {ours or oracle.result}, engine {theirs or match.result}"]
        found = ends_apart(oracle.result, match.result)
    else:
        theirs = [option.id for option in decision.options]
        if question.player != decision.player:
            found.append(f"asked: oracle {question.player} {question.options}, engine {decision.player} {theirs}"
                         f" ({decision.rule})")
        elif question.probabilities is not None:
            chances = dict(zip(question.options, map(float, question.probabilities), strict=True))
            others = {option.id: float(option.probability or 0) for option in decision.options}
            if chances.keys() != others.keys() or any(abs(chances[x] - others[x]) > 1e-9 for x in chances):
                found.append(f"chance: oracle {chances}, engine {others}")
        elif list(question.options) != theirs:
            found.append(f"options of {question.player}: oracle {list(question.options)}, engine {theirs}"
                         f" ({decision.rule})")
    return found + differences(told(game, oracle.dump()), told(game, match.dump()))


def ends_apart(ours: Result | None, theirs: Any) -> list[str]:
    assert ours is not None
    found = []
    for part in ("scores", "winners", "ranking", "reason", "payoffs"):
        one, other = getattr(ours, part), getattr(theirs, part)
        if part == "payoffs":
            one, other = tuple(map(float, one)), tuple(map(float, other))
        if tuple(one) != tuple(other):
            found.append(f"{part}: oracle {one}, engine {other}")
    return found


def disagreement(
    game: Game, players: int, seed: int, steps: int, log: bool = True, invariants: bool = True
) -> Disagreement | None:
    """Plays both with the same random choices, at most so many; where they part, or none.

    Raises: NotYet: the engine does not run some form of these rules.
    """
    rng = random.Random(seed)
    choices: list[str] = []

    def end(*found: str) -> Disagreement:
        return Disagreement(seed, len(choices), tuple(choices), found)

    oracle: Oracle | None = None
    match: Match | None = None
    for _ in range(steps + 1):
        ours = theirs = ""
        try:
            if oracle is None:
                oracle = Oracle(game, players, invariants)
            else:
                oracle.choose(choices[-1])
        except (OracleError, RecursionError) as error:
            ours = f"{type(error).__name__}: {error}"[:300]
        if "without end" in ours:
            return None  # the oracle gives up sooner than the engine
        try:
            if match is None:
                match = interpreter.start(game, players, chance="explicit", log=log, checks=invariants)
            else:
                match.choose(choices[-1])
        except EngineError as error:
            theirs = f"{type(error).__name__}: {error}"[:300]
        if any(bound in theirs for bound in BOUNDS):
            return None  # a bound that the oracle does not have
        if ours or theirs:
            return None if ours and theirs else end(f"error: oracle {ours or 'none'}, engine {theirs or 'none'}")
        assert oracle is not None
        assert match is not None
        if oracle.run.gave_up:
            return None  # a search without end; the engine gives up elsewhere
        if found := apart(game, oracle, match):
            return end(*found)
        if oracle.question is None:
            return None
        choices.append(rng.choice(oracle.question.options))
    return None
