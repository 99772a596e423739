"""What rules answer: `when ...`, `before ...`."""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.tree.expressions import Expr
from rulelang.tree.literals import This, You
from rulelang.tree.nodes import Name, Node
from rulelang.tree.nouns import Param, Selector


@frozen
class Changed(Node):
    """``ready``, ``marks[red] of Tile h``, ``place of boat of player p``: what an event is about."""

    name: Name
    index: Expr | None
    of: Selector | Changed | This | You | None


EventObject = Selector | Changed | This | You

EventActor = Selector | This | You


@frozen
class Begins(Node):
    """``drawing begins``, ``turn of player p begins``: of a phase"""

    what: Changed


@frozen
class Ends(Node):
    """``drawing ends``: of a phase or window"""

    what: Changed


@frozen
class Changes(Node):
    """``coins of player p changes``"""

    what: Changed


@frozen
class Rises(Node):
    """``coins of player p rises by n``"""

    what: Changed
    by: Name | None


@frozen
class Falls(Node):
    """``coins of player p falls by n``"""

    what: Changed
    by: Name | None


@frozen
class Becomes(Node):
    """``ready becomes yes``"""

    what: Changed
    value: Expr


@frozen
class Enters(Node):
    """``Tile t enters field``, ``this enters field``"""

    who: EventActor
    zone: Changed


@frozen
class Leaves(Node):
    """``Item i leaves deck``"""

    who: EventActor
    zone: Changed


@frozen
class Does(Node):
    """``player p does play(player q) of Tile t``"""

    who: EventActor
    effect: Name
    params: tuple[Param, ...]
    of: EventObject | None


@frozen
class Announced(Node):
    """``announced dice_settled``, ``announced revealed(player p)``"""

    event: Name
    params: tuple[Param, ...]


@frozen
class Rolled(Node):
    """``red_dice is rolled``"""

    dice: Name


@frozen
class Shuffled(Node):
    """``deck is shuffled``"""

    zone: Name


@frozen
class Eliminated(Node):
    """``player p is eliminated``"""

    who: EventActor


Event = (
    Begins
    | Ends
    | Changes
    | Rises
    | Falls
    | Becomes
    | Enters
    | Leaves
    | Does
    | Announced
    | Rolled
    | Shuffled
    | Eliminated
)
