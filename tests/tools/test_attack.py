"""The attack on the rules: what breaks a promise is found, made small, told and kept."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree as xml

import pytest
from click.testing import CliRunner, Result

import interpreter
from interpreter import Match
from rulelang import load
from tests.tools import leaky as leaky_rules
from tools.attack import orders, promises
from tools.attack.features import Marks
from tools.attack.plays import Play, attack, made_again
from tools.attack.shrinking import shrunk
from tools.attack.steering import Beginning, Steering
from tools.attack.telling import begun_again
from tools.cli import cli

LEAKY = leaky_rules.LEAKY.replace("dice", 'catalogue "catalogue.csv"\ndice', 1).replace(
    "<= 12", "<= 12      @LE-1"
)


@pytest.fixture
def leaky(tmp_path: Path) -> Path:
    (tmp_path / "catalogue.csv").write_text(
        "id,section,paraphrase,kind\nLE-1,Points,Nobody gets beyond twelve,rule\n", "utf-8"
    )
    (tmp_path / "leaky.rules").write_text(LEAKY, "utf-8")
    return tmp_path / "leaky.rules"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)))


def test_a_broken_invariant_is_told_as_a_short_play(leaky: Path) -> None:
    result = run("test", leaky)
    assert result.exit_code == 1, result.output
    told = [line.strip() for line in result.output.splitlines()]
    assert told[:6] == [
        "Leaky has no examples",
        "",
        f"BROKEN  invariant modest  ({leaky}:17)",
        "rulebook  @LE-1  Nobody gets beyond twelve",
        "says      every player p has points of p <= 12",
        "found     it does not hold",
    ]
    # three throws are enough, of two that play, and the values are those at the step that broke it
    assert "play      2 players, 6 choices" in told
    assert any(line.startswith("read      points of p [p is p0]: 1") for line in told)
    assert any(line.startswith("by        throw: p0 gains ") and "(leaky.rules:13)" in line for line in told)
    assert run("test", leaky).output == result.output


def test_the_play_is_kept_and_can_be_stepped_through(leaky: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    assert run("test", leaky, "--keep", kept).exit_code == 1
    again = run("replay", kept, "--game", leaky)
    assert again.exit_code == 1
    assert "Error: step 6: the invariant modest does not hold after throw @LE-1" in again.output
    assert "p0 gains " in again.output


def test_json_and_junit(leaky: Path, tmp_path: Path) -> None:
    file = tmp_path / "out.xml"
    data = json.loads(run("test", leaky, "--json", "--junit", file).stdout)
    broken = data["attack"]["broken"]
    assert (broken["promise"], broken["rule"], broken["cites"]) == ("invariant modest", "throw", ["LE-1"])
    assert (broken["choices"], len(broken["transcript"]["choices"])) == (6, 6)
    suite = xml.parse(file).getroot()[0]
    assert suite.get("failures") == "1"
    failed = [case.get("name") for case in suite if len(case)]
    assert failed == ["invariant modest"]
    assert {*promises.ALL} <= {case.get("name") for case in suite}


def test_no_attack_and_a_small_one(leaky: Path) -> None:
    assert run("test", leaky, "--examples", 0).output == "Leaky has no examples\n"
    leaky.write_text(LEAKY.replace("<= 12", "<= 1200"), "utf-8")
    result = run("test", leaky, "--examples", 3, "--seed", 5)
    assert result.exit_code == 0, result.output
    assert "Leaky: no promise is broken in 3 plays (" in result.output


def test_rules_that_go_on_for_ever_are_found(leaky: Path) -> None:
    leaky.write_text(
        LEAKY.replace("<= 12", "<= 1200").replace(
            "    roll cube\n", "    roll cube\n    if face of cube = 6: do spin\n"
        )
        + "effect spin: do spin\n",
        "utf-8",
    )
    result = run("test", leaky)
    assert result.exit_code == 1
    told = [line.strip() for line in result.output.splitlines()]
    assert "BROKEN  no chain of rules goes on without end" in told
    assert any(line.startswith("found     ") and "spin" in line for line in told)
    assert [line for line in told if "  ->  " in line] == [
        "1  p0: choose  ->  throw",
        "2  chance: chance decides  ->  6",
    ]


def test_a_counter_that_is_set_beyond_its_bounds_is_named(leaky: Path) -> None:
    """Whether the play began with the setup or goes on from a state: the promise is the one about bounds."""
    leaky.write_text(
        LEAKY.replace("<= 12", "<= 1200").replace(
            "    set rounds to rounds + 1\n", "    set rounds to rounds - 1\n"
        ),
        "utf-8",
    )
    result = run("test", leaky)
    assert result.exit_code == 1
    told = [line.strip() for line in result.output.splitlines()]
    assert "BROKEN  counters stay within their bounds" in told
    number = 1 + leaky.read_text("utf-8").splitlines().index("    set rounds to rounds - 1")
    found = next(line for line in told if line.startswith("found"))
    assert f" rounds is set beyond its bounds ({leaky.name}:{number}): " in found.replace(
        f"{leaky.parent}/", ""
    )
    assert "by        hand_on" in told


@pytest.mark.parametrize(
    ("old", "new", "more", "title"),
    [
        ("set rounds to rounds + 1", "set rounds to rounds - 1", "", "counters stay within their bounds"),
        ("    roll cube\n", "    do spin\n", "effect spin: do spin\n", "it comes to an end"),
    ],
)
def test_the_example_that_is_told_fails_in_the_file(
    leaky: Path, old: str, new: str, more: str, title: str
) -> None:
    assert old in LEAKY
    leaky.write_text(LEAKY.replace("<= 12", "<= 1200").replace(old, new) + more, "utf-8")
    told = run("test", leaky).output
    start = told.index(f'example "{title}":')
    leaky.write_text(leaky.read_text("utf-8") + told[start:].split("\n\n")[0] + "\n", "utf-8")
    assert run("check", leaky).exit_code == 0
    again = run("test", leaky, "--examples", 0)
    assert again.exit_code == 1
    assert f"FAILED  {title}" in again.output
    assert "0 examples passed, 1 failed" in again.output


def test_each_play_is_the_same_again(leaky: Path) -> None:
    game = load(leaky)
    found = [*attack(game, 4, 0)][-1].found
    assert found is not None
    again = made_again(game, found.play, found.breach.promise)
    assert again == found
    small = shrunk(game, found)
    assert shrunk(game, small) == small
    assert begun_again(game, small).choices()[::2] == ["throw"] * 3
    assert made_again(game, Play(2, 0, "explicit", small.play.choices[:-1]), small.breach.promise) is None


FAULTS = {
    "cards are conserved": ("LEN", 1),
    "counters stay within their bounds": ("store points", -1),
}


@pytest.mark.parametrize("promise", FAULTS)
def test_a_state_that_is_not_whole_is_found(
    leaky: Path, promise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine itself, spoiled: one number of the state is wrong after the third choice."""
    game = load(leaky)
    honest = Match.choose_index

    def spoiled(m: Match, i: int) -> None:
        honest(m, i)
        if len(m.choices()) == 3:
            name, number = FAULTS[promise]
            m._s[m.program.lay.at[name]] = number

    monkeypatch.setattr(Match, "choose_index", spoiled)
    found = [*attack(game, 4, 0)][-1].found
    assert found is not None
    assert found.breach.promise == promise
    assert len(shrunk(game, found).play.choices) == 3


def test_the_example_can_be_pasted_into_the_rules(leaky: Path) -> None:
    broken = json.loads(run("test", leaky, "--json").stdout)["attack"]["broken"]
    text = broken["example"]
    assert text.startswith(
        'example "modest is broken": @LE-1\n    given players Ann, Bo\n    when turn begins\n'
    )
    assert text.count("when Ann chooses") == 3
    assert text in run("test", leaky).output
    # as the rules are, it fails for that reason; when they are mended, it passes
    leaky.write_text(f"{LEAKY}\n{text}", "utf-8")
    failing = run("test", leaky, "--examples", 0)
    assert failing.exit_code == 1
    assert "found     the invariant modest does not hold after throw" in failing.output
    mended = LEAKY.replace(
        "    you gain face of cube points\n", "    if points of you <= 6: you gain face of cube points\n"
    )
    leaky.write_text(f"{mended}\n{text}", "utf-8")
    assert run("test", leaky).exit_code == 0, run("test", leaky).output


def test_what_was_taken_least_often_is_taken(leaky: Path) -> None:
    m = interpreter.start(load(leaky), 2, seed=1)
    steering = Steering()
    steering.tried[m.sort_of(0)[0], "throw"] = 3
    taken = Counter(steering.choice(m.copy(), Random(number)) for number in range(40))
    assert taken[1] > taken[0] > 0  # not always
    assert abs(steering.tried[m.sort_of(0)[0], "throw"] - steering.tried[m.sort_of(0)[0], "stop"]) < 6


def test_states_that_came_to_something_new_are_gone_on_from(leaky: Path) -> None:
    play = Play(2, 0, "explicit")
    m, steering = play.begun(load(leaky)), Steering()
    start = Beginning(play, (), m, 10, Marks())
    assert steering.again(Random(0)) is None
    assert steering.looked_at(m, start, [])
    m.choose("throw")
    m.choose("5")
    assert steering.looked_at(m, start, [0, 4])
    assert not steering.looked_at(m, start, [0, 4])
    again = [steering.again(Random(number)) for number in range(40)]
    states = [one.match.choices() for one in again if one is not None]
    assert 0 < len(states) <= 40
    assert {*map(tuple, states)} == {(), ("throw", "5")}
    m.choose("throw")  # what is kept is a copy
    assert [one.match.choices() for one in steering.kept] == [[], ["throw", "5"]]


LOCK = """\
game Lock for 2 players
enum Key: red, green, blue, black, white
counter opened: 0 to 7 = 0
counter tries: 0 or more = 0
variable mover: player = start_player
value wanted: Key = red if opened < 2 otherwise blue if opened < 4 otherwise white if opened = 4 otherwise green
phase turn of mover, repeated until tries > 200:
    mover chooses Key k
    set tries to tries + 1
    if k is wanted: set opened to opened + 1
    otherwise: set opened to 0
    set mover to left of mover
invariant locked: opened < 7
winner: shared
"""


def test_a_rare_fault_is_found_by_steering_and_not_without(tmp_path: Path) -> None:
    """Seven right keys in a row, of five each time: once in 78,125 choices, if all are alike."""
    (tmp_path / "lock.rules").write_text(LOCK, "utf-8")
    game = load(tmp_path / "lock.rules")
    steered = [*attack(game, 1000, 4000, decisions=800)][-1]
    assert steered.found is not None
    assert steered.found.breach.promise == "invariant locked"
    assert [*attack(game, 1000, 4000, decisions=800, steered=False)][-1].found is None


def test_plays_begin_with_the_scenes_of_examples_too(tmp_path: Path) -> None:
    """Nobody opens the first three; an example begins beyond them, and is told as it goes on."""
    text = LOCK.replace(
        "if k is wanted: set opened to opened + 1", "if k is wanted and opened > 2: set opened to opened + 1"
    ).replace("tries > 200", "tries > 20")
    scene = """\
example "six are open":
    given players Ann, Bo
    given opened = 6
    when turn begins
    then opened = 6
"""
    file = tmp_path / "lock.rules"
    file.write_text(text + scene, "utf-8")
    result = run("test", file, "--keep", tmp_path / "kept.json", "--examples", 30)
    assert result.exit_code == 1, result.output
    told = [line.strip() for line in result.output.splitlines()]
    assert "play      2 players, 1 choice" in told
    assert "from the scene of the example 'six are open', after its last `when`" in told
    assert [line for line in told if "->" in line] == ["1  p0: choose k  ->  green"]
    again = run("replay", tmp_path / "kept.json", "--game", file)
    assert again.exit_code == 1
    assert "step 1: the invariant locked does not hold" in again.output
    example = json.loads(run("test", file, "--json", "--examples", 30).stdout)["attack"]["broken"]["example"]
    assert "    given opened = 6\n    when turn begins\n    when Ann chooses green\n" in example


TWO = """\
game Two for 2 players
counter coins: -9 to 9 = 3
counter rounds: 0 or more = 0
variable mover: player = start_player
event bell
phase turn of mover, repeated until rounds > 3:
    mover chooses:
        option "ring": announce bell
        option "wait": set coins to coins
    set rounds to rounds + 1
    set mover to left of mover
rule spend, when announced bell: set coins to coins - 2
rule fill, when announced bell: set coins to 3
invariant full: coins = 3
winner: shared
"""


def test_rules_that_answer_at_once_do_so_in_every_order(tmp_path: Path) -> None:
    """As they are written, what is spent is made good at once; the other way round it is not."""
    file = tmp_path / "two.rules"
    file.write_text(TWO, "utf-8")
    result = run("test", file, "--keep", tmp_path / "kept.json", "--examples", 40)
    assert result.exit_code == 1, result.output
    told = [line.strip() for line in result.output.splitlines()]
    assert f"BROKEN  {orders.NAME}  ({file}:14)" in told
    assert "breaks    invariant full" in told
    assert "order     fill, then spend" in told
    assert "play      2 players, 1 choice" in told
    again = run("replay", tmp_path / "kept.json", "--game", file)
    assert again.exit_code == 1
    assert "step 1: the invariant full does not hold" in again.output
    assert run("test", file, "--examples", 0).exit_code == 0


def test_what_hangs_on_the_number_of_a_seat_is_found(leaky: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine, spoiled: who comes first is a matter of seats, not of whose turn it is."""
    text = LEAKY.replace("<= 12", "<= 1200").replace(
        "effect hand_on:\n", "effect hand_on:\n    for each player p: p gains 1 point\n"
    )
    leaky.write_text(text, "utf-8")
    assert [*attack(load(leaky), 12, 0)][-1].found is None
    monkeypatch.setattr("interpreter.emit.walks.turn", lambda r: "0")
    found = [*attack(load(leaky), 12, 0)][-1].found
    assert found is not None
    assert found.breach.promise == "turning the seats turns all that happens"
    assert "p0 gains 1 points" in found.breach.found


def test_what_was_never_reached_is_told(leaky: Path) -> None:
    text = LEAKY.replace("<= 12", "<= 1200").replace(
        "    set mover to left of mover\n", "    set mover to left of mover\n    if rounds > 90: do rest\n"
    )
    leaky.write_text(text + "effect rest: set rounds to 0\n", "utf-8")
    result = run("test", leaky, "--coverage", "--examples", 4)
    assert result.exit_code == 0, result.output
    assert "reached 3 of 4 rules, never: rest" in result.output
    assert "  effect rest writes store rounds, leaky.rules:20" in result.output.splitlines()
    data = json.loads(run("test", leaky, "--coverage", "--examples", 4, "--json").stdout)
    assert data["attack"]["coverage"]["rules"] == {"reached": 3, "of": 4, "never": ["rest"]}
    edges = data["attack"]["coverage"]["edges"]
    assert edges["never"][0] == "effect hand_on does effect rest, leaky.rules:17"
    assert edges["reached"] == edges["of"] - len(edges["never"]) > 10
    # nothing else is played for that
    plain = json.loads(run("test", leaky, "--examples", 4, "--json").stdout)
    assert plain["attack"] == data["attack"] | {"coverage": None}


def test_what_an_event_has_bound_is_not_read_by_itself(leaky: Path) -> None:
    text = LEAKY.replace(
        "every player p has points of p <= 12", "never points of player p rises by n if n > 4"
    )
    leaky.write_text(text, "utf-8")
    result = run("test", leaky)
    assert result.exit_code == 1, result.output
    told = [line.strip() for line in result.output.splitlines()]
    assert f"BROKEN  invariant modest  ({leaky}:17)" in told
    assert not any(line.startswith("read      n") for line in told)


BACKS = """\
game Backs for 2 players
kind Red is card:
    back = "red"
kind Blue is card:
    back = "blue"
card "Rose" is Red, 2 copies
card "Sky" is Blue, 2 copies
zone deck: stack of card
zone hand of each player: hand of card
variable mover: player = start_player
value held of player p: number = number of cards in hand of p
setup:
    move all Reds to deck
    move all Blues to deck
    shuffle deck
phase turn of mover, repeated until deck is empty:
    mover chooses:
        option "draw": draw 1 card from deck to hand of mover
        option "pass": set mover to left of mover
winner: most held
"""


def test_backs_that_all_can_see_are_no_secret(tmp_path: Path) -> None:
    (tmp_path / "backs.rules").write_text(BACKS, "utf-8")
    result = run("test", tmp_path / "backs.rules", "--examples", 8)
    assert result.exit_code == 0, result.output
