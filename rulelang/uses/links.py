"""What a piece of rules does, asks, reads, writes, modifies, moves and sets off."""

from collections.abc import Iterator

from attrs import frozen

from rulelang import game as g
from rulelang.source import Span
from rulelang.uses.bodies import Bodies, Body
from rulelang.uses.facts import Facts, Listener, family
from rulelang.uses.walk import parts, walk

END = "end"  # the end of the game, as a thing


@frozen
class Use:
    """``kind`` is does, asks, reads, writes, modifies, moves or triggers; ``target`` the id of a thing."""

    kind: str
    target: str
    span: Span
    label: str = ""


def uses(bodies: Bodies, body: Body) -> Iterator[Use]:
    """Everything that a body uses itself, in the order of its text."""
    for part in body.parts:
        yield from _uses(bodies, part)


def modified(bodies: Bodies) -> Iterator[tuple[str, Use]]:
    """Which thing modifies which value, and what it reads to do so."""
    for thing, modifier, hung_on in bodies.modifiers:
        yield thing, Use("modifies", f"value {modifier.target.key}", modifier.span)
        for part in (*hung_on, modifier.value, modifier.target.args, modifier.target.of, modifier.each):
            for use in _uses(bodies, part):
                yield thing, use


def _uses(bodies: Bodies, node: object) -> Iterator[Use]:
    if node is None or isinstance(node, g.Type | str | int):
        return
    match node:
        case g.Lasting() if node.until is not None:
            for lasting in bodies.facts.lastings:
                if lasting.block is node or lasting.block == node:
                    yield Use("does", f"until {lasting.number + 1}", node.span, "until")
                    break
            return
        case g.Set():
            if isinstance(node.target, g.Stored):
                yield Use("writes", f"store {node.target.key}", node.span)
                yield from _all(bodies, node.target.index, node.target.of)
            yield from _uses(bodies, node.value)
            return
        case g.Gain() | g.Pay():
            stores = (node.target,) if isinstance(node, g.Gain) else (node.source, node.to)
            for store in stores:
                if store is not None:
                    dice = store.key in bodies.game.dice and store.key not in bodies.game.stores
                    yield Use("writes", f"{'dice' if dice else 'store'} {store.key}", node.span)
                    yield from _all(bodies, store.index, store.of)
            yield from _uses(bodies, node.amount)
            return
        case g.Move():
            yield Use("moves", f"zone {node.to.key}", node.span)
            yield from _all(bodies, node.to.index, node.to.of, node.what)
            return
        case g.Draw():
            yield Use("reads", f"zone {node.source.key}", node.span)
            yield Use("moves", f"zone {node.to.key}", node.span)
            yield from _all(bodies, node.source.index, node.source.of, node.to.index, node.to.of, node.amount)
            return
        case g.Shuffle():
            yield Use("writes", f"zone {node.zone.key}", node.span, "shuffles")
            yield from _all(bodies, node.zone.index, node.zone.of)
            return
        case g.Roll():
            for key in dice_of(bodies.facts, node.dice):
                yield Use("writes", f"dice {key}", node.span, "rolls")
        case g.Announce():
            yield Use("does", f"event {node.key}", node.span, "announces")
        case g.Do():
            yield from _all(bodies, node.who)
            yield from _does(bodies, node.effect, "does", node.span)
            return
        case g.May():
            yield from _all(bodies, node.who)
            yield from _does(bodies, node.effect, "asks", node.span)
            return
        case g.CanDo():
            yield from _all(bodies, node.who)
            yield from _does(bodies, node.effect, "reads", node.span, "can do")
            return
        case g.Cancel():
            yield from _does(bodies, node.effect, "modifies", node.span, "cancels")
            return
        case g.TakeOver():
            yield from _all(bodies, node.who)
            yield from _does(bodies, node.effect, "modifies", node.span, "takes over")
            return
        case g.Open():
            yield Use("asks", f"window {node.key}", node.span)
        case g.Skip():
            yield Use("does", f"phase {node.phase}", node.span, "skips to")
        case g.EndOf():
            yield Use("does", f"{'window' if node.window else 'phase'} {node.key}", node.span, "ends")
        case g.EndGame() | g.Wins():
            yield Use("does", END, node.span)
        case g.CountUp():
            yield Use("does", f"tally {node.key}", node.span)
        case g.PhaseStmt():
            yield Use("does", f"phase {node.key}", node.span)
        case g.Stored():
            yield Use("reads", f"store {node.key}", node.span)
        case g.ZoneOf():
            yield Use("reads", f"zone {node.key}", node.span)
        case g.DiceOf():
            yield Use("reads", f"dice {node.key}", node.span)
        case g.Prop(name="face") if node.of is not None:
            for key in dice_of(bodies.facts, node.of):
                yield Use("reads", f"dice {key}", node.span)
        case g.Derived():
            yield Use("reads", f"value {node.key}", node.span)
        case g.Param():
            yield Use("reads", f"parameter {node.key}", node.span)
    for part in parts(node):
        yield from _uses(bodies, part)


def _all(bodies: Bodies, *nodes: object) -> Iterator[Use]:
    for node in nodes:
        yield from _uses(bodies, node)


def _does(bodies: Bodies, ref: g.EffectRef, kind: str, span: Span, label: str = "") -> Iterator[Use]:
    yield Use(kind, effect_thing(bodies, ref), span, label)
    yield from _all(bodies, ref.args, ref.of)


def effect_thing(bodies: Bodies, ref: g.EffectRef) -> str:
    """The thing of an effect, or of an action that is asked about."""
    if ref.key in bodies.game.effects:
        return f"effect {ref.key}"
    name = ref.key.rpartition(".")[2]
    for thing in bodies.actions.values():
        if bodies.things[thing].name == name:
            return thing
    return f"effect {ref.key}"


def dice_of(facts: Facts, expr: g.Expr) -> list[str]:
    """The declarations that an expression of dice may be of."""
    named = {x.key for x in walk(expr) if isinstance(x, g.DiceOf)}
    loose = any(isinstance(x, g.Local | g.Derived | g.Stored) for x in walk(expr))
    if named and not loose:
        return [key for key in facts.game.dice if key in named]
    return list(facts.game.dice)


# ------------------------------------------------------------------------------------ what sets off which rule


@frozen
class Change:
    """What one statement may change, the refills after it included."""

    touched: frozenset[str]  # keys as `Facts.touches` has them
    entered: frozenset[str]  # zones
    left: frozenset[str]
    shuffled: frozenset[str]
    refills: tuple[str, ...]  # their targets


def change(facts: Facts, st: g.Stmt, sources: tuple[str, ...] | None = None) -> Change:
    """What a statement may change; *sources*: the zones that it may take cards from, if that is known."""
    touched = facts.touches(st)
    entered: set[str] = set()
    left: set[str] = set()
    if isinstance(st, g.Move):
        if sources is not None:
            zones = {f"zone {zone}" for zone in sources} | {f"zone {st.to.key}"}
            touched = frozenset(key for key in touched if not key.startswith("zone ")) | zones
        entered = {st.to.key}
        left = {key[5:] for key in touched if key.startswith("zone ")} if sources is None else set(sources)
    elif isinstance(st, g.Draw):
        entered, left = {st.to.key}, {st.source.key}
    refills: list[g.Refill] = []
    while True:  # a refill is due where cards have gone, or where there are some again to take; then perhaps others
        due = [
            one
            for one in facts.game.refills
            if one not in refills and (one.target.key in left or one.source.key in entered)
        ]
        if not due:
            break
        refills += due
        for refill in due:
            touched |= {f"zone {refill.target.key}", f"zone {refill.source.key}"}
            entered.add(refill.target.key)
            left.add(refill.source.key)
    shuffled = {refill.target.key for refill in refills if refill.shuffled}
    if isinstance(st, g.Shuffle):
        shuffled.add(st.zone.key)
    names = tuple(dict.fromkeys(refill.target.key for refill in refills))
    return Change(touched, frozenset(entered), frozenset(left), frozenset(shuffled), names)


def raised(bodies: Bodies, st: g.Stmt, sources: tuple[str, ...] | None = None) -> Iterator[Listener]:
    """The rules that one statement may set off, by itself or by the refills after it.

    That a phase or window begins or ends is its own doing, not that of what leads there.
    """
    found = change(bodies.facts, st, sources)
    for listener in bodies.listeners():
        event = listener.rule.event
        answered = _changes if family(event) == "changes" else _raises
        if answered(bodies.facts, st, event, found):
            yield listener


def _changes(facts: Facts, st: g.Stmt, event: g.Event, found: Change) -> bool:
    if event.watched is not None:
        return bool(facts.reads(event.watched) & found.touched)
    if event.key in facts.game.values:
        lasting = any(m.lasting is not None for m in facts.modifiers.get(event.key, ()))
        return (lasting and moves_on(st)) or bool(facts.value_reads(event.key) & found.touched)
    return f"store {event.key}" in found.touched and _that_way(st, event)


def _that_way(st: g.Stmt, event: g.Event) -> bool:
    """Whether a statement may change a store in the way for which an event waits."""
    match st:
        case g.Gain():
            return event.what != ("falls" if st.sign > 0 else "rises")
        case g.Pay():
            return event.what != ("rises" if st.to is None or st.to.key != event.key else "falls") or (
                st.to is not None and st.to.key == st.source.key
            )
        case g.Set() if event.what == "becomes" and event.value is not None:
            fixed = (g.Num, g.Truth, g.Member, g.Nothing)
            both = isinstance(st.value, fixed) and isinstance(event.value, fixed)
            return not both or st.value == event.value
    return True


def moves_on(st: g.Stmt) -> bool:
    """Whether something happens by the statement itself, so that an `until` block may begin or end."""
    plain = (g.Let, g.Choose, g.ChooseOption, g.If, g.ForEach, g.Repeat, g.Together, g.Requires)
    return not isinstance(st, plain)


def _raises(facts: Facts, st: g.Stmt, event: g.Event, found: Change) -> bool:
    key = event.key
    match event.what, st:
        case "enters", _:
            return key in found.entered
        case "leaves", _:
            return key in found.left
        case "shuffled", _:
            return key in found.shuffled
        case "does", g.Do() | g.May() | g.TakeOver():
            return st.effect.key == key
        case "announced", g.Announce():
            return st.key == key
        case "rolled", g.Roll():
            return key in dice_of(facts, st.dice)
        case "eliminated", g.Eliminate():
            return True
    return False
