"""Expressions that look through many things: `every`, `sum of`, `can do`, `knows`."""

from __future__ import annotations

from enum import Enum, unique
from typing import TYPE_CHECKING

from rulelang.frozen import frozen
from rulelang.tree.literals import ListOf, Range
from rulelang.tree.nodes import Expression, Name, Node
from rulelang.tree.nouns import Selector

if TYPE_CHECKING:
    from rulelang.tree.expressions import Expr


@unique
class Quantifier(Enum):
    """What is asked of those that a selector names."""

    COUNT = "number of"
    ANY = "any"
    NONE = "no"
    ALL = "all"
    FIRST = "first"


@frozen
class Quantified(Expression):
    """``number of Tiles in z``, ``any player p where C``, ``no X ...``, ``all X ...``, ``first X ...``"""

    quantifier: Quantifier
    selector: Selector


@frozen
class Every(Expression):
    """``every player p has C``"""

    selector: Selector
    has: Expr


@frozen
class Extreme(Expression):
    """``all with highest E for each SELECTOR`` (a list), ``first with lowest E for each SELECTOR`` (one)"""

    first: bool  # False: all, ties included
    highest: bool  # False: lowest
    value: Expr
    selector: Selector


@unique
class Gather(Enum):
    """What becomes of many values."""

    SUM = "sum"
    PRODUCT = "product"
    HIGHEST = "highest"
    LOWEST = "lowest"
    LIST = "list"
    DIFFERENT = "different"


@frozen
class Gathered(Expression):
    """``sum of E for each SELECTOR``, ``list of E for each SELECTOR``, ..."""

    gather: Gather
    value: Expr
    selector: Selector


@frozen
class GatheredIn(Expression):
    """``highest in numbers``, ``sum in [1, 2]``: of a list that is there already"""

    gather: Gather
    place: Expr


@frozen
class Reach(Expression):
    """``reach of [x] through Space y to E``: all that is got at step by step, E telling the next from y"""

    start: Expr
    through: Selector
    step: Expr


@frozen
class Subsets(Expression):
    """``subsets of L``, ``subsets of 3 of L``"""

    size: Expr | None
    of: Expr


@frozen
class Splits(Expression):
    """``splits of L into groups of n``"""

    of: Expr
    size: Expr


@frozen
class EffectRef(Node):
    """``resolve(t)``, ``play of target of this``: an effect or action with what it is given."""

    name: Name
    arguments: tuple[Expr, ...]
    of: Expr | None


@frozen
class CanDo(Expression):
    """``p can do e(...)``"""

    who: Expr
    effect: EffectRef


@frozen
class CanChoose(Expression):
    """``p can choose x``: in examples, what the waiting question offers"""

    who: Expr
    what: Expr


@frozen
class Knows(Expression):
    """``p knows c``"""

    who: Expr
    what: Expr


@frozen
class Holds(Expression):
    """``hand of p holds ["Ruby"]``: these and no others, in any order"""

    place: Expr
    things: ListOf | Range
