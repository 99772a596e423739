"""Whole files: games, variants and what these change."""

from __future__ import annotations

from enum import Enum, unique

from attrs import field

from rulelang.frozen import frozen
from rulelang.tree.declarations import Decl
from rulelang.tree.expressions import Expr
from rulelang.tree.lasting import Action
from rulelang.tree.nodes import Comment, Name, Node, Noted, Text


@frozen
class Seats(Node):
    """``2 players``, ``2 to 6 players in teams of 2``"""

    low: int
    high: int
    teams: Expr | None  # how many in a team; None: everybody plays alone


@frozen
class SetParameter(Noted):
    """``set target to 5``"""

    name: Name
    value: Expr


@unique
class Removable(Enum):
    """What a variant can take away."""

    CARD = "card"
    TOKEN = "token"
    PHASE = "phase"
    RULE = "rule"
    EFFECT = "effect"
    ACTION = "action"
    WINDOW = "window"
    ZONE = "zone"
    KIND = "kind"
    TRAIT = "trait"
    VALUE = "value"
    COUNTER = "counter"
    VARIABLE = "variable"
    DICE = "dice"
    EVENT = "event"
    TALLY = "tally"
    REFILL = "refill"
    INVARIANT = "invariant"


@frozen
class Remove(Noted):
    """``remove card "Coin"``, ``remove phase dusk``"""

    what: Removable
    thing: Name | Text  # a Text: in quotation marks, a card or token


@frozen
class Rename(Noted):
    """``rename "Coin" to "Hatchet"``"""

    old: Name | Text
    new: Name | Text


@frozen
class Replace(Node):
    """``replace phase drawing: ...``; notes belong to the declaration"""

    new: Decl | Action


@unique
class PlaceWord(Enum):
    """Where a variant adds something."""

    AFTER = "after"
    BEFORE = "before"
    IN = "in"


@frozen
class Add(Node):
    """``add rule welcome, ...``, ``after dusk add phase supper: ...``; notes belong to the declaration"""

    place: PlaceWord | None
    anchor: Name | None  # the phase or window; None with the place
    new: Decl | Action


Change = SetParameter | Remove | Rename | Replace | Add


@frozen
class Game(Noted):
    """``game Tiles for 3 to 5 players``"""

    name: Name
    seats: Seats


@frozen
class Variant(Noted):
    """``variant Short of "../base.rules" for 4 players, excludes Long:`` and its changes"""

    name: Name
    base: Text
    seats: Seats | None
    excludes: tuple[Name, ...]
    changes: tuple[Change, ...]


@frozen
class File(Node):
    """A whole file: a game, a variant, or a part that a game includes."""

    head: Game | Variant | None  # None: a part
    items: tuple[Decl, ...]  # none in a variant
    comments: tuple[Comment, ...] = field(eq=False, repr=False)
    empty_lines: tuple[int, ...] = field(default=(), eq=False, repr=False)  # their numbers; of layout only
