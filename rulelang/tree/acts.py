"""Statements that do one thing."""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.tree.expressions import Expr
from rulelang.tree.nodes import Name, Noted, Text
from rulelang.tree.nouns import HowMany, Selector
from rulelang.tree.questions import EffectRef


@frozen
class Let(Noted):
    """``let n be E``"""

    name: Name
    value: Expr


@frozen
class Set(Noted):
    """``set coins of p to E``"""

    target: Expr  # a Ref; the checker refuses a Call, `top of` and `bottom of`
    value: Expr


@frozen
class Gain(Noted):
    """``p gains 2 coins``, ``h gains 1 mark[s]``, ``p gains 1 cup die``"""

    who: Expr
    amount: Expr
    name: Name  # a counter, in the singular or plural; of dice the name of the dice
    index: Expr | None
    dice: bool  # the name is followed by `die` or `dice`


@frozen
class Lose(Noted):
    """``p loses 2 coins``, ``p loses 1 cup die``"""

    who: Expr
    amount: Expr
    name: Name
    index: Expr | None
    dice: bool


@frozen
class Pay(Noted):
    """``you pay 2 gems``, ``you pay 1 gem to p``"""

    who: Expr
    amount: Expr
    name: Name
    to: Expr | None


@frozen
class Move(Noted):
    """``move c to hand of p``, ``move all Tiles to bottom of deck``"""

    what: Expr
    to: Expr  # a Ref, `top of` or `bottom of`


@frozen
class Draw(Noted):
    """``draw 2 cards caught from deck to hand of p``"""

    amount: Expr
    name: Name | None  # what the drawn are called afterwards
    source: Expr
    to: Expr


@frozen
class Shuffle(Noted):
    """``shuffle deck``"""

    zone: Expr


@frozen
class Roll(Noted):
    """``roll red_dice``"""

    dice: Expr


@frozen
class Show(Noted):
    """``show c to p``"""

    what: Expr
    to: Expr


@frozen
class Announce(Noted):
    """``announce revealed(a, b)``"""

    event: Name
    arguments: tuple[Expr, ...]


@frozen
class Do(Noted):
    """``do reset``, ``p does play of t``"""

    who: Expr | None  # None: `you` stays who it is
    effect: EffectRef


@frozen
class May(Noted):
    """``p may do trade``"""

    who: Expr
    effect: EffectRef


@frozen
class Choose(Noted):
    """``p secretly chooses up to 2 cards spare in hand of p where C``"""

    who: Expr
    secretly: bool
    how_many: HowMany | None  # None: one
    selector: Selector


@frozen
class Open(Noted):
    """``open tricks``, ``open market(p)``"""

    window: Name
    arguments: tuple[Expr, ...]


@frozen
class Pause(Noted):
    """``pause for p``"""

    who: Expr


@frozen
class Requires(Noted):
    """``requires C "reason"``"""

    condition: Expr
    reason: Text | None


@frozen
class Cancel(Noted):
    """``cancel play of t``"""

    effect: EffectRef


@frozen
class TakeOver(Noted):
    """``p takes over play of t``"""

    who: Expr
    effect: EffectRef


@frozen
class Skip(Noted):
    """``skip to scoring``"""

    to: Name


@frozen
class End(Noted):
    """``end luck``: of a phase or window"""

    what: Name


@frozen
class EndGame(Noted):
    """``end game``"""


@frozen
class Wins(Noted):
    """``p wins``, ``everyone wins``, ``nobody wins``, ``all players p where C win`` (a Quantified)"""

    who: Expr


@frozen
class Eliminate(Noted):
    """``eliminate p``, ``eliminate p from PHASE``"""

    who: Expr
    phase: Name | None  # None: for the rest of the game


@frozen
class CountUp(Noted):
    """``tally final``"""

    tally: Name
