"""A layout is made: room for each stored thing, one after the other."""

from collections.abc import Container, Iterable, Mapping, Sequence

from attrs import define

from interpreter import slots as k
from interpreter.constants import NO_NUMBER, NotConstant, bounds, constant
from interpreter.layout import (
    MOST_GIVEN,
    BoardPlace,
    DicePlace,
    Layout,
    StorePlace,
    ZonePlace,
    whose_value,
    within,
)
from interpreter.rooms import heard_lists, shape_of_store, shape_of_var, slots, usual
from interpreter.walk import walk
from rulelang import game as g


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
    lay = Layout(game, players, origins=origins or {}, tail=tail, carries=carries, dated=dated)
    number_cards(lay)
    lay.mixing = mixing(lay, shuffled)
    laying = Laying(lay, k.FIXED)
    # boards and dice are numbered first: stores of spaces need them
    number_spaces(lay)
    laying.dice()
    for number, store in enumerate(game.stores.values()):
        laying.store(store, number)
    number_zones(lay)
    laying.cards()
    for key in watched:
        laying.watch(key, apart)
        if key in passing:
            lay.seen_at[key] = laying.room("watched " + key, 1)
    laying.phases(phase_vars)
    laying.room("BAR", lay.n if fragile else 0)
    laying.room("TIMED", 1)
    laying.lastings(lastings)
    make_events(lay)
    laying.room("SENTINEL", k.HEAD)
    lay.frames = laying.at
    within(lay.frames + lay.events, "their zones, cards and lists")
    lay.make_room(100 + 2 * (lay.n + 1), 0)  # a guess; see `Program.compiled`
    return lay


# ------------------------------------------------------------------------------ what is numbered


def number_cards(lay: Layout) -> None:
    """Copies of one card follow each other, and so do the cards of the file."""
    game = lay.game
    within(8 * sum(lay.const(card.copies) for card in game.cards), "their cards")
    copies = [(i, j) for i, card in enumerate(game.cards) for j in range(lay.const(card.copies))]
    lay.designs, lay.copy_number = tuple(i for i, _ in copies), tuple(j for _, j in copies)
    backs: list[str] = []
    back_of: list[int] = []
    for i in lay.designs:
        kind = game.kinds[game.cards[i].kind]
        # a token has no back: each kind of token is its own
        back = kind.back if kind.back is not None else f"\0{kind.key}\0{i}"
        if back not in backs:
            backs.append(back)
        back_of.append(backs.index(back))
    lay.backs, lay.back_of = tuple(backs), tuple(back_of)
    lay.kinds_of_back = tuple(
        tuple(sorted({game.cards[i].kind for i, b in zip(lay.designs, back_of, strict=True) if b == back}))
        for back in range(len(backs)))


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


def number_spaces(lay: Layout) -> None:
    for board in lay.game.boards.values():
        owners = lay.players if board.owner == "player" else 1
        if board.rows is not None:
            rows, columns = lay.const(board.rows), lay.const(board.columns)
        else:
            rows, columns = 1, len(board.spaces)
        within(lay.spaces + rows * columns * owners, f"`{board.key}`")
        lay.boards[board.key] = BoardPlace(board.key, lay.spaces, owners, rows, columns)
        lay.spaces += rows * columns * owners
        lay.space_kind += [board.kind] * (rows * columns * owners)


def number_zones(lay: Layout) -> None:
    """Number 0 is the box."""
    game = lay.game
    lay.zone_of, lay.zone_owner, lay.zone_index = ["box"], [-1], [0]
    for number, zone in enumerate(game.zones.values()):
        first, owners = owners_among(lay, zone.owner)
        # a zone of a space is that of the player whose board it is on
        of_spaces = zone.owner not in (None, "player") and game.kinds[zone.owner].base == "space"
        size = lay.size_of(zone.index)
        within(len(lay.zone_of) + owners * size, f"`{zone.key}`")
        capacity = None if zone.capacity is None else lay.const(zone.capacity)
        lay.zones[zone.key] = ZonePlace(zone.key, len(lay.zone_of), owners, size, zone.order, number, capacity)
        for o in range(owners):
            lay.zone_of += [zone.key] * size
            lay.zone_owner += [o if zone.owner == "player" else lay.space_owner(first + o) if of_spaces else -1] * size
            lay.zone_index += range(size)


def owners_among(lay: Layout, owner: str | None) -> tuple[int, int]:
    """Of what each player, or each card or space of a kind, has: the number of the first owner, and how many there are."""
    if owner is None:
        return 0, 1
    if owner == "player":
        return 0, lay.players
    first, last = lay.bearers_of(owner)
    return first, last - first


# ---------------------------------------------------------------------------- what has slots


@define
class Laying:
    """``at``: the first slot that is free."""

    lay: Layout
    at: int

    def room(self, name: str, size: int) -> int:
        """So many slots under this name; the first of them.

        Raises: EngineError: they are too many.
        """
        first = self.lay.at[name] = self.at
        self.at += size
        within(self.at, f"`{name.split()[-1]}`" if " " in name else "their zones, cards and lists")
        return first

    def dice(self) -> None:
        lay, count = self.lay, 0
        for d in lay.game.dice.values():
            owners = lay.players if d.owner == "player" else 1
            amount = lay.const(d.amount)
            faces = (tuple(lay.const(x) for x in d.faces) if d.faces
                     else tuple(range(lay.const(d.low), lay.const(d.high) + 1)))
            lay.dice[d.key] = DicePlace(d.key, count, owners, amount, faces)
            count += owners * amount
            within(count, f"`{d.key}`")
        self.room("DIE", count)

    def store(self, store: g.Store, number: int) -> None:
        """A counter or variable."""
        lay = self.lay
        first, owners = owners_among(lay, store.owner)
        size = lay.size_of(store.index)
        low, high = bounds(store.type, lay.game, lay.players)
        if store.counter and store.type.low is None and store.type.high is None:
            low = None
        each = slots(shape_of_store(lay, store.type))
        place = self.room("store " + store.key, owners * size * each)
        lay.stores[store.key] = StorePlace(
            store.key, place, first, owners, size, low, high, start_of(lay, store), number, each)

    def cards(self) -> None:
        """Where cards lie, in which order, and who knows them."""
        lay = self.lay
        n, zones = lay.n, len(lay.zone_of)
        for name, size in (
                ("LEN", zones), ("NMIX", zones), ("NXT", n + zones), ("PRV", n + zones), ("ZON", n),
                ("STAMP", n if lay.dated else 0), ("FACE", n), ("BODY", n), ("KNOW", n), ("MIXED", n),
                ("ANX", n + 1 if lay.carries else 0), ("APV", n + 1 if lay.carries else 0)):
            self.room(name, size)

    def watch(self, key: str, apart: Mapping[str, g.Type | None]) -> None:
        """What something was when it was looked at last."""
        lay, game = self.lay, self.lay.game
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
        lay.watches[key] = self.room("watch " + key, size)

    def phases(self, phase_vars: Mapping[int, tuple[g.Var, bool] | None]) -> None:
        """The frames of phases, who is out until one ends, dice that come and go, and names that phases bind."""
        lay = self.lay
        for key in lay.game.phases:
            lay.phase_slot[key] = self.room("phase " + key, 1)
        for x in walk(lay.game):
            if isinstance(x, g.Eliminate) and x.until is not None and x.until not in lay.away:
                lay.away[x.until] = self.room("away from " + x.until, 1)
            if isinstance(x, g.Gain) and x.target.key in lay.dice and x.target.key not in lay.in_play:
                lay.in_play[x.target.key] = self.room("in play " + x.target.key, lay.dice[x.target.key].owners)
        for number, kept in phase_vars.items():
            lay.var_size[number] = 1 if kept is None else slots(shape_of_var(lay, *kept))
            lay.var_slot[number] = self.room(f"var {number}", lay.var_size[number])

    def lastings(self, captured: Sequence[tuple[g.Var, ...]]) -> None:
        """The `until` blocks that run."""
        lay = self.lay
        for names in captured:
            size = sum(slots(shape_of_var(lay, var)) for var in names)
            lay.lasting_size = max(lay.lasting_size, k.LASTING_HEAD + size)
        self.room("LASTINGS", k.LASTING_ROOM * lay.lasting_size if captured else 0)


def start_of(lay: Layout, store: g.Store) -> int | None:
    """What it begins with; None: that is worked out when the match begins."""
    if store.type.base == "list":
        return 0 if store.default is None else None
    nothing = NO_NUMBER if store.type.base == "number" else -1
    if store.default is None:
        return 0 if store.type.base == "number" and not store.type.optional else nothing
    if isinstance(store.default, g.Nothing):
        return nothing
    try:
        return constant(store.default, lay.game, lay.players)
    except NotConstant:
        return None


def make_events(lay: Layout) -> None:
    """How large an event is, and how many are kept until a step is over."""
    game = lay.game
    # where rules tell of cards that come and go, all may move in one step
    answered = {x.event.what for x in walk(game) if isinstance(x, g.Trigger)}
    lay.event_room = (k.EVENT_ROOM + (2 * lay.n if answered & {"enters", "leaves"} else 0)) if answered else 1
    given = max((len(x.params) for x in walk(game) if isinstance(x, (g.Effect, g.Action))), default=0)
    lay.event_told = k.EVENT_HEAD + max(0, min(given, MOST_GIVEN) - 2)  # `you` and `this` are two of the four values
    heard = max((sum(size for _, size in heard_lists(lay, key)) for key in game.events), default=0)
    lay.event_size = lay.event_told + heard
    # lists are written down before it is seen that there is no room for one more
    lay.events = (lay.event_room + (heard > 0)) * lay.event_size
