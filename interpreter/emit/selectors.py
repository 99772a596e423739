"""Selectors: the candidates of `NOUN name in PLACE where CONDITION`, in order, each bound while the rest is emitted."""

from interpreter.emit.base import NotYet, Routine, kind_by_back, table_of_kind
from interpreter.emit.bindings import Bind, ListAt, Lists, Name
from interpreter.emit.expr import cond
from interpreter.emit.loops import collect, each, member_or_list
from interpreter.emit.spaces import is_space_of, like_spaces
from interpreter.emit.stored import face, settled_kind
from interpreter.emit.walks import Use, seats
from interpreter.rooms import shape_of_candidates
from rulelang import game as g


def candidates(r: Routine, sel: g.Selector, use: Use, stop: str | None = None, any_order: bool = False) -> None:
    """The candidates of a selector, in order, each bound to its variable while *use* emits."""
    before = r.env.get(sel.var.id)

    def take(b: Bind) -> None:
        r.env[sel.var.id] = b
        tests = []
        if sel.filter and isinstance(b, Name):
            of = None if sel.var.id in r.walked else sel.source
            tests.append(kind_test(r, b.text, sel.filter, sel.var.type, of))
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
            mine = like_spaces(r.gen, t.names)
            first, last = min(mine, default=0), max(mine, default=-1) + 1
        x = r.tmp()
        r.put(f"for {x} in range({first}, {last}):")
        with r.indent():
            if t.names and not sel.filter and len(mine) < last - first:
                r.put(f"if {is_space_of(r.gen, x, t.names)}:")
                with r.indent():
                    take(Name(x))
            else:
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
    from interpreter.emit.questions import contains

    def inside(b: Bind) -> None:
        assert isinstance(b, Name) and sel.source is not None
        found = contains(r, b.text, sel.source)
        r.put(f"if {found}:")
        with r.indent():
            take(b)

    seats(r, inside, stop, False, sel.clock, True)


def kind_test(r: Routine, card: str, kinds: tuple[str, ...], t: g.Type, of: g.Expr | None = None) -> str:
    if t.base == "space":
        return is_space_of(r.gen, card, kinds)
    tests = []
    for kind in kinds:
        if kind not in r.gen.game.kinds:
            return "1"
        if not r.common:
            settled_kind(r, card, kind, of)
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


def fill_candidates(r: Routine, sel: g.Selector, to: ListAt | Lists) -> None:
    """Writes all candidates into the state, as one list."""
    collect(r, to, lambda add: candidates(r, sel, add))


def laid_candidates(r: Routine, sel: g.Selector) -> ListAt | Lists:
    """All candidates, written into the state."""
    to = r.list_for(shape_of_candidates(r.gen.lay, sel))
    fill_candidates(r, sel, to)
    return to


def in_rows(r: Routine, sel: g.Selector, *rows: int) -> tuple[str, ...]:
    """All candidates, one number each, written into work rows: how many they are, and the names of the rows."""
    n = r.tmp()
    names = tuple(f"o{r.tmp()}" for _ in rows)
    for name, row in zip(names, rows, strict=True):
        r.put(f"{name} = w[{row}]")
    r.put(f"{n} = 0")

    def take(b: Bind) -> None:
        assert isinstance(b, Name)
        for name in names:
            r.put(f"{name}[{n}] = {b.text}")
        r.put(f"{n} += 1")

    candidates(r, sel, take)
    return n, *names
