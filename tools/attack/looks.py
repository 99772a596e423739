"""All that can be asked of a match, for comparing two of them."""

from collections.abc import Iterable

from interpreter import Match


def question(m: Match) -> tuple[object, ...] | None:
    """The waiting question as far as it can be compared."""
    d = m.decision
    if d is None:
        return None
    return (
        d.player,
        d.prompt,
        d.rule,
        d.citations,
        tuple((o.id, o.label, o.help, o.citations) for o in d.options),
        d.probabilities,
    )


def everything(m: Match) -> dict[str, object]:
    """What can be asked of a match, by name: equal for matches in the same state with the same past. (Views
    are made of the same; those are compared where they matter.)"""
    return {"question": question(m), "dump": m.dump(), "log": m.log, "result": m.result, "save": m.save()}


def as_seen(m: Match, seat: int, texts: Iterable[str]) -> dict[str, object]:
    """All that *seat* can get out of a match: what he is told, shown, offered and refused."""
    mine = m.player == seat
    return {
        "log": m.log_for(seat),
        "view": m.view(seat),
        "information state": m.information_state(seat),
        "question": question(m) if mine else None,
        "refusals": [str(m.refusal(text)) for text in texts] if mine else [],
        "reasons": [m.why_not(text, seat) for text in texts],
    }


def differing(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """The names under which two of these differ."""
    return [name for name in one if one[name] != other[name]]
