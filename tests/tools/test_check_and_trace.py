"""`rulelang check` and `rulelang trace`, on small games written for them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tools.cli import cli

GOOD = """\
game Small for 2 players                    @SM-1
catalogue "catalogue.csv"
parameter goal: 1 to 9 = 3
counter points of each player: 0 or more = 0
phase turn of start_player:
    start_player gains goal points          @SM-2
winner: most points                         @SM-2
"""
CATALOGUE = """\
id,section,paraphrase,kind
SM-1,Players,Two people play,component
SM-2,Aim,Points are gained and the most points win; this is told at length so that it must be shortened,end
SM-3,Story,It was a dark and stormy night,flavour
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "small.rules").write_text(GOOD, "utf-8")
    (folder / "catalogue.csv").write_text(CATALOGUE, "utf-8")
    return folder


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)))


def test_a_game_in_order(small: Path) -> None:
    result = run("check", small)
    assert (result.exit_code, result.output) == (0, "Small is in order\n")
    result = run("check", small, "--set", "goal=5")
    assert result.exit_code == 0


def test_findings_are_shown_and_counted(small: Path) -> None:
    path = small / "small.rules"
    path.write_text(
        GOOD.replace("gains goal points", "gains goal pints").replace("most points", "most"), "utf-8"
    )
    result = run("check", small)
    assert result.exit_code == 1
    assert "error[R" in result.output
    assert f"--> {path}:" in result.output
    assert "Traceback" not in result.output
    data = json.loads(run("check", small, "--json").stdout)
    assert data["errors"] == len(data["diagnostics"]) > 0
    assert data["diagnostics"][0]["line"] in (6, 7)
    assert data["game"] is None


@pytest.mark.parametrize("setting", ["goal=99", "goal=yes", "goal=none", "nothing=1"])
def test_settings_that_do_not_fit(small: Path, setting: str) -> None:
    result = run("check", small, "--set", setting)
    assert result.exit_code == 2
    assert setting.partition("=")[0] in result.output
    assert "Traceback" not in result.output


def test_warnings_fail_only_when_asked(small: Path) -> None:
    path = small / "small.rules"
    path.write_text(GOOD + "counter never_used: number = 0\n", "utf-8")
    result = run("check", small)
    assert result.exit_code == 0
    assert "warning[W" in result.output
    assert "0 errors, 1 warning" in result.output
    assert run("check", small, "--strict").exit_code == 1


def test_every_sentence_is_carried(small: Path) -> None:
    result = run("trace", small)
    assert result.exit_code == 0, result.output
    assert "Small: 2 of 3 statements carried, 0 missing, 1 need none" in result.output
    assert "small.rules:6" in result.output
    data = json.loads(run("trace", small, "--json").stdout)
    assert data["missing"] == []
    assert [len(statement["carriers"]) for statement in data["statements"]] == [1, 2, 0]


def test_a_sentence_that_nothing_carries_fails(small: Path) -> None:
    path = small / "small.rules"
    path.write_text(GOOD.replace("@SM-1", ""), "utf-8")
    result = run("trace", small, "--missing")
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "MISSING @SM-1  [component]  Two people play",
        "Small: 1 of 3 statements carried, 1 missing, 1 need none",
    ]


VARIANT = """\
variant Long of "../small.rules":
    set goal to 9
    after late add phase later:                 @SM-4
        start_player gains 1 point
"""


def test_a_variant_that_lies_with_the_game_carries_too(small: Path) -> None:
    with (small / "catalogue.csv").open("a", encoding="utf-8") as catalogue:
        catalogue.write("SM-4,Variants,In a long game a point is gained later,definition\n")
    (small / "small.rules").write_text(GOOD.replace("phase turn", "phase late"), "utf-8")
    assert run("trace", small).exit_code == 1
    assert run("check", small, "--strict").exit_code == 1
    (small / "variants").mkdir()
    path = small / "variants" / "long.rules"
    path.write_text(VARIANT, "utf-8")
    assert run("check", small, "--strict").output == "Small is in order\n"
    result = run("trace", small)
    assert result.exit_code == 0
    assert "    variant Long: phase later, at " in result.output
    assert "Small: 3 of 4 statements carried (1 only in variants), 0 missing, 1 need none" in result.output
    played = run("trace", small, "--variant", "long")
    assert "    phase later, at " in played.output
    assert "only in variants" not in played.output
    # One that cannot be read carries nothing, and one that is of another game neither.
    for text in ("variant Long of", VARIANT.replace("small.rules", "other.rules")):
        path.write_text(text, "utf-8")
        result = run("trace", small, "--missing")
        assert result.exit_code == 1
        assert result.output.startswith("MISSING @SM-4")


def test_trace_needs_rules_in_order(small: Path) -> None:
    (small / "small.rules").write_text("game Small for 2 players\nphase\n", "utf-8")
    result = run("trace", small)
    assert result.exit_code == 1
    assert "error[R001]" in result.output


def test_bundled_games_are_in_order() -> None:
    for entry in json.loads(run("list", "--json").stdout):
        assert run("check", entry["name"]).exit_code == 0, entry["name"]
