"""Statements that hold others: branches, loops, what holds for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rulelang.frozen import frozen
from rulelang.game.acts import Body, Stmt
from rulelang.game.events import Event
from rulelang.game.questions import Selector
from rulelang.game.types import Node
from rulelang.game.values import Derived, Expr

if TYPE_CHECKING:
    from rulelang.game.course import Action


@frozen(kw_only=True)
class If(Stmt):
    branches: tuple[tuple[Expr, Body], ...]
    otherwise: Body


@frozen(kw_only=True)
class ForEach(Stmt):
    """``order``: None, ``at once``, or ``ordered by`` with ``by``."""

    selector: Selector
    order: Literal["at once", "ordered by"] | None = None
    by: Expr | None = None
    body: Body


@frozen(kw_only=True)
class Repeat(Stmt):
    """``times`` worked out once, or ``until`` tested after each time."""

    times: Expr | None
    until: Expr | None
    body: Body


@frozen(kw_only=True)
class Together(Stmt):
    body: Body


@frozen(kw_only=True)
class Modifier(Node):
    """`v becomes E, layer l`: ``target`` is a `Derived` (or a stored counter or variable is refused). ``args``/``of`` of
    the target say for which owner it holds: equal to the expressions, or, with ``each``, for each candidate."""

    target: Derived
    each: Selector | None = None
    value: Expr
    sets: bool  # the value does not read `it`
    layer: str | None = None
    cites: tuple[str, ...] = ()


@frozen(kw_only=True)
class Trigger(Node):
    """A rule: ``time`` when / before / instead. ``name`` None inside cards and lasting blocks; in a trait
    the trait's."""

    name: str | None
    time: Literal["when", "before", "instead"]
    event: Event
    test: Expr | None
    body: Body
    docs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@frozen(kw_only=True)
class Lasting(Stmt):
    """A `while C:` block of a card (``test``; ``zones``: the zones of `this is in ...`, when that is all it says) or an
    `until EVENT:` block started by a statement (``until``). It owns modifiers, rules and anytime actions."""

    test: Expr | None = None
    zones: tuple[str, ...] = ()
    until: Event | None = None
    modifiers: tuple[Modifier, ...] = ()
    rules: tuple[Trigger, ...] = ()
    actions: tuple[Action, ...] = ()
    during: tuple[str, ...] = ()


@frozen(kw_only=True)
class PhaseStmt(Stmt):
    """A nested phase stands here."""

    key: str
