"""What came of the changes of a game's rules, told to people and as data."""

from collections.abc import Iterator

from rulelang import Game
from tools.junit import Case
from tools.mutants.running import Mutated, Tried
from tools.mutants.trying import ALIKE, FOUND, LIVES, REFUSED
from tools.wording import counted


def line(one: Tried) -> str:
    """``file:line  what was changed``"""
    change = one.change
    by = f"  ({one.verdict.by})" if one.verdict.by else ""
    return f"{change.span.file}:{change.span.line}  {change.sort}: {change.told}{by}"


def lines(game: Game, mutated: Mutated, verbose: bool) -> Iterator[str]:
    """The rules that nothing protects, then how many were found; *verbose*: all that was tried."""
    if verbose:
        yield from (f"found     {line(one)}" for one in mutated.of(FOUND))
        yield from (f"alike     {line(one)}" for one in mutated.of(ALIKE))
    yield from (f"SURVIVED  {line(one)}" for one in mutated.of(LIVES))
    yield summary(game, mutated)


def summary(game: Game, mutated: Mutated) -> str:
    """The numbers in one line."""
    found, lives = len(mutated.of(FOUND)), len(mutated.of(LIVES))
    by = ", ".join(
        f"{mutated.by(word)} by {name}"
        for word, name in (
            ("example", "examples"),
            ("invariant", "invariants"),
            ("the match", "matches that get stuck"),
        )
    )
    untried = f", {mutated.untried} were not tried for want of time" if mutated.untried else ""
    return (
        f"{game.name}: of {counted(found + lives, 'change')} that make a difference {found} are found "
        f"({mutated.share:.1f} %; {by}), {lives} survive; of {len(mutated.of(ALIKE))} more no difference was seen, "
        f"{len(mutated.of(REFUSED))} are no rules{untried}"
    )


def short_of(mutated: Mutated, least: float | None) -> bool:
    """Whether fewer are found than there should be, in per cent."""
    return least is not None and mutated.share < least


def case(mutated: Mutated, least: float) -> Case:
    """The outcome as a test of a JUnit file: it fails if fewer than *least* per cent are found."""
    failure = ""
    if short_of(mutated, least):
        found = "\n".join(line(one) for one in mutated.of(LIVES))
        failure = f"{mutated.share:.1f} % of the changes are found, and not {least:g} %\n{found}"
    return Case("changes of the rules are found", "mutants", failure=failure)


def as_data(mutated: Mutated) -> dict[str, object]:
    """The same as plain data."""
    return {
        "found": len(mutated.of(FOUND)),
        "by_examples": mutated.by("example"),
        "by_invariants": mutated.by("invariant"),
        "by_promises": mutated.by("the match"),
        "survived": len(mutated.of(LIVES)),
        "percent": round(mutated.share, 1),
        "no_difference_seen": len(mutated.of(ALIKE)),
        "no_rules": len(mutated.of(REFUSED)),
        "not_tried": mutated.untried,
        "changes": [
            {
                "outcome": one.verdict.outcome,
                "file": one.change.span.file,
                "line": one.change.span.line,
                "sort": one.change.sort,
                "change": one.change.told,
                "cites": list(dict.fromkeys(one.change.cites)),
                "found_by": one.verdict.by or None,
            }
            for one in mutated.of(FOUND, LIVES, ALIKE)
        ],
    }
