"""`rulelang format` changes the layout and loses nothing."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tools.cli import cli

UGLY = """\
# a note
game   Small for 2 players # here
counter   points of each player : 0 or more=0
phase turn of start_player : # where it happens
  start_player gains 2 points

  # the end
"""
NEAT = """\
# a note
game Small for 2 players                                           # here
counter points of each player: 0 or more = 0
phase turn of start_player:                                        # where it happens
    start_player gains 2 points

    # the end
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["format", *map(str, arguments)])


@pytest.fixture
def ugly(tmp_path: Path) -> Path:
    path = tmp_path / "small.rules"
    path.write_text(UGLY, "utf-8")
    return path


def test_in_place_and_only_once(ugly: Path) -> None:
    result = run(ugly)
    assert (result.exit_code, result.output) == (0, f"{ugly}: formatted\n1 file, 1 changed, 0 refused\n")
    assert ugly.read_text("utf-8") == NEAT
    before = ugly.stat().st_mtime_ns
    assert run(ugly).output == "1 file, 0 changed, 0 refused\n"
    assert ugly.stat().st_mtime_ns == before


def test_check_and_diff_change_nothing(ugly: Path) -> None:
    result = run(ugly, "--check")
    assert (result.exit_code, result.output) == (
        1,
        f"{ugly}: would change\n1 file, 1 would change, 0 refused\n",
    )
    result = run(ugly, "--diff")
    assert result.exit_code == 1
    assert "-game   Small for 2 players # here\n" in result.output
    assert ugly.read_text("utf-8") == UGLY
    run(ugly)
    assert run(ugly, "--check").exit_code == 0


def test_a_file_with_a_mistake_is_left_and_the_others_are_done(ugly: Path) -> None:
    broken = ugly.with_name("broken.rules")
    broken.write_bytes(b"game Broken for 2 players\nphase\n")
    binary = ugly.with_name("binary.rules")
    binary.write_bytes(b"\xff\x00\x80")
    result = run(ugly.parent)
    assert result.exit_code == 1
    assert "3 files, 1 changed, 2 refused" in result.output
    assert "error[R001]" in result.output
    assert broken.read_bytes() == b"game Broken for 2 players\nphase\n"
    assert binary.read_bytes() == b"\xff\x00\x80"
    assert ugly.read_text("utf-8") == NEAT


def test_a_formatter_that_lies_is_not_believed(ugly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.format_text", lambda text: text.replace("2 points", "3 points"))
    assert "would change what the file says" in run(ugly).output
    monkeypatch.setattr("rulelang.format_text", lambda text: text.replace("# a note\n", ""))
    assert "would change what the file says" in run(ugly).output
    assert ugly.read_text("utf-8") == UGLY


def test_files_named_twice_are_done_once(ugly: Path) -> None:
    assert "1 file," in run(ugly, ugly.parent, ugly).output


def test_windows_line_ends(ugly: Path) -> None:
    ugly.write_bytes(b"\xef\xbb\xbf" + UGLY.replace("\n", "\r\n").encode())
    assert run(ugly).exit_code == 0
    assert ugly.read_bytes().decode() == NEAT
