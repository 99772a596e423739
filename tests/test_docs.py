"""The documentation is run: Python, commands with what they print, rules, which are written down and checked.

A console block holds commands, `$ rulelang ...`, each followed by what it prints; a line of three dots stands
for any lines, three dots at the end of a line for its rest. A command that is meant to fail says so:
`$ rulelang ... # exit status 1`. Blocks called `sh`, `text` and `json` are not run. All blocks of one page
share a folder and their Python names.

What becomes of a block called `rules` or `csv` is told by the paragraph above it:

- it names a file, "`tables/cards.csv`": the block is that file; "Add to `x.rules`": it is added at its end;
  "In `x.rules`, replace": it takes the place of the declaration of this sort and name; "`x.rules` is now":
  the file must be what the block says; "From `games/x.rules`": it stands in that file of the checkout;
- it is "Wrong:": of all ways to read the block, one has errors of the code in the heading above, no others;
- it is "Right:": one way to read it has no errors, and nothing of the code in the heading above;
- else one way to read it has no errors. The block may be a whole file, or some lines for the small game of
  `docs/harbour.rules`: declarations, statements, members, values, lines of an example or of a variant.

The pictures that the commands of `docs/pictures.md` draw must be those of `docs/pictures`.

With UPDATE_DOCS=1 in the environment, what commands print is written into the pages (dots are left alone), and
what they draw into that folder.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import indent
from types import ModuleType

import pytest
from sybil import Document, Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

import interpreter
import rulelang
from rulelang import Diagnostic, Severity, Source, examine, parse, render_all
from rulelang.words import PROPERTIES, RESERVED
from tests.warm import Ran, Warm
from tools.cli import COMMANDS
from tools.graphs.render import _renderer

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
RUN = ("python", "console", "rules", "csv")
LANGUAGES = {*RUN, "sh", "json", "text"}
FENCE = re.compile(r"^ *```(.*)$", re.MULTILINE)
STATUS = re.compile(r"\s+# exit status (\d+)$")
PICTURES = ROOT / "docs" / "pictures"
HARBOUR = (ROOT / "docs" / "harbour.rules").read_text("utf-8")
UPDATE = bool(os.environ.get("UPDATE_DOCS"))


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def opening_fences(page: Path) -> list[str]:
    """What stands behind each fence that opens a block."""
    return FENCE.findall(page.read_text("utf-8"))[::2]


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the small game and the bundled ones, and with `rulelang` and `pytest` on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    plugin = "pytest -p no:rulelang -p tools.plugin -p no:cacheprovider -p no:xdist"  # installed or not
    for name, module in (("rulelang", "tools.cli"), ("pytest", plugin)):
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} "$@"\n', "utf-8")
        (folder / name).chmod(0o755)
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "harbour.rules").write_text(HARBOUR, "utf-8")
    (folder / "games").symlink_to(ROOT / "games")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    return folder


# ------------------------------------------------------------------------------------------- commands


def commands(block: str) -> list[tuple[str, str]]:
    """Each command of a console block with what it should print."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    assert not parts[0].strip(), "a console block begins with `$ `"
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts[1:]]


def pattern_of(line: str) -> str:
    if line.strip() == "...":
        return r"(?:.*\n)*?"
    return re.escape(line.removesuffix("...")) + (r".*\n" if line.endswith("...") else r"\n")


def fits(printed: str, expected: str) -> bool:
    """Whether they agree line by line, trailing blanks and what three dots stand for apart."""
    pattern = "".join(pattern_of(line.rstrip()) for line in expected.rstrip().split("\n"))
    text = "\n".join(line.rstrip() for line in printed.rstrip().split("\n")) + "\n"
    return re.fullmatch(pattern, text) is not None


def run(line: str, warm: Warm) -> Ran:
    """What a line of a console does: by the shell, unless it is a plain call of the command itself."""
    if line.startswith("rulelang ") and not re.search(r"[|&;<>$*?~()`]", line):
        return warm.run(shlex.split(line)[1:], Path.cwd(), os.environ)
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=120, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def run_console(example: Example) -> str | None:
    """Run the commands of a block; what differs, or None."""
    for line, expected in commands(example.parsed):
        status = STATUS.search(line)
        done = run(STATUS.sub("", line), example.namespace["warm"])
        printed = done.out + done.err
        if done.code != (int(status.group(1)) if status else 0):
            return f"$ {line}\nexit status {done.code}\n{printed}"
        if not fits(printed, expected):
            if UPDATE and "..." not in expected:
                update(Path(example.path), f"$ {line}\n{expected}", f"$ {line}\n{printed}")
                continue
            return f"$ {line}\nprints\n{printed}\nnot\n{expected}"
    return None


def update(page: Path, old: str, new: str) -> None:
    text = page.read_text("utf-8")
    assert text.count(old.rstrip()) == 1, f"said more than once: {old}"
    page.write_text(text.replace(old.rstrip(), new.rstrip()), "utf-8")


# ---------------------------------------------------------------------------------------------- rules


def paragraph_above(example: Example) -> str:
    """The text that leads over to a block."""
    before: str = example.document.text[: example.start]
    return before.rstrip().rpartition("\n\n")[2]


def run_rules(example: Example) -> str | None:
    """Write the file that the block is a part of, or check the lines."""
    above, block = paragraph_above(example), example.parsed.rstrip() + "\n"
    named = re.search(r"`([\w/-]+\.(?:rules|csv))`", above)
    if named is not None and above.startswith("From"):
        stands = block in (ROOT / named[1]).read_text("utf-8")
        return None if stands else f"{block}\ndoes not stand in {named[1]}"
    if named is not None:
        return write(Path(named[1]), block, above)
    headings = re.findall(r"^#+ ([RW]\d{3})\b", example.document.text[: example.start], re.MULTILINE)
    if above == "Wrong:":
        wanted = {headings[-1]}
        outcomes = []
        for findings in readings(block):
            outcomes.append(codes(findings, wanted))
            if outcomes[-1] == wanted:
                return None
        return f"{block}\nhas {outcomes}, not {wanted}"
    unwanted = set(headings[-1:]) - {"W501"} if above == "Right:" else set()
    wrong = []
    for findings in readings(block):
        errors = [one for one in findings if one.severity is Severity.ERROR or one.code.id in unwanted]
        if not errors:
            return None
        wrong.append(render_all(errors))
    return f"{block}\ncannot be read in any way. The first ones say:\n" + "\n\n".join(wrong[:3])


def write(path: Path, block: str, above: str) -> str | None:
    old = path.read_text("utf-8") if path.exists() else ""
    if "is now" in above:
        return None if old == block else f"{path} is\n{old}\nand not\n{block}"
    if re.search(r"\bAdd\b", above):
        block = old + "\n" + block
    elif "replace" in above:
        block = replaced(old, block)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block, "utf-8")
    return None


def replaced(old: str, new: str) -> str:
    """The file with *new* in the place of the declaration of the same sort and name."""
    line = next(line for line in new.split("\n") if not line.startswith("#"))
    head = re.match(r'\w+ (?:"[^"]*"|\w+)', line)[0]  # type: ignore[index]
    parts = re.split(r"(?<=\n)\n(?=\S)", old)
    found = [i for i, part in enumerate(parts) if re.search(rf"^{re.escape(head)}(?!\w)", part, re.MULTILINE)]
    assert len(found) == 1, f"{head} stands {len(found)} times in the file"
    parts[found[0]] = new
    return "\n".join(parts)


# Ways to read some lines, each with the file that they make; `{}` stands for the lines.
STATEMENTS = "effect example_here:\n{}"
WAYS = (
    ("declarations", "{}"),
    ("statements", STATEMENTS),
    ("statements", "effect example_here(player p, Crate c):\n{}"),
    ("statements", "effect example_here(player p, Ship s):\n{}"),
    ("statements", "phase example_here of mover:\n{}"),
    ("members", "kind Extra is Crate:\n{}"),
    ("members", 'card "Extra" is Crate:\n{}'),
    ("action", "window example_here asks mover:\n{}"),
    ("scene", 'example "here":\n    given players Ann, Bo\n{}'),
    ("values", STATEMENTS),
    ("values", "effect example_here(player p, Crate c):\n{}"),
    ("values", "effect example_here(player p, Ship s):\n{}"),
    ("types", "{}"),
    ("members", "trait extra of Crate:\n{}"),
)


def readings(block: str) -> Iterator[tuple[Diagnostic, ...]]:
    """What the checker says to each way of reading the lines; those that do not even parse come last."""
    if re.search(r"^(game|variant) ", block, re.MULTILINE):
        yield check_files(block)
        return
    unparsed = []
    for what, frame in WAYS:
        lines = block
        if what == "values":
            lines = "".join(f"let example{i} be {line}\n" for i, line in enumerate(whole_lines(block)))
        elif what == "types":
            lines = "".join(f"variable example{i}: {line}\n" for i, line in enumerate(whole_lines(block)))
        inside = lines if frame == "{}" else indent(lines, "    ")
        file, problems = parse(Source("page", frame.format(inside)))
        if file is None:
            unparsed.append(problems)
        else:
            yield check_files(without_single(HARBOUR, block) + "\n" + frame.format(inside))
    change = 'variant ExampleHere of "../harbour.rules":\n' + indent(block, "    ")
    file, problems = parse(Source("page", change))
    if file is None:
        unparsed.append(problems)
    else:
        yield check_files(HARBOUR, change)
    yield from unparsed


def without_single(game: str, block: str) -> str:
    """The game without what there may be only one of, if the lines bring their own."""
    if re.search(r"^winner:", block, re.MULTILINE):
        return re.sub(r"^winner:.*\n", "", game, flags=re.MULTILINE)
    return game


def whole_lines(block: str) -> list[str]:
    """The lines, those inside open brackets joined to the one before; remarks left out."""
    lines = re.sub(r"\n {2,}", " ", block.strip()).split("\n")
    return [line for line in lines if line and not line.startswith("#")]


def check_files(game: str, variant: str | None = None) -> tuple[Diagnostic, ...]:
    """The findings about a game, with a variant of it if there is one."""
    folder = Path("checked")
    (folder / "variants").mkdir(parents=True, exist_ok=True)
    path = folder / "harbour.rules"
    path.write_text(game, "utf-8")
    if game.startswith("variant") or "\nvariant " in game:
        path.write_text(HARBOUR, "utf-8")
        variant = game
    if variant is not None:
        (folder / "variants" / "example_here.rules").write_text(variant, "utf-8")
    chosen = None if variant is None else folder / "variants" / "example_here.rules"
    return examine(path, chosen).diagnostics


def codes(findings: tuple[Diagnostic, ...], wanted: set[str]) -> set[str]:
    """Errors, and the warnings that are wanted: a few lines leave much unused."""
    return {one.code.id for one in findings if one.severity is Severity.ERROR or one.code.id in wanted}


# ---------------------------------------------------------------------------------------------- pages

SYBIL = Sybil(
    parsers=[
        PythonCodeBlockParser(),
        CodeBlockParser("console", run_console),
        CodeBlockParser("rules", run_rules),
        CodeBlockParser("csv", run_rules),
    ]
)


def parsed(page: Path) -> Document:
    return SYBIL.parse(page)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_fences_are_plain(page: Path) -> None:
    """Sybil passes over a fence with attributes without a word."""
    text = page.read_text("utf-8")
    assert len(FENCE.findall(text)) % 2 == 0, "a block is not closed"
    assert set(opening_fences(page)) <= LANGUAGES


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_examples_come_out_as_told(page: Path, workplace: Path, warm: Warm) -> None:
    document = parsed(page)
    document.namespace["warm"] = warm
    examples = list(document.examples())
    fences = opening_fences(page)
    assert len(examples) == sum(fences.count(language) for language in RUN)
    for example in examples:
        example.evaluate()
    if page.name == "pictures.md":
        compare_pictures(workplace)


def compare_pictures(drawn: Path) -> None:
    """Those that the commands of the page have drawn are those that it shows."""
    names = sorted(path.name for path in drawn.glob("*.svg"))
    assert UPDATE or names == sorted(path.name for path in PICTURES.iterdir())
    if not _renderer().endswith("graphviz-pure"):
        return  # another renderer draws otherwise
    for name in names:
        text = (drawn / name).read_text("utf-8")
        if UPDATE:
            (PICTURES / name).write_text(text, "utf-8")
        same = without_places(text) == without_places((PICTURES / name).read_text("utf-8"))
        assert same, f"the rules or the drawing have changed: look at the new {name}, `make pictures`"


def without_places(svg: str) -> str:
    """A picture without the remarks that tell where things stand, and which version has drawn it."""
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    return re.sub(r' xlink:title="[^"]*"', "", svg)


def test_the_small_game_is_in_order() -> None:
    """Only its unused parts are told of: examples use them."""
    found = examine(ROOT / "docs" / "harbour.rules").diagnostics
    assert {one.code.id for one in found} == {"W501"}, render_all(found)


def section(page: str, heading: str) -> str:
    """The part of a page below a heading of the second level."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    assert f"\n## {heading}\n" in text, f"{page} has no section `{heading}`"
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_and_each_option_is_told(name: str) -> None:
    command = import_module(COMMANDS[name][0]).command
    text = section("tools.md", f"rulelang {name}")
    common = ("--variant", "--set", "--json")
    for param in command.params:
        options = [option for option in param.opts if option.startswith("-")]
        assert all(f"`{option}" in text for option in options if option not in common), options


@pytest.mark.parametrize("package", [interpreter, rulelang], ids=lambda package: package.__name__)
def test_each_name_of_the_packages_is_told(package: ModuleType) -> None:
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    assert [name for name in package.__all__ if not re.search(rf"`[^`]*\b{name}\b[^`]*`", page)] == []


def test_what_does_not_run_yet_is_told_by_the_checker() -> None:
    """A form that runs by now is told of no longer; and each that does not is told."""
    checker = "".join(path.read_text("utf-8") for path in sorted((ROOT / "rulelang" / "check").glob("*.py")))
    words = set(re.findall(r"\"([^\"]*?) cannot be played yet\"", checker))
    page = (ROOT / "docs" / "engine.md").read_text("utf-8").partition("\n## What does not run yet\n")[2]
    told = re.findall(r"^- (.*)$", page.partition("\n## ")[0], re.MULTILINE)  # without the section: every form runs
    assert set(told) == {re.sub(r"`\{.*?\}`, ", "", form) for form in words}


def test_the_reserved_words_are_listed() -> None:
    listed = section("language.md", "Reserved words").partition("```text\n")[2].partition("```")[0]
    assert set(listed.split()) == RESERVED
    rows = re.findall(r"^\| (`.*?) \|", section("language.md", "Properties"), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == PROPERTIES


LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)]*))?\)")


def anchors(page: Path) -> set[str]:
    """What a link can name of a page: its headings, as they are turned into anchors."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text("utf-8")):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), target
            assert not anchor or anchor in anchors(page.parent / target if target else page), anchor


@pytest.mark.parametrize(
    ("printed", "expected", "same"),
    [
        ("a\nb\nc\n", "a\n...\n", True),
        ("a\nb\nc\n", "...\nb\n...\n", True),
        ("a\nb\n", "a\n", False),
        ("a (1)  \n", "a (1)\n", True),
        ("", "", True),
        ("b\n", "...\nc\n", False),
        ("a 12\n", "a ...\n", True),
        ("b 12\n", "a ...\n", False),
    ],
)
def test_fits(printed: str, expected: str, same: bool) -> None:
    assert fits(printed, expected) is same
