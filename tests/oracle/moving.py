"""What the table does: cards that move, counters that change, and all the simple statements."""

from collections.abc import Callable
from typing import Any

from rulelang import game as g
from tests.oracle.asking import Asking
from tests.oracle.chance import Steps
from tests.oracle.things import BOX, Card, Die, Env, Happening, OracleError, Place, Player


class Moving(Asking):
    chain: list[Env | None]  # the bodies that run, innermost last; None where something else begins
    told: list[tuple[str, tuple[Any, ...]]]  # own events announced so far

    def answer(self, happening: Happening, time: str) -> Steps[bool]:
        """Lets `before` or `instead` rules answer; whether an `instead` rule replaced it."""
        raise NotImplementedError

    def listens(self, what: str, key: str, time: str) -> bool:
        raise NotImplementedError

    def value(self, expr: g.Expr, env: Env) -> Steps[Any]:
        return (yield from self.work_out(lambda: self.ev(expr, env)))

    def test(self, expr: g.Expr, env: Env) -> Steps[bool]:
        return (yield from self.work_out(lambda: self.holds(expr, env)))

    def values(self, exprs: tuple[g.Expr, ...], env: Env) -> Steps[tuple[Any, ...]]:
        return (yield from self.work_out(lambda: self.evs(exprs, env)))

    # ---------------------------------------------------------------- cards

    def move(
        self, card: Card, to: Place, env: Env | None, bottom: bool = False, mixing: bool = False
    ) -> Steps[bool]:
        """Moves one card; whether it has moved. ``mixing``: the place is shuffled afterwards."""
        state = self.state
        you = env.you if env else None
        source = state.place[card]
        room = self.game.zones[to.key].capacity if to != BOX else None
        if room is not None and source != to:
            self.look_into(to)
            if len(state.zones[to]) >= self.ev(room, Env()):
                self.fail("no room")
                return False
        if source != to and to != BOX and not (yield from self.work_out(lambda: self.takes(to.key, card))):
            return False  # as where none of them is such a card
        if not mixing:
            yield from self.settle(card)
        if source != to:
            for what, place in (("leaves", source), ("enters", to)):
                if self.listens(what, place.key, "before") or self.listens(what, place.key, "instead"):
                    happening = Happening(what, place.key, you, card, place.owner, place.index)
                    if (yield from self.answer(happening, "instead")):
                        return False
                    moves = state.moves[card]
                    yield from self.answer(happening, "before")
                    if state.moves[card] != moves:
                        return False
            if not mixing:
                yield from self.settle(card)  # a rule may have shuffled what it lies among
        self.put(card, to, bottom)
        if source != to:
            face = None if mixing else state.face[card.number]
            self.queue.append(Happening("leaves", source.key, you, card, source.owner, source.index, face=face))
            self.queue.append(Happening("enters", to.key, you, card, to.owner, to.index, face=face))
            yield from self.left(card, you)
        for body in reversed(self.chain):
            if body is None:
                break
            if card in body.held:
                body.held[card] = state.moves[card]
        return True

    def takes(self, zone: str, card: Card) -> bool:
        """Whether the zone is for cards of that kind."""
        kinds = self.game.zones[zone].kinds
        return not kinds or "card" in kinds or self.has_kind(card, kinds)

    def put(self, card: Card, to: Place, bottom: bool = False) -> None:
        state = self.state
        if self.in_setup and self.imagining is None:
            self.first_places.setdefault(state.face[card.number], to)
        state.zones[state.place[card]].remove(card)
        if bottom:
            state.zones[to].insert(0, card)
        else:
            state.zones[to].append(card)
        state.place[card] = to
        state.clock += 1
        state.version += 1
        state.stamp[card] = state.clock
        state.moves[card] += 1
        if card not in state.mixed:
            self.learn(card, self.audience(to, "faces"))

    def left(self, card: Card, you: Player | None) -> Steps[None]:
        """Leaving ends (meaning 8): its counters and variables start anew, what is attached to it goes to
        the box."""
        state = self.state
        for key, index, owner in [at for at in state.stores if at[2] == card]:
            self.write(key, index, owner, self.start_of(self.game.stores[key], index, owner), you)
        for place in [place for place in state.zones if place.owner == card]:
            for attached in list(state.zones[place]):
                yield from self.move(attached, BOX, Env(you=you))

    def place_of(self, zone: g.ZoneOf, env: Env) -> Place | None:
        """The one place that a statement names; none if it is asked of none, or its index lies outside."""
        owner = None if zone.of is None else self.ev(zone.of, env)
        place = Place(zone.key, self.evs(zone.index, env), owner)
        decl = self.game.zones[zone.key]
        if isinstance(owner, Card):
            if not self.has_kind(owner, (decl.owner or "",)):
                return None
            if place.index in set(self.indexes(decl.index, Env())):
                self.state.zones.setdefault(place, [])  # a shuffle may have made it a card of the kind
        return place if place in self.state.zones else None

    def moved_meanwhile(self, card: Any, expr: g.Expr, env: Env) -> bool:
        """An effect whose object (what a name stands for) something else has moved meanwhile does nothing more to it
        (meaning 8)."""
        named = isinstance(expr, g.Local | g.This)
        if self.imagining is not None or not named or not isinstance(card, Card) or card not in env.held:
            return False
        return env.held[card] != self.state.moves[card]

    def do_move(self, s: g.Move, env: Env) -> Steps[None]:
        to = yield from self.work_out(lambda: self.place_of(s.to, env))
        what = yield from self.value(s.what, env)
        if what is None or to is None:
            self.fail("no card to move")
            return
        for card in self.as_list(what):
            if not self.moved_meanwhile(card, s.what, env):
                if isinstance(s.what, g.Local) and s.what.var.id in self.chosen_vars:
                    self.unseen_move(card, to)
                yield from self.move(card, to, env, s.at_bottom)

    def do_draw(self, s: g.Draw, env: Env) -> Steps[None]:
        """Card by card; a refill is tested before each (meaning 16)."""
        state = self.state
        amount = yield from self.value(s.amount, env)
        source = yield from self.work_out(lambda: self.place_of(s.source, env))
        to = yield from self.work_out(lambda: self.place_of(s.to, env))
        drawn: list[Card] = []
        for _ in range(amount or 0):
            if source is None or to is None:
                self.fail("no card to draw")
                break
            yield from self.refill_before_draw(source)
            self.look_into(source)
            cards = state.zones[source]
            if not cards:
                self.fail("no card to draw")
                break
            card = cards[-1] if s.end == "top" else cards[0]
            if (yield from self.move(card, to, env)):
                drawn.append(card)
            elif not self.takes(to.key, card):
                self.fail("no such card to draw")
                break
            elif (room := self.game.zones[to.key].capacity) is not None and (
                len(state.zones[to]) >= self.ev(room, Env())
            ):
                break
        if s.var is not None:
            self.bind(s.var, tuple(drawn), env)

    def do_shuffle(self, s: g.Shuffle, env: Env) -> Steps[None]:
        place = yield from self.work_out(lambda: self.place_of(s.zone, env))
        if place is not None:
            yield from self.shuffle(place, env.you)

    def shuffle(self, place: Place, you: Player | None) -> Steps[None]:
        happening = Happening("shuffled", place.key, you, of=place.owner, index=place.index)
        if (yield from self.answer(happening, "instead")):
            return
        yield from self.answer(happening, "before")
        yield from self.mix(place)
        self.queue.append(happening)

    # ---------------------------------------------------------------- refills (meaning 16, additions 1.10)

    def refills(self) -> list[tuple[g.Refill, Place, Place]]:
        """Every refill with its places; `of each player`: each from their own."""
        found = []
        for refill in self.game.refills:
            target, source = self.game.zones[refill.target.key], self.game.zones[refill.source.key]
            for place in self.places_of(target):
                if refill.target.of is not None and not isinstance(refill.target.of, g.Everyone):
                    named = self.place_of(refill.target, Env())
                elif refill.target.index:
                    named = Place(place.key, self.evs(refill.target.index, Env()), place.owner)
                else:
                    named = place
                if place != named:
                    continue
                owner = place.owner if source.owner is not None else None
                if refill.source.of is not None and not isinstance(refill.source.of, g.Everyone):
                    owner = self.ev(refill.source.of, Env())
                found.append((refill, place, Place(source.key, self.evs(refill.source.index, Env()), owner)))
        return found

    def refill_before_draw(self, place: Place) -> Steps[None]:
        if self.in_setup:
            return
        for refill, target, source in self.refills():
            if target == place and refill.time in ("empty", "needed") and not self.state.zones[target]:
                yield from self.refill(refill, target, source)

    def refill_after_step(self) -> Steps[bool]:
        """Whether some zone was refilled."""
        done = False
        if not self.in_setup:
            for refill, target, source in self.refills():
                if refill.time != "needed":
                    done |= yield from self.refill(refill, target, source)
        return done

    def refill(self, refill: g.Refill, target: Place, source: Place) -> Steps[bool]:
        state = self.state
        if not state.zones[source]:
            return False
        if refill.time == "upto":
            done = False
            assert refill.upto is not None
            upto = refill.upto
            while len(state.zones[target]) < (yield from self.value(upto, Env())) and state.zones[source]:
                if not (yield from self.move(state.zones[source][-1], target, None)):
                    break
                done = True
            return done
        if state.zones[target]:
            return False
        some = False
        for card in list(state.zones[source]):
            some |= yield from self.move(card, target, None, mixing=refill.shuffled)
        if not some:
            return False
        if refill.shuffled:
            yield from self.shuffle(target, None)
            for h in self.queue:
                if h.what in ("leaves", "enters") and h.face is None:
                    h.face = state.face[h.actor.number]
        return True

    # ---------------------------------------------------------------- counters and variables

    def write(self, key: str, index: tuple[Any, ...], owner: Any, value: Any, you: Player | None) -> None:
        old = self.now(key, index, owner)
        if old == value:
            return
        self.state.stores[key, index, owner] = value
        self.state.version += 1
        if not any(h.instance == (key, index, owner) for h in self.queue):
            self.queue.append(
                Happening("change", key, you, of=owner, index=index, old=old, instance=(key, index, owner))
            )

    def change(
        self, key: str, index: tuple[Any, ...], owner: Any, new: Callable[[], Any], you: Player | None
    ) -> Steps[None]:
        """``new()`` says the value to be, as things then stand; `before` and `instead` rules may answer."""
        if self.listens("change", key, "instead") or self.listens("change", key, "before"):
            old = self.now(key, index, owner)
            happening = Happening("change", key, you, of=owner, index=index, old=old, new=new())
            if happening.new == old:
                return
            if (yield from self.answer(happening, "instead")):
                return
            yield from self.answer(happening, "before")
        self.write(key, index, owner, new(), you)

    def target(self, stored: g.Stored, env: Env) -> tuple[str, tuple[Any, ...], Any] | None:
        """Which stored thing is meant; none if asked of none or of what something else has moved
        meanwhile."""
        owner = None if stored.of is None else self.ev(stored.of, env)
        index = self.evs(stored.index, env)
        if stored.of is not None and (owner is None or self.moved_meanwhile(owner, stored.of, env)):
            return None
        if index not in set(self.indexes(self.game.stores[stored.key].index, Env())):
            return None
        return stored.key, index, owner

    def do_set(self, s: g.Set, env: Env) -> Steps[None]:
        if isinstance(s.target, g.Local):
            self.bind(s.target.var, (yield from self.value(s.value, env)), env)
            return
        if isinstance(s.target, g.Prop):  # the face of a die
            value = yield from self.value(s.value, env)
            for die in self.as_list((yield from self.value(s.target.of or s.target, env)))[:1]:
                self.state.dice[die] = value
                self.state.version += 1
            return
        assert isinstance(s.target, g.Stored)
        stored = s.target
        at = yield from self.work_out(lambda: self.target(stored, env))
        value = yield from self.value(s.value, env)
        if at is None or (value is None and not self.game.stores[at[0]].type.optional):
            self.fail("nothing to set")
            return
        low, high = self.bounds(*at)
        number = value is not None and self.game.stores[at[0]].type.base == "number"
        if number and ((low is not None and value < low) or (high is not None and value > high)):
            self.fail("beyond the bounds")
            raise OracleError(f"{self.indexed(*at)} may not be {value}")
        yield from self.change(*at, lambda: value, env.you)

    def do_gain(self, s: g.Gain, env: Env) -> Steps[None]:
        """Stops at the bounds (meaning 17)."""
        if s.target.key in self.game.dice:
            amount = (yield from self.value(s.amount, env)) or 0
            yield from self.gain_dice(s.target, s.sign * amount, env)
            return
        at = yield from self.work_out(lambda: self.target(s.target, env))
        amount = (yield from self.value(s.amount, env)) or 0
        if at is None:
            self.fail("nobody gains or loses it")
            return
        self.within(at, self.before(at) + s.sign * amount)
        yield from self.change(
            *at, lambda: self.within(at, self.before(at) + s.sign * amount, True), env.you
        )

    def before(self, at: tuple[str, tuple[Any, ...], Any]) -> int:
        """What a counter is before something is added; where it has bounds, that is looked at."""
        kind = self.game.stores[at[0]].type
        return (self.now(*at) if kind.low is None and kind.high is None else self.read(*at)) or 0

    def within(self, at: tuple[str, tuple[Any, ...], Any], value: int, again: bool = False) -> int:
        low, high = self.bounds(*at)
        inside = value if low is None else max(value, low)
        inside = inside if high is None else min(inside, high)
        if inside != value and not again:
            self.fail("beyond the bounds")
        return inside

    def gain_dice(self, stored: g.Stored, amount: int, env: Env) -> Steps[None]:
        owner = None if stored.of is None else (yield from self.value(stored.of, env))
        at = stored.key, owner
        most = self.ev(self.game.dice[stored.key].amount, Env())
        if at not in self.state.in_play:
            self.fail("nobody has these dice")
            return
        value = self.state.in_play[at] + amount
        if not 0 <= value <= most:
            self.fail("beyond the bounds")
        self.state.in_play[at] = min(max(value, 0), most)
        self.state.version += 1

    def affordable(self, s: g.Pay, env: Env, paid: int = 0) -> bool:
        at = self.target(s.source, env)
        amount = self.ev(s.amount, env)
        if at is None or amount is None:
            return False
        low, _ = self.bounds(*at)
        return bool((self.read(*at) or 0) - paid - amount >= (0 if low is None else low))

    def do_pay(self, s: g.Pay, env: Env) -> Steps[None]:
        """The full amount or nothing."""
        if not (yield from self.work_out(lambda: self.affordable(s, env))):
            self.fail("cannot pay")
            return
        amount = yield from self.value(s.amount, env)
        at = self.target(s.source, env)
        assert at is not None
        yield from self.change(*at, lambda: self.within(at, self.before(at) - amount, True), env.you)
        if s.to is not None:
            to = yield from self.work_out(lambda: self.target(s.to, env) if s.to else None)
            if to is not None:
                self.within(to, self.before(to) + amount)
                yield from self.change(
                    *to, lambda: self.within(to, self.before(to) + amount, True), env.you
                )

    # ---------------------------------------------------------------- dice, showing, announcing

    def do_roll(self, s: g.Roll, env: Env) -> Steps[None]:
        """Die by die."""
        dice = self.as_list((yield from self.value(s.dice, env)))
        for key in dict.fromkeys(die.key for die in dice):
            owners = dict.fromkeys(die.owner for die in dice if die.key == key)
            for owner in owners:
                happening = Happening("rolled", key, env.you, of=owner)
                if (yield from self.answer(happening, "instead")):
                    dice = [die for die in dice if (die.key, die.owner) != (key, owner)]
                    continue
                yield from self.answer(happening, "before")
                self.queue.append(happening)
        for die in dice:
            faces = self.faces_of(die)
            self.state.dice[die] = yield from self.chance([(self.id_of(face), face) for face in faces])
            self.state.version += 1

    def faces_of(self, die: Die) -> list[Any]:
        dice = self.game.dice[die.key]
        if dice.faces:
            return [self.ev(face, Env()) for face in dice.faces]
        assert dice.low is not None
        assert dice.high is not None
        return list(range(self.ev(dice.low, Env()), self.ev(dice.high, Env()) + 1))

    def do_show(self, s: g.Show, env: Env) -> Steps[None]:
        what = yield from self.value(s.what, env)
        to = yield from self.value(s.to, env)
        seats = frozenset(p.seat for p in self.as_list(to) if isinstance(p, Player))
        if isinstance(s.to, g.Everyone):
            seats = frozenset(range(self.seats))  # who is out still looks on
        for card in self.as_list(what):
            if isinstance(card, Card):
                yield from self.settle(card)
                self.learn(card, seats)

    def do_announce(self, s: g.Announce, env: Env) -> Steps[None]:
        args = yield from self.values(s.args, env)
        happening = Happening("announced", s.key, env.you, params=args)
        if (yield from self.answer(happening, "instead")):
            return
        yield from self.answer(happening, "before")
        self.told.append((s.key, args))
        self.queue.append(happening)
