"""Engine and oracle side by side: the same questions, the same state after every step, the same end."""

import random
from typing import Any

from rulelang import game as g
from tests.oracle.match import Oracle


def normal(dump: dict[str, Any]) -> dict[str, Any]:
    """A dump without what either may leave out: empty zones and things that are none; values as their ids."""
    parts: dict[str, Any] = {"turn": dump["turn"], "phases": list(dump["phases"])}
    for part in ("zones", "knows"):
        parts[part] = {name: list(cards) for name, cards in dump[part].items() if cards}
    parts["stores"] = {name: str(value) for name, value in dump["stores"].items() if str(value) != "none"}
    parts["dice"] = {name: [str(face) for face in faces] for name, faces in dump["dice"].items() if faces}
    return parts


def differences(ours: Any, theirs: Any, path: str = "") -> list[str]:
    """Where two dumps differ, one line each."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        keys = sorted(ours.keys() | theirs.keys())
        return [d for key in keys for d in differences(ours.get(key), theirs.get(key), f"{path}/{key}")]
    return [] if ours == theirs else [f"{path}: oracle {ours}, engine {theirs}"]


def step_differences(oracle: Oracle, match: Any, own_stores: bool = False) -> list[str]:
    """Where the two differ now. ``own_stores``: those of cards and spaces too, which both must name alike."""
    question, decision = oracle.question, match.decision
    if question is None or decision is None:
        if question is not decision:
            return [f"over: oracle {question is None}, engine {decision is None}"]
        return end_differences(oracle, match)
    found = []
    theirs = tuple(option.id for option in decision.options)
    if question.player != decision.player or question.options != theirs:
        found.append(
            f"question: oracle {question.player} {question.options}, engine {decision.player} {theirs}"
        )
    elif question.probabilities is not None:
        shares = [float(option.probability) for option in decision.options]
        if any(abs(float(p) - q) > 1e-9 for p, q in zip(question.probabilities, shares, strict=True)):
            found.append(f"chances: oracle {question.probabilities}, engine {shares}")
    return found + dump_differences(oracle, match, own_stores)


def dump_differences(oracle: Oracle, match: Any, own_stores: bool) -> list[str]:
    ours, theirs = normal(oracle.dump()), normal(match.dump())
    if not own_stores:
        for side in (ours, theirs):
            side["stores"] = {name: value for name, value in side["stores"].items() if "@" not in name}
    return differences(ours, theirs)


def end_differences(oracle: Oracle, match: Any) -> list[str]:
    ours, theirs = oracle.result, match.result
    assert ours is not None
    found = []
    for part in ("scores", "winners", "ranking", "reason", "payoffs"):
        one, other = getattr(ours, part), getattr(theirs, part)
        if part == "payoffs":
            one, other = tuple(map(float, one)), tuple(map(float, other))
        if one != other:
            found.append(f"{part}: oracle {one}, engine {other}")
    return found + dump_differences(oracle, match, False)


def play_both(game: g.Game, match: Any, players: int, seed: int, steps: int = 4000) -> list[str]:
    """Plays at random until the end, or until the two differ; ``match``: begun with chance explicit. The
    choices that led there come last."""
    rng = random.Random(seed)
    oracle = Oracle(game, players)
    for _ in range(steps):
        found = step_differences(oracle, match)
        if found or oracle.question is None:
            return [*found, f"after {', '.join(oracle.choices[-12:])}"] if found else []
        question = oracle.question
        weights = [1.0] * len(question.options)
        if question.probabilities is not None:
            weights = [float(p) for p in question.probabilities]
        choice = rng.choices(question.options, weights)[0]
        oracle.choose(choice)
        match.choose(choice)
    return []
