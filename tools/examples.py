"""Running the examples of a game, and telling of those that fail in the words of the rulebook."""

from collections.abc import Iterator, Mapping

from attrs import frozen

from interpreter.examples import ExampleResult, run_example
from rulelang.game import Example, Game, Statement
from rulelang.source import Span


@frozen
class Ran:
    """One example and how it came out."""

    example: Example
    result: ExampleResult


def run_all(game: Game, wanted: str = "") -> Iterator[Ran]:
    """Run the examples whose title holds *wanted*, in the order of the files."""
    for example in game.examples:
        if wanted.casefold() in example.key.casefold():
            yield Ran(example, run_example(game, example))


def place(span: Span) -> str:
    """``file:line``"""
    return f"{span.file}:{span.line}"


def rulebook(catalogue: Mapping[str, Statement], example: Example) -> Iterator[str]:
    """The statements that an example cites."""
    for cite in example.cites:
        statement = catalogue.get(cite)
        yield f"@{cite}" + (f"  {statement.paraphrase}" if statement is not None else "")


def told(game: Game, ran: Ran) -> Iterator[str]:
    """A failing example: where, what the rulebook says, what was expected, what was found."""
    catalogue = {statement.id: statement for statement in game.catalogue}
    yield f"FAILED  {ran.example.key}  ({place(ran.example.span)})"
    for cited in rulebook(catalogue, ran.example):
        yield f"    rulebook  {cited}"
    for failure in ran.result.failures:
        yield f"    expected  {failure.expected}  ({place(failure.span)})"
        yield f"    found     {failure.found}"


def as_data(ran: Ran) -> dict[str, object]:
    """An example and its outcome as plain data."""
    return {
        "example": ran.example.key,
        "file": ran.example.span.file,
        "line": ran.example.span.line,
        "cites": list(ran.example.cites),
        "passed": ran.result.passed,
        "failures": [
            {"file": f.span.file, "line": f.span.line, "expected": f.expected, "found": f.found}
            for f in ran.result.failures
        ],
    }
