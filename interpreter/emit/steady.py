"""Lists that stay as they are while something is done with their members: these need not be laid out before."""

from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import ListAt
from interpreter.walk import walk
from rulelang import game as g


def stays(r: Routine, selector: g.Selector) -> bool:
    """Whether what is done with the candidates, one after the other, cannot change which they are."""
    if selector.where is not None:
        return False
    source = selector.source
    match selector.var.type.base:
        case "player" if source is None:
            return selector.every_seat or not r.gen.facts.eliminates
        case "enum" if source is None:
            return True
    if isinstance(source, g.RangeList):
        return True
    # a name for a list that nobody sets anew
    return (isinstance(source, g.Local) and not selector.filter and selector.clock is None
            and isinstance(r.env.get(source.var.id), ListAt) and source.var.id not in set_anew(r.gen))


def set_anew(gen: Gen) -> frozenset[int]:
    """Names that some statement sets to something else."""
    return frozenset(x.target.var.id for x in walk(gen.game) if isinstance(x, g.Set) and isinstance(x.target, g.Local))


def all_of_zones(gen: Gen, e: g.Expr) -> g.ZoneOf | None:
    """The zone, or those of all players, whose cards these are, all of them and in their order there."""
    if isinstance(e, g.Quantified) and e.how == "all" and e.selector.where is None and e.selector.clock is None and (
            not e.selector.filter or isinstance(e.selector.source, g.ZoneOf) and e.selector.source.key not in gen.facts.shuffled):
        e = e.selector.source if e.selector.source is not None else e
    return e if isinstance(e, g.ZoneOf) else None


def leave_alone(gen: Gen, st: g.Move) -> bool:
    """Whether cards can be moved while their zone is walked: each goes elsewhere, and nothing else moves."""
    from interpreter.emit.callbacks import zones_of_cards

    zone = all_of_zones(gen, st.what)
    return zone is not None and zone.key != st.to.key and not zones_of_cards(gen)
