"""From where to where each statement, refill or rule may move cards."""

from rulelang import game as g
from rulelang.uses.bodies import Bodies
from rulelang.uses.following import Following, Movement, Text
from rulelang.uses.links import raised
from rulelang.uses.origins import BOX, NOWHERE, Origins, origins, text_key
from rulelang.uses.walk import parts, walk


def emptied(game: g.Game) -> frozenset[str]:
    """Kinds of which the setup moves all cards out of the box, whatever happens."""
    if any(zone.owner not in (None, "player") for zone in game.zones.values()):
        return frozenset()  # what lies on a card goes back to the box
    found: set[str] = set()
    waiting: list[g.Stmt] = [*game.setup]
    seen: set[str] = set()
    while waiting:
        match waiting.pop():
            case g.Move(what=g.Quantified(how="all", selector=g.Selector(source=None, where=None) as every)):
                found.update(every.var.type.names)
            case g.Together() as together:
                waiting += together.body
            case g.Do(effect=ref) if ref.key in game.effects and ref.key not in seen:
                seen.add(ref.key)
                waiting += game.effects[ref.key].body or ()
    return frozenset(found)


def early(game: g.Game) -> frozenset[str]:
    """Effects that nothing but the setup does."""
    effects = game.effects.values()
    does = {one.key: {x.key for x in walk(one.body) if isinstance(x, g.EffectRef)} for one in effects}
    elsewhere = {
        x.key
        for x in walk((game.phases, game.windows, game.anytimes, game.rules, game.bearers))
        if isinstance(x, g.EffectRef)
    }
    waiting = [*elsewhere]
    while waiting:
        for key in does.get(waiting.pop(), ()):
            if key not in elsewhere:
                elsewhere.add(key)
                waiting.append(key)
    return frozenset(one.key for one in effects if one.kind is None and one.key not in elsewhere)


def answers(bodies: Bodies, known: Origins) -> list[Movement]:
    """What rules may move while the setup goes on."""
    effects: dict[str, list[object]] = {key: [one.body or ()] for key, one in bodies.game.effects.items()}
    for card in bodies.game.bearers:
        for slot, filled in card.effects.items():
            effects[slot].append(filled.body or ())
    found: list[Movement] = []
    waiting: list[tuple[object, bool]] = [(bodies.game.setup, False)]
    done: set[tuple[int, bool]] = set()
    while waiting:
        part, by_a_rule = waiting.pop()
        if (id(part), by_a_rule) in done:
            continue
        done.add((id(part), by_a_rule))
        for node in walk(part):
            match node:
                case g.Move() if by_a_rule:
                    sources = tuple(sorted(known.at(node.what, "") or known.anywhere(node.what.type)))
                    found.append(Movement("", node, sources, node.to.key, node.what.type))
                case g.Draw() if by_a_rule:
                    found.append(Movement("", node, (node.source.key,), node.to.key, node.source.type))
                case g.Open():
                    waiting.append((bodies.game.windows[node.key].actions, by_a_rule))
                case g.Do() | g.May():
                    waiting += ((body, by_a_rule) for body in effects.get(node.effect.key, ()))
            if isinstance(node, g.Stmt):
                waiting += ((listener.rule.body, True) for listener in raised(bodies, node))
    return found


def texts(bodies: Bodies) -> list[Text]:
    """All statements of the game, by the thing that they belong to."""
    game = bodies.game
    found = [Text("setup", "", (), game.setup)]
    found += [Text(f"phase {phase.key}", "", (), phase.body) for phase in game.phases.values()]
    for window in game.windows.values():
        found += [
            Text(bodies.actions[id(one)], "", (*window.params, *one.params), one.body)
            for one in window.actions
        ]
    for anytime in game.anytimes:
        found += [Text(bodies.actions[id(one)], "", one.params, one.body) for one in anytime.actions]
    for effect in game.effects.values():
        found.append(Text(f"effect {effect.key}", effect.key, effect.params, effect.body or ()))
    found += [Text(bodies.rules[id(rule)], "", (), rule.body) for rule in game.rules]
    seen: set[int] = set()
    for card in game.bearers:
        for slot, filled in card.effects.items():
            if filled.body is not None and filled is not game.effects.get(slot) and id(filled) not in seen:
                seen.add(id(filled))
                found.append(Text(bodies.thing_of(filled.span, card), slot, filled.params, filled.body))
        for block in card.lastings:
            if id(block) not in seen:
                seen.add(id(block))
                key = text_key(block)
                found += [Text(bodies.rules[id(rule)], key, (), rule.body, True) for rule in block.rules]
                found += [
                    Text(bodies.actions[id(one)], key, one.params, one.body, True) for one in block.actions
                ]
        for rule in card.rules:
            if id(rule) not in seen:
                seen.add(id(rule))
                found.append(Text(bodies.rules[id(rule)], text_key(rule), (), rule.body, True))
    for lasting in bodies.facts.lastings:
        found += [Text(bodies.rules[id(rule)], "", (), rule.body) for rule in lasting.block.rules]
        found += [Text(bodies.actions[id(one)], "", one.params, one.body) for one in lasting.block.actions]
    return found


def movements(bodies: Bodies) -> list[Movement]:
    """All that the game may move, in the order of its text; refills last."""
    known = origins(bodies)
    following = Following(
        known,
        texts(bodies),
        emptied=emptied(bodies.game),
        early=early(bodies.game),
        answers=answers(bodies, known),
    )
    while True:
        following.changed = False
        for text in following.texts:
            following.follow(text)
        if not following.changed:
            break
    order = [*bodies.game.zones, BOX]
    found: list[Movement] = []
    for text in following.texts:
        found += _moves(following, text.thing, text.body, order)
    for refill in bodies.game.refills:
        thing = f"refill {refill.target.key}"
        found.append(Movement(thing, refill, (refill.source.key,), refill.target.key, refill.source.type))
    return found


def _moves(following: Following, thing: str, node: object, order: list[str]) -> list[Movement]:
    """The movements in a part of a body, but not those of `until` blocks."""
    found: list[Movement] = []
    match node:
        case g.Lasting() | g.Type() | str() | int() | None:
            return found
        case g.Move():
            sources = sorted(following.sources.get(id(node), NOWHERE), key=order.index)
            found.append(Movement(thing, node, tuple(sources), node.to.key, node.what.type))
        case g.Draw():
            found.append(Movement(thing, node, (node.source.key,), node.to.key, node.source.type))
    for part in parts(node):
        found += _moves(following, thing, part, order)
    return found
