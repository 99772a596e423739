"""What a match is made of: its state, the question that waits, what was chosen so far, how it is played."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

from interpreter import ranges
from interpreter import slots as k
from interpreter.asking import Asked, chance_decision, decision_of
from interpreter.beginnings import Spot, filled
from interpreter.cpython import Compiled
from interpreter.decisions import CHANCE, Decision
from interpreter.log import Chunk
from interpreter.machine import machine_row, reseed
from interpreter.program import Program
from interpreter.slots import W_OPTIONS
from interpreter.way import way_of
from rulelang.game import Game

if TYPE_CHECKING:
    from interpreter.fast import Fast
    from interpreter.worlds.history import Node, Step
    from interpreter.worlds.origin import Origin


class Position:
    """Where a match stands. What can be done with it is added by `running` and by `match`.

    ``count``: how many options there are; 0 when the match is over.
    """

    # What each is stands in `__init__`; without a dictionary a match is copied, and its parts are read, in half the time.
    # Where it only follows what was played before (`_spot`), most are not there before somebody asks: see `Follower`.
    __slots__ = ("_asked", "_block", "_code", "_decision", "_forced", "_generator", "_imagined", "_options", "_origin", "_past",
                 "_recent", "_records", "_s", "_spot", "_stopped", "_tape", "_trace", "_undo", "_way", "count", "seed")

    def __init__(self, p: Program, *, seed: int, chance: Literal["sampled", "explicit"], log: bool,
                 checks: bool = False, fast: "Fast | None" = None) -> None:
        way = self._way = way_of(p, chance, log, checks, fast)
        self.seed = seed
        self._spot: Spot | None = None
        self._generator: list[int] | None = None  # beside a spot: chance, in the slots that it has in a state; None: as seeded
        if way.bare:
            s = p.outset()[0]
            p.played()
        else:
            s = p.start_state()
        if fast is not None:
            s = machine_row(p, s)  # type: ignore[assignment]
        reseed(s, seed)
        s[k.MODE] = k.EXPLICIT if chance == "explicit" else k.PLAY
        self._past: Node | None = None  # choices, the newest first
        self._recent: list[int] = []  # and those made since, by number
        self._code = k.ASK
        self.count = 0
        self._set_up(s, [])

    def _set_up(self, s: list[int], options: list[int]) -> None:
        """Stands in this state, with this question."""
        self._s = s
        self._options = options
        self._tape: list[int] = []
        self._block = self._compiled.text.start  # with explicit chance: where the run begins that asks it
        self._asked: Asked | None = None
        self._records: Chunk | None = None  # the newest
        self._undo: tuple[object, Any, int] | None = None
        self._decision: Decision | None = None
        self._stopped: str | None = None
        self._forced: list[str] | None = None
        self._trace: list[Step] | None = None  # how it came to an earlier question, or this one: see `worlds.history`
        self._origin: Origin | None = None  # of an imagined world
        self._imagined = False  # by `sample_world`: its state does not follow from its choices

    def _stand(self) -> None:
        """Leaves what was played before: from here on it has a state of its own."""
        spot, drawn = self._spot, self._generator
        assert spot is not None
        self.__class__ = type(self).__base__  # type: ignore[assignment]  # one that follows is of a class of its own
        self._spot = self._generator = None
        s = filled(self.program, spot.state)
        # the first question counts as well
        s[k.DECIDED] = self._made() + (self.count > 0)
        if drawn is None:
            reseed(s, self.seed)
        else:
            s[k.RNG : k.RNG + 4] = drawn[k.RNG : k.RNG + 4]
        self._set_up(s, spot.options)

    @property
    def decision(self) -> Decision | None:
        """The question that waits; None: the match is over."""
        if self._code != k.ASK:
            return None
        if self._decision is None:
            self._decision = (chance_decision(self._asked) if self._asked is not None
                              else decision_of(self.program, self._s, self._options))
        return self._decision

    def _prompt(self) -> str:
        """The words of the question that waits."""
        if self._asked is not None:
            return "chance decides"
        return self.program.shared.sites[self._s[k.QSITE]].prompt

    @property
    def program(self) -> Program:
        """All that matches of the same game with as many players share."""
        return self._way.program

    @property
    def chance(self) -> Literal["sampled", "explicit"]:
        return self._way.chance

    @property
    def keeps_log(self) -> bool:
        return self._way.keeps_log

    @property
    def _compiled(self) -> Compiled:
        return self._way.compiled

    @property
    def _fast(self) -> "Fast | None":
        return self._way.fast

    @property
    def _first(self) -> int:
        return self._way.first

    @property
    def game(self) -> Game:
        return self.program.game

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.program.players

    @property
    def over(self) -> bool:
        return self._code != k.ASK

    @property
    def player(self) -> int | None:
        """Who must decide: a seat, CHANCE, or None when the match is over. Cheaper than `decision`."""
        if self._code != k.ASK:
            return None
        if self._spot is not None:
            return self._spot.player
        return CHANCE if self._asked is not None else self._s[k.QP]

    def _row(self, number: int) -> Sequence[int]:
        """A work row as the last run left it."""
        return self._fast.row(number) if self._fast is not None else self.program.w[number]

    def _options_row(self, length: int) -> list[int]:
        """The options of the last question."""
        if self._fast is not None:
            return self._fast.options(length)
        return self.program.w[W_OPTIONS][:length]

    def _row_of(self, i: int) -> list[int]:
        """What the option with that number is made of."""
        wide = self.program.wide
        if self.program.lay.ranged:
            return ranges.option(self._options, self._s[k.QN], wide, i)
        return self._options[i * wide : (i + 1) * wide]

    @property
    def _history(self) -> "Node | None":
        """All choices, the newest first: each is an object of its own, which copies share."""
        for i in self._recent:
            self._past = self._past, i
        self._recent = []
        return self._past

    def _made(self) -> int:
        """How many choices."""
        n, at = len(self._recent), self._past
        while at is not None:
            n += 1
            at = at[0]  # type: ignore[assignment]
        return n

    def _bare_copy(self) -> Self:
        """A copy with a state of its own."""
        if self._spot is not None:
            self._stand()
        kind = type(self)
        m = kind.__new__(kind)
        m._way, m.seed, m.count, m._code = self._way, self.seed, self.count, self._code
        m._past, m._recent = self._past, self._recent[:]
        m._spot = m._generator = None
        m._s = self._s[:]
        m._tape = self._tape[:]
        m._options = self._options
        m._decision = self._decision
        m._asked, m._records = self._asked, self._records
        m._stopped, m._block = self._stopped, self._block
        m._imagined, m._trace, m._origin = self._imagined, self._trace, self._origin
        m._undo = m._forced = None
        return m
