"""Variants with mistakes: each gets a message that tells its author what to do."""

from pathlib import Path

import pytest

import rulelang
from rulelang import Severity

BASE = """\
game Market for 2 to 4 players
parameter goal: 1 to 9 = 3
kind Gem is card:
    back = "gem"
    worth: number = 1
card "Ruby" is Gem, 3 copies: worth = 3
card "Opal" is Gem, 2 copies
zone deck: stack of Gem
zone hand of each player: hand of Gem
counter coins of each player: 0 or more = 0
value price: number = 2
setup:
    move all Gems to deck
    shuffle deck
phase turn of start_player, repeated until deck is empty:
    draw 1 card from deck to hand of start_player
    start_player does earn(price)
    open stall
phase scoring: end game
effect earn(number n): you gain n coins
window stall asks start_player:
    action sell(Gem g in hand of you): move g to deck
    action wait: you lose 1 coin
rule luck, when scoring begins if coins of start_player > goal: start_player gains 1 coin
winner: most coins
"""
OTHER = """\
variant Other of "../market.rules", excludes Strict:
    set goal to 5
    replace window stall asks start_player:
        action sell(Gem g in hand of you): move g to deck
    rename luck to fortune
"""

SET = "a parameter gets another value by `set its_name to ...`; anything else is changed by `replace`"
OTHER_VALUE = "set another value; `replace parameter goal: ...` changes what it can be"
EARN = "`Wrong` must also replace what uses `earn`, or leave it as it can be used here"

# what was written -> the code, what is wrong, what to do about it, the line it points at, and what else it points at
WRONG: dict[str, tuple[str, str, str | None, str, tuple[str, ...]]] = {
    "set gaol to 4":
        ("R401", "the base has no parameter `gaol`", "did you mean `goal`?", "w:2", ()),
    "set coins to 4":
        ("R401", "the base has no parameter `coins`", "`coins` is a counter there; say `replace counter coins ...`", "w:2",
         ("this counter",)),
    "set goal to 12":
        ("R210", "`goal` is 1 to 9, this is 12", OTHER_VALUE, "w:2", ("this parameter",)),
    "set goal to yes":
        ("R205", "a number is needed here, this is yes or no", OTHER_VALUE, "w:2", ("this parameter",)),
    'remove card "Rubi"':
        ("R401", 'the base has no card "Rubi"', 'did you mean "Ruby"?', "w:2", ()),
    "remove card Ruby":
        ("R405", "the name of a card stands in quotation marks", 'write `remove card "Ruby"`', "w:2", ()),
    'remove phase "turn"':
        ("R405", "the name of a phase stands without quotation marks", "write `remove phase turn`", "w:2", ()),
    "remove effect earn":
        ("R101", "there is no effect `earn`", "`Wrong` must also replace or remove what uses `earn`", "market:17",
         ("`Wrong` removes `earn` here",)),
    "remove window stall":
        ("R101", "there is no window `stall`", "`Wrong` must also replace or remove what uses `stall`", "market:18",
         ("`Wrong` removes `stall` here",)),
    "replace value price: yes or no = no":
        ("R205", "a number is needed here, this is yes or no",
         "`Wrong` must also replace what uses `price`, or leave it as it can be used here", "market:17",
         ("`Wrong` replaces `price` here",)),
    "replace effect earn(Gem g): you gain 1 coin":
        ("R205", "a Gem is needed here, this is a number", EARN, "market:17", ("`Wrong` replaces `earn` here",)),
    "replace effect earn(number n, number m): you gain n coins":
        ("R208", "`earn` needs a number: `m`", EARN, "market:17", ("`Wrong` replaces `earn` here",)),
    'remove card "Garnet"':
        ("R401", 'the base has no card "Garnet"', 'the cards there: "Ruby", "Opal"', "w:2", ()),
    "remove invariant modest":
        ("R401", "the base has no invariant `modest`", "there are no invariants in it", "w:2", ()),
    "remove rule turn":
        ("R401", "the base has no rule `turn`", "`turn` is a phase there; say `remove phase turn`", "w:2", ("this phase",)),
    "after stall add phase rest: end game":
        ("R401", "the base has no phase `stall`", "`stall` is a window there; the phases there: `turn`, `scoring`", "w:2",
         ("this window",)),
    'add example "more":\n        given goal = 5\n        then goal = 5':
        ("R307", "this cannot be made true", "`goal` is a parameter: a variant says `set goal to ...`, the command line `--set`",
         "w:3", ()),
    "replace phase trun: end game":
        ("R401", "the base has no phase `trun`", "did you mean `turn`?", "w:2", ()),
    "in stall add action sell: you gain 1 coin":
        ("R402", "the window `stall` has an action `sell` already",
         "take another name, or say `replace action sell ...`", "w:2", ("here",)),
    "after turn add phase scoring: end game":
        ("R402", "the base has a phase `scoring` already",
         "take another name, or say `replace phase scoring ...`", "w:2", ("here",)),
    'add card "Ruby" is Gem':
        ("R402", 'the base has a card "Ruby" already',
         'take another name, or say `replace card "Ruby" ...`', "w:2", ("here",)),
    "add action buy: you gain 1 coin":
        ("R405", "an action is added in a window", "write `in WINDOW add action buy ...`", "w:2", ()),
    "in turn add action buy: you gain 1 coin":
        ("R401", "the base has no window `turn`", "`turn` is a phase there; the only window there: `stall`", "w:2",
         ("this phase",)),
    "after trun add phase rest: end game":
        ("R401", "the base has no phase `trun`", "did you mean `turn`?", "w:2", ()),
    "rename coins to price":
        ("R402", "the name `price` is taken", "take another name", "w:2", ("it is used here",)),
    "rename Ruby to Rubin":
        ("R401", "the base has nothing of the name `Ruby`",
         '"Ruby" is the name of a card or the like: write `rename "Ruby" to "Rubin"`', "w:2", ()),
    "set goal to 4\n    set goal to 5":
        ("R403", "this variant changes parameter `goal` twice", "keep one of the two", "w:3", ("first here",)),
    "add winner: most coins":
        ("R402", "the base has the winner already", "say `replace winner ...`", "w:2", ("here",)),
    "add rule gift, when turn begins: start_player gains 1 coins_":
        ("R101", "a player has no counter `coins_`", "did you mean `coins`?", "w:2", ()),
}  # fmt: skip


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("variants").mkdir()
    Path("market.rules").write_text(BASE, "utf-8")
    Path("variants/other.rules").write_text(OTHER, "utf-8")


Told = tuple[str, str, str | None, str, tuple[str, ...]]


def told(*variants: str) -> list[Told]:
    """The errors that the market has with these variants."""
    return [
        (found.code.id, found.message, found.hint, f"{Path(found.span.file).stem}:{found.span.line}",
         tuple(label for _, label in found.also))
        for found in rulelang.examine("market.rules", variants).diagnostics
        if found.severity is Severity.ERROR
    ]  # fmt: skip


def wrong(body: str, head: str = 'variant Wrong of "../market.rules"') -> None:
    Path("variants/w.rules").write_text(f"{head}:\n    {body}\n", "utf-8")


def test_the_base_and_the_other_variant_are_in_order() -> None:
    assert told() == []
    assert told("other") == []


@pytest.mark.parametrize("body", WRONG)
def test_a_wrong_variant_is_told_what_to_do(body: str) -> None:
    wrong(body)
    assert told("w") == [WRONG[body]]


SORT = "say what sort of thing that is: `{0} phase ...`, `{0} card \"...\"`, `{0} rule ...`"
WINDOWLESS = "an action is named without its window: `remove action ...`, `replace action ...`"
BOTH = "play with one of the two, or write a third that builds upon one and changes what the other does"


@pytest.mark.parametrize(
    ("body", "message", "line"),
    [
        ("set goal to 6", "`Other` and `Wrong` both change parameter `goal`", "w:2"),
        ("in stall add action buy: you gain 1 coin", "`Other` and `Wrong` both change window `stall`", "w:2"),
        ("remove action wait", "`Other` and `Wrong` both change window `stall`", "w:2"),
        ("remove rule luck", "`Other` and `Wrong` both change rule `luck`", "w:2"),
    ],
)
def test_two_that_collide(body: str, message: str, line: str) -> None:
    wrong(body)
    assert (("R403", message, BOTH, line, ("`Other` changes it here",))) in told("w", "other")


@pytest.mark.parametrize(
    ("line", "word", "hint"),
    [
        ("delete action wait", "delete", "say `remove ...`"),
        ("override value price: number = 3", "override", "say `replace ...`"),
        ("insert rule gift, when turn begins: end game", "insert", "say `add ...`"),
        ("change goal to 4", "change", SET),
        ("parameter goal: 1 to 9 = 4", "parameter", SET),
        ("remove parameter goal", "parameter", "a parameter stays, with another value: `set its_name to ...`"),
        ("remove winner", "winner", "`replace winner: ...` puts another in its place"),
        ("remove turn", "turn", SORT.format("remove")),
        ("replace turn: end game", "turn", SORT.format("replace")),
        ('remove "Ruby"', '"Ruby"', 'say what is meant: `remove card "Ruby"`'),
        ("after turn add resting: end game", "resting", "say what is meant: `add phase resting ...`"),
        ("in stall add beg: end game", "beg", "say what is meant: `add action beg ...`"),
        ("in stall remove action sell", "remove", WINDOWLESS),
        ("remove action sell from stall", "from", WINDOWLESS),
        ("replace number of players: 2", "number",
         "the number of players stands in the head: `variant V of \"...\" for 2 players:`"),
        ("set goal 4", "4", "say `set a to b`"),
        ('replace card "Ruby": worth = 5', ":", 'a card says what it is: `card "..." is KIND: ...`, or `card "..." like "..."`'),
        ("effect gift: end game", "effect", "say `add effect ...` if it is new, `replace effect ...` if the game has it"),
        ("zone table: row of Gem", "zone", "say `add zone ...` if it is new, `replace zone ...` if the game has it"),
    ],
)  # fmt: skip
def test_words_that_are_not_those_of_variants(line: str, word: str, hint: str) -> None:
    wrong(line)
    (found,) = told("w")
    assert found[0] == "R001"
    assert found[1].startswith(f"`{word}` cannot stand here")
    assert found[2:4] == (hint, "w:2")


def test_two_that_exclude_each_other() -> None:
    wrong("set goal to 6", 'variant Strict of "../market.rules"')
    assert ("R404", "`Other` excludes `Strict`", "play with one of the two", "other:1", ("`Strict` is this variant",)) in told(
        "other", "w"
    )


def test_a_variant_of_a_variant_that_takes_away_what_that_uses() -> None:
    Path("variants/other.rules").write_text(
        'variant Other of "../market.rules":\n    add rule gift, when turn begins: start_player does earn(1)\n'
        "    replace phase turn of start_player, repeated until deck is empty:\n"
        "        draw 1 card from deck to hand of start_player\n        open stall\n",
        "utf-8",
    )
    wrong("remove effect earn", 'variant Wrong of "other.rules"')
    (found,) = told("w")
    assert found[2:] == (
        "`Wrong` must also replace or remove what uses `earn`", "other:2", ("`Wrong` removes `earn` here",),
    )  # fmt: skip


def test_a_variant_of_another_game() -> None:
    Path("small.rules").write_text("game Small for 2 players\nphase turn: end game\n", "utf-8")
    wrong("set goal to 4", 'variant Wrong of "../small.rules"')
    (found,) = told("w")
    assert found[1] == "`Wrong` is a variant of `small.rules`, not of `market.rules`"
