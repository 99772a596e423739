"""Who may see what, who knows what, and what looks alike to whom (meaning 10, additions 1.1 and 1.2)."""

from functools import cached_property
from typing import Any

from rulelang import game as g
from tests.oracle.ids import Ids
from tests.oracle.things import BOX, Card, Die, Env, Place, Player, Space
from tests.oracle.tree import walk


class Knowledge(Ids):
    def audience(self, place: Place, aspect: str) -> frozenset[int]:
        """The seats to which ``aspect`` (faces, backs, top, count) of the place is shown."""
        if place == BOX:
            return frozenset()
        who = self.shown[place.key].get(aspect)
        return frozenset() if who is None else self.shown_to(who, place.owner)

    def shown_to(self, who: g.Expr, owner: Any) -> frozenset[int]:
        if isinstance(who, g.Nobody):
            return frozenset()
        if isinstance(who, g.Everyone):
            return frozenset(range(self.seats))
        bearer = owner
        owner = self.owner(bearer) if bearer is not None else None
        if isinstance(who, g.Prop) and who.of is None and who.name in ("owner", "others"):
            own = frozenset() if owner is None else frozenset({owner.seat})
            return own if who.name == "owner" else frozenset(range(self.seats)) - own
        env = Env(this=bearer if isinstance(bearer, Card) else None)
        return frozenset(p.seat for p in self.as_list(self.ev(who, env)) if isinstance(p, Player))

    @cached_property
    def shown(self) -> dict[str, dict[str, g.Expr]]:
        """By zone and aspect: to whom."""
        return {key: dict(zone.shown) for key, zone in self.game.zones.items()}

    @cached_property
    def shows(self) -> dict[str, frozenset[str]]:
        """By aspect: the zones of which it may be shown to somebody."""
        return {
            aspect: frozenset(
                key
                for key, shown in self.shown.items()
                if shown.get(aspect) is not None and not isinstance(shown[aspect], g.Nobody)
            )
            for aspect in ("faces", "top")
        }

    def unordered(self, place: Place) -> bool:
        """Only there are equal backs alike: no order, and room for more than one card."""
        zone = self.game.zones.get(place.key)
        if zone is None:
            return True
        room = None if zone.capacity is None else self.ev(zone.capacity, Env())
        return zone.order in ("pile", "hand") and room != 1

    def learn(self, card: Card, seats: frozenset[int]) -> None:
        """``seats`` see the face. In a search nobody learns anything."""
        if self.imagining is None and not seats <= self.state.known[card]:
            self.state.known[card] |= seats
            self.state.version += 1

    def look_around(self) -> None:
        """A face is known to those to whom the faces are shown where it lies, from the moment when it
        arrives or the audience changes."""
        if self.imagining is not None:
            return
        for place, cards in self.state.zones.items():
            if cards and place.key in self.shows["faces"] and (seats := self.audience(place, "faces")):
                for card in cards:
                    if card not in self.state.mixed:
                        self.learn(card, seats)

    def forget_unseen_choice(self, chosen: Card, among: list[Card], chooser: Player | None) -> None:
        """Those who are not shown the faces where ``chosen`` lies no longer know which of the cards there
        with that back is which: one of them has been chosen, and they did not see which. ``chooser`` None:
        chance. A choice by the face makes them forget only when the card moves (`unseen_move`)."""
        place = self.state.place[chosen]
        if self.imagining is not None or place == BOX or not self.unordered(place):
            return
        seeing = self.audience(place, "faces")
        if chooser is not None and chooser.seat in seeing:
            return
        like = [c for c in among if self.state.place[c] == place and self.back(c) == self.back(chosen)]
        if len(like) > 1 and not self.is_token(chosen):
            for card in like:
                self.state.known[card] &= seeing
            self.state.version += 1

    @cached_property
    def chosen_vars(self) -> frozenset[int]:
        """The names that stand for what a player chose."""
        found: set[int] = set()
        for node in walk(self.game):
            if isinstance(node, g.Choose) and node.who is not None:
                found.add(node.selector.var.id)
            elif isinstance(node, g.Effect | g.Action | g.Option):
                found |= {p.var.id for p in node.params}
        return frozenset(found)

    def unseen_move(self, card: Card, to: Place) -> None:
        """A card that somebody chose leaves an unordered place: who sees neither place does not see which of
        its like it is, so that he loses track of them."""
        place = self.state.place[card]
        if self.imagining is not None or place == BOX or not self.unordered(place) or self.is_token(card):
            return
        seeing = self.audience(place, "faces") | self.audience(to, "faces")
        like = [c for c in self.state.zones[place] if self.back(c) == self.back(card)]
        if len(like) > 1:
            for one in like:
                self.state.known[one] &= seeing
            self.state.version += 1

    def by_back(self, value: Any, chooser: int | None) -> bool:
        """Whether choosing it is choosing a back: its face is not shown to the chooser where it lies, and
        the place has no order that would tell it from others."""
        if not isinstance(value, Card) or chooser is None:
            return False
        place = self.state.place[value]
        return (
            not self.is_token(value)
            and self.unordered(place)
            and chooser not in self.audience(place, "faces")
        )

    def made_of_dice(self, value: Any) -> bool:
        """Dice, or groups of dice: which comes first makes no difference to the eye."""
        if isinstance(value, tuple):
            return all(self.made_of_dice(item) for item in value)
        return isinstance(value, Die)

    def looks(self, value: Any, chooser: int | None) -> Any:
        """Two options with equal looks are one to the chooser (meaning 4)."""
        if isinstance(value, Card):
            place, stores = self.state.place[value], tuple(self.own_stores(value))
            if self.by_back(value, chooser):
                return place, "back", self.back(value), stores
            shown = self.unordered(place) or chooser is None or chooser in self.audience(place, "faces")
            if self.reads(value, chooser) and (shown or self.is_token(value)):
                return place, "face", self.name(value), stores
            where = None if self.unordered(place) else self.state.zones[place].index(value)
            return place, "back", self.back(value), stores, where
        if isinstance(value, Die):
            return value.key, value.owner, self.state.dice[value]
        if isinstance(value, tuple):
            items = [self.looks(item, chooser) for item in value]
            return tuple(sorted(items, key=repr) if self.made_of_dice(value) else items)
        return value if isinstance(value, Space) else (type(value).__name__, value)
