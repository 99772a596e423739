"""Statements that change counters and variables."""

from rulelang import game, tree
from rulelang.check import counters, expressions
from rulelang.check.symbols import Context, Scope, notes
from rulelang.check.types import is_unknown
from rulelang.check.words import in_words
from rulelang.diagnostics import Code


def let(c: Context, node: tree.Let, scope: Scope) -> game.Stmt | None:
    value = expressions.expression(c, node.value, scope)
    var = c.var(node.name.text, value.type)
    c.bind(scope, node.name, var, let=True)
    return game.Let(**notes(node), var=var, value=value)


def set_(c: Context, node: tree.Set, scope: Scope) -> game.Stmt | None:
    target = expressions.expression(c, node.target, scope)
    if is_unknown(target.type):
        expressions.expression(c, node.value, scope)
        return None
    if isinstance(target, game.Local):
        bound = scope.find(target.var.name)
        if bound is None or not bound.let or bound.frame != scope.frame:
            c.report.add(
                Code.SET_REFUSED,
                node.target.span,
                f"`{target.var.name}` is a name for something, it cannot be set",
                "only what `let` introduced in the same rule can be set",
            )
        value = expressions.typed(c, node.value, scope, target.type)
        return game.Set(**notes(node), target=target, value=value)
    if not isinstance(target, game.Stored) or isinstance(target.of, game.Everyone):
        expressions.expression(c, node.value, scope, target.type)
        _set_refused(c, node.target, target)
        return None
    thing = c.symbols.thing(target.key)
    kind = target.type if thing is None else thing.type
    value = expressions.typed(c, node.value, scope, kind, _called(node.target))
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


def gain(c: Context, node: tree.Gain | tree.Lose, scope: Scope) -> game.Stmt | None:
    amount = expressions.number(c, node.amount, scope)
    target = counters.counter(c, node.who, node.name, node.index, scope, dice=node.dice)
    if target is None:
        return None
    return game.Gain(
        **notes(node), target=target, amount=amount, sign=1 if isinstance(node, tree.Gain) else -1
    )


def pay(c: Context, node: tree.Pay, scope: Scope) -> game.Stmt | None:
    amount = expressions.number(c, node.amount, scope)
    source = counters.counter(c, node.who, node.name, None, scope)
    to: game.Stored | None = None
    if node.to is not None:
        receiver = expressions.expression(c, node.to, scope)
        if isinstance(receiver, game.Stored) and receiver.type.base == "number":
            to = receiver
        elif receiver.type.base == "player":
            to = counters.counter(c, node.to, node.name, None, scope)
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
