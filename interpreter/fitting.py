"""Whether the things that an example names could be chosen as targets."""

from collections.abc import Sequence

from interpreter.broken import words
from interpreter.emit.base import NotYet
from interpreter.naming import face_id
from interpreter.program import Program
from interpreter.view import in_zone
from interpreter.why import meant
from rulelang import game as g
from rulelang.uses.names import left_open


def unfit(p: Program, s: list[int], params: Sequence[g.Parameter], ref: g.EffectRef, seat: int, this: int) -> str | None:
    """Why no choice of targets by *seat* would offer what is named: so many, what does not lie there, or a condition that does
    not hold; None: it would, or nobody can say."""
    names = {param.var.id: arg for param, arg in zip(params, ref.args, strict=False)}
    for param, arg in zip(params, ref.args, strict=False):
        things = arg.items if isinstance(arg, g.ListOf) and param.how_many is not None else (arg,)
        if param.how_many is not None:
            least, most = (None if x is None else p.ask(s, x, None, seat, this, once=True)
                           for x in (param.how_many.least, param.how_many.most))
            if least is not None and len(things) < least:
                return f"{len(things)} of at least {least}"
            if most is not None and len(things) > most:
                return f"{len(things)} of at most {most}"
        for thing in things:
            wrong = lies_elsewhere(p, s, param.selector, thing, seat, this)
            if wrong is None and param.selector.where is not None:
                wrong = does_not_hold(p, s, param.selector.where, {**names, param.var.id: thing}, seat, this)
            if wrong is not None:
                return wrong
    return None


def lies_elsewhere(p: Program, s: list[int], selector: g.Selector, thing: g.Expr, seat: int, this: int) -> str | None:
    source = selector.source
    if not (isinstance(source, g.ZoneOf) and isinstance(thing, g.CardName)) or isinstance(source.of, g.Everyone):
        return None
    z = p.ask(s, source, None, seat, this, "zone", once=True)
    face = p.lay.at["FACE"]
    if z >= 0 and thing.name in (face_id(p.lay, s[face + c]) for c in in_zone(p, s, z)):
        return None
    return f"`{thing.name}` does not lie in {words(p.game, source.span)}"


def does_not_hold(p: Program, s: list[int], where: g.Expr, names: dict[int, g.Expr], seat: int, this: int) -> str | None:
    test = meant(where, names)
    if left_open(test):
        return None  # it speaks of a thing that was left open
    try:
        return None if p.ask(s, test, None, seat, this, "truth", once=True) > 0 else f"not {words(p.game, where.span)}"
    except NotYet:
        return None
