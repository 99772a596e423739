"""Types, as they are written."""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.tree.expressions import Expr
from rulelang.tree.nodes import Name, Node


@frozen
class NumberType(Node):
    """``number``"""


@frozen
class TextType(Node):
    """``text``"""


@frozen
class PlayerType(Node):
    """``player``"""


@frozen
class CardType(Node):
    """``card``"""


@frozen
class DieType(Node):
    """``die``"""


@frozen
class NoneType(Node):
    """``none``, in ``player or none``"""


@frozen
class YesNoType(Node):
    """``yes or no``"""


@frozen
class NamedType(Node):
    """``Timing``: a kind or an enum"""

    name: Name


@frozen
class ListType(Node):
    """``list of Reward``"""

    of: TypeExpr


@frozen
class RangeType(Node):
    """``1 to 6``"""

    low: Expr
    high: Expr


@frozen
class AtLeastType(Node):
    """``0 or more``"""

    low: Expr


@frozen
class OneOfType(Node):
    """``Tile or Stone or none``; two parts or more"""

    parts: tuple[TypeExpr, ...]


TypeExpr = (
    NumberType
    | TextType
    | PlayerType
    | CardType
    | DieType
    | NoneType
    | YesNoType
    | NamedType
    | ListType
    | RangeType
    | AtLeastType
    | OneOfType
)
