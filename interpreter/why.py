"""Why something is not on offer: the rule, its words, its citation; only what the player may know."""

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter import slots as k
from rulelang import game as g

if TYPE_CHECKING:
    from interpreter.match import Match


@frozen
class Reason:
    text: str
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
    """An action of the waiting question that is not on offer with these things: its conditions in words."""
    body: g.Body = ()
    name = rule
    for window in m.game.windows.values():
        for action in window.actions:
            if action.key == word:
                body, name = action.body, word
    if word in m.game.effects:
        body, name = m.game.effects[word].body or (), word
    for st in body:
        if isinstance(st, g.Requires) and st.reason:
            return Reason(f"{text} is not on offer: {st.reason}", name, tuple(dict.fromkeys((*st.cites, *cites))))
        if isinstance(st, g.Pay):
            return Reason(f"{text} is not on offer: it must be paid for", name, tuple(dict.fromkeys((*st.cites, *cites))))
    return Reason(f"{text} is not on offer: it cannot be done as things stand", name, cites)
