"""From a checked game to functions: layout, text, compiled once for each number of players and kept."""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Literal

from attrs import define, field

from interpreter import slots as k
from interpreter.beginnings import Beginnings
from interpreter.cpython import TOO_DEEP, Compiled, for_cpython, made_of, run_text
from interpreter.emit.base import Gen, Routine
from interpreter.emit.expr import cond, value
from interpreter.emit.facts import Facts, gather
from interpreter.emit.fuel import bounded
from interpreter.emit.places import zone_code
from interpreter.emit.shared import Shared
from interpreter.emit.stored import store_address
from interpreter.emit.text import (
    TOP,
    emit,
    function,
    kernel_numbers_of,
    tables_of_machine,
    widest,
)
from interpreter.errors import EngineError
from interpreter.firststate import first_state
from interpreter.laying import lay_out
from interpreter.layout import Layout, within
from interpreter.normal import normal
from interpreter.phasenames import names_in, phase_names
from interpreter.quick import quicken
from interpreter.ranges import has_ranges
from interpreter.rooms import shape_of_candidates, slots
from interpreter.stopping import error_of
from interpreter.walk import walk
from rulelang import game as g

if TYPE_CHECKING:
    from interpreter.borne import Borne
    from interpreter.match import Match
    from interpreter.result import Result

LISTS_TOLD = 400
"""Numbers for the lists among which somebody chooses, at most, so that they can be named."""

OFTEN = 50
"""Matches without a log after which the text of a small game is optimised."""

OUTSET = 1000
"""Blocks that are run once for all matches."""


@define
class Program:
    """All that matches of one game with one number of players share.

    ``w``: the table of work rows. Matches of one thread take turns in using them.
    """

    game: g.Game
    players: int
    lay: Layout
    facts: Facts
    shared: Shared
    wide: int
    w: list[list[int]]
    _compiled: dict[tuple[bool, bool], Compiled] = field(factory=dict)
    _asked: "dict[int, Callable[..., int]]" = field(factory=dict)
    _kept: list[g.Expr] = field(factory=list)
    fast_texts: dict[tuple[bool, bool], object] = field(factory=dict)
    _start: list[int] = field(factory=list)
    _listing: tuple[int, frozenset[int]] = (-1, frozenset())
    _used: int = 0
    _often: int = OFTEN
    _outset: tuple[list[int], int] | None = None
    results: "dict[tuple[object, ...], Result]" = field(factory=dict)  # by what matches came to
    outset_asks: bool = False  # no chance comes before the first question
    model: "Match | None" = None  # how matches with sampled chance and without a log begin
    beginnings: Beginnings | None = None  # and what they came to soon after
    remembers: bool = False  # so many are played that it is kept
    _names: dict[str, g.Card] = field(factory=dict)
    _name_slots: list[tuple[str, list[tuple[int, int, int]]]] = field(factory=list)
    borne: "dict[bool, Borne]" = field(factory=dict)  # see there
    _standing_shown: bool | None = None
    alike: bool = False  # see `program`
    _has_secrets: bool | None = None

    def compiled(self, log: bool = True, checks: bool = False) -> Compiled:
        key = (log, checks)
        if key not in self._compiled:
            if checks and not self._compiled and not self.alike:
                # it numbers the blocks: saves hold these numbers, and other processes must know them
                emit(self.game, self.lay, self.facts, self.shared, log)
            try:
                made = self._compile(log, checks)
            except RecursionError:
                raise EngineError(TOO_DEEP) from None
            room = made.text.room
            if not self._compiled and not self.alike:
                room += made.text.more
            if made.text.frame > self.lay.frame_most or room > self.lay.room:
                # only now it is known how large frames are; nothing has been played yet
                if self._compiled:
                    raise EngineError(f"effects need frames of {made.text.frame} numbers")
                self.lay.make_room(max(self.lay.frame_most, made.text.frame + 64), room)
                within(self.lay.width, "the lists of their effects")
                self.w = rows_of(self.lay.width)
                made = self._compile(log, checks)
            if not self._compiled:
                self.lay.settle(made.text.stack, made.text.frame)
            self._compiled[key] = made
            # a text twice as long takes more than twice as long to optimise, and gains less
            self._often = OFTEN * max(1, made.text.source.count("\n") // 1500) ** 2
        return self._compiled[key]

    def played(self) -> None:
        """A match with sampled chance and without a log begins. After some of them their text is optimised, which takes
        about as long as playing a few hundred."""
        self._used += 1
        if self._used == self._often:
            self.optimise()

    def optimise(self) -> None:
        """Makes the blocks quick with which matches with sampled chance and without a log are played."""
        made = self.compiled(False)
        if made.quick == made.blocks:
            quicken(self, made)
            self.remembers = True

    def outset(self) -> tuple[list[int], int]:
        """A state (a copy) and the block to go on with, for matches with sampled chance and without a log: all of setup
        that comes before the first chance is done."""
        if self._outset is None:
            c = self.compiled(False)
            s, b = self.start_state(), c.text.start
            s[k.FUEL] = k.FUEL_BOUND
            unspoken = s[k.RNG : k.RNG + 4] = [1, 1, 1, 1]
            left = OUTSET
            while True:
                before = s[:], b
                if not left or b < 0:
                    break
                b = c.blocks[b](s, s[k.FP], self.w)
                left -= 1
                if b < 0 or s[k.ERROR] or s[k.RNG : k.RNG + 4] != unspoken:
                    break
            self.outset_asks = b == k.ASK and not s[k.ERROR] and s[k.RNG : k.RNG + 4] == unspoken
            self._outset = before
        s, b = self._outset
        return s[:], b

    def start_state(self) -> list[int]:
        """A state before setup; a copy."""
        if not self._start:
            self._start = first_state(self)
        return self._start[:]

    @property
    def name_slots(self) -> list[tuple[str, list[tuple[int, int, int]]]]:
        """By phase (setup: ""): each name with its first slot and how many it has."""
        if not self._name_slots:
            at, size = self.lay.var_slot, self.lay.var_size
            named = [("", names_in(self.game.setup)), *((key, phase_names(x)) for key, x in self.game.phases.items())]
            self._name_slots = [(key, [(var.id, at[var.id], size[var.id]) for var, _ in names]) for key, names in named]
        return self._name_slots

    @property
    def listing(self) -> frozenset[int]:
        """Questions whose options name lists."""
        sites = self.shared.sites
        if self._listing[0] != len(sites):
            self._listing = (len(sites), frozenset(
                i for i, site in enumerate(sites)
                if any(isinstance(t, str) for _, types, _, _ in site.forms for t in types)))
        return self._listing[1]

    @property
    def has_secrets(self) -> bool:
        """Whether players ever choose something unseen by others: `secretly`, or `at once`."""
        if self._has_secrets is None:
            self._has_secrets = any((isinstance(x, g.Choose) and x.secretly) or getattr(x, "order", None) == "at once"
                                    for x in walk(self.game))
        return self._has_secrets

    @property
    def has_hidden_dice(self) -> bool:
        """Whether some dice are not shown to everybody."""
        return any(dice.shown is not None for dice in self.game.dice.values())

    @property
    def standing_shown(self) -> bool:
        """Whether all players may see what they stand at, but for faces of cards: see `Match.standing`."""
        if self._standing_shown is None:
            winner = self.game.winner
            keys = {rank.key for rank in winner.ranks} if winner is not None else set()
            found = {"store " + key for key in keys if key in self.game.stores}
            for key in keys:
                found |= self.facts.value_reads(key)
            for tally in self.game.tallies.values():
                if tally.into in keys:
                    found |= self.facts.reads(tally)
            self._standing_shown = all(self.facts.place_shown(key) for key in found)
        return self._standing_shown

    def card_named(self, name: str) -> g.Card | None:
        """The design of that name."""
        if not self._names:
            self._names.update({c.name: c for c in self.game.cards})
        return self._names.get(name)

    def audience(self, s: Sequence[int], z: int) -> int:
        """Bits of the players to whom the faces in zone instance *z* are shown."""
        return self.compiled().names["audience"](s, self.w, z)

    def ask(self, s: list[int], e: g.Expr, key: object = None, you: int = -1, this: int = -1,
            what: Literal["value", "zone", "slot", "truth"] = "value", once: bool = False) -> int:
        """The value of any expression in a state, as a whole number; nothing changes but settled places. *what*: the
        value (or as a condition), the zone instance of a `ZoneOf`, the slot of a `Stored`. *once*: it will not be asked
        again, and is not kept.

        Raises: NotYet.
        """
        number = hash((key, what)) if key is not None else hash((id(e), what))
        made = None if once else self._asked.get(number)
        if made is None:
            gen = self._aside()
            r = Routine(gen, f"asked {number}", False, e.span, "question")
            match what:
                case "zone":
                    assert isinstance(e, g.ZoneOf)
                    r.put(f"return {zone_code(r, e).text}")
                case "slot":
                    assert isinstance(e, g.Stored)
                    r.put(f"return {store_address(r, e).text}")
                case "truth":
                    r.put(f"return 1 if {cond(r, e)} else 0")
                case _:
                    r.put(f"return {value(r, e)}")
            gen.define("asked", "s, w, you, this", r)
            names = dict(self.compiled().names)
            names.update(gen.tables)  # type: ignore[arg-type]
            run_text(self._source(gen, names), "<question>", names)
            made = names["asked"]
            if not once:
                self._asked[number] = made
                self._kept.append(e)
        kept = s[k.FUEL], s[k.ERROR]
        s[k.FUEL], s[k.ERROR] = k.FUEL_BOUND, 0
        x, wrong = int(made(s, self.w, you, this)), s[k.ERROR]
        s[k.FUEL], s[k.ERROR] = kept
        if wrong:
            raise error_of(self, wrong)
        return x

    def as_seen(self, s: list[int], e: g.Expr, key: object, seat: int) -> int | None:
        """The value of an expression if *seat* may see all that it reads; None otherwise. A face that he does not know is
        imagined, as in a search: then the tape has been asked.

        Raises: NotYet.
        """
        number = hash((key, "seen"))
        made = self._asked.get(number)
        if made is None:
            gen = self._aside(search=True)
            r = Routine(gen, f"seen {number}", False, e.span, "view")
            r.you = "-1"
            r.put(f"return {value(r, e)}")
            gen.define("seen", "s, w", r)
            names = dict(self.compiled().names)
            names.update(gen.tables)  # type: ignore[arg-type]
            run_text(self._source(gen, names), "<view>", names)
            made = self._asked[number] = names["seen"]
            self._kept.append(e)
        ts = self.w[k.W_FIRST]
        ts[:] = s
        ts[k.MODE], ts[k.EYE], ts[k.EXN], ts[k.TAPEN], ts[k.OPTROW] = k.SEARCH, seat, 0, 0, k.W_FIRST + 1
        ts[k.FUEL], ts[k.ERROR] = k.FUEL_BOUND, 0
        x = int(made(ts, self.w))
        if ts[k.ERROR]:
            raise error_of(self, ts[k.ERROR])
        return x if ts[k.EXN] == 0 else None

    def _compile(self, log: bool, checks: bool) -> Compiled:
        text = emit(self.game, self.lay, self.facts, self.shared, log, checks)
        how = "".join(f" {word}" for word, yes in (("log", log), ("checks", checks)) if yes)
        numbers = kernel_numbers_of(self.game, self.lay, self.facts, self.shared, self.wide)
        count = max(self.shared.labels.values(), default=0) + 1
        return made_of(text, f"<rules {self.game.name} {self.players}{how}>", self.lay, count, numbers)

    def _aside(self, search: bool = False) -> Gen:
        """For a few functions beside the program, called when nothing of it runs: what is above the top frame is free."""
        gen = Gen(self.game, self.lay, self.facts, self.shared, False, search=search, wide=self.wide)
        tables_of_machine(gen)
        gen.room.first = self.lay.room_at - self.lay.frame_most - 20
        return gen

    def _source(self, gen: Gen, names: Collection[str]) -> str:
        """The text of a few functions beside the program, with what they need and *names* do not have.

        Raises: EngineError: their lists need too much room.
        """
        assert gen.room.first is not None
        if gen.room.first + gen.room.taken > self.lay.events_at():
            raise EngineError("the lists in one value need too much room")
        source = "\n".join(function(name, params, bounded(name, lines, self.lay.longest), {})
                           for name, (params, lines) in gen.functions.items())
        most = str(self.lay.frame_most)
        source = TOP.sub(rf"\1[{k.FP}] + {most}", source)
        text = self.compiled().text
        source = source.replace("@MAXFRAME@", most).replace("@SEARCHED@", str(text.searched))
        return for_cpython(text, self.lay, text.left_out(source, names)) + source

def phase_variables(game: g.Game) -> dict[int, tuple[g.Var, bool] | None]:
    """Variables that phases and setup bind: kept in fixed slots, as nested phases read them. None: a single value; else a
    list, and whether of several that were chosen."""
    out: dict[int, tuple[g.Var, bool] | None] = {}
    for var, many in [*names_in(game.setup), *(name for p in game.phases.values() for name in phase_names(p))]:
        if many or var.many or var.type.base == "list":
            out[var.id] = var, many
        else:
            out.setdefault(var.id, None)
    return out


def told_of_lists(lay: Layout, sel: g.Selector) -> int:
    """Numbers for the lists among which somebody chooses: each with its number and length, and a last 0."""
    most, *each = shape_of_candidates(lay, sel)
    return min(LISTS_TOLD, most * (slots(tuple(each)) + 2) + 3)


def rows_of(width: int) -> list[list[int]]:
    """The table of work rows."""
    return [[0] * width for _ in range(k.ROWS)]


KEPT = 64
"""Programs, those used last, so that a game played again need not be compiled again."""

_programs: dict[tuple[int, int], tuple[g.Game, Program]] = {}


def program(game: g.Game, players: int, like: Program | None = None) -> Program:
    """The program of *game* for *players*; made once.

    *like*: that of a game which differs in little, played already. Room is made as there, so that fewer texts are written
    until the first match; in return blocks are numbered otherwise than in another process, and no saves can be exchanged.
    """
    key = (id(game), players)
    kept = _programs.get(key)
    if kept is not None and kept[0] is game:
        _programs[key] = _programs.pop(key)  # those used last stand last
        return kept[1]
    original, game = game, normal(game)
    try:
        facts = gather(game)
    except RecursionError:
        raise EngineError(TOO_DEEP) from None
    lay = lay_out(game, players, list(facts.watched), phase_variables(game), facts.shuffled,
                  [x.captured for x in facts.lastings], bool(facts.fragile), facts.passing,
                  {key: event.of.var.type if isinstance(event.of, g.Selector) else None
                   for key, (_, event) in facts.apart.items()}, facts.origins, carries=facts.carries, dated=facts.dated)
    lay.tail = max(lay.tail, *(told_of_lists(lay, sel) for sel in facts.list_choices), 0)
    if like is None:
        lay.make_room(lay.frame_most, lay.room)
    else:
        lay.make_room(like.lay.frame_most, like.lay.room)
    lay.ranged = has_ranges(game, lay) and widest(game) < k.ACTN - k.ANS
    wide = widest(game) + lay.ranged
    made = Program(game, players, lay, facts, Shared(), wide, rows_of(lay.width), alike=like is not None)
    if len(_programs) >= KEPT:
        del _programs[next(iter(_programs))]
    _programs[key] = (original, made)
    return made


def forget(game: g.Game) -> None:
    """Lets go of the programs of a game that nobody plays any more."""
    for key in [key for key, (kept, _) in _programs.items() if kept is game]:
        del _programs[key]
