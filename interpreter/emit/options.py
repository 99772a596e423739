"""The row of options of one question: it is begun, options are put into it, one of them is taken."""

from interpreter import slots as k
from interpreter.emit.base import Routine
from interpreter.emit.expr import atom, expr
from interpreter.emit.steps import type_tag
from rulelang import game as g


def limits(r: Routine, how_many: g.HowMany) -> tuple[str, str]:
    least = atom(r, expr(r, how_many.least)) if how_many.least is not None else "0"
    most = atom(r, expr(r, how_many.most)) if how_many.most is not None else "62"
    return least, most


def begin_options(r: Routine, most: int | None = None) -> None:
    """*most*: so many options can come, if that is known."""
    r.put(f"o = w[s[{k.OPTROW}]]")
    r.put("n = 0")
    r.tails = 0
    r.fits = most is not None and most < room_for_options(r) and not r.gen.facts.anytimes


def room_for_options(r: Routine) -> int:
    return (r.gen.lay.width - 4 * r.gen.lay.tail) // r.gen.wide - 1


def add_option(r: Routine, form: int, values: list[str], again: str = "", counts: bool = False) -> None:
    """One more option; *again*: unless there is one like it among those from this number on; *counts*: its last value is a
    number that may follow on that of the option before."""
    wide = r.gen.wide
    if not r.fits:
        r.put(f"if n >= {room_for_options(r)}:")
        r.lines.append((r.depth + 1, f"s[{k.ERROR}] = {k.E_OPTIONS}"))
        r.lines.append((r.depth + 1, "n = 0"))
    r.put(f"o[n * {wide}] = {form}")
    for i, v in enumerate(values):
        r.put(f"o[n * {wide} + {i + 1}] = {v}")
    # what earlier questions left in the row must not get into the state
    for i in range(len(values) + 1, wide):
        r.put(f"o[n * {wide} + {i}] = 0")
    if counts and r.gen.lay.ranged and not r.gen.search:
        # where each has to be tried by itself, few are kept apart
        r.put(f"n += 1 - joined(s, w, n, {len(values)}, s[f + 5] & {k.WHOLE})")
    else:
        r.put(f"n += 1 if n == {again} else repeated(s, w, {again}, n)" if again else "n += 1")


def several(r: Routine) -> str:
    """The condition that there is more than one option."""
    return f"(n > 1 or o[{r.gen.wide - 1}] > 0)" if r.gen.lay.ranged else "n > 1"


def take_only(r: Routine) -> None:
    """The only option takes itself."""
    for i in range(r.gen.wide):
        r.put(f"s[{k.ANS + i}] = o[{i}]")


def picked_option(r: Routine, site: int) -> None:
    """Chance takes one of the options, each as likely as any other."""
    x = r.tmp()
    r.put(f"{x} = pick(s, w, n, {k.CHANCE_OPTION}, {site})")
    for i in range(r.gen.wide):
        r.put(f"s[{k.ANS + i}] = o[{x} * {r.gen.wide} + {i}]")


def option_tag(var: g.Var, many: bool) -> g.Type | str:
    if many:
        return f"subset {type_tag(var.type)}"
    if var.type.base == "list" and var.type.item is not None:
        inner = var.type.item
        if inner.base == "list" and inner.item is not None:
            return f"lists {type_tag(inner.item)}"
        return f"list {type_tag(inner)}"
    return var.type


def prompt_of(st: g.Choose) -> str:
    return st.docs[0] if st.docs else f"choose {st.selector.var.name.replace('_', ' ')}"
