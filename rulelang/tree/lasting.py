"""What holds for a while: modifiers, triggers, actions at any time."""

from __future__ import annotations

from enum import Enum, unique
from typing import TYPE_CHECKING

from rulelang.frozen import frozen
from rulelang.tree.events import Event
from rulelang.tree.expressions import Expr
from rulelang.tree.nodes import Headed, Name, Node, Noted
from rulelang.tree.nouns import Param, Selector

if TYPE_CHECKING:
    from rulelang.tree.phases import Until, While
    from rulelang.tree.statements import Stmt


@frozen
class EachRef(Node):
    """``power of each Tile t in field of everyone where C``: many things to modify"""

    name: Name
    index: tuple[Expr, ...]
    arguments: tuple[Expr, ...]
    selector: Selector


@frozen
class Modifier(Noted):
    """``cost of owner becomes it - 1, layer market``"""

    target: Expr | EachRef  # a Ref or a Call; the checker refuses `top of` and `bottom of`
    value: Expr
    layer: Name | None


@unique
class TriggerWord(Enum):
    """When a rule answers its event."""

    WHEN = "when"
    BEFORE = "before"
    INSTEAD = "instead of"


@frozen
class Trigger(Headed):
    """``when EVENT if C: ...``, ``before EVENT: ...``, ``instead of EVENT: ...``"""

    word: TriggerWord
    event: Event
    condition: Expr | None
    body: tuple[Stmt, ...]


@frozen
class Action(Headed):
    """``action buy(PARAMS): ...``"""

    name: Name
    params: tuple[Param, ...]
    body: tuple[Stmt, ...]


@frozen
class Anytime(Noted):
    """``anytime during day, night:`` with its actions"""

    phases: tuple[Name, ...]  # none: during all
    actions: tuple[Action, ...]


LastingItem = Modifier | Trigger | Anytime


@frozen
class Lasting(Headed):
    """``until EVENT: ...``, ``while C: ...``"""

    span_of_time: Until | While
    items: tuple[LastingItem, ...]
