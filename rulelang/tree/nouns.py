"""Nouns and selectors: what things are spoken of, and which of them."""

from __future__ import annotations

from enum import Enum, unique
from typing import TYPE_CHECKING

from rulelang.frozen import frozen
from rulelang.tree.nodes import Name, Node

if TYPE_CHECKING:
    from rulelang.tree.expressions import Expr


@frozen
class PlayerNoun(Node):
    """``player``: those still in the game."""


@frozen
class SeatNoun(Node):
    """``seat``: a player, eliminated or not."""


@frozen
class CardNoun(Node):
    """``card``: of any kind."""


@frozen
class DieNoun(Node):
    """``die``"""


@frozen
class NumberNoun(Node):
    """``number``"""


@frozen
class KindNoun(Node):
    """``Tile``, ``Tiles``: a kind or an enum, as it is written (perhaps in the plural)."""

    name: Name


@frozen
class ListNoun(Node):
    """``list``, ``list of players``"""

    of: Noun | None


Noun = PlayerNoun | SeatNoun | CardNoun | DieNoun | NumberNoun | KindNoun | ListNoun


@frozen
class Clock(Node):
    """``clockwise from p``, ``counterclockwise from p``"""

    counter: bool
    start: Expr


@frozen
class Selector(Node):
    """``NOUN name in PLACE clockwise from p where CONDITION``: the one phrase for every introduction."""

    noun: Noun
    name: Name | None
    place: Expr | None  # None: all there are
    clock: Clock | None
    where: Expr | None


@unique
class Sizing(Enum):
    """How many are chosen."""

    EXACTLY = "exactly"
    UP_TO = "up to"
    AT_LEAST = "at least"
    ANY_NUMBER = "any number of"


@frozen
class HowMany(Node):
    """``exactly 2``, ``up to n``, ``at least 1``, ``any number of``"""

    sizing: Sizing
    amount: Expr | None  # None: any number


@frozen
class Param(Node):
    """``Tile t in hand of you where ...``, ``up to 2 cards spare in z``: what a caller gives or chooses."""

    how_many: HowMany | None  # None: one
    selector: Selector
