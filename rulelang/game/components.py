"""What lies on the table, and what is reckoned from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from attrs import field

from rulelang.frozen import frozen
from rulelang.game.acts import HowMany
from rulelang.game.blocks import Lasting, Trigger
from rulelang.game.questions import Selector
from rulelang.game.types import Node, Type, Var
from rulelang.game.values import Expr, ZoneOf

if TYPE_CHECKING:
    from rulelang.game.course import Effect


@frozen(kw_only=True)
class Decl(Node):
    """Any declaration: where it stands (``span``: its name or head), its ## lines and citations."""

    key: str
    docs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@frozen(kw_only=True)
class Setting(Decl):
    """A parameter of the game."""

    type: Type
    default: Expr


@frozen(kw_only=True)
class Enum(Decl):
    """``members``: all names in order; ``parts``: (enum, first index, length) of the enums it contains."""

    members: tuple[str, ...]
    parts: tuple[tuple[str, int, int], ...] = ()


@frozen(kw_only=True)
class Index:
    """One index of a counter, zone, field: an enum, or numbers ``low`` to ``high``. ``var``: its name, if given."""

    enum: str | None = None
    low: Expr | None = None
    high: Expr | None = None
    var: Var | None = None


@frozen(kw_only=True)
class Field(Decl):
    """``key`` = `Kind.field`; ``default`` None: each card must say it."""

    index: tuple[Index, ...] = ()
    type: Type
    default: Expr | None = None


@frozen(kw_only=True)
class Kind(Decl):
    """``base``: card, token or space; ``parent``: the kind it is derived from; ``lineage``: itself first, then its
    ancestors. ``back``: text that cards of it show on the back (None for tokens and spaces).

    Spaces have no text of their own, so a kind of spaces has what `Card` has of each design: ``effects`` and ``values``
    say what fills each slot, ``rules`` and ``lastings`` what all its spaces do, ``printed`` what it says in fields; all
    that of its ancestors included. Of cards and tokens these are empty."""

    base: Literal["card", "token", "space"]
    parent: str | None
    lineage: tuple[str, ...]
    back: str | None
    fields: tuple[Field, ...] = ()
    effects: Mapping[str, Effect] = field(factory=dict)
    values: Mapping[str, Value] = field(factory=dict)
    rules: tuple[Trigger, ...] = ()
    lastings: tuple[Lasting, ...] = ()
    printed: Mapping[str, Expr | tuple[tuple[tuple[Expr, ...], Expr], ...]] = field(factory=dict)


@frozen(kw_only=True)
class Trait(Decl):
    """The head of a trait: what it adds stands in the cards that have it. ``kind``: whose cards may have it."""

    kind: str


@frozen(kw_only=True)
class Parameter:
    """A parameter of an effect, action, window, event or value; also what an option is offered `with`.
    ``how_many``: a list is chosen."""

    selector: Selector
    how_many: HowMany | None = None

    @property
    def var(self) -> Var:
        return self.selector.var


@frozen(kw_only=True)
class Card(Decl):
    """One design of card or token; ``copies`` of it exist. All that it has by itself, by traits, by `like`, and by its
    kind is resolved here. ``fields``: by key, a constant expression, or a tuple of (index values, expression).
    ``effects``/``values``: what fills each slot, by the slot's key `Kind.slot`."""

    name: str
    kind: str
    copies: Expr
    fields: Mapping[str, Expr | tuple[tuple[tuple[Expr, ...], Expr], ...]]
    effects: Mapping[str, Effect]
    values: Mapping[str, Value]
    rules: tuple[Trigger, ...] = ()
    lastings: tuple[Lasting, ...] = ()
    traits: tuple[str, ...] = ()


@frozen(kw_only=True)
class Zone(Decl):
    """``owner``: None, ``player``, or the kind whose cards have such a zone each. ``order``: stack, pile, hand, row.
    ``shown``: (aspect faces/backs/top/count, audience) as the zone has it in the end, defaults included; an audience
    is `Everyone`, `Nobody`, `Prop` owner / others (of None), or any player expression."""

    owner: str | None = None
    index: tuple[Index, ...] = ()
    order: Literal["stack", "pile", "hand", "row"]
    kinds: tuple[str, ...]
    capacity: Expr | None = None
    shown: tuple[tuple[str, Expr], ...] = ()


@frozen(kw_only=True)
class Store(Decl):
    """A counter (``counter`` True: a whole number with bounds in its type) or a variable. ``owner``: None, ``player``
    or a kind. ``default`` None: none. ``shown``: audience, None: everyone."""

    counter: bool
    owner: str | None = None
    index: tuple[Index, ...] = ()
    type: Type
    default: Expr | None = None
    owner_var: Var | None = None
    shown: Expr | None = None


@frozen(kw_only=True)
class Dice(Decl):
    """``amount`` dice (of each player if ``owner``), each with ``faces``: numbers ``low`` to ``high``, or the list
    ``faces`` of constant expressions (repeats count)."""

    owner: str | None = None
    amount: Expr
    low: Expr | None = None
    high: Expr | None = None
    faces: tuple[Expr, ...] = ()
    type: Type
    shown: Expr | None = None


@frozen(kw_only=True)
class Board(Decl):
    """Spaces of ``kind``: ``rows`` by ``columns``, or the rows of a table in ``spaces`` (field key -> expression, and
    ``name`` -> `Text`)."""

    kind: str
    owner: str | None = None
    rows: Expr | None = None
    columns: Expr | None = None
    spaces: tuple[Mapping[str, Expr], ...] = ()


@frozen(kw_only=True)
class Value(Decl):
    """A derived value. ``of``: whose it is (a selector whose variable the expression reads). A slot of a kind has
    ``kind``; ``expr`` None there: each card must fill it."""

    params: tuple[Parameter, ...] = ()
    of: Selector | None = None
    kind: str | None = None
    type: Type
    expr: Expr | None
    layers: tuple[str, ...] = ()


@frozen(kw_only=True)
class Refill(Decl):
    """``target`` from ``source``: ``time`` empty / needed (``shuffled``), or up to ``upto`` cards. Zones `of each player`
    mean each from their own."""

    target: ZoneOf
    source: ZoneOf
    time: Literal["empty", "needed", "upto"]
    shuffled: bool = False
    upto: Expr | None = None
