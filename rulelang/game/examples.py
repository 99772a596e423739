"""Examples of a game, which are tests of its rules."""

from __future__ import annotations

from typing import Literal

from rulelang.frozen import frozen
from rulelang.game.components import Decl
from rulelang.game.questions import EffectRef
from rulelang.game.types import Node
from rulelang.game.values import Expr


@frozen(kw_only=True)
class Given(Node):
    """A condition to make true: ``test`` is `Stored` = / is, `Holds`, `IsEmpty`, `Is` of a top, a truth or its `Not`."""

    test: Expr


@frozen(kw_only=True)
class When(Node):
    """``what``: ``does`` (``who``, ``effect``), ``chooses`` (``who`` or None: chance, ``answers``), ``passes`` (``who`` or
    `Everyone`), ``begins`` (``phase``)."""

    what: Literal["does", "chooses", "passes", "begins"]
    who: Expr | None = None
    effect: EffectRef | None = None
    answers: tuple[Expr, ...] = ()
    phase: str | None = None


@frozen(kw_only=True)
class Then(Node):
    """``test`` must hold; or the event ``announced`` was announced with ``args`` since the first `when`."""

    test: Expr | None = None
    announced: str | None = None
    args: tuple[Expr, ...] | None = None


@frozen(kw_only=True)
class Example(Decl):
    """``key``: its title. ``players``: names by seat (None: as few as the game allows)."""

    players: tuple[str, ...]
    lines: tuple[Given | When | Then, ...]
