"""Functions of a game that the kernels call: what lies on a card, what is its own, dice that are alike, who is next."""

from interpreter import rooms
from interpreter import slots as k
from interpreter.constants import no_face
from interpreter.emit.base import Gen, Routine
from interpreter.emit.setup import first_value
from interpreter.emit.steps import g_span
from interpreter.layout import ZonePlace


def zones_of_cards(gen: Gen) -> list[ZonePlace]:
    return [zone for zone in gen.lay.zones.values() if zone.owners and gen.lay.of_cards(zone.key)]


def attached_function(gen: Gen) -> None:
    """`attached(s, c)`: a card that lies in a zone of the card c; -1: none does."""
    lay = gen.lay
    r = Routine(gen, "attached", False, g_span(gen), "attached")
    for zone in zones_of_cards(gen):
        first, _ = lay.card_range(gen.game.zones[zone.key].owner or "")
        r.put(f"if {first} <= c < {first + zone.owners}:")
        r.lines += [
            (2, f"for i in range({zone.size}):"),
            (3, f"x = s[{gen.at('NXT') + lay.n + zone.base} + (c - {first}) * {zone.size} + i]"),
            (3, f"if x < {lay.n}:"),
            (4, "return x"),
        ]
    r.put("return -1")
    gen.functions["attached"] = ("s, c", r.lines)


def reset_functions(gen: Gen) -> None:
    """`reset(s, w, c)`: counters and variables of a card go back to their start; `same_own(s, a, b)`: whether those of two
    cards are alike."""
    lay = gen.lay
    reset = Routine(gen, "reset", False, g_span(gen), "reset")
    same = Routine(gen, "same_own", False, g_span(gen), "same own")
    for key, place in lay.stores.items():
        owner = gen.game.stores[key].owner
        if owner in (None, "player") or gen.game.kinds[owner].base == "space" or place.owners == 0:
            continue
        start = place.start if place.start is not None else -1
        last = place.first + place.owners
        reset.put(f"if {place.first} <= c < {last}:")
        # cards without such a thing have it at its start
        if place.room > 1:
            lists_of_cards(gen, key, reset, same)
            continue
        ours, theirs = (f"s[{place.base} + ({x} - {place.first}) * {place.size} + i]" for x in "ab")
        same.put(f"for i in range({place.size}):")
        same.lines += [
            (2, f"x = {ours} if {place.first} <= a < {last} else {start}"),
            (2, f"y = {theirs} if {place.first} <= b < {last} else {start}"),
            (2, "if x != y:"),
            (3, "return 0"),
        ]
        worked_out = place.start is None and gen.game.stores[key].default is not None
        if place.size == 1 and not worked_out:
            reset.lines.append((2, f"s[{place.base - place.first} + c] = {start}"))
        else:
            said = f"{first_value(gen, key)}(s, w, c, i)" if worked_out else str(start)
            reset.lines.append((2, f"for i in range({place.size}):"))
            reset.lines.append((3, f"s[{place.base} + (c - {place.first}) * {place.size} + i] = {said}"))
    reset.put("return 0")
    same.put("return 1")
    gen.functions["reset"] = ("s, w, c", reset.lines)
    gen.functions["same_own"] = ("s, a, b", same.lines)


def lists_of_cards(gen: Gen, key: str, reset: Routine, same: Routine) -> None:
    """The same for variables that keep lists."""
    place, decl = gen.lay.stores[key], gen.game.stores[key]
    last = place.first + place.owners
    ours, theirs = (f"{place.base} + (({x} - {place.first}) * {place.size} + i) * {place.room}" for x in "ab")
    same.put(f"if {place.first} <= a < {last} and {place.first} <= b < {last}:")
    same.lines += [
        (2, f"for i in range({place.size}):"),
        (3, f"if same_list(s, {ours}, {theirs}, {rooms.depth(decl.type)}) == 0:"),
        (4, "return 0"),
    ]
    reset.lines.append((2, f"for i in range({place.size}):"))
    if decl.default is not None:
        reset.lines.append((3, f"{first_value(gen, key)}(s, w, c, i)"))
    else:
        reset.lines.append((3, f"s[{place.base} + ((c - {place.first}) * {place.size} + i) * {place.room}] = 0"))


def small_functions(gen: Gen) -> None:
    lay = gen.lay
    r = Routine(gen, "die_class", False, g_span(gen), "die class")
    # alike dice: one declaration, one owner, one face
    base = 0
    text = ["0"]
    for d in lay.dice.values():
        low = min(d.faces, default=0)
        span = max(d.faces, default=0) - low + 1
        for o in range(d.owners):
            first = d.base + o * d.amount
            r.put(f"if {first} <= d < {first + d.amount}:")
            # not rolled yet: no face, which is a class of its own
            r.lines.append((2, f"if face == {no_face(gen.game, d.key)}:"))
            r.lines.append((3, f"return {base}"))
            r.lines.append((2, f"return {base + 1 - low} + face" if span <= 40 else f"return {base + 1} + d - {first}"))
            base += min(span, 40) + 1
    del text
    r.put("return 0")
    gen.functions["die_class"] = ("d, face", r.lines)
    r = Routine(gen, "beside", False, g_span(gen), "beside")
    n = lay.players
    r.put(f"for i in range({n}):")
    r.lines += [(2, "p += by"), (2, f"if p >= {n}:"), (3, f"p -= {n}"), (2, f"if s[{k.GONE}] >> p & 1 == 0:"),
                (3, "return p")]
    r.put("return p")
    gen.functions["beside"] = ("s, p, by", r.lines)
