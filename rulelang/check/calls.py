"""Effects that are done and what is given to them in brackets."""

from collections.abc import Sequence

from rulelang import game, tree
from rulelang.check import expressions, single
from rulelang.check.symbols import Context, ParamInfo, Routine, Scope
from rulelang.check.types import is_unknown
from rulelang.check.words import did_you_mean, have, in_words, listed, things
from rulelang.diagnostics import Code


def arguments(
    c: Context,
    params: Sequence[ParamInfo],
    given: Sequence[tree.Expr],
    scope: Scope,
    name: tree.Name,
    *,
    complete: bool,
) -> tuple[game.Expr, ...]:
    """What is given for *params*; unless ``complete``, the last ones that can be chosen may be left out, and it is tested when
    the time comes whether what is given may be chosen."""
    values: list[game.Expr] = []
    for number, node in enumerate(given):
        if number < len(params):
            values.append(expressions.typed(c, node, scope, params[number].type, tested=not complete))
        else:
            expressions.expression(c, node, scope)
    if len(given) > len(params):
        extra = given[len(params)].span.to(given[-1].span)
        message = f"`{name.text}` takes {things(len(params))} in brackets, this is one too many"
        c.report.add(Code.WRONG_ARGUMENTS, extra, message)
    missing = [one for one in params[len(given) :] if complete or not one.choosable]
    if missing:
        message = f"`{name.text}` needs {in_words(missing[0].type)}: `{missing[0].name}`"
        shown = ", ".join(one.name for one in params)
        c.report.add(Code.WRONG_ARGUMENTS, name.span, message, f"`{name.text}({shown})`")
    return tuple(values[: len(params)])


def effect_ref(
    c: Context, node: tree.EffectRef, scope: Scope, *, actions: bool = False, bare: bool = False
) -> game.EffectRef | None:
    """The effect that *node* names; None if there is no such effect.

    ``actions``: an action may be meant as well. ``bare``: it is spoken of as a whole, nothing in brackets.
    """
    name = node.name.text
    of = None if node.of is None else single.certain(c, expressions.expression(c, node.of, scope), scope)
    routine: Routine | None
    if of is not None:
        if is_unknown(of.type):
            _visit(c, node, scope)
            return None
        routine = _of(c, node, of)
    else:
        routine = c.symbols.routines.get(name)
        if routine is None and scope.this is not None and scope.this.names:
            routine = c.symbols.routine_of(scope.this.names[0], name)
            if routine is not None:
                of = game.This(span=node.name.span, type=scope.this)
        if routine is None:
            _unknown_effect(c, node)
    if routine is None:
        _visit(c, node, scope)
        return None
    routine.used = True
    if routine.what == "action" and not actions:
        c.report.add(
            Code.NOT_TO_BE_DONE,
            node.name.span,
            f"`{name}` is an action: players are offered it, rules cannot do it",
            "put what it does into an effect, and let the action do that",
        )
    if bare:
        if node.arguments:
            span = node.arguments[0].span.to(node.arguments[-1].span)
            c.report.add(
                Code.WRONG_ARGUMENTS, span, f"the waiting `{name}` is meant, with the targets that it has"
            )
            _visit(c, node, scope)
        return game.EffectRef(span=node.span, key=routine.key, of=of)
    args = arguments(c, routine.params, node.arguments, scope, node.name, complete=False)
    return game.EffectRef(span=node.span, key=routine.key, args=args, of=of)


def _visit(c: Context, node: tree.EffectRef, scope: Scope) -> None:
    for part in node.arguments:
        expressions.expression(c, part, scope)


def _of(c: Context, node: tree.EffectRef, of: game.Expr) -> Routine | None:
    name, kind = node.name.text, of.type
    found = [c.symbols.routine_of(one, name) for one in kind.names] if kind.base in ("card", "space") else []
    if found and found[0] is not None and all(one is found[0] for one in found):
        return found[0]
    owners = [one.name for one in c.symbols.kinds.values() if name in one.routines]
    assert node.of is not None
    if kind.base in ("card", "space") and owners:
        message = f"not every {in_words(kind).split(' ', 1)[1]} has the effect `{name}`"
        hint = f"say which kind is meant, `{owners[0]} x`: {have(owners)}"
        c.report.add(Code.NOT_OF_THAT, node.name.span, message, hint)
    elif name in c.symbols.routines:
        c.report.add(
            Code.OWNER_MISSING,
            node.of.span,
            f"`{name}` is an effect of the whole game",
            f"what it is done with stands in brackets: `{name}(...)`",
        )
    else:
        names = [one for kind_ in c.symbols.kinds.values() for one in kind_.routines]
        c.report.add(
            Code.NOT_OF_THAT,
            node.name.span,
            f"{in_words(kind)} has no effect `{name}`",
            did_you_mean(name, names),
        )
    return None


def _unknown_effect(c: Context, node: tree.EffectRef) -> None:
    name = node.name.text
    owners = [one.name for one in c.symbols.kinds.values() if name in one.routines]
    if owners:
        c.report.add(
            Code.OWNER_MISSING,
            node.name.span,
            f"`{name}` is an effect of {listed(owners)}; say of which",
            f"`{name} of x`",
        )
    elif name in c.symbols.things:
        what = c.symbols.things[name].what
        c.report.add(Code.NOT_TO_BE_DONE, node.name.span, f"`{name}` is a {what}, it cannot be done")
    elif name in c.symbols.windows:
        c.report.add(Code.NOT_TO_BE_DONE, node.name.span, f"`{name}` is a window", f"`open {name}`")
    elif name in c.symbols.events:
        c.report.add(Code.NOT_TO_BE_DONE, node.name.span, f"`{name}` is an event", f"`announce {name}`")
    elif name in c.symbols.phases:
        c.report.add(Code.NOT_TO_BE_DONE, node.name.span, f"`{name}` is a phase", f"`skip to {name}`")
    else:
        hint = did_you_mean(name, c.symbols.routines)
        c.report.add(Code.UNKNOWN_NAME, node.name.span, f"there is no effect `{name}`", hint)
