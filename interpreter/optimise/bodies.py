"""Functions as they may stand where they are called: one value, or what is done up to the end."""

import ast
from collections.abc import Callable, Sequence

from attrs import field, frozen

from interpreter.optimise.fold import denied
from interpreter.optimise.nodes import (
    STORE,
    Census,
    calls,
    census,
    ends,
    returns,
    stores,
    walk,
)


@frozen
class Body:
    """A function that may be copied in: its parameters, and what it does up to its end, which is never altered."""

    params: tuple[str, ...]
    body: tuple[ast.stmt, ...]
    census: Census = field(init=False)

    @census.default
    def _census(self) -> Census:
        return census(self.body)


def one_value(body: Sequence[ast.stmt]) -> ast.expr | None:
    """What it returns, as one expression, if it does nothing else."""
    if not body:
        return None
    first, rest = body[0], list(body[1:])
    match first:
        case ast.Return(value=value):
            return value
        case ast.If(test=test, body=yes, orelse=no):
            if ends(yes):
                a, b = one_value(yes), one_value([*no, *rest])
            elif ends(no):
                a, b = one_value([*yes, *rest]), one_value(no)
            else:
                return None
            return None if a is None or b is None else ast.IfExp(test, a, b)
    return None


def followed(x: ast.If, rest: Sequence[ast.stmt],
             without: Callable[[Sequence[ast.stmt]], list[ast.stmt] | None]) -> list[ast.stmt] | None:
    """A choice of which one branch ends, with what comes after it put into the other one, both without whatever ends them;
    None: that cannot be done."""
    yes, no = list(x.body), list(x.orelse)
    if ends(yes):
        no += rest
    elif ends(no):
        yes += rest
    else:
        return None
    a, b = without(yes), without(no)
    if a is None or b is None:
        return None
    if a:
        return [ast.If(x.test, a, b)]
    return [ast.If(denied(x.test), b, [])] if b else []


def without_returns(body: Sequence[ast.stmt]) -> list[ast.stmt] | None:
    """The same for somebody who does not ask what it returns; None if it stops in the middle of a loop."""
    out: list[ast.stmt] = []
    for i, x in enumerate(body):
        if type(x) is ast.Return:
            if x.value is not None and calls(x.value):
                return None
            return out
        if type(x) is ast.If and returns(x):
            rest = followed(x, body[i + 1 :], without_returns)
            return None if rest is None else out + rest
        if returns(x):
            return None
        out.append(x)
    return out


def setting(body: Sequence[ast.stmt], name: str, again: ast.expr | None = None) -> list[ast.stmt] | None:
    """The same, with that local set to what it would return; None if it stops in the middle of a loop. *again*: what calls
    the function itself."""
    out: list[ast.stmt] = []
    for i, x in enumerate(body):
        if type(x) is ast.Return:
            return None if x.value is None else [*out, ast.Assign([ast.Name(name, STORE)], x.value)]
        if type(x) is ast.If and returns(x):
            rest = followed(x, body[i + 1 :], lambda y: setting(y, name, again))
            return None if rest is None else out + rest
        if returns(x):
            done = tries(body[i:])
            if done is None or again is None:
                return None
            *first, answer = done.body
            assert type(answer) is ast.If and type(answer.body[0]) is ast.Return and answer.body[0].value is not None
            found, other = (ast.Assign([ast.Name(name, STORE)], y) for y in (answer.body[0].value, again))
            return [*out, *first, ast.If(answer.test, [found], [other])]
        out.append(x)
    return None


def tries(body: Sequence[ast.stmt]) -> ast.While | None:
    """A loop that tries something until it has come to an answer, if there is nothing else; each time it begins anew."""
    match body:
        case [ast.While(test=ast.Constant(value=1), body=[
                *first, ast.If(body=[ast.Return(value=ast.expr())], orelse=[]) as last]) as loop, ast.Return()]:
            pass
        case _:
            return None
    known: set[str] = set()
    inside = set(stores([loop]))
    for x in [*first, last]:
        if type(x) is not ast.Assign and x is not last:
            return None
        heads = [x.test, x.body[0]] if type(x) is ast.If else [x]
        read = {y.id for head in heads for y in walk(head) if type(y) is ast.Name and type(y.ctx) is ast.Load}
        if read & inside - known:
            return None
        known |= set(stores([x]))
    return loop


def only_tries(body: Sequence[ast.stmt]) -> bool:
    """Whether a function tries something until it has come to an answer, so that it may be called when that was in vain once;
    before it tries, it only tests whether there is anything to do."""
    for x in body[:-2]:
        match x:
            case ast.If(test=test, body=[ast.Return(value=ast.Constant())], orelse=[]) if not calls(test):
                pass
            case _:
                return False
    return tries(body[-2:]) is not None
