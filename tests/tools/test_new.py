"""`rulelang new`: what it writes is in order as it stands, and nothing is overwritten."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import interpreter
import rulelang
import tools.cli
from tools.starting import file_of, title_of


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tools.cli.cli, list(arguments))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def in_order(path: str, *options: str) -> None:
    """It checks without warnings, is laid out in the common style, its examples come out, and bots can play it."""
    assert run("check", path, "--strict").exit_code == 0
    assert run("format", path, "--check").exit_code == 0
    tested = run("test", path, "--json", *options)
    assert tested.exit_code == 0
    assert '"passed": 1,' in tested.output
    game = rulelang.load(path)
    match = interpreter.start(game, game.players[0], seed=1)
    for _ in range(200):
        if match.decision is None:
            break
        match.choose(match.decision.options[0])
    assert match.result is not None or len(match.log) > 200


@pytest.mark.parametrize(
    ("name", "file", "title"),
    [
        ("night_market", "night_market", "NightMarket"),
        ("RPG2-night", "rpg2_night", "RPG2Night"),
        ("v1", "v1", "V1"),
        ("night_2", "night_2", "Night2"),
        ("find", "find", "Find"),
    ],
)
def test_a_new_game_is_in_order(name: str, file: str, title: str) -> None:
    made = run("new", "game", name)
    assert made.exit_code == 0, made.output
    path = f"{file}/{file}.rules"
    assert f"rulelang play {path}" in made.output
    assert rulelang.load(path).name == title
    in_order(path)


@pytest.mark.parametrize(
    "game", [pytest.param("bad_company", marks=pytest.mark.long), "goofspiel", "pig", "tic_tac_toe"]
)
def test_a_new_variant_of_a_bundled_game_is_in_order(game: str) -> None:
    made = run("new", "variant", "my_own", "--of", game)
    assert made.exit_code == 0, made.output
    loaded = rulelang.load("my_own.rules")
    assert loaded.variant == "MyOwn"
    # next to nothing is changed: it would be the game itself that is attacked at length
    in_order("my_own.rules", "--examples", "1")


@pytest.mark.parametrize("name", ["night_market", "NightMarket", "night market", "Night-Market"])
def test_a_name_may_be_written_in_several_ways(name: str) -> None:
    assert (file_of(name), title_of(name)) == ("night_market", "NightMarket")


def test_a_variant_lies_beside_what_it_changes() -> None:
    assert run("new", "game", "night_market").exit_code == 0
    assert run("new", "variant", "longer", "--of", "night_market").exit_code == 0
    first = "night_market/variants/longer.rules"
    in_order(first)
    made = run("new", "variant", "longest", "--of", first)
    assert made.exit_code == 0, made.output
    second = "night_market/variants/longest.rules"
    assert 'variant Longest of "longer.rules":' in Path(second).read_text("utf-8")
    in_order(second)
    assert run("new", "variant", "here", "--of", "night_market", "--folder", "night_market").exit_code == 0
    in_order("night_market/here.rules")


def test_every_change_that_is_offered_as_a_remark_can_be_made() -> None:
    assert run("new", "variant", "my_own", "--of", "badaboom").exit_code == 0
    path = Path("my_own.rules")
    text = path.read_text("utf-8")
    for line in text.splitlines():
        change = line.strip().removeprefix("# ")
        if not change.startswith(("set ", "remove ")):
            continue
        path.write_text(text.replace(line, f"    {change}"), "utf-8")
        found = rulelang.examine("my_own.rules").diagnostics
        assert not [one for one in found if one.code.id.startswith("R4")], change


def test_nothing_is_overwritten() -> None:
    Path("market").mkdir()
    Path("market/market.rules").write_text("mine", "utf-8")
    Path("my_own.rules").symlink_to("market/market.rules")
    for arguments in (("game", "market"), ("variant", "my_own", "--of", "kuhn")):
        made = run("new", *arguments)
        assert made.exit_code == 2
        assert "is there already; it stays as it is" in made.output
    assert Path("market/market.rules").read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["game", "../x"], "cannot be a name"),
        (["game", "2nd"], "cannot be a name"),
        (["game", "täglich"], "cannot be a name"),
        (["game", ""], "cannot be a name"),
        (["game", "a" * 61], "cannot be a name"),
        (["variant", "x", "--of", "nothing"], "no game is called `nothing`"),
        (["variant", "x", "--of", "no/such.rules"], "there is no file"),
        (["variant", "x", "--of", "part.rules"], "no game and no variant"),
        (["variant", "x"], "Missing option '--of'"),
        (["variant", "x", "--of", "small.rules", "--folder", "elsewhere/deep"], "lies in the folder `.`"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str) -> None:
    Path("part.rules").write_text("setup: end game\n", "utf-8")
    Path("small.rules").write_text("game Small for 2 players\nphase turn: end game\n", "utf-8")
    before = sorted(Path().rglob("*"))
    made = run("new", *arguments)
    assert made.exit_code == 2, made.output
    assert said in made.output
    assert sorted(Path().rglob("*")) == before


def test_of_a_game_with_mistakes_there_is_no_variant() -> None:
    Path("small.rules").write_text("game Small for 2 players\nphase turn: skip to nowhere\n", "utf-8")
    made = run("new", "variant", "x", "--of", "small.rules")
    assert made.exit_code == 1
    assert "nowhere" in made.output
    assert not Path("variants").exists()
