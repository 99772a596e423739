"""What happens, and the rules that answer it (meanings 1, 2, 3, 8, 13)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulelang import game as g
from tests.oracle.chance import Steps
from tests.oracle.moving import Moving
from tests.oracle.things import (
    Card,
    Env,
    Happening,
    Lasts,
    OracleError,
    Player,
    Space,
    StopEffect,
    Sym,
    Unseen,
    Unsettled,
)

CHAIN = 60  # rules that answer rules that answer rules ...
MAY_CHANGE = {"changes", "rises", "falls", "becomes"}


@dataclass(eq=False)
class Listener:
    """A rule that may answer: the game's own, a card's or space's (``card``) or one of an `until` block
    (``block``). Of a card it is the rule of a printed copy (``face``), whatever is shuffled while it waits."""

    trigger: g.Trigger
    card: Card | Space | None = None
    lasting: g.Lasting | None = None
    block: Lasts | None = None
    face: int | None = None

    def mark(self) -> Any:
        return id(self.trigger), self.context() if self.face is None else self.face

    def context(self) -> Any:
        return self.card if self.block is None else id(self.block)


class Events(Moving):
    depth: int
    holding: int = 0  # inside so many rules that come between what statements do that have raised something
    carried: dict[tuple[str, str], set[Any]]  # what an `instead` body does again has been answered by these

    def run_body(self, body: g.Body, env: Env, start: int = 0) -> Steps[None]:
        raise NotImplementedError

    # ---------------------------------------------------------------- who listens

    def prepare_events(self) -> None:
        """Which events any rule or invariant waits for, and which derived values they watch."""
        triggers = list(self.game.rules)
        blocks: list[g.Lasting] = []
        for design in self.game.bearers:
            triggers += design.rules
            blocks += design.lastings
        for body in self.all_bodies():
            blocks += list(self.blocks_in(body))
        for block in blocks:
            triggers += block.rules
        self.heard = {(self.sort(t.event), t.event.key, t.time) for t in triggers}
        self.last: dict[Any, tuple[Any, Any]] = {}
        self.watched_at = -1

    def sort(self, event: g.Event) -> str:
        return "change" if event.what in MAY_CHANGE else event.what

    def all_bodies(self) -> Iterator[g.Body]:
        game = self.game
        yield game.setup
        for phase in game.phases.values():
            yield phase.body
        for trigger in game.rules:
            yield trigger.body
        for effect in game.effects.values():
            yield effect.body or ()
        for window in game.windows.values():
            yield from (action.body for action in window.actions)
        for anytime in game.anytimes:
            yield from (action.body for action in anytime.actions)
        for design in game.bearers:
            yield from (effect.body or () for effect in design.effects.values())
            yield from (trigger.body for trigger in design.rules)
            for lasting in design.lastings:
                yield from (trigger.body for trigger in lasting.rules)
                yield from (action.body for action in lasting.actions)

    def blocks_in(self, body: g.Body) -> Iterator[g.Lasting]:
        for s in body:
            if isinstance(s, g.Lasting):
                yield s
                for trigger in s.rules:
                    yield from self.blocks_in(trigger.body)
            elif isinstance(s, g.If):
                for _, branch in s.branches:
                    yield from self.blocks_in(branch)
                yield from self.blocks_in(s.otherwise)
            elif isinstance(s, g.ForEach | g.Repeat | g.Together):
                yield from self.blocks_in(s.body)
            elif isinstance(s, g.ChooseOption):
                for option in s.options:
                    yield from self.blocks_in(option.body)

    def listens(self, what: str, key: str, time: str) -> bool:
        return self.imagining is None and (what, key, time) in self.heard

    def all_listeners(self, time: str) -> Iterator[Listener]:
        """Every rule in force: the game's own in file order; then cards', spaces' and blocks' in turn order
        from the player whose turn it is (those of nobody first), then by time of arrival (meaning 1): spaces
        have been there before all else, in the order of the boards."""
        yield from (Listener(t) for t in self.game.rules if t.time == time)
        found: list[tuple[int, int, Listener]] = []
        order = [p.seat for p in self.around(self.first_of_all(), 1, True)]
        for number, space in enumerate(self.reactive_spaces):
            rank = -1 if space.owner is None else order.index(space.owner.seat)
            kind = self.kind_of(space)
            its = [(t, None) for t in kind.rules]
            its += [(t, lasting) for lasting in kind.lastings for t in lasting.rules]
            before = number - len(self.reactive_spaces)
            found += [(rank, before, Listener(t, space, lasting)) for t, lasting in its if t.time == time]
        for face in self.reactive:
            card = Card(self.state.body[face])
            shuffled_in = card in self.state.mixed
            owner, stamp = self.owner(card), self.state.stamp[card]
            rank = -1 if owner is None else order.index(owner.seat)
            design = self.prints[face]
            rules = [(t, None) for t in design.rules]  # what it says of itself counts wherever it has got to
            rules += [(t, lasting) for lasting in design.lastings for t in lasting.rules if not shuffled_in]
            found += [(rank, stamp, Listener(t, card, lasting, face=face)) for t, lasting in rules if t.time == time]
        for block in self.state.lasting:
            rank = -1 if block.owner is None else order.index(block.owner.seat)
            found += [
                (rank, block.stamp, Listener(t, block=block)) for t in block.block.rules if t.time == time
            ]
        yield from (listener for _, _, listener in sorted(found, key=lambda entry: entry[:2]))

    def applies(self, listener: Listener, happening: Happening, its_time: bool = True) -> Env | None:
        """The names bound if the rule answers this, as things stand now. Its `if` is asked when its time has
        come."""
        trigger = listener.trigger
        if (self.sort(trigger.event), trigger.event.key) != (happening.what, happening.key):
            return None
        if listener.face is not None:
            listener.card = Card(self.state.body[listener.face])
        lasting, card = listener.lasting, listener.card
        if lasting is not None and card is not None and not self.lasts(lasting, card):
            return None
        if listener.block is not None and listener.block not in self.state.lasting:
            return None
        if trigger.event.watched is not None and happening.instance[2] != listener.context():
            return None
        env = Env(you=happening.you, this=listener.card)
        if listener.block is not None:
            env = listener.block.env.copy()
            env.you = happening.you
        if not self.matches(trigger.event, happening, env):
            return None
        return env if not its_time or trigger.test is None or self.holds(trigger.test, env) else None

    # ---------------------------------------------------------------- what fits an event

    def matches(self, event: g.Event, h: Happening, env: Env) -> bool:
        """Whether it is what the event says; binds the names in it."""
        if (self.sort(event), event.key) != (h.what, h.key):
            return False
        if event.watched is not None and h.instance[1] != id(event):
            return False
        if event.index and self.evs(event.index, env) != h.index:
            return False
        if event.what in MAY_CHANGE and not self.fits_change(event, h, env):
            return False
        self.orderless += 1
        try:
            if isinstance(event.actor, g.Fixed) and isinstance(event.actor.value, g.This) and h.face is not None:
                if not isinstance(env.this, Card) or self.state.face[env.this.number] != h.face:
                    return False
            elif event.actor is not None and not self.fits_pattern(event.actor, h.actor, env):
                return False
            if event.of is not None and not self.fits_pattern(event.of, h.of, env):
                return False
            if len(event.params) > len(h.params):
                return False
            return all(self.fits_pattern(p, v, env) for p, v in zip(event.params, h.params, strict=False))
        finally:
            self.orderless -= 1

    def fits_pattern(self, pattern: g.Pattern, value: Any, env: Env) -> bool:
        if isinstance(pattern, g.Fixed):
            if isinstance(pattern.value, g.CardName):
                return isinstance(value, Card) and self.name(value) == pattern.value.name
            return value is not None and bool(self.ev(pattern.value, env) == value)
        if value is None:
            return False
        env.vars[pattern.var.id] = value
        if pattern.source is not None and value not in self.as_list(self.ev(pattern.source, env)):
            return False
        return self.fits(pattern, value, env)

    def fits_change(self, event: g.Event, h: Happening, env: Env) -> bool:
        old, new = h.old, h.new
        if old == new:
            return False
        if event.what in ("rises", "falls"):
            if not isinstance(old, int) or not isinstance(new, int):
                return False
            by = new - old if event.what == "rises" else old - new
            if by <= 0:
                return False
            if event.by is not None:
                env.vars[event.by.id] = by
        return event.what != "becomes" or (event.value is not None and bool(self.ev(event.value, env) == new))

    # ---------------------------------------------------------------- watched values

    def watched_events(self) -> Iterator[tuple[g.Event, Any, Env]]:
        """Every event in force that is a change of something worked out."""
        for event, context, env in self.changes_waited_for():
            if event.key not in self.game.stores:
                yield event, context, env

    def changes_waited_for(self) -> Iterator[tuple[g.Event, Any, Env]]:
        """Every event in force that is a change, with whose it is and the names it may read."""
        events: list[tuple[g.Event, Any, Env]] = [
            (rule.event, None, Env()) for rule in self.game.rules if rule.time == "when"
        ]
        for invariant in self.game.invariants:
            for event in (invariant.never, invariant.since, invariant.until):
                if event is not None:
                    events.append((event, None, Env()))
        for face in self.reactive:
            card = Card(self.state.body[face])
            for lasting in self.prints[face].lastings:
                events += [
                    (rule.event, card, Env(this=card)) for rule in lasting.rules if rule.time == "when"
                ]
        for space in self.reactive_spaces:
            kind = self.kind_of(space)
            its = [*kind.rules, *(rule for lasting in kind.lastings for rule in lasting.rules)]
            events += [(rule.event, space, Env(this=space)) for rule in its if rule.time == "when"]
        for block in self.state.lasting:
            events += [
                (rule.event, id(block), block.env) for rule in block.block.rules if rule.time == "when"
            ]
            if block.block.until is not None:
                events.append((block.block.until, id(block), block.env))
        # one that several carry is one event
        order: dict[int, int] = {}
        for event, _, _ in events:
            order.setdefault(id(event), len(order))
        for event, context, env in sorted(events, key=lambda entry: order[id(entry[0])]):
            if event.what in MAY_CHANGE:
                yield event, context, env

    def watch(self) -> dict[Any, tuple[Any, Any]]:
        """Of everything watched that is worked out: instance -> whose, and what it is now."""
        now: dict[Any, tuple[Any, Any]] = {}
        for event, context, env in self.watched_events():
            for owner, inner in self.instances(event, env):
                if event.watched is not None:
                    instance: Any = "watched", id(event), context, owner
                    value = self.ev(event.watched, inner)
                else:
                    whose = (context, event.of.value) if isinstance(event.of, g.Fixed) else owner
                    instance = "derived", event.key, whose
                    value = self.derived(event.key, (), owner, inner)
                now.setdefault(instance, (owner, value))
        return now

    def instances(self, event: g.Event, env: Env) -> Iterator[tuple[Any, Env]]:
        """Each owner of what is watched, with the names bound by it."""
        if event.of is None:
            yield None, env
        elif isinstance(event.of, g.Fixed):
            owner = self.ev(event.of.value, env)
            if owner is not None:
                yield owner, env
        else:
            all_of_them = g.Selector(
                var=event.of.var,
                source=event.of.source,
                filter=event.of.filter,
                every_seat=True,
                span=event.of.span,
            )
            self.orderless += 1
            try:
                owners = self.candidates(all_of_them, env.copy())
            finally:
                self.orderless -= 1
            for owner in owners:
                inner = env.copy()
                inner.vars[event.of.var.id] = owner
                yield owner, inner

    # ---------------------------------------------------------------- the end of a step (meaning 1)

    def end_of_step(self, you: Player | None) -> Steps[None]:
        """After a statement outside `together`, or at the end of the outermost: refills, shown tops are
        settled, rules answer; when all that is over, and it was itself no part of an answer, the invariants
        are tested."""
        self.look_around()
        if self.together:
            return
        if self.imagining is not None:
            self.queue.clear()
            yield from self.refill_after_step()
            return
        self.depth += 1
        if self.depth > CHAIN:
            raise OracleError("a chain of rules without end")
        try:
            while (yield from self.refill_after_step()):
                self.look_around()
            yield from self.settle_shown()
            yield from self.answer_what_happened(you)
        finally:
            self.depth -= 1
        if self.depth == 0 and not self.holding:
            self.test_invariants()

    def answer_what_happened(self, you: Player | None) -> Steps[None]:
        happened, self.queue = self.queue, []
        for h in happened:
            if h.instance is not None:
                h.new = self.read(*h.instance)
        raised = [h for h in happened if h.instance is None]
        changes = [h for h in happened if h.instance is not None and h.new != h.old]
        if self.watched_at != self.state.version:
            now = yield from self.work_out(self.watch)
            self.watched_at = self.state.version
            for instance, (owner, value) in now.items():
                old = self.last.get(instance, (owner, value))[1]
                if old != value:
                    key = instance[1] if instance[0] == "derived" else ""
                    changes.append(
                        Happening("change", key, you, of=owner, old=old, new=value, instance=instance)
                    )
            self.last = now
        happened = raised + self.in_order(changes)
        for h in happened:
            self.note(h)
        waiting, since = [], self.state.clock
        for h in happened:
            if (h.what, h.key, "when") in self.heard:
                for one in self.all_listeners("when"):
                    names = yield from self.work_out(lambda one=one, h=h: self.applies(one, h, False))
                    if names is not None:
                        waiting.append((one, h))
        before = len(self.state.lasting)
        for h in happened:
            self.end_blocks(h)
        ended = len(self.state.lasting) < before
        carried, self.carried = self.carried, {}  # what other rules change is open to all
        try:
            for listener, h in waiting:
                yield from self.answer_one(listener, h, since)
        finally:
            self.carried = carried
        if ended:  # what hung on them has changed with it
            yield from self.answer_what_happened(None)

    def in_order(self, changes: list[Happening]) -> list[Happening]:
        """What has changed is answered after all else that happened: in the order in which rules wait for it, of players from
        whoever's turn it is, of other things as they were declared, and then by index."""
        if len(changes) < 2:
            return changes
        keys: dict[str, int] = {}
        for event, _, _ in self.changes_waited_for():
            keys.setdefault(event.key, len(keys))
        spaces = [space for of_board in self.spaces.values() for space in of_board]
        first = self.first_of_all().seat

        def place(h: Happening) -> tuple[Any, ...]:
            owner = h.of
            if isinstance(owner, Player):
                number = (owner.seat - first) % self.seats
            elif isinstance(owner, Card):
                number = owner.number
            else:
                number = spaces.index(owner) if isinstance(owner, Space) else 0
            index = h.instance[1] if h.key in self.game.stores else ()
            return keys.get(h.key, len(keys)), number, [one.index if isinstance(one, Sym) else int(one) for one in index]

        return sorted(changes, key=place)

    def answer_one(self, listener: Listener, h: Happening, since: int | None = None) -> Steps[bool]:
        """Asked again now that its time has come, the rule answers or not. *since*: when it began to wait; whoever has left
        the place where his rule counts, and come back, waits no more (meaning 2)."""
        env = yield from self.work_out(lambda: self.applies(listener, h))
        if env is None:
            return False
        if since is not None and listener.lasting is not None and isinstance(listener.card, Card) and (
                self.state.stamp[listener.card] > since):
            return False
        for value in list(env.vars.values()):
            for card in self.as_list(value):
                if isinstance(card, Card):
                    env.held[card] = self.state.moves[card]
        self.chain += [None, env]
        carried = self.carried
        if listener.trigger.time != "instead":
            self.carried = {}  # what it does is no part of what has been replaced
        try:
            if listener.trigger.time != "when" and h.what in ("enters", "leaves") and not self.together:
                yield from self.settle_shown()  # it comes between one card that moves and the next
            with self.something_between():
                yield from self.run_body(listener.trigger.body, env)
        except StopEffect:
            pass
        finally:
            del self.chain[-2:]
            self.carried = carried
        return True

    def answer(self, happening: Happening, time: str) -> Steps[bool]:
        """`before` rules answer ahead of it; the first `instead` rule that has not answered yet replaces
        it."""
        if not self.listens(happening.what, happening.key, time):
            return False
        listeners = []
        at_once = time == "instead"
        for one in self.all_listeners(time):
            names = yield from self.work_out(lambda one=one: self.applies(one, happening, at_once))
            if names is not None:
                listeners.append(one)
        if not listeners:
            return False
        # what the statement has raised so far waits for its end
        held = [h for h in self.queue if h.instance is None]
        self.queue = [h for h in self.queue if h.instance is not None]
        self.holding += bool(held)
        try:
            return (yield from self.between(listeners, happening, time))
        finally:
            self.holding -= bool(held)
            self.queue = held + self.queue

    def between(self, listeners: list[Listener], happening: Happening, time: str) -> Steps[bool]:
        if time == "before":
            since = self.state.clock
            for listener in listeners:
                yield from self.answer_one(listener, happening, since)
            return False
        sort = happening.what, happening.key
        happening.answered |= self.carried.get(sort, set())
        for listener in listeners:
            if listener.mark() in happening.answered:
                continue
            happening.answered.add(listener.mark())
            carried, self.carried = self.carried, {**self.carried, sort: happening.answered}
            try:
                yield from self.answer_one(listener, happening)
            finally:
                self.carried = carried
            return True
        return False

    def end_blocks(self, h: Happening) -> None:
        """`until` blocks end with their event."""
        for block in list(self.state.lasting):
            event = block.block.until
            if event is None or (event.watched is not None and h.instance is not None and h.instance[2] != id(block)):
                continue  # what another block watches is none of its business
            if self.matches(event, h, block.env.copy()):
                self.state.lasting.remove(block)
                self.state.version += 1

    def settle_shown(self) -> Steps[None]:
        """Shown tops of shuffled zones are settled, and known to those who see them."""
        for place, cards in self.state.zones.items():
            if not cards:
                continue
            if place.key in self.shows["faces"] and self.audience(place, "faces"):
                for card in cards[::-1]:
                    yield from self.settle(card)
            if place.key in self.shows["top"] and (seats := self.audience(place, "top")):
                yield from self.settle(cards[-1])
                self.learn(cards[-1], seats)

    # ---------------------------------------------------------------- invariants

    spans: dict[str, bool]
    testing_invariants = True
    tested_at: tuple[Any, ...] = ()

    def note(self, h: Happening, quiet: bool = False) -> None:
        """Spans of invariants begin and end; what must never happen must not (unless an example says that it
        has)."""
        for invariant in self.game.invariants:
            if invariant.since is not None and self.matches(invariant.since, h, Env()):
                self.spans[invariant.key] = True
            if invariant.until is not None and self.matches(invariant.until, h, Env()):
                self.spans[invariant.key] = False
            if invariant.never is not None and not quiet and self.in_span(invariant):
                env = Env(you=h.you)
                happens = self.matches(invariant.never, h, env)
                if happens and (invariant.test is None or self.holds(invariant.test, env)):
                    raise OracleError(f"invariant {invariant.key} is broken")

    def in_span(self, invariant: g.Invariant) -> bool:
        return (
            self.testing_invariants
            and not self.in_setup
            and (invariant.since is None or self.spans.get(invariant.key, False))
        )

    def test_invariants(self) -> None:
        if (
            self.in_setup
            or not self.testing_invariants
            or self.tested_at == (self.state.version, *self.spans.values())
        ):
            return
        self.tested_at = self.state.version, *self.spans.values()
        for invariant in self.game.invariants:
            if invariant.never is None and invariant.test is not None and self.in_span(invariant):
                self.orderless += 1
                try:
                    if not self.holds(invariant.test, Env()):
                        raise OracleError(f"invariant {invariant.key} is broken")
                except (Unsettled, Unseen):
                    pass
                finally:
                    self.orderless -= 1
