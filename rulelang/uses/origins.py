"""Where the cards that rules have names for may lie, whenever that is.

Of a card that a rule has a name for, it is worked out where it may lie: where the name was bound, and wherever those
move it to whom it is given. What something else moves meanwhile, a rule leaves alone (meaning 8), so that need not be
followed. Where nothing is known, a card may lie wherever cards of its kind may, or in the box.
"""

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulelang import game as g
from rulelang.uses.bodies import Bodies
from rulelang.uses.facts import Facts, places
from rulelang.uses.walk import walk

BOX = "box"
Where = frozenset[str]
NOWHERE: Where = frozenset()


@define
class Origins:
    """Where names may stand for cards: by variable, and by slot or place of a text for `this`."""

    bodies: Bodies
    given: frozenset[int] = frozenset()  # parameters that whoever does the effect always gives
    names: dict[int, Where] = field(factory=dict)
    this: dict[str, Where] = field(factory=dict)
    changed: bool = False

    @property
    def facts(self) -> Facts:
        return self.bodies.facts

    def chosen(self, selector: g.Selector, here: str) -> Where:
        """Where what a player may choose for a parameter lies; nowhere if it is always given."""
        return NOWHERE if selector.var.id in self.given else self.among(selector, here)

    def anywhere(self, t: g.Type) -> Where:
        """Wherever cards of a type may lie."""
        return frozenset(self.facts.zones_for(t)) | {BOX}

    def at(self, e: g.Expr | None, here: str) -> Where:
        """Where the cards that an expression stands for may lie; *here* says which `this` is meant."""
        match e:
            case None:
                return NOWHERE
            case g.ZoneOf():
                return frozenset({e.key})
            case g.Local():
                return self.names.get(e.var.id, NOWHERE)
            case g.This():
                return self.this.get(here, NOWHERE)
            case g.Nothing():
                return NOWHERE
            case g.Quantified(
                how="all" | "first" | "all_highest" | "all_lowest" | "first_highest" | "first_lowest"
            ):
                return self.among(e.selector, here)
            case g.Quantified(how="list" | "different") if e.body is not None:
                return self.at(e.body, here)
            case g.End() | g.Element() | g.Subsets() | g.Splits():
                return self.at(e.of, here)
            case g.Concat():
                return self._union(e.parts, here)
            case g.ListOf():
                return self._union(e.items, here)
            case g.Without():
                return self.at(e.left, here)
            case g.GatheredIn():
                return self.at(e.place, here)
            case g.IfElse():
                return self._union((e.yes, e.no), here)
            case g.Derived():
                value = self.bodies.game.values.get(e.key)
                if value is not None and value.kind is None and value.expr is not None:
                    return self.at(value.expr, here)
        return self.anywhere(e.type)

    def among(self, selector: g.Selector, here: str) -> Where:
        """Where the candidates of a selector lie."""
        if selector.source is not None:
            return self.at(selector.source, here)
        return self.anywhere(selector.var.type)

    def _union(self, several: Iterable[g.Expr], here: str) -> Where:
        return frozenset().union(*(self.at(each, here) for each in several))

    # ------------------------------------------------------------------------------- what is learnt

    def learn(self, var: g.Var, where: Where) -> None:
        """Note that the name may stand for cards that lie there."""
        known = self.names.get(var.id, NOWHERE)
        if not where <= known:
            self.names[var.id] = known | where
            self.changed = True

    def learn_this(self, here: str, where: Where) -> None:
        """Note where `this` may lie."""
        known = self.this.get(here, NOWHERE)
        if not where <= known:
            self.this[here] = known | where
            self.changed = True

    def learn_of(self, e: g.Expr | None, where: Where, here: str) -> None:
        """Note that the cards that an expression names may come to lie there."""
        match e:
            case g.Local():
                self.learn(e.var, where)
            case g.This():
                self.learn_this(here, where)
            case g.Concat():
                for part in e.parts:
                    self.learn_of(part, where, here)
            case g.ListOf():
                for part in e.items:
                    self.learn_of(part, where, here)
            case g.End() | g.Element():
                self.learn_of(e.of, where, here)
            case g.Quantified() if e.selector.source is not None:
                self.learn_of(e.selector.source, where, here)


def of_cards(t: g.Type) -> bool:
    """Whether it is cards, or lists of them."""
    while t.base == "list" and t.item is not None:
        t = t.item
    return t.base == "card"


def origins(bodies: Bodies) -> Origins:
    """Where all names may stand for cards."""
    found = Origins(bodies, always_given(bodies.game))
    texts = list(_texts(bodies))
    for thing, blocks in _blocks(bodies):
        found.learn_this(thing, frozenset(blocks))
    found.changed = True
    while found.changed:  # the sets only grow, so this ends
        found.changed = False
        for here, node in texts:
            _learn(found, node, here)
    return found


def always_given(game: g.Game) -> frozenset[int]:
    """Parameters that are never chosen, since every mention of what they belong to gives them."""
    least: dict[str, int] = {}
    for node in walk((game.effects, game.bearers, game.phases, game.windows, game.anytimes, game.rules, game.setup,
                      game.values)):  # fmt: skip
        if isinstance(node, g.EffectRef):
            least[node.key] = min(least.get(node.key, len(node.args)), len(node.args))
    found: set[int] = set()
    for effect in game.effects.values():
        found |= {param.var.id for param in effect.params[: least.get(effect.key, 0)]}
    for card in game.bearers:
        for slot, filled in card.effects.items():
            found |= {param.var.id for param in filled.params[: least.get(slot, 0)]}
    for window in game.windows.values():
        found |= {param.var.id for param in window.params}
    for value in game.values.values():
        found |= {param.var.id for param in value.params}
    for card in game.bearers:
        for value in card.values.values():
            found |= {param.var.id for param in value.params}
    return frozenset(found)


def _texts(bodies: Bodies) -> Iterator[tuple[str, object]]:
    """Every text of the game with the key of its `this`."""
    game = bodies.game
    yield "setup", game.setup
    for phase in game.phases.values():
        yield "", (phase.selector, phase.of, phase.by, phase.until, phase.body)
    for window in game.windows.values():
        yield "", (window.params, window.who, window.clock and window.clock.start, window.by, window.passing)
        yield "", tuple((action.params, action.body) for action in window.actions)
    for anytime in game.anytimes:
        yield "", tuple((action.params, action.body) for action in anytime.actions)
    seen: set[int] = set()
    for effect in game.effects.values():
        yield effect.key, effect
    for value in game.values.values():
        yield value.key, value
    for rule in game.rules:
        yield "", rule
    for card in game.bearers:
        for slot, filled in card.effects.items():
            if id(filled) not in seen:
                seen.add(id(filled))
                yield slot, filled
        for key, value in card.values.items():
            if id(value) not in seen:
                seen.add(id(value))
                yield key, value
        for text in (*card.lastings, *card.rules):
            if id(text) not in seen:
                seen.add(id(text))
                yield text_key(text), text
    for tally in game.tallies.values():
        yield "", tally


def text_key(text: g.Node) -> str:
    """The key of `this` in a `while` block or a loose rule of a card."""
    return f"{text.span.file}:{text.span.start}"


def _blocks(bodies: Bodies) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Where `this` lies in the blocks and rules of cards."""
    everywhere = (*bodies.game.zones, BOX)
    for card in bodies.game.cards:
        for block in card.lastings:
            yield text_key(block), block.zones or places(block.test) or everywhere
        for rule in card.rules:
            here = rule.event.actor
            entering = (
                isinstance(here, g.Fixed) and isinstance(here.value, g.This) and rule.event.what == "enters"
            )
            yield text_key(rule), (rule.event.key,) if entering and rule.time == "when" else everywhere


def _learn(found: Origins, root: object, here: str) -> None:
    """One round through a text."""
    game = found.bodies.game
    for node in walk(root):
        match node:
            case g.Selector() if of_cards(node.var.type) and not (
                node.source is None and node.var.id in found.given
            ):
                found.learn(node.var, found.among(node, here))
                if node.source is not None:  # what becomes of the one becomes of those it was taken from
                    found.learn_of(node.source, found.names.get(node.var.id, NOWHERE), here)
            case g.Let() if of_cards(node.var.type):
                found.learn(node.var, found.at(node.value, here))
                found.learn_of(node.value, found.names.get(node.var.id, NOWHERE), here)
            case g.Draw() if node.var is not None:
                found.learn(node.var, frozenset({node.to.key}))
            case g.Move():
                found.learn_of(node.what, frozenset({node.to.key}), here)
            case g.EffectRef():
                effect = game.effects.get(node.key)
                if effect is None:
                    continue
                filled = [effect] if effect.body is not None else []
                filled += [fill for fill, _ in found.facts.fills.get(node.key, ())]
                for one in filled:
                    _give(found, one.params, node.args, here)
                if node.of is not None:
                    found.learn_this(node.key, found.at(node.of, here))
                    found.learn_of(node.of, found.this.get(node.key, NOWHERE), here)
                elif effect.kind is not None:
                    found.learn_this(node.key, found.this.get(here, NOWHERE))
            case g.Open():
                _give(found, game.windows[node.key].params, node.args, here)
            case g.Derived():
                value = game.values.get(node.key)
                if value is not None:
                    _give(found, value.params, node.args, here)
                    if value.of is not None and node.of is not None and of_cards(value.of.var.type):
                        found.learn(value.of.var, found.at(node.of, here))
            case g.Event():
                for pattern in (node.actor, node.of, *node.params):
                    if isinstance(pattern, g.Selector) and of_cards(pattern.var.type):
                        entered = pattern is node.actor and node.what == "enters"
                        known = frozenset({node.key}) if entered else found.anywhere(pattern.var.type)
                        found.learn(pattern.var, known)


def _give(found: Origins, params: tuple[g.Parameter, ...], args: tuple[g.Expr, ...], here: str) -> None:
    for param, arg in zip(params, args, strict=False):
        if of_cards(param.var.type) or of_cards(arg.type):
            found.learn(param.var, found.at(arg, here))
            found.learn_of(arg, found.names.get(param.var.id, NOWHERE), here)
