"""Candidates become options: those that whoever chooses cannot tell apart, once."""

from collections.abc import Callable, Sequence

from interpreter import slots as k
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, Name
from interpreter.emit.loops import may_repeat
from interpreter.emit.selectors import candidates
from rulelang import game as g


def each_choice(r: Routine, selector: g.Selector, how_many: g.HowMany | None, p: str, use: Callable[[str], None],
                level: int = 0, lenient: bool = False, seen: bool = False) -> None:
    """Each candidate (or each subset of them, as bits) that player *p* can tell apart, in order. *level*: how many
    parameters were chosen before this one; each has marks of its own. *lenient*: too few are better than none. *seen*:
    *p* sees the faces of all."""
    from interpreter.emit.choicelists import lists, next_tail, subsets

    t = selector.var.type
    if how_many is not None:
        with next_tail(r):
            subsets(r, selector, how_many, p, use, lenient)
        return
    if t.base in ("card", "die") and p == str(k.NOBODY):
        # chance: alike or not, each is as likely
        candidates(r, selector, lambda b: use(b.text if isinstance(b, Name) else ""))
    elif t.base == "card" and seen and not r.gen.search and all_differ(r, t):
        candidates(r, selector, lambda b: use(b.text if isinstance(b, Name) else ""))
    elif t.base == "card" and seen and not r.gen.search and in_one_place(r, selector.source):
        faces_once(r, selector, use, level * marks_of(r))
    elif t.base == "card":
        # a search may run between two candidates: its marks are others
        level += 4 if r.gen.search else 0
        marks = level * marks_of(r)
        r.put(f"m = w[{k.W_SEEN}]")
        r.put(f"m[{marks}] += 1")

        def take(b: Bind) -> None:
            assert isinstance(b, Name)
            r.put(f"if fresh(s, w, {b.text}, {p}, {marks}):")
            with r.indent():
                use(b.text)

        candidates(r, selector, take)
    elif t.base == "die":
        row = r.tmp()
        r.put(f"{row} = 0")
        die = r.gen.at("DIE")

        def take_die(b: Bind) -> None:
            assert isinstance(b, Name)
            bit = r.tmp()
            # alike: the same face of dice of one declaration
            r.put(f"{bit} = 1 << die_class({b.text}, s[{die} + {b.text}])")
            r.put(f"if {row} & {bit} == 0:")
            with r.indent():
                r.put(f"{row} |= {bit}")
                use(b.text)

        candidates(r, selector, take_die)
    elif t.base == "list":
        with next_tail(r):
            lists(r, selector, use, p if p != str(k.NOBODY) else None)
    else:
        def take_any(b: Bind) -> None:
            assert isinstance(b, Name)
            use(b.text)

        candidates(r, selector, take_any)


def marks_of(r: Routine) -> int:
    """How many numbers the marks of one parameter are."""
    return len(r.gen.game.cards) + len(r.gen.lay.backs) + r.gen.lay.n + 2


def faces_once(r: Routine, selector: g.Selector, use: Callable[[str], None], marks: int) -> None:
    """Each candidate whose face is the first of its design: all lie in one place, and the player sees them."""
    now, at = r.tmp(), r.tmp()
    places = r.gen.table(f"MARK_{marks}", lambda: [design + marks + 1 for design in r.gen.lay.designs] or [0])
    r.put(f"marks = w[{k.W_SEEN}]")
    r.put(f"marks[{marks}] += 1")
    r.put(f"{now} = marks[{marks}] * {r.gen.lay.n + 1}")  # as `fresh` writes them

    def take(b: Bind) -> None:
        assert isinstance(b, Name)
        r.put(f"{at} = {places}[s[{r.gen.at('FACE')} + {b.text}]]")
        r.put(f"if marks[{at}] != {now}:")
        with r.indent():
            r.put(f"marks[{at}] = {now}")
            use(b.text)

    candidates(r, selector, take)


def in_one_place(r: Routine, source: g.Expr | None) -> bool:
    """Whether the candidates lie in one zone, and nothing but what is printed on them tells them apart."""
    if not isinstance(source, g.ZoneOf) or isinstance(source.of, g.Everyone):
        return False
    zone = r.gen.game.zones[source.key]
    kinds = r.gen.game.kinds
    return not zone.index and (source.of is None) == (zone.owner is None) and not any(
        x.owner not in (None, "player") and kinds[x.owner].base != "space" for x in r.gen.game.stores.values())


def all_differ(r: Routine, t: g.Type) -> bool:
    """Whether no two cards of the type are of one design."""
    lay = r.gen.lay
    designs = [lay.designs[c] for c in range(lay.n)
               if not t.names or "card" in t.names or any(lay.is_kind(c, x) for x in t.names)]
    return len(designs) == len(set(designs))


def surely_seen(r: Routine, who: g.Expr | None, selector: g.Selector) -> bool:
    """Whether the chooser surely sees the faces of the candidates where they lie."""
    source = selector.source
    if not isinstance(source, g.ZoneOf):
        return False
    zone = r.gen.game.zones[source.key]
    for aspect, audience in zone.shown:
        if aspect == "faces":
            if isinstance(audience, g.Everyone):
                return True
            if isinstance(audience, g.Prop) and audience.of is None and audience.name == "owner":
                return source.of is not None and source.of == who
    return False


def twice(r: Routine, selector: g.Selector, how_many: g.HowMany | None, p: str) -> bool:
    """Whether one thing may come twice among the choices. (Of cards and dice those that look alike are one anyway; for
    chance nothing is.)"""
    if how_many is not None or p == str(k.NOBODY):
        return False
    return selector.var.type.base not in ("card", "die", "list") and may_repeat(selector.source, r.gen.facts)


def most_choices(r: Routine, params: Sequence[tuple[g.Selector, g.HowMany | None]]) -> int | None:
    """How many ways there are at most to choose these, one after the other; None: that is not known."""
    out = 1
    for sel, how_many in params:
        base = sel.var.type.base
        if how_many is not None or base not in ("card", "player", "space") or may_repeat(sel.source, r.gen.facts):
            return None
        out *= r.gen.lay.owners_of(sel.var.type)
    return out
