"""Kinds, cards and traits, with the effects that they carry."""

from __future__ import annotations

from enum import Enum, unique

from rulelang.frozen import frozen
from rulelang.tree.components import Counter, Index, Value, Variable, Zone
from rulelang.tree.expressions import Expr
from rulelang.tree.lasting import Anytime, Lasting, Trigger
from rulelang.tree.literals import NumberValue
from rulelang.tree.nodes import Headed, Name, Noted, Text
from rulelang.tree.nouns import Param, Selector
from rulelang.tree.statements import Stmt
from rulelang.tree.types import TypeExpr


@frozen
class Effect(Headed):
    """``effect play(TARGETS), all or nothing: ...``"""

    name: Name
    params: tuple[Param, ...]
    whole: bool  # all or nothing
    body: tuple[Stmt, ...] | None  # None: a slot each card fills


@frozen
class Field(Noted):
    """``color: Color``, ``spaces[Color]: number = 0``: what each thing of a kind has printed on it"""

    name: Name
    index: Index | None
    type: TypeExpr
    value: Expr | None


@frozen
class Fill(Noted):
    """``color = red``, ``worth(player p) = E``, ``spaces[red] = 2``: fills a field or a slot"""

    name: Name
    params: tuple[Param, ...]
    index: Name | NumberValue | None
    value: Expr


Member = Field | Fill | Counter | Variable | Value | Zone | Effect | Lasting | Trigger | Anytime


@unique
class Thing(Enum):
    """What a kind is at bottom."""

    CARD = "card"
    TOKEN = "token"
    SPACE = "space"


@frozen
class Kind(Headed):
    """``kind Tile is card: ...``, ``kind Stone is Tile``"""

    name: Name
    base: Thing | Name
    members: tuple[Member, ...]


@frozen
class Card(Headed):
    """``card "Ruby" is Tile, 3 copies, with cursed: ...``, ``card "Coin" like "Ruby"``"""

    name: Name
    token: bool  # written `token`
    kind: Name | None  # None: written with `like`
    like: Name | None  # None: written with `is`
    copies: Expr | None  # None: one
    traits: tuple[Name, ...]
    members: tuple[Member, ...]


@frozen
class Cards(Noted):
    """``cards Tile from "tiles.csv"``, ``cards Card for each Suit s, each number r in 2 to 14``"""

    kind: Name
    table: Text | None  # None: made from the selectors
    each: tuple[Selector, ...]


@frozen
class Trait(Headed):
    """``trait cursed of Item: ...``"""

    name: Name
    kind: Name
    members: tuple[Member, ...]
