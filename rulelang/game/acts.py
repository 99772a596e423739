"""Statements that do one thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulelang.frozen import frozen
from rulelang.game.questions import EffectRef, Selector
from rulelang.game.types import Node, Var
from rulelang.game.values import Expr, Stored, ZoneOf

if TYPE_CHECKING:
    from rulelang.game.components import Parameter


@frozen(kw_only=True)
class Stmt(Node):
    """Any statement. ``cites`` are its own citations (those of what contains it are not repeated)."""

    docs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


Body = tuple[Stmt, ...]


@frozen(kw_only=True)
class Let(Stmt):
    var: Var
    value: Expr


@frozen(kw_only=True)
class Set(Stmt):
    """``target`` is `Stored`, or `Local` for a `let` of the same body."""

    target: Expr
    value: Expr


@frozen(kw_only=True)
class Gain(Stmt):
    """`p gains n coins` (``sign`` 1) or loses (-1): stops at the counter's bounds. A die: ``key`` of dice."""

    target: Stored
    amount: Expr
    sign: int


@frozen(kw_only=True)
class Pay(Stmt):
    """``source`` loses the full amount; ``to`` (or None: the supply) gains it."""

    source: Stored
    amount: Expr
    to: Stored | None = None


@frozen(kw_only=True)
class Move(Stmt):
    """Moves a card, or each of a list, to the zone ``to`` (its top; ``at_bottom``: under it)."""

    what: Expr
    to: ZoneOf
    at_bottom: bool = False


@frozen(kw_only=True)
class Draw(Stmt):
    """Card by card from the top (or ``end`` bottom) of ``source``; ``var``: the list of those drawn."""

    amount: Expr
    source: ZoneOf
    end: Literal["top", "bottom"] = "top"
    to: ZoneOf
    var: Var | None = None


@frozen(kw_only=True)
class Shuffle(Stmt):
    zone: ZoneOf


@frozen(kw_only=True)
class Roll(Stmt):
    """``dice``: a list of dice (or one)."""

    dice: Expr


@frozen(kw_only=True)
class Show(Stmt):
    """Shows cards (one or a list), hidden dice or the value of an expression to ``to``: a player, a list of players,
    `Everyone`."""

    what: Expr
    to: Expr


@frozen(kw_only=True)
class Announce(Stmt):
    key: str
    args: tuple[Expr, ...] = ()


@frozen(kw_only=True)
class Do(Stmt):
    """`p does e(...)`; ``who`` None: `you` stays."""

    who: Expr | None
    effect: EffectRef


@frozen(kw_only=True)
class May(Stmt):
    """`p may do e`: a question to pass or to do it with one choice of its targets."""

    who: Expr
    effect: EffectRef


@frozen
class HowMany:
    """``least`` and ``most`` (None: no limit) of a choice: exactly n, up to n, at least n, any number."""

    least: Expr | None
    most: Expr | None


@frozen(kw_only=True)
class Choose(Stmt):
    """``who`` None: chance. Binds ``selector.var`` (a list when ``how_many``)."""

    who: Expr | None
    secretly: bool = False
    how_many: HowMany | None = None
    selector: Selector


@frozen(kw_only=True)
class Option(Node):
    """`option "text" if C with SELECTORS: body`"""

    text: str
    test: Expr | None
    params: tuple[Parameter, ...]
    body: Body
    docs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@frozen(kw_only=True)
class ChooseOption(Stmt):
    who: Expr | None
    options: tuple[Option, ...]


@frozen(kw_only=True)
class Open(Stmt):
    key: str
    args: tuple[Expr, ...] = ()


@frozen(kw_only=True)
class Pause(Stmt):
    who: Expr


@frozen(kw_only=True)
class Requires(Stmt):
    test: Expr
    reason: str | None = None


@frozen(kw_only=True)
class Cancel(Stmt):
    effect: EffectRef


@frozen(kw_only=True)
class TakeOver(Stmt):
    who: Expr
    effect: EffectRef


@frozen(kw_only=True)
class Skip(Stmt):
    phase: str


@frozen(kw_only=True)
class EndOf(Stmt):
    """`end n`: a phase or a window."""

    key: str
    window: bool


@frozen(kw_only=True)
class EndGame(Stmt):
    pass


@frozen(kw_only=True)
class Wins(Stmt):
    """`p wins`, `all players p where ... win`, `everyone wins`, `nobody wins`: ``who`` a player, a list of players,
    `Everyone` or `Nobody`."""

    who: Expr


@frozen(kw_only=True)
class Eliminate(Stmt):
    """``until`` a phase key, or None: for good."""

    who: Expr
    until: str | None = None


@frozen(kw_only=True)
class CountUp(Stmt):
    """`tally t`"""

    key: str
