"""What is printed on cards and spaces, in few words, for whoever sees their faces."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import Factory, define

from rulelang import game as g
from rulelang.files import printable


@define
class Printed:
    """What the game says of its cards and spaces by name; kept, as a table is drawn often."""

    game: g.Game
    _cards: dict[str, g.Card] = Factory(dict)
    _rooms: dict[str, str] = Factory(dict)  # field of a kind -> the counter of that kind that it bounds
    _spaces: dict[str, str] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        self._cards.update({card.name: card for card in self.game.cards})
        for key, store in self.game.stores.items():
            high = store.type.high
            if store.counter and store.owner in self.game.kinds and isinstance(high, g.Printed):
                self._rooms.setdefault(high.key, key)
        for board in self.game.boards.values():
            names = [text_of(space.get("name")) for space in board.spaces]
            for number, space in enumerate(board.spaces):
                said = ", ".join(features(space, names, number))
                self._spaces[names[number]] = said.replace(f" {spoken(board.key)} ", " ")

    def card(self, name: str | None, stores: Mapping[str, Any]) -> str:
        """What a card shows that its name does not say; counters with what they may come to."""
        card = self._cards.get(name or "")
        if card is None:
            return ""
        counted, said = [], []
        named = f" {card.name} "
        for key, value in card.fields.items():
            label = spoken(key.rpartition(".")[2])
            if key in self._rooms and isinstance(value, tuple):
                counter = self._rooms[key].rpartition(".")[2]
                for index, most in value:
                    at = ",".join(map(text_of, index))
                    if text_of(most) != "0":
                        counted.append(f"{spoken(at)} {stores.get(f'{counter}[{at}]', 0)}/{text_of(most)}")
            elif isinstance(value, tuple):
                said += [
                    spoken(f"{' '.join(map(text_of, index))} {text_of(part)}")
                    for index, part in value
                    if tells(part)
                ]
            elif tells(value) and f" {spoken(text_of(value))} " not in named:
                said.append(field_text(label, value))
        said += [spoken(trait) for trait in card.traits]
        docs = [" ".join(printable(line.strip()) for line in card.docs)] if card.docs else []
        return "; ".join(", ".join(part) for part in (counted, said, docs) if part)

    def lies_open(self, zone: str) -> bool:
        """Whether people look at the faces of cards in a zone; not in stacks and heaps, though some may be known there."""
        declared = self.game.zones.get(zone)
        if declared is None or declared.order not in ("stack", "pile"):
            return True
        faces = dict(declared.shown).get("faces")
        return declared.order == "pile" and not isinstance(faces, g.Nobody)

    def counters_of(self, name: str | None) -> frozenset[str]:
        """The counters that `card` tells already."""
        card = self._cards.get(name or "")
        fields = card.fields if card is not None else {}
        return frozenset(self._rooms[key].rpartition(".")[2] for key in fields if key in self._rooms)

    def space(self, name: str) -> str:
        """What a space shows."""
        return self._spaces.get(name, "")


def features(space: Mapping[str, g.Expr], names: list[str], number: int) -> Iterator[str]:
    """What is printed on the space with that *number*, but for its numbers and the way to the next one."""
    for key, value in space.items():
        label = spoken(key.rpartition(".")[2])
        if isinstance(value, g.BoardOf):
            place = value.index[0].value if len(value.index) == 1 and isinstance(value.index[0], g.Num) else 0
            if place != number + 2 and 1 <= place <= len(names):
                yield f"{label} {spoken(names[place - 1])}"
        elif key != "name" and tells(value) and not isinstance(value, g.Num):
            yield field_text(label, value)


def field_text(label: str, value: g.Expr) -> str:
    """A field: `points 3`; of a yes its name, of a member of an enum the member, which says enough."""
    if isinstance(value, g.Truth):
        return label
    return spoken(text_of(value)) if isinstance(value, g.Member) else f"{label} {spoken(text_of(value))}"


def tells(value: g.Expr) -> bool:
    """Whether a value is more than nothing."""
    return text_of(value) not in ("", "0", "no", "none")


def text_of(value: object) -> str:
    """A constant of a table as people read it; empty for what is none."""
    match value:
        case g.Num():
            return str(value.value)
        case g.Text():
            return printable(value.value)
        case g.Truth():
            return "yes" if value.value else "no"
        case g.Member():
            return value.name
        case g.CardName():
            return printable(value.name)
    return ""


def spoken(name: str) -> str:
    """A name without its underscores."""
    return printable(name).replace("_", " ")
