"""Small rules files made at random, for comparing engine and oracle; a seed makes the same file each time.

A file is a tree of lines, so that a failure can be made smaller by leaving lines out: `smallest`. The pieces know what
is declared and which names are bound where they stand, so that most files check without errors.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

from attrs import define, evolve, field, frozen

from rulelang import tree
from rulelang.check import check
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.game import Game
from rulelang.parse import parse
from rulelang.program import Program
from rulelang.source import Source

# ------------------------------------------------------------------------------------- trees of lines


@frozen
class Line:
    """A line of rules and the lines indented under it."""

    text: str
    under: "tuple[Line, ...]" = ()

    def size(self) -> int:
        return 1 + sum(line.size() for line in self.under)


Lines = tuple[Line, ...]


def text_of(lines: Sequence[Line], depth: int = 0) -> str:
    """The text of a rules file."""
    return "".join("    " * depth + line.text + "\n" + text_of(line.under, depth + 1) for line in lines)


def parsed(text: str) -> Lines:
    """The tree of a text, to make a file smaller that no seed has made."""
    stack: list[tuple[int, list[Line], str]] = [(-1, [], "")]

    def close(depth: int) -> None:
        while stack[-1][0] >= depth:
            _, under, head = stack.pop()
            stack[-1][1].append(Line(head, tuple(under)))

    for row in text.splitlines():
        if row.strip():
            depth = (len(row) - len(row.lstrip())) // 4
            close(depth)
            stack.append((depth, [], row.strip()))
    close(0)
    return tuple(stack[0][1])


def checked(text: str) -> tuple[Game | None, tuple[Diagnostic, ...]]:
    """The game that a text says, or none; and the errors."""
    source = Source("made.rules", text)
    file, problems = parse(source)
    if file is None or not isinstance(file.head, tree.Game):
        return None, problems
    game, found = check(Program(header=file.head, declarations=tuple(file.items), sources=(source,)))
    errors = tuple(one for one in found if one.severity is Severity.ERROR)
    return (None if errors else game), errors


# ------------------------------------------------------------------------------------- making them smaller


def smallest(lines: Lines, fails: Callable[[str], bool], rounds: int = 1000) -> Lines:
    """The smallest file found that still *fails*, by leaving out lines and making phrases plain."""
    left = rounds

    def still(smaller: Lines) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and fails(text_of(smaller))

    before: Lines = ()
    while lines != before and left > 0:
        before = lines
        lines = _fewer(lines, still)
        lines = _one_by_one(lines, still, _opened)
        lines = _one_by_one(lines, still, _plainer)
    return lines


def _fewer(lines: Lines, still: Callable[[Lines], bool]) -> Lines:
    """Stretches of lines left out, with all that stands under them, the long stretches first."""
    stretch = max(sum(line.size() for line in lines) // 2, 1)
    while stretch:
        at = 0
        while at < sum(line.size() for line in lines):
            smaller = _without(lines, at, at + stretch)
            if still(smaller):
                lines = smaller
            else:
                at += stretch
        stretch //= 2
    return lines


def _without(lines: Lines, start: int, end: int) -> Lines:
    """Without the lines of these numbers, counted from the top."""
    kept = []
    at = 0
    for line in lines:
        if not start <= at < end:
            under = _without(line.under, start - at - 1, end - at - 1)
            if under or not line.under:
                kept.append(evolve(line, under=under))
        at += line.size()
    return tuple(kept)


def _one_by_one(
    lines: Lines, still: Callable[[Lines], bool], ways: Callable[[Line], Iterator[Lines]]
) -> Lines:
    """Every line as the first of its *ways* that will do says."""
    at = 0
    while at < sum(line.size() for line in lines):
        for smaller in _with(lines, at, ways):
            if still(smaller):
                lines = smaller
                break
        else:
            at += 1
    return lines


def _with(lines: Lines, at: int, ways: Callable[[Line], Iterator[Lines]]) -> Iterator[Lines]:
    """The files in which the line of this number is put in other words."""
    for n, line in enumerate(lines):
        if at < line.size():
            if at == 0:
                others = ways(line)
            else:
                others = ((evolve(line, under=under),) for under in _with(line.under, at - 1, ways))
            yield from ((*lines[:n], *other, *lines[n + 1 :]) for other in others)
            return
        at -= line.size()


def _opened(line: Line) -> Iterator[Lines]:
    """What stands under it, in its place."""
    if line.under:
        yield line.under


PLAIN = [
    (re.compile(r" where (?!.* to )[^:]*(?=:?$)"), ""),
    (re.compile(r", (all or nothing|starting over after each action|shuffled|layers? [a-z, ]+)"), ""),
    (re.compile(r", (faces|top|count|backs) shown to \w+"), ""),
    (re.compile(r", at most \d"), ""),
    (re.compile(r" secretly"), ""),
]


def _plainer(line: Line) -> Iterator[Lines]:
    """With parts of phrases left out; with something in brackets made a number, a truth or a player."""
    for pattern, plain in PLAIN:
        text = pattern.sub(plain, line.text)
        if text != line.text:
            yield (evolve(line, text=text),)
    for start, end in _brackets(line.text):
        for plain in ("1", "yes", "start_player", "none", line.text[start + 1 : end - 1]):
            if plain != line.text[start:end]:
                yield (evolve(line, text=line.text[:start] + plain + line.text[end:]),)


def _brackets(text: str) -> list[tuple[int, int]]:
    """Where something in brackets stands, the longest first."""
    opened: list[int] = []
    found = []
    for at, letter in enumerate(text):
        if letter == "(":
            opened.append(at)
        elif letter == ")" and opened:
            found.append((opened.pop(), at + 1))
    return sorted(found, key=lambda span: span[0] - span[1])


# ------------------------------------------------------------------------------------- what a piece may use


@frozen
class Zone:
    name: str
    order: str
    kinds: tuple[str, ...]
    owner: str = ""  # "", player, or the kind whose cards have one
    index: str = ""  # "", Colour, or a range
    hidden: bool = False

    def holds(self, kind: str) -> bool:
        return "card" in self.kinds or kind in self.kinds or (kind == "Dragon" and "Beast" in self.kinds)


@frozen
class Effect:
    name: str
    params: tuple[str, ...]  # sorts of the targets
    kind: str = ""
    whole: bool = False


@define
class Scope:
    """The names bound where a piece stands."""

    names: dict[str, list[str]] = field(factory=dict)  # by sort
    you: bool = True
    this: str = ""  # the kind whose text it is
    it: bool = False
    place: str = "phase"  # phase, setup, effect, action, rule, value
    depth: int = 0
    phase: str = ""
    quiet: bool = False  # nobody may be asked

    def child(self, **changes: object) -> "Scope":
        names = {sort: list(those) for sort, those in self.names.items()}
        return evolve(self, names=names, depth=self.depth + 1, **changes)

    def bind(self, sort: str, name: str) -> str:
        self.names.setdefault(sort, []).append(name)
        return name

    def of(self, sort: str) -> list[str]:
        return self.names.get(sort, [])


COLOURS = ("red", "blue", "green")
CARD_NAMES = ("Ant", "Bee", "Cat", "Dog", "Elk", "Fox")
CHARM_NAMES = ("Gem", "Hat", "Ink")


class Maker:
    """Makes one rules file."""

    def __init__(self, seed: int | Random) -> None:
        self.r = seed if isinstance(seed, Random) else Random(seed)
        self.count = 0
        self.zones: list[Zone] = []
        self.counters: list[tuple[str, str, str]] = []  # name, owner, index
        self.variables: list[tuple[str, str, str]] = []  # name, sort, owner
        self.values: list[tuple[str, str, str, tuple[str, ...]]] = []  # name, sort, owner, params
        self.layers: dict[str, tuple[str, ...]] = {}
        self.effects: list[Effect] = []
        self.windows: list[tuple[str, tuple[str, ...]]] = []
        self.actions: list[str] = []
        self.events: list[tuple[str, tuple[str, ...]]] = []
        self.phases: list[str] = []
        self.dice: list[tuple[str, str, str]] = []  # name, owner, sort of the faces
        self.tallies: list[str] = []
        self.kinds = ["Beast"]
        self.board = False
        self.parameters: list[str] = []
        self.refilled: set[str] = set()  # zones that refills fill or take from

    # ---------------------------------------------------------------------------------- chance

    def chance(self, share: float) -> bool:
        return self.r.random() < share

    def any(self, things: Sequence[object]) -> object:
        return self.r.choice(things)

    def one(self, *ways: "tuple[float, Callable[[], object]]") -> object:
        """One of the ways, by weight."""
        return self.r.choices([way for _, way in ways], [weight for weight, _ in ways])[0]()

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    # ---------------------------------------------------------------------------------- numbers

    def number(self, sc: Scope) -> str:
        """A number, in brackets wherever it could be read in two ways."""
        inner = sc.child()
        ways: list[tuple[float, Callable[[], object]]] = [(3, lambda: str(self.r.randint(0, 4)))]
        for name in sc.of("number"):
            ways.append((3, lambda name=name: name))
        if sc.it:
            ways.append((8, lambda: "it"))
        for name in self.parameters:
            ways.append((0.5, lambda name=name: name))
        for name, owner, index in self.counters:
            ways.append((1.5, lambda n=name, o=owner, i=index: self.stored(n, o, i, inner)))
        if sc.depth < 4:
            ways += [
                (1, lambda: f"({self.number(inner)} {self.any('+-')} {self.number(inner)})"),
                (0.3, lambda: f"({self.number(inner)} * {self.number(inner)})"),
                (0.3, lambda: f"({self.number(inner)} / {self.r.randint(1, 3)} rounded {self.any(('up', 'down'))})"),
                (0.2, lambda: f"(-{self.number(inner)})"),
                (1, lambda: f"(rank of {self.card(inner, 'Beast')})"),
                (0.8, lambda: f"(hits of {self.card(inner, 'Beast')})"),
                (1, lambda: self.counted(inner)),
                (1, lambda: self.gathered(inner)),
                (0.4, lambda: f"({self.number(inner)} if {self.truth(inner)} otherwise {self.number(inner)})"),
                (0.3, lambda: "(number of players)"),
                (0.2, lambda: f"({self.any(('sum', 'highest', 'lowest'))} in {self.numbers(inner)})"),
                (0.1, lambda: f"(size of (subsets of {self.any(('', '2 of '))}{self.few(inner)}))"),
                (0.1, lambda: f"(size of (splits of {self.few(inner)} into groups of 2))"),
            ]
            if self.board:
                ways.append((0.3, lambda: f"(size of {self.reach(inner)})"))
            for name, sort, owner, params in self.values:
                if sort == "number":
                    ways.append((1, lambda n=name, o=owner, p=params: self.derived(n, o, p, inner)))
            for name, owner, sort in self.dice:
                if sort == "number":
                    ways.append((0.7, lambda n=name, o=owner: self.rolled(n, o, inner)))
            if self.board:
                ways.append((0.5, lambda: f"(height of {self.space(inner)})"))
                ways.append((0.2, lambda: f"({self.any(('row', 'column'))} of {self.space(inner)})"))
        return str(self.one(*ways))

    def values_of(self, sort: str, sc: Scope) -> list[tuple[float, Callable[[], object]]]:
        """Derived values of that sort."""
        return [(0.8, lambda n=name, o=owner, p=params: self.derived(n, o, p, sc))
                for name, its, owner, params in self.values if its == sort]

    def text(self, sc: Scope) -> str:
        inner = sc.child()
        ways: list[tuple[float, Callable[[], object]]] = [(2, lambda: self.any(('"low"', '"high"')))]
        if sc.depth < 4:
            ways += [*self.values_of("text", inner), (1, lambda: f"(name of {self.card(inner, 'Beast')})"),
                     (1, lambda: f"({self.text(inner)} if {self.truth(inner)} otherwise {self.text(inner)})")]
        return str(self.one(*ways))

    def small(self, sc: Scope) -> str:
        """A number for amounts: mostly a numeral."""
        return str(self.r.randint(1, 3)) if self.chance(0.7) else self.number(sc.child())

    def amount(self, sc: Scope) -> str:
        """As an amount stands: a numeral, a name or something in brackets."""
        text = self.small(sc)
        return text if text.isdigit() or (text.startswith("(") and text.endswith(")")) else f"({text})"

    def counted(self, sc: Scope) -> str:
        return f"(number of {self.selector(sc, self.a_sort(), plural=True, all_there=True)[0]})"

    def gathered(self, sc: Scope) -> str:
        how = self.any(("sum", "highest", "lowest", "product"))
        inner = sc.child()
        sort = self.any(("Beast", "player", "number"))
        text, name, inner = self.selector(inner, str(sort), need=True, all_there=True)
        what = {"Beast": f"rank of {name}", "player": f"coins of {name}", "number": name}[str(sort)]
        if sort == "Beast" and self.chance(0.3):
            what = f"hits of {name}"
        return f"({how} of {what} for each {text})"

    def numbers(self, sc: Scope) -> str:
        """A list of numbers."""
        inner = sc.child()
        if self.chance(0.4):
            return "[" + ", ".join(self.number(inner) for _ in range(self.r.randint(0, 3))) + "]"
        if sc.depth < 4 and self.chance(0.4) and (ways := self.values_of("numbers", inner)):
            return str(self.one(*ways))
        if self.chance(0.5):
            return f"[{self.r.randint(0, 2)} to {self.number(inner)}]"
        text, name, _ = self.selector(inner, "Beast", need=True)
        return f"({self.any(('list', 'different'))} of rank of {name} for each {text})"

    def few(self, sc: Scope) -> str:
        """A short list of numbers."""
        return "[" + ", ".join(self.small(sc) for _ in range(self.r.randint(1, 4))) + "]"

    def reach(self, sc: Scope) -> str:
        """What is got at on the board, step by step."""
        through, to = self.fresh("s"), self.fresh("s")
        inner = sc.child()
        inner.bind("Square", through)
        inner.bind("Square", to)
        return (f"(reach of [{self.space(sc)}] through Square {through} to"
                f" (all Squares {to} in neighbours of {through} where {self.truth(inner)}))")

    def stored(self, name: str, owner: str, index: str, sc: Scope) -> str:
        text = name
        if index:
            text += f"[{self.colour(sc)}]" if index == "Colour" else f"[{self.small(sc)}]"
        if owner == "player":
            text += f" of {self.player(sc)}"
        elif owner == "Square":
            text += f" of {self.space(sc)}"
        elif owner:
            text += f" of {self.card(sc, owner)}"
        return f"({text})" if owner else text

    def derived(self, name: str, owner: str, params: tuple[str, ...], sc: Scope) -> str:
        text = name
        if params:
            text += "(" + ", ".join(self.given(sort, sc) for sort in params) + ")"
        if owner == "player":
            text += f" of {self.player(sc)}"
        elif owner:
            text += f" of {self.card(sc, owner)}"
        return f"({text})" if owner or params else text

    def rolled(self, name: str, owner: str, sc: Scope) -> str:
        cup = name + (f" of {self.player(sc)}" if owner else "")
        if name == self.dice[0][0] and self.chance(0.3) and (ways := self.values_of("die", sc)):
            return f"(face of {self.one(*ways)})"
        if self.chance(0.5):
            return f"(face of first die {self.fresh('d')} in {cup})"
        d = self.fresh("d")
        return f"({self.any(('sum', 'highest'))} of face of {d} for each die {d} in {cup})"

    # ---------------------------------------------------------------------------------- conditions

    def truth(self, sc: Scope) -> str:
        inner = sc.child()
        ways: list[tuple[float, Callable[[], object]]] = [
            (3, lambda: f"({self.number(inner)} {self.any(('=', '<', '<=', '>', '>='))} {self.number(inner)})"),
            (1, lambda: f"({self.player(inner)} {self.any(('is', 'is not'))} {self.player(inner)})"),
            (1, lambda: f"({self.card(inner, 'Beast')} {self.any(('is', 'is not'))} {self.card(inner, 'Beast')})"),
            (0.7, lambda: f"({self.card(inner, 'Beast')} {self.any(('is in', 'is not in'))} {self.cards(inner)})"),
            (0.7, lambda: f"({self.zone(inner)} {self.any(('is empty', 'is not empty'))})"),
            (1, lambda: f"(colour of {self.card(inner, 'Beast')} is {self.colour(inner)})"),
            (0.2, lambda: self.any(("yes", "no"))),
            (0.3, lambda: f'({self.card(inner, "Beast")} {self.any(("is", "is not"))} "{self.any(CARD_NAMES[:2])}")'),
            (0.15, lambda: f"({self.colour(inner)} {self.any(('is', 'is not'))} Warm)"),
            (0.15, lambda: f"(back of {self.card(inner, 'Beast')} is back of {self.card(inner, 'Beast')})"),
        ]
        if "Dragon" in self.kinds:
            ways.append((0.4, lambda: f"({self.card(inner, 'Beast')} {self.any(('is', 'is not'))} Dragon)"))
        if sc.depth < 4:
            ways += [
                (0.7, lambda: f"({self.truth(inner)} {self.any(('and', 'or'))} {self.truth(inner)})"),
                (0.4, lambda: f"(not {self.truth(inner)})"),
                (1, lambda: f"({self.any(('any', 'no'))} {self.selector(inner, self.a_sort(), all_there=True)[0]})"),
                (0.4, lambda: self.every(inner)),
                (0.4, lambda: f"({self.player(inner)} knows {self.card(inner, 'Beast')})"),
                (0.3, lambda: f"({self.number(inner)} is in {self.numbers(inner)})"),
                (0.3, lambda: f"({self.text(inner)} {self.any(('is', 'is not'))} {self.text(inner)})"),
            ]
            for effect in self.effects:
                if not effect.kind:
                    ways.append((0.3, lambda e=effect: f"({self.player(inner)} can do {self.call(e, inner)})"))
            for name, sort, owner in self.variables:
                if sort == "truth":
                    ways.append((1, lambda n=name, o=owner: self.stored(n, o, "", inner)))
            for name, sort, owner, params in self.values:
                if sort == "truth":
                    ways.append((1, lambda n=name, o=owner, p=params: self.derived(n, o, p, inner)))
            for name in sc.of("card"):
                for kind in self.kinds[1:]:
                    ways.append((0.5, lambda n=name, k=kind: f"({n} {self.any(('is', 'is not'))} {k})"))
        return str(self.one(*ways))

    def every(self, sc: Scope) -> str:
        text, _, inner = self.selector(sc, self.a_sort(), plain=True, need=True, all_there=True)
        return f"(every {text} has {self.truth(inner)})"

    # ---------------------------------------------------------------------------------- things

    def a(self, sort: str, sc: Scope) -> str:
        """Something of that sort."""
        if sort == "number":
            return self.number(sc)
        if sort == "truth":
            return self.truth(sc)
        if sort == "player":
            return self.player(sc)
        if sort in ("Colour", "Warm"):
            return self.colour(sc)
        if sort == "Square":
            return self.space(sc)
        if sort == "text":
            return self.text(sc)
        if sort == "cards":
            return self.cards(sc)
        if sort == "numbers":
            return self.numbers(sc)
        if sort == "die":
            return self.die(sc)
        return self.card(sc, sort)

    def given(self, sort: str, sc: Scope) -> str:
        """Something to be kept by a name of that sort, or given to what is for that sort; a card may turn out to be of another
        kind."""
        if sort in ("Beast", "Dragon", "Charm") and self.chance(0.2):
            return self.card(sc, "Beast" if sort == "Dragon" and self.chance(0.5) else "card")
        return self.a(sort, sc)

    def die(self, sc: Scope) -> str:
        name, owner, _ = self.dice[0]
        cup = name + (f" of {self.player(sc)}" if owner else "")
        return f"(first die {self.fresh('d')} in {cup})"

    def player(self, sc: Scope) -> str:
        inner = sc.child()
        ways: list[tuple[float, Callable[[], object]]] = [(1.5, lambda: "start_player")]
        if sc.you:
            ways.append((4, lambda: "you"))
        if sc.this:
            ways.append((2, lambda: "owner"))
        for name in sc.of("player"):
            ways.append((3, lambda name=name: name))
        for name, sort, owner in self.variables:
            if sort == "player" and (not owner or sc.depth < 4):
                ways.append((0.8, lambda n=name, o=owner: self.stored(n, o, "", inner)))
        if sc.depth < 4:
            ways += [
                (1, lambda: f"({self.any(('left', 'right'))} of {self.player(inner)})"),
                (0.3, lambda: f"(first {self.selector(inner, 'player', need=True)[0]})"),
                (0.3, lambda: f"(owner of {self.card(inner, 'Beast')})"),
                (0.3, lambda: self.extreme(inner)),
                *self.values_of("player", inner),
            ]
        return str(self.one(*ways))

    def extreme(self, sc: Scope) -> str:
        text, name, _ = self.selector(sc, "player", need=True)
        return f"(first with {self.any(('highest', 'lowest'))} coins of {name} for each {text})"

    def colour(self, sc: Scope) -> str:
        inner = sc.child()
        ways: list[tuple[float, Callable[[], object]]] = [(3, lambda: self.any(COLOURS))]
        for name in sc.of("Colour"):
            ways.append((3, lambda name=name: name))
        if sc.depth < 4:
            ways.append((0.7, lambda: f"(colour of {self.card(inner, 'Beast')})"))
            ways += self.values_of("Colour", inner)
            for name, sort, owner in self.variables:
                if sort in ("Colour", "Warm"):
                    ways.append((1, lambda n=name, o=owner: self.stored(n, o, "", inner)))
        return str(self.one(*ways))

    def space(self, sc: Scope) -> str:
        inner = sc.child()
        ways: list[tuple[float, Callable[[], object]]] = [
            (1, lambda: f"grid[{self.r.randint(1, 2)}, {self.r.randint(1, 2)}]"),
            (1, lambda: f"(first {self.selector(inner, 'Square', need=True)[0]})"),
        ]
        for name in sc.of("Square"):
            ways.append((4, lambda name=name: name))
        for name, sort, owner in self.variables:
            if sort == "Square" and not owner:
                ways.append((1, lambda name=name: name))
        if sc.this == "Square":
            ways.append((5, lambda: "this"))
        return str(self.one(*ways)) if sc.depth < 5 else "grid[1, 2]"

    def card(self, sc: Scope, kind: str) -> str:
        """A card of that kind, or none."""
        inner = sc.child()
        ways: list[tuple[float, Callable[[], object]]] = []
        if sc.this == kind or (sc.this == "Dragon" and kind == "Beast") or (sc.this in ("Beast", "Dragon") and kind == "card"):
            ways.append((3, lambda: "this"))
        narrower = {"Beast": ("Dragon",), "card": ("Beast", "Charm")}.get(kind, ())
        for name in [*sc.of(kind), *(name for sort in narrower for name in sc.of(sort))]:
            ways.append((4, lambda name=name: name))
        for name, sort, owner in self.variables:
            if sort == kind and (not owner or sc.depth < 3):
                ways.append((0.7, lambda n=name, o=owner: self.stored(n, o, "", inner)))
        if sc.depth < 5:
            ways.append((2, lambda: f"(first {self.selector(inner, kind, need=True)[0]})"))
            lists = [*sc.of("cards"), *(n for n, sort, _ in self.variables if sort == "cards")] if kind == "Beast" else []
            for name in lists:
                ways.append((1, lambda name=name: f"{name}[{self.small(inner)}]"))
            ways += self.values_of(kind, inner)
            ends = [z for z in self.zones if z.kinds == (kind,) and not z.index and z.owner in ("", "player")]
            for zone in ends:
                ways.append((0.7, lambda z=zone: f"({self.any(('top', 'bottom'))} of {self.place(z, inner)})"))
        if not ways:
            return f"(first {kind} {self.fresh('c')} in hand of everyone)"
        return str(self.one(*ways))

    def place(self, zone: Zone, sc: Scope, everyone: bool = False) -> str:
        """A zone, of somebody or something where it has to be."""
        inner = sc.child()
        text = zone.name
        if zone.index:
            text += f"[{self.colour(inner) if zone.index == 'Colour' else self.r.randint(1, 2)}]"
        if zone.owner == "player":
            text += " of everyone" if everyone and self.chance(0.2) else f" of {self.player(inner)}"
        elif zone.owner == "Square":
            text += f" of {self.space(inner)}"
        elif zone.owner:
            text += f" of {self.card(inner, zone.owner)}"
        return text

    def zone(self, sc: Scope, kind: str = "Beast") -> str:
        fit = [z for z in self.zones if z.holds(kind) or z.kinds == ("card",)]
        return self.place(self.any(fit), sc, everyone=True)  # type: ignore[arg-type]

    def cards(self, sc: Scope, kind: str = "Beast") -> str:
        """A list of cards among which there may be some of that kind."""
        inner = sc.child()
        ways: list[tuple[float, Callable[[], object]]] = [(6, lambda: self.zone(inner, kind))]
        for name in sc.of("cards"):
            ways.append((2, lambda name=name: name))
        for name, sort, owner in self.variables:
            if sort == "cards" and kind == "Beast":
                ways.append((1.5, lambda n=name, o=owner: self.stored(n, o, "", inner)))
        if sc.depth < 4:
            ways += [
                (0.4, lambda: f"({self.zone(inner, kind)} + {self.zone(inner, kind)})"),
                (0.2, lambda: f"({self.zone(inner, kind)} - {self.cards(inner, kind)})"),
                (0.3, lambda: f"(all {self.selector(inner, kind, plural=True, need=True)[0]})"),
                (0.2, lambda: f"[{self.card(inner, kind)}, {self.card(inner, kind)}]"),
            ]
            if kind == "Beast":
                ways += self.values_of("cards", inner)
            plain = [z for z in self.zones if z.holds(kind) and not z.index and z.owner in ("", "player")]
            for zone in plain[:2]:
                end = self.any(("top", "bottom"))
                ways.append((0.3, lambda z=zone, e=end: f"({e} {self.r.randint(1, 2)} of {self.place(z, inner)})"))
        return str(self.one(*ways))

    # ---------------------------------------------------------------------------------- selectors

    def a_sort(self) -> str:
        sorts = ["player", "Beast", "Beast", "number", "Colour", "Beast", "card"]
        sorts += [kind for kind in ("Charm", "Dragon") if kind in self.kinds]
        if self.board:
            sorts.append("Square")
        return str(self.any(sorts))

    def selector(self, sc: Scope, sort: str, *, plural: bool = False, plain: bool = False, need: bool = False,
                 all_there: bool = False) -> tuple[str, str, Scope]:
        """The text, the name, and a scope in which it is bound. *plain*: without a `where`; *need*: with a name;
        *all_there*: perhaps all cards that there are."""
        inner = sc.child()
        name = self.fresh({"player": "p", "number": "n", "Colour": "k", "Square": "s"}.get(sort, "c"))
        s = "s" if plural else ""
        if sort == "player":
            text = f"player{s} {name}"
            if self.chance(0.2):
                text += f" {self.any(('clockwise', 'counterclockwise'))} from {self.player(inner)}"
        elif sort == "number":
            text = f"number{s} {name} in {self.r.randint(0, 1)} to {self.r.randint(1, 3)}"
        elif sort == "Colour":
            text = f"Colour {name}"
        elif sort == "Square":
            text = f"Square{s} {name} in grid"
        elif all_there and self.chance(0.1):
            text = f"{sort}{s} {name}"
        else:
            text = f"{sort}{s} {name} in {self.cards(inner, sort)}"
        bound = sc.child()
        bound.bind(sort, name)
        if not plain and sc.depth < 4 and self.chance(0.45):
            text += f" where {self.truth(bound)}"
        return text, name, bound

    # ---------------------------------------------------------------------------------- statements

    def body(self, sc: Scope, most: int = 3) -> Lines:
        """A few statements; names that they bind hold for those after them."""
        inner = sc.child()
        lines: list[Line] = []
        for _ in range(self.r.randint(1, most)):
            lines += self.statement(inner)
        return tuple(lines)

    def statement(self, sc: Scope) -> list[Line]:
        """One statement; it may bind names in *sc*."""
        ways: list[tuple[float, Callable[[], list[Line]]]] = [
            (3, lambda: self.gain(sc)),
            (1.5, lambda: self.set(sc)),
            (3, lambda: self.move(sc)),
            (1.5, lambda: self.draw(sc)),
            (0.5, lambda: [Line(f"shuffle {self.place(self.zone_for_shuffle(), sc)}")]),
            (0.5, lambda: self.show(sc)),
            (0.7, lambda: self.let(sc)),
            (0.4, lambda: self.pay(sc)),
        ]
        if sc.place != "setup" and not sc.quiet:
            ways += [
                (2.5, lambda: self.choose(sc)),
                (0.5, lambda: self.chance_chooses(sc)),
                (0.12, lambda: self.eliminate(sc)),
                (0.3, lambda: self.until(sc)),
            ]
            if self.effects:
                ways += [(2, lambda: self.do(sc)), (1, lambda: self.may(sc))]
            if self.windows:
                ways.append((0.8, lambda: self.open(sc)))
            if self.events:
                ways.append((0.6, lambda: self.announce(sc)))
            if self.tallies:
                ways.append((0.3, lambda: [Line(f"tally {self.any(self.tallies)}")]))
            if self.phases and sc.place in ("action", "effect", "rule", "phase"):
                ways.append((0.15, lambda: self.jump(sc)))
            if sc.place in ("effect", "action"):
                ways.append((0.7, lambda: [Line(f'requires {self.truth(sc)} "not now"')]))
            ways.append((0.15, lambda: [Line(f"pause for {self.player(sc)}")]))
            ways.append((0.04, lambda: self.ending(sc)))
        if self.dice:
            ways.append((0.8, lambda: self.roll(sc)))
        if sc.depth < 4:
            ways += [
                (1, lambda: self.if_(sc)),
                (1, lambda: self.loop(sc)),
                (0.4, lambda: self.repeat(sc)),
                (0.6, lambda: [Line("together:", self.body(sc))]),
            ]
            if sc.place != "setup" and not sc.quiet:
                ways += [(0.8, lambda: self.options(sc)), (0.4, lambda: self.at_once(sc))]
        return self.one(*ways)  # type: ignore[return-value]

    def gain(self, sc: Scope) -> list[Line]:
        owned = [c for c in self.counters if c[1]]
        name, owner, index = self.any(owned)  # type: ignore[misc]
        verb = self.any(("gains", "gains", "loses"))
        who = {"player": lambda: self.player(sc), "Square": lambda: self.space(sc)}.get(
            owner, lambda: self.card(sc, owner))()
        what = name
        if index:
            what += f"[{self.colour(sc)}]" if index == "Colour" else f"[{self.small(sc)}]"
        if who == "you":
            verb = {"gains": "gain", "loses": "lose"}[str(verb)]
        return [Line(f"{who} {verb} {self.amount(sc)} {what}")]

    def set(self, sc: Scope) -> list[Line]:
        if self.chance(0.5) and self.variables:
            name, sort, owner = self.any(self.variables)  # type: ignore[misc]
            nothing = sort in ("player", "Beast", "Dragon", "Square") and name != "mover" and self.chance(0.15)
            value = "none" if nothing else self.given(sort, sc)
            return [Line(f"set {self.bare(self.stored(name, owner, '', sc))} to {value}")]
        if self.chance(0.1) and sc.of("let"):
            return [Line(f"set {self.any(sc.of('let'))} to {self.number(sc)}")]
        name, owner, index = self.any(self.counters)  # type: ignore[misc]
        value = self.number(sc) if self.chance(0.3) else str(self.r.randint(0, 3))
        return [Line(f"set {self.bare(self.stored(name, owner, index, sc))} to {value}")]

    def bare(self, text: str) -> str:
        return text[1:-1] if text.startswith("(") and text.endswith(")") else text

    def move(self, sc: Scope) -> list[Line]:
        kind = "Charm" if "Charm" in self.kinds and self.chance(0.2) else "Beast"
        to = self.any([z for z in self.zones if z.holds(kind) or self.chance(0.2)])
        where = self.place(to, sc)  # type: ignore[arg-type]
        if self.chance(0.1):
            where = f"bottom of {where}" if not to.index and not to.owner else where  # type: ignore[union-attr]
        if self.chance(0.6):
            return [Line(f"move {self.card(sc, kind)} to {where}")]
        text = self.selector(sc, kind, plural=True, need=True)[0]
        return [Line(f"move all {text} to {where}")]

    def draw(self, sc: Scope) -> list[Line]:
        to = self.any([z for z in self.zones if z.kinds == ("card",)])
        source = self.any([z for z in self.zones if z.kinds == ("card",) and not z.index and not z.owner])
        end = "bottom of " if self.chance(0.15) else ""
        amount = self.amount(sc)
        name = ""
        if self.chance(0.25):
            name = " " + self.fresh("v")
        line = Line(f"draw {amount} card{'' if amount == '1' else 's'}{name} from {end}{source.name}"  # type: ignore[union-attr]
                    f" to {self.place(to, sc)}")  # type: ignore[arg-type]
        if name:
            sc.bind("cards", name.strip())
        return [line]

    def zone_for_shuffle(self) -> Zone:
        deck = self.zones[0]
        return deck if self.chance(0.7) else self.any([z for z in self.zones if z.owner != "Beast"])  # type: ignore[return-value]

    def show(self, sc: Scope) -> list[Line]:
        who = "everyone" if self.chance(0.3) else self.player(sc)
        if self.chance(0.2):
            return [Line(f"show {self.number(sc)} to {who}")]
        if self.chance(0.3):
            return [Line(f"show all {self.selector(sc, 'Beast', plural=True, need=True)[0]} to {who}")]
        return [Line(f"show {self.card(sc, 'Beast')} to {who}")]

    def let(self, sc: Scope) -> list[Line]:
        sort = self.any(("number", "Beast", "player"))
        name = self.fresh("v")
        line = Line(f"let {name} be {self.a(str(sort), sc)}")
        sc.bind(str(sort), name)
        if sort == "number":
            sc.bind("let", name)
        return [line]

    def pay(self, sc: Scope) -> list[Line]:
        who = self.player(sc)
        verb = "pay" if who == "you" else "pays"
        to = f" to {self.player(sc)}" if self.chance(0.3) else ""
        return [Line(f"{who} {verb} {self.amount(sc)} coins{to}")]

    def how_many(self, sc: Scope) -> str:
        return str(self.any((
            "exactly 2", "up to 2", "at least 1", "any number of", "exactly 1", f"up to {self.amount(sc)}")))

    def choose(self, sc: Scope) -> list[Line]:
        who = self.player(sc)
        verb = ("secretly " if self.chance(0.1) else "") + ("choose" if who == "you" else "chooses")
        sort = self.a_sort()
        if self.chance(0.2) and sort in ("Beast", "Charm", "player"):
            many = self.how_many(sc)
            text, name, _ = self.selector(sc, sort, plural=True, need=True)
            if sort != "player":
                sc.bind("cards", name)
            return [Line(f"{who} {verb} {many} {text}")]
        if self.chance(0.08) and self.dice:
            return self.choose_dice(sc, f"{who} {verb}")
        if self.chance(0.05):
            return self.choose_list(sc, f"{who} {verb}")
        text, name, _ = self.selector(sc, sort, need=True)
        sc.bind(sort, name)
        return [Line(f"{who} {verb} {text}")]

    def choose_list(self, sc: Scope, words: str) -> list[Line]:
        name, n = self.fresh("l"), self.fresh("n")
        if self.chance(0.5):
            lists = f"(subsets of {self.any(('', '2 of '))}{self.few(sc)})"
            last = Line(f"set score to (highest of {n} for each number {n} in {name})")
        else:
            lists = f"(splits of {self.few(sc)} into groups of 2)"
            last = Line(f"set score to (size of {name})")
        return [Line(f"{words} list {name} in {lists}"), last]

    def choose_dice(self, sc: Scope, words: str) -> list[Line]:
        name, owner, _ = self.any(self.dice)  # type: ignore[misc]
        cup = name + (f" of {self.player(sc)}" if owner else "")
        d = self.fresh("d")
        if self.chance(0.5):
            return [Line(f"{words} die {d} in {cup}"), Line(f"roll {d}")]
        return [Line(f"{words} up to 2 dice {d} in {cup}"), Line(f"roll {d}")]

    def chance_chooses(self, sc: Scope) -> list[Line]:
        sort = self.a_sort()
        verb = "secretly chooses" if self.chance(0.15) else "chooses"
        if self.chance(0.2) and sort == "Beast":
            text, name, _ = self.selector(sc, sort, plural=True, need=True)
            sc.bind("cards", name)
            return [Line(f"chance {verb} exactly {self.r.randint(1, 2)} {text}")]
        text, name, _ = self.selector(sc, sort, need=True)
        sc.bind(sort, name)
        return [Line(f"chance {verb} {text}")]

    def options(self, sc: Scope, who: str = "") -> list[Line]:
        who = who or ("chance" if self.chance(0.1) else self.player(sc))
        options: list[Line] = []
        for text in ("first", "second", "third")[: self.r.randint(2, 3)]:
            inner = sc.child()
            head = f'option "{text}"'
            if self.chance(0.3):
                head += f" if {self.truth(sc)}"
            if self.chance(0.3):
                sort = self.a_sort()
                what, name, _ = self.selector(sc, sort, need=True)
                inner.bind(sort, name)
                head += f" with {what}"
            options.append(Line(head + ":", self.body(inner, 2)))
        return [Line(f"{who} choose{'' if who == 'you' else 's'}:", tuple(options))]

    def call(self, effect: Effect, sc: Scope) -> str:
        """An effect with all, some or none of its targets."""
        given = effect.params[: self.any((0, len(effect.params), len(effect.params)))]  # type: ignore[misc]
        text = effect.name
        if given:
            text += "(" + ", ".join(self.given(sort, sc) for sort in given) + ")"
        if effect.kind:
            text += f" of {self.card(sc, effect.kind)}"
        return text

    def do(self, sc: Scope) -> list[Line]:
        effect = self.any(self.effects)
        who = "" if self.chance(0.3) and sc.you else self.player(sc) + " "
        verb = "do" if who in ("", "you ") else "does"
        return [Line(f"{who}{verb} {self.call(effect, sc)}")]  # type: ignore[arg-type]

    def may(self, sc: Scope) -> list[Line]:
        return [Line(f"{self.player(sc)} may do {self.call(self.any(self.effects), sc)}")]  # type: ignore[arg-type]

    def open(self, sc: Scope) -> list[Line]:
        name, params = self.any(self.windows)  # type: ignore[misc]
        args = "(" + ", ".join(self.given(sort, sc) for sort in params) + ")" if params else ""
        return [Line(f"open {name}{args}")]

    def announce(self, sc: Scope) -> list[Line]:
        name, params = self.any(self.events)  # type: ignore[misc]
        args = "(" + ", ".join(self.given(sort, sc) for sort in params) + ")" if params else ""
        return [Line(f"announce {name}{args}")]

    def eliminate(self, sc: Scope) -> list[Line]:
        until = f" from {self.any(self.phases)}" if self.chance(0.4) and self.phases else ""
        return [Line(f"eliminate {self.player(sc)}{until}")]

    def jump(self, sc: Scope) -> list[Line]:
        word = self.any(("skip to", "end"))
        name = self.any(self.phases)
        if word == "end" and sc.phase:
            name = sc.phase
        return [Line(f"if {self.truth(sc)}:", (Line(f"{word} {name}"),))]

    def ending(self, sc: Scope) -> list[Line]:
        how = self.one((1, lambda: "end game"), (1, lambda: f"{self.player(sc)} wins"), (0.5, lambda: "nobody wins"),
                       (0.5, lambda: f"all {self.selector(sc, 'player', plural=True, need=True)[0]} win"))
        return [Line(f"if {self.truth(sc)}:", (Line(str(how).replace("you wins", "you win")),))]

    def roll(self, sc: Scope) -> list[Line]:
        name, owner, _ = self.any(self.dice)  # type: ignore[misc]
        cup = name + (f" of {self.player(sc)}" if owner else "")
        if self.chance(0.2):
            d = self.fresh("d")
            return [Line(f"roll (all dice {d} in {cup} where {self.truth(sc)})")]
        if owner and self.chance(0.15):
            return [Line(f"{self.player(sc)} {self.any(('gains', 'loses'))} 1 {name} die".replace(
                "you gains", "you gain").replace("you loses", "you lose"))]
        return [Line(f"roll {cup}")]

    def if_(self, sc: Scope) -> list[Line]:
        lines = [Line(f"if {self.truth(sc)}:", self.body(sc, 2))]
        if self.chance(0.2):
            lines.append(Line(f"otherwise if {self.truth(sc)}:", self.body(sc, 1)))
        if self.chance(0.4):
            lines.append(Line("otherwise:", self.body(sc, 2)))
        return lines

    def loop(self, sc: Scope) -> list[Line]:
        text, _, inner = self.selector(sc, self.a_sort(), need=True)
        asked = sc.place != "setup" and not sc.quiet and self.chance(0.2)
        order = f" ordered by {self.player(sc)}" if asked else ""
        return [Line(f"for each {text}{order}:", self.body(inner, 2))]

    def at_once(self, sc: Scope) -> list[Line]:
        text, name, inner = self.selector(sc, "player", need=True)
        inner.quiet = True
        if self.chance(0.25):
            return [Line(f"for each {text} at once:", tuple(self.options(inner, name)))]
        sort = self.a_sort()
        chosen, what, _ = self.selector(inner, sort, need=True)
        many = f"{self.how_many(inner)} " if sort == "Beast" and self.chance(0.15) else ""
        if many:
            chosen = chosen.replace("Beast ", "Beasts ", 1)
        secretly = "secretly " if self.chance(0.2) else ""
        head = Line(f"{name} {secretly}chooses {many}{chosen}")
        inner.bind("cards" if many else sort, what)
        return [Line(f"for each {text} at once:", (head, *self.body(inner, 2)))]

    def repeat(self, sc: Scope) -> list[Line]:
        if self.chance(0.7):
            amount = self.amount(sc)
            return [Line(f"repeat {amount} time{'' if amount == '1' else 's'}:", self.body(sc, 2))]
        return [Line(f"repeat until {self.truth(sc)}:", self.body(sc, 2))]

    def until(self, sc: Scope) -> list[Line]:
        """An `until` block with modifiers and rules."""
        event, _ = self.event(sc.child())
        inner: list[Line] = []
        modifier = self.modifier(sc)
        if modifier and self.chance(0.7):
            inner.append(Line(modifier))
        if not inner or self.chance(0.5):
            happened, bound = self.rule_head(sc.child(place="rule"))
            inner.append(Line(f"{happened}:", self.body(bound, 1)))
        return [Line(f"until {event}:", tuple(inner))]

    def time(self) -> str:
        return str(self.any(("when", "when", "when", "before", "instead of")))

    # ---------------------------------------------------------------------------------- events and modifiers

    def rule_head(self, sc: Scope) -> tuple[str, Scope]:
        """`when EVENT`, `before EVENT` or `instead of EVENT`, and a scope with the names that it binds."""
        time = self.time()
        event, inner = self.event(sc, after=time == "when")
        return f"{time} {event}", inner

    def event(self, sc: Scope, after: bool = True) -> tuple[str, Scope]:
        """An event, and a scope with the names that it binds. *after*: rules answer when it has happened; nothing comes
        before an end, or before what a refill does."""
        inner = sc.child()
        ways: list[tuple[float, Callable[[], object]]] = [
            (3, lambda: self.changing(sc, inner)),
            (2, lambda: self.moving(sc, inner, after)),
        ]
        if self.phases:
            ways.append((1, lambda: f"{self.any(self.phases)} {self.any(('begins', 'ends')) if after else 'begins'}"))
        if self.effects:
            ways.append((2, lambda: self.doing(sc, inner)))
        if self.events:
            ways.append((1, lambda: self.announced(inner)))
        if self.dice:
            ways.append((0.5, lambda: f"{self.any([d[0] for d in self.dice])} is rolled"))
        if after or "deck" not in self.refilled:
            ways.append((0.4, lambda: "deck is shuffled"))
        ways.append((0.2, lambda: f"player {inner.bind('player', self.fresh('p'))} is eliminated"))
        return str(self.one(*ways)), inner

    def changing(self, sc: Scope, inner: Scope) -> str:
        stores = [(n, o, "number") for n, o, i in self.counters if not i]
        stores += [(n, o, s) for n, s, o in self.variables]
        stores += [(n, o, s) for n, s, o, params in self.values if not params and o in ("", "player")]
        name, owner, sort = self.any(stores)  # type: ignore[misc]
        text = name
        bound = ""
        if owner:
            letter = {"player": "p", "Square": "s"}.get(owner, "c")
            bound = self.fresh(letter)
            text += f" of {owner} {bound}"
        if sort == "number" and self.chance(0.7):
            word = self.any(("rises", "falls"))
            text += f" {word}"
            if self.chance(0.4):
                by = self.fresh("n")
                text += f" by {by}"
                inner.bind("number", by)
        elif self.chance(0.4) and sort in ("number", "truth"):
            text += " becomes " + ("yes" if sort == "truth" else str(self.r.randint(0, 3)))
        else:
            text += " changes"
        if bound:
            inner.bind(owner, bound)
        return text

    def moving(self, sc: Scope, inner: Scope, after: bool = True) -> str:
        zone = self.any([z for z in self.zones if z.holds("Beast") and z.owner in ("", "player") and not z.index
                         and (after or z.name not in self.refilled)] or self.zones[:1])
        word = self.any(("enters", "leaves"))
        if sc.this and sc.this != "Square" and self.chance(0.6):
            return f"this {word} {zone.name}"  # type: ignore[union-attr]
        c = self.fresh("c")
        text = f"Beast {c} {word} {zone.name}"  # type: ignore[union-attr]
        if zone.owner == "player":  # type: ignore[union-attr]
            p = self.fresh("p")
            text += f" of player {p}"
            inner.bind("player", p)
        inner.bind("Beast", c)
        return text

    def doing(self, sc: Scope, inner: Scope) -> str:
        effect: Effect = self.any(self.effects)  # type: ignore[assignment]
        p = self.fresh("p")
        text = f"player {p} does {effect.name}"
        params = []
        for sort in effect.params:
            name = self.fresh("t")
            noun = {"number": "number"}.get(sort, sort)
            params.append(f"{noun} {name}")
            inner.bind(sort, name)
        if params and self.chance(0.7):
            text += f"({', '.join(params)})"
        else:
            for sort in effect.params:
                inner.names[sort].pop()
        if effect.kind:
            c = self.fresh("c")
            text += f" of {effect.kind} {c}"
            inner.bind(effect.kind, c)
        inner.bind("player", p)
        return text

    def announced(self, inner: Scope) -> str:
        name, params = self.any(self.events)  # type: ignore[misc]
        parts = []
        for sort in params:
            bound = self.fresh("t")
            parts.append(f"{sort} {bound}")
            inner.bind(sort, bound)
        return f"announced {name}" + (f"({', '.join(parts)})" if parts else "")

    def modifier(self, sc: Scope) -> str:
        """`v becomes E`, or nothing if there is no value."""
        if not self.values:
            return ""
        values = self.values
        name, sort, owner, params = self.any(values)  # type: ignore[misc]
        # no value may hang on itself, modifiers included
        self.values = values[: values.index((name, sort, owner, params))]
        text = self.modified(sc, name, sort, owner, params)
        self.values = values
        return text

    def modified(self, sc: Scope, name: str, sort: str, owner: str, params: tuple[str, ...]) -> str:
        inner = sc.child(you=False, place="value", it=False)
        each = ""
        text = name
        if params:
            text += "(" + ", ".join(self.a(one, inner) for one in params) + ")"
        if owner and self.chance(0.35) and not sc.this:
            where, bound, inner = self.selector(inner, owner, need=True)
            each = f" of each {where}"
        elif owner:
            text += f" of {self.a(owner, inner)}"
        inner.it = sort == "number" and self.chance(0.7)
        inner.depth = max(inner.depth, 3)
        if sort == "number":
            value = self.number(inner)
            if inner.it and "it" not in value.split():
                value = self.any((f"it + {value}", f"it - {value}", f"it * {value}"))  # type: ignore[assignment]
        elif sort == "truth":
            value = self.any(("yes", "no", "not it", "it or yes", "it and no"))  # type: ignore[assignment]
        else:
            value = self.a(sort, inner)
            if sort in ("cards", "numbers") and self.chance(0.4):
                value = f"it + {value}"
        layer = ""
        if name in self.layers:
            layer = f", layer {self.any(self.layers[name])}"
        return f"{text}{each} becomes {value}{layer}"

    # ---------------------------------------------------------------------------------- declarations

    def make(self) -> Lines:
        """The whole file."""
        r = self.r
        low = r.randint(1, 2)
        head = [Line(f"game Made for {low} to {low + r.randint(1, 2)} players")]
        if self.chance(0.3):
            self.parameters.append("many")
            head.append(Line(f"parameter many: 1 to 4 = {r.randint(1, 3)}"))
        head += [Line("enum Warm: red"), Line("enum Colour: Warm, blue, green")]
        things = self.declare_things()
        values = self.declare_values()
        self.plan()
        kinds = self.make_kinds()
        rest: list[Line] = []
        rest += self.make_effects()
        rest += self.make_windows()
        rest += self.make_anytime()
        rest += self.make_rules()
        rest += self.make_tallies()
        setup = self.make_setup()
        phases = self.make_phases()
        end = [Line(str(self.any(("winner: most coins, then shared", "winner: most coins, then fewest score_of",
                                  "winner: fewest coins, then shared"))))] if self.chance(0.8) else []
        if self.chance(0.15):
            rest.append(Line(f"invariant low: every player {(p := self.fresh('p'))} has coins of {p} <= 9"))
        if self.chance(0.1):
            rest.append(Line(f"invariant ban: never {self.event(Scope(place='rule', you=False, depth=3))[0]} if score > 7"
                             f"{self.stretch()}"))
        if self.chance(0.1):
            rest.append(Line(f"invariant rule_of_all: always score < {r.randint(6, 9)}{self.stretch()}"))
        return (*head, *kinds, *things, *values, *setup, *phases, *rest, *end)

    def stretch(self) -> str:
        """From when to when an invariant holds."""
        if self.chance(0.5):
            return ""
        scope = Scope(place="rule", you=False, depth=3)
        return f" from {self.event(scope)[0]} until {self.event(scope)[0]}"

    def declare_things(self) -> list[Line]:
        r = self.r
        lines: list[Line] = []
        if self.chance(0.4):
            self.kinds.append("Charm")
        if self.chance(0.3):
            self.kinds.append("Dragon")
        deck = self.any(("", "", ", top shown to everyone", ", count shown to nobody", ", faces shown to everyone"))
        lines.append(Line(f"zone deck: stack of card{deck}"))
        self.zones.append(Zone("deck", "stack", ("card",), hidden=not str(deck).startswith(", faces")))
        shown = self.any(("", "", "", ", faces shown to others", ", faces shown to everyone", ", faces shown to nobody"))
        most = f", at most {r.randint(1, 4)}" if self.chance(0.2) else ""
        lines.append(Line(f"zone hand of each player: {self.any(('hand', 'hand', 'hand', 'row'))} of card{most}{shown}"))
        self.zones.append(Zone("hand", "hand", ("card",), "player"))
        kind = self.any(("card", "Beast"))
        lines.append(Line(f"zone table: row of {kind}{self.any(('', '', ', at most 2', ', faces shown to start_player'))}"))
        self.zones.append(Zone("table", "row", (str(kind),)))
        if self.chance(0.7):
            lines.append(Line(f"zone bin: {self.any(('pile', 'pile', 'stack', 'row'))} of card"))
            self.zones.append(Zone("bin", "pile", ("card",)))
        if self.chance(0.3):
            order = self.any(("row", "pile", "hand"))
            shown = self.any(("", ", faces shown to owner", ", faces shown to others", ", count shown to nobody"))
            lines.append(Line(f"zone shelf of each player: {order} of card, at most {r.randint(1, 2)}{shown}"))
            self.zones.append(Zone("shelf", str(order), ("card",), "player"))
        if self.chance(0.25):
            lines.append(Line(f"zone slots[Colour]: {self.any(('row', 'stack', 'pile'))} of card"))
            self.zones.append(Zone("slots", "row", ("card",), "", "Colour"))
        if self.chance(0.15):
            lines.append(Line(f"zone nooks[1 to 2] of each player: {self.any(('row', 'hand'))} of Beast"))
            self.zones.append(Zone("nooks", "row", ("Beast",), "player", "1 to 2"))
        bounds = self.any(("0 or more", "0 to 5", "number"))
        lines.append(Line(f"counter coins of each player: {bounds} = {r.randint(0, 3)}{self.secret()}"))
        self.counters += [("coins", "player", ""), ("hits", "Beast", "")]
        lines.append(Line(f"counter score: {self.any(('0 or more', 'number', '0 to 9'))} = {r.randint(0, 2)}"
                          f"{', shown to nobody' if self.chance(0.1) else ''}"))
        self.counters.append(("score", "", ""))
        lines.append(Line("counter score_of of each player: number = 0"))
        self.counters.append(("score_of", "player", ""))
        if self.chance(0.3):
            lines.append(Line("counter marks[Colour] of each player: 0 to 3 = 1"))
            self.counters.append(("marks", "player", "Colour"))
        if self.chance(0.15):
            lines.append(Line("counter tracks[1 to 3]: 0 or more = 2"))
            self.counters.append(("tracks", "", "1 to 3"))
        if self.chance(0.2):
            self.board = True
            lines += [Line("board grid of Square, 2 by 2")]
            self.counters.append(("height", "Square", ""))
            if self.chance(0.4):
                order, kind = self.any(("row", "pile", "stack")), self.any(("card", "Beast"))
                lines.append(Line(f"zone lot of each Square: {order} of {kind}"))
                self.zones.append(Zone("lot", "row", ("Beast",), "Square"))
            if self.chance(0.4):
                lines.append(Line("variable home: Square or none = none"))
                self.variables.append(("home", "Square", ""))
            if self.chance(0.3):
                lines.append(Line("variable lord of each Square: player or none = none"))
                self.variables.append(("lord", "player", "Square"))
        if "Dragon" in self.kinds:
            if self.chance(0.4):
                lines.append(Line(f"zone lair: {self.any(('row', 'stack', 'pile'))} of Dragon"))
                self.zones.append(Zone("lair", "row", ("Dragon",)))
            if self.chance(0.5):
                lines.append(Line("variable wyrm: Dragon or none = none"))
                self.variables.append(("wyrm", "Dragon", ""))
        if self.chance(0.2):
            lines.append(Line("variable gang: list of Beast"))
            self.variables.append(("gang", "cards", ""))
        for name, sort, owner, text in (
            ("mover", "player", "", "variable mover: player = start_player"),
            ("rival", "player", "", "variable rival: player or none = none"),
            ("friend", "player", "player", "variable friend of each player: player or none = none"),
            ("flag", "truth", "", "variable flag: yes or no = no"),
            ("ready", "truth", "player", f"variable ready of each player: yes or no = yes{self.secret()}"),
            ("prize", "Beast", "", "variable prize: Beast or none = none"),
            ("shade", "Warm", "", "variable shade: Warm or none = none"),
            ("tint", "Colour", "", f"variable tint: Colour = red{', shown to start_player' if self.chance(0.2) else ''}"),
        ):
            if name == "mover" or self.chance(0.45):
                self.variables.append((name, sort, owner))
                lines.append(Line(text))
        if self.chance(0.35):
            shown = self.any(("", "", ", shown to owner", ", shown to nobody"))
            owner = self.any(("", "player"))
            each = " of each player" if owner else ""
            what = self.any(("1 to 3", "1 to 2", "0, 0, 2"))
            if shown == ", shown to owner" and not owner:
                shown = ""
            lines.append(Line(f"dice cup{each}: {r.randint(1, 2)} of {what}{shown}"))
            self.dice.append(("cup", str(owner), "number"))
        if self.chance(0.1):
            lines.append(Line("dice sky: 1 of red, red, blue"))
            self.dice.append(("sky", "", "Colour"))
        if self.chance(0.25) and any(z.name == "bin" for z in self.zones):
            when = self.any(("when empty, shuffled", "when empty", "when needed, shuffled"))
            lines.append(Line(f"refill deck from bin {when}"))
            self.refilled |= {"deck", "bin"}
        if self.chance(0.15) and kind == "card":
            lines.append(Line(f"refill table from deck to {r.randint(1, 2)}"))
            self.refilled |= {"deck", "table"}
        elif self.chance(0.06):
            lines.append(Line("refill hand of each player from deck to 2"))
            self.refilled |= {"deck", "hand"}
        for name, params in (("bell", ()), ("news", ("player",)), ("tale", ("number", "Beast"))):
            if self.chance(0.25):
                self.events.append((name, params))
                args = ", ".join(f"{sort} e{i}" for i, sort in enumerate(params))
                lines.append(Line(f"event {name}" + (f"({args})" if args else "")))
        return lines

    def secret(self) -> str:
        return ", shown to owner" if self.chance(0.15) else ""

    def declare_values(self) -> list[Line]:
        """Derived values; each may read those declared before it."""
        lines: list[Line] = []
        for name, sort, owner, params in (
            ("power", "number", "player", ()),
            ("price", "number", "Beast", ()),
            ("safe", "truth", "player", ()),
            ("total", "number", "", ()),
            ("bonus", "number", "player", ("Colour",)),
            ("worth", "number", "", ("Beast",)),
            ("open_day", "truth", "", ()),
            ("heir", "player", "player", ()),
            ("champion", "Beast", "", ()),
            ("pet", "Beast", "player", ()),
            ("crowd", "cards", "player", ()),
            ("prices", "numbers", "", ()),
            ("hue", "Colour", "player", ()),
            ("title", "text", "Beast", ()),
            ("luckiest", "die", "", ()),
        ):
            if not self.chance(0.4 if sort in ("number", "truth") else 0.12) or (sort == "die" and not self.dice):
                continue
            sc = Scope(you=False, place="value", depth=1)
            head = f"value {name}"
            if params:
                head += "(" + ", ".join(f"{one} a{i}" for i, one in enumerate(params)) + ")"
                for i, one in enumerate(params):
                    sc.bind(one, f"a{i}")
            if owner:
                bound = self.fresh("p" if owner == "player" else "c")
                head += f" of {owner} {bound}"
                sc.bind(owner, bound)
            kind = {
                "truth": "yes or no", "player": "player or none", "Beast": "Beast or none", "cards": "list of Beast",
                "numbers": "list of number", "Colour": "Colour or none", "text": "text", "die": "die or none",
            }.get(sort, self.any(("number", "number", "0 to 6", "0 or more")))
            layers = ""
            if sort == "number" and self.chance(0.2):
                self.layers[name] = ("base", "late")
                layers = ", layers base, late"
            lines.append(Line(f"{head}: {kind} = {self.bare(self.a(sort, sc))}{layers}"))
            self.values.append((name, sort, owner, params))
        return lines

    def plan(self) -> None:
        """Which effects, windows and phases there will be, so that all may speak of all."""
        for name, params in (
            ("rest", ()),
            ("hit", ("Beast",)),
            ("give", ("player",)),
            ("swap", ("Beast", "player")),
            ("reckon", ("number",)),
            ("tame", ("Dragon",)),
            ("hoard", ("card",)),
            ("paint", ("Colour",)),
        ):
            if self.chance(0.35) and ("Dragon" not in params or "Dragon" in self.kinds):
                self.effects.append(Effect(name, params, whole=self.chance(0.25)))
        if self.chance(0.4):
            self.effects.append(Effect("play", ("player",) if self.chance(0.3) else (), "Beast", self.chance(0.3)))
        for name, params in (("market", ()), ("fight", ("player",)), ("talk", ())):
            if self.chance(0.3):
                self.windows.append((name, params))
        self.phases += ["main", "dawn", "noon", "dusk"][: self.r.randint(1, 4)]
        if self.chance(0.2):
            self.tallies.append("final")

    def make_kinds(self) -> list[Line]:
        r = self.r
        back = [Line(f'back = "{self.any(("beast", "card"))}"')] if self.chance(0.4) else []
        members = [
            *back,
            Line("rank: 0 to 5 = 1"),
            Line("colour: Colour = red"),
            Line(f"counter hits: 0 to 3 = {r.randint(0, 1)}{self.secret()}"),
        ]
        if self.chance(0.3):
            self.variables.append(("ally", "Beast", "Beast"))
            members.append(Line("variable ally: Beast or none = none"))
        if self.chance(0.2):
            self.variables.append(("foe", "player", "Beast"))
            members.append(Line("variable foe: player or none = none"))
        if "Charm" in self.kinds and self.chance(0.3):
            shown = self.any(("", ", faces shown to owner", ", faces shown to others, count shown to owner"))
            members.append(Line(f"zone under: {self.any(('row', 'pile'))} of Charm{shown}"))
            self.zones.append(Zone("under", "row", ("Charm",), "Beast"))
        slot = next((e for e in self.effects if e.kind), None)
        if slot is not None:
            sc = Scope(this="Beast", place="effect", depth=1)
            targets = self.targets(slot, sc)
            whole = ", all or nothing" if slot.whole else ""
            members.append(Line(f"effect play{targets}{whole}:", self.body(sc, 2)))
        lines = [Line("kind Beast is card:", tuple(members))]
        if "Charm" in self.kinds:
            shared = self.any(("", ': back = "beast"', ': back = "card"'))
            lines.append(Line(f"kind Charm is card{shared}"))
        if "Dragon" in self.kinds:
            lines.append(Line("kind Dragon is Beast"))
        if self.board:
            acting = [self.acting_space() for _ in range(r.randint(0, 2))]
            lines.append(Line("kind Square is space:", (Line("counter height: 0 to 3 = 0"), *acting)))
        traited = self.chance(0.2)
        if traited:
            lines.append(Line("trait wild of Beast:", (self.own_block("Beast"),)))
        for name in CARD_NAMES[: r.randint(2, 4)]:
            kind = "Dragon" if "Dragon" in self.kinds and self.chance(0.3) else "Beast"
            copies = f", {r.randint(2, 3)} copies" if self.chance(0.4) else ""
            trait = ", with wild" if traited and self.chance(0.5) else ""
            members = [Line(f"rank = {r.randint(0, 5)}"), Line(f"colour = {self.any(COLOURS)}")]
            if slot is not None and self.chance(0.3):
                sc = Scope(this=kind, place="effect", depth=1)
                members.append(Line(f"effect play{self.targets(slot, sc)}:", self.body(sc, 2)))
            if self.chance(0.35):
                members.append(self.own_block(kind))
            lines.append(Line(f'card "{name}" is {kind}{copies}{trait}:', tuple(members)))
        if "Dragon" in self.kinds:
            lines.append(Line('card "Wyrm" is Dragon: rank = 4'))
        if self.chance(0.12):
            lines.append(Line(f"cards Beast for each Colour tone, each number size_of in 1 to {r.randint(1, 2)}"))
        if self.chance(0.1):
            lines.append(Line('card "Ape" like "Ant", 1 copy: rank = 5'))
        if "Charm" in self.kinds:
            for name in CHARM_NAMES[: r.randint(1, 2)]:
                lines.append(Line(f'card "{name}" is Charm, {r.randint(1, 2)} copies'.replace("1 copies", "1 copy")))
        return lines

    def own_block(self, kind: str) -> Line:
        """A `while this is in` block of a card, or a rule about its own coming and going."""
        sc = Scope(this=kind, place="rule", depth=1)
        zone = self.any([z for z in self.zones if z.holds("Beast") and z.owner in ("", "player") and not z.index])
        if self.chance(0.25):
            time = "when" if zone.name in self.refilled else self.time()  # type: ignore[union-attr]
            return Line(f"{time} this enters {zone.name}:", self.body(sc, 1))  # type: ignore[union-attr]
        inner: list[Line] = []
        modifier = self.modifier(Scope(this=kind, you=False, place="value", depth=1))
        if modifier and self.chance(0.6):
            inner.append(Line(modifier))
        if not inner or self.chance(0.4):
            event, bound = self.rule_head(sc)
            test = f" if {self.truth(bound)}" if self.chance(0.3) else ""
            inner.append(Line(f"{event}{test}:", self.body(bound, 1)))
        return Line(f"while this is in {zone.name}:", tuple(inner))  # type: ignore[union-attr]

    def acting_space(self) -> Line:
        """A rule, a `while` block or an action of all spaces."""
        sc = Scope(this="Square", place="rule", depth=1)
        inner: list[Line] = []
        modifier = self.modifier(Scope(this="Square", you=False, place="value", depth=1))
        if modifier and self.chance(0.4):
            inner.append(Line(modifier))
        if self.chance(0.3):
            acts = sc.child(place="action")
            test = self.truth(Scope(this="Square", place="action", depth=2))
            body = (Line(f"requires {test}"), Line("you pay 1 coin"), *self.body(acts, 1))
            key = self.fresh("visit")
            offer = Line(f"anytime during {self.any(self.phases)}:", (Line(f"action {key}:", body),))
            if not inner:
                return offer
            inner.append(offer)
        if not inner or self.chance(0.5):
            event, bound = self.rule_head(sc)
            test = f" if {self.truth(bound)}" if self.chance(0.6) else ""
            rule = Line(f"{event}{test}:", self.body(bound, 1))
            if not inner and self.chance(0.5):
                return rule
            inner.append(rule)
        return Line(f"while {self.bare(self.truth(Scope(this='Square', you=False, place='value', depth=2)))}:", tuple(inner))

    def targets(self, effect: Effect, sc: Scope) -> str:
        """The parameters of an effect; they are bound in *sc*."""
        parts = []
        for sort in effect.params:
            text, name, _ = self.selector(sc, sort, need=True)
            sc.bind(sort, name)
            parts.append(text)
        return f"({', '.join(parts)})" if parts else ""

    def make_effects(self) -> list[Line]:
        lines = []
        for effect in self.effects:
            if not effect.kind:
                sc = Scope(place="effect", depth=1)
                targets = self.targets(effect, sc)
                whole = ", all or nothing" if effect.whole else ""
                lines.append(Line(f"effect {effect.name}{targets}{whole}:", self.body(sc)))
        return lines

    def make_windows(self) -> list[Line]:
        lines = []
        for name, params in self.windows:
            sc = Scope(place="action", depth=1)
            given = []
            for sort in params:
                bound = self.fresh("w")
                given.append(f"{sort} {bound}")
                sc.bind(sort, bound)
            outside = sc.child(you=False)
            asked = self.player(outside) if self.chance(0.5) else (
                f"players {self.any(('clockwise', 'counterclockwise'))} from {self.player(outside)}"
                + (", starting over after each action" if self.chance(0.4) else ""))
            items: list[Line] = []
            for i in range(self.r.randint(1, 2)):
                inner = sc.child()
                key = f"act_{name}_{i}"
                parts = ""
                if self.chance(0.6):
                    sort = self.a_sort()
                    if sort == "Beast" and self.chance(0.25):
                        many = self.how_many(inner)
                        text, bound, _ = self.selector(inner, sort, plural=True, need=True)
                        parts = f"({many} {text})"
                        inner.bind("cards", bound)
                    else:
                        text, bound, _ = self.selector(inner, sort, need=True)
                        parts = f"({text})"
                        inner.bind(sort, bound)
                body: list[Line] = []
                if self.chance(0.4):
                    body.append(Line(f'requires {self.truth(inner)} "not allowed"'))
                if self.chance(0.5):
                    body.append(Line(f"you pay {self.r.randint(1, 2)} coins".replace("1 coins", "1 coin")))
                if self.chance(0.15) and self.effects:
                    body.append(self.answering())
                items.append(Line(f"action {key}{parts}:", (*body, *self.body(inner))))
                self.actions.append(key)
            if self.chance(0.15):
                items.append(Line(f'passing requires {self.truth(sc)} "you must"'))
            head = f"window {name}" + (f"({', '.join(given)})" if given else "")
            lines.append(Line(f"{head} asks {asked}:", tuple(items)))
        return lines

    def answering(self) -> Line:
        """`cancel` or `take over`, which do something only when the window answers an effect."""
        effect: Effect = self.any(self.effects)  # type: ignore[assignment]
        of = f" of (first Beast {self.fresh('c')} in table)" if effect.kind else ""
        return Line(f"cancel {effect.name}{of}" if self.chance(0.6) else f"you take over {effect.name}{of}")

    def make_anytime(self) -> list[Line]:
        if not self.chance(0.2):
            return []
        sc = Scope(place="action", depth=1)
        parts = ""
        if self.chance(0.5):
            text, bound, _ = self.selector(sc, "Beast", need=True)
            parts = f"({text})"
            sc.bind("Beast", bound)
        during = f" during {self.any(self.phases)}" if self.chance(0.6) else ""
        body = (Line("you pay 1 coin"), *self.body(sc, 1))
        return [Line(f"anytime{during}:", (Line(f"action use{parts}:", body),))]

    def make_rules(self) -> list[Line]:
        lines = []
        for i in range(self.r.randint(0, 3)):
            event, sc = self.rule_head(Scope(place="rule", depth=1))
            test = f" if {self.truth(sc)}" if self.chance(0.3) else ""
            body = self.body(sc, 2)
            if self.windows and " does " in event and self.chance(0.6):
                sc2 = sc.child()
                body = (*self.open(sc2), *body)
            lines.append(Line(f"rule rule_{i}, {event}{test}:", body))
        return lines

    def make_tallies(self) -> list[Line]:
        if not self.tallies:
            return []
        sc = Scope(you=False, place="value", depth=2)
        sc.bind("player", "h")
        return [Line("tally final of player h into score_of:", (
            Line(f'"one": {self.bare(self.number(sc))}'), Line(f'"two": {self.bare(self.number(sc))}')))]

    def make_setup(self) -> list[Line]:
        body = [Line(f"move all {kind}s to deck") for kind in self.kinds if kind in ("Beast", "Charm")]
        if self.chance(0.7):
            body.append(Line("shuffle deck"))
        if self.chance(0.8):
            p = self.fresh("p")
            n = self.r.randint(1, 2)
            body.append(Line(f"for each player {p}: draw {n} card{'s' if n > 1 else ''} from deck to hand of {p}"))
        sc = Scope(place="setup", you=False, depth=2)
        for _ in range(self.r.randint(0, 2)):
            body += self.statement(sc)
        return [Line("setup:", tuple(body))]

    def make_phases(self) -> list[Line]:
        lines: list[Line] = []
        inside: list[str] = []
        for at, name in enumerate(self.phases):
            if at and self.chance(0.4):
                inside.append(name)
                continue
            lines.append(self.phase(name, main=at == 0))
        for name in inside:
            # nested in the first phase, somewhere
            first = lines[0]
            at = self.r.randint(1, len(first.under))
            while at < len(first.under) and first.under[at].text.startswith("otherwise"):
                at += 1
            nested = self.phase(name, main=False)
            lines[0] = evolve(first, under=(*first.under[:at], nested, *first.under[at:]))
        counter = Line("counter rounds: 0 or more = 0")
        return [counter, *lines]

    def phase(self, name: str, main: bool) -> Line:
        sc = Scope(you=False, place="phase", depth=1, phase=name)
        head = f"phase {name}"
        whose = self.chance(0.5)
        first: list[Line] = []
        if whose:
            head += " of mover"
            sc.you = True
        if main or self.chance(0.15):
            times = self.r.randint(1, 4)
            if main:
                first.append(Line("set rounds to rounds + 1"))
                test = f"rounds >= {times}"
            else:
                test = self.bare(self.truth(sc))
            how = "taking turns" if whose and self.chance(0.4) else "repeated"
            head += f", {how} until {test}"
        elif self.chance(0.2):
            sc.you = False
            text, bound, inner = self.selector(sc, "player", need=True)
            inner.you = whose
            head += f", for each {text}" + (f" ordered by {self.player(sc)}" if self.chance(0.2) else "")
            sc = evolve(inner, depth=1)
        return Line(head + ":", (*first, *self.body(sc, 4)))


def make(seed: int | Random) -> Lines:
    """The rules file of that seed."""
    return Maker(seed).make()
