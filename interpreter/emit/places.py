"""Places and properties: zones, boards, neighbours, ends of lists."""

from interpreter.emit.base import Gen, NotYet, Routine
from interpreter.emit.bindings import Bind, Code, ListAt, Name
from interpreter.emit.expr import atom, expr, none_of, text_number
from interpreter.emit.spaces import space_owners
from interpreter.emit.stored import face, index_code
from rulelang import game as g


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
            base -= lay.bearers_of(decl.owner)[0] * place.size
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
            return Code(str(gen.game.first))
        if e.name == "owner":
            return Code(owner_of(gen, r.this), True)
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
            return guard(f"{space_owners(gen)}[{a}]", True)
        case "owner":
            return guard(owner_of(gen, a), True)
        case "face":
            from interpreter.emit.dice import seen_dice

            seen = seen_dice(r, a) if gen.search else None
            at = f"{gen.at('DIE')} + {a}"
            return guard(f"s[{at}]" if seen is None else f"peek(s, {at}, {seen})", True, none_of(e.type))
        case "back":
            table = gen.table("BACK_TEXT", lambda: [text_number(gen, lay.backs[b]) for b in lay.back_of] or [0])
            if any(len(backs) > 1 for backs in lay.mixing):
                face(r, a, e.of)
            return guard(f"{table}[s[{gen.at('FACE')} + {a}]]")
        case "name":
            if e.of.type.base == "space":
                names = gen.table("SPACE_NAME", lambda: [text_number(gen, name) if name else -1
                                                         for name in map(lay.space_name, range(lay.spaces))] or [-1])
                return guard(f"{names}[{a}]", True)
            table = gen.table("NAME_TEXT", lambda: [text_number(gen, lay.design(c).name) for c in range(lay.n)] or [0])
            return guard(f"{table}[{face(r, a, e.of)}]")
        case "row" | "column":
            places = gen.table("SPACE_" + e.name.upper(), lambda: space_places(gen, e.name))
            return guard(f"{places}[{a}]", True)
    raise NotYet(f"`{e.name}` here")


def owner_of(gen: Gen, card: str) -> str:
    """The player in whose zone the card lies, or the card that it is attached to."""
    if any(zone.owner not in (None, "player") and gen.game.kinds[zone.owner].base != "space"
           for zone in gen.game.zones.values() if zone.owner is not None):
        return f"owner_of(s, {card})"
    return f"{zone_owner_table(gen)}[s[{gen.at('ZON')} + {card}]]"


def zone_owner_table(gen: Gen) -> str:
    return gen.table("ZOWNER", lambda: list(gen.lay.zone_owner))


def space_places(gen: Gen, name: str) -> list[int]:
    out: list[int] = []
    for b in gen.lay.boards.values():
        for _ in range(b.owners):
            out += [(i // b.columns if name == "row" else i % b.columns) + 1 for i in range(b.rows * b.columns)]
    return out or [0]


def end(r: Routine, e: g.End) -> Code:
    gen = r.gen
    if e.amount is not None:
        raise NotYet("several from the top where one is meant")
    if isinstance(e.of, g.ZoneOf) and not isinstance(e.of.of, g.Everyone):
        from interpreter.emit.seen import look_into

        z = zone_code(r, e.of)
        zone = atom(r, z) if z.null else z.text
        look_into(r, e.of.key, zone)
        side = gen.at("PRV") if e.end == "top" else gen.at("NXT")
        there, t = r.tmp(), r.tmp()
        n = gen.lay.n
        text = f"s[{side + n} + {zone}]"
        r.put(f"{there} = {text} if {zone} >= 0 else {n}" if z.null else f"{there} = {text}")
        r.put(f"{t} = {there} if {there} < {n} else -1")
        if e.of.key in gen.facts.shuffled and not r.idle:
            r.put(f"if {t} >= 0:")
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


def dice_one(r: Routine, e: g.DiceOf) -> Code:
    """Dice where one die is meant."""
    place = r.gen.lay.dice[e.key]
    owner = expr(r, e.of) if e.of is not None else Code("0")
    p = atom(r, owner)
    there = [f"{p} >= 0"] if owner.null else []
    if e.key in r.gen.lay.in_play:
        there.append(f"s[{r.gen.lay.in_play[e.key]} + {p}] > 0")
    die = str(place.base) if p == "0" else f"{place.base} + {p} * {place.amount}"
    return Code(f"({die} if {' and '.join(there)} else -1)", True) if there else Code(die)
