"""What has a name: the tables of declarations, and the scopes of names bound inside rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, evolve, field

from rulelang import game, tree
from rulelang.check.report import Report
from rulelang.diagnostics import Code
from rulelang.game import Type, Var
from rulelang.program import Program
from rulelang.source import Span
from rulelang.words import spellings

UNKNOWN = Type("none", names=("?",))  # of what is wrong already: nothing more is said about it


@define
class ParamInfo:
    """A parameter as a caller sees it."""

    name: str
    type: Type  # of what is given: a list if several are chosen
    choosable: bool  # may be left out: it says among what to choose


@define
class Thing:
    """Something that an expression can name."""

    what: str  # parameter counter variable field value zone dice board
    key: str
    name: str
    span: Span
    type: Type  # of one, when index and owner are given
    owner: Type | None = None  # whose it is; None: the game's
    index: tuple[Type, ...] = ()
    params: tuple[ParamInfo, ...] = ()
    single: bool = False  # dice: always exactly one
    used: int = 0  # how often it is read
    layers: tuple[str, ...] = ()
    doubtful: bool = False  # declared twice, and not alike: nobody knows what its uses mean


@define
class Routine:
    """Something that is done: an effect, a slot, an action."""

    what: str  # effect, slot, action
    key: str
    name: str
    span: Span
    params: tuple[ParamInfo, ...] = ()
    kind: str | None = None
    used: bool = False


@define
class Called:
    """A window or an event of one's own: opened or announced with arguments."""

    key: str
    span: Span
    params: tuple[ParamInfo, ...] = ()
    used: bool = False
    listened: bool = False


@define
class KindInfo:
    """A kind: what it is, and what its things have."""

    name: str
    base: str  # card, token, space
    parent: str | None
    span: Span
    decl: tree.Kind
    lineage: tuple[str, ...] = ()
    things: dict[str, Thing] = field(factory=dict)  # its own, by name
    routines: dict[str, Routine] = field(factory=dict)
    back: str | None = None
    used: bool = False


@define
class EnumInfo:
    """An enum with the members of those it contains in their places."""

    name: str
    span: Span
    members: tuple[str, ...] = ()
    parts: tuple[tuple[str, int, int], ...] = ()


@define
class CardInfo:
    """A design of card or token."""

    name: str
    kind: str
    span: Span
    decl: tree.Card | tree.Cards
    single: bool = True
    used: bool = False


@define
class Symbols:
    """All tables of one game."""

    kinds: dict[str, KindInfo] = field(factory=dict)
    enums: dict[str, EnumInfo] = field(factory=dict)
    things: dict[str, Thing] = field(factory=dict)  # of the game
    routines: dict[str, Routine] = field(factory=dict)  # effects and actions of the game, actions of cards
    windows: dict[str, Called] = field(factory=dict)
    events: dict[str, Called] = field(factory=dict)
    phases: dict[str, tree.Phase] = field(factory=dict)
    tallies: dict[str, tree.Tally] = field(factory=dict)
    traits: dict[str, tree.Trait] = field(factory=dict)
    cards: dict[str, CardInfo] = field(factory=dict)
    spaces: dict[str, list[tuple[str, str, int]]] = field(factory=dict)  # text -> (board, kind, number)
    members: dict[str, list[str]] = field(factory=dict)  # name of a member -> enums that have it
    rules: dict[str, Span] = field(factory=dict)
    invariants: dict[str, Span] = field(factory=dict)
    examples: dict[str, Span] = field(factory=dict)
    used_traits: set[str] = field(factory=set)

    def kind(self, name: str) -> KindInfo | None:
        """The kind called *name*, perhaps in the plural."""
        return next((self.kinds[one] for one in spellings(name) if one in self.kinds), None)

    def enum(self, name: str) -> EnumInfo | None:
        """The enum called *name*, perhaps in the plural."""
        return next((self.enums[one] for one in spellings(name) if one in self.enums), None)

    def thing(self, key: str) -> Thing | None:
        """What has this key: `coins` of the game, `Card.rank` of a kind."""
        kind, _, name = key.rpartition(".")
        return self.things.get(key) if not kind else self.thing_of(kind, name)

    def thing_of(self, kind: str, name: str) -> Thing | None:
        """What things of *kind* have under this name, by their own kind or one that it is derived from."""
        info = self.kinds.get(kind)
        for one in info.lineage if info else ():
            if name in self.kinds[one].things:
                return self.kinds[one].things[name]
        return None

    def routine_of(self, kind: str, name: str) -> Routine | None:
        """What things of *kind* do under this name."""
        info = self.kinds.get(kind)
        for one in info.lineage if info else ():
            if name in self.kinds[one].routines:
                return self.kinds[one].routines[name]
        return None

    def owners_of(self, name: str) -> list[str]:
        """The kinds that have a thing of this name."""
        return [kind.name for kind in self.kinds.values() if name in kind.things]


@define
class Bound:
    """A name bound inside a rule."""

    var: Var
    listed: bool = False  # read as a list of what was chosen
    let: bool = False
    frame: int = 0
    span: Span | None = None


@define
class Scope:
    """Where a text stands: which names are bound, who `you` and `this` are."""

    place: str = (
        "rules"  # effect phase setup window rule value modifier invariant example constant audience card
    )
    you: str = "no"  # no, yes, maybe (a rule: nobody's act may have caused the event)
    this: Type | None = None
    so_far: Type | None = None
    seats: Mapping[str, int] = field(factory=dict)
    names: dict[str, Bound] = field(factory=dict)
    parent: "Scope | None" = None
    frame: int = 0
    phases: bool = False  # a phase may stand here
    phase: str | None = None  # the one that this stands in
    read_so_far: list[bool] = field(factory=list)

    def child(self, **changes: object) -> "Scope":
        """A scope inside this one: what is bound there ends with it."""
        return evolve(self, names={}, parent=self, **changes)  # type: ignore[arg-type]

    def find(self, name: str) -> Bound | None:
        """What *name* is bound to here."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def visible(self) -> Iterator[str]:
        """All names bound here."""
        scope: Scope | None = self
        while scope is not None:
            yield from scope.names
            scope = scope.parent


@define
class Context:
    """What all parts of the checker share while one program is checked."""

    program: Program
    report: Report = field(factory=Report)
    symbols: Symbols = field(factory=Symbols)
    next_var: int = 0
    next_frame: int = 0
    depth: int = 0
    labels: set[str] = field(factory=set)  # texts of options
    counted: set[str] = field(factory=set)  # tallies that are counted up
    printed: int = 0  # values of fields with an index
    blind: bool = False  # some statement is wrong, so what it moves is not known
    phases: dict[str, game.Phase] = field(factory=dict)
    fields: dict[str, game.Field] = field(factory=dict)
    values: dict[str, game.Value] = field(factory=dict)  # slots of kinds
    settings: dict[str, object] = field(factory=dict)

    def var(self, name: str, kind: Type, many: bool = False) -> Var:
        """A new variable."""
        self.next_var += 1
        return Var(self.next_var, name, kind, many)

    @property
    def names_missing(self) -> bool:
        """Whether some table could not be read, so that nobody knows what it would name and use."""
        for node in self.program.declarations:
            if isinstance(node, tree.Cards | tree.Board) and node.table is not None:
                table = self.program.tables.get(node.table.text)
                if table is None or table.column("name") is None:
                    return True
        return False

    def unknown_card(self, span: Span, message: str, hint: str | None) -> None:
        """Note a text that names no card or space, unless a table that may name it could not be read."""
        if self.names_missing:
            return
        self.report.add(Code.UNKNOWN_CARD, span, message, hint)

    def name_card(self, name: str, kind: str, node: tree.Cards) -> None:
        """Note a card that no declaration of its own and no table names."""
        self.symbols.cards[name] = CardInfo(name, kind, node.span, node)

    def frame(self) -> int:
        """A number for a new body that `set` cannot reach out of."""
        self.next_frame += 1
        return self.next_frame

    def bind(
        self, scope: Scope, name: tree.Name, var: Var, *, listed: bool = False, let: bool = False
    ) -> None:
        """Bind *name* in *scope*; a name never means two things."""
        text = name.text
        old = scope.find(text)
        if old is not None:
            also = () if old.span is None else ((old.span, "this one"),)
            message = f"`{text}` already has a meaning here"
            self.report.add(Code.NAME_TAKEN, name.span, message, "choose another name", also)
        elif text in self.symbols.things:
            thing = self.symbols.things[text]
            self.report.add(
                Code.NAME_TAKEN,
                name.span,
                f"`{text}` is already the name of a {thing.what} of the game",
                "choose another name",
            )
        scope.names[text] = Bound(var, listed, let, scope.frame, name.span)


def first_word(span: Span, word: str) -> Span:
    """Where the word with which *span* begins stands."""
    return evolve(span, end=span.start + len(word), end_line=span.line, end_column=span.column + len(word))


def unknown(span: Span) -> game.Expr:
    """What stands for an expression that is wrong."""
    return game.Nothing(span=span, type=UNKNOWN)


def notes(node: tree.Noted) -> dict[str, Any]:
    """Where a statement stands, its ## lines and its citations."""
    return {"span": node.span, "docs": node.docs, "cites": tuple(cite.id for cite in node.cites)}
