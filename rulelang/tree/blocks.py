"""Statements that hold others: branches, loops, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.frozen import frozen
from rulelang.tree.expressions import Expr
from rulelang.tree.nodes import Headed, Node, Noted, Text
from rulelang.tree.nouns import Param, Selector

if TYPE_CHECKING:
    from rulelang.tree.statements import Stmt


@frozen
class Branch(Headed):
    """``if C: ...``, ``otherwise if C: ...``, ``otherwise: ...``; notes of the first one are the If's."""

    condition: Expr | None  # None: the last, plain `otherwise`
    body: tuple[Stmt, ...]


@frozen
class If(Noted):
    """``if C: ...`` with its ``otherwise`` branches"""

    branches: tuple[Branch, ...]


@frozen
class OrderedBy(Node):
    """``ordered by p``"""

    who: Expr


@frozen
class AtOnce(Node):
    """``at once``"""


@frozen
class ForEach(Headed):
    """``for each SELECTOR: ...``, perhaps ``ordered by p`` or ``at once``"""

    selector: Selector
    order: OrderedBy | AtOnce | None
    body: tuple[Stmt, ...]


@frozen
class Repeat(Headed):
    """``repeat n times: ...``, ``repeat until C: ...``; one of times and until is None"""

    times: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]


@frozen
class Together(Headed):
    """``together: ...``"""

    body: tuple[Stmt, ...]


@frozen
class Option(Headed):
    """``option "text" if C with SELECTORS: ...``"""

    label: Text
    condition: Expr | None
    params: tuple[Param, ...]
    body: tuple[Stmt, ...]


@frozen
class ChooseOption(Noted):
    """``p chooses:`` with its options"""

    who: Expr
    options: tuple[Option, ...]
