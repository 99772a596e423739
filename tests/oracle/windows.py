"""Questions that may be passed: windows, `may`, pauses, `anytime` (meanings 10 and 15); and all other
choices."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from rulelang import game as g
from tests.oracle.asking import Combo, ListPick
from tests.oracle.chance import Steps
from tests.oracle.public import Public
from tests.oracle.things import (
    ANSWER,
    BOX,
    NOBODY,
    SECRET,
    Card,
    Env,
    Happening,
    Jump,
    OpenWindow,
    Player,
    Question,
    Space,
)


@dataclass(frozen=True, eq=False)
class Offer:
    """An action, effect or named option with one choice of its parameters. ``what`` None: pass."""

    id: str
    what: g.Action | g.Effect | g.Option | None = None
    combo: Combo = Combo((), ())
    names: Mapping[int, Any] | None = None
    this: Any = None
    given: tuple[Any, ...] = ()


PASS = Offer("pass")


class Windows(Public):
    # ---------------------------------------------------------------- putting a question

    def put_question(
        self, who: Player, options: list[Any], always: bool = False, extra: bool = True
    ) -> Steps[Any]:
        """The option taken; none if an `anytime` action came between, and the question must be put again. A
        choice with one option takes itself unless it is asked ``always``."""
        if len(options) == 1 and not always:
            self.forced.append((who.seat, options[0].id))
            return options[0]
        more: list[Offer] = []
        if extra and self.imagining is None:
            more = yield from self.work_out(lambda: self.anytime_offers(who))
        everything = [*options, *more]
        answer = yield from self.ask(who, [option.id for option in everything], everything)
        if answer < len(options):
            return options[answer]
        yield from self.perform(everything[answer], who)
        return None

    def choose(
        self, parameter: g.Parameter | g.Choose, who: Player, env: Env, enough: bool = True
    ) -> Steps[Any]:
        var = parameter.selector.var

        def then(run: Any, its_env: Env, pick: Any) -> Steps[None]:
            its_env.vars[ANSWER] = yield from run.take(pick, who)
            run.bind(var, its_env.vars[ANSWER], its_env)

        while True:
            options = yield from self.work_out(lambda: self.options_of(parameter, who, env, enough))
            if not options:
                return None
            options = self.still_possible(options, who, env, then)
            pick = yield from self.put_question(who, options)
            if pick is not None:
                return (yield from self.take(pick, who))

    def do_choose(self, s: g.Choose, env: Env) -> Steps[None]:
        """`p chooses X`, `chance chooses X`: without options it is skipped, the name then none or the empty
        list."""
        nothing = () if s.how_many is not None or s.selector.var.type.base == "list" else None
        if s.who is None or isinstance(s.who, g.ChanceActor):
            who = None
            value = yield from self.chance_chooses(s, env)
        else:
            who = yield from self.value(s.who, env)
            value = None if who is None else (yield from self.choose(s, who, env, False))
        env.vars.pop(SECRET - s.selector.var.id, None)
        if value is None:
            self.bind(s.selector.var, nothing, env)
            self.fail("nothing to choose from")
            return
        self.bind(s.selector.var, value, env)
        self.keep_secret(s, who, env)

    def keep_secret(self, s: g.Choose, who: Player | None, env: Env) -> None:
        """What somebody (None: chance) has chosen secretly nobody else knows; in a search it is chosen by the one who imagines."""
        if s.secretly and self.imagining is None:
            env.vars[SECRET - s.selector.var.id] = NOBODY if who is None else who.seat

    def chance_chooses(self, s: g.Choose, env: Env) -> Steps[Any]:
        """Every candidate equally likely, alike or not; several one after the other."""
        self.orderless += 1
        try:
            found = yield from self.work_out(lambda: self.candidates(s.selector, env))
        finally:
            self.orderless -= 1
        if s.how_many is None:
            return (yield from self.chance_pick(found, found)) if found else None
        least, most = yield from self.work_out(lambda: self.limits(s.how_many, env, len(found)))
        if least > len(found):
            self.fail("too few to choose from")
        if least != most:
            sizes = [(str(n), n) for n in range(min(least, len(found)), most + 1)]
            least = yield from self.chance(sizes)
        chosen: list[Any] = []
        while len(chosen) < least and len(chosen) < len(found):
            rest = [value for value in found if value not in chosen]
            chosen.append((yield from self.chance_pick(rest, found)))
        return tuple(chosen)

    def limits(self, how_many: g.HowMany | None, env: Env, size: int) -> tuple[int, int]:
        assert how_many is not None
        least = 0 if how_many.least is None else self.ev(how_many.least, env) or 0
        most = size if how_many.most is None else self.ev(how_many.most, env) or 0
        return max(least, 0), max(least, min(most, size))

    def chance_pick(self, candidates: list[Any], among: list[Any]) -> Steps[Any]:
        value = yield from self.chance([(self.id_of(value), value) for value in candidates])
        if isinstance(value, Card):
            self.settled_by_choice(value, True)
            self.forget_unseen_choice(value, [c for c in among if isinstance(c, Card)], None)
        return value

    # ---------------------------------------------------------------- named options

    def named_offers(self, s: g.ChooseOption, who: Player | None, env: Env) -> list[Offer]:
        found = []
        for option in s.options:
            if option.test is None or self.holds(option.test, env):
                for combo in self.combos(option.params, who, env):
                    text = option.text + (": " + ", ".join(combo.ids) if combo.ids else "")
                    found.append(Offer(text, option, combo))
        return found

    def do_choose_option(self, s: g.ChooseOption, env: Env) -> Steps[None]:
        chosen = yield from self.choose_option(s, env)
        if chosen is None:
            self.fail("no option")
            return
        yield from self.carry_out_option(*chosen, env)

    def choose_option(
        self, s: g.ChooseOption, env: Env, extra: bool = True
    ) -> Steps[tuple[Offer, list[Any]] | None]:
        """The option taken, and what was chosen with it."""
        if s.who is None or isinstance(s.who, g.ChanceActor):
            offers = yield from self.work_out(lambda: self.named_offers(s, None, env))
            if not offers:
                return None
            offer = yield from self.chance([(offer.id, offer) for offer in offers])
            return offer, (yield from self.taken(offer, None))
        who = yield from self.value(s.who, env)
        if who is None:
            return None

        def then(run: Any, its_env: Env, offer: Offer) -> Steps[None]:
            its_env.vars[ANSWER] = offer, (yield from run.taken(offer, who))
            if extra:
                yield from run.carry_out_option(*its_env.vars[ANSWER], its_env)

        while True:
            offers = yield from self.work_out(lambda: self.named_offers(s, who, env))
            if not offers:
                return None
            offers = self.still_possible(offers, who, env, then)
            offer = yield from self.put_question(who, offers, extra=extra)
            if offer is not None:
                return offer, (yield from self.taken(offer, who))

    def taken(self, offer: Offer, who: Player | None) -> Steps[list[Any]]:
        values = []
        for _, pick in offer.combo.picks:
            values.append((yield from self.take(pick, who)))
        return values

    def carry_out_option(self, offer: Offer, values: list[Any], env: Env) -> Steps[None]:
        assert isinstance(offer.what, g.Option)
        for (var, _), value in zip(offer.combo.picks, values, strict=True):
            self.bind(var, value, env)
        yield from self.run_body(offer.what.body, env)

    # ---------------------------------------------------------------- actions

    def action_offers(
        self, action: g.Action, who: Player, names: Mapping[int, Any], this: Any
    ) -> list[Offer]:
        """Every choice of the action's parameters with which its requirements and payments hold."""
        env = Env(dict(names), who, this)
        found: list[Offer] = []
        if not self.head_holds(self.same_for_all(action, env), env):
            return found
        for combo in self.combos(action.params, who, env):
            for var, pick in combo.picks:
                env.vars[var.id] = self.stands_for(pick)
            if self.head_holds(action.body, env):
                ids = combo.ids
                if isinstance(this, Card | Space):
                    ids = self.id_of(this, self.reader(who)), *ids
                found.append(
                    Offer(action.key + (f"({', '.join(ids)})" if ids else ""), action, combo, names, this)
                )
        return found

    def same_for_all(self, action: g.Action, env: Env) -> g.Body:
        """What is wanted whatever is chosen, and open to all: it is looked at before any choice is looked for, so that nothing is
        settled for choices that nobody has (meaning 5). Payments count together."""
        chosen = frozenset(p.selector.var.id for p in action.params)
        heads = list(takewhile(lambda st: isinstance(st, g.Requires | g.Pay), action.body))

        def same(st: g.Stmt) -> bool:
            parts = (st.test,) if isinstance(st, g.Requires) else (st.source, st.amount) if isinstance(st, g.Pay) else ()
            return not any(self.reads_hidden(part, env, set()) or self.speaks_of(part, chosen) for part in parts)

        pays = all(same(st) for st in heads if isinstance(st, g.Pay))
        return tuple(st for st in heads if same(st) and (pays or isinstance(st, g.Requires))) if chosen else ()

    def perform(self, offer: Offer, who: Player) -> Steps[None]:
        """Does the action with what was chosen."""
        assert isinstance(offer.what, g.Action)
        values = []
        for _, pick in offer.combo.picks:
            values.append((yield from self.take(pick, who)))
        self.chain.append(None)
        try:
            with self.something_between():
                yield from self.call(offer.what.key, offer.what, offer.this, who, tuple(values), offer.names)
        finally:
            self.chain.pop()

    def anytimes(
        self, who: Player, publicly: bool = False
    ) -> Iterable[tuple[g.Action, Mapping[int, Any], Any]]:
        """The `anytime` actions of ``who`` as things stand (``publicly``: for all that everybody can see): the
        game's, then those of blocks, then those of cards, in the order declared, each of all his cards by
        arrival; then those of spaces of his board and of everybody's."""
        running = {phase.key for phase in self.state.phases}
        for anytime in self.game.anytimes:
            if not anytime.during or running & set(anytime.during):
                for action in anytime.actions:
                    yield action, {}, None
        offered = [(action, block) for block in self.state.lasting for action in block.block.actions]
        for action, block in sorted(offered, key=lambda one: (one[0].span.file, one[0].span.start)):
            if not block.block.during or running & set(block.block.during):
                yield action, block.env.vars, block.env.this
        lastings = [lasting for design in self.game.cards for lasting in design.lastings if lasting.actions]
        cards = [c for c in self.cards if self.state.place[c] != BOX and c not in self.state.mixed] if lastings else []
        his = sorted((c for c in cards if self.owner(c) == who), key=lambda c: self.state.stamp[c])
        for lasting in dict.fromkeys(lastings):
            if not lasting.during or running & set(lasting.during):
                for action in lasting.actions:
                    for card in his:
                        design = self.prints[self.state.face[card.number]]
                        if lasting in design.lastings and self.counts(lasting, card, publicly):
                            yield action, {}, card
        kinds = [kind for kind in self.game.bearers if isinstance(kind, g.Kind)]
        for lasting in dict.fromkeys(one for kind in kinds for one in kind.lastings if one.actions):
            if not lasting.during or running & set(lasting.during):
                for action in lasting.actions:
                    for space in self.all_spaces:
                        if lasting in self.kind_of(space).lastings and space.owner in (None, who):
                            if self.counts(lasting, space, publicly):
                                yield action, {}, space

    def counts(self, lasting: g.Lasting, this: Card | Space, publicly: bool) -> bool:
        """Whether what it says of ``this`` lasts now, or may, for all that everybody can see."""
        if not publicly or lasting.test is None or lasting.zones:
            return self.lasts(lasting, this)
        return self.maybe(lasting.test, Env(this=this)) is not False

    def at_offer(self) -> Question | None:
        """The question that waits."""
        return None

    def on_offer(self, who: Player, ref: g.EffectRef, env: Env) -> bool:
        """Of an action: the question that waits for ``who`` offers it with these arguments (meaning 6)."""
        question = self.at_offer()
        if question is None or question.player != who.seat:
            return False
        args = self.evs(ref.args, env)
        for what in question.places:
            if isinstance(what, Offer) and isinstance(what.what, g.Action) and what.what.key == ref.key:
                picks = [pick for _, pick in what.combo.picks]
                if all(self.is_among(arg, pick) for arg, pick in zip(args, picks, strict=False)):
                    return True
        return False

    def is_among(self, arg: Any, pick: Any) -> bool:
        if isinstance(pick, ListPick):
            return bool(set(self.as_list(arg)) == set(self.stands_for(pick)))
        return arg in pick.members

    def anytime_offers(self, who: Player) -> list[Offer]:
        """Those of cards that look alike to ``who`` are one."""
        found: dict[Any, Offer] = {}
        for number, (action, names, this) in enumerate(self.anytimes(who)):
            looks = self.looks(this, self.reader(who)) if isinstance(this, Card) else number
            for n, offer in enumerate(self.action_offers(action, who, names, this)):
                found.setdefault((action.key, looks, n), offer)
        return list(found.values())

    # ---------------------------------------------------------------- windows

    def do_open(self, s: g.Open, env: Env) -> Steps[None]:
        if self.imagining is not None:  # what windows bring about is passed over
            return
        args = yield from self.values(s.args, env)
        window = self.game.windows[s.key]
        names = {p.var.id: arg for p, arg in zip(window.params, args, strict=False)}
        answers = self.state.waiting[-1] if self.state.waiting else None
        frame = OpenWindow(s.key, answers)
        with self.something_between():
            begins = Happening("begins", s.key, env.you)
            if (yield from self.answer(begins, "instead")):
                return
            yield from self.answer(begins, "before")
            self.state.windows.append(frame)
            self.queue.append(begins)
            yield from self.end_of_step(env.you)
            try:
                yield from self.ask_around(window, frame, names, env)
            except Jump as jump:
                if (jump.how, jump.key) != ("window", s.key):
                    raise
            finally:
                self.state.windows.remove(frame)
            self.queue.append(Happening("ends", s.key))
            yield from self.end_of_step(None)

    def order_of_asking(self, window: g.Window, names: Mapping[int, Any], env: Env) -> list[Player]:
        inner = Env(dict(names), env.you, env.this)
        if window.who is not None:
            return self.as_list(self.ev(window.who, inner))
        if window.clock is not None:
            return list(self.clockwise(window.clock, inner, False))
        return list(self.around(self.first_of_all()))

    def ask_around(
        self, window: g.Window, frame: OpenWindow, names: Mapping[int, Any], env: Env
    ) -> Steps[None]:
        """In the stated order; after an action on with the next player, or starting over; until all have
        passed in a row."""
        if window.by is not None:
            yield from self.ask_as_told(window, frame, names, env)
            return
        order = yield from self.work_out(lambda: self.order_of_asking(window, names, env))
        turn = passes = 0
        while not frame.closed:
            asked = [p for p in order if p not in self.state.gone]
            if not asked or passes >= len(asked):
                break
            who = order[turn % len(order)]
            turn += 1
            if who in self.state.gone:
                continue
            offer = yield from self.ask_one(window, who, names)
            if offer is PASS:
                passes += 1
                continue
            passes = 0
            if offer is None:  # an `anytime` action: the question is put again
                turn -= 1
                continue
            yield from self.perform(offer, who)
            if window.who is not None:
                turn = 0
            elif window.restart:
                order = yield from self.work_out(lambda: self.order_of_asking(window, names, env))
                turn = 0

    def ask_as_told(
        self, window: g.Window, frame: OpenWindow, names: Mapping[int, Any], env: Env
    ) -> Steps[None]:
        """Somebody says each time who is asked next, of those who have not passed since the last action."""
        assert window.by is not None
        passed: list[Player] = []
        while not frame.closed:
            left = [p for p in self.around(self.first_of_all()) if p not in self.state.gone and p not in passed]
            if not left:
                break
            by = yield from self.value(window.by, Env(dict(names), env.you, env.this))
            who = left[0] if by is None else (yield from self.ask_next(left, by))
            offer = None
            while offer is None and not frame.closed and who not in self.state.gone:
                offer = yield from self.ask_one(window, who, names)
                if offer is None:  # an `anytime` action
                    passed = []
            if offer is PASS:
                passed.append(who)
            elif offer is not None:
                passed = []
                yield from self.perform(offer, who)

    def ask_one(self, window: g.Window, who: Player, names: Mapping[int, Any]) -> Steps[Offer | None]:
        env = Env(dict(names), who)
        offers: list[Offer] = []
        for action in window.actions:
            offers += yield from self.work_out(lambda a=action: self.action_offers(a, who, names, None))
        may_pass = True
        for passing in window.passing:
            may_pass = may_pass and (yield from self.test(passing.test, env))
        more = yield from self.work_out(lambda: self.anytime_offers(who))
        if not (offers or more):
            actions = [(action, names, None) for action in window.actions]
            if not self.publicly_offered(actions, who):
                return PASS
        if may_pass or not (offers or more):
            offers.insert(0, PASS)
        return (yield from self.put_question(who, offers, always=True))

    def do_pause(self, s: g.Pause, env: Env) -> Steps[None]:
        """A question of its own for `anytime` actions."""
        who = yield from self.value(s.who, env)
        if who is None or self.imagining is not None:
            return
        while who not in self.state.gone and (
            (yield from self.work_out(lambda: self.anytime_offers(who))) or self.publicly_offered([], who)
        ):
            if (yield from self.put_question(who, [PASS], always=True)) is PASS:
                break

    def do_may(self, s: g.May, env: Env) -> Steps[None]:
        """To pass, or to do E with one choice of its targets; never takes itself."""
        who = yield from self.value(s.who, env)
        if who is None:
            return
        if self.imagining is not None:
            if (yield Question(who.seat, ("pass", "do"))):
                yield from self.do(s.effect, who, env)
            return
        this = None if s.effect.of is None else (yield from self.value(s.effect.of, env))
        nothing = s.effect.of is not None and this is None
        effect = yield from self.work_out(lambda: self.effect_of(s.effect.key, this))
        assert effect is not None
        args = yield from self.values(s.effect.args, env)
        names = {p.var.id: arg for p, arg in zip(effect.params, args, strict=False)}
        left = effect.params[len(args) :]
        name = s.effect.key.split(".")[-1]

        def then(run: Any, its_env: Env, offer: Offer) -> Steps[None]:
            if offer is not PASS:
                yield from run.do_offered(s.effect.key, offer, who)

        while True:
            combos: list[Combo] = []
            if not nothing:
                combos = yield from self.work_out(lambda: self.combos(left, who, Env(dict(names), who, this)))
            offers = [PASS]
            for combo in combos:
                inner = Env(dict(names), who, this)
                for var, pick in combo.picks:
                    inner.vars[var.id] = self.stands_for(pick)
                if self.seems_doable(s.effect.key, effect, inner):
                    text = name + (f"({', '.join(combo.ids)})" if combo.ids else "")
                    offers.append(Offer(text, effect, combo, None, this, args))
            more = yield from self.work_out(lambda: self.anytime_offers(who))
            if offers == [PASS] and not more:
                given = (*s.effect.args, *([] if s.effect.of is None else [s.effect.of]))
                hidden = any(self.reads_hidden(e, env, set()) for e in given)
                unknown = s.effect.of is not None and self.reads_hidden(s.effect.of, env, set())
                its_env = Env(dict(names), who, this)
                fit = self.given_may_fit(effect, s.effect.args, args, its_env, env, not unknown)
                if nothing and not unknown:
                    fit = False
                actions: list[tuple[g.Action | g.Effect, Mapping[int, Any], Any]] = []
                if fit:
                    for one in self.may_fill(s.effect.key, None if unknown else this):
                        its = {p.var.id: arg for p, arg in zip(one.params, args, strict=False)}
                        actions.append((one, its, this))
                if not self.publicly_offered(actions, who, len(args), not hidden, not unknown):
                    return
            offers = self.still_possible(offers, who, env, then)
            offer = yield from self.put_question(who, offers, always=True)
            if offer is PASS:
                return
            if offer is not None:
                yield from self.do_offered(s.effect.key, offer, who)
                return

    def do_offered(self, key: str, offer: Offer, who: Player) -> Steps[None]:
        assert isinstance(offer.what, g.Effect)
        values = list(offer.given)
        for _, pick in offer.combo.picks:
            values.append((yield from self.take(pick, who)))
        yield from self.call(key, offer.what, offer.this, who, tuple(values), None, len(offer.given))
