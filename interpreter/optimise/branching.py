"""Branches: what is known on either side of a condition, and after both."""

import ast
from functools import partial
from typing import TYPE_CHECKING

from interpreter.optimise.asked import asked_first
from interpreter.optimise.copying import fits
from interpreter.optimise.fold import denied
from interpreter.optimise.forms import conditions, is_settling
from interpreter.optimise.known import Known
from interpreter.optimise.nodes import STORE, calls, constant, ends

if TYPE_CHECKING:
    from interpreter.optimise.once import Once


def branches(here: "Once", x: ast.If, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
    test = here.fold.truth(x.test, known)
    v = constant(test)
    if v is not None:
        rest += (x.body if v else x.orelse)[::-1]
        return []
    if calls(test):
        before = asked_first(ast.If(test, x.body, x.orelse), partial(fits, here), here.new_local)
        if before is not None:
            rest += before[::-1]
            return []
        here.impure(test, known)
    settled = here.reads(test) if is_settling(x) and here.timeless(test, reads=True, turning=True) else None
    if settled in known.done or settled is not None and done_before(here, settled, known):
        return []
    other, told = known.copy(), known.either.copy()
    known.narrow(test, True)
    other.narrow(test, False)
    if not calls(test):
        equals(here, test, known)
    yes = here.block(x.body, known)
    no = here.block(x.orelse, other)
    if ends(yes) and not ends(no):
        known.become(other)
    elif not ends(no):
        known.meet(other)
        known.either.update(told)  # it hangs on what never changes
    if settled is not None:
        known.done.add(settled)
        *others, mixed = conditions(test)
        if others and all(here.timeless(one) for one in others):
            here.seen_to.setdefault(here.reads(mixed), []).append((settled, others))
    if not yes and not no:
        return [ast.If(test, [ast.Pass()], [])] if calls(test) else []
    if not yes:
        return [ast.If(denied(test), no, [])]
    match yes, no:
        case ([ast.Assign(targets=[ast.Name(id=a)], value=one)], [ast.Assign(targets=[ast.Name(id=b)], value=two)]) if a == b:
            here.written[a] -= 1
            return [ast.Assign([ast.Name(a, STORE)], ast.IfExp(test, one, two))]
    if len(yes) == 1 and not no and type(yes[0]) is ast.If and not yes[0].orelse:
        inner = yes[0]
        return [ast.If(ast.BoolOp(ast.And(), [*conditions(test), *conditions(inner.test)]), inner.body, [])]
    return [ast.If(test, yes, no)]


def done_before(here: "Once", settled: str, known: Known) -> bool:
    """Whether a card that is settled if it is mixed has been seen to before, where something else held that holds here too."""
    return any(text in known.done and all(constant(here.fold.truth(one, known)) == 1 for one in others)
               for text, others in here.seen_to.get(settled, ()))


def equals(here: "Once", test: ast.expr, known: Known) -> None:
    """Where that condition holds, what is read in it may be the same as a local."""
    for one in conditions(test):
        match one:
            case ast.Compare(left=ast.Subscript() as read, ops=[ast.Eq()], comparators=[ast.Name(id=name)]) if (
                    here.steady(name) and type(read.slice) is not ast.Constant
                    and here.timeless(read, reads=True, turning=True)):
                known.read.setdefault(here.reads(read), name)
