"""What can be told of a search before it is made: statements are followed in thought, from the state as it is, until one of
them is beyond what can be told so.

The answer is a number: 0: nobody's answers carry it out; 1: some do; MAYBE: that is not known, and has to be searched. A
statement is followed if it surely succeeds, or if whether it does can be read from the state, although the statements
before it have not been carried out: then what it reads is nothing that they change, or is known apart from that (how many
cards are left in a zone of which some have gone). What is asked of somebody, or of chance, is tried with each candidate. All
that is read is what everybody sees, so it does not matter who imagines it.
"""

from collections.abc import Callable, Sequence

from attrs import define, evolve

from interpreter import slots as k
from interpreter.emit.bindings import Bind, Name
from interpreter.emit.course import Course
from interpreter.emit.expr import atom, expr, none_of
from interpreter.emit.given import always_fits, fit_test, is_for_one
from interpreter.emit.lies import is_taken, may_stay_out
from interpreter.emit.selectors import candidates
from interpreter.emit.sight import Sight
from interpreter.emit.spaces import of_spaces
from interpreter.emit.stmts import everything
from interpreter.emit.stored import bounds_of, store_address
from interpreter.emit.sure import NOTHING, Place, is_firm, needs_of
from interpreter.emit.values import safe
from rulelang import game as g
from rulelang.uses.lies import takes_all
from rulelang.uses.public import from_open_zone, hidden_parts

MAYBE = 2
LONGEST = 250  # lines of a function
Then = Callable[[Course, Place], None]
"""Emits what follows."""


@define
class Foresight(Sight):
    """Follows statements and emits what they come to, into a function of its own: it returns 1 where all of them can be
    carried out."""

    def end(self, name: str, params: Sequence[str]) -> str | None:
        """Keeps the function; None: it would tell nothing."""
        r = self.r
        if r.size > k.HEAD or not any(text in ("return 0", "return 1") for _, text in r.lines):
            return None
        r.put(f"return {MAYBE if self.unknown else 0}")
        r.gen.functions[name] = (", ".join(params), r.lines)
        return name

    # -------------------------------------------------------------------------------------- statements

    def body(self, body: g.Body, course: Course, place: Place, then: Then) -> None:
        if not body:
            then(course, place)
        elif len(self.r.lines) > LONGEST:
            self.untold("too long")
        else:
            self.step(body[0], course, place, lambda course, place: self.body(body[1:], course, place, then))

    def step(self, st: g.Stmt, course: Course, place: Place, then: Then) -> None:
        facts = self.r.gen.facts
        after = course.changed(facts.with_refills(facts.touches(st)))
        match st:
            case g.Requires():
                self.where(st.test, course, lambda: then(course, place))
            case g.If() | g.ForEach() | g.Do() if needs_of(self.r.gen, st, place) == NOTHING and not self.is_followed(st, course):
                then(course.changed(everything(self.r)), place)
            case g.Together():
                self.body(st.body, course, place, then)
            case g.If():
                self.branch(st.branches, st.otherwise, course, place, then)
            case g.Let() if self.is_told(st.value, course) and st.value.type.base not in ("list", "truth"):
                code = expr(self.r, st.value)
                self.bound(st.var, Name(atom(self.r, code), code.null), course,
                           place.with_var(st.var) if is_firm(st.value, place) else place, then)
            case g.Choose() if st.how_many is None and st.selector.clock is None:
                if st.who is None or self.is_there(st.who, place):
                    self.choose(st.selector, course, place, then)
                else:
                    self.untold("who chooses")
            case g.ChooseOption() if not any(option.params for option in st.options) and (
                    st.who is None or self.is_there(st.who, place)):
                self.among += 1
                for option in st.options:
                    self.option(option, course, place, then)
                self.among -= 1
            case g.Draw():
                self.draw(st, course, place, then)
            case g.Gain() if st.sign < 0:
                self.pay(st.target, st.amount, course, place, lambda: then(after, place))
            case g.Pay() if st.to is None:
                self.pay(st.source, st.amount, course, place, lambda: then(after, place))
            case g.Do():
                self.do(st, course, place, then)
            case g.Move() if not self.names_known(st.to):
                self.untold("where to")
            case g.Move() if st.what.type.base != "list" and needs_of(self.r.gen, st, place) == NOTHING:
                self.move(st, course, place, then)
            case g.Move() if not takes_all(self.r.gen.game, st.to.key, st.what.type):
                self.untold("which of them move")
            case _ if needs_of(self.r.gen, st, place) == NOTHING:
                then(after, place)
            case _:
                self.untold(type(st).__name__)

    def move(self, st: g.Move, course: Course, place: Place, then: Then) -> None:
        facts, card = self.r.gen.facts, self.card(st.what)
        keys = facts.touches(st)
        there = course.moved(card, keys, st.to.key, facts.with_refills(keys) - keys)
        if takes_all(self.r.gen.game, st.to.key, st.what.type):
            then(there, place)
            return
        taken = None if card is None else is_taken(self.r.gen, card, st.to.key)
        if taken is None:
            self.untold("whether it moves")
            return
        self.under(taken, lambda: then(there, place))
        self.under(f"not {taken}", lambda: then(course, place))

    def is_followed(self, st: g.If | g.ForEach | g.Do, course: Course) -> bool:
        """Whether something is to be gained by following what cannot fail."""
        match st:
            case g.If():
                return all(self.is_told(test, course) for test, _ in st.branches)
            case g.Do():
                effect = self.r.gen.game.effects.get(st.effect.key)
                return effect is not None and effect.kind is None and self.are_given(effect, st.effect, course)
        return False

    def where(self, test: g.Expr, course: Course, then: Callable[[], None]) -> None:
        """Goes on where the condition holds."""
        told = self.truth(test, course)
        if not told.exact:
            self.untold("condition")
        self.under(told.yes, then)

    def under(self, condition: str, then: Callable[[], None]) -> None:
        if condition == "0":
            return
        if condition == "1":
            then()
            return
        self.r.put(f"if {condition}:")
        with self.r.indent():
            then()

    def branch(self, branches: Sequence[tuple[g.Expr, g.Body]], otherwise: g.Body, course: Course, place: Place,
               then: Then) -> None:
        if not branches:
            self.body(otherwise, course, place, then)
            return
        (test, body), *more = branches
        told = self.truth(test, course)
        if not told.exact:
            self.untold("condition")
        self.under(told.yes, lambda: self.body(body, course, place, then))
        self.under(told.no, lambda: self.branch(more, otherwise, course, place, then))

    def option(self, option: g.Option, course: Course, place: Place, then: Then) -> None:
        def taken() -> None:
            self.body(option.body, course, place, then)

        if option.test is None:
            taken()
        else:
            self.where(option.test, course, taken)

    def bound(self, var: g.Var, bind: Bind, course: Course, place: Place, then: Then) -> None:
        """Goes on with a name for something."""
        before = self.r.env.get(var.id)
        self.r.env[var.id] = bind
        then(course, place)
        if before is None:
            del self.r.env[var.id]
        else:
            self.r.env[var.id] = before

    def choose(self, sel: g.Selector, course: Course, place: Place, then: Then) -> None:
        """Goes on with each candidate."""
        r, base = self.r, sel.var.type.base
        if base == "card":
            zone = sel.source
            if not isinstance(zone, g.ZoneOf) or zone.key in course.lost or not self.names_known(zone):
                self.untold("candidates")
                return
            if zone.key in course.grown:
                self.untold("newcomers")
        elif base != "player" or sel.source is not None or "gone" in course.touched:
            self.untold("candidates")
            return
        if hidden_parts(r.gen.facts, evolve(sel, where=None)):
            self.untold("hidden candidates")
            return

        def take(b: Bind) -> None:
            assert isinstance(b, Name)
            others = [f"{b.text} != {card}" for card in course.gone] if base == "card" else []

            def such() -> None:
                inside = place.with_var(sel.var)
                if sel.where is None:
                    then(course, inside)
                else:
                    self.where(sel.where, course, lambda: then(course, inside))

            self.under(" and ".join(others) or "1", such)

        known = self.known
        if from_open_zone(r.gen.facts, sel.source):
            self.known |= {sel.var.id}
        self.among += 1
        candidates(r, evolve(sel, where=None), take)
        self.among -= 1
        self.known = known

    def draw(self, st: g.Draw, course: Course, place: Place, then: Then) -> None:
        """Enough cards to draw, without anything being refilled; if not, that is not known."""
        gen = self.r.gen
        if (may_stay_out(gen, st) or st.source.key in course.lost or not self.is_told(st.amount, course)
                or not all(self.names_known(zone) and not zone.index and (zone.of is None or self.is_there(zone.of, place))
                           for zone in (st.source, st.to))):
            self.untold("draw")
            return
        self.untold("too few")
        keys = gen.facts.touches(st)
        after = course.moved(None, keys, st.to.key, gen.facts.with_refills(keys) - keys, st.source.key)
        self.under(f"{self.left_in(st.source, course)} >= {atom(self.r, expr(self.r, st.amount))}", lambda: then(after, place))

    def pay(self, source: g.Stored, amount: g.Expr, course: Course, place: Place, then: Callable[[], None]) -> None:
        """What somebody has less by then must not be less than the least there may be."""
        r = self.r
        low = r.gen.game.stores[source.key].type.low if source.key in r.gen.game.stores else None
        if (low is None or source.index or not (source.of is None or self.is_there(source.of, place))
                or not all(self.is_told(e, course) for e in (source, amount, low))):
            self.untold("pay")
            return
        at, least = atom(r, store_address(r, source)), bounds_of(r, source)[0]
        code = expr(r, amount)
        n = atom(r, code)
        there = f"{n} != {none_of(g.NUMBER)} and " if code.null else ""
        self.under(f"{there}s[{at}] - {n} >= {least}", then)

    def do(self, st: g.Do, course: Course, place: Place, then: Then) -> None:
        gen, r, ref = self.r.gen, self.r, st.effect
        effect = gen.game.effects.get(ref.key)
        if effect is None or ref.key in place.inside or (st.who is not None and not self.is_there(st.who, place)):
            self.untold("effect")
            return
        you = r.you if st.who is None else atom(r, expr(r, st.who))
        if effect.kind is None:
            self.inside(effect, ref, you, r.this, course, place, then)
            return
        card = self.card(ref.of)
        if card is None or not (ref.of is None or is_firm(ref.of, place)) or of_spaces(gen, effect.kind):
            self.untold("whose effect")
            return
        self.of_card(ref, you, card, course, place, then)

    def of_card(self, ref: g.EffectRef, you: str, card: str, course: Course, place: Place, then: Then) -> None:
        """Goes on with what is printed on the card, if whoever judges knows it."""
        from interpreter.emit.effects import fill_numbers, fills_of

        gen, r = self.r.gen, self.r
        alone = not self.unknown and not self.among
        face = f"s[{gen.at('FACE')} + {card}]"
        know = f"s[{gen.at('KNOW')} + {card}]"
        table, which = gen.table("F_" + safe(ref.key), lambda: fill_numbers(gen, ref.key)), r.tmp()
        known = f"{know} == {gen.lay.seats} or ({self.eye} < {gen.lay.players} and {know} >> {self.eye} & 1)"
        r.put(f"{which} = {table}[{face}] if {known} else -1")
        for i, fill in enumerate(fills_of(gen, ref.key)):
            before, mark = len(self.unknown), len(r.lines)
            r.put(f"if {which} == {i}:")
            with r.indent():
                self.inside(fill, ref, you, card, course, place, then)
                if alone and len(self.unknown) == before and r.lines[-1] != (r.depth, "return 1"):
                    # all of this card is known, whatever cannot be told of others
                    r.put("return 0")
            if not any(text in ("return 0", "return 1") for _, text in r.lines[mark:]):
                del r.lines[mark:]
        self.untold("which card")

    def inside(self, effect: g.Effect, ref: g.EffectRef, you: str, this: str, course: Course, place: Place, then: Then) -> None:
        """Goes on with what an effect does, and then with what follows it."""
        r = self.r
        if not self.are_given(effect, ref, course):
            self.untold("arguments")
            return
        given = effect.params[: len(ref.args)]
        names: dict[int, Bind] = {}
        firm = set(place.firm)
        tests: list[str] = []
        for p, e in zip(given, ref.args, strict=False):
            code = expr(r, e)
            name = names[p.var.id] = Name(atom(r, code), code.null)
            test = self.fitting(p, e, name, course)
            if test is None:
                self.untold("arguments")
                return
            tests += [test] if test != "1" else []
            firm -= {p.var.id}
            if is_firm(e, place):
                firm.add(p.var.id)
        outer = r.env, r.you, r.this

        def after(course: Course, _: Place) -> None:
            inner = r.env, r.you, r.this
            r.env, r.you, r.this = outer
            then(course, place)
            r.env, r.you, r.this = inner

        def go_on() -> None:
            r.env, r.you, r.this = names, you, this
            self.targets(effect.params[len(given):], effect.body or (), course,
                         Place(frozenset(firm), True, (*place.inside, ref.key)), after)
            r.env, r.you, r.this = outer

        self.under(" and ".join(tests) or "1", go_on)

    def are_given(self, effect: g.Effect, ref: g.EffectRef, course: Course) -> bool:
        """Whether what is given to it is single things, known by now."""
        return effect.body is not None and len(ref.args) <= len(effect.params) and all(
            is_for_one(p) and p.var.type.base != "truth" and e.type.base == p.var.type.base and self.is_told(e, course)
            for p, e in zip(effect.params, ref.args, strict=False))

    def fitting(self, p: g.Parameter, e: g.Expr, given: Name, course: Course) -> str | None:
        """A condition that what is given is something that the parameter is for; None: it cannot be told."""
        gen = self.r.gen
        there = f"{given.text} != {none_of(e.type)}" if given.null and not p.var.type.optional else ""
        if always_fits(gen, p, e.type):
            return there or "1"
        test = fit_test(gen, p, given.text, self.eye)
        if test is None or any("zone " + key in course.touched for key in gen.facts.shuffled):
            return None  # it may be another card by then
        self.untold("of what kind")
        return " and ".join(x for x in (f"{given.text} >= 0" if there else "", test) if x)

    def targets(self, params: Sequence[g.Parameter], body: g.Body, course: Course, place: Place, then: Then) -> None:
        """Goes on with each choice of targets."""
        if not params:
            self.body(body, course, place, then)
        elif params[0].how_many is not None or params[0].selector.clock is not None:
            self.untold("list of targets")
        else:
            self.choose(params[0].selector, course, place,
                        lambda course, place: self.targets(params[1:], body, course, place, then))
