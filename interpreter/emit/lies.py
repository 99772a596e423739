"""What may lie in a zone: so many cards, and those of the kinds that it is for. Another one is not moved there."""

from interpreter.emit.base import Gen, Routine, kind_by_back, table_of_kind
from interpreter.emit.seen import how_many_in
from interpreter.emit.selectors import kind_test
from rulelang import game as g
from rulelang.uses.lies import takes_all


def may_stay_out(gen: Gen, st: g.Move | g.Draw) -> bool:
    """Whether what is moved may be left where it is."""
    key = st.to.key
    return gen.game.zones[key].capacity is not None or not takes_all(gen.game, key, moved(st).type)


def moved(st: g.Move | g.Draw) -> g.Expr:
    """What is moved, or where it comes from."""
    return st.what if isinstance(st, g.Move) else st.source


def is_taken(gen: Gen, card: str, key: str) -> str | None:
    """A condition that the zone is for such a card, which everybody sees; None: backs do not tell."""
    kinds = gen.game.zones[key].kinds
    if not all(kind_by_back(gen, kind) for kind in kinds):
        return None
    return "(" + " or ".join(f"{table_of_kind(gen, kind)}[s[{gen.at('FACE')} + {card}]]" for kind in kinds) + ")"


def stays_out(r: Routine, card: str, zone: str, key: str, of: g.Expr) -> list[str]:
    """Conditions under which a card is not moved to the zone, an instance of *key*, if it does not lie there. *of*: what names
    the card, or where it comes from."""
    gen, out = r.gen, []
    capacity = gen.lay.zones[key].capacity
    if capacity is not None:
        out.append(f"{how_many_in(r, key, zone)} >= {capacity}")
    if not takes_all(gen.game, key, of.type):
        out.append(f"not {kind_test(r, card, gen.game.zones[key].kinds, g.Type('card'), of)}")
    return out
