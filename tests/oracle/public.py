"""What all can see (meaning 10): a question is left out only if everybody knows that nothing can be on
offer."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import attrs

from rulelang import game as g
from tests.oracle.effects import Effects
from tests.oracle.things import Card, Env, Player, Space, Unseen, Unsettled
from tests.oracle.tree import parts_of, walk

# Whether somebody who, as all can see, cannot pay for an action is left out. The contract speaks of `where`
# and `requires` only; by meaning 10 no question is due where all can see that there is nothing to offer.
PAYING_IS_SEEN = True


class Public(Effects):
    @cached_property
    def game_secrets(self) -> frozenset[int]:
        """Names for what is chosen secretly."""
        return frozenset(x.selector.var.id for x in walk(self.game) if isinstance(x, g.Choose) and x.secretly)

    def anytimes(
        self, who: Player, publicly: bool = False
    ) -> Iterable[tuple[g.Action, Mapping[int, Any], Any]]:
        raise NotImplementedError

    def publicly_offered(
        self,
        actions: list[tuple[g.Action | g.Effect, Mapping[int, Any], Any]],
        who: Player,
        given: int = 0,
        heads: bool = True,
        whose: bool = True,
    ) -> bool:
        """Whether, for all that everybody can see, one of the actions, or of the `anytime` actions, may be
        on offer to ``who``. ``given``: so many parameters of the actions are not chosen. ``heads``: what they
        require counts; not if something is given that not all can see. ``whose``: so does what they say of `this`; not if
        not all can see which card that is."""
        for action, names, this in actions:
            if self.may_be_offered(action.params[given:], action, Env(dict(names), who, this), heads, whose=whose):
                return True
        return any(
            self.may_be_offered(action.params, action, Env(dict(names), who, this))
            for action, names, this in self.anytimes(who, True)
        )

    def may_fill(self, key: str, this: Any) -> list[g.Effect]:
        """What, for all that everybody can see, may fill the slot of the card; of any other effect itself."""
        effect = self.game.effects[key]
        if effect.kind is None:
            return [effect]
        if isinstance(this, Space):
            fill = self.effect_of(key, this)
            return [fill] if isinstance(fill, g.Effect) else []
        if this is None:
            faces = list(range(len(self.prints)))
        elif self.public(this):
            faces = [self.state.face[this.number]]
        else:
            faces = [n for n, design in enumerate(self.prints) if self.back_of(design) == self.back(this)]
        fills = [self.prints[n].effects.get(key) for n in faces]
        return list({id(fill): fill for fill in fills if fill is not None}.values())

    def may_be_offered(
        self,
        params: tuple[g.Parameter, ...],
        action: g.Action | g.Effect,
        env: Env,
        heads: bool = True,
        lists: frozenset[int] = frozenset(),
        whose: bool = True,
    ) -> bool:
        """``lists``: names of several things, of which all that is said may hold of some."""
        if not params and not heads:
            return True
        if not params:
            if not self.head_may_hold(action.body or (), env, lists):
                return False
            if lists or not getattr(action, "whole", False):
                return True
            return self.possible(self.seats, lambda run, copies: run.test_and_do(action, copies(env)))
        parameter, var = params[0], params[0].var
        selector = parameter.selector
        source = selector.source
        if source is not None and (
            self.speaks_of(source, lists)
            or (not whose and self.speaks_of_this(source))
            or self.reads_hidden(source, env, set())
        ):
            return True
        if self.speaks_of(selector.where, lists) or (not whose and self.speaks_of_this(selector.where)):
            selector = attrs.evolve(selector, where=None)
        try:
            found = []
            for value in self.where_they_lie(lambda: self.domain(selector, env)):
                env.vars[var.id] = value
                if self.may_fit(selector, value, env):
                    found.append(value)
            least = 0
            if parameter.how_many is not None and parameter.how_many.least is not None:
                least = self.ev(parameter.how_many.least, env) or 0
        except (Unsettled, Unseen):
            return True
        if parameter.how_many is not None:
            return len(found) >= least and self.may_be_offered(
                params[1:], action, env, heads, lists | {var.id}, whose
            )
        for choice in found:
            env.vars[var.id] = choice
            if self.may_be_offered(params[1:], action, env, heads, lists, whose):
                return True
        return False

    def speaks_of(self, e: Any, names: frozenset[int]) -> bool:
        return e is not None and any(isinstance(x, g.Local) and x.var.id in names for x in walk(e))

    def speaks_of_this(self, e: Any) -> bool:
        return e is not None and any(
            isinstance(x, g.This) or (isinstance(x, g.Prop) and x.of is None and x.name != "start_player")
            for x in walk(e)
        )

    def given_may_fit(
        self,
        effect: g.Action | g.Effect,
        exprs: tuple[g.Expr, ...],
        args: tuple[Any, ...],
        env: Env,
        outer: Env,
        whose: bool = True,
    ) -> bool:
        """Whether, for all that everybody can see, what is given as the first parameters may be one of those
        that they speak of."""
        for parameter, expr, arg in zip(effect.params, exprs, args, strict=False):
            if parameter.how_many is not None or self.reads_hidden(expr, outer, set()):
                continue
            if arg is None:
                return False
            selector = parameter.selector
            if not whose and self.speaks_of_this(selector.where):
                selector = attrs.evolve(selector, where=None)
            if not whose and self.speaks_of_this(selector.source):
                selector = attrs.evolve(selector, source=None)
            source = selector.source
            if source is not None and arg not in self.where_they_lie(lambda s=source: self.as_list(self.ev(s, env))):
                return False
            if not self.may_fit(selector, arg, env):
                return False
        return True

    def where_they_lie(self, found: Callable[[], list[Any]]) -> list[Any]:
        """``found()``, which settles nothing."""
        self.places_only = True
        try:
            return found()
        finally:
            self.places_only = False

    def may_fit(self, selector: g.Selector, value: Any, env: Env) -> bool:
        """A card counts whatever its face, if its back may belong to the kinds; a `where` counts unless
        surely false."""
        if selector.filter and isinstance(value, Card) and not self.public(value):
            if True not in self.back_tells(self.back(value), selector.filter):
                return False
        elif (
            selector.filter and isinstance(value, Card | Space) and not self.has_kind(value, selector.filter)
        ):
            return False
        return selector.where is None or self.maybe(selector.where, env) is not False

    def head_may_hold(self, body: g.Body, env: Env, lists: frozenset[int] = frozenset()) -> bool:
        for s in body:
            if isinstance(s, g.Requires | g.Pay) and self.speaks_of(s, lists):
                continue
            if isinstance(s, g.Requires):
                if self.maybe(s.test, env) is False:
                    return False
            elif isinstance(s, g.Pay):
                if PAYING_IS_SEEN and self.surely(lambda s=s: self.affordable(s, env)) is False:
                    return False
            else:
                break
        return True

    def maybe(self, e: g.Expr, env: Env) -> bool | None:
        """What everybody can see of a condition; none: it depends on something hidden. A leaf under and, or,
        not is taken as a whole."""
        if isinstance(e, g.And | g.Or):
            decides = isinstance(e, g.Or)
            parts = [self.maybe(part, env) for part in e.parts]
            if decides in parts:
                return decides
            return None if None in parts else not decides
        if isinstance(e, g.Not):
            part = self.maybe(e.part, env)
            return None if part is None else not part
        if isinstance(e, g.CanDo):
            if e.effect.key in self.game.effects and not self.all_can_see(e, env):
                return False
            return None
        if self.reads_hidden(e, env, set()):
            return None
        return self.surely(lambda: self.holds(e, env))

    def all_can_see(self, e: g.CanDo, env: Env) -> bool:
        """Whether, for all that everybody knows, somebody may be able to do it."""
        who = self.ev(e.who, env)
        return who is not None and self.possible(
            self.seats, lambda run, copies: run.try_it(e.effect, who, copies(env))
        )

    def surely(self, value: Any) -> bool | None:
        hidden, self.saw_hidden = self.saw_hidden, False
        try:
            result = bool(value())
            return None if self.saw_hidden else result
        except (Unsettled, Unseen):
            return None
        finally:
            self.saw_hidden = hidden

    # ---------------------------------------------------------------- what a leaf reads

    def reads_hidden(self, node: Any, env: Env, open_vars: set[int]) -> bool:
        """Whether an expression reads a store that is not shown to everyone, or the face of a card that may
        lie hidden: any but a bound card known to all, one of an open zone, and a shown top. ``open_vars``:
        names bound inside it that stand for cards of open zones."""
        if isinstance(node, g.Local):
            if node.var.id in self.game_secrets:
                return True
        elif isinstance(node, g.Stored):
            if node.key in self.game.stores and self.is_secret(self.game.stores[node.key].shown):
                return True
        elif isinstance(node, g.Knows | g.CanDo):
            return True
        elif isinstance(node, g.Printed) or (
            isinstance(node, g.Prop) and node.name == "name" and node.of is not None
        ):
            assert node.of is not None
            if node.of.type.base != "space" and not self.is_open(node.of, env, open_vars):
                return True
        elif isinstance(node, g.Is) and isinstance(node.left, g.CardName) != isinstance(node.right, g.CardName):
            of = node.right if isinstance(node.left, g.CardName) else node.left
            if self.is_secret_card(of, env, open_vars):
                return True
        elif isinstance(node, g.IsIn) and isinstance(node.part, g.CardName):
            if not self.is_open(node.place, env, open_vars):
                return True
        elif isinstance(node, g.ZoneOf):
            if self.is_secret(dict(self.game.zones[node.key].shown).get("count")):
                return True
        elif isinstance(node, g.DiceOf):
            if self.is_secret(self.game.dice[node.key].shown):
                return True
        elif isinstance(node, g.Derived):
            if self.value_is_hidden(node, env, open_vars):
                return True
        elif isinstance(node, g.Selector):
            if node.source is not None and self.is_open(node.source, env, open_vars):
                open_vars = open_vars | {node.var.id}
            elif node.filter and node.var.type.base == "card":
                backs = {self.back_of(design) for design in self.prints}
                if any(len(self.back_tells(back, (kind,))) > 1 for kind in node.filter for back in backs):
                    return True  # which of the cards are of the kind
        if isinstance(node, g.Quantified) and self.is_open(node.selector.source, env, open_vars):
            open_vars = open_vars | {node.selector.var.id}
        return any(self.reads_hidden(part, env, open_vars) for part in parts_of(node))

    def value_is_hidden(self, node: g.Derived, env: Env, open_vars: set[int]) -> bool:
        value = self.game.values[node.key]
        exprs = [
            value.expr,
            *(one.values[node.key].expr for one in self.game.bearers if node.key in one.values),
        ]
        of_space = node.of is not None and node.of.type.base == "space"
        exprs += [modifier.value for _, _, modifier in self.modifiers_of_spaces.get(node.key, ())]
        if not of_space and value.kind is not None and (node.of is None or not self.is_open(node.of, Env(), open_vars)):
            return True
        for _, lasting, modifier in self.modifiers_of.get(node.key, ()):
            exprs.append(modifier.value)
            if not all(self.zone_is_open(zone) for zone in lasting.zones):
                return True
        # of a card that all know, what is printed on it is no secret
        mine = (
            {value.of.var.id}
            if value.of is not None and node.of is not None and self.is_open(node.of, env, open_vars)
            else set()
        )
        return any(self.reads_hidden(expr, Env(), mine) for expr in exprs if expr is not None)

    def is_secret(self, shown: g.Expr | None) -> bool:
        return shown is not None and not isinstance(shown, g.Everyone)

    def is_open(self, e: g.Expr | None, env: Env, open_vars: set[int]) -> bool:
        """Whether all can see the faces of the cards that ``e`` stands for."""
        if isinstance(e, g.Local | g.This):
            if isinstance(e, g.Local) and e.var.id in open_vars:
                return True
            cards = self.as_list(self.ev(e, env))
            return bool(cards) and all(not isinstance(card, Card) or self.public(card) for card in cards)
        if isinstance(e, g.ZoneOf):
            return self.zone_is_open(e.key)
        if isinstance(e, g.End):
            shown = dict(self.game.zones[e.of.key].shown) if isinstance(e.of, g.ZoneOf) else {}
            if e.end == "top" and e.amount is None and isinstance(shown.get("top"), g.Everyone):
                return True
            return self.is_open(e.of, env, open_vars)
        if isinstance(e, g.Quantified) and e.how in ("first", "all"):
            return self.is_open(e.selector.source, env, open_vars)
        if isinstance(e, g.Concat):
            return all(self.is_open(part, env, open_vars) for part in e.parts)
        return False

    def is_secret_card(self, of: g.Expr, env: Env, open_vars: set[int]) -> bool:
        """Whether not all can see which card it is, if it is one."""
        if isinstance(of, g.Nothing) or self.is_open(of, env, open_vars):
            return False
        if isinstance(of, g.Local | g.This):
            return True
        names = {x.var.id for x in walk(of) if isinstance(x, g.Local)} - {
            x.var.id for x in walk(of) if isinstance(x, g.Selector)
        }
        if not names <= env.vars.keys() or self.reads_hidden(of, env, open_vars):
            return True
        found = self.where_they_lie(lambda: self.as_list(self.ev(of, env)))
        return not all(self.public(card) for card in found if isinstance(card, Card))

    def zone_is_open(self, key: str) -> bool:
        return isinstance(dict(self.game.zones[key].shown).get("faces"), g.Everyone)
