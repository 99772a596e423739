"""What is put into locals and into slots of the state, and what is known of them from then on."""

import ast
from functools import partial
from typing import TYPE_CHECKING

from interpreter.optimise.answers import place_in
from interpreter.optimise.asked import worked_out_first
from interpreter.optimise.copying import answered, fits
from interpreter.optimise.forms import is_marks, is_options
from interpreter.optimise.known import Either, Known
from interpreter.optimise.nodes import LOAD, STATE, STORE, calls, number
from interpreter.optimise.setting import MACHINE
from interpreter.optimise.tables import tabled

if TYPE_CHECKING:
    from interpreter.optimise.once import Once


def set_local(here: "Once", x: ast.Assign, name: str, known: Known, rest: list[ast.stmt]) -> list[ast.stmt]:
    value = here.fold.value(x.value, known)
    if calls(value):
        if answered(here, name, value, rest):
            return []
        asked = worked_out_first(ast.Assign(x.targets, value), partial(fits, here), here.new_local)
        if asked is not None:
            rest += asked[::-1]
            return []
    once = here.written[name] == 1 and name not in here.params
    if here.timeless(value, turning=True):
        value = tabled(value, known, here.rules.tables, here.rules.own_tables, here.defined)
        if once:
            here.defined[name] = value
    if once and (type(value) is ast.Constant
                 or type(value) is ast.Name and here.steady(value.id) and value.id not in ("w",)):
        here.fold.alias[name] = value
        return []
    if calls(value):
        here.impure(value, known)
    elif once and here.timeless(value, reads=True):
        by, text = (known.made, ast.dump(value)) if here.timeless(value) else (known.read, here.reads(value))
        before = by.get(text)
        if before is not None:
            here.fold.alias[name] = ast.Name(before, LOAD)
            return []
        by[text] = name
    here.rules.growth.local(here.tree.name, name, value, known,
                            here.fold.span(value.right, known) if type(value) is ast.BinOp else None)
    zone, end = zone_of(here, value, known), here.rules.cards.end_of(value)
    known.forget(name)
    if zone is not None:
        known.zones[name] = zone
    if end is not None:
        known.ends[name] = end
    span = here.fold.span(value, known)
    if span is not None:
        known.spans[name] = span
    if once:
        tells(here, name, value, known)
    if once and type(value) is ast.Subscript and type(value.value) is ast.Name and value.value.id == STATE:
        slot = here.fold.slot(value.slice)
        if slot is not None and slot not in MACHINE:
            known.slots[slot] = ast.Name(name, LOAD)
    return [ast.Assign([ast.Name(name, STORE)], value)]


def zone_of(here: "Once", value: ast.expr, known: Known) -> int | None:
    """A zone of the declaration in which the card lies; None: that is not known, or it is no card."""
    if type(value) is ast.Name:
        return known.zones.get(value.id)
    zone = here.rules.cards.zone_of(value)
    return zone if zone is not None else known.zones.get(here.rules.cards.next_to(value) or "")


def tells(here: "Once", name: str, value: ast.expr, known: Known) -> None:
    """Notes of which condition a local tells that has this value."""
    match value:
        case ast.IfExp(test=test, body=body, orelse=ast.Constant(value=int() as otherwise)) if here.timeless(test):
            then = known.copy()
            then.narrow(test, True)
            span = here.fold.span(body, then)
            if span is not None and not span[0] <= otherwise <= span[1]:
                same = body.id if type(body) is ast.Name and here.steady(body.id) and here.steady(name) else ""
                known.either[name] = Either(test, span, otherwise, same)


def set_slot(here: "Once", x: ast.Assign, target: ast.Subscript, known: Known) -> list[ast.stmt]:
    value = here.fold.value(x.value, known)
    row = here.fold.value(target.value, known)
    at = here.fold.value(target.slice, known)
    if any(map(calls, (value, row, at))):
        here.impure(value, known)
    if type(row) is ast.Name and row.id == STATE:
        slot = here.fold.slot(at)
        if slot is not None and slot in known.slots:
            before = here.fold.value(known.slots[slot], known)
            if type(before) is type(value) and type(value) in (ast.Name, ast.Constant) and ast.dump(
                    before) == ast.dump(value):
                return []
        place = here.touched(slot, at, known)
        span = here.fold.span(value, known)
        here.rules.growth.slot(here.tree.name, slot, place, value, span)
        if slot is not None and slot[0] == "" and slot not in MACHINE and span is not None:
            known.spans[slot[1]] = span
        if slot is not None and (type(value) is ast.Constant or type(value) is ast.Name and here.steady(value.id)):
            known.slots[slot] = value
        elif slot is not None and slot not in MACHINE:
            # whoever reads it takes the local
            new = here.new_local()
            known.slots[slot] = ast.Name(new, LOAD)
            if span is not None:
                known.spans[new] = span
            tells(here, new, value, known)
            return [ast.Assign([ast.Name(new, STORE)], value), ast.Assign([ast.Subscript(row, at, STORE)], ast.Name(new, LOAD))]
    elif is_options(row):
        if not is_marks(row):
            here.put.append((place_in(at, here.rules.wide), here.fold.span(value, known)))
    else:
        known.changed()  # perhaps the same row by another name
    if type(value) is ast.Subscript and not calls(value) and ast.dump(value) == ast.dump(ast.Subscript(row, at, LOAD)):
        return []  # it is that already
    return [ast.Assign([ast.Subscript(row, at, STORE)], value)]


def changed(here: "Once", x: ast.AugAssign, known: Known) -> list[ast.stmt]:
    value = here.fold.value(x.value, known)
    if type(x.target) is ast.Name:
        name = x.target.id
        if calls(value):
            here.impure(value, known)
        here.rules.growth.local(here.tree.name, name, None, known, None)
        new = here.fold.binary(here.fold.value(ast.Name(name, LOAD), known), x.op, value)
        span = here.fold.span(new, known)
        known.forget(name)
        if span is not None:
            known.spans[name] = span
            if span[0] == span[1]:
                return [ast.Assign([ast.Name(name, STORE)], number(span[0]))]
        if type(new) is not ast.BinOp:
            return [ast.Assign([ast.Name(name, STORE)], new)]  # what was added to is 0
        return [ast.AugAssign(ast.Name(name, STORE), x.op, value)]
    assert type(x.target) is ast.Subscript
    row, at = here.fold.value(x.target.value, known), here.fold.value(x.target.slice, known)
    if any(map(calls, (value, row, at))):
        here.impure(value, known)
    if type(row) is ast.Name and row.id == STATE:
        here.rules.growth.slot(here.tree.name, None, here.touched(here.fold.slot(at), at, known), value, None)
    elif not is_options(row):
        known.changed()
    return [ast.AugAssign(ast.Subscript(row, at, STORE), x.op, value)]
