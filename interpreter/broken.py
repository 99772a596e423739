"""What there is to tell of an invariant that has been found broken: the step, its rule, the values that were read."""

from collections.abc import Iterator, Sequence

from interpreter import slots as k
from interpreter.emit.base import NotYet
from interpreter.errors import EngineError, InvariantBroken
from interpreter.log import RECORD, events
from interpreter.machine import on_the_stack
from interpreter.naming import Namer
from interpreter.program import Program
from interpreter.why import meant
from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.names import left_open

MOST = 12
"""Values that one breach tells of."""

PASSING = frozenset({"begin", "end", "done", "do", "rule", "skipped", "asked"})
"""Sorts of events that change nothing."""

LITERALS = (g.Num, g.Truth, g.Text, g.Nothing, g.Member, g.CardName, g.SeatName)


def words(game: g.Game, span: Span) -> str:
    """A stretch of the rules, on one line."""
    for source in game.sources:
        if source.path == span.file:
            return " ".join(source.text[span.start : span.end].split())
    return "this line"


def broken(p: Program, s: Sequence[int], records: Sequence[int]) -> InvariantBroken:
    """The breach that the state tells of, as it was then; *records*: of the run that came to it, empty without a log."""
    invariant = p.game.invariants[s[k.BROKEN] - 1]
    last = events(p, last_act(p, records), None)
    running = on_the_stack(p, s)
    read: dict[str, str] = {}
    if invariant.test is not None:
        for text, found in readings(p, list(s), invariant.test, ""):
            if len(read) < MOST:
                read.setdefault(text, found)
    return InvariantBroken(
        invariant.key,
        claim=claim(p.game, invariant),
        citations=invariant.cites,
        place=invariant.span,
        rule=last[0].rule if last else running[0] if running else "",
        step=f"{last[0].text} ({last[0].place})" if last else "",
        values=tuple(read.items()),
    )


def last_act(p: Program, records: Sequence[int]) -> list[int]:
    """The last record of something that was done, not only of where in the rules the engine is."""
    for at in range(len(records) - RECORD, -1, -RECORD):
        if p.shared.sources[records[at]].what not in PASSING:
            return list(records[at : at + RECORD])
    return []


def claim(game: g.Game, invariant: g.Invariant) -> str:
    """What it says, in the words of the file."""
    parts = [words(game, invariant.test.span)] if invariant.test is not None else []
    if invariant.never is not None:
        parts = [f"never {words(game, invariant.never.span)}", *(f"if {part}" for part in parts)]
    if invariant.since is not None:
        parts.append(f"from {words(game, invariant.since.span)}")
    if invariant.until is not None:
        parts.append(f"until {words(game, invariant.until.span)}")
    return " ".join(parts)


def readings(p: Program, s: list[int], e: g.Expr, of: str) -> Iterator[tuple[str, str]]:
    """The values that a condition compares, in words; what is said of every player, player by player."""
    match e:
        case g.And() | g.Or():
            for part in e.parts:
                yield from readings(p, s, part, of)
        case g.Not():
            yield from readings(p, s, e.part, of)
        case g.Compare() | g.Is():
            yield from readings(p, s, e.left, of)
            yield from readings(p, s, e.right, of)
        case g.Quantified(body=g.Expr() as body) if e.selector.var.type.base == "player" and e.how in ("every", "any", "no"):
            for seat in range(p.players):
                one = g.SeatName(span=e.span, type=g.PLAYER, seat=seat, name="")
                yield from readings(p, s, meant(body, {e.selector.var.id: one}), f" [{e.selector.var.name} is p{seat}]")
        case _ if not isinstance(e, LITERALS):
            found = value(p, s, e)
            if found is not None:
                yield words(p.game, e.span) + of, found
            if isinstance(e, g.Arith):
                yield from readings(p, s, e.left, of)
                yield from readings(p, s, e.right, of)


def value(p: Program, s: list[int], e: g.Expr) -> str | None:
    """What one part is worth; None where it cannot be asked by itself."""
    if e.type.base in ("list", "text"):
        return None
    if left_open(e):
        return None  # it speaks of a thing that an event has bound
    try:
        if e.type.base == "truth":
            return "yes" if p.ask(s, e, what="truth", once=True) > 0 else "no"
        return Namer(p, s, None).value(e.type, p.ask(s, e, once=True))
    except (NotYet, EngineError, LookupError):
        return None
