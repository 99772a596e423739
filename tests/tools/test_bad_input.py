"""Bad input, from the outside: one clear message, the right exit status, soon, and every file as it was.

What single modules say is tested beside them; here are whole calls.
"""

import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner

import interpreter
import rulelang
from interpreter.slots import FUEL_BOUND
from tests.warm import Warm
from tools.cli import cli
from tools.play.saves import keep, state_folder

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 10.0  # of the processor, and by far enough
MEMORY = 1 << 30  # bytes that a call may have

GAME = """\
game Small for 2 players
counter points of each player: 0 or more = 0
phase turn of start_player:
    start_player gains 2 points
winner: most points
"""


@frozen
class Said:
    """What came of a call."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own to stand in; what lies in it must stay as it is, unless the test says otherwise."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("RULELANG_TRACEBACK", raising=False)
    return tmp_path


def files(folder: Path) -> dict[str, bytes | str]:
    """All that lies there; of links where they lead, of other things that they are there."""
    return {
        str(path.relative_to(folder)): os.readlink(path)
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else "something"
        for path in sorted(folder.rglob("*"))
    }


def call(*arguments: object, typed: str = "") -> Said:
    """A call within this process, which may neither take long nor change a file."""
    before, began = files(Path.cwd()), time.process_time()
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments], input=typed)
    assert time.process_time() - began < SECONDS
    assert files(Path.cwd()) == before
    return Said(result.exit_code, result.stdout, result.stderr)


def ended(warm: Warm, *calls: Sequence[object], typed: str = "") -> list[Said]:
    """The calls as processes of their own, with little memory, which run at the same time."""
    limits = ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, 60))
    done = warm.run_at_once([[*map(str, call)] for call in calls], Path.cwd(), os.environ, typed, limits)
    return [Said(ran.code, ran.out, ran.err) for ran in done]


def alone(warm: Warm, *arguments: object) -> Said:
    """One call as a process of its own."""
    return ended(warm, arguments)[0]


def one_message(said: Said, code: int, words: str = "") -> None:
    """It says what is wrong, and nothing of our own insides."""
    assert said.code == code, said.text[-2000:]
    assert words in said.text
    assert "Traceback" not in said.text
    assert "fault of rulelang" not in said.text
    told = [line for line in said.text.splitlines() if line.startswith(("Error: ", "error["))]
    assert len(told) >= 1, said.text
    assert len(told) == 1 or all(line.startswith("error[") for line in told), said.text
    assert all(len(line) < 500 for line in told)
    assert all(line.isprintable() for line in said.text.splitlines()), said.text


def write(path: Path, data: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


# ------------------------------------------------------------------ rules

DEEP = 10_000
NO_TEXTS: dict[str, bytes] = {
    "binary": bytes(range(256)) * 40,
    "zeros": b"\0" * 1000,
    "utf16": GAME.encode("utf-16"),
    "utf16-be": GAME.encode("utf-16-be"),
    "latin1": GAME.replace("points", "pöints").encode("latin-1"),
    "surrogate": GAME.encode() + "# \ud800".encode("utf-8", "surrogatepass"),
    "10 MB": b"# much ado\n" * 1_000_000,
}
BAD_RULES: dict[str, str] = {
    "empty": "",
    "blank": " \n\n   \n",
    "a remark": "# nothing",
    "words": GAME + "counter c: number = 0 " * 100 + "\n",
    "many words": GAME + "event e\n" * 60_000,
    "a long line": GAME + "value v: number = " + "1 + " * 400_000 + "1\n",
    "brackets": GAME + "value v: number = " + "(" * 1900 + "1" + ")" * 1900 + "\n",
    "brackets on lines": GAME + "value v: number = " + "(\n" * DEEP + "1" + "\n)" * DEEP + "\n",
    "lists": GAME + "value v: number = " + "[" * DEEP + "]" * DEEP + "\n",
    "minus": GAME + "value v: number = " + "-" * 3000 + "1\n",
    "not": GAME + "invariant i: " + "not " * 900 + "yes\n",
    "plus": GAME + "value v: number = " + "1 + " * 900 + "1\n",
    "left of": GAME + "value v: player = " + "left of " * 400 + "start_player\n",
    "blocks": GAME + "effect e:\n" + "".join(" " * (i + 1) + "if yes:\n" for i in range(DEEP // 10)),
    "stairs": "".join(" " * i + "phase p:\n" for i in range(DEEP // 10)),
    "only brackets": "(" * 1_900_000,
    "only quotes": '"\n' * 900_000,
    "only dots": "." * 1_900_000,
    "escape": GAME + "# \x1b[2J\ncounter \x1b[31m: number = 0\n",
    "wrong way": GAME + "counter a\u202eb: number = 0\n",
    "tabs": GAME.replace("    ", "\t"),
    "huge number": GAME + "counter c: number = " + "9" * 3000 + "\n",
    "no players": GAME.replace("2 players", "0 players"),
    "very many players": GAME.replace("2 players", "1000000 players"),
    "many cards": GAME + 'kind Card is card\ncard "A" is Card, 999999999 copies\n',
    "a large board": GAME + "kind Square is space\nboard b of Square, 99999 by 99999\n",
    "a kind of itself": GAME + "kind A is B\nkind B is A\n",
    "a value of itself": GAME + "value a: number = b\nvalue b: number = a\n",
    "a card like itself": GAME + 'kind Card is card\ncard "A" like "B", 1 copy\ncard "B" like "A", 1 copy\n',
    "a part of itself": GAME + 'include "bad.rules"\n',
    "a part that includes it": GAME + 'include "part.rules"\n',
    "a missing part": GAME + 'include "nowhere.rules"\n',
    "a part far away": GAME + 'include "../../../../etc/passwd"\n',
    "a missing table": GAME + 'kind Card is card\ncards Card from "nowhere.csv"\n',
    "a variant of nothing": 'variant V of "nowhere.rules":\n    add event noise\n',
    "a variant of itself": 'variant V of "bad.rules":\n    add event noise\n',
    "a variant of a file far away": 'variant V of "/etc/passwd":\n    add event noise\n',
    "a variant of a part": 'variant V of "part.rules":\n    add event noise\n',
}


@pytest.mark.parametrize("text", BAD_RULES.values(), ids=BAD_RULES)
def test_bad_rules_get_diagnostics(text: str, place: Path) -> None:
    bad = write(place / "bad.rules", text)
    write(place / "part.rules", 'include "bad.rules"\n')
    said = call("check", bad)
    one_message(said, 1)
    assert "error[R" in said.text
    data = json.loads(call("check", bad, "--json").out)
    assert data["errors"] >= 1
    game, found = rulelang.check_game(bad)
    assert game is None
    assert found
    with pytest.raises(rulelang.RulesError) as caught:
        rulelang.load(bad)
    assert caught.value.diagnostics == found


@pytest.mark.parametrize("data", NO_TEXTS.values(), ids=NO_TEXTS)
def test_what_is_no_text_is_named(data: bytes, place: Path) -> None:
    bad = write(place / "bad.rules", data)
    one_message(call("check", bad), 2, "bad.rules")
    write(place / "good.rules", GAME + 'include "bad.rules"\n')
    one_message(call("check", "good.rules"), 1, "bad.rules")


@pytest.mark.parametrize("command", ["play --watch", "simulate -n 1", "test", "trace"])
@pytest.mark.parametrize(
    "name", ["brackets", "a part that includes it", "a missing table", "a variant of nothing"]
)
def test_every_command_refuses_bad_rules_alike(command: str, name: str, place: Path) -> None:
    write(place / "bad.rules", BAD_RULES[name])
    write(place / "part.rules", 'include "bad.rules"\n')
    word, *more = command.split()
    said = call(word, "bad.rules", *more)
    one_message(said, 1)
    assert said.err.splitlines()[0] == call("check", "bad.rules").out.splitlines()[0]


def test_a_bad_file_is_not_laid_out(place: Path) -> None:
    for number, text in enumerate([*NO_TEXTS.values(), *(text.encode() for text in BAD_RULES.values())]):
        write(place / "all" / f"{number}.rules", text)
    before = files(place)
    began = time.process_time()
    result = CliRunner().invoke(cli, ["format", "all"])
    assert time.process_time() - began < 3 * SECONDS
    assert result.exit_code == 1
    assert "fault" not in result.output
    after = files(place)
    refused = {
        line.removesuffix(": left as it is")
        for line in result.stderr.splitlines()
        if line.endswith("left as it is")
    }
    assert len(refused) > 20
    assert all(before[name] == after[name] for name in refused)
    assert before.keys() == after.keys()


TABLES: dict[str, bytes] = {
    "empty": b"",
    "blank": b"\n\n",
    **{name: data for name, data in NO_TEXTS.items() if name not in ("latin1", "surrogate", "utf16-be")},
    "no headings": b",,\na,b,c\n",
    "wrong headings": b"Na me,cop-ies\na,1\n",
    "twice": b"name,name\na,b\n",
    "ragged": b"name,copies\n" + b"a,1,2\n" * 100,
    "open": b'name,copies\n"a,1\n' + b"b,1\n" * 1000,
    "many rows": b"name\n" + b"".join(b"n%d\n" % i for i in range(6000)),
    "many columns": b"name," + b",".join(b"c%d" % i for i in range(3000)) + b"\n",
    "a long cell": b"name,copies\n" + b"x" * 200_000 + b",1\n",
    "a huge number": b"name,copies\na," + b"9" * 3000 + b"\n",
    "no number": b"name,copies\na,many\n",
    "less than none": b"name,copies\na,-1\n",
    "an unknown field": b"name,strength\na,1\n",
    "the same name": b"name\na\na\n",
    "no name": b'name,copies\n"",1\n',
    "control codes": b"name\n\x1b[2J\x07\n\x1b[2J\x07\n",
}


@pytest.mark.parametrize("data", TABLES.values(), ids=TABLES)
def test_bad_tables_get_diagnostics(data: bytes, place: Path) -> None:
    write(place / "t.csv", data)
    write(
        place / "good.rules",
        GAME + "kind Card is card\nzone box_of_them: pile of Card\nsetup: move all Cards to box_of_them\n"
        'cards Card from "t.csv"\n',
    )
    one_message(call("check", "good.rules"), 1, "error[R")
    write(place / "good.rules", GAME + 'catalogue "t.csv"\n')
    one_message(call("check", "good.rules"), 1, "error[R")


@pytest.mark.parametrize("what", ["missing", "folder", "pipe", "round", "device"])
def test_what_is_no_file(what: str, place: Path, warm: Warm) -> None:
    bad = place / "bad.rules"
    match what:
        case "folder":
            bad.mkdir()
        case "pipe":
            os.mkfifo(bad)
        case "round":
            bad.symlink_to("bad.rules")
        case "device":
            bad.symlink_to("/dev/zero")
    commands = [["check"], ["format"]]
    if what == "missing":
        commands += [["play", "--watch"], ["simulate", "-n", "1"], ["test"], ["trace"]]
    for command in commands:
        if what == "folder" and command == ["format"]:
            continue
        said = alone(warm, command[0], "bad.rules", *command[1:])
        if command == ["format"] and said.code == 1:
            assert "1 refused" in said.out
        else:
            one_message(said, 2) if not said.text.startswith("Usage") else None
        assert "Traceback" not in said.text


# Rules that are in order, and whose matches are not.
ENDLESS: dict[str, str] = {
    "a loop": "repeat 1000000000000 times: set n to n + 1 - 1",
    "a range": "start_player gains (sum of m for each number m in 1 to 1000000000000) points",
    "a search": "if any number m in 1 to 1000000000000 where m * m = 3: end game",
    "loops in loops": "for each number a in 1 to 900:\n        for each number b in 1 to 900:\n"
    "            for each number c in 1 to 900: set n to a + b + c",
    "sums in sums": "start_player gains (sum of (sum of (sum of (a + b + c) for each number c in 1 to 900) "
    "for each number b in 1 to 900) for each number a in 1 to 900) points",
    "an effect that does itself": "start_player does again",
    "rules that answer each other": "set n to 1",
    "values without end": "start_player gains (v40) points",
    "effects without end": "start_player does e40",
    "a choice among too many": "start_player chooses number m in 1 to 1000000000000",
    "ways to divide": "start_player chooses list l in (splits of (list of m for each number m in 1 to 40) into groups of 2)",
    "draws without end": "draw 1000000000000 cards from deck to deck",
    "searches that are spent": "for each number m in 1 to 200:\n        if start_player can do burn(m): set n to n + 1",
    "a phase without end": "phase inner, repeated: set n to 1 - n",
}
MORE = """
variable n: number = 0
effect again: you do again
event noise(number m)
rule r, when points of player p rises: p gains 1 point
rule loud, when n changes: announce noise(n)
rule louder, when announced noise(number m): set n to m + 1
kind Card is card
zone deck: stack of Card
card "A" is Card, 3 copies
setup: move all Cards to deck
effect burn(number m), all or nothing:
    repeat 100000 times: set n to n + m - m
    you do drain
effect drain: you pay 1000000 points to left of you
value v0: number = 1
effect e0: set n to n
"""
TREES = "".join(
    f"value v{i + 1}: number = v{i} + v{i}\neffect e{i + 1}:\n    you do e{i}\n    you do e{i}\n"
    for i in range(40)
)


SLOW = {"loops in loops", "sums in sums", "a choice among too many", "ways to divide"}
"""They would take seconds: they get a tenth of the steps that a turn may take. Others use up all of them."""


@pytest.mark.parametrize(
    ("name", "log"),
    [(name, log) for name in ENDLESS for log in (True, False)],
)
def test_matches_without_end_are_stopped(
    name: str, log: bool, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name in SLOW:
        for module in ("slots", "running"):
            monkeypatch.setattr(f"interpreter.{module}.FUEL_BOUND", FUEL_BOUND // 10)
    said = ENDLESS[name]
    text = (
        GAME.replace("start_player gains 2 points", said)
        + MORE
        + (TREES if re.search(r"[ve]\d", said) else "")
    )
    if name != "rules that answer each other":
        text = "\n".join(line for line in text.split("\n") if not line.startswith("rule "))
    game = rulelang.load(write(place / "endless.rules", text))
    began = time.process_time()
    with pytest.raises(interpreter.EngineError) as caught:
        interpreter.start(game, players=2, seed=1, log=log)
    assert time.process_time() - began < SECONDS
    assert 10 < len(str(caught.value)) < 500


def test_a_match_without_end_at_the_command_line(place: Path, warm: Warm) -> None:
    write(place / "endless.rules", GAME.replace("start_player gains 2 points", ENDLESS["a range"]))
    one_message(alone(warm, "play", "endless.rules", "--watch"), 1, "the match cannot go on")
    one_message(alone(warm, "simulate", "endless.rules", "-n", "5"), 1, "a loop does not end")


LARGE: dict[str, str] = {
    "counters": "".join(f"counter c{i}[1 to 1000] of each player: 0 or more = 0\n" for i in range(400)),
    "zones": "kind Card is card\n"
    + "".join(f"zone z{i}[1 to 1000] of each player: pile of Card\n" for i in range(400)),
    "boards": "".join(f"kind S{i} is space\nboard b{i} of S{i}, 100 by 100\n" for i in range(60)),
    "dice": "dice d: 99999999 of 1 to 6\n",
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_matches_that_need_very_much_room_do_not_begin(text: str, place: Path, warm: Warm) -> None:
    write(place / "large.rules", GAME + text)
    one_message(alone(warm, "simulate", "large.rules", "-n", "1"), 1, "300,000 numbers")


DEPTHS: dict[str, str] = {
    "values": "".join(f"value v{i + 1}: number = v{i} + 1\n" for i in range(3000)),
    "effects": "".join(f"effect e{i + 1}: you do e{i}\n" for i in range(3000)),
}


@pytest.mark.parametrize("text", DEPTHS.values(), ids=DEPTHS)
def test_what_rests_on_one_another_without_end_is_not_played(text: str, place: Path) -> None:
    start = "value v0: number = 1\neffect e0: you gain 1 point\nphase again of start_player:\n"
    start += "    start_player gains (v3000) points\n" if "value" in text else "    start_player does e3000\n"
    write(place / "deep.rules", GAME + start + text)
    one_message(call("simulate", "deep.rules", "-n", 1), 1, "nested too deeply")


@pytest.mark.parametrize("loops", [10, 30, 50])
def test_loops_inside_one_another(loops: int, place: Path) -> None:
    """Python reads twenty; the language takes sixty."""
    body = "".join("    " * (i + 1) + f"for each number n{i} in 1 to {1 + i % 2}:\n" for i in range(loops))
    body += "    " * (loops + 1) + "start_player gains 1 point\n"
    write(place / "deep.rules", GAME.replace("    start_player gains 2 points\n", body))
    said = call("simulate", "deep.rules", "-n", 1, "--seed", 1)
    if said.code:
        one_message(said, 1)


LONG_WAYS: dict[str, str] = {  # rules that are in order, with much to look at in them
    "effects that do one another": "effect e0: move all Cards to deck\n"
    + "".join(f"effect e{i + 1}:\n    do e{i}\n    do e{i}\n" for i in range(40))
    + "setup: do e40\n",
    "rules that answer effects": "".join(
        f"effect d{i}: start_player gains 1 point\nrule r{i}, when points of player p rises: set n to {i}\n"
        for i in range(1500)
    ),
    "phases": "".join(
        f"phase p{i}, repeated:\n    skip to p{(i * 7) % 1200}\neffect j{i}: skip to p{(i * 5) % 1200}\n"
        for i in range(1200)
    ),
    "questions in one choice": "".join(
        f"effect ask{j}:\n    start_player chooses player q where (\n"
        + "\n".join(f"        (any Card c{i} in hand of q where rank of c{i} > 3) and" for i in range(150))
        + "\n        yes)\n"
        for j in range(20)
    ),
    "a long set-up": "setup:\n    move all Cards to deck\n"
    + "    for each player p: draw 1 card from deck to hand of p\n" * 6000,
    "choices": "effect pick:\n"
    + "".join(f"    start_player chooses Card c{i} in deck\n    set top_card to c{i}\n" for i in range(2000)),
}
LONG_HEAD = """
variable n: number = 0
kind Card is card:
    rank: number = 1
zone deck: stack of Card
zone hand of each player: hand of Card
card "A" is Card, 3 copies
variable top_card: Card = first Card in deck
"""


@pytest.mark.parametrize("name", LONG_WAYS)
def test_much_to_look_at_takes_no_longer(name: str, place: Path) -> None:
    text = GAME.replace("2 players", "2 to 60 players") + LONG_HEAD + LONG_WAYS[name]
    if "setup:" not in text:
        text += "setup: move all Cards to deck\n"
    write(place / "long.rules", text)
    said = call("check", "long.rules")
    assert said.code == 0, said.text
    assert said.out.splitlines()[-1].startswith("Small: 0 errors, ")


# ------------------------------------------------------------------ names, numbers, settings


@pytest.mark.parametrize("players", [0, 1, 6, 99, 10**30, -1])
def test_impossible_numbers_of_players(players: int) -> None:
    for command in (["play", "kuhn", "--watch"], ["simulate", "kuhn", "-n", "1"]):
        said = call(*command, "--players", players)
        assert said.code == 2, said.text
        assert "Traceback" not in said.text
    game = rulelang.load("kuhn")
    with pytest.raises(ValueError, match="Kuhn is for 2 to 3 players"):
        interpreter.start(game, players=players)
    with pytest.raises(ValueError, match="Kuhn is for 2 to 3 players"):
        interpreter.playouts(game, players, range(3))


def test_arguments_that_no_terminal_shows(place: Path, warm: Warm) -> None:
    for name in (os.fsdecode(b"\xff\xfe"), "\u202egame", "a\nb", "\x1b[2J", "x" * 100_000, "-", "--", ""):
        for command in ("check", "format", "replay"):
            said = alone(warm, command, name)
            assert said.code == 2, (name[:20], said)
            assert "Traceback" not in said.err
            assert "\x1b" not in said.text


# ------------------------------------------------------------------ saves and records


def save(game: str = "kuhn", players: int = 2) -> str:
    return interpreter.start(rulelang.load(game), players=players, seed=3).save()


def record(**changes: object) -> str:
    match = interpreter.start(rulelang.load("kuhn"), players=2, seed=3)
    while match.count:
        match.choose_index(0)
    return json.dumps({**match.transcript(), **changes})


BAD_SAVES: dict[str, bytes] = {
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "UTF-16": '{"rulelang": "save"}'.encode("utf-16"),
    "10 MB": b'{"rulelang": "save", "more": "' + b"x" * 10_000_000 + b'"}',
    "30 MB": b" " * 30_000_000,
    "deep": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "a huge number": b'{"rulelang": "save", "format": ' + b"9" * 10_000 + b"}",
    "no number": b'{"rulelang": "save", "format": NaN, "players": Infinity}',
    "cut": b'{"rulelang":"save","format":1,"game":"Kuhn"',
    "something else": b'{"name": "rulelang", "version": "1"}',
    "another version": b'{"rulelang": "save", "format": 99}',
    "a long version": b'{"rulelang": "save", "format": "' + b"x" * 1_000_000 + b'"}',
}


@pytest.mark.parametrize("data", BAD_SAVES.values(), ids=BAD_SAVES)
def test_what_is_no_save_and_no_record(data: bytes, place: Path) -> None:
    write(place / "bad.json", data)
    one_message(call("play", "kuhn", "--resume", "bad.json"), 2)
    one_message(call("replay", "bad.json"), 2, "no record of a match")
    one_message(call("replay", "bad.json", "--game", "kuhn"), 2)


def test_saves_of_something_else(place: Path) -> None:
    other = place / "other.json"
    for text, words in (
        (save("pig"), "of the game"),
        (save(players=3).replace('"players":3', '"players":99'), "impossible number of players"),
        (save().replace('"choices":[]', '"choices":["dance"]'), "could not be made"),
        (save().replace('"choices":[]', f'"choices":["{"x" * 1_000_000}"]'), "could not be made"),
        (save().replace('"choices":[]', '"choices":[' + '"bet",' * 200_000 + '"bet"]'), "could not be made"),
        (save().replace('"seed":3', '"seed":4'), "does not follow"),
        (save().replace('"digest":"', '"digest":"0'), "the rules have changed"),
        (json.dumps({**json.loads(save()), "parameters": {"x": [1] * 100_000}}), "other parameters"),
        (json.dumps({**json.loads(save()), "state": [2**61] * 500_000}), "damaged"),
        (record(), "no save"),
    ):
        write(other, text)
        one_message(call("play", "kuhn", "--resume", other), 2, words)


def test_a_save_is_a_record_too_and_one_without_choices_says_so(place: Path) -> None:
    path = write(place / "mine.json", save())
    said = call("replay", path)
    assert (said.code, said.out, said.err) == (0, "Nothing has been chosen in this match yet.\n", "")
    match = interpreter.resume(rulelang.load("kuhn"), save())
    match.choose("bet")
    write(path, match.save())
    assert "p0: bet?  ->  bet" in call("replay", path).out


def test_a_pipe_is_no_save(place: Path, warm: Warm) -> None:
    os.mkfifo(place / "pipe.json")
    (place / "device.json").symlink_to("/dev/zero")
    for name in ("pipe.json", "device.json"):
        one_message(alone(warm, "play", "kuhn", "--resume", name), 2)
        one_message(alone(warm, "replay", name), 2)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": 0}, 2), ({"players": 99}, 2), ({"players": True}, 2), ({"players": 10**30}, 2),
        ({"seed": None}, 2), ({"seed": "a"}, 2), ({"chance": "never"}, 2),
        ({"game": "x" * 100_000}, 2), ({"game": "../../etc/passwd"}, 2), ({"game": "\x1b[2J"}, 2), ({"game": ""}, 2),
        ({"variant": "x" * 100_000}, 2), ({"variant": "\0"}, 2), ({"variant": " + "}, 2),
        ({"parameters": {"x": 1}}, 2), ({"parameters": {"\x1b": {"a": []}}}, 2),
        ({"choices": ["dance"]}, 1), ({"choices": ["x" * 1_000_000]}, 1), ({"choices": ["\x1b[2J"]}, 1),
        ({"choices": [1]}, 2), ({"choices": {}}, 2), ({"choices": ["pass"] * 100_000}, 1), ({"digest": "0"}, 1),
        ({"digest": "\x1b[2J"}, 1), ({"chance": "explicit"}, 1),
        ({"format": 99}, 2), ({"format": True}, 2), ({"format": "\x1b" * 100_000}, 2), ({"format": None}, 2),
        ({"rulelang": "diary"}, 2), ({"rulelang": ["save"]}, 2),
    ],
)  # fmt: skip
def test_hostile_records(changes: dict[str, object], code: int, place: Path) -> None:
    write(place / "bad.json", record(**changes))
    said = call("replay", "bad.json")
    one_message(said, code)
    assert len(said.err) < 2000
    assert code == 1 or said.err.startswith("Error: bad.json"), "it is the record that is wrong, not the call"


# ------------------------------------------------------------------ choices that are not offered


def test_what_is_typed_and_no_option(place: Path) -> None:
    typed = ["", "99", "-1", "0", "dance", "x" * 100_000, "\x1b[2J", "?", "? dance", "why", "why dance", "why \0",
             "why " + "x" * 100_000, "undo", "save", "save ~nobody_of_this_name/x", "save /", "save \0", "table",
             "log", "help", "9" * 5000]  # fmt: skip
    runner = CliRunner()
    result = runner.invoke(cli, ["play", "kuhn", "--seed", "1"], input="\n".join(typed) + "\nquit\n")
    assert result.exit_code == 0, result.output[-2000:]
    assert "`dance` is no option here" in result.output
    assert len(result.output) < 30_000
    assert "\x1b" not in result.output
    (kept,) = (place / "state" / "rulelang").iterdir()
    match = interpreter.resume(rulelang.load("kuhn"), kept.read_text("utf-8"))
    assert match.choices() == []


@pytest.mark.parametrize(
    "wanted", ["", "dance", "x" * 1_000_000, "\x1b[2J", "\ud800", "0", "{}", "%s", "pass\n"]
)
def test_a_choice_that_is_not_on_offer(wanted: str) -> None:
    match = interpreter.start(rulelang.load("kuhn"), players=2, seed=1)
    before = match.save()
    with pytest.raises(interpreter.IllegalMove) as caught:
        match.choose(wanted)
    assert len(str(caught.value)) < 500
    for index in (-1, match.count, 10**30):
        with pytest.raises(interpreter.IllegalMove):
            match.choose_index(index)
    assert len(str(match.why_not(wanted, 0))) < 500
    assert match.save() == before


# ------------------------------------------------------------------ two at once


def matches_in(folder: Path, game: str = "kuhn") -> list[interpreter.Match]:
    """The matches that are kept there; nothing else may lie there."""
    return [
        interpreter.resume(rulelang.load(game), path.read_text("utf-8")) for path in sorted(folder.iterdir())
    ]


def test_two_matches_of_one_seed_are_kept_in_two_files(place: Path, warm: Warm) -> None:
    done = ended(warm, *[["play", "pig", "--seed", "5", "--players", "2"]] * 4, typed="1\n1\nquit\n")
    assert all(said.code == 0 for said in done), done
    kept = [path for path in state_folder().iterdir() if path.suffix == ".json"]
    assert len(kept) == 4
    assert len(matches_in(state_folder(), "pig")) == 4
    named = {
        line.split()[-1] for said in done for line in said.out.splitlines() if "The match is kept in" in line
    }
    assert named == {str(path) for path in kept}


def test_two_matches_in_one_named_file(place: Path, warm: Warm) -> None:
    done = ended(warm, *[["play", "kuhn", "--seed", "5", "--save", "mine.json"]] * 3, typed="quit\n")
    assert {said.code for said in done} <= {0, 2}
    assert all("Traceback" not in said.text for said in done)
    kept = [path for path in place.iterdir() if path.suffix == ".json"]
    assert place / "mine.json" in kept
    assert len(kept) == sum(said.code == 0 for said in done)
    for path in kept:
        interpreter.resume(rulelang.load("kuhn"), path.read_text("utf-8"))


def test_two_go_on_with_one_match(place: Path, warm: Warm) -> None:
    path = write(place / "mine.json", save("pig"))
    done = ended(warm, *[["play", "pig", "--resume", path, "--save", path]] * 2, typed="roll\nquit\n")
    assert all(said.code == 0 for said in done), done
    kept = [each for each in place.iterdir() if each.suffix == ".json"]
    assert path in kept
    for each in kept:
        interpreter.resume(rulelang.load("pig"), each.read_text("utf-8"))


def test_a_file_that_another_process_has_changed_is_left_alone(place: Path) -> None:
    path = place / "a" / "m.json"
    assert keep(path, "one", None) == path
    assert keep(path, "two", "one") == path
    path.write_text("of somebody else", "utf-8")
    second = keep(path, "three", "two")
    assert second == place / "a" / "m_2.json"
    assert path.read_text("utf-8") == "of somebody else"
    assert keep(second, "four", "three") == second
    path.write_bytes(b"\xff")
    assert keep(path, "five", "of somebody else") == place / "a" / "m_3.json"
    second.unlink()
    assert keep(second, "six", "four") == second
    (place / "a" / "dangling.json").symlink_to("nowhere/x")
    assert keep(place / "a" / "dangling.json", "seven", None) == place / "a" / "dangling_2.json"
    assert sorted(each.name for each in (place / "a").iterdir()) == [
        "dangling.json", "dangling_2.json", "m.json", "m_2.json", "m_3.json",
    ]  # fmt: skip


def test_two_lay_out_one_file(place: Path, warm: Warm) -> None:
    ugly = GAME.replace("game Small", "game   Small") + "".join(f"event   e{i}\n" for i in range(2000))
    write(place / "small.rules", ugly)
    done = ended(warm, *[["format", "small.rules"]] * 3)
    assert all(said.code == 0 for said in done), done
    assert list(files(place)) == ["small.rules"]
    assert call("format", "small.rules", "--check").code == 0


def test_two_use_one_cache(place: Path, warm: Warm) -> None:
    pytest.importorskip("llvmlite")
    write(place / "small.rules", GAME)
    command = ["simulate", "small.rules", "--fast", "-n", "20", "--seed", "1", "--json"]
    done = ended(warm, command, command)
    assert all(said.code == 0 for said in done), done
    assert len({said.out for said in done}) == 1
    assert all(path.suffix == ".object" for path in (place / "cache" / "rulelang").iterdir())
    for path in (place / "cache" / "rulelang").iterdir():
        path.write_bytes(b"\0" * 1000)
    assert alone(warm, *command).out == done[0].out


# ------------------------------------------------------------------ places that cannot be written


def test_nobody_s_home(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "relative/folder")
    monkeypatch.setenv("HOME", str(place / "home"))
    assert state_folder() == place / "home" / ".local" / "state" / "rulelang"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert state_folder().is_absolute()


def test_a_state_folder_that_is_a_file(place: Path) -> None:
    write(place / "state", "mine")
    result = CliRunner().invoke(cli, ["play", "kuhn", "--seed", "1"], input="quit\n")
    assert result.exit_code == 0
    assert result.output.count("cannot be kept") == 1
    assert "Nothing is kept" in result.output
    assert (place / "state").read_text("utf-8") == "mine"


def test_no_room_left(place: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no such device here")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tools.cli", "list"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True,
            timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr
