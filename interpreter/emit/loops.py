"""Lists are not built but walked: each form of list is a loop in the text, with the rest of the rule inside."""

from collections.abc import Callable

from interpreter.emit.base import (
    Bind,
    Code,
    Deferred,
    Groups,
    ListAt,
    Name,
    NotYet,
    Routine,
    Row,
    kind_by_back,
    table_of_kind,
)
from interpreter.emit.expr import NO, atom, cond, expr, face, none_of, value, zone_code
from rulelang import game as g

Use = Callable[[Bind], None]


def each(r: Routine, e: g.Expr, use: Use, stop: str | None = None, any_order: bool = False) -> None:
    """Emits a loop over the members of the list *e*, in order, with what *use* emits inside. *use* may emit `break`;
    then *stop* is the condition that tells outer loops to end too."""
    gen, lay = r.gen, r.gen.lay
    match e:
        case g.ZoneOf() if isinstance(e.of, g.Everyone):
            def zone_of_seat(b: Bind) -> None:
                assert isinstance(b, Name)
                walk_zone(r, zone_code(r, e, Code(b.text)).text, e.key, use)

            seats(r, zone_of_seat, stop, any_order)
        case g.ZoneOf():
            code = zone_code(r, e)
            if code.null:
                z = atom(r, code)
                r.put(f"if {z} >= 0:")
                with r.indent():
                    walk_zone(r, z, e.key, use)
            else:
                walk_zone(r, code.text, e.key, use)
        case g.Concat():
            for i, part in enumerate(e.parts):
                if i and stop is not None:
                    r.put(f"if not ({stop}):")
                    with r.indent():
                        member_or_list(r, part, use, stop, any_order)
                else:
                    member_or_list(r, part, use, stop, any_order)
        case g.ListOf():
            items(r, e, use)
        case g.RangeList():
            low, high = atom(r, expr(r, e.low)), atom(r, expr(r, e.high))
            x = r.tmp()
            r.put(f"for {x} in range({low}, {high} + 1):")
            with r.indent():
                use(Name(x))
        case g.Local():
            bound_list(r, r.env[e.var.id], use, stop, any_order)
        case g.Quantified(how="all"):
            candidates(r, e.selector, use, stop, any_order)
        case g.Quantified(how="list"):
            assert e.body is not None
            body = e.body

            def inside(b: Bind) -> None:
                code = expr(r, body)
                if code.null:
                    a = atom(r, code)
                    r.put(f"if {a} != {none_of(body.type)}:")
                    with r.indent():
                        use(Name(a))
                else:
                    t = r.tmp()
                    r.put(f"{t} = {code.text}")
                    use(Name(t))

            candidates(r, e.selector, inside, stop, any_order)
        case g.Quantified(how="all_highest" | "all_lowest"):
            best = extreme(r, e)

            def equal(b: Bind) -> None:
                assert e.body is not None
                r.put(f"if {expr(r, e.body).text} == {best}:")
                with r.indent():
                    use(b)

            candidates(r, e.selector, equal, stop, any_order)
        case g.End() if e.amount is not None:
            ends(r, e, use)
        case g.BoardOf() if not e.index:
            board = lay.boards[e.key]
            first = str(board.base)
            size = board.rows * board.columns
            if gen.game.boards[e.key].owner is not None:
                assert e.of is not None
                first += f" + {atom(r, expr(r, e.of))} * {size}"
            x = r.tmp()
            r.put(f"for {x} in range({first}, {first} + {size}):")
            with r.indent():
                use(Name(x))
        case g.DiceOf():
            dice = lay.dice[e.key]
            start, count = str(dice.base), dice.amount
            if isinstance(e.of, g.Everyone):
                count *= dice.owners
            elif e.of is not None:
                start += f" + {atom(r, expr(r, e.of))} * {dice.amount}"
            x = r.tmp()
            r.put(f"for {x} in range({start}, {start} + {count}):")
            with r.indent():
                use(Name(x))
        case g.Prop(name="lines"):
            lines_of(r, e, use)
        case g.Prop(name="neighbours"):
            beside(r, e, use)
        case g.IfElse():
            r.put(f"if {cond(r, e.test)}:")
            with r.indent():
                member_or_list(r, e.yes, use, stop, any_order)
            r.put("else:")
            with r.indent():
                member_or_list(r, e.no, use, stop, any_order)
        case g.Derived():
            from interpreter.emit.values import inlined

            inlined(r, e, lambda body: each(r, body, use, stop, any_order))
        case g.Everyone():
            seats(r, use, stop, any_order)
        case g.Without():
            def keep(b: Bind) -> None:
                assert isinstance(b, Name)
                found = contains(r, b.text, e.right)
                r.put(f"if not {found}:")
                with r.indent():
                    use(b)

            each(r, e.left, keep, stop, any_order)
        case g.Quantified(how="different") | g.GatheredIn(how="different"):
            different(r, e, use, stop)
        case g.Subsets():
            subsets_of(r, e, use)
        case g.Splits():
            splits_of(r, e, use)
        case g.Reach():
            reach(r, e, use)
        case g.Element():
            element_list(r, e, use)
        case g.Param():
            constant_list(r, e, use)
        case _:
            raise NotYet(f"this list ({type(e).__name__})")


def member_or_list(r: Routine, e: g.Expr, use: Use, stop: str | None, any_order: bool) -> None:
    """A part of a list: a list, or a single thing (of none: nothing)."""
    if e.type.base == "list":
        each(r, e, use, stop, any_order)
        return
    code = expr(r, e)
    a = atom(r, code)
    if code.null:
        r.put(f"while {a} != {none_of(e.type)}:")
    else:
        r.put("while True:")
    with r.indent():
        use(Name(a))
        r.put("break")


def items(r: Routine, e: g.ListOf, use: Use) -> None:
    """A written list: its members are worked out one after the other."""
    n = len(e.items)
    if n == 0:
        return
    if n == 1:
        member_or_list(r, e.items[0], use, None, False)
        return
    codes = [(atom(r, expr(r, x)), x) for x in e.items]
    i, x = r.tmp(), r.tmp()
    r.put(f"for {i} in range({n}):")
    with r.indent():
        text = codes[-1][0]
        for j in reversed(range(n - 1)):
            text = f"({codes[j][0]} if {i} == {j} else {text})"
        r.put(f"{x} = {text}")
        r.put(f"if {x} != {none_of(e.items[0].type)}:")
        with r.indent():
            use(Name(x))


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
        if clock is not None:
            r.put(f"{start} = {expr(r, clock.start).text}")
        else:
            r.put(f"{start} = {turn(r)}")
        r.put(f"for {i} in range({n}):")
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


def bound_list(r: Routine, bound: Bind, use: Use, stop: str | None, any_order: bool) -> None:
    x = r.tmp()
    match bound:
        case ListAt():
            r.put(f"for {x} in range(s[{bound.base}]):")
            with r.indent():
                y = r.tmp()
                r.put(f"{y} = s[{bound.base} + 1 + {x}]")
                use(Name(y))
        case Row():
            r.put(f"for {x} in range({bound.start}, {bound.start} + {bound.length}):")
            with r.indent():
                y = r.tmp()
                r.put(f"{y} = {bound.table}[{x}]")
                use(Name(y))
        case Groups():
            # its members are lists: each laid out where it can be walked
            i, row, j = r.tmp(), r.slot(65), r.tmp()
            at = bound.base
            r.put(f"for {i} in range(s[{at}]):")
            with r.indent():
                r.put(f"s[{row}] = s[{at} + 1]")
                r.put(f"for {j} in range(s[{at} + 1]):")
                r.lines.append((r.depth + 1, f"s[{row} + 1 + {j}] = s[{at} + 2 + {i} * s[{at} + 1] + {j}]"))
                use(ListAt(row))
        case Deferred():
            env, me, this = r.env, r.you, r.this
            outer = dict(env)
            r.env, r.you, r.this = dict(bound.env), bound.you, bound.this

            def back(b: Bind) -> None:
                saved = r.env, r.you, r.this
                r.env, r.you, r.this = outer, me, this
                use(b)
                r.env, r.you, r.this = saved

            each(r, bound.expr, back, stop, any_order)
            r.env, r.you, r.this = env, me, this
        case Name():
            r.put("while True:")
            with r.indent():
                use(bound)
                r.put("break")


def ends(r: Routine, e: g.End, use: Use) -> None:
    """`top n of L`, from the top down."""
    assert e.amount is not None
    if not isinstance(e.of, g.ZoneOf):
        raise NotYet("`top n of` of a list that is no zone")
    gen = r.gen
    n = gen.lay.n
    z = atom(r, zone_code(r, e.of))
    left, x = r.tmp(), r.tmp()
    r.put(f"{left} = {expr(r, e.amount).text}")
    side = gen.at("PRV" if e.end == "top" else "NXT")
    following = r.tmp()
    r.put(f"{following} = s[{side + n} + {z}]")
    r.put(f"while {following} < {n} and {left} > 0:")
    with r.indent():
        r.put(f"{x} = {following}")
        if e.of.key in gen.facts.shuffled:
            r.put(f"settle(s, w, {x})")
        r.put(f"{following} = s[{side} + {x}]")
        r.put(f"{left} -= 1")
        use(Name(x))


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


# --------------------------------------------------------------------------------------- selectors


def candidates(r: Routine, sel: g.Selector, use: Use, stop: str | None = None, any_order: bool = False) -> None:
    """The candidates of a selector, in order, each bound to its variable while *use* emits."""
    before = r.env.get(sel.var.id)

    def take(b: Bind) -> None:
        r.env[sel.var.id] = b
        tests = []
        if sel.filter and isinstance(b, Name):
            tests.append(kind_test(r, b.text, sel.filter, sel.var.type))
        tests = [t for t in tests if t != "1"]
        depth = r.depth
        if tests:
            r.put(f"if {tests[0]}:")
            r.depth += 1
        if sel.where is not None:
            test = cond(r, sel.where)
            r.put(f"if {test}:")
            r.depth += 1
        mark = len(r.lines)
        lines = r.lines
        use(b)
        if r.lines is lines and len(lines) == mark:
            r.put("pass")
        r.depth = depth

    t = sel.var.type
    lay = r.gen.lay
    if sel.source is not None:
        if sel.clock is not None:
            in_order(r, sel, take, stop)
        elif sel.source.type.base == "list":
            each(r, sel.source, take, stop, any_order)
        else:
            member_or_list(r, sel.source, take, stop, any_order)
    elif t.base == "player":
        seats(r, take, stop, any_order, sel.clock, sel.every_seat)
    elif t.base == "card":
        x, b = r.tmp(), r.tmp()
        first, last = 0, lay.n
        if t.names:
            ranges = [lay.card_range(name) for name in t.names if name in r.gen.game.kinds]
            if ranges:
                first, last = min(a for a, _ in ranges), max(b for _, b in ranges)
        # in the order declared: by what is printed, not by where it lies
        r.put(f"for {b} in range({first}, {last}):")
        with r.indent():
            r.put(f"{x} = s[{r.gen.at('BODY')} + {b}]")
            names = tuple(n for n in t.names if n in r.gen.game.kinds)
            if names and not sel.filter:
                r.put(f"if {' or '.join(f'{table_of_kind(r.gen, n)}[{b}]' for n in names)}:")
                with r.indent():
                    take(Name(x))
            else:
                take(Name(x))
    elif t.base == "space":
        first, last = 0, lay.spaces
        if t.names:
            first, last = lay.space_range(t.names[0])
        x = r.tmp()
        r.put(f"for {x} in range({first}, {last}):")
        with r.indent():
            take(Name(x))
    elif t.base == "enum":
        x = r.tmp()
        r.put(f"for {x} in range({len(r.gen.game.enums[t.names[0]].members)}):")
        with r.indent():
            take(Name(x))
    elif t.base == "die":
        x = r.tmp()
        r.put(f"for {x} in range({sum(d.owners * d.amount for d in lay.dice.values())}):")
        with r.indent():
            take(Name(x))
    elif t.base == "truth":
        x = r.tmp()
        r.put(f"for {x} in range(2):")
        with r.indent():
            take(Name(x))
    else:
        raise NotYet(f"all of this sort ({t.base})")
    if before is None:
        r.env.pop(sel.var.id, None)
    else:
        r.env[sel.var.id] = before


def in_order(r: Routine, sel: g.Selector, take: Use, stop: str | None) -> None:
    """Players of a list, clockwise from somebody."""
    def inside(b: Bind) -> None:
        assert isinstance(b, Name) and sel.source is not None
        found = contains(r, b.text, sel.source)
        r.put(f"if {found}:")
        with r.indent():
            take(b)

    seats(r, inside, stop, False, sel.clock, True)


def kind_test(r: Routine, card: str, kinds: tuple[str, ...], t: g.Type) -> str:
    if t.base == "space":
        return " or ".join(f"{lo} <= {card} < {hi}" for lo, hi in (r.gen.lay.space_range(x) for x in kinds))
    tests = []
    for kind in kinds:
        if kind not in r.gen.game.kinds:
            return "1"
        if kind_by_back(r.gen, kind):
            tests.append(f"{table_of_kind(r.gen, kind)}[s[{r.gen.at('FACE')} + {card}]]")
        elif r.common:
            backs = r.gen.table(f"KB_{kind}", lambda kind=kind: backs_of_kind(r, kind))  # type: ignore[misc]
            here = f"s[{r.gen.at('FACE')} + {card}]"
            known = f"s[{r.gen.at('KNOW')} + {card}] == {r.gen.lay.seats}"
            tests.append(f"({table_of_kind(r.gen, kind)}[{here}] if {known} else {backs}[BACK[{here}]])")
        else:
            tests.append(f"{table_of_kind(r.gen, kind)}[{face(r, card)}]")
    return "(" + " or ".join(tests) + ")"


def backs_of_kind(r: Routine, kind: str) -> list[int]:
    """By back: whether a card with it may be of the kind."""
    lay = r.gen.lay
    out = [0] * max(1, len(lay.backs))
    for c in range(lay.n):
        if lay.is_kind(c, kind):
            out[lay.back_of[c]] = 1
    return out


# --------------------------------------------------------------------------------------- questions


def quantified(r: Routine, e: g.Quantified) -> Code:
    sel = e.selector
    t = r.tmp()
    match e.how:
        case "count":
            if isinstance(sel.source, g.ZoneOf) and sel.where is None and not isinstance(sel.source.of, g.Everyone):
                zone = r.gen.game.zones[sel.source.key]
                if not sel.filter or (zone.kinds and set(zone.kinds) <= set(sel.filter)):
                    return count_of(r, sel.source)
            r.put(f"{t} = 0")
            candidates(r, sel, lambda b: r.put(f"{t} += 1"), any_order=True)
            return Code(t)
        case "any" | "no":
            r.put(f"{t} = 0")

            def found(b: Bind) -> None:
                r.put(f"{t} = 1")
                r.put("break")

            candidates(r, sel, found, t, any_order=True)
            return Code(t if e.how == "any" else f"({t} == 0)")
        case "every":
            r.put(f"{t} = 1")

            def check(b: Bind) -> None:
                assert e.body is not None
                r.put(f"if not {cond(r, e.body)}:")
                with r.indent():
                    r.put(f"{t} = 0")
                    r.put("break")

            candidates(r, sel, check, f"{t} == 0", any_order=True)
            return Code(t)
        case "first":
            done = r.tmp()
            r.put(f"{t} = {none_of(sel.var.type)}")
            r.put(f"{done} = 0")

            def one(b: Bind) -> None:
                assert isinstance(b, Name)
                r.put(f"{t} = {b.text}")
                r.put(f"{done} = 1")
                r.put("break")

            candidates(r, sel, one, done)
            return Code(t, True)
        case "sum" | "product":
            r.put(f"{t} = {0 if e.how == 'sum' else 1}")

            def add(b: Bind) -> None:
                assert e.body is not None
                if e.body.type.base == "truth":
                    r.put(f"if {cond(r, e.body)}:")
                    with r.indent():
                        r.put(f"{t} += 1")
                    return
                code = expr(r, e.body)
                a = atom(r, code) if code.null else code.text
                op = "+=" if e.how == "sum" else "*="
                if code.null:
                    r.put(f"if {a} != {NO}:")
                    with r.indent():
                        r.put(f"{t} {op} {a}")
                else:
                    r.put(f"{t} {op} {a}")

            candidates(r, sel, add, any_order=True)
            return Code(t)
        case "highest" | "lowest":
            return Code(extreme(r, e))
        case "first_highest" | "first_lowest":
            best = extreme(r, g.Quantified(span=e.span, type=e.type, how=e.how[6:], selector=sel, body=e.body))
            done = r.tmp()
            r.put(f"{t} = {none_of(sel.var.type)}")
            r.put(f"{done} = 0")

            def first(b: Bind) -> None:
                assert isinstance(b, Name) and e.body is not None
                r.put(f"if {expr(r, e.body).text} == {best}:")
                with r.indent():
                    r.put(f"{t} = {b.text}")
                    r.put(f"{done} = 1")
                    r.put("break")

            candidates(r, sel, first, done)
            return Code(t, True)
    raise NotYet(f"`{e.how}` where one thing is meant")


def extreme(r: Routine, e: g.Quantified) -> str:
    """The highest or lowest of a number over candidates; 0 of nothing."""
    assert e.body is not None
    body = e.body
    best, some = r.tmp(), r.tmp()
    r.put(f"{best} = 0")
    r.put(f"{some} = 0")
    op = ">" if "highest" in e.how else "<"

    def consider(b: Bind) -> None:
        code = expr(r, body)
        a = atom(r, code)
        test = f"{some} == 0 or {a} {op} {best}"
        if code.null:
            test = f"{a} != {NO} and ({test})"
        r.put(f"if {test}:")
        with r.indent():
            r.put(f"{best} = {a}")
            r.put(f"{some} = 1")

    candidates(r, e.selector, consider, any_order=True)
    return best


def gathered_in(r: Routine, e: g.GatheredIn) -> Code:
    t, some = r.tmp(), r.tmp()
    r.put(f"{t} = {1 if e.how == 'product' else 0}")
    r.put(f"{some} = 0")

    def step(b: Bind) -> None:
        assert isinstance(b, Name)
        match e.how:
            case "sum":
                r.put(f"{t} += {b.text}")
            case "product":
                r.put(f"{t} *= {b.text}")
            case "highest" | "lowest":
                r.put(f"if {some} == 0 or {b.text} {'>' if e.how == 'highest' else '<'} {t}:")
                with r.indent():
                    r.put(f"{t} = {b.text}")
                    r.put(f"{some} = 1")
            case _:
                raise NotYet(f"`{e.how} in`")

    each(r, e.place, step, any_order=True)
    return Code(t)


def count_of(r: Routine, e: g.Expr) -> Code:
    if isinstance(e, g.ZoneOf) and not isinstance(e.of, g.Everyone):
        code = zone_code(r, e)
        at = r.gen.at("LEN")
        if not code.null:
            return Code(f"s[{at} + {code.text}]")
        z = atom(r, code)
        return Code(f"(s[{at} + {z}] if {z} >= 0 else 0)")
    if isinstance(e, g.Local) and isinstance(r.env.get(e.var.id), ListAt):
        return Code(f"s[{r.env[e.var.id].base}]")  # type: ignore[union-attr]
    t = r.tmp()
    r.put(f"{t} = 0")
    each(r, e, lambda b: r.put(f"{t} += 1"), any_order=True)
    return Code(t)


def is_empty(r: Routine, e: g.IsEmpty) -> Code:
    if e.part.type.base != "list":
        return Code(f"({expr(r, e.part).text} == {none_of(e.part.type)})")
    return Code(f"({count_of(r, e.part).text} == 0)")


def is_in(r: Routine, e: g.IsIn) -> Code:
    if isinstance(e.part, g.CardName):
        t = r.tmp()
        r.put(f"{t} = 0")

        def step(b: Bind) -> None:
            assert isinstance(b, Name)
            from interpreter.emit.expr import name_number

            r.put(f"if DESIGN[{face(r, b.text)}] == {name_number(r, e.part.name)}:")  # type: ignore[attr-defined]
            with r.indent():
                r.put(f"{t} = 1")

        each(r, e.place, step, any_order=True)
        return Code(t)
    x = value(r, e.part)
    return Code(contains(r, x, e.place))


def contains(r: Routine, x: str, place: g.Expr) -> str:
    """A condition: the list holds x."""
    lay = r.gen.lay
    match place:
        case g.ZoneOf():
            zone = lay.zones[place.key]
            where = f"s[{r.gen.at('ZON')} + {x}]"
            guard = f"{x} >= 0 and " if not x.isdigit() else ""
            if isinstance(place.of, g.Everyone) or (place.of is None and zone.owners > 1 and not place.index):
                return f"({guard}{zone.base} <= {where} < {zone.base + zone.owners * zone.size})"
            code = zone_code(r, place)
            return f"({guard}{where} == {code.text})"
        case g.ListOf():
            parts = [f"{x} == {expr(r, item).text}" for item in place.items]
            return f"({' or '.join(parts)})" if parts else "0"
        case g.RangeList():
            return f"({expr(r, place.low).text} <= {x} <= {expr(r, place.high).text})"
        case g.Concat():
            return "(" + " or ".join(contains(r, x, p) if p.type.base == "list" else f"{x} == {expr(r, p).text}"
                                     for p in place.parts) + ")"
    t = r.tmp()
    r.put(f"{t} = 0")

    def step(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"if {b.text} == {x}:")
        with r.indent():
            r.put(f"{t} = 1")
            r.put("break")

    each(r, place, step, t, any_order=True)
    return t


def same_list(r: Routine, a: g.Expr, b: g.Expr) -> Code:
    """The same members in the same order."""
    if isinstance(a, g.ListOf) and not isinstance(b, g.ListOf):
        a, b = b, a
    if not isinstance(b, g.ListOf):
        raise NotYet("two lists compared")
    codes = [atom(r, expr(r, x)) for x in b.items if not isinstance(x, g.CardName)]
    from interpreter.emit.expr import name_number

    names = [name_number(r, x.name) for x in b.items if isinstance(x, g.CardName)]
    n, ok = r.tmp(), r.tmp()
    r.put(f"{n} = 0")
    r.put(f"{ok} = 1")

    def step(bind: Bind) -> None:
        assert isinstance(bind, Name)
        have = f"DESIGN[s[{r.gen.at('FACE')} + {bind.text}]]" if names else bind.text
        for i, want in enumerate(names or codes):
            r.put(f"if {n} == {i} and {have} != {want}:")
            with r.indent():
                r.put(f"{ok} = 0")
        r.put(f"{n} += 1")

    each(r, a, step)
    return Code(f"({ok} and {n} == {len(b.items)})")


def holds(r: Routine, e: g.Holds) -> Code:
    """The same cards by name, in any order."""
    from interpreter.emit.expr import name_number

    wanted: dict[int, int] = {}
    for card in e.cards:
        if not isinstance(card, g.CardName):
            raise NotYet("`holds` of something other than names")
        number = name_number(r, card.name)
        wanted[number] = wanted.get(number, 0) + 1
    counts = {number: r.tmp() for number in wanted}
    n = r.tmp()
    r.put(f"{n} = 0")
    for t in counts.values():
        r.put(f"{t} = 0")

    def step(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{n} += 1")
        for number, t in counts.items():
            r.put(f"if DESIGN[s[{r.gen.at('FACE')} + {b.text}]] == {number}:")
            with r.indent():
                r.put(f"{t} += 1")

    each(r, e.place, step)
    tests = [f"{n} == {len(e.cards)}"] + [f"{counts[x]} == {wanted[x]}" for x in wanted]
    return Code("(" + " and ".join(tests) + ")")


def fill(r: Routine, e: g.Expr, base: str) -> None:
    """Writes the list into the state from *base* on: its length, then its members."""
    n = r.tmp()
    r.put(f"{n} = 0")

    def step(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{n} += 1")
        r.put(f"s[{base} + {n}] = {b.text}")

    member_or_list(r, e, step, None, False)
    r.put(f"s[{base}] = {n}")


def fill_candidates(r: Routine, sel: g.Selector, base: str) -> None:
    n = r.tmp()
    r.put(f"{n} = 0")

    def step(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{n} += 1")
        r.put(f"s[{base} + {n}] = {b.text}")

    candidates(r, sel, step)
    r.put(f"s[{base}] = {n}")


# ---------------------------------------------------------------------------------- lists of lists


def different(r: Routine, e: g.Quantified | g.GatheredIn, use: Use, stop: str | None) -> None:
    """Each value once, in the order of first appearance."""
    item = e.type.item
    base = r.scratch(item)
    n = r.tmp()
    r.put(f"{n} = 0")

    def keep(b: Bind) -> None:
        assert isinstance(b, Name)
        a = atom(r, Code(b.text))
        found, j = r.tmp(), r.tmp()
        r.put(f"{found} = 0")
        r.put(f"for {j} in range({n}):")
        r.lines.append((r.depth + 1, f"if s[{base} + 1 + {j}] == {a}:"))
        r.lines.append((r.depth + 2, f"{found} = 1"))
        r.put(f"if {found} == 0:")
        with r.indent():
            r.put(f"{n} += 1")
            r.put(f"s[{base} + {n}] = {a}")

    if isinstance(e, g.GatheredIn):
        each(r, e.place, keep)
    else:
        each(r, g.Quantified(span=e.span, type=e.type, how="list" if e.body is not None else "all", selector=e.selector,
                             body=e.body), keep)
    r.put(f"s[{base}] = {n}")
    bound_list(r, ListAt(base), use, stop, False)


def subsets_of(r: Routine, e: g.Subsets, use: Use) -> None:
    """By size, then in the order of the members."""
    base = r.scratch(e.of.type.item)
    fill(r, e.of, base)
    m = r.tmp()
    if e.amount is not None:
        n = atom(r, expr(r, e.amount))
        r.put(f"{m} = (1 << {n}) - 1 if 0 <= {n} <= s[{base}] else -1")
        r.put(f"while {m} >= 0 and bits_count({m}) == {n}:")
    else:
        r.put(f"{m} = 0")
        r.put(f"while {m} >= 0:")
    with r.indent():
        row = r.scratch(e.of.type.item)
        take_bits(r, base, m, row)
        use(ListAt(row))
        r.put(f"{m} = next_subset({m}, s[{base}])")


def take_bits(r: Routine, base: str, mask: str, row: str) -> None:
    i = r.tmp()
    r.put(f"s[{row}] = 0")
    r.put(f"for {i} in range(s[{base}]):")
    r.lines.append((r.depth + 1, f"if {mask} >> {i} & 1:"))
    r.lines.append((r.depth + 2, f"s[{row}] += 1"))
    r.lines.append((r.depth + 2, f"s[{row} + s[{row}]] = s[{base} + 1 + {i}]"))


def splits_of(r: Routine, e: g.Splits, use: Use) -> None:
    """Each division of a list into groups of n once: groups as `Groups`, laid out one after another."""
    assert e.of.type.item is not None
    base = r.scratch(e.of.type.item)
    fill(r, e.of, base)
    size = atom(r, expr(r, e.size))
    row = r.slot(groups_room(r, e.of.type.item))
    i = r.tmp()
    r.put(f"{i} = 0")
    r.put(f"while split(s, {base}, {size}, {i}, {row}):")
    with r.indent():
        r.put(f"{i} += 1")
        use(Groups(row))


def groups_room(r: Routine, item: g.Type) -> int:
    return r.list_room(item) + 1


def reach(r: Routine, e: g.Reach, use: Use) -> None:
    """All that is got at step by step, in order of distance, the start first."""
    base = r.scratch(e.through.var.type)
    fill(r, e.start, base)
    i, j, found, x = r.tmp(), r.tmp(), r.tmp(), r.tmp()
    r.put(f"{i} = 0")
    r.put(f"while {i} < s[{base}]:")
    with r.indent():
        r.put(f"{i} += 1")
        here = r.tmp()
        r.put(f"{here} = s[{base} + {i}]")
        before = r.env.get(e.through.var.id)
        r.env[e.through.var.id] = Name(here)

        def add(b: Bind) -> None:
            assert isinstance(b, Name)
            r.put(f"{x} = {b.text}")
            r.put(f"{found} = 0")
            r.put(f"for {j} in range(s[{base}]):")
            r.lines.append((r.depth + 1, f"if s[{base} + 1 + {j}] == {x}:"))
            r.lines.append((r.depth + 2, f"{found} = 1"))
            r.put(f"if {found} == 0:")
            r.lines.append((r.depth + 1, f"s[{base}] += 1"))
            r.lines.append((r.depth + 1, f"s[{base} + s[{base}]] = {x}"))

        depth = r.depth
        if e.through.where is not None:
            r.put(f"if {cond(r, e.through.where)}:")
            r.depth += 1
        each(r, e.to, add)
        r.depth = depth
        if before is not None:
            r.env[e.through.var.id] = before
    bound_list(r, ListAt(base), use, None, False)


def element_list(r: Routine, e: g.Element, use: Use) -> None:
    """`pairing[n]`: one group of a division."""
    if isinstance(e.of, g.Local):
        bound = r.env[e.of.var.id]
        if isinstance(bound, Groups):
            i, j, x = atom(r, expr(r, e.index)), r.tmp(), r.tmp()
            at = bound.base
            r.put(f"if 1 <= {i} <= s[{at}]:")
            with r.indent():
                r.put(f"for {j} in range(s[{at} + 1]):")
                with r.indent():
                    r.put(f"{x} = s[{at} + 2 + ({i} - 1) * s[{at} + 1] + {j}]")
                    use(Name(x))
            return
    raise NotYet("one list out of a list of lists")


def constant_list(r: Routine, e: g.Param, use: Use) -> None:
    """A parameter that is a list."""
    values = r.gen.game.settings[e.key]
    assert isinstance(values, (tuple, list))
    table = r.gen.table("L_" + e.key, lambda: [int(x) for x in values] or [0])
    i, x = r.tmp(), r.tmp()
    r.put(f"for {i} in range({len(values)}):")
    with r.indent():
        r.put(f"{x} = {table}[{i}]")
        use(Name(x))
