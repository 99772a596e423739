"""Logic and arithmetic; none is no, and nothing can be reckoned with it."""

import re
from collections.abc import Callable

from interpreter.constants import NotConstant, constant
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Code
from interpreter.emit.expr import NO, atom, cond, expr
from rulelang import game as g

CALL = re.compile(r"\w\(")


def captured(r: Routine, emit: Callable[[], str]) -> tuple[str, list[tuple[int, object]]]:
    """What *emit* yields, with the lines that it needs before, one level further in."""
    lines, depth = r.lines, r.depth
    r.lines, r.depth = [], depth + 1
    text = emit()
    inner, r.lines, r.depth = r.lines, lines, depth
    return text, inner  # type: ignore[return-value]


def truth(r: Routine, e: g.Expr) -> int | None:
    """1 or 0 where the parameters of the game decide it."""
    try:
        return int(constant(e, r.gen.game, r.gen.lay.players) > 0)
    except NotConstant:
        return None


def settles_nothing(r: Routine, e: g.Expr) -> bool:
    """Whether nobody can tell that it was looked at."""
    if r.gen.facts.is_public(e):
        return True
    text, lines = captured(r, lambda: cond(r, e))
    return not lines and not CALL.search(text)


def open_parts(r: Routine, parts: tuple[g.Expr, ...], word: str) -> tuple[g.Expr, ...]:
    """The parts without those that the parameters decide, unless they decide all; then nothing is looked at."""
    out: list[g.Expr] = []
    for part in parts:
        v = truth(r, part)
        if v is None or v == int(word == "or"):
            if v is not None and all(settles_nothing(r, x) for x in out):
                return (part,)
            out.append(part)
    return tuple(out) or parts[:1]


def chain(r: Routine, parts: tuple[g.Expr, ...], word: str) -> Code:
    parts = open_parts(r, parts, word)
    text = cond(r, parts[0])
    for part in parts[1:]:
        more, lines = captured(r, lambda part=part: cond(r, part))  # type: ignore[misc]
        if not lines:
            text = f"{text} {word} {more}"
            continue
        t = r.tmp()
        r.put(f"{t} = 1 if {text} else 0")
        r.put(f"if {t}:" if word == "and" else f"if {t} == 0:")
        r.lines.extend(lines)  # type: ignore[arg-type]
        with r.indent():
            r.put(f"{t} = 1 if {more} else 0")
        text = t
    return Code(f"({text})")


def conjunction(r: Routine, e: g.And) -> Code:
    return chain(r, e.parts, "and")


def disjunction(r: Routine, e: g.Or) -> Code:
    return chain(r, e.parts, "or")


def negation(r: Routine, e: g.Not) -> Code:
    return Code(f"(not {cond(r, e.part)})")


def choice(r: Routine, e: g.IfElse) -> Code:
    test = cond(r, e.test)
    nulls: list[bool] = []

    def side(part: g.Expr) -> str:
        code = expr(r, part)
        nulls.append(code.null)
        return f"(1 if {code.text} else 0)" if part.type.base == "truth" and not code.null else code.text

    yes, a = captured(r, lambda: side(e.yes))
    no, b = captured(r, lambda: side(e.no))
    if not a and not b:
        return Code(f"({yes} if {test} else {no})", any(nulls))
    t = r.tmp()
    r.put(f"if {test}:")
    r.lines.extend(a)  # type: ignore[arg-type]
    with r.indent():
        r.put(f"{t} = {yes}")
    r.put("else:")
    r.lines.extend(b)  # type: ignore[arg-type]
    with r.indent():
        r.put(f"{t} = {no}")
    return Code(t, any(nulls))


def compare(r: Routine, e: g.Compare) -> Code:
    a, b = expr(r, e.left), expr(r, e.right)
    op = "==" if e.op == "=" else e.op
    checks = []
    left, right = a.text, b.text
    if a.null:
        left = atom(r, a)
        checks.append(f"{left} != {NO}")
    if b.null:
        right = atom(r, b)
        checks.append(f"{right} != {NO}")
    return Code("(" + " and ".join([*checks, f"{left} {op} {right}"]) + ")")


def arithmetic(r: Routine, e: g.Arith) -> Code:
    a, b = expr(r, e.left), expr(r, e.right)
    checks = []
    left, right = a.text, b.text
    if a.null:
        left = atom(r, a)
        checks.append(f"{left} != {NO}")
    if b.null:
        right = atom(r, b)
        checks.append(f"{right} != {NO}")
    match e.op:
        case "/down":
            text = f"divide_down({left}, {right})"
        case "/up":
            text = f"divide_up({left}, {right})"
        case "*" if not (plain(e.left) and few(e.right) or few(e.left) and plain(e.right)):
            text = f"product({left}, {right})"  # which stops where numbers of 64 bits would wrap
        case _:
            text = f"({left} {e.op} {right})"
    return Code(f"({text} if {' and '.join(checks)} else {NO})", True) if checks else Code(text)


def few(e: g.Expr) -> bool:
    """A number of the rules that is so small that a kept number may be multiplied by it."""
    return isinstance(e, g.Num) and abs(e.value) <= 16


def plain(e: g.Expr) -> bool:
    """Whether it is what is kept, printed or counted, or a sum of such, and so is far from the end of 64 bits."""
    if isinstance(e, g.Arith):
        return e.op in ("+", "-") and plain(e.left) and plain(e.right)
    return isinstance(e, g.Num | g.Local | g.Param | g.Stored | g.Printed | g.Prop)


def negative(r: Routine, e: g.Negative) -> Code:
    a = expr(r, e.part)
    if not a.null:
        return Code(f"(-{a.text})")
    x = atom(r, a)
    return Code(f"(-{x} if {x} != {NO} else {NO})", True)
