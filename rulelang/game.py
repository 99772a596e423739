"""The checked game: what the checker hands to the interpreter and to the tools.

Every name is resolved, every expression has a type, nothing refers back to text except the spans
that messages point at. All classes are frozen; references between declarations go by key (a string
that is unique in its table), so that the whole is a plain value that can be compared and walked.

Keys: a declaration of the game is keyed by its name (`hand`); a member of a kind by `Kind.member`
(`Trick.play`), for the kind that declares it. Order in a tuple is the order of declaration.
"""

from collections.abc import Mapping
from typing import Any, Literal

import attrs
from attrs import field

from rulelang.frozen import frozen
from rulelang.source import Source, Span

# ------------------------------------------------------------------------------------------ types


@attrs.frozen  # compared all the time
class Type:
    """The type of an expression, a variable or a field.

    ``base`` says which: ``number``, ``truth``, ``text``, ``player``, ``card`` (cards and tokens; with
    ``names`` the kinds it may be, empty: any), ``space`` (``names``: its kinds), ``die``, ``enum``
    (``names``: the one enum), ``list`` (``item``), ``none`` (only the word none). Of a die ``item`` is the type
    of its faces, where it is known which dice it is of.
    ``optional``: `or none`. ``low``/``high``: bounds of a number as constant expressions, or None.
    """

    base: Literal["number", "truth", "text", "player", "card", "space", "die", "enum", "list", "none"]
    names: tuple[str, ...] = ()
    item: "Type | None" = None
    optional: bool = False
    low: "Expr | None" = field(default=None, eq=False)
    high: "Expr | None" = field(default=None, eq=False)


NUMBER, TRUTH, TEXT = Type("number"), Type("truth"), Type("text")
PLAYER, CARD, DIE, NONE = Type("player"), Type("card"), Type("die"), Type("none")


@frozen
class Var:
    """A name bound inside a rule: `let`, a parameter, a selector's or a choice's name.

    ``id`` is unique in the game. ``type`` is that of one candidate; ``many``: after a choice with an
    amount (`up to 2 cards spare`) later statements read it as a list of such (meaning 19).
    """

    id: int
    name: str
    type: Type
    many: bool = False


@frozen(kw_only=True)
class Node:
    """Anything that has a place in the source; compares by content alone."""

    span: Span = field(eq=False, repr=False)


# ------------------------------------------------------------------------------------ expressions


@frozen(kw_only=True)
class Expr(Node):
    """Any expression; ``type`` is what it yields."""

    type: Type


@frozen(kw_only=True)
class Num(Expr):
    value: int


@frozen(kw_only=True)
class Truth(Expr):
    value: bool


@frozen(kw_only=True)
class Text(Expr):
    value: str


@frozen(kw_only=True)
class Nothing(Expr):
    """`none`"""


@frozen(kw_only=True)
class Member(Expr):
    """A value of an enum: ``index`` counts the members of that enum from 0 (those of an included enum in its place)."""

    enum: str
    name: str
    index: int


@frozen(kw_only=True)
class CardName(Expr):
    """`"Axe"` where a card is meant: any copy with that name. Only compared with (`is`), in examples, or where
    there is a single copy."""

    name: str


@frozen(kw_only=True)
class SeatName(Expr):
    """A player of an example (`Ann`): a seat number."""

    seat: int
    name: str


@frozen(kw_only=True)
class Local(Expr):
    """A bound name. Type is a list if the variable is ``many`` and read after its choice."""

    var: Var


@frozen(kw_only=True)
class You(Expr):
    """Who acts (meaning 13); may be none in a rule."""


@frozen(kw_only=True)
class This(Expr):
    """The card, token or space whose text it is."""


@frozen(kw_only=True)
class It(Expr):
    """In a modifier: the value so far."""


@frozen(kw_only=True)
class Everyone(Expr):
    """`everyone` (or with ``every_seat`` the gone too): only as ``of`` (all players' X together) or as an audience."""


@frozen(kw_only=True)
class Nobody(Expr):
    """`nobody`: only as an audience or with `win`."""


@frozen(kw_only=True)
class Param(Expr):
    """A parameter of the game."""

    key: str


@frozen(kw_only=True)
class Stored(Expr):
    """A counter or variable: ``key`` in `Game.counters` or `Game.variables` or of a kind; ``of`` the player, card or
    space that has it (None: the game). ``of`` may be `Everyone` only under sum/list forms (then the type is a list)."""

    key: str
    index: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class Printed(Expr):
    """A field printed on a card, token or space (`rank of c`); ``key`` = `Kind.field`."""

    key: str
    index: tuple[Expr, ...] = ()
    of: Expr


@frozen(kw_only=True)
class Derived(Expr):
    """A derived value of the game, ``of`` a player, card... if it is declared so; or a value slot (`Kind.value`)
    of the card ``of``, which each card may fill for itself."""

    key: str
    args: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class ZoneOf(Expr):
    """A zone as a list of its cards, from oldest to newest (a stack from its top); ``of`` its owner; with
    `Everyone`: all players' together, clockwise as for a loop over players."""

    key: str
    index: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class DiceOf(Expr):
    """The dice of a declaration, as a list of dice (in play only)."""

    key: str
    of: Expr | None = None


@frozen(kw_only=True)
class BoardOf(Expr):
    """All spaces of a board in order (row by row); with ``index``: one space (`grid[1, 2]`), none outside."""

    key: str
    index: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class Prop(Expr):
    """A property without declaration.

    of a player: ``left``, ``right``; of a card: ``owner``, ``name``, ``back``, ``holder_zone``; of a die: ``face``;
    of a list: ``size``; of a board: ``lines``; of a space: ``row``, ``column``, ``neighbours``, ``owner``, ``name``;
    of nothing: ``start_player``, ``number_of_players`` (seats, the gone included).
    """

    name: str
    of: Expr | None = None


@frozen(kw_only=True)
class IfElse(Expr):
    """`yes if test otherwise no`"""

    test: Expr
    yes: Expr
    no: Expr


@frozen(kw_only=True)
class And(Expr):
    parts: tuple[Expr, ...]


@frozen(kw_only=True)
class Or(Expr):
    parts: tuple[Expr, ...]


@frozen(kw_only=True)
class Not(Expr):
    part: Expr


@frozen(kw_only=True)
class Compare(Expr):
    """Numbers by size; false if one side is none."""

    op: Literal["=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@frozen(kw_only=True)
class Is(Expr):
    """Sameness of anything but numbers (`is`; `is not` is `Not` of it). A card compared with a `CardName`: by name.
    Lists: the same members in the same order."""

    left: Expr
    right: Expr


@frozen(kw_only=True)
class KindIs(Expr):
    """`out is Shield`: the card or space is of that kind (or one derived from it); none is of no kind."""

    part: Expr
    kind: str


@frozen(kw_only=True)
class MemberOf(Expr):
    """`r is Symbol`: an enum value belongs to the enum ``enum`` (one contained in its own)."""

    part: Expr
    enum: str


@frozen(kw_only=True)
class AsEnum(Expr):
    """An enum value read as one of another enum (``type``) that contains its own or is contained in it: its index
    plus ``offset``; none if that enum has no such member."""

    part: Expr
    offset: int


@frozen(kw_only=True)
class IsEmpty(Expr):
    part: Expr


@frozen(kw_only=True)
class IsIn(Expr):
    """``part`` (a single thing) is in the list ``place``."""

    part: Expr
    place: Expr


@frozen(kw_only=True)
class Arith(Expr):
    """Numbers. ``op`` ``/down`` and ``/up`` say how the division rounds. None on either side: the result is none."""

    op: Literal["+", "-", "*", "/down", "/up"]
    left: Expr
    right: Expr


@frozen(kw_only=True)
class Negative(Expr):
    part: Expr


@frozen(kw_only=True)
class Concat(Expr):
    """`A + B` of lists; a single thing counts as a list of one (of none: empty)."""

    parts: tuple[Expr, ...]


@frozen(kw_only=True)
class Without(Expr):
    """`A - B` of lists: the members of A that are not in B."""

    left: Expr
    right: Expr


@frozen(kw_only=True)
class ListOf(Expr):
    """`[a, b]`; members that are none are left out."""

    items: tuple[Expr, ...]


@frozen(kw_only=True)
class RangeList(Expr):
    """`[a to b]`"""

    low: Expr
    high: Expr


@frozen(kw_only=True)
class Element(Expr):
    """`list[n]`, counted from 1; none past the end."""

    of: Expr
    index: Expr


@frozen(kw_only=True)
class End(Expr):
    """`top of L` / `bottom of L`; with ``amount`` a list of the first n from that end."""

    end: Literal["top", "bottom"]
    amount: Expr | None = None
    of: Expr


@frozen
class Clock:
    """`clockwise from p`: ``step`` +1 (to the left) or -1."""

    step: int
    start: Expr


@frozen(kw_only=True)
class Selector(Node):
    """`NOUN name in PLACE clockwise from P where C`: candidates of ``var`` in order.

    ``source`` None: all players in the game (``every_seat``: the gone too) / all cards of the kinds in the order
    declared / all spaces / all members of an enum. For numbers ``source`` is a `RangeList`. ``filter``: kinds that a
    candidate taken from ``source`` must have (empty: whatever lies there). ``where`` may read ``var``.
    """

    var: Var
    source: Expr | None = None
    filter: tuple[str, ...] = ()
    clock: Clock | None = None
    every_seat: bool = False
    where: Expr | None = None


@frozen(kw_only=True)
class Quantified(Expr):
    """``how``: ``count`` (number of), ``any``, ``no``, ``all`` (list), ``first`` (or none), ``every`` (body holds for
    all), ``sum``, ``highest``, ``lowest``, ``product``, ``list``, ``different`` (number of different values? no: the
    list without repeats) of ``body`` for each; ``all_highest``, ``all_lowest``, ``first_highest``, ``first_lowest``:
    the candidates with the extreme ``body``."""

    how: str
    selector: Selector
    body: Expr | None = None


@frozen(kw_only=True)
class GatheredIn(Expr):
    """`sum in L`, `highest in L`, `different in L`: ``how`` over a list of numbers or things."""

    how: str
    place: Expr


@frozen(kw_only=True)
class Reach(Expr):
    """`reach of START through Space y to NEXT`: START and all that is got at step by step, in order of distance."""

    start: Expr
    through: Selector
    to: Expr


@frozen(kw_only=True)
class Subsets(Expr):
    """All subsets (of ``amount`` members) of a list: a list of lists."""

    of: Expr
    amount: Expr | None = None


@frozen(kw_only=True)
class Splits(Expr):
    """`splits of L into groups of n`: each division once: a list of lists of lists."""

    of: Expr
    size: Expr


@frozen(kw_only=True)
class EffectRef(Node):
    """An effect to be done. ``key``: an effect of the game, a slot (`Kind.slot`) or own effect of a kind, then ``of``
    is the card; or an action of a window (only after `can do`, in examples and in events). ``args``: the parameters
    given; those left out (at the end) are targets that `you` chooses."""

    key: str
    args: tuple[Expr, ...] = ()
    of: Expr | None = None


@frozen(kw_only=True)
class CanDo(Expr):
    """`p can do e(...)` (meaning 6)."""

    who: Expr
    effect: EffectRef


@frozen(kw_only=True)
class CanChoose(Expr):
    """In examples: the question that waits for ``who`` offers ``what``."""

    who: Expr
    what: Expr


@frozen(kw_only=True)
class Knows(Expr):
    """``who`` knows the face of ``card``."""

    who: Expr
    card: Expr


@frozen(kw_only=True)
class Holds(Expr):
    """In examples: the zone holds these cards and no others, in any order."""

    place: Expr
    cards: tuple[Expr, ...]


@frozen(kw_only=True)
class ChanceActor(Expr):
    """`chance`, in examples and as who chooses."""


# ----------------------------------------------------------------------------------------- events


@frozen(kw_only=True)
class Fixed(Node):
    """A place of an event that must equal an expression (`this`, `you`, `holder`)."""

    value: Expr


Pattern = Selector | Fixed  # a selector binds its variable when its where holds


@frozen(kw_only=True)
class Event(Node):
    """Something that can happen. ``what`` and what the other parts then mean:

    ``begins``/``ends``: ``key`` = phase or window.
    ``changes``/``rises``/``falls``/``becomes``: ``key`` = counter, variable or derived value (``of``: pattern for its
    owner, ``index`` its index); ``by``: variable bound to how much; ``value``: what it becomes. If the subject is
    more than that (`place of boat of player p falls`) ``key`` is empty and ``watched`` is the expression, read for
    each candidate of the selector in ``of`` (if there is one).
    ``enters``/``leaves``: ``actor`` pattern of cards, ``key`` = zone, ``of`` its owner.
    ``does``: ``actor`` pattern of players, ``key`` = effect, slot or action, ``params`` patterns, ``of`` the card.
    ``announced``: ``key`` = event, ``params``. ``rolled``: ``key`` = dice. ``shuffled``: ``key`` = zone.
    ``eliminated``: ``actor``.
    """

    what: Literal["begins", "ends", "changes", "rises", "falls", "becomes", "enters", "leaves", "does", "announced",
                  "rolled", "shuffled", "eliminated"]
    key: str
    actor: Pattern | None = None
    index: tuple[Expr, ...] = ()
    of: Pattern | None = None
    params: tuple[Pattern, ...] = ()
    by: Var | None = None
    value: Expr | None = None
    watched: Expr | None = None


# ------------------------------------------------------------------------------------- statements


@frozen(kw_only=True)
class Stmt(Node):
    """Any statement. ``cites`` are its own citations (those of what contains it are not repeated)."""

    docs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


Body = tuple[Stmt, ...]


@frozen(kw_only=True)
class Let(Stmt):
    var: Var
    value: Expr


@frozen(kw_only=True)
class Set(Stmt):
    """``target`` is `Stored`, or `Local` for a `let` of the same body."""

    target: Expr
    value: Expr


@frozen(kw_only=True)
class Gain(Stmt):
    """`p gains n coins` (``sign`` 1) or loses (-1): stops at the counter's bounds. A die: ``key`` of dice."""

    target: Stored
    amount: Expr
    sign: int


@frozen(kw_only=True)
class Pay(Stmt):
    """``source`` loses the full amount; ``to`` (or None: the supply) gains it."""

    source: Stored
    amount: Expr
    to: Stored | None = None


@frozen(kw_only=True)
class Move(Stmt):
    """Moves a card, or each of a list, to the zone ``to`` (its top; ``at_bottom``: under it)."""

    what: Expr
    to: ZoneOf
    at_bottom: bool = False


@frozen(kw_only=True)
class Draw(Stmt):
    """Card by card from the top (or ``end`` bottom) of ``source``; ``var``: the list of those drawn."""

    amount: Expr
    source: ZoneOf
    end: Literal["top", "bottom"] = "top"
    to: ZoneOf
    var: Var | None = None


@frozen(kw_only=True)
class Shuffle(Stmt):
    zone: ZoneOf


@frozen(kw_only=True)
class Roll(Stmt):
    """``dice``: a list of dice (or one)."""

    dice: Expr


@frozen(kw_only=True)
class Show(Stmt):
    """Shows cards (one or a list), hidden dice or the value of an expression to ``to``: a player, a list of players,
    `Everyone`."""

    what: Expr
    to: Expr


@frozen(kw_only=True)
class Announce(Stmt):
    key: str
    args: tuple[Expr, ...] = ()


@frozen(kw_only=True)
class Do(Stmt):
    """`p does e(...)`; ``who`` None: `you` stays."""

    who: Expr | None
    effect: EffectRef


@frozen(kw_only=True)
class May(Stmt):
    """`p may do e`: a question to pass or to do it with one choice of its targets."""

    who: Expr
    effect: EffectRef


@frozen
class HowMany:
    """``least`` and ``most`` (None: no limit) of a choice: exactly n, up to n, at least n, any number."""

    least: Expr | None
    most: Expr | None


@frozen(kw_only=True)
class Choose(Stmt):
    """``who`` None: chance. Binds ``selector.var`` (a list when ``how_many``)."""

    who: Expr | None
    secretly: bool = False
    how_many: HowMany | None = None
    selector: Selector


@frozen(kw_only=True)
class Option(Node):
    """`option "text" if C with SELECTORS: body`"""

    text: str
    test: Expr | None
    params: tuple["Parameter", ...]
    body: Body
    docs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@frozen(kw_only=True)
class ChooseOption(Stmt):
    who: Expr | None
    options: tuple[Option, ...]


@frozen(kw_only=True)
class Open(Stmt):
    key: str
    args: tuple[Expr, ...] = ()


@frozen(kw_only=True)
class Pause(Stmt):
    who: Expr


@frozen(kw_only=True)
class Requires(Stmt):
    test: Expr
    reason: str | None = None


@frozen(kw_only=True)
class Cancel(Stmt):
    effect: EffectRef


@frozen(kw_only=True)
class TakeOver(Stmt):
    who: Expr
    effect: EffectRef


@frozen(kw_only=True)
class Skip(Stmt):
    phase: str


@frozen(kw_only=True)
class EndOf(Stmt):
    """`end n`: a phase or a window."""

    key: str
    window: bool


@frozen(kw_only=True)
class EndGame(Stmt):
    pass


@frozen(kw_only=True)
class Wins(Stmt):
    """`p wins`, `all players p where ... win`, `everyone wins`, `nobody wins`: ``who`` a player, a list of players,
    `Everyone` or `Nobody`."""

    who: Expr


@frozen(kw_only=True)
class Eliminate(Stmt):
    """``until`` a phase key, or None: for good."""

    who: Expr
    until: str | None = None


@frozen(kw_only=True)
class CountUp(Stmt):
    """`tally t`"""

    key: str


@frozen(kw_only=True)
class If(Stmt):
    branches: tuple[tuple[Expr, Body], ...]
    otherwise: Body


@frozen(kw_only=True)
class ForEach(Stmt):
    """``order``: None, ``at once``, or ``ordered by`` with ``by``."""

    selector: Selector
    order: Literal["at once", "ordered by"] | None = None
    by: Expr | None = None
    body: Body


@frozen(kw_only=True)
class Repeat(Stmt):
    """``times`` worked out once, or ``until`` tested after each time."""

    times: Expr | None
    until: Expr | None
    body: Body


@frozen(kw_only=True)
class Together(Stmt):
    body: Body


@frozen(kw_only=True)
class Modifier(Node):
    """`v becomes E, layer l`: ``target`` is a `Derived` (or a stored counter or variable is refused). ``args``/``of`` of
    the target say for which owner it holds: equal to the expressions, or, with ``each``, for each candidate."""

    target: Derived
    each: Selector | None = None
    value: Expr
    sets: bool  # the value does not read `it`
    layer: str | None = None
    cites: tuple[str, ...] = ()


@frozen(kw_only=True)
class Trigger(Node):
    """A rule: ``time`` when / before / instead. ``name`` None inside cards and lasting blocks; in a trait
    the trait's."""

    name: str | None
    time: Literal["when", "before", "instead"]
    event: Event
    test: Expr | None
    body: Body
    docs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@frozen(kw_only=True)
class Lasting(Stmt):
    """A `while C:` block of a card (``test``; ``zones``: the zones of `this is in ...`, when that is all it says) or an
    `until EVENT:` block started by a statement (``until``). It owns modifiers, rules and anytime actions."""

    test: Expr | None = None
    zones: tuple[str, ...] = ()
    until: Event | None = None
    modifiers: tuple[Modifier, ...] = ()
    rules: tuple[Trigger, ...] = ()
    actions: tuple["Action", ...] = ()
    during: tuple[str, ...] = ()


@frozen(kw_only=True)
class PhaseStmt(Stmt):
    """A nested phase stands here."""

    key: str


# ----------------------------------------------------------------------------------- declarations


@frozen(kw_only=True)
class Decl(Node):
    """Any declaration: where it stands (``span``: its name or head), its ## lines and citations."""

    key: str
    docs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@frozen(kw_only=True)
class Setting(Decl):
    """A parameter of the game."""

    type: Type
    default: Expr


@frozen(kw_only=True)
class Enum(Decl):
    """``members``: all names in order; ``parts``: (enum, first index, length) of the enums it contains."""

    members: tuple[str, ...]
    parts: tuple[tuple[str, int, int], ...] = ()


@frozen(kw_only=True)
class Index:
    """One index of a counter, zone, field: an enum, or numbers ``low`` to ``high``. ``var``: its name, if given."""

    enum: str | None = None
    low: Expr | None = None
    high: Expr | None = None
    var: Var | None = None


@frozen(kw_only=True)
class Field(Decl):
    """``key`` = `Kind.field`; ``default`` None: each card must say it."""

    index: tuple[Index, ...] = ()
    type: Type
    default: Expr | None = None


@frozen(kw_only=True)
class Kind(Decl):
    """``base``: card, token or space; ``parent``: the kind it is derived from; ``lineage``: itself first, then its
    ancestors. ``back``: text that cards of it show on the back (None for tokens and spaces).

    Spaces have no text of their own, so a kind of spaces has what `Card` has of each design: ``effects`` and ``values``
    say what fills each slot, ``rules`` and ``lastings`` what all its spaces do, ``printed`` what it says in fields; all
    that of its ancestors included. Of cards and tokens these are empty."""

    base: Literal["card", "token", "space"]
    parent: str | None
    lineage: tuple[str, ...]
    back: str | None
    fields: tuple[Field, ...] = ()
    effects: "Mapping[str, Effect]" = field(factory=dict)
    values: "Mapping[str, Value]" = field(factory=dict)
    rules: "tuple[Trigger, ...]" = ()
    lastings: "tuple[Lasting, ...]" = ()
    printed: "Mapping[str, Expr | tuple[tuple[tuple[Expr, ...], Expr], ...]]" = field(factory=dict)


@frozen(kw_only=True)
class Trait(Decl):
    """The head of a trait: what it adds stands in the cards that have it. ``kind``: whose cards may have it."""

    kind: str


@frozen(kw_only=True)
class Parameter:
    """A parameter of an effect, action, window, event or value; also what an option is offered `with`.
    ``how_many``: a list is chosen."""

    selector: Selector
    how_many: HowMany | None = None

    @property
    def var(self) -> Var:
        return self.selector.var


@frozen(kw_only=True)
class Card(Decl):
    """One design of card or token; ``copies`` of it exist. All that it has by itself, by traits, by `like`, and by its
    kind is resolved here. ``fields``: by key, a constant expression, or a tuple of (index values, expression).
    ``effects``/``values``: what fills each slot, by the slot's key `Kind.slot`."""

    name: str
    kind: str
    copies: Expr
    fields: Mapping[str, Expr | tuple[tuple[tuple[Expr, ...], Expr], ...]]
    effects: "Mapping[str, Effect]"
    values: "Mapping[str, Value]"
    rules: tuple[Trigger, ...] = ()
    lastings: tuple[Lasting, ...] = ()
    traits: tuple[str, ...] = ()


@frozen(kw_only=True)
class Zone(Decl):
    """``owner``: None, ``player``, or the kind whose cards have such a zone each. ``order``: stack, pile, hand, row.
    ``shown``: (aspect faces/backs/top/count, audience) as the zone has it in the end, defaults included; an audience
    is `Everyone`, `Nobody`, `Prop` owner / others (of None), or any player expression."""

    owner: str | None = None
    index: tuple[Index, ...] = ()
    order: Literal["stack", "pile", "hand", "row"]
    kinds: tuple[str, ...]
    capacity: Expr | None = None
    shown: tuple[tuple[str, Expr], ...] = ()


@frozen(kw_only=True)
class Store(Decl):
    """A counter (``counter`` True: a whole number with bounds in its type) or a variable. ``owner``: None, ``player``
    or a kind. ``default`` None: none. ``shown``: audience, None: everyone."""

    counter: bool
    owner: str | None = None
    index: tuple[Index, ...] = ()
    type: Type
    default: Expr | None = None
    owner_var: Var | None = None
    shown: Expr | None = None


@frozen(kw_only=True)
class Dice(Decl):
    """``amount`` dice (of each player if ``owner``), each with ``faces``: numbers ``low`` to ``high``, or the list
    ``faces`` of constant expressions (repeats count)."""

    owner: str | None = None
    amount: Expr
    low: Expr | None = None
    high: Expr | None = None
    faces: tuple[Expr, ...] = ()
    type: Type
    shown: Expr | None = None


@frozen(kw_only=True)
class Board(Decl):
    """Spaces of ``kind``: ``rows`` by ``columns``, or the rows of a table in ``spaces`` (field key -> expression, and
    ``name`` -> `Text`)."""

    kind: str
    owner: str | None = None
    rows: Expr | None = None
    columns: Expr | None = None
    spaces: tuple[Mapping[str, Expr], ...] = ()


@frozen(kw_only=True)
class Value(Decl):
    """A derived value. ``of``: whose it is (a selector whose variable the expression reads). A slot of a kind has
    ``kind``; ``expr`` None there: each card must fill it."""

    params: tuple[Parameter, ...] = ()
    of: Selector | None = None
    kind: str | None = None
    type: Type
    expr: Expr | None
    layers: tuple[str, ...] = ()


@frozen(kw_only=True)
class Refill(Decl):
    """``target`` from ``source``: ``time`` empty / needed (``shuffled``), or up to ``upto`` cards. Zones `of each player`
    mean each from their own."""

    target: ZoneOf
    source: ZoneOf
    time: Literal["empty", "needed", "upto"]
    shuffled: bool = False
    upto: Expr | None = None


@frozen(kw_only=True)
class EventDecl(Decl):
    params: tuple[Parameter, ...] = ()


@frozen(kw_only=True)
class Effect(Decl):
    """``kind``: the kind whose slot or own effect it is (then `this` may be read). ``whole``: all or nothing.
    ``body`` None: a slot that each card must fill."""

    params: tuple[Parameter, ...] = ()
    kind: str | None = None
    whole: bool = False
    body: Body | None


@frozen(kw_only=True)
class Action(Decl):
    """Something that a window, or `anytime`, offers. ``key``: its name."""

    params: tuple[Parameter, ...] = ()
    body: Body
    kind: str | None = None


@frozen(kw_only=True)
class Window(Decl):
    """Asks ``who`` (one player), or all clockwise (``clock``; None with ``by``: in the order that ``by`` says).
    ``restart``: starting over after each action. ``passing``: what `passing requires`."""

    params: tuple[Parameter, ...] = ()
    who: Expr | None = None
    clock: Clock | None = None
    by: Expr | None = None
    restart: bool = False
    actions: tuple[Action, ...] = ()
    passing: tuple[Requires, ...] = ()


@frozen(kw_only=True)
class Anytime(Decl):
    """``during``: phases (empty: always). ``kind``: the kind or None; `this` is then the card in ``zones``."""

    during: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()


@frozen(kw_only=True)
class Phase(Decl):
    """``of``: whose phase it is. ``loop``: None, ``repeated`` (with ``until``: tested after each time), ``each``
    (``selector``, ``order``), ``turns`` (taking turns). ``parent``: the phase it is nested in. Nested phases stand in
    ``body`` as `PhaseStmt`."""

    of: Expr | None = None
    loop: Literal["repeated", "each", "turns"] | None = None
    until: Expr | None = None
    selector: Selector | None = None
    order: Literal["at once", "ordered by"] | None = None
    by: Expr | None = None
    parent: str | None = None
    body: Body


@frozen(kw_only=True)
class Tally(Decl):
    """Labelled lines that count into the counter ``into`` of the player ``of``."""

    of: Selector
    into: str
    lines: tuple[tuple[str, Expr, tuple[str, ...]], ...]


@frozen(kw_only=True)
class Rank:
    """``most``/``fewest`` of a counter or value ``key`` of each player."""

    how: Literal["most", "fewest"]
    key: str


@frozen(kw_only=True)
class Winner(Decl):
    """Ranks in order; those still equal share."""

    ranks: tuple[Rank, ...]


@frozen(kw_only=True)
class Invariant(Decl):
    """``test`` must hold after every step; or ``never`` an event (``test``: if); both only ``since`` .. ``until`` if
    given."""

    test: Expr | None
    never: Event | None = None
    since: Event | None = None
    until: Event | None = None


@frozen(kw_only=True)
class Given(Node):
    """A condition to make true: ``test`` is `Stored` = / is, `Holds`, `IsEmpty`, `Is` of a top, a truth or its `Not`."""

    test: Expr


@frozen(kw_only=True)
class When(Node):
    """``what``: ``does`` (``who``, ``effect``), ``chooses`` (``who`` or None: chance, ``answers``), ``passes`` (``who`` or
    `Everyone`), ``begins`` (``phase``)."""

    what: Literal["does", "chooses", "passes", "begins"]
    who: Expr | None = None
    effect: EffectRef | None = None
    answers: tuple[Expr, ...] = ()
    phase: str | None = None


@frozen(kw_only=True)
class Then(Node):
    """``test`` must hold; or the event ``announced`` was announced with ``args`` since the first `when`."""

    test: Expr | None = None
    announced: str | None = None
    args: tuple[Expr, ...] | None = None


@frozen(kw_only=True)
class Example(Decl):
    """``key``: its title. ``players``: names by seat (None: as few as the game allows)."""

    players: tuple[str, ...]
    lines: tuple[Given | When | Then, ...]


@frozen
class Statement:
    """A row of the catalogue: one statement of the rulebook."""

    id: str
    section: str
    paraphrase: str
    kind: str


@attrs.frozen(kw_only=True, repr=False)
class Game:
    """A whole checked game (or variant of one), with the values of its parameters.

    ``players``: least and greatest number of seats. ``settings``: parameter key -> chosen value (an int, bool, text
    or None; enum members by index, players by seat). ``digest``: hash of everything that play depends on.

    Two numbers are 0 in every game that is read; tools that try a game set others. ``first``: the seat of the start player.
    ``order``: in which order rules answer one event: 0 as meaning 1 has it, 1 the other way round, another number any other
    order; the game's own still come before those of cards.
    """

    name: str
    docs: tuple[str, ...]
    players: tuple[int, int]
    teams: Expr | None
    parameters: Mapping[str, Setting]
    settings: Mapping[str, object]
    enums: Mapping[str, Enum]
    kinds: Mapping[str, Kind]
    fields: Mapping[str, Field]
    cards: tuple[Card, ...]
    zones: Mapping[str, Zone]
    stores: Mapping[str, Store]  # counters and variables, of the game, of players, of kinds (`Kind.name`)
    dice: Mapping[str, Dice]
    boards: Mapping[str, Board]
    values: Mapping[str, Value]  # also the slots of kinds, with their default
    refills: tuple[Refill, ...]
    events: Mapping[str, EventDecl]
    effects: Mapping[str, Effect]  # also slots and own effects of kinds
    windows: Mapping[str, Window]
    anytimes: tuple[Anytime, ...]
    rules: tuple[Trigger, ...]
    setup: Body
    phases: Mapping[str, Phase]  # all, nested too, in order
    program: tuple[str, ...]  # keys of the outermost phases in order
    tallies: Mapping[str, Tally]
    winner: Winner | None
    invariants: tuple[Invariant, ...]
    examples: tuple[Example, ...]
    catalogue: tuple[Statement, ...]
    citations: Mapping[str, tuple[tuple[str, Span], ...]]  # id -> (what carries it, where), in order
    # the same of other variants that lie with the game, for statements that must be carried and are not in it
    variant_citations: Mapping[str, tuple[tuple[str, Span], ...]]
    sources: tuple[Source, ...]
    variant: str | None = None
    digest: str = ""
    trait_heads: Mapping[str, Trait] = field(factory=dict)
    first: int = 0
    order: int = 0

    def __repr__(self) -> str:
        return f"<{self.name}{' with ' + self.variant if self.variant is not None else ''}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # who prints such classes field by field, as Hypothesis does, would print the whole game

    @property
    def bearers(self) -> "tuple[Card | Kind, ...]":
        """All that have text with a `this`: the cards, then the kinds of which there are spaces, both as declared."""
        used = {board.kind for board in self.boards.values()}
        return (*self.cards, *(kind for kind in self.kinds.values() if kind.key in used))
