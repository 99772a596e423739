"""Gathering the facts of a game: rules, modifiers, actions and what fills slots, wherever they stand."""

from collections.abc import Callable

from rulelang import game as g
from rulelang.uses.facts import AnyAction, Facts, Lasting, Listener, Modifier, family, places
from rulelang.uses.walk import walk


def collect(facts: Facts) -> None:
    """Fill the tables from the game: what fills slots, rules, modifiers and actions, wherever they stand."""
    game = facts.game
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
    first = len(facts.anytimes)
    # rules and modifiers of cards, alike ones (copies of a kind's or a trait's) once
    lasting: dict[int, tuple[g.Lasting, list[int]]] = {}
    loose: dict[int, tuple[g.Trigger, list[int]]] = {}
    for i, card in enumerate(game.cards):
        for block in card.lastings:
            lasting.setdefault(id(block), (block, []))[1].append(i)
        for trigger in card.rules:
            loose.setdefault(id(trigger), (trigger, []))[1].append(i)
    # of one card, what stands in no block answers first
    for r, (trigger, designs) in enumerate(loose.values()):
        listen(Listener(f"card rule this {r}", trigger, tuple(designs)))
    for b, (block, designs) in enumerate(lasting.values()):
        zones = block.zones or places(block.test)
        for m in block.modifiers:
            list_ = facts.modifiers.setdefault(m.target.key, [])
            list_.append(Modifier(len(list_) + 1, m, tuple(designs), zones, block.test))
        for action in block.actions:
            facts.anytimes.append(AnyAction(action, block.during, tuple(designs), zones, block.test))
        for r, trigger in enumerate(block.rules):
            listen(Listener(f"card rule {b}.{r}", trigger, tuple(designs), zones, block.test))

    of_spaces(facts, listen)

    running: list[AnyAction] = []
    # `until` blocks: what they own begins with a statement and ends with an event
    for x in walk(texts(game)):
        if isinstance(x, g.Lasting) and x.until is not None and all(x is not y.block for y in facts.lastings):
            number = len(facts.lastings)
            facts.lastings.append(Lasting(number, x, captured(x)))
            for m in x.modifiers:
                list_ = facts.modifiers.setdefault(m.target.key, [])
                list_.append(Modifier(len(list_) + 1, m, (), (), None, number))
            for r, trigger in enumerate(x.rules):
                listen(Listener(f"until {number}.{r}", trigger, lasting=number))
            running += [AnyAction(action, x.during, lasting=number) for action in x.actions]
    # they are offered after the game's own, in the order in which they stand
    facts.anytimes[first:first] = sorted(running, key=lambda one: (one.action.span.file, one.action.span.start))


def of_spaces(facts: Facts, listen: Callable[[Listener], None]) -> None:
    """The same of spaces, of which each kind has one text; what it has from another kind counts once."""
    blocks: dict[int, tuple[g.Lasting, list[str]]] = {}
    loose: dict[int, tuple[g.Trigger, list[str]]] = {}
    for kind in facts.game.bearers:
        if not isinstance(kind, g.Kind):
            continue
        for key, effect in kind.effects.items():
            fills = facts.fills[key]
            if effect.body is not None and all(effect is not one for one, _ in fills):
                fills.append((effect, ()))
        for key, value in kind.values.items():
            said = facts.value_fills[key]
            if all(value is not one for one, _ in said):
                said.append((value, ()))
        for block in kind.lastings:
            blocks.setdefault(id(block), (block, []))[1].append(kind.key)
        for trigger in kind.rules:
            loose.setdefault(id(trigger), (trigger, []))[1].append(kind.key)
    for r, (trigger, kinds) in enumerate(loose.values()):
        listen(Listener(f"space rule {r}", trigger, spaces=tuple(kinds)))
    for b, (block, kinds) in enumerate(blocks.values()):
        spaces = tuple(kinds)
        for m in block.modifiers:
            list_ = facts.modifiers.setdefault(m.target.key, [])
            list_.append(Modifier(len(list_) + 1, m, (), (), block.test, spaces=spaces))
        for action in block.actions:
            facts.anytimes.append(AnyAction(action, block.during, None, (), block.test, spaces))
        for r, trigger in enumerate(block.rules):
            listen(Listener(f"space rule {b}.{r}", trigger, test=block.test, spaces=spaces))


def texts(game: g.Game) -> tuple[object, ...]:
    """All that has statements or conditions in it, in the order of the game, what several cards share once."""
    found: list[object] = []
    seen: set[int] = set()
    for card in game.bearers:
        for text in (*card.effects.values(), *card.values.values(), *card.rules, *card.lastings):
            if id(text) not in seen:
                seen.add(id(text))
                found.append(text)
    rest = (game.values, game.effects, game.windows, game.anytimes, game.rules, game.setup, game.phases)
    return (*found, *rest)


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
