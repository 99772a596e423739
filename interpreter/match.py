"""A match: who must decide, what is on offer, what was chosen, what each player may know of it."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from interpreter import slots as k
from interpreter.beginnings import filled
from interpreter.decisions import CHANCE, Option
from interpreter.errors import IllegalMove
from interpreter.key import key_of
from interpreter.log import RECORD, Chunk, LogEvent, all_events, all_lines, chunks
from interpreter.machine import reseed
from interpreter.position import Position
from interpreter.result import Result, finished, rank_count, rank_numbers
from interpreter.running import Running

if TYPE_CHECKING:
    from interpreter.attempts import Attempt


class Match(Running):
    """A match in play. Made by `interpreter.start`, `interpreter.resume`, `interpreter.replay` or `copy`.

    ``count``: how many options there are; 0 when the match is over.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        who = "it is over" if self.over else "chance decides" if self.player == CHANCE else f"p{self.player} decides"
        made = len(self.choices())
        return f"<{self.game.name}, {self.players} players, {made} choice{'' if made == 1 else 's'} made, {who}>"

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

    def sort_of(self, i: int) -> tuple[int, int]:
        """What sort of choice option *i* is: the question of the rules (its number in ``program.shared.sites``) and the sort
        of answer to it (its number in ``Site.forms``). Options that differ only in what they name are of one sort; what
        chance decides is (-1, 0).

        Raises: IllegalMove: there is no such option.
        """
        if not 0 <= i < self.count:
            raise IllegalMove("there is no such option")
        return (-1, 0) if self._asked is not None else (self._s[k.QSITE], self._row_of(i)[0])

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

    def copy(self) -> "Match":
        """An independent match in the same state."""
        if self._spot is None:
            m = self._bare_copy()
            m._undo = self._undo
            return m
        kind = type(self)  # a `Follower`
        m = kind.__new__(kind)
        m._way, m.seed, m.count, m._code = self._way, self.seed, self.count, self._code
        m._past, m._recent = self._past, self._recent[:]
        m._spot, m._generator = self._spot, self._generator and self._generator[:]
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
        for name in Position.__slots__:
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


for _name in Position.__slots__:
    if _name not in ("_code", "_generator", "_past", "_recent", "_spot", "_way", "count", "seed"):
        setattr(Follower, _name, Later(_name))
