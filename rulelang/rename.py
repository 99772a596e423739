"""Giving a thing of a program another name, wherever it is meant."""

import re
from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

import attrs

from rulelang import tree
from rulelang.diagnostics import Code, Diagnostic, nearest
from rulelang.program import Program
from rulelang.source import Span
from rulelang.tables import Cell, Column, Table
from rulelang.walk import rebuilt, walk

Nodes = TypeVar("Nodes", bound=tuple[object, ...])

_DECLARED = (
    tree.Parameter,
    tree.Enumeration,
    tree.Kind,
    tree.Board,
    tree.Zone,
    tree.Counter,
    tree.Variable,
    tree.Field,
    tree.Dice,
    tree.Value,
    tree.EventDecl,
    tree.Invariant,
    tree.Trait,
    tree.Effect,
    tree.Window,
    tree.Action,
    tree.Rule,
    tree.Phase,
    tree.Tally,
)


def rename(program: Program, before: Program, change: tree.Rename) -> Program | Diagnostic:
    """The program with the new name for the old one; *before*: as it was without this variant's changes."""
    old, new = change.old, change.new
    if _writing(old) != _writing(new):
        message = f"the new name must be written like the old one: {_writing(old)}"
        return Diagnostic(Code.MISPLACED_CHANGE, message, new.span)
    known = dict(_cards(program) if isinstance(old, tree.Text) else _declared(program))
    if old.text not in known:
        near = nearest(old.text, known)
        hint = None if near is None else f"did you mean {_shown(near, old)}?"
        message = f"the base has nothing of the name {_shown(old.text, old)}"
        if isinstance(old, tree.Name) and any(name == old.text for name, _ in _cards(program)):
            hint = f'"{old.text}" is the name of a card or the like: write `rename "{old.text}" to "{new.text}"`'
        return Diagnostic(Code.NOT_IN_BASE, message, old.span, hint)
    used = dict(_cards(program)) if isinstance(old, tree.Text) else {**dict(_used(before)), **known}
    if new.text != old.text and new.text in used:
        message = f"the name {_shown(new.text, new)} is taken"
        also = ((used[new.text], "it is used here"),)
        return Diagnostic(Code.ALREADY_IN_BASE, message, new.span, "take another name", also)
    declarations = renamed_nodes(program.declarations, change, frozenset(known))
    tables = _renamed_tables(program, change)
    return attrs.evolve(program, declarations=declarations, tables=tables)


def _shown(name: str, like: tree.Name | tree.Text) -> str:
    """A name in a message, with quotation marks if *like* has some."""
    return f'"{name}"' if isinstance(like, tree.Text) else f"`{name}`"


def _writing(name: tree.Name | tree.Text) -> str:
    if isinstance(name, tree.Text):
        return "in quotation marks"
    return "with a capital" if name.text[:1].isupper() else "in small letters"


def _cards(program: Program) -> Iterator[tuple[str, Span]]:
    """Everything that has a name in quotation marks: cards, tokens and the spaces of tables."""
    for declaration in program.declarations:
        if isinstance(declaration, tree.Card):
            yield declaration.name.text, declaration.name.span
        table = _table_of(program, declaration)
        column = None if table is None else table.column("name")
        if table is not None and column is not None:
            for row in table.rows:
                yield row[column].text, row[column].span


def _table_of(program: Program, declaration: tree.Node) -> Table | None:
    if isinstance(declaration, tree.Cards | tree.Board) and declaration.table is not None:
        return program.tables.get(declaration.table.text)
    return None


def declared_names(program: Program) -> frozenset[str]:
    """Every name without quotation marks that something in the program is declared by."""
    return frozenset(name for name, _ in _declared(program))


def _declared(program: Program) -> Iterator[tuple[str, Span]]:
    """Every name that something in the program is declared by (not those of parameters and `let`)."""
    for node in walk(program.declarations):
        if isinstance(node, tree.Enumeration):
            yield from ((value.text, value.span) for value in node.values)
        if isinstance(node, tree.Value):
            yield from ((layer.text, layer.span) for layer in node.layers)
        if isinstance(node, _DECLARED):
            name = getattr(node, "name", None)
            if isinstance(name, tree.Name):
                yield name.text, name.span


def _used(program: Program) -> Iterator[tuple[str, Span]]:
    """Every name that stands anywhere."""
    for node in walk(program.declarations):
        if isinstance(node, tree.Name):
            yield node.text, node.span


def renamed_nodes(nodes: Nodes, change: tree.Rename, names: frozenset[str]) -> Nodes:
    """The nodes with the new name, in the plural and singular too.

    Args:
        names: Those that are declared: what is one of these is no plural of another.
    """
    old, new = change.old.text, change.new.text
    exact: dict[str, str] = {}
    counted: dict[str, str] = {}
    quoted: dict[str, str] = {}
    if isinstance(change.old, tree.Text):
        quoted = {old: new}
    else:
        exact = {old: new}
        if f"{old}s" not in names and old[:1].isupper():
            exact[f"{old}s"] = f"{new}s"
        counted = dict(exact)
        if old.endswith("s") and old[:-1] not in names:
            counted[old[:-1]] = new.removesuffix("s")
        elif f"{old}s" not in names:
            counted[f"{old}s"] = f"{new}s"

    def changed(item: tuple[object, ...] | tree.Node) -> object:
        match item:
            case tree.Name() if item.text in exact:
                return attrs.evolve(item, text=exact[item.text])
            case tree.TextValue() if item.text in quoted:
                return attrs.evolve(item, text=quoted[item.text])
            case tree.Card(name=name, like=like) if quoted:
                name = attrs.evolve(name, text=quoted.get(name.text, name.text))
                if like is not None:
                    like = attrs.evolve(like, text=quoted.get(like.text, like.text))
                return attrs.evolve(item, name=name, like=like)
            case tree.Gain() | tree.Lose() | tree.Pay() if item.name.text in counted:
                return attrs.evolve(item, name=attrs.evolve(item.name, text=counted[item.name.text]))
        return item

    return cast(Nodes, rebuilt(nodes, changed))


def _renamed_tables(program: Program, change: tree.Rename) -> Mapping[str, Table]:
    """The tables with the new name: a card's in cells, a field's in headings, an enum value's in both."""
    paths = sorted(
        declaration.table.text
        for declaration in program.declarations
        if isinstance(declaration, tree.Cards | tree.Board) and declaration.table is not None
    )
    of_cards, of_enums = _field_types(program)
    tables = dict(program.tables)
    for path in dict.fromkeys(paths):
        table = tables.get(path)
        if table is None:
            continue
        if isinstance(change.old, tree.Text):
            fitting = {"name", *of_cards}
        else:
            table = _renamed_headings(table, change.old.text, change.new.text)
            fitting = {"traits", *of_enums}
        numbers = {number for number, column in enumerate(table.columns) if column.name in fitting}
        tables[path] = _renamed_cells(table, numbers, change.old, change.new.text)
    return tables


def _field_types(program: Program) -> tuple[set[str], set[str]]:
    """The names of the fields whose cells name cards (or tokens, or spaces), and of those with an enum."""
    kinds = {item.name.text for item in program.declarations if isinstance(item, tree.Kind)}
    enums = {item.name.text for item in program.declarations if isinstance(item, tree.Enumeration)}
    of_cards: set[str] = set()
    of_enums: set[str] = set()
    for node in walk(program.declarations):
        if isinstance(node, tree.Field):
            for part in walk(node.type):
                if isinstance(part, tree.CardType) or (
                    isinstance(part, tree.NamedType) and part.name.text in kinds
                ):
                    of_cards.add(node.name.text)
                elif isinstance(part, tree.NamedType) and part.name.text in enums:
                    of_enums.add(node.name.text)
    return of_cards, of_enums


def _renamed_headings(table: Table, old: str, new: str) -> Table:
    columns = []
    for column in table.columns:
        name = new if column.name == old else column.name
        index = new if column.index == old else column.index
        columns.append(Column(name if index is None else f"{name}[{index}]", name, index, column.span))
    return attrs.evolve(table, columns=tuple(columns))


def _renamed_cells(table: Table, numbers: set[int], old: tree.Name | tree.Text, new: str) -> Table:
    if isinstance(old, tree.Text):
        pattern = re.compile(rf"\A{re.escape(old.text)}\Z")
    else:
        pattern = re.compile(rf"(?<![A-Za-z0-9_]){re.escape(old.text)}(?![A-Za-z0-9_])")

    def renamed(number: int, cell: Cell) -> Cell:
        if number not in numbers or old.text not in cell.text:
            return cell
        return attrs.evolve(cell, text=pattern.sub(lambda _: new, cell.text))

    rows = tuple(tuple(renamed(number, cell) for number, cell in enumerate(row)) for row in table.rows)
    return attrs.evolve(table, rows=rows)
