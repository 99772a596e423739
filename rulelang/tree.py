"""The syntax tree: what a ``.rules`` file says, with the noise words gone.

Every node is frozen data with a place in the source; two trees are equal when they say the same, wherever
it stands. Words in two forms (``card``/``cards``, ``choose``/``chooses``) leave no trace. Names of the
author's own stay as they are written: only the checker knows that ``Tiles`` means the kind ``Tile`` and
``1 coin`` the counter ``coins``.

Citations at the end of a line belong to the outermost declaration, statement, option, branch ... that
begins on this line; in ``if C: do e  @X-1`` to the ``if``, not to the ``do``.
"""

from enum import Enum, unique

from attrs import field

from rulelang.frozen import frozen
from rulelang.source import Span

# ------------------------------------------------------------------ what all nodes have


@frozen(kw_only=True)
class Node:
    """Anything that has a place in the source; trees compare by content alone."""

    span: Span = field(eq=False, repr=False)


@frozen
class Cite(Node):
    """``@AB-12``: a statement of the game's catalogue; the id is kept without the ``@``."""

    id: str


@frozen(kw_only=True)
class Noted(Node):
    """Whatever may carry ``##`` lines and citations, above it or at the end of its line."""

    docs: tuple[str, ...] = ()  # one item a line, without the ## and the blank after it
    cites: tuple[Cite, ...] = ()  # those above first, then those at the end of the line


@frozen(kw_only=True)
class Headed(Noted):
    """A header with a block below it; on paper a block of one statement may stand on the header's line."""

    inline: bool = field(default=False, eq=False, repr=False)  # written on one line; of layout only


@frozen(kw_only=True)
class Expression(Node):
    """Anything with a value."""

    bracketed: bool = field(default=False, eq=False, repr=False)  # in round brackets; of layout only


@frozen
class Name(Node):
    """A name that the author gave or refers to, without quotation marks."""

    text: str


@frozen
class Text(Node):
    """``"..."`` that is no card's name: a path, a reason, a label."""

    text: str


@frozen
class Comment(Node):
    """``# ...``, kept for the formatter."""

    text: str  # with the #
    own_line: bool  # False: at the end of a line that says something


# ------------------------------------------------------------------ nouns and selectors


@frozen
class PlayerNoun(Node):
    """``player``: those still in the game."""


@frozen
class SeatNoun(Node):
    """``seat``: a player, eliminated or not."""


@frozen
class CardNoun(Node):
    """``card``: of any kind."""


@frozen
class DieNoun(Node):
    """``die``"""


@frozen
class NumberNoun(Node):
    """``number``"""


@frozen
class KindNoun(Node):
    """``Tile``, ``Tiles``: a kind or an enum, as it is written (perhaps in the plural)."""

    name: Name


@frozen
class ListNoun(Node):
    """``list``, ``list of players``"""

    of: "Noun | None"


Noun = PlayerNoun | SeatNoun | CardNoun | DieNoun | NumberNoun | KindNoun | ListNoun


@frozen
class Clock(Node):
    """``clockwise from p``, ``counterclockwise from p``"""

    counter: bool
    start: "Expr"


@frozen
class Selector(Node):
    """``NOUN name in PLACE clockwise from p where CONDITION``: the one phrase for every introduction."""

    noun: Noun
    name: Name | None
    place: "Expr | None"  # None: all there are
    clock: Clock | None
    where: "Expr | None"


@unique
class Sizing(Enum):
    """How many are chosen."""

    EXACTLY = "exactly"
    UP_TO = "up to"
    AT_LEAST = "at least"
    ANY_NUMBER = "any number of"


@frozen
class HowMany(Node):
    """``exactly 2``, ``up to n``, ``at least 1``, ``any number of``"""

    sizing: Sizing
    amount: "Expr | None"  # None: any number


@frozen
class Param(Node):
    """``Tile t in hand of you where ...``, ``up to 2 cards spare in z``: what a caller gives or chooses."""

    how_many: HowMany | None  # None: one
    selector: Selector


# ------------------------------------------------------------------ expressions


@frozen
class NumberValue(Expression):
    """``12``"""

    value: int


@frozen
class TextValue(Expression):
    """``"Ruby"``: the card of this name, or a text."""

    text: str


@frozen
class YesNo(Expression):
    """``yes``, ``no``"""

    value: bool


@frozen
class Nothing(Expression):
    """``none``"""


@frozen
class SoFar(Expression):
    """``it``: inside a modifier, the value so far."""


@frozen
class Chance(Expression):
    """``chance``: the one who shuffles and rolls."""


@frozen
class Everyone(Expression):
    """``everyone``"""


@frozen
class Nobody(Expression):
    """``nobody``"""


@frozen
class This(Expression):
    """``this``: the card, token or space whose text it is."""


@frozen
class You(Expression):
    """``you``"""


@frozen
class Named(Expression):
    """``Tile``, ``Ann``: a capital name as a value (a kind, an enum, a player of an example)."""

    name: Name


@frozen
class Ref(Expression):
    """``rank``, ``marks[red] of h``, ``rank of first Card c in z``"""

    name: Name
    index: "tuple[Expr, ...]"
    of: "Expr | None"  # of a `first NOUN name in PLACE`: a Quantified


@frozen
class Call(Expression):
    """``room(s) of h``"""

    name: Name
    arguments: "tuple[Expr, ...]"
    of: "Expr | None"


@frozen
class TopOf(Expression):
    """``top of deck`` (one card), ``top 3 of deck`` (a list)"""

    how_many: "Expr | None"  # None: one card, not a list
    of: "Expr"


@frozen
class BottomOf(Expression):
    """``bottom of deck``, ``bottom 3 of deck``"""

    how_many: "Expr | None"
    of: "Expr"


@frozen
class ListOf(Expression):
    """``[a, b]``"""

    items: "tuple[Expr, ...]"


@frozen
class Range(Expression):
    """``[1 to n]``; after ``in`` also ``2 to 12``: all the whole numbers from low to high, as a list."""

    low: "Expr"
    high: "Expr"


@frozen
class Conditional(Expression):
    """``A if C otherwise B``"""

    value: "Expr"
    condition: "Expr"
    otherwise: "Expr"


@frozen
class Or(Expression):
    """``a or b or c``; two parts or more"""

    parts: "tuple[Expr, ...]"


@frozen
class And(Expression):
    """``a and b and c``; two parts or more"""

    parts: "tuple[Expr, ...]"


@frozen
class Not(Expression):
    """``not a``"""

    of: "Expr"


@unique
class Comparison(Enum):
    """How numbers compare."""

    EQUAL = "="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="


@frozen
class Compare(Expression):
    """``a = b``, ``a < b``: of numbers"""

    comparison: Comparison
    left: "Expr"
    right: "Expr"


@frozen
class Is(Expression):
    """``a is b``, ``a is not b``: of everything but numbers"""

    left: "Expr"
    right: "Expr"
    negated: bool


@frozen
class IsEmpty(Expression):
    """``z is empty``, ``z is not empty``"""

    of: "Expr"
    negated: bool


@frozen
class IsIn(Expression):
    """``c is in z``, ``c is not in z``"""

    left: "Expr"
    place: "Expr"
    negated: bool


@frozen
class Plus(Expression):
    """``a + b``: of numbers or of lists"""

    left: "Expr"
    right: "Expr"


@frozen
class Minus(Expression):
    """``a - b``"""

    left: "Expr"
    right: "Expr"


@frozen
class Times(Expression):
    """``a * b``"""

    left: "Expr"
    right: "Expr"


@frozen
class Divide(Expression):
    """``a / b rounded down``, ``a / b rounded up``"""

    left: "Expr"
    right: "Expr"
    up: bool


@frozen
class Negative(Expression):
    """``-a``"""

    of: "Expr"


@unique
class Quantifier(Enum):
    """What is asked of those that a selector names."""

    COUNT = "number of"
    ANY = "any"
    NONE = "no"
    ALL = "all"
    FIRST = "first"


@frozen
class Quantified(Expression):
    """``number of Tiles in z``, ``any player p where C``, ``no X ...``, ``all X ...``, ``first X ...``"""

    quantifier: Quantifier
    selector: Selector


@frozen
class Every(Expression):
    """``every player p has C``"""

    selector: Selector
    has: "Expr"


@frozen
class Extreme(Expression):
    """``all with highest E for each SELECTOR`` (a list), ``first with lowest E for each SELECTOR`` (one)"""

    first: bool  # False: all, ties included
    highest: bool  # False: lowest
    value: "Expr"
    selector: Selector


@unique
class Gather(Enum):
    """What becomes of many values."""

    SUM = "sum"
    PRODUCT = "product"
    HIGHEST = "highest"
    LOWEST = "lowest"
    LIST = "list"
    DIFFERENT = "different"


@frozen
class Gathered(Expression):
    """``sum of E for each SELECTOR``, ``list of E for each SELECTOR``, ..."""

    gather: Gather
    value: "Expr"
    selector: Selector


@frozen
class GatheredIn(Expression):
    """``highest in numbers``, ``sum in [1, 2]``: of a list that is there already"""

    gather: Gather
    place: "Expr"


@frozen
class Reach(Expression):
    """``reach of [x] through Space y to E``: all that is got at step by step, E telling the next from y"""

    start: "Expr"
    through: Selector
    step: "Expr"


@frozen
class Subsets(Expression):
    """``subsets of L``, ``subsets of 3 of L``"""

    size: "Expr | None"
    of: "Expr"


@frozen
class Splits(Expression):
    """``splits of L into groups of n``"""

    of: "Expr"
    size: "Expr"


@frozen
class EffectRef(Node):
    """``resolve(t)``, ``play of target of this``: an effect or action with what it is given."""

    name: Name
    arguments: "tuple[Expr, ...]"
    of: "Expr | None"


@frozen
class CanDo(Expression):
    """``p can do e(...)``"""

    who: "Expr"
    effect: EffectRef


@frozen
class CanChoose(Expression):
    """``p can choose x``: in examples, what the waiting question offers"""

    who: "Expr"
    what: "Expr"


@frozen
class Knows(Expression):
    """``p knows c``"""

    who: "Expr"
    what: "Expr"


@frozen
class Holds(Expression):
    """``hand of p holds ["Ruby"]``: these and no others, in any order"""

    place: "Expr"
    things: "ListOf | Range"


Expr = (
    NumberValue
    | TextValue
    | YesNo
    | Nothing
    | SoFar
    | Chance
    | Everyone
    | Nobody
    | This
    | You
    | Named
    | Ref
    | Call
    | TopOf
    | BottomOf
    | ListOf
    | Range
    | Conditional
    | Or
    | And
    | Not
    | Compare
    | Is
    | IsEmpty
    | IsIn
    | Plus
    | Minus
    | Times
    | Divide
    | Negative
    | Quantified
    | Every
    | Extreme
    | Gathered
    | GatheredIn
    | Reach
    | Subsets
    | Splits
    | CanDo
    | CanChoose
    | Knows
    | Holds
)

# ------------------------------------------------------------------ types


@frozen
class NumberType(Node):
    """``number``"""


@frozen
class TextType(Node):
    """``text``"""


@frozen
class PlayerType(Node):
    """``player``"""


@frozen
class CardType(Node):
    """``card``"""


@frozen
class DieType(Node):
    """``die``"""


@frozen
class NoneType(Node):
    """``none``, in ``player or none``"""


@frozen
class YesNoType(Node):
    """``yes or no``"""


@frozen
class NamedType(Node):
    """``Timing``: a kind or an enum"""

    name: Name


@frozen
class ListType(Node):
    """``list of Reward``"""

    of: "TypeExpr"


@frozen
class RangeType(Node):
    """``1 to 6``"""

    low: Expr
    high: Expr


@frozen
class AtLeastType(Node):
    """``0 or more``"""

    low: Expr


@frozen
class OneOfType(Node):
    """``Tile or Stone or none``; two parts or more"""

    parts: "tuple[TypeExpr, ...]"


TypeExpr = (
    NumberType
    | TextType
    | PlayerType
    | CardType
    | DieType
    | NoneType
    | YesNoType
    | NamedType
    | ListType
    | RangeType
    | AtLeastType
    | OneOfType
)

# ------------------------------------------------------------------ events


@frozen
class Changed(Node):
    """``ready``, ``marks[red] of Tile h``, ``place of boat of player p``: what an event is about."""

    name: Name
    index: Expr | None
    of: "Selector | Changed | This | You | None"


EventObject = Selector | Changed | This | You
EventActor = Selector | This | You


@frozen
class Begins(Node):
    """``drawing begins``, ``turn of player p begins``: of a phase"""

    what: Changed


@frozen
class Ends(Node):
    """``drawing ends``: of a phase or window"""

    what: Changed


@frozen
class Changes(Node):
    """``coins of player p changes``"""

    what: Changed


@frozen
class Rises(Node):
    """``coins of player p rises by n``"""

    what: Changed
    by: Name | None


@frozen
class Falls(Node):
    """``coins of player p falls by n``"""

    what: Changed
    by: Name | None


@frozen
class Becomes(Node):
    """``ready becomes yes``"""

    what: Changed
    value: Expr


@frozen
class Enters(Node):
    """``Tile t enters field``, ``this enters field``"""

    who: EventActor
    zone: Changed


@frozen
class Leaves(Node):
    """``Item i leaves deck``"""

    who: EventActor
    zone: Changed


@frozen
class Does(Node):
    """``player p does play(player q) of Tile t``"""

    who: EventActor
    effect: Name
    params: tuple[Param, ...]
    of: EventObject | None


@frozen
class Announced(Node):
    """``announced dice_settled``, ``announced revealed(player p)``"""

    event: Name
    params: tuple[Param, ...]


@frozen
class Rolled(Node):
    """``red_dice is rolled``"""

    dice: Name


@frozen
class Shuffled(Node):
    """``deck is shuffled``"""

    zone: Name


@frozen
class Eliminated(Node):
    """``player p is eliminated``"""

    who: EventActor


Event = (
    Begins
    | Ends
    | Changes
    | Rises
    | Falls
    | Becomes
    | Enters
    | Leaves
    | Does
    | Announced
    | Rolled
    | Shuffled
    | Eliminated
)

# ------------------------------------------------------------------ statements


@frozen
class Let(Noted):
    """``let n be E``"""

    name: Name
    value: Expr


@frozen
class Set(Noted):
    """``set coins of p to E``"""

    target: Expr  # a Ref; the checker refuses a Call, `top of` and `bottom of`
    value: Expr


@frozen
class Gain(Noted):
    """``p gains 2 coins``, ``h gains 1 mark[s]``, ``p gains 1 cup die``"""

    who: Expr
    amount: Expr
    name: Name  # a counter, in the singular or plural; of dice the name of the dice
    index: Expr | None
    dice: bool  # the name is followed by `die` or `dice`


@frozen
class Lose(Noted):
    """``p loses 2 coins``, ``p loses 1 cup die``"""

    who: Expr
    amount: Expr
    name: Name
    index: Expr | None
    dice: bool


@frozen
class Pay(Noted):
    """``you pay 2 gems``, ``you pay 1 gem to p``"""

    who: Expr
    amount: Expr
    name: Name
    to: Expr | None


@frozen
class Move(Noted):
    """``move c to hand of p``, ``move all Tiles to bottom of deck``"""

    what: Expr
    to: Expr  # a Ref, `top of` or `bottom of`


@frozen
class Draw(Noted):
    """``draw 2 cards caught from deck to hand of p``"""

    amount: Expr
    name: Name | None  # what the drawn are called afterwards
    source: Expr
    to: Expr


@frozen
class Shuffle(Noted):
    """``shuffle deck``"""

    zone: Expr


@frozen
class Roll(Noted):
    """``roll red_dice``"""

    dice: Expr


@frozen
class Show(Noted):
    """``show c to p``"""

    what: Expr
    to: Expr


@frozen
class Announce(Noted):
    """``announce revealed(a, b)``"""

    event: Name
    arguments: tuple[Expr, ...]


@frozen
class Do(Noted):
    """``do reset``, ``p does play of t``"""

    who: Expr | None  # None: `you` stays who it is
    effect: EffectRef


@frozen
class May(Noted):
    """``p may do trade``"""

    who: Expr
    effect: EffectRef


@frozen
class Choose(Noted):
    """``p secretly chooses up to 2 cards spare in hand of p where C``"""

    who: Expr
    secretly: bool
    how_many: HowMany | None  # None: one
    selector: Selector


@frozen
class Open(Noted):
    """``open tricks``, ``open market(p)``"""

    window: Name
    arguments: tuple[Expr, ...]


@frozen
class Pause(Noted):
    """``pause for p``"""

    who: Expr


@frozen
class Requires(Noted):
    """``requires C "reason"``"""

    condition: Expr
    reason: Text | None


@frozen
class Cancel(Noted):
    """``cancel play of t``"""

    effect: EffectRef


@frozen
class TakeOver(Noted):
    """``p takes over play of t``"""

    who: Expr
    effect: EffectRef


@frozen
class Skip(Noted):
    """``skip to scoring``"""

    to: Name


@frozen
class End(Noted):
    """``end luck``: of a phase or window"""

    what: Name


@frozen
class EndGame(Noted):
    """``end game``"""


@frozen
class Wins(Noted):
    """``p wins``, ``everyone wins``, ``nobody wins``, ``all players p where C win`` (a Quantified)"""

    who: Expr


@frozen
class Eliminate(Noted):
    """``eliminate p``, ``eliminate p from PHASE``"""

    who: Expr
    phase: Name | None  # None: for the rest of the game


@frozen
class CountUp(Noted):
    """``tally final``"""

    tally: Name


@frozen
class Branch(Headed):
    """``if C: ...``, ``otherwise if C: ...``, ``otherwise: ...``; notes of the first one are the If's."""

    condition: Expr | None  # None: the last, plain `otherwise`
    body: "tuple[Stmt, ...]"


@frozen
class If(Noted):
    """``if C: ...`` with its ``otherwise`` branches"""

    branches: tuple[Branch, ...]


@frozen
class OrderedBy(Node):
    """``ordered by p``"""

    who: Expr


@frozen
class AtOnce(Node):
    """``at once``"""


@frozen
class ForEach(Headed):
    """``for each SELECTOR: ...``, perhaps ``ordered by p`` or ``at once``"""

    selector: Selector
    order: OrderedBy | AtOnce | None
    body: "tuple[Stmt, ...]"


@frozen
class Repeat(Headed):
    """``repeat n times: ...``, ``repeat until C: ...``; one of times and until is None"""

    times: Expr | None
    until: Expr | None
    body: "tuple[Stmt, ...]"


@frozen
class Together(Headed):
    """``together: ...``"""

    body: "tuple[Stmt, ...]"


@frozen
class Option(Headed):
    """``option "text" if C with SELECTORS: ...``"""

    label: Text
    condition: Expr | None
    params: tuple[Param, ...]
    body: "tuple[Stmt, ...]"


@frozen
class ChooseOption(Noted):
    """``p chooses:`` with its options"""

    who: Expr
    options: tuple[Option, ...]


@frozen
class EachRef(Node):
    """``power of each Tile t in field of everyone where C``: many things to modify"""

    name: Name
    index: tuple[Expr, ...]
    arguments: tuple[Expr, ...]
    selector: Selector


@frozen
class Modifier(Noted):
    """``cost of owner becomes it - 1, layer market``"""

    target: Expr | EachRef  # a Ref or a Call; the checker refuses `top of` and `bottom of`
    value: Expr
    layer: Name | None


@unique
class TriggerWord(Enum):
    """When a rule answers its event."""

    WHEN = "when"
    BEFORE = "before"
    INSTEAD = "instead of"


@frozen
class Trigger(Headed):
    """``when EVENT if C: ...``, ``before EVENT: ...``, ``instead of EVENT: ...``"""

    word: TriggerWord
    event: Event
    condition: Expr | None
    body: "tuple[Stmt, ...]"


@frozen
class Action(Headed):
    """``action buy(PARAMS): ...``"""

    name: Name
    params: tuple[Param, ...]
    body: "tuple[Stmt, ...]"


@frozen
class Anytime(Noted):
    """``anytime during day, night:`` with its actions"""

    phases: tuple[Name, ...]  # none: during all
    actions: tuple[Action, ...]


LastingItem = Modifier | Trigger | Anytime


@frozen
class Lasting(Headed):
    """``until EVENT: ...``, ``while C: ...``"""

    span_of_time: "Until | While"
    items: tuple[LastingItem, ...]


@frozen
class Until(Node):
    """``until EVENT``"""

    event: Event


@frozen
class While(Node):
    """``while C``"""

    condition: Expr


@frozen
class Repeated(Node):
    """``repeated``, ``repeated until C``"""

    until: Expr | None


@frozen
class LoopEach(Node):
    """``for each SELECTOR``, after a phase's name"""

    selector: Selector
    order: OrderedBy | AtOnce | None


@frozen
class TakingTurns(Node):
    """``taking turns``, ``taking turns until C``: again and again, each time of the next player"""

    until: Expr | None


@frozen
class Phase(Headed):
    """``phase turn of mover, repeated until C: ...``"""

    name: Name
    of: Expr | None
    loop: Repeated | LoopEach | TakingTurns | None
    body: "tuple[Stmt, ...]"


Stmt = (
    Let
    | Set
    | Gain
    | Lose
    | Pay
    | Move
    | Draw
    | Shuffle
    | Roll
    | Show
    | Announce
    | Do
    | May
    | Choose
    | Open
    | Pause
    | Requires
    | Cancel
    | TakeOver
    | Skip
    | End
    | EndGame
    | Wins
    | Eliminate
    | CountUp
    | If
    | ForEach
    | Repeat
    | Together
    | Lasting
    | ChooseOption
    | Phase
)

# ------------------------------------------------------------------ declarations of one line


@frozen
class Catalogue(Noted):
    """``catalogue "catalogue.csv"``"""

    path: Text


@frozen
class Include(Noted):
    """``include "cards.rules"``"""

    path: Text


@frozen
class Parameter(Noted):
    """``parameter target: 1 to 50 = 10``"""

    name: Name
    type: TypeExpr
    value: Expr


@frozen
class Enumeration(Noted):
    """``enum Reward: Symbol, coin, wheel``; a capital name stands for all values of another enum"""

    name: Name
    values: tuple[Name, ...]


@frozen
class IndexEnum(Node):
    """``[Symbol]``, ``[Symbol s]``"""

    enum: Name
    name: Name | None


@frozen
class IndexRange(Node):
    """``[3 to 11]``"""

    low: Expr
    high: Expr


Index = IndexEnum | IndexRange


@frozen
class Owner(Node):
    """``of each player``, ``of each player p``"""

    noun: Noun
    name: Name | None


@unique
class Aspect(Enum):
    """What of a zone is shown."""

    FACES = "faces"
    BACKS = "backs"
    TOP = "top"
    COUNT = "count"


@frozen
class Visibility(Node):
    """``faces shown to mover``"""

    aspect: Aspect
    to: Expr


@frozen
class Zone(Noted):
    """``zone pile[3 to 11] of each player: row of Item, faces shown to owner, at most 3``"""

    name: Name
    index: Index | None
    owner: Owner | None
    arrangement: Name  # stack, pile, hand or row
    holds: tuple[CardNoun | KindNoun, ...]
    shown: tuple[Visibility, ...]
    at_most: Expr | None


@frozen
class Counter(Noted):
    """``counter marks[Symbol s]: 0 to spaces[s] = 0``, ``counter coins of each player: 0 or more = 0``"""

    name: Name
    index: Index | None
    owner: Owner | None
    type: TypeExpr
    value: Expr | None
    shown: Expr | None  # None: to everyone


@frozen
class Variable(Noted):
    """``variable target: player or none = none``, ``variable bid of each player: Card, shown to owner``"""

    name: Name
    index: Index | None
    owner: Owner | None
    type: TypeExpr
    value: Expr | None
    shown: Expr | None


@frozen
class Dice(Noted):
    """``dice red_dice: 4 of 1 to 6``, ``dice weather_die: 1 of 0, 0, 1, 1, 2, 2``"""

    name: Name
    owner: Owner | None
    count: Expr
    faces: "tuple[NumberValue | Name, ...] | Range"
    shown: Expr | None


@frozen
class Board(Noted):
    """``board path of Space from "path.csv"``, ``board grid of Square, 3 by 3, of each player``"""

    name: Name
    kind: Name
    table: Text | None  # None: it has rows and columns
    rows: Expr | None
    columns: Expr | None
    of_each: Noun | None


@frozen
class Value(Noted):
    """``value cursed of player p: yes or no = E, layers market, curses``"""

    name: Name
    params: tuple[Param, ...]
    of: Selector | None
    type: TypeExpr
    value: Expr | None  # None: a slot of a kind
    layers: tuple[Name, ...]


@unique
class RefillWhen(Enum):
    """When a zone is filled again."""

    EMPTY = "when empty"
    NEEDED = "when needed"
    UP_TO = "to"


@frozen
class Refill(Noted):
    """``refill deck of each player from discard when needed, shuffled``, ``refill display from deck to 4``"""

    zone: Expr  # a Ref
    of_each: Noun | None  # `of each player`: each from their own
    source: Expr
    when: RefillWhen
    shuffled: bool
    up_to: Expr | None  # for RefillWhen.UP_TO alone


@frozen
class EventDecl(Noted):
    """``event revealed(list of players reached)``"""

    name: Name
    params: tuple[Param, ...]


@unique
class RankWord(Enum):
    """How one rank of the winner compares."""

    MOST = "most"
    FEWEST = "fewest"
    SHARED = "shared"


@frozen
class Rank(Node):
    """``most points``, ``fewest coins``, ``shared``"""

    word: RankWord
    name: Name | None  # None: shared


@frozen
class Winner(Noted):
    """``winner: most points, then fewest coins, then shared``"""

    ranks: tuple[Rank, ...]


@frozen
class FromUntil(Node):
    """``from EVENT until EVENT``"""

    start: Event
    end: Event


@frozen
class Never(Node):
    """``never EVENT if C from EVENT until EVENT``"""

    event: Event
    condition: Expr | None
    span_of_time: FromUntil | None


@frozen
class Always(Node):
    """``always C from EVENT until EVENT``"""

    condition: Expr
    span_of_time: FromUntil | None


@frozen
class Invariant(Noted):
    """``invariant n: C``, ``invariant n: never EVENT``, ``invariant n: always C``"""

    name: Name
    claim: Expr | Never | Always


# ------------------------------------------------------------------ declarations with a block


@frozen
class Effect(Headed):
    """``effect play(TARGETS), all or nothing: ...``"""

    name: Name
    params: tuple[Param, ...]
    whole: bool  # all or nothing
    body: tuple[Stmt, ...] | None  # None: a slot each card fills


@frozen
class Field(Noted):
    """``color: Color``, ``spaces[Color]: number = 0``: what each thing of a kind has printed on it"""

    name: Name
    index: Index | None
    type: TypeExpr
    value: Expr | None


@frozen
class Fill(Noted):
    """``color = red``, ``worth(player p) = E``, ``spaces[red] = 2``: fills a field or a slot"""

    name: Name
    params: tuple[Param, ...]
    index: Name | NumberValue | None
    value: Expr


Member = Field | Fill | Counter | Variable | Value | Zone | Effect | Lasting | Trigger | Anytime


@unique
class Thing(Enum):
    """What a kind is at bottom."""

    CARD = "card"
    TOKEN = "token"
    SPACE = "space"


@frozen
class Kind(Headed):
    """``kind Tile is card: ...``, ``kind Stone is Tile``"""

    name: Name
    base: Thing | Name
    members: tuple[Member, ...]


@frozen
class Card(Headed):
    """``card "Ruby" is Tile, 3 copies, with cursed: ...``, ``card "Coin" like "Ruby"``"""

    name: Name
    token: bool  # written `token`
    kind: Name | None  # None: written with `like`
    like: Name | None  # None: written with `is`
    copies: Expr | None  # None: one
    traits: tuple[Name, ...]
    members: tuple[Member, ...]


@frozen
class Cards(Noted):
    """``cards Tile from "tiles.csv"``, ``cards Card for each Suit s, each number r in 2 to 14``"""

    kind: Name
    table: Text | None  # None: made from the selectors
    each: tuple[Selector, ...]


@frozen
class Trait(Headed):
    """``trait cursed of Item: ...``"""

    name: Name
    kind: Name
    members: tuple[Member, ...]


@frozen
class PlayersAsked(Node):
    """``players clockwise from p``, ``players ordered by p``, ``players at once``"""

    order: Clock | OrderedBy | AtOnce


@frozen
class Passing(Noted):
    """``passing requires C "reason"``"""

    condition: Expr
    reason: Text | None


@frozen
class Window(Noted):
    """``window w(PARAMS) asks players clockwise from p, starting over after each action:`` and its items"""

    name: Name
    params: tuple[Param, ...]
    asks: Expr | PlayersAsked
    restart: bool
    items: tuple[Action | Passing, ...]


@frozen
class Rule(Noted):
    """``rule alarm, when ready becomes yes: ...``; docs and cites are here, not at the trigger"""

    name: Name
    trigger: Trigger


@frozen
class Setup(Headed):
    """``setup: ...``"""

    body: tuple[Stmt, ...]


@frozen
class TallyLine(Noted):
    """``"hand": E``"""

    label: Text
    value: Expr


@frozen
class Tally(Noted):
    """``tally final of player p into points:`` and its lines"""

    name: Name
    of: Selector
    into: Name
    lines: tuple[TallyLine, ...]


# ------------------------------------------------------------------ examples


@frozen
class GivenPlayers(Noted):
    """``given players Ann, Bo``"""

    names: tuple[Name, ...]


@frozen
class Given(Noted):
    """``given coins of Ann = 4``"""

    condition: Expr


@frozen
class StepDo(Noted):
    """``when Ann does buy``"""

    who: Expr
    effect: EffectRef


@frozen
class StepChoose(Noted):
    """``when Ann chooses "Ruby"``, ``when chance chooses 6, 6, 1``"""

    who: Expr
    what: tuple[Expr, ...]


@frozen
class StepPass(Noted):
    """``when Ann passes``"""

    who: Expr


@frozen
class StepBegin(Noted):
    """``when drawing begins``"""

    phase: Name


@frozen
class Then(Noted):
    """``then coins of Ann = 0``"""

    condition: Expr


@frozen
class ThenAnnounced(Noted):
    """``then announced revealed([Ann], [])``"""

    event: Name
    arguments: tuple[Expr, ...]


ExampleLine = GivenPlayers | Given | StepDo | StepChoose | StepPass | StepBegin | Then | ThenAnnounced


@frozen
class Example(Noted):
    """``example "a full hand": ...``"""

    name: Text
    lines: tuple[ExampleLine, ...]


Decl = (
    Catalogue
    | Include
    | Parameter
    | Enumeration
    | Kind
    | Card
    | Cards
    | Board
    | Zone
    | Counter
    | Variable
    | Dice
    | Value
    | Refill
    | EventDecl
    | Winner
    | Invariant
    | Trait
    | Effect
    | Window
    | Anytime
    | Rule
    | Setup
    | Phase
    | Tally
    | Example
)

# ------------------------------------------------------------------ variants and files


@frozen
class Seats(Node):
    """``2 players``, ``2 to 6 players in teams of 2``"""

    low: int
    high: int
    teams: Expr | None  # how many in a team; None: everybody plays alone


@frozen
class SetParameter(Noted):
    """``set target to 5``"""

    name: Name
    value: Expr


@unique
class Removable(Enum):
    """What a variant can take away."""

    CARD = "card"
    TOKEN = "token"
    PHASE = "phase"
    RULE = "rule"
    EFFECT = "effect"
    ACTION = "action"
    WINDOW = "window"
    ZONE = "zone"
    KIND = "kind"
    TRAIT = "trait"
    VALUE = "value"
    COUNTER = "counter"
    VARIABLE = "variable"
    DICE = "dice"
    EVENT = "event"
    TALLY = "tally"
    REFILL = "refill"
    INVARIANT = "invariant"


@frozen
class Remove(Noted):
    """``remove card "Coin"``, ``remove phase dusk``"""

    what: Removable
    thing: Name | Text  # a Text: in quotation marks, a card or token


@frozen
class Rename(Noted):
    """``rename "Coin" to "Hatchet"``"""

    old: Name | Text
    new: Name | Text


@frozen
class Replace(Node):
    """``replace phase drawing: ...``; notes belong to the declaration"""

    new: Decl | Action


@unique
class PlaceWord(Enum):
    """Where a variant adds something."""

    AFTER = "after"
    BEFORE = "before"
    IN = "in"


@frozen
class Add(Node):
    """``add rule welcome, ...``, ``after dusk add phase supper: ...``; notes belong to the declaration"""

    place: PlaceWord | None
    anchor: Name | None  # the phase or window; None with the place
    new: Decl | Action


Change = SetParameter | Remove | Rename | Replace | Add


@frozen
class Game(Noted):
    """``game Tiles for 3 to 5 players``"""

    name: Name
    seats: Seats


@frozen
class Variant(Noted):
    """``variant Short of "../base.rules" for 4 players, excludes Long:`` and its changes"""

    name: Name
    base: Text
    seats: Seats | None
    excludes: tuple[Name, ...]
    changes: tuple[Change, ...]


@frozen
class File(Node):
    """A whole file: a game, a variant, or a part that a game includes."""

    head: Game | Variant | None  # None: a part
    items: tuple[Decl, ...]  # none in a variant
    comments: tuple[Comment, ...] = field(eq=False, repr=False)
    empty_lines: tuple[int, ...] = field(default=(), eq=False, repr=False)  # their numbers; of layout only
