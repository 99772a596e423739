"""What a declaration says of itself at its head: types, indexes, owners, parameters."""

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from rulelang import tree
from rulelang.check import selectors
from rulelang.check.symbols import (
    UNKNOWN,
    Context,
    ParamInfo,
    Thing,
)
from rulelang.check.types import is_unknown, join, list_of
from rulelang.check.words import did_you_mean, in_words
from rulelang.diagnostics import Code
from rulelang.game import DIE, NONE, NUMBER, PLAYER, TEXT, TRUTH, Type


def type_of(c: Context, node: tree.TypeExpr) -> Type:
    """The type, without the bounds of its numbers."""
    if isinstance(node, tree.OneOfType):
        return _one_of(c, node)
    if isinstance(node, tree.ListType):
        return list_of(type_of(c, node.of))
    if isinstance(node, tree.NamedType):
        return selectors.named_type(c, node.name)
    plain: dict[type, Type] = {
        tree.NumberType: NUMBER,
        tree.RangeType: NUMBER,
        tree.AtLeastType: NUMBER,
        tree.TextType: TEXT,
        tree.PlayerType: PLAYER,
        tree.CardType: Type("card"),
        tree.DieType: DIE,
        tree.NoneType: NONE,
        tree.YesNoType: TRUTH,
    }
    return plain[type(node)]


def _one_of(c: Context, node: tree.OneOfType) -> Type:
    whole: Type | None = None
    empty = False
    for part in node.parts:
        if isinstance(part, tree.NoneType):
            empty = True
            continue
        one = type_of(c, part)
        if whole is None or is_unknown(whole):
            whole = one
            continue
        both = (
            join(c.symbols, whole, one) if one.base == whole.base and one.base in ("card", "space") else None
        )
        if is_unknown(one):
            continue
        if both is None:
            c.report.add(
                Code.WRONG_TYPE,
                part.span,
                f"nothing is {in_words(whole)} or {in_words(one)}",
                "only kinds of cards, kinds of spaces, and `none` are joined with `or`",
            )
        else:
            whole = both
    if whole is None:
        return NONE
    return evolve(whole, optional=True) if empty and not is_unknown(whole) else whole


def param_infos(c: Context, params: Sequence[tree.Param]) -> tuple[ParamInfo, ...]:
    """The parameters as a caller sees them."""
    return tuple(_param_info(c, param) for param in params)


def _param_info(c: Context, param: tree.Param) -> ParamInfo:
    inside = param.selector
    kind = selectors.noun_type(c, inside.noun)
    choosable = inside.place is not None or kind.base not in ("number", "list", "die", "text")
    name = inside.name.text if inside.name else selectors.noun_word(c, inside.noun)
    return ParamInfo(name, list_of(kind) if param.how_many is not None else kind, choosable)


WHAT = {
    tree.Parameter: "parameter",
    tree.Zone: "zone",
    tree.Counter: "counter",
    tree.Variable: "variable",
    tree.Dice: "dice",
    tree.Board: "board",
    tree.Value: "value",
}


def make_thing(c: Context, node: Any, key: str) -> Thing:
    """What an expression can name, from its declaration."""
    name: tree.Name = node.name
    thing = Thing(WHAT[type(node)], key, name.text, name.span, UNKNOWN)
    if isinstance(node, tree.Parameter):
        thing.type = type_of(c, node.type)
    elif isinstance(node, tree.Zone):
        thing.type = list_of(union(c, node.holds))
        thing.index, thing.owner = index_types(c, node.index), owner_type(c, node.owner)
    elif isinstance(node, tree.Counter | tree.Variable):
        thing.type = type_of(c, node.type)
        thing.index, thing.owner = index_types(c, node.index), owner_type(c, node.owner)
        if isinstance(node, tree.Counter) and thing.type.base != "number" and not is_unknown(thing.type):
            c.report.add(
                Code.WRONG_TYPE,
                node.type.span,
                f"a counter counts, `{name.text}` is {in_words(thing.type)}",
                f"`variable {name.text}: ...` stores anything",
            )
            thing.type = UNKNOWN
    elif isinstance(node, tree.Dice):
        face = _face_type(c, node)
        thing.type = list_of(Type("die", item=face))
        thing.owner = owner_type(c, node.owner)
        thing.single = isinstance(node.count, tree.NumberValue) and node.count.value == 1
    elif isinstance(node, tree.Board):
        kind = c.symbols.kind(node.kind.text)
        if kind is None:
            hint = did_you_mean(node.kind.text, c.symbols.kinds)
            c.report.add(Code.UNKNOWN_NAME, node.kind.span, f"there is no kind `{node.kind.text}`", hint)
        elif kind.base != "space":
            c.report.add(
                Code.WRONG_SORT,
                node.kind.span,
                f"a board is made of spaces, `{kind.name}` is a {kind.base}",
                f"`kind {kind.name} is space`",
            )
        else:
            kind.used = True
            thing.type = list_of(Type("space", names=(kind.name,)))
        thing.index = (NUMBER,) if node.table is not None else (NUMBER, NUMBER)
        if node.of_each is not None:
            thing.owner = selectors.noun_type(c, node.of_each)
    elif isinstance(node, tree.Value):
        thing.type = type_of(c, node.type)
        thing.params = param_infos(c, node.params)
        thing.layers = tuple(layer.text for layer in node.layers)
        if node.of is not None:
            thing.owner = selectors.noun_type(c, node.of.noun)
    return thing


def union(c: Context, holds: Sequence[tree.CardNoun | tree.KindNoun]) -> Type:
    """What lies in a zone."""
    names: list[str] = []
    every = False
    for noun in holds:
        kind = selectors.noun_type(c, noun)
        if kind.base == "card":
            every = every or not kind.names
            names.extend(kind.names)
        elif not is_unknown(kind):
            c.report.add(
                Code.WRONG_SORT,
                noun.span,
                f"only cards and tokens lie in zones, no {in_words(kind)[2:].strip()}",
            )
    return Type("card", names=() if every else tuple(dict.fromkeys(names)))


def index_types(c: Context, node: tree.Index | None) -> tuple[Type, ...]:
    """The types of the indexes of a declaration."""
    if node is None:
        return ()
    if isinstance(node, tree.IndexRange):
        return (NUMBER,)
    enum = c.symbols.enum(node.enum.text)
    if enum is None:
        if c.symbols.kind(node.enum.text):
            c.report.add(
                Code.WRONG_SORT,
                node.enum.span,
                f"an index is an enum or a range, `{node.enum.text}` is a kind",
            )
        else:
            hint = did_you_mean(node.enum.text, c.symbols.enums)
            c.report.add(Code.UNKNOWN_NAME, node.enum.span, f"there is no enum `{node.enum.text}`", hint)
        return (UNKNOWN,)
    return (Type("enum", names=(enum.name,)),)


def owner_type(c: Context, node: tree.Owner | None) -> Type | None:
    """`of each player`: whose it is."""
    if node is None:
        return None
    kind = selectors.noun_type(c, node.noun)
    if kind.base not in ("player", "card", "space") and not is_unknown(kind):
        c.report.add(Code.WRONG_SORT, node.noun.span, f"{in_words(kind)} cannot have things")
        return UNKNOWN
    return kind


def _face_type(c: Context, node: tree.Dice) -> Type:
    if isinstance(node.faces, tree.Range):
        return NUMBER
    names = [face for face in node.faces if isinstance(face, tree.Name)]
    if not names:
        return NUMBER
    for face in node.faces:
        if isinstance(face, tree.NumberValue):
            c.report.add(Code.WRONG_TYPE, face.span, "the faces of a die are all numbers or all of one enum")
            return UNKNOWN
    fitting = [
        enum.name for enum in c.symbols.enums.values() if all(face.text in enum.members for face in names)
    ]
    if not fitting:
        for face in names:
            if face.text not in c.symbols.members:
                hint = did_you_mean(face.text, c.symbols.members)
                c.report.add(Code.UNKNOWN_NAME, face.span, f"no enum has `{face.text}`", hint)
                return UNKNOWN
        c.report.add(Code.WRONG_TYPE, names[0].span, "no enum has all these faces")
        return UNKNOWN
    inner = [
        one
        for one in fitting
        if all(
            one == other or any(part == one for part, _, _ in c.symbols.enums[other].parts)
            for other in fitting
        )
    ]
    if len(fitting) > 1 and not inner:
        c.report.add(Code.AMBIGUOUS_NAME, names[0].span, "several enums have these faces")
        return UNKNOWN
    return Type("enum", names=(fitting[0] if len(fitting) == 1 else inner[0],))
