"""Requirements: whether what was chosen or given still fits its parameters, and what a body demands at its head."""

from collections.abc import Callable, Iterator

from interpreter.emit.base import Routine
from interpreter.emit.bindings import Name
from interpreter.emit.expr import cond, none_of
from interpreter.emit.questions import contains
from interpreter.emit.selectors import kind_test
from interpreter.emit.steps import fail, note
from rulelang import game as g


def fits(r: Routine, p: g.Parameter) -> Iterator[str]:
    """Conditions that what stands for the parameter is one of those that it speaks of."""
    yield from lies_there(r, p)
    yield from is_such(r, p)


def lies_there(r: Routine, p: g.Parameter) -> Iterator[str]:
    """Conditions that it is something, in the place where the parameter looks for it."""
    sel = p.selector
    bound = r.env[sel.var.id]
    assert isinstance(bound, Name)
    if not sel.var.type.optional:
        yield f"{bound.text} != {none_of(sel.var.type)}"
    if sel.source is not None and sel.clock is None:
        yield contains(r, bound.text, sel.source)


def is_such(r: Routine, p: g.Parameter) -> Iterator[str]:
    """Conditions that it is of the kind, and what the parameter wants."""
    sel = p.selector
    bound = r.env[sel.var.id]
    assert isinstance(bound, Name)
    if sel.filter and sel.var.type.base in ("card", "space"):
        text = kind_test(r, bound.text, sel.filter, sel.var.type, g.Local(span=sel.span, type=sel.var.type, var=sel.var))
        if text != "1":
            yield text
    if sel.where is not None:
        yield cond(r, sel.where)


def single_names(r: Routine, effect: g.Effect) -> dict[int, str]:
    """The parameters that are no lists, as they are called in the text."""
    return {p.var.id: bound.text for p in effect.params if isinstance(bound := r.env[p.var.id], Name)}


def tested_again(r: Routine, action: g.Action, otherwise: Callable[[], None]) -> None:
    """Once more whether the action can be done with what was chosen."""
    for p in action.params:
        if p.how_many is None:
            for text in fits(r, p):
                r.put(f"if not ({text}):")
                with r.indent():
                    words = f"nothing comes of {r.rule}: it cannot be done as things stand"
                    note(r, "nothing", words, (), None, action)
                    otherwise()
    test_head(r, action, otherwise)


def test_head(r: Routine, effect: g.Effect | g.Action, otherwise: Callable[[], None]) -> None:
    """The requirements and payments at the head, before anything changes."""
    from interpreter.emit.cando import demands, head

    heads = head(effect.body or ())
    for st, text in zip(heads, demands(r, heads), strict=True):
        if fail(r, f"not ({text})"):
            continue
        r.put(f"if not ({text}):")
        with r.indent():
            words = "it cannot be paid" if isinstance(st, g.Pay) else st.reason or "its requirement does not hold"
            note(r, "nothing", f"nothing comes of {r.rule}: {words}", (), None, st)
            otherwise()


def without_head(body: g.Body) -> g.Body:
    """The body without the requirements that have been tested before anything changed."""
    from interpreter.emit.cando import head

    heads = head(body)
    return tuple(st for st in body if not (isinstance(st, g.Requires) and st in heads))
