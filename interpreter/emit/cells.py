"""Spaces told by their places on a board: whether two can be the same."""

from rulelang import game as g


def cells_of(e: g.Expr) -> list[g.BoardOf] | None:
    """The spaces, told by their places on a board, of which a list holds some, each written once; None: it holds others."""
    match e:
        case g.BoardOf(of=None, index=index) if index:
            return [e]
        case g.Concat(parts=items) | g.ListOf(items=items):
            each = [cells_of(x) for x in items]
            return None if None in each else [cell for cells in each for cell in cells or ()]
        case g.Quantified(how="all", selector=g.Selector(source=g.Expr() as source)):
            return cells_of(source)
    return None


def all_differ_in_place(cells: list[g.BoardOf] | None) -> bool:
    """Whether no two can be the same space: on one board, their rows or their columns are a fixed number apart."""
    if cells is None:
        return False
    places = [(cell.key, [apart(x) for x in cell.index]) for cell in cells]
    return all(a[0] == b[0] and any(x[0] == y[0] and x[1] != y[1] for x, y in zip(a[1], b[1], strict=True))
               for i, a in enumerate(places) for b in places[:i])


def apart(x: g.Expr) -> tuple[g.Expr | None, int]:
    """A number as something, and how far from it (None: from 0)."""
    match x:
        case g.Num(value=v):
            return None, v
        case g.Arith(op="+" | "-" as op, left=left, right=g.Num(value=v)):
            start, more = apart(left)
            return start, more + v if op == "+" else more - v
    return x, 0
