"""Where each stored thing of a match lives in the flat list, and what it means.

Source: the design notes "how a match runs". Offsets are fixed when a match is made for a game with its parameters and
a number of players.
"""

from collections.abc import Container, Iterable, Mapping, Sequence

from attrs import define, field, frozen

from interpreter import slots as k
from interpreter.constants import NO_NUMBER, NotConstant, bounds, constant
from interpreter.errors import EngineError
from interpreter.walk import walk
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


def mixing(lay: Layout, shuffled: Iterable[str]) -> list[set[int]]:
    """The backs that may lie together in shuffled zones, joined where they overlap."""
    out: list[set[int]] = []
    for key in sorted(shuffled):
        kinds = lay.game.zones[key].kinds
        anything = not kinds or "card" in kinds
        backs = {lay.back_of[c] for c in range(lay.n) if anything or any(lay.is_kind(c, x) for x in kinds)}
        apart = [x for x in out if not x & backs]
        for x in out:
            if x & backs:
                backs |= x
        out = [*apart, backs]
    return out


def lay_out(game: g.Game, players: int, watched: Iterable[str], phase_vars: Mapping[int, tuple[g.Var, bool] | None],
            shuffled: Iterable[str], lastings: Sequence[tuple[g.Var, ...]] = (), fragile: bool = False,
            passing: Container[str] = (), apart: Mapping[str, g.Type | None] = {},
            origins: Mapping[int, list[tuple[str, g.Expr | g.Selector]]] | None = None, tail: int = 64,
            carries: bool = True, dated: bool = True) -> Layout:
    """The layout of a match of *game* for *players* seats.

    *watched*: keys whose changes some rule waits for; *phase_vars*: variables of phases: None for a single value, else a
    list, and whether of several that were chosen; *shuffled*: zones whose order may be unsettled; *lastings*: what each
    `until` block speaks of; *fragile*: whether it matters who moved a card; *passing*: what only such blocks watch;
    *apart*: what each of them watches by itself, and the type of what has it;
    *origins*, *tail*, *carries*, *dated*: see `Layout`."""
    from interpreter.rooms import heard_lists, shape_of_store, shape_of_var, slots, usual

    lay = Layout(game, players, origins=origins or {}, tail=tail, carries=carries, dated=dated)
    designs: list[int] = []
    copy_number: list[int] = []
    within(8 * sum(lay.const(card.copies) for card in game.cards), "their cards")
    for i, card in enumerate(game.cards):
        for j in range(lay.const(card.copies)):
            designs.append(i)
            copy_number.append(j)
    lay.designs, lay.copy_number = tuple(designs), tuple(copy_number)
    backs: list[str] = []
    back_of: list[int] = []
    for i in designs:
        kind = game.kinds[game.cards[i].kind]
        # a token has no back: each kind of token is its own
        back = kind.back if kind.back is not None else f"\0{kind.key}\0{i}"
        if back not in backs:
            backs.append(back)
        back_of.append(backs.index(back))
    lay.backs, lay.back_of = tuple(backs), tuple(back_of)
    lay.kinds_of_back = tuple(
        tuple(sorted({game.cards[i].kind for i, b in zip(designs, back_of, strict=True) if b == back}))
        for back in range(len(backs)))
    n = lay.n
    lay.mixing = mixing(lay, shuffled)
    at = k.FIXED

    def room(name: str, size: int) -> int:
        nonlocal at
        lay.at[name] = at
        at += size
        within(at, f"`{name.split()[-1]}`" if " " in name else "their zones, cards and lists")
        return lay.at[name]

    # boards and dice are numbered first: stores of spaces need them
    for board in game.boards.values():
        owners = players if board.owner == "player" else 1
        if board.rows is not None:
            rows, columns = lay.const(board.rows), lay.const(board.columns)
        else:
            rows, columns = 1, len(board.spaces)
        within(lay.spaces + rows * columns * owners, f"`{board.key}`")
        lay.boards[board.key] = BoardPlace(board.key, lay.spaces, owners, rows, columns)
        lay.spaces += rows * columns * owners
        lay.space_kind += [board.kind] * (rows * columns * owners)
    count = 0
    for d in game.dice.values():
        owners = players if d.owner == "player" else 1
        amount = lay.const(d.amount)
        faces = (tuple(lay.const(x) for x in d.faces) if d.faces
                 else tuple(range(lay.const(d.low), lay.const(d.high) + 1)))
        lay.dice[d.key] = DicePlace(d.key, count, owners, amount, faces)
        count += owners * amount
        within(count, f"`{d.key}`")
    room("DIE", count)
    # counters and variables
    for number, store in enumerate(game.stores.values()):
        first, owners = 0, 1
        if store.owner == "player":
            owners = players
        elif store.owner is not None:
            first, last = lay.bearers_of(store.owner)
            owners = last - first
        size = lay.size_of(store.index)
        low, high = bounds(store.type, game, players)
        if store.counter and store.type.low is None and store.type.high is None:
            low = None
        start: int | None
        each = slots(shape_of_store(lay, store.type))
        if store.type.base == "list":
            start = 0 if store.default is None else None
        elif store.default is None:
            start = NO_NUMBER if store.type.base == "number" and store.type.optional else -1
            if store.type.base == "number" and not store.type.optional:
                start = 0
        else:
            try:
                start = constant(store.default, game, players)
                if isinstance(store.default, g.Nothing) and store.type.base == "number":
                    start = NO_NUMBER
            except NotConstant:
                start = None
        lay.stores[store.key] = StorePlace(
            store.key, room("store " + store.key, owners * size * each), first, owners, size, low, high, start, number, each)
    # zones; number 0 is the box
    lay.zone_of.append("box")
    lay.zone_owner.append(-1)
    lay.zone_index.append(0)
    for number, zone in enumerate(game.zones.values()):
        first = 0
        if zone.owner == "player":
            owners = players
        elif zone.owner is None:
            owners = 1
        else:
            first, last = lay.bearers_of(zone.owner)
            owners = last - first
        # a zone of a space is that of the player whose board it is on
        of_spaces = zone.owner not in (None, "player") and game.kinds[zone.owner].base == "space"
        owners_of = [lay.space_owner(first + o) for o in range(owners)] if of_spaces else []
        size = lay.size_of(zone.index)
        within(len(lay.zone_of) + owners * size, f"`{zone.key}`")
        capacity = None if zone.capacity is None else lay.const(zone.capacity)
        lay.zones[zone.key] = ZonePlace(zone.key, len(lay.zone_of), owners, size, zone.order, number, capacity)
        for o in range(owners):
            for i in range(size):
                lay.zone_of.append(zone.key)
                lay.zone_owner.append(o if zone.owner == "player" else owners_of[o] if owners_of else -1)
                lay.zone_index.append(i)
    nz = len(lay.zone_of)
    room("LEN", nz)
    room("NMIX", nz)
    room("NXT", n + nz)
    room("PRV", n + nz)
    room("ZON", n)
    room("STAMP", n if dated else 0)
    for name in ("FACE", "BODY", "KNOW", "MIXED"):
        room(name, n)
    room("ANX", n + 1 if carries else 0)
    room("APV", n + 1 if carries else 0)
    for key in watched:
        if key in game.values:
            v = game.values[key]
            size = 1 if v.of is None and v.kind is None else lay.owners_of(whose_value(game, v))
            if v.type.base == "list":
                size *= slots(usual(lay, v.type))
        elif key in apart:
            # for each block that may run: what it was, of each thing that has it, and whether it has been looked at
            whose = apart[key]
            lay.apart[key] = 1 if whose is None else lay.owners_of(whose)
            size = k.LASTING_ROOM * (lay.apart[key] + 1)
        else:
            size = lay.stores[key].slots
        lay.watches[key] = room("watch " + key, size)
        if key in passing:
            lay.seen_at[key] = room("watched " + key, 1)
    for key in game.phases:
        lay.phase_slot[key] = room("phase " + key, 1)
    for x in walk(game):
        if isinstance(x, g.Eliminate) and x.until is not None and x.until not in lay.away:
            lay.away[x.until] = room("away from " + x.until, 1)
        if isinstance(x, g.Gain) and x.target.key in lay.dice and x.target.key not in lay.in_play:
            lay.in_play[x.target.key] = room("in play " + x.target.key, lay.dice[x.target.key].owners)
    for number, kept in phase_vars.items():
        lay.var_size[number] = 1 if kept is None else slots(shape_of_var(lay, *kept))
        lay.var_slot[number] = room(f"var {number}", lay.var_size[number])
    room("BAR", n if fragile else 0)
    room("TIMED", 1)
    for captured in lastings:
        size = sum(slots(shape_of_var(lay, var)) for var in captured)
        lay.lasting_size = max(lay.lasting_size, k.LASTING_HEAD + size)
    room("LASTINGS", k.LASTING_ROOM * lay.lasting_size if lastings else 0)
    # where rules tell of cards that come and go, all may move in one step
    answered = {x.event.what for x in walk(game) if isinstance(x, g.Trigger)}
    lay.event_room = (k.EVENT_ROOM + (2 * n if answered & {"enters", "leaves"} else 0)) if answered else 1
    given = max((len(x.params) for x in walk(game) if isinstance(x, (g.Effect, g.Action))), default=0)
    lay.event_told = k.EVENT_HEAD + max(0, min(given, MOST_GIVEN) - 2)  # `you` and `this` are two of the four values
    heard = max((sum(size for _, size in heard_lists(lay, key)) for key in game.events), default=0)
    lay.event_size = lay.event_told + heard
    # lists are written down before it is seen that there is no room for one more
    lay.events = (lay.event_room + (heard > 0)) * lay.event_size
    room("SENTINEL", k.HEAD)
    lay.frames = at
    within(at + lay.events, "their zones, cards and lists")
    lay.make_room(100 + 2 * (n + 1), 0)  # a guess; see `Program.compiled`
    return lay
