"""Which files are read, which are not, and what is said about those."""

import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulelang
from rulelang import files
from rulelang.bundled import find_game
from rulelang.diagnostics import Code, Diagnostic
from rulelang.files import Refusal, read_text, resolve
from rulelang.load import Reading, read_game
from rulelang.reading import MAX_FILES
from tests.language.game_cases import GameCase, outcome, read_cases, write

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("case", read_cases("files"), ids=lambda case: case.name)
def test_files_come_together(case: GameCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, case.files)
    monkeypatch.chdir(tmp_path)
    assert outcome(case) == case.expected


GAME = 'game Small for 2 players\ninclude "part.rules"\n'


def reading_with(part: bytes | None, folder: Path) -> Reading:
    """A small game whose part has these bytes; None: there is none."""
    (folder / "small.rules").write_text(GAME, "utf-8")
    if part is not None:
        (folder / "part.rules").write_bytes(part)
    return read_game(folder / "small.rules")


def only(reading: Reading) -> Diagnostic:
    assert reading.program is None
    (diagnostic,) = reading.diagnostics
    return diagnostic


@pytest.mark.parametrize(
    "part",
    [
        b"event noise\n",
        b"\xef\xbb\xbfevent noise\n",
        b"event noise\r\n",
        b"event noise\revent bang\r",
        b"\xef\xbb\xbf## A doc.\r\nevent noise\r\n",
        b"event noise",
        b"",
        "# bière\n".encode(),
    ],
)
def test_marks_and_line_ends_of_other_systems_are_taken(part: bytes, tmp_path: Path) -> None:
    reading = reading_with(part, tmp_path)
    assert reading.diagnostics == ()
    assert not any("\r" in source.text or "\ufeff" in source.text for source in reading.sources)


@pytest.mark.parametrize(
    ("part", "words", "code"),
    [
        (None, "there is no file `part.rules`", Code.UNREADABLE_FILE),
        ("event noise".encode("utf-16"), "written in UTF-16", Code.UNREADABLE_FILE),
        ("event noise".encode("utf-16-be"), "line 1 has a zero byte", Code.UNREADABLE_FILE),
        (b"event a\n# \xff\n", "not a UTF-8 text: line 2", Code.UNREADABLE_FILE),
        (b"event a\n\n# \0\n", "line 3 has a zero byte", Code.UNREADABLE_FILE),
        (b"#" * 2_000_001, "longer than 2 MB", Code.TOO_LARGE),
    ],
)
def test_what_is_no_text_is_refused_at_the_include(
    part: bytes | None, words: str, code: Code, tmp_path: Path
) -> None:
    diagnostic = only(reading_with(part, tmp_path))
    assert words in diagnostic.message
    assert diagnostic.code is code
    assert diagnostic.span.file.endswith("small.rules")
    assert (diagnostic.span.line, diagnostic.span.column) == (2, 9)


def test_a_file_of_exactly_the_greatest_size_is_read(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"#" * files.MAX_BYTES)
    assert read_text(str(tmp_path / "x"), "x") == "#" * files.MAX_BYTES


@pytest.mark.parametrize("what", ["folder", "pipe", "device", "link", "folder link", "round", "forbidden"])
def test_what_is_no_file_of_the_game_is_refused(what: str, tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "secret.rules").write_text("event secret\n", "utf-8")
    part = game / "part.rules"
    match what:
        case "folder":
            part.mkdir()
        case "pipe":
            os.mkfifo(part)
        case "device":
            part.symlink_to("/dev/zero")
        case "link":
            part.symlink_to(tmp_path / "secret.rules")
        case "folder link":
            (game / "inner").symlink_to(tmp_path)
            part.symlink_to("inner/secret.rules")
        case "round":
            part.symlink_to("other.rules")
            (game / "other.rules").symlink_to("part.rules")
        case "forbidden":
            part.write_text("event noise\n", "utf-8")
            part.chmod(0)
            if os.access(part, os.R_OK):
                pytest.skip("root may read everything")
    words = {
        "folder": "is a folder",
        "pipe": "is not a plain file",
        "device": "a link that leads out of the game's folder",
        "link": "a link that leads out of the game's folder",
        "folder link": "a link that leads out of the game's folder",
        "round": "in a circle",
        "forbidden": "permission denied",
    }
    readings: list[Reading] = []
    thread = threading.Thread(target=lambda: readings.append(reading_with(None, game)), daemon=True)
    thread.start()
    thread.join(10)
    assert readings, "reading never came back"
    assert words[what] in only(readings[0]).message


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null"])
def test_a_device_is_not_read_even_if_it_is_asked_for(path: str) -> None:
    assert isinstance(read_text(path, "device"), Refusal)
    assert "not a plain file" in only(read_game(path)).message


def test_no_permission_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may read everything, so the system's answer is played."""
    (tmp_path / "x").write_text("", "utf-8")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    answer = read_text(str(tmp_path / "x"), "x")
    assert answer == Refusal(Code.UNREADABLE_FILE, "`x` may not be read: permission denied")


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.rules").write_text("event noise\n", "utf-8")
    (tmp_path / "part.rules").symlink_to("real.rules")
    assert reading_with(None, tmp_path).diagnostics == ()


def test_a_link_does_not_hide_that_a_file_is_included_twice(tmp_path: Path) -> None:
    (tmp_path / "part.rules").write_text("event noise\n", "utf-8")
    (tmp_path / "again.rules").symlink_to("part.rules")
    (tmp_path / "small.rules").write_text(GAME + 'include "again.rules"\n', "utf-8")
    assert only(read_game(tmp_path / "small.rules")).code is Code.INCLUDED_TWICE


def test_too_many_parts(tmp_path: Path) -> None:
    parts = {f"p{number}.rules": f"event e{number}\n" for number in range(MAX_FILES + 1)}
    lines = "".join(f'include "{name}"\n' for name in parts)
    write(tmp_path, {**parts, "small.rules": "game Small for 2 players\n" + lines})
    diagnostic = only(read_game(tmp_path / "small.rules"))
    assert diagnostic.code is Code.TOO_LARGE
    assert diagnostic.span.line == MAX_FILES + 2


def test_a_chain_of_parts(tmp_path: Path) -> None:
    parts = {f"p{number}.rules": f'include "p{number + 1}.rules"\n' for number in range(MAX_FILES + 1)}
    write(tmp_path, {**parts, "small.rules": 'game Small for 2 players\ninclude "p0.rules"\n'})
    assert only(read_game(tmp_path / "small.rules")).code is Code.TOO_LARGE


def test_too_much_text_in_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.reading.MAX_TEXT", 1000)
    parts = {f"p{number}.rules": "# x\n" * 100 for number in range(3)}
    lines = "".join(f'include "{name}"\n' for name in parts) + 'cards Item from "t.csv"\n'
    write(tmp_path, {**parts, "t.csv": "name\n" * 100, "small.rules": "game Small for 2 players\n" + lines})
    reading = read_game(tmp_path / "small.rules")
    assert [(found.code, found.span.line) for found in reading.diagnostics] == [
        (Code.TOO_LARGE, 4),
        (Code.TOO_LARGE, 5),
    ]


def test_too_many_tables(tmp_path: Path) -> None:
    tables = {f"t{number}.csv": "name\n" for number in range(MAX_FILES + 1)}
    lines = "".join(f'cards Item from "{name}"\n' for name in tables)
    write(tmp_path, {**tables, "small.rules": "game Small for 2 players\n" + lines})
    reading = read_game(tmp_path / "small.rules")
    assert [diagnostic.code for diagnostic in reading.diagnostics] == [Code.TOO_LARGE]
    assert reading.program is not None
    assert len(reading.program.tables) == MAX_FILES


@given(st.text(max_size=30))
def test_whatever_path_is_written_it_stays_inside(written: str) -> None:
    path = resolve(written, "parts")
    if not isinstance(path, Refusal):
        assert not os.path.isabs(path)
        assert ".." not in path.split("/")


@given(st.binary(max_size=60))
def test_whatever_bytes_a_part_has_there_is_an_answer(part: bytes) -> None:
    text = files.decode(part, "x")
    assert isinstance(text, Refusal) or ("\0" not in text and "\r" not in text)


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    "wanted", ["", "\0", "no such game", "no/such/file.rules", "\udcff", "x" * 5000, "a\nb"]
)
def test_whatever_is_asked_for_there_is_an_answer(wanted: str) -> None:
    diagnostic = only(read_game(wanted))
    assert diagnostic.message.isprintable()
    assert diagnostic.message.encode("utf-8")
    (found,) = read_game(wanted, ["short", "\0", ""]).diagnostics
    assert found == diagnostic


@pytest.mark.parametrize(
    "variant", ["", "\0", "no such one", "no/such/file.rules", "\udcff", "x" * 5000, "a\nb"]
)
def test_whatever_variant_is_asked_for_there_is_an_answer(variant: str, tmp_path: Path) -> None:
    (tmp_path / "small.rules").write_text("game Small for 2 players\n", "utf-8")
    diagnostic = only(read_game(tmp_path / "small.rules", variant))
    assert diagnostic.message.encode("utf-8")


def test_bundled_games_are_found_by_name() -> None:
    games = rulelang.bundled()
    assert [game.name for game in games] == sorted({game.name for game in games})
    for game in games:
        assert find_game(game.name) == (game.path, f"games/{Path(game.path).relative_to(ROOT / 'games')}")
        assert all(variant.docs and Path(variant.path).is_file() for variant in game.variants)


def test_every_bundled_game_file_has_a_name_of_its_own() -> None:
    heads = [
        path.stem
        for path in sorted((ROOT / "games").rglob("*.rules"))
        if re.search(r"^game ", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(heads) == len(set(heads))
    assert sorted(heads) == [game.name for game in rulelang.bundled()]


def test_a_name_that_is_nearly_right() -> None:
    names = [game.name for game in rulelang.bundled()]
    diagnostic = only(read_game(names[0] + "x"))
    assert diagnostic.code is Code.UNKNOWN_GAME
    assert diagnostic.hint == f"did you mean `{names[0]}`?"


def test_a_variant_by_file_name_by_its_own_name_and_nearly(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "small.rules": "game Small for 2 players\n",
            "tall.rules": "game Tall for 2 players\n",
            "variants/quick.rules": 'variant ShortGame of "../small.rules":\n    add event noise\n',
            "variants/long.rules": 'variant Long of "../tall.rules":\n    add event noise\n',
        },
    )
    for wanted in ("quick", "ShortGame", "variants/quick.rules", tmp_path / "variants" / "quick.rules"):
        reading = read_game(tmp_path / "small.rules", wanted)
        assert reading.program is not None, reading.diagnostics
        assert reading.program.variant == "ShortGame"
    assert only(read_game(tmp_path / "small.rules", "quik")).hint == "did you mean `quick`?"
    assert only(read_game(tmp_path / "small.rules", "nothing")).hint == "its variants are `quick`"
    assert only(read_game(tmp_path / "small.rules", "long")).code is Code.WRONG_BASE


def test_a_variant_of_a_bundled_game_may_lie_anywhere(tmp_path: Path) -> None:
    name = rulelang.bundled()[0].name
    write(
        tmp_path,
        {
            "mine.rules": f'variant Mine of "{name}":\n    add event noise_of_mine\n'
            '    add kind Mine1 is card\n    add cards Mine1 from "mine.csv"\n',
            "mine.csv": "name\nMy Card\n",
        },
    )
    for reading in (read_game(tmp_path / "mine.rules"), read_game(name, tmp_path / "mine.rules")):
        assert reading.program is not None, reading.diagnostics
        assert reading.program.variant == "Mine"
        assert any(table.rows[0][0].text == "My Card" for table in reading.program.tables.values())


# ------------------------------------------------------------------ the public surface


def test_a_broken_game_raises_all_that_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "small.rules").write_text('game Small for 2 players\ninclude "x"\ninclude "y"\n', "utf-8")
    with pytest.raises(rulelang.RulesError, match="there is no file `x`") as caught:
        rulelang.load(tmp_path / "small.rules")
    assert len(caught.value.diagnostics) == 2
    assert rulelang.check_game(tmp_path / "small.rules") == (None, caught.value.diagnostics)


def test_importing_the_package_imports_next_to_nothing() -> None:
    code = "import sys; before = {*sys.modules}; import rulelang; print(*sorted({*sys.modules} - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    loaded = {name for name in done.stdout.split() if name.partition(".")[0] not in sys.stdlib_module_names}
    assert loaded == {"rulelang"}


def test_an_installed_package_has_the_games_inside(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulelang", tmp_path / "rulelang")
    write(
        tmp_path,
        {
            "rulelang/_games/some/small.rules": "game Small for 2 players\n",
            "games/other/tall.rules": "game Tall for 2 players\n",
        },
    )
    code = (
        "import rulelang\n"
        "from rulelang.load import read_game\n"
        "assert [game.name for game in rulelang.bundled()] == ['small']\n"
        "program = read_game('small').program\n"
        "assert program and program.folder == 'games/some'\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)


def test_names_that_are_modules_too_are_the_functions() -> None:
    code = (
        "import rulelang.parse, rulelang.load, rulelang.bundled, rulelang\n"
        "assert all(callable(getattr(rulelang, name)) for name in rulelang.__all__)\n"
        "from rulelang import parse, load, bundled\n"
        "assert callable(parse) and callable(load) and callable(bundled)\n"
        "assert rulelang.parse is parse\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
