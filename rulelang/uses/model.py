"""Who uses what in a game, worked out once."""

from collections.abc import Iterator

from attrs import define, field, frozen

from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.bodies import Bodies, bodies, statements
from rulelang.uses.following import Movement
from rulelang.uses.links import END, Use, change, modified, raised, uses
from rulelang.uses.moving import movements
from rulelang.uses.walk import walk


@frozen
class Link:
    """One thing uses another."""

    source: str
    use: Use


@define
class Model:
    """A game, taken apart."""

    game: g.Game
    bodies: Bodies
    movements: list[Movement]
    links: list[Link] = field(factory=list)
    asking: frozenset[str] = frozenset()  # effects in which somebody decides

    def span(self, thing: str) -> Span | None:
        """Where a thing stands."""
        found = self.bodies.things.get(thing)
        return None if found is None else found.span


def model(game: g.Game) -> Model:
    """Take a game apart."""
    taken = bodies(game)
    made = Model(game, taken, movements(taken))
    made.links = [link for link in _links(made) if link.use.target == END or link.use.target in taken.things]
    made.asking = _asking(game)
    return made


def _asking(game: g.Game) -> frozenset[str]:
    """Effects in which a player decides, by themselves or by what they do."""
    does: dict[str, set[str]] = {}
    found: set[str] = set()
    filled = [(slot, one) for card in game.bearers for slot, one in card.effects.items()]
    for key, effect in [*game.effects.items(), *filled]:
        for node in walk(effect.body):
            if isinstance(node, g.May | g.Pause | g.TakeOver) or (
                isinstance(node, g.Choose | g.ChooseOption) and node.who is not None
            ):
                found.add(key)
            elif isinstance(node, g.Do):
                does.setdefault(node.effect.key, set()).add(key)
    waiting = sorted(found)
    while waiting:
        for key in does.get(waiting.pop(), ()):
            if key not in found:
                found.add(key)
                waiting.append(key)
    return frozenset(found)


def _links(made: Model) -> Iterator[Link]:
    taken = made.bodies
    sources = {id(movement.node): movement.sources for movement in made.movements}
    for thing, action, span in taken.offers:
        yield Link(thing, Use("asks", action, span, "offers"))
    for body in taken.bodies:
        for use in uses(taken, body):
            yield Link(body.thing, use)
        for st in own_statements(body.parts):
            for listener in raised(taken, st, sources.get(id(st))):
                yield Link(body.thing, Use("triggers", taken.rules[id(listener.rule)], st.span))
            for target in change(taken.facts, st, sources.get(id(st))).refills:
                yield Link(body.thing, Use("triggers", f"refill {target}", st.span))
    for listener in taken.listeners():
        event = listener.rule.event
        if event.what in ("begins", "ends"):
            kind = "window" if event.key in made.game.windows else "phase"
            yield Link(f"{kind} {event.key}", Use("triggers", taken.rules[id(listener.rule)], event.span))
        elif event.what == "announced":
            yield Link(f"event {event.key}", Use("triggers", taken.rules[id(listener.rule)], event.span))
    for phase in made.game.phases.values():
        if phase.loop == "turns" and isinstance(phase.of, g.Stored):  # it goes on to the next player by itself
            turn = g.Set(span=phase.span, target=phase.of, value=phase.of)
            yield Link(f"phase {phase.key}", Use("writes", f"store {phase.of.key}", phase.span))
            for listener in raised(taken, turn):
                yield Link(f"phase {phase.key}", Use("triggers", taken.rules[id(listener.rule)], phase.span))
    for slot, things in taken.fills.items():
        kind, verb = ("effect", "does") if slot in made.game.effects else ("value", "reads")
        for thing in things:
            yield Link(f"{kind} {slot}", Use(verb, thing, taken.things[thing].span, "as the card says"))
    for thing, use in modified(taken):
        yield Link(thing, use)
    for refill in made.game.refills:
        thing = f"refill {refill.target.key}"
        yield Link(thing, Use("reads", f"zone {refill.source.key}", refill.span))
        yield Link(thing, Use("moves", f"zone {refill.target.key}", refill.span))
    for tally in made.game.tallies.values():
        yield Link(f"tally {tally.key}", Use("writes", f"store {tally.into}", tally.span))


def own_statements(parts: object) -> Iterator[g.Stmt]:
    """The statements of a body, without those of `until` blocks in it."""
    inside: set[int] = set()
    for st in statements(parts):
        if id(st) in inside:
            continue
        yield st
        if isinstance(st, g.Lasting):
            inside |= {id(one) for one in statements((st.rules, st.actions))}
