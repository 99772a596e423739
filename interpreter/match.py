"""A match: who must decide, what is on offer, what was chosen, what each player may know of it."""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from interpreter import ranges
from interpreter import slots as k
from interpreter.decisions import CHANCE, Decision, Option, Range, Several
from interpreter.emit.base import NotYet
from interpreter.errors import EngineError, FormNotRunning, IllegalMove
from interpreter.log import RECORD, Chunk, LogEvent, all_events, all_lines, chunks
from interpreter.machine import STEPS, checked, machine_row, reseed, run, run_explicit, run_logged, running
from interpreter.naming import Namer, distinct, is_listed, option_id, option_parts
from interpreter.program import Program, _programs, program
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
    W_GIVEN,
    W_OPTIONS,
)
from rulelang.game import Game

if TYPE_CHECKING:
    from interpreter.attempts import Attempt
    from interpreter.fast import Fast
    from interpreter.worlds.history import Node, Step
    from interpreter.worlds.origin import Origin

TURNS = 20_000
"""Decisions after which a match is stopped as unfinished."""

BOUND = range(STEPS)
ANSWER, ANSWER_2 = ANS + 1, ANS + 2  # what the option chosen names
NOTHING: list[int] = []


@frozen
class Asked:
    """What chance must say: the state when it was asked, the outcomes (index given, weight) and their ids."""

    snapshot: list[int]
    ids: tuple[str, ...]
    first: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


class Match:
    """A match in play. Made by `interpreter.start`, `interpreter.resume`, `interpreter.replay` or `copy`.

    ``count``: how many options there are; 0 when the match is over.
    """

    # what each is stands in `__init__`; without a dictionary a match is copied, and its parts are read, in half the time
    __slots__ = ("_asked", "_bare", "_block", "_checks", "_code", "_compiled", "_decision", "_fast", "_first", "_forced",
                 "_history", "_imagined", "_listing", "_options", "_origin", "_plain", "_quick", "_records", "_s", "_stopped",
                 "_tape", "_trace", "_undo", "_w", "_wide", "chance", "count", "keeps_log", "program", "seed")

    def __init__(self, p: Program, *, seed: int, chance: Literal["sampled", "explicit"], log: bool,
                 checks: bool = False, fast: "Fast | None" = None) -> None:
        self.program = p
        self._fast = fast
        self.seed = seed
        self.chance = chance
        self.keeps_log = log
        self._checks = checks
        self._compiled = p.compiled(log, checks)
        self._listing = p.listing
        self._bare = not log and not checks and chance == "sampled"  # there is nothing to do but run
        self._plain = self._bare and fast is None and not p.lay.ranged
        self._block = self._first = self._compiled.text.start
        if self._bare:
            self._s, self._first = p.outset()
            p.played()
        else:
            self._s = p.start_state()
        self._wide, self._w, self._quick = p.wide, p.w, self._compiled.quick
        if fast is not None:
            self._s = machine_row(p, self._s)  # type: ignore[assignment]
        reseed(self._s, seed)
        self._s[k.MODE] = k.EXPLICIT if chance == "explicit" else k.PLAY
        self._options: list[int] = []
        self._tape: list[int] = []
        self._asked: Asked | None = None
        self._records: Chunk | None = None  # the newest
        self._history: Node | None = None  # choices, the newest first
        self._undo: tuple[object, Match, int] | None = None
        self._decision: Decision | None = None
        self._code = k.ASK
        self.count = 0
        self._stopped: str | None = None
        self._forced: list[str] | None = None
        self._trace: list[Step] | None = None  # how it came to an earlier question, or this one: see `worlds.history`
        self._origin: Origin | None = None  # of an imagined world
        self._imagined = False  # by `sample_world`: its state does not follow from its choices

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
        if self._listing:
            self._clear_candidates()
        if s[k.MODE] == k.EXPLICIT:
            self._go_explicit(b)
            return
        s[k.FUEL] = k.FUEL_BOUND
        if self._fast is not None:
            code, out = self._run_fast(s, b)
            if out:
                self._records = Chunk(self._records, out)
            self._stop(code)
            return
        if self.keeps_log:
            out = []
            code = run_logged(p, self._compiled, s, b, out)
            if out:
                self._records = Chunk(self._records, out)
        else:
            code = run(p, self._quick if self._bare else self._compiled.blocks, s, b)
        self._stop(code)

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
            return self._fast.row(k.W_OPTIONS, length).tolist()
        w = self.program.w
        given = w[W_GIVEN]
        if given:
            w[W_GIVEN] = NOTHING
            return given
        return w[W_OPTIONS][:length]

    def _clear_candidates(self) -> None:
        """What other questions left at the end of the row of options must not get into this one."""
        p = self.program
        kept = p.shared.tails * p.lay.tail
        if self._fast is not None:
            end = (k.W_OPTIONS + 1) * p.lay.width
            self._fast.w[end - kept : end] = array("q", bytes(8 * kept))
        elif kept:
            p.w[k.W_OPTIONS][-kept:] = [0] * kept

    def _stop(self, code: int) -> None:
        self._code = code
        s = self._s
        s[k.FUEL] = k.FUEL_BOUND
        if code == k.ASK:
            s[k.DECIDED] += 1
            self._options = self._options_row(s[k.QN] * self.program.wide)
            if s[k.QSITE] in self._listing:
                # candidates of lists stand at the end of the row
                self._options += self._row(k.W_OPTIONS)[-4 * self.program.lay.tail :]
            ranged = self.program.lay.ranged
            self.count = ranges.total(self._options, s[k.QN], self.program.wide) if ranged else s[k.QN]
            if s[k.DECIDED] > TURNS:
                self._stopped = f"stopped: {TURNS} decisions without an end: {running(self.program, s)}"
                self._code, self.count = k.OVER, 0
        else:
            self._options, self.count = [], 0
        self._hold_up(s, self._records.records if self._records is not None else [])

    def _hold_up(self, s: Sequence[int], records: Sequence[int]) -> None:
        """The match cannot go on if an invariant is broken in the state *s*; *records*: what the run has told."""
        if s[k.BROKEN] and self._checks:
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
            self._asked = self._question()
            self._code = k.ASK
            self.count = len(self._asked.ids)
            return
        self._s = s
        self._tape = []
        if out:
            self._records = Chunk(self._records, out)
        self._stop(code)

    def _question(self) -> Asked:
        """What the row of chance says was asked."""
        p = self.program
        row, snap = list(self._row(k.W_ASKED)), list(self._row(k.W_SNAP))
        n, kind, arg = row[0], row[1], row[2]
        namer = Namer(p, snap, None, settles=True)
        ids: list[str] = []
        lay = p.lay
        if kind == k.CHANCE_SETTLE:
            c = snap[lay.at["NXT"] + lay.n + arg]
            while c < lay.n:
                if snap[lay.at["MIXED"] + c]:
                    ids.append(lay.design(snap[lay.at["FACE"] + c]).name)
                c = snap[lay.at["NXT"] + c]
        elif kind == k.CHANCE_DIE:
            for place in lay.dice.values():
                if place.base <= arg < place.base + place.owners * place.amount:
                    t = p.game.dice[place.key].type
                    ids = [namer.value(t.item if t.item is not None else t, x) for x in place.faces]
        elif kind == k.CHANCE_OPTION:
            site = p.shared.sites[arg]
            wide = p.wide
            options = [row[3 + i * wide : 3 + (i + 1) * wide] for i in range(n)]
            kept = self._kept(row[-4 * lay.tail :])
            for option in options:
                text, names = option_parts(namer, site, option, False, kept)
                ids.append(option_id(site, text, names, option[0]))
        elif arg == 0:
            ids = [lay.design(snap[lay.at["FACE"] + c]).name for c in row[3 : 3 + n]]
        else:
            ids = [namer.value(p.shared.types[arg - 1], x) for x in row[3 : 3 + n]]
        first: dict[str, int] = {}
        weight: dict[str, int] = {}
        for i, x in enumerate(ids):
            first.setdefault(x, i)
            weight[x] = weight.get(x, 0) + 1
        return Asked(snap, tuple(first), tuple(first.values()), tuple(weight.values()), n)

    # ----------------------------------------------------------------------------------- questions

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
        return CHANCE if self._asked is not None else self._s[k.QP]

    @property
    def decision(self) -> Decision | None:
        """The question that waits; None: the match is over."""
        if self._code != k.ASK:
            return None
        if self._decision is None:
            self._decision = self._chance_decision() if self._asked is not None else self._make_decision()
        return self._decision

    def _prompt(self) -> str:
        """The words of the question that waits."""
        if self._asked is not None:
            return "chance decides"
        return self.program.shared.sites[self._s[k.QSITE]].prompt

    def _chance_decision(self) -> Decision:
        asked = self._asked
        assert asked is not None
        options = tuple(Option(x, x, i, probability=Fraction(wt, asked.total))
                        for i, (x, wt) in enumerate(zip(asked.ids, asked.weights, strict=True)))
        return Decision(CHANCE, "chance decides", options, "chance")

    def _make_decision(self) -> Decision:
        p, s = self.program, self._s
        site = p.shared.sites[s[k.QSITE]]
        player = s[k.QP]
        namer = Namer(p, s, player)
        wide, n = p.wide, s[k.QN]
        lengths: list[int] = []
        if p.lay.ranged:
            rows, lengths = map(list, zip(*ranges.options(self._options, n, wide), strict=True))
        else:
            rows = [self._options[i * wide : (i + 1) * wide] for i in range(n)]
        kept = self._kept(self._options[n * wide :])
        parts = [option_parts(namer, site, row, True, kept) for row in rows]
        ids = distinct([option_id(site, text, names, row[0]) for (text, names), row in zip(parts, rows, strict=True)])
        options = []
        for i, (row, name, (_, names)) in enumerate(zip(rows, ids, parts, strict=True)):
            _, _, docs, cites = site.forms[row[0]]
            options.append(Option(name, name, i, self._help(docs, names),
                                  tuple(dict.fromkeys((*cites, *self._card_cites(names))))))
        return Decision(player, site.prompt, tuple(options), site.rule, site.cites,
                        tuple(self._several(namer, rows, kept)),
                        tuple(Range(i, length) for i, length in enumerate(lengths) if length > 1))

    def _several(self, namer: Namer, rows: Sequence[Sequence[int]], kept: Sequence[list[int]]) -> Iterator[Several]:
        site = self.program.shared.sites[self._s[k.QSITE]]
        number = 0
        for form, (word, types, _, _) in enumerate(site.forms):
            sort = types[0] if len(types) == 1 else ""
            if isinstance(sort, str) and sort.startswith("subset ") and kept:
                end = kept[number % len(kept)]
                members = end[1 : 1 + end[0]]
                things = tuple(namer.thing(sort[7:], x) for x in members)
                chosen = {i: tuple(j for j in range(len(members)) if row[1] >> j & 1)
                          for i, row in enumerate(rows) if row[0] == form}
                if chosen:
                    yield Several(word, things, chosen)
            number += sum(is_listed(t) for t in types)

    def _kept(self, end: list[int]) -> list[list[int]]:
        """What the end of the row of options says that lists are made of, by their number."""
        tail = self.program.lay.tail
        return [end[(3 - i) * tail : (4 - i) * tail] for i in range(4)] if len(end) == 4 * tail else []

    def _help(self, docs: tuple[str, ...], names: list[str]) -> str:
        lines = list(docs)
        for name in names:
            card = self.program.card_named(name)
            if card is not None:
                lines += [*card.docs, *self.program.game.kinds[card.kind].docs]
        return " ".join(line.strip() for line in lines)

    def _card_cites(self, names: list[str]) -> tuple[str, ...]:
        out: list[str] = []
        for name in names:
            card = self.program.card_named(name)
            if card is not None:
                out += card.cites
        return tuple(out)

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
        if not self._plain:
            self._choose(i, None)
            return
        # the same without detours, as this is what simulations do all the time
        s, options, w, quick, wide = self._s, self._options, self._w, self._quick, self._wide
        at = i * wide
        s[ANS] = options[at]
        s[ANSWER] = options[at + 1]
        if wide > 2:
            s[ANSWER_2] = options[at + 2]
            if wide > 3:
                s[ANS + 3 : ANS + wide] = options[at + 3 : at + wide]
        self._history = self._history, i
        self._decision = None
        if self._listing:
            self._clear_candidates()
        f = s[FP]
        b = quick[s[f]](s, f, w)
        if b >= 0:  # mostly one block is all
            for _ in BOUND:
                b = quick[b](s, s[FP], w)
                if b < 0:
                    break
        given = w[W_GIVEN]
        decided = s[DECIDED] + 1
        if b != ASK or s[ERROR] or decided > TURNS:
            w[W_GIVEN] = NOTHING
            if b == OVER and not s[ERROR]:
                self._code, self._options, self.count = OVER, NOTHING, 0
                s[FUEL] = FUEL_BOUND
                return
            self._stop(checked(self.program, s, b))
            return
        s[DECIDED] = decided
        s[FUEL] = FUEL_BOUND
        n = self.count = s[QN]
        if given:
            self._options = given
            w[W_GIVEN] = NOTHING
            return
        self._options = w[W_OPTIONS][: n * wide]
        if self._listing and s[QSITE] in self._listing:
            self._options += w[W_OPTIONS][-4 * self.program.lay.tail :]

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
            self._history = (self._history, name if name is not None else self._asked.ids[i])
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
        self._history = (self._history, name if name is not None else i)
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
        from interpreter.key import key_of

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
        m = self._bare_copy()
        m._undo = self._undo
        return m

    def _bare_copy(self) -> "Match":
        m = Match.__new__(Match)
        m._s = self._s[:]
        m._tape = self._tape[:]
        m.count = self.count
        m._code = self._code
        m._options = self._options
        m._history = self._history
        m._decision = self._decision
        m._w = self._w
        m._wide = self._wide
        m._quick = self._quick
        m._plain = self._plain
        m._listing = self._listing
        m.program, m.seed = self.program, self.seed
        m.chance, m.keeps_log = self.chance, self.keeps_log
        m._checks = self._checks
        m._compiled = self._compiled
        m._fast = self._fast
        m._bare = self._bare
        m._asked, m._records = self._asked, self._records
        m._stopped, m._block, m._first = self._stopped, self._block, self._first
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

    def choices(self) -> list[int | str]:
        """All choices so far, by id (by number where no id was made)."""
        out: list[int | str] = []
        at = self._history
        while at is not None:
            out.append(at[1])
            at = at[0]  # type: ignore[assignment]
        return out[::-1]

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


def start(game: Game, players: int, *, seed: int = 0, chance: Literal["sampled", "explicit"] = "sampled",
          log: bool = True, fast: bool = False, checks: bool = False) -> Match:
    """Begins a match of *game*: runs setup, up to the first decision.

    Args:
        players: number of seats.
        seed: any whole number; equal seeds and choices give equal matches.
        chance: "sampled" from the seed, or "explicit": a decision of CHANCE with probabilities.
        log: False: no events are kept, for simulation.
        fast: machine code (extra `fast`).
        checks: invariants are tested after every step.

    Raises: ValueError: a number of players that the game does not allow; EngineError.
    """
    if not (log or fast or checks) and chance == "sampled" and type(players) is int:
        begun = _programs.get((id(game), players))
        if begun is not None and begun[0] is game and begun[1].model is not None:
            return another(begun[1], begun[1].model, seed)
    low, high = game.players
    if type(players) is not int or not low <= players <= high:
        raise ValueError(f"{game.name} is for {low} to {high} players, not {players}" if low != high
                         else f"{game.name} is for {low} players, not {players}")
    if chance not in ("sampled", "explicit"):
        raise ValueError('chance is "sampled" or "explicit"')
    try:
        p = program(game, players)
        machine = None
        if fast:
            from interpreter.fast import fast as machine_code

            machine = machine_code(p, log, checks)
        m = Match(p, seed=seed, chance=chance, log=log, checks=checks, fast=machine)
    except NotYet as form:
        raise FormNotRunning(f"{form} cannot be played yet") from None
    if m._plain and not p.outset_asks:
        p.model = m._bare_copy()
    m._go(m._first)
    if m._plain and p.outset_asks:
        p.model = m._bare_copy()
    return m


def another(p: Program, model: Match, seed: int) -> Match:
    """A match without log, with sampled chance, that begins as all of these do."""
    p.played()
    m = model._bare_copy()
    m.seed = seed
    s = m._s
    reseed(s, seed)
    if p.outset_asks:
        return m
    if m._listing:
        m._clear_candidates()
    b, quick, w = m._first, m._quick, m._w
    for _ in BOUND:
        b = quick[b](s, s[FP], w)
        if b < 0:
            break
    m._stop(checked(p, s, b))
    return m
