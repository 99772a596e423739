"""The names of cards and of spaces in tables, and the kind of each card."""

from collections.abc import Mapping

from rulelang import tree
from rulelang.check.lineages import DEEPEST
from rulelang.check.symbols import CardInfo, Context
from rulelang.check.twice import free
from rulelang.diagnostics import Code


def cards(c: Context) -> None:
    nodes: dict[str, tree.Card] = {}
    for node in c.program.declarations:
        if isinstance(node, tree.Card):
            if free(c, node.name, c.symbols.cards, "the card", '"'):
                nodes[node.name.text] = node
                single = node.copies is None or (
                    isinstance(node.copies, tree.NumberValue) and node.copies.value == 1
                )
                c.symbols.cards[node.name.text] = CardInfo(node.name.text, "", node.name.span, node, single)
        elif isinstance(node, tree.Cards) and node.table is not None:
            _cards_of_table(c, node)
    for node in nodes.values():
        c.symbols.cards[node.name.text].kind = _kind_of_card(c, node, nodes)


def _cards_of_table(c: Context, node: tree.Cards) -> None:
    assert node.table is not None
    table = c.program.tables.get(node.table.text)
    column = None if table is None else table.column("name")
    if table is None or column is None:
        return
    copies = table.column("copies")
    kind = c.symbols.kind(node.kind.text)
    for row in table.rows:
        cell = row[column]
        old = c.symbols.cards.get(cell.text)
        if old is not None:
            c.report.add(
                Code.DECLARED_TWICE,
                cell.span,
                f'the card "{cell.text}" is declared twice',
                "a column `copies` says how many there are of a card",
                also=((old.span, "the other one"),),
            )
            continue
        single = copies is None or row[copies].text in ("", "1")
        c.symbols.cards[cell.text] = CardInfo(cell.text, kind.name if kind else "", cell.span, node, single)


def _kind_of_card(c: Context, node: tree.Card, nodes: Mapping[str, tree.Card]) -> str:
    """The kind of a card, by way of those that it is like; an empty text if it has none."""
    seen = [node.name.text]
    while node.like is not None:
        other = node.like.text
        if other in seen:
            if other == seen[0]:
                c.report.add(Code.CIRCULAR, node.like.span, f'"{other}" is like itself')
            return ""
        if len(seen) > DEEPEST:
            c.report.add(Code.NOT_FOLLOWED, node.like.span, f"more than {DEEPEST} cards are like each other")
            return ""
        if other not in nodes:
            return c.symbols.cards[other].kind if other in c.symbols.cards else ""
        seen.append(other)
        node = nodes[other]
    kind = None if node.kind is None else c.symbols.kind(node.kind.text)
    return kind.name if kind is not None else ""


def spaces(c: Context) -> None:
    """The spaces that tables name."""
    for node in c.program.declarations:
        if not isinstance(node, tree.Board) or node.table is None:
            continue
        table = c.program.tables.get(node.table.text)
        names = None if table is None else table.column("name")
        if table is None or names is None:
            continue
        for number, row in enumerate(table.rows, 1):
            c.symbols.spaces.setdefault(row[names].text, []).append((node.name.text, node.kind.text, number))
