"""What rules answer."""

from __future__ import annotations

from typing import Literal

from rulelang.frozen import frozen
from rulelang.game.questions import Selector
from rulelang.game.types import Node, Var
from rulelang.game.values import Expr


@frozen(kw_only=True)
class Fixed(Node):
    """A place of an event that must equal an expression (`this`, `you`, `holder`)."""

    value: Expr


Pattern = Selector | Fixed  # a selector binds its variable when its where holds


@frozen(kw_only=True)
class Event(Node):
    """Something that can happen. ``what`` and what the other parts then mean:

    ``begins``/``ends``: ``key`` = phase or window.
    ``changes``/``rises``/``falls``/``becomes``: ``key`` = counter, variable or derived value (``of``: pattern for its
    owner, ``index`` its index); ``by``: variable bound to how much; ``value``: what it becomes. If the subject is
    more than that (`place of boat of player p falls`) ``key`` is empty and ``watched`` is the expression, read for
    each candidate of the selector in ``of`` (if there is one).
    ``enters``/``leaves``: ``actor`` pattern of cards, ``key`` = zone, ``of`` its owner.
    ``does``: ``actor`` pattern of players, ``key`` = effect, slot or action, ``params`` patterns, ``of`` the card.
    ``announced``: ``key`` = event, ``params``. ``rolled``: ``key`` = dice. ``shuffled``: ``key`` = zone.
    ``eliminated``: ``actor``.
    """

    what: Literal[
        "begins",
        "ends",
        "changes",
        "rises",
        "falls",
        "becomes",
        "enters",
        "leaves",
        "does",
        "announced",
        "rolled",
        "shuffled",
        "eliminated",
    ]
    key: str
    actor: Pattern | None = None
    index: tuple[Expr, ...] = ()
    of: Pattern | None = None
    params: tuple[Pattern, ...] = ()
    by: Var | None = None
    value: Expr | None = None
    watched: Expr | None = None
