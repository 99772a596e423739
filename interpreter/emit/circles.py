"""Effects that come to do themselves."""

from interpreter.emit.facts import Facts
from interpreter.walk import walk
from rulelang import game as g


def in_circles(facts: Facts) -> set[str]:
    """Effects that, by way of others or not, do themselves."""
    does: dict[str, set[str]] = {}
    for key, body, _ in facts.routines():
        does.setdefault(key, set()).update(x.effect.key for x in walk(body) if isinstance(x, g.Do))
    found = set()
    for key in does:
        seen: set[str] = set()
        waiting = list(does[key])
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                waiting += does.get(one, ())
        if key in seen:
            found.add(key)
    return found
