"""Examples: scenes that must come out as told."""

from rulelang import game, tree
from rulelang.check import calls, events, expressions, references
from rulelang.check.symbols import Context, Scope, notes
from rulelang.check.types import is_unknown
from rulelang.check.walk import nodes
from rulelang.check.words import did_you_mean
from rulelang.diagnostics import Code
from rulelang.game import NUMBER, PLAYER
from rulelang.walk import walk

Line = game.Given | game.When | game.Then


def example(c: Context, node: tree.Example) -> game.Example:
    """One example with its lines."""
    players: list[str] = []
    seats: dict[str, int] = {}
    scope = Scope(place="example", seats=seats)
    lines: list[Line] = []
    if not any(isinstance(line, tree.GivenPlayers) for line in node.lines):
        _nobody_named(c, node, seats)
    for line in node.lines:
        if isinstance(line, tree.GivenPlayers):
            _players(c, line, players, seats)
            continue
        made = _line(c, line, scope)
        if made is not None:
            lines.append(made)
    return game.Example(
        **{**notes(node), "span": node.name.span},
        key=node.name.text,
        players=tuple(players),
        lines=tuple(lines),
    )


def _nobody_named(c: Context, node: tree.Example, seats: dict[str, int]) -> None:
    """Say once that players are spoken of whom nothing names, and take them for players from then on."""
    for one in walk(node.lines):
        if isinstance(one, tree.Named) and not (c.symbols.kind(one.name.text) or c.symbols.enum(one.name.text)):
            if not seats:
                c.report.add(
                    Code.UNKNOWN_NAME,
                    one.span,
                    f"this example does not say that `{one.name.text}` plays",
                    f"begin it with the players, as they sit: `given players {one.name.text}, ...`",
                )
            seats.setdefault(one.name.text, len(seats))


def _players(c: Context, line: tree.GivenPlayers, players: list[str], seats: dict[str, int]) -> None:
    least, most = c.program.header.seats.low, c.program.header.seats.high
    if players:
        c.report.add(Code.DECLARED_TWICE, line.span, "the players of this example are named already")
        return
    for name in line.names:
        if name.text in seats:
            c.report.add(Code.DECLARED_TWICE, name.span, f"`{name.text}` is named twice")
        elif c.symbols.kind(name.text) or c.symbols.enum(name.text):
            c.report.add(Code.NAME_TAKEN, name.span, f"`{name.text}` is already a kind or enum")
        else:
            seats[name.text] = len(players)
        players.append(name.text)
    if not least <= len(players) <= most:
        span = line.names[0].span.to(line.names[-1].span)
        count = str(least) if least == most else f"{least} to {most}"
        here = f"here {'is' if len(players) == 1 else 'are'} {len(players)}"
        c.report.add(Code.OUT_OF_RANGE, span, f"this game is for {count} players, {here}")


def _line(c: Context, line: tree.ExampleLine, scope: Scope) -> Line | None:
    if isinstance(line, tree.Given):
        test = expressions.condition(c, line.condition, scope)
        if is_unknown(test.type):
            return None
        _possible(c, test, line.condition)
        return game.Given(span=line.span, test=test)
    if isinstance(line, tree.Then):
        test = expressions.condition(c, line.condition, scope)
        return None if is_unknown(test.type) else game.Then(span=line.span, test=test)
    if isinstance(line, tree.ThenAnnounced):
        info = c.symbols.events.get(line.event.text)
        if info is None:
            events.event_missing(c, line.event)
            return None
        args = None
        if line.arguments or not info.params:
            args = calls.arguments(c, info.params, line.arguments, scope, line.event, complete=True)
        return game.Then(span=line.span, announced=info.key, args=args)
    return _step(c, line, scope)


def _who(c: Context, node: tree.Expr, scope: Scope) -> game.Expr:
    if isinstance(node, tree.Everyone):
        return game.Everyone(span=node.span, type=game.Type("list", item=PLAYER))
    return expressions.player(c, node, scope)


def _step(c: Context, line: tree.ExampleLine, scope: Scope) -> Line | None:
    if isinstance(line, tree.StepDo):
        who = expressions.player(c, line.who, scope)
        effect = calls.effect_ref(c, line.effect, scope, actions=True)
        if effect is None:
            return None
        return game.When(span=line.span, what="does", who=who, effect=effect)
    if isinstance(line, tree.StepChoose):
        chooser = None if isinstance(line.who, tree.Chance) else expressions.player(c, line.who, scope)
        answers = tuple(_answer(c, one, scope) for one in line.what)
        return game.When(span=line.span, what="chooses", who=chooser, answers=answers)
    if isinstance(line, tree.StepPass):
        return game.When(span=line.span, what="passes", who=_who(c, line.who, scope))
    if isinstance(line, tree.StepBegin):
        if line.phase.text not in c.symbols.phases:
            events.phase_missing(c, line.phase, "it cannot begin")
            return None
        return game.When(span=line.span, what="begins", phase=line.phase.text)
    return None


def _answer(c: Context, node: tree.Expr, scope: Scope) -> game.Expr:
    """What somebody chooses: a thing, or an option by its text."""
    value = references.answer(c, node, scope)
    if isinstance(value, game.Text):
        label = value.value.split(":", 1)[0]
        backs = {kind.back for kind in c.symbols.kinds.values()}
        if not {value.value, label} & c.labels and value.value not in backs:
            names = [*c.labels, *c.symbols.cards, *c.symbols.spaces]
            hint = did_you_mean(value.value, names)
            c.unknown_card(node.span, f'no option, card or space is called "{value.value}"', hint)
    return value


def _possible(c: Context, test: game.Expr, node: tree.Expr) -> None:
    """Say so if a `given` cannot be made true, and nothing in it is wrong already."""
    if not _settable(c, test) and not any(is_unknown(getattr(one, "type", NUMBER)) for one in nodes(test)):
        left = test.left if isinstance(test, game.Compare | game.Is) else test
        fixed = left.part if isinstance(left, game.Not) else left
        hint = (
            "`given` sets counters, variables and dice, and says what zones hold: "
            "`coins of Ann = 4`, `dealer is Ann`, `hand of Ann holds [...]`, `top of deck is ...`"
        )
        if isinstance(fixed, game.Param):
            hint = f"`{fixed.key}` is a parameter: a variant says `set {fixed.key} to ...`, the command line `--set`"
        c.report.add(Code.GIVEN_REFUSED, node.span, "this cannot be made true", hint)


def _settable(c: Context, test: game.Expr) -> bool:
    if isinstance(test, game.Not):
        return isinstance(test.part, game.Stored)
    if isinstance(test, game.Stored):
        return True
    if isinstance(test, game.And):
        return all(_settable(c, part) for part in test.parts)
    if isinstance(test, game.Holds):
        return isinstance(test.place, game.ZoneOf)
    if isinstance(test, game.IsEmpty):
        return isinstance(test.part, game.ZoneOf)
    if isinstance(test, game.IsIn):
        return isinstance(test.place, game.ZoneOf) and test.part.type.base == "card"
    if isinstance(test, game.Compare):
        return test.op == "=" and _stored(test.left)
    return isinstance(test, game.Is) and _stored(test.left)


def _stored(value: game.Expr) -> bool:
    if isinstance(value, game.Stored):
        return True
    if isinstance(value, game.Prop) and value.name == "face":
        return True
    return isinstance(value, game.End) and isinstance(value.of, game.ZoneOf)
