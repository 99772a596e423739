"""Rules that answer events, and what lasts while something holds or until something happens."""

from typing import Literal

from rulelang import game, tree
from rulelang.check import events, expressions, references, selectors, statements
from rulelang.check.symbols import Context, Scope
from rulelang.check.types import is_unknown
from rulelang.check.walk import nodes
from rulelang.check.words import did_you_mean, listed
from rulelang.diagnostics import Code
from rulelang.source import Span

_TIMES: dict[tree.TriggerWord, Literal["when", "before", "instead"]] = {
    tree.TriggerWord.WHEN: "when",
    tree.TriggerWord.BEFORE: "before",
    tree.TriggerWord.INSTEAD: "instead",
}


def trigger(
    c: Context,
    node: tree.Trigger,
    scope: Scope,
    name: str | None = None,
    docs: tuple[str, ...] = (),
    cites: tuple[str, ...] = (),
) -> game.Trigger | None:
    """A rule: what it answers, when, and what it does."""
    inner = scope.child(
        you="maybe", frame=c.frame(), phases=False, place="rule" if scope.place != "card" else "card"
    )
    answered = events.event(c, node.event, inner)
    test = None if node.condition is None else expressions.condition(c, node.condition, inner)
    body = statements.body(c, node.body, inner)
    if answered is None:
        return None
    return game.Trigger(
        span=node.span,
        name=name,
        time=_TIMES[node.word],
        event=answered,
        test=test,
        body=body,
        docs=docs or node.docs,
        cites=cites or tuple(cite.id for cite in node.cites),
    )


def modifier(c: Context, node: tree.Modifier, scope: Scope) -> game.Modifier | None:
    """`v becomes E`"""
    each: game.Selector | None = None
    inner = scope
    if isinstance(node.target, tree.EachRef):
        each, inner = selectors.selector(c, node.target.selector, scope, one=True)
        owner = game.Local(span=node.target.selector.span, type=each.var.type, var=each.var)
        placeholder: tree.Expr = tree.Nothing(span=node.target.selector.span)
        ref: tree.Ref | tree.Call
        if node.target.arguments:
            ref = tree.Call(node.target.name, node.target.arguments, placeholder, span=node.target.span)
        else:
            ref = tree.Ref(node.target.name, node.target.index, placeholder, span=node.target.span)
        target = references.of_owner(c, ref, inner, owner)
        name = node.target.name
    else:
        target = expressions.expression(c, node.target, scope)
        name = (
            node.target.name
            if isinstance(node.target, tree.Ref | tree.Call)
            else tree.Name("", span=node.target.span)
        )
    if isinstance(target, game.Derived):
        thing = c.symbols.thing(target.key)
        if thing is not None:
            thing.used -= 1  # what becomes something is not read thereby
    elif not is_unknown(target.type):
        _becomes_refused(c, node.target.span, name.text, target)
    inside = inner.child(
        so_far=target.type, read_so_far=[], place="modifier" if scope.place != "card" else "card"
    )
    if is_unknown(target.type):
        value = expressions.expression(c, node.value, inside)
    else:
        value = expressions.typed(c, node.value, inside, target.type)
    if not isinstance(target, game.Derived):
        return None
    _layer(c, node, target)
    return game.Modifier(
        span=node.span,
        target=target,
        each=each,
        value=value,
        sets=not inside.read_so_far,
        layer=None if node.layer is None else node.layer.text,
        cites=tuple(cite.id for cite in node.cites),
    )


def _becomes_refused(c: Context, span: Span, name: str, target: game.Expr) -> None:
    what = "no `value`"
    hint = "only what is declared with `value` becomes something while a card lies there"
    if isinstance(target, game.Stored):
        what, hint = (
            "kept as it was set",
            f"`set {name} ... to ...` changes it; or declare a `value` that reads it, and let that become something",
        )
    elif isinstance(target, game.Printed):
        what, hint = "printed on the card", f"declare a `value` that starts as `{name} of ...`"
    elif isinstance(target, game.Param):
        what, hint = "a parameter", "declare a `value` that starts as the parameter"
    called = f"`{name}`" if name else "this"
    c.report.add(Code.BECOMES_REFUSED, span, f"{called} is {what} and cannot become something else", hint)


def _layer(c: Context, node: tree.Modifier, target: game.Derived) -> None:
    thing = c.symbols.thing(target.key)
    layers = () if thing is None else thing.layers
    if node.layer is None:
        if layers:
            c.report.add(
                Code.WRONG_LAYER,
                node.span,
                f"`{target.key}` has layers, this does not say which",
                f"`, layer {layers[0]}`; the layers are {listed(layers)}",
            )
    elif node.layer.text not in layers:
        hint = (
            did_you_mean(node.layer.text, layers)
            if layers
            else f"`layers {node.layer.text}` at the value declares it"
        )
        c.report.add(
            Code.WRONG_LAYER, node.layer.span, f"`{target.key}` has no layer `{node.layer.text}`", hint
        )


def lasting(c: Context, node: tree.Lasting, scope: Scope, **notes: object) -> tuple[game.Lasting, ...]:
    """A `while` or `until` block; one for each set of phases that its actions name."""
    inner = scope.child(frame=c.frame(), phases=False)
    test: game.Expr | None = None
    until: game.Event | None = None
    zones: tuple[str, ...] = ()
    if isinstance(node.span_of_time, tree.Until):
        if scope.place == "card":
            c.report.add(
                Code.MISPLACED,
                node.span_of_time.span,
                "`until` begins when something is done",
                "in a card's text: `while`",
            )
        until = events.event(c, node.span_of_time.event, inner.child())
    else:
        test = expressions.condition(c, node.span_of_time.condition, inner)
        zones = _zones_of(test)
        if scope.place == "card":
            _needs_zone(c, node.span_of_time, test, scope)
        else:
            c.report.add(
                Code.MISPLACED,
                node.span_of_time.span,
                "`while` stands in the text of a kind, a card or a trait",
                "what a statement begins lasts `until` something happens",
            )
    modifiers: list[game.Modifier] = []
    rules: list[game.Trigger] = []
    anytimes: list[tuple[tuple[str, ...], tuple[game.Action, ...]]] = []
    for item in node.items:
        if isinstance(item, tree.Modifier):
            changed = modifier(c, item, inner)
            if changed is not None:
                modifiers.append(changed)
        elif isinstance(item, tree.Trigger):
            rule = trigger(c, item, inner)
            if rule is not None:
                rules.append(rule)
        else:
            anytimes.append(anytime(c, item, inner))
    if (test is None or is_unknown(test.type)) and until is None:
        return ()
    first, *others = anytimes or [((), ())]
    found = [
        game.Lasting(
            span=node.span,
            test=test,
            zones=zones,
            until=until,
            modifiers=tuple(modifiers),
            rules=tuple(rules),
            actions=first[1],
            during=first[0],
            docs=node.docs,
            cites=tuple(cite.id for cite in node.cites),
        )
    ]
    found += [
        game.Lasting(span=node.span, test=test, zones=zones, until=until, actions=actions, during=during)
        for during, actions in others
    ]
    return tuple(found)


def of_spaces(c: Context, node: tree.Anytime, scope: Scope) -> game.Lasting:
    """What spaces of a kind always offer: a block without a condition."""
    during, actions = anytime(c, node, scope.child(frame=c.frame(), phases=False))
    return game.Lasting(span=node.span, actions=actions, during=during)


def _zones_of(test: game.Expr) -> tuple[str, ...]:
    """The zones of `this is in ...`, when that is all that *test* says."""
    parts = test.parts if isinstance(test, game.Or) else (test,)
    keys: list[str] = []
    for part in parts:
        found = _where_this_is(part)
        if found is None:
            return ()
        keys.extend(found)
    return tuple(keys)


def _where_this_is(test: game.Expr) -> list[str] | None:
    """The keys of whole zones that `this is in ...` names; None if it says something else."""
    if not (isinstance(test, game.IsIn) and isinstance(test.part, game.This)):
        return None
    places = test.place.parts if isinstance(test.place, game.Concat) else (test.place,)
    keys = []
    for place in places:
        whole = isinstance(place, game.ZoneOf) and not place.index
        if not (whole and isinstance(place, game.ZoneOf) and isinstance(place.of, game.Everyone | None)):
            return None
        keys.append(place.key)
    return keys


def says_where(test: game.Expr) -> bool:
    """Whether the test can hold only while `this` lies in some zone that it names."""
    if isinstance(test, game.And):
        return any(says_where(part) for part in test.parts)
    if isinstance(test, game.Or):
        return all(says_where(part) for part in test.parts)
    if isinstance(test, game.IsIn) and isinstance(test.part, game.This):
        places = test.place.parts if isinstance(test.place, game.Concat) else (test.place,)
        return all(isinstance(place, game.ZoneOf) for place in places)
    return False


def _needs_zone(c: Context, node: tree.While, test: game.Expr, scope: Scope) -> None:
    if scope.this is None or scope.this.base == "space" or is_unknown(test.type) or says_where(test):
        return
    if any(is_unknown(one.type) for one in nodes(test) if isinstance(one, game.Expr)):
        return
    c.report.add(
        Code.NO_ZONE_SAID,
        node.condition.span,
        "this does not say where the card must lie",
        "`while this is in ZONE and ...:`",
    )


def anytime(c: Context, node: tree.Anytime, scope: Scope) -> tuple[tuple[str, ...], tuple[game.Action, ...]]:
    """The phases and actions of an `anytime` block."""
    during = []
    for name in node.phases:
        if name.text in c.symbols.phases:
            during.append(name.text)
        else:
            events.phase_missing(c, name)
    return tuple(during), tuple(action(c, one, scope) for one in node.actions)


def action(c: Context, node: tree.Action, scope: Scope) -> game.Action:
    """An action that players are offered."""
    inner = scope.child(you="yes", frame=c.frame(), phases=False, place="effect")
    params = selectors.parameters(c, node.params, inner)
    body = statements.body(c, node.body, inner)
    kind = scope.this.names[0] if scope.this is not None and scope.this.names else None
    return game.Action(
        span=node.name.span,
        key=node.name.text,
        params=params,
        body=body,
        kind=kind,
        docs=node.docs,
        cites=tuple(cite.id for cite in node.cites),
    )
