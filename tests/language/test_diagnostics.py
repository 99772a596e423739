"""What findings look like to people."""

import pickle
import re

import pytest

from rulelang.diagnostics import Code, Diagnostic, RulesError, Severity, nearest, render, render_all
from rulelang.source import Source, span_at


def finding(source: Source, part: str, hint: str | None = None) -> Diagnostic:
    start = source.text.index(part)
    return Diagnostic(Code.UNEXPECTED_TEXT, "`x` is wrong", span_at(source, start, start + len(part)), hint)


def test_the_layout() -> None:
    source = Source("games/harbour.rules", "phase trade:\n\n\n  next bild\n")
    found = finding(source, "bild", "did you mean `build`?")
    assert render(found, source) == (
        "error[R001]: `x` is wrong\n"
        " --> games/harbour.rules:4:8\n"
        "  |\n"
        "4 |   next bild\n"
        "  |        ^^^^\n"
        "  = hint: did you mean `build`?"
    )


def test_a_second_place() -> None:
    source = Source("a", "\n" * 8 + "one\ntwo\n")
    found = finding(source, "two")
    found = Diagnostic(
        found.code, found.message, found.span, None, ((finding(source, "one").span, "here first"),)
    )
    assert render(found, [source]) == (
        "error[R001]: `x` is wrong\n"
        "  --> a:10:1\n"
        "   |\n"
        "10 | two\n"
        "   | ^^^\n"
        "  ::: a:9:1\n"
        "   |\n"
        " 9 | one\n"
        "   | ^^^ here first"
    )


def test_a_missing_source() -> None:
    source = Source("a", "one\n")
    assert render(finding(source, "one", "none")) == "error[R001]: `x` is wrong\n --> a:1:1\n  = hint: none"
    assert render(finding(source, "one"), Source("a", "")).startswith("error[R001]: `x` is wrong\n --> a:1:1")
    assert render(finding(source, "one"), {"b": source}) == "error[R001]: `x` is wrong\n --> a:1:1"


@pytest.mark.parametrize(
    ("text", "part", "line", "mark"),
    [
        ("\tab\tcd", "cd", "1 |  ab cd", "  |     ^^"),
        ("\u6f22\u5b57 cd", "cd", "1 | \u6f22\u5b57 cd", "  |      ^^"),
        ("e\u0301 cd", "cd", "1 | e\u0301 cd", "  |   ^^"),
        ("a\x1b[1m cd", "cd", "1 | a\ufffd[1m cd", "  |       ^^"),
        ("ab\r\ncd", "ab", "1 | ab", "  | ^^"),
        ("cd", "", "1 | cd", "  | ^"),
        ("ab\ncd", "b\nc", "1 | ab", "  |  ^"),
    ],
)
def test_the_underlining_stands_below_its_text(text: str, part: str, line: str, mark: str) -> None:
    source = Source("a", text)
    assert render(finding(source, part), source).splitlines()[3:5] == [line, mark]


@pytest.mark.parametrize("place", [0, 10, 60, 500, 990])
@pytest.mark.parametrize("width", [1, 5, 300])
def test_long_lines_are_shortened(place: int, width: int) -> None:
    text = "".join(chr(ord("a") + number % 26) for number in range(1000))
    source = Source("a", text)
    found = Diagnostic(Code.TOO_LARGE, "too long", span_at(source, place, min(place + width, 1000)))
    _, _, _, line, mark = render(found, source).splitlines()
    assert len(line) < 115
    shown = line[mark.index("^") : mark.rindex("^") + 1]
    assert text[place:].startswith(shown)
    assert len(shown) == min(width, 1000 - place, 50) or width <= 50


def test_codes() -> None:
    assert len({code.id for code in Code}) == len(Code)
    assert all(re.fullmatch(r"[RW]\d{3}", code.id) for code in Code)
    assert all(code.title and not code.title.endswith(".") for code in Code)
    assert Code.UNEXPECTED_TEXT.severity is Severity.ERROR
    assert {code.severity for code in Code if code.id.startswith("W")} <= {Severity.WARNING}


def test_the_error_shows_and_keeps_its_findings() -> None:
    source = Source("a", "one two\n")
    error = RulesError([finding(source, "one"), finding(source, "two")], [source])
    assert str(error) == render_all(error.diagnostics, source)
    assert str(error).count("\n\n") == 1
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_near_names() -> None:
    assert nearest("bild", ["build", "burn"]) == "build"
    assert nearest("Coins", ["coins", "corns"]) == "coins"
    assert nearest("coins", ["coins"]) is None
    assert nearest("coin", []) is None
    assert nearest("x" * 10_000, ["x" * 9_999]) is None
    assert nearest("cat", ["car", "bat"]) == nearest("cat", ["bat", "car"])
