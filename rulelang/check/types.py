"""Which type may stand where: assignability, joins, and the conversions between enums."""

from attrs import evolve

from rulelang import game
from rulelang.check.symbols import UNKNOWN, Context, Symbols
from rulelang.check.words import in_words
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, Type

EMPTY_LIST = Type("list", item=UNKNOWN)


def is_unknown(kind: Type | None) -> bool:
    """Whether nothing more is to be said about this type."""
    return kind is None or (kind.base == "none" and bool(kind.names))


def list_of(item: Type | None) -> Type:
    """The type of a list of such; a list never holds none."""
    return Type("list", item=None if item is None else evolve(item, optional=False))


def optional(kind: Type) -> Type:
    """The type, or none."""
    return kind if kind.optional or is_unknown(kind) else evolve(kind, optional=True)


def derived_from(symbols: Symbols, kind: str, other: str) -> bool:
    """Whether every thing of *kind* is one of *other*."""
    info = symbols.kinds.get(kind)
    return kind == other or (info is not None and other in info.lineage)


def within(symbols: Symbols, kind: Type, wanted: Type) -> bool:
    """Whether all things of the type *kind* are surely of the type *wanted*."""
    if is_unknown(kind) or is_unknown(wanted):
        return True
    if kind.base != wanted.base:
        return False
    if kind.base in ("card", "space") and wanted.names:
        return bool(kind.names) and all(
            any(derived_from(symbols, one, other) for other in wanted.names) for one in kind.names
        )
    if kind.base == "enum":
        return kind.names == wanted.names or contains(symbols, wanted.names[0], kind.names[0])
    return True


def contains(symbols: Symbols, whole: str, part: str) -> bool:
    """Whether the enum *whole* contains the enum *part*."""
    info = symbols.enums.get(whole)
    return info is not None and any(name == part for name, _, _ in info.parts)


def overlap(symbols: Symbols, one: Type, other: Type) -> bool:
    """Whether some kind of the one type may be of the other."""
    if not one.names or not other.names:
        return True
    return any(
        derived_from(symbols, a, b) or derived_from(symbols, b, a) for a in one.names for b in other.names
    )


def fits(symbols: Symbols, have: Type, wanted: Type) -> bool:
    """Whether something of the type *have* may stand where *wanted* is needed; it may turn out to be none."""
    if is_unknown(have) or is_unknown(wanted):
        return True
    if have.base == "none":
        return wanted.optional or wanted.base == "none"
    if wanted.base == "none":
        return have.optional
    if have.base != wanted.base:
        return False
    if have.base in ("card", "space"):
        return overlap(symbols, have, wanted)
    if have.base == "enum":
        a, b = have.names[0], wanted.names[0]
        return a == b or contains(symbols, a, b) or contains(symbols, b, a)
    if have.base == "list":
        return have.item is None or wanted.item is None or fits(symbols, have.item, wanted.item)
    return True


def alike(symbols: Symbols, one: Type, other: Type) -> bool:
    """Whether things of these types can ever be the same."""
    if one.base == "none" or other.base == "none":
        return True
    return fits(symbols, one, other) or fits(symbols, other, one)


def join(symbols: Symbols, one: Type, other: Type) -> Type | None:
    """The type of something that is of the one or of the other; None if there is no such type."""
    if is_unknown(one) or is_unknown(other):
        return other if is_unknown(one) else one
    if one.base == "none":
        return optional(other)
    if other.base == "none":
        return optional(one)
    if one.base != other.base:
        return None
    either = one.optional or other.optional
    if one.base in ("card", "space"):
        names = tuple(dict.fromkeys(one.names + other.names)) if one.names and other.names else ()
        names = tuple(a for a in names if not any(b != a and derived_from(symbols, a, b) for b in names))
        return Type(one.base, names=names, optional=either)
    if one.base == "enum":
        if one.names == other.names or contains(symbols, one.names[0], other.names[0]):
            return evolve(one, optional=either)
        if contains(symbols, other.names[0], one.names[0]):
            return evolve(other, optional=either)
        return None
    if one.base == "list":
        if one.item is None or other.item is None:
            return evolve(one if one.item is not None else other, optional=either)
        item = join(symbols, one.item, other.item)
        return None if item is None else Type("list", item=item, optional=either)
    if one.base == "number":
        return evolve(NUMBER, optional=either)
    return evolve(one, optional=either)


def offset(symbols: Symbols, have: str, wanted: str) -> int | None:
    """What turns an index in the enum *have* into one in *wanted*; None if they have nothing to do."""
    for whole, part, sign in ((wanted, have, 1), (have, wanted, -1)):
        info = symbols.enums.get(whole)
        for name, first, _ in info.parts if info else ():
            if name == part:
                return sign * first
    return None


def convert(c: Context, value: game.Expr, wanted: Type) -> game.Expr:
    """*value* as *wanted*: an enum value as one of the enum that is needed."""
    have = value.type
    if have.base == "enum" and wanted.base == "enum" and have.names != wanted.names:
        shift = offset(c.symbols, have.names[0], wanted.names[0])
        if shift is not None:
            kind = evolve(
                wanted,
                optional=have.optional or contains(c.symbols, have.names[0], wanted.names[0]),
                low=None,
                high=None,
            )
            return game.AsEnum(span=value.span, type=kind, part=value, offset=shift)
    return value


def only_such(c: Context, value: game.Expr, wanted: Type) -> game.Expr:
    """*value*, of which what is surely no card or space of the kinds that are needed is left out: as if the author had said
    `first K x in [...]`, or `all Ks x in ...` of a list."""
    have, source, how = value.type, value, "all"
    if have.base != "list":
        source, how = game.ListOf(span=value.span, type=list_of(have), items=(value,)), "first"
    one, other = (have.item, wanted.item) if have.base == wanted.base == "list" else (have, wanted)
    if one is None or other is None or one.base not in ("card", "space") or within(c.symbols, one, other):
        return value
    selector = game.Selector(
        span=value.span, var=c.var("it", evolve(other, optional=False)), source=source, filter=other.names
    )
    kind = evolve(wanted, optional=True if how == "first" else have.optional)
    return game.Quantified(span=value.span, type=kind, how=how, selector=selector)


def need(
    c: Context, value: game.Expr, wanted: Type, what: str | None = None, tested: bool = False
) -> game.Expr:
    """*value*, converted if it must be; notes a mistake if it is of another type than *wanted*.

    ``what``: the author's name for what takes the value. ``tested``: what takes it looks itself of what kind a card is.
    """
    have = value.type
    if fits(c.symbols, have, wanted):
        if have.base == wanted.base == "list" and (have.item is None or is_unknown(have.item)):
            return evolve(value, type=evolve(wanted, optional=have.optional))
        value = convert(c, value, wanted)
        return value if tested and have.base != "list" else only_such(c, value, wanted)
    needed = in_words(wanted)
    if have.base == "none":
        message = f"{what or needed} cannot be none"
    elif what is None:
        message = f"{needed} is needed here, this is {in_words(have)}"
    else:
        message = f"{what} is {needed}, this is {in_words(have)}"
    hint = None
    if wanted.base == "list" and wanted.item is not None and fits(c.symbols, have, wanted.item):
        hint = "a list of one stands in square brackets, `[x]`"
    elif have.base == "list" and have.item is not None and fits(c.symbols, have.item, wanted):
        hint = "one of them is `top of ...`, `first ... in ...`, or chosen"
    elif have.base == "die" and wanted.base == "number":
        hint = "what a die shows is `face of ...`"
    c.report.add(Code.WRONG_TYPE, value.span, message, hint)
    return game.Nothing(span=value.span, type=UNKNOWN)
