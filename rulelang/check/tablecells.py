"""Cards and spaces from tables: every row one, every column one field."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve

from rulelang import game, tree
from rulelang.check import cards, constants, texts
from rulelang.check.symbols import Context, KindInfo, Thing, notes
from rulelang.check.types import convert, is_unknown, within
from rulelang.check.words import did_you_mean, in_words, listed
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, TEXT, TRUTH, Type
from rulelang.source import Span
from rulelang.tables import Cell, Column, Table

if TYPE_CHECKING:
    from rulelang.check.texts import Made, Text

_NUMBER = re.compile(r"-?[0-9]{1,12}")


def deck(c: Context, node: tree.Cards, made: "Made") -> None:
    """`cards K from "t.csv"`"""
    assert node.table is not None
    kind = _kind(c, node.kind)
    table = c.program.tables.get(node.table.text)
    if kind is None or table is None:
        return
    if kind.base == "space":
        c.report.add(
            Code.WRONG_SORT,
            node.kind.span,
            f"`{kind.name}` is a kind of spaces",
            f'`board b of {kind.name} from "{node.table.text}"`',
        )
        return
    names = named(c, node.table, table)
    columns = list(columns_of(c, table, kind, ("name", "copies", "traits")))
    if names is None:
        return
    copies, traits = table.column("copies"), table.column("traits")
    for row in table.rows:
        cell = row[names]
        info = c.symbols.cards.get(cell.text)
        if not cell.text:
            c.report.add(Code.LEFT_OPEN, cell.span, "a card without a name")
            continue
        if info is None or info.decl is not node or info.span != cell.span or kind.name not in made.texts:
            continue
        spec = spec_of(c, row, columns)
        if traits is not None and row[traits].text:
            words = [(word, row[traits].span) for word in re.split(r"[\s;,]+", row[traits].text) if word]
            spec = spec.over(cards.with_traits(c, words, kind.name, made))
        made.specs[cell.text] = spec
        number = _copies(c, None if copies is None else row[copies], cell.span)
        where = {**notes(node), "span": cell.span}
        made.cards.append(cards.card(c, made, kind.name, spec, cell.text, number, where))


def _copies(c: Context, cell: Cell | None, span: Span) -> game.Expr:
    value = 1
    if cell is not None and cell.text:
        if _NUMBER.fullmatch(cell.text) and int(cell.text) >= 0:
            value = int(cell.text)
        else:
            c.report.add(
                Code.WRONG_TYPE, cell.span, f"how many copies there are is a number, not `{cell.text[:40]}`"
            )
    return game.Num(span=span if cell is None else cell.span, type=NUMBER, value=value)


def _kind(c: Context, name: tree.Name) -> KindInfo | None:
    kind = c.symbols.kind(name.text)
    if kind is None:
        hint = did_you_mean(name.text, c.symbols.kinds)
        c.report.add(Code.UNKNOWN_NAME, name.span, f"there is no kind `{name.text}`", hint)
    else:
        kind.used = True
    return kind


def named(c: Context, path: tree.Text, table: Table) -> int | None:
    names = table.column("name")
    if names is None:
        c.report.add(Code.LEFT_OPEN, table.columns[0].span, "this table has no column `name`")
    return names


def columns_of(
    c: Context, table: Table, kind: KindInfo, special: tuple[str, ...]
) -> Iterator[tuple[int, Thing, Type, game.Expr | None]]:
    """Number, field, type and index of each column that is a field."""
    for number, column in enumerate(table.columns):
        if column.text in special:
            continue
        thing = c.symbols.thing_of(kind.name, column.name)
        if thing is None or thing.what != "field":
            fields = [
                one.name
                for name in kind.lineage
                for one in c.symbols.kinds[name].things.values()
                if one.what == "field"
            ]
            hint = did_you_mean(column.name, [*fields, *special])
            c.report.add(Code.NOT_OF_THAT, column.span, f"`{kind.name}` has no field `{column.name}`", hint)
            continue
        declared = c.fields.get(thing.key)
        ranged = thing.type if declared is None else declared.type
        if (column.index is not None) != bool(thing.index):
            message = (
                f"`{thing.name}` has no index"
                if column.index
                else f"`{thing.name}` needs an index: `{thing.name}[...]`"
            )
            c.report.add(Code.WRONG_INDEX, column.span, message)
            continue
        index = None
        if column.index is not None:
            index = _index(c, column, thing, declared)
            if index is None:
                continue
        yield number, thing, ranged, index


def _index(c: Context, column: Column, thing: Thing, declared: game.Field | None) -> game.Expr | None:
    cell = Cell(column.index or "", column.span)
    index = value(c, cell, thing.index[0], f"the index of `{thing.name}`")
    if index is None or declared is None or not declared.index:
        return index
    places = [texts.index_text(one) for one in constants.index_values(c, declared.index[0], declared)]
    if places and texts.index_text(index) not in places:
        c.report.add(Code.OUT_OF_RANGE, column.span, f"`{thing.name}` has no `{column.index}`")
        return None
    return index


def spec_of(
    c: Context, row: tuple[Cell, ...], columns: list[tuple[int, Thing, Type, game.Expr | None]]
) -> "Text":
    spec = texts.Text()
    for number, thing, ranged, index in columns:
        cell = row[number]
        if not cell.text and not ranged.optional:
            continue  # the field's default, or left open
        said = value(c, cell, ranged, f"`{thing.name}`")
        if said is None:
            said = game.Nothing(span=cell.span, type=evolve(game.NONE, names=("?",)))
        constants.in_range(c, said, ranged, f"`{thing.name}`")
        if index is None:
            spec.fields[thing.key] = said
        else:
            texts.put(c, spec, thing.key, index, said, cell.span)
    return spec


def value(c: Context, cell: Cell, kind: Type, what: str) -> game.Expr | None:
    """What a cell says, as a value of the type; None if it cannot be read so."""
    text, span = cell.text, cell.span
    if is_unknown(kind):
        return None
    if kind.optional and text in ("", "none"):
        return game.Nothing(span=span, type=game.NONE)
    hint: str | None = None
    if kind.base == "number" and _NUMBER.fullmatch(text):
        return game.Num(span=span, type=NUMBER, value=int(text))
    if kind.base == "truth" and text in ("yes", "no"):
        return game.Truth(span=span, type=TRUTH, value=text == "yes")
    if kind.base == "text":
        return game.Text(span=span, type=TEXT, value=text)
    if kind.base == "enum":
        info = c.symbols.enums[kind.names[0]]
        if text in info.members:
            return game.Member(
                span=span,
                type=Type("enum", names=kind.names),
                enum=info.name,
                name=text,
                index=info.members.index(text),
            )
        hint = did_you_mean(text, info.members) or f"its values are {listed(info.members)}"
    elif kind.base == "space":
        for board, one, number in c.symbols.spaces.get(text, []):
            if within(c.symbols, Type("space", names=(one,)), kind):
                place = game.Num(span=span, type=NUMBER, value=number)
                return game.BoardOf(span=span, type=Type("space", names=(one,)), key=board, index=(place,))
        hint = did_you_mean(text, c.symbols.spaces)
    elif kind.base == "card":
        card = c.symbols.cards.get(text)
        if card is not None:
            card.used = True
            if not card.kind:
                return None
            return game.CardName(span=span, type=Type("card", names=(card.kind,)), name=text)
        hint = did_you_mean(text, c.symbols.cards)
    elif kind.base == "list" and kind.item is not None and not is_unknown(kind.item):
        return _list(c, cell, kind, what)
    shown = " ".join(text.split())[:40]
    c.report.add(Code.WRONG_TYPE, span, f"{what} must be {in_words(kind)}, not `{shown}`", hint)
    return None


def _list(c: Context, cell: Cell, kind: Type, what: str) -> game.Expr | None:
    """A list in a cell: its members parted by `;`."""
    assert kind.item is not None
    words = [word.strip() for word in cell.text.split(";") if word.strip()]
    items = []
    for word in words:
        item = value(c, Cell(word, cell.span), kind.item, f"each of {what}")
        if item is None:
            return None
        items.append(convert(c, item, kind.item))
    return game.ListOf(span=cell.span, type=kind, items=tuple(items))
