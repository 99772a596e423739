"""Refills: a zone that has run empty, or should hold so many, is filled from another after each step."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.expr import expr
from interpreter.emit.kept import face_then
from interpreter.emit.lies import stays_out
from interpreter.emit.places import zone_code
from interpreter.emit.steps import event_code, note
from rulelang import game as g
from rulelang.uses.lies import takes_all


def refill_functions(gen: Gen) -> None:
    """`refill_N(s, w, only)`: tested after steps and before draws; *only*: of all zones meant, this instance (-1: all)."""
    for i, refill in enumerate(gen.game.refills):
        name = f"refill_{i}"
        r = Routine(gen, name, False, refill.span, f"refill {refill.target.key}", refill.cites)
        r.you = "-1"
        n = gen.lay.n
        if refill.time == "upto":
            assert refill.upto is not None
            limit = expr(r, refill.upto).text
            with each_pair(r, refill) as (a, b):
                r.put(f"while s[{gen.at('LEN')} + {a}] < {limit} and s[{gen.at('LEN')} + {b}] > 0:")
                with r.indent():
                    r.put(f"c = s[{gen.at('PRV') + n} + {b}]")
                    for out in stays_out(r, "c", a, refill.target.key, refill.source):
                        r.put(f"if {out}:")
                        r.lines.append((r.depth + 1, "break"))
                    r.put("settle(s, w, c)")
                    r.put(f"move(s, w, c, {a}, 0)")
                    note(r, "refill", "{1} is refilled with {0}", (("card", "c"), ("zone", a)), node=refill)
                    refill_events(r, refill, a, b)
            r.put("return 0")
            gen.define(name, "s, w, only", r)
            continue

        def one(a: str, b: str, refill: g.Refill = refill, r: Routine = r, n: int = n) -> None:
            wanted = f"(only < 0 or only == {a})"
            r.put(f"if s[{gen.at('LEN')} + {a}] == 0 and s[{gen.at('LEN')} + {b}] > 0 and {wanted}:")
            with r.indent():
                r.put(f"t1 = s[{gen.at('NXT') + n} + {b}]")
                r.put(f"while t1 < {n}:")
                with r.indent():
                    r.put("c = t1")
                    r.put(f"t1 = s[{gen.at('NXT')} + t1]")
                    for out in stays_out(r, "c", a, refill.target.key, refill.source):
                        r.put(f"if {out}:")
                        r.lines.append((r.depth + 1, "continue"))
                    if refill.shuffled:
                        r.put("fix(s, c)")  # its place is not asked for: all are shuffled again
                    r.put(f"move(s, w, c, {a}, 0)")
                    refill_events(r, refill, a, b)
                if takes_all(gen.game, refill.target.key, refill.source.type):
                    refilled(r, refill, a, b)
                else:
                    r.put(f"if s[{gen.at('LEN')} + {a}] > 0:")
                    with r.indent():
                        refilled(r, refill, a, b)

        with each_pair(r, refill) as (a, b):
            one(a, b)
        r.put("return 0")
        gen.define(name, "s, w, only", r)


def refilled(r: Routine, refill: g.Refill, a: str, b: str) -> None:
    """After all that another zone has has come to one that was empty."""
    from interpreter.emit.telling import happened

    gen = r.gen
    if refill.shuffled:
        r.put(f"mix(s, w, {a})")
        now_settled(r, refill)
        if ("shuffled", refill.target.key) in gen.facts.listeners:
            r.put(f"if s[{k.MODE}] != {k.SEARCH}:")
            code = event_code(gen, "shuffled", refill.target.key)
            r.lines.append((r.depth + 1, f"event(s, {code}, -1, {a}, 0, 0, 0)"))
        happened(r, "shuffled", refill.target.key, (a,))
    note(r, "refill", "{0} is refilled from {1}", (("zone", a), ("zone", b)), node=refill)


@contextmanager
def each_pair(r: Routine, refill: g.Refill) -> Iterator[tuple[str, str]]:
    """The zones that are refilled, each with the one that it is refilled from: what is emitted inside is for each. Of each
    player means each from their own."""
    gen = r.gen
    if gen.game.zones[refill.target.key].owner != "player":
        yield zone_code(r, refill.target).text, zone_code(r, refill.source).text
        return
    place, source = gen.lay.zones[refill.target.key], gen.lay.zones[refill.source.key]
    r.put(f"for p in range({gen.lay.players}):")
    with r.indent():
        yield f"({place.base} + p)", f"({source.base} + p)" if source.owners > 1 else str(source.base)


def refill_events(r: Routine, refill: g.Refill, to: str, source: str) -> None:
    """Tells rules and invariants that the card c has moved; nobody did it."""
    from interpreter.emit.telling import happened

    for what, key, here, there in (("leaves", refill.source.key, source, to), ("enters", refill.target.key, to, source)):
        if (what, key) in r.gen.facts.listeners:
            r.put(f"if s[{k.MODE}] != {k.SEARCH}:")
            face = "-1" if refill.shuffled else face_then(r.gen, what, key, "c")
            r.lines.append((r.depth + 1, f"event(s, {event_code(r.gen, what, key)}, -1, c, {here}, {there}, {face})"))
        happened(r, what, key, ("c", here, there))


def now_settled(r: Routine, refill: g.Refill) -> None:
    """After a refill that was shuffled: its events keep what is printed on the cards now that it is settled."""
    gen = r.gen
    if not any(face_then(gen, what, key, "c") != "-1" for what, key in (
            ("leaves", refill.source.key), ("enters", refill.target.key)) if (what, key) in gen.facts.listeners):
        return
    codes = [event_code(gen, what, key) for what, key in (("leaves", refill.source.key), ("enters", refill.target.key))
             if (what, key) in gen.facts.listeners]
    r.put(f"if s[{k.MODE}] != {k.SEARCH}:")
    r.lines.append((r.depth + 1, f"for t2 in range(s[{k.EVB}], s[{k.EVN}]):"))
    r.lines.append((r.depth + 2, f"x = @EVENTS@ + t2 * {gen.lay.event_size}"))
    r.lines.append((r.depth + 2, f"if s[x + 5] == -1 and ({' or '.join(f's[x] == {code}' for code in codes)}):"))
    r.lines.append((r.depth + 3, f"s[x + 5] = s[{gen.at('FACE')} + s[x + 2]]"))


def refill_call(gen: Gen, i: int) -> list[str]:
    """Lines that refill a zone if it is due: mostly it is not, and one look says so."""
    refill = gen.game.refills[i]
    call = f"refill_{i}(s, w, -1)"
    if refill.time == "upto" or gen.game.zones[refill.target.key].owner is not None or refill.target.index:
        return [call]
    return [f"if s[{gen.at('LEN') + gen.lay.zones[refill.target.key].base}] == 0:", "    " + call]
