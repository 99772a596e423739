"""Actions of windows and at any time: their routines, begun where they are chosen among what is on offer."""

from collections.abc import Sequence

from interpreter import slots as k
from interpreter.emit.around import before_data, before_rules, done_rules
from interpreter.emit.base import Gen, Routine
from interpreter.emit.bindings import Code, Name, list_at
from interpreter.emit.cando import hangs_on_hidden, head
from interpreter.emit.choicelists import by_back
from interpreter.emit.effects import depth_of, is_list, offsets
from interpreter.emit.intercept import intercept
from interpreter.emit.requirements import tested_again, without_head
from interpreter.emit.steps import born, finish, replacing
from interpreter.emit.stmts import stmts
from rulelang import game as g


def you_in(node: g.Action | g.May) -> g.You:
    """The one asked, as the rules call him."""
    return g.You(span=node.span, type=g.PLAYER)


def barred(r: Routine) -> str:
    """The mark of an action."""
    return f"{k.BARRIER} | {replacing(r)}" if r.gen.facts.instead else str(k.BARRIER)


def emit_action(gen: Gen, window: g.Window, action: g.Action) -> None:
    r = Routine(gen, f"action {window.key} {action.key}", True, action.span, action.key,
                (*action.cites, *window.cites))
    r.you = "s[f + 2]"
    for p in action.params:
        r.bind(p.var, many=p.how_many is not None)
    # a window's own parameters are read in the window's frame, which called the action
    for at, p in zip(offsets(gen, window.params), window.params, strict=True):
        r.env[p.var.id] = (list_at(f"s[f + 1] + {at}", 0, depth_of(p)) if is_list(p)
                           else Name(f"s[s[f + 1] + {at}]", True))
    r.start(gen.shared.label(r.key + "/entry"))
    for p in action.params:
        if p.how_many is None:
            born(r, p.var.id)
    heads = head(action.body)
    r.this = "s[f + 4]"
    act(r, action, window.cites, demanded(gen, heads, without_head(action.body)))
    r.sized(gen.shared.what(f"action {action.key}"))


def act(r: Routine, action: g.Action, cites: tuple[str, ...], tested: g.Do | None) -> None:
    """Does the action, with the rules that answer before, instead of and after it. *tested*: what was on offer with it."""
    gen = r.gen
    over = r.label()
    if by_back(r, you_in(action), action.params):
        # what chance has brought may not be what was hoped for
        tested_again(r, action, lambda: r.goto(over))
    effect = g.Effect(span=action.span, key=action.key, params=action.params, body=action.body,
                      cites=(*action.cites, *cites))
    if ("does", action.key) in gen.facts.instead:
        with r.apart():
            intercept(r, "does", action.key, before_data(r, None, effect), over, instead_only=True)
    if gen.facts.answered_before(action.key):
        r.put(f"s[f + 5] = s[f + 5] | {k.TESTED}")
        before_rules(r, action.key, 0, effect, False, over)
    else:
        r.tested = tested
    stmts(r, without_head(action.body))
    if not r.dead:
        done_rules(r, action.key, effect)
    r.goto(over)
    r.start(over)
    finish(r)


def demanded(gen: Gen, heads: Sequence[g.Requires | g.Pay], body: g.Body) -> g.Do | None:
    """What an action does first, if it requires that just this can be done: the offer was the test."""
    match body:
        case (g.Do(who=None | g.You()) as first, *_):
            effect = gen.game.effects.get(first.effect.key)
            parts = [x for st in heads if isinstance(st, g.Requires)
                     for x in (st.test.parts if isinstance(st.test, g.And) else (st.test,))]
            if (effect is not None and effect.kind is None
                    and all(p.selector.where is None for p in effect.params) and not hangs_on_hidden(gen, effect)
                    and all(isinstance(x, (g.Local, g.You)) for x in first.effect.args)
                    and any(isinstance(x, g.CanDo) and isinstance(x.who, g.You) and x.effect == first.effect
                            for x in parts)):
                return first
    return None


def action_on_offer(r: Routine, e: g.CanDo) -> Code:
    """Of an action, `can do` means that it is on offer now. While rules run no question waits; examples ask the one that
    does instead."""
    return Code("0")
