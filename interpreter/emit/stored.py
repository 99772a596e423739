"""What is stored and what is printed: counters, variables, fields of cards and spaces."""

from interpreter.constants import NO_NUMBER
from interpreter.emit.base import Gen, NotYet, Routine, table_of_kind
from interpreter.emit.bindings import Code, ListAt, Lists, Name, list_at
from interpreter.emit.expr import atom, constant_of, expr, none_of
from interpreter.rooms import depth
from rulelang import game as g


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
    if place.room > 1:
        # counted from the first, then by the room that each has
        text = f"{place.base} + ({text} - {place.base}) * {place.room}"
    if not checks:
        return Code(text)
    return Code(f"({text} if {' and '.join(checks)} else -1)", True)


def kept_list(r: Routine, key: str, address: str) -> ListAt | Lists:
    """The list that a variable keeps there."""
    return list_at(address, r.gen.lay.stores[key].room, depth(r.gen.game.stores[key].type))


def bounds_of(r: Routine, e: g.Stored, owner: str | None = None) -> tuple[str | None, str | None]:
    """Least and greatest value of a counter, as texts: they may depend on its owner (given if it is known) and index."""
    decl, place = r.gen.game.stores[e.key], r.gen.lay.stores[e.key]
    out: list[str | None] = []
    for bound, known in ((decl.type.low, place.low), (decl.type.high, place.high)):
        if bound is None or known is not None:
            out.append(None if known is None else str(known))
            continue
        this, env = r.this, dict(r.env)
        if e.of is not None:
            whose = owner or atom(r, expr(r, e.of))
            r.this = whose
            if decl.owner_var is not None:
                r.env[decl.owner_var.id] = Name(whose, True)
        for index, given in zip(decl.index, e.index, strict=True):
            if index.var is not None:
                code = expr(r, given)
                r.env[index.var.id] = Name(atom(r, code), code.null)
        out.append(atom(r, expr(r, bound)))
        r.this, r.env = this, env
    return out[0], out[1]


def stored(r: Routine, e: g.Stored) -> Code:
    from interpreter.emit.seen import kept_at

    decl = r.gen.game.stores[e.key]
    address = store_address(r, e)
    null = decl.type.optional or (decl.default is None and decl.type.base != "number")
    if not address.null:
        return Code(kept_at(r, e, address.text), null)
    a = atom(r, address)
    return Code(f"({kept_at(r, e, a)} if {a} >= 0 else {none_of(decl.type)})", True)


def named_face(gen: Gen, name: str) -> int:
    """The first face of that name; -1: there is none."""
    return next((x for x in range(gen.lay.n) if gen.lay.design(x).name == name), -1)


def needs_no_order(r: Routine, of: g.Expr) -> bool:
    """Whether it does not matter which of the cards of a shuffled zone this is: what is asked is asked of all of them."""
    return r.orderless > 0 or (isinstance(of, g.Local) and of.var.id in r.walked)


def face(r: Routine, card: str, of: g.Expr | None = None) -> str:
    """The number of what is printed on a card, which *of* names; one of a shuffled zone has no order until it is looked
    at. Of a card that is named by what is printed on it there is nothing to look at."""
    if isinstance(of, g.CardName) and (named := named_face(r.gen, of.name)) >= 0:
        return str(named)
    if r.gen.search and r.look:
        return f"look(s, w, {card})"
    if of is not None and not needs_no_order(r, of) and not r.gen.search and r.gen.facts.unsettled(of):
        r.put(f"steady(s, w, {card})")
    return f"s[{r.gen.at('FACE')} + {card}]"


def settled_kind(r: Routine, card: str, kind: str, of: g.Expr | None) -> None:
    """Which card lies in a place of a shuffled zone is settled by asking for its kind, unless those that may lie there
    are alike in that."""
    gen = r.gen
    if of is None or needs_no_order(r, of) or gen.search or not gen.facts.unsettled(of):
        return
    name = f"steady_{kind}"
    if name not in gen.asked:
        gen.asked.add(name)
        table, n = table_of_kind(gen, kind), gen.lay.n
        mixed, following = gen.at("MIXED"), gen.at("NXT")
        gen.functions[name] = ("s, w, c", [
            (1, "if c < 0:"),
            (2, "return 0"),
            (1, f"if s[{mixed} + c] == 0:"),
            (2, "return 0"),
            (1, f"is_one = {table}[s[{gen.at('FACE')} + c]]"),
            (1, f"x = s[{following + n} + s[{gen.at('ZON')} + c]]"),
            (1, f"while x < {n}:"),
            (2, f"if s[{mixed} + x] and {table}[s[{gen.at('FACE')} + x]] != is_one:"),
            (3, "settle(s, w, c)"),
            (3, "return 0"),
            (2, f"x = s[{following} + x]"),
            (1, "return 0"),
        ])
    r.put(f"{name}(s, w, {card})")


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
    where = face(r, a, e.of)
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
                given = gen.game.kinds[board.kind].printed.get(e.key, decl.default)
                if rows:
                    given = rows[i % len(rows)].get(e.key, given)
                if given is None:
                    continue
                if isinstance(given, tuple):
                    for at, x in given:
                        flat = 0
                        for index, one in zip(decl.index, at, strict=True):
                            flat = flat * lay.index_length(index) + constant_of(gen, one) - lay.index_low(index)
                        out[(place.base + i) * size + flat] = constant_space(x)
                else:
                    said = missing if isinstance(given, g.Nothing) else constant_space(given)
                    out[(place.base + i) * size : (place.base + i + 1) * size] = [said] * size
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
