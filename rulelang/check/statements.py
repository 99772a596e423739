"""Statements: what a rule does, line by line."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from rulelang import game, tree
from rulelang.check import atonce, calls, events, expressions, lasting, moves, phases, selectors, stores
from rulelang.check.symbols import Context, Scope, notes
from rulelang.check.words import did_you_mean
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
        atonce.choices_first(c, node, chosen.var)
    return game.ForEach(**notes(node), selector=chosen, order=order, by=by, body=body(c, node.body, inner))


def _repeat(c: Context, node: tree.Repeat, scope: Scope) -> Made:
    times = None if node.times is None else expressions.number(c, node.times, scope)
    until = None if node.until is None else expressions.condition(c, node.until, scope)
    return game.Repeat(**notes(node), times=times, until=until, body=body(c, node.body, _inside(scope)))


def _together(c: Context, node: tree.Together, scope: Scope) -> Made:
    inner = _inside(scope)
    return game.Together(**notes(node), body=body(c, node.body, inner))


def _lasting(c: Context, node: tree.Lasting, scope: Scope) -> Made:
    return lasting.lasting(c, node, scope)


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
        tree.Let: stores.let,
        tree.Set: stores.set_,
        tree.Gain: stores.gain,
        tree.Lose: stores.gain,
        tree.Pay: stores.pay,
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
