"""Names of cards that may mean a card which something else has moved meanwhile."""

from typing import TYPE_CHECKING

from interpreter.walk import walk
from rulelang import game as g

if TYPE_CHECKING:
    from interpreter.emit.facts import Facts


def fragile(facts: "Facts") -> frozenset[int]:
    """Cards that a body moves or changes after a step in which others may have moved them (meaning 8)."""
    game = facts.game
    if not (game.windows or facts.listeners or facts.before or facts.instead):
        return frozenset()
    found: set[int] = set()
    bodies: list[tuple[object, bool]] = [(x.body, False) for w in game.windows.values() for x in w.actions]
    bodies += [(x.action.body, False) for x in facts.anytimes]
    bodies += [(rule.rule.body, False) for table in (facts.listeners, facts.before, facts.instead)
               for rules in table.values() for rule in rules]
    bodies += [(body, bool(facts.answered_before(key))) for key, body, _ in facts.routines()]
    for body, answered in bodies:
        if not answered and not facts.waits(body):
            continue
        for x in walk(body):
            of: object = None
            match x:
                case g.Move():
                    of = x.what
                case g.Set() | g.Gain():
                    of = x.target.of if isinstance(x.target, g.Stored) else None
            if isinstance(of, g.Local) and of.var.type.base == "card" and not of.var.many:
                found.add(of.var.id)
            elif isinstance(of, g.This):
                found.add(-1)
    return frozenset(found)
