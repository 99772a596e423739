"""Rules: each is a routine of its own, which is called when its turn to answer comes."""

from random import Random

from interpreter import slots as k
from interpreter.emit.audiences import see_tops
from interpreter.emit.base import Gen, Routine
from interpreter.emit.matching import conditions, lasting_names
from interpreter.emit.steps import born, finish, note, push, replacing
from interpreter.emit.stmts import stmts
from rulelang import game as g
from rulelang.uses.facts import Listener


def call_rule(r: Routine, listener: Listener, resume: int, data: list[str], this: str = "-1",
              replaced: str = "", held: str | None = None) -> None:
    """Runs a rule in a frame of its own; *data* is what happened; *replaced*: the bit that says that it has replaced that, and
    does not replace what it does itself; *held*: where the events of the step began, if what it has raised so far waits for
    its end."""
    gen = r.gen
    you = r.you
    r.put(f"s[{k.CHAIN}] += 1")
    r.put(f"if s[{k.CHAIN}] > {k.CHAIN_BOUND}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_CHAIN}"))
    r.lines.append((r.depth + 1, f"return {k.STUCK}"))
    bits = k.BARRIER if held is None else k.BARRIER | k.HELD
    mark = f"{replacing(r)} | {replaced} | {bits}" if replaced else str(bits)
    push(r, gen.shared.what(listener.key), you, this, resume, mark)
    if held is not None:
        r.put(f"s[g + {k.HOLDS}] = {held}")
    for i, x in enumerate(data):
        r.put(f"s[g + {k.HEAD + i}] = {x}")
    r.put(f"return {gen.shared.label(listener.key + '/entry')}")


def emit_rules(gen: Gen) -> None:
    """Each rule is a routine: it tests whether it applies, now, and does what it says."""
    for table in (gen.facts.listeners, gen.facts.before, gen.facts.instead):
        for listeners in table.values():
            for listener in listeners:
                emit_rule(gen, listener)


def emit_rule(gen: Gen, listener: Listener) -> None:
    if gen.search:
        return
    rule = listener.rule
    name = rule.name or carrier(gen, listener)
    r = Routine(gen, listener.key, True, rule.span, name, rule.cites)
    r.you, r.this = "s[f + 2]", "s[f + 4]"
    data = [f"s[{r.slot()}]" for _ in range(8)]
    r.slot()  # see `HOLDS`
    r.start(gen.shared.label(listener.key + "/entry"))

    def leave_unless(text: str) -> None:
        r.put(f"if not ({text}):")
        with r.indent():
            finish(r)

    if listener.lasting is not None:
        lasting_names(r, listener.lasting, "s[f + 4]")
    conditions(r, listener, data, leave_unless, data[7])
    for var in r.env:
        born(r, var)
    if not listener.spaces:
        born(r, -1)
    if rule.time != "when" and rule.event.what in ("enters", "leaves"):
        # it comes between one card that moves and the next
        see_tops(r)
    note(r, "rule", f"{r.rule} applies", (), None, _node(rule))
    stmts(r, rule.body)
    finish(r)
    r.sized(gen.shared.what(listener.key))


def carrier(gen: Gen, listener: Listener) -> str:
    """For people: the card (or cards, or kind of spaces) whose rule it is."""
    if listener.spaces:
        return " / ".join(listener.spaces[:2])
    names = [gen.game.cards[i].name for i in (listener.designs or ())[:2]]
    return " / ".join(names) or "rule"


def _node(rule: g.Trigger) -> g.Node:
    return rule


def in_order(gen: Gen, listeners: list[Listener]) -> list[Listener]:
    """The game's own rules for one event, in the order in which they answer it: see `Game.order`."""
    order = gen.game.order
    if order == 1:
        return listeners[::-1]
    if order > 1:
        Random(order).shuffle(listeners)
    return listeners
