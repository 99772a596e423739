"""Who sees counters, variables, dice and numbers of cards; and what a search reads of them: what whoever judges may not see
counts as possible (meaning 6)."""

from interpreter.emit.audiences import bits_of
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Code
from interpreter.emit.expr import atom, expr
from interpreter.emit.places import owner_of, zone_owner_table
from interpreter.emit.spaces import space_owners
from rulelang import game as g


def of_owner(who: g.Expr) -> bool:
    """Whether an audience clause names the owner, or the others."""
    return isinstance(who, g.Prop) and who.of is None and who.name in ("owner", "others")


def audience_bits(r: Routine, who: g.Expr, owner: str) -> str:
    """The bits of an audience clause of something that *owner* has."""
    if of_owner(who):
        assert isinstance(who, g.Prop)
        all_ = str(r.gen.lay.seats)
        if who.name == "owner":
            return f"(1 << {owner} if {owner} >= 0 else 0)"
        return f"({all_} & ~(1 << {owner}) if {owner} >= 0 else {all_})"
    return bits_of(r, who)


def seen_by(r: Routine, e: g.Stored, bearer: str | None = None) -> str | None:
    """The bits of those who see a counter or variable, of *bearer* where that is known; None: all do. What a card or a space
    has belongs to the player who has these."""
    shown = r.gen.game.stores[e.key].shown
    if shown is None or isinstance(shown, g.Everyone):
        return None
    if e.of is None or isinstance(shown, g.Nobody):
        return audience_bits(r, shown, "-1")
    a = bearer or atom(r, expr(r, e.of))
    if e.of.type.base == "card":
        a = atom(r, Code(f"({owner_of(r.gen, a)} if {a} >= 0 else -1)"))
    elif e.of.type.base == "space":
        a = atom(r, Code(f"({space_owners(r.gen)}[{a}] if {a} >= 0 else -1)"))
    return audience_bits(r, shown, a)


def kept_at(r: Routine, e: g.Stored, address: str) -> str:
    """What a counter or variable is, at its address; in a search, as far as whoever judges sees it."""
    bits = seen_by(r, e) if r.gen.search else None
    return f"s[{address}]" if bits is None else f"peek(s, {address}, {bits})"


def look_at(r: Routine, e: g.Stored, address: str) -> None:
    """Somebody wants to know what a variable is that keeps a list."""
    if (looks := kept_at(r, e, address)).startswith("peek"):
        r.put(looks)


def how_many_in(r: Routine, key: str, z: str) -> str:
    """How many cards lie in instance *z* of a zone; in a search, as far as whoever judges sees it."""
    gen = r.gen
    at, decl = f"{gen.at('LEN')} + {z}", gen.game.zones[key]
    shown = dict(decl.shown).get("count")
    if not gen.search or shown is None or isinstance(shown, g.Everyone):
        return f"s[{at}]"
    return f"peek(s, {at}, {audience_bits(r, shown, owner_of_zone(r, key, z))})"


def owner_of_zone(r: Routine, key: str, z: str) -> str:
    """The player who has instance *z* of a zone, or the card or space that has it; -1: nobody."""
    owner = owner_of(r.gen, f"ZBEARER[{z}]") if r.gen.lay.of_cards(key) else f"{zone_owner_table(r.gen)}[{z}]"
    return atom(r, Code(f"({owner} if {z} >= 0 else -1)"))


def look_into(r: Routine, key: str, z: str) -> None:
    """Somebody wants to know what lies in a zone, and so how many."""
    if (looks := how_many_in(r, key, z)).startswith("peek"):
        r.put(looks)
