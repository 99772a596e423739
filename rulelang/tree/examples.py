"""Examples: a scene, acts, and what must come out."""

from __future__ import annotations

from rulelang.frozen import frozen
from rulelang.tree.expressions import Expr
from rulelang.tree.nodes import Name, Noted, Text
from rulelang.tree.questions import EffectRef


@frozen
class GivenPlayers(Noted):
    """``given players Ann, Bo``"""

    names: tuple[Name, ...]


@frozen
class Given(Noted):
    """``given coins of Ann = 4``"""

    condition: Expr


@frozen
class StepDo(Noted):
    """``when Ann does buy``"""

    who: Expr
    effect: EffectRef


@frozen
class StepChoose(Noted):
    """``when Ann chooses "Ruby"``, ``when chance chooses 6, 6, 1``"""

    who: Expr
    what: tuple[Expr, ...]


@frozen
class StepPass(Noted):
    """``when Ann passes``"""

    who: Expr


@frozen
class StepBegin(Noted):
    """``when drawing begins``"""

    phase: Name


@frozen
class Then(Noted):
    """``then coins of Ann = 0``"""

    condition: Expr


@frozen
class ThenAnnounced(Noted):
    """``then announced revealed([Ann], [])``"""

    event: Name
    arguments: tuple[Expr, ...]


ExampleLine = GivenPlayers | Given | StepDo | StepChoose | StepPass | StepBegin | Then | ThenAnnounced


@frozen
class Example(Noted):
    """``example "a full hand": ...``"""

    name: Text
    lines: tuple[ExampleLine, ...]
