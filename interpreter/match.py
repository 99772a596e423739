"""A match: who must decide, what is on offer, what was chosen, what each player may know of it."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from interpreter import ranges
from interpreter import slots as k
from interpreter.asking import Asked, asked_of_chance, chance_decision, decision_of
from interpreter.beginnings import USUAL, Spot, drawn_on, filled
from interpreter.decisions import CHANCE, Decision, Option
from interpreter.errors import EngineError, IllegalMove
from interpreter.key import in_use, key_of
from interpreter.log import RECORD, Chunk, LogEvent, all_events, all_lines, chunks
from interpreter.machine import (
    STEPS,
    checked,
    generator,
    machine_row,
    reseed,
    run,
    run_explicit,
    run_logged,
    running,
    stopped,
)
from interpreter.program import Compiled, Program
from interpreter.result import Result, finished, rank_count, rank_numbers
from interpreter.slots import (
    ANS,
    ASK,
    DECIDED,
    ERROR,
    FP,
    FUEL,
    FUEL_BOUND,
    OVER,
    QN,
    QSITE,
    W_OPTIONS,
)
from interpreter.way import way_of
from rulelang.game import Game

if TYPE_CHECKING:
    from interpreter.attempts import Attempt
    from interpreter.fast import Fast
    from interpreter.worlds.history import Node, Step
    from interpreter.worlds.origin import Origin

TURNS = 20_000
"""Decisions after which a match is stopped as unfinished."""

BOUND = range(STEPS)
ANSWER = ANS + 1  # what the option chosen names
NOTHING: list[int] = []


class Match:
    """A match in play. Made by `interpreter.start`, `interpreter.resume`, `interpreter.replay` or `copy`.

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
        self._undo: tuple[object, Match, int] | None = None
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
        self.__class__ = Match
        self._spot = self._generator = None
        s = filled(self.program, spot.state)
        # the first question counts as well
        s[k.DECIDED] = self._made() + (self.count > 0)
        if drawn is None:
            reseed(s, self.seed)
        else:
            s[k.RNG : k.RNG + 4] = drawn[k.RNG : k.RNG + 4]
        self._set_up(s, spot.options)

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

    def __repr__(self) -> str:
        who = "it is over" if self.over else "chance decides" if self.player == CHANCE else f"p{self.player} decides"
        made = len(self.choices())
        return f"<{self.game.name}, {self.players} players, {made} choice{'' if made == 1 else 's'} made, {who}>"

    # ------------------------------------------------------------------------------------- running

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

    def _row(self, number: int) -> Sequence[int]:
        """A work row as the last run left it."""
        return self._fast.row(number) if self._fast is not None else self.program.w[number]

    def _options_row(self, length: int) -> list[int]:
        """The options of the last question."""
        if self._fast is not None:
            return self._fast.options(length)
        return self.program.w[W_OPTIONS][:length]

    def _clear_candidates(self) -> None:
        """What other questions left at the end of the row of options must not get into this one."""
        p = self.program
        kept = p.shared.tails * p.lay.tail
        if self._fast is not None:
            self._fast.clear_candidates(kept)
        elif kept:
            p.w[k.W_OPTIONS][-kept:] = [0] * kept

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

    # ----------------------------------------------------------------------------------- questions

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

    # ------------------------------------------------------------------------------------- choosing

    def choose(self, option: Option | str) -> None:
        """Takes an option of the waiting decision, given by itself or by its id.

        Raises: IllegalMove: it is not on offer; the match is as it was.
        """
        decision = self.decision
        if decision is None:
            raise IllegalMove("the match is over")
        want = option.id if isinstance(option, Option) else option
        for i, one in enumerate(decision.options):
            if one.id == want:
                self._choose(i, one.id)
                return
        raise self.refusal(str(want))

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

    def _astray(self) -> Exception:
        """Why a block looked up what no table has: a number went beyond its bounds in this run, so that the match cannot go on
        anyway."""
        self.count = 0
        return stopped(self.program, self._s) if self._s[ERROR] else IndexError("a block looked up what no table has")

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

    def sort_of(self, i: int) -> tuple[int, int]:
        """What sort of choice option *i* is: the question of the rules (its number in ``program.shared.sites``) and the sort
        of answer to it (its number in ``Site.forms``). Options that differ only in what they name are of one sort; what
        chance decides is (-1, 0).

        Raises: IllegalMove: there is no such option.
        """
        if not 0 <= i < self.count:
            raise IllegalMove("there is no such option")
        return (-1, 0) if self._asked is not None else (self._s[k.QSITE], self._row_of(i)[0])

    def _row_of(self, i: int) -> list[int]:
        """What the option with that number is made of."""
        wide = self.program.wide
        if self.program.lay.ranged:
            return ranges.option(self._options, self._s[k.QN], wide, i)
        return self._options[i * wide : (i + 1) * wide]

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

    def refusal(self, text: str) -> IllegalMove:
        """Why *text* is not on offer, as the player who must decide may know."""
        from interpreter.why import why_not

        reason = why_not(self, text, self._s[k.QP] if self._asked is None else None)
        return IllegalMove(reason.text, reason.rule, reason.citations)

    def why_not(self, action: str, player: int) -> str:
        """Why *player* cannot do or choose *action* now: the rule, its words, its citation; only what he may know."""
        from interpreter.why import why_not

        reason = why_not(self, action, player)
        return reason.text + (f" ({reason.rule})" if reason.rule else "") + "".join(f" @{c}" for c in reason.citations)

    # -------------------------------------------------------------------------------------- knowing

    @property
    def log(self) -> tuple[LogEvent, ...]:
        """All that happened, for an all-seeing reader; empty without a log."""
        return all_events(self.program, self._records, None)

    def log_for(self, seat: int) -> tuple[LogEvent, ...]:
        """The log as that seat may know it.

        Raises: ValueError: there is no such seat.
        """
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}")
        return all_events(self.program, self._records, seat)

    def told_of(self) -> "Counter[tuple[str, str]]":
        """How often each sort of event is told of each rule (`LogEvent.what`, `LogEvent.rule`): the log without its words,
        in a hundredth of the time."""
        sources = self.program.shared.sources
        numbers = Counter(self.records()[::RECORD])
        out: Counter[tuple[str, str]] = Counter()
        for number, times in sorted(numbers.items()):
            out[sources[number].what, sources[number].rule] += times
        return out

    @property
    def latest(self) -> Chunk | None:
        """The newest records of the log and, through it, all before. It is another object exactly when something was logged
        since one looked; copies of a match share it."""
        return self._records

    def records(self) -> list[int]:
        """The log in whole numbers, `log.RECORD` a record: the number of its source, whose act it was, who sees it, then
        three values, each with those who know it."""
        return [x for chunk in chunks(self._records) for x in chunk.records]

    def log_text(self, seat: int) -> str:
        """The log as that seat may know it, a line an event, with its sort and its rule.

        Raises: ValueError: there is no such seat.
        """
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}")
        return all_lines(self.program, self._records, seat)

    @property
    def state(self) -> list[int]:
        """The numbers of the state (at a question of chance: as it was when chance was asked). Read only."""
        s = self._asked.snapshot if self._asked is not None else self._s
        return s if self._fast is None else s[: self.program.lay.length]

    def view(self, player: int) -> dict[str, object]:
        """All that this player may know, and no more, as JSON-able data."""
        from interpreter.view import view

        return view(self, player)

    def dump(self) -> dict[str, object]:
        """The whole state by names, for comparing and debugging; it hides nothing."""
        from interpreter.view import dump

        return dump(self)

    def information_state(self, player: int) -> str:
        """Text that is equal exactly when this player cannot tell the histories apart.

        Raises: ValueError: the match keeps no log.
        """
        from interpreter.view import information_state

        return information_state(self, player)

    def state_key(self) -> tuple[int, ...]:
        """Hashable: equal for matches in the same state with the same question, however they came there."""
        waits = self._asked is not None
        key = key_of(self.program, self._s, self._code != k.ASK, waits)
        if waits:
            # what chance is asked follows from where the run began, and from its answers so far
            return (*key, self._block, *self._tape)
        return (*key, *self._options)

    def sample_world(self, player: int, rng: Random, *, exact: bool = True) -> "Match":
        """A match that this player cannot tell from this one: what he does not know is dealt anew, as far as all that he has
        seen and heard can have come so. Others chose otherwise what they chose unseen, and chance goes another way.

        *exact*: False is content with cards that exchange their faces as the match stands, which takes microseconds instead
        of milliseconds: what follows from the way that things went, such as that somebody could not follow suit, does not
        count. Where others have chosen something unseen, it is done exactly all the same.

        Raises: ValueError: there is no such seat.
        """
        from interpreter.worlds import sample_world

        return sample_world(self, player, rng, exact)

    def reseeded(self, rng: Random) -> "Match":
        """A copy in which chance goes another way from here on. It cannot be saved."""
        out = self._bare_copy()
        out._imagined = True
        reseed(out._s, rng.getrandbits(63))
        return out

    @property
    def result(self) -> Result | None:
        """How it ended; None while it goes on."""
        if self._code == k.ASK:
            return None
        spot = self._spot
        if spot is not None:
            if spot.result is None:
                spot.result = finished(self.program, self._compiled.names["outcome"], filled(self.program, spot.state), None)
            return spot.result
        return finished(self.program, self._compiled.names["outcome"], self._s, self._stopped)

    def standing(self) -> tuple[tuple[int, ...], ...]:
        """For each rank of `winner`, a number a seat: what it is, as if the tallies that add to it were counted now.

        It reads hidden cards too: whoever may not know them asks it of a world from `sample_world`.
        """
        p, s = self.program, self.state
        if not self.over and self._fast is not None and self._asked is None:
            s = self._s
            kept, s[k.FUEL] = s[k.FUEL], k.FUEL_BOUND
            found = self._fast.standing(s)  # type: ignore[arg-type]
            s[k.FUEL] = kept
            n = p.players
            return tuple(tuple(found[i * n : i * n + n]) for i in range(rank_count(p)))
        # when it is over, whatever there was to count has been counted
        names = self._compiled.names
        return tuple(map(tuple, rank_numbers(p, names["outcome" if self.over else "standing"], s)))

    def attempts(self, indexes: Sequence[int], acts: int, rng: Random) -> "list[Attempt]":
        """What options come to, for bots that look ahead: see `interpreter.attempts`."""
        from interpreter.attempts import attempts

        return attempts(self, indexes, acts, rng)

    @property
    def between_acts(self) -> bool:
        """Whether the question that waits is one of a window, a pause or a `may`: nothing that was begun is left half done
        for want of the answer."""
        return self._asked is None and self.program.shared.sites[self._s[k.QSITE]].kind in ("window", "may")

    # ------------------------------------------------------------------------- copies, saves, undo

    def copy(self) -> "Match":
        """An independent match in the same state."""
        if self._spot is None:
            m = self._bare_copy()
            m._undo = self._undo
            return m
        m = Follower.__new__(Follower)
        m._way, m.seed, m.count, m._code = self._way, self.seed, self.count, self._code
        m._past, m._recent = self._past, self._recent[:]
        m._spot, m._generator = self._spot, self._generator and self._generator[:]
        return m

    def _bare_copy(self) -> "Match":
        """A copy with a state of its own."""
        if self._spot is not None:
            self._stand()
        m = Match.__new__(Match)
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

    def undo(self) -> None:
        """Takes back this player's last choice.

        Raises: IllegalMove: there is none, or since then chance has spoken, something was revealed, or another player
        has decided.
        """
        if not self.keeps_log:
            raise IllegalMove("a match without a log keeps nothing to go back to")
        if self._undo is None:
            raise IllegalMove("there is nothing to take back")
        rest, before, player = self._undo
        if self.player is not None and self.player not in (player, CHANCE):
            raise IllegalMove("another player is already asked")
        a, b = before._s, self.state
        if a[k.RNG : k.RNG + 4] != b[k.RNG : k.RNG + 4] or self._asked is not None or self._tape:
            raise IllegalMove("chance has spoken since")
        if before.chance == "explicit" and self._chance_since(before):
            raise IllegalMove("chance has spoken since")
        at, n = self.program.lay.at["KNOW"], self.program.lay.n
        face = self.program.lay.at["FACE"]
        if a[at : at + n] != b[at : at + n] or a[face : face + n] != b[face : face + n]:
            raise IllegalMove("something was revealed since")
        self._become(before.copy())
        self._undo = rest  # type: ignore[assignment]

    def _become(self, other: "Match") -> None:
        """Takes over all that the other one is; the other is not used any more."""
        for name in Match.__slots__:
            setattr(self, name, getattr(other, name))

    def _chance_since(self, before: "Match") -> bool:
        n = 0
        at = self._history
        while at is not None and at is not before._history:
            n += 1
            at = at[0]  # type: ignore[assignment]
        return n > 1

    @property
    def _history(self) -> "Node | None":
        """All choices, the newest first: each is an object of its own, which copies share."""
        for i in self._recent:
            self._past = self._past, i
        self._recent = []
        return self._past

    def choices(self) -> list[int | str]:
        """All choices so far, by id (by number where no id was made)."""
        out: list[int | str] = []
        at = self._history
        while at is not None:
            out.append(at[1])
            at = at[0]  # type: ignore[assignment]
        return out[::-1]

    def _made(self) -> int:
        """How many choices."""
        n, at = len(self._recent), self._past
        while at is not None:
            n += 1
            at = at[0]  # type: ignore[assignment]
        return n

    def save(self) -> str:
        """The match as JSON text, for `interpreter.resume`.

        Raises: ValueError: it is a world that was imagined, not played.
        """
        from interpreter.save import save

        return save(self)

    def transcript(self) -> dict[str, object]:
        """Seed and choices, for `interpreter.replay`.

        Raises: ValueError: it is a world that was imagined, not played.
        """
        from interpreter.save import transcript

        return transcript(self)


class Later:
    """A part of a match that is not there yet, as the match only follows what was played before: whoever reads or sets it
    makes the match stand on its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, m: Match, owner: type) -> Any:
        m._stand()
        return getattr(m, self.name)

    def __set__(self, m: Match, value: Any) -> None:
        m._stand()
        setattr(m, self.name, value)


class Follower(Match):
    """A match that only follows what was played before. It is a class of its own, as CPython reads the parts of a match in
    half the time if nothing is to be done where one is not there."""

    __slots__ = ()


for _name in Match.__slots__:
    if _name not in ("_code", "_generator", "_past", "_recent", "_spot", "_way", "count", "seed"):
        setattr(Follower, _name, Later(_name))
