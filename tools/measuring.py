"""What many matches of two games came to, side by side, and in which of it they differ."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from tools.intervals import Estimate, mean, rate
from tools.simulate import Played

TOLD = 12  # rules that are told of, of those that fire more and of those that fire less


@frozen
class Measure:
    """One thing measured in both; None: there was nothing to measure. ``sort``: mean, rate or rule."""

    sort: str
    name: str
    first: Estimate | None
    second: Estimate | None

    @property
    def differs(self) -> bool:
        """Whether the intervals have nothing in common."""
        return self.first is not None and self.second is not None and self.first.apart(self.second)


def measures(first: Sequence[Played], second: Sequence[Played], players: int) -> list[Measure]:
    """All that is measured, with one number of players."""
    both = first, second
    found = [Measure("mean", name, *(mean(_numbers(name, side)) for side in both)) for name in MEANS]
    for seat in range(players):
        found.append(
            _rate(f"seat {seat} wins", both, [[seat in one.result.winners for one in side] for side in both])
        )
    found.append(_rate("several win", both, [[len(one.result.winners) > 1 for one in side] for side in both]))
    found.append(_rate("nobody wins", both, [[not one.result.winners for one in side] for side in both]))
    for reason in sorted({one.result.reason for side in both for one in side}):
        counts = [[one.result.reason == reason for one in side] for side in both]
        found.append(_rate(f"ended by: {reason}", both, counts))
    return found + rules(first, second)


MEANS = ("decisions", "turns", "score", "winning score", "margin")


def _numbers(name: str, side: Sequence[Played]) -> list[float]:
    """One number for each match that has one."""
    if name == "decisions":
        return [one.decisions for one in side]
    if name == "turns":
        return [one.turns for one in side]
    found: list[float] = []
    for one in side:
        scores = [score for score in one.result.scores if score is not None]
        if not scores or len(scores) < len(one.result.scores):
            continue
        if name == "score":  # those of one match hang together, so they are one measurement
            found.append(sum(scores) / len(scores))
        elif name == "margin":
            found.append(max(scores) - min(scores))
        elif one.result.winners:
            found.append(scores[one.result.winners[0]])
    return found


def _rate(
    name: str, both: tuple[Sequence[Played], Sequence[Played]], happened: Sequence[Sequence[bool]]
) -> Measure:
    first, second = (rate(sum(one), len(side)) for one, side in zip(happened, both, strict=True))
    return Measure("rate", name, first, second)


def rules(first: Sequence[Played], second: Sequence[Played]) -> list[Measure]:
    """How often each rule, effect, action, phase and text of a card comes into play in a match."""
    names = sorted({name for side in (first, second) for one in side for name in one.times})
    return [
        Measure(
            "rule", name, *(mean([one.times.get(name, 0) for one in side], 0) for side in (first, second))
        )
        for name in names
    ]


# ------------------------------------------------------------------ telling


def lines(found: Sequence[Measure], names: tuple[str, str]) -> Iterator[str]:
    """A table, then a sentence for each difference."""
    rows = [
        (one.name, shown(one, one.first), shown(one, one.second))
        for one in found
        if one.sort != "rule" and told(one)
    ]
    widths = [max(len(row[column]) for row in [("", *names), *rows]) for column in (0, 1)]
    yield f"  {'':<{widths[0]}}  {names[0]:<{widths[1]}}  {names[1]}"
    for name, one, other in rows:
        yield f"  {name:<{widths[0]}}  {one:<{widths[1]}}  {other}"
    said = list(sentences(found, names[1]))
    yield ""
    yield from said or [
        "No interval of the one lies beside that of the other: more matches may tell them apart."
    ]


def told(one: Measure) -> bool:
    """Whether it can be of interest: scores that there are none of, and what never happens, are not."""
    if one.first is None and one.second is None:
        return False
    values = [side.value for side in (one.first, one.second) if side is not None]
    return any(values)


def shown(measure: Measure, one: Estimate | None) -> str:
    """A number with its interval."""
    if one is None:
        return "-"
    if measure.sort == "rate":
        return f"{100 * one.value:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})"
    if one.high == float("inf"):
        return f"{number(one.value)}"
    return f"{number(one.value)} ({number(one.low)} to {number(one.high)})"


def number(value: float) -> str:
    """Three figures or so."""
    said = f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
    return "0.00" if said == "-0.00" else said


WORDS: Mapping[str, tuple[str, str, str]] = {
    "decisions": ("takes more decisions", "takes fewer decisions", "a match"),
    "turns": ("takes more turns", "takes fewer turns", "a match"),
    "score": ("brings higher scores", "brings lower scores", "a player"),
    "winning score": ("is won with more", "is won with less", "a match"),
    "margin": ("ends less close", "ends closer", "between first and last"),
}


def sentences(found: Sequence[Measure], second: str) -> Iterator[str]:
    """Each difference in plain words."""
    for one in found:
        if not one.differs or one.sort == "rule":
            continue
        assert one.first is not None
        assert one.second is not None
        more = one.second.value > one.first.value
        if one.sort == "mean":
            word, unit = WORDS[one.name][0 if more else 1], WORDS[one.name][2]
            yield f"{second} {word}: {shown(one, one.second)} {unit} instead of {shown(one, one.first)}."
        else:
            often = "more" if more else "less"
            numbers = f"{shown(one, one.second)} instead of {shown(one, one.first)}"
            yield f"With {second} it is {often} often so that {happening(one.name)}: {numbers}."
    apart = [one for one in found if one.sort == "rule" and one.differs]
    for more in (True, False):
        some = [one for one in apart if (change(one) > 0) == more]
        if some:
            some.sort(key=lambda one: (-abs(change(one)), one.name))
            yield f"Comes into play {'more' if more else 'less'} often, times a match:"
            for one in some[:TOLD]:
                yield f"  {one.name}: {shown(one, one.second)} instead of {shown(one, one.first)}"
            if len(some) > TOLD:
                yield f"  and {len(some) - TOLD} more; --json has all"


def happening(name: str) -> str:
    """`it ends by: no cards left` as the end of a sentence."""
    return f'it ends by "{name.removeprefix("ended by: ")}"' if name.startswith("ended by: ") else name


def change(one: Measure) -> float:
    """By which part of the greater of the two a rule fires more (or less, then below 0)."""
    assert one.first is not None
    assert one.second is not None
    greater = max(one.first.value, one.second.value)
    return 0.0 if greater == 0 else (one.second.value - one.first.value) / greater


def as_data(one: Measure) -> dict[str, object]:
    """A measure as plain data."""
    return {
        "sort": one.sort,
        "name": one.name,
        "first": estimate_data(one.first),
        "second": estimate_data(one.second),
        "differs": one.differs,
    }


def estimate_data(one: Estimate | None) -> dict[str, float | None] | None:
    """A number with its interval; null where there is no end to it."""
    if one is None:
        return None
    bounds = [None if abs(bound) == float("inf") else round(bound, 4) for bound in (one.low, one.high)]
    return {"value": round(one.value, 4), "low": bounds[0], "high": bounds[1]}
