"""Declarations of one line: what lies on the table, and what is reckoned from it."""

from __future__ import annotations

from enum import Enum, unique

from rulelang.frozen import frozen
from rulelang.tree.expressions import Expr
from rulelang.tree.literals import NumberValue, Range
from rulelang.tree.nodes import Name, Node, Noted, Text
from rulelang.tree.nouns import CardNoun, KindNoun, Noun, Param, Selector
from rulelang.tree.types import TypeExpr


@frozen
class Catalogue(Noted):
    """``catalogue "catalogue.csv"``"""

    path: Text


@frozen
class Include(Noted):
    """``include "cards.rules"``"""

    path: Text


@frozen
class Parameter(Noted):
    """``parameter target: 1 to 50 = 10``"""

    name: Name
    type: TypeExpr
    value: Expr


@frozen
class Enumeration(Noted):
    """``enum Reward: Symbol, coin, wheel``; a capital name stands for all values of another enum"""

    name: Name
    values: tuple[Name, ...]


@frozen
class IndexEnum(Node):
    """``[Symbol]``, ``[Symbol s]``"""

    enum: Name
    name: Name | None


@frozen
class IndexRange(Node):
    """``[3 to 11]``"""

    low: Expr
    high: Expr


Index = IndexEnum | IndexRange


@frozen
class Owner(Node):
    """``of each player``, ``of each player p``"""

    noun: Noun
    name: Name | None


@unique
class Aspect(Enum):
    """What of a zone is shown."""

    FACES = "faces"
    BACKS = "backs"
    TOP = "top"
    COUNT = "count"


@frozen
class Visibility(Node):
    """``faces shown to mover``"""

    aspect: Aspect
    to: Expr


@frozen
class Zone(Noted):
    """``zone pile[3 to 11] of each player: row of Item, faces shown to owner, at most 3``"""

    name: Name
    index: Index | None
    owner: Owner | None
    arrangement: Name  # stack, pile, hand or row
    holds: tuple[CardNoun | KindNoun, ...]
    shown: tuple[Visibility, ...]
    at_most: Expr | None


@frozen
class Counter(Noted):
    """``counter marks[Symbol s]: 0 to spaces[s] = 0``, ``counter coins of each player: 0 or more = 0``"""

    name: Name
    index: Index | None
    owner: Owner | None
    type: TypeExpr
    value: Expr | None
    shown: Expr | None  # None: to everyone


@frozen
class Variable(Noted):
    """``variable target: player or none = none``, ``variable bid of each player: Card, shown to owner``"""

    name: Name
    index: Index | None
    owner: Owner | None
    type: TypeExpr
    value: Expr | None
    shown: Expr | None


@frozen
class Dice(Noted):
    """``dice red_dice: 4 of 1 to 6``, ``dice weather_die: 1 of 0, 0, 1, 1, 2, 2``"""

    name: Name
    owner: Owner | None
    count: Expr
    faces: tuple[NumberValue | Name, ...] | Range
    shown: Expr | None


@frozen
class Board(Noted):
    """``board path of Space from "path.csv"``, ``board grid of Square, 3 by 3, of each player``"""

    name: Name
    kind: Name
    table: Text | None  # None: it has rows and columns
    rows: Expr | None
    columns: Expr | None
    of_each: Noun | None


@frozen
class Value(Noted):
    """``value cursed of player p: yes or no = E, layers market, curses``"""

    name: Name
    params: tuple[Param, ...]
    of: Selector | None
    type: TypeExpr
    value: Expr | None  # None: a slot of a kind
    layers: tuple[Name, ...]


@unique
class RefillWhen(Enum):
    """When a zone is filled again."""

    EMPTY = "when empty"
    NEEDED = "when needed"
    UP_TO = "to"


@frozen
class Refill(Noted):
    """``refill deck of each player from discard when needed, shuffled``, ``refill display from deck to 4``"""

    zone: Expr  # a Ref
    of_each: Noun | None  # `of each player`: each from their own
    source: Expr
    when: RefillWhen
    shuffled: bool
    up_to: Expr | None  # for RefillWhen.UP_TO alone


@frozen
class EventDecl(Noted):
    """``event revealed(list of players reached)``"""

    name: Name
    params: tuple[Param, ...]
