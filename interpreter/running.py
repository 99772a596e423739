"""How a match goes on: an option is taken, and blocks run to the next stop."""

from collections.abc import Sequence

from interpreter import ranges
from interpreter import slots as k
from interpreter.asking import asked_of_chance
from interpreter.beginnings import USUAL, Spot, drawn_on
from interpreter.errors import EngineError, IllegalMove
from interpreter.key import in_use
from interpreter.log import Chunk
from interpreter.machine import STEPS, checked, generator, run, run_explicit, run_logged, running, stopped
from interpreter.position import Position
from interpreter.slots import ANS, ASK, DECIDED, ERROR, FP, FUEL, FUEL_BOUND, OVER, QN, QSITE, W_OPTIONS

TURNS = 20_000
"""Decisions after which a match is stopped as unfinished."""

BOUND = range(STEPS)
ANSWER = ANS + 1  # what the option chosen names
NOTHING: list[int] = []


class Running(Position):
    """A match that can be played on, by numbers of options."""

    __slots__ = ()

    def choose_index(self, i: int) -> None:
        """Takes the option with that number, without making labels.

        Raises: IllegalMove: there is no such option.
        """
        if not 0 <= i < self.count:
            raise IllegalMove("there is no such option" if self._code == k.ASK else "the match is over")
        spot = self._spot
        if spot is not None:
            then = spot.after[i]
            if then is None or then.chance and (then := self._follow(then)) is None:
                self._leave(spot, i)
                return
            self._spot = then
            self._recent.append(i)
            self._code = then.code
            self.count = then.count
            return
        way = self._way
        if not way.simple:
            self._choose_among(i)
            return
        # the same without detours, as this is what simulations do all the time
        s = self._s
        options = self._options
        at = i + i
        s[ANS] = options[at]
        s[ANSWER] = options[at + 1]
        self._recent.append(i)
        self._decision = None
        f = s[FP]
        try:
            b = way.quick[s[f]](s, f, way.w)
            if type(b) is not list:  # mostly one block is all, or two
                if b >= 0:
                    b = way.quick[b](s, s[FP], way.w)
                if type(b) is not list or s[ERROR]:
                    self._finish(b)
                    return
                s[FUEL] = FUEL_BOUND
        except IndexError:
            raise self._astray() from None
        s[DECIDED] = decided = s[DECIDED] + 1
        self._options = b
        self.count = s[QN]
        if decided > TURNS:
            self._too_long()

    def _choose_among(self, i: int) -> None:
        """Takes an option that is made of more, or in a match of which more is kept."""
        way = self._way
        if not way.plain:
            if way.native and self._spot is None:
                self._choose_native(i)
            else:
                self._choose(i, None)
            return
        s, wide = self._s, way.wide
        s[ANS : ANS + wide] = self._options[i * wide : i * wide + wide]
        self._recent.append(i)
        self._decision = None
        self._finish(s[s[FP]])

    def _choose_native(self, i: int) -> None:
        """The same in machine code."""
        s, way, fast, wide = self._s, self._way, self._way.fast, self._way.wide
        assert fast is not None
        self._recent.append(i)
        self._decision = None
        if way.listing:
            self._clear_candidates()
        code = fast.answer(s, self._options[i * wide : i * wide + wide])  # type: ignore[arg-type]
        if code != ASK:
            self._stop(code)
            return
        n = s[QN]
        given = fast.options(n * wide)
        if s[QSITE] in way.listing:
            given += fast.row(W_OPTIONS)[-4 * way.program.lay.tail :]
        self._ask(n, given)

    def _choose(self, i: int, name: str | None) -> None:
        if self._asked is not None:
            self._past = (self._history, name if name is not None else self._asked.ids[i])
            self._tape.append(self._asked.first[i])
            self._go(self._block)
            return
        if self.keeps_log:
            if name is None:
                assert self.decision is not None
                name = self.decision.options[i].id
            # across another player's decision nobody goes back: older states are let go
            kept = self._undo if self._undo is not None and self._undo[2] == self._s[k.QP] else None
            self._undo = (kept, self._bare_copy(), self._s[k.QP])
        self._past = (self._history, name if name is not None else i)
        s = self._s
        for j, x in enumerate(self._row_of(i)):
            s[k.ANS + j] = x
        self._go(s[s[k.FP]])

    def _astray(self) -> Exception:
        """Why a block looked up what no table has: a number went beyond its bounds in this run, so that the match cannot go on
        anyway."""
        self.count = 0
        return stopped(self.program, self._s) if self._s[ERROR] else IndexError("a block looked up what no table has")

    def _finish(self, begin: int | list[int]) -> None:
        """Goes on with that block, or stops for the reason that it is; options: something has gone wrong before they were made."""
        s, way = self._s, self._way
        b = ASK if isinstance(begin, list) else begin
        given = None
        if b >= 0:
            if way.listing:
                self._clear_candidates()
            quick, w = way.quick, way.w
            for _ in BOUND:
                try:
                    one = quick[b](s, s[FP], w)
                except IndexError:
                    raise self._astray() from None
                if type(one) is list:
                    b, given = ASK, one
                    break
                b = one
                if b < 0:
                    break
        if b == OVER and not s[ERROR]:
            self._code, self._options, self.count = OVER, NOTHING, 0
            s[FUEL] = FUEL_BOUND
            tree = way.program.beginnings
            if tree is not None:
                tree.ended += 1
                tree.decided += s[DECIDED]
            return
        if b == ASK and not s[ERROR]:
            n = s[QN]
            if given is None:
                # text as emitted: the options are in their row
                row = way.w[W_OPTIONS]
                given = row[: n * way.wide]
                if s[QSITE] in way.listing:
                    given += row[-4 * way.program.lay.tail :]  # candidates of lists stand at its end
            self._ask(n, given)
            return
        self.count = 0  # if now something is wrong, the match cannot go on
        self._stop(checked(way.program, s, b))

    def _ask(self, n: int, given: list[int]) -> None:
        """So many options wait to be chosen from."""
        s = self._s
        s[DECIDED] = decided = s[DECIDED] + 1
        s[FUEL] = FUEL_BOUND
        self._code, self._options, self.count = ASK, given, n
        if decided > TURNS:
            self._too_long()

    def _go(self, b: int) -> None:
        """Runs to the next stop and keeps its question."""
        self._decision = None
        self._asked = None
        p, s = self.program, self._s
        if self._way.listing:
            self._clear_candidates()
        if s[k.MODE] == k.EXPLICIT:
            self._go_explicit(b)
            return
        s[k.FUEL] = k.FUEL_BOUND
        given = None
        if self._fast is not None:
            code, out = self._run_fast(s, b)
            if out:
                self._records = Chunk(self._records, out)
        elif self.keeps_log:
            out = []
            code = run_logged(p, self._compiled, s, b, out)
            if out:
                self._records = Chunk(self._records, out)
        else:
            code, given = run(p, self._way.quick if self._way.bare else self._compiled.blocks, s, b)
        self._stop(code, given)

    def _run_fast(self, s: list[int], b: int) -> tuple[int, list[int]]:
        """One run in machine code: how it stopped, and the records of the log."""
        assert self._fast is not None
        if not self.keeps_log:
            return self._fast.run(s, b), []  # type: ignore[arg-type]
        self._fast.clear_log()
        code = self._fast.run(s, b)  # type: ignore[arg-type]
        row = self._fast.row(k.W_LOG)
        return code, list(row[1 : row[0] + 1])

    def _go_explicit(self, b: int) -> None:
        p = self.program
        base = self._s
        s = base[:]
        s[k.EXN] = 0
        s[k.TAPEN] = len(self._tape)
        s[k.FUEL] = k.FUEL_BOUND
        for i, x in enumerate(self._tape):
            if self._fast is not None:
                self._fast.w[k.W_TAPE * p.lay.width + 2 * i] = x
            else:
                p.w[k.W_TAPE][2 * i] = x
        out: list[int] = []
        self._block = b
        try:
            if self._fast is not None:
                code, out = self._run_fast(s, b)
            else:
                code = (run_logged(p, self._compiled, s, b, out) if self.keeps_log
                        else run_explicit(p, self._compiled.blocks, s, b))
        except EngineError:
            if s[k.EXN] <= len(self._tape):
                raise
            code = k.ASK
        if s[k.EXN] > len(self._tape):
            self._hold_up(self._row(k.W_SNAP), out)
            # the run is thrown away: past the tape it went on with answers that nobody gave
            self._asked = asked_of_chance(p, list(self._row(k.W_ASKED)), list(self._row(k.W_SNAP)))
            self._code = k.ASK
            self.count = len(self._asked.ids)
            return
        self._s = s
        self._tape = []
        if out:
            self._records = Chunk(self._records, out)
        self._stop(code)

    def _stop(self, code: int, given: list[int] | None = None) -> None:
        """A run has come to its end. *given*: the options, if they are not in the row of options."""
        self._code = code
        s = self._s
        s[k.FUEL] = k.FUEL_BOUND
        if code == k.ASK:
            s[k.DECIDED] += 1
            self._options = self._options_row(s[k.QN] * self.program.wide) if given is None else given
            if given is None and s[k.QSITE] in self._way.listing:
                # candidates of lists stand at the end of the row
                self._options += self._row(k.W_OPTIONS)[-4 * self.program.lay.tail :]
            ranged = self.program.lay.ranged
            self.count = ranges.total(self._options, s[k.QN], self.program.wide) if ranged else s[k.QN]
            if s[k.DECIDED] > TURNS:
                self._too_long()
        else:
            self._options, self.count = [], 0
        self._hold_up(s, self._records.records if self._records is not None else [])

    def _too_long(self) -> None:
        self._stopped = f"stopped: {TURNS} decisions without an end: {running(self.program, self._s)}"
        self._code, self.count = OVER, 0

    def _hold_up(self, s: Sequence[int], records: Sequence[int]) -> None:
        """The match cannot go on if an invariant is broken in the state *s*; *records*: what the run has told."""
        if s[k.BROKEN] and self._way.checks:
            from interpreter.broken import broken

            raise broken(self.program, list(self._row(k.W_BROKEN)[: len(s)]), records)

    def _clear_candidates(self) -> None:
        """What other questions left at the end of the row of options must not get into this one."""
        p = self.program
        kept = p.shared.tails * p.lay.tail
        if self._fast is not None:
            self._fast.clear_candidates(kept)
        elif kept:
            p.w[k.W_OPTIONS][-kept:] = [0] * kept

    def _follow(self, then: "Spot") -> "Spot | None":
        """Where it comes to when chance says what it is asked here; None: nobody has come there yet, and nothing has been
        drawn."""
        drawn = self._generator
        if drawn is None:
            drawn = self._generator = generator(self.seed)
        before = drawn[:]
        on = drawn_on(then, drawn, self._way.compiled.names["below"])
        if on is None:
            self._generator = before
        return on

    def _leave(self, spot: "Spot", i: int) -> None:
        """Takes an option that nobody has taken here yet, as far as one remembers."""
        self._stand()
        if spot.tried[i] < USUAL:
            spot.tried[i] += 1
            self.choose_index(i)
            return
        s = self._s
        words, b, row = s[k.RNG : k.RNG + 4], s[s[FP]], self._row_of(i)
        self.choose_index(i)
        self._remember(spot, i, b, words, row)

    def _remember(self, spot: "Spot", i: int, b: int, words: Sequence[int], row: Sequence[int]) -> None:
        """What choosing an option has come to is kept for others. Given is how it was before."""
        p, s = self.program, self._s
        tree = p.beginnings
        if tree is not None and tree.grows and self._stopped is None and not tree.add(
                spot, i, b, words, row, self._code, self._options, s, in_use(p, s, self.over), self._made()):
            p.beginnings, p.remembers = None, False
