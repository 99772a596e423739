"""Why something is not on offer: the rule, its words, its citation; only what the player may know."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs
from attrs import field, frozen

from interpreter import slots as k
from interpreter.emit.base import NotYet
from interpreter.emit.cando import head
from interpreter.emit.public import hidden_parts
from interpreter.walk import walk
from rulelang import game as g
from rulelang.diagnostics import brief
from rulelang.uses.names import left_open

if TYPE_CHECKING:
    from interpreter.match import Match


@frozen
class Reason:
    text: str = field(converter=brief)  # it may repeat what was asked for
    rule: str = ""
    citations: tuple[str, ...] = ()


def why_not(m: "Match", text: str, player: int | None) -> Reason:
    """The reason for *player* (None: whoever is asked)."""
    p = m.program
    word = text.split("(")[0].split(":")[0].strip().strip('"')
    if m.over:
        return Reason("the match is over")
    if m.player == -1:
        return Reason(f"{text!r} is no outcome that chance can have here" if player is None else "chance decides now")
    s = m.state
    site = p.shared.sites[s[k.QSITE]]
    asked = s[k.QP]
    if player is not None and player != asked:
        return Reason(f"p{asked} is asked now, not p{player}", site.rule, site.cites)
    decision = m.decision
    assert decision is not None
    if any(o.id == text for o in decision.options):
        return Reason(f"{text!r} is on offer")
    if text == "pass":
        if site.kind == "window":
            window = p.game.windows.get(site.rule)
            if window is not None and window.passing:
                st = window.passing[0]
                return Reason(st.reason or "passing has a requirement that does not hold", site.rule,
                              (*st.cites, *site.cites))
        return Reason("this question cannot be passed", site.rule, site.cites)
    for form, _, _, cites in site.forms:
        if form and form == word:
            return offered_form(m, word, text, site.rule, tuple(dict.fromkeys((*cites, *site.cites))))
    for window in p.game.windows.values():
        for action in window.actions:
            if action.key == word:
                return Reason(f"{word} belongs to {window.key}, which is not open now", window.key,
                              (*action.cites, *window.cites))
    effect = p.game.effects.get(word)
    if effect is not None:
        return Reason(f"{word} is not what is asked now", effect.key, effect.cites)
    if p.card_named(word) is not None or p.card_named(text) is not None:
        return Reason(f"{word or text} is not among what may be chosen here", site.rule, site.cites)
    return Reason(f"nothing on offer is called {text!r}", site.rule, site.cites)


def offered_form(m: "Match", word: str, text: str, rule: str, cites: tuple[str, ...]) -> Reason:
    """An action of the waiting question that is not on offer with these things: the condition that fails, in words."""
    body: g.Body = ()
    params: tuple[g.Parameter, ...] = ()
    name = rule
    for window in m.game.windows.values():
        for action in window.actions:
            if action.key == word:
                body, params, name = action.body, action.params, word
    if word in m.game.effects:
        effect = m.game.effects[word]
        body, params, name = effect.body or (), effect.params, word
    st = failing(m, head(body), named(m, params, text))
    if isinstance(st, g.Requires) and st.reason:
        return Reason(f"{text} is not on offer: {st.reason}", name, tuple(dict.fromkeys((*st.cites, *cites))))
    if isinstance(st, g.Pay):
        return Reason(f"{text} is not on offer: it must be paid for", name, tuple(dict.fromkeys((*st.cites, *cites))))
    return Reason(f"{text} is not on offer: it cannot be done as things stand", name, cites)


def failing(m: "Match", heads: Iterable[g.Requires | g.Pay], names: Mapping[int, g.Expr]) -> g.Requires | g.Pay | None:
    """The first requirement or payment that all can see does not hold; else the first of which not all can tell."""
    p, s, you = m.program, m.state[:], m.state[k.QP]
    unsure: g.Requires | g.Pay | None = None
    paid: dict[str, int] = {}
    for st in heads:
        parts = [st.test] if isinstance(st, g.Requires) else [st.source, st.amount]
        parts = [meant(part, names) for part in parts]
        if not all(plain(m, part) for part in parts):
            unsure = unsure or st
            continue
        try:
            if isinstance(st, g.Requires):
                if p.ask(s, parts[0], None, you, what="truth", once=True) <= 0:
                    return st
                continue
            has, costs = (p.ask(s, part, None, you, once=True) for part in parts)
        except NotYet:
            unsure = unsure or st
            continue
        paid[st.source.key] = paid.get(st.source.key, 0) + costs
        if has - paid[st.source.key] < (p.lay.stores[st.source.key].low or 0):
            return st
    return unsure


def plain(m: "Match", e: g.Expr) -> bool:
    """Whether it names only things that are known, and reads only what all can see; what is printed on a card that is
    named is no secret."""
    if left_open(e) or any(isinstance(x, g.CanDo) for x in walk(e)):
        return False
    hidden = hidden_parts(m.program.facts, e)
    return all(isinstance(x, g.Printed) and isinstance(x.of, g.CardName) for x in hidden)


def named(m: "Match", params: tuple[g.Parameter, ...], text: str) -> dict[int, g.Expr]:
    """The things in brackets, as far as they can be told from their names."""
    inside = text.partition("(")[2].removesuffix(")")
    words = inside.split(", ") if inside and "[" not in inside else []
    out: dict[int, g.Expr] = {}
    if len(words) != len(params):
        return out
    for param, word in zip(params, words, strict=True):
        t, span = param.var.type, param.selector.span
        if t.base == "number" and word.lstrip("-").isdecimal() and len(word) < 15:
            out[param.var.id] = g.Num(span=span, type=t, value=int(word))
        elif t.base == "player" and word in [f"p{i}" for i in range(m.players)]:
            out[param.var.id] = g.SeatName(span=span, type=t, seat=int(word[1:]), name=word)
        elif t.base == "enum" and word in m.game.enums[t.names[0]].members:
            index = m.game.enums[t.names[0]].members.index(word)
            out[param.var.id] = g.Member(span=span, type=t, enum=t.names[0], name=word, index=index)
        elif t.base == "card" and m.program.card_named(word) is not None:
            out[param.var.id] = g.CardName(span=span, type=t, name=word)
    return out


def meant(node: Any, names: Mapping[int, g.Expr]) -> Any:
    """The expression with names replaced by what they stand for."""
    if isinstance(node, g.Local) and node.var.id in names:
        return names[node.var.id]
    if isinstance(node, tuple):
        return tuple(meant(x, names) for x in node)
    if not isinstance(node, g.Node):
        return node
    changes = {a.name: meant(getattr(node, a.name), names) for a in attrs.fields(type(node)) if a.name != "span"}
    return attrs.evolve(node, **{n: x for n, x in changes.items() if x is not getattr(node, n)})
