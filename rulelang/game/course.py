"""How play goes on: effects, windows, phases, tallies, who wins, what must always hold."""

from __future__ import annotations

from typing import Literal

from rulelang.frozen import frozen
from rulelang.game.acts import Body, Requires
from rulelang.game.components import Decl, Parameter
from rulelang.game.events import Event
from rulelang.game.questions import Clock, Selector
from rulelang.game.values import Expr


@frozen(kw_only=True)
class EventDecl(Decl):
    params: tuple[Parameter, ...] = ()


@frozen(kw_only=True)
class Effect(Decl):
    """``kind``: the kind whose slot or own effect it is (then `this` may be read). ``whole``: all or nothing.
    ``body`` None: a slot that each card must fill."""

    params: tuple[Parameter, ...] = ()
    kind: str | None = None
    whole: bool = False
    body: Body | None


@frozen(kw_only=True)
class Action(Decl):
    """Something that a window, or `anytime`, offers. ``key``: its name."""

    params: tuple[Parameter, ...] = ()
    body: Body
    kind: str | None = None


@frozen(kw_only=True)
class Window(Decl):
    """Asks ``who`` (one player), or all clockwise (``clock``; None with ``by``: in the order that ``by`` says).
    ``restart``: starting over after each action. ``passing``: what `passing requires`."""

    params: tuple[Parameter, ...] = ()
    who: Expr | None = None
    clock: Clock | None = None
    by: Expr | None = None
    restart: bool = False
    actions: tuple[Action, ...] = ()
    passing: tuple[Requires, ...] = ()


@frozen(kw_only=True)
class Anytime(Decl):
    """``during``: phases (empty: always). ``kind``: the kind or None; `this` is then the card in ``zones``."""

    during: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()


@frozen(kw_only=True)
class Phase(Decl):
    """``of``: whose phase it is. ``loop``: None, ``repeated`` (with ``until``: tested after each time), ``each``
    (``selector``, ``order``), ``turns`` (taking turns). ``parent``: the phase it is nested in. Nested phases stand in
    ``body`` as `PhaseStmt`."""

    of: Expr | None = None
    loop: Literal["repeated", "each", "turns"] | None = None
    until: Expr | None = None
    selector: Selector | None = None
    order: Literal["at once", "ordered by"] | None = None
    by: Expr | None = None
    parent: str | None = None
    body: Body


@frozen(kw_only=True)
class Tally(Decl):
    """Labelled lines that count into the counter ``into`` of the player ``of``."""

    of: Selector
    into: str
    lines: tuple[tuple[str, Expr, tuple[str, ...]], ...]


@frozen(kw_only=True)
class Rank:
    """``most``/``fewest`` of a counter or value ``key`` of each player."""

    how: Literal["most", "fewest"]
    key: str


@frozen(kw_only=True)
class Winner(Decl):
    """Ranks in order; those still equal share."""

    ranks: tuple[Rank, ...]


@frozen(kw_only=True)
class Invariant(Decl):
    """``test`` must hold after every step; or ``never`` an event (``test``: if); both only ``since`` .. ``until`` if
    given."""

    test: Expr | None
    never: Event | None = None
    since: Event | None = None
    until: Event | None = None
