"""What all parts of the emitter share: routines, their frames, the lines and blocks that they grow into.

A *routine* is an effect, an action, a rule, a window, a phase, an option's body. One that may have to wait (for an
answer, a rule, a jump) is *framed*: it is cut into blocks `def bN(s, f, w)` and keeps its variables in its frame.
Any other is one plain function with Python locals.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from interpreter import slots as k
from interpreter.errors import FormNotRunning
from interpreter.layout import Layout
from interpreter.rooms import Shape, depth, shape_of_var, slots
from rulelang import game as g
from rulelang.source import Span

if TYPE_CHECKING:
    from interpreter.emit.facts import Facts


class NotYet(FormNotRunning):
    """A form that the engine does not run yet; the checker refuses it before play."""


@frozen
class Code:
    """An expression of the emitted text; ``null``: it may be none (-1, for numbers NO_NUMBER)."""

    text: str
    null: bool = False


# ------------------------------------------------------------------------- what a name stands for


@frozen
class Name:
    """A single value: a Python local or a slot."""

    text: str
    null: bool = False


@frozen
class ListAt:
    """A list kept in the state: its length at ``base``, its members after it; ``room``: slots that it may take up."""

    base: str
    room: int = 0


@frozen
class Row:
    """A constant list: ``length`` numbers of the table from ``start``."""

    table: str
    start: str
    length: str


@frozen
class Deferred:
    """A list given as an argument: the expression, with the names of the place where it was written."""

    expr: g.Expr
    env: "dict[int, Bind]"
    you: str
    this: str


@frozen
class Lists:
    """A list of lists, kept in the state: how many there are, then each with its own length first. ``depth``: how often a
    list stands in a list: 2, or more."""

    base: str
    room: int = 0
    depth: int = 2


Bind = Name | ListAt | Row | Deferred | Lists


# ---------------------------------------------------------------------------------- shared by texts


@frozen
class Source:
    """What a record of the log speaks of: kind of event, the rule, its citations and place, the types of its values."""

    what: str
    rule: str
    cites: tuple[str, ...]
    place: Span
    types: tuple[str, ...]
    text: str
    docs: tuple[str, ...] = ()


@frozen
class Site:
    """A question of the rules: what an answer is made of, so that options can be named."""

    kind: str  # choose, options, may, window, order, subset
    prompt: str
    rule: str
    cites: tuple[str, ...]
    place: Span
    # per first number of an option: (text, types of the numbers that follow, docs, cites)
    forms: tuple[tuple[str, tuple[g.Type | str, ...], tuple[str, ...], tuple[str, ...]], ...]
    secret: bool = False
    var: str = ""
    own: int = -1  # how many of the forms are the question's own, not actions at any time; -1: all


@frozen
class Live:
    """What of a phase is still in use while its question waits: its names, and so many slots of its frame."""

    phase: str
    names: frozenset[int]
    size: int


@define
class Shared:
    """Numbers that are the same in all texts of a game: blocks, sources of the log, questions, events."""

    labels: dict[str, int] = field(factory=dict)
    events: dict[str, int] = field(factory=dict)
    types: list[str] = field(factory=list)
    whats: list[str] = field(factory=list)
    searched: set[str] = field(factory=set)  # effects that some text searches
    sources: list[Source] = field(factory=list)
    source_numbers: dict[object, int] = field(factory=dict)
    limits: list[Source] = field(factory=list)  # statements that may set a counter beyond its bounds
    limit_numbers: dict[object, int] = field(factory=dict)
    reasons: list[str] = field(factory=list)  # why a match may end; numbered apart, as the state keeps the number
    sites: list[Site] = field(factory=list)
    site_numbers: dict[str, int] = field(factory=dict)
    live: dict[int, Live] = field(factory=dict)  # by question of a phase or of setup
    sizes: dict[str, int] = field(factory=dict)
    numbers: dict[str, int] = field(factory=dict)  # by key of a routine: the number that its frames have
    sure: set[int] = field(factory=set)  # blocks from which on the rest of an effect cannot fail
    entries: dict[str, int] = field(factory=dict)
    apart: set[int] = field(factory=set)  # blocks that are never copied into others
    tails: int = 0  # of the places at the end of a row of options, how many are used

    def label(self, key: str) -> int:
        return self.labels.setdefault(key, len(self.labels))

    def type_number(self, tag: str) -> int:
        """A number for the type of what chance chooses among, so that outcomes can be named."""
        if tag not in self.types:
            self.types.append(tag)
        return self.types.index(tag)

    def what(self, name: str) -> int:
        """The number of an effect, rule, window or phase in its frames; 1 and up."""
        if name not in self.whats:
            self.whats.append(name)
        return self.whats.index(name) + 1

    def reason(self, text: str) -> int:
        if text not in self.reasons:
            self.reasons.append(text)
        return self.reasons.index(text)

    def label_event(self, key: str) -> int:
        """The number of an event that rules may answer; 1 and up."""
        return self.events.setdefault(key, len(self.events) + 1)

    def source(self, key: object, make: Callable[[], Source]) -> int:
        if key not in self.source_numbers:
            self.source_numbers[key] = len(self.sources)
            self.sources.append(make())
        return self.source_numbers[key]

    def limit(self, key: object, make: Callable[[], Source]) -> int:
        """The number of a statement that may set a counter beyond its bounds."""
        if key not in self.limit_numbers:
            self.limit_numbers[key] = len(self.limits)
            self.limits.append(make())
        return self.limit_numbers[key]

    def site(self, key: str, make: Callable[[], Site]) -> int:
        if key not in self.site_numbers:
            self.site_numbers[key] = len(self.sites)
            self.sites.append(make())
        return self.site_numbers[key]


@frozen
class Goto:
    """Go on with a block of the same frame."""

    label: int


Line = tuple[int, "str | Goto"]


@define
class Room:
    """Slots for the lists of functions that have no frame: how many are ``taken``, from ``first`` on (None: from where
    the layout says)."""

    first: int | None = None
    taken: int = 0


@define
class Gen:
    """One text of a game."""

    game: g.Game
    lay: Layout
    facts: "Facts"
    shared: Shared
    log: bool
    search: bool = False
    checks: bool = False
    wide: int = 2
    blocks: dict[int, list[Line]] = field(factory=dict)
    owners: dict[int, str] = field(factory=dict)  # by block: to which routine it belongs
    functions: dict[str, tuple[str, list[Line]]] = field(factory=dict)
    tables: dict[str, tuple[int, ...]] = field(factory=dict)
    asked: set[str] = field(factory=set)
    room: Room = field(factory=Room)
    searching: "Gen | None" = None  # the text of searches beside this one
    fitting: set[str] = field(factory=set)  # effects whose `can do` is being written
    nulls: dict[str, bool] = field(factory=dict)  # by function of a value: whether it may yield none
    by_back: dict[str, bool] = field(factory=dict)  # by kind: whether the back of a card tells whether it is of it

    def table(self, name: str, make: Callable[[], list[int]]) -> str:
        """The name of a constant table, made at first use."""
        if name not in self.tables:
            self.tables[name] = tuple(make())
        return name

    def at(self, name: str) -> int:
        return self.lay.at[name]

    def define(self, name: str, params: str, r: "Routine") -> None:
        """Keeps a function that has no frame. It may be called anywhere, and never by itself, so the lists that it lays
        out have a place of their own, above all frames."""
        if r.size > k.HEAD:
            first = self.lay.room_at if self.room.first is None else self.room.first
            r.lines.insert(0, (1, f"f = {first + self.room.taken}"))
            self.room.taken += r.size
        self.functions[name] = (params, r.lines)

    @property
    def prefix(self) -> str:
        """Names of functions of the searching text begin with it, as both texts live in one module."""
        return "S_" if self.search else ""


@define
class Routine:
    """What is being emitted: where it puts its lines, what its names mean."""

    gen: Gen
    key: str
    framed: bool
    span: Span
    rule: str  # its name for people
    cites: tuple[str, ...] = ()
    env: dict[int, Bind] = field(factory=dict)
    you: str = "you"
    this: str = "this"
    size: int = k.HEAD  # of its frame, as far as it has grown
    used: int = -1  # slots in use where lines are put now; -1: all of them
    static: bool = False  # its variables are fixed slots (phases)
    lines: list[Line] = field(factory=list)
    depth: int = 1
    names: int = 0
    cuts: int = 0
    aside: str = ""
    it: str = ""
    it_list: "ListAt | Lists | None" = None
    look: bool = True
    ahead: list[tuple[g.Stmt | None, g.Body]] = field(factory=list)  # statements being emitted, what follows each
    tested: g.Do | None = None  # what was on offer to whoever does it, so that it can be done
    born: dict[int, str] = field(factory=dict)  # by variable: the slot that says when it was bound
    replaced: dict[int, int] = field(factory=dict)  # by statement: where to go on when a rule has replaced it
    fits: bool = False  # the options of the question surely have room
    orderless: int = 0  # inside so many questions to which the order of shuffled zones does not matter
    walked: frozenset[int] = frozenset()  # names that stand for all cards of some zones in turn, in whatever order
    variant: int = 0  # of a value's function, see `values`
    idle: bool = False  # it is only asked what could be: that settles nothing
    common: bool = False  # cards count as far as all can see: by their backs, unless all know them
    tails: int = 0  # parameters of the question so far that are lists
    tail: int = 0  # which of them is being offered
    dead: bool = False  # what follows cannot be reached
    stop: int | None = None  # where it goes on, in a phase or setup, when a requirement does not hold
    secrets: dict[int, str] = field(factory=dict)  # by variable chosen secretly: the slot that says by whom, see `secrets`
    certain: bool = False  # in a search: it has been asked here whether nothing can fail any more
    together: int = 0  # inside so many `together` blocks of its own

    # ------------------------------------------------------------------------------------- lines

    def put(self, text: str) -> None:
        self.lines.append((self.depth, text))

    def goto(self, label: int) -> None:
        if not self.dead:
            self.lines.append((self.depth, Goto(label)))
        self.dead = True

    def leave(self, text: str) -> None:
        """A return that ends the block."""
        if not self.dead:
            self.put(text)
        self.dead = True

    @contextmanager
    def indent(self) -> Iterator[None]:
        lines, depth = self.lines, self.depth
        before = self.dead
        self.depth += 1
        yield
        if self.lines is lines and (not lines or lines[-1][0] <= depth):
            self.put("pass")
        self.lines, self.depth, self.dead = lines, depth, before

    @contextmanager
    def each_of(self, base: str, i: str, head: int, over: int, length: str | None = None) -> Iterator[None]:
        """Lines for each member of the list at *base*, whose place in it is then in *i*; they may wait. *head* and *over*: the
        blocks for the next one, and for when there is none. *length*: of the list, if that is known."""
        self.put(f"{i} = 0")
        self.goto(head)
        self.start(head)
        self.put(f"if {i} >= {length or f's[{base}]'}:")
        with self.indent():
            self.goto(over)
        self.put(f"{i} = {i} + 1")
        yield
        self.goto(head)
        self.start(over)

    def tmp(self) -> str:
        self.names += 1
        return f"t{self.names}"

    def label(self, what: str = "") -> int:
        """A new place to go on with; the same in every text, as they are all cut alike."""
        self.cuts += 1
        return self.gen.shared.label(f"{self.key}/{self.aside}{self.cuts}")

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Labels made inside do not count among the others: not every text has them."""
        cuts, aside = self.cuts, self.aside
        self.aside, self.cuts = f"{aside}{cuts}+", 0
        yield
        self.cuts, self.aside = cuts, aside

    def start(self, label: int) -> None:
        """From here on lines belong to block *label*."""
        assert self.framed, self.key
        self.lines = self.gen.blocks.setdefault(label, [])
        self.gen.owners[label] = self.key
        self.depth = 1
        self.dead = False

    def site(self, name: str, make: Callable[[], Site], own: int = -1) -> int:
        """The number of a question. *own*: the name that its answer will get."""
        number = self.gen.shared.site(f"{self.key}/{name}", make)
        if self.static and not self.gen.search:
            lay = self.gen.lay
            names = frozenset(var for var, bound in self.env.items()
                              if var != own and var in lay.var_slot and at_slot(bound, lay.var_slot[var]))
            size = self.size if self.used < 0 else self.used
            self.gen.shared.live[number] = Live(self.key.removeprefix("phase ").replace("program", ""), names, size)
        return number

    # ------------------------------------------------------------------------------------- names

    def slot(self, size: int = 1) -> str:
        """A new place in the frame (or the scratch of a plain function), as an offset text."""
        at = self.used if self.used >= 0 else self.size
        self.used = at + size
        self.size = max(self.size, self.used)
        return f"f + {at}"

    def bind(self, var: g.Var, many: bool = False) -> Bind:
        """A place for a variable that later statements read."""
        lay = self.gen.lay
        nested = depth(var.type) + (many or var.many)
        if nested:
            room = slots(shape_of_var(lay, var, many))
            base = str(lay.var_slot[var.id]) if self.static else self.slot(room)
            bound: Bind = list_at(base, room, nested)
        elif self.static:
            bound = Name(f"s[{lay.var_slot[var.id]}]", True)
        elif self.framed:
            bound = Name(f"s[{self.slot()}]", True)
        else:
            bound = Name(f"x{var.id}", True)
        self.env[var.id] = bound
        return bound

    def list_for(self, shape: Shape) -> "ListAt | Lists":
        """Room for a list of the shape."""
        room = slots(shape)
        return list_at(self.slot(room), room, len(shape))

    def sized(self, number: int) -> None:
        """It is written: its frames, which have that number, are as large as this one has grown, in play or in searches."""
        sizes = self.gen.shared.sizes
        sizes[self.key] = max(sizes.get(self.key, 0), self.size)
        self.gen.shared.numbers[self.key] = number

    @property
    def top(self) -> str:
        """Where the next frame begins."""
        return f"f + @SIZE:{self.key}@"


def at_slot(bound: Bind, slot: int) -> bool:
    """Whether the name has its fixed slot, and does not stand for a candidate."""
    if isinstance(bound, Name):
        return bound.text == f"s[{slot}]"
    return isinstance(bound, ListAt | Lists) and bound.base == str(slot)


def list_at(base: str, room: int, nested: int) -> "ListAt | Lists":
    """A list kept at *base*, or with *nested* above 1 one of lists."""
    return ListAt(base, room) if nested == 1 else Lists(base, room, nested)


def table_of_kind(gen: Gen, kind: str) -> str:
    return gen.table(f"K_{kind}", lambda: [int(gen.lay.is_kind(c, kind)) for c in range(gen.lay.n)] or [0])


def kind_by_back(gen: Gen, kind: str) -> bool:
    """Whether the back of a card tells whether it is of that kind."""
    lay = gen.lay
    if kind not in gen.by_back:
        seen = {(lay.back_of[c], lay.is_kind(c, kind)) for c in range(lay.n)}
        gen.by_back[kind] = len({back for back, _ in seen}) == len(seen)
    return gen.by_back[kind]
