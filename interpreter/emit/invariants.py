"""Invariants: functions that note the first one found broken; only in texts that check them."""

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.expr import cond
from interpreter.emit.matching import matches
from rulelang import game as g
from rulelang.uses.facts import CHANGES


def timed_slots(game: g.Game) -> dict[str, int]:
    """Invariants that hold only from one event until another: whether that time runs, as a bit."""
    return {inv.key: i for i, inv in enumerate(game.invariants) if inv.since is not None}


def tested(gen: Gen, what: str, key: str) -> bool:
    """Whether some invariant speaks of the event."""
    for inv in gen.game.invariants:
        for event in (inv.never, inv.since, inv.until):
            if event is not None and _family(event.what) == _family(what) and event.key == key:
                return True
    return False


def _family(what: str) -> str:
    return "changes" if what in CHANGES else what


def running(gen: Gen, inv: g.Invariant) -> str:
    number = timed_slots(gen.game)[inv.key]
    return f"s[{gen.at('TIMED')}] >> {number} & 1"


def emit_invariants(gen: Gen) -> None:
    if not gen.checks or gen.search:
        return
    r = Routine(gen, "invariants", False, _span(gen), "invariants", orderless=1)
    r.you = "-1"
    for i, inv in enumerate(gen.game.invariants):
        if inv.test is None or inv.never is not None:
            continue
        depth = r.depth
        if inv.since is not None:
            r.put(f"if {running(gen, inv)}:")
            r.depth += 1
        r.put(f"if not {cond(r, inv.test)}:")
        r.depth += 1
        breach(r, i)
        r.put("return 0")
        r.depth = depth
    r.put("return 0")
    gen.define("invariants", "s, w", r)
    events: dict[tuple[str, str], None] = {}
    for inv in gen.game.invariants:
        for event in (inv.never, inv.since, inv.until):
            if event is not None and event.what not in CHANGES:
                events[(event.what, event.key)] = None
    for what, key in events:
        seen(gen, what, key)


def _span(gen: Gen):  # type: ignore[no-untyped-def]
    from interpreter.emit.steps import g_span

    return g_span(gen)


def seen(gen: Gen, what: str, key: str) -> None:
    """`seen_WHAT_KEY(s, w, you, a, b, c, d)`: an event that invariants speak of has happened."""
    name = f"seen_{what}_{key.replace('.', '_')}"
    r = Routine(gen, name, False, _span(gen), name)
    r.you = "you"
    r.put(f"if s[{k.LIVE}] == 0:")
    r.lines.append((2, "return 0"))
    for i, inv in enumerate(gen.game.invariants):
        for part, event in (("never", inv.never), ("since", inv.since), ("until", inv.until)):
            if event is None or event.what != what or event.key != key:
                continue
            depth = r.depth
            bind(r, event, ("a", "b", "c", "d"))
            respond(r, i, inv, part)
            r.depth = depth
    r.put("return 0")
    gen.define(name, "s, w, you, a, b, c, d", r)


def respond(r: Routine, i: int, inv: g.Invariant, part: str) -> None:
    number = timed_slots(r.gen.game).get(inv.key, 0)
    at = r.gen.at("TIMED")
    if part == "since":
        r.put(f"s[{at}] = s[{at}] | {1 << number}")
    elif part == "until":
        r.put(f"s[{at}] = s[{at}] & ~{1 << number}")
    else:
        tests = [f"s[{k.BROKEN}] == 0"]
        if inv.since is not None:
            tests.append(running(r.gen, inv))
        if inv.test is not None:
            tests.append(cond(r, inv.test))
        r.put(f"if {' and '.join(tests)}:")
        with r.indent():
            breach(r, i)


def breach(r: Routine, number: int) -> None:
    """Notes which invariant is broken, with the state as it is: the block runs on to its end, and nothing of that is told."""
    r.put(f"s[{k.BROKEN}] = {number + 1}")
    r.put(f"copy(w[{k.W_BROKEN}], s)")


def bind(r: Routine, event: g.Event, data: tuple[str, ...]) -> None:
    """Binds an event's patterns, each test one level further in."""
    for test in matches(r, event, data, r.tmp()):
        r.put(f"if {test}:")
        r.depth += 1


def change_tests(r: Routine, key: str, owner: str, old: str, new: str, index: str) -> None:
    """What the invariants say of a change: emitted where it is found."""
    gen = r.gen
    if not gen.checks:
        return
    for i, inv in enumerate(gen.game.invariants):
        for part, event in (("never", inv.never), ("since", inv.since), ("until", inv.until)):
            if event is None or event.what not in CHANGES or event.key != key:
                continue
            depth = r.depth
            r.put(f"if s[{k.LIVE}]:")
            r.depth += 1
            bind(r, event, (owner, old, new, index))
            respond(r, i, inv, part)
            r.depth = depth


def event_tests(r: Routine, what: str, key: str) -> None:
    """Nothing more to say when all instances of a watched thing are compared."""
