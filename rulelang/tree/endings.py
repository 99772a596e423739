"""What decides who wins, and what must always hold."""

from __future__ import annotations

from enum import Enum, unique

from rulelang.frozen import frozen
from rulelang.tree.events import Event
from rulelang.tree.expressions import Expr
from rulelang.tree.nodes import Name, Node, Noted


@unique
class RankWord(Enum):
    """How one rank of the winner compares."""

    MOST = "most"
    FEWEST = "fewest"
    SHARED = "shared"


@frozen
class Rank(Node):
    """``most points``, ``fewest coins``, ``shared``"""

    word: RankWord
    name: Name | None  # None: shared


@frozen
class Winner(Noted):
    """``winner: most points, then fewest coins, then shared``"""

    ranks: tuple[Rank, ...]


@frozen
class FromUntil(Node):
    """``from EVENT until EVENT``"""

    start: Event
    end: Event


@frozen
class Never(Node):
    """``never EVENT if C from EVENT until EVENT``"""

    event: Event
    condition: Expr | None
    span_of_time: FromUntil | None


@frozen
class Always(Node):
    """``always C from EVENT until EVENT``"""

    condition: Expr
    span_of_time: FromUntil | None


@frozen
class Invariant(Noted):
    """``invariant n: C``, ``invariant n: never EVENT``, ``invariant n: always C``"""

    name: Name
    claim: Expr | Never | Always
