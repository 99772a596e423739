"""The names that a phase binds. They have fixed slots, so that the phases inside it can read them."""

from collections.abc import Iterator

from interpreter.walk import walk
from rulelang import game as g


def names_in(body: g.Body) -> Iterator[tuple[g.Var, bool]]:
    """Each variable that the statements of a phase or of setup bind, and whether it is a list of several chosen."""
    for x in walk(body):
        match x:
            case g.Let():
                yield x.var, False
            case g.Choose():
                yield x.selector.var, x.how_many is not None
            case g.Draw() if x.var is not None:
                yield x.var, True
            case g.ForEach():
                yield x.selector.var, False
            case g.Option():
                for p in x.params:
                    yield p.var, p.how_many is not None


def phase_names(phase: g.Phase) -> Iterator[tuple[g.Var, bool]]:
    """All names of a phase; those of the phases inside it are theirs."""
    if phase.selector is not None:
        yield phase.selector.var, False
    yield from names_in(phase.body)


def read_inside(game: g.Game) -> frozenset[int]:
    """Names of phases that some phase inside them reads."""
    own = {key: {var.id for var, _ in phase_names(phase)} for key, phase in game.phases.items()}
    every = frozenset().union(*own.values())
    return frozenset(
        x.var.id for key, phase in game.phases.items() for x in walk(phase)
        if isinstance(x, g.Local) and x.var.id in every and x.var.id not in own[key]
    )
