"""Events: announced, and told to the rules, `until` blocks and invariants that wait for them."""

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.emit.base import Routine
from interpreter.emit.expr import atom, expr
from interpreter.emit.loops import laid_out
from interpreter.emit.steps import after, bits_of, event_code, note, type_tag
from interpreter.emit.stmts import atom_of
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
    values: list[tuple[str, str]] = []
    codes: list[str] = []
    lists: list[tuple[str, str]] = []
    for param, arg in zip(decl.params, st.args, strict=True):
        item = arg.type.item
        if arg.type.base == "list" and item is not None and item.base in ("player", "enum"):
            codes.append(atom_of(r, bits_of(r, arg)))
            values.append((f"set {type_tag(item)}", codes[-1]))
        elif arg.type.base == "list":
            # its members follow in records of their own
            base = laid_out(r, arg).base
            codes.append("-1")
            values.append(("number", f"s[{base}]"))
            lists.append((type_tag(item) if item is not None else "number", base))
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
                i = r.tmp()
                r.put(f"for {i} in range(s[{base}]):")
                with r.indent():
                    note(r, "item", f"{st.key}: {{0}}", ((tag, f"s[{base} + 1 + {i}]"),), None, st)
        raised(r, st, "announced", st.key, kept)
    after(r, frozenset(), gen.facts.raises(st))


@contextmanager
def answered(r: Routine, st: g.Stmt, what: str, key: str, data: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What is emitted inside happens after the rules that answer before it, unless one replaces it. Yields *data*, kept
    where it outlives a wait."""
    if not r.gen.facts.intercepted(what, key):
        yield data
        return
    from interpreter.emit.events import intercept

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
