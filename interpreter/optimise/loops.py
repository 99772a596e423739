"""Loops, in a function that is made simpler: short ones are written out, and what is the same in all rounds stands before
them."""

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.optimise.budget import SMALL_COST, is_guard, paid_before, without_guard
from interpreter.optimise.forms import leaves, unbroken
from interpreter.optimise.hoist import Hoist, read_once
from interpreter.optimise.known import Known
from interpreter.optimise.nodes import (
    FRAME,
    LOAD,
    STATE,
    STORE,
    calls,
    constant,
    loads,
    mentions,
    number,
    renamed,
    size,
    stores,
    walk,
)
from interpreter.optimise.setting import MACHINE
from interpreter.optimise.spare import spare

if TYPE_CHECKING:
    from interpreter.optimise.once import Once

ROUNDS = 16  # a loop of so many rounds may be written out
WRITTEN = 640  # nodes that it may then have
PAID = 1000  # rounds that may be paid for beforehand


def circling(one: "Once", x: ast.While, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
    """A loop with a condition. *rest*: the statements behind it, the next one last."""
    if type(x.body[-1]) is ast.Break:
        once = without_guard(x.body[:-1])
        if not leaves(once):  # a single round
            rest.append(ast.If(x.test, once or [ast.Pass()], []))
            return []
    if is_guard(x.body[min(1, len(x.body) - 1)]) and one.rules.walks(x):
        x = ast.While(x.test, without_guard(x.body), [])
    if known.zones.get(one.rules.cards.goes_on(x) or "") in one.rules.cards.single:
        only = unbroken(without_guard(x.body))
        if only is not None:
            rest.append(ast.If(x.test, only or [ast.Pass()], []))
            return []
    first = taken_out(one, x.body, known)
    walks = one.rules.walks(x)
    card = x.test.left.id if walks else ""  # type: ignore[attr-defined]
    zone = known.zones.get(card)
    before = known.copy()
    one.leave_open(x.body, known)
    test = one.fold.truth(x.test, known)
    inner = known.copy()
    if walks:
        inner.spans[card] = one.rules.cards.ends
        if zone is not None:
            inner.zones[card] = zone
    inner.narrow(test, True)
    body = looped(one, x.body, inner, SMALL_COST + 1)
    first += same_in_all(one, body, before)
    one.leave_open(x.body, known)
    return [*first, ast.While(test, body or [ast.Pass()], [])]


def looped(one: "Once", body: Sequence[ast.stmt], known: Known, times: int) -> list[ast.stmt]:
    """The body of a loop that runs so many times."""
    one.turns *= times
    made = one.block(body, known)
    one.turns //= times
    return made


def same_in_all(one: "Once", body: list[ast.stmt], known: Known, target: str = "") -> list[ast.stmt]:
    """What is the same in all rounds of a loop with that body, taken out of it, if the loop changes nothing."""
    changed = one.changed_slots(body)
    if changed is None or changed - MACHINE:
        return []
    once = {name for name in stores(body) if one.written[name] == 1 and name not in one.params}
    out = Hoist(one.fold, one.rules.frames, once, one.new_local).before(body, known, target)
    read_once(body, one.new_local)
    return out


def taken_out(one: "Once", body: Sequence[ast.stmt], known: Known) -> list[ast.stmt]:
    """Before a loop with that body: slots that it reads and never sets become locals."""
    changed = one.changed_slots(body)
    if changed is None:
        return []
    inside = set(stores(body)) | one.turning
    out: list[ast.stmt] = []
    for statement in body:
        for x in walk(statement):
            if not (type(x) is ast.Subscript and type(x.ctx) is ast.Load and type(x.value) is ast.Name and x.value.id == STATE):
                continue
            slot = one.fold.slot(x.slice)
            if slot is not None:
                if slot[0] == "" and slot not in changed | MACHINE and slot not in known.slots:
                    new = one.new_local()
                    known.slots[slot] = ast.Name(new, LOAD)
                    span = one.fold.span(x, known)
                    if span is not None:
                        known.spans[new] = span
                    out.append(ast.Assign([ast.Name(new, STORE)], renamed(x, {})))
            elif not mentions(x, inside) and one.timeless(x, reads=True):
                read = one.fold.value(x, known)
                span = one.fold.span(read.slice, known) if type(read) is ast.Subscript else None
                if span is not None and span[0] >= 0 and span[1] < one.rules.frames and not any(
                        at == FRAME or span[0] <= v <= span[1] for at, v in changed):
                    new = one.new_local()
                    known.read[one.reads(read)] = new
                    span = one.fold.span(read, known)
                    if span is not None:
                        known.spans[new] = span
                    out.append(ast.Assign([ast.Name(new, STORE)], read))
    return out


def counted(one: "Once", x: ast.For, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
    """A loop over a range of numbers."""
    assert type(x.target) is ast.Name and type(x.iter) is ast.Call
    name = x.target.id
    bounds = [one.fold.value(a, known) for a in x.iter.args]
    fixed = [constant(b) for b in bounds]
    rounds: range | None = None
    if None not in fixed and not x.orelse:
        rounds = range(*fixed)  # type: ignore[arg-type]
        if len(rounds) == 0:
            return []
        if len(rounds) <= ROUNDS:
            body = without_guard(x.body)
            small = len(rounds) * size(body)
            if (small <= WRITTEN or len(rounds) == 1) and one.written[name] == 1:
                flag = flagged(one, name, body, rounds, known, rest)
                if flag is not None:
                    return flag
                single = unbroken(body) if len(rounds) == 1 else None
                if single is not None or not leaves(body):
                    write_out(one, name, body if single is None else single, rounds, rest)
                    return []
    first: list[ast.stmt] = []
    if rounds and len(rounds) <= PAID:
        first, x = paid_before(x, len(rounds))
    first += taken_out(one, x.body, known)
    before = known.copy()
    one.leave_open([x], known)
    one.rules.growth.local(one.tree.name, name, None, known, None)
    one.turning.add(name)
    inner = known.copy()
    if rounds:
        inner.spans[name] = min(rounds), max(rounds)
    body = looped(one, x.body, inner, SMALL_COST + 1 if rounds is None else len(rounds))
    first += same_in_all(one, body, before, name)
    one.leave_open([x], known)
    return [*first, ast.For(ast.Name(name, STORE), ast.Call(ast.Name("range", LOAD), bounds, []), body or [ast.Pass()], [])]


def over_list(one: "Once", x: ast.For, row: str, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
    """A loop over the members of a list, those too that come meanwhile."""
    assert type(x.target) is ast.Name
    first = taken_out(one, x.body, known)
    before = known.copy()
    one.leave_open([x], known)
    one.rules.growth.local(one.tree.name, x.target.id, None, known, None)
    one.turning.add(x.target.id)
    inner = known.copy()
    span = one.members.get(row)
    if span is not None:
        inner.spans[x.target.id] = span
    body = looped(one, x.body, inner, SMALL_COST + 1)
    one.leave_open([x], known)
    match body:
        case [ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=ast.Constant(value=1))]:
            # it counts them
            known.become(before)
            rest.append(ast.AugAssign(ast.Name(name, STORE), ast.Add(), ast.Call(
                ast.Name("len", LOAD), [ast.Name(row, LOAD)], [])))
            rest += first[::-1]
            return []
    first += same_in_all(one, body, before, x.target.id)
    return [*first, ast.For(ast.Name(x.target.id, STORE), ast.Name(row, LOAD), body or [ast.Pass()], [])]


def write_out(one: "Once", name: str, body: Sequence[ast.stmt], rounds: range, rest: list[ast.stmt]) -> None:
    """The rounds of a loop, one after the other; each has locals of its own."""
    new: list[ast.stmt] = []
    own = one.own(body)
    for i in rounds:
        names = one.round_names(own)
        new += [renamed(y, {**names, name: number(i)}) for y in body]
    # what is read of it after the loop
    if one.read[name] > sum(1 for y in loads(body) if y == name):
        one.written[name] = 2
        new.append(ast.Assign([ast.Name(name, STORE)], number(rounds[-1])))
    rest += new[::-1]


def flagged(one: "Once", name: str, body: Sequence[ast.stmt], rounds: range, known: Known,
            rest: list[ast.stmt]) -> list[ast.stmt] | None:
    """A loop that looks for something and then sets one local and stops is one condition."""
    if one.read[name] > sum(1 for y in loads(body) if y == name):
        return None
    conditions_: list[ast.expr] = []
    found: ast.stmt | None = None
    own = one.own(body)
    before, written = dict(one.fold.alias), one.written.copy()
    for i in rounds:
        names = one.round_names(own)
        made = one.block([renamed(y, {**names, name: number(i)}) for y in body], known.copy())
        spare(made, one.params, {y.id for y in names.values()})
        made = one.block(made, known.copy())
        if not made:
            continue
        if len(made) == 1 and type(made[0]) is ast.If and not made[0].orelse:
            test, then = made[0].test, made[0].body
        else:
            test, then = number(1), made
        match then:
            case [ast.Assign(targets=[ast.Name()], value=ast.Constant()) as set_it, ast.Break()]:
                pass
            case _:
                one.fold.alias, one.written = before, written
                return None
        if calls(test) or found is not None and ast.dump(found) != ast.dump(set_it):
            one.fold.alias, one.written = before, written
            return None
        found = set_it
        conditions_.append(test)
        if constant(test):
            break
    if found is None:
        return []
    test = one.fold.truth(ast.BoolOp(ast.Or(), conditions_) if len(conditions_) > 1 else conditions_[0], known)
    rest.append(ast.If(test, [found], []))
    return []
