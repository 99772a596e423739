"""Which effects a search may run."""

from interpreter.walk import walk
from rulelang import game as g
from rulelang.uses.facts import Facts


def searched(facts: Facts) -> frozenset[str]:
    """Effects that a search may run: those marked `all or nothing`, and what they do."""
    bodies: dict[str, list[object]] = {}
    found: list[str] = []
    for key, effect in facts.game.effects.items():
        fills = [e for e, _ in facts.fills.get(key, ())]
        bodies[key] = [effect.body or (), *(e.body or () for e in fills)]
        if effect.whole or any(e.whole for e in fills):
            found.append(key)
    seen = set(found)
    while found:
        for body in bodies[found.pop()]:
            for x in walk(body):
                if isinstance(x, g.EffectRef) and x.key in bodies and x.key not in seen:
                    seen.add(x.key)
                    found.append(x.key)
    return frozenset(seen)
