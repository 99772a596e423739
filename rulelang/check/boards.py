"""Boards: spaces in rows and columns, or those that a table lists."""

from typing import TYPE_CHECKING

from rulelang import game, tree
from rulelang.check import constants, tablecells
from rulelang.check.symbols import Context, KindInfo, notes
from rulelang.check.words import listed
from rulelang.diagnostics import Code
from rulelang.game import TEXT
from rulelang.source import Span

if TYPE_CHECKING:
    from rulelang.check.texts import Made


def board(c: Context, node: tree.Board, made: "Made") -> game.Board | None:
    """A board: spaces in rows and columns, or those that a table lists."""
    kind = c.symbols.kind(node.kind.text)
    if kind is None or kind.base != "space":
        return None
    rows = columns = None
    spaces: list[dict[str, game.Expr]] = []
    if node.table is None:
        assert node.rows is not None
        assert node.columns is not None
        rows = constants.size(c, node.rows, "how many rows there are")
        columns = constants.size(c, node.columns, "how many columns there are")
        high, wide = constants.known(c, rows), constants.known(c, columns)
        if isinstance(high, int) and isinstance(wide, int) and high * wide > constants.MOST_INDEXES * 10:
            c.report.add(
                Code.TOO_MANY,
                node.rows.span.to(node.columns.span),
                f"more than {constants.MOST_INDEXES * 10} spaces",
            )
        _plain_fields(c, node, kind, made)
    else:
        spaces = _table_spaces(c, node, kind, made)
    _slots(c, node, kind, made)
    owner = None
    if node.of_each is not None:
        owner = "player" if isinstance(node.of_each, tree.PlayerNoun | tree.SeatNoun) else None
        if owner is None:
            c.report.add(Code.WRONG_SORT, node.of_each.span, "only players have boards of their own")
    return game.Board(
        **{**notes(node), "span": node.name.span},
        key=node.name.text,
        kind=kind.name,
        owner=owner,
        rows=rows,
        columns=columns,
        spaces=tuple(spaces),
    )


def _fields(c: Context, kind: KindInfo) -> list[game.Field]:
    return [
        c.fields[thing.key]
        for name in reversed(kind.lineage)
        for thing in c.symbols.kinds[name].things.values()
        if thing.key in c.fields
    ]


def _plain_fields(c: Context, node: tree.Board, kind: KindInfo, made: "Made") -> None:
    missing = [
        one.key.rpartition(".")[2]
        for one in _fields(c, kind)
        if one.default is None and not one.type.optional and one.key not in made.kinds[kind.name].printed
    ]
    if missing:
        c.report.add(
            Code.LEFT_OPEN,
            node.kind.span,
            f"the spaces of `{node.name.text}` do not say their {listed(missing)}",
            "give the field a value, or list the spaces in a table",
        )


def _slots(c: Context, node: tree.Board, kind: KindInfo, made: "Made") -> None:
    """What fills the slots of its spaces can stand only in their kind."""
    said = made.kinds[kind.name]
    open_ = [
        one.rpartition(".")[2]
        for name in reversed(kind.lineage)
        for one in (*made.values, *made.effects)
        if one.startswith(f"{name}.") and one not in said.values and one not in said.effects
    ]
    if open_:
        c.report.add(
            Code.LEFT_OPEN,
            node.kind.span,
            f"the spaces of `{node.name.text}` do not say their {listed(open_)}",
            f"say it in `kind {kind.name}`",
        )


def _table_spaces(c: Context, node: tree.Board, kind: KindInfo, made: "Made") -> list[dict[str, game.Expr]]:
    assert node.table is not None
    table = c.program.tables.get(node.table.text)
    if table is None:
        return []
    names = tablecells.named(c, node.table, table)
    columns = list(tablecells.columns_of(c, table, kind, ("name",)))
    if names is None:
        return []
    spaces = []
    seen: dict[str, Span] = {}
    for row in table.rows:
        cell = row[names]
        if cell.text in seen:
            c.report.add(
                Code.DECLARED_TWICE,
                cell.span,
                f'two spaces are called "{cell.text}"',
                also=((seen[cell.text], "the other one"),),
            )
        seen.setdefault(cell.text, cell.span)
        spec = tablecells.spec_of(c, row, columns)
        space: dict[str, game.Expr] = {"name": game.Text(span=cell.span, type=TEXT, value=cell.text)}
        open_ = []
        for declared in _fields(c, kind):
            said = spec.fields.get(declared.key) or made.texts[kind.name].fields.get(declared.key)
            name = declared.key.rpartition(".")[2]
            if declared.index:
                c.report.add(
                    Code.WRONG_INDEX, node.kind.span, f"a field of spaces has no index, `{name}` has one"
                )
            elif isinstance(said, game.Expr):
                space[declared.key] = said
            elif declared.default is not None:
                space[declared.key] = declared.default
            elif declared.type.optional:
                space[declared.key] = game.Nothing(span=cell.span, type=game.NONE)
            else:
                open_.append(name)
        if open_:
            c.report.add(Code.LEFT_OPEN, cell.span, f'"{cell.text}" does not say its {listed(open_)}')
        spaces.append(space)
    return spaces
