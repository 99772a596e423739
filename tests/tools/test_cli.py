"""The command as a whole: what it imports, what it says, how it exits."""

import resource
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import tools.cli
from tools.failures import Failed, WrongCall, explain

ROOT = Path(__file__).resolve().parent.parent.parent
SLOW = {"networkx", "lark", "llvmlite", "graphviz", "hypothesis"}


def rulelang(*arguments: str) -> Result:
    return CliRunner().invoke(tools.cli.cli, list(arguments))


def python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


@pytest.mark.parametrize("name", tools.cli.COMMANDS)
def test_every_command_is_there_and_explains_itself(name: str) -> None:
    module, help_line = tools.cli.COMMANDS[name]
    assert isinstance(import_module(module).command, click.Command)
    result = rulelang(name, "--help")
    assert result.exit_code == 0
    assert len(result.output.splitlines()) > 6
    assert help_line in rulelang("--help").output


def test_help_is_quick() -> None:
    """By the processor's time: the machine may be busy."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        python("import sys; sys.argv = ['rulelang', '--help']; import tools.cli; tools.cli.main()")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.2


@pytest.mark.parametrize(
    ("module", "also_without"),
    [
        ("tools.cli", {"rulelang", "interpreter", "rich", "attrs"}),
        ("tools.list_games", {"interpreter", "rich"}),
        ("tools.check", {"interpreter", "rich"}),
        ("tools.format_command", {"interpreter", "rich"}),
        ("tools.trace", {"interpreter", "rich"}),
        ("tools.play.command", set()),
        ("tools.simulate", set()),
    ],
)
def test_commands_import_what_they_need(module: str, also_without: set[str]) -> None:
    loaded = set(python(f"import sys, {module}; print(*sys.modules)").split())
    assert not loaded & (SLOW | also_without)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc"], "Did you mean 'check'?"),
        (["check"], "Missing argument 'GAME'"),
        (["check", "no_such_game"], "no game is called `no_such_game`"),
        (["check", "no/such.rules"], "there is no file `no/such.rules`"),
        (["check", "kuhn", "--variant", "nothing"], "no variant called `nothing`"),
        (["check", "kuhn", "--set", "a"], "does not read name=value"),
        (["check", "kuhn", "--set", "=1"], "does not read name=value"),
        (["check", "/dev/null/x"], "there is no file"),
        (["check", "bad\0name"], "the path of its file, is missing"),
        (["format", "no/such.rules"], "does not exist"),
        (["replay", "no/such.json"], "does not exist"),
        (["simulate", "kuhn", "--players", "many"], "neither a number nor `all`"),
        (["simulate", "kuhn", "-n", "0"], "0 is not 1 to 10,000,000"),
        (["simulate", "kuhn", "-n", "many"], "`many` is no whole number"),
        (["play", "kuhn", "--seat", "-1"], "-1 is not 0 or more"),
        (["test", "kuhn", "--seconds", "0"], "0 is not more than 0"),
        (["test", "kuhn", "--seconds", "nan"], "nan is not more than 0"),
        (["test", "kuhn", "--seconds", "soon"], "`soon` is no number"),
        (["test", "kuhn", "--mutate", "--least", "101"], "101 is not 0 to 100"),
        (["test", "kuhn", "--keep", "kuhn.rules"], "choose another name"),
        (["test", "kuhn", "--junit", "kuhn.csv"], "choose another name"),
        (["check", "badaboom", "--set", "coins_to_win=ten"], "it is a number, 1 to 50"),
        (["check", "badaboom", "--set", "coins_to_win=" + "9" * 30], "it is 1 to 50"),
        (["check", "badaboom", "--set", "coin_to_win=5"], "did you mean `coins_to_win`?"),
        (["check", "badaboom", "--set", "coins_to_win=5", "--set", "coins_to_win=6"], "more than one value"),
        (["play", "kuhn", "--seat", "0", "--all"], "exclude each other"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str) -> None:
    result = rulelang(*arguments)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert "Traceback" not in result.output


def test_no_subcommand_shows_the_help() -> None:
    result = rulelang()
    assert result.exit_code == 2
    assert "Commands:" in result.output


@pytest.mark.parametrize(
    "call", [["check", "bad_company"], ["list"], ["graph", "--help"], ["play", "--help"]]
)
def test_only_drawing_pays_for_drawing(call: list[str]) -> None:
    code = f"import sys; sys.argv = {['rulelang', *call]!r}; import tools.cli\ntry: tools.cli.main()\nexcept SystemExit: pass\n"
    assert (
        python(code + "print(sorted({'networkx', 'graphviz'} & set(sys.modules)))").splitlines()[-1] == "[]"
    )


def test_version() -> None:
    assert rulelang("--version").output.startswith("rulelang ")


def test_faults_of_our_own_are_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULELANG_TRACEBACK", raising=False)
    told = explain(KeyError("zone"))
    assert told.exit_code == 70
    assert "fault of rulelang itself" in told.message
    monkeypatch.setenv("RULELANG_TRACEBACK", "1")
    with pytest.raises(KeyError):
        explain(KeyError("zone"))


def test_files_that_cannot_be_written_are_a_wrong_call() -> None:
    told = explain(PermissionError(13, "Permission denied", "/etc/x"))
    assert isinstance(told, WrongCall)
    assert told.message == "/etc/x: Permission denied"
    assert explain(Failed("as it is")).message == "as it is"


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    done = subprocess.run(
        ["bash", "-c", f"'{sys.executable}' -m tools.cli --help | true; exit ${{PIPESTATUS[0]}}"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr


def test_bundled_games_are_listed() -> None:
    result = rulelang("list")
    assert result.exit_code == 0
    assert "tic_tac_toe" in result.output
    assert " ? players" not in result.output
    assert '"name": "tic_tac_toe"' in rulelang("list", "--json").output
