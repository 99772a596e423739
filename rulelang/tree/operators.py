"""Expressions that join others: `and`, comparisons, arithmetic."""

from __future__ import annotations

from enum import Enum, unique
from typing import TYPE_CHECKING

from rulelang.frozen import frozen
from rulelang.tree.nodes import Expression

if TYPE_CHECKING:
    from rulelang.tree.expressions import Expr


@frozen
class Or(Expression):
    """``a or b or c``; two parts or more"""

    parts: tuple[Expr, ...]


@frozen
class And(Expression):
    """``a and b and c``; two parts or more"""

    parts: tuple[Expr, ...]


@frozen
class Not(Expression):
    """``not a``"""

    of: Expr


@unique
class Comparison(Enum):
    """How numbers compare."""

    EQUAL = "="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


@frozen
class Compare(Expression):
    """``a = b``, ``a < b``: of numbers"""

    comparison: Comparison
    left: Expr
    right: Expr


@frozen
class Is(Expression):
    """``a is b``, ``a is not b``: of everything but numbers"""

    left: Expr
    right: Expr
    negated: bool


@frozen
class IsEmpty(Expression):
    """``z is empty``, ``z is not empty``"""

    of: Expr
    negated: bool


@frozen
class IsIn(Expression):
    """``c is in z``, ``c is not in z``"""

    left: Expr
    place: Expr
    negated: bool


@frozen
class Plus(Expression):
    """``a + b``: of numbers or of lists"""

    left: Expr
    right: Expr


@frozen
class Minus(Expression):
    """``a - b``"""

    left: Expr
    right: Expr


@frozen
class Times(Expression):
    """``a * b``"""

    left: Expr
    right: Expr


@frozen
class Divide(Expression):
    """``a / b rounded down``, ``a / b rounded up``"""

    left: Expr
    right: Expr
    up: bool


@frozen
class Negative(Expression):
    """``-a``"""

    of: Expr
