"""Spaces that act: what their kinds say is always there, as spaces neither move nor go."""

from interpreter.emit.base import Gen, Routine
from interpreter.emit.stored import face
from rulelang import game as g


def of_spaces(gen: Gen, kind: str | None) -> bool:
    """Whether things of the kind are spaces."""
    return kind is not None and kind in gen.game.kinds and gen.game.kinds[kind].base == "space"


def bearer_type(gen: Gen, kind: str | None) -> str:
    """How the log names the `this` of a text of the kind."""
    return "space" if of_spaces(gen, kind) else "card"


def print_of(r: Routine, kind: str | None, this: str, of: g.Expr | None = None) -> str:
    """By what tables of slots of the kind are read: the face of a card, the number of a space."""
    return this if of_spaces(r.gen, kind) else face(r, this, of)


def spaces_of(gen: Gen, kinds: tuple[str, ...]) -> list[int]:
    """The spaces that carry a text of these kinds, in the order of the boards."""
    return [x for x, kind in enumerate(gen.lay.space_kind) if kind in kinds]


def carry_table(gen: Gen, kinds: tuple[str, ...]) -> str:
    """By space: whether it carries a text of these kinds."""
    return gen.table("SPACES_" + "_".join(kinds), lambda: [int(kind in kinds) for kind in gen.lay.space_kind] or [0])


def like_spaces(gen: Gen, kinds: tuple[str, ...]) -> list[int]:
    """The spaces of the kinds, or of those derived from them."""
    lineages = {key: kind.lineage for key, kind in gen.game.kinds.items()}
    return [x for x, kind in enumerate(gen.lay.space_kind) if any(one in lineages[kind] for one in kinds)]


def is_space_of(gen: Gen, x: str, kinds: tuple[str, ...]) -> str:
    """The condition that a space (or none) is of one of the kinds, or of one derived from it."""
    mine = like_spaces(gen, kinds)
    first, last = min(mine, default=0), max(mine, default=-1)
    within = f"{first} <= {x} <= {last}"
    if len(mine) == last + 1 - first:
        return within
    table = gen.table("SPACE_IS_" + "_".join(kinds), lambda: [int(x in mine) for x in range(gen.lay.spaces)] or [0])
    return f"({within} and {table}[{x}])"


def each_space(r: Routine, kinds: tuple[str, ...]) -> str:
    """Begins a loop over them; yields the space's name. A game without such spaces has nothing to go through."""
    gen = r.gen
    mine = spaces_of(gen, kinds)
    x = r.tmp()
    first, last = min(mine, default=0), max(mine, default=-1)
    r.put(f"for {x} in range({first}, {last + 1}):")
    r.depth += 1
    if len(mine) != last + 1 - first:
        r.put(f"if {carry_table(gen, kinds)}[{x}]:")
        r.depth += 1
    return x


def space_owners(gen: Gen) -> str:
    """By space: the player whose board it is on, or -1."""
    return gen.table("SPACE_OWNER", lambda: [gen.lay.space_owner(x) for x in range(gen.lay.spaces)] or [-1])


def as_bearer(x: str) -> str:
    """A space among the cards and `until` blocks that carry rules: below them all, and -1 is the first (see
    `seat_order`, `arrival`)."""
    return f"-1 - {x}"
