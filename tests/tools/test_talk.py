"""The talk at the terminal, with a match that is easy to follow."""

import contextlib
import io
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

import interpreter
import rulelang
from interpreter import Range, Several
from tests.tools import fake
from tools.failures import Failed
from tools.play.answers import Choices
from tools.play.prompt import Leave, Talk


def first(match: Any, rng: Random) -> int:
    return 0


class Typist:
    """Types prepared lines, which are seen like what anybody types; at their end it types ^D."""

    def __init__(self, talk: Talk, lines: str) -> None:
        self.talk = talk
        self.lines = iter(lines.split("; ") if lines else [])
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.asked.append(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        if line == "^C":
            raise KeyboardInterrupt
        self.talk.console.print(f"{prompt}{line}")
        return line


def talk(tmp_path: Path, lines: str, people: Iterator[int] | tuple[int, ...] = (0,), **more: Any) -> Talk:
    match = more.pop("match", None) or fake.Match()
    made = Talk(
        match=match,
        people=frozenset(people),
        bot=first,
        console=Console(file=io.StringIO(), width=80, color_system=None),
        kept_in=tmp_path / "kept.json",
        **more,
    )
    made.read = Typist(made, lines)
    return made


def printed(made: Talk) -> str:
    assert isinstance(made.console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in made.console.file.getvalue().splitlines())


def played(tmp_path: Path, lines: str, **more: Any) -> tuple[Talk, str]:
    """Talk until ^D or the end of the match; what was printed."""
    made = talk(tmp_path, lines, **more)
    with contextlib.suppress(EOFError, Leave):
        made.play()
    return made, printed(made)


def test_people_and_bots_take_turns(tmp_path: Path) -> None:
    made, _ = played(tmp_path, "2; hide; two; show it")
    assert made.match.choices == ["two", "hide", "one", "hide", "two", "show", "one", "hide"]


def test_the_end_is_told(tmp_path: Path) -> None:
    made, text = played(tmp_path, "2; 1; 2; 1; 2; 1; 2; 1; 2; 1")
    assert made.match.result is not None
    assert "The match is over (end game). Winner: " in text
    assert "Scores: you (p0) 3, p1 4" in text


def test_what_others_hide_stays_hidden(tmp_path: Path) -> None:
    _, text = played(tmp_path, "1; 1")
    assert "* p1 chose ?" in text
    assert "* p1 chose one" not in text
    assert "* p0 chose one" in text


def test_the_table_is_drawn_once_while_nothing_changes(tmp_path: Path) -> None:
    _, text = played(tmp_path, "nonsense; log; ?")
    assert text.count("total 0") == 1
    _, text = played(tmp_path, "nonsense; table")
    assert text.count("total 0") == 2


@pytest.mark.parametrize(
    ("typed", "choice"),
    [("1", "one"), ("one", "one"), ("One Step", "one"), ("tw", "two"), ("steps", "two"), ('"two"', "two")],
)
def test_ways_to_answer(tmp_path: Path, typed: str, choice: str) -> None:
    made, _ = played(tmp_path, typed)
    assert made.match.choices[:1] == [choice]


@pytest.mark.parametrize(
    "typed", ["0", "3", "-1", "99999999999999999999", "ste", "x", "  ", "", "[red]x[/red]"]
)
def test_what_is_no_answer_changes_nothing(tmp_path: Path, typed: str) -> None:
    made, text = played(tmp_path, typed)
    assert made.match.choices == []
    if typed == "ste":
        assert "That may mean 2 options:" in text
    elif typed.strip():
        assert f"`{typed}` is no option here" in text


def test_explanations(tmp_path: Path) -> None:
    _, text = played(tmp_path, "? 2; ?one; ?; help two; ? three")
    assert text.count("  @CO-1  One or two is added") == 2
    assert "  @CO-9\n" in text
    assert text.count("adds one") == 2
    assert "why TEXT" in text
    assert "`three` is no option here." in text


def test_of_an_option_that_says_nothing_it_is_said(tmp_path: Path) -> None:
    _, text = played(tmp_path, "1; ? hide")
    assert "hide it\n  The rules say no more of it." in text


def test_a_refusal_spells_out_the_statements_that_it_is_about(tmp_path: Path) -> None:
    match = interpreter.start(rulelang.load("badaboom"), 3, seed=7)
    _, text = played(tmp_path, "why play_trick(Once More)", match=match, people=(1,))
    said = " ".join(text.partition("why play_trick")[2].split())
    assert "it must be possible to do all that the Trick says (play_trick) @BB-136 " in said
    assert said.count("  @") == 0
    assert "@BB-138 " in said
    assert "Traceback" not in said


def test_refusals_are_the_engines_words(tmp_path: Path) -> None:
    _, text = played(tmp_path, "why three; why")
    assert "p0 may not `three`: only one or two may be added" in text
    assert "Say what you would like to do: why TEXT" in text


def test_undo(tmp_path: Path) -> None:
    made, text = played(tmp_path, "2; undo; 1; undo; undo; 1")
    assert made.match.choices == ["one"]
    assert made.made == 1
    assert text.count("Taken back.") == 2
    assert "That cannot be taken back: the other player has seen it" in text


def test_save(tmp_path: Path) -> None:
    target, taken = tmp_path / "mine.json", tmp_path / "notes.txt"
    taken.write_text("dear diary", "utf-8")
    made, text = played(
        tmp_path, f"save {target}; 2; save {target}; save {taken}; save; save {tmp_path}/no\0name"
    )
    assert fake.resume(target.read_text("utf-8")).choices == ["two"]
    assert taken.read_text("utf-8") == "dear diary"
    assert "notes.txt is there already; choose another name." in text.replace("\n", " ")
    assert "Say where: save FILE." in text
    assert "cannot be written" in text
    assert made.match.choices == ["two"]


@pytest.mark.parametrize("last", ["^C", "quit", "exit", "/quit", ""])
def test_nothing_is_lost(tmp_path: Path, last: str) -> None:
    made = talk(tmp_path, f"2; 1; 1; {last}" if last else "2; 1; 1")
    with pytest.raises((KeyboardInterrupt, Leave, EOFError)):
        made.play()
    kept = fake.resume(made.kept_in.read_text("utf-8"))
    assert kept.choices == made.match.choices == ["two", "hide", "one", "hide", "one"]


def test_an_error_of_the_rules_says_where_the_match_is(tmp_path: Path) -> None:
    made = talk(tmp_path, "2; 1; 1; 1", match=fake.Match(broken_at=2))
    with pytest.raises(Failed, match=r"(?s)never ends.*kept\.json"):
        made.play()
    assert fake.resume(made.kept_in.read_text("utf-8")).choices == ["two"]


def test_a_folder_that_cannot_be_written_does_not_end_the_match(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    made = talk(tmp_path, "1; 1; 1; 1")
    made.kept_in = tmp_path / "file" / "kept.json"
    with pytest.raises(EOFError):
        made.play()
    assert len(made.match.choices) == 8
    assert printed(made).replace("\n", " ").count("cannot be kept") == 1


def test_people_at_one_screen(tmp_path: Path) -> None:
    made = talk(tmp_path, "; 2; 1; ; 1; 1; ; 2", people=(0, 1))
    with pytest.raises(EOFError):
        made.play()
    assert isinstance(made.read, Typist)
    passing = [asked for asked in made.read.asked if asked.startswith("Pass the screen")]
    assert passing == [f"Pass the screen to p{seat}, who then presses Enter: " for seat in (0, 1, 0)]
    assert made.match.choices == ["two", "hide", "one", "hide", "two"]
    text = printed(made)
    mine, theirs = text.index("p1 chose ?"), text.index("p0 chose ?")
    assert theirs < mine


def test_watching(tmp_path: Path) -> None:
    made = talk(tmp_path, "", people=())
    made.play()
    text = printed(made)
    assert made.match.result is not None
    assert text.count("chose one") == 10
    assert "Winner: p1" in text
    assert not made.kept_in.exists()


def options(*ids: str) -> Choices:
    return Choices([fake.Option(id, id) for id in ids])  # type: ignore[misc]


def test_numbers_that_are_options_mean_themselves() -> None:
    bids = options("pass", "10", "1", "2")
    assert [bids.key(index) for index in range(4)] == ["pass", "10", "1", "2"]
    assert bids.find("1") == [2]
    assert bids.find("3") == []
    assert bids.find("pa") == [0]
    assert options("a", "b").find("2") == [1]
    assert options("a", "b").find("") == []
    assert options("-1", "0").find("-1") == [0]


def test_long_lists_are_cut_and_can_be_searched(tmp_path: Path) -> None:
    class Many(fake.Match):
        @property
        def decision(self) -> fake.Decision:
            return fake.Decision(0, "which?", [fake.Option(f"card {n}", f"card {n}") for n in range(100)])

    made = talk(tmp_path, "card 5; rd 77", match=Many())
    with pytest.raises(EOFError):
        made.play()
    text = printed(made)
    assert "and 60 more: type a part of the text to see those" in text
    assert made.match.choices == ["card 5", "card 77"]


# ------------------------------------------------------------------ several things at once


def reroll(dice: tuple[str, ...], word: str = "reroll") -> Choices:
    """All choices of one or more of these dice; those that look alike are one."""
    seen: dict[tuple[str, ...], tuple[int, ...]] = {}
    for size in range(1, len(dice) + 1):
        for chosen in combinations(range(len(dice)), size):
            seen.setdefault(tuple(sorted(dice[place] for place in chosen)), chosen)
    options = [fake.Option("pass", "pass")]
    options += [fake.Option(f"{word}([{', '.join(names)}])", "") for names in seen]
    several = Several(word, dice, dict(enumerate(seen.values(), 1)))
    return Choices(options, (several,))  # type: ignore[arg-type]


def test_several_things_are_one_answer() -> None:
    choices = reroll(("red 4", "red 1", "red 6", "blue 4", "blue 2"), "paid_reroll")
    assert choices.listed == [0]
    for typed in ("paid reroll 1 3 5", "reroll 1,3,5", "reroll 5 3 1", "REROLL 1, 3 5", "paid_reroll 1 3 5"):
        (index,) = choices.find(typed)
        assert choices.several[0].chosen[index] == (0, 2, 4), typed
    (index,) = choices.find("reroll all")
    assert choices.several[0].chosen[index] == (0, 1, 2, 3, 4)
    assert choices.find("1") == [0]  # the key of `pass`
    for typed in ("reroll 6", "reroll 0", "reroll 1 9", "reroll " + "1" * 5000, "roll the dice 1 x", "1 3"):
        assert choices.find(typed) == [], typed
    assert len(choices.find("reroll")) == 31


def test_either_of_two_that_look_alike_may_be_named() -> None:
    choices = reroll(("red 4", "red 4", "red 1", "red 2"))
    assert choices.find("reroll 2") == choices.find("reroll 1")
    assert choices.find("reroll 2 3") == choices.find("reroll 1 3") != choices.find("reroll 1 2")


def test_without_a_word_numbers_are_places() -> None:
    choices = reroll(("A", "B", "C", "D"), "")
    (index,) = choices.find("1 4")
    assert choices.several[0].chosen[index] == (0, 3)
    (index,) = choices.find("2")
    assert choices.several[0].chosen[index] == (1,)


def test_two_sorts_of_rerolls_have_to_be_told_apart() -> None:
    one, other = reroll(("1", "2", "3"), "paid_reroll"), reroll(("1", "2", "3"), "free_reroll")
    moved = {index + 7: chosen for index, chosen in other.several[0].chosen.items()}
    both = Choices(
        (*one.options, *other.options[1:]),
        (*one.several, Several("free_reroll", ("1", "2", "3"), moved)),
    )
    assert len(both.find("reroll 1 2")) == 2
    assert len(both.find("free reroll 1 2")) == 1


def test_a_number_of_a_range_is_one_answer() -> None:
    words = ["fold", *(f"raise_to({number})" for number in range(20, 901))]
    choices = Choices([fake.Option(id, id) for id in words], (), (Range(1, 881),))  # type: ignore[misc]
    assert choices.listed == [0]
    for typed in ("raise to 777", "raise_to(777)", "Raise to (777)"):
        assert choices.find(typed) == [758], typed
    assert choices.find("raise to 901") == []
    plain = Choices([fake.Option(str(n), str(n)) for n in range(20, 901)], (), (Range(0, 881),))  # type: ignore[misc]
    assert plain.find("777") == [757]
    assert plain.find("901") == []


def test_few_choices_of_several_are_listed() -> None:
    choices = reroll(("A", "B"))
    assert choices.listed == [0, 1, 2, 3]
    assert choices.find("reroll 1 2") == [3]
