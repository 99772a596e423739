"""What can be known of a game before it is played: who reads and writes what, what answers which event, what may wait."""

from collections.abc import Iterator

from attrs import define, field

from interpreter.emit.searched import searched
from interpreter.phasenames import read_inside
from interpreter.walk import walk
from rulelang import game as g
from rulelang.uses import facts as uses
from rulelang.uses.facts import CHANGES, Listener, family
from rulelang.uses.gathering import collect


@define
class Facts(uses.Facts):
    """Also what may wait, what must be watched, and whose order is not settled."""

    watched: dict[str, list[Listener]] = field(factory=dict)
    # by derived value that nothing but `until` blocks watch: which; it is looked at while one of them runs
    passing: dict[str, tuple[int, ...]] = field(factory=dict)
    framed: set[str] = field(factory=set)
    chosen: frozenset[int] = frozenset()  # variables that stand for what a player chose
    fragile: frozenset[int] = frozenset()  # names of cards that something else may move meanwhile; -1: `this`
    eliminates: bool = False
    read_inside: frozenset[int] = frozenset()  # names of phases that phases inside them read
    together: bool = False  # something happens at once
    searched: frozenset[str] = frozenset()  # effects that a search may run
    # by what each running `until` block watches by itself: the block, and the event that says so
    apart: dict[str, tuple[uses.Lasting, g.Event]] = field(factory=dict)
    broken_off: bool = False  # a jump may leave a step before it is over
    list_choices: tuple[g.Selector, ...] = ()  # what somebody chooses lists of
    jumped_to: frozenset[str] = frozenset()  # phases
    shuffled: frozenset[str] = frozenset()  # zones whose order may be unsettled
    # by variable: what it may stand for: ("value", a list), ("one" or "several", a selector of candidates)
    origins: "dict[int, list[tuple[str, g.Expr | g.Selector]]]" = field(factory=dict)
    origin: "dict[int, frozenset[str]] | None" = None  # see `whereabouts`, as are the next
    secret: "frozenset[str] | None" = None
    _sources: "dict[int, g.Expr | None]" = field(factory=dict)  # by variable of cards: where they come from

    @property
    def carries(self) -> bool:
        """Whether any card has modifiers, rules or actions that count where it lies."""
        heard = (x for table in (self.listeners, self.before, self.instead) for listed in table.values() for x in listed)
        return bool(self.modifiers) or any(x.designs is not None for x in heard) or any(
            x.designs is not None for x in self.anytimes)

    @property
    def dated(self) -> bool:
        """Whether it may be asked when a card came to where it lies: which came first, or whether one was moved since."""
        return self.carries or bool(self.lastings or self.fragile or self.before or self.instead)

    # -------------------------------------------------------------------------------------- reading

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
            case g.Derived() if e.key in self.game.values:
                said = [self.game.values[e.key].expr, *(x.expr for x, _ in self.value_fills.get(e.key, ()))]
                said += [m.modifier.value for m in self.modifiers.get(e.key, ())]
                return any(part is not None and self.unsettled(part) for part in said)
            case g.It():
                return False  # what it was is asked about by itself
            case g.Local():
                if e.var.id not in self._sources:
                    return True
                source = self._sources[e.var.id]
                return source is not None and self.unsettled(source)
        return True

    # -------------------------------------------------------------------------------------- writing

    def value_reads(self, key: str) -> frozenset[str]:
        return self.reads(self.apart[key][1].watched) if key in self.apart else super().value_reads(key)

    def touches(self, st: g.Stmt) -> frozenset[str]:
        """What one simple statement may change; `until`: what such blocks watch is looked at from now on."""
        if isinstance(st, g.Lasting):
            return frozenset({"until", *("store " + x for x in self.game.stores if st.modifiers)})
        if isinstance(st, g.Move) and not self.in_zones_of_cards:
            from interpreter.emit.whereabouts import come_from

            zones = come_from(self, st)
            if zones is not None:
                return frozenset({"zone " + st.to.key, *("zone " + key for key in zones), *self.resets(st.what.type)})
        return super().touches(st)

    @property
    def in_zones_of_cards(self) -> bool:
        """Whether cards may lie in zones of other cards, which leave with these."""
        kinds = self.game.kinds
        return any(x.owner not in (None, "player") and kinds[x.owner].base != "space" for x in self.game.zones.values())

    def watches(self, touched: frozenset[str]) -> list[str]:
        """Watched values and stores that may have changed."""
        out = []
        for key in self.watched:
            if key in self.game.values:
                # what an `until` block changes may end with any event
                lasting = any(m.lasting is not None for m in self.modifiers.get(key, ()))
                if lasting or self.value_reads(key) & touched or (key in self.passing and "until" in touched):
                    out.append(key)
            elif key in self.apart:
                if "until" in touched or self.value_reads(key) & touched:
                    out.append(key)
            elif "store " + key in touched:
                out.append(key)
        return out

    def refills_raise(self, touched: frozenset[str]) -> bool:
        """Whether a refill after a step, or before a draw in it, may raise an event that some rule answers."""
        zones = self.with_refills(touched)
        return any(
            zones & {"zone " + refill.target.key, "zone " + refill.source.key}
            and (("enters", refill.target.key) in self.listeners or ("leaves", refill.source.key) in self.listeners
                 or refill.shuffled and ("shuffled", refill.target.key) in self.listeners)
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
                case g.Lasting() if st.modifiers and self.watches(frozenset("store " + x for x in self.game.stores)):
                    return True
                case g.Stmt():
                    if self.raises(st) or self.watches(self.with_refills(self.touches(st))) or self.meets(st):
                        return True
        return False

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

    def answered_before(self, key: str) -> list[Listener]:
        return self.before.get(("does", key), [])


def gather(game: g.Game) -> Facts:
    """The facts of a checked game."""
    facts = Facts(game)
    facts.eliminates = any(isinstance(x, g.Eliminate) for x in walk(game))
    facts.together = any(isinstance(x, g.Together) for x in walk(game))
    facts.jumped_to = frozenset(x.phase for x in walk(game) if isinstance(x, g.Skip))
    facts.shuffled = frozenset({x.zone.key for x in walk(game) if isinstance(x, g.Shuffle)}
                               | {x.target.key for x in game.refills if x.shuffled})
    chosen: set[int] = set()
    for x in walk(game):
        if isinstance(x, g.Choose) and x.who is not None:
            chosen.add(x.selector.var.id)
        elif isinstance(x, (g.Effect, g.Action, g.Option)):
            chosen |= {p.var.id for p in x.params}
    facts.chosen = frozenset(chosen)
    given = {p.var.id for x in walk(game) if isinstance(x, (g.Effect, g.Value, g.Window, g.EventDecl)) for p in x.params}
    chosen_from = [x.selector for x in walk(game) if isinstance(x, (g.Choose, g.Parameter))] + [
        x.selector for x in walk(game) if isinstance(x, (g.ForEach, g.Phase)) and x.by is not None and x.selector is not None]
    facts.list_choices = tuple(sel for sel in chosen_from if sel.var.type.base == "list" and sel.source is not None)
    for x in walk(game):
        match x:
            case g.Choose() if x.how_many is not None:
                facts.origins.setdefault(x.selector.var.id, []).append(("several", x.selector))
            case g.Parameter() if x.how_many is not None and x.var.id not in given:
                facts.origins.setdefault(x.var.id, []).append(("several", x.selector))
            case g.Selector() if x.source is not None and x.var.type.base == "list" and (
                    x.var.id not in given or (x.var.type.item is not None and x.var.type.item.base == "list")):
                facts.origins.setdefault(x.var.id, []).append(("one", x))
            case g.Let() if x.var.type.base == "list":
                facts.origins.setdefault(x.var.id, []).append(("value", x.value))
            case g.Set() if isinstance(x.target, g.Local) and x.target.var.type.base == "list":
                facts.origins.setdefault(x.target.var.id, []).append(("value", x.value))
    for x in walk(game):
        match x:
            case g.Selector() if x.source is not None:
                facts._sources.setdefault(x.var.id, x.source)
            case g.Let():
                facts._sources.setdefault(x.var.id, x.value)
            case g.Draw() if x.var is not None:
                facts._sources[x.var.id] = x.to
            case g.Event(what="enters" | "leaves") if isinstance(x.actor, g.Selector):
                # what moves is looked at; where it has come to it may be shuffled in before the rule speaks of it
                if x.what == "leaves" or x.key not in facts.shuffled:
                    facts._sources[x.actor.var.id] = None
    collect(facts)
    for lasting in facts.lastings:
        if lasting.block.until is not None and family(lasting.block.until) == "changes":
            facts.watched.setdefault(lasting.block.until.key, [])
    for (what, key), listeners in facts.listeners.items():
        if what == "changes":
            facts.watched[key] = listeners
    for invariant in game.invariants:
        for event in (invariant.never, invariant.since, invariant.until):
            if event is not None and event.what in CHANGES:
                facts.watched.setdefault(event.key, [])
    for lasting in facts.lastings:
        for event in (lasting.block.until, *(rule.event for rule in lasting.block.rules)):
            if event is not None and event.watched is not None and event.key in facts.watched and (
                    event.key not in game.values):
                facts.apart[event.key] = lasting, event
    facts.passing = passing(facts)
    facts.broken_off = broken_off(facts)
    facts.read_inside = read_inside(game)
    facts.searched = searched(facts)
    # which effects may wait; one that may come to do itself needs frames too, so that its depth is bounded
    from interpreter.emit.circles import in_circles
    from interpreter.emit.fragile import fragile

    facts.framed |= in_circles(facts)
    # searches run frames
    facts.framed |= {key for key, effect in game.effects.items()
                     if effect.whole or any(e.whole for e, _ in facts.fills[key])}
    # so do those of which `until` blocks and invariants want to know that they are done
    told = [lasting.block.until for lasting in facts.lastings]
    told += [event for invariant in game.invariants for event in (invariant.never, invariant.since, invariant.until)]
    facts.framed |= {event.key for event in told if event is not None and event.what == "does"}
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


def broken_off(facts: Facts) -> bool:
    """Whether a phase may be left inside a `together` block, or while rules answer before what a statement does."""
    game = facts.game
    if not any(isinstance(x, g.Skip | g.EndOf) for x in walk(game)):
        return False
    waiting: list[object] = [x.body for x in walk(game) if isinstance(x, g.Together)]
    heard = [rule.rule.body for table in (facts.before, facts.instead) for rules in table.values() for rule in rules]
    waiting += [rule.rule.body for table in (facts.before, facts.instead) for (what, _), rules in table.items()
                if what not in ("does", "begins") for rule in rules]
    if waiting:
        waiting += heard + [x.action.body for x in facts.anytimes]
    seen: set[str] = set()
    while waiting:
        for x in walk(waiting.pop()):
            match x:
                case g.Skip():
                    return True
                case g.EndOf(window=False):
                    return True
                case g.Do() | g.May() if x.effect.key not in seen:
                    seen.add(x.effect.key)
                    waiting.append(game.effects[x.effect.key].body)
                    waiting += [fill.body for fill, _ in facts.fills[x.effect.key]]
                case g.Open() if "window " + x.key not in seen:
                    seen.add("window " + x.key)
                    waiting += [action.body for action in game.windows[x.key].actions]
    return False


def passing(facts: Facts) -> dict[str, tuple[int, ...]]:
    """The derived values that nothing but `until` blocks watch: which blocks those are."""
    out: dict[str, set[int]] = {}
    for lasting in facts.lastings:
        event = lasting.block.until
        if event is not None and family(event) == "changes":
            out.setdefault(event.key, set()).add(lasting.number)
    for (what, key), listeners in facts.listeners.items():
        if what == "changes":
            out.setdefault(key, set()).update(-1 if x.lasting is None else x.lasting for x in listeners)
    for invariant in facts.game.invariants:
        for event in (invariant.never, invariant.since, invariant.until):
            if event is not None and event.what in CHANGES:
                out.setdefault(event.key, set()).add(-1)
    return {key: tuple(sorted(those)) for key, those in out.items() if key in facts.game.values and -1 not in those}
