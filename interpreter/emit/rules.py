"""Rules: each is a routine of its own, which is called when its turn to answer comes."""

from interpreter import slots as k
from interpreter.emit.base import Routine
from interpreter.emit.steps import push
from rulelang.uses.facts import Listener


def call_rule(r: Routine, listener: Listener, resume: int, data: list[str], this: str = "-1",
              mark: str = "0", held: str | None = None) -> None:
    """Runs a rule in a frame of its own; *data* is what happened; *held*: where the events of the step began, if what it has
    raised so far waits for its end."""
    gen = r.gen
    you = r.you
    r.put(f"s[{k.CHAIN}] += 1")
    r.put(f"if s[{k.CHAIN}] > {k.CHAIN_BOUND}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_CHAIN}"))
    r.lines.append((r.depth + 1, f"return {k.STUCK}"))
    bits = k.BARRIER if held is None else k.BARRIER | k.HELD
    push(r, gen.shared.what(listener.key), you, this, resume, f"{mark} | {bits}" if mark != "0" else str(bits))
    if held is not None:
        r.put(f"s[g + {k.HOLDS}] = {held}")
    for i, x in enumerate(data):
        r.put(f"s[g + {k.HEAD + i}] = {x}")
    r.put(f"return {gen.shared.label(listener.key + '/entry')}")
