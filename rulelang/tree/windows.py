"""Windows, rules, the setup and tallies."""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.tree.blocks import AtOnce, OrderedBy
from rulelang.tree.expressions import Expr
from rulelang.tree.lasting import Action, Trigger
from rulelang.tree.nodes import Headed, Name, Node, Noted, Text
from rulelang.tree.nouns import Clock, Param, Selector
from rulelang.tree.statements import Stmt


@frozen
class PlayersAsked(Node):
    """``players clockwise from p``, ``players ordered by p``, ``players at once``"""

    order: Clock | OrderedBy | AtOnce


@frozen
class Passing(Noted):
    """``passing requires C "reason"``"""

    condition: Expr
    reason: Text | None


@frozen
class Window(Noted):
    """``window w(PARAMS) asks players clockwise from p, starting over after each action:`` and its items"""

    name: Name
    params: tuple[Param, ...]
    asks: Expr | PlayersAsked
    restart: bool
    items: tuple[Action | Passing, ...]


@frozen
class Rule(Noted):
    """``rule alarm, when ready becomes yes: ...``; docs and cites are here, not at the trigger"""

    name: Name
    trigger: Trigger


@frozen
class Setup(Headed):
    """``setup: ...``"""

    body: tuple[Stmt, ...]


@frozen
class TallyLine(Noted):
    """``"hand": E``"""

    label: Text
    value: Expr


@frozen
class Tally(Noted):
    """``tally final of player p into points:`` and its lines"""

    name: Name
    of: Selector
    into: Name
    lines: tuple[TallyLine, ...]
