"""Questions about lists: how many, whether any, the first, sums, extremes, membership."""

from attrs import evolve

from interpreter.emit.base import NotYet, Routine
from interpreter.emit.bindings import Bind, Code, ListAt, Name
from interpreter.emit.expr import NO, atom, cond, expr, none_of, value
from interpreter.emit.loops import each, flat, laid_out
from interpreter.emit.places import zone_code
from interpreter.emit.selectors import candidates
from interpreter.emit.stored import face
from interpreter.rooms import depth
from interpreter.walk import walk
from rulelang import game as g
from rulelang.uses.facts import ORDERLESS
from rulelang.uses.orderless import walked_by

LAID = -11
"""The name of a list that has been worked out."""


def quantified(r: Routine, e: g.Quantified) -> Code:
    """Where the order does not matter, that of a shuffled zone is not settled."""
    if e.how not in ORDERLESS:
        return answer(r, e)
    before = r.walked
    r.walked |= walked_by(r.gen.facts, e.selector)
    code = answer(r, e)
    r.walked = before
    return code


def answer(r: Routine, e: g.Quantified) -> Code:
    sel = e.selector
    t = r.tmp()
    match e.how:
        case "count":
            if isinstance(sel.source, g.ZoneOf) and sel.where is None and not isinstance(sel.source.of, g.Everyone):
                zone = r.gen.game.zones[sel.source.key]
                if not sel.filter or (zone.kinds and set(zone.kinds) <= set(sel.filter)):
                    return count_of(r, sel.source)
            if isinstance(sel.source, g.Local) and sel.where is None and not sel.filter and isinstance(
                    r.env.get(sel.source.var.id), ListAt):
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

            inner = sel.source
            if isinstance(inner, g.Quantified) and not r.gen.search and not r.orderless and not r.idle and (
                    r.gen.facts.unsettled(inner)):
                # a list is worked out to its end, with what that settles
                laid = laid_out(r, inner)
                var = g.Var(id=LAID, name="laid", type=inner.type, many=True)
                r.env[LAID] = laid
                sel = evolve(sel, source=g.Local(span=inner.span, type=inner.type, var=var))
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
                more = f"{t} += {a}" if e.how == "sum" else f"{t} = product({t}, {a})"
                if code.null:
                    r.put(f"if {a} != {NO}:")
                    with r.indent():
                        r.put(more)
                else:
                    r.put(more)

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
                r.put(f"{t} = product({t}, {b.text})")
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
        from interpreter.emit.seen import how_many_in

        code = zone_code(r, e)
        if not code.null:
            return Code(how_many_in(r, e.key, code.text))
        z = atom(r, code)
        return Code(f"({how_many_in(r, e.key, z)} if {z} >= 0 else 0)")
    if isinstance(e, g.Local) and isinstance(r.env.get(e.var.id), ListAt):
        from interpreter.emit.secrets import list_told

        list_told(r, e)
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
            from interpreter.emit.sameness import name_number

            r.put(f"if DESIGN[{face(r, b.text)}] == {name_number(r, e.part.name)}:")  # type: ignore[attr-defined]
            with r.indent():
                r.put(f"{t} = 1")

        each(r, e.place, step, any_order=True)
        return Code(t)
    if e.part.type.base == "list":
        part, t = laid_out(r, e.part), r.tmp()
        r.put(f"{t} = 0")

        def same(b: Bind) -> None:
            r.put(f"if same_list(s, {part.base}, {flat(r, b).base}, {depth(e.part.type)}):")
            r.lines.append((r.depth + 1, f"{t} = 1"))

        each(r, e.place, same)
        return Code(t)
    code = expr(r, e.part)
    x = atom(r, code) if code.null else value(r, e.part)
    found = contains(r, x, e.place)
    # a list never holds none
    return Code(f"({x} != {none_of(e.part.type)} and {found})" if code.null else found)


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
            parts = [f"{x} == {expr(r, item).text}" for item in place.items if not isinstance(item, g.Nothing)]
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
            if not looks:
                r.put("break")

    # a list is worked out to its end, with what that settles
    looks = bool(r.gen.facts.shuffled) and not r.gen.search and any(
        isinstance(x, g.Printed | g.Derived | g.End | g.KindIs | g.Prop) for x in walk(place))
    each(r, place, step, None if looks else t, any_order=True)
    return t


def same_list(r: Routine, a: g.Expr, b: g.Expr) -> Code:
    """The same members in the same order."""
    if isinstance(a, g.ListOf) and not isinstance(b, g.ListOf):
        a, b = b, a
    if not isinstance(b, g.ListOf) or depth(b.type) > 1:
        left, right = laid_out(r, a), laid_out(r, b)
        return Code(f"same_list(s, {left.base}, {right.base}, {depth(a.type)})")
    from interpreter.emit.sameness import name_number

    items = [x for x in b.items if not isinstance(x, g.Nothing)]  # a list never holds none
    codes = [Code(f"{name_number(r, x.name)}") if isinstance(x, g.CardName) else expr(r, x) for x in items]
    wanted = [code.text if isinstance(x, g.CardName) else atom(r, code) for x, code in zip(items, codes, strict=True)]
    named = [isinstance(x, g.CardName) for x in items]
    n, ok = r.tmp(), r.tmp()
    r.put(f"{n} = 0")
    r.put(f"{ok} = 1")
    # where each stands: behind those before it that are not none
    places, size = [], "0"
    for x, code, want in zip(items, codes, wanted, strict=True):
        places.append(size)
        if code.null:
            t = r.tmp()
            r.put(f"{t} = {size} + ({want} != {none_of(x.type)})")
            size = t
        else:
            size = str(int(size) + 1) if size.isdigit() else f"{size} + 1"

    def step(bind: Bind) -> None:
        assert isinstance(bind, Name)
        have = atom(r, Code(bind.text))
        for x, code, place, want, by_name in zip(items, codes, places, wanted, named, strict=True):
            seen = f"DESIGN[s[{r.gen.at('FACE')} + {have}]]" if by_name else have
            there = f" and {want} != {none_of(x.type)}" if code.null else ""
            r.put(f"if {n} == {place} and {seen} != {want}{there}:")
            with r.indent():
                r.put(f"{ok} = 0")
        r.put(f"{n} += 1")

    each(r, a, step)
    return Code(f"({ok} and {n} == {size})")


def holds(r: Routine, e: g.Holds) -> Code:
    """The same cards by name, in any order."""
    from interpreter.emit.sameness import name_number

    wanted = [str(name_number(r, card.name)) if isinstance(card, g.CardName)
              else design_of(r, card) for card in e.cards]
    counts = [r.tmp() for _ in wanted]
    n = r.tmp()
    r.put(f"{n} = 0")
    for t in counts:
        r.put(f"{t} = 0")

    def step(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{n} += 1")
        for want, t in zip(wanted, counts, strict=True):
            r.put(f"if DESIGN[s[{r.gen.at('FACE')} + {b.text}]] == {want}:")
            with r.indent():
                r.put(f"{t} += 1")

    each(r, e.place, step)
    tests = [f"{n} == {len(e.cards)}"]
    for want, t in zip(wanted, counts, strict=True):
        # as many as there are like it among those that are named
        like = " + ".join("1" if other == want else f"({other} == {want})" for other in wanted)
        tests.append(f"{t} == {like}")
    return Code("(" + " and ".join(tests) + ")")


def design_of(r: Routine, e: g.Expr) -> str:
    """Which card it is by name; below nothing for none."""
    c = atom(r, expr(r, e))
    return atom(r, Code(f"(DESIGN[s[{r.gen.at('FACE')} + {c}]] if {c} >= 0 else -8)"))
