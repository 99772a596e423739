"""The places of a game that hold statements or expressions, and the thing to which each belongs."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define, field, frozen

from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.facts import Facts, Listener
from rulelang.uses.gathering import collect
from rulelang.uses.walk import walk


@frozen
class Thing:
    """Something in a game with a name: an effect, a rule, a card, a zone, ..."""

    id: str
    kind: str
    name: str
    span: Span
    cites: tuple[str, ...] = ()
    docs: tuple[str, ...] = ()


@frozen
class Body:
    """Statements and expressions that belong to one thing; ``params`` are chosen or given before they are done."""

    thing: str
    parts: tuple[object, ...]
    params: tuple[g.Parameter, ...] = ()
    this: str | None = None  # the kind whose card or space `this` is


@define
class Bodies:
    """All things of a game by their ids, in the order of declaration, and all bodies."""

    game: g.Game
    facts: Facts
    things: dict[str, Thing] = field(factory=dict)
    bodies: list[Body] = field(factory=list)
    fills: dict[str, list[str]] = field(factory=dict)  # slot -> things that fill it
    rules: dict[int, str] = field(factory=dict)  # id of a trigger -> the thing that it belongs to
    actions: dict[int, str] = field(factory=dict)  # id of an action -> its thing
    offers: list[tuple[str, str, Span]] = field(factory=list)  # (who offers, action, where)
    modifiers: list[tuple[str, g.Modifier, tuple[object, ...]]] = field(
        factory=list
    )  # with what they hang on
    _heads: dict[str, tuple[list[int], list[str]]] = field(factory=dict)

    def add(self, kind: str, name: str, node: Any, id: str | None = None) -> str:
        """Note a thing; the first of one id counts."""
        id = id or f"{kind} {name}"
        if id not in self.things:
            self.things[id] = Thing(
                id, kind, name, node.span, tuple(getattr(node, "cites", ())), tuple(getattr(node, "docs", ()))
            )
        return id

    def owner(self, span: Span) -> str | None:
        """The card, kind or trait in whose text a place stands."""
        starts, ids = self._heads.get(span.file, ([], []))
        at = bisect_right(starts, span.start)
        return ids[at - 1] if at else None

    def thing_of(self, span: Span, card: g.Card | g.Kind) -> str:
        """The thing to which a piece of the text of *card* belongs: the card itself, its kind, a trait."""
        game = self.game
        id = self.owner(span) or f"{'kind' if isinstance(card, g.Kind) else 'card'} {card.key}"
        kind, _, name = id.partition(" ")
        if kind == "card":
            named = next((one for one in game.cards if one.key == name), card)
            return self.add("card", name, named)
        if kind == "kind":
            return self.add("kind", name, game.kinds[name])
        return self.add("trait", name, game.trait_heads[name])

    def action(self, action: g.Action, by: str) -> str:
        """Note an action that *by* offers, and its body."""
        known = self.actions.get(id(action))
        if known is None:
            known, number = f"action {action.key}", 2
            while known in self.things:
                known, number = f"action {action.key} ({number})", number + 1
            self.add("action", action.key, action, known)
            self.actions[id(action)] = known
            self.bodies.append(Body(known, (action.params, action.body), action.params, action.kind))
        self.offers.append((by, known, action.span))
        return known

    def listeners(self, times: Sequence[str] = ("when", "before", "instead")) -> Iterator[Listener]:
        """All rules, wherever they stand."""
        for time in times:
            tables = {
                "when": self.facts.listeners,
                "before": self.facts.before,
                "instead": self.facts.instead,
            }
            for listeners in tables[time].values():
                yield from listeners


def bodies(game: g.Game) -> Bodies:
    """Everything in a game that does or reads something."""
    facts = Facts(game)
    collect(facts)
    found = Bodies(game, facts)
    _heads(found)
    if game.setup:
        found.things["setup"] = Thing("setup", "setup", "setup", game.setup[0].span)
        found.bodies.append(Body("setup", (game.setup,)))
    for phase in game.phases.values():
        found.add("phase", phase.key, phase)
        parts = (phase.of, phase.selector, phase.by, phase.until, phase.body)
        found.bodies.append(Body(f"phase {phase.key}", parts))
    for window in game.windows.values():
        id = found.add("window", window.key, window)
        clock = None if window.clock is None else window.clock.start
        found.bodies.append(Body(id, (window.who, clock, window.by, window.passing), window.params))
        for action in window.actions:
            found.action(action, id)
    for anytime in game.anytimes:
        for action in anytime.actions:
            always = [*(["setup"] if game.setup else []), *(f"phase {key}" for key in game.phases)]
            for by in [f"phase {key}" for key in anytime.during] or always:
                found.action(action, by)
    for effect in game.effects.values():
        id = found.add("effect", effect.key, effect)
        found.bodies.append(Body(id, (effect.params, effect.body), effect.params, effect.kind))
    for value in game.values.values():
        id = found.add("value", value.key, value)
        found.bodies.append(Body(id, (value.params, value.of, value.expr), value.params, value.kind))
    for rule in game.rules:
        _rule(found, rule, found.add("rule", rule.name or f"{len(found.rules) + 1}", rule))
    _cards(found)
    _stored(found)
    for tally in game.tallies.values():
        id = found.add("tally", tally.key, tally)
        found.bodies.append(Body(id, tuple(line[1] for line in tally.lines)))
    _until_blocks(found)
    return found


def _heads(found: Bodies) -> None:
    """Where the text of each card, kind and trait begins."""
    game = found.game
    heads: dict[str, dict[int, str]] = {}
    for kind in game.kinds.values():
        heads.setdefault(kind.span.file, {})[kind.span.start] = f"kind {kind.key}"
    for card in game.cards:
        heads.setdefault(card.span.file, {}).setdefault(card.span.start, f"card {card.key}")
    for trait in game.trait_heads.values():
        heads.setdefault(trait.span.file, {})[trait.span.start] = f"trait {trait.key}"
    for file, starts in heads.items():
        order = sorted(starts)
        found._heads[file] = (order, [starts[start] for start in order])


def _rule(found: Bodies, rule: g.Trigger, thing: str) -> None:
    if id(rule) not in found.rules:
        found.rules[id(rule)] = thing
        found.bodies.append(Body(thing, (rule.event, rule.test, rule.body)))


def _cards(found: Bodies) -> None:
    """What fills slots, lasts or answers on cards and spaces; alike texts once."""
    seen: set[int] = set()
    for card in found.game.bearers:
        kind = card.key if isinstance(card, g.Kind) else card.kind
        for slot, effect in card.effects.items():
            if effect.body is None or effect is found.game.effects.get(slot):
                continue
            thing = found.thing_of(effect.span, card)
            filling = found.fills.setdefault(slot, [])
            if thing not in filling:
                filling.append(thing)
            if id(effect) not in seen:
                seen.add(id(effect))
                found.bodies.append(Body(thing, (effect.params, effect.body), effect.params, kind))
        for slot, value in card.values.items():
            if value.expr is None or value is found.game.values.get(slot) or id(value) in seen:
                continue
            thing = found.thing_of(value.span, card)
            filling = found.fills.setdefault(slot, [])
            if thing not in filling:
                filling.append(thing)
            seen.add(id(value))
            found.bodies.append(Body(thing, (value.expr,), value.params, kind))
        for block in card.lastings:
            if id(block) in seen:
                continue
            seen.add(id(block))
            thing = found.thing_of(block.span, card)
            found.bodies.append(Body(thing, (block.test,), (), kind))
            for modifier in block.modifiers:
                found.modifiers.append((thing, modifier, (block.test,)))
            for action in block.actions:
                found.action(action, thing)
            for rule in block.rules:
                _rule(found, rule, thing)
        for rule in card.rules:
            _rule(found, rule, found.thing_of(rule.span, card))


def _stored(found: Bodies) -> None:
    """Counters, variables, dice, zones, events, parameters, refills."""
    game = found.game
    for store in game.stores.values():
        found.add("counter" if store.counter else "variable", store.key, store, f"store {store.key}")
    for dice in game.dice.values():
        found.add("dice", dice.key, dice)
    for zone in game.zones.values():
        found.add("zone", zone.key, zone)
    for event in game.events.values():
        found.add("event", event.key, event)
    for setting in game.parameters.values():
        found.add("parameter", setting.key, setting)
    for refill in game.refills:
        id = found.add("refill", refill.key, refill, f"refill {refill.target.key}")
        found.bodies.append(Body(id, (refill.upto,)))


def _until_blocks(found: Bodies) -> None:
    """Rules, modifiers and actions of `until` blocks are things of their own: they outlive what began them."""
    for lasting in found.facts.lastings:
        block = lasting.block
        id = found.add("until", f"{lasting.number + 1}", block)
        parts: tuple[object, ...] = (block.until,)
        found.bodies.append(Body(id, parts))
        for modifier in block.modifiers:
            found.modifiers.append((id, modifier, ()))
        for action in block.actions:
            found.action(action, id)
        for rule in block.rules:
            _rule(found, rule, id)


def statements(parts: object) -> Iterator[g.Stmt]:
    """All statements in a body, but those of `until` blocks, which run at another time."""
    for node in walk(parts):
        if isinstance(node, g.Stmt):
            yield node
