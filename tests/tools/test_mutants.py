"""Changes of the rules: which are made, which are noticed, and how that is told."""

import json
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from click.testing import CliRunner, Result

from rulelang.check import check
from rulelang.load import read_game
from rulelang.program import Program
from tools.cli import cli
from tools.mutants.making import Change, changes
from tools.mutants.trying import ALIKE, FOUND, LIVES, REFUSED, Judge

GAME = """\
game Small for 3 players
counter points of each player: 0 or more = 0
variable mover: player = start_player
effect earn:
    requires points of you < 3 "enough is enough"
    you gain 1 point
phase turn of mover, repeated until any player p where points of p >= 3:
    mover may do earn
    set mover to left of mover
winner: most points
invariant modest: every player p has points of p <= 3

example "one for one":
    given players Ann, Bo, Cy
    when Ann does earn
    then points of Ann = 1
"""

FORMS = """\
game Forms for 2 to 4 players
catalogue "catalogue.csv"
kind Chip is card:
    back = "chip"
    worth: number = 1
card "Red" is Chip, 4 copies
card "Blue" is Chip, 3 copies: worth = 2
zone bag: stack of Chip
zone gone: pile of Chip
zone hand of each player: hand of Chip
counter points of each player: 0 or more = 0
variable mover: player = start_player
refill bag from gone when empty, shuffled       @FO-1
setup:
    move all Chips to bag
    shuffle bag
    for each player p clockwise from mover: draw 1 card from bag to hand of p
phase turn of mover, repeated until mover has 9 points:
    mover may do swap
    set mover to left of mover
effect swap:                                    @FO-2
    requires hand of you is not empty
    together:
        you secretly chooses card c in hand of you where worth of c > 0
        move c to gone
        draw 1 card from bag to hand of you
rule richer, when Chip c enters gone if worth of c > 1: you gain 1 point
winner: most points
"""


def program(folder: Path, text: str) -> Program:
    (folder / "game.rules").write_text(text, "utf-8")
    (folder / "catalogue.csv").write_text(
        "id,section,paraphrase,kind\nFO-1,A,Chips come back,rule\nFO-2,A,Chips are swapped,rule\n", "utf-8"
    )
    reading = read_game(folder / "game.rules")
    assert reading.program is not None, reading.diagnostics
    return reading.program


@pytest.fixture
def forms(tmp_path: Path) -> Program:
    text = FORMS.replace("you secretly chooses", "you secretly choose")
    return program(tmp_path, text.replace("mover has 9 points", "points of mover > 8"))


def told(found: list[Change]) -> set[tuple[str, int, str]]:
    return {(change.sort, change.span.line, change.told) for change in found}


def test_every_sort_of_change_is_made(forms: Program) -> None:
    made = told([*changes(forms)])
    assert made >= {
        ("requires dropped", 22, "without `requires hand of you is not empty`"),
        ("rule dropped", 27, "without `rule richer, when Chip c enters gone if worth of c > 1: y...`"),
        ("number changed", 6, "5 and not 4"),
        ("number changed", 6, "3 and not 4"),
        ("sides swapped", 20, "right and not left in `left of mover`"),
        ("sides swapped", 17, "the other way round than `clockwise from mover`"),
        ("sides swapped", 28, "fewest and not most"),
        ("players swapped", 26, "mover and not you"),
        ("together dropped", 23, "step by step, not `together`"),
        ("shown to more", 9, "faces shown to everyone"),
        ("shown to more", 24, "not secretly"),
        ("refill dropped", 13, "without `refill bag from gone when empty, shuffled`"),
        ("refill changed", 13, "not shuffled"),
        ("statement dropped", 25, "without `move c to gone`"),
        ("condition negated", 27, "not `worth of c > 1`"),
        ("condition negated", 24, "not `worth of c > 0`"),
        ("printed value dropped", 7, "without `worth = 2`"),
    }


def test_what_is_changed_is_in_one_place_and_cites_what_stands_there(forms: Program) -> None:
    by_told = {change.told: change for change in changes(forms)}
    change = by_told["without `move c to gone`"]
    assert change.cites == ("FO-2",)
    changed = change.of(forms)
    assert len(changed.declarations) == len(forms.declarations)
    differing = [
        i for i, (a, b) in enumerate(zip(changed.declarations, forms.declarations, strict=True)) if a != b
    ]
    assert differing == [change.number]
    dropped = by_told["without `refill bag from gone when empty, shuffled`"].of(forms)
    game, _ = check(dropped)
    assert game is not None and game.refills == ()


def test_what_becomes_of_changes(tmp_path: Path) -> None:
    rules = program(tmp_path, GAME)
    game, _ = check(rules)
    assert game is not None
    judge = Judge(rules, game, plays=4)
    made = {(one.span.line, one.told): one for one in changes(rules)}
    noticed = judge.tried(made[6, "2 and not 1"])
    assert (noticed.outcome, noticed.by) == (FOUND, "example one for one")
    # only play shows that nobody may go on, and that no match ends
    assert judge.tried(made[8, "without `mover may do earn`"]).by == "the match can go on to its end"
    assert judge.tried(made[9, "without `set mover to left of mover`"]).outcome == LIVES
    assert judge.tried(made[5, "4 and not 3"]).outcome == ALIKE
    assert judge.tried(made[7, "you and not mover"]).outcome == REFUSED
    dropped = next(one for one in changes(rules) if one.sort == "requires dropped")
    assert judge.tried(dropped) == judge.tried(dropped)


def test_an_invariant_notices_in_play(tmp_path: Path) -> None:
    longer = program(
        tmp_path, GAME.replace("any player p where points of p >= 3:", "every player p has points of p >= 3:")
    )
    game, _ = check(longer)
    assert game is not None
    change = next(one for one in changes(longer) if one.sort == "requires dropped")
    assert Judge(longer, game, plays=4).tried(change).by == "invariant modest"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["test", *map(str, arguments)])


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mutants") / "small.rules"
    path.write_text(GAME, "utf-8")
    return path


def test_the_command_tells_what_survives(small: Path, tmp_path: Path) -> None:
    result = run(small, "--mutate", "--examples", 4)
    assert result.exit_code == 0, result.output
    told = result.output.splitlines()
    survived = f"SURVIVED  {small}:9  statement dropped: without `set mover to left of mover`"
    assert survived in told
    assert told[-1].startswith("Small: of ") and " survive; of " in told[-1]
    file = tmp_path / "out.xml"
    failing = run(small, "--mutate", "--examples", 4, "--least", 90, "--json", "--jobs", 2, "--junit", file)
    assert failing.exit_code == 1
    data = json.loads(failing.stdout)["mutants"]
    assert data["survived"] == sum(line.startswith("SURVIVED") for line in told)
    assert {"outcome": LIVES, "file": str(small), "line": 9, "sort": "statement dropped", "cites": [], "found_by": None,
            "change": "without `set mover to left of mover`"} in data["changes"]  # fmt: skip
    suite = xml.parse(file).getroot()[0]
    assert [case.get("name") for case in suite if len(case)] == ["changes of the rules are found"]


def test_with_little_time_some_are_left(small: Path) -> None:
    data = json.loads(run(small, "--mutate", "--examples", 1, "--seconds", 0.001, "--json").stdout)["mutants"]
    assert data["not_tried"] > 10


def test_calls_that_make_no_sense(small: Path, tmp_path: Path) -> None:
    assert run(small, "--least", 50).exit_code == 2
    failing = tmp_path / "failing.rules"
    failing.write_text(GAME.replace("points of Ann = 1", "points of Ann = 2"), "utf-8")
    result = run(failing, "--mutate")
    assert result.exit_code == 1 and "SURVIVED" not in result.output
    broken = tmp_path / "broken.rules"
    broken.write_text(GAME.replace("points of p <= 3\n", "points of p <= 1\n"), "utf-8")
    result = run(broken, "--mutate")
    assert result.exit_code == 1 and "Small breaks a promise as it is" in result.output
