"""Expressions that name what there is: values, variables, what lies in the state of a match."""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.game.types import Node, Type, Var


@frozen(kw_only=True)
class Expr(Node):
    """Any expression; ``type`` is what it yields."""

    type: Type


@frozen(kw_only=True)
class Num(Expr):
    value: int


@frozen(kw_only=True)
class Truth(Expr):
    value: bool


@frozen(kw_only=True)
class Text(Expr):
    value: str


@frozen(kw_only=True)
class Nothing(Expr):
    """`none`"""


@frozen(kw_only=True)
class Member(Expr):
    """A value of an enum: ``index`` counts the members of that enum from 0 (those of an included enum in its place)."""

    enum: str
    name: str
    index: int


@frozen(kw_only=True)
class CardName(Expr):
    """`"Axe"` where a card is meant: any copy with that name. Only compared with (`is`), in examples, or where
    there is a single copy."""

    name: str


@frozen(kw_only=True)
class SeatName(Expr):
    """A player of an example (`Ann`): a seat number."""

    seat: int
    name: str


@frozen(kw_only=True)
class Local(Expr):
    """A bound name. Type is a list if the variable is ``many`` and read after its choice."""

    var: Var


@frozen(kw_only=True)
class You(Expr):
    """Who acts (meaning 13); may be none in a rule."""


@frozen(kw_only=True)
class This(Expr):
    """The card, token or space whose text it is."""


@frozen(kw_only=True)
class It(Expr):
    """In a modifier: the value so far."""


@frozen(kw_only=True)
class Everyone(Expr):
    """`everyone` (or with ``every_seat`` the gone too): only as ``of`` (all players' X together) or as an audience."""


@frozen(kw_only=True)
class Nobody(Expr):
    """`nobody`: only as an audience or with `win`."""


@frozen(kw_only=True)
class Param(Expr):
    """A parameter of the game."""

    key: str


@frozen(kw_only=True)
class Stored(Expr):
    """A counter or variable: ``key`` in `Game.counters` or `Game.variables` or of a kind; ``of`` the player, card or
    space that has it (None: the game). ``of`` may be `Everyone` only under sum/list forms (then the type is a list)."""

    key: str
    index: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class Printed(Expr):
    """A field printed on a card, token or space (`rank of c`); ``key`` = `Kind.field`."""

    key: str
    index: tuple[Expr, ...] = ()
    of: Expr


@frozen(kw_only=True)
class Derived(Expr):
    """A derived value of the game, ``of`` a player, card... if it is declared so; or a value slot (`Kind.value`)
    of the card ``of``, which each card may fill for itself."""

    key: str
    args: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class ZoneOf(Expr):
    """A zone as a list of its cards, from oldest to newest (a stack from its top); ``of`` its owner; with
    `Everyone`: all players' together, clockwise as for a loop over players."""

    key: str
    index: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class DiceOf(Expr):
    """The dice of a declaration, as a list of dice (in play only)."""

    key: str
    of: Expr | None = None


@frozen(kw_only=True)
class BoardOf(Expr):
    """All spaces of a board in order (row by row); with ``index``: one space (`grid[1, 2]`), none outside."""

    key: str
    index: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class Prop(Expr):
    """A property without declaration.

    of a player: ``left``, ``right``; of a card: ``owner``, ``name``, ``back``, ``holder_zone``; of a die: ``face``;
    of a list: ``size``; of a board: ``lines``; of a space: ``row``, ``column``, ``neighbours``, ``owner``, ``name``;
    of nothing: ``start_player``, ``number_of_players`` (seats, the gone included).
    """

    name: str
    of: Expr | None = None
