"""Selectors, and expressions that look through many things: `every`, `can do`, `knows`."""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.game.types import Node, Var
from rulelang.game.values import Expr


@frozen
class Clock:
    """`clockwise from p`: ``step`` +1 (to the left) or -1."""

    step: int
    start: Expr


@frozen(kw_only=True)
class Selector(Node):
    """`NOUN name in PLACE clockwise from P where C`: candidates of ``var`` in order.

    ``source`` None: all players in the game (``every_seat``: the gone too) / all cards of the kinds in the order
    declared / all spaces / all members of an enum. For numbers ``source`` is a `RangeList`. ``filter``: kinds that a
    candidate taken from ``source`` must have (empty: whatever lies there). ``where`` may read ``var``.
    """

    var: Var
    source: Expr | None = None
    filter: tuple[str, ...] = ()
    clock: Clock | None = None
    every_seat: bool = False
    where: Expr | None = None


@frozen(kw_only=True)
class Quantified(Expr):
    """``how``: ``count`` (number of), ``any``, ``no``, ``all`` (list), ``first`` (or none), ``every`` (body holds for
    all), ``sum``, ``highest``, ``lowest``, ``product``, ``list``, ``different`` (number of different values? no: the
    list without repeats) of ``body`` for each; ``all_highest``, ``all_lowest``, ``first_highest``, ``first_lowest``:
    the candidates with the extreme ``body``."""

    how: str
    selector: Selector
    body: Expr | None = None


@frozen(kw_only=True)
class GatheredIn(Expr):
    """`sum in L`, `highest in L`, `different in L`: ``how`` over a list of numbers or things."""

    how: str
    place: Expr


@frozen(kw_only=True)
class Reach(Expr):
    """`reach of START through Space y to NEXT`: START and all that is got at step by step, in order of distance."""

    start: Expr
    through: Selector
    to: Expr


@frozen(kw_only=True)
class Subsets(Expr):
    """All subsets (of ``amount`` members) of a list: a list of lists."""

    of: Expr
    amount: Expr | None = None


@frozen(kw_only=True)
class Splits(Expr):
    """`splits of L into groups of n`: each division once: a list of lists of lists."""

    of: Expr
    size: Expr


@frozen(kw_only=True)
class EffectRef(Node):
    """An effect to be done. ``key``: an effect of the game, a slot (`Kind.slot`) or own effect of a kind, then ``of``
    is the card; or an action of a window (only after `can do`, in examples and in events). ``args``: the parameters
    given; those left out (at the end) are targets that `you` chooses."""

    key: str
    args: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class CanDo(Expr):
    """`p can do e(...)` (meaning 6)."""

    who: Expr
    effect: EffectRef


@frozen(kw_only=True)
class CanChoose(Expr):
    """In examples: the question that waits for ``who`` offers ``what``."""

    who: Expr
    what: Expr


@frozen(kw_only=True)
class Knows(Expr):
    """``who`` knows the face of ``card``."""

    who: Expr
    card: Expr


@frozen(kw_only=True)
class Holds(Expr):
    """In examples: the zone holds these cards and no others, in any order."""

    place: Expr
    cards: tuple[Expr, ...]


@frozen(kw_only=True)
class ChanceActor(Expr):
    """`chance`, in examples and as who chooses."""
