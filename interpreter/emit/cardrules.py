"""Rules of cards, spaces and `until` blocks that answer one event: in turn order, then by arrival."""

import re
from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.emit.kept import KEPT_FACE, of_this, stays_with_its_card
from interpreter.emit.matching import applies
from interpreter.emit.rules import call_rule
from interpreter.emit.spaces import as_bearer, each_space, spaces_of
from rulelang import game as g
from rulelang.uses.facts import Listener

CARDS = 100
"""Cards whose rules may answer one event, at most."""


def room_for(gen: Gen) -> int:
    """How many cards' rules may answer one event: as many as there are, within reason."""
    most = 1
    for listeners in (*gen.facts.listeners.values(), *gen.facts.before.values()):
        designs = [d for one in listeners for d in one.designs or ()]
        spaces = sum(len(spaces_of(gen, one.spaces)) for one in listeners)
        most = max(most, sum(gen.lay.designs.count(d) for d in designs) + spaces)
    return min(most, CARDS) + (k.LASTING_ROOM if gen.facts.lastings else 0)


def card_rules(r: Routine, name: str, listeners: list[Listener], base: str, at: str, prelude: Callable[[], None],
               data: list[str], over: int, since: str, held: str | None = None) -> None:
    """The rules of cards that answer: in turn order of their owners, then by arrival; each is asked again when its time
    comes. *base*: room for the list of (card, which rule); *at*: a slot that says how far it has come; *since*: a slot that
    says when the rules began to answer: what has arrived later does not, though it had been there before."""
    gen, n = r.gen, r.gen.lay.n
    room = room_for(gen)
    following = gen.shared.label(f"{r.key}/{name} next card")
    prelude()
    r.put(f"s[{base}] = 0")
    for j, one in enumerate(listeners):
        if one.lasting is not None:
            continue
        if one.spaces:
            hear_spaces(r, one, j, base, data)
            continue
        designs = one.designs or ()
        table = gen.table("CL_" + re.sub(r"\W", "_", one.key),
                          lambda designs=designs: [int(gen.lay.designs[c] in designs) for c in range(n)] or [0])  # type: ignore[misc]
        if one.zones:
            c, nxt = r.tmp(), r.tmp()
            zones = [gen.lay.zones[z] for z in one.zones]
            places = " or ".join(f"{z.base} <= s[{gen.at('ZON')} + {c}] < {z.base + z.owners * z.size}" for z in zones)
            r.put(f"{nxt} = s[{gen.at('ANX') + n}]")
            r.put(f"while {nxt} < {n}:")
            with r.indent():
                r.put(f"{c} = {nxt}")
                r.put(f"{nxt} = s[{gen.at('ANX')} + {c}]")
                lies = f"{table}[s[{gen.at('FACE')} + {c}]] and ({places})"
                r.put(f"if {lies} and s[{gen.at('STAMP')} + {c}] <= {since}:")
                with r.indent():
                    listed = base, c, j
                    if one.test is None or says_only_where(one.test):
                        listen(r, *listed)
                    else:
                        # it must hold when it happens, and again when its turn comes
                        args = [*data, *["0"] * 8][:8]
                        r.put(f"if {applies(gen, one, False)}(s, w, {r.you}, {c}, {', '.join(args)}):")
                        with r.indent():
                            listen(r, *listed)
        else:
            # it is about this card itself
            card = data[1] if one.rule.event.what == "does" else data[0]
            face = f"s[{gen.at('FACE')} + {card}]"
            if stays_with_its_card(gen, one) and len(data) > KEPT_FACE:
                face = r.tmp()
                r.put(f"{face} = {data[KEPT_FACE]}")
                card = f"s[{gen.at('BODY')} + {face}]"
                r.put(f"if {face} >= 0 and {table}[{face}]:")
            else:
                r.put(f"if {card} >= 0 and {table}[{face}]:")
            r.lines.append((r.depth + 1, f"s[{base}] += 1"))
            r.lines.append((r.depth + 1, f"s[{base} + s[{base}] * 2 - 1] = {card}"))
            r.lines.append((r.depth + 1, f"s[{base} + s[{base}] * 2] = {j}"))
    for j, one in enumerate(listeners):
        if one.lasting is not None:
            e = r.tmp()
            first = gen.at("LASTINGS")
            r.put(f"for {e} in range({first}, {first + k.LASTING_ROOM * gen.lay.lasting_size}, {gen.lay.lasting_size}):")
            with r.indent():
                r.put(f"if s[{e}] == {one.lasting + 1} and s[{e} + 1] <= {since} and s[{base}] < {room}:")
                r.lines.append((r.depth + 1, f"s[{base}] += 1"))
                r.lines.append((r.depth + 1, f"s[{base} + s[{base}] * 2 - 1] = {e}"))
                r.lines.append((r.depth + 1, f"s[{base} + s[{base}] * 2] = {j}"))
    r.put(f"sort_cards(s, {base})")
    by_face = [j for j, one in enumerate(listeners) if stays_with_its_card(gen, one)]
    if by_face:
        # until its turn comes, the zone where it lies may be shuffled
        i = r.tmp()
        r.put(f"for {i} in range(s[{base}]):")
        with r.indent():
            r.put(f"if {' or '.join(f's[{base} + 2 + {i} * 2] == {j}' for j in by_face)}:")
            bearer = f"s[{base} + 1 + {i} * 2]"
            r.lines.append((r.depth + 1, f"{bearer} = s[{gen.at('FACE')} + {bearer}]"))
    r.put(f"{at} = 0")
    r.goto(following)
    r.start(following)
    r.put(f"if {at} >= s[{base}]:")
    with r.indent():
        r.goto(over)
    r.put(f"{at} = {at} + 1")
    prelude()
    for j, one in enumerate(listeners):
        r.put(f"if s[{base} + {at} * 2] == {j}:")
        with r.indent():
            this, told = f"s[{base} + {at} * 2 - 1]", data
            if j in by_face:
                this = f"s[{gen.at('BODY')} + {this}]"
                if of_this(one.rule.event) and len(data) > KEPT_FACE:
                    told = [f"s[{gen.at('BODY')} + {data[KEPT_FACE]}]", *data[1:]]
            came = f"s[{this} + 1]" if one.lasting is not None else f"s[{gen.at('STAMP')} + {this}]" if one.zones else None
            if came is not None:
                # it has left, or is over, and what is there now has come since
                r.put(f"if {came} > {since}:")
                with r.indent():
                    r.goto(following)
            call_rule(r, one, following, told, as_bearer(this) if one.spaces else this, held=held)
    r.dead = False
    r.goto(over)


def hear_spaces(r: Routine, one: Listener, number: int, base: str, data: list[str]) -> None:
    """Notes each space whose rule answers what *data* says, as things stand: there may be many, of which few do."""
    depth = r.depth
    x = each_space(r, one.spaces)
    args = [*data, *["0"] * 8][:8]
    r.put(f"if {applies(r.gen, one, False)}(s, w, {r.you}, {x}, {', '.join(args)}):")
    with r.indent():
        listen(r, base, as_bearer(x), number)
    r.depth = depth


def listen(r: Routine, base: str, bearer: str, number: int) -> None:
    """Notes in the list at *base* that the bearer's rule of that number waits for its turn."""
    r.put(f"if s[{base}] >= {room_for(r.gen)}:")
    r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_EVENTS}"))
    r.lines.append((r.depth + 1, f"return {k.STUCK}"))
    r.put(f"s[{base}] += 1")
    r.put(f"s[{base} + s[{base}] * 2 - 1] = {bearer}")
    r.put(f"s[{base} + s[{base}] * 2] = {number}")


def says_only_where(test: g.Expr) -> bool:
    """Whether the condition of a block says nothing but in which zones `this` must lie."""
    if isinstance(test, g.Or):
        return all(says_only_where(part) for part in test.parts)
    if not (isinstance(test, g.IsIn) and isinstance(test.part, g.This)):
        return False
    places = test.place.parts if isinstance(test.place, g.Concat) else (test.place,)
    return all(isinstance(x, g.ZoneOf) and not x.index and isinstance(x.of, g.Everyone | None) for x in places)
