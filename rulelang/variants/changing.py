"""One change made: set, remove, replace, add."""

from typing import cast

import attrs

from rulelang import tree
from rulelang.diagnostics import Code, Diagnostic
from rulelang.program import Program
from rulelang.sorts import SORTS
from rulelang.variants.finding import (
    Declaration,
    Row,
    Target,
    article_of,
    candidates,
    find_target,
    key_of,
    said_key,
    span_of_key,
    span_of_target,
    spliced,
    written,
)
from rulelang.variants.touching import removed_key
from rulelang.walk import rebuilt


def set_parameter(program: Program, change: tree.SetParameter) -> Program | Diagnostic:
    found = find_target(program, ("parameter", change.name.text), change.name.span, "set")
    if isinstance(found, Diagnostic):
        return found
    old = found[0]
    assert isinstance(old, tree.Parameter)
    new = attrs.evolve(
        old, value=change.value, docs=(*old.docs, *change.docs), cites=(*old.cites, *change.cites)
    )
    return attrs.evolve(program, declarations=spliced(program.declarations, old, (new,)))


def removed(program: Program, change: tree.Remove) -> Program | Diagnostic:
    quoted = isinstance(change.thing, tree.Text)
    if quoted != (change.what in (tree.Removable.CARD, tree.Removable.TOKEN)):
        message = f"the name of a {change.what.value} stands {'without' if quoted else 'in'} quotation marks"
        name = change.thing.text if quoted else f'"{change.thing.text}"'
        hint = f"write `remove {change.what.value} {name}`"
        return Diagnostic(Code.MISPLACED_CHANGE, message, change.thing.span, hint)
    found = find_target(program, removed_key(change), change.thing.span, "remove")
    if isinstance(found, Diagnostic):
        return found
    return _without(program, found, ())


def _without(program: Program, targets: list[Target], new: tuple[tree.Node, ...]) -> Program:
    """The program with *new* in the place of the first target and without the others."""
    for target in targets:
        put = new
        if isinstance(target, Row):
            # A card of a table gets a declaration of its own, behind that of the table.
            program = _without_row(program, target)
            spot: tree.Node = target.declaration
            put = (spot, *new)
        else:
            spot = target
        if put != (spot,):
            program = attrs.evolve(program, declarations=_tidy(spliced(program.declarations, spot, put)))
        new = ()
    return program


def _without_row(program: Program, row: Row) -> Program:
    table = program.tables[row.path]
    kept = tuple(cells for cells in table.rows if not any(cell is row.cell for cell in cells))
    return attrs.evolve(program, tables={**program.tables, row.path: attrs.evolve(table, rows=kept)})


def _tidy(declarations: tuple[tree.Decl, ...]) -> tuple[tree.Decl, ...]:
    """Without `anytime` blocks whose last action is gone."""

    def changed(item: tuple[object, ...] | tree.Node) -> object:
        if isinstance(item, tuple) and any(
            isinstance(part, tree.Anytime) and not part.actions for part in item
        ):
            return tuple(part for part in item if not (isinstance(part, tree.Anytime) and not part.actions))
        return item

    return cast(tuple[tree.Decl, ...], rebuilt(declarations, changed))


def replaced(program: Program, change: tree.Replace) -> Program | Diagnostic:
    new = change.new
    if isinstance(new, tree.Catalogue):
        return program  # whoever reads the files has read this one instead
    if isinstance(new, tree.Include | tree.Example):
        sort = SORTS[type(new)]
        message = f"{article_of(sort)} cannot be replaced"
        hint = "a variant has its own examples: say `add example ...`" if sort == "example" else "replace what is in it"
        return Diagnostic(Code.MISPLACED_CHANGE, message, new.span, hint)
    found = find_target(program, key_of(new), span_of_key(new), "replace")
    return found if isinstance(found, Diagnostic) else _without(program, found, (new,))


def added(program: Program, change: tree.Add) -> Program | Diagnostic:
    new = change.new
    if isinstance(new, tree.Catalogue):
        return program  # as in `replaced`
    if isinstance(new, tree.Action) and change.place is not tree.PlaceWord.IN:
        hint = f"write `in WINDOW add action {new.name.text} ...`"
        return Diagnostic(Code.MISPLACED_CHANGE, "an action is added in a window", new.name.span, hint)
    if change.place is not None and not isinstance(new, tree.Phase | tree.Action):
        message = f"{article_of(SORTS[type(new)])} is added without a place"
        hint = f"leave out `{change.place.value} {change.anchor.text if change.anchor else ''}`"
        return Diagnostic(Code.MISPLACED_CHANGE, message, span_of_key(new), hint)
    there = _already(program, new)
    if there is not None:
        return there
    if change.place is None or change.anchor is None:
        assert not isinstance(new, tree.Action)
        return attrs.evolve(program, declarations=(*program.declarations, new))
    sort = "window" if change.place is tree.PlaceWord.IN else "phase"
    if isinstance(new, tree.Phase) and sort == "window":
        message = "a phase is added `after` or `before` another"
        return Diagnostic(Code.MISPLACED_CHANGE, message, change.anchor.span)
    found = find_target(program, (sort, change.anchor.text), change.anchor.span, change.place.value)
    if isinstance(found, Diagnostic):
        return found
    spot = found[0]
    assert isinstance(spot, tree.Node)
    put: tuple[tree.Node, ...]
    if isinstance(spot, tree.Window):
        assert isinstance(new, tree.Action)
        for item in spot.items:
            if isinstance(item, tree.Action) and item.name.text == new.name.text:
                message = f"the window `{spot.name.text}` has an action `{new.name.text}` already"
                hint = f"take another name, or say `replace action {new.name.text} ...`"
                return Diagnostic(
                    Code.ALREADY_IN_BASE, message, new.name.span, hint, ((item.name.span, "here"),)
                )
        put = (attrs.evolve(spot, items=(*spot.items, new)),)
    else:
        put = (spot, new) if change.place is tree.PlaceWord.AFTER else (new, spot)
    return attrs.evolve(program, declarations=spliced(program.declarations, spot, put))


def _already(program: Program, new: Declaration) -> Diagnostic | None:
    """A diagnostic if the base has something of this sort and name."""
    key = key_of(new)
    if key[0] in ("cards", "refill", "anytime", "include", "action"):
        return None  # there may be several
    for text, target in candidates(program, key[0]):
        if text == key[1]:
            message = f"the base has {'' if not key[1] else _article_said(key[0])}{said_key(key)} already"
            also = ((span_of_target(target), "here"),)
            sort, name = key
            hint = f"take another name, or say `replace {sort} {written(sort, name)} ...`" if name else f"say `replace {sort} ...`"
            return Diagnostic(Code.ALREADY_IN_BASE, message, span_of_key(new), hint, also)
    return None


def _article_said(sort: str) -> str:
    return article_of(sort).removesuffix(sort)
