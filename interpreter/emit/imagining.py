"""What somebody may imagine where he asks whether something can be done: the face of a card; and what need not be imagined."""

import re
from collections.abc import Sequence

from interpreter import slots as k
from interpreter.emit.base import Gen, Routine
from interpreter.kernels import kernel_bodies
from rulelang import game as g


def imagine_this(gen: Gen, name: str, effect: g.Effect, params: Sequence[str]) -> None:
    """The function that is asked: if whoever judges does not know what is printed on the card, it may be any face of its
    back that he does not know."""
    r = Routine(gen, name, False, effect.span, effect.key, effect.cites)
    know, face_, body, all_ = gen.at("KNOW"), gen.at("FACE"), gen.at("BODY"), gen.lay.seats
    seats = gen.lay.players
    call = f"{name}_known(s, w, eye, you, this{''.join(', ' + a for a in params)})"
    r.put(f"if this < 0 or s[{know} + this] == {all_} or (eye < {seats} and s[{know} + this] >> eye & 1):")
    r.lines.append((2, f"return {call}"))
    r.put(f"a = s[{face_} + this]")
    r.put(f"m = s[{know} + this]")
    back_of = gen.lay.back_of
    backs = range(max(back_of, default=0) + 1)
    first = gen.table("BACK_FIRST", lambda: [next((x for x, b in enumerate(back_of) if b == back), 0) for back in backs])
    end = gen.table("BACK_END", lambda: [max((x + 1 for x, b in enumerate(back_of) if b == back), default=0) for back in backs])
    r.put("b = BACK[a]")
    r.put(f"for x in range({first}[b], {end}[b]):")
    with r.indent():
        r.put(f"y = s[{body} + x]")
        r.put(f"n = s[{know} + y]")
        r.put(f"if BACK[x] == b and n != {all_} and (eye == {seats} or n >> eye & 1 == 0):")
        with r.indent():
            lines = [
                f"s[{face_} + y] = a", f"s[{face_} + this] = x", f"s[{body} + a] = y", f"s[{body} + x] = this",
                f"s[{know} + this] = {all_} if eye == {seats} else m | 1 << eye",
                f"r = {call}",
                f"s[{know} + this] = m",
                f"s[{face_} + y] = x", f"s[{face_} + this] = a", f"s[{body} + x] = y", f"s[{body} + a] = this",
            ]
            for line in lines:
                r.put(line)
            r.put("if r:")
            r.lines.append((r.depth + 1, "return 1"))
    r.put("return 0")
    gen.define(name, ", ".join(["s", "w", "eye", "you", "this", *params]), r)


def as_it_stands(r: Routine, call: str, n: str) -> None:
    """Mostly there is nothing to imagine: then it is asked of the state itself, and no copy is made."""
    slots = {slot: r.tmp() for slot in (k.MODE, k.EYE, k.EXN, k.TAPEN, k.OPTROW, k.ERROR)}
    for slot, name in slots.items():
        r.put(f"{name} = s[{slot}]")
    for slot, x in ((k.MODE, k.SEARCH), (k.EYE, "eye"), (k.EXN, 0), (k.TAPEN, -1), (k.OPTROW, k.W_FIRST + 4), (k.ERROR, 0)):
        r.put(f"s[{slot}] = {x}")
    r.put(f"r = {call}")
    r.put(f"{n} = s[{k.EXN}]")
    r.put(f"if s[{k.ERROR}]:")
    r.lines.append((r.depth + 1, "r = 1"))
    for slot, name in slots.items():
        r.put(f"s[{slot}] = {name}")
    r.put(f"if {n} == 0:")
    r.lines.append((r.depth + 1, "return 1 if r else 0"))


HARMLESS = ("look", "pick", "range", "turn", "beside", "audience", "die_class")
"""What may be called in what is imagined: these change nothing, but that the first two note what they were asked."""


def tells_what_it_imagines(search: Gen, function: str) -> bool:
    """Whether that function asks what whoever judges knows by `look` and `pick` alone, which say so when there is something
    to imagine."""
    kernels = kernel_bodies()
    todo, seen = [function], {function, *HARMLESS}
    while todo:
        name = todo.pop()
        text = kernels.get(name) or "\n".join(str(line) for _, line in search.functions.get(name, ("", []))[1])
        if not text or re.search(r"\b(KNOW|EYE)\b", text) or f"s[{search.at('KNOW')} + " in text:
            return False
        called = set(re.findall(r"\b(\w+)\(", text)) - seen
        seen |= called
        todo += sorted(called)
    return True
