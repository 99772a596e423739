"""Statements: what a rule does, line by line."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from rulelang import game, tree
from rulelang.check import calls, events, expressions, moves, phases, selectors
from rulelang.check.symbols import Context, Scope, notes
from rulelang.check.types import is_unknown
from rulelang.check.words import did_you_mean, in_words
from rulelang.diagnostics import Code

Made = game.Stmt | tuple[game.Stmt, ...] | None


def body(c: Context, nodes: Sequence[tree.Stmt], scope: Scope) -> game.Body:
    """The statements of a block; what they introduce is bound in a scope of their own."""
    return sequence(c, nodes, scope.child())


def sequence(c: Context, nodes: Sequence[tree.Stmt], scope: Scope) -> game.Body:
    """The statements, binding in *scope* itself."""
    found: list[game.Stmt] = []
    for node in nodes:
        made = statement(c, node, scope)
        if isinstance(made, tuple):
            found.extend(made)
        elif made is not None:
            found.append(made)
    return tuple(found)


def statement(c: Context, node: tree.Stmt, scope: Scope) -> Made:
    """One statement; None if it is wrong."""
    c.depth += 1
    try:
        if c.depth > expressions.DEEPEST:
            c.report.add(Code.NOT_FOLLOWED, node.span, "this is nested too deeply")
            return None
        return _handlers()[type(node)](c, node, scope)
    finally:
        c.depth -= 1


def _inside(scope: Scope) -> Scope:
    """The scope of a block inside a block: no phase may stand there."""
    return scope.child(phases=False)


# ---------------------------------------------------------------------------------------- changing things


def _let(c: Context, node: tree.Let, scope: Scope) -> Made:
    value = expressions.expression(c, node.value, scope)
    var = c.var(node.name.text, value.type)
    c.bind(scope, node.name, var, let=True)
    return game.Let(**notes(node), var=var, value=value)


def _set(c: Context, node: tree.Set, scope: Scope) -> Made:
    target = expressions.expression(c, node.target, scope)
    if is_unknown(target.type):
        expressions.expression(c, node.value, scope)
        return None
    kind = target.type
    if isinstance(target, game.Local):
        bound = scope.find(target.var.name)
        if bound is None or not bound.let or bound.frame != scope.frame:
            c.report.add(
                Code.SET_REFUSED,
                node.target.span,
                f"`{target.var.name}` is a name for something, it cannot be set",
                "only what `let` introduced in the same rule can be set",
            )
        value = expressions.typed(c, node.value, scope, kind)
        return game.Set(**notes(node), target=target, value=value)
    value = expressions.typed(c, node.value, scope, kind, _called(node.target))
    if not isinstance(target, game.Stored) or isinstance(target.of, game.Everyone):
        _set_refused(c, node.target, target)
        return None
    c.written.add(target.key)
    return game.Set(**notes(node), target=target, value=value)


def _called(node: tree.Expr) -> str | None:
    return f"`{node.name.text}`" if isinstance(node, tree.Ref) else None


def _set_refused(c: Context, node: tree.Expr, target: game.Expr) -> None:
    name = _called(node) or "this"
    message, hint = f"{name} cannot be set", "only counters and variables can be set"
    if isinstance(target, game.Stored):
        message, hint = "only one thing at a time can be set", "`for each player p: set ... of p to ...`"
    elif isinstance(target, game.Derived):
        message = f"{name} is derived from other things and cannot be set"
        hint = "set what it reads, or let it become something in a `while` or `until` block"
    elif isinstance(target, game.Printed):
        message, hint = (
            f"{name} is printed on the card and cannot be set",
            "declare a `counter` or `variable` of the kind",
        )
    elif isinstance(target, game.Param):
        message = f"{name} is a parameter, the same for the whole match"
    elif isinstance(target, game.ZoneOf):
        message, hint = f"{name} is a zone and cannot be set", "cards are moved: `move ... to ...`"
    c.report.add(Code.SET_REFUSED, node.span, message, hint)


def _gain(c: Context, node: tree.Gain | tree.Lose, scope: Scope) -> Made:
    amount = expressions.number(c, node.amount, scope)
    target = moves.counter(c, node.who, node.name, node.index, scope, dice=node.dice)
    if target is None:
        return None
    return game.Gain(
        **notes(node), target=target, amount=amount, sign=1 if isinstance(node, tree.Gain) else -1
    )


def _pay(c: Context, node: tree.Pay, scope: Scope) -> Made:
    amount = expressions.number(c, node.amount, scope)
    source = moves.counter(c, node.who, node.name, None, scope)
    to: game.Stored | None = None
    if node.to is not None:
        receiver = expressions.expression(c, node.to, scope)
        if isinstance(receiver, game.Stored) and receiver.type.base == "number":
            to = receiver
            c.written.add(receiver.key)
        elif receiver.type.base == "player":
            to = moves.counter(c, node.to, node.name, None, scope)
        elif not is_unknown(receiver.type):
            c.report.add(
                Code.WRONG_TYPE,
                node.to.span,
                f"a player or a counter is paid, this is {in_words(receiver.type)}",
                "what goes to the supply is just paid: leave out the `to`",
            )
    if source is None:
        return None
    return game.Pay(**notes(node), source=source, amount=amount, to=to)


# ------------------------------------------------------------------------------------------ doing things


def _announce(c: Context, node: tree.Announce, scope: Scope) -> Made:
    info = c.symbols.events.get(node.event.text)
    if info is None:
        for part in node.arguments:
            expressions.expression(c, part, scope)
        events.event_missing(c, node.event)
        return None
    info.used = True
    args = calls.arguments(c, info.params, node.arguments, scope, node.event, complete=True)
    return game.Announce(**notes(node), key=info.key, args=args)


def _do(c: Context, node: tree.Do, scope: Scope) -> Made:
    who = None if node.who is None else expressions.player(c, node.who, scope)
    effect = calls.effect_ref(c, node.effect, scope)
    c.blind = c.blind or effect is None
    return None if effect is None else game.Do(**notes(node), who=who, effect=effect)


def _may(c: Context, node: tree.May, scope: Scope) -> Made:
    who = expressions.player(c, node.who, scope)
    effect = calls.effect_ref(c, node.effect, scope)
    return None if effect is None else game.May(**notes(node), who=who, effect=effect)


def chooser(c: Context, node: tree.Expr, scope: Scope) -> game.Expr | None:
    """Who chooses; None: chance."""
    return None if isinstance(node, tree.Chance) else expressions.player(c, node, scope)


def _choose(c: Context, node: tree.Choose, scope: Scope) -> Made:
    who = chooser(c, node.who, scope)
    amount = selectors.how_many(c, node.how_many, scope)
    chosen, _ = selectors.selector(c, node.selector, scope, several=amount is not None, one=amount is None)
    selectors.bind_chosen(c, node.selector, chosen.var, scope, listed=amount is not None)
    return game.Choose(**notes(node), who=who, secretly=node.secretly, how_many=amount, selector=chosen)


def _choose_option(c: Context, node: tree.ChooseOption, scope: Scope) -> Made:
    who = chooser(c, node.who, scope)
    options = []
    seen: dict[str, tree.Text] = {}
    for option in node.options:
        inner = _inside(scope)
        if option.label.text in seen:
            c.report.add(
                Code.DECLARED_TWICE,
                option.label.span,
                f'two options are called "{option.label.text}"',
                also=((seen[option.label.text].span, "the other one"),),
            )
        seen.setdefault(option.label.text, option.label)
        c.labels.add(option.label.text)
        params = selectors.parameters(c, option.params, inner)
        for given, param in zip(option.params, params, strict=True):
            if given.selector.place is None and param.var.type.base in ("number", "list", "die"):
                c.report.add(Code.NO_PLACE, given.span, "this does not say among what")
        test = None if option.condition is None else expressions.condition(c, option.condition, scope)
        done = body(c, option.body, inner)
        options.append(
            game.Option(**notes(option), text=option.label.text, test=test, params=params, body=done)
        )
    return game.ChooseOption(**notes(node), who=who, options=tuple(options))


def _open(c: Context, node: tree.Open, scope: Scope) -> Made:
    info = c.symbols.windows.get(node.window.text)
    if info is None:
        for part in node.arguments:
            expressions.expression(c, part, scope)
        hint = did_you_mean(node.window.text, c.symbols.windows)
        c.report.add(Code.UNKNOWN_NAME, node.window.span, f"there is no window `{node.window.text}`", hint)
        return None
    info.used = True
    args = calls.arguments(c, info.params, node.arguments, scope, node.window, complete=True)
    return game.Open(**notes(node), key=info.key, args=args)


def _pause(c: Context, node: tree.Pause, scope: Scope) -> Made:
    return game.Pause(**notes(node), who=expressions.player(c, node.who, scope))


def _requires(c: Context, node: tree.Requires, scope: Scope) -> Made:
    test = expressions.condition(c, node.condition, scope)
    return game.Requires(**notes(node), test=test, reason=None if node.reason is None else node.reason.text)


def _cancel(c: Context, node: tree.Cancel, scope: Scope) -> Made:
    effect = calls.effect_ref(c, node.effect, scope, bare=True)
    return None if effect is None else game.Cancel(**notes(node), effect=effect)


def _take_over(c: Context, node: tree.TakeOver, scope: Scope) -> Made:
    who = expressions.player(c, node.who, scope)
    effect = calls.effect_ref(c, node.effect, scope, bare=True)
    return None if effect is None else game.TakeOver(**notes(node), who=who, effect=effect)


# ------------------------------------------------------------------------------------ jumps and endings


def _skip(c: Context, node: tree.Skip, scope: Scope) -> Made:
    if node.to.text not in c.symbols.phases:
        events.phase_missing(c, node.to, "one cannot skip to it")
        return None
    return game.Skip(**notes(node), phase=node.to.text)


def _end(c: Context, node: tree.End, scope: Scope) -> Made:
    name = node.what.text
    if name in c.symbols.windows:
        return game.EndOf(**notes(node), key=name, window=True)
    if name not in c.symbols.phases:
        events.phase_missing(c, node.what, "it cannot be ended", windows=True)
        return None
    return game.EndOf(**notes(node), key=name, window=False)


def _end_game(c: Context, node: tree.EndGame, scope: Scope) -> Made:
    return game.EndGame(**notes(node))


def _wins(c: Context, node: tree.Wins, scope: Scope) -> Made:
    c.wins = True
    return game.Wins(**notes(node), who=moves.audience(c, node.who, scope, nobody=True))


def _eliminate(c: Context, node: tree.Eliminate, scope: Scope) -> Made:
    who = expressions.player(c, node.who, scope)
    until = None
    if node.phase is not None:
        if node.phase.text in c.symbols.phases:
            until = node.phase.text
        else:
            events.phase_missing(c, node.phase)
    return game.Eliminate(**notes(node), who=who, until=until)


def _count_up(c: Context, node: tree.CountUp, scope: Scope) -> Made:
    name = node.tally.text
    if name not in c.symbols.tallies:
        c.report.add(
            Code.UNKNOWN_NAME,
            node.tally.span,
            f"there is no tally `{name}`",
            did_you_mean(name, c.symbols.tallies),
        )
        return None
    c.counted.add(name)
    return game.CountUp(**notes(node), key=name)


# --------------------------------------------------------------------------------------- order of doing


def _if(c: Context, node: tree.If, scope: Scope) -> Made:
    branches: list[tuple[game.Expr, game.Body]] = []
    otherwise: game.Body = ()
    for branch in node.branches:
        if branch.condition is None:
            otherwise = body(c, branch.body, _inside(scope))
        else:
            test = expressions.condition(c, branch.condition, scope)
            branches.append((test, body(c, branch.body, _inside(scope))))
    return game.If(**notes(node), branches=tuple(branches), otherwise=otherwise)


def _for_each(c: Context, node: tree.ForEach, scope: Scope) -> Made:
    chosen, inner = selectors.selector(c, node.selector, scope, one=True)
    inner = inner.child(phases=False)
    by: game.Expr | None = None
    order: Any = None
    if isinstance(node.order, tree.OrderedBy):
        order, by = "ordered by", expressions.player(c, node.order.who, scope)
    elif isinstance(node.order, tree.AtOnce):
        order = "at once"
        moves.choices_first(c, node, chosen.var)
    return game.ForEach(**notes(node), selector=chosen, order=order, by=by, body=body(c, node.body, inner))


def _repeat(c: Context, node: tree.Repeat, scope: Scope) -> Made:
    times = None if node.times is None else expressions.number(c, node.times, scope)
    until = None if node.until is None else expressions.condition(c, node.until, scope)
    return game.Repeat(**notes(node), times=times, until=until, body=body(c, node.body, _inside(scope)))


def _together(c: Context, node: tree.Together, scope: Scope) -> Made:
    inner = _inside(scope)
    return game.Together(**notes(node), body=body(c, node.body, inner))


def _lasting(c: Context, node: tree.Lasting, scope: Scope) -> Made:
    return events.lasting(c, node, scope)


def _phase(c: Context, node: tree.Phase, scope: Scope) -> Made:
    if not scope.phases:
        c.report.add(
            Code.PHASE_MISPLACED,
            node.name.span,
            "a phase stands only at the top or directly in another phase",
            "`skip to` leads to a phase from elsewhere",
        )
        phases.phase(c, node, scope, None)
        return None
    phases.phase(c, node, scope, scope.phase)
    return game.PhaseStmt(**notes(node), key=node.name.text)


@cache
def _handlers() -> dict[type, Callable[..., Made]]:
    return {
        tree.Let: _let,
        tree.Set: _set,
        tree.Gain: _gain,
        tree.Lose: _gain,
        tree.Pay: _pay,
        tree.Move: moves.move,
        tree.Draw: moves.draw,
        tree.Shuffle: moves.shuffle,
        tree.Roll: moves.roll,
        tree.Show: moves.show,
        tree.Announce: _announce,
        tree.Do: _do,
        tree.May: _may,
        tree.Choose: _choose,
        tree.Open: _open,
        tree.Pause: _pause,
        tree.Requires: _requires,
        tree.Cancel: _cancel,
        tree.TakeOver: _take_over,
        tree.Skip: _skip,
        tree.End: _end,
        tree.EndGame: _end_game,
        tree.Wins: _wins,
        tree.Eliminate: _eliminate,
        tree.CountUp: _count_up,
        tree.If: _if,
        tree.ForEach: _for_each,
        tree.Repeat: _repeat,
        tree.Together: _together,
        tree.Lasting: _lasting,
        tree.ChooseOption: _choose_option,
        tree.Phase: _phase,
    }
