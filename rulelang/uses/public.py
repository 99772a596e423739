"""What all can see."""

from rulelang import game as g
from rulelang.uses.facts import Facts
from rulelang.uses.walk import walk


def faces_open(facts: Facts, key: str) -> bool:
    zone = facts.game.zones[key]
    return any(aspect == "faces" and isinstance(who, g.Everyone) for aspect, who in zone.shown)


def count_open(facts: Facts, key: str) -> bool:
    """Whether all see how many cards lie there."""
    who = next((who for aspect, who in facts.game.zones[key].shown if aspect == "count"), None)
    return who is None or isinstance(who, g.Everyone)


def speaks_of_this(e: object) -> bool:
    """Whether it says something of the card or space whose text it is."""
    return any(isinstance(x, g.This) or isinstance(x, g.Prop) and x.of is None and x.name != "start_player" for x in walk(e))


def hidden_parts(facts: Facts, e: object, known: frozenset[int] = frozenset()) -> list[g.Expr]:
    """The parts of an expression that read something that not all can see. *known*: names of cards that all know."""
    out: list[g.Expr] = []
    known |= {x.var.id for x in walk(e) if isinstance(x, g.Selector) and from_open_zone(facts, x.source)}
    for x in walk(e):
        match x:
            case g.Local() if x.var.id in facts.secret_names:
                out.append(x)
            case g.Stored() if facts.game.stores[x.key].shown is not None:
                out.append(x)
            case g.ZoneOf() if not count_open(facts, x.key):
                out.append(x)
            case g.Printed() if x.of.type.base != "space":  # spaces lie open
                if isinstance(x.of, g.Local) and x.of.var.id in known:
                    continue
                if not from_open_zone(facts, x.of):
                    out.append(x)
            case g.Is() if isinstance(x.left, g.CardName) or isinstance(x.right, g.CardName):
                of = x.right if isinstance(x.left, g.CardName) else x.left
                out += face_read(facts, of, known)
            case g.IsIn() if isinstance(x.part, g.CardName):
                if not from_open_zone(facts, x.place):
                    out.append(x)
            case g.KindIs() if x.part.type.base == "card" and not facts.back_tells(x.kind):
                out += face_read(facts, x.part, known)
            case g.Selector() if x.var.type.base == "card" and not all(facts.back_tells(kind) for kind in x.filter):
                if not from_open_zone(facts, x.source):
                    # which of the cards are of the kind
                    of = x.source or g.Everyone(span=x.span, type=x.var.type)
                    out.append(g.Printed(span=x.span, type=x.var.type, key="", of=of))
            case g.CanDo() | g.Knows():
                out.append(x)
            case g.Prop(name="name") if x.of is not None and x.of.type.base == "card":
                out += face_read(facts, x.of, known)
            case g.Prop(name="face") if any(d.shown is not None for d in facts.game.dice.values()):
                out.append(x)
            case g.Derived():
                value = facts.game.values[x.key]
                parts: list[object] = [value.expr, *(v.expr for v, _ in facts.value_fills.get(x.key, ()))]
                parts += [m.modifier.value for m in facts.modifiers.get(x.key, ())]
                parts += [m.test for m in facts.modifiers.get(x.key, ()) if m.spaces and m.test is not None]
                zones = [z for m in facts.modifiers.get(x.key, ()) for z in m.zones]
                of_space = value.kind is not None and facts.game.kinds[value.kind].base == "space"
                closed = value.kind is not None and not of_space and x.of is not None and not from_open_zone(facts, x.of)
                mine = x.of.var.id if isinstance(x.of, g.Local) else -1
                if closed and mine in known:
                    closed = False
                of_card = value.of is not None and value.of.var.type.base == "card"
                own = frozenset({value.of.var.id}) if of_card and value.of is not None else frozenset()
                if own and isinstance(x.of, g.Local) and not closed and all(faces_open(facts, z) for z in zones) and (
                        not any(hidden_parts(facts, p, own) for p in parts)):
                    # it reads nothing but what is printed on that card, and what all can see
                    if mine not in known and any(hidden_parts(facts, p) for p in parts):
                        out.append(g.Printed(span=x.span, type=x.type, key="", of=x.of))
                    continue
                # of a card that all see, what is printed on it is no secret
                seen = own if x.of is not None and from_open_zone(facts, x.of) else frozenset()
                if closed or any(hidden_parts(facts, p, seen) for p in parts) or not all(faces_open(facts, z) for z in zones):
                    out.append(x)
    return out


def read_whatever_is_given(facts: Facts, x: g.Derived) -> list[g.Expr] | None:
    """What a value reads that not all can see, if that is the same whatever it is asked of; None: it hangs on that."""
    value = facts.game.values[x.key]
    if value.kind is not None or facts.modifiers.get(x.key):
        return None
    parts = hidden_parts(facts, value.expr)
    given = {p.var.id for p in (value.of, *value.params) if p is not None}
    if any(isinstance(y, g.Local) and y.var.id in given for y in walk(tuple(parts))):
        return None
    return parts


def face_read(facts: Facts, of: g.Expr, known: frozenset[int]) -> list[g.Expr]:
    """What reading a card's face reads that not all can see."""
    if isinstance(of, g.Nothing) or (isinstance(of, g.Local) and of.var.id in known) or from_open_zone(facts, of):
        return []
    return [g.Printed(span=of.span, type=of.type, key="", of=of)]


def from_open_zone(facts: Facts, e: g.Expr | None) -> bool:
    match e:
        case g.ZoneOf():
            return faces_open(facts, e.key)
        case g.End():
            if isinstance(e.of, g.ZoneOf) and e.end == "top" and e.amount is None:
                zone = facts.game.zones[e.of.key]
                if any(a == "top" and isinstance(who, g.Everyone) for a, who in zone.shown):
                    return True
            return from_open_zone(facts, e.of)
        case g.Quantified(how="first" | "all"):
            return from_open_zone(facts, e.selector.source)
        case g.Concat():
            return all(from_open_zone(facts, p) for p in e.parts)
    return False
