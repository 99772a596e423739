"""Expressions that are worked out when a match is made: sizes, bounds, what is printed on cards."""

from rulelang import game as g

NO_NUMBER = -(1 << 45)
"""`none` where a number is meant (-1 is a number like any other)."""


class NotConstant(Exception):
    """The expression depends on the state of a match."""


def constant(e: g.Expr, game: g.Game, players: int) -> int:
    """The value of a constant expression as the whole number that stands for it (truth 0/1, enum members by index,
    players by seat, none as -1, or NO_NUMBER where a number is meant).

    Raises: NotConstant.
    """
    match e:
        case g.Num():
            return e.value
        case g.Truth():
            return int(e.value)
        case g.Member():
            return e.index
        case g.SeatName():
            return e.seat
        case g.Nothing():
            return -1
        case g.Param():
            return setting(game, e.key)
        case g.Prop(name="number_of_players"):
            return players
        case g.AsEnum():
            return constant(e.part, game, players) + e.offset
        case g.Negative():
            return -constant(e.part, game, players)
        case g.Not():
            return 1 - constant(e.part, game, players)
        case g.Compare():
            a, b = constant(e.left, game, players), constant(e.right, game, players)
            return int({"=": a == b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[e.op])
        case g.IfElse():
            return constant(e.yes if constant(e.test, game, players) > 0 else e.no, game, players)
        case g.Arith():
            a, b = constant(e.left, game, players), constant(e.right, game, players)
            if e.op in ("/down", "/up") and b == 0:
                raise NotConstant
            return {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/down": lambda: a // b,
                    "/up": lambda: -(-a // b)}[e.op]()
    raise NotConstant


def setting(game: g.Game, key: str) -> int:
    """The chosen value of a parameter as a whole number."""
    value = game.settings[key]
    if value is None:
        return NO_NUMBER if game.parameters[key].type.base == "number" else -1
    return int(value)  # type: ignore[call-overload, no-any-return]


def bounds(t: g.Type, game: g.Game, players: int) -> tuple[int | None, int | None]:
    """Least and greatest number of a type, as far as they are constant."""

    def one(e: g.Expr | None) -> int | None:
        if e is None:
            return None
        try:
            return constant(e, game, players)
        except NotConstant:
            return None

    return one(t.low), one(t.high)


def no_face(game: g.Game, key: str) -> int:
    """What stands for the face of a die that has not been rolled."""
    t = game.dice[key].type
    item = t.item if t.item is not None else t
    return NO_NUMBER if item.base == "number" else -1
