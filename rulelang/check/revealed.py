"""Warnings that follow from what uses what: conditions, circles, zones, and rules that tell what is hidden."""

from collections.abc import Iterator

from rulelang import game as g
from rulelang.check.report import Report
from rulelang.check.symbols import Context
from rulelang.check.words import listed
from rulelang.diagnostics import Code
from rulelang.source import Span
from rulelang.uses.bodies import statements
from rulelang.uses.facts import CHANGES
from rulelang.uses.model import Model, model
from rulelang.uses.never import never, number
from rulelang.uses.public import faces_open, hidden_parts
from rulelang.uses.walk import walk


def look(c: Context, checked: g.Game) -> None:
    """Warn of all of them."""
    made = model(checked)
    told = {found.span for found in c.report.findings if found.code is Code.WITHOUT_END}
    _circles(c.report, made, told)
    _hidden(c.report, made)
    _conditions(c.report, checked)
    _zones(c.report, made)


# ------------------------------------------------------------------------------------------------ circles


def _circles(report: Report, made: Model, known: set[Span]) -> None:
    """Things that do or set off one another; those *known* never end anyway."""
    does: dict[str, dict[str, Span]] = {}
    for link in made.links:
        if link.use.kind in ("does", "triggers") and not link.use.target.startswith("phase "):
            does.setdefault(link.source, {}).setdefault(link.use.target, link.use.span)
    told: set[str] = set()
    for thing in made.bodies.things:
        circle = _circle(does, thing)
        if circle and not told.intersection(circle):
            told.update(circle)
            if not known.intersection(made.bodies.things[one].span for one in circle):
                _tell_circle(report, made, circle, does)


def _circle(does: dict[str, dict[str, Span]], start: str) -> list[str]:
    """The shortest way from a thing back to itself."""
    before: dict[str, str] = {}
    waiting = [start]
    while waiting:
        one = waiting.pop(0)
        for other in does.get(one, {}):
            if other == start:
                way = [one]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if other not in before:
                before[other] = one
                waiting.append(other)
    return []


def _tell_circle(report: Report, made: Model, circle: list[str], does: dict[str, dict[str, Span]]) -> None:
    things = [made.bodies.things[thing] for thing in circle]
    names = [thing.name for thing in things]
    if len(names) == 1:
        message = f"`{names[0]}` sets itself off again"
    else:
        message = f"`{names[0]}` sets off {', which sets off '.join(f'`{name}`' for name in [*names[1:], names[0]])} again"
    shrinking = list(dict.fromkeys(_shrinking(made, circle)))
    hint = (
        f"something in the circle shrinks: {listed(shrinking)}; if that cannot grow meanwhile, it ends"
        if shrinking
        else "nothing in the circle shrinks: see to it that it ends"
    )
    also = tuple((does[one][other], "here") for one, other in zip(circle, [*circle[1:], circle[0]], strict=True))
    report.add(Code.CIRCLE, things[0].span, message, hint, also[:6])


def _shrinking(made: Model, circle: list[str]) -> Iterator[str]:
    for body in made.bodies.bodies:
        if body.thing in circle:
            for st in statements(body.parts):
                match st:
                    case g.Gain(sign=-1):
                        yield st.target.key
                    case g.Pay():
                        yield st.source.key
                    case g.Draw():
                        yield st.source.key


# -------------------------------------------------------------------------------------- what is hidden


def _hidden(report: Report, made: Model) -> None:
    """Rules that tell all what some may not see."""
    game, facts = made.game, made.bodies.facts
    for listener in made.bodies.listeners():
        rule = listener.rule
        event = rule.event
        known: set[int] = set()
        closed = event.what == "leaves" and not faces_open(facts, event.key)
        for pattern in (event.actor, event.of, *event.params):
            if isinstance(pattern, g.Selector) and not (closed and pattern is event.actor):
                known.add(pattern.var.id)
        tests: list[g.Expr] = [] if rule.test is None else [rule.test]
        if rule.body and isinstance(rule.body[0], g.If):  # what it does hangs on that as much as on the head
            tests += [test for test, _ in rule.body[0].branches]
        if event.what in CHANGES:
            if event.watched is not None:
                tests.append(event.watched)
            elif event.key in game.values:
                value = game.values[event.key]
                tests.append(g.Derived(span=event.span, type=value.type, key=event.key, of=_of(event)))
            elif game.stores[event.key].shown is not None:
                _tells(report, event.span, event.key)
        for test in tests:
            for part in hidden_parts(facts, test, frozenset(known))[:1]:
                _tells(report, part.span, _name(part))


def _of(event: g.Event) -> g.Expr | None:
    if isinstance(event.of, g.Selector):
        return g.Local(span=event.span, type=event.of.var.type, var=event.of.var)
    return event.of.value if event.of is not None else None


def _name(part: g.Expr) -> str:
    key = getattr(part, "key", "") or "a face"
    return str(key).rpartition(".")[2]


def _tells(report: Report, span: Span, name: str) -> None:
    report.add(
        Code.READS_HIDDEN,
        span,
        f"all can see whether this rule answers, and so learn of `{name}`, which is hidden from some",
        "show it first, or let the rule speak of what all can see",
    )


# -------------------------------------------------------------------------------------------- conditions


def _conditions(report: Report, game: g.Game) -> None:
    play = (game.setup, game.phases, game.effects, game.windows, game.anytimes, game.rules, game.values, game.bearers)
    seen: set[int] = set()
    for node in walk(play):
        if id(node) in seen:
            continue
        seen.add(id(node))
        tests: list[g.Expr | None] = []
        match node:
            case g.Trigger():
                tests.append(node.test)
                if node.event.what == "becomes":
                    _becomes(report, game, node.event)
            case g.If():
                tests += [test for test, _ in node.branches]
            case g.Requires() | g.Lasting() | g.Option():
                tests.append(node.test)
            case g.Selector():
                tests.append(node.where)
            case g.Repeat() | g.Phase() if node.until is not None:
                tests.append(node.until)
        for test in tests:
            part = None if test is None else never(game, test)
            if part is not None:
                report.add(Code.NEVER_HOLDS, part.span, "this can never hold", _why(game, part))


def _why(game: g.Game, part: g.Expr) -> str | None:
    if isinstance(part, g.Compare):
        if isinstance(part.left, g.Prop) and part.left.name == "number_of_players":
            return (
                "`number of players` is how many began the match; those who are still in it are "
                "`number of players p where ...`"
            )
        said = number(game, part.left)
        if said.low is not None and said.high is not None:
            return f"the left side is between {said.low} and {said.high}"
        if said.low is not None:
            return f"the left side is at least {said.low}"
        if said.high is not None:
            return f"the left side is at most {said.high}"
    return None


def _becomes(report: Report, game: g.Game, event: g.Event) -> None:
    """A counter never becomes what lies outside its range."""
    store = game.stores.get(event.key)
    if store is None or event.value is None or event.value.type.base != "number":
        return
    subject = g.Stored(span=event.span, type=store.type, key=event.key)
    if never(game, g.Compare(span=event.span, type=g.TRUTH, op="=", left=subject, right=event.value)) is not None:
        report.add(Code.NEVER_HOLDS, event.span, "this can never happen", _why(game, g.Compare(
            span=event.span, type=g.TRUTH, op="=", left=subject, right=event.value)))


# ----------------------------------------------------------------------------------- zones


def _zones(report: Report, made: Model) -> None:
    filled = {movement.target for movement in made.movements if movement.sources}
    left = {source for one in made.movements for source in one.sources if source != one.target}
    read = {link.use.target for link in made.links if link.use.kind == "reads"}
    for key, zone in made.game.zones.items():
        # what lies in a row or a hand somebody sees
        closed = zone.order in ("pile", "stack") and all(isinstance(who, g.Nobody) for what, who in zone.shown
                                                         if what in ("faces", "top"))
        if closed and key in filled and key not in left and f"zone {key}" not in read:
            name = key.rpartition(".")[2]
            report.add(
                Code.ONLY_FILLS,
                zone.span,
                f"cards come into `{name}`, but nothing takes them out or asks what lies there",
            )
