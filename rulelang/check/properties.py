"""Properties: what everything of a sort has without being declared, like `owner of c` or `size of L`."""

from attrs import evolve

from rulelang import game, tree
from rulelang.check.single import one_die
from rulelang.check.symbols import Context, Scope, unknown
from rulelang.check.types import list_of, optional
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, PLAYER, TEXT, Type

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


def plain(node: tree.Ref | tree.Call) -> bool:
    """A name without brackets."""
    return isinstance(node, tree.Ref) and not node.index


def property_of(c: Context, node: tree.Ref | tree.Call, owner: game.Expr) -> game.Expr | None:
    if not plain(node):
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


def property_of_nothing(c: Context, node: tree.Ref | tree.Call, scope: Scope) -> game.Expr | None:
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
