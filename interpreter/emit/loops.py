"""Lists are not built but walked: each form of list is a loop in the text, with the rest of the rule inside."""

from collections.abc import Callable

from attrs import evolve

from interpreter import slots as k
from interpreter.emit.base import Bind, Code, Deferred, ListAt, Lists, Name, NotYet, Routine, Row, list_at
from interpreter.emit.expr import atom, cond, expr, none_of
from interpreter.emit.facts import Facts
from interpreter.emit.fuel import TURN, spend
from interpreter.emit.places import zone_code
from interpreter.rooms import shape_of, shape_of_candidates
from rulelang import game as g

Use = Callable[[Bind], None]


def each(r: Routine, e: g.Expr, use: Use, stop: str | None = None, any_order: bool = False) -> None:
    """Emits a loop over the members of the list *e*, in order, with what *use* emits inside. *use* may emit `break`;
    then *stop* is the condition that tells outer loops to end too."""
    from interpreter.emit.lists import constant_list, different, element_list, reach, splits_of, subsets_of
    from interpreter.emit.questions import contains, extreme
    from interpreter.emit.selectors import candidates

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
                if not (low.isdigit() and high.isdigit() and len(high) < 4):
                    spend(r, TURN)
                use(Name(x))
        case g.Local():
            bound_list(r, r.env[e.var.id], use, stop, any_order)
        case g.Quantified(how="all"):
            candidates(r, e.selector, use, stop, any_order)
        case g.Quantified(how="list"):
            assert e.body is not None
            body = e.body

            def inside(b: Bind) -> None:
                if body.type.base == "list":
                    use(Deferred(body, dict(r.env), r.you, r.this))
                    return
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
        case g.End():
            whole = laid_out(r, e.of)
            assert isinstance(whole, Lists)
            which = "1" if e.end == "bottom" else f"s[{whole.base}]"
            at = r.tmp()
            r.put(f"if s[{whole.base}] > 0:")
            with r.indent():
                r.put(f"{at} = nth_list(s, {whole.base}, {which}, {whole.depth})")
                bound_list(r, list_at(at, 0, whole.depth - 1), use, stop, any_order)
        case g.Quantified(how="first" | "first_highest" | "first_lowest"):
            bound_list(r, first_list(r, e), use, stop, any_order)
        case g.Stored():
            from interpreter.emit.stored import kept_list, store_address

            address = store_address(r, e)
            a, deep = atom(r, address), r.depth
            if address.null:
                r.put(f"if {a} >= 0:")
                r.depth += 1
            bound_list(r, kept_list(r, e.key, a), use, stop, any_order)
            r.depth = deep
        case g.It():
            assert r.it_list is not None
            bound_list(r, r.it_list, use, stop, any_order)
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
            if isinstance(e.of, g.Everyone):
                def dice_of_seat(b: Bind) -> None:
                    assert isinstance(b, Name)
                    dice_of(r, e.key, Code(b.text), use)

                seats(r, dice_of_seat, stop, any_order)
            else:
                dice_of(r, e.key, expr(r, e.of) if e.of is not None else Code("0"), use)
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
            from interpreter.emit.values import inlined, modified_list

            if gen.facts.modifiers.get(e.key):
                bound_list(r, modified_list(r, e), use, stop, any_order)
            else:
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


def may_repeat(e: g.Expr | None, facts: Facts, inside: frozenset[str] = frozenset()) -> bool:
    """Whether one thing may stand in the list more than once. *inside*: the derived values that it belongs to."""
    if isinstance(e, g.Concat | g.ListOf) and all_differ_in_place(cells_of(e)):
        return False
    match e:
        case g.Concat():
            zones = [part.key for part in e.parts if isinstance(part, g.ZoneOf)]
            return len(set(zones)) < len(e.parts)
        case g.ListOf():
            return len(e.items) > 1
        case g.Derived() if e.key not in inside and not facts.modifiers.get(e.key):
            made = facts.game.values[e.key]
            # a slot that each card fills for itself may hold anything
            return made.kind is not None or made.expr is None or may_repeat(made.expr, facts, inside | {e.key})
        case g.Quantified(how="list") | g.Local() | g.Derived() | g.Element() | g.Param() | g.Stored() | g.It():
            return True
        case g.Quantified(how="all" | "all_highest" | "all_lowest"):
            return may_repeat(e.selector.source, facts, inside)
        case g.Without():
            return may_repeat(e.left, facts, inside)
        case g.IfElse():
            return may_repeat(e.yes, facts, inside) or may_repeat(e.no, facts, inside)
        case g.Subsets() | g.Splits():
            return may_repeat(e.of, facts, inside)
    return False


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


def first_list(r: Routine, e: g.Quantified) -> ListAt | Lists:
    """The first of the lists that are meant, laid out; empty without any."""
    from interpreter.emit.questions import extreme
    from interpreter.emit.selectors import candidates

    sel = e.selector
    to = r.list_for(shape_of_candidates(r.gen.lay, sel)[1:])
    done, best = r.tmp(), ""
    if e.how != "first":
        best = extreme(r, evolve(e, how=e.how[6:]))
    r.put(f"s[{to.base}] = 0")
    r.put(f"{done} = 0")

    def one(b: Bind) -> None:
        tests = [f"{done} == 0"]
        if best:
            assert e.body is not None
            tests.append(f"{expr(r, e.body).text} == {best}")
        r.put(f"if {' and '.join(tests)}:")
        with r.indent():
            copy_list(r, flat(r, b).base, to)
            r.put(f"{done} = 1")

    candidates(r, sel, one)
    return to


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
    members = [x for x in e.items if not isinstance(x, g.Nothing)]  # a list never holds none
    n = len(members)
    if n == 0:
        return
    if members[0].type.base == "list":
        for part in members:
            use(Deferred(part, dict(r.env), r.you, r.this))
        return
    if n == 1:
        member_or_list(r, members[0], use, None, False)
        return
    codes = [(atom(r, expr(r, x)), x) for x in members]
    i, x = r.tmp(), r.tmp()
    r.put(f"for {i} in range({n}):")
    with r.indent():
        text = codes[-1][0]
        for j in reversed(range(n - 1)):
            text = f"({codes[j][0]} if {i} == {j} else {text})"
        r.put(f"{x} = {text}")
        r.put(f"if {x} != {none_of(members[0].type)}:")
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
        case Lists():
            i, at = r.tmp(), r.tmp()
            r.put(f"{at} = {bound.base} + 1")
            r.put(f"for {i} in range(s[{bound.base}]):")
            with r.indent():
                use(list_at(at, 0, bound.depth - 1))
                r.put(f"{at} += list_span(s, {at}, {bound.depth - 1})")
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
    if not isinstance(e.of, g.ZoneOf) or isinstance(e.of.of, g.Everyone):
        ends_of_list(r, e, use)
        return
    gen = r.gen
    n = gen.lay.n
    code = zone_code(r, e.of)
    z = atom(r, code)
    most = atom(r, expr(r, e.amount))
    side = gen.at("PRV" if e.end == "top" else "NXT")

    def walk(inside: Callable[[str], None]) -> None:
        left, x, following = r.tmp(), r.tmp(), r.tmp()
        first = f"s[{side + n} + {z}]"
        r.put(f"{left} = {most}")
        r.put(f"{following} = {first} if {z} >= 0 else {n}" if code.null else f"{following} = {first}")
        r.put(f"while {following} < {n} and {left} > 0:")
        with r.indent():
            r.put(f"{x} = {following}")
            r.put(f"{following} = s[{side} + {x}]")
            r.put(f"{left} -= 1")
            inside(x)

    if e.of.key in gen.facts.shuffled and not r.idle:
        # all of them, though not all may be looked at
        walk(lambda x: r.put(f"settle(s, w, {x})"))
    walk(lambda x: use(Name(x)))


def ends_of_list(r: Routine, e: g.End, use: Use) -> None:
    """The same of a list that is no zone: its bottom is its first member, its top the last one."""
    assert e.amount is not None
    whole = laid_out(r, e.of)
    i, n = r.tmp(), r.tmp()
    r.put(f"{n} = {expr(r, e.amount).text}")
    r.put(f"{n} = s[{whole.base}] if {n} > s[{whole.base}] else {n}")
    r.put(f"for {i} in range({n}):")
    with r.indent():
        x = r.tmp()
        if isinstance(whole, ListAt):
            r.put(f"{x} = s[{whole.base} + " + (f"s[{whole.base}] - {i}]" if e.end == "top" else f"1 + {i}]"))
            use(Name(x))
        else:
            at = f"s[{whole.base}] - {i}" if e.end == "top" else f"1 + {i}"
            r.put(f"{x} = nth_list(s, {whole.base}, {at}, {whole.depth})")
            use(list_at(x, 0, whole.depth - 1))


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


def room_left(r: Routine, n: str, room: int) -> None:
    """A list that grows beyond its room is an error, told like any other bound."""
    r.put(f"if {n} >= {room - 1}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_LIST}"))
    r.lines.append((r.depth + 1, f"{n} -= 1"))


def laid_out(r: Routine, e: g.Expr) -> ListAt | Lists:
    """The list, written into the state."""
    to = r.list_for(shape_of(r.gen.lay, e) or (1,))
    fill(r, e, to)
    return to


def fill(r: Routine, e: g.Expr, to: ListAt | Lists) -> None:
    """Writes the list into the state: its length, then its members."""
    collect(r, to, lambda add: member_or_list(r, e, add, None, False))


def collect(r: Routine, to: ListAt | Lists, walk: Callable[[Use], None]) -> None:
    """Writes what *walk* goes through into the state, as one list."""
    n = r.tmp()
    r.put(f"{n} = 0")

    def step(b: Bind) -> None:
        if isinstance(to, Lists):
            append(r, to, n, b)
            return
        assert isinstance(b, Name)
        room_left(r, n, to.room)
        r.put(f"{n} += 1")
        r.put(f"s[{to.base} + {n}] = {b.text}")

    if isinstance(to, Lists):
        r.put(f"s[{to.base}] = 0")
    walk(step)
    if isinstance(to, ListAt):
        r.put(f"s[{to.base}] = {n}")


def append(r: Routine, to: Lists, n: str, b: Bind) -> None:
    """One more list behind the others; *n*: the slots that these take up."""
    part = flat(r, b)
    j, size = r.tmp(), r.tmp()
    r.put(f"{size} = list_span(s, {part.base}, {to.depth - 1})")
    r.put(f"if {n} + {size} >= {to.room}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_LIST}"))
    r.put("else:")
    r.lines.append((r.depth + 1, f"for {j} in range({size}):"))
    r.lines.append((r.depth + 2, f"s[{to.base} + 1 + {n} + {j}] = s[{part.base} + {j}]"))
    r.lines.append((r.depth + 1, f"s[{to.base}] += 1"))
    r.lines.append((r.depth + 1, f"{n} += {size}"))


def flat(r: Routine, b: Bind) -> ListAt | Lists:
    """A list laid out in the state."""
    if isinstance(b, (ListAt, Lists)):
        return b
    shape = shape_of(r.gen.lay, b.expr) if isinstance(b, Deferred) else (max(r.gen.lay.longest, 64),)
    to = r.list_for(shape)
    collect(r, to, lambda add: bound_list(r, b, add, None, False))
    return to


def copy_list(r: Routine, source: str, to: ListAt | Lists) -> None:
    """The list at *source*, in the state, also where *to* is."""
    size, j = r.tmp(), r.tmp()
    nested = to.depth if isinstance(to, Lists) else 1
    r.put(f"{size} = list_span(s, {source}, {nested})")
    r.put(f"if {size} > {to.room}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_LIST}"))
    r.lines.append((r.depth + 1, f"{size} = 1"))
    r.put(f"for {j} in range({size}):")
    r.lines.append((r.depth + 1, f"s[{to.base} + {j}] = s[{source} + {j}]"))
    r.put(f"if {size} == 1:")
    r.lines.append((r.depth + 1, f"s[{to.base}] = 0"))
