"""Events, the rules that answer them, and what lasts while something holds."""

from typing import Literal

from rulelang import game, tree
from rulelang.check import expressions, references, selectors
from rulelang.check.symbols import Context, ParamInfo, Routine, Scope, Thing
from rulelang.check.types import alike, is_unknown, list_of
from rulelang.check.words import article, did_you_mean, have, in_words, listed, many, things
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, PLAYER, Type

Change = tree.Changes | tree.Rises | tree.Falls | tree.Becomes


def event(c: Context, node: tree.Event, scope: Scope) -> game.Event | None:
    """The event; the names that it introduces are bound in *scope*."""
    if isinstance(node, tree.Begins | tree.Ends):
        return _phase(c, node, scope)
    if isinstance(node, Change):
        return _change(c, node, scope)
    if isinstance(node, tree.Enters | tree.Leaves):
        return _moves(c, node, scope)
    if isinstance(node, tree.Does):
        return _does(c, node, scope)
    if isinstance(node, tree.Announced):
        return _announced(c, node, scope)
    if isinstance(node, tree.Rolled):
        thing = _named(c, node.dice, "dice")
        return None if thing is None else game.Event(span=node.span, what="rolled", key=thing.key)
    if isinstance(node, tree.Shuffled):
        thing = _named(c, node.zone, "zone")
        return None if thing is None else game.Event(span=node.span, what="shuffled", key=thing.key)
    actor = _actor(c, node.who, scope, PLAYER)
    return None if actor is None else game.Event(span=node.span, what="eliminated", key="", actor=actor)


def _named(c: Context, name: tree.Name, what: str) -> Thing | None:
    """The zone, or the dice, of this name; those of cards too."""
    things = [c.symbols.things.get(name.text)]
    things += [kind.things.get(name.text) for kind in c.symbols.kinds.values()]
    found = next((thing for thing in things if thing is not None and thing.what == what), None)
    if found is not None:
        found.used += 1
        return found
    other = next((thing for thing in things if thing is not None), None)
    names = [one.name for one in c.symbols.things.values() if one.what == what]
    if other is not None:
        kind = "are dice" if other.what == "dice" else f"is {article(other.what)}"
        wanted = "not dice, and cannot be rolled" if what == "dice" else "not a zone"
        c.report.add(Code.NO_EVENT, name.span, f"`{name.text}` {kind}, {wanted}")
    else:
        called = "dice" if what == "dice" else "zone"
        c.report.add(
            Code.UNKNOWN_NAME,
            name.span,
            f"there is no {called} `{name.text}`",
            did_you_mean(name.text, names),
        )
    return None


# ------------------------------------------------------------------------------------------ patterns


def _actor(
    c: Context, node: tree.EventActor, scope: Scope, wanted: Type
) -> game.Selector | game.Fixed | None:
    if isinstance(node, tree.Selector):
        chosen = _bound_selector(c, node, scope)
        kind = chosen.var.type
    else:
        value = expressions.expression(c, node, scope)
        kind = value.type
    if is_unknown(kind):
        return None
    if kind.base != wanted.base:
        c.report.add(Code.NO_EVENT, node.span, f"only {many(wanted)} do this, never {in_words(kind)}")
        return None
    return chosen if isinstance(node, tree.Selector) else game.Fixed(span=node.span, value=value)


def _bound_selector(c: Context, node: tree.Selector, scope: Scope, several: bool = False) -> game.Selector:
    chosen, _ = selectors.selector(c, node, scope, several=several, given=True, one=not several)
    selectors.bind_chosen(c, node, chosen.var, scope, listed=several)
    return chosen


def _owner(
    c: Context, node: tree.EventObject, scope: Scope
) -> tuple[game.Expr, game.Selector | None, game.Selector | game.Fixed | None]:
    """What stands after `of`: as an expression, the selector deep inside it, and as a pattern."""
    if isinstance(node, tree.Selector):
        chosen = _bound_selector(c, node, scope)
        value: game.Expr = game.Local(span=node.span, type=chosen.var.type, var=chosen.var)
        return value, chosen, chosen
    if isinstance(node, tree.Changed):
        value, inside = _read(c, node, scope)
        return value, inside, None if inside else game.Fixed(span=node.span, value=value)
    value = expressions.expression(c, node, scope)
    return value, None, game.Fixed(span=node.span, value=value)


def _read(c: Context, node: tree.Changed, scope: Scope) -> tuple[game.Expr, game.Selector | None]:
    """The expression that an event is about, and the selector inside it."""
    index = () if node.index is None else (node.index,)
    if node.of is None:
        return references.reference(c, tree.Ref(node.name, index, None, span=node.span), scope, None), None
    owner, inside, _ = _owner(c, node.of, scope)
    placeholder: tree.Expr = tree.Nothing(span=node.of.span)
    ref = tree.Ref(node.name, index, placeholder, span=node.span)
    return references.of_owner(c, ref, scope, owner), inside


# --------------------------------------------------------------------------------------- each event


def _phase(c: Context, node: tree.Begins | tree.Ends, scope: Scope) -> game.Event | None:
    what: Literal["begins", "ends"] = "begins" if isinstance(node, tree.Begins) else "ends"
    name = node.what.name
    if node.what.index is not None:
        c.report.add(Code.WRONG_INDEX, node.what.index.span, f"`{name.text}` has no index")
    of: game.Selector | game.Fixed | None = None
    if node.what.of is not None:
        value, _, of = _owner(c, node.what.of, scope)
        if value.type.base != "player" and not is_unknown(value.type):
            c.report.add(
                Code.WRONG_TYPE,
                node.what.of.span,
                f"a phase is that of a player, this is {in_words(value.type)}",
            )
            of = None
    if name.text in c.symbols.windows:
        c.symbols.windows[name.text].listened = True
    elif name.text not in c.symbols.phases:
        phase_missing(c, name, f"so it never {what}", windows=True)
        return None
    return game.Event(span=node.span, what=what, key=name.text, of=of)


def phase_missing(c: Context, name: tree.Name, so: str = "", windows: bool = False) -> None:
    """Say that *name* is no phase."""
    text = name.text
    others = (
        (c.symbols.windows, "a window"),
        (c.symbols.routines, "an effect or action"),
        (c.symbols.events, "an event"),
    )
    found = next((what for table, what in others if text in table), None)
    if found is None and text in c.symbols.things:
        found = f"a {c.symbols.things[text].what}"
    what = "phase or window" if windows else "phase"
    if found is not None:
        tail = f", {so}" if so else ""
        c.report.add(Code.WRONG_SORT, name.span, f"`{text}` is {found}, no {what}{tail}")
    else:
        names = [*c.symbols.phases, *(c.symbols.windows if windows else ())]
        c.report.add(Code.UNKNOWN_NAME, name.span, f"there is no {what} `{text}`", did_you_mean(text, names))


def _change(c: Context, node: Change, scope: Scope) -> game.Event | None:
    value, inside = _read(c, node.what, scope)
    what: Literal["changes", "rises", "falls", "becomes"] = "changes"
    by: game.Var | None = None
    becomes: game.Expr | None = None
    if isinstance(node, tree.Rises | tree.Falls):
        what = "rises" if isinstance(node, tree.Rises) else "falls"
        if value.type.base != "number" and not is_unknown(value.type):
            c.report.add(
                Code.NO_NUMBER,
                node.what.span,
                f"only numbers rise and fall, this is {in_words(value.type)}",
                "anything `changes` or `becomes` something",
            )
        if node.by is not None:
            by = c.var(node.by.text, NUMBER)
            c.bind(scope, node.by, by)
    elif isinstance(node, tree.Becomes):
        what = "becomes"
        if is_unknown(value.type):
            becomes = expressions.expression(c, node.value, scope)
        else:
            becomes = expressions.typed(c, node.value, scope, value.type)
    if is_unknown(value.type):
        return None
    if isinstance(value, game.Stored | game.Derived) and not (isinstance(value, game.Derived) and value.args):
        owner = value.of
        if inside is None or (isinstance(owner, game.Local) and owner.var is inside.var):
            return game.Event(
                span=node.span,
                what=what,
                key=value.key,
                index=value.index if isinstance(value, game.Stored) else (),
                of=inside or (None if owner is None else game.Fixed(span=owner.span, value=owner)),
                by=by,
                value=becomes,
            )
    if isinstance(value, game.ZoneOf):
        c.report.add(
            Code.NO_EVENT,
            node.what.span,
            "cards come and go, zones do not change",
            "`card c enters ...`, `card c leaves ...`",
        )
        return None
    if isinstance(value, game.Param | game.BoardOf):
        c.report.add(Code.NO_EVENT, node.what.span, f"`{node.what.name.text}` never changes")
        return None
    return game.Event(span=node.span, what=what, key="", of=inside, by=by, value=becomes, watched=value)


def _moves(c: Context, node: tree.Enters | tree.Leaves, scope: Scope) -> game.Event | None:
    what: Literal["enters", "leaves"] = "enters" if isinstance(node, tree.Enters) else "leaves"
    actor = _actor(c, node.who, scope, Type("card"))
    changed = node.zone
    owner_type: Type | None = None
    of: game.Selector | game.Fixed | None = None
    if changed.of is not None:
        value, inside, of = _owner(c, changed.of, scope)
        owner_type = value.type
        if inside is not None and of is None:
            c.report.add(Code.NO_EVENT, changed.of.span, "say whose zone it is: `player p` or a name")
    thing = _zone(c, changed, owner_type, scope)
    if thing is None:
        return None
    index: tuple[game.Expr, ...] = ()
    if changed.index is not None:
        if not thing.index:
            c.report.add(Code.WRONG_INDEX, changed.index.span, f"`{thing.name}` has no index")
        else:
            index = (expressions.typed(c, changed.index, scope, thing.index[0]),)
    if actor is None:
        return None
    kind = actor.var.type if isinstance(actor, game.Selector) else actor.value.type
    item = thing.type.item
    if item is not None and not alike(c.symbols, kind, item):
        c.report.add(
            Code.WRONG_CARDS,
            node.who.span,
            f"only {many(item)} lie in `{thing.name}`, so this never {what} it",
        )
        return None
    return game.Event(span=node.span, what=what, key=thing.key, actor=actor, index=index, of=of)


def _zone(c: Context, node: tree.Changed, owner: Type | None, scope: Scope) -> Thing | None:
    name = node.name.text
    if owner is not None and is_unknown(owner):
        return None
    thing: Thing | None = None
    if owner is not None and owner.base in ("card", "space"):
        found = [c.symbols.thing_of(kind, name) for kind in owner.names]
        thing = found[0] if found and all(one is found[0] for one in found) else None
    elif owner is None and scope.this is not None and scope.this.names:
        thing = c.symbols.thing_of(scope.this.names[0], name)
    thing = thing or c.symbols.things.get(name)
    if thing is None or thing.what != "zone":
        return _named(c, node.name, "zone")
    thing.used += 1
    if owner is not None and thing.owner is None:
        assert node.of is not None
        c.report.add(Code.OWNER_MISSING, node.of.span, f"`{name}` is nobody's zone")
        return None
    if owner is not None and thing.owner is not None and owner.base != thing.owner.base:
        assert node.of is not None
        c.report.add(
            Code.NOT_OF_THAT,
            node.of.span,
            f"`{name}` is that of {in_words(thing.owner)}, this is {in_words(owner)}",
        )
        return None
    return thing


def _does(c: Context, node: tree.Does, scope: Scope) -> game.Event | None:
    actor = _actor(c, node.who, scope, PLAYER)
    of: game.Selector | game.Fixed | None = None
    routine: Routine | None
    name = node.effect.text
    if node.of is not None:
        value, inside, of = _owner(c, node.of, scope)
        if inside is not None and of is None:
            c.report.add(Code.NO_EVENT, node.of.span, "say whose effect it is: a kind, a name or `this`")
        found = [c.symbols.routine_of(kind, name) for kind in value.type.names]
        routine = found[0] if found and all(one is found[0] for one in found) else None
        if routine is None and not is_unknown(value.type):
            owners = [one.name for one in c.symbols.kinds.values() if name in one.routines]
            hint = f"{have(owners)}" if owners else None
            c.report.add(
                Code.NOT_OF_THAT, node.effect.span, f"{in_words(value.type)} has no effect `{name}`", hint
            )
    else:
        routine = c.symbols.routines.get(name)
        if routine is None and not is_unknown(PLAYER):
            owners = [one.name for one in c.symbols.kinds.values() if name in one.routines]
            if owners:
                c.report.add(
                    Code.OWNER_MISSING,
                    node.effect.span,
                    f"`{name}` is an effect of {listed(owners)}; say of which",
                    f"`{name} of {owners[0]} x`",
                )
            else:
                hint = did_you_mean(name, c.symbols.routines)
                c.report.add(
                    Code.UNKNOWN_NAME,
                    node.effect.span,
                    f"there is no effect or action `{name}`",
                    hint,
                )
    params = _patterns(
        c, node.params, () if routine is None else routine.params, scope, node.effect, routine is None
    )
    if routine is None or actor is None:
        return None
    return game.Event(span=node.span, what="does", key=routine.key, actor=actor, params=params, of=of)


def _patterns(
    c: Context,
    nodes: tuple[tree.Param, ...],
    params: tuple[ParamInfo, ...],
    scope: Scope,
    name: tree.Name,
    lenient: bool,
) -> tuple[game.Selector, ...]:
    """What the parameters of an effect or event are called, and which they must be."""
    found = []
    if len(nodes) > len(params) and not lenient:
        span = nodes[len(params)].span.to(nodes[-1].span)
        c.report.add(
            Code.WRONG_ARGUMENTS,
            span,
            f"`{name.text}` has {things(len(params))} in brackets, this is one too many",
        )
    for number, node in enumerate(nodes):
        wanted = params[number].type if number < len(params) else None
        kind = selectors.noun_type(c, node.selector.noun)
        several = (
            wanted is not None and wanted.base == "list" and kind.base != "list" and not is_unknown(kind)
        )
        chosen = _bound_selector(c, node.selector, scope, several)
        whole = list_of(chosen.var.type) if several else chosen.var.type
        if wanted is not None and not is_unknown(whole) and not alike(c.symbols, whole, wanted):
            c.report.add(
                Code.WRONG_TYPE,
                node.span,
                f"`{params[number].name}` is {in_words(wanted)}, this is {in_words(whole)}",
            )
        if number < len(params):
            found.append(chosen)
    return tuple(found)


def _announced(c: Context, node: tree.Announced, scope: Scope) -> game.Event | None:
    info = c.symbols.events.get(node.event.text)
    if info is None:
        event_missing(c, node.event)
        _patterns(c, node.params, (), scope, node.event, True)
        return None
    info.listened = True
    params = _patterns(c, node.params, info.params, scope, node.event, False)
    return game.Event(span=node.span, what="announced", key=info.key, params=params)


def event_missing(c: Context, name: tree.Name) -> None:
    """Say that *name* is no event."""
    hint = did_you_mean(name.text, c.symbols.events) or f"declare it: `event {name.text}`"
    c.report.add(Code.UNKNOWN_NAME, name.span, f"there is no event `{name.text}`", hint)


# ----------------------------------------------------------------------------- rules and what lasts
