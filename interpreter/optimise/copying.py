"""Functions that are copied in where they are called."""

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.optimise.bodies import Body
from interpreter.optimise.fold import denied
from interpreter.optimise.known import Known
from interpreter.optimise.nodes import LOAD, STORE, calls, renamed

if TYPE_CHECKING:
    from interpreter.optimise.once import Once

ANSWER = "answer_"  # the local for the value of a function that is copied in
COPIED = 160  # nodes of a function that is copied in where it is called
VALUED = 700  # nodes of a function that is copied in where somebody has just answered


def alone(here: "Once", call: ast.Call, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
    """A call whose answer nobody asks for."""
    assert type(call.func) is ast.Name
    name = call.func.id
    args = [here.fold.value(a, known) for a in call.args]
    if name in here.rules.pure and not any(map(calls, args)):
        return []
    body = here.rules.bodies.get(name)
    if body is not None:
        cost = body.census.nodes
        if may_grow(here, cost) or cost <= 12:
            here.grown += cost
            copy_in(here, body, args, rest)
            return []
    call = ast.Call(ast.Name(name, LOAD), args, [])
    here.impure(call, known)
    name, args = here.rules.specialised(name, args) or (name, args)
    return [ast.Expr(ast.Call(ast.Name(name, LOAD), args, []))]


def may_grow(here: "Once", cost: int) -> bool:
    """Whether so many nodes more may be copied in."""
    return here.grown + cost <= here.most and cost <= (COPIED if here.answer is None else VALUED)


def answered(here: "Once", name: str, value: ast.expr, rest: list[ast.stmt]) -> bool:
    """Copies in the function whose value the local is set to, if that can be done."""
    match value:
        case ast.Call(func=ast.Name(id=called), args=args):
            body = here.rules.valued.get(called)
            if body is None or not fits(here, value):
                return False
            here.grown += body.census.nodes
            copy_in(here, body, args, rest, name)
            return True
        case ast.IfExp(test=test, body=ast.Call(func=ast.Name(id=called)) as call, orelse=ast.Constant() as other) if (
                called in here.rules.valued and not calls(test)):
            here.written[name] += 1
            yes, no = (ast.Assign([ast.Name(name, STORE)], y) for y in (call, other))
            rest.append(ast.If(test, [yes], [no]))
            return True
        case ast.IfExp(test=test, body=ast.Constant() as other, orelse=ast.Call() as call):
            return answered(here, name, ast.IfExp(denied(test), call, other), rest)
    return False


def fits(here: "Once", call: ast.Call) -> bool:
    """Whether the function whose value is asked for may still be copied in."""
    body = here.rules.valued.get(call.func.id) if type(call.func) is ast.Name else None
    return body is not None and may_grow(here, body.census.nodes)


def copy_in(here: "Once", body: Body, args: Sequence[ast.expr], rest: list[ast.stmt], target: str = "") -> None:
    """Copies in a function; *target*: the local that is set to its value."""
    here.rules.copies += 1
    number_ = here.rules.copies
    names: dict[str, ast.expr] = {}
    first: list[ast.stmt] = []
    reads = body.census.loaded
    for y, times in body.census.stored.items():
        if y == ANSWER:
            names[y] = ast.Name(target, LOAD)
            here.written[target] += times - 1
            continue
        names[y] = ast.Name(f"{y}_{number_}", LOAD)
        here.written[f"{y}_{number_}"], here.read[f"{y}_{number_}"] = times, reads[y]
    for param, arg in zip(body.params, args, strict=True):
        if type(arg) is ast.Constant or type(arg) is ast.Name and (here.steady(arg.id) or arg.id in "sw"):
            names[param] = arg
        else:
            new = f"{param}_{number_}"
            names[param] = ast.Name(new, LOAD)
            here.written[new], here.read[new] = 1, reads[param]
            first.append(ast.Assign([ast.Name(new, STORE)], arg))
    rest += [*first, *(renamed(y, names) for y in body.body)][::-1]
