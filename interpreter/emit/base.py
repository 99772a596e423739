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
from interpreter.emit.bindings import Bind, ListAt, Lists, Name, at_slot, list_at
from interpreter.emit.shared import Live, Shared, Site
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


def table_of_kind(gen: Gen, kind: str) -> str:
    return gen.table(f"K_{kind}", lambda: [int(gen.lay.is_kind(c, kind)) for c in range(gen.lay.n)] or [0])


def kind_by_back(gen: Gen, kind: str) -> bool:
    """Whether the back of a card tells whether it is of that kind."""
    lay = gen.lay
    if kind not in gen.by_back:
        seen = {(lay.back_of[c], lay.is_kind(c, kind)) for c in range(lay.n)}
        gen.by_back[kind] = len({back for back, _ in seen}) == len(seen)
    return gen.by_back[kind]
