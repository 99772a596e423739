"""The stable texts by which options, dumps and transcripts call things."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from rulelang import game as g
from tests.oracle.evaluate import Evaluator
from tests.oracle.things import BOX, Card, Die, Env, Place, Player, Space, Sym


class Ids(Evaluator):
    def id_of(self, value: Any, reader: int | None = None, by_back: bool = False) -> str:
        """What ``reader`` (a seat; None: somebody who sees everything) calls ``value``; in a search, what
        the one who imagines calls it. ``by_back``: a card whose place does not tell it from others with its
        back."""
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int | str):
            return str(value)
        if isinstance(value, Sym):
            return self.sym_name(value)
        if isinstance(value, Player):
            return f"p{value.seat}"
        if isinstance(value, Card):
            if by_back or not self.reads(value, reader):
                return f"?{self.back(value)}"
            return self.name(value)
        if isinstance(value, Space):
            return self.space_id(value)
        if isinstance(value, Die):
            return self.id_of(self.state.dice[value])
        return "[" + ", ".join(self.id_of(item, reader, by_back) for item in value) + "]"

    def reads(self, card: Card, reader: int | None) -> bool:
        if self.imagining is not None:
            return self.sees(card)
        return reader is None or self.is_token(card) or reader in self.state.known[card]

    def space_id(self, space: Space) -> str:
        name = self.space_name(space)
        if name is None and space.board in self.rows:
            row, column = divmod(space.number, self.rows[space.board][1])
            name = f"{space.board}[{row + 1},{column + 1}]"
        elif name is None:
            name = f"{space.board}[{space.number + 1}]"
        return name if space.owner is None else f"{name} of {self.id_of(space.owner)}"

    def place_id(self, place: Place) -> str:
        """`bag of p0`, `gang[9] of p1`, `box`."""
        if place == BOX:
            return "box"
        return self.indexed(place.key, place.index, place.owner)

    def indexed(self, key: str, index: tuple[Any, ...], owner: Any) -> str:
        text = key.split(".")[-1]
        if index:
            text += "[" + ", ".join(self.id_of(part) for part in index) + "]"
        if owner is not None:
            text += f" of {self.card_id(owner) if isinstance(owner, Card) else self.id_of(owner)}"
        return text

    def card_id(self, card: Card) -> str:
        """`Duck@bag of p0#1`: the first Duck, as dumped, in that place."""
        place = self.state.place[card]
        same = [c for c in self.dumped(place) if self.settled_name(c) == self.settled_name(card)]
        return f"{self.settled_name(card)}@{self.place_id(place)}#{same.index(card) + 1}"

    def settled_name(self, card: Card) -> str:
        """The name of a card, or its back where nobody has looked yet which card it is."""
        return f"?{self.back(card)}" if card in self.state.mixed else self.name(card)

    def dumped(self, place: Place) -> list[Card]:
        """The cards of a place in the order of the dump: of a pile, a hand or the box sorted by name."""
        cards = self.state.zones[place]
        order = "pile" if place == BOX else self.game.zones[place.key].order
        if order in ("pile", "hand"):
            return sorted(cards, key=self.sort_key)
        return cards[::-1] if order == "stack" else list(cards)

    def sort_key(self, card: Card) -> tuple[Any, ...]:
        if card in self.state.mixed:
            return ("?",)
        return self.name(card), sorted(self.state.known[card]), self.own_stores(card)

    def own_stores(self, card: Card) -> list[tuple[str, str]]:
        stores, found = self.state.stores, []
        for store in self.of_things:
            for index in self.indexes(store.index, Env()) if store.index else ((),):
                value = stores.get((store.key, index, card), self)
                if value is not self and value != self.start_of(store, index, card):
                    found.append((self.indexed(store.key, index, None), self.id_of(value)))
        return sorted(found)

    @cached_property
    def of_things(self) -> list[g.Store]:
        """What is stored with cards or spaces."""
        return [store for store in self.game.stores.values() if store.owner not in (None, "player")]


def told_apart(ids: Iterable[str]) -> tuple[str, ...]:
    """If two different options get equal ids, later ones get ` #2`, ` #3`."""
    seen: Counter[str] = Counter()
    texts = []
    for text in ids:
        seen[text] += 1
        texts.append(text if seen[text] == 1 else f"{text} #{seen[text]}")
    return tuple(texts)
