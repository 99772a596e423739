"""Effects and actions: targets, answers, the test again, the body (meanings 5, 6, 13, 14)."""

from collections.abc import Mapping
from typing import Any

from rulelang import game as g
from tests.oracle.chance import Steps
from tests.oracle.events import Events
from tests.oracle.things import (
    Card,
    Env,
    Fails,
    Happening,
    OracleError,
    Player,
    Space,
    StopEffect,
    Waiting,
)


class Effects(Events):
    def choose(
        self,
        parameter: g.Parameter | g.Choose,
        who: Player,
        env: Env,
        enough: bool = True,
    ) -> Steps[Any]:
        """``who`` chooses one, or as many as the parameter says; none or the empty list if there are no
        options."""
        raise NotImplementedError

    def effect_of(self, key: str, this: Any) -> g.Effect | g.Action | None:
        """The effect; of a slot what fills it on this card."""
        effect = self.game.effects.get(key)
        if isinstance(this, Card | Space) and effect is not None and effect.kind is not None:
            return self.text_of(this).effects.get(key, effect)
        return effect

    # ---------------------------------------------------------------- doing

    def do(self, ref: g.EffectRef, who: Player | None, env: Env) -> Steps[None]:
        """`p does E`, or with the present `you`."""
        this = None if ref.of is None else (yield from self.value(ref.of, env))
        if ref.of is not None and (this is None or self.moved_meanwhile(this, ref.of, env)):
            self.fail("nothing to do it with")
            return
        effect = yield from self.work_out(lambda: self.effect_of(ref.key, this))
        if effect is None:
            raise OracleError(f"no effect is called {ref.key}")
        args = yield from self.values(ref.args, env)
        yield from self.call(ref.key, effect, this, who, args)

    def call(
        self,
        key: str,
        effect: g.Effect | g.Action,
        this: Any,
        you: Player | None,
        args: tuple[Any, ...],
        names: Mapping[int, Any] | None = None,
        given: int | None = None,
    ) -> Steps[None]:
        """Targets, answers, the test again, the body, and what `when` rules say to it. ``names``: those of
        the window around an action. ``given``: so many of ``args`` came from the caller and not from who was
        asked (all of them)."""
        env = Env(dict(names or {}), you, this)
        begins = getattr(effect, "whole", False) and self.whole is None and self.imagining is None
        if begins:
            self.whole = []
        if isinstance(this, Card):
            env.held[this] = self.state.moves[this]
        for parameter, arg in zip(effect.params, args, strict=False):
            self.bind(parameter.var, arg, env)
        self.chain.append(env)
        try:
            if not (yield from self.targets(effect, env, len(args))):
                self.fail("no target")
                return
            if self.imagining is not None:
                yield from self.test_and_do(effect, env)
                return
            done = yield from self.answered_and_done(key, effect, env, len(args) if given is None else given)
        finally:
            self.chain.pop()
            if begins:
                self.whole = None
        if done:
            params = tuple(env.vars.get(p.var.id) for p in effect.params)
            self.queue.append(Happening("does", key, env.you, env.you, this, params=params))
            with self.something_between():
                yield from self.end_of_step(env.you)

    def targets(self, effect: g.Effect | g.Action, env: Env, start: int) -> Steps[bool]:
        """`you` chooses the parameters that the caller left out, one after the other; no if one has no
        options."""
        for n in range(start, len(effect.params)):
            parameter = effect.params[n]
            if env.you is None:
                return False
            with self.before_rest(lambda run, env, n=n: run.rest_of_targets(effect, env, n + 1), env):
                value = yield from self.choose(parameter, env.you, env)
            if value is None:
                return False
            self.bind(parameter.var, value, env)
        return True

    def rest_of_targets(self, effect: g.Effect | g.Action, env: Env, start: int) -> Steps[None]:
        """In a search: what comes after the choice of a target."""
        if not (yield from self.targets(effect, env, start)):
            raise Fails("no target")
        yield from self.test_and_do(effect, env)

    def test_and_do(self, effect: g.Effect | g.Action, env: Env) -> Steps[None]:
        """In a search: what `before` rules answer is passed over."""
        if not (yield from self.may_begin(effect, env)):
            raise Fails("its requirements")
        yield from self.run_body(self.without_head(effect.body or ()), env)

    def answered_and_done(
        self, key: str, effect: g.Effect | g.Action, env: Env, given: int
    ) -> Steps[bool]:
        """Whether it has been done, by whomever."""
        params = tuple(env.vars.get(p.var.id) for p in effect.params)
        happening = Happening("does", key, env.you, env.you, env.this, params=params)
        with self.something_between():
            if (yield from self.answer(happening, "instead")):
                return False
        if self.listens("does", key, "before"):
            waiting = Waiting(key, env.this, env.you, env, effect, given)
            self.state.waiting.append(waiting)
            try:
                with self.something_between():
                    yield from self.answer(happening, "before")
            finally:
                self.state.waiting.remove(waiting)
            if waiting.cancelled:
                return False
            env.you = waiting.you
        if not (yield from self.still_doable(effect, env)):
            return False
        try:
            yield from self.run_body(self.without_head(effect.body or ()), env)
        except StopEffect:  # a requirement on the way: nothing comes of it
            return False
        return True

    def still_doable(self, effect: g.Effect | g.Action, env: Env) -> Steps[bool]:
        """Whether `you` can do it with these targets: what it requires holds, and the rest can be carried out as far as
        `you` may know; what nobody does is judged by what all know."""
        if not (yield from self.may_begin(effect, env)):
            return False
        if getattr(effect, "whole", False):
            seat = self.seats if env.you is None else env.you.seat
            return self.possible(seat, lambda run, copies: run.test_and_do(effect, copies(env)))
        return True

    def seems_doable(self, key: str, effect: g.Effect, env: Env) -> bool:
        """The same of what is on offer to `you`, who may not know what fills the slot."""
        assert env.you is not None
        seat = env.you.seat
        args = tuple(env.vars.get(p.var.id) for p in effect.params)
        return self.possible(seat, lambda run, copies: run.try_with(key, env.this, env.you, args))

    def may_begin(self, effect: g.Effect | g.Action, env: Env) -> Steps[bool]:
        """The targets fit what the parameters say; requirements and payments at the head hold, before
        anything changes."""
        return (yield from self.work_out(lambda: self.begins(effect, env)))

    def begins(self, effect: g.Effect | g.Action, env: Env) -> bool:
        values = [env.vars.get(p.var.id) for p in effect.params]
        try:
            for parameter, value in zip(effect.params, values, strict=True):
                selector = parameter.selector
                items = self.as_list(value) if parameter.how_many is not None else [value]
                if None in items:
                    return False
                source = selector.source
                for item in items:
                    if item is None or (source is not None and not self.lies_in(item, source, env)):
                        return False
                    env.vars[parameter.var.id] = item
                    if not self.fits(selector, item, env):
                        return False
                env.vars[parameter.var.id] = value
        finally:
            for parameter, value in zip(effect.params, values, strict=True):
                env.vars[parameter.var.id] = value
        return self.head_holds(effect.body or (), env)

    def without_head(self, body: g.Body) -> g.Body:
        """The body without the `requires` at its head: they have been tested before anything changed."""
        n = 0
        while n < len(body) and isinstance(body[n], g.Requires | g.Pay):
            n += 1
        return tuple(s for s in body[:n] if not isinstance(s, g.Requires)) + body[n:]

    def head_holds(self, body: g.Body, env: Env) -> bool:
        """`requires` and `pay` before the first other statement, nothing having changed yet (meaning 5)."""
        paid: dict[Any, int] = {}
        for s in body:
            if isinstance(s, g.Requires):
                if not self.holds(s.test, env):
                    return False
            elif isinstance(s, g.Pay):
                at = self.target(s.source, env)
                if not self.affordable(s, env, paid.get(at, 0)):
                    return False
                paid[at] = paid.get(at, 0) + self.ev(s.amount, env)
            else:
                break
        return True

    # ---------------------------------------------------------------- can do

    def can_do(self, who: Player | None, ref: g.EffectRef, env: Env) -> bool:
        """Targets can be chosen, requirements and payments hold; an all-or-nothing effect can be carried out
        (meaning 6)."""
        effect = self.game.effects.get(ref.key)
        if effect is None:
            return who is not None and self.on_offer(who, ref, env)
        # what is given is worked out as it is, and not as ``who`` may imagine it
        this = None if ref.of is None else self.ev(ref.of, env)
        args = self.evs(ref.args, env)
        self.saw_hidden = True
        if who is None or (ref.of is not None and this is None):
            return False
        return self.possible(who.seat, lambda run, _: run.try_with(ref.key, this, who, args))

    def try_it(self, ref: g.EffectRef, who: Player, env: Env) -> Steps[None]:
        this = None if ref.of is None else (yield from self.value(ref.of, env))
        if ref.of is not None and this is None:
            raise Fails("nothing to do it with")
        args = yield from self.values(ref.args, env)
        yield from self.try_with(ref.key, this, who, args)

    def try_with(self, key: str, this: Any, who: Player, args: tuple[Any, ...]) -> Steps[None]:
        effect = yield from self.work_out(lambda: self.effect_of(key, this))
        if effect is None:
            raise Fails("no such effect")
        inner = Env({}, who, this)
        for parameter, arg in zip(effect.params, args, strict=False):
            self.bind(parameter.var, arg, inner)
        self.chain.append(inner)
        if not (yield from self.targets(effect, inner, len(args))):
            raise Fails("no target")
        if getattr(effect, "whole", False):
            yield from self.test_and_do(effect, inner)
        elif not (yield from self.may_begin(effect, inner)):
            raise Fails("its requirements")

    def on_offer(self, who: Player, ref: g.EffectRef, env: Env) -> bool:
        """Of an action: it is on offer to ``who`` now."""
        raise NotImplementedError

    # ---------------------------------------------------------------- cancel, take over

    def find_waiting(self, ref: g.EffectRef, env: Env) -> Steps[Waiting | None]:
        """The innermost effect that waits for answers and is what ``ref`` says."""
        this = None if ref.of is None else (yield from self.value(ref.of, env))
        if ref.of is not None and this is None:
            return None
        for waiting in reversed(self.state.waiting):
            if waiting.key == ref.key and waiting.this == this and not waiting.cancelled:
                return waiting
        return None

    def do_cancel(self, s: g.Cancel, env: Env) -> Steps[None]:
        waiting = yield from self.find_waiting(s.effect, env)
        if waiting is None:
            self.fail("nothing to cancel")
            return
        self.drop(waiting)

    def drop(self, waiting: Waiting) -> None:
        """It will not be done; the windows that its `before` rules opened close once the running action is
        finished."""
        waiting.cancelled = True
        for window in self.state.windows:
            if window.answers is waiting:
                window.closed = True
        self.state.version += 1

    def do_take_over(self, s: g.TakeOver, env: Env) -> Steps[None]:
        """p becomes its `you` and chooses its targets anew at once; without any it comes to nothing, and the step fails for
        want of options (meaning 6)."""
        who = yield from self.value(s.who, env)
        waiting = yield from self.find_waiting(s.effect, env)
        if waiting is None or who is None:
            self.fail("nothing to take over")
            return
        waiting.you = waiting.env.you = who
        self.state.version += 1
        effect = waiting.effect
        whole = self.whole
        self.whole = [] if effect.whole and self.imagining is None else None
        try:
            chosen = yield from self.targets(effect, waiting.env, waiting.given)
        finally:
            self.whole = whole
        if not chosen:
            self.fail("no target to take over with")
            self.drop(waiting)
