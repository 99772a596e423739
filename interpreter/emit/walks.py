"""Loops over what the table itself keeps in order: players round it, cards in a zone, dice, spaces of a board."""

from collections.abc import Callable

from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, Code, Name, Row
from interpreter.emit.expr import atom, expr
from rulelang import game as g

Use = Callable[[Bind], None]


def turn(r: Routine) -> str:
    return "turn(s)"


def seats(r: Routine, use: Use, stop: str | None = None, any_order: bool = False, clock: g.Clock | None = None,
          every: bool = False) -> None:
    """All players in the game, clockwise from the one whose turn it is."""
    n = r.gen.lay.players
    p = r.tmp()
    if any_order and clock is None:
        r.put(f"for {p} in range({n}):")
        r.depth += 1
    else:
        start, i = r.tmp(), r.tmp()
        around = str(n)
        if clock is not None:
            first = expr(r, clock.start)
            r.put(f"{start} = {first.text}")
            if first.null:
                around = f"{n} if {start} >= 0 else 0"
        else:
            r.put(f"{start} = {turn(r)}")
        r.put(f"for {i} in range({around}):")
        r.depth += 1
        if clock is not None and clock.step < 0:
            r.put(f"{p} = {start} - {i}")
            r.put(f"if {p} < 0:")
            r.lines.append((r.depth + 1, f"{p} += {n}"))
        else:
            r.put(f"{p} = {start} + {i}")
            r.put(f"if {p} >= {n}:")
            r.lines.append((r.depth + 1, f"{p} -= {n}"))
    if r.gen.facts.eliminates and not every:
        r.put(f"if s[18] >> {p} & 1 == 0:")
        with r.indent():
            use(Name(p))
    else:
        use(Name(p))
    if stop is not None:
        r.put(f"if {stop}:")
        r.lines.append((r.depth + 1, "break"))
    r.depth -= 1


def walk_zone(r: Routine, zone: str, key: str, use: Use) -> None:
    """From the oldest to the newest; a stack from its top."""
    lay = r.gen.lay
    n = lay.n
    side = r.gen.at("PRV" if lay.zones[key].order == "stack" else "NXT")
    x, following = r.tmp(), r.tmp()
    r.put(f"{following} = s[{side + n} + {zone}]")
    r.put(f"while {following} < {n}:")
    with r.indent():
        r.put(f"{x} = {following}")
        r.put(f"{following} = s[{side} + {x}]")
        use(Name(x))


def dice_of(r: Routine, key: str, owner: Code, use: Use) -> None:
    """The dice of one declaration and one owner, those in play."""
    dice, in_play = r.gen.lay.dice[key], r.gen.lay.in_play.get(key)
    p = owner.text if owner.text == "0" and not owner.null else atom(r, owner)
    start = str(dice.base) if p == "0" else f"{dice.base} + {p} * {dice.amount}"
    count = str(dice.amount) if in_play is None else f"s[{in_play} + {p}]"
    depth = r.depth
    if owner.null:
        r.put(f"if {p} >= 0:")
        r.depth += 1
    x = r.tmp()
    r.put(f"for {x} in range({start}, {start} + {count}):")
    with r.indent():
        use(Name(x))
    r.depth = depth


def lines_of(r: Routine, e: g.Prop, use: Use) -> None:
    """All straight lines through a board that are as long as its shorter side: rows, columns, diagonals."""
    assert isinstance(e.of, g.BoardOf)
    place = r.gen.lay.boards[e.of.key]
    lines = board_lines(place.rows, place.columns)
    table = r.gen.table(f"LINES_{e.of.key}", lambda: [place.base + c for line in lines for c in line] or [0])
    starts: list[int] = []
    for line in lines:
        starts += [(starts[-2] + starts[-1]) if starts else 0, len(line)]
    ends_ = r.gen.table(f"LINE_AT_{e.of.key}", lambda: starts or [0])
    i = r.tmp()
    r.put(f"for {i} in range({len(lines)}):")
    with r.indent():
        a, b = r.tmp(), r.tmp()
        r.put(f"{a} = {ends_}[{i} * 2]")
        r.put(f"{b} = {ends_}[{i} * 2 + 1]")
        use(Row(table, a, b))


def board_lines(rows: int, columns: int) -> list[list[int]]:
    """Rows, columns and the diagonals of full length, as numbers of spaces row by row."""
    out = [[y * columns + x for x in range(columns)] for y in range(rows)]
    out += [[y * columns + x for y in range(rows)] for x in range(columns)]
    short = min(rows, columns)
    for y in range(rows - short + 1):
        for x in range(columns - short + 1):
            if rows >= columns or y == 0:
                out.append([(y + i) * columns + x + i for i in range(short)])
                out.append([(y + i) * columns + x + short - 1 - i for i in range(short)])
    return out


def beside(r: Routine, e: g.Prop, use: Use) -> None:
    """The spaces that share a side with a space of a grid: above, left, right, below."""
    lay = r.gen.lay
    out: list[int] = []
    starts: list[int] = []
    for board in lay.boards.values():
        size = board.rows * board.columns
        for n in range(size * board.owners):
            first = board.base + n - n % size
            row, column = (n % size) // board.columns, (n % size) % board.columns
            near = [(row + dy, column + dx) for dy, dx in ((-1, 0), (0, -1), (0, 1), (1, 0))]
            found = [first + a * board.columns + b for a, b in near if 0 <= a < board.rows and 0 <= b < board.columns]
            starts += [len(out), len(found)]
            out += found
    cells = r.gen.table("NEAR", lambda: out or [0])
    at = r.gen.table("NEAR_AT", lambda: starts or [0])
    assert e.of is not None
    code = expr(r, e.of)
    a = atom(r, code)
    i = r.tmp()
    depth = r.depth
    if code.null:
        r.put(f"if {a} >= 0:")
        r.depth += 1
    r.put(f"for {i} in range({at}[{a} * 2], {at}[{a} * 2] + {at}[{a} * 2 + 1]):")
    with r.indent():
        x = r.tmp()
        r.put(f"{x} = {cells}[{i}]")
        use(Name(x))
    r.depth = depth
