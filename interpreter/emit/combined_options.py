"""Options made of several choices: one for each parameter, one after the other."""

from collections.abc import Callable

from interpreter import slots as k
from interpreter.emit.alike import each_choice, surely_seen, twice
from interpreter.emit.base import Routine
from interpreter.emit.bindings import ListAt, Name, list_at
from interpreter.emit.options import add_option
from interpreter.emit.selectors import fill_candidates
from interpreter.ranges import wide
from interpreter.rooms import shape_of_candidates
from rulelang import game as g


def with_params(r: Routine, params: tuple[g.Parameter, ...], p: str, form: int, values: list[str],
                test: Callable[[], str | None] | None = None, again: str = "", counts: bool = False,
                who: g.Expr | None = None) -> None:
    """Options for each choice of *params*; *test* emits a last condition, with all of them bound; *again*: one may come
    twice among those from this number on; *counts*: the last of *values* is one of many numbers; *who*: whom *p* stands for,
    where the rules say it."""
    if not params:
        depth = r.depth
        if test is not None:
            text = test()
            if text is not None:
                r.put(f"if {text}:")
                r.depth += 1
        add_option(r, form, values, again, counts)
        r.depth = depth
        return
    q = params[0]
    before = r.env.get(q.var.id)
    if not again and twice(r, q.selector, q.how_many, p):
        # what was chosen before comes once, so that options with something else before are others
        again = r.tmp()
        r.put(f"{again} = n")

    def use(x: str) -> None:
        # later parameters and the last condition may speak of this one; of lists, the one that is looked at stands there
        inner = r.env.get(q.var.id)
        if q.how_many is not None:
            r.env[q.var.id] = chosen_so_far(r, q, x)
        elif q.var.type.base != "list":
            r.env[q.var.id] = Name(x)
        with_params(r, params[1:], p, form, [*values, x], test, again,
                    p != str(k.NOBODY) and wide(r.gen.lay, q.selector, q.how_many is not None), who)
        if inner is not None:
            r.env[q.var.id] = inner

    each_choice(r, q.selector, q.how_many, p, use, len(values), seen=who is not None and surely_seen(r, who, q.selector))
    if before is not None:
        r.env[q.var.id] = before


def with_head(r: Routine, params: tuple[g.Parameter, ...], body: g.Body, p: str, form: int, values: list[str]) -> None:
    """Options for each choice of *params* with which what stands at the head of a body can be done."""
    from interpreter.emit.cando import apart_from, demands, head

    first, then = apart_from(r, params, head(body))
    depth = r.depth
    if first:
        r.put(f"if {' and '.join(demands(r, first))}:")
        r.depth += 1
    mark = len(r.lines)
    with_params(r, params, p, form, values, lambda: " and ".join(demands(r, then)) or None)
    if first and len(r.lines) == mark:
        r.put("pass")
    r.depth = depth


def chosen_so_far(r: Routine, q: g.Parameter, mask: str) -> ListAt:
    """The list that an option with an amount stands for, from the candidates kept at the end of the row."""
    from interpreter.emit.choicelists import tail_of

    to = r.list_for(shape_of_candidates(r.gen.lay, q.selector))
    assert isinstance(to, ListAt)
    base, row, i = to.base, f"o{r.tmp()}", r.tmp()
    r.put(f"{row} = w[s[{k.OPTROW}]]")
    r.put(f"s[{base}] = 0")
    r.put(f"for {i} in range({row}[{tail_of(r)}]):")
    r.lines.append((r.depth + 1, f"if {mask} >> {i} & 1:"))
    r.lines.append((r.depth + 2, f"s[{base}] += 1"))
    r.lines.append((r.depth + 2, f"s[{base} + s[{base}]] = {row}[{tail_of(r)} + 1 + {i}]"))
    return to


def answered_list(r: Routine, q: g.Parameter, base: str, number: str) -> None:
    """Lays out at *base* the list that an answer gives a parameter."""
    from interpreter.emit.choicelists import take_list
    from interpreter.emit.effects import depth_of, room_of

    to = list_at(base, room_of(r.gen, q), depth_of(q))
    if q.how_many is None:
        take_list(r, q.selector, to, number)
    else:
        fill_candidates(r, q.selector, to)
        r.put(f"keep(s, {base}, {number})")
    r.env[q.var.id] = to
