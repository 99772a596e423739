"""Expressions: from the checked tree to text that yields whole numbers."""

import re
from collections.abc import Callable

from interpreter.constants import NO_NUMBER, NotConstant, constant
from interpreter.emit.base import Bind, Code, Gen, ListAt, Name, NotYet, Routine, table_of_kind
from rulelang import game as g

NO = str(NO_NUMBER)
_ATOM = re.compile(r"[a-z_]\w*|-?\d+|s\[(f \+ )?\d+\]")


def none_of(t: g.Type) -> str:
    return NO if t.base == "number" else "-1"


def atom(r: Routine, code: Code) -> str:
    """The value in a text that may be written twice."""
    if _ATOM.fullmatch(code.text):
        return code.text
    t = r.tmp()
    r.put(f"{t} = {code.text}")
    return t


def value(r: Routine, e: g.Expr) -> str:
    """A whole number that can be kept (truths as 1 and 0)."""
    code = expr(r, e)
    if e.type.base == "truth" and not code.null and not code.text.isdigit():
        return f"(1 if {code.text} else 0)"
    return code.text


def cond(r: Routine, e: g.Expr) -> str:
    """A condition; none counts as no."""
    code = expr(r, e)
    return f"({code.text} > 0)" if code.null else code.text


def constant_of(gen: Gen, e: g.Expr) -> int:
    if isinstance(e, g.Text):
        return text_number(gen, e.value)
    if isinstance(e, g.Nothing):
        return NO_NUMBER if e.type.base == "number" else -1
    return constant(e, gen.game, gen.lay.players)


def text_number(gen: Gen, text: str) -> int:
    """Texts are numbers too: their place in the order in which they were first met."""
    key = ("text", text)
    numbers = gen.shared.source_numbers
    if key not in numbers:
        numbers[key] = sum(1 for other in numbers if isinstance(other, tuple) and other[0] == "text")
    return numbers[key]


def expr(r: Routine, e: g.Expr) -> Code:
    try:
        if not isinstance(e, (g.Local, g.You, g.This)):
            return Code(_const(constant_of(r.gen, e)), isinstance(e, g.Nothing) or e.type.optional)
    except NotConstant:
        pass
    return _EXPR[type(e)](r, e)


def _const(n: int) -> str:
    return f"({n})" if n < 0 else str(n)


# ------------------------------------------------------------------------------------------ names


def local(r: Routine, e: g.Local) -> Code:
    bound = r.env.get(e.var.id)
    if isinstance(bound, Name):
        return Code(bound.text, bound.null)
    if bound is None:
        raise AssertionError(f"{e.var.name} has no place in {r.key}")
    raise NotYet(f"the list `{e.var.name}` where one thing is meant")


def you(r: Routine, e: g.You) -> Code:
    return Code(r.you, True)


def this(r: Routine, e: g.This) -> Code:
    return Code(r.this)


def it(r: Routine, e: g.It) -> Code:
    return Code(r.it)


# ------------------------------------------------------------------------------------ what is stored


def index_code(r: Routine, index: tuple[g.Index, ...], given: tuple[g.Expr, ...]) -> Code:
    """The place in the flat row of an indexed thing; none if any index is outside."""
    lay = r.gen.lay
    text, null, checks = "", False, []
    for i, e in zip(index, given, strict=True):
        low, length = lay.index_low(i), lay.index_length(i)
        c = expr(r, e)
        a = c.text
        if i.enum is None or c.null:
            a = atom(r, c)
            checks.append(f"{low} <= {a} < {low + length}")
            null = True
        part = f"{a} - {low}" if low else a
        text = f"({text}) * {length} + {part}" if text else part
    if not null:
        return Code(text or "0")
    return Code(f"({text} if {' and '.join(checks)} else -1)", True)


def store_address(r: Routine, e: g.Stored) -> Code:
    """The slot of a counter or variable; none if its owner or index is none."""
    lay = r.gen.lay
    place, decl = lay.stores[e.key], r.gen.game.stores[e.key]
    base = place.base
    parts: list[str] = []
    checks: list[str] = []
    if decl.owner is not None:
        owner = e.of if e.of is not None else None
        if owner is None:
            raise NotYet(f"`{e.key}` without an owner")
        code = expr(r, owner)
        a = code.text
        if code.null:
            a = atom(r, code)
            checks.append(f"{a} >= 0")
        base -= place.first * place.size
        parts.append(f"({a}) * {place.size}" if place.size != 1 else a)
    if decl.index:
        code = index_code(r, decl.index, e.index)
        a = code.text
        if code.null:
            a = atom(r, code)
            checks.append(f"{a} >= 0")
        parts.append(a)
    text = " + ".join([str(base), *parts])
    if not checks:
        return Code(text)
    return Code(f"({text} if {' and '.join(checks)} else -1)", True)


def bounds_of(r: Routine, e: g.Stored) -> tuple[str | None, str | None]:
    """Least and greatest value of a counter, as texts: they may depend on its owner and index."""
    decl, place = r.gen.game.stores[e.key], r.gen.lay.stores[e.key]
    out: list[str | None] = []
    for bound, known in ((decl.type.low, place.low), (decl.type.high, place.high)):
        if bound is None or known is not None:
            out.append(None if known is None else str(known))
            continue
        this, env = r.this, dict(r.env)
        if e.of is not None:
            owner = atom(r, expr(r, e.of))
            r.this = owner
            if decl.owner_var is not None:
                r.env[decl.owner_var.id] = Name(owner, True)
        for index, given in zip(decl.index, e.index, strict=True):
            if index.var is not None:
                code = expr(r, given)
                r.env[index.var.id] = Name(atom(r, code), code.null)
        out.append(atom(r, expr(r, bound)))
        r.this, r.env = this, env
    return out[0], out[1]


def stored(r: Routine, e: g.Stored) -> Code:
    decl = r.gen.game.stores[e.key]
    address = store_address(r, e)
    null = decl.type.optional or (decl.default is None and decl.type.base != "number")
    if not address.null:
        return Code(f"s[{address.text}]", null)
    a = atom(r, address)
    return Code(f"(s[{a}] if {a} >= 0 else {none_of(decl.type)})", True)


def face(r: Routine, card: str) -> str:
    """The number of what is printed on a card."""
    if r.gen.search and r.look:
        return f"look(s, w, {card})"
    return f"s[{r.gen.at('FACE')} + {card}]"


def printed(r: Routine, e: g.Printed) -> Code:
    gen, lay = r.gen, r.gen.lay
    decl = gen.game.fields[e.key]
    size = lay.size_of(decl.index)
    missing = NO_NUMBER if decl.type.base == "number" else -1
    if gen.game.kinds[e.key.split(".")[0]].base == "space":
        return of_space(r, e, decl, size, missing)

    def make() -> list[int]:
        out: list[int] = []
        for c in range(lay.n):
            given = lay.design(c).fields.get(e.key)
            row = [missing] * size
            if given is None and decl.default is not None and lay.is_kind(c, e.key.split(".")[0]):
                given = decl.default
            if isinstance(given, tuple):
                for at, x in given:
                    place = 0
                    for i, one in zip(decl.index, at, strict=True):
                        place = place * lay.index_length(i) + constant_of(gen, one) - lay.index_low(i)
                    if 0 <= place < size:
                        row[place] = constant_of(gen, x)
            elif given is not None:
                row = [constant_of(gen, given)] * size
            out += row
        return out or [missing]

    table = gen.table("P_" + e.key.replace(".", "_"), make)
    code = expr(r, e.of)
    null = code.null or decl.type.optional
    a = atom(r, code) if code.null else code.text
    where = face(r, a)
    if decl.index:
        index = index_code(r, decl.index, e.index)
        i = atom(r, index)
        test = " and ".join(([f"{a} >= 0"] if code.null else []) + ([f"{i} >= 0"] if index.null else []))
        text = f"{table}[{where} * {size} + {i}]"
        return Code(f"({text} if {test} else {missing})" if test else text, bool(test) or null)
    text = f"{table}[{where}]"
    return Code(f"({text} if {a} >= 0 else {missing})" if code.null else text, null)


def of_space(r: Routine, e: g.Printed, decl: g.Field, size: int, missing: int) -> Code:
    """A field of a space: from the board's table, else what the kind says of all its spaces."""
    gen, lay = r.gen, r.gen.lay

    def constant_space(x: g.Expr) -> int:
        if isinstance(x, g.BoardOf):
            place = lay.boards[x.key]
            at = [constant_of(gen, i) - 1 for i in x.index]
            return place.base + (at[0] if len(at) == 1 else at[0] * place.columns + at[1])
        return constant_of(gen, x)

    def make() -> list[int]:
        out = [missing] * (lay.spaces * size or 1)
        for board in gen.game.boards.values():
            place = lay.boards[board.key]
            if e.key.split(".")[0] not in gen.game.kinds[board.kind].lineage:
                continue
            for i in range(place.owners * place.rows * place.columns):
                rows = board.spaces
                given = rows[i % len(rows)].get(e.key, decl.default) if rows else decl.default
                if given is None:
                    continue
                if isinstance(given, tuple):
                    for at, x in given:
                        flat = 0
                        for index, one in zip(decl.index, at, strict=True):
                            flat = flat * lay.index_length(index) + constant_of(gen, one) - lay.index_low(index)
                        out[(place.base + i) * size + flat] = constant_space(x)
                else:
                    x = constant_space(given)
                    if isinstance(given, g.Nothing):
                        x = missing
                    out[(place.base + i) * size : (place.base + i + 1) * size] = [x] * size
        return out

    table = gen.table("P_" + e.key.replace(".", "_"), make)
    code = expr(r, e.of)
    a = atom(r, code) if code.null else code.text
    where = a
    tests = [f"{a} >= 0"] if code.null else []
    if decl.index:
        index = index_code(r, decl.index, e.index)
        i = atom(r, index)
        tests += [f"{i} >= 0"] if index.null else []
        where = f"({a}) * {size} + {i}"
    text = f"{table}[{where}]"
    null = bool(tests) or decl.type.optional
    return Code(f"({text} if {' and '.join(tests)} else {missing})" if tests else text, null)


def zone_code(r: Routine, e: g.ZoneOf, owner: Code | None = None) -> Code:
    """The instance of a zone (of *owner*, where `of everyone` is walked)."""
    lay = r.gen.lay
    place, decl = lay.zones[e.key], r.gen.game.zones[e.key]
    if isinstance(e.of, g.Everyone) and owner is None:
        raise NotYet(f"`{e.key} of everyone` where one zone is meant")
    parts, checks, base = [], [], place.base
    if decl.owner is not None:
        assert e.of is not None
        code = owner or expr(r, e.of)
        a = code.text
        if code.null:
            a = atom(r, code)
            checks.append(f"{a} >= 0")
        if decl.owner != "player":
            base -= lay.card_range(decl.owner)[0] * place.size
        parts.append(f"({a}) * {place.size}" if place.size != 1 else a)
    if decl.index:
        code = index_code(r, decl.index, e.index)
        a = code.text
        if code.null:
            a = atom(r, code)
            checks.append(f"{a} >= 0")
        parts.append(a)
    text = " + ".join([str(base), *parts])
    return Code(f"({text} if {' and '.join(checks)} else -1)", True) if checks else Code(text)


def zone_one(r: Routine, e: g.ZoneOf) -> Code:
    """A zone where a single card is meant: its newest."""
    return end(r, g.End(span=e.span, type=e.type, end="top", of=e))


def board(r: Routine, e: g.BoardOf) -> Code:
    place = r.gen.lay.boards[e.key]
    if not e.index:
        raise NotYet("a board where one space is meant")
    base = str(place.base)
    if r.gen.game.boards[e.key].owner is not None:
        assert e.of is not None
        base += f" + {expr(r, e.of).text} * {place.rows * place.columns}"
    if len(e.index) == 1:
        i = atom(r, expr(r, e.index[0]))
        return Code(f"({base} + {i} - 1 if 1 <= {i} <= {place.rows * place.columns} else -1)", True)
    row, column = (atom(r, expr(r, x)) for x in e.index)
    if row.isdigit() and column.isdigit() and 1 <= int(row) <= place.rows and 1 <= int(column) <= place.columns:
        return Code(f"{base} + {(int(row) - 1) * place.columns + int(column) - 1}")
    return Code(f"({base} + ({row} - 1) * {place.columns} + {column} - 1 if 1 <= {row} <= {place.rows}"
                f" and 1 <= {column} <= {place.columns} else -1)", True)


# -------------------------------------------------------------------------------------- properties


def neighbour(r: Routine, p: str, step: int) -> str:
    n = r.gen.lay.players
    if r.gen.facts.eliminates:
        return f"beside(s, {p}, {step % n})"
    if step == 1:
        return f"({p} + 1 if {p} < {n - 1} else 0)"
    return f"({p} - 1 if {p} > 0 else {n - 1})"


def prop(r: Routine, e: g.Prop) -> Code:
    gen, lay = r.gen, r.gen.lay
    if e.of is None:
        if e.name == "start_player":
            return Code("0")
        if e.name == "owner":
            return Code(f"{zone_owner_table(gen)}[s[{gen.at('ZON')} + {r.this}]]", True)
        raise NotYet(f"`{e.name}` here")
    if e.name == "size":
        from interpreter.emit.questions import count_of

        return count_of(r, e.of)
    code = expr(r, e.of)
    a = atom(r, code)

    def guard(text: str, null: bool = False, none: str = "-1") -> Code:
        return Code(f"({text} if {a} >= 0 else {none})", True) if code.null else Code(text, null)

    match e.name:
        case "left":
            return guard(neighbour(r, a, 1))
        case "right":
            return guard(neighbour(r, a, -1))
        case "owner" if e.of.type.base == "space":
            owners = gen.table("SPACE_OWNER", lambda: [
                x // (b.rows * b.columns) if b.owners > 1 or gen.game.boards[b.key].owner else -1
                for b in lay.boards.values() for x in range(b.rows * b.columns * b.owners)] or [-1])
            return guard(f"{owners}[{a}]", True)
        case "owner":
            return guard(f"{zone_owner_table(gen)}[s[{gen.at('ZON')} + {a}]]", True)
        case "face":
            return guard(f"s[{gen.at('DIE')} + {a}]", True, none_of(e.type))
        case "back":
            table = gen.table("BACK_TEXT", lambda: [text_number(gen, lay.backs[b]) for b in lay.back_of] or [0])
            return guard(f"{table}[s[{gen.at('FACE')} + {a}]]")
        case "name":
            table = gen.table("NAME_TEXT", lambda: [text_number(gen, lay.design(c).name) for c in range(lay.n)] or [0])
            return guard(f"{table}[{face(r, a)}]")
        case "row" | "column":
            places = gen.table("SPACE_" + e.name.upper(), lambda: space_places(gen, e.name))
            return guard(f"{places}[{a}]", True)
    raise NotYet(f"`{e.name}` here")


def zone_owner_table(gen: Gen) -> str:
    return gen.table("ZOWNER", lambda: list(gen.lay.zone_owner))


def space_places(gen: Gen, name: str) -> list[int]:
    out: list[int] = []
    for b in gen.lay.boards.values():
        for _ in range(b.owners):
            out += [(i // b.columns if name == "row" else i % b.columns) + 1 for i in range(b.rows * b.columns)]
    return out or [0]


# -------------------------------------------------------------------------------- logic, arithmetic


def captured(r: Routine, emit: Callable[[], str]) -> tuple[str, list[tuple[int, object]]]:
    """What *emit* yields, with the lines that it needs before, one level further in."""
    lines, depth = r.lines, r.depth
    r.lines, r.depth = [], depth + 1
    text = emit()
    inner, r.lines, r.depth = r.lines, lines, depth
    return text, inner  # type: ignore[return-value]


def chain(r: Routine, parts: tuple[g.Expr, ...], word: str) -> Code:
    text = cond(r, parts[0])
    for part in parts[1:]:
        more, lines = captured(r, lambda part=part: cond(r, part))  # type: ignore[misc]
        if not lines:
            text = f"{text} {word} {more}"
            continue
        t = r.tmp()
        r.put(f"{t} = 1 if {text} else 0")
        r.put(f"if {t}:" if word == "and" else f"if {t} == 0:")
        r.lines.extend(lines)  # type: ignore[arg-type]
        with r.indent():
            r.put(f"{t} = 1 if {more} else 0")
        text = t
    return Code(f"({text})")


def conjunction(r: Routine, e: g.And) -> Code:
    return chain(r, e.parts, "and")


def disjunction(r: Routine, e: g.Or) -> Code:
    return chain(r, e.parts, "or")


def negation(r: Routine, e: g.Not) -> Code:
    return Code(f"(not {cond(r, e.part)})")


def choice(r: Routine, e: g.IfElse) -> Code:
    test = cond(r, e.test)
    yes, a = captured(r, lambda: value(r, e.yes))
    no, b = captured(r, lambda: value(r, e.no))
    if not a and not b:
        return Code(f"({yes} if {test} else {no})", True)
    t = r.tmp()
    r.put(f"if {test}:")
    r.lines.extend(a)  # type: ignore[arg-type]
    with r.indent():
        r.put(f"{t} = {yes}")
    r.put("else:")
    r.lines.extend(b)  # type: ignore[arg-type]
    with r.indent():
        r.put(f"{t} = {no}")
    return Code(t, True)


def compare(r: Routine, e: g.Compare) -> Code:
    a, b = expr(r, e.left), expr(r, e.right)
    op = "==" if e.op == "=" else e.op
    checks = []
    left, right = a.text, b.text
    if a.null:
        left = atom(r, a)
        checks.append(f"{left} != {NO}")
    if b.null:
        right = atom(r, b)
        checks.append(f"{right} != {NO}")
    return Code("(" + " and ".join([*checks, f"{left} {op} {right}"]) + ")")


def arithmetic(r: Routine, e: g.Arith) -> Code:
    a, b = expr(r, e.left), expr(r, e.right)
    checks = []
    left, right = a.text, b.text
    if a.null:
        left = atom(r, a)
        checks.append(f"{left} != {NO}")
    if b.null:
        right = atom(r, b)
        checks.append(f"{right} != {NO}")
    match e.op:
        case "/down":
            text = f"divide_down({left}, {right})"
        case "/up":
            text = f"divide_up({left}, {right})"
        case _:
            text = f"({left} {e.op} {right})"
    return Code(f"({text} if {' and '.join(checks)} else {NO})", True) if checks else Code(text)


def negative(r: Routine, e: g.Negative) -> Code:
    a = expr(r, e.part)
    if not a.null:
        return Code(f"(-{a.text})")
    x = atom(r, a)
    return Code(f"(-{x} if {x} != {NO} else {NO})", True)


# ------------------------------------------------------------------------------------- sameness


def name_number(r: Routine, name: str) -> int:
    for i, card in enumerate(r.gen.game.cards):
        if card.name == name:
            return i
    return -9


def same(r: Routine, e: g.Is) -> Code:
    left, right = e.left, e.right
    if isinstance(left, g.CardName):
        left, right = right, left
    if isinstance(right, g.CardName):
        a = expr(r, left)
        x = atom(r, a)
        return Code(f"({x} >= 0 and DESIGN[{face(r, x)}] == {name_number(r, right.name)})")
    if left.type.base == "list" or right.type.base == "list":
        from interpreter.emit.questions import same_list

        return same_list(r, left, right)
    if left.type.base == "truth" and right.type.base == "truth":
        return Code(f"({value(r, left)} == {value(r, right)})")
    a, b = expr(r, left), expr(r, right)
    if isinstance(right, g.Nothing) and left.type.base == "number":
        return Code(f"({a.text} == {NO})")
    return Code(f"({a.text} == {b.text})")


def kind_is(r: Routine, e: g.KindIs) -> Code:
    code = expr(r, e.part)
    if e.part.type.base == "space":
        lo, hi = r.gen.lay.space_range(e.kind)
        return Code(f"({lo} <= {code.text} < {hi})")
    a = atom(r, code) if code.null else code.text
    where = face(r, a)
    from interpreter.emit.base import kind_by_back

    if kind_by_back(r.gen, e.kind):
        where = f"s[{r.gen.at('FACE')} + {a}]"
    text = f"{table_of_kind(r.gen, e.kind)}[{where}]"
    return Code(f"({a} >= 0 and {text})" if code.null else text)


def member_of(r: Routine, e: g.MemberOf) -> Code:
    whole = r.gen.game.enums[e.part.type.names[0]]
    a = expr(r, e.part).text
    if e.enum == whole.key:
        return Code(f"({a} >= 0)")
    for name, first, length in whole.parts:
        if name == e.enum:
            return Code(f"({first} <= {a} < {first + length})")
    return Code("0")


def card_name(r: Routine, e: g.CardName) -> Code:
    """The first copy of that name."""
    number = name_number(r, e.name)
    face_number = next((c for c in range(r.gen.lay.n) if r.gen.lay.designs[c] == number), -1)
    return Code(f"s[{r.gen.at('BODY') + face_number}]" if face_number >= 0 else "-1", face_number < 0)


def as_enum(r: Routine, e: g.AsEnum) -> Code:
    a = atom(r, expr(r, e.part))
    size = len(r.gen.game.enums[e.type.names[0]].members)
    return Code(f"({a} + {e.offset} if {a} >= 0 and 0 <= {a} + {e.offset} < {size} else -1)", True)


def end(r: Routine, e: g.End) -> Code:
    gen = r.gen
    if e.amount is not None:
        raise NotYet("several from the top where one is meant")
    if isinstance(e.of, g.ZoneOf) and not isinstance(e.of.of, g.Everyone):
        z = zone_code(r, e.of)
        zone = atom(r, z) if z.null else z.text
        side = gen.at("PRV") if e.end == "top" else gen.at("NXT")
        t = r.tmp()
        n = gen.lay.n
        text = f"s[{side + n} + {zone}]"
        r.put(f"{t} = {text} if {zone} >= 0 else {n}" if z.null else f"{t} = {text}")
        r.put(f"if {t} >= {n}:")
        with r.indent():
            r.put(f"{t} = -1")
        if e.of.key in gen.facts.shuffled:
            r.put("else:")
            with r.indent():
                r.put(f"settle(s, w, {t})")
        return Code(t, True)
    from interpreter.emit.loops import each

    t = r.tmp()
    r.put(f"{t} = {none_of(e.type)}")

    def last(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{t} = {b.text}")

    each(r, e.of, last)
    return Code(t, True)


def element(r: Routine, e: g.Element) -> Code:
    i = atom(r, expr(r, e.index))
    if isinstance(e.of, g.Local):
        bound = r.env[e.of.var.id]
        if isinstance(bound, ListAt):
            return Code(f"(s[{bound.base} + {i}] if 1 <= {i} <= s[{bound.base}] else {none_of(e.type)})", True)
    from interpreter.emit.loops import each

    t, n = r.tmp(), r.tmp()
    r.put(f"{t} = {none_of(e.type)}")
    r.put(f"{n} = 0")

    def step(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{n} += 1")
        r.put(f"if {n} == {i}:")
        with r.indent():
            r.put(f"{t} = {b.text}")

    each(r, e.of, step)
    return Code(t, True)


def knows(r: Routine, e: g.Knows) -> Code:
    p, know = expr(r, e.who), r.gen.at("KNOW")
    player = atom(r, p) if p.null else p.text
    knowing = f"{player} >= 0 and " if p.null else ""
    if isinstance(e.card, g.CardName):
        # some copy of it
        t = r.tmp()
        r.put(f"{t} = 0")
        r.put(f"for i in range({r.gen.lay.n}):")
        with r.indent():
            r.put(f"if DESIGN[s[{r.gen.at('FACE')} + i]] == {name_number(r, e.card.name)}"
                  f" and {knowing}s[{know} + i] >> {player} & 1:")
            with r.indent():
                r.put(f"{t} = 1")
        return Code(t)
    c = atom(r, expr(r, e.card))
    return Code(f"({c} >= 0 and {knowing}s[{know} + {c}] >> {player} & 1)")


def _values(r: Routine, e: g.Derived) -> Code:
    from interpreter.emit.values import derived

    return derived(r, e)


def _can_do(r: Routine, e: g.CanDo) -> Code:
    from interpreter.emit.cando import can_do

    return can_do(r, e)


def _questions(name: str) -> "Callable[[Routine, g.Expr], Code]":
    def call(r: Routine, e: g.Expr) -> Code:
        from interpreter.emit import questions

        return getattr(questions, name)(r, e)  # type: ignore[no-any-return]

    return call


def dice_one(r: Routine, e: g.DiceOf) -> Code:
    """Dice where one die is meant."""
    place = r.gen.lay.dice[e.key]
    if e.of is not None:
        return Code(f"{place.base} + {expr(r, e.of).text} * {place.amount}")
    return Code(str(place.base))


_EXPR: dict[type, Callable[..., Code]] = {
    g.Local: local, g.You: you, g.This: this, g.It: it, g.Stored: stored, g.Printed: printed, g.Derived: _values,
    g.ZoneOf: zone_one, g.BoardOf: board, g.DiceOf: dice_one, g.Prop: prop, g.IfElse: choice, g.And: conjunction,
    g.Or: disjunction, g.Not: negation, g.Compare: compare, g.Is: same, g.KindIs: kind_is, g.MemberOf: member_of,
    g.IsEmpty: _questions("is_empty"), g.IsIn: _questions("is_in"), g.Arith: arithmetic, g.Negative: negative,
    g.Quantified: _questions("quantified"), g.GatheredIn: _questions("gathered_in"), g.End: end, g.Element: element,
    g.CanDo: _can_do, g.Knows: knows, g.AsEnum: as_enum, g.CardName: card_name, g.Holds: _questions("holds"),
}
