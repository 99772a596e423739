"""When a step is over, the rules that wait for what it did answer, one after the other (meaning 1)."""

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.cardrules import card_rules, room_for
from interpreter.emit.rules import call_rule, in_order
from interpreter.emit.steps import event_code, finish, g_span


def emit_answer(gen: Gen) -> None:
    """The routine that goes through the events kept: its frame notes where they begin, what was there before, where
    they end, and how far it has come."""
    if gen.search:
        return
    r = Routine(gen, "answer", True, g_span(gen), "rules")
    r.you = "s[f + 2]"
    start, before, end, listener, since = (f"s[{r.slot()}]" for _ in range(5))
    entry, loop, over = gen.shared.label("answer"), r.label(), r.label()
    r.start(entry)
    r.put(f"{start} = s[{k.EVB}]")
    r.put(f"{before} = s[{k.EVB}]")
    r.put(f"{end} = s[{k.EVN}]")
    r.put(f"s[{k.EVB}] = s[{k.EVN}]")
    r.put(f"{listener} = {start}")
    r.put(f"{since} = s[{k.CLOCK}]")
    r.put(f"if {before} == 0:")
    r.lines.append((2, f"s[{k.CHAIN}] = 0"))
    r.goto(loop)
    r.start(loop)
    r.put(f"if {listener} >= {end}:")
    with r.indent():
        r.goto(over)
    r.put(f"x = @EVENTS@ + {listener} * {gen.lay.event_size}")
    r.put(f"{listener} = {listener} + 1")
    codes = list(gen.facts.listeners.items())
    carried = any(not one.own for listeners in gen.facts.listeners.values() for one in listeners)
    base, turn_at = (r.slot(2 * room_for(gen) + 1), f"s[{r.slot()}]") if carried else ("", "")
    for (what, key), listeners in codes:
        r.put(f"if s[x] == {event_code(gen, what, key)}:")
        with r.indent():
            first = gen.shared.label(f"answer {what} {key} 0")
            own = in_order(gen, [one for one in listeners if one.own])
            cards = [one for one in listeners if not one.own]
            after_own = gen.shared.label(f"answer {what} {key} cards") if cards else loop
            for i, one in enumerate(own):
                this = gen.shared.label(f"answer {what} {key} {i}")
                following = (gen.shared.label(f"answer {what} {key} {i + 1}") if i + 1 < len(own) else after_own)
                saved = r.lines, r.depth
                r.start(this)
                r.put(f"x = @EVENTS@ + ({listener} - 1) * {gen.lay.event_size}")
                r.put("s[f + 2] = s[x + 1]")
                call_rule(r, one, following, [f"s[x + {2 + j}]" for j in range(gen.lay.event_told - 2 if what == "does" else 4)])
                r.lines, r.depth = saved
                r.dead = False
            if cards:
                saved = r.lines, r.depth
                r.start(after_own)

                def event_again() -> None:
                    r.put(f"x = @EVENTS@ + ({listener} - 1) * {gen.lay.event_size}")
                    r.put("s[f + 2] = s[x + 1]")

                card_rules(r, f"{what} {key}", cards, base, turn_at, event_again,
                           [f"s[x + {2 + j}]" for j in range(gen.lay.event_told - 2 if what == "does" else 4)], loop, since)
                r.lines, r.depth = saved
                r.dead = False
            r.goto(first if own else after_own)
    r.dead = False
    r.goto(loop)
    r.start(over)
    r.put(f"s[{k.EVN}] = {start}")
    r.put(f"s[{k.EVB}] = {before}")
    finish(r)
    r.sized(0)
