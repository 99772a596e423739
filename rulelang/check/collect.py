"""The first look at all declarations: what there is, under which name, of which type; nothing inside them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from rulelang import tree
from rulelang.check import selectors
from rulelang.check.symbols import (
    UNKNOWN,
    Called,
    CardInfo,
    Context,
    EnumInfo,
    KindInfo,
    ParamInfo,
    Routine,
    Thing,
)
from rulelang.check.types import is_unknown, join, list_of
from rulelang.check.words import did_you_mean, in_words
from rulelang.diagnostics import Code
from rulelang.game import DIE, NONE, NUMBER, PLAYER, TEXT, TRUTH, Type
from rulelang.source import Span

_THINGS = (
    tree.Parameter,
    tree.Zone,
    tree.Counter,
    tree.Variable,
    tree.Dice,
    tree.Board,
    tree.Value,
)


def collect(c: Context) -> None:
    """Fill the tables of *c* with all that the program declares."""
    declarations = c.program.declarations
    for node in declarations:
        if isinstance(node, tree.Kind):
            _kind(c, node)
        elif isinstance(node, tree.Enumeration):
            _enum(c, node)
    _lineages(c)
    _members(c)
    _spaces(c)
    for node in declarations:
        if isinstance(node, _THINGS):
            _thing(c, node)
        else:
            _other(c, node)
    for kind in c.symbols.kinds.values():
        _of_kind(c, kind)
    _cards(c)


# -------------------------------------------------------------------------------------- declared twice


def _free(
    c: Context, name: tree.Name | tree.Text, table: Mapping[str, Any], what: str, quote: str = "`"
) -> bool:
    """Whether the name is still free in the table; says so if not."""
    old = table.get(name.text)
    if old is None:
        return True
    span = old.span if not isinstance(old, Span) else old
    if isinstance(old, tree.Phase | tree.Tally | tree.Trait):
        span = old.name.span
    c.report.add(
        Code.DECLARED_TWICE,
        name.span,
        f"{what} {quote}{name.text}{quote} is declared twice",
        also=((span, "the other one"),),
    )
    return False


# ------------------------------------------------------------------------------------- kinds and enums


def _kind(c: Context, node: tree.Kind) -> None:
    name = node.name.text
    tables: dict[str, Any] = {**c.symbols.kinds, **c.symbols.enums}
    if not _free(c, node.name, tables, "the kind"):
        return
    base = node.base.value if isinstance(node.base, tree.Thing) else ""
    parent = node.base.text if isinstance(node.base, tree.Name) else None
    c.symbols.kinds[name] = KindInfo(name, base, parent, node.name.span, node)


def _enum(c: Context, node: tree.Enumeration) -> None:
    tables: dict[str, Any] = {**c.symbols.kinds, **c.symbols.enums}
    if _free(c, node.name, tables, "the enum"):
        c.symbols.enums[node.name.text] = EnumInfo(node.name.text, node.name.span)


def _lineages(c: Context) -> None:
    kinds = c.symbols.kinds
    for info in kinds.values():
        line = [info.name]
        one = info
        while one.parent is not None:
            base = one.decl.base
            assert isinstance(base, tree.Name)
            if one.parent not in kinds:
                if one.parent in c.symbols.enums:
                    c.report.add(Code.WRONG_SORT, base.span, f"`{one.parent}` is an enum, no kind")
                else:
                    hint = did_you_mean(one.parent, [*kinds, "card", "token", "space"])
                    c.report.add(Code.UNKNOWN_NAME, base.span, f"there is no kind `{one.parent}`", hint)
                break
            if one.parent in line:
                if one.parent == info.name:
                    c.report.add(Code.CIRCULAR, base.span, f"`{info.name}` is derived from itself")
                break
            one = kinds[one.parent]
            line.append(one.name)
        info.lineage = tuple(line)
        info.base = one.base or "card"


def _members(c: Context) -> None:
    """The values of all enums, those of contained ones in their places."""
    nodes = {node.name.text: node for node in c.program.declarations if isinstance(node, tree.Enumeration)}
    done: dict[str, EnumInfo] = {}

    def fill(name: str, above: tuple[str, ...]) -> EnumInfo:
        info = c.symbols.enums[name]
        if name in done:
            return info
        members: list[str] = []
        parts: list[tuple[str, int, int]] = []
        for value in nodes[name].values:
            if value.text[:1].islower():
                if value.text in members:
                    c.report.add(Code.DECLARED_TWICE, value.span, f"`{name}` has `{value.text}` twice")
                else:
                    members.append(value.text)
                continue
            if value.text == name or value.text in above:
                c.report.add(Code.CIRCULAR, value.span, f"`{name}` contains itself")
                continue
            if value.text not in c.symbols.enums:
                hint = did_you_mean(value.text, c.symbols.enums)
                c.report.add(Code.UNKNOWN_NAME, value.span, f"there is no enum `{value.text}`", hint)
                continue
            part = fill(value.text, (*above, name))
            twice = [member for member in part.members if member in members]
            if twice:
                c.report.add(Code.DECLARED_TWICE, value.span, f"`{name}` has `{twice[0]}` twice")
                continue
            parts.append((part.name, len(members), len(part.members)))
            parts += [(inner, len(members) + first, size) for inner, first, size in part.parts]
            members.extend(part.members)
        info.members, info.parts = tuple(members), tuple(parts)
        done[name] = info
        return info

    for name in c.symbols.enums:
        for member in fill(name, ()).members:
            c.symbols.members.setdefault(member, []).append(name)


def _spaces(c: Context) -> None:
    """The spaces that tables name."""
    for node in c.program.declarations:
        if not isinstance(node, tree.Board) or node.table is None:
            continue
        table = c.program.tables.get(node.table.text)
        names = None if table is None else table.column("name")
        if table is None or names is None:
            continue
        for number, row in enumerate(table.rows, 1):
            c.symbols.spaces.setdefault(row[names].text, []).append((node.name.text, node.kind.text, number))


# ------------------------------------------------------------------------------------------------ types


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


# -------------------------------------------------------------------------------------- what has a value

_WHAT = {
    tree.Parameter: "parameter",
    tree.Zone: "zone",
    tree.Counter: "counter",
    tree.Variable: "variable",
    tree.Dice: "dice",
    tree.Board: "board",
    tree.Value: "value",
}


def _thing(c: Context, node: Any) -> None:
    name: tree.Name = node.name
    if not _free(c, name, c.symbols.things, f"the {_WHAT[type(node)]}"):
        return
    c.symbols.things[name.text] = make_thing(c, node, name.text)
    if name.text in c.symbols.members:
        # a bare name would mean two things wherever nothing tells which
        enum = c.symbols.enums[c.symbols.members[name.text][0]]
        c.report.add(
            Code.NAME_TAKEN,
            name.span,
            f"`{name.text}` is already a value of `{enum.name}`",
            "choose another name",
            also=((enum.span, "its values"),),
        )


def make_thing(c: Context, node: Any, key: str) -> Thing:
    """What an expression can name, from its declaration."""
    name: tree.Name = node.name
    thing = Thing(_WHAT[type(node)], key, name.text, name.span, UNKNOWN)
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


# ----------------------------------------------------------------------------------------- all the others


def _other(c: Context, node: tree.Decl) -> None:
    symbols = c.symbols
    if isinstance(node, tree.Effect):
        if _free(c, node.name, symbols.routines, "the effect or action"):
            infos = param_infos(c, node.params)
            symbols.routines[node.name.text] = Routine(
                "effect", node.name.text, node.name.text, node.name.span, infos
            )
    elif isinstance(node, tree.Window):
        tables: dict[str, Any] = {**symbols.windows, **symbols.phases}
        if _free(c, node.name, tables, "the window or phase"):
            symbols.windows[node.name.text] = Called(
                node.name.text, node.name.span, param_infos(c, node.params)
            )
        for item in node.items:
            if isinstance(item, tree.Action):
                _action(c, item, None)
    elif isinstance(node, tree.Anytime):
        for action in node.actions:
            _action(c, action, None)
    elif isinstance(node, tree.EventDecl):
        if _free(c, node.name, symbols.events, "the event"):
            symbols.events[node.name.text] = Called(
                node.name.text, node.name.span, param_infos(c, node.params)
            )
    elif isinstance(node, tree.Phase):
        _phase(c, node)
    elif isinstance(node, tree.Tally):
        if _free(c, node.name, symbols.tallies, "the tally"):
            symbols.tallies[node.name.text] = node
    elif isinstance(node, tree.Trait):
        if _free(c, node.name, symbols.traits, "the trait"):
            symbols.traits[node.name.text] = node
            _card_actions(c, node.members, node.kind.text, shared=False)
    elif isinstance(node, tree.Rule):
        if _free(c, node.name, symbols.rules, "the rule"):
            symbols.rules[node.name.text] = node.name.span
    elif isinstance(node, tree.Card):
        kind = node.kind.text if node.kind else None
        _card_actions(c, node.members, kind, shared=True)


def _action(c: Context, node: tree.Action, kind: str | None, shared: bool = False) -> None:
    if shared and node.name.text in c.symbols.routines:
        return  # cards may offer actions of one name
    if _free(c, node.name, c.symbols.routines, "the effect or action"):
        infos = param_infos(c, node.params)
        c.symbols.routines[node.name.text] = Routine(
            "action", node.name.text, node.name.text, node.name.span, infos, kind
        )


def _card_actions(c: Context, members: Sequence[tree.Member], kind: str | None, shared: bool) -> None:
    for member in members:
        if isinstance(member, tree.Lasting):
            for item in member.items:
                if isinstance(item, tree.Anytime):
                    for action in item.actions:
                        _action(c, action, kind, shared)


def _phase(c: Context, node: tree.Phase) -> None:
    for phase in phases_in(node):
        tables: dict[str, Any] = {**c.symbols.windows, **c.symbols.phases}
        if _free(c, phase.name, tables, "the window or phase"):
            c.symbols.phases[phase.name.text] = phase


def phases_in(node: tree.Phase) -> Iterator[tree.Phase]:
    """The phase and those that stand in it, from outside in, from top to bottom."""
    yield node
    for stmt in node.body:
        if isinstance(stmt, tree.Phase):
            yield from phases_in(stmt)


# ---------------------------------------------------------------------------------------- what kinds have


def _of_kind(c: Context, info: KindInfo) -> None:
    owner = Type("space" if info.base == "space" else "card", names=(info.name,))
    for member in info.decl.members:
        if isinstance(member, tree.Lasting):
            _card_actions(c, (member,), info.name, shared=False)
            continue
        if not isinstance(
            member, tree.Field | tree.Counter | tree.Variable | tree.Value | tree.Zone | tree.Effect
        ):
            continue
        name = member.name
        inherited = isinstance(member, tree.Effect) and c.symbols.routine_of(info.name, name.text) is not None
        if inherited and name.text not in info.routines:
            continue  # it fills a slot of a kind above
        if not _member_free(c, info, name):
            continue
        key = f"{info.name}.{name.text}"
        if isinstance(member, tree.Effect):
            infos = param_infos(c, member.params)
            info.routines[name.text] = Routine("slot", key, name.text, name.span, infos, info.name)
            continue
        if isinstance(member, tree.Field):
            thing = Thing("field", key, name.text, name.span, type_of(c, member.type))
            thing.index = index_types(c, member.index)
        else:
            if not isinstance(member, tree.Value) and member.owner is not None:
                c.report.add(
                    Code.MEMBER_MISPLACED, member.owner.span, f"every {info.name} has its own already"
                )
            thing = make_thing(c, member, key)
        thing.owner = owner
        info.things[name.text] = thing


def _member_free(c: Context, info: KindInfo, name: tree.Name) -> bool:
    for one in info.lineage:
        other = c.symbols.kinds[one]
        old: Thing | Routine | None = other.things.get(name.text) or other.routines.get(name.text)
        if old is not None:
            c.report.add(
                Code.DECLARED_TWICE,
                name.span,
                f"every {one} has `{name.text}` already",
                also=((old.span, "declared here"),),
            )
            return False
    return True


# -------------------------------------------------------------------------------------------- all cards


def _cards(c: Context) -> None:
    nodes: dict[str, tree.Card] = {}
    for node in c.program.declarations:
        if isinstance(node, tree.Card):
            if _free(c, node.name, c.symbols.cards, "the card", '"'):
                nodes[node.name.text] = node
                single = node.copies is None or (
                    isinstance(node.copies, tree.NumberValue) and node.copies.value == 1
                )
                c.symbols.cards[node.name.text] = CardInfo(node.name.text, "", node.name.span, node, single)
        elif isinstance(node, tree.Cards) and node.table is not None:
            _cards_of_table(c, node)
    for node in nodes.values():
        c.symbols.cards[node.name.text].kind = _kind_of_card(c, node, nodes)


def _cards_of_table(c: Context, node: tree.Cards) -> None:
    assert node.table is not None
    table = c.program.tables.get(node.table.text)
    column = None if table is None else table.column("name")
    if table is None or column is None:
        return
    copies = table.column("copies")
    kind = c.symbols.kind(node.kind.text)
    for row in table.rows:
        cell = row[column]
        old = c.symbols.cards.get(cell.text)
        if old is not None:
            c.report.add(
                Code.DECLARED_TWICE,
                cell.span,
                f'the card "{cell.text}" is declared twice',
                also=((old.span, "the other one"),),
            )
            continue
        single = copies is None or row[copies].text in ("", "1")
        c.symbols.cards[cell.text] = CardInfo(cell.text, kind.name if kind else "", cell.span, node, single)


def _kind_of_card(c: Context, node: tree.Card, nodes: Mapping[str, tree.Card]) -> str:
    """The kind of a card, by way of those that it is like; an empty text if it has none."""
    seen = [node.name.text]
    while node.like is not None:
        other = node.like.text
        if other in seen:
            if other == seen[0]:
                c.report.add(Code.CIRCULAR, node.like.span, f'"{other}" is like itself')
            return ""
        if other not in nodes:
            return c.symbols.cards[other].kind if other in c.symbols.cards else ""
        seen.append(other)
        node = nodes[other]
    kind = None if node.kind is None else c.symbols.kind(node.kind.text)
    return kind.name if kind is not None else ""
