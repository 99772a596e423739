"""A recorded match of every bundled game, variant and number of players, played again and compared.

What is compared: the questions, the ids on offer, the state after each choice, and the text of the whole log,
for the all-seeing reader and for each seat. ``UPDATE=1 pytest tests/engine/test_transcripts.py`` records
anew; read the difference: it is what has changed for players.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import interpreter
from interpreter import CHANCE, Match
from tests.engine.playing import TABLES, Table

FOLDER = Path(__file__).parent.parent / "transcripts"
UPDATE = bool(os.environ.get("UPDATE"))
TRIED = 80
"""Matches of which the shortest is recorded."""

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def file_of(table: Table) -> Path:
    words = [table.game, *([table.variant] if table.variant else [])]
    words += [f"{name}_{value}".lower() for name, value in table.parameters]
    return FOLDER / f"{'-'.join(words)}-{table.players}.json"


def digest(data: object) -> str:
    """A short name of JSON-able data, the same on every machine."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]


def told(m: Match) -> dict[str, str]:
    """The log by reader, as short names of its text."""
    logs = {"all": m.log} | {f"p{seat}": m.log_for(seat) for seat in range(m.players)}
    return {reader: digest([[e.what, e.text, e.rule, e.you] for e in log]) for reader, log in logs.items()}


def step_of(m: Match) -> dict[str, object]:
    """The waiting question."""
    d = m.decision
    assert d is not None
    return {
        "asked": "chance" if d.player == CHANCE else f"p{d.player}",
        "prompt": d.prompt,
        "offered": [option.id for option in d.options],
    }


def steps(m: Match, choices: Iterator[str]) -> Iterator[dict[str, object]]:
    """Plays *choices*; what was asked, chosen, and a short name of the state that came of it."""
    for choice in choices:
        step = step_of(m)
        m.choose(choice)
        yield step | {"chosen": choice, "state": digest(m.dump())}


def record(table: Table, seed: int, choices: Iterator[str]) -> dict[str, Any]:
    m = table.start(seed)
    done = list(steps(m, choices))
    assert m.result is not None
    return {
        "game": table.game,
        "variant": table.variant,
        "parameters": dict(table.parameters),
        "players": table.players,
        "seed": seed,
        "result": m.result.as_json(),
        "log": told(m),
        "steps": done,
    }


def shortest(table: Table) -> tuple[int, list[str]]:
    """The seed and the choices of a short match of random choices."""
    found: list[tuple[int, int, list[str]]] = []
    for seed in range(TRIED):
        m = table.start(seed)
        rng = Random(seed)
        while m.count:
            m.choose_index(rng.randrange(m.count))
        found.append((len(m.choices()), seed, [str(choice) for choice in m.choices()]))
    _, seed, choices = min(found)
    return seed, choices


def written(recorded: dict[str, Any]) -> str:
    """As text, a step a line."""
    lines = [json.dumps(step, ensure_ascii=False) for step in recorded["steps"]]
    head = json.dumps(
        {key: value for key, value in recorded.items() if key != "steps"}, indent=1, ensure_ascii=False
    )
    return head[:-2] + ',\n "steps": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


@every_table
def test_the_recorded_match_is_played_again_alike(table: Table) -> None:
    path = file_of(table)
    if UPDATE:
        seed, choices = shortest(table)
        path.write_text(written(record(table, seed, iter(choices))), encoding="utf-8")
    assert path.exists(), "no match of this is recorded: UPDATE=1 pytest tests/engine/test_transcripts.py"
    recorded = json.loads(path.read_text(encoding="utf-8"))
    m = table.start(recorded["seed"])
    again = steps(m, iter([step["chosen"] for step in recorded["steps"]]))
    for number, step in enumerate(recorded["steps"]):
        assert next(again) == step, f"step {number}"
    assert m.result is not None
    assert m.result.as_json() == recorded["result"]
    assert told(m) == recorded["log"]


@every_table
def test_replay_makes_the_recorded_match(table: Table) -> None:
    recorded = json.loads(file_of(table).read_text(encoding="utf-8"))
    m = table.start(recorded["seed"])
    transcript = m.transcript() | {"choices": [step["chosen"] for step in recorded["steps"]]}
    replayed = interpreter.replay(table.load(), json.dumps(transcript))
    assert replayed.result is not None
    assert replayed.result.as_json() == recorded["result"]
    assert replayed.transcript() == transcript
    assert told(replayed) == recorded["log"]


def test_no_record_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == {file_of(table).name for table in TABLES}
