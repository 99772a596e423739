"""Where cards come from when a statement moves them, and of which zones nobody knows a card but those who see its faces."""

from collections.abc import Iterator, Sequence

from interpreter.emit.facts import Facts
from interpreter.walk import walk
from rulelang import game as g

PICKED = ("all", "first", "all_highest", "all_lowest", "first_highest", "first_lowest")
HARMLESS = (g.Set, g.Gain, g.Let, g.Show)  # what moves no card


def lie_in(e: g.Expr) -> frozenset[str] | None:
    """The zones in which the cards that are meant lie; None: that cannot be told."""
    match e:
        case g.ZoneOf():
            return frozenset({e.key})
        case g.End():
            return lie_in(e.of)
        case g.Quantified() if e.how in PICKED and e.selector.source is not None:
            return lie_in(e.selector.source)
        case g.Concat():
            found = [lie_in(part) for part in e.parts]
            return None if None in found else frozenset(key for one in found if one is not None for key in one)
    return None


def come_from(facts: Facts, st: g.Move) -> frozenset[str] | None:
    """The zones in which what is moved lies just before; None: that cannot be told."""
    return lie_in(st.what) or chosen_from(facts).get(id(st))


def chosen_from(facts: Facts) -> dict[int, frozenset[str]]:
    """By statement (its identity): where a card lies that somebody has chosen just before, so that nobody can have moved it."""
    game = facts.game
    if facts.origin is None:
        facts.origin = {}
        if not (facts.listeners or facts.before or facts.instead or facts.lastings or facts.anytimes or game.windows):
            at_once = [x for x in walk(game) if isinstance(x, g.ForEach) and x.order == "at once"]
            for each in at_once:
                if all(isinstance(x, (g.Choose, g.Move, *HARMLESS)) for x in each.body):
                    note(facts.origin, facts, each.body, each.selector.var)
    return facts.origin


def note(origin: dict[int, frozenset[str]], facts: Facts, body: Sequence[g.Stmt], whose: g.Var) -> None:
    """The same for what each chooses from a zone of their own, all at once, if nothing else moves there."""
    found: dict[int, frozenset[str]] = {}
    waiting: dict[int, frozenset[str]] = {}  # by name: where it lies, until it is moved
    for x in body:
        if isinstance(x, g.Choose):
            source = x.selector.source
            if (x.how_many is None and isinstance(source, g.ZoneOf) and not source.index
                    and facts.game.zones[source.key].owner == "player"
                    and isinstance(source.of, g.Local) and source.of.var.id == whose.id):
                waiting[x.selector.var.id] = frozenset({source.key})
        elif isinstance(x, g.Move):
            if not (isinstance(x.what, g.Local) and x.what.var.id in waiting):
                return
            found[id(x)] = waiting.pop(x.what.var.id)
    if len({key for keys in found.values() for key in keys}) == len(found):  # no two of one zone, which might be the same
        origin.update(found)


def secret_zones(facts: Facts) -> frozenset[str]:
    """Zones of which nobody but those to whom their faces are shown ever knows a card."""
    if facts.secret is None:
        facts.secret = frozenset(facts.game.zones) - known_zones(facts)
    return facts.secret


def known_zones(facts: Facts) -> set[str]:
    """The others, as far as can be told: cards come there from where somebody sees them, or are shown there."""
    game = facts.game
    seen = {key: shown(zone) for key, zone in game.zones.items()}
    out = {key for key, who in seen.items() if who == "some"}
    for x in walk(game):
        if isinstance(x, g.Show):
            base = x.what.type.item if x.what.type.base == "list" else x.what.type
            if base is not None and base.base in ("card", "list"):
                out |= lie_in(x.what) or frozenset(facts.zones_for(x.what.type))
    ways = list(moves(facts))
    while True:
        more = {to for sources, to in ways if to not in out and seen[to] != "everyone" and any(
            key in out or seen.get(key, "nobody") != "nobody" for key in sources)}
        if not more:
            return out
        out |= more


def shown(zone: g.Zone) -> str:
    """Who sees a card that lies there, now or once it lies on top."""
    words = set()
    for aspect, who in zone.shown:
        if aspect in ("faces", "top") and not isinstance(who, g.Nobody):
            owner = isinstance(who, g.Prop) and who.of is None and who.name == "owner"
            words.add("everyone" if isinstance(who, g.Everyone) and aspect == "faces" else
                      "owner" if owner and aspect == "faces" else "some")
    return "some" if len(words) > 1 else words.pop() if words else "nobody"


def moves(facts: Facts) -> Iterator[tuple[frozenset[str], str]]:
    """From which zones cards may come to which one."""
    game = facts.game
    first = next((x for x in game.setup if isinstance(x, (g.Move, g.Draw, g.Shuffle))), None)
    for x in walk(game):
        match x:
            case g.Move():
                if x is first and not any(not isinstance(y, (g.Let, g.Set, g.Gain)) for y in before(game.setup, x)):
                    yield frozenset(), x.to.key  # all of them lie in the box, where nobody sees them
                else:
                    yield come_from(facts, x) or frozenset(facts.zones_for(x.what.type)), x.to.key
            case g.Draw():
                yield frozenset({x.source.key}), x.to.key
    for refill in game.refills:
        yield frozenset({refill.source.key}), refill.target.key


def before(body: Sequence[g.Stmt], st: g.Stmt) -> Sequence[g.Stmt]:
    return body[: next(i for i, x in enumerate(body) if x is st)]
