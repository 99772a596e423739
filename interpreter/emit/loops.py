"""Lists are not built but walked: each form of list is a loop in the text, with the rest of the rule inside."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.base import NotYet, Routine
from interpreter.emit.bindings import Bind, Code, Deferred, ListAt, Lists, Name, Row, list_at
from interpreter.emit.cells import all_differ_in_place, cells_of
from interpreter.emit.expr import atom, cond, expr, none_of
from interpreter.emit.facts import Facts
from interpreter.emit.fuel import TURN, spend
from interpreter.emit.places import zone_code
from interpreter.emit.walks import Use, beside, dice_of, lines_of, seats, walk_zone
from interpreter.rooms import shape_of
from rulelang import game as g


def each(r: Routine, e: g.Expr, use: Use, stop: str | None = None, any_order: bool = False) -> None:
    """Emits a loop over the members of the list *e*, in order, with what *use* emits inside. *use* may emit `break`;
    then *stop* is the condition that tells outer loops to end too."""
    from interpreter.emit.lists import (
        constant_list,
        different,
        element_list,
        ends,
        first_list,
        items,
        reach,
        splits_of,
        subsets_of,
    )
    from interpreter.emit.questions import contains, extreme
    from interpreter.emit.secrets import list_told
    from interpreter.emit.seen import look_at, look_into
    from interpreter.emit.selectors import candidates

    gen, lay = r.gen, r.gen.lay
    match e:
        case g.ZoneOf() if isinstance(e.of, g.Everyone):
            def zone_of_seat(b: Bind) -> None:
                assert isinstance(b, Name)
                z = zone_code(r, e, Code(b.text)).text
                look_into(r, e.key, z)
                walk_zone(r, z, e.key, use)

            seats(r, zone_of_seat, stop, any_order)
        case g.ZoneOf():
            code = zone_code(r, e)
            if code.null:
                z = atom(r, code)
                r.put(f"if {z} >= 0:")
                with r.indent():
                    look_into(r, e.key, z)
                    walk_zone(r, z, e.key, use)
            else:
                look_into(r, e.key, code.text)
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
            list_told(r, e)
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
            look_at(r, e, a)
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
            from interpreter.emit.modifiers import modified_list
            from interpreter.emit.values import inlined

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
