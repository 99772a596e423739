"""Sameness: of things, names, kinds, members of enums; and who knows a card."""

from interpreter.emit.base import Routine, table_of_kind
from interpreter.emit.bindings import Code
from interpreter.emit.expr import NO, atom, expr, value
from interpreter.emit.spaces import is_space_of
from interpreter.emit.stored import face, named_face, settled_kind
from rulelang import game as g


def name_number(r: Routine, name: str) -> int:
    for i, card in enumerate(r.gen.game.cards):
        if card.name == name:
            return i
    return -9


def same(r: Routine, e: g.Is) -> Code:
    left, right = e.left, e.right
    if isinstance(left, g.CardName):
        left, right = right, left
    if isinstance(right, g.CardName):
        a = expr(r, left)
        x = atom(r, a)
        return Code(f"({x} >= 0 and DESIGN[{face(r, x, left)}] == {name_number(r, right.name)})")
    if left.type.base == "list" or right.type.base == "list":
        from interpreter.emit.questions import same_list

        return same_list(r, left, right)
    if left.type.base == "truth" and right.type.base == "truth":
        return Code(f"({value(r, left)} == {value(r, right)})")
    a, b = expr(r, left), expr(r, right)
    if isinstance(right, g.Nothing) and left.type.base == "number":
        return Code(f"({a.text} == {NO})")
    return Code(f"({a.text} == {b.text})")


def kind_is(r: Routine, e: g.KindIs) -> Code:
    code = expr(r, e.part)
    if e.part.type.base == "space":
        return Code(is_space_of(r.gen, atom(r, code), (e.kind,)))
    a = atom(r, code) if code.null else code.text
    from interpreter.emit.base import kind_by_back

    settled_kind(r, a, e.kind, e.part)
    where = f"s[{r.gen.at('FACE')} + {a}]" if kind_by_back(r.gen, e.kind) else face(r, a)
    text = f"{table_of_kind(r.gen, e.kind)}[{where}]"
    return Code(f"({a} >= 0 and {text})" if code.null else text)


def member_of(r: Routine, e: g.MemberOf) -> Code:
    whole = r.gen.game.enums[e.part.type.names[0]]
    a = expr(r, e.part).text
    if e.enum == whole.key:
        return Code(f"({a} >= 0)")
    for name, first, length in whole.parts:
        if name == e.enum:
            return Code(f"({first} <= {a} < {first + length})")
    return Code("0")


def card_name(r: Routine, e: g.CardName) -> Code:
    """The first copy of that name."""
    face_number = named_face(r.gen, e.name)
    return Code(f"s[{r.gen.at('BODY') + face_number}]" if face_number >= 0 else "-1", face_number < 0)


def as_enum(r: Routine, e: g.AsEnum) -> Code:
    a = atom(r, expr(r, e.part))
    size = len(r.gen.game.enums[e.type.names[0]].members)
    return Code(f"({a} + {e.offset} if {a} >= 0 and 0 <= {a} + {e.offset} < {size} else -1)", True)


def knows(r: Routine, e: g.Knows) -> Code:
    p, know = expr(r, e.who), r.gen.at("KNOW")
    player = atom(r, p) if p.null else p.text
    knowing = f"{player} >= 0 and " if p.null else ""
    if isinstance(e.card, g.CardName):
        # some copy of it
        t = r.tmp()
        r.put(f"{t} = 0")
        r.put(f"for i in range({r.gen.lay.n}):")
        with r.indent():
            r.put(f"if DESIGN[s[{r.gen.at('FACE')} + i]] == {name_number(r, e.card.name)}"
                  f" and {knowing}s[{know} + i] >> {player} & 1:")
            with r.indent():
                r.put(f"{t} = 1")
        return Code(t)
    c = atom(r, expr(r, e.card))
    return Code(f"({c} >= 0 and {knowing}s[{know} + {c}] >> {player} & 1)")
