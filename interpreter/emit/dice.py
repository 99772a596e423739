"""Dice: rolled, and what they show."""

from interpreter import slots as k
from interpreter.emit.after import after
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Bind, Code, Name
from interpreter.emit.expr import atom, expr, none_of
from interpreter.emit.loops import laid_out, member_or_list
from interpreter.emit.seen import audience_bits
from interpreter.emit.steps import fail, note, type_tag
from interpreter.emit.stmts import atom_of
from rulelang import game as g


def roll(r: Routine, st: g.Roll) -> None:
    from interpreter.emit.invariants import tested
    from interpreter.emit.lasting import ends_with

    gen = r.gen
    told = [key for key in gen.game.dice if mentions_dice(st.dice, key) and (
        ("rolled", key) in gen.facts.listeners or gen.facts.intercepted("rolled", key)
        or bool(ends_with(gen, "rolled", key)) or (gen.checks and tested(gen, "rolled", key)))]
    if told:
        roll_and_tell(r, st, told)
    else:
        member_or_list(r, st.dice, lambda b: roll_one(r, st, b), None, False)
    after(r, gen.facts.touches(st), gen.facts.raises(st))


def roll_one(r: Routine, st: g.Roll, b: Bind) -> None:
    assert isinstance(b, Name)
    gen = r.gen
    faces = die_faces(r)
    x = r.tmp()
    r.put(f"{x} = {faces[0]}[{faces[1]}[{b.text}] + pick(s, w, {faces[2]}[{b.text}], {k.CHANCE_DIE}, {b.text})]")
    r.put(f"s[{gen.at('DIE')} + {b.text}] = {x}")
    seen = seen_dice(r, b.text)
    note(r, "roll", "{0} shows {1}", (("die name", b.text), (face_tag(r), x)), seen, st)
    if seen is not None:
        note(r, "roll", "{0} is rolled", (("die name", b.text),), f"({gen.lay.seats} & ~{seen})", st)


def roll_and_tell(r: Routine, st: g.Roll, told: list[str]) -> None:
    """Dice of whose being rolled some rule wants to know."""
    from interpreter.emit.telling import answered, raised

    gen = r.gen
    base = laid_out(r, st.dice).base
    i, x = r.tmp(), r.tmp()
    for key in told:
        place = gen.lay.dice[key]
        for owner in range(place.owners):
            first = place.base + owner * place.amount
            some, over = r.tmp(), r.label()
            r.put(f"{some} = 0")
            r.put(f"for {i} in range(s[{base}]):")
            r.lines.append((r.depth + 1, f"if {first} <= s[{base} + 1 + {i}] < {first + place.amount}:"))
            r.lines.append((r.depth + 2, f"{some} = 1"))
            if not gen.facts.intercepted("rolled", key):
                r.put(f"if {some}:")
                with r.indent():
                    raised(r, st, "rolled", key, ())
                continue
            r.put(f"if {some} == 0:")
            with r.indent():
                r.goto(over)
            kept = f"s[{r.slot()}]"
            r.put(f"{kept} = 1")
            with answered(r, st, "rolled", key, ()):
                r.put(f"{kept} = 0")
                raised(r, st, "rolled", key, ())
            # those of a roll that a rule has replaced are left out
            r.put(f"if {kept}:")
            with r.indent():
                n = r.tmp()
                r.put(f"{n} = 0")
                r.put(f"for {i} in range(s[{base}]):")
                with r.indent():
                    r.put(f"{x} = s[{base} + 1 + {i}]")
                    r.put(f"if not ({first} <= {x} < {first + place.amount}):")
                    r.lines.append((r.depth + 1, f"{n} += 1"))
                    r.lines.append((r.depth + 1, f"s[{base} + {n}] = {x}"))
                r.put(f"s[{base}] = {n}")
            r.goto(over)
            r.start(over)
    r.put(f"for {i} in range(s[{base}]):")
    with r.indent():
        r.put(f"{x} = s[{base} + 1 + {i}]")
        roll_one(r, st, Name(x))


def seen_dice(r: Routine, die: str) -> str | None:
    """The bits of those who see a die; None: everybody sees all dice."""
    gen = r.gen
    if all(d.shown is None for d in gen.game.dice.values()):
        return None
    seen = r.tmp()
    r.put(f"{seen} = {gen.lay.seats}")
    for place in gen.lay.dice.values():
        shown = gen.game.dice[place.key].shown
        if shown is not None:
            r.put(f"if {place.base} <= {die} < {place.base + place.owners * place.amount}:")
            with r.indent():
                owner = atom_of(r, f"({die} - {place.base}) // {place.amount}")
                r.put(f"{seen} = {audience_bits(r, shown, owner)}")
    return seen


def face_tag(r: Routine) -> str:
    """How the log names faces: as numbers, unless every die shows members of one enum."""
    tags = {type_tag(d.type) for d in r.gen.game.dice.values()}
    return tags.pop() if len(tags) == 1 else "number"


def mentions_dice(e: g.Expr, key: str) -> bool:
    from interpreter.walk import walk

    dice = [x for x in walk(e) if isinstance(x, g.DiceOf)]
    return not dice or any(x.key == key for x in dice)


def die_faces(r: Routine) -> tuple[str, str, str]:
    """Tables: all faces, and for each die where its faces begin and how many they are."""
    lay = r.gen.lay
    faces: list[int] = []
    starts: list[int] = []
    counts: list[int] = []
    for d in lay.dice.values():
        starts += [len(faces)] * (d.owners * d.amount)
        counts += [len(d.faces)] * (d.owners * d.amount)
        faces += d.faces
    gen = r.gen
    return (gen.table("FACES", lambda: faces or [0]), gen.table("FACES_AT", lambda: starts or [0]),
            gen.table("FACES_N", lambda: counts or [1]))


def gain_dice(r: Routine, st: g.Gain) -> None:
    """Dice come into play or go out of it: no more than there are, no fewer than none."""
    gen = r.gen
    place, first = gen.lay.dice[st.target.key], gen.lay.in_play[st.target.key]
    owner = expr(r, st.target.of) if st.target.of is not None else Code("0")
    p = atom(r, owner)
    amount = expr(r, st.amount)
    n = atom(r, amount)
    x = r.tmp()
    if gen.search:
        fail(r, f"{p} < 0")
    depth = r.depth
    tests = ([f"{p} >= 0"] if owner.null else []) + ([f"{n} != {none_of(g.NUMBER)}"] if amount.null else [])
    if tests:
        r.put(f"if {' and '.join(tests)}:")
        r.depth += 1
    r.put(f"{x} = s[{first} + {p}] {'+' if st.sign > 0 else '-'} {n}")
    if not fail(r, f"{x} < 0 or {x} > {place.amount}"):
        r.put(f"{x} = clamp({x}, 0, {place.amount})")
    r.put(f"s[{first} + {p}] = {x}")
    verb = "gains" if st.sign > 0 else "loses"
    note(r, verb[:-1], f"{{0}} {verb} {{1}} {st.target.key} dice, has {{2}}",
         (("player" if st.target.of is not None else "none", p), ("number", n), ("number", x)), None, st)
    r.depth = depth
    after(r, frozenset({"dice " + st.target.key}))
