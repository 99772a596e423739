"""Types of values, names that are bound in rules, and what all nodes have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import attrs
from attrs import field

from rulelang.frozen import frozen
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.game.values import Expr


@attrs.frozen  # compared all the time
class Type:
    """The type of an expression, a variable or a field.

    ``base`` says which: ``number``, ``truth``, ``text``, ``player``, ``card`` (cards and tokens; with
    ``names`` the kinds it may be, empty: any), ``space`` (``names``: its kinds), ``die``, ``enum``
    (``names``: the one enum), ``list`` (``item``), ``none`` (only the word none). Of a die ``item`` is the type
    of its faces, where it is known which dice it is of.
    ``optional``: `or none`. ``low``/``high``: bounds of a number as constant expressions, or None.
    """

    base: Literal["number", "truth", "text", "player", "card", "space", "die", "enum", "list", "none"]
    names: tuple[str, ...] = ()
    item: Type | None = None
    optional: bool = False
    low: Expr | None = field(default=None, eq=False)
    high: Expr | None = field(default=None, eq=False)


NUMBER, TRUTH, TEXT = Type("number"), Type("truth"), Type("text")

PLAYER, CARD, DIE, NONE = Type("player"), Type("card"), Type("die"), Type("none")


@frozen
class Var:
    """A name bound inside a rule: `let`, a parameter, a selector's or a choice's name.

    ``id`` is unique in the game. ``type`` is that of one candidate; ``many``: after a choice with an
    amount (`up to 2 cards spare`) later statements read it as a list of such (meaning 19).
    """

    id: int
    name: str
    type: Type
    many: bool = False


@frozen(kw_only=True)
class Node:
    """Anything that has a place in the source; compares by content alone."""

    span: Span = field(eq=False, repr=False)
