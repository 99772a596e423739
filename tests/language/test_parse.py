"""Texts and the trees, or the findings, that come of them.

With ``UPDATE=1`` in the environment the expected parts of the case files are written anew; read that diff.
"""

import importlib
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs
import pytest
from attrs import evolve, frozen
from lark import Lark
from lark.indenter import Indenter
from lark.lexer import PatternStr

from rulelang import automaton, lex, reductions, tree
from rulelang.automaton import build_tables, grammar_key, grammar_text, tables
from rulelang.diagnostics import Code, render_all
from rulelang.parse import parse
from rulelang.source import Source, Span, span_at
from rulelang.words import RESERVED, SOFT, spellings

# The package shows the function of the same name.
parse_module = importlib.import_module("rulelang.parse")
ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "cases" / "parse"
GAMES = sorted((ROOT / "games").rglob("*.rules"))


@frozen
class Case:
    """``=== name``, a text, ``---`` and the outline of its tree or the findings."""

    file: Path
    name: str
    text: str
    expected: str

    @property
    def source(self) -> Source:
        return Source("case.rules", self.text)


def read_cases() -> list[Case]:
    cases = []
    for path in sorted(FOLDER.glob("*.txt")):
        for part in re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            name, _, rest = part.partition("\n")
            text, _, expected = rest.partition("---\n")
            cases.append(Case(path, name, text, expected.rstrip("\n")))
    return cases


CASES = read_cases()


def result(case: Case) -> str:
    file, diagnostics = parse(case.source)
    return render_all(diagnostics, case.source) if file is None else "\n".join(outline(file))


def flat(value: Any) -> str:
    """A node on one line: its class and its fields in order, notes only if there are some."""
    if value is None:
        return "-"
    if isinstance(value, tree.Name):
        return value.text
    if isinstance(value, tree.Text):
        return f'"{value.text}"'
    if isinstance(value, tree.Cite):
        return f"@{value.id}"
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple):
        return "[" + ", ".join(map(flat, value)) + "]"
    if isinstance(value, tree.Node):
        return " ".join([type(value).__name__, *map(bracketed, fields(value)), *notes(value)])
    return repr(value)


def bracketed(value: Any) -> str:
    text = flat(value)
    return f"({text})" if isinstance(value, tree.Node) and " " in text and not text.startswith('"') else text


def fields(node: tree.Node) -> list[Any]:
    hidden = {"span", "docs", "cites", "inline", "bracketed", "comments", "empty_lines"}
    return [getattr(node, field.name) for field in attrs.fields(type(node)) if field.name not in hidden]


def notes(node: tree.Node) -> list[str]:
    if not isinstance(node, tree.Noted):
        return []
    return [*(f"## {doc}" for doc in node.docs), *(f"@{cite.id}" for cite in node.cites)]


def outline(value: Any, indent: int = 0) -> Iterator[str]:
    """A node on one line if it fits, else its fields below it."""
    blanks = " " * indent
    if not isinstance(value, tree.File) and len(blanks + flat(value)) <= 100:
        yield blanks + flat(value)
    elif isinstance(value, tuple):
        for item in value:
            yield from outline(item, indent)
    elif isinstance(value, tree.Node):
        yield " ".join([blanks + type(value).__name__, *notes(value)])
        for part in fields(value):
            yield from outline(part, indent + 2)
    else:
        yield blanks + flat(value)


@pytest.mark.skipif("UPDATE" not in os.environ, reason="only to write the expected parts anew")
def test_update_cases() -> None:
    for path in sorted(FOLDER.glob("*.txt")):
        parts = [f"=== {case.name}\n{case.text}---\n{result(case)}\n" for case in CASES if case.file == path]
        path.write_text("".join(parts), "utf-8")


@pytest.mark.skipif("UPDATE" in os.environ, reason="the expected parts are being written")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file.stem}: {case.name}")
def test_text_becomes_what_its_case_says(case: Case) -> None:
    assert result(case) == case.expected


def test_trees_compare_by_content_alone() -> None:
    one, _ = parse(Source("a", "setup: do a\n"))
    other, _ = parse(Source("b", "# first\n\nsetup:\n    do a\n"))
    third, _ = parse(Source("b", "setup: do b\n"))
    assert one == other != third
    assert hash(one) == hash(other)


# ------------------------------------------------------------------ places


def nodes(value: Any) -> Iterator[tree.Node]:
    if isinstance(value, tuple):
        for item in value:
            yield from nodes(item)
    elif isinstance(value, tree.Node):
        yield value
        for field in attrs.fields(type(value)):
            yield from nodes(getattr(value, field.name))


def test_spans_show_the_text_of_their_node() -> None:
    text = "## why\nkind Tile is card:  @AB-1\n    cost: 1 to 6 = (3 + 4)\n\n"
    text += "setup:\n    set a of b to c  # end\n"
    source = Source("x", text)
    file, _ = parse(source)
    assert file is not None
    seen = {type(node).__name__: text[node.span.start : node.span.end] for node in nodes(file)}
    assert seen["Kind"] == "kind Tile is card:  @AB-1\n    cost: 1 to 6 = (3 + 4)"
    assert seen["Field"] == "cost: 1 to 6 = (3 + 4)"
    assert seen["Plus"] == "(3 + 4)"
    assert seen["Setup"] == "setup:\n    set a of b to c"
    assert seen["Comment"] == "# end"
    for node in nodes(file):
        assert node.span == span_at(source, node.span.start, node.span.end), node


def test_spans_join() -> None:
    source = Source("x", "ab\ncd\n")
    assert span_at(source, 0, 1).to(span_at(source, 4, 5)) == Span("x", 0, 1, 1, 5, 2, 3)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_span_of_a_game_is_right(path: Path) -> None:
    source = Source(str(path), path.read_text("utf-8"))
    file, diagnostics = parse(source)
    assert file is not None, render_all(diagnostics, source)
    for node in nodes(file):
        span = node.span
        assert source.text[span.start : span.end].strip() == source.text[span.start : span.end]
        if isinstance(node, tree.Name):
            assert source.text[span.start : span.end].strip('"') == node.text


# ------------------------------------------------------------------ the grammar


class Layout(Indenter):
    """The layout as Lark reads it."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@cache
def lark_parser(strict: bool = False) -> Lark:
    return Lark(grammar_text(), parser="lalr", lexer="contextual", postlex=Layout(), strict=strict)


@pytest.mark.skipif(importlib.util.find_spec("interegular") is None, reason="strict mode needs interegular")
def test_the_grammar_has_no_conflict() -> None:
    lark_parser(strict=True)


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    shipped = json.loads((files("rulelang") / "grammar.json").read_bytes())
    assert shipped["key"] == grammar_key(grammar_text())
    assert shipped == json.loads(json.dumps(build_tables(grammar_text()))), "run: python -m rulelang.automaton"


def test_tables_are_built_anew_for_another_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    other = grammar_text().replace('"catalogue" STRING', '"catalogue" STRING "here"')
    monkeypatch.setattr(automaton, "grammar_text", lambda: other)
    tables.cache_clear()
    try:
        assert parse(Source("x", 'catalogue "a"\n'))[0] is None
    finally:
        monkeypatch.undo()
        tables.cache_clear()
    assert parse(Source("x", 'catalogue "a"\n'))[0] is not None


def test_parsing_does_not_import_the_parser_generator() -> None:
    code = (
        "import sys; from rulelang.parse import parse; from rulelang.source import Source;"
        "parse(Source('x', 'setup: do a')); print('lark' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "False"


def test_the_lexer_reads_the_tokens_of_the_grammar() -> None:
    terminals = {terminal.name: terminal.pattern for terminal in lark_parser().terminals}
    for kind, pattern in lex.PATTERNS.items():
        assert terminals[kind].value.replace("\n", r"\n") == pattern
    texts = {pattern.value for pattern in terminals.values() if isinstance(pattern, PatternStr)}
    assert {text for text in texts if text[0].isalpha()} == RESERVED
    assert not RESERVED & SOFT


def test_every_rule_of_the_grammar_becomes_something() -> None:
    passing_on = {rule.name for rule in tables().rules if rule.single and rule.size == 1}
    named = {rule.name for rule in tables().rules if rule.name}
    assert named - passing_on <= set(reductions.REDUCTIONS) <= named


def test_every_rule_of_the_grammar_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each production, by some game or by some case: else nobody knows that it works."""
    used: set[int] = set()
    rules = tuple(evolve(rule, passes=False) for rule in tables().rules)  # so that all are seen
    numbers = {id(rule): number for number, rule in enumerate(rules)}
    reduce = parse_module._Parser._reduce

    def noting(self: Any, rule: Any, number: int) -> None:
        used.add(numbers[id(rule)])
        reduce(self, rule, number)

    monkeypatch.setattr(parse_module._Parser, "_reduce", noting)
    monkeypatch.setattr(parse_module, "tables", lambda: evolve(tables(), rules=rules))
    for text in [case.text for case in CASES] + [path.read_text("utf-8") for path in GAMES]:
        parse(Source("x", text))
    names = {number: rule.name or rule.origin for number, rule in enumerate(tables().rules)}
    unused = set(names.values()) - {names[number] for number in used}
    assert not unused


@pytest.mark.parametrize("path", [*GAMES, *sorted(FOLDER.glob("*.txt"))], ids=lambda path: path.name)
def test_the_automaton_agrees_with_lark(path: Path) -> None:
    """On the text itself, and with one word changed, left out or said twice."""
    reader = lark_parser()
    text = path.read_text("utf-8")
    parts = [part for part in re.split(r"(?<=\n)(?=\S)", text) if len(part) < 3000][:16]
    draw = random.Random(path.name)
    for part in parts:
        words = re.findall(r"\s+|\w+|.", part)
        place = draw.randrange(len(words))
        changed = [*words]
        changed[place : place + 1] = draw.choice(([], [words[place]] * 2, [draw.choice(words)]))
        for sample in (part, "".join(changed)):
            _, diagnostics = parse(Source("x", sample))
            if any(found.code is not Code.UNEXPECTED_TEXT for found in diagnostics) or '"' in "".join(
                re.findall(r'"[^"\n]*$', sample, re.MULTILINE)
            ):
                continue
            try:
                reader.parse(sample + ("" if sample.endswith("\n") else "\n"))
                accepted = True
            except Exception:
                accepted = False
            if accepted and diagnostics:
                # Lark lets words of the language be names, and words touch.
                assert re.search("needs a blank|cannot stand|here", diagnostics[0].message), sample
            else:
                assert accepted == (not diagnostics), sample


# ------------------------------------------------------------------ any text at all

HOSTILE = {
    "nothing": "",
    "a zero character": "\0",
    "zero characters in a line": "set\0up: do a\0\n",
    "a byte order mark alone": "\ufeff",
    "every character": "".join(map(chr, range(0x300))) + "\u2028\u2029\ud800\U0001f600",
    "binary": random.Random(1).randbytes(100_000).decode("latin-1"),
    "open brackets": "setup: let a be " + "(" * 10_000,
    "brackets inside one another": "setup: let a be " + "(" * 10_000 + "1" + ")" * 10_000,
    "brackets on lines": "setup: let a be " + "(\n" * 10_000,
    "lists": "value a: b = " + "[" * 59 + "]" * 59,
    "blocks": "".join(" " * n + "if a:\n" for n in range(10_000)),
    "blocks of phases": "".join("  " * n + "phase a:\n" for n in range(60)) + "  " * 60 + "do a\n",
    "a chain of of": "setup: let a be " + "b of " * 700 + "c",
    "a chain of not": "setup: let a be " + "not " * 900 + "c",
    "a chain of minus": "setup: let a be " + "-" * 3000 + "c",
    "a sum over lines": "setup: let a be (" + "b +\n" * 20_000 + "c)",
    "a chain of or": "setup: let a be (" + "b or\n" * 20_000 + "c)",
    "conditions": "setup: let a be (" + "b if c otherwise\n" * 5_000 + "c)",
    "inline loops": "setup: " + "for each player p: " * 200 + "do a",
    "a long line": "# " + "x" * 100_000,
    "a long text": "x" * 10_000_000,
    "many lines": "kind A is card\n" * 40_000,
    "many words": "a " * 900_000,
    "many words on lines": "a\n" * 190_000,
    "many mistakes": "zone\n" * 40_000,
    "many mistakes in blocks": "setup:\n    do\n" * 30_000,
    "many open quotes": '"\n' * 100_000,
    "many notes": "## a\n" * 100_000,
    "many comments": "# a\n" * 300_000,
    "many empty lines": "\n" * 1_000_000,
    "digits": "counter a: 0 to " + "9" * 3_900,
    "carriage returns": "setup: do a\rdo b\r\r\n" * 1000,
    "options": "setup:\n  you choose:\n" + '    option "a": do b\n' * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_does_harm(name: str) -> None:
    source = Source("hostile.rules", HOSTILE[name])
    started = time.perf_counter()
    file, diagnostics = parse(source)
    assert time.perf_counter() - started < 20
    assert (file is None) == bool(diagnostics)
    assert len(diagnostics) <= 20
    rendered = render_all(diagnostics, source)
    assert len(rendered) < 20_000
    if file is not None:
        hash(file)  # walks all of it


@pytest.mark.parametrize("seed", range(60))
def test_no_broken_text_does_harm(seed: int) -> None:
    draw = random.Random(seed)
    text = "\n".join(case.text for case in draw.sample(CASES, 6))
    pieces = re.findall(r"\s+|\w+|.", text)
    for _ in range(draw.randrange(1, 40)):
        place = draw.randrange(len(pieces))
        pieces[place] = draw.choice((draw.choice(pieces), "", "\n", "    ", "(", ")", '"', "\t", ":", "é"))
    source = Source("x", "".join(pieces))
    file, diagnostics = parse(source)
    assert (file is None) == bool(diagnostics)
    assert list(diagnostics) == sorted(diagnostics, key=lambda found: found.span.start)
    render_all(diagnostics, source)


def test_reading_the_tables_is_quick() -> None:
    best = 1.0
    for _ in range(5):
        tables.cache_clear()
        started = time.perf_counter()
        tables()
        best = min(best, time.perf_counter() - started)
    assert best < 0.06


# ------------------------------------------------------------------ words


def test_names_in_the_plural_find_their_singular() -> None:
    assert spellings("Tiles") == ("Tiles", "Tile", "Tiless")
    assert spellings("coin") == ("coin", "coins")
    assert spellings("s") == ("s", "ss")
