"""Names for what somebody has chosen secretly: in a search they are unknown to others, and what hangs on them counts as possible
(meaning 6). A slot says who has chosen it (the seat and 1; 0: it has been chosen in the search itself)."""

from interpreter.emit.base import Routine
from interpreter.emit.told import effect_of
from rulelang import game as g


def may_be_searched(r: Routine) -> bool:
    """Whether it belongs to what must be carried out completely, so that searches go on from its questions."""
    return not r.static and effect_of(r) in r.gen.facts.searched


def holds_secret(r: Routine, st: g.Choose) -> None:
    """Room to say who has chosen what the name stands for: nobody yet."""
    if st.secretly and may_be_searched(r):
        r.secrets.setdefault(st.selector.var.id, f"s[{r.slot()}]")
        chosen_by(r, st, None)


def chosen_by(r: Routine, st: g.Choose, who: str | None) -> None:
    """It has been chosen by *who* (None: all know what it is)."""
    holder = r.secrets.get(st.selector.var.id)
    if holder is not None:
        r.put(f"{holder} = {0 if r.gen.search or who is None else who + ' + 1'}")


def name_told(r: Routine, e: g.Local, text: str) -> str:
    """What a name stands for; in a search, as far as whoever judges knows it."""
    holder = r.secrets.get(e.var.id)
    return text if holder is None or not r.gen.search else f"held(s, {text}, {holder})"


def list_told(r: Routine, e: g.Local) -> None:
    """Somebody wants to know the list that a name stands for."""
    if (looks := name_told(r, e, "0")) != "0":
        r.put(looks)
