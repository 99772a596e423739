"""`rulelang play`, `simulate` and `replay` with real games; some of it at a real terminal."""

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

import interpreter
import rulelang
from tools.cli import cli

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Matches are kept in a folder of the test's own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("RULELANG_TRACEBACK", "1")
    return tmp_path / "state" / "rulelang"


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)), input=typed)


# ------------------------------------------------------------------ play


def test_a_whole_match_at_the_prompt(state: Path) -> None:
    result = run(
        "play",
        "tic_tac_toe",
        "--all",
        "--seed",
        1,
        typed="\ngrid[1,1]\n\ngrid[2,1]\n\n[1,2]\n\n[2,2]\n\n[1,3]\n",
    )
    assert result.exit_code == 0, result.output
    assert "The match is over" in result.output
    assert list(state.iterdir()) == []
    assert max(len(line) for line in result.output.splitlines()) <= 100


def test_rerolling_three_dice_is_one_answer() -> None:
    """At the table of a dice game: five dice in a line, not the 31 ways to choose among them."""
    result = run(
        "play", "bad_company", "--players", 3, "--seed", 5, "--seat", 2, typed="1\nreroll 1 3 5\nreroll\n"
    )
    assert result.exit_code == 0, result.output
    assert "paid reroll:  1 golden 4   2 golden 4   3 golden 1   4 golden 2   5 police die 0" in result.output
    assert "paid_reroll([" not in result.output
    assert "  * golden 1 shows 3, golden 3 shows 5, police die shows 0\n" in result.output
    assert result.output.count("Which of these?") == 1
    assert (
        max(len(line) for line in result.output.splitlines() if "kept in" not in line and "Go on" not in line)
        <= 80
    )
    # Of the table only what has changed is drawn again.
    assert result.output.count("display  ") == 2
    assert "golden  3 4 5 2" in result.output


def test_end_of_input_keeps_the_match_and_says_how_to_go_on(state: Path) -> None:
    result = run("play", "tic_tac_toe", "--seed", 5, typed="1\n")
    assert result.exit_code == 0
    kept = next(state.iterdir())
    assert f"The match is kept in {kept}" in result.output
    call = re.search(r"Go on with: rulelang (.*)", result.output)
    assert call is not None
    again = run(*shlex.split(call[1]), typed="quit\n")
    assert again.exit_code == 0
    assert again.output.count("how") >= 0
    assert list(state.iterdir()) == [kept]


def test_resumed_matches_go_on_as_they_would_have(state: Path, tmp_path: Path) -> None:
    arguments = ("play", "kuhn", "--seed", 11, "--bots", "random")
    whole = run(*arguments, typed="1\n1\n1\n1\n")
    assert "The match is over" in whole.output
    kept = tmp_path / "kept.json"
    run(*arguments, "--save", kept, typed="")
    rest = run("play", "kuhn", "--resume", kept, typed="1\n1\n1\n1\n")
    assert rest.output.splitlines()[-3:] == whole.output.splitlines()[-3:]


def test_saves_that_are_none(tmp_path: Path) -> None:
    for number, content in enumerate(
        [b"", b"{}", b"[]", b"\xff\xfe", b'{"format": 99}', b"[" * 100_000, b"null"]
    ):
        path = tmp_path / f"{number}.json"
        path.write_bytes(content)
        result = run("play", "kuhn", "--resume", path)
        assert result.exit_code == 2, (content[:20], result.output)
        assert result.output.startswith("Error: ")
    other = tmp_path / "other.json"
    other.write_text(interpreter.start(rulelang.load("pig"), players=2, seed=1).save(), "utf-8")
    assert run("play", "kuhn", "--resume", other).exit_code == 2


def test_files_are_not_overwritten(tmp_path: Path) -> None:
    taken = tmp_path / "taken.txt"
    taken.write_text("dear diary", "utf-8")
    result = run("play", "kuhn", "--save", taken)
    assert result.exit_code == 2
    assert taken.read_text("utf-8") == "dear diary"


@pytest.mark.parametrize(
    "arguments",
    [["--players", "9"], ["--seat", "2"], ["--resume", __file__, "--seed", "1"], ["--bots", "clever"]],
)
def test_wrong_calls(arguments: list[str]) -> None:
    result = run("play", "tic_tac_toe", *arguments)
    assert result.exit_code == 2, result.output


def test_watching_is_the_same_each_time() -> None:
    first = run("play", "crazy_eights", "--watch", "--players", 3, "--seed", 3)
    assert first.exit_code == 0, first.output
    assert "The match is over" in first.output
    assert first.output == run("play", "crazy_eights", "--watch", "--players", 3, "--seed", 3).output


# ------------------------------------------------------------------ at a terminal


def terminal(*arguments: str, **environment: str) -> "pexpect.spawn[str]":
    return pexpect.spawn(
        sys.executable,
        ["-m", "tools.cli", *arguments],
        cwd=str(ROOT),
        env={**os.environ, "TERM": "xterm", **environment},  # type: ignore[arg-type]
        encoding="utf-8",
        timeout=60,
        dimensions=(24, 80),
    )


def test_interrupt_at_the_prompt(state: Path) -> None:
    child = terminal("play", "tic_tac_toe", "--seed", "2")
    child.expect("> $")
    child.sendline("1")
    child.expect("> $")
    child.sendintr()
    child.expect("The match is kept in ")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before
    kept = next(state.iterdir())
    match = interpreter.resume(rulelang.load("tic_tac_toe"), kept.read_text("utf-8"))
    assert len(match.transcript()["choices"]) == 2


def test_end_of_file_at_the_prompt(state: Path) -> None:
    child = terminal("play", "tic_tac_toe", "--seed", "2")
    child.expect("> $")
    child.sendeof()
    child.expect("The match is kept in ")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len(list(state.iterdir())) == 1


def test_a_hidden_hand_is_wiped_before_the_screen_is_passed(state: Path) -> None:
    child = terminal("play", "kuhn", "--all", "--seed", "2")
    child.expect("Pass the screen to p0, who then presses Enter: $")
    child.sendline("")
    child.expect("> $")
    child.sendline("1")
    child.expect("Pass the screen to p1, who then presses Enter: $")
    assert "\x1b[2J" in child.before
    assert "\x1b[3J" in child.before
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


def test_interrupt_of_a_simulation() -> None:
    child = terminal("simulate", "badaboom", "-n", "100000", "--seed", "1")
    child.expect("players")
    child.sendintr()
    child.expect("interrupted")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


# ------------------------------------------------------------------ simulate


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_equal_seeds_give_equal_reports(bots: str) -> None:
    arguments = ("simulate", "kuhn", "-n", 20, "--seed", 4, "--bots", bots)
    first, second = run(*arguments), run(*arguments)
    assert first.exit_code == 0, first.output
    assert first.output == second.output
    assert run(*arguments[:-3], 5, "--bots", bots).output != first.output


def test_report(tmp_path: Path) -> None:
    data = json.loads(run("simulate", "kuhn", "-n", 30, "--seed", 4, "--players", 2, "--json").stdout)
    (report,) = data["reports"]
    assert (data["game"], data["seed"], data["bots"]) == ("Kuhn", 4, "random")
    assert (report["players"], report["matches"]) == (2, 30)
    assert sum(report["wins"]) - report["shared"] + report["nobody"] == 30
    assert report["decisions"]["least"] >= 2
    assert sum(report["reasons"].values()) == 30
    text = run("simulate", "kuhn", "-n", 30, "--seed", 4, "--players", 2).output
    assert re.search(r"seat 0 won +\d+ +\d+\.\d %", text)
    assert "rules that never fired:" in text


def test_machine_code_gives_the_same_report() -> None:
    pytest.importorskip("llvmlite")
    for bots in ("random", "greedy"):
        arguments = ("simulate", "kuhn", "-n", 20, "--seed", 4, "--bots", bots, "--json")
        plain, fast = (run(*arguments, *more).stdout for more in ((), ("--fast",)))
        assert plain == fast


def test_without_the_extra_one_sentence_and_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)
    arguments = ("simulate", "kuhn", "-n", 3, "--seed", 1)
    result = run(*arguments, "--fast")
    assert result.exit_code == 0
    assert "rulelang[fast]" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == run(*arguments).stdout


def test_what_the_report_says_of_scores() -> None:
    report = json.loads(run("simulate", "kuhn", "-n", 20, "--seed", 4, "--players", 2, "--json").stdout)
    (one,) = report["reports"]
    assert one["scores"]["mean"] == 0  # what one wins the other loses
    assert one["winning_scores"]["least"] > 0
    path = json.loads(run("simulate", "tic_tac_toe", "-n", 2, "--seed", 4, "--json").stdout)
    assert path["reports"][0]["scores"] is path["reports"][0]["winning_scores"] is None


def test_variants_and_settings_are_played() -> None:
    data = json.loads(
        run("simulate", "badaboom", "-n", 1, "--players", 3, "--variant", "short_fuse",
            "--set", "starting_hand=2", "--json").stdout
    )  # fmt: skip
    assert (data["variant"], data["settings"]["starting_hand"]) == ("ShortFuse", 2)
    assert data["reports"][0]["reasons"] == {"end game": 1}


def test_all_numbers_of_players_are_tried() -> None:
    data = json.loads(run("simulate", "kuhn", "-n", 1, "--seed", 1, "--json").stdout)
    assert [report["players"] for report in data["reports"]] == [2, 3]


def test_what_never_fires_is_named(tmp_path: Path) -> None:
    path = tmp_path / "quiet.rules"
    path.write_text(
        "game Quiet for 2 players\n"
        "counter points of each player: 0 or more = 0\n"
        "effect earn: you gain 1 point\n"
        "rule joy, when points of player p rises: announce hurrah(p)\n"
        "rule grief, when points of player p falls: announce hurrah(p)\n"
        "event hurrah(player p)\n"
        "phase turn of start_player: start_player does earn\n"
        "winner: most points\n",
        "utf-8",
    )
    data = json.loads(run("simulate", path, "-n", 2, "--seed", 1, "--json").stdout)
    assert data["reports"][0]["never_fired"] == ["grief"]
    assert data["reports"][0]["turns"]["least"] == 1


def test_rules_that_break_say_which_match(tmp_path: Path) -> None:
    path = tmp_path / "broken.rules"
    path.write_text(
        "game Broken for 2 players\n"
        "counter points of each player: 0 or more = 0\n"
        "phase turn of start_player: start_player gains 1 point\n"
        "winner: most points\n"
        "invariant nobody_scores: every player p has points of p = 0\n",
        "utf-8",
    )
    result = run("simulate", path, "-n", 2, "--seed", 6)
    assert result.exit_code == 1
    assert "seed 6" in result.output
    assert "nobody_scores" in result.output


# ------------------------------------------------------------------ replay


def record(tmp_path: Path, **changes: object) -> Path:
    game = rulelang.load("kuhn")
    match = interpreter.start(game, players=2, seed=3)
    while match.decision is not None:
        match.choose(match.decision.options[0])
    path = tmp_path / "record.json"
    path.write_text(json.dumps({**match.transcript(), **changes}), "utf-8")
    return path


def test_replay_tells_each_step(tmp_path: Path) -> None:
    path = record(tmp_path)
    result = run("replay", path)
    assert result.exit_code == 0, result.output
    choices = json.loads(path.read_text("utf-8"))["choices"]
    assert len(re.findall(r"^ +\d+  p\d: ", result.output, re.MULTILINE)) == len(choices)
    steps = [json.loads(line) for line in run("replay", path, "--json").stdout.splitlines()]
    assert [step["step"] for step in steps] == list(range(1, len(choices) + 1))
    assert len(run("replay", path, "--to", 1, "--json").stdout.splitlines()) == 1


def test_other_rules_are_noticed(tmp_path: Path) -> None:
    path = record(tmp_path, digest="0" * 64)
    result = run("replay", path)
    assert result.exit_code == 1
    assert "recorded with other rules" in result.output
    assert run("replay", path, "--other-rules").exit_code == 0


def test_a_choice_that_does_not_fit_is_named(tmp_path: Path) -> None:
    result = run("replay", record(tmp_path, choices=["dance"]))
    assert result.exit_code == 1
    assert "step 1: `dance` is not on offer to p0, but: " in result.output


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"game": 1}',
        "[" * 100_000,
        '{"game": "kuhn", "digest": "x", "players": "2", "choices": []}',
    ],
)
def test_records_that_are_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(text, "utf-8")
    result = run("replay", path)
    assert result.exit_code == 2, result.output
    assert result.output.startswith("Error: ")


@pytest.mark.parametrize(
    "changes",
    [{"players": 99}, {"players": -1}, {"choices": [1, None]}, {"parameters": {"x": 1}}, {"parameters": [1]},
     {"variant": 7}, {"seed": "a"}, {"chance": "never"}, {"game": "no_such_game"}],
)  # fmt: skip
def test_damaged_records(tmp_path: Path, changes: dict[str, object]) -> None:
    result = run("replay", record(tmp_path, **changes), "--other-rules")
    assert result.exit_code in (1, 2), result.output
    assert "Traceback" not in result.output
