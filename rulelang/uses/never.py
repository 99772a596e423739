"""Conditions that can never hold: they contradict the types or ranges of what they speak of, or themselves."""

from collections.abc import Iterable

from attrs import frozen

from rulelang import game as g

LARGE = 1 << 50


@frozen
class Range:
    """The numbers from ``low`` to ``high``; None: without a bound. ``nothing``: it may be none as well."""

    low: int | None = None
    high: int | None = None
    nothing: bool = False

    @property
    def empty(self) -> bool:
        """Whether no number lies in it."""
        return self.low is not None and self.high is not None and self.low > self.high

    def within(self, other: "Range") -> "Range":
        """The numbers in both."""
        lows = [one for one in (self.low, other.low) if one is not None]
        highs = [one for one in (self.high, other.high) if one is not None]
        return Range(max(lows, default=None), min(highs, default=None), self.nothing and other.nothing)


ANY = Range(nothing=True)


def number(game: g.Game, e: g.Expr) -> Range:
    """What a number may be, whatever the parameters are set to."""
    match e:
        case g.Num():
            return Range(e.value, e.value)
        case g.Param():
            return declared(game, game.parameters[e.key].type)
        case g.Stored():
            found = declared(game, game.stores[e.key].type)
            return found if _surely(e.of) else Range(found.low, found.high, nothing=True)
        case g.Printed():
            found = declared(game, e.type)
            return Range(found.low, found.high, nothing=True)
        case g.Quantified(how="count"):
            return Range(0, None)
        case g.Prop(name="size"):
            return Range(0, None, nothing=True)
        case g.Prop(name="number_of_players"):
            return Range(*game.players)
        case g.Negative():
            one = number(game, e.part)
            return Range(_minus(one.high), _minus(one.low), one.nothing)
        case g.Arith(op="+" | "-"):
            left, right = number(game, e.left), number(game, e.right)
            if e.op == "-":
                right = Range(_minus(right.high), _minus(right.low), right.nothing)
            return Range(_plus(left.low, right.low), _plus(left.high, right.high), left.nothing or right.nothing)
        case g.IfElse():
            yes, no = number(game, e.yes), number(game, e.no)
            low = None if yes.low is None or no.low is None else min(yes.low, no.low)
            high = None if yes.high is None or no.high is None else max(yes.high, no.high)
            return Range(low, high, yes.nothing or no.nothing)
        case g.Derived() | g.Local() | g.It():
            found = declared(game, e.type)
            return Range(found.low, found.high, nothing=True)
    return ANY


def declared(game: g.Game, t: g.Type) -> Range:
    """The numbers of a type, as far as its bounds are known before play."""
    low = None if t.low is None else number(game, t.low).low
    high = None if t.high is None else number(game, t.high).high
    return Range(low, high, t.optional)


def _surely(of: g.Expr | None) -> bool:
    """Whether somebody surely is meant: of none, everything is none."""
    return of is None or (isinstance(of, g.Local | g.This) and not of.type.optional)


def _minus(x: int | None) -> int | None:
    return None if x is None else -x


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None or abs(a) > LARGE or abs(b) > LARGE else a + b


# --------------------------------------------------------------------------------------- conditions


def never(game: g.Game, e: g.Expr) -> g.Expr | None:
    """The smallest part of a condition for which it can never hold; None if it may."""
    match e:
        case g.Truth():
            return None if e.value else e
        case g.And():
            for part in e.parts:
                found = never(game, part)
                if found is not None:
                    return found
            return _against_each_other(game, e.parts)
        case g.Or():
            first = [never(game, part) for part in e.parts]
            return e if first and all(one is not None for one in first) else None
        case g.Not():
            return e if always(game, e.part) else None
        case g.Compare():
            return e if _compared(game, e) == "never" else None
        case g.Is():
            return e if _is(game, e) == "never" else None
        case g.KindIs():
            return e if _kinds_apart(game, e) else None
    return None


def always(game: g.Game, e: g.Expr) -> bool:
    """Whether a condition surely holds."""
    match e:
        case g.Truth():
            return e.value
        case g.And():
            return all(always(game, part) for part in e.parts)
        case g.Or():
            return any(always(game, part) for part in e.parts)
        case g.Not():
            return never(game, e.part) is not None
        case g.Compare():
            return _compared(game, e) == "always"
        case g.Is():
            return _is(game, e) == "always"
    return False


def _compared(game: g.Game, e: g.Compare) -> str:
    left, right = number(game, e.left), number(game, e.right)
    sure = not (left.nothing or right.nothing)  # compared with none, it is false
    if e.op in (">", ">="):
        left, right = right, left
    match e.op:
        case "=":
            if left.within(right).empty:
                return "never"
            same = left.low is not None and left.low == left.high == right.low == right.high
            return "always" if sure and same else ""
        case "<" | ">":
            if left.low is not None and right.high is not None and left.low >= right.high:
                return "never"
            less = left.high is not None and right.low is not None and left.high < right.low
            return "always" if sure and less else ""
    if left.low is not None and right.high is not None and left.low > right.high:
        return "never"
    less = left.high is not None and right.low is not None and left.high <= right.low
    return "always" if sure and less else ""


def _is(game: g.Game, e: g.Is) -> str:
    one, other = (e.right, e.left) if isinstance(e.left, g.Nothing) else (e.left, e.right)
    if isinstance(other, g.Nothing):
        stored = isinstance(one, g.Stored) and _surely(one.of) and one.type.base != "number"
        if stored and isinstance(one, g.Stored) and not game.stores[one.key].type.optional:
            return "never" if game.stores[one.key].default is not None else ""
        return ""
    if isinstance(one, g.Member) and isinstance(other, g.Member):
        return "always" if one.index == other.index and one.enum == other.enum else "never"
    return ""


def _kinds_apart(game: g.Game, e: g.KindIs) -> bool:
    names = e.part.type.names
    kinds = game.kinds
    return bool(names) and not any(
        e.kind in kinds[name].lineage or name in kinds[e.kind].lineage for name in names if name in kinds
    )


def _against_each_other(game: g.Game, parts: Iterable[g.Expr]) -> g.Expr | None:
    """A part that cannot hold together with those before it."""
    ranges: list[tuple[g.Expr, Range]] = []
    things: list[tuple[g.Expr, g.Expr]] = []
    for part in parts:
        bound = _bound(game, part)
        if bound is not None:
            for at, (what, where) in enumerate(ranges):
                if what == bound[0]:
                    both = where.within(bound[1])
                    if both.empty:
                        return part
                    ranges[at] = (what, both)
                    break
            else:
                ranges.append(bound)
        if isinstance(part, g.Is) and isinstance(part.right, g.Member | g.Nothing):
            if any(what == part.left and value != part.right for what, value in things):
                return part
            things.append((part.left, part.right))
        if isinstance(part, g.Not) and any(part.part == other for other in parts if other is not part):
            return part
    return None


def _bound(game: g.Game, e: g.Expr) -> tuple[g.Expr, Range] | None:
    """Of `x < 5`: x and the numbers below 5."""
    if not isinstance(e, g.Compare) or isinstance(e.left, g.Num):
        return None
    value = number(game, e.right)
    if value.low is None or value.low != value.high:
        return None
    n = value.low
    match e.op:
        case "=":
            return e.left, Range(n, n)
        case "<":
            return e.left, Range(None, n - 1)
        case "<=":
            return e.left, Range(None, n)
        case ">":
            return e.left, Range(n + 1, None)
    return e.left, Range(n, None)
