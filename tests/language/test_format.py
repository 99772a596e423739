"""The canonical layout: it says the same, keeps all remarks, and is its own layout."""

import importlib.util
import re
from pathlib import Path
from random import Random

import pytest

from rulelang import tree
from rulelang.diagnostics import RulesError, render_all
from rulelang.format import format_node, format_text, format_tree
from rulelang.format.breaking import NOTE_COLUMN, WIDTH
from rulelang.parse import parse
from rulelang.source import Source
from tests.engine.rules_maker import make, text_of

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = sorted((ROOT / "games").rglob("*.rules"))
CASES = sorted((ROOT / "tests" / "cases" / "parse").glob("*.txt"))

# Test modules are imported one by one, so a neighbour has to be found by its path.
_spec = importlib.util.spec_from_file_location("sentences", Path(__file__).with_name("sentences.py"))
assert _spec is not None
assert _spec.loader is not None
sentences = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sentences)


def tree_of(text: str) -> tree.File:
    source = Source("x.rules", text)
    file, diagnostics = parse(source)
    assert file is not None, render_all(diagnostics, source)
    return file


def check(text: str) -> str:
    """The layout of *text*, after all that must hold of it."""
    file = tree_of(text)
    once = format_tree(file)
    again = tree_of(once)
    assert again == file
    assert format_tree(again) == once
    assert [remark.text for remark in sorted(again.comments, key=str)] == [
        remark.text for remark in sorted(file.comments, key=str)
    ]
    assert all(line == line.rstrip() for line in once.splitlines())
    assert "\n\n\n" not in once
    return once


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_games(path: Path) -> None:
    check(path.read_text("utf-8"))


def case_texts() -> list[str]:
    texts = []
    for path in CASES:
        for part in re.split(r"^=== .*\n", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            text = part.partition("---\n")[0]
            if parse(Source("x", text))[0] is not None:
                texts.append(text)
    return texts


@pytest.mark.parametrize("text", case_texts(), ids=lambda text: text[:30].replace("\n", " "))
def test_cases(text: str) -> None:
    check(text)


@pytest.mark.parametrize("seed", range(250))
def test_any_text_of_the_grammar(seed: int) -> None:
    text = sentences.random_text(seed, budget=18 + seed % 7)
    _, diagnostics = parse(Source("x", text))
    if any(found.code.name in {"SAID_TWICE", "TOO_LARGE", "TOO_DEEP"} for found in diagnostics):
        return
    check(text)


REMARK = re.compile(r"# (?:own|end)\d+")


def remarked(text: str, rng: Random) -> str:
    """The text with remarks all over it, on lines of their own and at the ends of lines."""
    lines = []
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip())
        if rng.random() < 0.15:
            lines.append(" " * rng.choice([0, 4, depth, depth]) + f"# own{len(lines)}")
        beside = line.strip() and "#" not in line and rng.random() < 0.25
        lines.append(f"{line}  # end{len(lines)}" if beside else line)
    return "\n".join(lines)


def keeps_remarks_and_citations(text: str, seed: int) -> None:
    rng = Random(seed)
    full = remarked(text, rng)
    once = check(full)
    assert sorted(REMARK.findall(once)) == sorted(REMARK.findall(full))
    kept, given = (sorted(re.findall(r"@[A-Z]+-\d+", one)) for one in (once, full))
    assert kept == given


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_games_full_of_remarks(path: Path) -> None:
    keeps_remarks_and_citations(path.read_text("utf-8"), len(path.name))


@pytest.mark.parametrize("start", range(0, 30, 10))
def test_rules_made_at_random(start: int) -> None:
    for seed in range(start, start + 10):
        keeps_remarks_and_citations(text_of(make(seed)), seed)


@pytest.mark.long
def test_many_rules_made_at_random() -> None:
    texts = [text_of(make(seed)) for seed in range(600)]
    parsing = [text for text in texts if parse(Source("x", text))[0] is not None]
    assert len(parsing) > 550
    for seed, text in enumerate(parsing):
        keeps_remarks_and_citations(text, seed)


def test_a_text_that_does_not_parse() -> None:
    with pytest.raises(RulesError) as caught:
        format_text("setup:\n    do\n")
    assert "the line ends here" in str(caught.value)
    assert len(caught.value.diagnostics) == 1


LAYOUT = [
    # (what it is about, text, its layout)
    (
        "indentation, blanks and plurals",
        """\
setup :
  you chooses exactly 1 cards c in hand of you
  p choose up to 2 card c in hand of p
  p gain 1 coin
  draw 1 cards from deck to hand of p
  draw n card from deck to hand of p
  repeat 1 times : do a
  for each players p : let n be number of player
  let m be all card
  let q be any dice
""",
        """\
setup:
    you choose exactly 1 card c in hand of you
    p chooses up to 2 cards c in hand of p
    p gains 1 coin
    draw 1 card from deck to hand of p
    draw n cards from deck to hand of p
    repeat 1 time: do a
    for each player p: let n be number of players
    let m be all cards
    let q be any die
""",
    ),
    (
        "citations and remarks at the end of a line",
        """\
counter a: number @AB-1 @AB-2 # beside
counter b: number # beside
value c: yes or no = a_rather_long_name of b and another_name_that_is_long of c @AB-3
@AB-4
counter d: number @AB-5
""",
        """\
counter a: number                                                  @AB-1 @AB-2  # beside
counter b: number                                                  # beside
value c: yes or no = a_rather_long_name of b and another_name_that_is_long of c  @AB-3
counter d: number                                                  @AB-4 @AB-5
""",
    ),
    (
        "citations that do not fit stand above",
        """\
value c: yes or no = a_rather_long_name of b and another_name_that_is_long of d @AB-103 @AB-104 @AB-105 @AB-10
""",
        """\
@AB-103 @AB-104 @AB-105 @AB-10
value c: yes or no = a_rather_long_name of b and another_name_that_is_long of d
""",
    ),
    (
        "remarks on lines of their own",
        """\
# first


# second
setup:
  # in the block
  do a
  # at its end
# below it

## Why.
# between
phase day:

    do a
    # at the end of all
""",
        """\
# first

# second
setup:
    # in the block
    do a
    # at its end
# below it

# between
## Why.
phase day:
    do a
    # at the end of all
""",
    ),
    (
        "brackets of the author stay, others are not needed",
        """\
value a: number = (b) + (c * d) * (e)
value f: number = ((g))
""",
        """\
value a: number = (b) + (c * d) * (e)
value f: number = (g)
""",
    ),
    (
        "long lines go on in brackets",
        """\
value a: yes or no = (one_condition of player_one < 2 or another_condition of player_two < crates of p
    or any_other)
value b: list of number = [
10000000, 20000000, 30000000, 40000000, 50000000, 60000000, 70000000, 80000000, 90000000]
""",
        """\
value a: yes or no = (
    one_condition of player_one < 2 or another_condition of player_two < crates of p or any_other)
value b: list of number = [
    10000000, 20000000, 30000000, 40000000, 50000000, 60000000, 70000000, 80000000, 90000000]
""",
    ),
    (
        "brackets that fit are joined",
        "value a: number = (\n    1  # one\n    + 2)\n",
        "value a: number = (1 + 2)                                          # one\n",
    ),
    (
        "one statement on the line of its header",
        """\
setup:
    if a: do b
    otherwise if c:
        do d
    for each player p: for each Tile t:
        do e
""",
        """\
setup:
    if a: do b
    otherwise if c:
        do d
    for each player p: for each Tile t:
        do e
""",
    ),
]


@pytest.mark.parametrize(
    ("text", "expected"), [case[1:] for case in LAYOUT], ids=[case[0] for case in LAYOUT]
)
def test_layout(text: str, expected: str) -> None:
    assert check(text) == expected


def test_notes_begin_where_the_line_lets_them() -> None:
    line = check("counter a: number @AB-1\n")
    assert line.index("@") == NOTE_COLUMN
    assert max(map(len, check(LAYOUT[2][1]).splitlines())) <= WIDTH


def test_parts_of_a_tree_have_their_text() -> None:
    file = tree_of("rule a, when player p does b(Tile t) if c is d or e: p gains 2 coins\n")
    (rule,) = file.items
    assert isinstance(rule, tree.Rule)
    assert rule.trigger.condition is not None
    assert format_node(rule.trigger.event) == "player p does b(Tile t)"
    assert format_node(rule.trigger.condition) == "c is d or e"
    assert format_node(rule.trigger.body[0]) == "p gains 2 coins"
    assert format_node(rule) == "rule a, when player p does b(Tile t) if c is d or e: p gains 2 coins"
