"""Examples (meaning 21): a state made as told, steps taken, and what must hold then."""

import random
import re
from collections.abc import Iterator
from typing import Any

from rulelang import game as g
from tests.oracle.run import Run
from tests.oracle.things import BOX, CHANCE, Card, Env, OracleError, Place, Player, Question, Unsettled
from tests.oracle.windows import Offer

Steps = Iterator[Any]


class Refused(Exception):
    """A step of an example cannot be taken."""


class Scene:
    """A match in the middle of an example: several flows may wait one upon the other, the innermost last."""

    def __init__(self, game: g.Game, example: g.Example, seed: int = 0) -> None:
        self.game, self.example = game, example
        seats = len(example.players) or game.players[0]
        self.run = Run(game, seats, invariants=False)
        self.run.at_offer = self.offers  # type: ignore[method-assign]
        self.random = random.Random(seed)
        self.flows: list[Any] = []
        self.question: Question | None = None
        self.results: list[str] = []  # chance's, given in advance
        self.placed: set[int] = set()  # printed copies that a line has placed
        self.over: Any = None

    # ---------------------------------------------------------------- the setup, and what is given

    def set_up(self) -> None:
        """Chance is sampled, choices take their first option; then every `given` is made true and triggers
        nothing."""
        run = self.run
        run.chain = [Env()]
        run.last = run.watch()
        self.exhaust(run.run_body(self.game.setup, Env()))
        run.in_setup = False
        for line in self.example.lines:
            if isinstance(line, g.Given):
                self.make_true(line.test, True)
                run.look_around()
        run.queue.clear()
        self.exhaust(run.settle_shown())
        run.last = run.watch()
        run.watched_at = run.state.version
        run.testing_invariants = True
        run.told.clear()

    def exhaust(self, steps: Any) -> None:
        try:
            question = next(steps)
            while True:
                question = steps.send(self.sampled(question) if question.player == CHANCE else 0)
        except StopIteration:
            pass

    def sampled(self, question: Question) -> int:
        assert question.probabilities is not None
        weights = [float(p) for p in question.probabilities]
        return self.random.choices(range(len(weights)), weights)[0]

    def make_true(self, test: g.Expr, value: bool) -> None:
        run, env = self.run, Env()
        if isinstance(test, g.Not):
            self.make_true(test.part, not value)
        elif isinstance(test, g.And):
            for part in test.parts:
                self.make_true(part, value)
        elif isinstance(test, g.Stored):
            self.store(test, value)
        elif isinstance(test, g.Holds):
            assert isinstance(test.place, g.ZoneOf)
            place = self.place(test.place)
            wanted = [self.copy_of(card, place) for card in test.cards]
            self.clear(place, wanted)
            for card in wanted:
                self.put(card, place)
        elif isinstance(test, g.IsEmpty):
            assert isinstance(test.part, g.ZoneOf)
            self.clear(self.place(test.part), [])
        elif isinstance(test, g.IsIn):
            assert isinstance(test.place, g.ZoneOf)
            self.put(self.copy_of(test.part, self.place(test.place)), self.place(test.place))
        elif isinstance(test, g.Knows):
            for player in run.as_list(run.ev(test.who, env)):
                card = run.ev(test.card, env)
                run.state.known[card] |= {player.seat}
        elif isinstance(test, g.Compare | g.Is):
            self.make_equal(test.left, test.right)
        else:
            raise OracleError(f"a given cannot be a {type(test).__name__}")

    def make_equal(self, left: g.Expr, right: g.Expr) -> None:
        run, env = self.run, Env()
        if isinstance(left, g.Stored):
            self.store(left, run.ev(right, env))
        elif isinstance(left, g.End):
            assert isinstance(left.of, g.ZoneOf)
            place = self.place(left.of)
            names = right.items if isinstance(right, g.ListOf) else (right,)
            cards = [self.copy_of(name, place) for name in names]
            for card in cards if left.end == "bottom" else cards[::-1]:
                self.put(card, place, bottom=left.end == "bottom")
            if left.end == "bottom":
                for card in cards[::-1]:
                    self.put(card, place, bottom=True)
        elif isinstance(left, g.Prop) and left.name == "face" and left.of is not None:
            for die in run.as_list(run.ev(left.of, env))[:1]:
                run.state.dice[die] = run.ev(right, env)
        elif (
            isinstance(left, g.Quantified)
            and left.how == "list"
            and isinstance(left.selector.source, g.DiceOf)
        ):
            dice = run.as_list(run.ev(left.selector.source, env))
            for die, face in zip(dice, run.ev(right, env), strict=True):
                run.state.dice[die] = face
        else:
            raise OracleError(f"a given cannot be about a {type(left).__name__}")
        run.state.version += 1

    def store(self, stored: g.Stored, value: Any) -> None:
        at = self.run.target(stored, Env())
        if at is None:
            raise OracleError(f"there is no such {stored.key}")
        self.run.state.stores[at] = value
        self.run.state.version += 1

    def place(self, zone: g.ZoneOf) -> Place:
        place = self.run.place_of(zone, Env())
        if place is None:
            raise OracleError(f"there is no such {zone.key}")
        return place

    def copy_of(self, named: g.Expr, place: Place) -> Card:
        """Of several copies one that no earlier line has placed; best one that lies there already."""
        run = self.run
        if not isinstance(named, g.CardName):
            card = run.ev(named, Env())
            assert isinstance(card, Card)
            self.placed.add(run.state.face[card.number])
            return card
        faces = [
            n for n, design in enumerate(run.prints) if design.name == named.name and n not in self.placed
        ]
        if not faces:
            raise OracleError(f"there is no other copy of {named.name}")
        faces.sort(key=lambda face: run.state.place[Card(run.state.body[face])] != place)
        self.placed.add(faces[0])
        return Card(run.state.body[faces[0]])

    def clear(self, place: Place, but: list[Card]) -> None:
        """Cards in the way go to the bottom of the zone in which `setup` first put them."""
        for card in list(self.run.state.zones[place]):
            if card not in but:
                home = self.run.first_places.get(self.run.state.face[card.number], BOX)
                self.put(card, home, bottom=True)

    def put(self, card: Card, place: Place, bottom: bool = False) -> None:
        run, state = self.run, self.run.state
        state.mixed.discard(card)
        run.put(card, place, bottom)
        state.known[card] = run.audience(place, "faces")
        for at in [at for at in state.stores if at[2] == card]:
            del state.stores[at]

    # ---------------------------------------------------------------- going on

    def start(self, flow: Any) -> None:
        """Begins something else in the midst of what waits."""
        self.flows.append((flow, self.question))
        self.go_on(flow, None)

    def go_on(self, flow: Any, answer: int | None) -> None:
        self.run.statements = 0
        try:
            self.question = next(flow) if answer is None else flow.send(answer)
        except StopIteration as end:
            _, self.question = self.flows.pop()
            if end.value is not None:
                self.over = end.value

    def answer(self, n: int) -> None:
        self.go_on(self.flows[-1][0], n)

    def settle(self) -> None:
        """Chance's questions are answered with the results given, else sampled."""
        while self.question is not None and self.question.player == CHANCE:
            if self.results:
                result = self.results.pop(0)
                if result not in self.question.options:
                    raise Refused(f"chance cannot choose {result}, but {', '.join(self.question.options)}")
                self.answer(self.question.options.index(result))
            else:
                self.answer(self.sampled(self.question))

    def play(self) -> Iterator[str]:
        """Takes every step; what is not as told."""
        steps = [line for line in self.example.lines if not isinstance(line, g.Given)]
        for n, line in enumerate(steps):
            if isinstance(line, g.Then):
                self.settle()
                if not self.true(line):
                    yield f"line {line.span.line}: not so"
                continue
            if not (line.what == "chooses" and line.who is None):
                self.settle()
            self.take(line)
            following = steps[n + 1] if n + 1 < len(steps) else None
            if not (isinstance(following, g.When) and following.what == "chooses" and following.who is None):
                self.settle()

    def true(self, line: g.Then) -> bool:
        run = self.run
        if line.announced is not None:
            args = None if line.args is None else run.evs(line.args, Env())
            return any(key == line.announced and args in (None, told) for key, told in run.told)
        assert line.test is not None
        run.orderless += 1
        try:
            return self.holds(line.test)
        except Unsettled:
            return False
        finally:
            run.orderless -= 1

    def holds(self, test: g.Expr) -> bool:
        if isinstance(test, g.Not):
            return not self.holds(test.part)
        if isinstance(test, g.And):
            return all(self.holds(part) for part in test.parts)
        if isinstance(test, g.Or):
            return any(self.holds(part) for part in test.parts)
        if isinstance(test, g.CanChoose):
            who = self.seat(test.who)
            return self.waits_for(who) and self.option(self.answer_id(test.what)) is not None
        if isinstance(test, g.CanDo) and test.effect.key not in self.game.effects:
            return self.waits_for(self.seat(test.who)) and self.offered(test.effect) is not None
        return self.run.holds(test, Env())

    # ---------------------------------------------------------------- steps

    def seat(self, who: g.Expr | None) -> int:
        player = None if who is None else self.run.ev(who, Env())
        return player.seat if isinstance(player, Player) else CHANCE

    def waits_for(self, seat: int) -> bool:
        return self.question is not None and self.question.player == seat

    def offers(self) -> Question | None:
        return self.question

    def answer_id(self, answer: g.Expr) -> str:
        if isinstance(answer, g.CardName):
            return answer.name
        if isinstance(answer, g.ListOf):
            return "[" + ", ".join(self.answer_id(item) for item in answer.items) + "]"
        return self.run.id_of(self.run.ev(answer, Env()))

    def option(self, wanted: str) -> int | None:
        """The number of the option called so; a back may be called by its text, members of a list in any
        order."""
        assert self.question is not None
        for n, option in enumerate(self.question.options):
            if option in (wanted, f"?{wanted}") or (wanted[:1] == "[" and members(option) == members(wanted)):
                return n
        return None

    def offered(self, ref: g.EffectRef) -> int | None:
        """The number of the option that does this action or effect with these arguments."""
        assert self.question is not None
        name = ref.key.split(".")[-1]
        args = [self.answer_id(arg) for arg in ref.args]
        wanted = name + (f"({', '.join(args)})" if args else "")
        of = None if ref.of is None else self.run.ev(ref.of, Env())
        for n, what in enumerate(self.question.places):
            if not isinstance(what, Offer) or what.what is None or of not in (None, what.this):
                continue
            text = self.question.options[n].split(" #")[0]
            if text in (name, wanted):
                return n
            # an action of a card or space is called after it
            tail = "".join(f", {arg}" for arg in args) + ")"
            own = isinstance(what.what, g.Action) and what.what.key == ref.key and what.this is not None
            if own and text.startswith(name + "(") and text.endswith(tail):
                return n
        return None

    def take(self, line: g.When) -> None:
        if line.what == "begins":
            assert line.phase is not None
            self.flows, self.question = [], None
            self.run.state.phases.clear()
            self.start(self.from_phase(line.phase))
        elif line.what == "passes":
            self.passes(line)
        elif line.what == "chooses":
            for answer in line.answers:
                self.chooses(line, self.answer_id(answer))
        else:
            self.does(line)

    def from_phase(self, key: str) -> Any:
        self.run.silent = set(self.run.ancestors(key)[:-1])
        try:
            yield from self.run.program(Env(), key)
        except Exception as over:
            if type(over).__name__ == "GameOver":
                return over
            raise
        return None

    def chooses(self, line: g.When, wanted: str) -> None:
        if line.who is None or isinstance(line.who, g.ChanceActor):
            self.results.append(wanted)
            self.settle_given()
            return
        self.settle()
        seat = self.seat(line.who)
        if self.waits_for(seat) and (n := self.option(wanted)) is not None:
            self.run.forced.clear()
            self.answer(n)
        elif (seat, wanted) not in self.run.forced:
            offered = self.question.options if self.question else ()
            raise Refused(f"line {line.span.line}: {wanted} is not on offer, but {', '.join(offered)}")

    def settle_given(self) -> None:
        while self.results and self.question is not None and self.question.player == CHANCE:
            result = self.results.pop(0)
            if result not in self.question.options:
                raise Refused(f"chance cannot choose {result}, but {', '.join(self.question.options)}")
            self.answer(self.question.options.index(result))

    def passes(self, line: g.When) -> None:
        if not isinstance(line.who, g.Everyone):
            if self.waits_for(self.seat(line.who)) and self.question and "pass" in self.question.options:
                self.answer(self.question.options.index("pass"))
            return
        windows = self.run.state.windows
        if not windows:
            return
        innermost = windows[-1]
        while innermost in windows and self.question is not None:
            self.settle()
            if self.question is None or innermost not in windows or "pass" not in self.question.options:
                break
            self.answer(self.question.options.index("pass"))

    def does(self, line: g.When) -> None:
        assert line.effect is not None
        ref, seat = line.effect, self.seat(line.who)
        if self.waits_for(seat) and (n := self.offered(ref)) is not None:
            self.run.forced.clear()
            self.answer(n)
            return
        if self.question is not None:
            raise Refused(f"line {line.span.line}: {ref.key} is not on offer")
        self.run.forced.clear()
        self.start(self.alone(ref, Player(seat), line))

    def alone(self, ref: g.EffectRef, who: Player, line: g.When) -> Any:
        """Runs the effect or action alone, with ``who`` as `you`."""
        run = self.run
        effect: g.Effect | g.Action | None
        this = None if ref.of is None else run.ev(ref.of, Env())
        if ref.key in self.game.effects:
            effect = run.effect_of(ref.key, this)
        else:
            effect = None
        ways = [(effect, this)] if effect is not None else list(self.actions(ref.key, who, this))
        if not ways:
            raise Refused(f"line {line.span.line}: there is no {ref.key}")
        for effect, this in ways:  # of several that offer it, the first of which it can be done
            args = tuple(
                self.meant(arg, parameter, who)
                for arg, parameter in zip(ref.args, effect.params, strict=False)
            )
            env = Env({p.var.id: arg for p, arg in zip(effect.params, args, strict=False)}, who, this)
            if not ref.args and effect.params:
                break
            if (yield from run.still_doable(effect, env)):
                break
        else:
            raise Refused(f"line {line.span.line}: {ref.key} cannot be done")
        assert effect is not None
        try:
            yield from run.call(ref.key, effect, this, who, args)
        except Exception as over:
            if type(over).__name__ != "GameOver":
                raise
            return over
        return None

    def meant(self, arg: g.Expr, parameter: g.Parameter, who: Player) -> Any:
        """The value of an argument; a card's name is the copy that the parameter can take."""
        run = self.run
        if isinstance(arg, g.CardName):
            found = run.candidates(parameter.selector, Env({}, who))
            return next((c for c in found if run.name(c) == arg.name), run.ev(arg, Env()))
        if isinstance(arg, g.ListOf):
            left = run.candidates(parameter.selector, Env({}, who)) if parameter.how_many else []
            chosen = []
            for item in arg.items:
                card = None
                if isinstance(item, g.CardName):
                    card = next((c for c in left if isinstance(c, Card) and run.name(c) == item.name), None)
                    if card is not None:
                        left.remove(card)
                chosen.append(card if card is not None else run.ev(item, Env()))
            return tuple(chosen)
        return run.ev(arg, Env())

    def actions(self, key: str, who: Player, this: Any) -> Iterator[tuple[g.Action, Any]]:
        """An action of a window, or one that may be done at any time; of a card of ``who`` if it is a
        card's."""
        for window in self.game.windows.values():
            for action in window.actions:
                if action.key == key:
                    yield action, None
                    return
        for anytime in self.game.anytimes:
            for action in anytime.actions:
                if action.key == key:
                    yield action, None
                    return
        for card in self.run.cards:
            if this in (None, card) and self.run.owner(card) == who:
                for lasting in self.run.prints[self.run.state.face[card.number]].lastings:
                    for action in lasting.actions:
                        if action.key == key and self.run.lasts(lasting, card):
                            yield action, card
        for space in self.run.all_spaces:
            if this in (None, space) and space.owner in (None, who):
                for lasting in self.run.kind_of(space).lastings:
                    for action in lasting.actions:
                        if action.key == key and self.run.lasts(lasting, space):
                            yield action, space


def set_up_example(game: g.Game, example: g.Example, seed: int = 0) -> Scene:
    """The state in which the first `when` of the example finds the match."""
    scene = Scene(game, example, seed)
    scene.set_up()
    return scene


def run_example(game: g.Game, example: g.Example, seed: int = 0) -> list[str]:
    """What does not come out as told."""
    try:
        scene = set_up_example(game, example, seed)
        return list(scene.play())
    except (Refused, OracleError) as refused:
        return [str(refused)]


def members(listed: str) -> list[str]:
    """The members of a list as an option calls it, in an order of their own; those of a list of lists each so, too."""
    inner = re.findall(r"\[[^\[\]]*\]", listed[1:-1])
    if inner:
        return sorted(str(members(one)) for one in inner)
    return sorted(listed[1:-1].split(", "))
