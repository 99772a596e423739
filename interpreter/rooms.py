"""How long lists can become: from what a rule says, so that room is kept for them before play.

The *shape* of a list is how many members it has at most; of a list of lists, also how many each of these has, and so on.
Where nothing tells how long a list of numbers is, it is given room for `DEFAULT`.
"""

from math import comb, factorial

from interpreter.constants import NotConstant
from interpreter.layout import Layout
from interpreter.walk import walk
from rulelang import game as g

DEFAULT = 64
LONGEST = 1500
"""Slots that one list has at most, and members that one of numbers has."""

Shape = tuple[int, ...]


def depth(t: g.Type) -> int:
    """1 for a list of things, 2 for a list of such lists, ...; 0 for a single thing."""
    return 0 if t.base != "list" else 1 + (depth(t.item) if t.item is not None else 0)


def slots(shape: Shape) -> int:
    """Numbers that a list of this shape takes up, its length and those of its members included."""
    n = 1
    for most in reversed(shape):
        n = 1 + most * n
    return min(n, LONGEST)


def all_there_are(lay: Layout, t: g.Type) -> int:
    """How many things of the type there are; for numbers and the like: how many we expect in a list."""
    match t.base:
        case "card":
            return lay.n
        case "player":
            return lay.players
        case "die":
            return sum(d.owners * d.amount for d in lay.dice.values())
        case "space":
            return lay.spaces
        case "enum":
            return max(DEFAULT, len(lay.game.enums[t.names[0]].members))
    return DEFAULT


def usual(lay: Layout, t: g.Type | None) -> Shape:
    """The shape that lists of the type have if nothing more is known; *t*: the type of a list."""
    if t is None or t.base != "list":
        return ()
    if t.item is None or t.item.base != "list":
        return (all_there_are(lay, t.item or g.NUMBER),)
    return (DEFAULT // 4, *usual(lay, t.item))


def heard_lists(lay: Layout, key: str) -> list[tuple[int, int]]:
    """The parameters of an event that are lists and that some rule reads: which, and slots for each."""
    params = lay.game.events[key].params
    if not any(one.var.type.base == "list" for one in params):
        return []  # most have none, and it takes long to look through a whole game
    read = {i for x in walk(lay.game) if isinstance(x, g.Event) and x.what == "announced" and x.key == key
            for i, p in enumerate(x.params) if isinstance(p, g.Selector) and p.var.type.base == "list"}
    return [(i, slots(usual(lay, params[i].var.type))) for i in sorted(read) if i < len(params)]


def shape_of_store(lay: Layout, t: g.Type) -> Shape:
    """Of what a variable of the type keeps; nothing for a single value."""
    return usual(lay, t)


def shape_of_var(lay: Layout, var: g.Var, many: bool = False, seen: frozenset[int] = frozenset()) -> Shape:
    """*many*: the variable stands for several of what it is a type of."""
    t = g.Type("list", item=var.type) if many or var.many else var.type
    found = usual(lay, t)
    if var.id in seen or depth(t) == 0:
        return found
    shapes = []
    for how, origin in lay.origins.get(var.id, ()):
        inside = seen | {var.id}
        if isinstance(origin, g.Selector):
            shape = shape_of_candidates(lay, origin, inside)
            shapes.append(shape if how == "several" else shape[1:])
        else:
            shapes.append(shape_of(lay, origin, inside))
    fitting = [s for s in shapes if len(s) == len(found)]
    if not shapes or len(fitting) < len(shapes):
        return found
    return tuple(max(s[i] for s in fitting) for i in range(len(found)))


def shape_of_candidates(lay: Layout, sel: g.Selector, seen: frozenset[int] = frozenset()) -> Shape:
    """The shape of a list of all candidates."""
    if sel.source is None:
        return (all_there_are(lay, sel.var.type) if sel.var.type.base != "number" else DEFAULT,)
    if sel.source.type.base != "list":
        return (1,)
    return shape_of(lay, sel.source, seen)


def shape_of(lay: Layout, e: g.Expr, seen: frozenset[int] = frozenset()) -> Shape:
    """The shape of the list that an expression yields."""
    t = e.type
    if depth(t) == 0:
        return ()
    known = usual(lay, t)
    found = told(lay, e, seen)
    if found is None or len(found) != len(known):
        return known
    if len(known) == 1 and t.item is not None and t.item.base in ("card", "player", "die", "space"):
        # a thing may stand in a list twice
        return (max(known[0], min(found[0], LONGEST)),)
    return tuple(min(n, LONGEST) for n in found)


def told(lay: Layout, e: g.Expr, seen: frozenset[int]) -> Shape | None:
    def most(x: g.Expr) -> int:
        return shape_of(lay, x, seen)[0] if x.type.base == "list" else 1

    def number(x: g.Expr | None) -> int | None:
        try:
            return lay.const(x) if x is not None else None
        except NotConstant:
            return None

    match e:
        case g.RangeList():
            low, high = number(e.low), number(e.high)
            if low is None or high is None:
                return None
            return (max(0, high - low + 1),)
        case g.ListOf():
            inner = [shape_of(lay, x, seen) for x in e.items]
            if any(len(s) != len(inner[0]) for s in inner):
                return None
            return (len(e.items), *(tuple(max(s[i] for s in inner) for i in range(len(inner[0]))) if inner else ()))
        case g.Concat():
            return (sum(most(x) for x in e.parts), *_widest([shape_of(lay, x, seen)[1:] for x in e.parts]))
        case g.Without():
            return shape_of(lay, e.left, seen)
        case g.IfElse():
            a, b = shape_of(lay, e.yes, seen), shape_of(lay, e.no, seen)
            return tuple(map(max, a, b)) if len(a) == len(b) else None
        case g.Quantified(how="all" | "all_highest" | "all_lowest"):
            return shape_of_candidates(lay, e.selector, seen)
        case g.Quantified() if e.body is not None:
            return (shape_of_candidates(lay, e.selector, seen)[0], *shape_of(lay, e.body, seen))
        case g.GatheredIn():
            return shape_of(lay, e.place, seen)
        case g.End():
            n, of = number(e.amount), shape_of(lay, e.of, seen)
            return (min(n, of[0]) if n is not None else of[0], *of[1:])
        case g.Local():
            return shape_of_var(lay, e.var, e.type.base == "list" and e.var.type.base != "list", seen)
        case g.Param():
            values = lay.game.settings.get(e.key)
            return (len(values),) if isinstance(values, (tuple, list)) else None
        case g.Element():
            return shape_of(lay, e.of, seen)[1:]
        case g.Subsets():
            n, k = most(e.of), number(e.amount)
            n = min(n, 62)
            return (min(comb(n, k), LONGEST), k) if k is not None and k >= 0 else (min(2**n, LONGEST), n)
        case g.Splits():
            n, z = min(most(e.of), 60), number(e.size)
            if z is None or z < 1:
                return (LONGEST, n, n)
            m = n // z
            return (min(factorial(m * z) // (factorial(z) ** m * factorial(m)), LONGEST), m, z)
        case g.Derived() if (value := lay.game.values.get(e.key)) is not None and value.expr is not None and (
                value.kind is None):
            return shape_of(lay, value.expr, seen)
        case g.Prop(name="lines"):
            assert isinstance(e.of, g.BoardOf)
            board = lay.boards[e.of.key]
            return (2 * (board.rows + board.columns) + 2 * abs(board.rows - board.columns) + 2, max(board.rows, board.columns))
    return None


def _widest(shapes: list[Shape]) -> Shape:
    """Each length of the longest; of those that have as many as the first."""
    same = [s for s in shapes if len(s) == len(shapes[0])]
    return tuple(max(s[i] for s in same) for i in range(len(shapes[0]))) if same else ()
