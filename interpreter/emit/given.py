"""What is given to an effect: whether it is what the effect is for. Names tell of what kind a card is, but a shuffle may make
another card of it, where backs do not tell the kind."""

from interpreter.emit.base import Gen, kind_by_back, table_of_kind
from interpreter.emit.spaces import is_space_of
from rulelang import game as g


def is_for_one(p: g.Parameter) -> bool:
    """Whether the parameter is for a single thing."""
    return p.how_many is None and not p.var.many and p.var.type.base != "list"


def always_fits(gen: Gen, p: g.Parameter, t: g.Type) -> bool:
    """Whether whatever is of the type, if it is anything at all, is surely what the parameter is for."""
    kinds = p.selector.filter
    if asks_more(p) or p.how_many is not None or t.base != p.var.type.base:
        return False
    return not kinds or bool(t.names) and set(t.names) <= set(kinds) and (
        t.base == "space" or all(kind_by_back(gen, kind) for kind in kinds))


def asks_more(p: g.Parameter) -> bool:
    """Whether the parameter asks for more than a kind: a place, or a condition."""
    return p.selector.source is not None or p.selector.where is not None


def fit_test(gen: Gen, p: g.Parameter, text: str, eye: str) -> str | None:
    """A condition that what is given, which is something, is surely what the parameter is for, as far as *eye* can tell; None:
    that cannot be told so."""
    kinds = p.selector.filter
    if asks_more(p) or (kinds and not is_for_one(p)):
        return None
    if not kinds:
        return "1"
    if p.var.type.base == "space":
        return is_space_of(gen, text, kinds)
    face, know = f"s[{gen.at('FACE')} + {text}]", f"s[{gen.at('KNOW')} + {text}]"
    known = f"({know} == {gen.lay.seats} or {eye} < {gen.lay.players} and {know} >> {eye} & 1)"
    tests = [f"{table_of_kind(gen, kind)}[{face}]" + ("" if kind_by_back(gen, kind) else f" and {known}") for kind in kinds]
    return "(" + " or ".join(tests) + ")"
