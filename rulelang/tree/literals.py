"""Expressions without parts to reckon with: values, names, references, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.frozen import frozen
from rulelang.tree.nodes import Expression, Name

if TYPE_CHECKING:
    from rulelang.tree.expressions import Expr


@frozen
class NumberValue(Expression):
    """``12``"""

    value: int


@frozen
class TextValue(Expression):
    """``"Ruby"``: the card of this name, or a text."""

    text: str


@frozen
class YesNo(Expression):
    """``yes``, ``no``"""

    value: bool


@frozen
class Nothing(Expression):
    """``none``"""


@frozen
class SoFar(Expression):
    """``it``: inside a modifier, the value so far."""


@frozen
class Chance(Expression):
    """``chance``: the one who shuffles and rolls."""


@frozen
class Everyone(Expression):
    """``everyone``"""


@frozen
class Nobody(Expression):
    """``nobody``"""


@frozen
class This(Expression):
    """``this``: the card, token or space whose text it is."""


@frozen
class You(Expression):
    """``you``"""


@frozen
class Named(Expression):
    """``Tile``, ``Ann``: a capital name as a value (a kind, an enum, a player of an example)."""

    name: Name


@frozen
class Ref(Expression):
    """``rank``, ``marks[red] of h``, ``rank of first Card c in z``"""

    name: Name
    index: tuple[Expr, ...]
    of: Expr | None  # of a `first NOUN name in PLACE`: a Quantified


@frozen
class Call(Expression):
    """``room(s) of h``"""

    name: Name
    arguments: tuple[Expr, ...]
    of: Expr | None


@frozen
class TopOf(Expression):
    """``top of deck`` (one card), ``top 3 of deck`` (a list)"""

    how_many: Expr | None  # None: one card, not a list
    of: Expr


@frozen
class BottomOf(Expression):
    """``bottom of deck``, ``bottom 3 of deck``"""

    how_many: Expr | None
    of: Expr


@frozen
class ListOf(Expression):
    """``[a, b]``"""

    items: tuple[Expr, ...]


@frozen
class Range(Expression):
    """``[1 to n]``; after ``in`` also ``2 to 12``: all the whole numbers from low to high, as a list."""

    low: Expr
    high: Expr


@frozen
class Conditional(Expression):
    """``A if C otherwise B``"""

    value: Expr
    condition: Expr
    otherwise: Expr
