"""What is known before play: constant expressions, their values, and the settings of parameters."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from rulelang import game, tree
from rulelang.check import expressions, signatures
from rulelang.check.symbols import Context, Scope
from rulelang.check.types import is_unknown
from rulelang.check.words import in_words, listed
from rulelang.diagnostics import Code, nearest
from rulelang.game import NUMBER, Type
from rulelang.source import Span

LARGEST = 2**40  # of a number in a declaration
MOST_INDEXES = 1000


class NotConstantError(Exception):
    """The expression is not known before play."""


def evaluate(value: game.Expr, settings: Mapping[str, object], seats: int | None = None) -> Any:
    """What a constant expression comes to: a number, a truth, a text, an enum's index, a tuple, or None.

    Raises:
        NotConstantError: It hangs on the match, or on the number of players while ``seats`` is not given.
    """
    if isinstance(value, game.Num | game.Truth | game.Text):
        return value.value
    if isinstance(value, game.Nothing):
        return None
    if isinstance(value, game.Member):
        return value.index
    if isinstance(value, game.Param) and value.key in settings:
        return settings[value.key]
    if isinstance(value, game.Prop) and value.name == "number_of_players" and seats is not None:
        return seats
    if isinstance(value, game.ListOf):
        items = (evaluate(item, settings, seats) for item in value.items)
        return tuple(item for item in items if item is not None)
    if isinstance(value, game.Arith):
        return _arith(value, settings, seats)
    if isinstance(value, game.Negative):
        return -_whole(value.part, settings, seats)
    if isinstance(value, game.IfElse):
        return evaluate(value.yes if evaluate(value.test, settings, seats) else value.no, settings, seats)
    if isinstance(value, game.Compare):
        left, right = _whole(value.left, settings, seats), _whole(value.right, settings, seats)
        return {
            "=": left == right,
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
        }[value.op]
    if isinstance(value, game.Not):
        return not evaluate(value.part, settings, seats)
    if isinstance(value, game.And):
        return all(evaluate(part, settings, seats) for part in value.parts)
    if isinstance(value, game.Or):
        return any(evaluate(part, settings, seats) for part in value.parts)
    if isinstance(value, game.AsEnum):
        index = evaluate(value.part, settings, seats)
        return None if index is None else index + value.offset
    raise NotConstantError


def _whole(value: game.Expr, settings: Mapping[str, object], seats: int | None) -> int:
    number = evaluate(value, settings, seats)
    if not isinstance(number, int):
        raise NotConstantError
    return number


def _arith(value: game.Arith, settings: Mapping[str, object], seats: int | None) -> int:
    left, right = _whole(value.left, settings, seats), _whole(value.right, settings, seats)
    if abs(left) > LARGEST or abs(right) > LARGEST:
        raise NotConstantError
    if value.op == "+":
        return left + right
    if value.op == "-":
        return left - right
    if value.op == "*":
        return left * right
    if right == 0:
        raise NotConstantError
    return left // right if value.op == "/down" else -(-left // right)


def known(c: Context, value: game.Expr, seats: int | None = None) -> Any:
    """The value with the settings of this game; None if it is not known before play."""
    try:
        return evaluate(value, c.settings, seats)
    except NotConstantError:
        return None


def is_constant(value: game.Expr) -> bool:
    """Whether the value is known before play."""
    if isinstance(value, game.Num | game.Truth | game.Text | game.Nothing | game.Member | game.Param):
        return True
    if isinstance(value, game.Prop):
        return value.name == "number_of_players"
    if isinstance(value, game.CardName | game.SeatName):
        return True
    if isinstance(value, game.BoardOf):
        return bool(value.index) and all(is_constant(part) for part in value.index)
    if isinstance(value, game.ListOf):
        return all(is_constant(item) for item in value.items)
    if isinstance(value, game.And | game.Or | game.Concat):
        return all(is_constant(part) for part in value.parts)
    if isinstance(value, game.Negative | game.Not | game.AsEnum):
        return is_constant(value.part)
    if isinstance(value, game.Arith | game.Compare | game.Is | game.Without):
        return is_constant(value.left) and is_constant(value.right)
    if isinstance(value, game.RangeList):
        return is_constant(value.low) and is_constant(value.high)
    if isinstance(value, game.IfElse):
        return all(is_constant(part) for part in (value.test, value.yes, value.no))
    return False


def constant(c: Context, node: tree.Expr, scope: Scope, wanted: Type, what: str = "this") -> game.Expr:
    """The expression, which must be known before play."""
    value = expressions.typed(c, node, scope, wanted)
    if not is_unknown(value.type) and not is_constant(value):
        c.report.add(
            Code.NOT_CONSTANT,
            node.span,
            f"{what} must be known before play",
            "made of numbers, parameters and `number of players`" if wanted.base == "number" else None,
        )
    return value


def size(c: Context, node: tree.Expr, what: str, least: int = 1) -> game.Expr:
    """A size in a declaration: known before play, and not below ``least``."""
    value = constant(c, node, Scope(place="constant"), NUMBER, what)
    number = known(c, value)
    if isinstance(number, int) and (number < least or number > LARGEST):
        c.report.add(Code.OUT_OF_RANGE, node.span, f"{what} is at least {least}, this is {number}")
    return value


def bounded(c: Context, node: tree.TypeExpr, scope: Scope, *, fixed: bool = False) -> Type:
    """The type with the bounds of its numbers; ``fixed``: they must be known before play."""
    kind = signatures.type_of(c, node)
    ranged = node
    if isinstance(node, tree.OneOfType):
        ranges = [part for part in node.parts if isinstance(part, tree.RangeType | tree.AtLeastType)]
        ranged = ranges[0] if ranges else node
    elif isinstance(node, tree.ListType):
        return kind if kind.item is None else evolve(kind, item=bounded(c, node.of, scope, fixed=fixed))
    if not isinstance(ranged, tree.RangeType | tree.AtLeastType) or kind.base != "number":
        return kind
    low = _bound(c, ranged.low, scope, fixed)
    high = _bound(c, ranged.high, scope, fixed) if isinstance(ranged, tree.RangeType) else None
    if high is not None:
        least, most = known(c, low), known(c, high)
        if isinstance(least, int) and isinstance(most, int) and least > most:
            c.report.add(Code.OUT_OF_RANGE, ranged.span, f"no number is from {least} to {most}")
    return evolve(kind, low=low, high=high)


def _bound(c: Context, node: tree.Expr, scope: Scope, fixed: bool) -> game.Expr:
    if fixed:
        return constant(c, node, scope, NUMBER, "this bound")
    return expressions.number(c, node, scope)


def in_range(c: Context, value: game.Expr, kind: Type, what: str) -> None:
    """Say so if a known number lies outside the known bounds of its type."""
    if kind.base != "number" or value.type.base != "number":
        return
    number = known(c, value)
    low = None if kind.low is None else known(c, kind.low)
    high = None if kind.high is None else known(c, kind.high)
    if isinstance(low, int) and isinstance(high, int) and low > high:
        return  # said at the bounds
    below = isinstance(low, int) and isinstance(number, int) and number < low
    above = isinstance(high, int) and isinstance(number, int) and number > high
    if below or above:
        limits = f"{low} to {high}" if high is not None else f"{low} or more"
        c.report.add(Code.OUT_OF_RANGE, value.span, f"{what} is {limits}, this is {number}")


def indexes(c: Context, node: tree.Index | None, scope: Scope) -> tuple[game.Index, ...]:
    """The index of a declaration; its name is bound in *scope*."""
    if node is None:
        return ()
    if isinstance(node, tree.IndexRange):
        inside = Scope(place="constant")
        low = constant(c, node.low, inside, NUMBER, "this bound")
        high = constant(c, node.high, inside, NUMBER, "this bound")
        least, most = known(c, low), known(c, high)
        if isinstance(least, int) and isinstance(most, int):
            if least > most:
                c.report.add(Code.OUT_OF_RANGE, node.span, f"no number is from {least} to {most}")
            elif most - least >= MOST_INDEXES:
                c.report.add(Code.TOO_MANY, node.span, f"more than {MOST_INDEXES} indexes")
        return (game.Index(low=low, high=high),)
    kind = signatures.index_types(c, node)[0]
    if is_unknown(kind):
        return ()
    var = None
    if node.name is not None:
        var = c.var(node.name.text, kind)
        c.bind(scope, node.name, var)
    return (game.Index(enum=kind.names[0], var=var),)


def index_values(c: Context, index: game.Index, node: game.Node) -> list[game.Expr]:
    """All values of an index, in order; none if they are not known before play."""
    if index.enum is not None:
        info = c.symbols.enums[index.enum]
        kind = Type("enum", names=(info.name,))
        return [
            game.Member(span=node.span, type=kind, enum=info.name, name=name, index=number)
            for number, name in enumerate(info.members)
        ]
    assert index.low is not None
    assert index.high is not None
    low, high = known(c, index.low), known(c, index.high)
    if not isinstance(low, int) or not isinstance(high, int) or high - low >= MOST_INDEXES:
        return []
    return [game.Num(span=node.span, type=NUMBER, value=number) for number in range(low, high + 1)]


# -------------------------------------------------------------------------------------------- settings


def settle(c: Context, key: str, kind: Type, default: game.Expr, span: Span) -> None:
    """Note the value of a parameter: the one that the caller wants, else what the game says."""
    if key in c.settings:
        return
    c.settings[key] = known(c, default)
    if key not in c.program.settings:
        return
    wanted = c.program.settings[key]
    try:
        c.settings[key] = _setting(c, kind, wanted, c.program.header.seats.high)
    except ValueError as error:
        words = {True: "yes", False: "no"}
        shown = words[wanted] if isinstance(wanted, bool) else " ".join(repr(wanted).split())
        shown = shown if len(shown) <= 40 else shown[:37] + "..."
        c.report.add(Code.SETTING_REFUSED, span, f"`{key}` cannot be {shown}", f"it is {error}")


def no_such_parameters(c: Context) -> None:
    """Say which values from outside are for parameters that the game does not have."""
    for key in c.program.settings:
        if key not in c.settings:
            names = list(c.settings)
            hint = f"its parameters are {listed(names)}" if names else "it has no parameters"
            near = nearest(key, names)
            if near is not None:
                hint = f"did you mean `{near}`?"
            span = c.program.header.name.span
            c.report.add(Code.SETTING_REFUSED, span, f"this game has no parameter `{key}`", hint)


def _setting(c: Context, kind: Type, wanted: object, most: int) -> object:
    """A value from outside as one of the type; `ValueError` says what would be."""
    if (wanted is None or wanted == "none") and kind.optional:
        return None
    if kind.base == "number":
        number = (
            int(wanted)
            if isinstance(wanted, str) and wanted.lstrip("-").isdecimal() and len(wanted) < 15
            else wanted
        )
        low = None if kind.low is None else known(c, kind.low)
        high = None if kind.high is None else known(c, kind.high)
        bounds = "" if low is None else f"{low} to {high}" if high is not None else f"{low} or more"
        if isinstance(number, bool) or not isinstance(number, int):
            raise ValueError(f"a number, {bounds}" if bounds else "a number")
        if (low is not None and number < low) or (high is not None and number > high):
            raise ValueError(bounds)
        if abs(number) > LARGEST:
            raise ValueError(f"a number of at most {len(str(LARGEST)) - 1} digits")
        return number
    if kind.base == "truth":
        truth = {"yes": True, "no": False}.get(wanted) if isinstance(wanted, str) else wanted
        if isinstance(truth, bool):
            return truth
    elif kind.base == "text" and isinstance(wanted, str):
        return wanted
    elif kind.base == "enum":
        members = c.symbols.enums[kind.names[0]].members
        if isinstance(wanted, str) and wanted in members:
            return members.index(wanted)
        raise ValueError(f"one of {listed(members, 20)}")
    elif kind.base == "player":
        seat = int(wanted) if isinstance(wanted, str) and wanted.isdecimal() and len(wanted) < 4 else wanted
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < most:
            return seat
        raise ValueError(f"a seat, 0 to {most - 1}")
    elif kind.base == "list" and kind.item is not None and isinstance(wanted, list | tuple):
        return tuple(_setting(c, kind.item, one, most) for one in wanted)
    raise ValueError(in_words(kind))
