"""`rulelang diff`: what is different in the author's terms, and which recorded matches that breaks."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import interpreter
import rulelang
import tools.cli
from tools.changes.comparing import Change, Difference, difference

SMALL = """\
game Small for 2 to 4 players
parameter goal: 1 to 9 = 3
enum Colour: red, blue
kind Gem is card:
    back = "gem"
    worth: number = 1
card "Ruby" is Gem, 2 copies: worth = 3
card "Opal" is Gem
zone deck: stack of Gem
zone hand of each player: hand of Gem
zone shop: row of Gem, at most 3, faces shown to everyone
counter coins of each player: 0 or more = 0
variable mover: player = start_player
value wealth of player p: number = coins of p + 1
setup:
    move all Gems to deck
    shuffle deck
phase turn of mover, repeated until deck is empty:
    draw 1 card from deck to hand of mover
    if goal > 2:
        mover gains 1 coin
        mover gains 1 coin
    otherwise:
        mover gains 2 coins
    mover chooses:
        option "buy" if coins of mover > 3:
            open market
        option "save": mover gains 1 coin
    set mover to left of mover
window market asks mover:
    action sell(Gem g in hand of you):
        move g to shop
        you gain 2 coins
rule early, when turn begins: mover gains 1 coin
rule late, when turn begins: mover gains 2 coins
winner: most wealth, then most coins, then shared
invariant rich: every player p has coins of p >= 0
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tools.cli.cli, list(arguments))


def edited(folder: Path, *edits: tuple[str, str]) -> Difference:
    """What is different after texts of the small game have been replaced by others."""
    text = SMALL
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    games = []
    for name, content in (("before", SMALL), ("after", text)):
        path = folder / f"{name}.rules"
        path.write_text(content, "utf-8")
        games.append(rulelang.load(path))
    return difference(games[0], games[1])


def told(change: Change) -> tuple[str, str, str]:
    return change.what, change.sort, ", ".join(change.names)


PHRASES = {
    "a value of a parameter": ("= 3\nenum", "= 4\nenum", "parameter goal", "value: 3 -> 4"),
    "a range": ("goal: 1 to 9", "goal: 1 to 8", "parameter goal", "range: 1 to 9 -> 1 to 8"),
    "an enum": ("red, blue", "red, blue, green", "enum Colour", "members: red, blue -> red, blue, green"),
    "a number of copies": ("2 copies", "5 copies", "card Ruby", "copies: 2 -> 5"),
    "what is printed": ("worth = 3", "worth = 4", "card Ruby", "worth: 3 -> 4"),
    "a back": ('"gem"', '"stone"', "kind Gem", "back: gem -> stone"),
    "who sees faces": ("zone deck: stack of Gem", "zone deck: stack of Gem, faces shown to mover", "zone deck",
                       "faces shown to: nobody -> mover"),
    "how many fit": ("at most 3", "at most 4", "zone shop", "at most: 3 -> 4"),
    "a sort of zone": ("hand of each player: hand of Gem", "hand of each player: row of Gem, faces shown to owner", "zone hand",
                       "is: hand -> row"),
    "a bound": ("coins of each player: 0 or more = 0", "coins of each player: 0 to 9 = 0", "counter coins",
                "range: 0 or more -> 0 to 9"),
    "a beginning": ("0 or more = 0", "0 or more = 2", "counter coins", "at first: 0 -> 2"),
    "a repetition": ("until deck is empty", "until coins of mover > 5", "phase turn",
                     "repeated: repeated until deck is empty -> repeated until coins of mover > 5"),
    "whose turn": ("phase turn of mover", "phase turn of start_player", "phase turn", "of: mover -> start_player"),
    "who is asked": ("market asks mover", "market asks left of mover", "window market",
                     "asks: mover -> left of mover"),
    "an event": ("rule early, when turn begins", "rule early, when turn ends", "rule early",
                 "answers: when turn begins -> when turn ends"),
    "a condition": ("rule early, when turn begins:", "rule early, when turn begins if goal > 1:", "rule early",
                    "if: none -> goal > 1"),
    "a rank": ("most coins, then", "fewest coins, then", "winner ",
               "ranks: most wealth, then most coins -> most wealth, then fewest coins"),
    "players": ("for 2 to 4", "for 2 to 5", "game Small", "players: 2 to 4 -> 2 to 5"),
}  # fmt: skip


@pytest.mark.parametrize("case", PHRASES)
def test_what_is_said_of_a_thing(case: str, tmp_path: Path) -> None:
    old, new, thing, phrase = PHRASES[case]
    found = edited(tmp_path, (old, new))
    said = {
        (f"{change.sort} {', '.join(change.names)}", f"{one.about}: {one.before} -> {one.after}")
        for change in found.changes
        for one in change.phrases
    }
    assert said == {(thing, phrase)}
    assert not found.same_play


LINES = {
    "one of two alike": ("        mover gains 1 coin\n        mover gains 1 coin\n", "        mover gains 1 coin\n",
                         "phase turn", ["  if goal > 2:", "-     mover gains 1 coin"]),
    "a condition": ("if goal > 2:", "if goal > 1:", "phase turn", ["- if goal > 2:", "+ if goal > 1:"]),
    "an amount": ("gains 2 coins\n    mover", "gains 3 coins\n    mover", "phase turn",
                  ["  otherwise:", "-     mover gains 2 coins", "+     mover gains 3 coins"]),
    "an option": ('option "save": mover gains 1 coin', 'option "save": mover gains 2 coins', "phase turn",
                  ["  mover chooses:", '      option "save":', "-         mover gains 1 coin",
                   "+         mover gains 2 coins"]),
    "an action": ("you gain 2 coins", "you gain 1 coin", "window market",
                  ["  action sell(Gem g in hand of you):", "-     you gain 2 coins", "+     you gain 1 coin"]),
    "what an action takes": ("Gem g in hand of you", "Gem g in shop", "window market",
                             ["- action sell(Gem g in hand of you):", "+ action sell(Gem g in shop):"]),
    "a value": ("coins of p + 1", "coins of p + 2", "value wealth", ["- coins of p + 1", "+ coins of p + 2"]),
    "setup": ("    shuffle deck\n", "", "setup ", ["- shuffle deck"]),
    "an invariant": ("coins of p >= 0", "coins of p >= 1", "invariant rich",
                     ["- every player p has coins of p >= 0", "+ every player p has coins of p >= 1"]),
}  # fmt: skip


@pytest.mark.parametrize("case", LINES)
def test_which_lines_went_and_came(case: str, tmp_path: Path) -> None:
    old, new, thing, rows = LINES[case]
    (change,) = edited(tmp_path, (old, new)).changes
    assert f"{change.sort} {', '.join(change.names)}" == thing
    assert [f"{row.sign} {'    ' * row.depth}{row.text}" for row in change.rows] == rows


def test_moved_and_reformatted_text_is_no_change(tmp_path: Path) -> None:
    lines = SMALL.splitlines(keepends=True)
    value = next(line for line in lines if line.startswith("value wealth"))
    lines.remove(value)
    moved = "".join([lines[0], "# a remark\n", value, "## for readers\n", *lines[1:]])
    moved = moved.replace("if goal > 2:", "if   goal >  2 :  # why").replace("player p has", "player q has").replace(
        "coins of p >=", "coins of q >="
    )  # fmt: skip
    before, after = tmp_path / "a.rules", tmp_path / "b.rules"
    before.write_text(SMALL, "utf-8")
    after.write_text(moved, "utf-8")
    found = difference(rulelang.load(before), rulelang.load(after))
    assert not found
    said = run("diff", str(before), str(after)).output
    assert said.startswith("no rule is different\nbut saves of the one do not fit the other")
    after.write_text(f"# a remark\n\n{SMALL.replace(' = ', '  =  ')}", "utf-8")
    assert difference(rulelang.load(before), rulelang.load(after)).same_play
    assert run("diff", str(before), str(after)).output == "no rule is different\n"


@pytest.mark.parametrize("game", ["badaboom", "bad_company"])
def test_a_game_is_no_different_from_itself(game: str) -> None:
    one = rulelang.load(game)
    assert not difference(one, rulelang.load(game))


def test_what_is_new_and_what_is_gone(tmp_path: Path) -> None:
    found = edited(
        tmp_path,
        ('card "Opal" is Gem\n', 'card "Jade" is Gem, 4 copies: worth = 9\n'),
        (
            "rule early, when turn begins: mover gains 1 coin\n",
            "rule later, when turn ends: mover gains 1 coin\n",
        ),
    )
    assert {told(change) for change in found.changes} == {
        ("added", "card", "Jade"),
        ("removed", "card", "Opal"),
        ("added", "rule", "later"),
        ("removed", "rule", "early"),
    }


def test_another_name_is_told_once(tmp_path: Path) -> None:
    found = edited(tmp_path, ("coins", "crowns"), ("1 coin", "1 crown"), ('"Ruby"', '"Rubin"'))
    assert {(told(change), change.old_name) for change in found.changes} == {
        (("renamed", "counter", "crowns"), "coins"),
        (("renamed", "card", "Rubin"), "Ruby"),
    }


def test_rules_that_answer_in_the_other_order_are_told(tmp_path: Path) -> None:
    first, second = (line for line in SMALL.splitlines(keepends=True) if line.startswith("rule "))
    found = edited(tmp_path, (first + second, second + first))
    assert not found.changes
    assert found.order == (("late", "early"),)


def test_citations_and_things_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    output = run("diff", "bad_company", "quick_getaway").output
    assert 'card "neighbour" renamed to "wrong door"' in output
    assert "cited no more: @BC-067, @BC-068" in output
    assert "48 cards " in run("diff", "bad_company", "closed_backs").output
    data = json.loads(run("diff", "bad_company", "quick_getaway", "--json").output)
    assert data["second"] == "BadCompany with QuickGetaway"
    assert data["uncited"] == ["BC-067", "BC-068"]
    page = run("diff", "bad_company", "quick_getaway", "--markdown").output
    assert page.startswith("# BadCompany and BadCompany with QuickGetaway\n")
    assert "  ```diff\n  + phase hush_money\n  ```" in page


def record(path: Path, game: rulelang.Game, seed: int, steps: int, as_save: bool = False) -> None:
    match = interpreter.start(game, 3, seed=seed)
    for _ in range(steps):
        if not match.count:
            break
        match.choose_index(match.count - 1)
    path.write_text(match.save() if as_save else json.dumps(match.transcript()), "utf-8")


def test_the_first_step_that_breaks_a_recorded_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("small.rules").write_text(SMALL, "utf-8")
    Path("late.rules").write_text(
        SMALL.replace('"save": mover gains 1 coin', '"save": mover gains 2 coins'), "utf-8"
    )
    Path("offer.rules").write_text(SMALL.replace('option "buy"', 'option "trade"'), "utf-8")
    game = rulelang.load("small.rules")
    record(Path("a.json"), game, 1, 50)
    record(Path("b.json"), game, 2, 1, as_save=True)
    record(Path("c.json"), rulelang.load("small.rules", parameters={"goal": 1}), 1, 50)

    done = run("diff", "small.rules", "small.rules", "--breaks", "a.json", "b.json", "c.json")
    assert done.exit_code == 0, done.output
    assert done.output.count("plays as before") == 3

    done = run("diff", "small.rules", "offer.rules", "--breaks", "a.json", "--json")
    assert done.exit_code == 1, done.output
    (found,) = json.loads(done.output)["breaks"]
    assert found["what"] == "differs"
    assert found["step"] == 1
    assert found["said"] == "p0 is asked: no longer on offer: `buy`; now on offer: `trade`"

    done = run("diff", "small.rules", "late.rules", "--breaks", "a.json", "--json")
    assert done.exit_code == 1, done.output
    (found,) = json.loads(done.output)["breaks"]
    assert found["rule"] == "turn"
    assert found["place"].startswith("late.rules:")
    assert "gains 1 coin" in found["said"]
    assert "gains 2 coins" in found["said"]

    done = run("diff", "small.rules", "--set", "goal=2", "--breaks", "a.json", "c.json")
    assert done.exit_code == 1
    assert "a.json: before the first choice, turn" in done.output
    assert "c.json: plays as before" in done.output

    done = run("diff", "late.rules", "small.rules", "--breaks", "a.json")
    assert done.exit_code == 1
    assert "recorded with other rules" in done.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["kuhn"], "nothing to compare with"),
        (["badaboom", "small_fire"], "its variants are `nervous_goblins`, `open_bags`, `short_fuse`"),
        (["kuhn", "nothing"], "neither a game nor a variant"),
        (["kuhn", "badabom"], "did you mean `badaboom`?"),
        (["badaboom", "short_fuze"], "did you mean `short_fuse`?"),
        (["nothing", "kuhn"], "no game is called `nothing`"),
        (["kuhn", "kuhn", "--json", "--markdown"], "exclude each other"),
        (["kuhn", "kuhn", "x.json"], "with --breaks only"),
        (["kuhn", "kuhn", "--breaks"], "needs the files"),
        (["pig", "--set", "horizon=-5"], "cannot be -5"),
    ],
)
def test_wrong_calls(arguments: list[str], said: str) -> None:
    done = run("diff", *arguments)
    assert done.exit_code == 2, done.output
    assert said in done.output


def test_several_variants_of_the_first_may_be_named(tmp_path: Path) -> None:
    done = run("diff", "bad_company+quick_getaway+tasks_last", "quick_getaway")
    assert done.exit_code == 0
    assert done.output.startswith("window improve changed")


def test_a_record_keeps_parameters_that_are_lists(tmp_path: Path) -> None:
    game = rulelang.load("bad_company", parameters={"recruit_costs": [3] * 9})
    path = tmp_path / "a.json"
    record(path, game, 1, 1)
    replayed = run("replay", str(path))
    assert replayed.exit_code == 0, replayed.output
    assert replayed.output.startswith("   1  ")
    assert rulelang.load("bad_company", parameters=json.loads(path.read_text("utf-8"))["parameters"]) == game
    assert run("check", "bad_company", "--set", f"recruit_costs={[3] * 9}").exit_code == 0


def test_a_save_is_resumed_with_the_variants_and_parameters_that_it_remembers(tmp_path: Path) -> None:
    parameters = {"starting_coins": 4, "recruit_costs": [3] * 9}
    game = rulelang.load("bad_company", variant=("quick_getaway", "tasks_last"), parameters=parameters)
    path = tmp_path / "a.json"
    record(path, game, 1, 3, as_save=True)
    save = tmp_path / "b.json"
    done = CliRunner().invoke(
        tools.cli.cli, ["play", "bad_company", "--resume", str(path), "--save", str(save)], input="quit\n"
    )
    assert done.exit_code == 0, done.output
    kept = json.loads(save.read_text("utf-8"))
    assert kept["variant"] == "QuickGetaway + TasksLast"
    assert kept["digest"] == game.digest
    other = CliRunner().invoke(tools.cli.cli, ["play", "kuhn", "--resume", str(path)], input="quit\n")
    assert other.exit_code == 2
    assert "the save cannot be used" in other.output
