"""What can be known of a game before it is played: who reads and writes what, what answers which event, what may wait."""

from collections.abc import Iterator

from attrs import define, field, frozen

from interpreter.walk import walk
from rulelang import game as g

CHANGES = ("changes", "rises", "falls", "becomes")


@frozen
class Listener:
    """A rule that answers an event. ``designs``: the cards that carry it (None: the game itself); ``zones``: where they
    must lie (empty: it is about `this` entering or leaving)."""

    key: str
    rule: g.Trigger
    designs: tuple[int, ...] | None = None
    zones: tuple[str, ...] = ()
    test: g.Expr | None = None
    lasting: int | None = None  # the `until` block that it stands in


@frozen
class Lasting:
    """An `until` block: ``captured`` are the variables of its surroundings that it speaks of."""

    number: int
    block: g.Lasting
    captured: tuple[g.Var, ...]


@frozen
class Modifier:
    """A modifier of cards: ``number`` from 1 within its value."""

    number: int
    modifier: g.Modifier
    designs: tuple[int, ...]
    zones: tuple[str, ...]
    test: g.Expr | None
    lasting: int | None = None


@frozen
class AnyAction:
    """An action at any time; ``designs``: the cards that carry it (None: the game itself)."""

    action: g.Action
    during: tuple[str, ...]
    designs: tuple[int, ...] | None = None
    zones: tuple[str, ...] = ()
    test: g.Expr | None = None


@define
class Facts:
    game: g.Game
    listeners: dict[tuple[str, str], list[Listener]] = field(factory=dict)  # (family, key) -> `when` rules
    before: dict[tuple[str, str], list[Listener]] = field(factory=dict)
    instead: dict[tuple[str, str], list[Listener]] = field(factory=dict)
    lastings: "list[Lasting]" = field(factory=list)  # `until` blocks that statements start
    modifiers: dict[str, list[Modifier]] = field(factory=dict)  # by value
    watched: dict[str, list[Listener]] = field(factory=dict)
    framed: set[str] = field(factory=set)
    fills: dict[str, list[tuple[g.Effect, tuple[int, ...]]]] = field(factory=dict)  # slot -> (effect, designs)
    value_fills: dict[str, list[tuple[g.Value, tuple[int, ...]]]] = field(factory=dict)
    anytimes: list[AnyAction] = field(factory=list)
    chosen: frozenset[int] = frozenset()  # variables that stand for what a player chose
    fragile: frozenset[int] = frozenset()  # names of cards that something else may move meanwhile; -1: `this`
    eliminates: bool = False
    together: bool = False  # something happens at once
    shuffled: frozenset[str] = frozenset()  # zones whose order may be unsettled
    _reads: dict[str, frozenset[str]] = field(factory=dict)
    _sources: "dict[int, g.Expr | None]" = field(factory=dict)  # by variable of cards: where they come from

    # -------------------------------------------------------------------------------------- reading

    def reads(self, node: object) -> frozenset[str]:
        """Keys of all that an expression may read: `store K`, `zone K`, `dice K`, `gone`."""
        found: set[str] = set()
        for x in walk(node):
            match x:
                case g.Stored():
                    found.add("store " + x.key)
                case g.ZoneOf():
                    found.add("zone " + x.key)
                case g.DiceOf():
                    found.add("dice " + x.key)
                case g.Prop(name="face"):
                    found |= {"dice " + d for d in self.game.dice}
                case g.Prop(name="owner") | g.Prop(name="holder_zone"):
                    found |= {"zone " + z for z in self.game.zones}
                case g.Derived():
                    found |= self.value_reads(x.key)
                case g.Selector() if x.source is None and x.var.type.base == "player":
                    found.add("gone")
        return frozenset(found)

    def value_reads(self, key: str) -> frozenset[str]:
        if key not in self._reads:
            self._reads[key] = frozenset()
            found: set[str] = set()
            value = self.game.values.get(key)
            if value is not None:
                found |= self.reads(value.expr)
            for filled, _ in self.value_fills.get(key, ()):
                found |= self.reads(filled.expr)
            for m in self.modifiers.get(key, ()):
                found |= self.reads(m.modifier.value) | self.reads(m.modifier.target.args) | self.reads(m.test)
                found |= self.reads(m.modifier.target.of)
                found |= {"zone " + z for z in m.zones}
            self._reads[key] = frozenset(found)
        return self._reads[key]

    def place_shown(self, key: str) -> bool:
        """Whether everyone sees what stands under a key of `reads`; of a zone, how many cards lie there and their backs."""
        sort, _, name = key.partition(" ")
        match sort:
            case "store":
                return self.game.stores[name].shown is None
            case "dice":
                return self.game.dice[name].shown is None
            case "zone":
                shown = self.game.zones[name].shown
                return all(isinstance(who, g.Everyone) for aspect, who in shown if aspect in ("count", "backs"))
        return True

    def unsettled(self, e: g.Expr) -> bool:
        """Whether the expression may name a card of a shuffled zone whose place nobody has looked at."""
        if not self.shuffled or not any(key in self.shuffled for key in self.zones_for(e.type)):
            return False
        match e:
            case g.ZoneOf():
                return e.key in self.shuffled
            case g.This() | g.Nothing():
                return False
            case g.End():
                return not isinstance(e.of, g.ZoneOf) and self.unsettled(e.of)
            case g.Quantified():
                return e.selector.source is None or self.unsettled(e.selector.source)
            case g.Concat():
                return any(self.unsettled(part) for part in e.parts)
            case g.ListOf():
                return any(self.unsettled(item) for item in e.items)
            case g.Without():
                return self.unsettled(e.left)
            case g.IfElse():
                return self.unsettled(e.yes) or self.unsettled(e.no)
            case g.Element():
                return self.unsettled(e.of)
            case g.Derived() if (value := self.game.values.get(e.key)) is not None and value.expr is not None:
                return self.unsettled(value.expr)
            case g.Local():
                if e.var.id not in self._sources:
                    return True
                source = self._sources[e.var.id]
                return source is not None and self.unsettled(source)
        return True

    # -------------------------------------------------------------------------------------- writing

    def zones_for(self, t: g.Type) -> Iterator[str]:
        """Zones in which a card of the type may lie."""
        base = t.item if t.base == "list" and t.item is not None else t
        kinds = self.game.kinds
        for zone in self.game.zones.values():
            if not zone.kinds or not base.names or "card" in zone.kinds:
                yield zone.key
                continue
            for a in base.names:
                lineage = kinds[a].lineage if a in kinds else (a,)
                if any(z in lineage or (z in kinds and a in kinds[z].lineage) for z in zone.kinds):
                    yield zone.key
                    break

    def touches(self, st: g.Stmt) -> frozenset[str]:
        """What one simple statement may change."""
        match st:
            case g.Set():
                return frozenset({"store " + st.target.key} if isinstance(st.target, g.Stored) else ())
            case g.Gain():
                return frozenset({"store " + st.target.key})
            case g.Pay():
                keys = {"store " + st.source.key}
                if st.to is not None:
                    keys.add("store " + st.to.key)
                return frozenset(keys)
            case g.Move():
                zones = {"zone " + st.to.key} | {"zone " + z for z in self.zones_for(st.what.type)}
                return frozenset(zones | self.resets(st.what.type))
            case g.Draw():
                return frozenset({"zone " + st.source.key, "zone " + st.to.key} | self.resets(st.source.type))
            case g.Shuffle():
                return frozenset({"zone " + st.zone.key})
            case g.Roll():
                return frozenset("dice " + d for d in self.game.dice)
            case g.Choose() if st.who is None and st.selector.source is not None:
                return frozenset()
            case g.Eliminate():
                return frozenset({"gone"})
        return frozenset()

    def resets(self, t: g.Type) -> set[str]:
        """Counters and variables that cards of the type lose when they leave their place."""
        return {"store " + s.key for s in self.game.stores.values()
                if s.owner is not None and s.owner != "player" and self.game.kinds[s.owner].base != "space"}

    def watches(self, touched: frozenset[str]) -> list[str]:
        """Watched values and stores that may have changed."""
        out = []
        for key in self.watched:
            if key in self.game.values:
                # what an `until` block changes may end with any event
                lasting = any(m.lasting is not None for m in self.modifiers.get(key, ()))
                if lasting or self.value_reads(key) & touched:
                    out.append(key)
            elif "store " + key in touched:
                out.append(key)
        return out

    def refills_after(self, touched: frozenset[str]) -> list[int]:
        """Refills that may be due after a step; one may make another due."""
        found: list[int] = []
        zones = {key for key in touched if key.startswith("zone ")}
        while True:
            more = [i for i, refill in enumerate(self.game.refills)
                    if i not in found and refill.time != "needed"
                    and zones & {"zone " + refill.target.key, "zone " + refill.source.key}]
            if not more:
                return sorted(found)
            found += more
            for i in more:
                zones |= {"zone " + self.game.refills[i].target.key, "zone " + self.game.refills[i].source.key}

    def with_refills(self, touched: frozenset[str]) -> frozenset[str]:
        """What a step may change, the refills after it included."""
        more = {"zone " + key for i in self.refills_after(touched)
                for key in (self.game.refills[i].target.key, self.game.refills[i].source.key)}
        return touched | more

    def refills_raise(self, touched: frozenset[str]) -> bool:
        """Whether a refill after a step, or before a draw in it, may raise an event that some rule answers."""
        zones = self.with_refills(touched)
        return any(
            zones & {"zone " + refill.target.key, "zone " + refill.source.key}
            and (("enters", refill.target.key) in self.listeners or ("leaves", refill.source.key) in self.listeners)
            for refill in self.game.refills)

    def raises(self, st: g.Stmt) -> bool:
        """Whether the statement may raise an event that some `when` rule answers (changes left aside)."""
        touched = self.touches(st)
        if self.refills_raise(touched):
            return True
        match st:
            case g.Move() | g.Draw():
                return any(("enters", z[5:]) in self.listeners or ("leaves", z[5:]) in self.listeners
                           for z in touched if z.startswith("zone "))
            case g.Shuffle():
                return ("shuffled", st.zone.key) in self.listeners
            case g.Roll():
                return any(("rolled", d) in self.listeners for d in self.game.dice)
            case g.Announce():
                return ("announced", st.key) in self.listeners
            case g.Eliminate():
                return any(f == "eliminated" for f, _ in self.listeners)
        return False

    def intercepted(self, what: str, key: str) -> bool:
        """Whether rules answer before or instead of such an event."""
        return (what, key) in self.before or (what, key) in self.instead

    def meets(self, st: g.Stmt) -> bool:
        """Whether rules may come before or instead of what a statement does."""
        match st:
            case g.Set():
                return isinstance(st.target, g.Stored) and self.intercepted("changes", st.target.key)
            case g.Gain():
                return self.intercepted("changes", st.target.key)
            case g.Pay():
                return self.intercepted("changes", st.source.key) or (
                    st.to is not None and self.intercepted("changes", st.to.key))
            case g.Move() | g.Draw():
                return self.intercepted("enters", st.to.key) or any(
                    what == "leaves" for what, _ in [*self.before, *self.instead])
            case g.Shuffle():
                return self.intercepted("shuffled", st.zone.key)
            case g.Roll():
                return any(self.intercepted("rolled", d) for d in self.game.dice)
            case g.Announce():
                return self.intercepted("announced", st.key)
            case g.Eliminate():
                return self.intercepted("eliminated", "")
        return False

    # -------------------------------------------------------------------------------------- waiting

    def waits(self, body: object) -> bool:
        """Whether a body may have to wait: for a player, a rule, or to be left by a jump."""
        for st in walk(body):
            match st:
                case g.Choose() if st.who is not None:
                    return True
                case (g.ChooseOption() | g.May() | g.Open() | g.Pause() | g.Skip() | g.EndOf() | g.EndGame() | g.Wins()
                      | g.TakeOver() | g.Cancel() | g.PhaseStmt() | g.CountUp()):
                    return True
                case g.ForEach() if st.order is not None:
                    return True
                case g.Do():
                    if self.effect_key(st.effect) in self.framed:
                        return True
                case g.Together():
                    if self.watched or self.listeners:
                        return True
                case g.Stmt():
                    if self.raises(st) or self.watches(self.with_refills(self.touches(st))) or self.meets(st):
                        return True
        return False

    def back_tells(self, kind: str) -> bool:
        """Whether the back of a card tells whether it is of that kind."""
        kinds = self.game.kinds
        backs = {kinds[c.kind].back for c in self.game.cards if kind in kinds[c.kind].lineage}
        return all(kind in kinds[c.kind].lineage for c in self.game.cards if kinds[c.kind].back in backs)

    def is_public(self, e: g.Expr) -> bool:
        """Whether the expression reads nothing that is hidden from anybody."""
        from interpreter.emit.public import hidden_parts

        return not hidden_parts(self, e)

    def effect_key(self, ref: g.EffectRef) -> str:
        return ref.key

    def routines(self) -> Iterator[tuple[str, object, tuple[g.Parameter, ...]]]:
        """Effects as (key that a caller uses, body, parameters)."""
        for effect in self.game.effects.values():
            yield effect.key, effect.body or (), effect.params
            for fill, _ in self.fills.get(effect.key, ()):
                yield effect.key, fill.body or (), fill.params

    def quiet(self, key: str) -> bool:
        """Whether doing the effect needs no record of its own: it asks nothing and nobody may answer."""
        effect = self.game.effects[key]
        return not effect.params and not self.answered_before(key) and not effect.whole

    def searched(self) -> frozenset[str]:
        """Effects that a search may run: those marked `all or nothing`, and what they do."""
        bodies: dict[str, list[object]] = {}
        found: list[str] = []
        for key, effect in self.game.effects.items():
            fills = [e for e, _ in self.fills.get(key, ())]
            bodies[key] = [effect.body or (), *(e.body or () for e in fills)]
            if effect.whole or any(e.whole for e in fills):
                found.append(key)
        seen = set(found)
        while found:
            for body in bodies[found.pop()]:
                for x in walk(body):
                    if isinstance(x, g.EffectRef) and x.key in bodies and x.key not in seen:
                        seen.add(x.key)
                        found.append(x.key)
        return frozenset(seen)

    def answered_before(self, key: str) -> list[Listener]:
        return self.before.get(("does", key), [])


def family(event: g.Event) -> str:
    return "changes" if event.what in CHANGES else event.what


def places(test: g.Expr | None) -> tuple[str, ...]:
    """The zones in which `this` must lie for a condition to hold."""
    match test:
        case g.IsIn(part=g.This(), place=g.ZoneOf() as zone):
            return (zone.key,)
        case g.IsIn(part=g.This(), place=g.Concat() as several):
            return tuple(x.key for x in several.parts if isinstance(x, g.ZoneOf))
        case g.And():
            for part in test.parts:
                found = places(part)
                if found:
                    return found
        case g.Or():
            all_ = [places(part) for part in test.parts]
            if all(all_):
                return tuple(dict.fromkeys(z for found in all_ for z in found))
    return ()


def gather(game: g.Game) -> Facts:
    """The facts of a checked game."""
    facts = Facts(game)
    facts.eliminates = any(isinstance(x, g.Eliminate) for x in walk(game))
    facts.together = any(isinstance(x, g.Together) for x in walk(game))
    chosen: set[int] = set()
    for x in walk(game):
        if isinstance(x, g.Choose) and x.who is not None:
            chosen.add(x.selector.var.id)
        elif isinstance(x, (g.Effect, g.Action, g.Option)):
            chosen |= {p.var.id for p in x.params}
    facts.chosen = frozenset(chosen)
    for x in walk(game):
        match x:
            case g.Selector() if x.source is not None:
                facts._sources.setdefault(x.var.id, x.source)
            case g.Let():
                facts._sources.setdefault(x.var.id, x.value)
            case g.Draw() if x.var is not None:
                facts._sources[x.var.id] = x.to
            case g.Event(what="enters" | "leaves") if isinstance(x.actor, g.Selector):
                # what moves is looked at
                facts._sources[x.actor.var.id] = None
    facts.shuffled = frozenset({x.zone.key for x in walk(game) if isinstance(x, g.Shuffle)}
                               | {x.target.key for x in game.refills if x.shuffled})
    # what fills the slots of cards, alike ones once
    for slot in game.effects.values():
        by: dict[int, tuple[g.Effect, list[int]]] = {}
        for i, card in enumerate(game.cards):
            fill = card.effects.get(slot.key)
            if fill is not None and fill.body is not None:
                by.setdefault(id(fill), (fill, []))[1].append(i)
        facts.fills[slot.key] = [(e, tuple(d)) for e, d in by.values()] if slot.kind is not None else []
    for value in game.values.values():
        byv: dict[int, tuple[g.Value, list[int]]] = {}
        for i, card in enumerate(game.cards):
            filled = card.values.get(value.key)
            if filled is not None and filled.expr is not None:
                byv.setdefault(id(filled), (filled, []))[1].append(i)
        facts.value_fills[value.key] = [(v, tuple(d)) for v, d in byv.values()] if value.kind is not None else []

    def listen(listener: Listener) -> None:
        rule = listener.rule
        table = {"when": facts.listeners, "before": facts.before, "instead": facts.instead}[rule.time]
        table.setdefault((family(rule.event), rule.event.key), []).append(listener)

    for n, rule in enumerate(game.rules):
        listen(Listener(f"rule {rule.name or n}", rule))
    for anytime in game.anytimes:
        facts.anytimes += [AnyAction(action, anytime.during) for action in anytime.actions]
    # rules and modifiers of cards, alike ones (copies of a kind's or a trait's) once
    lasting: dict[int, tuple[g.Lasting, list[int]]] = {}
    loose: dict[int, tuple[g.Trigger, list[int]]] = {}
    for i, card in enumerate(game.cards):
        for block in card.lastings:
            lasting.setdefault(id(block), (block, []))[1].append(i)
        for trigger in card.rules:
            loose.setdefault(id(trigger), (trigger, []))[1].append(i)
    for b, (block, designs) in enumerate(lasting.values()):
        zones = block.zones or places(block.test)
        for m in block.modifiers:
            list_ = facts.modifiers.setdefault(m.target.key, [])
            list_.append(Modifier(len(list_) + 1, m, tuple(designs), zones, block.test))
        for action in block.actions:
            facts.anytimes.append(AnyAction(action, block.during, tuple(designs), zones, block.test))
        for r, trigger in enumerate(block.rules):
            listen(Listener(f"card rule {b}.{r}", trigger, tuple(designs), zones, block.test))
    for r, (trigger, designs) in enumerate(loose.values()):
        listen(Listener(f"card rule this {r}", trigger, tuple(designs)))

    # `until` blocks: what they own begins with a statement and ends with an event
    for x in walk(game):
        if isinstance(x, g.Lasting) and x.until is not None and all(x is not y.block for y in facts.lastings):
            number = len(facts.lastings)
            facts.lastings.append(Lasting(number, x, captured(x)))
            for m in x.modifiers:
                list_ = facts.modifiers.setdefault(m.target.key, [])
                list_.append(Modifier(len(list_) + 1, m, (), (), None, number))
            for r, trigger in enumerate(x.rules):
                listen(Listener(f"until {number}.{r}", trigger, lasting=number))
            if family(x.until) == "changes":
                facts.watched.setdefault(x.until.key, [])
    for (what, key), listeners in facts.listeners.items():
        if what == "changes":
            facts.watched[key] = listeners
    for invariant in game.invariants:
        for event in (invariant.never, invariant.since, invariant.until):
            if event is not None and event.what in CHANGES:
                facts.watched.setdefault(event.key, [])
    # which effects may wait; one that may come to do itself needs frames too, so that its depth is bounded
    facts.framed |= in_circles(facts)
    # searches run frames
    facts.framed |= {key for key, effect in game.effects.items()
                     if effect.whole or any(e.whole for e, _ in facts.fills[key])}
    while True:
        before = len(facts.framed)
        for key, body, params in facts.routines():
            if key in facts.framed:
                continue
            if (params or facts.answered_before(key) or ("does", key) in facts.instead or ("does", key) in facts.listeners
                    or facts.waits(body)):
                facts.framed.add(key)
        if len(facts.framed) == before:
            facts.fragile = fragile(facts)
            return facts


def fragile(facts: Facts) -> frozenset[int]:
    """Cards that a body moves or changes after a step in which others may have moved them (meaning 8)."""
    game = facts.game
    if not (game.windows or facts.listeners or facts.before or facts.instead):
        return frozenset()
    found: set[int] = set()
    bodies: list[tuple[object, bool]] = [(x.body, False) for w in game.windows.values() for x in w.actions]
    bodies += [(x.action.body, False) for x in facts.anytimes]
    bodies += [(rule.rule.body, False) for table in (facts.listeners, facts.before, facts.instead)
               for rules in table.values() for rule in rules]
    bodies += [(body, bool(facts.answered_before(key))) for key, body, _ in facts.routines()]
    for body, answered in bodies:
        if not answered and not facts.waits(body):
            continue
        for x in walk(body):
            of: object = None
            match x:
                case g.Move():
                    of = x.what
                case g.Set() | g.Gain():
                    of = x.target.of if isinstance(x.target, g.Stored) else None
            if isinstance(of, g.Local) and of.var.type.base == "card" and not of.var.many:
                found.add(of.var.id)
            elif isinstance(of, g.This):
                found.add(-1)
    return frozenset(found)


def captured(block: g.Lasting) -> tuple[g.Var, ...]:
    """Variables that a block reads and that are bound around it."""
    inside: set[int] = set()
    for x in walk(block):
        match x:
            case g.Selector():
                inside.add(x.var.id)
            case g.Let():
                inside.add(x.var.id)
            case g.Draw() if x.var is not None:
                inside.add(x.var.id)
            case g.Event() if x.by is not None:
                inside.add(x.by.id)
    out: dict[int, g.Var] = {}
    for x in walk(block):
        if isinstance(x, g.Local) and x.var.id not in inside:
            out[x.var.id] = x.var
    return tuple(out.values())


def in_circles(facts: Facts) -> set[str]:
    """Effects that, by way of others or not, do themselves."""
    does: dict[str, set[str]] = {}
    for key, body, _ in facts.routines():
        does.setdefault(key, set()).update(x.effect.key for x in walk(body) if isinstance(x, g.Do))
    found = set()
    for key in does:
        seen: set[str] = set()
        waiting = list(does[key])
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                waiting += does.get(one, ())
        if key in seen:
            found.add(key)
    return found
