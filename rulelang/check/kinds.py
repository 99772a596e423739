"""Kinds: what they declare, and what their own text adds to every one of them."""

from typing import Any

from rulelang import game, tree
from rulelang.check import constants, declarations, expressions, texts
from rulelang.check.symbols import Context, KindInfo, Scope
from rulelang.diagnostics import Code
from rulelang.game import TEXT

# --------------------------------------------------------------------------------------------- kinds


def kinds(c: Context, made: texts.Made) -> None:
    """All kinds: first what they declare, then what their texts say."""
    infos = sorted(c.symbols.kinds.values(), key=lambda info: len(info.lineage))
    for info in infos:
        for node in info.decl.members:
            _declared(c, node, info, made)
    for info in infos:
        text = texts.members(c, info.decl.members, info.name, "kind")
        for node in info.decl.members:
            if isinstance(node, tree.Effect):
                routine = info.routines.get(node.name.text)
                if routine is not None and texts.slot_node(c, info.name, node.name.text) is node:
                    slot = declarations.effect(c, node, info.name, routine.key)
                    made.effects[routine.key] = slot
                    if slot.body is not None:
                        text.effects[routine.key] = slot
        if info.parent in made.texts:
            text = text.over(made.texts[info.parent])
        made.texts[info.name] = text
    for info in c.symbols.kinds.values():
        made.kinds[info.name] = _kind(c, info, made)


def _declared(c: Context, node: tree.Member, info: KindInfo, made: texts.Made) -> None:
    if isinstance(node, tree.Field):
        thing = info.things.get(node.name.text)
        if thing is not None and thing.span == node.name.span:
            c.fields[thing.key] = made.fields[thing.key] = _field(c, node, info)
    elif isinstance(node, tree.Counter | tree.Variable):
        stored = declarations.store(c, node, info.name)
        made.stores.setdefault(stored.key, stored)
    elif isinstance(node, tree.Zone):
        zone = declarations.zone(c, node, info.name)
        made.zones.setdefault(zone.key, zone)
    elif isinstance(node, tree.Value):
        value = declarations.value(c, node, info.name)
        c.values.setdefault(value.key, value)
        made.values.setdefault(value.key, value)


def _field(c: Context, node: tree.Field, info: KindInfo) -> game.Field:
    name = node.name.text
    index = constants.indexes(c, node.index, Scope())
    ranged = constants.bounded(c, node.type, Scope(place="constant"), fixed=True)
    default: game.Expr | None = None
    if node.value is not None:
        default = constants.constant(c, node.value, Scope(place="constant"), ranged, f"`{name}`")
        constants.in_range(c, default, ranged, f"`{name}`")
    return game.Field(
        **declarations.head(node, f"{info.name}.{name}"), index=index, type=ranged, default=default
    )


def _kind(c: Context, info: KindInfo, made: texts.Made) -> game.Kind:
    above = [c.symbols.kinds[name] for name in info.lineage]
    said = [back for one in above if (back := _back(c, one)) is not None]
    if info.base == "card":
        info.back = said[0] if said else above[-1].name.lower()
    fields = tuple(
        made.fields[thing.key]
        for name in reversed(info.lineage)
        for thing in c.symbols.kinds[name].things.values()
        if thing.key in made.fields
    )
    base: Any = info.base if info.base in ("card", "token", "space") else "card"
    text = made.texts[info.name] if base == "space" else texts.Text()
    return game.Kind(
        **declarations.head(info.decl, info.name),
        base=base,
        parent=info.parent if info.parent in c.symbols.kinds else None,
        lineage=info.lineage,
        back=info.back,
        fields=fields,
        effects=dict(text.effects),
        values=_values(c, info, made, text) if base == "space" else {},
        rules=text.rules,
        lastings=text.lastings,
        printed={key: _printed(made.fields[key], said) for key, said in text.fields.items()},
    )


def _printed(declared: game.Field, said: texts.Printed) -> Any:
    """What a kind of spaces says in a field, as a card would have it."""
    if not isinstance(said, dict):
        return said
    return tuple(((index,), value) for index, value in said.values())


def _values(c: Context, info: KindInfo, made: texts.Made, text: texts.Text) -> dict[str, game.Value]:
    """What the spaces of a kind say in the value slots of it and of its ancestors."""
    said = dict(text.values)
    for name in reversed(info.lineage):
        for thing in c.symbols.kinds[name].things.values():
            slot = made.values.get(thing.key)
            if slot is not None and slot.expr is not None:
                said.setdefault(slot.key, slot)
    return said


def _back(c: Context, info: KindInfo) -> str | None:
    """The text on the back that the kind itself names."""
    for node in info.decl.members:
        if isinstance(node, tree.Fill) and node.name.text == "back" and "back" not in info.things:
            if info.base != "card":
                c.report.add(
                    Code.MEMBER_MISPLACED,
                    node.name.span,
                    f"only cards have backs, `{info.name}` is a {info.base}",
                )
                return None
            said = expressions.typed(c, node.value, Scope(place="constant"), TEXT, "`back`")
            return said.value if isinstance(said, game.Text) else None
    return None
