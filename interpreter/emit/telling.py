"""Events: announced, and told to the rules, `until` blocks and invariants that wait for them."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter import slots as k
from interpreter.emit.after import after
from interpreter.emit.audiences import bits_of
from interpreter.emit.base import Routine
from interpreter.emit.bindings import ListAt, Lists, list_at
from interpreter.emit.expr import atom, expr
from interpreter.emit.intercept import intercept
from interpreter.emit.loops import copy_list, laid_out
from interpreter.emit.steps import event_code, note, type_tag
from interpreter.emit.stmts import atom_of
from interpreter.rooms import heard_lists
from rulelang import game as g


def happened(r: Routine, what: str, key: str, args: tuple[str, ...]) -> None:
    """Tells the `until` blocks and the invariants about an event."""
    from interpreter.emit.invariants import tested
    from interpreter.emit.lasting import ends_with, over_name

    if not r.gen.search and ends_with(r.gen, what, key):
        full = [*args, "0", "0", "0", "0"][:4]
        r.put(f"{over_name(what, key)}(s, w, {r.you}, {', '.join(full)})")
    if r.gen.checks and not r.gen.search and tested(r.gen, what, key):
        full = [*args, "0", "0", "0", "0"][:4]
        r.put(f"seen_{what}_{key.replace('.', '_')}(s, w, {r.you}, {', '.join(full)})")


def announce(r: Routine, st: g.Announce) -> None:
    gen = r.gen
    decl = gen.game.events[st.key]
    heard = dict(heard_lists(gen.lay, st.key))
    values: list[tuple[str, str]] = []
    codes: list[str] = []
    lists: list[tuple[str, str]] = []
    kept_lists: dict[int, ListAt | Lists] = {}
    for i, (param, arg) in enumerate(zip(decl.params, st.args, strict=True)):
        item = arg.type.item
        if i in heard:
            kept_lists[i] = laid_out(r, arg)
            codes.append(atom_of(r, kept_lists[i].base))
        if arg.type.base == "list" and item is not None and item.base in ("player", "enum"):
            bits = bits_of(r, arg)
            if i in heard and gen.facts.intercepted("announced", st.key):
                # it must outlive a wait
                place = f"s[{r.slot()}]"
                r.put(f"{place} = {bits}")
                bits = place
            values.append((f"set {type_tag(item)}", bits if bits.startswith("s[") else atom_of(r, bits)))
            codes += [values[-1][1]] if i not in heard else []
        elif arg.type.base == "list":
            # its members follow in records of their own
            base = kept_lists[i].base if i in kept_lists else laid_out(r, arg).base
            codes += ["-1"] if i not in heard else []
            values.append(("number", f"s[{base}]"))
            if item is not None and item.base != "list":
                lists.append((type_tag(item), base))
        else:
            codes.append(atom(r, expr(r, arg)))
            values.append((type_tag(param.var.type), codes[-1]))
    places = ", ".join(f"{{{i}}}" for i in range(len(values[:3])))
    with answered(r, st, "announced", st.key, tuple(codes)) as kept:
        values = [(tag, new if text == old else text)
                  for (tag, text), old, new in zip(values, codes, kept, strict=True)]
        note(r, "announce", f"{st.key}({places})", tuple(values[:3]), None, st)
        for tag, base in lists:
            if gen.log and not gen.search:
                i_ = r.tmp()
                r.put(f"for {i_} in range(s[{base}]):")
                with r.indent():
                    note(r, "item", f"{st.key}: {{0}}", ((tag, f"s[{base} + 1 + {i_}]"),), None, st)
        raised(r, st, "announced", st.key, for_rules(r, st, kept, kept_lists))
    after(r, frozenset(), gen.facts.raises(st))


def for_rules(r: Routine, st: g.Announce, data: tuple[str, ...], lists: "dict[int, ListAt | Lists]") -> tuple[str, ...]:
    """What the rules hear that answer it later: its lists are kept with the event."""
    lay = r.gen.lay
    if not lists or r.gen.search or ("announced", st.key) not in r.gen.facts.listeners:
        return data
    out, at = list(data), 0
    for i, size in heard_lists(lay, st.key):
        place = atom_of(r, f"@EVENTS@ + s[{k.EVN}] * {lay.event_size} + {lay.event_told + at}")
        mine = lists[i]
        copy_list(r, mine.base, list_at(place, size, mine.depth if isinstance(mine, Lists) else 1))
        out[i] = place
        at += size
    return tuple(out)


@contextmanager
def answered(r: Routine, st: g.Stmt, what: str, key: str, data: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What is emitted inside happens after the rules that answer before it, unless one replaces it. Yields *data*, kept
    where it outlives a wait."""
    if not r.gen.facts.intercepted(what, key):
        yield data
        return
    replaced = r.label()
    kept = tuple(f"s[{r.slot()}]" for _ in data)
    if not r.gen.search:
        for place, text in zip(kept, data, strict=True):
            r.put(f"{place} = {text}")
        data = kept
        with r.apart():
            intercept(r, what, key, list(kept), replaced)
    yield data
    r.goto(replaced)
    r.start(replaced)


def raised(r: Routine, st: g.Stmt, what: str, key: str, args: tuple[str, ...]) -> None:
    """Keeps an event for the end of the step, if some rule waits for it."""
    if r.gen.search:
        return
    full = [*args, "0", "0", "0", "0"][:4]
    if (what, key) in r.gen.facts.listeners:
        r.put(f"event(s, {event_code(r.gen, what, key)}, {r.you}, {', '.join(full)})")
    happened(r, what, key, args)
