"""`then` lines: whether what they say holds, and else what was found."""

from interpreter.examples.stage import Stage, called
from interpreter.log import RECORD, events
from interpreter.naming import Namer
from interpreter.view import in_zone
from rulelang import game as g


def what_differs(stage: Stage, line: g.Then) -> str | None:
    """None if it holds; else what was found."""
    if line.announced is not None:
        return not_announced(stage, line)
    assert line.test is not None
    if holds(stage, line.test):
        return None
    return what_is_so(stage, line.test)


def holds(stage: Stage, e: g.Expr) -> bool:
    """Whether the condition holds. Whether an action can be done, or something chosen, is whether it is on offer now."""
    match e:
        case g.Not():
            return not holds(stage, e.part)
        case g.And():
            return all(holds(stage, x) for x in e.parts)
        case g.Or():
            return any(holds(stage, x) for x in e.parts)
        case g.CanDo() if e.effect.key not in stage.game.effects:
            seat = stage.p.ask(stage.s, e.who)
            name = e.effect.key
            args = [stage.text(a) for a in e.effect.args]
            wanted = called(name, args)
            decision = stage.m.decision
            return (decision is not None and decision.player == seat
                    and any(o.id == wanted or (not args and o.id.split("(")[0] == name) for o in decision.options))
        case g.CanChoose():
            decision = stage.m.decision
            text = stage.text(e.what)
            return (decision is not None and decision.player == stage.p.ask(stage.s, e.who)
                    and any(o.id in (text, "?" + text) for o in decision.options))
    return stage.p.ask(stage.s, e, what="truth") > 0


def what_is_so(stage: Stage, e: g.Expr) -> str:
    """What is so instead of the condition, in words."""
    namer = Namer(stage.p, stage.s, None)
    match e:
        case g.Holds(place=g.ZoneOf() as place) | g.IsEmpty(part=g.ZoneOf() as place):
            z = stage.p.ask(stage.s, place, what="zone")
            return "[" + ", ".join(namer.card(c) for c in in_zone(stage.p, stage.s, z)) + "]"
        case g.Compare() | g.Is():
            for side in (e.left, e.right):
                if side.type.base != "list" and not isinstance(side, (g.Num, g.SeatName, g.Member, g.CardName)):
                    return namer.value(side.type, stage.p.ask(stage.s, side))
        case g.CanDo() | g.CanChoose():
            decision = stage.m.decision
            if decision is None:
                return "nobody is asked"
            return f"p{decision.player} is asked: " + ", ".join(o.id for o in decision.options)
    return "it does not hold"


def not_announced(stage: Stage, line: g.Then) -> str | None:
    """None if it was announced since the first `when`; else what was."""
    p = stage.p
    records = stage.m.records()[stage.since :]
    found: list[str] = []
    for i in range(0, len(records), RECORD):
        source = p.shared.sources[records[i]]
        if source.what != "announce" or not source.text.startswith(f"{line.announced}("):
            continue
        values = records[i + 3 : i + 9 : 2]
        following: list[int] = []
        j = i + RECORD
        while j < len(records) and p.shared.sources[records[j]].what == "item":
            following.append(records[j + 3])
            j += RECORD
        if following and line.args is not None and len(line.args) == 1:
            if isinstance(line.args[0], g.ListOf) and [stage.number(x) for x in line.args[0].items] == following:
                return None
            found.append(f"{line.announced}({following})")
            continue
        if line.args is None or all(is_argument(stage, a, x) for a, x in zip(line.args, values, strict=False)):
            return None
        found.append(source.text)
    if not found:
        return f"{line.announced} was not announced"
    told = [e.text for e in events(p, records, None) if e.what == "announce"]
    return "; ".join(told)


def is_argument(stage: Stage, e: g.Expr, x: int) -> bool:
    """Whether that number was announced for this expression; a list of players or members is told by bits."""
    if isinstance(e, g.ListOf):
        bits = 0
        for item in e.items:
            bits |= 1 << stage.p.ask(stage.s, item)
        return bits == x
    if e.type.base == "list":
        bits = 0
        for seat in range(stage.p.players):
            inside = g.IsIn(span=e.span, type=g.TRUTH,
                            part=g.SeatName(span=e.span, type=g.PLAYER, seat=seat, name=""), place=e)
            bits |= (stage.p.ask(stage.s, inside, ("in", id(e), seat), what="truth") > 0) << seat
        return bits == x
    return stage.p.ask(stage.s, e) == x
