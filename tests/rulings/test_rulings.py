"""Each open question of a rulebook is settled by an example, or it is said why none can; another reading makes one fail."""

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulelang
from interpreter.examples import Stage, play_line, run_example
from rulelang import RulesError

GAMES = Path(__file__).resolve().parent.parent.parent / "games"
COUNT = {"bad_company": ("Q-BC", 45), "badaboom": ("Q-BB", 42)}
SAMPLE = {"Q-BC-08", "Q-BB-26"}
"""Other readings that are tried in every run; the rest are long."""


def rulings(game: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((Path(__file__).parent / f"{game}.toml").read_text("utf-8"))


def variants_of(game: str) -> tuple[rulelang.BundledVariant, ...]:
    return next(one.variants for one in rulelang.bundled() if one.name == game)


def readings() -> Iterator[Any]:
    for game in COUNT:
        for id_, ruling in rulings(game).items():
            for other in ruling.get("other", ()):
                marks = [] if id_ in SAMPLE else [pytest.mark.long]
                yield pytest.param(game, ruling, other, id=f"{id_}: {other['says']}", marks=marks)


@pytest.mark.parametrize("game", COUNT)
def test_every_question_is_settled(game: str) -> None:
    prefix, count = COUNT[game]
    table = rulings(game)
    assert list(table) == [f"{prefix}-{number:02}" for number in range(1, count + 1)]
    base = {example.key for example in rulelang.load(game).examples}
    for id_, ruling in table.items():
        named = set(ruling.get("examples", ()))
        known = base
        if "variant" in ruling:
            known = {one.key for one in rulelang.load(game, variant=ruling["variant"]).examples}
        assert named <= known, id_
        match ruling.get("option", "").split():
            case ["variant", name]:
                assert name in {variant.title for variant in variants_of(game)}, id_
            case ["parameter", name]:
                assert name in rulelang.load(game).parameters, id_
        if named:
            assert ruling.get("other") or ruling.get("why"), f"{id_}: no other reading is tried"
        else:
            assert ruling["why"], f"{id_}: neither an example nor a reason why there is none"


@pytest.mark.parametrize("game", COUNT)
def test_examples_say_which_question_they_settle(game: str) -> None:
    """The scene and the table name each other."""
    text = "\n".join(path.read_text("utf-8") for path in sorted((GAMES / game).rglob("*.rules")))
    for id_, ruling in rulings(game).items():
        if ruling.get("examples"):
            assert id_ in text, id_


def test_loot_breaks_no_tie(tmp_path: Path) -> None:
    """Q-BC-35: the winner is the one with more coins, though the other one has loot worth more."""
    game = rulelang.load("bad_company")
    (example,) = (one for one in game.examples if one.key == "coins break a tie, loot does not")
    stage = Stage(game, len(example.players), example)
    for line in example.lines:
        play_line(stage, line, [])
    assert stage.m.result is not None
    assert stage.m.result.winners == (example.players.index("Maria"),)


@pytest.mark.parametrize(("game", "ruling", "other"), list(readings()))
def test_another_reading_makes_an_example_fail(
    game: str, ruling: dict[str, Any], other: dict[str, Any], tmp_path: Path
) -> None:
    folder = tmp_path / game
    shutil.copytree(GAMES / game, folder)
    for name, old, new in other["edits"]:
        path = folder / name
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{name}: {old!r} stands there {text.count(old)} times"
        path.write_text(text.replace(old, new), "utf-8")
    try:
        changed = rulelang.load(folder, variant=ruling.get("variant"))
    except RulesError as error:
        assert other.get("refused"), str(error)
        return
    assert not other.get("refused")
    examples = [one for one in changed.examples if one.key in ruling["examples"]]
    assert len(examples) == len(ruling["examples"])
    assert any(not run_example(changed, one).passed for one in examples)
