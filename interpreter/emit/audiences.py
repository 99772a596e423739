"""Who sees what: the audience of each zone, faces that are seen when it changes, and tops that are shown."""

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Bind, Name
from interpreter.emit.expr import atom, expr
from interpreter.emit.loops import each
from interpreter.emit.steps import g_span
from rulelang import game as g


def audience_reads(gen: Gen) -> dict[str, list[str]]:
    """Zones whose faces are shown to somebody who depends on the state: key read -> zones."""
    out: dict[str, list[str]] = {}
    for zone in gen.game.zones.values():
        for aspect, who in zone.shown:
            if aspect == "faces" and not isinstance(who, (g.Everyone, g.Nobody)) and not (
                    isinstance(who, g.Prop) and who.of is None):
                for key in gen.facts.reads(who):
                    out.setdefault(key, []).append(zone.key)
    return out


def shows_top(gen: Gen, zone: g.Zone) -> g.Expr | None:
    for aspect, who in zone.shown:
        if aspect == "top" and not isinstance(who, g.Nobody):
            return who
    return None


def audience_changes(r: Routine, touched: frozenset[str]) -> None:
    """Faces become known when the audience of their zone changes (inside `together` too)."""
    if r.gen.search:
        return
    done: set[str] = set()
    for key, zones in audience_reads(r.gen).items():
        if key in touched:
            for zone in zones:
                if zone not in done:
                    done.add(zone)
                    place = r.gen.lay.zones[zone]
                    count = place.owners * place.size
                    if count == 1:
                        r.put(f"reknow(s, w, {place.base})")
                    else:
                        r.put(f"for z in range({place.base}, {place.base + count}):")
                        r.lines.append((r.depth + 1, "reknow(s, w, z)"))


def top_functions(gen: Gen) -> None:
    """`tops(s, w)`: settles and shows the tops that are shown."""
    r = Routine(gen, "tops", False, g_span(gen), "shown tops")
    r.you = "-1"
    n = gen.lay.n
    for zone in gen.game.zones.values():
        who = shows_top(gen, zone)
        if who is None:
            continue
        place = gen.lay.zones[zone.key]
        count = place.owners * place.size
        r.put(f"for z in range({place.base}, {place.base + count}):")
        with r.indent():
            r.put(f"c = s[{gen.at('PRV') + n} + z]")
            r.put(f"if c < {n}:")
            with r.indent():
                if zone.key in gen.facts.shuffled:
                    r.put(f"if s[{gen.at('MIXED')} + c]:")
                    r.lines.append((r.depth + 1, "settle(s, w, c)"))
                r.put(f"s[{gen.at('KNOW')} + c] = s[{gen.at('KNOW')} + c] | {bits_of(r, who)}")
    r.put("return 0")
    gen.define("tops", "s, w", r)


def see_tops(r: Routine) -> None:
    """Settles and shows the tops that are shown, inside `together` not yet."""
    gen = r.gen
    if any(shows_top(gen, zone) is not None for zone in gen.game.zones.values()):
        depth = r.depth
        if gen.facts.together:
            r.put(f"if s[{k.TOGETHER}] == 0:")
            r.depth += 1
        r.put("tops(s, w)")
        r.depth = depth


def bits_of(r: Routine, who: g.Expr) -> str:
    """The players of an audience as bits."""
    gen = r.gen
    match who:
        case g.Everyone():
            return str(gen.lay.seats)
        case g.Nobody():
            return "0"
        case g.ListOf() | g.Quantified(how="all"):
            pass
        case _ if who.type.base != "list":
            code = expr(r, who)
            a = atom(r, code)
            return f"(1 << {a} if {a} >= 0 else 0)" if code.null else f"(1 << {a})"
    t = r.tmp()
    r.put(f"{t} = 0")

    def add(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{t} |= 1 << {b.text}")

    each(r, who, add, any_order=True)
    return t


def audience_function(gen: Gen) -> None:
    """`audience(s, w, z)`: bits of the players to whom the faces in zone instance z are shown."""
    from interpreter.emit.seen import audience_bits, of_owner, owner_of_zone

    lay = gen.lay
    r = Routine(gen, "audience", False, g_span(gen), "audience")
    r.you = "-1"
    table: list[int] = []
    dynamic: dict[str, g.Expr] = {}
    for z, key in enumerate(lay.zone_of):
        if key == "box":
            table.append(0)
            continue
        who: g.Expr | None = next((w for a, w in gen.game.zones[key].shown if a == "faces"), None)
        owner = lay.zone_owner[z]
        if who is None or isinstance(who, g.Nobody):
            table.append(0)
        elif isinstance(who, g.Everyone):
            table.append(lay.seats)
        elif lay.of_cards(key) and of_owner(who):
            table.append(-1)
            dynamic[key] = who
        elif isinstance(who, g.Prop) and who.of is None and who.name == "owner":
            table.append(1 << owner if owner >= 0 else 0)
        elif isinstance(who, g.Prop) and who.of is None and who.name == "others":
            table.append(lay.seats & ~(1 << owner) if owner >= 0 else lay.seats)
        else:
            table.append(-1)
            dynamic[key] = who
    gen.table("AUDIENCE", lambda: table)
    r.put("a = AUDIENCE[z]")
    r.put("if a >= 0:")
    r.lines.append((2, "return a"))
    for key, who in dynamic.items():
        place = lay.zones[key]
        r.put(f"if {place.base} <= z < {place.base + place.owners * place.size}:")
        with r.indent():
            text = audience_bits(r, who, owner_of_zone(r, key, "z")) if of_owner(who) else bits_of(r, who)
            r.put(f"return {text}")
    r.put("return 0")
    gen.define("audience", "s, w, z", r)
