"""Running the examples of a rules file (meaning 21)."""

from collections.abc import Sequence
from random import Random

from attrs import evolve, frozen

from interpreter import slots as k
from interpreter.broken import words
from interpreter.emit.base import Gen, NotYet
from interpreter.emit.cando import head
from interpreter.emit.effects import entry, fill_numbers, fills_of, offsets
from interpreter.emit.spaces import of_spaces
from interpreter.errors import EngineError
from interpreter.fitting import unfit
from interpreter.log import RECORD
from interpreter.match import Match
from interpreter.naming import Namer, face_id, zone_id
from interpreter.program import Program, program
from interpreter.view import in_zone
from interpreter.why import meant
from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.facts import AnyAction
from rulelang.uses.names import left_open


@frozen
class Failure:
    """A line that did not come out: ``expected`` and ``found`` in words."""

    span: Span
    expected: str
    found: str


@frozen
class ExampleResult:
    passed: bool
    failures: tuple[Failure, ...]


class Wrong(Exception):
    """A line of the example cannot be carried out."""


def run_example(game: g.Game, example: g.Example) -> ExampleResult:
    """Plays one example: setup with chance fixed, the givens, the whens; all `then` lines are tested."""
    players = len(example.players) or game.players[0]
    failures: list[Failure] = []
    try:
        stage = Stage(game, players, example)
    except (EngineError, NotYet) as error:
        return ExampleResult(False, (Failure(example.span, "the match can be set up", str(error)),))
    for line in example.lines:
        try:
            stage.line(line, failures)
        except Wrong as error:
            failures.append(Failure(line.span, words(game, line.span), str(error)))
            break
        except EngineError as error:
            failures.append(Failure(line.span, words(game, line.span), str(error)))
            break
        except NotYet as error:
            failures.append(Failure(line.span, words(game, line.span), f"the engine does not run this yet: {error}"))
            break
    return ExampleResult(not failures, tuple(failures))


class Stage:
    """A match under the hand of an example."""

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

    # --------------------------------------------------------------------------------------- setup

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
        self._idle()

    def _idle(self) -> None:
        """Nothing runs: the stack is empty."""
        s, lay = self.s, self.p.lay
        for slot in lay.phase_slot.values():
            s[slot] = 0
        f = lay.frames
        s[f : f + k.HEAD] = [k.DONE, 0, -1, self.p.shared.what("program"), -1, 0]
        s[k.FP] = f
        s[k.TOGETHER] = s[k.EVB] = s[k.EVN] = s[k.CHAIN] = 0

    # --------------------------------------------------------------------------------------- lines

    def line(self, line: g.Given | g.When | g.Then, failures: list[Failure]) -> None:
        match line:
            case g.Given():
                self.given(line.test)
                self._calm()
            case g.When():
                if not self.acted:
                    self.acted = True
                    for i, refill in enumerate(self.game.refills):
                        # what the givens took away is made good
                        if refill.time != "needed":
                            self.m._compiled.names[f"refill_{i}"](self.s, self.p.w, -1)
                    self._calm()
                    self.s[k.BROKEN] = 0
                    self.since = len(self.m.records())
                self.when(line)
            case g.Then():
                self.resolve_chance()
                found = self.then(line)
                if found is not None:
                    failures.append(Failure(line.span, words(self.game, line.span), found))

    def _calm(self) -> None:
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

    # --------------------------------------------------------------------------------------- given

    def given(self, test: g.Expr) -> None:
        """Makes the condition true."""
        s, p = self.s, self.p
        match test:
            case g.And():
                for part in test.parts:
                    self.given(part)
            case g.Holds(place=g.ZoneOf() as place):
                z = p.ask(s, place, what="zone")
                self.hold(z, [self.body(card, True) for card in test.cards])
            case g.IsEmpty(part=g.ZoneOf() as place):
                self.hold(p.ask(s, place, what="zone"), [])
            case g.Is(left=g.End(of=g.ZoneOf() as place) as end, right=right):
                z = p.ask(s, place, what="zone")
                cards = list(right.items) if isinstance(right, g.ListOf) else [right]
                bodies = [self.body(card, True) for card in cards]
                for body in reversed(bodies):
                    self.move(body, z, end.end == "bottom")
            case g.IsIn(part=part, place=g.ZoneOf() as place):
                self.move(self.body(part, True), p.ask(s, place, what="zone"))
            case g.Is(left=g.Stored() as target, right=right) | g.Compare(op="=", left=g.Stored() as target, right=right):
                self.store(target, self.number(right))
            case g.Is(right=g.Stored() as target, left=left) | g.Compare(op="=", right=g.Stored() as target, left=left):
                self.store(target, self.number(left))
            case g.Stored():
                self.store(test, 1)
            case g.Not(part=g.Stored() as target):
                self.store(target, 0)
            case (g.Compare(op="=", left=g.Prop(name="face", of=g.Expr() as die), right=right)
                  | g.Is(left=g.Prop(name="face", of=g.Expr() as die), right=right)):
                s[p.lay.at["DIE"] + p.ask(s, die)] = self.number(right)
            case g.Is(left=g.DiceOf() as dice, right=g.ListOf() as faces):
                for i, face in enumerate(faces.items):
                    s[p.lay.at["DIE"] + p.lay.dice[dice.key].base + i] = self.number(face)
            case _:
                if p.ask(s, test, what="truth") <= 0:
                    raise Wrong("this condition cannot be made true")

    def number(self, e: g.Expr) -> int:
        return self.named(e) if isinstance(e, g.CardName) else self.p.ask(self.s, e)

    def named(self, e: g.CardName) -> int:
        """The card that is meant: one that an earlier line has placed, else any of that name."""
        lay, s = self.p.lay, self.s
        placed = [c for c in sorted(self.placed) if face_id(lay, s[lay.at["FACE"] + c]) == e.name]
        return placed[0] if placed else self.body(e)

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
        placed = [c for c in sorted(self.placed) if face_id(lay, s[lay.at["FACE"] + c]) == e.name]
        if placed and not fresh:
            return placed[0]
        raise Wrong(f"there are not so many cards {e.name!r}")

    def move(self, c: int, z: int, under: bool = False) -> None:
        if c < 0 or z < 0:
            raise Wrong("there is no such place")
        names = self.m._compiled.names
        names["move"](self.s, self.p.w, c, z, int(under))

    def hold(self, z: int, bodies: list[int]) -> None:
        for c in bodies:
            self.move(c, z)
        lay, s = self.p.lay, self.s
        for c in in_zone(self.p, s, z):
            if c not in bodies and c not in self.placed or (c in self.placed and c not in bodies):
                home = self.home.get(s[lay.at["FACE"] + c], 0)
                if home == z:
                    raise Wrong(f"there is no place for what else lies in {zone_id(lay, z)}")
                self.move(c, home, True)

    def store(self, target: g.Stored, x: int) -> None:
        if isinstance(target.of, g.CardName):
            # the copy that an earlier line has placed
            lay, s = self.p.lay, self.s
            name = target.of.name
            placed = [c for c in sorted(self.placed) if face_id(lay, s[lay.at["FACE"] + c]) == name]
            c = placed[0] if placed else self.body(target.of)
            target = evolve(target, of=g.Num(span=target.span, type=target.of.type, value=c))
        slot = self.p.ask(self.s, target, what="slot")
        if slot < 0:
            raise Wrong("nobody has that")
        self.s[slot] = x

    # ---------------------------------------------------------------------------------------- when

    def when(self, line: g.When) -> None:
        if line.what == "chooses" and (line.who is None or isinstance(line.who, g.ChanceActor)):
            for answer in line.answers:
                self.chance(answer)
            return
        self.resolve_chance()
        match line.what:
            case "begins":
                assert line.phase is not None
                self.begin(line.phase)
            case "passes":
                assert line.who is not None
                if isinstance(line.who, g.Everyone):
                    self.all_pass()
                elif self.m.player == self.p.ask(self.s, line.who) and self.has("pass"):
                    self.m.choose("pass")
            case "chooses":
                assert line.who is not None
                self.choose(self.p.ask(self.s, line.who), line)
            case "does":
                assert line.who is not None and line.effect is not None
                self.does(self.p.ask(self.s, line.who), line.effect)

    def has(self, option: str) -> bool:
        decision = self.m.decision
        return decision is not None and any(o.id == option for o in decision.options)

    def resolve_chance(self) -> None:
        """What no line gives, chance decides, from a fixed seed."""
        while self.m.player == -1:
            asked = self.m._asked
            assert asked is not None
            self.m.choose_index(self.rng.choices(range(len(asked.ids)), asked.weights)[0])

    def chance(self, answer: g.Expr) -> None:
        text = self.text(answer)
        if self.m.player != -1:
            raise Wrong("chance is not asked here")
        if not self.has(text):
            assert self.m.decision is not None
            raise Wrong("chance can only give " + ", ".join(o.id for o in self.m.decision.options))
        self.m.choose(text)

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

    def begin(self, key: str) -> None:
        """Starts a phase as if those around it had begun."""
        self._idle()
        s, p, lay = self.s, self.p, self.p.lay
        shared = p.shared
        f = lay.frames
        you = -1
        for phase in reversed(ancestors_of(p, key)):
            s[f] = shared.labels[f"after {phase}"]
            g_ = f + shared.sizes["program" if f == lay.frames else f"phase {self._above(phase)}"]
            decl = self.game.phases[phase]
            if decl.of is not None:
                you = p.ask(s, decl.of, you=you)
            s[g_ : g_ + k.HEAD] = [k.DONE, f, you, shared.what(f"phase {phase}"), -1, 0]
            s[k.FP] = g_
            if phase == key:
                break
            s[lay.phase_slot[phase]] = g_
            f = g_
        self.m._code = k.ASK
        self.m._go(shared.labels[f"phase {key}/entry"])

    def _above(self, phase: str) -> str:
        return self.game.phases[phase].parent or ""

    def all_pass(self) -> None:
        """Until the innermost open window is over."""
        window = self.window()
        if window is None:
            # no window: whoever may pass does
            while self.has("pass") and self.window() is None:
                self.m.choose("pass")
                self.resolve_chance()
            return
        for _ in range(1000):
            if self.window_open(window) and self.has("pass"):
                self.m.choose("pass")
                self.resolve_chance()
            else:
                return

    def window(self) -> tuple[int, int] | None:
        """The innermost window: its frame and its number."""
        s = self.s
        if self.m.over:
            return None
        f = s[k.FP]
        while f > 0:
            if s[f + k.WHAT] < 0:
                return f, s[f + k.WHAT]
            f = s[f + k.CALLER]
        return None

    def window_open(self, window: tuple[int, int]) -> bool:
        s = self.s
        if self.m.over:
            return False
        f = s[k.FP]
        while f > 0:
            if (f, s[f + k.WHAT]) == window:
                return True
            f = s[f + k.CALLER]
        return False

    def choose(self, seat: int, line: g.When) -> None:
        texts = [self.text(a) for a in line.answers]
        wanted = [", ".join(texts), "[" + ", ".join(texts) + "]", *("?" + t for t in texts)]
        decision = self.m.decision
        if decision is not None and decision.player == seat:
            for option in decision.options:
                plain = option.id.split(" #")[0]
                if option.id in wanted or plain in wanted:
                    self.m.choose(option)
                    return
        # a choice that took itself may be named
        said = [f"p{seat} chooses {x}" for x in wanted] + [f"p{seat} chooses: {x}" for x in wanted]
        log = self.m.log
        for i in range(self.seen, len(log)):
            if log[i].text in said or any(log[i].text.replace("chooses: ", "chooses: ") == x for x in said):
                self.seen = i + 1
                return
        if decision is None:
            raise Wrong("nobody is asked")
        raise Wrong(f"p{decision.player} is asked ({decision.prompt}): " + ", ".join(o.id for o in decision.options))

    def does(self, seat: int, ref: g.EffectRef) -> None:
        name = ref.key.split(".")[-1]
        args = [self.text(a) for a in ref.args]
        wanted = f"{name}({', '.join(args)})" if args else name
        decision = self.m.decision
        if decision is not None and decision.player == seat:
            for option in decision.options:
                plain = option.id.split(" #")[0]
                if plain == wanted or option.id == wanted or (self.carried(ref.key) and of_bearer(plain, name, args)):
                    self.m.choose(option)
                    return
        if decision is not None:
            # what is not on offer cannot be done while somebody is asked
            raise Wrong(f"p{decision.player} is asked ({decision.prompt}): " + ", ".join(o.id for o in decision.options))
        if ref.key in self.game.effects:
            self.alone(seat, ref)
        else:
            self.action_alone(seat, ref)

    def alone(self, seat: int, ref: g.EffectRef) -> None:
        """Runs an effect with nothing around it."""
        self._idle()
        s, p, lay = self.s, self.p, self.p.lay
        gen = Gen(self.game, lay, p.facts, p.shared, False, wide=p.wide)
        effect = self.game.effects[ref.key]
        this, fill = -1, 0
        if effect.kind is not None:
            assert ref.of is not None
            this = self.number(ref.of)
            fill = fill_numbers(gen, ref.key)[this if of_spaces(gen, effect.kind) else s[lay.at["FACE"] + this]]
        f = lay.frames
        params = fills_of(gen, ref.key)[fill].params
        if (wrong := unfit(self.p, self.s[:], params, ref, seat, this)) is not None:
            raise Wrong(f"{ref.key.split('.')[-1]} cannot be done with that: {wrong}")
        g_ = f + k.HEAD + 2
        s[g_ : g_ + k.HEAD] = [k.DONE, f, seat, p.shared.what(f"effect {ref.key}"), this, 0]
        for at, param, arg in zip(offsets(gen, params), params, ref.args, strict=False):
            if isinstance(arg, g.ListOf):
                members = [self.number(x) for x in arg.items]
                s[g_ + at] = len(members)
                s[g_ + at + 1 : g_ + at + 1 + len(members)] = members
            elif isinstance(arg, g.CardName):
                s[g_ + at] = self.candidate(arg, param, seat)
            else:
                s[g_ + at] = self.number(arg)
        s[k.FP] = g_
        self.m._code = k.ASK
        self.m._go(entry(gen, ref.key, fill, len(ref.args)))

    def action_alone(self, seat: int, ref: g.EffectRef) -> None:
        """Runs an action of a window, or of any time, with nothing around it."""
        self._idle()
        s, p = self.s, self.p
        label, action, this = "", None, -1
        for window in self.game.windows.values():
            for one in window.actions:
                if one.key == ref.key:
                    label, action = f"action {window.key} {one.key}/entry", one
        for i, any_ in enumerate(p.facts.anytimes):
            if any_.action.key == ref.key:
                label, action = f"anytime {i}/entry", any_.action
                if not any_.own:
                    those = self.bearers(any_, seat)
                    able = (x for x in those if self.refused(any_.action, ref, seat, x) is None)
                    this = next(able, those[0] if those else -1)
        if action is None or label not in p.shared.labels:
            raise Wrong("nobody is asked")
        refused = unfit(p, s[:], action.params, ref, seat, this) or self.refused(action, ref, seat, this)
        if refused is not None:
            raise Wrong(f"{ref.key} is refused: {refused}")
        gen = Gen(self.game, p.lay, p.facts, p.shared, False, wide=p.wide)
        f = p.lay.frames
        g_ = f + k.HEAD + 60  # below it, where a window's parameters would be, nothing
        s[f + k.HEAD : g_] = [-1] * (g_ - f - k.HEAD)
        s[g_ : g_ + k.HEAD] = [k.DONE, f, seat, p.shared.what(f"action {action.key}"), this, 0]
        for at, param, arg in zip(offsets(gen, action.params), action.params, ref.args, strict=False):
            if isinstance(arg, g.ListOf):
                members = [self.number(x) for x in arg.items]
                s[g_ + at : g_ + at + 1 + len(members)] = [len(members), *members]
            else:
                s[g_ + at] = self.candidate(arg, param, seat) if isinstance(arg, g.CardName) else self.number(arg)
        s[k.FP] = g_
        self.m._code = k.ASK
        self.m._go(p.shared.labels[label])

    def refused(self, action: g.Action, ref: g.EffectRef, seat: int, this: int) -> str | None:
        """What stands against an action: the first of its requirements and payments that does not hold."""
        s, names = self.s[:], {p.var.id: arg for p, arg in zip(action.params, ref.args, strict=False)}
        paid: dict[str, int] = {}
        for st in head(action.body):
            parts = [meant(x, names) for x in ([st.test] if isinstance(st, g.Requires) else [st.source, st.amount])]
            if any(map(left_open, parts)):
                continue  # it speaks of a thing that was left open
            try:
                if isinstance(st, g.Requires):
                    if self.p.ask(s, parts[0], None, seat, this, "truth", once=True) <= 0:
                        return st.reason or words(self.game, st.span)
                    continue
                has, costs = (self.p.ask(s, part, None, seat, this, once=True) for part in parts)
            except NotYet:
                continue
            paid[st.source.key] = paid.get(st.source.key, 0) + costs
            if has - paid[st.source.key] < (self.p.lay.stores[st.source.key].low or 0):
                return f"it costs {costs}"
        return None

    def carried(self, key: str) -> bool:
        """Whether cards or spaces offer that action; it is called after them then."""
        return any(one.action.key == key and one.lasting is None and not one.own for one in self.p.facts.anytimes)

    def bearers(self, action: AnyAction, seat: int) -> list[int]:
        """The cards of that player whose action it is; or such spaces that are theirs, or everybody's; or the `until` blocks
        that run."""
        lay, s = self.p.lay, self.s
        if action.lasting is not None:
            first, size = lay.at["LASTINGS"], lay.lasting_size
            return [e for e in range(first, first + k.LASTING_ROOM * size, size) if s[e] == action.lasting + 1]
        designs, zones = action.designs or (), action.zones
        found = [x for x, kind in enumerate(lay.space_kind)
                 if kind in action.spaces and lay.space_owner(x) in (seat, -1)
                 and (action.test is None or self.p.ask(s, action.test, None, seat, x, "truth", once=True) > 0)]
        for z, key in enumerate(lay.zone_of):
            if key in zones and lay.zone_owner[z] in (seat, -1):
                for c in in_zone(self.p, s, z):
                    if lay.designs[s[lay.at["FACE"] + c]] in designs:
                        found.append(c)
        return found

    def candidate(self, card: g.CardName, param: g.Parameter, seat: int) -> int:
        """The card of that name that the parameter may be; else any."""
        lay, s = self.p.lay, self.s
        source = param.selector.source
        if isinstance(source, g.ZoneOf) and not isinstance(source.of, g.Everyone):
            z = self.p.ask(s, source, ("zone of", id(source)), you=seat, what="zone")
            for c in in_zone(self.p, s, z) if z >= 0 else []:
                if face_id(lay, s[lay.at["FACE"] + c]) == card.name:
                    return c
        return self.named(card)

    # ---------------------------------------------------------------------------------------- then

    def then(self, line: g.Then) -> str | None:
        """None if it holds; else what was found."""
        if line.announced is not None:
            return self.announced(line)
        assert line.test is not None
        if self.holds(line.test):
            return None
        return self.found(line.test)

    def holds(self, e: g.Expr) -> bool:
        match e:
            case g.Not():
                return not self.holds(e.part)
            case g.And():
                return all(self.holds(x) for x in e.parts)
            case g.Or():
                return any(self.holds(x) for x in e.parts)
            case g.CanDo() if e.effect.key not in self.game.effects:
                seat = self.p.ask(self.s, e.who)
                name = e.effect.key
                args = [self.text(a) for a in e.effect.args]
                wanted = f"{name}({', '.join(args)})" if args else name
                decision = self.m.decision
                return (decision is not None and decision.player == seat
                        and any(o.id == wanted or (not args and o.id.split("(")[0] == name) for o in decision.options))
            case g.CanChoose():
                decision = self.m.decision
                text = self.text(e.what)
                return (decision is not None and decision.player == self.p.ask(self.s, e.who)
                        and any(o.id in (text, "?" + text) for o in decision.options))
        return self.p.ask(self.s, e, what="truth") > 0

    def found(self, e: g.Expr) -> str:
        namer = Namer(self.p, self.s, None)
        match e:
            case g.Holds(place=g.ZoneOf() as place) | g.IsEmpty(part=g.ZoneOf() as place):
                z = self.p.ask(self.s, place, what="zone")
                return "[" + ", ".join(namer.card(c) for c in in_zone(self.p, self.s, z)) + "]"
            case g.Compare() | g.Is():
                for side in (e.left, e.right):
                    if side.type.base != "list" and not isinstance(side, (g.Num, g.SeatName, g.Member, g.CardName)):
                        return namer.value(side.type, self.p.ask(self.s, side))
            case g.CanDo() | g.CanChoose():
                decision = self.m.decision
                if decision is None:
                    return "nobody is asked"
                return f"p{decision.player} is asked: " + ", ".join(o.id for o in decision.options)
        return "it does not hold"

    def announced(self, line: g.Then) -> str | None:
        p = self.p
        records = self.m.records()[self.since :]
        found: list[str] = []
        for i in range(0, len(records), RECORD):
            source = p.shared.sources[records[i]]
            if source.what != "announce" or not source.text.startswith(f"{line.announced}("):
                continue
            values = records[i + 3 : i + 9 : 2]
            following: list[int] = []
            j = i + RECORD
            while j < len(records) and p.shared.sources[records[j]].what == "item":
                following.append(records[j + 3])
                j += RECORD
            if following and line.args is not None and len(line.args) == 1:
                if isinstance(line.args[0], g.ListOf) and [self.number(x) for x in line.args[0].items] == following:
                    return None
                found.append(f"{line.announced}({following})")
                continue
            if line.args is None or all(self.arg_is(a, x) for a, x in zip(line.args, values, strict=False)):
                return None
            found.append(source.text)
        if not found:
            return f"{line.announced} was not announced"
        from interpreter.log import events

        told = [e.text for e in events(p, records, None) if e.what == "announce"]
        return "; ".join(told)

    def arg_is(self, e: g.Expr, x: int) -> bool:
        if isinstance(e, g.ListOf):
            bits = 0
            for item in e.items:
                bits |= 1 << self.p.ask(self.s, item)
            return bits == x
        if e.type.base == "list":
            bits = 0
            for seat in range(self.p.players):
                inside = g.IsIn(span=e.span, type=g.TRUTH,
                                part=g.SeatName(span=e.span, type=g.PLAYER, seat=seat, name=""), place=e)
                bits |= (self.p.ask(self.s, inside, ("in", id(e), seat), what="truth") > 0) << seat
            return bits == x
        return self.p.ask(self.s, e) == x


def ancestors_of(p: Program, key: str) -> list[str]:
    """The phase, then those around it."""
    out: list[str] = []
    at: str | None = key
    while at is not None:
        out.append(at)
        at = p.game.phases[at].parent
    return out


def of_bearer(option: str, name: str, args: Sequence[str]) -> bool:
    """Whether that is the option to do *name* of some card or space, with these things."""
    tail = "".join(f", {arg}" for arg in args) + ")"
    return option.startswith(name + "(") and option.endswith(tail)
