"""Following the statements of a body in their order, for where the cards that its names stand for may lie."""

from attrs import define, field, frozen

from rulelang import game as g
from rulelang.uses.lies import takes_all
from rulelang.uses.origins import BOX, NOWHERE, Origins, Where, of_cards
from rulelang.uses.walk import walk

THIS = -1  # in the place of a name's number
EVERY = -2  # and below: during the setup, the zones in which cards of each kind may lie yet, the box included
State = dict[int, Where]


@frozen
class Movement:
    """A statement (or refill) of a thing that may move cards out of each of ``sources`` to ``target``."""

    thing: str
    node: g.Node
    sources: tuple[str, ...]
    target: str
    what: g.Type


@frozen
class Text:
    """Statements with the thing that they belong to; ``slot``: which `this` they mean."""

    thing: str
    slot: str
    params: tuple[g.Parameter, ...]
    body: g.Body
    own: bool = False  # `this` is where the block says, not where somebody who does it has it


@define
class Following:
    """What is known so far: it only grows."""

    known: Origins
    texts: list[Text]
    into: dict[int | str, Where] = field(
        factory=dict
    )  # by parameter, and by slot for `this`: where it lies before
    out: dict[int | str, Where] = field(factory=dict)  # ... and afterwards
    sources: dict[int, Where] = field(factory=dict)  # by statement
    emptied: frozenset[str] = frozenset()  # kinds of which no card stays in the box after the setup
    early: frozenset[str] = frozenset()  # effects that only the setup does
    answers: list[Movement] = field(factory=list)  # what rules may move during the setup
    changed: bool = False

    def grow(self, table: dict[int | str, Where], key: int | str, where: Where) -> None:
        """Add to what is known."""
        before = table.get(key, NOWHERE)
        if not where <= before:
            table[key] = before | where
            self.changed = True

    # ---------------------------------------------------------------------------------- expressions

    def at(self, e: g.Expr, state: State, slot: str) -> Where:
        """Where the cards that an expression stands for lie at this point."""
        match e:
            case g.Local() if e.var.id in state:
                return state[e.var.id]
            case g.This() if THIS in state:
                return state[THIS]
            case g.Quantified(
                how="all" | "first" | "all_highest" | "all_lowest" | "first_highest" | "first_lowest"
            ):
                return self.among(e.selector, state, slot)
            case g.End() | g.Element():
                return self.at(e.of, state, slot)
            case g.Concat():
                return frozenset().union(*(self.at(part, state, slot) for part in e.parts))
            case g.ListOf():
                return frozenset().union(*(self.at(part, state, slot) for part in e.items))
            case g.IfElse():
                return self.at(e.yes, state, slot) | self.at(e.no, state, slot)
        return self.known.at(e, slot)

    def among(self, selector: g.Selector, state: State, slot: str) -> Where:
        """Where the candidates of a selector lie at this point."""
        if selector.source is not None:
            return self.at(selector.source, state, slot)
        where = self.known.among(selector, slot)
        if EVERY in state:
            return where & self.yet(selector.var.type, state)
        return where - {BOX} if self.unboxed(selector.var.type) else where

    def yet(self, t: g.Type, state: State) -> Where:
        """During the setup: where cards of a type may lie by now."""
        found = frozenset().union(*(state[key] for key in self.keys(t)))
        while True:
            more = {
                move.target
                for move in self.answers
                if overlap(self.known.bodies.game, t, move.what) and found.intersection(move.sources)
            }
            if more <= found:
                return found
            found |= more

    def keys(self, t: g.Type) -> list[int]:
        """Where a state has the zones of cards of a type."""
        kinds = self.known.bodies.game.kinds
        while t.base == "list" and t.item is not None:
            t = t.item
        return [
            EVERY - number
            for number, kind in enumerate(kinds.values())
            if not t.names or any(name in kind.lineage or kind.key in kinds[name].lineage for name in t.names)
        ]

    def unboxed(self, t: g.Type) -> bool:
        """Whether the setup moves all cards of the type out of the box, and nothing moves them back."""
        kinds = self.known.bodies.game.kinds
        return bool(t.names) and all(self.emptied.intersection(kinds[name].lineage) for name in t.names)

    # ----------------------------------------------------------------------------------- statements

    def run(self, body: g.Body, state: State, slot: str) -> State:
        """Follow statements; where the named cards lie afterwards."""
        for st in body:
            state = self.step(st, state, slot)
        return state

    def step(self, st: g.Stmt, state: State, slot: str) -> State:
        """Follow one statement."""
        for node in (
            walk(st) if not isinstance(st, g.If | g.ForEach | g.Repeat | g.Together | g.ChooseOption) else ()
        ):
            if isinstance(node, g.Do | g.May):
                state = self.call(node.effect, state, slot)
        match st:
            case g.Choose() if of_cards(st.selector.var.type):
                return {**state, st.selector.var.id: self.among(st.selector, state, slot)}
            case g.Let() if of_cards(st.var.type):
                return {**state, st.var.id: self.at(st.value, state, slot)}
            case g.Draw():
                state = self.moved(frozenset({st.source.key}), st.to.key, st.source.type, state)
                return state if st.var is None else {**state, st.var.id: frozenset({st.to.key})}
            case g.Move():
                return self.move(st, state, slot)
            case g.Open():
                window = self.known.bodies.game.windows[st.key]
                for param, arg in zip(window.params, st.args, strict=False):
                    if of_cards(param.var.type):
                        self.grow(self.into, param.var.id, self.at(arg, state, slot))
            case g.If():
                after = self.run(st.otherwise, state, slot)
                for test, body in st.branches:
                    after = joined(after, self.run(body, narrowed(state, test), slot))
                return after
            case g.ForEach():
                return self.loop(st.body, state, slot, st.selector)
            case g.Repeat():
                return self.loop(st.body, state, slot, None)
            case g.Together():
                return self.run(st.body, state, slot)
            case g.ChooseOption():
                after = state
                for option in st.options:
                    offered = dict(state)
                    for param in option.params:
                        if of_cards(param.var.type):
                            offered[param.var.id] = self.among(param.selector, offered, slot)
                    after = joined(after, self.run(option.body, offered, slot))
                return after
        return state

    def loop(self, body: g.Body, state: State, slot: str, selector: g.Selector | None) -> State:
        """Follow a body until another time adds nothing."""
        while True:
            start = state
            if selector is not None and of_cards(selector.var.type):
                start = {**state, selector.var.id: self.among(selector, state, slot)}
            after = self.run(body, start, slot)
            if selector is not None and isinstance(selector.source, g.Local) and selector.var.id in after:
                source = selector.source.var.id
                after = {**after, source: after.get(source, NOWHERE) | after[selector.var.id]}
            grown = joined(state, after)
            if grown == state:
                return grown
            state = grown

    def move(self, st: g.Move, state: State, slot: str) -> State:
        """Follow a card to its new zone: afterwards it is there, unless it could not be moved."""
        sources = self.at(st.what, state, slot)
        before = self.sources.get(id(st), NOWHERE)
        if not sources <= before:
            self.sources[id(st)] = before | sources
            self.changed = True
        state = self.moved(sources, st.to.key, st.what.type, state)
        game = self.known.bodies.game
        sure = game.zones[st.to.key].capacity is None and takes_all(game, st.to.key, st.what.type)
        key = (
            THIS if isinstance(st.what, g.This) else st.what.var.id if isinstance(st.what, g.Local) else None
        )
        if key is not None and sure:
            return {**state, key: frozenset({st.to.key})}
        match st.what:
            case g.Quantified(how="all", selector=g.Selector(source=None, where=None) as every) if sure:
                kinds = self.known.bodies.game.kinds
                for number, kind in enumerate(kinds.values()):
                    if EVERY in state and kind.lineage and set(kind.lineage) & set(every.var.type.names):
                        state = {**state, EVERY - number: frozenset({st.to.key})}
        return state

    def moved(self, sources: Where, target: str, what: g.Type, state: State) -> State:
        """After a move any name of a card that lay there may be that of one that has gone along."""
        kinds = self.keys(what) if EVERY in state else ()
        return {
            key: where | {target} if key in kinds or (key > EVERY and where & sources) else where
            for key, where in state.items()
        }

    def call(self, ref: g.EffectRef, state: State, slot: str) -> State:
        """Tell an effect where its cards lie, and hear where they may be afterwards."""
        effect = self.known.bodies.game.effects.get(ref.key)
        if effect is None:
            return state
        after = dict(state)
        filled = [effect, *(fill for fill, _ in self.known.facts.fills.get(ref.key, ()))]
        for one in filled:
            for param, arg in zip(one.params, ref.args, strict=False):
                if of_cards(param.var.type):
                    self.grow(self.into, param.var.id, self.at(arg, state, slot))
                    if isinstance(arg, g.Local) and arg.var.id in after:
                        after[arg.var.id] |= self.out.get(param.var.id, NOWHERE)
        for key in [key for key in after if key <= EVERY]:
            self.grow(self.into, f"{key} {ref.key}", state[key])
            after[key] |= self.out.get(f"{key} {ref.key}", NOWHERE)
        if effect.kind is not None:
            of = ref.of if ref.of is not None else g.This(span=ref.span, type=g.CARD)
            self.grow(self.into, effect.key, self.at(of, state, slot))
            name = of.var.id if isinstance(of, g.Local) else THIS if isinstance(of, g.This) else None
            if name in after:
                after[name] |= self.out.get(effect.key, NOWHERE)
        return after

    def follow(self, text: Text) -> None:
        """Follow a whole body once."""
        state: State = {}
        every = range(EVERY, EVERY - len(self.known.bodies.game.kinds), -1)
        if text.thing == "setup":
            state |= dict.fromkeys(every, frozenset({BOX}))
        elif text.slot in self.early:
            state |= {key: self.into.get(f"{key} {text.slot}", NOWHERE) for key in every}
        if not text.own and (text.slot in self.into or text.slot in self.known.bodies.game.effects):
            state[THIS] = self.into.get(text.slot, NOWHERE)
        elif text.own:
            state[THIS] = self.known.this.get(text.slot, NOWHERE)
        for param in text.params:
            if of_cards(param.var.type):
                own = (
                    NOWHERE
                    if param.var.id in self.known.given
                    else self.among(param.selector, state, text.slot)
                )
                state[param.var.id] = own | self.into.get(param.var.id, NOWHERE)
        after = self.run(text.body, state, text.slot)
        for param in text.params:
            if param.var.id in after:
                self.grow(self.out, param.var.id, after[param.var.id])
        for key in [key for key in after if key <= EVERY]:
            self.grow(self.out, f"{key} {text.slot}", after[key])
        if THIS in after and not text.own:
            self.grow(self.out, text.slot, after[THIS])


def joined(a: State, b: State) -> State:
    """What holds after one of two ways."""
    return {key: a.get(key, NOWHERE) | b.get(key, NOWHERE) for key in {**a, **b}}


def narrowed(state: State, test: g.Expr) -> State:
    """What is known where a condition holds."""
    for one in test.parts if isinstance(test, g.And) else (test,):
        match one:
            case g.IsIn(part=g.Local() as local, place=g.ZoneOf() as zone) if local.var.id in state:
                state = {**state, local.var.id: frozenset({zone.key})}
            case g.IsIn(part=g.This(), place=g.ZoneOf() as zone) if THIS in state:
                state = {**state, THIS: frozenset({zone.key})}
    return state


def overlap(game: g.Game, a: g.Type, b: g.Type) -> bool:
    """Whether there may be a card of both types."""
    a, b = (t.item if t.base == "list" and t.item is not None else t for t in (a, b))
    if not a.names or not b.names:
        return True
    return any(x in game.kinds[y].lineage or y in game.kinds[x].lineage for x in a.names for y in b.names)
