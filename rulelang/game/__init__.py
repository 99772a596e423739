"""The checked game: what the checker hands to the interpreter and to the tools.

Every name is resolved, every expression has a type, nothing refers back to text except the spans
that messages point at. All classes are frozen; references between declarations go by key (a string
that is unique in its table), so that the whole is a plain value that can be compared and walked.

Keys: a declaration of the game is keyed by its name (`hand`); a member of a kind by `Kind.member`
(`Trick.play`), for the kind that declares it. Order in a tuple is the order of declaration.

All classes are names of this package: `game.Let`, `game.Zone`.
"""

from rulelang.game.acts import *
from rulelang.game.blocks import *
from rulelang.game.components import *
from rulelang.game.course import *
from rulelang.game.events import *
from rulelang.game.examples import *
from rulelang.game.operators import *
from rulelang.game.questions import *
from rulelang.game.types import *
from rulelang.game.values import *
from rulelang.game.whole import *
