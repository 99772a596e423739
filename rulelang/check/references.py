"""Names in expressions: what `price of i`, `marks[mask] of h` or `"Axe"` stands for."""

from attrs import evolve

from rulelang import game, tree
from rulelang.check import calls, expressions, missing
from rulelang.check.symbols import Context, Scope, Thing, unknown
from rulelang.check.types import contains, is_unknown, list_of, optional, within
from rulelang.check.words import did_you_mean, in_words, listed
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, PLAYER, TEXT, Type
from rulelang.source import Span

_CARD, _SPACE = Type("card"), Type("space")
_CARD_PROPERTIES = {"owner": optional(PLAYER), "name": TEXT, "back": TEXT}
_SPACE_PROPERTIES = {
    "row": optional(NUMBER),
    "column": optional(NUMBER),
    "owner": optional(PLAYER),
    "name": TEXT,
}
PROPERTIES = (
    "left",
    "right",
    "owner",
    "name",
    "back",
    "face",
    "size",
    "lines",
    "row",
    "column",
    "neighbours",
)


def reference(c: Context, node: tree.Ref | tree.Call, scope: Scope, wanted: Type | None) -> game.Expr:
    """A name, perhaps with an index or arguments, perhaps `of` something."""
    thing = c.symbols.things.get(node.name.text)
    if thing is not None and thing.doubtful and scope.find(thing.name) is None:
        _visit(c, node, scope)
        return unknown(node.span)
    if node.of is None:
        return _bare(c, node, scope, wanted)
    if isinstance(node.of, tree.Everyone):
        return _of_everyone(c, node, scope)
    owner = expressions.expression(c, node.of, scope)
    return of_owner(c, node, scope, certain(c, owner, scope))


def one_die(value: game.Expr, c: Context, wanted: Type | None = None) -> game.Expr:
    """Dice of which there is one are that die, where one is needed."""
    if isinstance(value, game.DiceOf) and value.type.base == "list" and value.type.item is not None:
        thing = c.symbols.things.get(value.key)
        if thing is not None and thing.single and (wanted is None or wanted.base == "die"):
            one = game.Num(span=value.span, type=NUMBER, value=1)
            return game.Element(span=value.span, type=value.type.item, of=value, index=one)
    return value


# --------------------------------------------------------------------------------------- without `of`


def _bare(c: Context, node: tree.Ref | tree.Call, scope: Scope, wanted: Type | None) -> game.Expr:
    name = node.name.text
    bound = scope.find(name)
    if bound is not None:
        return _local(c, node, scope, bound.var, bound.listed)
    thing = c.symbols.things.get(name)
    own = _own(c, name, scope)
    if own is not None:
        if thing is not None and thing.owner is None:
            c.report.add(
                Code.AMBIGUOUS_NAME,
                node.name.span,
                f"`{name}` may be that of the game or that of the card",
                f"of the card: `{name} of this`",
            )
        assert scope.this is not None
        return build(c, own, node, scope, game.This(span=node.name.span, type=scope.this))
    if wanted is not None and wanted.base == "list":
        wanted = wanted.item  # one of the things that a list is put together from
    if wanted is not None and wanted.base == "enum" and _plain(node):
        found = _member_of(c, node, wanted)
        if found is not None:
            return found
    if thing is not None:
        if thing.owner is not None:
            return _ownerless(c, node, thing)
        return build(c, thing, node, scope, None)
    if _plain(node):
        special = _property_of_nothing(c, node, scope)
        if special is not None:
            return special
        if name in c.symbols.members:
            return member(c, node.name, wanted)
    _visit(c, node, scope)
    missing.unknown_name(c, node, scope)
    return unknown(node.span)


def _plain(node: tree.Ref | tree.Call) -> bool:
    return isinstance(node, tree.Ref) and not node.index


def _own(c: Context, name: str, scope: Scope) -> Thing | None:
    if scope.this is None or len(scope.this.names) != 1:
        return None
    return c.symbols.thing_of(scope.this.names[0], name)


def _local(c: Context, node: tree.Ref | tree.Call, scope: Scope, var: game.Var, listed_: bool) -> game.Expr:
    kind = list_of(var.type) if listed_ else var.type
    value: game.Expr = game.Local(span=node.name.span, type=kind, var=var)
    if isinstance(node, tree.Call):
        _visit(c, node, scope)
        c.report.add(Code.WRONG_SORT, node.name.span, f"`{var.name}` takes nothing in brackets")
        return unknown(node.span)
    return _elements(c, value, node, scope)


def _elements(c: Context, value: game.Expr, node: tree.Ref, scope: Scope) -> game.Expr:
    """`pairing[2]`: members of a list, by number."""
    for index in node.index:
        number = expressions.number(c, index, scope)
        if is_unknown(value.type):
            return unknown(node.span)
        if value.type.base != "list":
            c.report.add(
                Code.WRONG_INDEX,
                index.span,
                f"only lists have members by number, `{node.name.text}` is {in_words(value.type)}",
            )
            return unknown(node.span)
        item = value.type.item
        if item is None:
            return unknown(node.span)
        value = game.Element(span=node.span, type=optional(item), of=value, index=number)
    return value


def _ownerless(c: Context, node: tree.Ref | tree.Call, thing: Thing) -> game.Expr:
    thing.used += 1
    name, owner = thing.name, thing.owner
    assert owner is not None
    if owner.base == "player":
        hint = f"`{name} of you`, `{name} of p`, of all together `{name} of everyone`"
        message = f"every player has their own `{name}`; say whose"
    else:
        hint = f"`{name} of x`"
        message = f"`{name}` is that of {in_words(owner)}; say of which"
    c.report.add(Code.OWNER_MISSING, node.name.span, message, hint)
    return unknown(node.span)


def _property_of_nothing(c: Context, node: tree.Ref | tree.Call, scope: Scope) -> game.Expr | None:
    name, span = node.name.text, node.span
    if name == "start_player":
        return game.Prop(span=span, type=PLAYER, name=name)
    if name in ("owner", "others"):
        if scope.place == "audience":
            return game.Prop(span=span, type=PLAYER if name == "owner" else list_of(PLAYER), name=name)
        if name == "owner" and scope.this is not None:
            this = game.This(span=span, type=scope.this)
            return game.Prop(span=span, type=optional(PLAYER), name=name, of=this)
        c.report.add(
            Code.NOBODY_MEANT,
            span,
            f"`{name}` is whose zone `this` lies in; here is no card's text"
            if name == "owner"
            else "`others` stands only after `shown to`",
            "of a card: `owner of c`" if name == "owner" else None,
        )
        return unknown(span)
    return None


# --------------------------------------------------------------------------------- members of enums


def _member_of(c: Context, node: tree.Ref | tree.Call, wanted: Type) -> game.Expr | None:
    info = c.symbols.enums.get(wanted.names[0])
    name = node.name.text
    if info is None or name not in info.members:
        return None
    kind = Type("enum", names=(info.name,))
    return game.Member(span=node.span, type=kind, enum=info.name, name=name, index=info.members.index(name))


def member(c: Context, name: tree.Name, wanted: Type | None) -> game.Expr:
    """The value of an enum that a bare name means."""
    enums = c.symbols.members[name.text]
    chosen = enums[0] if len(enums) == 1 else None
    if chosen is None:
        chosen = next(
            (one for one in enums if all(one == other or contains(c.symbols, other, one) for other in enums)),
            None,
        )
    if wanted is not None and wanted.base == "enum":
        goal = wanted.names[0]
        related = any(contains(c.symbols, other, goal) for other in enums)
        if goal in c.symbols.enums and (related or chosen is None):
            c.report.add(
                Code.NEVER_ALIKE,
                name.span,
                f"`{name.text}` is no {goal}",
                f"the values of {goal} are {listed(c.symbols.enums[goal].members)}",
            )
            return unknown(name.span)
    if chosen is None:
        c.report.add(
            Code.AMBIGUOUS_NAME,
            name.span,
            f"`{name.text}` may be a value of {listed(enums)}; nothing tells which",
            "give the values of one of them other names",
        )
        return unknown(name.span)
    info = c.symbols.enums[chosen]
    index = info.members.index(name.text)
    return game.Member(
        span=name.span, type=Type("enum", names=(chosen,)), enum=chosen, name=name.text, index=index
    )


# ---------------------------------------------------------------------------------------------- texts


def quoted(c: Context, node: tree.TextValue, scope: Scope, wanted: Type | None) -> game.Expr:
    """A card, a space of a table, or just a text."""
    text = node.text
    if wanted is not None and wanted.base == "text":
        return game.Text(span=node.span, type=TEXT, value=text)
    card = c.symbols.cards.get(text)
    spaces = c.symbols.spaces.get(text, [])
    if wanted is not None and wanted.base == "space" and wanted.names:
        spaces = [one for one in spaces if within(c.symbols, Type("space", names=(one[1],)), wanted)]
    if card is not None and not (wanted is not None and wanted.base == "space"):
        card.used = True
        if not card.kind:
            return unknown(node.span)
        return game.CardName(span=node.span, type=Type("card", names=(card.kind,)), name=text)
    if spaces:
        board, kind, number = spaces[0]
        place = game.Num(span=node.span, type=NUMBER, value=number)
        return game.BoardOf(span=node.span, type=Type("space", names=(kind,)), key=board, index=(place,))
    if wanted is not None and wanted.base in ("card", "space"):
        names = c.symbols.cards if wanted.base == "card" else c.symbols.spaces
        hint = did_you_mean(text, names)
        c.unknown_card(node.span, f'no {wanted.base} is called "{text}"', hint)
        return unknown(node.span)
    return game.Text(span=node.span, type=TEXT, value=text)


def certain(c: Context, value: game.Expr, scope: Scope) -> game.Expr:
    """*value*, unless it is the name of a card of which there are several, where one is meant."""
    if not isinstance(value, game.CardName) or scope.place == "example":
        return value
    card = c.symbols.cards[value.name]
    if card.single:
        return value
    c.report.add(
        Code.EXAMPLES_ONLY,
        value.span,
        f'there are several "{value.name}", and nothing says which',
        f'`first {card.kind} x in ... where x is "{value.name}"`',
    )
    return unknown(value.span)


def answer(c: Context, node: tree.Expr, scope: Scope) -> game.Expr:
    """What somebody chooses in an example: a thing, or the text of an option."""
    return expressions.expression(c, node, scope)


# ------------------------------------------------------------------------------------------- with `of`


def _of_everyone(c: Context, node: tree.Ref | tree.Call, scope: Scope) -> game.Expr:
    name = node.name.text
    thing = c.symbols.things.get(name)
    assert node.of is not None
    if thing is None or thing.owner is None or thing.owner.base != "player":
        _visit(c, node, scope)
        if thing is None:
            missing.unknown_name(c, node, scope)
        else:
            c.report.add(Code.OWNER_MISSING, node.of.span, f"`{name}` is not something that every player has")
        return unknown(node.span)
    all_ = game.Everyone(span=node.of.span, type=list_of(PLAYER))
    value = build(c, thing, node, scope, all_)
    if is_unknown(value.type) or value.type.base == "list":
        return value
    return evolve(value, type=list_of(value.type))


def anyones(c: Context, thing: Thing, node: tree.Ref, scope: Scope) -> game.Expr:
    """A player's zone without `of`, in `this is in ZONE`: whoever's it is."""
    return build(c, thing, node, scope, game.Everyone(span=node.span, type=list_of(PLAYER)))


def of_owner(c: Context, node: tree.Ref | tree.Call, scope: Scope, owner: game.Expr) -> game.Expr:
    name = node.name.text
    if is_unknown(owner.type):
        _visit(c, node, scope)
        return unknown(node.span)
    owner_type = owner.type
    if owner_type.base in ("card", "space"):
        thing = _of_kinds(c, node, owner_type)
        if thing is not None:
            return build(c, thing, node, scope, owner)
    thing = c.symbols.things.get(name)
    if thing is not None and thing.owner is not None and within(c.symbols, owner_type, thing.owner):
        return build(c, thing, node, scope, owner)
    found = _property(c, node, owner)
    if found is not None:
        return found
    _visit(c, node, scope)
    missing.not_of_that(c, node, owner, scope)
    return unknown(node.span)


def _of_kinds(c: Context, node: tree.Ref | tree.Call, owner: Type) -> Thing | None:
    """What all the kinds that *owner* may be have in common under this name."""
    things = [c.symbols.thing_of(kind, node.name.text) for kind in owner.names]
    if things and things[0] is not None and all(thing is things[0] for thing in things):
        return things[0]
    return None


def _property(c: Context, node: tree.Ref | tree.Call, owner: game.Expr) -> game.Expr | None:
    if not _plain(node):
        return None
    name, base = node.name.text, owner.type.base
    kind: Type | None = None
    if base == "player" and name in ("left", "right"):
        kind = PLAYER
    elif base == "card":
        kind = _CARD_PROPERTIES.get(name)
    elif base == "space":
        kind = list_of(owner.type) if name == "neighbours" else _SPACE_PROPERTIES.get(name)
    elif name == "face":
        owner = one_die(owner, c)
        if owner.type.base == "die":
            kind = owner.type.item or NUMBER
    elif base == "list" and name == "size":
        kind = NUMBER
    elif base == "list" and name == "lines" and isinstance(owner, game.BoardOf):
        kind = Type("list", item=evolve(owner.type, optional=False))
    if kind is None:
        return None
    if owner.type.optional and kind.base != "list":
        kind = optional(kind)
    return game.Prop(span=node.span, type=kind, name=name, of=owner)


# ---------------------------------------------------------------------------------------- the parts


def _visit(c: Context, node: tree.Ref | tree.Call, scope: Scope) -> None:
    """Look into the brackets of a name that is wrong already."""
    for part in node.arguments if isinstance(node, tree.Call) else node.index:
        expressions.expression(c, part, scope)


def build(
    c: Context, thing: Thing, node: tree.Ref | tree.Call, scope: Scope, of: game.Expr | None
) -> game.Expr:
    """The expression for *thing*, with the index or arguments of *node*."""
    thing.used += 1
    span, name = node.span, thing.name
    args: tuple[game.Expr, ...] = ()
    if isinstance(node, tree.Call):
        if thing.what != "value":
            _visit(c, node, scope)
            c.report.add(
                Code.WRONG_SORT,
                node.name.span,
                f"`{name}` is a {thing.what} and takes nothing in round brackets",
                f"an index stands in square brackets, `{name}[...]`" if thing.index else None,
            )
            return unknown(span)
        args = calls.arguments(c, thing.params, node.arguments, scope, node.name, complete=True)
    elif thing.params:
        for part in node.index:
            expressions.expression(c, part, scope)
        wanted = ", ".join(param.name for param in thing.params)
        c.report.add(
            Code.WRONG_ARGUMENTS, node.name.span, f"`{name}` needs something in brackets: `{name}({wanted})`"
        )
        return unknown(span)
    given = () if isinstance(node, tree.Call) else node.index
    index: tuple[game.Expr, ...] = ()
    rest: tuple[tree.Expr, ...] = given
    if thing.index and (given or thing.what != "board"):
        if len(given) != len(thing.index):
            for part in given:
                expressions.expression(c, part, scope)
            many = f"{len(thing.index)} things in square brackets" if len(thing.index) > 1 else "an index"
            shown = ", ".join("..." for _ in thing.index)
            c.report.add(
                Code.WRONG_INDEX,
                node.name.span if not given else given[-1].span,
                f"`{name}` needs {many}: `{name}[{shown}]`",
            )
            return unknown(span)
        index = tuple(
            expressions.typed(c, part, scope, kind) for part, kind in zip(given, thing.index, strict=True)
        )
        rest = ()
    value = _make(thing, span, index, args, of)
    if rest and isinstance(node, tree.Ref):
        return _elements(c, value, node, scope)
    return value


def _make(
    thing: Thing, span: Span, index: tuple[game.Expr, ...], args: tuple[game.Expr, ...], of: game.Expr | None
) -> game.Expr:
    kind = thing.type
    if of is not None and of.type.optional and kind.base != "list":
        kind = optional(kind)
    if thing.what in ("counter", "variable"):
        return game.Stored(span=span, type=kind, key=thing.key, index=index, of=of)
    if thing.what == "field":
        assert of is not None
        return game.Printed(span=span, type=kind, key=thing.key, index=index, of=of)
    if thing.what == "value":
        return game.Derived(span=span, type=kind, key=thing.key, args=args, of=of)
    if thing.what == "zone":
        return game.ZoneOf(span=span, type=kind, key=thing.key, index=index, of=of)
    if thing.what == "dice":
        return game.DiceOf(span=span, type=kind, key=thing.key, of=of)
    if thing.what == "board":
        whole = kind if not index else optional(kind.item or _SPACE)
        return game.BoardOf(span=span, type=whole, key=thing.key, index=index, of=of)
    return game.Param(span=span, type=kind, key=thing.key)
