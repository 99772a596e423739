"""Where each stored thing of a match lives in the flat list, and what it means.

Source: the design notes "how a match runs". Offsets are fixed when a match is made for a game with its parameters and
a number of players: `interpreter.laying` does so.
"""

from collections.abc import Mapping

from attrs import define, field, frozen

from interpreter import slots as k
from interpreter.constants import constant
from interpreter.errors import EngineError
from rulelang import game as g


@frozen
class ZonePlace:
    """The instances of one declared zone: number ``base + owner * size + index``."""

    key: str
    base: int
    owners: int  # 1 for a zone of the table
    size: int  # product of its indexes
    order: str
    number: int  # which declaration
    capacity: int | None


@frozen
class StorePlace:
    """The slots of one counter or variable: ``base + ((owner - first) * size + index) * room``. ``room``: more than 1
    for one that keeps a list."""

    key: str
    base: int
    first: int
    owners: int
    size: int
    low: int | None
    high: int | None
    start: int | None  # None: worked out when the match begins
    number: int
    room: int = 1

    @property
    def slots(self) -> int:
        """All of them."""
        return self.owners * self.size * self.room

    def at(self, number: int) -> int:
        """The first slot of the one with that number, owners and their indexes counted together."""
        return self.base + number * self.room


@frozen
class DicePlace:
    key: str
    base: int  # number of the first die
    owners: int
    amount: int
    faces: tuple[int, ...]


@frozen
class BoardPlace:
    key: str
    base: int  # number of the first space
    owners: int
    rows: int
    columns: int


@define
class Layout:
    """All offsets. ``n``: number of cards; arrays of cards are indexed by body, tables of what is printed by face."""

    game: g.Game
    players: int
    designs: tuple[int, ...] = ()  # by face: number of the card's declaration
    copy_number: tuple[int, ...] = ()
    zones: dict[str, ZonePlace] = field(factory=dict)
    stores: dict[str, StorePlace] = field(factory=dict)
    dice: dict[str, DicePlace] = field(factory=dict)
    boards: dict[str, BoardPlace] = field(factory=dict)
    mixing: list[set[int]] = field(factory=list)  # backs that may be shuffled together
    spaces: int = 0
    space_kind: list[str] = field(factory=list)
    zone_of: list[str] = field(factory=list)  # by instance: key of the zone, "box" first
    zone_owner: list[int] = field(factory=list)
    zone_index: list[int] = field(factory=list)
    backs: tuple[str, ...] = ()  # all back texts
    back_of: tuple[int, ...] = ()  # by face
    kinds_of_back: tuple[tuple[str, ...], ...] = ()  # the kinds of which there are cards with it
    watches: dict[str, int] = field(factory=dict)  # key of a watched value or store -> first slot
    apart: dict[str, int] = field(factory=dict)  # of what each `until` block watches by itself: how many things have it
    seen_at: dict[str, int] = field(factory=dict)  # of a value that is watched at times: whether it is at this time
    carries: bool = True  # some card has what counts where it lies: the thread of such cards is kept
    dated: bool = True  # it may be asked when a card came: that is kept
    at: dict[str, int] = field(factory=dict)  # named arrays: NXT PRV ZON STAMP LEN FACE BODY KNOW MIXED NMIX ANX APV DIE
    phase_slot: dict[str, int] = field(factory=dict)
    away: dict[str, int] = field(factory=dict)  # by phase: bits of those who are eliminated until it ends
    in_play: dict[str, int] = field(factory=dict)  # by dice that are gained or lost: how many, of each owner
    var_slot: dict[int, int] = field(factory=dict)  # locals of phases
    var_size: dict[int, int] = field(factory=dict)
    origins: Mapping[int, list[tuple[str, g.Expr | g.Selector]]] = field(factory=dict)  # see `Facts`
    event_room: int = 0  # events kept until a step is over
    event_told: int = k.EVENT_HEAD  # slots of one, but for its lists
    event_size: int = k.EVENT_HEAD  # and with them
    events: int = 0  # slots for all of them, at the end of a state
    lasting_size: int = k.LASTING_HEAD  # slots of an `until` block that runs
    frames: int = 0
    frame_most: int = 0  # slots that one frame may have
    ranged: bool = False  # options are kept as ranges: see `interpreter.ranges`
    tail: int = 64  # numbers at the end of a row of options, for each of four forms: what their lists are made of
    room: int = 0  # slots above the frames, for the lists of functions that have none
    width: int = 0  # of a work row
    stack: int | None = None  # slots that all frames but the top one may have
    length: int = 0  # of a state: that of a row at most
    _constants: dict[int, tuple[g.Expr, int]] = field(factory=dict)  # kept with them, so that no other gets their id

    def make_room(self, most: int, room: int) -> None:
        """Frames of up to *most* slots: above each that is pushed there is room for another one. *room*: see there."""
        self.frame_most, self.room = most, room
        self.width = self.length = self.frames + FRAME_ROOM + 3 * most + 20 + 4 * (self.tail - 64) + room + self.events

    def settle(self, stack: int, frame: int) -> None:
        """All frames but the top one have *stack* slots at most, the top one has *frame*: a state is no longer than it must
        be. Above the top frame there is room for another one."""
        self.length = self.events_at(stack, frame) + self.events
        self.stack = stack

    def events_at(self, stack: int = 0, frame: int = 0) -> int:
        """Where the events of the running step begin: behind all else, as a state that is tried out has no use for them.
        *stack*, *frame*: how large frames are, where the state may not have been settled yet."""
        end = self.length - self.events
        if self.room or self.stack is not None:
            return end  # it has been told
        return min(end, self.frames + stack + frame + self.frame_most + 20)

    @property
    def room_at(self) -> int:
        """Where the lists of functions without a frame begin."""
        return self.length - self.events - self.room

    @property
    def n(self) -> int:
        return len(self.designs)

    @property
    def seats(self) -> int:
        """Bits of all players."""
        return (1 << self.players) - 1

    def design(self, face: int) -> g.Card:
        return self.game.cards[self.designs[face]]

    def is_kind(self, face: int, kind: str) -> bool:
        return kind in self.game.kinds[self.design(face).kind].lineage

    def owners_of(self, t: g.Type) -> int:
        """How many things of the base of the type there are: of a card or space, all of them are counted."""
        return {"card": self.n, "space": self.spaces}.get(t.base, self.players)

    @property
    def longest(self) -> int:
        """Members of the longest list of things."""
        return max(self.n, self.spaces, 64)

    def size_of(self, index: tuple[g.Index, ...]) -> int:
        n = 1
        for i in index:
            n *= self.index_length(i)
        return n

    def index_low(self, i: g.Index) -> int:
        return 0 if i.enum is not None else self.const(i.low)

    def index_length(self, i: g.Index) -> int:
        if i.enum is not None:
            return len(self.game.enums[i.enum].members)
        return max(0, self.const(i.high) - self.const(i.low) + 1)

    def const(self, e: g.Expr | None) -> int:
        """The value of a constant; worked out once."""
        assert e is not None
        known = self._constants.get(id(e))
        if known is None:
            known = self._constants[id(e)] = e, constant(e, self.game, self.players)
        return known[1]

    def die_place(self, die: int) -> DicePlace | None:
        """The declaration that a die belongs to; None: there is no such die."""
        return next((d for d in self.dice.values() if d.base <= die < d.base + d.owners * d.amount), None)

    def of_cards(self, key: str) -> bool:
        """Whether a zone is one that cards have."""
        owner = self.game.zones[key].owner
        return owner not in (None, "player") and self.game.kinds[owner or ""].base != "space"

    def space_owner(self, space: int) -> int:
        """The player on whose board it is; -1: it is the table's."""
        for board in self.boards.values():
            size = board.rows * board.columns
            if board.base <= space < board.base + size * board.owners:
                return (space - board.base) // size if self.game.boards[board.key].owner is not None else -1
        return -1

    def space_name(self, space: int) -> str | None:
        """What its board's table calls it; a space of rows and columns has no name."""
        for board in self.boards.values():
            size = board.rows * board.columns
            rows = self.game.boards[board.key].spaces
            if board.base <= space < board.base + size * board.owners and rows:
                name = rows[(space - board.base) % size].get("name")
                return name.value if isinstance(name, g.Text) else None
        return None

    def card_range(self, kind: str) -> tuple[int, int]:
        """First and one past the last body that may carry a card of *kind*. Settling a shuffled zone exchanges faces: a
        body may come to carry whatever may lie in such a zone with it."""
        backs = {self.back_of[c] for c in range(self.n) if self.is_kind(c, kind)}
        for together in self.mixing:
            if backs & together:
                backs |= together
        bodies = [c for c in range(self.n) if self.back_of[c] in backs]
        return (min(bodies), max(bodies) + 1) if bodies else (0, 0)

    def bearers_of(self, kind: str) -> tuple[int, int]:
        """First and one past the last card, or space, that may have what each thing of *kind* has."""
        return self.space_range(kind) if self.game.kinds[kind].base == "space" else self.card_range(kind)

    def space_range(self, kind: str) -> tuple[int, int]:
        spaces = [i for i, name in enumerate(self.space_kind) if kind in self.game.kinds[name].lineage]
        return (min(spaces), max(spaces) + 1) if spaces else (0, 0)


def whose_value(game: g.Game, v: g.Value) -> g.Type:
    """What has the value: of a slot, the things of its kind."""
    if v.of is not None:
        return v.of.var.type
    if v.kind is None:
        return g.PLAYER
    return g.Type("space" if game.kinds[v.kind].base == "space" else "card", (v.kind,))


FRAME_ROOM = 1000
MOST_GIVEN = 6  # parameters of an effect that rules about it can speak of
MOST_ROOM = 300_000  # numbers that the state of a match may have


def within(size: int, what: str) -> None:
    """Raises: EngineError: so many numbers are too many."""
    if size > MOST_ROOM:
        raise EngineError(f"the state of a match may have {MOST_ROOM:,} numbers, and with {what} these rules need more")
