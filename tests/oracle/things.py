"""The things that rules speak of, as plain values that never change; all that changes is in `state`."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

CHANCE = -1
NOBODY = -2
SECRET = -1000  # less the number of a name: who has chosen secretly what it stands for, among the names
ANSWER = -99  # what has been answered last, among the names of a search


@dataclass(frozen=True, slots=True)
class Player:
    seat: int


@dataclass(frozen=True, slots=True)
class Card:
    """A card or token as a body that lies somewhere; which face is printed on it is in the state, since
    nobody need know it yet."""

    number: int


@dataclass(frozen=True, slots=True)
class Space:
    board: str
    owner: Player | None
    number: int


@dataclass(frozen=True, slots=True)
class Die:
    key: str
    owner: Player | None
    number: int


@dataclass(frozen=True, slots=True)
class Sym:
    """A member of an enum."""

    enum: str
    index: int


@dataclass(frozen=True, slots=True)
class Place:
    """One zone of the table, of a player or of a card."""

    key: str
    index: tuple[Any, ...] = ()
    owner: Player | Card | None = None


BOX = Place("")


@dataclass(frozen=True)
class Question:
    """What the match waits for; options in order. With chance as player, `probabilities` go with the
    options."""

    player: int
    options: tuple[str, ...]
    probabilities: tuple[Fraction, ...] | None = None
    places: tuple[Any, ...] = field(
        default=(), compare=False, repr=False
    )  # what each option is, for examples


@dataclass(eq=False)
class Env:
    """The names bound while a body runs, who `you` and `this` are, and `it` inside a modifier.

    `held` notes how often each card bound here had moved when this body last touched it (meaning 8).
    """

    vars: dict[int, Any] = field(default_factory=dict)
    you: Player | None = None
    this: Any = None
    it: Any = None
    held: dict[Card, int] = field(default_factory=dict)

    def inside(self, you: Player | None) -> "Env":
        """The same names, with another `you` (a phase in a phase)."""
        return Env(self.vars, you, self.this, self.it, self.held)

    def copy(self) -> "Env":
        return Env(dict(self.vars), self.you, self.this, self.it, dict(self.held))


# ------------------------------------------------------------------ what interrupts the ordinary course


class OracleError(Exception):
    """The rules did what no rules may do: a broken invariant, a loop without end, a `set` beyond a bound."""


class Unsettled(Exception):
    """A place of a shuffled zone was looked at; chance has to say first which card lies there (meaning 9)."""

    def __init__(self, card: Card) -> None:
        super().__init__(card)
        self.card = card


class Unseen(Exception):
    """In a search: a face was read that the one who imagines does not know (meaning 6)."""

    def __init__(self, card: Card) -> None:
        super().__init__(card)
        self.card = card


class Unknown(Exception):
    """In a search: it hangs on something other than a face that the one who imagines may not see, so that it counts as
    possible (meaning 6)."""


class Fails(Exception):
    """In a search: a step that cannot be done (meaning 6)."""


class StopEffect(Exception):
    """A requirement in the middle of an effect does not hold: what follows is not done."""


class Jump(Exception):
    """`skip to X`, `end X` (meaning 11): ``how`` is skip, end or window."""

    left: list["Happening"]  # the ends of the phases that it has left, innermost first

    def __init__(self, how: str, key: str) -> None:
        self.left = []
        super().__init__(how, key)
        self.how, self.key = how, key


class GameOver(Exception):
    """`end game`, or somebody wins (``winners``; empty: nobody does)."""

    def __init__(self, reason: str, winners: tuple[Player, ...] | None = None) -> None:
        super().__init__(reason)
        self.reason, self.winners = reason, winners


# ------------------------------------------------------------------ what happens


@dataclass(eq=False)
class Happening:
    """Something that happens or has happened, for the rules that answer it. ``what`` as in `game.Event`, but
    ``change`` for all that changes, rises, falls or becomes."""

    what: str
    key: str
    you: Player | None = None
    actor: Any = None  # the player who does, the card that moves
    of: Any = None
    index: tuple[Any, ...] = ()
    params: tuple[Any, ...] = ()
    old: Any = None
    new: Any = None
    instance: Any = None  # of a change: which stored thing or watched value
    face: int | None = None  # of a card that has moved: which printed copy it was, as soon as that is settled
    answered: set[Any] = field(default_factory=set)  # the `instead` rules that have answered it


@dataclass(eq=False)
class Waiting:
    """An effect between the choice of its targets and its body: `before` rules are answering it (meaning
    14)."""

    key: str
    this: Any
    you: Player | None
    env: Env
    effect: Any
    given: int  # so many parameters came from the caller
    cancelled: bool = False


@dataclass(eq=False)
class OpenWindow:
    key: str
    answers: Waiting | None  # the effect whose `before` rules opened it
    closed: bool = False


@dataclass(eq=False)
class Lasts:
    """An `until` block that runs, with the names bound when it began."""

    block: Any
    env: Env
    stamp: int
    owner: Player | None


@dataclass(frozen=True)
class InPhase:
    key: str
    player: Player | None  # whose phase it is, as it was when it began
    has_player: bool
