"""`rulelang check`: with all variants, and again after each save."""

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulelang
import tools.cli
from rulelang import remembered
from tools.watching import EVERY, changed, folders, look

ROOT = Path(__file__).resolve().parent.parent.parent
SMALL = "game Small for 2 players\nparameter goal: 1 to 9 = 3\nphase turn:\n    if goal > 2: end game\n"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tools.cli.cli, list(arguments))


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "variants").mkdir()
    (tmp_path / "small.rules").write_text(SMALL, "utf-8")
    (tmp_path / "variants" / "a.rules").write_text(
        'variant A of "../small.rules":\n    set goal to 4\n', "utf-8"
    )
    (tmp_path / "variants" / "b.rules").write_text('variant B of "a.rules":\n    set goal to 5\n', "utf-8")
    return tmp_path


def test_all_variants_are_checked(game: Path) -> None:
    done = run("check", "small.rules", "--with-variants")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines() == [
        "Small is in order",
        "Small, variant A is in order",
        "Small, variant B is in order",
    ]


def test_a_base_that_changed_under_its_variants(game: Path) -> None:
    """What each change no longer finds is named, with the nearest name; what the base has itself is told once."""
    text = SMALL.replace("goal", "goals") + "zone deck: stack of card\n"
    (game / "small.rules").write_text(text, "utf-8")
    done = run("check", "small.rules", "--with-variants")
    assert done.exit_code == 1
    assert done.output.count("the base has no parameter `goal`") == 3  # in A, in B's base A, and in B
    assert done.output.count("did you mean `goals`?") == 3
    assert done.output.count("nothing uses the zone `deck`") == 1
    assert "variant B: 2 errors" in done.output
    data = json.loads(run("check", "small.rules", "--with-variants", "--json").output)
    assert [one["variant"] for one in data["variants"]] == ["A", "B"]
    assert [one["errors"] for one in data["variants"]] == [1, 2]
    assert data["errors"] == 0


def test_wrong_calls(game: Path) -> None:
    assert run("check", "small.rules", "--with-variants", "--variant", "a").exit_code == 2
    assert run("check", "small.rules", "--watch", "--json").exit_code == 2
    assert run("check", "nothing", "--watch").exit_code == 2


def test_files_that_are_written_added_and_taken_away(game: Path) -> None:
    places = folders("small.rules", ())
    before = look(places)
    assert [os.path.basename(name) for name in before] == ["small.rules", "a.rules", "b.rules"]
    (game / "small.rules").write_text(SMALL + "\n", "utf-8")
    (game / "cards.csv").write_text("name\n", "utf-8")
    (game / "variants" / "b.rules").unlink()
    (game / "notes.txt").write_text("no rules", "utf-8")
    (names,) = islice(changed(places, before), 1)
    assert [os.path.basename(name) for name in names] == ["cards.csv", "small.rules", "b.rules"]


def answers(process: "subprocess.Popen[str]") -> Iterator[str]:
    """What it prints; at the latest after a minute something must come."""
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line.rstrip("\n"))

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield lines.get(timeout=60)


def test_each_save_is_answered(game: Path) -> None:
    command = [sys.executable, "-u", "-m", "tools.cli", "check", "small.rules", "--watch"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        try:
            said = answers(process)
            assert "Small is in order" in said
            (game / "small.rules").write_text(SMALL.replace("goal >", "gaol >"), "utf-8")
            assert "--- small.rules saved ---" in said
            assert any("did you mean `goal`?" in line for line in said)
            (game / "small.rules").write_text(SMALL, "utf-8")
            assert "--- small.rules saved ---" in said
            assert "Small is in order" in said
        finally:
            process.kill()


def test_what_has_not_changed_is_parsed_once(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []

    def parse(source: rulelang.Source) -> remembered.Parsed:
        parsed.append(source.path)
        return rulelang.parse(source)

    monkeypatch.setattr(remembered, "parse", parse)
    trees = remembered.Trees()
    first = [rulelang.examine("small.rules", variant, None, trees) for variant in (None, "a", "b")]
    assert sorted(parsed) == ["small.rules", "variants/a.rules", "variants/b.rules"]
    assert first == [rulelang.examine("small.rules", variant) for variant in (None, "a", "b")]
    del parsed[:]
    (game / "variants" / "a.rules").write_text('variant A of "../small.rules":\n    set gaol to 4\n', "utf-8")
    trees.forget()
    again = [rulelang.examine("small.rules", variant, None, trees) for variant in (None, "a", "b")]
    assert parsed == ["variants/a.rules"]
    assert [one.game is None for one in again] == [False, True, True]
    trees.forget()
    trees.forget()
    del parsed[:]
    rulelang.examine("small.rules", None, None, trees)
    assert "small.rules" in parsed


@pytest.mark.parametrize("name", ["badaboom", "bad_company"])
def test_the_answer_is_there_within_half_a_second(name: str, tmp_path: Path) -> None:
    """By the processor's time: the machine may be busy."""
    folder = tmp_path / name
    shutil.copytree(ROOT / "games" / name, folder)
    trees = remembered.Trees()
    path = folder / f"{name}.rules"
    rulelang.examine(path, None, None, trees)
    text, times = path.read_text("utf-8"), []
    for number in range(3):
        path.write_text(f"{text}# {number}\n", "utf-8")
        trees.forget()
        start = time.process_time()
        assert rulelang.examine(path, None, None, trees).game is not None
        times.append(time.process_time() - start)
    assert min(times) + EVERY < 0.5
