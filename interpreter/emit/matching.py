"""Whether a rule is meant by what happened: tests, one after the other, which bind its names."""

import re
from collections.abc import Callable, Iterator, Sequence

from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Name, list_at
from interpreter.emit.expr import NO, cond, expr, none_of, value
from interpreter.emit.lasting import remembered
from interpreter.emit.loops import laid_out
from interpreter.emit.places import zone_owner_table
from interpreter.emit.questions import contains
from interpreter.emit.selectors import kind_test
from interpreter.emit.stored import index_code
from interpreter.rooms import depth
from rulelang import game as g
from rulelang.uses.facts import CHANGES, Listener


def applies(gen: Gen, listener: Listener, whole: bool = True) -> str:
    """`applies_N(s, w, you, this, a, b, c, d)`: 1 if the rule answers what happened; not *whole*: its `if` left aside."""
    name = ("applies_" if whole else "hears_") + re.sub(r"\W", "_", listener.key)
    if name in gen.asked:
        return name
    gen.asked.add(name)
    r = Routine(gen, name, False, listener.rule.span, listener.rule.name or "rule", listener.rule.cites)
    if listener.designs is not None:
        r.put("if this < 0:")
        r.lines.append((2, "return 0"))

    def leave_unless(text: str) -> None:
        r.put(f"if not ({text}):")
        r.lines.append((r.depth + 1, "return 0"))

    if listener.lasting is not None:
        lasting_names(r, listener.lasting, "this")
    conditions(r, listener, list("abcdhijk"), leave_unless, "e", whole)
    r.put("return 1")
    gen.define(name, "s, w, you, this, a, b, c, d, h, i, j, k", r)
    return name


def conditions(r: Routine, listener: Listener, data: list[str], leave_unless: Callable[[str], None], by: str,
               whole: bool = True) -> None:
    """Emits the tests whether a rule answers what *data* says, and binds its names. *by*: where an amount is kept; not
    *whole*: its `if` left aside."""
    gen, rule = r.gen, listener.rule
    if listener.zones:
        # it may have left its place since
        zones = [gen.lay.zones[z] for z in listener.zones]
        where = f"s[{gen.at('ZON')} + {r.this}]"
        leave_unless(" or ".join(f"{z.base} <= {where} < {z.base + z.owners * z.size}" for z in zones))
        if listener.test is not None:
            leave_unless(cond(r, listener.test))
    elif listener.spaces and listener.test is not None:
        leave_unless(cond(r, listener.test))
    if rule.event.key in gen.facts.apart:
        # what another block watches is none of its business
        leave_unless(f"{data[3]} == {r.this.removeprefix('s[').removesuffix(' + 3]')}")
    for test in matches(r, rule.event, data, by):
        leave_unless(test)
    if whole and rule.test is not None:
        leave_unless(cond(r, rule.test))


def matches(r: Routine, event: g.Event, data: Sequence[str], by: str) -> Iterator[str]:
    """The tests whether an event is the one meant, one after the other, each to be emitted before the next; binds its
    names. *data*: what happened; *by*: where an amount is kept."""
    if event.what in CHANGES:
        owner, old, new, index = data[:4]
        if event.index:
            decl = r.gen.game.stores[event.key]
            yield f"{index_code(r, decl.index, event.index).text} == {index}"
        if event.of is not None:
            yield from pattern(r, event.of, owner)
        if event.what == "rises":
            yield f"{new} > {old}" + (f" and {old} != {NO}" if may_be_none(r.gen, event.key) else "")
        elif event.what == "falls":
            yield f"{new} < {old}" + (f" and {new} != {NO}" if may_be_none(r.gen, event.key) else "")
        elif event.what == "becomes":
            assert event.value is not None
            if event.value.type.base == "list":
                yield f"same_list(s, {new}, {laid_out(r, event.value).base}, {depth(event.value.type)})"
            else:
                yield f"{new} == {value(r, event.value)}"
        if event.by is not None:
            r.put(f"{by} = {new} - {old}" if event.what == "rises" else f"{by} = {old} - {new}")
            r.env[event.by.id] = Name(by)
    elif event.what in ("enters", "leaves"):
        if event.index:
            place = r.gen.lay.zones[event.key]
            which = index_code(r, r.gen.game.zones[event.key].index, event.index).text
            yield f"({data[1]} - {place.base}) % {place.size} == {which}"
        yield from pattern(r, event.actor, data[0])
        if event.of is not None:
            yield from pattern(r, event.of, whose_zone(r.gen, event.key, data[1]))
    elif event.what == "does":
        yield from pattern(r, event.actor, data[0])
        yield from pattern(r, event.of, data[1])
        for p, text in zip(event.params, data[2:], strict=False):
            yield from pattern(r, p, text)
    elif event.what == "announced":
        for p, text in zip(event.params, data, strict=False):
            yield from pattern(r, p, text)
    elif event.what == "eliminated":
        yield from pattern(r, event.actor, data[0])


def whose_zone(gen: Gen, key: str, z: str) -> str:
    """The player, the card or the space that has the zone *z*, one of those called so."""
    owner = gen.game.zones[key].owner
    if owner in (None, "player"):
        return f"{zone_owner_table(gen)}[{z}]"
    place = gen.lay.zones[key]
    return f"({gen.lay.bearers_of(owner or '')[0]} + ({z} - {place.base}) // {place.size})"


def may_be_none(gen: Gen, key: str) -> bool:
    """Whether what is watched may be none: then it has neither risen nor fallen."""
    return key not in gen.game.stores or gen.game.stores[key].type.optional


def pattern(r: Routine, p: g.Selector | g.Fixed | None, text: str) -> Iterator[str]:
    """The tests whether what stands there is the one meant, which none never is; binds its name."""
    if p is None:
        return
    if isinstance(p, g.Fixed):
        meant = expr(r, p.value)
        there = f" and {text} != {none_of(p.value.type)}" if meant.null else ""
        yield f"{meant.text} == {text}{there}"
        return
    nested = depth(p.var.type)
    r.env[p.var.id] = list_at(text, 0, nested) if nested else Name(text, True)
    r.orderless += 1
    kinds = p.filter or tuple(n for n in p.var.type.names if p.var.type.base == "card")
    kinds = tuple(n for n in kinds if n in r.gen.game.kinds)
    if kinds:
        yield f"{text} >= 0 and {kind_test(r, text, kinds, p.var.type)}"
    elif p.var.type.base == "number":
        yield f"{text} != {NO}"
    elif not nested:
        yield f"{text} >= 0"
    if p.source is not None:
        yield contains(r, text, p.source)
    if p.where is not None:
        yield cond(r, p.where)
    r.orderless -= 1


def lasting_names(r: Routine, number: int, entry: str) -> None:
    """The names of an `until` block's surroundings, read where the block keeps them."""
    r.env |= remembered(r.gen, r.gen.facts.lastings[number], entry)
    r.this = f"s[{entry} + 3]"
