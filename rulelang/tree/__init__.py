"""The syntax tree: what a ``.rules`` file says, with the noise words gone.

Every node is frozen data with a place in the source; two trees are equal when they say the same, wherever
it stands. Words in two forms (``card``/``cards``, ``choose``/``chooses``) leave no trace. Names of the
author's own stay as they are written: only the checker knows that ``Tiles`` means the kind ``Tile`` and
``1 coin`` the counter ``coins``.

Citations at the end of a line belong to the outermost declaration, statement, option, branch ... that
begins on this line; in ``if C: do e  @X-1`` to the ``if``, not to the ``do``.

All nodes are names of this package: `tree.Let`, `tree.Zone`.
"""

from rulelang.tree.acts import *
from rulelang.tree.blocks import *
from rulelang.tree.components import *
from rulelang.tree.declarations import *
from rulelang.tree.endings import *
from rulelang.tree.events import *
from rulelang.tree.examples import *
from rulelang.tree.expressions import *
from rulelang.tree.files import *
from rulelang.tree.kinds import *
from rulelang.tree.lasting import *
from rulelang.tree.literals import *
from rulelang.tree.nodes import *
from rulelang.tree.nouns import *
from rulelang.tree.operators import *
from rulelang.tree.phases import *
from rulelang.tree.questions import *
from rulelang.tree.statements import *
from rulelang.tree.types import *
from rulelang.tree.windows import *
