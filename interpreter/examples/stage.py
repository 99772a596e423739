"""A match under the hand of an example: set up with chance fixed, and nothing running."""

from collections.abc import Sequence
from random import Random

from attrs import evolve

from interpreter import slots as k
from interpreter.errors import EngineError
from interpreter.log import RECORD
from interpreter.match import Match
from interpreter.naming import Namer, face_id
from interpreter.program import Program, program
from interpreter.view import in_zone
from rulelang import game as g


class Wrong(Exception):
    """A line of the example cannot be carried out."""


class Stage:
    """A match under the hand of an example.

    ``m``: the match; ``p``: its program; ``names``: of the players, by seat; ``placed``: cards that lines have put somewhere.
    """

    def __init__(self, game: g.Game, players: int, example: g.Example) -> None:
        self.game = game
        self.names = example.players
        self.p: Program = program(game, players)
        self.m = Match(self.p, seed=1, chance="sampled", log=True, checks=True)
        self.rng = Random(1)
        self.placed: set[int] = set()
        self.home: dict[int, int] = {}
        self.acted = False
        self.since = 0  # records of the log before the first `when`
        self.seen = 0  # log events already matched with answers that took themselves
        self._setup()

    @property
    def s(self) -> list[int]:
        return self.m._s

    def _setup(self) -> None:
        """Runs setup alone; choices in it take their first option; then everything mixed is settled."""
        m, p = self.m, self.p
        c, s, w = m._compiled, m._s, p.w
        ready = p.shared.labels["program/ready"]
        b = c.text.start
        records: list[int] = []
        row = w[k.W_LOG]
        row[0] = 0
        steps = 0
        while b != ready:
            if b == k.ASK:
                s[k.ANS : k.ANS + p.wide] = w[k.W_OPTIONS][: p.wide]
                b = s[s[k.FP]]
                continue
            if b < 0:
                break
            b = c.blocks[b](s, s[k.FP], w)
            records += row[1 : row[0] + 1]
            row[0] = 0
            steps += 1
            if steps > 100_000 or s[k.ERROR]:
                raise EngineError("setup does not end")
        c.names["ready"](s, w)
        row[0] = 0
        lay = p.lay
        for i in range(0, len(records), RECORD):
            source = p.shared.sources[records[i]]
            if source.what in ("move", "draw"):
                self.home.setdefault(records[i + 3], records[i + 7])
        for z in range(len(lay.zone_of)):
            for body in in_zone(p, s, z):
                c.names["settle"](s, w, body)
        s[k.MODE] = k.EXPLICIT
        m._way = evolve(m._way, chance="explicit")
        m._code, m.count = k.DONE, 0
        self.idle()

    def idle(self) -> None:
        """Nothing runs: the stack is empty."""
        s, lay = self.s, self.p.lay
        for slot in lay.phase_slot.values():
            s[slot] = 0
        f = lay.frames
        s[f : f + k.HEAD] = [k.DONE, 0, -1, self.p.shared.what("program"), -1, 0]
        s[k.FP] = f
        s[k.TOGETHER] = s[k.EVB] = s[k.EVN] = s[k.CHAIN] = 0

    def calm(self) -> None:
        """All that follows from the state by itself comes about, and nothing of it is told."""
        s, w, names = self.s, self.p.w, self.m._compiled.names
        mode = s[k.MODE]
        s[k.MODE] = k.PLAY
        if not self.acted:
            # what was seen while the table was set belongs to no scene
            at, n = self.p.lay.at["KNOW"], self.p.lay.n
            s[at : at + n] = [0] * n
        for z in range(len(self.p.lay.zone_of)):
            names["reknow"](s, w, z)
        names["calm"](s, w)
        s[k.MODE] = mode
        if "TIMED" in self.p.lay.at:
            s[self.p.lay.at["TIMED"]] = 0
        w[k.W_LOG][0] = 0

    def number(self, e: g.Expr) -> int:
        """The value of an expression; of the name of a card, which one is meant."""
        return self.named(e) if isinstance(e, g.CardName) else self.p.ask(self.s, e)

    def named(self, e: g.CardName) -> int:
        """The card that is meant: one that an earlier line has placed, else any of that name."""
        placed = self.first_placed(e.name)
        return self.body(e) if placed is None else placed

    def first_placed(self, name: str) -> int | None:
        """The card of that name that an earlier line has placed."""
        lay, s = self.p.lay, self.s
        return next((c for c in sorted(self.placed) if face_id(lay, s[lay.at["FACE"] + c]) == name), None)

    def body(self, e: g.Expr, fresh: bool = False) -> int:
        """A card of that name that no earlier line has placed; else (unless *fresh*) one that is placed."""
        if not isinstance(e, g.CardName):
            return self.p.ask(self.s, e)
        lay, s = self.p.lay, self.s
        for face in range(lay.n):
            if lay.design(face).name == e.name:
                c = s[lay.at["BODY"] + face]
                if c not in self.placed:
                    self.placed.add(c)
                    return c
        placed = self.first_placed(e.name)
        if placed is not None and not fresh:
            return placed
        raise Wrong(f"there are not so many cards {e.name!r}")

    def move(self, c: int, z: int, under: bool = False) -> None:
        """Puts a card into a zone instance.

        Raises: Wrong: there is no such card or zone.
        """
        if c < 0 or z < 0:
            raise Wrong("there is no such place")
        names = self.m._compiled.names
        names["move"](self.s, self.p.w, c, z, int(under))

    def has(self, option: str) -> bool:
        """Whether that is on offer now."""
        decision = self.m.decision
        return decision is not None and any(o.id == option for o in decision.options)

    def resolve_chance(self) -> None:
        """What no line gives, chance decides, from a fixed seed."""
        while self.m.player == -1:
            asked = self.m._asked
            assert asked is not None
            self.m.choose_index(self.rng.choices(range(len(asked.ids)), asked.weights)[0])

    def text(self, e: g.Expr) -> str:
        """The id of a value named in an example."""
        match e:
            case g.CardName():
                return e.name
            case g.Text():
                return e.value
            case g.ListOf():
                return "[" + ", ".join(self.text(x) for x in e.items) + "]"
            case g.Truth():
                return "yes" if e.value else "no"
        return Namer(self.p, self.s, None).value(e.type, self.p.ask(self.s, e))


def called(name: str, args: Sequence[str]) -> str:
    """What the option is called to do that with these things."""
    return f"{name}({', '.join(args)})" if args else name
