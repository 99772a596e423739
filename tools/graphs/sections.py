"""How the order of play falls into nodes: phases, and what a phase with others inside does between them."""

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulelang import game as g


def parted(body: g.Body) -> Iterator[Any]:
    """The nested phases of a body, and the runs of other statements between them."""
    run: list[g.Stmt] = []
    for st in body:
        if isinstance(st, g.PhaseStmt):
            if run:
                yield tuple(run)
            run = []
            yield st
        else:
            run.append(st)
    if run:
        yield tuple(run)


@frozen
class Section:
    """A node of the order of play: a phase with its first statements, or a later run of statements of one that has
    phases inside. ``parent`` is the phase around it."""

    id: str
    phase: str
    parent: str | None
    body: g.Body
    nested: bool = False
    later: bool = False


def sections(game: g.Game) -> Iterator[Section]:
    """All of them, in the order of the rulebook."""
    for key in game.program:
        yield from _sections(game, key)


def _sections(game: g.Game, key: str) -> Iterator[Section]:
    phase = game.phases[key]
    parts = list(parted(phase.body))
    nested = any(isinstance(part, g.PhaseStmt) for part in parts)
    first = parts[0] if parts and isinstance(parts[0], tuple) else ()
    yield Section(f"phase {key}", key, phase.parent, first, nested)
    number = 0
    for at, part in enumerate(parts if nested else ()):
        if isinstance(part, g.PhaseStmt):
            yield from _sections(game, part.key)
        elif at:
            number += 1
            yield Section(f"steps {key} {number}", key, key, part, later=True)
