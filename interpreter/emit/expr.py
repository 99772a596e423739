"""Expressions: from the checked tree to text that yields whole numbers."""

import importlib
import re
from collections.abc import Callable

from interpreter.constants import NO_NUMBER, NotConstant, constant
from interpreter.emit.base import Gen, NotYet, Routine
from interpreter.emit.bindings import Code, Deferred, Name
from rulelang import game as g

NO = str(NO_NUMBER)


_ATOM = re.compile(r"[a-z_]\w*|-?\d+|s\[(f \+ )?\d+\]")


def none_of(t: g.Type) -> str:
    return NO if t.base == "number" else "-1"


def atom(r: Routine, code: Code) -> str:
    """The value in a text that may be written twice."""
    if _ATOM.fullmatch(code.text):
        return code.text
    t = r.tmp()
    r.put(f"{t} = {code.text}")
    return t


def value(r: Routine, e: g.Expr) -> str:
    """A whole number that can be kept (truths as 1 and 0)."""
    code = expr(r, e)
    if e.type.base == "truth" and not code.null and not code.text.isdigit():
        return f"(1 if {code.text} else 0)"
    return code.text


def cond(r: Routine, e: g.Expr) -> str:
    """A condition; none counts as no."""
    code = expr(r, e)
    return f"({code.text} > 0)" if code.null else code.text


def constant_of(gen: Gen, e: g.Expr) -> int:
    if isinstance(e, g.Text):
        return text_number(gen, e.value)
    if isinstance(e, g.Nothing):
        return NO_NUMBER if e.type.base == "number" else -1
    return constant(e, gen.game, gen.lay.players)


def text_number(gen: Gen, text: str) -> int:
    """Texts are numbers too: their place in the order in which they were first met."""
    key = ("text", text)
    numbers = gen.shared.source_numbers
    if key not in numbers:
        numbers[key] = sum(1 for other in numbers if isinstance(other, tuple) and other[0] == "text")
    return numbers[key]


def expr(r: Routine, e: g.Expr) -> Code:
    try:
        if not isinstance(e, (g.Local, g.You, g.This)):
            return Code(_const(constant_of(r.gen, e)), isinstance(e, g.Nothing) or e.type.optional)
    except NotConstant:
        pass
    how = _EXPR.get(type(e))
    if how is None:
        raise NotYet(f"a list of this sort ({type(e).__name__}) here")
    return how(r, e)


def _const(n: int) -> str:
    return f"({n})" if n < 0 else str(n)


def local(r: Routine, e: g.Local) -> Code:
    bound = r.env.get(e.var.id)
    if isinstance(bound, Name):
        from interpreter.emit.secrets import name_told

        return Code(name_told(r, e, bound.text), bound.null)
    if isinstance(bound, Deferred):
        outer = r.env, r.you, r.this
        r.env, r.you, r.this = dict(bound.env), bound.you, bound.this
        code = expr(r, bound.expr)
        r.env, r.you, r.this = outer
        return code
    if bound is None:
        raise AssertionError(f"{e.var.name} has no place in {r.key}")
    raise NotYet(f"the list `{e.var.name}` where one thing is meant")


def you(r: Routine, e: g.You) -> Code:
    return Code(r.you, True)


def this(r: Routine, e: g.This) -> Code:
    return Code(r.this)


def it(r: Routine, e: g.It) -> Code:
    return Code(r.it)


def _late(module: str, name: str) -> Callable[[Routine, g.Expr], Code]:
    def call(r: Routine, e: g.Expr) -> Code:
        return getattr(importlib.import_module(f"interpreter.emit.{module}"), name)(r, e)  # type: ignore[no-any-return]

    return call


_EXPR: dict[type, Callable[..., Code]] = {
    g.Local: local, g.You: you, g.This: this, g.It: it,
    g.Stored: _late("stored", "stored"), g.Printed: _late("stored", "printed"), g.Derived: _late("values", "derived"),
    g.ZoneOf: _late("places", "zone_one"), g.BoardOf: _late("places", "board"), g.DiceOf: _late("places", "dice_one"),
    g.Prop: _late("places", "prop"), g.End: _late("places", "end"), g.Element: _late("places", "element"),
    g.IfElse: _late("logic", "choice"), g.And: _late("logic", "conjunction"), g.Or: _late("logic", "disjunction"),
    g.Not: _late("logic", "negation"), g.Compare: _late("logic", "compare"), g.Arith: _late("logic", "arithmetic"),
    g.Negative: _late("logic", "negative"),
    g.Is: _late("sameness", "same"), g.KindIs: _late("sameness", "kind_is"), g.MemberOf: _late("sameness", "member_of"),
    g.Knows: _late("sameness", "knows"), g.AsEnum: _late("sameness", "as_enum"),
    g.CardName: _late("sameness", "card_name"),
    g.IsEmpty: _late("questions", "is_empty"), g.IsIn: _late("questions", "is_in"),
    g.Quantified: _late("questions", "quantified"), g.GatheredIn: _late("questions", "gathered_in"),
    g.Holds: _late("questions", "holds"), g.CanDo: _late("cando", "can_do"),
}
