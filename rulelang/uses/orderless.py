"""Questions to which the order of a shuffled zone does not matter: which names in them stand for each of its cards in turn."""

from rulelang import game as g
from rulelang.uses.facts import Facts
from rulelang.uses.walk import walk


def walked_by(facts: Facts, sel: g.Selector) -> frozenset[int]:
    """The names by which a question that counts, adds or compares its candidates speaks of these, and of those of the lists
    among which it looks for them."""
    if sel.var.type.base != "card":
        return frozenset()
    return frozenset({sel.var.id}) | listed(facts, sel.source)


def asks_for_faces(facts: Facts, key: str) -> bool:
    """Whether a value, with all that it reads and what modifies that, may hang on what is printed on a card."""
    if key not in facts.asks_for_faces:
        facts.asks_for_faces[key] = False  # while it is looked at
        value = facts.game.values[key]
        said = [value.expr, *(fill.expr for fill, _ in facts.value_fills.get(key, ()))]
        facts.asks_for_faces[key] = bool(facts.modifiers.get(key)) or value.kind is not None or any(
            tells_faces(facts, x) for part in said for x in walk(part))
    return facts.asks_for_faces[key]


def tells_faces(facts: Facts, x: object) -> bool:
    match x:
        case g.Printed(of=of) | g.Prop(name="name" | "back", of=g.Expr() as of) | g.KindIs(part=of):
            return of.type.base != "space"
        case g.Is() | g.IsIn():
            return any(isinstance(part, g.CardName) for part in walk(x))
        case g.Selector():
            return bool(x.filter) and x.var.type.base == "card"
        case g.Derived():
            return x.key in facts.game.values and asks_for_faces(facts, x.key)
    return False


def listed(facts: Facts, e: g.Expr | None, inside: frozenset[str] = frozenset()) -> frozenset[int]:
    """The names of the candidates of a list. *inside*: the values that it belongs to."""
    match e:
        case g.Quantified(how="all" | "all_highest" | "all_lowest", selector=sel) if sel.var.type.base == "card":
            return frozenset({sel.var.id}) | listed(facts, sel.source, inside)
        case g.Concat(parts=parts):
            return frozenset(x for part in parts for x in listed(facts, part, inside))
        case g.Without(left=left):
            return listed(facts, left, inside)
        case g.IfElse(yes=yes, no=no):
            return listed(facts, yes, inside) | listed(facts, no, inside)
        case g.Derived(key=key) if key not in inside and (value := facts.game.values.get(key)) is not None:
            return listed(facts, value.expr, inside | {key})
    return frozenset()
