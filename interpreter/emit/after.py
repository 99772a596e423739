"""When a step is over: refills, shown tops, what is watched and invariants; then the rules answer."""

from interpreter import slots as k
from interpreter.emit.audiences import audience_changes, shows_top
from interpreter.emit.base import Routine
from interpreter.emit.refills import refill_call
from interpreter.emit.steps import push
from interpreter.emit.watching import safe_key


def after(r: Routine, touched: frozenset[str], events: bool = False) -> None:
    """When a step is over: refills, shown tops, changes that rules wait for, invariants; then the rules answer."""
    gen = r.gen
    audience_changes(r, touched)
    refills = gen.facts.refills_after(touched)
    inside = [line for i in refills for line in refill_call(gen, i)]
    if len(refills) > 1:
        inside *= 2  # what fills the one may have emptied the other
    touched = gen.facts.with_refills(touched)
    events = events or gen.facts.refills_raise(touched)
    if gen.search:
        if inside:
            r.put(f"if s[{k.LIVE}] and s[{k.TOGETHER}] == 0:")
            indented(r, r.depth + 1, inside)
        if events or any(gen.facts.listeners.get(("changes", x)) for x in gen.facts.watches(touched)):
            answer(r)
        return
    lines: list[str] = []
    if inside:
        # tested when setup is over
        lines += [f"if s[{k.LIVE}]:", *("    " + x for x in inside)]
    # where rules come before cards that move, such a step may be one of several moves
    moving = any(what in ("enters", "leaves") for table in (gen.facts.before, gen.facts.instead) for what, _ in table)
    if any(shows_top(gen, z) is not None and (moving or "zone " + z.key in touched) for z in gen.game.zones.values()):
        lines.append("tops(s, w)")
    watches = gen.facts.watches(touched)
    lines += [f"watch_{safe_key(key)}(s, w, {r.you})" for key in watches]
    if lines:
        depth = r.depth
        if gen.facts.together:
            r.put(f"if s[{k.TOGETHER}] == 0:")
            depth += 1
        indented(r, depth, lines)
    if (watches and any(gen.facts.listeners.get(("changes", w)) for w in watches)) or events:
        answer(r)
    else:
        test_invariants(r)


def test_invariants(r: Routine) -> None:
    """After all that a step set off; not while the rules that it set off are still at it."""
    if r.gen.checks and not r.gen.search:
        r.put(f"if s[{k.LIVE}] and s[{k.BROKEN}] == 0 and s[{k.TOGETHER}] == 0 and s[{k.EVB}] == 0:")
        r.lines.append((r.depth + 1, "invariants(s, w)"))


def indented(r: Routine, depth: int, lines: list[str]) -> None:
    """Lines with spaces in front, for each four one deeper."""
    for line in lines:
        stripped = line.lstrip()
        r.lines.append((depth + (len(line) - len(stripped)) // 4, stripped))


def answer(r: Routine) -> None:
    """The rules that wait for what the step did answer now."""
    resume = r.label()
    if r.gen.search:
        return
    r.put(f"if s[{k.EVN}] > s[{k.EVB}] and s[{k.TOGETHER}] == 0:")
    with r.indent():
        push(r, 0, r.you, "-1", resume)
        r.put(f"return {r.gen.shared.label('answer')}")
    r.goto(resume)
    r.start(resume)
    test_invariants(r)
