"""Names in expressions: what `price of i`, `marks[mask] of h` or `"Axe"` stands for."""

from attrs import evolve

from rulelang import game, tree
from rulelang.check import expressions, missing, named
from rulelang.check.literals import member, member_of
from rulelang.check.properties import plain, property_of, property_of_nothing
from rulelang.check.single import certain
from rulelang.check.symbols import Context, Scope, Thing, unknown
from rulelang.check.types import is_unknown, list_of, within
from rulelang.check.words import in_words
from rulelang.diagnostics import Code
from rulelang.game import PLAYER, Type


def reference(c: Context, node: tree.Ref | tree.Call, scope: Scope, wanted: Type | None) -> game.Expr:
    """A name, perhaps with an index or arguments, perhaps `of` something."""
    thing = c.symbols.things.get(node.name.text)
    if thing is not None and thing.doubtful and scope.find(thing.name) is None:
        named.visit(c, node, scope)
        return unknown(node.span)
    if node.of is None:
        return _bare(c, node, scope, wanted)
    if isinstance(node.of, tree.Everyone):
        return _of_everyone(c, node, scope)
    owner = expressions.expression(c, node.of, scope)
    return of_owner(c, node, scope, certain(c, owner, scope))


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
        return named.build(c, own, node, scope, game.This(span=node.name.span, type=scope.this))
    if wanted is not None and wanted.base == "list":
        wanted = wanted.item  # one of the things that a list is put together from
    if wanted is not None and wanted.base == "enum" and plain(node):
        found = member_of(c, node, wanted)
        if found is not None:
            return found
    if thing is not None:
        if thing.owner is not None:
            return _ownerless(c, node, thing)
        return named.build(c, thing, node, scope, None)
    if plain(node):
        special = property_of_nothing(c, node, scope)
        if special is not None:
            return special
        if name in c.symbols.members:
            return member(c, node.name, wanted)
    named.visit(c, node, scope)
    missing.unknown_name(c, node, scope)
    return unknown(node.span)


def _own(c: Context, name: str, scope: Scope) -> Thing | None:
    if scope.this is None or len(scope.this.names) != 1:
        return None
    return c.symbols.thing_of(scope.this.names[0], name)


def _local(c: Context, node: tree.Ref | tree.Call, scope: Scope, var: game.Var, listed_: bool) -> game.Expr:
    kind = list_of(var.type) if listed_ else var.type
    value: game.Expr = game.Local(span=node.name.span, type=kind, var=var)
    if isinstance(node, tree.Call):
        named.visit(c, node, scope)
        c.report.add(Code.WRONG_SORT, node.name.span, f"`{var.name}` takes nothing in brackets")
        return unknown(node.span)
    return named.elements(c, value, node, scope)


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


def answer(c: Context, node: tree.Expr, scope: Scope) -> game.Expr:
    """What somebody chooses in an example: a thing, or the text of an option."""
    return expressions.expression(c, node, scope)


# ------------------------------------------------------------------------------------------- with `of`


def _of_everyone(c: Context, node: tree.Ref | tree.Call, scope: Scope) -> game.Expr:
    name = node.name.text
    thing = c.symbols.things.get(name)
    assert node.of is not None
    if thing is None or thing.owner is None or thing.owner.base != "player":
        named.visit(c, node, scope)
        if thing is None:
            missing.unknown_name(c, node, scope)
        else:
            c.report.add(Code.OWNER_MISSING, node.of.span, f"`{name}` is not something that every player has")
        return unknown(node.span)
    all_ = game.Everyone(span=node.of.span, type=list_of(PLAYER))
    value = named.build(c, thing, node, scope, all_)
    if is_unknown(value.type) or value.type.base == "list":
        return value
    return evolve(value, type=list_of(value.type))


def anyones(c: Context, thing: Thing, node: tree.Ref, scope: Scope) -> game.Expr:
    """A player's zone without `of`, in `this is in ZONE`: whoever's it is."""
    return named.build(c, thing, node, scope, game.Everyone(span=node.span, type=list_of(PLAYER)))


def of_owner(c: Context, node: tree.Ref | tree.Call, scope: Scope, owner: game.Expr) -> game.Expr:
    name = node.name.text
    if is_unknown(owner.type):
        named.visit(c, node, scope)
        return unknown(node.span)
    owner_type = owner.type
    if owner_type.base in ("card", "space"):
        thing = _of_kinds(c, node, owner_type)
        if thing is not None:
            return named.build(c, thing, node, scope, owner)
    thing = c.symbols.things.get(name)
    if thing is not None and thing.owner is not None and within(c.symbols, owner_type, thing.owner):
        return named.build(c, thing, node, scope, owner)
    found = property_of(c, node, owner)
    if found is not None:
        return found
    named.visit(c, node, scope)
    missing.not_of_that(c, node, owner, scope)
    return unknown(node.span)


def _of_kinds(c: Context, node: tree.Ref | tree.Call, owner: Type) -> Thing | None:
    """What all the kinds that *owner* may be have in common under this name."""
    things = [c.symbols.thing_of(kind, node.name.text) for kind in owner.names]
    if things and things[0] is not None and all(thing is things[0] for thing in things):
        return things[0]
    return None
