"""What stands round the body of an effect or action: rules that answer before, the last test, rules that answer it."""

from interpreter import slots as k
from interpreter.emit.after import answer
from interpreter.emit.base import Routine
from interpreter.emit.bindings import Code, Name
from interpreter.emit.cardrules import card_rules, room_for
from interpreter.emit.expr import atom
from interpreter.emit.foreseen import MAYBE
from interpreter.emit.requirements import fits, single_names, test_head, without_head
from interpreter.emit.rules import call_rule
from interpreter.emit.steps import event_code, fail, note
from interpreter.emit.sure import sure_test
from interpreter.emit.telling import happened
from interpreter.emit.told import told_body
from interpreter.layout import MOST_GIVEN
from rulelang import game as g
from rulelang.uses.facts import Listener


def before_rules(r: Routine, key: str, number: int, effect: g.Effect, whole: bool, over: int) -> None:
    """The rules that answer before; they may open windows, in which it is cancelled or taken over. Then it is tested
    whether it can be done."""
    gen = r.gen
    listeners = gen.facts.answered_before(key)
    body = gen.shared.label(f"{r.key}/body")
    if listeners and not gen.search:
        r.put(f"s[f + 5] = s[f + 5] | {k.WAITING}")

    def answered(after: int) -> None:
        """Goes on after rules that may have cancelled it."""
        r.start(after)
        if not gen.search:
            r.put(f"if s[f + 5] & {k.CANCELLED}:")
            with r.indent():
                note(r, "cancelled", f"{r.rule} is cancelled", (), None, effect)
                r.goto(over)

    for listener in [one for one in listeners if one.own]:
        after = r.label()
        if not gen.search:
            call_rule(r, listener, after, before_data(r, listener, effect))
            r.dead = True
        else:
            r.goto(after)
        answered(after)
    carried = [one for one in listeners if not one.own]
    if carried:
        after = r.label()
        base, at, since = r.slot(2 * room_for(gen) + 1), f"s[{r.slot()}]", f"s[{r.slot()}]"
        if not gen.search:
            r.put(f"{since} = s[{k.CLOCK}]")
            card_rules(r, "before", carried, base, at, lambda: None, before_data(r, carried[0], effect), after, since)
            r.dead = False
        else:
            r.goto(after)
        answered(after)
    if gen.search:
        r.goto(body)
        r.start(body)
        for i, p in enumerate(effect.params):
            if p.how_many is None and p.var.type.base != "list":
                for text in fits(r, p):
                    fail(r, f"s[f + 5] >> 6 & 3 > {min(i, 2)} and not ({text})")
        test_head(r, effect, lambda: None)
        return

    def nothing(words: str = "it cannot be done as things stand") -> None:
        note(r, "nothing", f"nothing comes of {r.rule}: {words}", (), None, effect)
        r.goto(over)

    depth = r.depth
    if listeners:
        r.put(f"s[f + 5] = s[f + 5] & {~k.WAITING}")
    else:
        # who has chosen it with these targets has been offered only what can be done
        r.put(f"if s[f + 5] & {k.TESTED} == 0:")
        r.depth += 1
    for i, p in enumerate(effect.params):
        if p.how_many is None and p.var.type.base != "list":
            for text in fits(r, p):
                # who has chosen it himself has chosen one of these, if nothing could come between
                asked = bool(listeners or gen.facts.anytimes or p.selector.where is not None)
                given = "" if asked else f"s[f + 5] >> 6 & 3 > {min(i, 2)} and "
                r.put(f"if {given}not ({text}):")
                with r.indent():
                    nothing()
    test_head(r, effect, lambda: r.goto(over))
    sure = sure_test(gen, key, effect, single_names(r, effect), r.you) if whole else "1"
    if sure != "1":
        if sure is not None:
            r.put(f"if not ({r.you} >= 0 and {sure}):")
            r.depth += 1
        x = f"can_go_on(s, w, f, {body})"
        if (told := told_body(gen, key, number, effect, without_head(effect.body or ()))) is not None:
            names = single_names(r, effect)
            args = "".join(", " + names.get(p.var.id, "-1") for p in effect.params)
            x = atom(r, Code(f"{told}(s, w, {r.you}, {r.you}, {r.this or '-1'}{args})"))
            r.put(f"if {x} == {MAYBE}:")
            r.lines.append((r.depth + 1, f"{x} = can_go_on(s, w, f, {body})"))
        r.put(f"if not {x}:")
        with r.indent():
            nothing()
    if r.depth > depth and r.lines and r.lines[-1][0] == depth:
        r.lines.pop()  # nothing to test
    r.depth = depth
    r.goto(body)
    r.start(body)


def before_data(r: Routine, listener: Listener | None, effect: g.Effect) -> list[str]:
    data = [r.you, r.this]
    for p in effect.params[:MOST_GIVEN]:
        bound = r.env[p.var.id]
        data.append(bound.text if isinstance(bound, Name) else "-1")
    return data


def done_rules(r: Routine, key: str, effect: g.Effect) -> None:
    happened(r, "does", key, (r.you, r.this))
    if ("does", key) in r.gen.facts.listeners:
        if not r.gen.search:
            data = before_data(r, None, effect)
            full = [*data, "0", "0"][:4]
            r.put(f"event(s, {event_code(r.gen, 'does', key)}, {r.you}, {', '.join(full)})")
            for i, x in enumerate(data[4:8]):
                size = r.gen.lay.event_size
                r.put(f"s[@EVENTS@ + {k.EVENT_HEAD + i - size} + s[{k.EVN}] * {size}] = {x}")
        answer(r)
