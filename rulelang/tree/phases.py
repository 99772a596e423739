"""Phases, and how often they run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.frozen import frozen
from rulelang.tree.blocks import AtOnce, OrderedBy
from rulelang.tree.events import Event
from rulelang.tree.expressions import Expr
from rulelang.tree.nodes import Headed, Name, Node
from rulelang.tree.nouns import Selector

if TYPE_CHECKING:
    from rulelang.tree.statements import Stmt


@frozen
class Until(Node):
    """``until EVENT``"""

    event: Event


@frozen
class While(Node):
    """``while C``"""

    condition: Expr


@frozen
class Repeated(Node):
    """``repeated``, ``repeated until C``"""

    until: Expr | None


@frozen
class LoopEach(Node):
    """``for each SELECTOR``, after a phase's name"""

    selector: Selector
    order: OrderedBy | AtOnce | None


@frozen
class TakingTurns(Node):
    """``taking turns``, ``taking turns until C``: again and again, each time of the next player"""

    until: Expr | None


@frozen
class Phase(Headed):
    """``phase turn of mover, repeated until C: ...``"""

    name: Name
    of: Expr | None
    loop: Repeated | LoopEach | TakingTurns | None
    body: tuple[Stmt, ...]
